"""What the tests of conformance share: adapters to be checked, and a quick order."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rulewright.conformance.adapter.conversation import Command
from rulewright.conformance.adapter.process import Clock, Limits
from rulewright.conformance.checking import Plan, conform
from rulewright.conformance.evidence.report import Report
from rulewright.conformance.evidence.thoroughness import QUICK
from rulewright.conformance.stages import vectors
from rulewright.vectors import load

HERE = Path(__file__).parent


@pytest.fixture
def other_rules() -> str:
    """The path of the adapter that plays other rules."""
    return str(HERE / "other_rules.py")


@pytest.fixture
def misbehaving() -> str:
    """The path of the adapter that misbehaves."""
    return str(HERE / "misbehaving.py")


class Checked:
    """Checks adapters, quickly, with a fixed seed."""

    def other(self, *arguments: str, **order: object) -> Report:
        """Check the adapter that plays other rules."""
        command = (sys.executable, str(HERE / "other_rules.py"), *arguments)
        return self.command(command, **order)

    def misbehaving(self, mode: str, clock: Clock | None = None) -> Report:
        """Check the adapter that misbehaves."""
        limits = Limits(answer=5.0, start=30.0, grace=1.0)
        script = str(HERE / "misbehaving.py")
        command = Command((sys.executable, "-S", script, mode), limits, clock or Clock())
        return conform(command, Plan("minoa", params={"n": 1}, effort=QUICK, seed=1))

    def command(self, words: tuple[str, ...], **order: object) -> Report:
        """Check any adapter."""
        options = {"game": "minoa", "params": {"n": 1}, "effort": QUICK, "seed": 1, **order}
        return conform(Command(words), Plan(**options))  # type: ignore[arg-type]


@pytest.fixture
def checked() -> Checked:
    """Check adapters."""
    return Checked()


@pytest.fixture
def few_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play a part of the suite, where a test is about what is made of deviations."""
    monkeypatch.setattr(vectors, "load", lambda game: load(game)[::6])
