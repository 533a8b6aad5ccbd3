"""The tables of the page are those of the recorded runs."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[2] / "docs"


def script() -> Any:
    """Load the script that makes the tables."""
    spec = spec_from_file_location("automatic_theorems_script", DOCS / "automatic_theorems.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_tables_are_made_of_the_recorded_runs() -> None:
    """Written again the page is the same; with another number it is not."""
    made = script()
    runs = made.recorded()
    assert {"dreieck", "minoa", "nonaga", "tictactoe"} <= runs.keys()
    page = made.PAGE.read_text("utf-8")
    assert made.written(page, runs) == page
    runs["tictactoe"]["boards"][0]["statements"].pop()
    assert made.written(page, runs) != page


def test_nothing_is_refuted_in_the_recorded_runs() -> None:
    """The demands of the games stand; what ran out of time is not called proved."""
    for run in script().recorded().values():
        for board in run["boards"]:
            statuses = {each["status"] for each in board["statements"]}
            assert "refuted" not in statuses
            assert board["held"] == (statuses <= {"proved", "not applicable"})
