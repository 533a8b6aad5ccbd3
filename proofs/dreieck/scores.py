"""How high and how low a score can be, and which of these extremes are attained."""

from __future__ import annotations

from rulewright.proofs.dreieck.laying import PLAYERS
from rulewright.proofs.dreieck.setting import any_position, effect, rules_of
from rulewright.proofs.theorem import (
    Case,
    Claim,
    Exhibit,
    FalseExhibit,
    Finding,
    Theorem,
    Twin,
)
from rulewright.spec.dreieck import GAME
from rulewright.spec.dreieck.board import name_of, tiles_of
from rulewright.spec.dreieck.facts import Outlook
from rulewright.spec.logic import all_of


def bounded(k: int, *, most: int = 0) -> Case:
    """A score is at least minus the full set and at most the full sets of the others."""
    rules = rules_of(k)
    position = any_position(rules)
    full = len(rules.tiles)
    holds = GAME.rulebook["DRE-8"].holds
    assert holds is not None
    minus = effect("DRE-10", rules, position)
    return Case(
        f"-{full} <= score <= {full * (k - 1) - most}, k={k}",
        (
            holds(rules, position, Outlook(False, ())),
            *(captured >= 0 for captured in position.captured),
        ),
        all_of(
            fact
            for captured, left in zip(position.captured, minus, strict=True)
            for fact in (captured - left >= -full, captured - left <= full * (k - 1) - most)
        ),
    )


STUCK = {
    "p1": ["aaa", *(name for name in reversed(tiles_of(4)) if name != "aaa")],
    "p2": list(reversed(tiles_of(4))),
}


def lowest() -> Finding:
    """Replay the game in which p2 never lays a tile: stacks, with `ddd` on top of both after `aaa`."""
    engine = GAME.engine({"supply": "stack", "stacks": STUCK})
    moves = ("u0,0:aaa", "pass", "pass")
    state = engine.initial()
    for move in moves:
        state = engine.play(state, move)
    scores = engine.scores(state)
    reached = engine.is_over(state) and scores == {"p1": -23, "p2": -24}
    return Finding(reached, "-24 is attained, by a stack that is stuck from the start", moves)


EVERYTHING = """
    u0,0:aaa d0,-1:aaa pass u1,-1:aba d1,-2:bba d1,-1:bba u2,-2:bdb u2,-1:bbb u0,-1:baa
    d2,-2:dbb u1,0:abd u3,-2:dab d2,-1:bbb d3,-2:acb d0,-2:cab u3,-1:bcb d3,-3:cad u4,-2:aac
    d-1,0:aad d4,-2:acc u-1,1:dac u4,-1:ccc u-1,0:bad d4,-3:daa u0,-2:acb d4,-1:cdc d3,-1:ccb
    u5,-2:abc u4,0:cdd u4,-3:cda u2,0:bbc d4,-4:adc u5,-4:add u5,-1:cdd u4,-4:aac d5,-3:dba
    u6,-3:dcb d5,-2:bdc d6,-4:bcd u5,-3:dda d5,-1:ddd u6,-2:bcd d6,-2:ccd d6,-3:ccb u7,-2:ccc
    d5,-4:ddd u7,-3:cac u6,-4:dbd d6,-5:dbd
"""
"""p1 passes once, so p1's last tile is the last of all: it closes the ring round all of p2's tiles."""


def highest(captured: int = 24) -> Finding:
    """Replay the game in which p1 lays all tiles, and with the last takes all of p2's."""
    moves = tuple(EVERYTHING.split())
    laid = [[m for m in moves[player::2] if m != "pass"] for player in (0, 1)]
    stacks = {
        f"p{player}": [name_of(move.split(":")[1]) for move in own]
        for player, own in enumerate(laid, 1)
    }
    engine = GAME.engine({"supply": "stack", "stacks": stacks})
    state = engine.initial()
    for move in moves:
        state = engine.play(state, move)
    scores = engine.scores(state)
    reached = engine.is_over(state) and scores == {"p1": captured, "p2": 0}
    return Finding(
        reached, "with two players 24 is attained, by a region of all of p2's tiles", moves
    )


THEOREM = Theorem(
    name="scores_lie_between_minus_24_and_24_times_k_minus_1",
    statement="A score is at least -24 and at most 24(k-1). With two players both are attained, with "
    "stacks: by a player who never can lay a tile, and by one who takes all tiles of the other.",
    scope="k = 2, 3, 4 and s = 4; every position in which nothing is lost, on a window of 18 cells. "
    "Both games: k = 2, stacks, default readings. Whether 24(k-1) is attained by more players is "
    "open, and so are both for hands",
    clauses=("DRE-8", "DRE-10"),
    parts=(
        Claim("scores are bounded", lambda: map(bounded, PLAYERS)),
        Exhibit("the highest score", highest),
        Exhibit("the lowest score", lowest),
        Twin("the highest score is one less", lambda: bounded(2, most=1)),
        FalseExhibit("a tile of p2 stays", lambda: highest(23)),
    ),
)
