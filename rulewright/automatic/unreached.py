"""What a limit of time left out: statements that were not reached are undecided, and said."""

from __future__ import annotations

from collections.abc import Container, Iterator

from attrs import evolve

from rulewright.automatic.pairs import TwoReadings
from rulewright.automatic.statements import UNDECIDED, AutomaticVerdict

PARTS = {
    "invariants": "What a clause keeps true is inductive; exactly one player is due until the end.",
    "turns": "No action is legal after the end; whoever is due can act.",
    "clauses": "Some action is legal; what each clause alone forbids.",
    "symmetries": "Renamed positions have the renamed legal actions, successors, results and turn.",
}
"""The kinds of statements under one combination of readings, in their order."""


def kinds_left(reached: Container[str], why: str) -> Iterator[AutomaticVerdict]:
    """Yield a verdict for each kind of statements that was not reached."""
    for kind, statement in PARTS.items():
        if kind not in reached:
            yield AutomaticVerdict(f"{kind} (not reached)", kind, statement, UNDECIDED, why)


def undecided(verdict: AutomaticVerdict, why: str) -> AutomaticVerdict:
    """Return the same statement without a verdict: under other readings it was not reached."""
    return evolve(
        verdict,
        status=UNDECIDED,
        detail=why,
        answer="",
        shown=None,
        twins=(),
        queries=0,
        seconds=0.0,
    )


def not_compared(two: TwoReadings, why: str) -> AutomaticVerdict:
    """Say of two readings that they were not compared."""
    return AutomaticVerdict(two.title, "readings", two.statement, UNDECIDED, why)
