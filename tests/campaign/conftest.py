"""Guests for campaigns: one that is right, and copies that are wrong at a rare position, die or hang."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from common.guest_forms import edited, form

NUMBERS = count()
"""Python loads a package once, so each copy has a name of its own."""
LIST = "free = sorted(set(self.place) - state.red - state.blue)"
RARE = 'state.red == {"a1"} and state.blue == {"c3"}'
"""In about one game of eighty."""
RARER = '(state.red, state.blue) == ({"a1", "b4"}, {"c3", "d4"})'
"""On the board of size 4 in one random game of 10,920: 1/11,648 without a swap, 1/174,720 with one."""
EARLY = "len(state.red) == len(state.blue) == 1"
"""After two actions, where lockstep offers no misspelt ones."""
PLACES = 'if action != "swap" and action not in self.place:'
REMEMBERS = "self.games = getattr(self, 'games', 0) + (not state.red | state.blue)"
WRONG = {
    "hides an action": f"{LIST}\n        free = free[1:] if {RARE} else free",
    "hides an action, more rarely": f"{LIST}\n        free = free[1:] if {RARER} else free",
    "raises": f"{LIST}\n        if {RARE}:\n            raise ArithmeticError('rare')",
    "hangs": f"{LIST}\n        while {RARE}:\n            pass",
    "dies": f"{LIST}\n        if {RARE}:\n            __import__('signal').raise_signal(9)",
    "remembers": f"{LIST}\n        {REMEMBERS}\n        free = free[self.games > 40 > 10 * len(free) :]",
    "reads misspelt": f"action = action.strip() if {EARLY} else action\n        {PLACES}",
}
Plant = Callable[[str], str]


@pytest.fixture
def guest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Return a function that makes a copy of Rhomb on the small board, wrong or right."""
    folder = tmp_path / "games"
    folder.mkdir()
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(folder))

    def made(wrong: str = "", kind: str = "plain", size: int = 3) -> str:
        name = form("rhomb", kind, folder, f"_{next(NUMBERS)}")
        board = f'({{"n": {size}}},)'
        edited(folder / name, "spec.py", 'played=({"n": 5}, {"n": 3})', f"played={board}")
        edited(folder / name, "spec.py", 'full_size=({"n": 5},)', f"full_size={board}")
        if wrong:
            right = PLACES if wrong == "reads misspelt" else LIST
            edited(folder / name, "plain.py", right, WRONG[wrong])
        return name

    return made
