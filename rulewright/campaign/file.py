"""The file of a campaign: opened by one coordinator to write, by anything else to read."""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

from attrs import define, field

from rulewright.campaign.schema import APPLICATION, SCHEMA, TABLES
from rulewright.interface import RulewrightError, UsageError

COORDINATOR = "coordinator"
PATIENCE = 10.0
"""Seconds to wait for a reader that keeps the file busy."""
NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
"""What SQLite reports if a disk is full, or a quota is used up."""


class NoCampaign(UsageError):
    """There is no campaign in a file, or it cannot be opened."""


class CampaignDamaged(UsageError):
    """A campaign's file does not hold what a coordinator writes."""

    def __init__(self, path: Path, error: BaseException | str) -> None:
        """Name the file, and what was met."""
        what = error if isinstance(error, str) else f"{type(error).__name__}: {error}"
        super().__init__(
            f"the campaign {str(path)!r} is damaged, or was edited ({what}): "
            "go on with a copy of it, or begin another one"
        )


class CampaignInUse(UsageError):
    """Another coordinator writes the file."""


class CampaignDiskFull(RulewrightError):
    """There is no room for the results of further parts."""


@define
class CampaignFile:
    """A campaign's database; with `may_write` until it is closed no other coordinator can open it."""

    path: Path
    database: sqlite3.Connection
    may_write: bool = False
    lock: sqlite3.Connection | None = field(default=None, repr=False)

    @classmethod
    def read(cls, name: str) -> CampaignFile:
        """Open an existing campaign to read; raises `NoCampaign`."""
        path = Path(name).absolute()
        if not path.is_file():
            raise NoCampaign(f"there is no campaign {name!r}: 'rulewright campaign run' begins one")
        return cls(path, opened(path, name, "ro"))

    @classmethod
    def write(cls, name: str) -> CampaignFile:
        """Open a campaign as its coordinator, or begin one.

        Raises `NoCampaign`, `CampaignInUse` or `CampaignDiskFull`.
        """
        path = Path(name).absolute()
        if not path.parent.is_dir():
            raise NoCampaign(f"cannot write {name!r}: there is no folder {str(path.parent)!r}")
        path = path.resolve()
        if path.is_dir():
            raise NoCampaign(f"cannot write {name!r}: it is a folder")
        if path.exists() and not path.is_file():
            raise NoCampaign(f"cannot write {name!r}: it is a device or a pipe, not a file")
        if path.exists() and path.stat().st_size:
            opened(
                path, name, "ro"
            ).close()  # nothing is written next to a file that is no campaign
        lock = locked(path, name)
        try:
            return cls(path, opened(path, name, "rwc"), may_write=True, lock=lock)
        except BaseException:
            lock.close()
            raise

    def close(self) -> None:
        """Close the file; another coordinator can open it then."""
        if self.may_write:
            with suppress(sqlite3.Error):
                self.database.execute("DELETE FROM facts WHERE name = ?", (COORDINATOR,))
        self.database.close()
        if self.lock is not None:
            self.lock.close()

    def __enter__(self) -> Self:
        """Return it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Write all that is done inside, or nothing; on the disk at the end, whatever happens then.

        Raises `CampaignDiskFull` or `CampaignDamaged`.
        """
        try:
            self.database.execute("BEGIN IMMEDIATE")
            yield self.database
            self.database.execute("COMMIT")
        except sqlite3.OperationalError as error:
            self.undo()
            raise without_room(self.path, error) from error
        except sqlite3.DatabaseError as error:
            self.undo()
            raise CampaignDamaged(self.path, error) from error
        except BaseException:
            self.undo()
            raise

    def undo(self) -> None:
        """Roll back, unless SQLite has done so."""
        if self.database.in_transaction:
            with suppress(sqlite3.Error):
                self.database.execute("ROLLBACK")

    def fact(self, name: str) -> Any:
        """Return a fact about the campaign; None if it is not known."""
        with self.reading():
            row = self.row("SELECT value FROM facts WHERE name = ?", name)
            return None if row is None else json.loads(row[0])

    def set_fact(self, name: str, value: Any) -> None:
        """Keep a fact."""
        with self.writing() as database:
            database.execute("REPLACE INTO facts VALUES (?, ?)", (name, json.dumps(value)))

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Understand what was written; raises `CampaignDamaged` if it cannot be."""
        try:
            yield
        except (sqlite3.Error, ArithmeticError, AttributeError, LookupError) as error:
            raise CampaignDamaged(self.path, error) from error
        except (TypeError, ValueError) as error:
            raise CampaignDamaged(self.path, error) from error

    def row(self, query: str, *given: Any) -> Any:
        """Return the first row of a query; None if there is none."""
        return self.database.execute(query, given).fetchone()

    def rows(self, query: str, *given: Any) -> Iterator[Any]:
        """Yield the rows of a query."""
        yield from self.database.execute(query, given)


def opened(path: Path, name: str, mode: str) -> sqlite3.Connection:
    """Open a database and see that it is a campaign; a new one receives its tables."""
    try:
        database = sqlite3.connect(
            f"{path.as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=PATIENCE
        )
        prepare(database, name, new=mode == "rwc")
    except sqlite3.OperationalError as error:
        raise without_room(path, error) from error
    except sqlite3.DatabaseError as error:
        raise NoCampaign(f"{name!r} is no campaign: {error}") from error
    return database


def prepare(database: sqlite3.Connection, name: str, *, new: bool) -> None:
    """See what a database is; raises `NoCampaign`."""
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (schema,) = database.execute("PRAGMA user_version").fetchone()
    (tables,) = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if new and not application and not tables:
        begin(database)
    elif application != APPLICATION:
        raise NoCampaign(f"{name!r} is no campaign of rulewright: give another file")
    elif schema != SCHEMA:
        raise NoCampaign(
            f"{name!r} has the schema {schema}, but this version of rulewright reads {SCHEMA}: "
            "use the version that wrote it, or begin another campaign"
        )
    else:
        tables_of(database, name)
    if new:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")


def tables_of(database: sqlite3.Connection, name: str) -> None:
    """Raise `CampaignDamaged` unless a database has the tables of a campaign."""
    found = {row[0] for row in database.execute("SELECT sql FROM sqlite_schema")}
    for each in TABLES:
        if each not in found:
            raise CampaignDamaged(Path(name), f"no {' '.join(each.split()[1:3]).lower()} as it was")


def begin(database: sqlite3.Connection) -> None:
    """Write the tables of a new campaign, all or none."""
    database.execute("BEGIN IMMEDIATE")
    for each in TABLES:
        database.execute(each)
    database.execute(f"PRAGMA application_id = {APPLICATION}")
    database.execute(f"PRAGMA user_version = {SCHEMA}")
    database.execute("COMMIT")


def locked(path: Path, name: str) -> sqlite3.Connection:
    """Lock a file next to the campaign until the process ends; raises `CampaignInUse`.

    The operating system ends the lock with the process, however that ends.
    """
    beside = path.with_name(f"{path.name}-lock")
    try:
        lock = sqlite3.connect(beside.as_uri(), uri=True, isolation_level=None, timeout=0.0)
    except sqlite3.OperationalError as error:
        raise NoCampaign(f"cannot write {name!r}: {error} ({str(beside)!r})") from error
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise NoCampaign(f"cannot lock {str(beside)!r}: {error}") from error
        raise CampaignInUse(
            f"{name!r} is in use{by_whom(path)}: one campaign has one coordinator"
        ) from error
    return lock


def by_whom(path: Path) -> str:
    """Say which process has a campaign open, if that is known."""
    with suppress(RulewrightError, sqlite3.Error), CampaignFile.read(str(path)) as file:
        found = file.fact(COORDINATOR)
        if found:
            return f" by process {found['pid']} on {found['host']}"
    return ""


def myself() -> dict[str, Any]:
    """Describe this coordinator for others."""
    return {"pid": os.getpid(), "host": platform.node(), "since": time.time()}


def without_room(path: Path, error: sqlite3.OperationalError) -> RulewrightError:
    """Return the error on purpose for one of SQLite."""
    if error.sqlite_errorcode & 0xFF in NO_ROOM:
        return CampaignDiskFull(
            f"cannot write {str(path)!r}: {error}; every part that was reported as done is kept: "
            "make room, and run the campaign again"
        )
    return NoCampaign(f"cannot open {str(path)!r}: {error}")
