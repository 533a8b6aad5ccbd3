"""The pages as HTML, rendered from templates that escape every text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from rulewright.ambiguity import Ambiguity
from rulewright.ambiguity.telling import NEVER, NOT_SOLVED, comparable, never_part, ordered
from rulewright.play import games
from rulewright.report.charts import lengths_chart, rates_chart, results_chart
from rulewright.report.exhibits import Exhibits
from rulewright.report.kept import EntryOfGame
from rulewright.report.quotations import code_of, quoted
from rulewright.report.study import GameStudy, ReportRun
from rulewright.report.tables import TheoremRow, clause_rows, theorem_rows
from rulewright.wording.numbers import counted, duration
from rulewright.wording.options import options

NAME = re.compile(r"(\w+)")
STRESSED = re.compile(r"(?<![\w*])\*(\w(?:[^*]*\w)?)\*(?![\w*])")
EXPORT = re.compile(r"^export (?=const|class|function)", re.MULTILINE)
IMPORT = re.compile(r"^import \{[^}]*\} from \"[^\"]*\";\n", re.MULTILINE)
WIDTH = re.compile(r'viewBox="0 0 ([0-9.]+) ')


def entry_page(entries: Mapping[str, EntryOfGame], run: ReportRun) -> str:
    """Render the page with all games."""
    template = environment().get_template("index.html.j2")
    return template.render(entries=entries, run=run, listed=tuple(entries))


def entry_of(study: GameStudy, run: ReportRun) -> EntryOfGame:
    """Render what the entry page says of one game."""
    row = {
        "study": study,
        "book": games.specified(study.game).rulebook,
        "theorems": theorem_rows(study),
        "clauses": clause_rows(study),
    }
    card, checks = (
        environment().get_template(f"{name}.html.j2").render(row=row, run=run)
        for name in ("card", "checks")
    )
    return EntryOfGame(Markup(card), Markup(checks))  # noqa: S704 - rendered from templates that escape


def links_on(game: str, names: Sequence[str]) -> str:
    """Render the links to the pages of games that lie on the page of one."""
    return environment().get_template("links.html.j2").render(here=game, listed=names)


def game_page(study: GameStudy, names: Sequence[str], run: ReportRun) -> str:
    """Render the page of one game, with links to those of the games named."""
    specified = games.specified(study.game)
    exhibits = Exhibits(study)
    page = {
        "study": study,
        "listed": names,
        "run": run,
        "book": specified.rulebook,
        "theorems": [
            {"row": row, "replay": exhibits.of_theorem(row)} for row in theorem_rows(study)
        ],
        "clauses": [
            {"row": row, "replay": exhibits.of_clause(row.clause.identifier)}
            for row in clause_rows(study)
        ],
        "questions": [
            {
                "question": question,
                "parts": [
                    {"ambiguity": each, "dispute": exhibits.of_ambiguity(each, number)}
                    for number, each in enumerate(study.ambiguities)
                    if each.question == question.name
                ],
            }
            for question in specified.rulebook.questions
        ],
        "findings": [
            {
                "finding": each,
                "replay": exhibits.of_finding(each, number),
                "beside": exhibits.beside(each),
            }
            for number, each in enumerate(study.findings)
        ],
        "sample": exhibits.of_sample(),
        "statistics": [
            {
                "statistics": each,
                "lengths": Markup(lengths_chart(each)),  # noqa: S704 - charts escape what they show
                "results": Markup(results_chart(each)),  # noqa: S704
            }
            for each in study.statistics
        ],
        "not_solved": sentence(NOT_SOLVED),
        "never": NEVER,
        "rates": Markup(rates_chart(study.ambiguities)),  # noqa: S704
        "replays": Markup(exhibits.sheet.json()),  # noqa: S704 - `<` never occurs in it
    }
    return environment().get_template("game.html.j2").render(page)


# ---------------------------------------------------------------------------------------- templates


@cache
def environment() -> Environment:
    """Set up the templates: every text is escaped, and a missing name is an error."""
    made = Environment(
        loader=PackageLoader("rulewright.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "prose": prose,
        "counted": counted,
        "duration": duration,
        "percent": percent,
        "words": words,
        "options": options,
        "drawing": Markup,
        "linked": linked,
        "assumed": assumed,
        "statement": statement,
        "never_part": never_part,
        "wide": wide,
        "comparable": comparable,
        "ordered": ordered,
        "sentence": sentence,
        "said": said,
        "code": code_of,
        "words_of": quoted,
    }
    static = files("rulewright.report") / "static"
    made.globals |= {
        "style": Markup((static / "report.css").read_text(encoding="utf-8")),  # noqa: S704 - ours
        "script": Markup(  # noqa: S704 - ours
            bundled(
                (static / name).read_text(encoding="utf-8") for name in ("stepper.js", "report.js")
            )
        ),
    }
    return made


def bundled(modules: Iterable[str]) -> str:
    """Join JavaScript modules in the order in which they need each other.

    A page opened from a folder may not load modules. Every import must be of a module before it.
    """
    joined = "".join(IMPORT.sub("", EXPORT.sub("", text)) for text in modules)
    return f'(() => {{\n"use strict";\n{joined}}})();\n'


def prose(text: str) -> Markup:
    """Escape a text and mark it up: backquotes make code, `*` emphasis, `**` strong emphasis."""
    shown = Markup()
    for number, part in enumerate(" ".join(text.split()).split("`")):
        shown += Markup("<code>{}</code>").format(part) if number % 2 else strong(part)
    return shown


@pass_context
def linked(context: Context, text: str) -> Markup:
    """Mark up a text as `prose` does, and link the names of theorems on this page.

    A theorem that was not run for the page, or did not hold, is always named with that caution.
    """
    rows = {each["row"].theorem.name: each["row"] for each in context["theorems"]}
    link = Markup('<a href="#theorem-{}">{}</a>{}')
    return Markup().join(
        link.format(part, words(part), caution(rows[part])) if part in rows else Markup(part)  # noqa: S704 - escaped
        for part in NAME.split(str(prose(text)))
    )


def caution(row: TheoremRow) -> str:
    """Return a caution about a theorem that was not shown to hold; "" for one that was."""
    if row.kind == "good":
        return ""
    return " (not run for this page)" if row.verdict is None else f" ({row.status})"


@pass_context
def assumed(context: Context, ambiguity: Ambiguity) -> bool:
    """Return whether an ambiguity rests on a theorem that was not proved for this page."""
    rows = {each["row"].theorem.name: each["row"] for each in context["theorems"]}
    return ambiguity.theorem in rows and rows[ambiguity.theorem].kind != "good"


@pass_context
def statement(context: Context, theorem: str) -> Markup:
    """Quote a theorem's statement, with the conditions that its name omits."""
    rows = {each["row"].theorem.name: each["row"] for each in context["theorems"]}
    return Markup("“{}”").format(prose(rows[theorem].theorem.statement))


def said(ambiguity: Ambiguity) -> list[tuple[str, str]]:
    """Split the difference of two readings: reading, words."""
    first, second = (
        f"{ambiguity.question}={name}: " for name in (ambiguity.first, ambiguity.second)
    )
    one, _, other = ambiguity.what.removeprefix(first).partition(f"; {second}")
    return [(ambiguity.first, one), (ambiguity.second, other)]


def strong(text: str) -> Markup:
    """Escape a text and make the words between double asterisks strong."""
    parts = text.split("**")
    if len(parts) % 2 == 0:
        return stressed(text)
    return Markup().join(
        Markup("<strong>{}</strong>").format(part) if number % 2 else stressed(part)
        for number, part in enumerate(parts)
    )


def stressed(text: str) -> Markup:
    """Escape a text and emphasise words between single asterisks, but not around products."""
    return Markup().join(
        Markup("<em>{}</em>").format(part) if number % 2 else escape(part)
        for number, part in enumerate(STRESSED.split(text))
    )


def percent(share: float) -> str:
    """Write a share: ``0 %``, ``0.04 %``, ``3.1 %``, ``42 %``; never rounded to 0 % or 100 %."""
    value = 100 * share
    if value in (0.0, 100.0):
        return f"{value:.0f} %"
    if value < 0.01:  # noqa: PLR2004 - hundredths are shown
        return "< 0.01 %"
    if value > 99.9:  # noqa: PLR2004 - tenths are shown
        return "> 99.9 %"
    return f"{value:.{0 if 10 <= value < 99 else 1 if value >= 1 else 2}f} %"  # noqa: PLR2004


def wide(picture: str) -> str:
    """Return the width of a picture in its own units."""
    found = WIDTH.search(picture)
    return found[1] if found else "0"


def sentence(text: str) -> str:
    """Capitalise the first letter of a text."""
    return text[:1].upper() + text[1:]


def words(name: str) -> str:
    """Write a name in snake case as words."""
    return name.replace("_", " ")
