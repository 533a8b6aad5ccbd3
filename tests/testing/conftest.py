"""Tic-tac-toe of the examples is among the games."""

from __future__ import annotations

from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the folder of examples, while a test runs: strategies of theirs are deferred."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(EXAMPLES))
