"""Differences that are declared: what an engine is known to do otherwise, why, and until when."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from datetime import date

from attrs import evolve, field, frozen

from rulewright.interface import Json

OCCURS, GONE, OVER, NO_VERSION, NOT_MET_HERE, NOT_JUDGED, ELSEWHERE = (
    "occurs",
    "no longer occurs",
    "its time is over",
    "the engine names no version",
    "not met under the parameters of this run",
    "not judged: the run is not complete",
    "occurs under other rulings",
)
FAILING = (GONE, OVER, NO_VERSION)
"""What makes a run fail, though every deviation is known."""
VERSION = re.compile(r"(?<![\w.])v?(\d+(?:\.\d+)+)")
"""A version in the name by which an engine introduces itself."""


@frozen
class KnownDifference:
    """One entry of a file of known differences."""

    game: str
    reading: str
    """``question=reading``: what the engine follows instead of what is in force; or ""."""
    clause: str
    """The clause that it has wrong; or ""."""
    how: str
    """How it has the clause wrong, as the report explains it; "" where nothing explains it."""
    kind: str
    """The kind of deviation; "" for any, which only a cause that explains it can have."""
    reason: str
    until: date | str
    """The last day, or the last version of the engine."""
    params: Json = field(factory=dict, hash=False)
    """Parameters without which it is not declared."""
    rulings: dict[str, str] = field(factory=dict, hash=False)
    """Readings that must be in force."""
    bug: str = ""
    """What the report calls a bug that is no reading and no clause; or ""."""

    @property
    def departure(self) -> str:
        """The explanation of a deviation that it is about; "" if it is about an unexplained one."""
        return self.reading or self.bug or (f"{self.clause} {self.how}" if self.how else "")

    @property
    def about(self) -> str:
        """Name what it is about."""
        return self.departure or f"{self.clause} ({self.kind})"

    def fits(self, kind: str, params: Json) -> bool:
        """Return whether it may cover a deviation of a kind under some parameters."""
        where = all(params.get(name) == value for name, value in self.params.items())
        return where and self.kind in {"", kind}

    def applies(self, game: str, rulings: dict[str, str], given: Json) -> bool:
        """Return whether a run can meet it: a reading that is in force is no difference."""
        question, _, reading = self.reading.partition("=")
        return (
            self.game == game
            and all(rulings.get(name) == each for name, each in self.rulings.items())
            and all(given.get(name, value) == value for name, value in self.params.items())
            and (not question or rulings.get(question) != reading)
        )

    def is_over(self, version: str) -> bool:
        """Return whether it is declared only up to an earlier version."""
        return isinstance(self.until, str) and numbers(version) > numbers(self.until)


@frozen
class Declared:
    """A known difference in a report: what came of it."""

    difference: KnownDifference
    status: str
    deviations: tuple[int, ...] = ()
    """The numbers of the deviations that it covers, from 1."""

    @property
    def fails(self) -> bool:
        """Return whether it makes the run fail."""
        return self.status in FAILING


def covering(
    entries: Iterable[KnownDifference], names: Sequence[str], kind: str, clause: str, params: Json
) -> tuple[KnownDifference, ...]:
    """Return the entries that cover a deviation together; none if any part of it is not declared.

    `names` are the departures that explain it together; without any, `clause` alone forbids the action.
    """
    fitting = [each for each in entries if each.fits(kind, params)]
    if not names:
        found = [e for e in fitting if clause and e.clause == clause and not e.departure]
        return tuple(found[:1])
    by_name = {each.departure: each for each in reversed(fitting) if each.departure}
    if any(name not in by_name for name in names):
        return ()
    return tuple(by_name[name] for name in names)


def status_of(entry: KnownDifference, *, met: bool, given: Json, version: str | None) -> str:
    """Judge an entry; where a run fixes parameters that it does not name, it may be met elsewhere."""
    if isinstance(entry.until, str):
        if version is None:
            return NO_VERSION
        if entry.is_over(version):
            return OVER
    if met:
        return OCCURS
    return GONE if given.keys() <= entry.params.keys() else NOT_MET_HERE


def met_elsewhere(
    declared: Iterable[Declared], met: Container[KnownDifference]
) -> tuple[Declared, ...]:
    """Forgive what no longer occurs in one of several runs, where it does in another."""
    return tuple(
        evolve(each, status=ELSEWHERE) if each.status == GONE and each.difference in met else each
        for each in declared
    )


def version_in(name: str) -> str | None:
    """Find the version in the name by which an engine introduces itself."""
    found = VERSION.search(name)
    return found[1] if found else None


def numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, without zeros at its end."""
    found = [int(each) for each in version.split(".")]
    while found and not found[-1]:
        found.pop()
    return tuple(found)
