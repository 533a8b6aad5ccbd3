"""Hypothesis's database in the file of a campaign: what has failed is tried first the next time."""

from __future__ import annotations

import sqlite3
import time
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from hypothesis.database import ExampleDatabase, InMemoryExampleDatabase
from hypothesis.errors import HypothesisWarning

from rulewright.campaign.file import CampaignFile, CampaignInUse

Written: TypeAlias = Sequence[Sequence[str]]
"""Examples as JSON: key and value of each, in hexadecimal."""
EXAMPLES, KEPT, DROPPED = "examples", "kept", "dropped"
"""The examples in the share of a part, and in its data: which it has kept and dropped."""
PARETO = b".pareto"
"""The end of the keys of examples that did not fail."""
OF_TESTS = ""
"""In place of a game's name: examples of tests, which are not those of a campaign's parts."""


class CampaignExamples(ExampleDatabase):
    """The examples in a campaign's file, for `hypothesis.settings(database=...)`.

    Examples are read at any time. They are written as a coordinator writes: while a campaign runs on
    the file, Hypothesis warns that they are not kept. Raises `NoCampaign` if there is no campaign.

        settings.register_profile("campaign", database=CampaignExamples("night.campaign"))
    """

    def __init__(self, name: str) -> None:
        """Use the file `name`, which `rulewright campaign run` has begun."""
        super().__init__()
        self.name = name
        CampaignFile.read(name).close()

    def __repr__(self) -> str:
        """Name the file."""
        return f"CampaignExamples({self.name!r})"

    def fetch(self, key: bytes) -> Iterable[bytes]:
        """Return all values of a key."""
        with CampaignFile.read(self.name) as file:
            query = "SELECT value FROM examples WHERE key = ? ORDER BY value"
            return [bytes(row[0]) for row in file.rows(query, key)]

    def save(self, key: bytes, value: bytes) -> None:
        """Keep a value of a key."""
        self._write([(key, value)], [])

    def delete(self, key: bytes, value: bytes) -> None:
        """Forget a value of a key."""
        self._write([], [(key, value)])

    def move(self, src: bytes, dest: bytes, value: bytes) -> None:
        """Keep a value under another key."""
        self._write([(dest, value)], [(src, value)] if src != dest else [])

    def _write(
        self, kept: Sequence[tuple[bytes, bytes]], dropped: Sequence[tuple[bytes, bytes]]
    ) -> None:
        """Write both, unless a campaign runs on the file."""
        try:
            with CampaignFile.write(self.name) as file, file.writing() as database:
                write_examples(database, OF_TESTS, kept, dropped)
        except CampaignInUse as refusal:
            warnings.warn(f"the example is not kept: {refusal}", HypothesisWarning, stacklevel=3)


def write_examples(
    database: sqlite3.Connection,
    game: str,
    kept: Iterable[tuple[bytes, bytes]],
    dropped: Iterable[tuple[bytes, bytes]],
) -> None:
    """Keep and forget examples of a game, inside a transaction."""
    database.executemany("DELETE FROM examples WHERE key = ? AND value = ?", list(dropped))
    database.executemany(
        "INSERT OR IGNORE INTO examples VALUES (?, ?, ?, ?)",
        [(key, value, game, time.time()) for key, value in kept],
    )


def write_of_part(database: sqlite3.Connection, game: str, changes: Mapping[str, Written]) -> None:
    """Write what a part has done to its examples, inside a transaction."""
    write_examples(database, game, read(changes[KEPT]), read(changes[DROPPED]))


def examples_of(file: CampaignFile, game: str) -> list[list[str]]:
    """Return the examples of a game's parts, as JSON."""
    query = "SELECT key, value FROM examples WHERE game = ? ORDER BY key, value"
    return [[key.hex(), value.hex()] for key, value in file.rows(query, game)]


def count_examples(file: CampaignFile, game: str) -> int:
    """Count the examples of a game's parts; of tests for `OF_TESTS`."""
    return int(file.row("SELECT count(*) FROM examples WHERE game = ?", game)[0])


def read(written: Written) -> list[tuple[bytes, bytes]]:
    """Read examples that were written as JSON."""
    return [(bytes.fromhex(key), bytes.fromhex(value)) for key, value in written]


def in_memory(written: Written) -> InMemoryExampleDatabase:
    """Return a database with some examples, for a part: its worker writes no file."""
    made = InMemoryExampleDatabase()
    for key, value in read(written):
        made.save(key, value)
    return made


def changes_in(database: InMemoryExampleDatabase, before: Written) -> dict[str, Any]:
    """Return, as JSON, which examples were kept and dropped; those that did not fail do not count."""
    known = {*read(before)}
    now = {(key, value) for key, values in database.data.items() for value in values}
    failed = {each for each in now if not each[0].endswith(PARETO)}

    def written(pairs: Iterable[tuple[bytes, bytes]]) -> list[list[str]]:
        return [[key.hex(), value.hex()] for key, value in sorted(pairs)]

    return {KEPT: written(failed - known), DROPPED: written(known - now)}
