"""Guests as strangers bring them: plain, compiled, specified only, and with an engine in JavaScript.

The packages lie in `guests/`. A form is a copy under a name of its own, such as ``rhomb_plain``, so that
all forms can be loaded in one process.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

FOLDER = Path(__file__).with_name("guests")
FORMS = ("plain", "compiled", "specified", "adapter")
"""``adapter``: specified only, with `engine.mjs` as its second witness."""
IMPLEMENTATIONS = ("plain.py", "compiled.py", "impl.py")


@frozen
class Guest:
    """A game in `guests/`, and what the commands are tried with."""

    name: str
    small: Mapping[str, Any]
    """Parameters of a board that is quickly done with."""
    ruling: tuple[str, str]
    """A question, and a reading that is not the default."""
    moves: tuple[str, ...]
    """The beginning of a game on the default board."""
    illegal: tuple[str, str]
    """An action that is illegal after these moves, and the clause that forbids it."""
    perft: tuple[int, ...]
    """The counts on the small board, from depth 1."""


GUESTS = (
    Guest(
        *("rhomb", {"n": 3}, ("swap", "stay"), ("a2", "swap")),
        illegal=("b1", "RHO-3"),
        perft=(9, 81, 576),
    ),
    Guest(
        *("skirmish", {"columns": 2}, ("ahead", "passed"), ("a1-b2", "c4-b3")),
        illegal=("b2-b3", "SKI-5"),
        perft=(4, 16, 40),
    ),
    Guest(
        *("trefoil", {"side": 3}, ("end", "next"), ("a1", "c1", "d4")),
        illegal=("c2", "TRE-4"),
        perft=(6, 12, 12),
    ),
)


def form(guest: str, kind: str, folder: Path, suffix: str = "") -> str:
    """Copy a guest into a folder in one of its forms; return the name of the game."""
    name = f"{guest}_{kind}{suffix}"
    target = folder / name
    shutil.copytree(FOLDER / guest, target, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(FOLDER / "protocol.mjs", folder)
    if kind == "compiled":
        (target / "impl.py").write_text(f"from {guest}.compiled import GAME\n", encoding="utf-8")
    elif kind in {"specified", "adapter"}:
        for file in IMPLEMENTATIONS:
            (target / file).unlink()
    for file in (*target.glob("*.py"), *target.glob("*.mjs")):
        text = file.read_text(encoding="utf-8")
        file.write_text(re.sub(rf"\b{guest}\b", name, text), encoding="utf-8")
    return name


def edited(package: Path, file: str, old: str, new: str) -> None:
    """Replace the one occurrence of a text in a file of a package."""
    path = package / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def options(params: Mapping[str, Any], rulings: Sequence[tuple[str, str]] = ()) -> list[str]:
    """Write parameters and rulings as the command line takes them."""
    given = [f"--param={name}={value}" for name, value in params.items()]
    return [*given, *(f"--ruling={question}={reading}" for question, reading in rulings)]
