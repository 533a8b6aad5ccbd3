"""What a verification makes of its checks: nothing passes by looking at nothing."""

from typing import Any

import pytest
from attrs import frozen

from rulewright.checks import QUICK
from rulewright.checks.outcome import Outcome
from rulewright.commands.verify import summary
from rulewright.interface import RulewrightError
from rulewright.verification import all_held, verify


@frozen
class Told:
    """A check that reports what it is told to."""

    cases: int = 1
    held: bool = True
    reason: str = ""
    name: str = "told"

    def left_out(self, game: str) -> str:
        """Give the reason."""
        del game
        return self.reason

    def run(self, game: str, *_: Any) -> Outcome:
        """Report."""
        if self.cases < 0:
            raise RulewrightError("it cannot begin")
        return Outcome(game, self.name, self.held, self.cases, "cases", 0.0)


def outcomes(*checks: Told) -> list[Outcome]:
    """Run checks on one game."""
    return list(verify(("minoa",), checks, QUICK, 0, lambda *_: None))


@pytest.mark.parametrize(
    ("checks", "held", "said"),
    [
        ((), False, "nothing was checked"),
        ((Told(),), True, "1 check, all held"),
        ((Told(), Told(held=False)), False, "1 of 2 checks failed"),
        ((Told(), Told(cases=0)), False, "1 of 2 checks failed"),
        ((Told(), Told(cases=-1)), False, "1 of 2 checks failed"),
        ((Told(), Told(reason="none")), True, "1 check, all held, 1 left out"),
        ((Told(reason="none"),), False, "nothing was checked, 1 left out"),
    ],
)
def test_a_verification_holds_only_by_what_was_compared(
    checks: tuple[Told, ...], held: bool, said: str
) -> None:
    """No check, no case, or a check that cannot begin is no pass; what is left out is counted."""
    found = outcomes(*checks)
    assert all_held(found) == held
    assert summary(found) == said


def test_what_is_left_out_is_told_with_its_reason() -> None:
    """It is neither held nor failed."""
    (outcome,) = outcomes(Told(reason="it has no such thing"))
    assert (outcome.verdict, outcome.detail) == ("left out", "it has no such thing")
