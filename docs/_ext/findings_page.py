"""The insights: what is known about the games, each with its game to step through."""  # noqa: INP001

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from rulewright.play import games
from rulewright.report.pages import environment
from rulewright.report.replay import Replay, Sheet, replay

if TYPE_CHECKING:
    from rulewright.proofs.computed import ShownGame

FINDINGS = Path(__file__).parents[1] / "findings.json"
"""By game: what is known, in one sentence; how; the theorem, and the exhibit that shows its game."""
BLANK = "\0"
"""Stands for a blank at which no line is broken."""
PAGE = """{% from "parts.j2" import replayer %}
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{ title }}: games to step through</title>
<link rel="icon" href="data:,">
<style>
{{ style }}
</style>
</head>
<body>
<header class="top"><p class="brand"><a href="../findings.html">What is known</a></p></header>
<main id="main" tabindex="-1">
<h1>{{ title }}</h1>
{% for each in shown %}
<section id="{{ each.anchor }}">
<h2>{{ each.words | prose }}</h2>
{{ replayer(each.replay) }}
</section>
{% endfor %}
</main>
<script type="application/json" id="replays">{{ replays }}</script>
<script>
{{ script }}
</script>
</body>
</html>
"""


def findings() -> dict[str, list[dict[str, str]]]:
    """Read the findings, by game."""
    found: dict[str, list[dict[str, str]]] = json.loads(FINDINGS.read_text("utf-8"))
    return found


def all_findings() -> str:
    """List the findings of every game, for the page."""
    sections = (
        (
            f"## {games.specified(game).rulebook.title}",
            "",
            *(item(game, finding) for finding in listed),
        )
        for game, listed in findings().items()
    )
    return "\n\n".join("\n".join(section) for section in sections)


def item(game: str, finding: Mapping[str, str]) -> str:
    """Write one finding: the sentence, how it is known, and its game."""
    shows = (
        f' <a{BLANK}href="findings/{game}.html#finding-{anchor(finding)}">Its{BLANK}game</a>.'
        if "exhibit" in finding
        else ""
    )
    text = f"- {finding['words']} *{finding['how'].capitalize()}* (`{finding['theorem']}`).{shows}"
    filled = fill(text, 110, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False)
    return filled.replace(BLANK, " ")


def anchor(finding: Mapping[str, str]) -> str:
    """Return the id of a finding's game in its page."""
    return re.sub(r"[^a-z0-9]+", "-", f"{finding['theorem']} {finding['exhibit']}".lower()).strip(
        "-"
    )


def game_of(game: str, finding: Mapping[str, str]) -> ShownGame:
    """Replay the exhibit of a finding; raises LookupError if it does not hold or shows no game."""
    (theorem,) = (each for each in games.theorems(game) if each.name == finding["theorem"])
    (part,) = (each for each in theorem.parts if each.name == finding["exhibit"])
    shown = part.show()
    if not shown.holds or shown.game is None:
        raise LookupError(f"{finding['exhibit']!r} of {theorem.name} shows no game")
    return shown.game


def pages() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of the page of each game with games to step through."""
    for game, listed in findings().items():
        yield f"findings/{game}.html", page(game, [each for each in listed if "exhibit" in each])


def page(game: str, shown: list[dict[str, str]]) -> str:
    """Draw the games of some findings."""
    sheet = Sheet()
    drawn = [
        {
            "anchor": f"finding-{anchor(each)}",
            "words": each["words"],
            "replay": sheet.add(drawn_game(game, each)),
        }
        for each in shown
    ]
    replays: Any = Markup(sheet.json())  # noqa: S704 - `<` never occurs in it
    title = games.specified(game).rulebook.title
    return environment().from_string(PAGE).render(title=title, shown=drawn, replays=replays)


def drawn_game(game: str, finding: Mapping[str, str]) -> Replay:
    """Draw every position of the game of a finding."""
    found = game_of(game, finding)
    engine = games.specification(game, found.params, found.rulings)
    return replay(engine, found.moves, key=anchor(finding), label=f"Game: {finding['words']}")
