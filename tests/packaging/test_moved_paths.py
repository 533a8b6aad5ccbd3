"""Import paths of the previous release still work, and name the new ones."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

from rulewright.moved import MOVED

DOCUMENTED = {
    "rulewright.games": "engine",
    "rulewright.position": "start",
    "rulewright.search": "shortest_by_search",
    "rulewright.play.strategies": "positions",
    "rulewright.strategies": "shortest_difference",
    "rulewright.lockstep": "view",
    "rulewright.lines": "random_line",
    "rulewright.moves": "play_all",
    "rulewright.perft": "perft",
    "rulewright.vectors.run": "check",
}
"""Documented old paths, each with a name that could be imported from it."""


@pytest.mark.parametrize("old", MOVED)
def test_an_old_path_warns_and_finds_what_was_there(old: str) -> None:
    """In a new interpreter, because a module is imported only once."""
    name = DOCUMENTED.get(old, "__name__")
    text = (
        "import importlib, warnings\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    warnings.simplefilter('always')\n"
        f"    module = importlib.import_module({old!r})\n"
        f"    getattr(module, {name!r})\n"
        "print([str(w.message) for w in caught if w.category is DeprecationWarning])\n"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert all(new in done.stdout for new in MOVED[old])


@pytest.mark.parametrize("old", MOVED)
def test_the_new_paths_exist_and_the_old_file_is_gone(old: str) -> None:
    """A moved module exists only once."""
    for new in MOVED[old]:
        importlib.import_module(new)
    spec = importlib.util.find_spec(old)
    assert spec is not None
    assert spec.origin is None


def test_an_unknown_name_is_no_attribute_of_an_old_path() -> None:
    """A moved module has only its own names."""
    sys.modules.pop("rulewright.rulings", None)
    with pytest.warns(DeprecationWarning, match=r"rulewright\.play\.rulings"):
        old = importlib.import_module("rulewright.rulings")
    with pytest.raises(AttributeError, match="nothing_like_it"):
        _ = old.nothing_like_it
