"""The catalogue finds the examples, as the tutorial says."""

from __future__ import annotations

from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def games_from_the_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set what the tutorial sets."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(EXAMPLES))
