"""What is proved about a game: statement, scope, assumptions, and verdicts where they are given."""  # noqa: INP001

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markup import prose

from rulewright import games
from rulewright.interface import UnknownGame

if TYPE_CHECKING:
    from rulewright.spec.catalogue import SpecifiedGame

Verdicts = Mapping[str, Mapping[str, Any]]


def read_verdicts(path: Path, game: str) -> Verdicts:
    """Read what `rulewright prove --json` wrote: verdict by name of the theorem; none without a file."""
    if not path.exists():
        return {}
    return {one["name"]: one for one in json.loads(path.read_text(encoding="utf-8"))}


def theorems_page(game: SpecifiedGame, verdicts: Verdicts) -> Iterator[str]:
    """List the theorems."""
    yield f"# {game.rulebook.title}: theorems"
    yield ""
    try:
        theorems = games.theorems(game.name)
    except UnknownGame:
        yield "No theorem is stated about this game."
        return
    for theorem in theorems:
        yield from (f"## {theorem.name}", "", prose(theorem.statement), "")
