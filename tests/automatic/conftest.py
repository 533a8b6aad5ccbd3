"""The example game, for the command."""

from __future__ import annotations

from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def _examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the games in `examples` be found."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(EXAMPLES))
