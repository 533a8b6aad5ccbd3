"""Power: a bug planted in the implementation is found, and the game shrinks to the shortest.

The package is copied, one line of the implementation is changed in the copy, and the copy is compiled
and played against the specification in a process of its own.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import field, frozen

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("look_for_a_difference.py")


@frozen
class Bug:
    """A change of one line of the kernel, and the least moves that show it (None: not known)."""

    name: str
    right: str
    wrong: str
    shortest: int | None
    params: dict[str, Any] = field(factory=lambda: {"n": 1})
    rulings: dict[str, str] = field(factory=dict)
    file: str = "minoa/kernel.py"
    examples: int = 2_000
    """Games looked at before giving up."""

    @property
    def marks(self) -> tuple[pytest.MarkDecorator, ...]:
        """How the test is marked: bugs that take long to find are left to `make soak`."""
        return (pytest.mark.slow, pytest.mark.soak)[: 1 + (self.name in LONG)]


LONG = {
    "a hand is empty one piece early",
    "a player without pieces is offered boundary lines",
    "nobody is ever passed over",
    "the pieces dealt last keep a place in hand",
}
"""Bugs that take more than 30 s of processor time to find; the others take 20, most of it to compile."""


BUGS = [
    Bug(
        "components are never joined",
        "row[game.at_label + vertex] = large",
        "row[game.at_label + vertex] = row[game.at_label + vertex]",
        None,
        rulings={"end": "literal"},
        file="minoa/areas.py",
    ),
    Bug(
        "a stick bars all lines of the smaller component",
        "&= ~(cut_large & cut_small)",
        "&= ~cut_small",
        1,
        {"n": 2},
        file="minoa/areas.py",
    ),
    Bug(
        "a stick bars nothing but itself",
        "row[game.at_joining + word] &= ~(cut_large & cut_small)",
        "row[game.at_joining + word] &= ~((1 << (line & 63)) if line >> 6 == word else 0)",
        2,
        {"n": 2},
        file="minoa/areas.py",
    ),
    Bug(
        "the cut of a joined component keeps the smaller one's lines only",
        "row[place_of_large] = cut_large ^ cut_small",
        "row[place_of_large] = cut_small",
        2,
        {"n": 2},
        file="minoa/areas.py",
    ),
    Bug(
        "a hand is empty one piece early",
        "if row[HANDS + mover] == 0 and",
        "if row[HANDS + mover] == 1 and",
        5,
    ),
    Bug(
        "vacant boundary lines do not matter for the end",
        "if game.end == FULL and row[VACANCIES]:",
        "if game.end == EXHAUSTED and row[VACANCIES]:",
        1,
    ),
    Bug(
        "territory goes to the next player",
        "1 << ((owner - 1) % stride)",
        "1 << (owner % stride)",
        1,
        file="minoa/areas.py",
    ),
    Bug(
        "the last boundary line leads nowhere",
        "after = line + 1 if line + 1 < game.rim else 0\n        row[sizes",
        "after = line + 1 if line + 1 < game.rim else line\n        row[sizes",
        None,
        {"n": 2},
        file="minoa/areas.py",
    ),
    Bug(
        "areas with no piece count as assigned",
        "if owners == 0 or owners & (owners - 1):",
        "if owners & (owners - 1):",
        None,
        rulings={"end": "literal"},
        file="minoa/areas.py",
    ),
    Bug(
        "a player without pieces is offered boundary lines",
        "for _ in range(2 if row[HANDS + row[TURN]] else 1):",
        "for _ in range(2):",
        6,
        {"n": 1, "k": 3},
    ),
    Bug(
        "nobody is ever passed over",
        "for _ in range(game.player_count if game.skip else 1):",
        "for _ in range(1):",
        None,
        {"n": 1, "k": 3},
    ),
    Bug(
        "a tie goes to nobody but the last player",
        "most = max(most, winners[player])",
        "most = max(most, winners[player] + (player == 1))",
        None,
    ),
    Bug(
        "partners do not add up",
        "winners[player] += winners[player + 2]",
        "winners[player] += 0",
        3,
        {"n": 2, "k": 4},
        {"end": "literal"},
    ),
    Bug(
        "pieces on the same round are not told apart",
        "if row[left + area]:\n",
        "if row[left + area] < 0:\n",
        None,
        rulings={"closure": "coloured"},
        file="minoa/areas.py",
    ),
    Bug(
        "the pieces dealt last keep a place in hand",
        "        row[VACANCIES] = 0\n        row[HANDS + owner - 1] = 0",
        "        row[HANDS + owner - 1] = 0",
        5,
    ),
]


def planted(bug: Bug, folder: Path) -> Path:
    """Copy the package with the bug in it; returns the folder to import from."""
    for name in ("spec", "impl", "proofs", "rulewright"):
        shutil.copytree(
            ROOT / name, folder / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__")
        )
    file = folder / "impl" / bug.file
    source = file.read_text("utf-8")
    assert source.count(bug.right) == 1, f"{bug.name}: the line to change stands there once"
    file.write_text(source.replace(bug.right, bug.wrong), "utf-8")
    return folder


def look(bug: Bug, folder: Path) -> tuple[str, ...] | None:
    """Look for a difference in a process of its own, compiling afresh."""
    order = {
        "game": "minoa",
        "params": bug.params,
        "rulings": bug.rulings,
        "examples": bug.examples,
    }
    order["shorter"] = bug.shortest is not None
    environment = os.environ | {
        "PYTHONPATH": str(folder),
        "RULEWRIGHT_CACHE_DIR": str(folder / "cache"),
        "NUMBA_OPT": "0",  # compiled sooner, and most bugs are found in the first games
    }
    done = subprocess.run(
        [sys.executable, str(SCRIPT), json.dumps(order)],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    answer = json.loads(done.stdout)
    assert Path(answer["impl"]).is_relative_to(folder), "the copy is what was played"
    return None if answer["moves"] is None else tuple(answer["moves"])


@pytest.mark.parametrize(
    "bug", [pytest.param(bug, id=bug.name.replace(" ", "-"), marks=bug.marks) for bug in BUGS]
)
def test_a_planted_bug_is_found_and_shrinks_to_the_shortest_game(bug: Bug, tmp_path: Path) -> None:
    """Lockstep play against the specification finds the bug."""
    moves = look(bug, planted(bug, tmp_path))
    assert moves is not None
    if bug.shortest is not None:
        assert len(moves) == bug.shortest


def test_what_is_left_to_the_soak_is_a_bug() -> None:
    """A name that is misspelt would move nothing."""
    assert {bug.name for bug in BUGS} > LONG


@pytest.mark.slow
def test_an_unchanged_copy_shows_no_difference(tmp_path: Path) -> None:
    """What finds the bugs is the bugs."""
    same = Bug("none", "TURN, VACANCIES = 0, 1", "TURN, VACANCIES = 0, 1", None, examples=100)
    assert look(same, planted(same, tmp_path)) is None
