"""The tables of a campaign's file."""

from __future__ import annotations

APPLICATION = 0x52574341
"""What SQLite's header says the file is for: `RWCA`."""
SCHEMA = 2
"""The version of the tables."""

TABLES = (
    "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    """CREATE TABLE versions (
        id INTEGER PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL, sizes TEXT NOT NULL,
        began REAL NOT NULL, UNIQUE (game, rules))""",
    """CREATE TABLE options (
        version INTEGER NOT NULL, number INTEGER NOT NULL, written TEXT NOT NULL,
        PRIMARY KEY (version, number)) WITHOUT ROWID""",
    """CREATE TABLE rounds (
        version INTEGER NOT NULL, round INTEGER NOT NULL, plan TEXT NOT NULL,
        parts INTEGER NOT NULL, closed REAL, seen TEXT, PRIMARY KEY (version, round)
        ) WITHOUT ROWID""",
    """CREATE TABLE parts (
        version INTEGER NOT NULL, round INTEGER NOT NULL, number INTEGER NOT NULL,
        games INTEGER NOT NULL, positions INTEGER NOT NULL, seconds REAL NOT NULL,
        PRIMARY KEY (version, round, number)) WITHOUT ROWID""",
    """CREATE TABLE tallies (
        version INTEGER NOT NULL, round INTEGER NOT NULL, options INTEGER NOT NULL,
        totals TEXT NOT NULL, PRIMARY KEY (version, round, options)) WITHOUT ROWID""",
    """CREATE TABLE sketches (
        version INTEGER NOT NULL, round INTEGER NOT NULL, smallest TEXT NOT NULL,
        PRIMARY KEY (version, round)) WITHOUT ROWID""",
    """CREATE TABLE findings (
        id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, game TEXT NOT NULL, finding TEXT NOT NULL,
        part TEXT NOT NULL, version INTEGER NOT NULL, found REAL NOT NULL)""",
    """CREATE TABLE sightings (
        finding INTEGER NOT NULL, version INTEGER NOT NULL, round INTEGER NOT NULL,
        number INTEGER NOT NULL, times INTEGER NOT NULL, PRIMARY KEY (finding, version)
        ) WITHOUT ROWID""",
    """CREATE TABLE replays (
        finding INTEGER NOT NULL, version INTEGER NOT NULL, still INTEGER NOT NULL,
        said TEXT NOT NULL, replayed REAL NOT NULL, PRIMARY KEY (finding, version)) WITHOUT ROWID""",
    """CREATE TABLE examples (
        key BLOB NOT NULL, value BLOB NOT NULL, game TEXT NOT NULL, saved REAL NOT NULL,
        PRIMARY KEY (key, value)) WITHOUT ROWID""",
)
"""`facts` has the seed and the target; `parts` a row for each part that is done; `tallies` what was
seen under each set of options in each round; `sketches` the distinct positions of each open round, and
of all closed ones (round -1); `sightings` the parts that found something, the first
one by its place; `examples` those of Hypothesis: of a game's parts, or of tests if `game` is empty."""
