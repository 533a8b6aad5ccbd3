"""Files of known differences: TOML, one table for each, read strictly and written from a report."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from rulewright.conformance.evidence.bugs import BUGS, is_bug
from rulewright.conformance.evidence.deviations import ABOUT_RULES, OF_ONE_CLAUSE
from rulewright.conformance.evidence.hypothesis import clause_mutants
from rulewright.conformance.evidence.known import KnownDifference
from rulewright.conformance.evidence.printable import named
from rulewright.interface import Json, RulewrightError, UsageError, nearest
from rulewright.play import games

TABLE = "known"
NEEDED = ("game", "reason", "until")
TYPES: dict[str, tuple[type, str]] = {
    "game": (str, "a text"),
    "reading": (str, "a text"),
    "clause": (str, "a text"),
    "how": (str, "a text"),
    "bug": (str, "a text"),
    "kind": (str, "a text"),
    "reason": (str, "a text"),
    "params": (dict, "a table"),
    "rulings": (dict, "a table"),
}
LAST = re.compile(r"\d+(\.\d+)*")
TERM = timedelta(days=90)
"""How long what is written is declared for."""
HEAD = """\
# Differences from the rules that are known: `rulewright conform --known FILE`.
# Each entry is about a reading ("question=reading"), about a clause and how it is wrong, or about a bug
# as the report calls it. State the reason; `until` is the last day, or the last version ("1.4").
"""


class MalformedKnown(UsageError):
    """A file of known differences that cannot be read."""

    def __init__(self, name: str, problem: str) -> None:
        """Name the file and what is wrong with it, in one line."""
        super().__init__(f"{named(name)}: {' '.join(problem.split())}")


def read_known(name: str, content: bytes, today: date) -> tuple[KnownDifference, ...]:
    """Read a file of known differences; raises `MalformedKnown`."""
    try:
        tables = tomllib.loads(content.decode())
    except UnicodeDecodeError as error:
        raise MalformedKnown(name, f"is not UTF-8: {error.reason}") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise MalformedKnown(name, f"is not TOML: {error}") from error
    unknown = next((each for each in tables if each != TABLE), None)
    if unknown is not None:
        raise MalformedKnown(name, f"unknown table {unknown!r}{nearest(unknown, [TABLE])}")
    entries = tables.get(TABLE)
    if not (isinstance(entries, list) and entries and all(type(e) is dict for e in entries)):
        raise MalformedKnown(name, f"has no entry: each begins with [[{TABLE}]]")
    found: list[KnownDifference] = []
    for number, table in enumerate(entries, start=1):
        try:
            entry = read_entry(table, today)
            twice = next((each for each in found if same_cause(each, entry)), None)
            if twice is not None:
                raise UsageError(f"{entry.about} is declared twice")
        except RulewrightError as error:
            raise MalformedKnown(name, f"entry {number}: {error}") from error
        found.append(entry)
    return tuple(found)


def same_cause(one: KnownDifference, other: KnownDifference) -> bool:
    """Return whether two entries are about the same thing in the same place."""
    return (one.game, one.about, one.kind, one.params, one.rulings) == (
        other.game,
        other.about,
        other.kind,
        other.params,
        other.rulings,
    )


def read_entry(table: Json, today: date) -> KnownDifference:
    """Read one entry; raises a `UsageError` that says what is wrong."""
    refuse_types(table)
    text = {name: table.get(name, "") for name, (kind, _) in TYPES.items() if kind is str}
    game, question = text["game"], text["reading"]
    params, rulings = table.get("params", {}), table.get("rulings", {})
    games.fastest(game, params, rulings)
    if sum(map(bool, (question, text["clause"], text["bug"]))) != 1:
        raise UsageError("it must name either a clause or a reading, or else a bug")
    if text["bug"]:
        refuse_bug(text["bug"])
    elif question:
        asked, equals, reading = question.partition("=")
        if not equals:
            raise UsageError(f"reading is {question!r}: it must be written QUESTION=READING")
        games.fastest(game, {}, {asked: reading})
    else:
        refuse_clause(game, text["clause"], text["how"], text["kind"])
    if text["how"] and not text["clause"]:
        raise UsageError("how is about a clause, and there is none")
    if text["kind"] and text["kind"] not in ABOUT_RULES:
        raise UsageError(f"unknown kind {text['kind']!r}{nearest(text['kind'], ABOUT_RULES)}")
    return KnownDifference(
        **text,
        until=last(table["until"], today),
        params=params,
        rulings=rulings,
    )


def refuse_types(table: Json) -> None:
    """Raise a `UsageError` for a name that is unknown or missing, or a value of another type."""
    known = (*TYPES, "until")
    for name in table:
        if name not in known:
            raise UsageError(f"unknown name {name!r}{nearest(name, known)}")
    for name in NEEDED:
        if name not in table:
            raise UsageError(f"{name} is missing")
    for name, (kind, noun) in TYPES.items():
        if name in table and type(table[name]) is not kind:
            raise UsageError(f"{name} must be {noun}, is {shown(table[name])}")
        if name in table and kind is str and not table[name].strip():
            raise UsageError(f"{name} is empty")
    for name, reading in table.get("rulings", {}).items():
        if type(reading) is not str:
            raise UsageError(f"rulings.{name} must be a text, is {shown(reading)}")


def shown(value: Any) -> str:
    """Show a value in few words."""
    return json.dumps(value, default=str)[:40]


def refuse_bug(name: str) -> None:
    """Raise a `UsageError` for a bug that no report names so."""
    if not is_bug(name):
        right = "as 'explained by' has it, without numbers of positions"
        raise UsageError(f"unknown bug {name!r}{nearest(name, BUGS)}: {right}")


def refuse_clause(game: str, clause: str, how: str, kind: str) -> None:
    """Raise a `UsageError` for a clause that there is not, or that cannot be wrong in that way."""
    clauses = [each.identifier for each in games.specified(game).rulebook.clauses]
    if clause not in clauses:
        raise UsageError(f"unknown clause {clause!r}{nearest(clause, clauses)}")
    ways = [
        name.removeprefix(f"{clause} ")
        for name in clause_mutants(game)
        if name.startswith(f"{clause} ")
    ]
    if how and how not in ways:
        raise UsageError(f"{clause} cannot be wrong {how!r}{nearest(how, ways)}")
    if not how and kind not in OF_ONE_CLAUSE:
        kinds = " or ".join(map(repr, OF_ONE_CLAUSE))
        raise UsageError(f"a clause needs how it is wrong, or kind = {kinds}")


def last(given: object, today: date) -> date | str:
    """Read until when a difference is declared; raises a `UsageError` for a day that is past."""
    if type(given) is date:
        if given < today:
            raise UsageError(f"its time is over: until {given}, and today is {today}")
        return given
    if type(given) is str and LAST.fullmatch(given):
        return given
    right = f"a date such as {today} or a version such as '1.4'"
    raise UsageError(f"until must be {right}, is {shown(given)}")


# ------------------------------------------------------------------------------------------ writing


def written(entries: Iterable[KnownDifference]) -> str:
    """Write entries as a file that `read_known` reads."""
    return HEAD + "".join(f"\n[[{TABLE}]]\n{''.join(lines_of(each))}" for each in entries)


def lines_of(entry: KnownDifference) -> Iterable[str]:
    """Yield the lines of one entry, without what is empty."""
    for name in TYPES:
        value = getattr(entry, name)
        if value:
            yield f"{name} = {spelled(value)}\n"
    yield f"until = {entry.until if isinstance(entry.until, date) else spelled(entry.until)}\n"


def spelled(value: Any) -> str:
    """Write a value as TOML: a text in quotation marks, a table in one line."""
    if isinstance(value, Mapping):
        inside = ", ".join(f"{spelled(name)} = {spelled(each)}" for name, each in value.items())
        return f"{{{inside}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(spelled, value))}]"
    # JSON escapes texts as TOML does, but for one character that TOML wants escaped and JSON does not;
    # half of a pair of surrogates is no character in either.
    text = value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
