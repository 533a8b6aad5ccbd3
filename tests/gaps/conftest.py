"""The game from the examples, for the detectors to examine."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def tictactoe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the catalogue find the examples."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(Path(__file__).parents[2] / "examples"))
