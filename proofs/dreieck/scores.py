"""How high and how low a score can be, and which of these extremes are attained."""

from __future__ import annotations

from functools import partial
from typing import Any

from rulewright.proofs.computed import Computed, Exhibit, FalseExhibit, replay
from rulewright.proofs.dreieck.laying import PLAYERS
from rulewright.proofs.dreieck.setting import BEYOND, any_position, effect, holds, rules_of
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.spec.dreieck import GAME
from rulewright.spec.dreieck.board import name_of, tiles_of
from rulewright.spec.logic import all_of


def bounded(k: int, *, most: int = 0) -> Case:
    """A score is at least minus the full set and at most the full sets of the others."""
    rules = rules_of(k)
    position = any_position(rules)
    full = len(rules.tiles)
    minus = effect("DRE-10", rules, position)
    return Case(
        f"-{full} <= score <= {full * (k - 1) - most}, k={k}",
        (holds(rules, position, "DRE-8"), *(captured >= 0 for captured in position.captured)),
        all_of(
            fact
            for captured, left in zip(position.captured, minus, strict=True)
            for fact in (captured - left >= -full, captured - left <= full * (k - 1) - most)
        ),
    )


def lowest(k: int, *, missing: int = 0) -> Computed:
    """Replay a game in which all but p1 never lay a tile: stacks, with `ddd` on top after `aaa`."""
    names = list(reversed(tiles_of(4)))
    first = ["aaa", *(name for name in names if name != "aaa")]
    stacks = {f"p{player}": names if player > 1 else first for player in range(1, k + 1)}
    engine = GAME.engine({"k": k, "supply": "stack", "stacks": stacks})
    moves = ("u0,0:aaa", *["pass"] * k)
    state = replay(engine, moves)
    scores = [-23, *[missing - len(names)] * (k - 1)]
    reached = engine.is_over(state) and list(engine.scores(state).values()) == scores
    detail = f"k={k}: -24 is attained, by stacks that are stuck from the start"
    return Computed.of_game(engine, moves, reached, detail)


EVERYTHING = {
    2: """
        u0,0:ddd d-1,0:ddb d0,0:dad u-1,0:bdb d0,-1:cdd d-1,-1:cdb u1,0:dca u0,1:daa u1,-1:cbd
        u-1,1:bdc d1,-2:bbc d0,1:aaa u1,-2:cbc d1,0:cba d1,-3:abc u2,0:ccb d2,-1:acc d2,0:cbb
        u2,-3:adb d-1,1:dac u2,-2:bbb u2,1:bbb d0,-2:ccc u0,-2:ccc d2,-2:bab d0,-3:dcc u3,-2:baa
        u0,-3:ddc d3,-3:dab u4,-3:dba d2,-3:dbb d4,-3:bba u3,-1:aac d3,-1:abc d2,-4:ada
        u3,-4:add u1,-3:dac u4,-2:aba u2,-1:bac d1,-4:cad u3,-3:ddb d3,-5:bda u0,-1:ccd
        u2,-4:caa d1,-1:bcd d2,-5:cac d3,-2:aaa d3,-4:ddd
    """,
    3: """
        u0,0:abb d0,-1:dba d-1,0:abd d0,0:bbb u0,-1:cda d-1,-1:cac u0,1:bbc d0,-2:ddc u0,-2:adc
        d-1,1:bca u1,-2:dad u-1,1:dba d0,1:bcc d1,-3:cad u-1,2:aca u1,1:bdc u1,-1:dab u0,2:ccd
        d1,1:dbc u2,-3:cba u1,-3:dcd u1,0:bdb d2,-4:cbc u2,-4:ccc d1,0:ddb u3,-4:cbb d-1,-2:acb
        u2,1:dab d2,-3:baa u1,2:cbc d2,1:acb u2,-2:aaa u3,1:abc d3,0:aba d1,-2:aad d3,-5:dbc
        d2,0:dad d2,-2:aca u4,0:aab d4,-1:aaa u3,-3:bba u5,-1:ada d1,-1:adb u3,-2:acc u-1,-2:bab
        u3,0:daa d3,-2:ccc u2,2:bcb u2,0:ddd d3,-3:bca d5,-2:dda u5,-2:cda d3,-4:bbb d5,-3:bdc
        u4,-1:caa u4,-4:bdb d4,-5:bdb d3,-1:cad u5,-3:dbc d5,-4:dbd d4,-2:cac u5,-4:ddd
        d5,-5:ddd u4,-2:ccc u4,-3:bdc d-2,-2:bbb u3,-1:ccd d4,-4:ddb d-2,2:aaa d2,-1:cdd
        d4,-3:dcc u2,-1:acd
    """,
}
"""For each number of players a game without a pass. The tiles of each player but the last one make one
region; the last player's last tile, the last of all, closes the ring round all of these."""


def highest(k: int, supply: str, *, left: int = 0) -> Computed:
    """Replay the game in which the last player takes all tiles of the others, but for `left`."""
    moves = tuple(EVERYTHING[k].split())
    params: dict[str, Any] = {"k": k, "supply": supply}
    if supply == "stack":
        laid = [name_of(move.split(":")[1]) for move in moves]
        params["stacks"] = {f"p{player}": laid[player - 1 :: k] for player in range(1, k + 1)}
    engine = GAME.engine(params)
    state = replay(engine, moves)
    scores = [*[0] * (k - 1), 24 * (k - 1) - left]
    reached = engine.is_over(state) and list(engine.scores(state).values()) == scores
    detail = f"k={k}, {supply}: {24 * (k - 1)} is attained, by taking all tiles of the others"
    return Computed.of_game(engine, moves, reached, detail)


THEOREM = Theorem(
    name="scores_lie_between_minus_24_and_24_times_k_minus_1",
    statement="A score is at least -24 and at most 24(k-1). "
    "With two and three players the highest is attained by the last one, with hands and with stacks. "
    "-24 is attained with stacks, by a player who never can lay a tile; with hands it is not, as such a "
    "player lays four tiles at least (with_hands_nobody_is_stuck_before_laying_a_tile_for_each_symbol).",
    scope=TheoremScope(
        "window",
        "18 cells, every position in which nothing is lost",
        params={"k": PLAYERS, "s": (4,)},
        also="The games: default readings. Whether 24(k-1) is attained by four players or more is open",
        rim=(BEYOND,),
    ),
    clauses=("DRE-8", "DRE-10"),
    parts=(
        Claim(
            "scores are bounded",
            lambda: map(bounded, PLAYERS),
            why_not_real="it speaks of tables that lie within the window as a whole",
        ),
        *(
            Exhibit(f"the highest score, k={k}, {supply}", partial(highest, k, supply))
            for k in EVERYTHING
            for supply in ("hand", "stack")
        ),
        *(Exhibit(f"the lowest score, k={k}", partial(lowest, k)) for k in PLAYERS),
        Twin(
            "the highest score is one less",
            lambda: bounded(2, most=1),
            of="scores are bounded",
            changed="one tile fewer",
        ),
        FalseExhibit(
            "a tile of p1 stays",
            lambda: highest(2, "hand", left=1),
            of="the highest score, k=2, hand",
            changed="one tile fewer is taken",
        ),
        FalseExhibit(
            "the others lay a tile",
            lambda: lowest(2, missing=1),
            of="the lowest score, k=2",
            changed="one tile fewer is left",
        ),
    ),
)
