"""Each question matters: the shortest games on which its two readings part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.proofs.dreieck.setting import (
    MIDDLE,
    any_position,
    laid_on,
    permitted,
    rules_of,
)
from rulewright.proofs.theorem import (
    Case,
    Claim,
    Enumeration,
    Exhibit,
    FalseExhibit,
    Finding,
    Theorem,
    Twin,
)
from rulewright.spec.dreieck import GAME
from rulewright.spec.dreieck.board import FIRST, Cell, Window, window_around, window_from
from rulewright.spec.dreieck.notation import cell_of
from rulewright.spec.logic import at_most, iff

STACKS = {"p1": ["aaa", "bbb", "abb", "aab"], "p2": ["bbb", "aab", "abb", "aaa"]}


def sides(params: Mapping[str, Any], question: str, **rulings: str) -> tuple[Any, Any]:
    """Make the two games that differ in the readings of one question."""
    readings = [reading.name for reading in GAME.rulebook.question(question).readings]
    first, second = (GAME.engine(params, {**rulings, question: name}) for name in readings)
    return first, second


def look(engine: Any, state: Any) -> tuple[Any, ...]:
    """What there is to see of a position: the form on the page, and the legal actions."""
    return engine.to_json(state), engine.legal_actions(state), engine.winners(state)


def part_after(pair: tuple[Any, Any], moves: tuple[str, ...]) -> Finding:
    """Replay a game on both; they must be alike before the last move, and differ after it."""
    states = [engine.initial() for engine in pair]
    for move in moves:
        if look(pair[0], states[0]) != look(pair[1], states[1]):
            return Finding(False, f"they part before {move}", moves)
        states = [engine.play(state, move) for engine, state in zip(pair, states, strict=True)]
    differ = look(pair[0], states[0]) != look(pair[1], states[1])
    told = "part" if differ else "are alike"
    return Finding(differ, f"the readings {told} after {len(moves)} actions", moves)


def alike_for(pair: tuple[Any, Any], plies: int) -> Finding:
    """Compare all games of so many actions on both: no two readings part in them."""
    layer = {pair[0].initial(): pair[1].initial()}
    compared = 0
    for ply in range(plies + 1):
        following = {}
        for mine, theirs in layer.items():
            compared += 1
            if look(pair[0], mine) != look(pair[1], theirs):
                return Finding(False, f"they part after {ply} actions")
            if ply < plies:
                for action in pair[0].legal_actions(mine):
                    following[pair[0].play(mine, action)] = pair[1].play(theirs, action)
        layer = following
    return Finding(True, f"alike in all {compared} positions of at most {plies} actions")


# ------------------------------------------------------------------------------- one and all

FIVE = ("u0,0:aaa", "d-1,0:aab", "u-1,0:aab", "d-1,-1:aaa", "u-1,1:bab")
"""p1's three tiles take the first one of p2; the vacated cell has three neighbours."""


def alike_with_one_neighbour(most: int = 1) -> Iterator[Case]:
    """Where a tile has one neighbour at most, `all` and `one` permit the same."""
    for cell in MIDDLE:
        strict, loose = rules_of(), rules_of(match="one")
        before = any_position(strict)
        move = laid_on(strict, before, cell)
        place = before.window.number[cell]
        beside = [before.lies(other) for other, _ in before.window.around[place]]
        (every,), (some,) = (permitted(rules, before, move, "DRE-4") for rules in (strict, loose))
        yield Case(
            f"alike with at most {most} neighbours, {cell[0]}",
            (at_most(most, beside),),
            iff(every, some),
        )


ONE_AND_ALL = Theorem(
    name="match_one_differs_from_all_after_five_actions",
    statement="The readings `all` and `one` of match permit the same wherever a tile has one "
    "neighbour; with two players they part after five actions, by a capture, and not before.",
    scope="one neighbour: s = 4, every position; shortest game: k = 2, s = 2, all games of four actions",
    clauses=("DRE-4", "match"),
    parts=(
        Claim("alike with one neighbour", alike_with_one_neighbour),
        Enumeration(
            "no game of four actions parts them", lambda: alike_for(sides({"s": 2}, "match"), 4)
        ),
        Exhibit("a vacated cell", lambda: part_after(sides({"s": 2}, "match"), FIVE)),
        Twin("alike with two neighbours", lambda: next(alike_with_one_neighbour(2))),
    ),
)


# ---------------------------------------------------------------------------- outer and every

HOLE = (
    "u0,0:aad",
    "d0,0:acd",
    "d0,-1:aaa",
    "u1,-1:aca",
    "d-1,0:adb",
    "u-1,1:bda",
    "u-1,0:aab",
    "d-1,1:dba",
    "d-2,0:abb",
    "u-2,1:bba",
    "u-2,0:cab",
    "d-3,0:cbc",
    "d-2,-1:dac",
    "u-2,-1:adc",
    "u0,-1:caa",
    "d0,-2:bac",
    "u-1,-1:dca",
    "d-1,-2:ccd",
)
"""p1 lays nine tiles round `d-1,-1`, and p2 a wall of eight round them, and one elsewhere."""
SMALLEST = 9
"""Tiles of the smallest region with a hole."""


def regions(size: int, window: Window) -> Iterator[frozenset[Cell]]:
    """Give all edge-connected sets of so many cells that contain the first cell."""
    found = {frozenset({window.number[FIRST]})}
    for _ in range(size - 1):
        found = {
            cells | {other}
            for cells in found
            for cell in cells
            for other, _ in window.around[cell]
            if other not in cells
        }
    return (frozenset(window.cells[cell] for cell in cells) for cells in found)


def reached(start: int, among: set[int], window: Window) -> set[int]:
    """Find what can be reached from a cell by edges, among some cells of a window."""
    seen, waiting = {start}, [start]
    while waiting:
        near = {other for other, _ in window.around[waiting.pop()] if other in among} - seen
        seen |= near
        waiting += near
    return seen


def has_hole(cells: frozenset[Cell]) -> bool:
    """Tell whether cells hang together, and some other cell cannot be reached from the rim."""
    window = window_around(cells)
    inside = {window.number[cell] for cell in cells}
    outside = set(range(len(window.cells))) - inside
    if reached(min(inside), inside, window) != inside:
        return False
    return reached(0, outside, window) != outside


def no_hole_up_to(size: int) -> Finding:
    """Look for a hole in every region of at most so many tiles."""
    looked = 0
    for tiles in range(1, size + 1):
        window = window_from((-tiles, -tiles), (tiles, tiles))
        for region in regions(tiles, window):
            looked += 1
            if has_hole(region):
                return Finding(False, f"a region of {tiles} tiles has a hole")
    return Finding(True, f"none of {looked} regions of up to {size} tiles has a hole")


def hole_parts() -> Finding:
    """Replay the game: `outer` takes nine tiles, `every` none."""
    return part_after(sides({}, "outline"), HOLE)


def nine() -> list[Cell]:
    """The cells of the region that is taken."""
    return sorted(cell_of(move.split(":")[0]) for move in HOLE[::2])


def hole_of_nine() -> Finding:
    """The nine tiles that are taken are a region with a hole."""
    cells = frozenset(nine())
    return Finding(len(cells) == SMALLEST and has_hole(cells), "nine tiles make a hole")


def hole_of_eight() -> Finding:
    """Claim wrongly that one of the nine tiles is not needed."""
    found = [has_hole(frozenset(nine()) - {cell}) for cell in nine()]
    return Finding(any(found), "eight of the nine tiles make a hole")


OUTER_AND_EVERY = Theorem(
    name="outline_outer_differs_from_every_after_eighteen_actions",
    statement="The readings `outer` and `every` of outline part only at regions with a hole. The "
    "smallest have nine tiles of one player, so with two players the ninth is laid no earlier than as "
    "the seventeenth, and the capture comes after eighteen actions at the earliest; there is such.",
    scope="k = 2, s = 4, the other readings the default ones; every region of up to eight tiles",
    clauses=("DRE-7", "outline"),
    parts=(
        Enumeration("smaller regions have no hole", lambda: no_hole_up_to(SMALLEST - 1)),
        Exhibit("a region of nine with a hole", hole_of_nine),
        Exhibit("eighteen actions", hole_parts),
        FalseExhibit("eight of them make a hole", hole_of_eight),
    ),
)


# --------------------------------------------------------------- completing, claim and stuck

BACK = ("u0,0:aaa", "d0,0:aaa", "d-1,0:aaa", "d0,-1:aaa", "u0,0:aaa")
"""p4 captures p1's tile; p5 lays into the vacated cell and closes the own region."""
SIX = {"k": 6, "s": 1}


def standing_falls() -> Finding:
    """Replay it, and let p6 lay a tile far from p5's: any of them will do."""
    pair = sides(SIX, "trigger")
    state = pair[0].initial()
    for move in BACK:
        state = pair[0].play(state, move)
    every = [part_after(pair, (*BACK, action)) for action in pair[0].legal_actions(state)]
    return Finding(all(each.holds for each in every), every[0].detail, every[0].moves)


COMPLETING_AND_STANDING = Theorem(
    name="trigger_completing_differs_from_standing_after_six_actions",
    statement="A region that its owner closed stands under `completing`, and falls to the next tile of "
    "another player under `standing`: after six actions with six players, and not before.",
    scope="k = 6, s = 1, every game of five actions (one symbol: every tile matches everywhere)",
    clauses=("DRE-7", "trigger"),
    parts=(
        Enumeration(
            "no game of five actions parts them", lambda: alike_for(sides(SIX, "trigger"), 5)
        ),
        Exhibit("a tile laid into a vacated cell", standing_falls),
        FalseExhibit("five actions part them", lambda: part_after(sides(SIX, "trigger"), BACK)),
    ),
)

FOUR = {"k": 4, "s": 1}
MUST_AND_MAY = Theorem(
    name="claim_must_differs_from_may_after_three_actions",
    statement="The readings `must` and `may` of claim part when a capture can be declined: with four "
    "players after three actions, and not before.",
    scope="k = 4, s = 1, every game of two actions",
    clauses=("DRE-7", "claim"),
    parts=(
        Enumeration(
            "no game of two actions parts them", lambda: alike_for(sides(FOUR, "claim"), 2)
        ),
        Exhibit("p4 may decline", lambda: part_after(sides(FOUR, "claim"), BACK[:3])),
        FalseExhibit(
            "no game of three actions parts them", lambda: alike_for(sides(FOUR, "claim"), 3)
        ),
    ),
)


def every_stack(first: str) -> Iterator[dict[str, list[str]]]:
    """Give stacks for two players with two symbols, by the tiles on top."""
    names = ["aaa", "aab", "abb", "bbb"]
    for top in names:
        yield {
            "p1": [first, *(name for name in names if name != first)],
            "p2": [top, *(name for name in names if name != top)],
        }


def alike_from_stacks(plies: int) -> Finding:
    """Compare `keep` and `bury` for whatever lies on top of both stacks."""
    found = [
        alike_for(sides({"s": 2, "supply": "stack", "stacks": stacks}, "stuck"), plies)
        for first in ("aaa", "aab", "abb", "bbb")
        for stacks in every_stack(first)
    ]
    bad = [each for each in found if not each.holds]
    return bad[0] if bad else Finding(True, f"alike for {len(found)} pairs of stacks")


KEEP_AND_BURY = Theorem(
    name="stuck_keep_differs_from_bury_after_two_actions",
    statement="The readings `keep` and `bury` of stuck part at the first pass: after two actions, and "
    "not before.",
    scope="k = 2, s = 2, stacks with every pair of tiles on top",
    clauses=("DRE-6", "stuck"),
    parts=(
        Enumeration("no single action parts them", lambda: alike_from_stacks(1)),
        Exhibit(
            "p2 passes",
            lambda: part_after(
                sides({"s": 2, "supply": "stack", "stacks": STACKS}, "stuck"), ("u0,0:aaa", "pass")
            ),
        ),
        FalseExhibit("two actions do not part them either", lambda: alike_from_stacks(2)),
    ),
)


# ------------------------------------------------------------------------------ the earliest end


def ends_after(moves: tuple[str, ...], stacks: Mapping[str, list[str]]) -> Finding:
    """Replay a game from stacks; it must be over at its end, with tiles left to everybody."""
    engine = GAME.engine({"s": 2, "k": len(stacks), "supply": "stack", "stacks": stacks})
    state = engine.initial()
    for move in moves:
        state = engine.play(state, move)
    all_hold_tiles = all(engine.to_json(state)["left"].values())
    return Finding(
        engine.is_over(state) and all_hold_tiles, f"over after {len(moves)} actions", moves
    )


def never_over_before(plies: int) -> Finding:
    """No game of fewer actions is over, from stacks with every pair of tiles on top."""
    looked = 0
    for first in ("aaa", "aab", "abb", "bbb"):
        for stacks in every_stack(first):
            engine = GAME.engine({"s": 2, "supply": "stack", "stacks": stacks})
            layer = [engine.initial()]
            for ply in range(plies):
                looked += len(layer)
                if any(map(engine.is_over, layer)):
                    return Finding(False, f"a game is over after {ply} actions")
                layer = [
                    engine.play(state, action)
                    for state in layer
                    for action in engine.legal_actions(state)
                ]
    return Finding(True, f"none of {looked} positions before action {plies} is over")


EARLIEST_END = Theorem(
    name="everybody_can_be_stuck_after_one_tile",
    statement="With stacks everybody can be stuck after the very first tile: k passes follow, and the "
    "game is over after k+1 actions, the least there can be. How soon it can end with hands is open.",
    scope="k = 2 and s = 2 for the least; k = 2 and 3 for the games",
    clauses=("DRE-6", "DRE-9"),
    parts=(
        Exhibit("two players", lambda: ends_after(("u0,0:aaa", "pass", "pass"), STACKS)),
        Exhibit(
            "three players",
            lambda: ends_after(
                ("u0,0:aaa", "pass", "pass", "pass"), {**STACKS, "p3": STACKS["p2"]}
            ),
        ),
        Enumeration("nothing is over before three actions", lambda: never_over_before(3)),
        FalseExhibit("nothing is over before four actions", lambda: never_over_before(4)),
    ),
)

THEOREMS = (
    ONE_AND_ALL,
    OUTER_AND_EVERY,
    COMPLETING_AND_STANDING,
    MUST_AND_MAY,
    KEEP_AND_BURY,
    EARLIEST_END,
)
