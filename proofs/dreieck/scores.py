"""How high and how low a score can be, and which of these extremes are attained."""

from __future__ import annotations

from rulewright.proofs.dreieck.laying import PLAYERS
from rulewright.proofs.dreieck.setting import any_position, effect, rules_of
from rulewright.proofs.theorem import Case, Claim, Exhibit, Finding, Theorem, Twin
from rulewright.spec.dreieck import GAME
from rulewright.spec.dreieck.board import tiles_of
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


THEOREM = Theorem(
    name="scores_lie_between_minus_24_and_24_times_k_minus_1",
    statement="A score is at least -24, which is attained, and at most 24(k-1); whether all tiles of "
    "all others can be captured is open.",
    scope="k = 2, 3, 4 and s = 4; every position in which nothing is lost, on a window of 18 cells",
    clauses=("DRE-8", "DRE-10"),
    parts=(
        Claim("scores are bounded", lambda: map(bounded, PLAYERS)),
        Exhibit("the lowest score", lowest),
        Twin("the highest score is one less", lambda: bounded(2, most=1)),
    ),
)
