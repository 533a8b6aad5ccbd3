"""How bugs are called that no reading and no clause accounts for, so that they can be declared."""

from __future__ import annotations

import re

BUGS = (
    "actions are listed twice",
    "an end is not noticed",
    "an end that is none",
    "an end without effect",
    "a stuck player",
    "players are ordered as texts",
    "plays what it does not list",
    "refuses what it lists",
)
"""Those that are the same in every engine."""
FORMS = (
    r"it plays as if .+ had (not )?been asked for",
    r"it begins from another position with .+",
    r"it never lists an action .+",
    r"it (ends every game|lists and plays nothing any more) after [\d,]+ actions?",
    r"(scores|winners|scores and winners) are those of the position before",
    r"players are called .+ instead of .+",
    r"(winners|scores|turn|position\.\w+)( and \w[\w.]*|, \w[\w.]*)* (is|are) .+",
)
"""Those that say of which actions, parts or options: as the report calls them, without how often."""


def is_bug(name: str) -> bool:
    """Return whether a report may call a bug so."""
    return name in BUGS or any(re.fullmatch(form, name) for form in FORMS)
