"""How soon a game can end because everybody is stuck: with stacks at once, with hands not so soon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve

from rulewright.proofs.computed import Computed, Enumeration, Exhibit, FalseExhibit, replay
from rulewright.proofs.dreieck.corners import tables_up_to
from rulewright.proofs.dreieck.laying import Laid
from rulewright.proofs.dreieck.readings import STACKS
from rulewright.proofs.dreieck.setting import (
    BEYOND,
    MIDDLE,
    any_position,
    effect,
    permitted,
    rules_of,
)
from rulewright.proofs.dreieck.tables import beside
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Assumption, Case, Claim, Theorem, Twin
from rulewright.spec.dreieck import GAME
from rulewright.spec.dreieck.board import Cell
from rulewright.spec.dreieck.facts import Facts, Symbols
from rulewright.spec.logic import Fact, all_of, any_of, at_most, exactly_one, not_

# ------------------------------------------------------------------------------------- stacks


def ends_after(params: Mapping[str, Any], *moves: str) -> Computed:
    """Replay a game; it must be over at its end, and not before, with tiles left to everybody."""
    engine = GAME.engine(params)
    state = replay(engine, moves)
    all_hold_tiles = all(engine.to_json(state)["left"].values())
    over = engine.is_over(state) and all_hold_tiles
    return Computed.of_game(engine, moves, over, f"over after {len(moves)} actions")


def all_laid_after(*moves: str) -> Computed:
    """Replay a game with one symbol, in which each player has laid the only tile at its end."""
    engine = GAME.engine({"k": len(moves), "s": 1})
    state, ends = engine.initial(), []
    for move in moves:
        state = engine.play(state, move)
        ends.append(engine.is_over(state))
    over = ends.index(True) == len(moves) - 1 and not any(engine.to_json(state)["left"].values())
    return Computed.of_game(engine, moves, over, f"all laid after {len(moves)} actions")


def stacked(stacks: Mapping[str, list[str]]) -> dict[str, Any]:
    """Make the parameters of a game with two symbols from stacks."""
    return {"s": 2, "k": len(stacks), "supply": "stack", "stacks": stacks}


def passes_end_it(k: int, *, fewer: int = 0) -> Case:
    """While tiles are left only k passes in a row end the game, and somebody laid a tile before."""
    rules = rules_of(k)
    before = any_position(rules)
    some_left = any_of(fact for own in before.left for fact in own)
    over = effect("DRE-9", rules, before)
    return Case(
        f"it takes {k - fewer} passes, k={k}",
        (some_left, over, exactly_one(before.passes)),
        before.passes[k - fewer],
    )


STUCK_AT_ONCE = Theorem(
    name="everybody_can_be_stuck_after_one_tile",
    statement="With stacks everybody can be stuck after the very first tile: k passes follow, and the "
    "game is over after k+1 actions, the least there can be with two symbols and more. With one symbol "
    "all k tiles are laid after k actions.",
    scope=TheoremScope(
        "window",
        "18 cells, every position at the end of a game",
        params={"k": (2, 3, 4)},
        also="The first player can always lay the first tile, and two tiles each cannot all be laid in "
        "fewer than 2k actions; the games: k = 2 and 3, s = 2; k = 2 and 3, s = 1",
        rim=(BEYOND,),
    ),
    clauses=("DRE-6", "DRE-9"),
    parts=(
        Claim(
            "only k passes end a game with tiles left",
            lambda: map(passes_end_it, (2, 3, 4)),
            why_not_real="it speaks of the end of a game",
        ),
        Exhibit("two players", lambda: ends_after(stacked(STACKS), "u0,0:aaa", "pass", "pass")),
        Exhibit(
            "three players",
            lambda: ends_after(
                stacked({**STACKS, "p3": STACKS["p2"]}), "u0,0:aaa", "pass", "pass", "pass"
            ),
        ),
        Exhibit("one symbol, two players", lambda: all_laid_after("u0,0:aaa", "d0,0:aaa")),
        Exhibit(
            "one symbol, three players", lambda: all_laid_after("u0,0:aaa", "d0,0:aaa", "u1,0:aaa")
        ),
        Twin(
            "k-1 passes do",
            lambda: passes_end_it(3, fewer=1),
            of="only k passes end a game with tiles left",
            changed="one pass fewer",
        ),
        FalseExhibit(
            "one pass is enough",
            lambda: ends_after(stacked(STACKS), "u0,0:aaa", "pass"),
            of="two players",
            changed="the game without its last pass",
        ),
    ),
)

# -------------------------------------------------------------------------------------- hands

LITTLE = ("u0,0:aab", "d-1,0:abb", "u-1,1:bba", "d0,-1:baa", "pass", "pass")
THREE_SYMBOLS = """
    u0,0:bcc d0,0:cac u0,1:cac d-1,1:ccb u-1,1:bcb d-2,1:bbc d0,1:abc u1,1:acb u1,0:cba d1,0:bca
    pass pass
"""
FOUR_SYMBOLS = """
    u0,0:bdc d0,-1:bdb u0,-1:dbb d-1,0:bcd u-1,0:dbd d-2,0:ddb d0,0:dbc u0,1:cbd u-1,1:dca d-2,1:dab
    u-2,2:bad d-1,1:cda d-2,2:abd u-1,2:adb pass pass
"""

SOME_CELL_BESIDE_ONE = Assumption(
    "some_cell_beside_one_tile",
    "On every table with a tile, some empty cell is beside exactly one: above a tile with an edge on "
    "the highest line that tiles reach, or, if they reach it with corners only, to the right of the "
    "last of these.",
    "in this theorem, for every table that up to seven tiles can come to",
)


def shared_symbols(here: Laid) -> dict[int, Facts]:
    """For each corner shared with the first neighbour: what that one shows there."""
    other, shared = here.around[0]
    return {mine: here.before.symbols[other][its] for mine, its in shared}


def fitting(here: Laid) -> Iterator[Symbols]:
    """Yield, for each symbol on the free corner, what fits beside the first neighbour."""
    for symbol in range(len(here.rules.symbols)):
        free = tuple(number == symbol for number in range(len(here.rules.symbols)))
        first, second, third = (shared_symbols(here).get(corner, free) for corner in range(3))
        yield first, second, third


def beside_one_tile(cell: Cell, *, at_least: int = 1) -> Iterator[Case]:
    """Beside one tile, a tile with whatever symbol on the free corner fits (under `match=all`)."""
    here = Laid(2, cell)
    before, rules = here.before, here.rules
    beside_it = tuple(before.lies(near) for near, _ in here.around)
    for symbol, symbols in enumerate(fitting(here)):
        move = evolve(here.move, symbols=symbols, tile=effect("DRE-5", rules, symbols))
        yield Case(
            f"symbol {symbol} fits, {cell[0]}",
            (
                before.begun,
                beside_it[0],
                at_most(at_least, beside_it),
                not_(before.lies(before.window.number[cell])),
                *map(exactly_one, shared_symbols(here).values()),
            ),
            all_of(permitted(rules, before, move, "DRE-3", "DRE-4")),
        )


def all_different(cell: Cell) -> Case:
    """The tiles with different symbols on the free corner, and the same on the two others, differ."""
    here = Laid(2, cell)
    tiles: list[Facts] = [effect("DRE-5", here.rules, symbols) for symbols in fitting(here)]
    same: list[Fact] = [
        all_of(pair)
        for one in range(len(tiles))
        for other in range(one)
        for pair in zip(tiles[one], tiles[other], strict=True)
    ]
    return Case(
        f"they are different tiles, {cell[0]}",
        tuple(map(exactly_one, shared_symbols(here).values())),
        not_(any_of(same)),
    )


def some_cell_beside_one() -> Computed:
    """Look for a cell beside exactly one tile on every table that up to seven tiles can come to."""
    looked = 0
    for cells in tables_up_to(7):
        looked += 1
        near = [other for cell in cells for other in beside(cell) if other not in cells]
        if not any(near.count(cell) == 1 for cell in near):
            return Computed(False, f"none beside exactly one of {sorted(cells)}", looked)
    return Computed(True, f"there is one on each of {looked} tables", looked)


STUCK_WITH_HANDS = Theorem(
    name="with_hands_nobody_is_stuck_before_laying_a_tile_for_each_symbol",
    statement="With hands a player is stuck only after laying s tiles at least, all that fit beside one "
    "tile; so a game cannot end with tiles in hand before k(s+1) actions. With two players that is 6 "
    "for two symbols, which is attained. For three symbols it is 8, and the shortest known takes 12; "
    "for four it is 10, and the shortest known takes 16.",
    scope=TheoremScope(
        "window",
        "18 cells, a cell of each kind beside one tile, and every position at the end of a game",
        params={"k": (2, 3, 4), "s": (4,)},
        readings={"match": ("all",)},
        also="The least: any k, each symbol by itself; the games: k = 2, the long ones found by a "
        "search that keeps the positions with the fewest legal actions",
        rim=(BEYOND,),
    ),
    clauses=("DRE-3", "DRE-4", "DRE-6", "DRE-9"),
    assumptions=(SOME_CELL_BESIDE_ONE,),
    parts=(
        Claim(
            "any symbol fits",
            lambda: (case for cell in MIDDLE for case in beside_one_tile(cell)),
            why_not_real="it speaks of a cell beside one tile",
        ),
        Claim(
            "they are different tiles",
            lambda: map(all_different, MIDDLE),
            why_not_real="it speaks of tiles, and of no position",
        ),
        Claim(
            "only k passes end a game with tiles left",
            lambda: map(passes_end_it, (2, 3, 4)),
            why_not_real="it speaks of the end of a game",
        ),
        Enumeration("some cell is beside one tile", some_cell_beside_one),
        Exhibit("two symbols: six actions", lambda: ends_after({"s": 2}, *LITTLE)),
        Exhibit(
            "three symbols: twelve actions", lambda: ends_after({"s": 3}, *THREE_SYMBOLS.split())
        ),
        Exhibit("four symbols: sixteen actions", lambda: ends_after({}, *FOUR_SYMBOLS.split())),
        Twin(
            "any symbol fits beside two tiles",
            lambda: next(beside_one_tile(MIDDLE[0], at_least=2)),
            of="any symbol fits",
            changed="beside two tiles",
        ),
        FalseExhibit(
            "five actions",
            lambda: ends_after({"s": 2}, *LITTLE[:5]),
            of="two symbols: six actions",
            changed="the game without its last pass",
        ),
    ),
)

THEOREMS = (STUCK_AT_ONCE, STUCK_WITH_HANDS)
