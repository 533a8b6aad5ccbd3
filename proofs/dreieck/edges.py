"""Tiles that share an edge agree on it at all times; tiles that share only a corner need not."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.proofs.computed import Computed, Enumeration, Exhibit, FalseExhibit, game_of, replay
from rulewright.proofs.dreieck.corners import corners_agree_up_to
from rulewright.proofs.dreieck.holes import no_hole_up_to
from rulewright.proofs.dreieck.laying import (
    ELSEWHERE,
    PLAYERS,
    Laid,
    LaidAndCaptured,
    every_laying,
    layers_in_the_window,
)
from rulewright.proofs.dreieck.setting import (
    BEYOND,
    IN_GAMES,
    LAYING,
    MIDDLE,
    REAL,
    after_a_pass,
    after_taking,
    any_position,
    booleans,
    effect,
    holds,
    is_sound,
    permitted,
    rules_of,
)
from rulewright.proofs.reachability import BY_LAYERS
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Lemma, Theorem, Twin
from rulewright.spec.dreieck import GAME
from rulewright.spec.dreieck.board import Cell, corners_of
from rulewright.spec.dreieck.notation import cell_of
from rulewright.spec.logic import Fact, all_of, implies


def stays_so(k: int, cell: Cell, match: str = "all") -> Case:
    """Laying a tile that matches, and taking any tiles whatever, keeps neighbours in agreement."""
    here, strict = Laid(k, cell, match=match), rules_of(k)
    taken = booleans("taken", here.before.window.cells)
    after = after_taking(here.rules, here.laid, taken, here.move)
    return Case(
        f"neighbours agree after a tile is laid, k={k}, {cell[0]}, match={match}",
        (
            *is_sound(here.before),
            holds(strict, here.before, "DRE-4"),
            *empty_cells_are_blank(here.before),
            *permitted(here.rules, here.before, here.move, "DRE-3", "DRE-4"),
        ),
        holds(strict, after, "DRE-4"),
        under=here.rules,
        step=here.cell[0],
    )


def empty_cells_are_blank(position: object) -> Iterator[Fact]:
    """An empty cell shows no symbols: what the facts of a position mean."""
    lies, symbols = position.lies, position.symbols  # type: ignore[attr-defined]
    return (
        implies(fact, lies(cell))
        for cell, shown in enumerate(symbols)
        for facts in shown
        for fact in facts
    )


def a_start() -> Case:
    """Nothing lies on the table at the start, so nothing disagrees."""
    rules = rules_of()
    start = effect("DRE-1", rules)
    return Case(
        "neighbours agree at the start",
        (True,),
        holds(rules, start, "DRE-4"),
        decided="at the start no tile lies, and nothing is unknown",
    )


def a_pass(k: int) -> Case:
    """A pass changes nothing on the table."""
    rules = rules_of(k)
    before = any_position(rules)
    after = after_a_pass(rules, before)
    return Case(
        f"neighbours agree after a pass, k={k}",
        (*is_sound(before), holds(rules, before, "DRE-4")),
        holds(rules, after, "DRE-4"),
        under=rules,
    )


MOVES = game_of(
    "u0,0:abc d0,-1:cba d0,0:bcc u0,-1:dca u0,1:ccd d-1,-1:daa u-1,0:aad d-1,1:cda u-1,1:cca"
)
"""Nine tiles, and no capture: a walk that comes back to a corner from the other side."""


def corners_differ() -> Computed:
    """Replay a game and find a corner that two tiles share and on which they differ."""
    engine = GAME.engine()
    state = replay(engine, MOVES)
    shown: dict[tuple[int, int], set[str]] = {}
    for text, (_, way) in engine.to_json(state)["tiles"].items():
        for corner, symbol in zip(corners_of(cell_of(text)), way, strict=True):
            shown.setdefault(corner, set()).add(symbol)
    split = {corner: symbols for corner, symbols in shown.items() if len(symbols) > 1}
    at = ", ".join(f"{q},{r}" for q, r in split)
    detail = f"after {len(MOVES)} tiles two differ at the corner {at}"
    return Computed.of_game(engine, MOVES, bool(split), detail)


def only_walled_in_tiles_are_taken(here: LaidAndCaptured) -> Case:
    """Across every edge of a tile that is taken lies a tile, unless the region has a hole."""
    return Case(
        f"what is taken is walled in, {here.named}",
        here.given,
        all_of(
            implies(
                gone, all_of(here.laid.lies(near) for near, _ in here.laid.window.around[place])
            )
            for place, gone in enumerate(here.taken)
        ),
    )


WALLED_IN = "what is taken is walled in, where there are no holes"

THEOREM = Theorem(
    name="neighbours_agree_on_their_common_edge",
    statement="Under match=all, two tiles that share an edge show the same symbols at it, at all times; "
    "tiles that share only a corner need not agree on it: after nine actions, and not before.",
    scope=TheoremScope(
        "window",
        "18 cells, every tile laid on a cell of each kind, whatever is taken, and every pass",
        inductive=True,
        params={"k": PLAYERS, "s": (4,)},
        also="Corners: any number of symbols and players, everything that up to eight tiles can come to "
        "when any walled-in tiles can be taken; that no others are taken: regions without a hole, as "
        "all of up to eight tiles are",
        rim=(IN_GAMES, BEYOND),
    ),
    clauses=("DRE-3", "DRE-4", "DRE-7", "match"),
    assumptions=(BY_LAYERS, ELSEWHERE),
    parts=(
        Claim("at the start", a_start),
        Claim(
            "after a tile is laid",
            lambda: (stays_so(k, cell) for k in PLAYERS for cell in MIDDLE),
            real=LAYING,
        ),
        Claim(
            "after a pass",
            lambda: map(a_pass, PLAYERS),
            real=REAL,
            evident="a pass leaves all tiles as they are",
        ),
        *layers_in_the_window(),
        Lemma(
            WALLED_IN,
            lambda: (
                only_walled_in_tiles_are_taken(here)
                for here in every_laying()
                if here.outline == "every"
            ),
            why_not_real="`nothing_is_lost` holds its premises against games, under each reading",
        ),
        Enumeration("regions of up to eight tiles have no hole", lambda: no_hole_up_to(8)),
        Enumeration(
            "corners agree up to eight tiles",
            lambda: corners_agree_up_to(8),
            rests_on=(WALLED_IN, "after a tile is laid", "after a pass"),
        ),
        Exhibit("corners that differ", corners_differ),
        FalseExhibit(
            "corners agree up to nine tiles",
            lambda: corners_agree_up_to(9),
            of="corners agree up to eight tiles",
            changed="one tile more",
        ),
        Twin(
            "what is taken is walled in even with holes",
            lambda: only_walled_in_tiles_are_taken(LaidAndCaptured(2, MIDDLE[0], "outer")),
            of=WALLED_IN,
            changed="the reading of outline under which a region may have a hole",
            not_replayed="a region with a hole does not fit into 18 cells",
        ),
        Twin(
            "under match=one as well",
            lambda: stays_so(2, MIDDLE[0], "one"),
            of="after a tile is laid",
            changed="the tile is laid under match=one",
        ),
    ),
    slow=True,
)
