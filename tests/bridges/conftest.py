"""Guests of the tests are found."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _guests(monkeypatch: pytest.MonkeyPatch) -> None:
    folders = (ROOT / "examples", ROOT / "tests" / "common" / "guests")
    monkeypatch.setenv("RULEWRIGHT_GAMES", os.pathsep.join(map(str, folders)))
