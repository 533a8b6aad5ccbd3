"""What a campaign has seen of one game under one version of its rules, and which part comes next."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping
from sqlite3 import Connection
from typing import Any

from attrs import asdict, define, evolve, field, frozen

from rulewright.campaign.examples import EXAMPLES, write_of_part
from rulewright.campaign.file import CampaignFile
from rulewright.campaign.plan import FIRST, GameInView, OptionsToPlay, RoundPlan, planned_round
from rulewright.parts.distinct import estimated, smallest
from rulewright.parts.part import PartFinding, PartOutcome, WorkPart, digest
from rulewright.parts.totals import Totals

AHEAD = 2
"""Rounds that are planned beyond the last one that is complete, so that no process waits for its end."""
TOO_MANY = 20
"""Findings after which a game is played no more: they are to be mended first."""
CLOSED = -1
"""The round whose sketch is that of all complete rounds."""


@frozen
class CampaignSetup:
    """What is fixed of a game when a version of its rules is first seen."""

    options: tuple[OptionsToPlay, ...]
    sizes: Mapping[str, int]
    """The kinds of parts, and the number of games in each."""
    readings: Mapping[str, tuple[str, ...]]
    occasions: tuple[str, ...]
    ending: str

    def in_view(self, seen: Mapping[int, Totals]) -> GameInView:
        """Return what the planner looks at."""
        return GameInView(
            self.options, tuple(self.sizes), self.readings, self.occasions, self.ending, seen
        )


@define
class OpenRound:
    """A round that is planned and not complete."""

    plan: RoundPlan
    done: set[int] = field(factory=set)
    next: int = 0
    """The first part that was not handed out in this run."""
    seen: dict[int, Totals] = field(factory=dict)
    """By options."""
    smallest: tuple[int, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether all parts are done."""
        return len(self.done) == self.plan.parts


@define
class GameLedger:
    """The results of one game under one version of its rules, as they are in the file."""

    file: CampaignFile
    game: str
    rules: str
    version: int
    seed: int
    setup: CampaignSetup
    target: int | None = None
    """Positions after which no further round is planned."""
    closed: dict[int, Totals] = field(factory=dict)
    """What was seen in complete rounds, by options."""
    complete: int = 0
    """The number of complete rounds."""
    smallest: tuple[int, ...] = ()
    """Of complete rounds."""
    open: dict[int, OpenRound] = field(factory=dict)
    parts_before: int = 0
    """Parts of all rounds that are planned."""
    findings: int = 0
    """Those of complete rounds."""

    @classmethod
    def opened(
        cls, file: CampaignFile, game: str, rules: str, seed: int, setup: CampaignSetup
    ) -> GameLedger:
        """Read what was seen, or begin; `setup` counts only where nothing is kept for the version.

        Raises `CampaignDamaged`.
        """
        row = file.row("SELECT id, sizes FROM versions WHERE game = ? AND rules = ?", game, rules)
        if row is None:
            row = begun(file, game, rules, setup)
        with file.reading():
            kept = evolve(setup, sizes=json.loads(row[1]), options=options_in(file, row[0]))
            ledger = cls(file, game, rules, row[0], seed, kept)
            ledger.load()
        return ledger

    def load(self) -> None:
        """Read the rounds."""
        query = "SELECT round, plan, parts, closed FROM rounds WHERE version = ? ORDER BY round"
        for number, plan, parts, closed in self.file.rows(query, self.version):
            self.parts_before += parts
            if closed is None:
                self.open[number] = OpenRound(RoundPlan.of_json(json.loads(plan)))
            else:
                self.complete = number + 1
        query = "SELECT round, options, totals FROM tallies WHERE version = ?"
        for number, options, totals in self.file.rows(query, self.version):
            seen = self.open[number].seen if number in self.open else self.closed
            seen[options] = seen.get(options, Totals()) + Totals.of_json(json.loads(totals))
        query = "SELECT round, smallest FROM sketches WHERE version = ?"
        for number, hashes in self.file.rows(query, self.version):
            if number == CLOSED:
                self.smallest = tuple(json.loads(hashes))
            elif number in self.open:
                self.open[number].smallest = tuple(json.loads(hashes))
        for number, round_open in self.open.items():
            query = "SELECT number FROM parts WHERE version = ? AND round = ?"
            round_open.done = {row[0] for row in self.file.rows(query, self.version, number)}

        self.findings = self.findings_until(self.complete - 1)

    def findings_until(self, number: int) -> int:
        """Count the findings of a round and of those before it."""
        query = "SELECT count(*) FROM sightings WHERE version = ? AND round <= ?"
        return int(self.file.row(query, self.version, number)[0])

    # --- what comes next ----------------------------------------------------------------------------

    @property
    def held(self) -> int:
        """Positions in complete rounds."""
        return positions_in(self.closed)

    @property
    def positions(self) -> int:
        """Positions seen so far."""
        return self.held + sum(positions_in(each.seen) for each in self.open.values())

    @property
    def totals(self) -> Totals:
        """What was seen so far, complete rounds or not."""
        every = [
            *self.closed.values(),
            *(t for each in self.open.values() for t in each.seen.values()),
        ]
        hashes = (self.smallest, *(each.smallest for each in self.open.values()))
        return evolve(sum(every, Totals()), smallest=smallest(*hashes))

    @property
    def planned(self) -> tuple[int, int]:
        """The parts that are done, and all that are planned."""
        waiting = sum(each.plan.parts - len(each.done) for each in self.open.values())
        return self.parts_before - waiting, self.parts_before

    def plan_ahead(self) -> None:
        """Plan the rounds that come next, inside a transaction."""
        while self.next_round < self.complete + AHEAD:
            most = self.parts_missing()
            unknown = most is not None and not self.complete and self.open
            if most == 0 or unknown or self.findings >= TOO_MANY:
                return
            plan = planned_round(
                self.setup.in_view(self.closed), self.next_round, self.parts_before, most
            )
            self.file.database.execute(
                "INSERT INTO rounds VALUES (?, ?, ?, ?, NULL, NULL)",
                (self.version, plan.round, json.dumps(plan.as_json()), plan.parts),
            )
            self.open[plan.round] = OpenRound(plan)
            self.parts_before += plan.parts

    @property
    def next_round(self) -> int:
        """The number of the first round that is not planned."""
        return self.complete + len(self.open)

    def parts_missing(self) -> int | None:
        """Return how many further parts the target needs, by the mean so far; None if unlimited."""
        if self.target is None:
            return None
        waiting = sum(each.plan.parts for each in self.open.values())
        parts = sum(each.parts for each in self.closed.values())
        missing = self.target - self.held
        if missing <= 0:
            return 0
        if not self.held:  # no part yet, or each had a finding
            return 0 if waiting else FIRST
        return max(-(-missing * parts // self.held) - waiting, 0 if waiting else 1)

    def next_part(self) -> WorkPart | None:
        """Hand out the next part; None if none is planned that was not handed out."""
        for number in sorted(self.open):
            round_open = self.open[number]
            while round_open.next < round_open.plan.parts:
                at = round_open.next
                round_open.next += 1
                if at not in round_open.done:
                    return self.part(round_open.plan, at)
        return None

    def part(self, plan: RoundPlan, number: int) -> WorkPart:
        """Return a part of a round."""
        item = plan.item(number)
        chosen = self.setup.options[item.options]
        name = {"seed": self.seed, "game": self.game, "round": plan.round, "number": number}
        return WorkPart(
            self.game,
            item.kind,
            dict(chosen.params),
            dict(chosen.rulings),
            int(digest(name)[:8], 16),
            {
                "games": self.setup.sizes[item.kind],
                "round": plan.round,
                "number": number,
                "options": item.options,
            },
            self.rules,
        )

    # --- what was done ------------------------------------------------------------------------------

    def keep(self, outcomes: Iterable[PartOutcome]) -> None:
        """Keep what parts have seen, inside a transaction; complete rounds are closed."""
        database, changed = self.file.database, set[tuple[int, int]]()
        for outcome in outcomes:
            share = outcome.part.share
            at, number, options = share["round"], share["number"], share["options"]
            round_open = self.open[at]
            if number in round_open.done:
                continue
            row = counted_in(outcome)
            database.execute(
                "INSERT INTO parts VALUES (?, ?, ?, ?, ?, ?)", (self.version, at, number, *row)
            )
            seen = evolve(Totals.of(outcome), findings=(), smallest=())
            round_open.done.add(number)
            round_open.seen[options] = round_open.seen.get(options, Totals()) + seen
            round_open.smallest = smallest(round_open.smallest, outcome.smallest)
            changed.add((at, options))
            for finding in outcome.findings:
                keep_finding(database, self.version, outcome, finding)
            if EXAMPLES in outcome.data:
                write_of_part(database, self.game, outcome.data[EXAMPLES])
        self.write(database, changed)
        while self.complete in self.open and self.open[self.complete].complete:
            self.close_round(database)

    def write(self, database: Connection, changed: Iterable[tuple[int, int]]) -> None:
        """Write the totals that have changed."""
        every = set(changed)
        for at, options in every:
            totals = json.dumps(self.open[at].seen[options].as_json())
            database.execute(
                "REPLACE INTO tallies VALUES (?, ?, ?, ?)", (self.version, at, options, totals)
            )
        for at in {at for at, _ in every}:
            self.write_sketch(database, at, self.open[at].smallest)

    def write_sketch(self, database: Connection, at: int, hashes: tuple[int, ...]) -> None:
        """Write the sketch of a round, or of all complete ones."""
        database.execute(
            "REPLACE INTO sketches VALUES (?, ?, ?)", (self.version, at, json.dumps(hashes))
        )

    def close_round(self, database: Connection) -> None:
        """Count a complete round, and plan what follows from it."""
        number = self.complete
        done = self.open.pop(number)
        for options, seen in done.seen.items():
            self.closed[options] = self.closed.get(options, Totals()) + seen
        self.smallest = smallest(self.smallest, done.smallest)
        self.complete = number + 1
        self.write_sketch(database, CLOSED, self.smallest)
        database.execute(
            "DELETE FROM sketches WHERE version = ? AND round = ?", (self.version, number)
        )
        point = point_of(self.setup.in_view(self.closed), self.smallest)
        self.findings = point["findings"] = self.findings_until(number)
        database.execute(
            "UPDATE rounds SET closed = ?, seen = ? WHERE version = ? AND round = ?",
            (time.time(), json.dumps(point), self.version, number),
        )
        self.plan_ahead()


def begun(file: CampaignFile, game: str, rules: str, setup: CampaignSetup) -> tuple[int, str]:
    """Begin a version of a game's rules; return its row."""
    sizes = json.dumps(dict(setup.sizes))
    with file.writing() as database:
        version = database.execute(
            "INSERT INTO versions (game, rules, sizes, began) VALUES (?, ?, ?, ?)",
            (game, rules, sizes, time.time()),
        ).lastrowid
        for number, each in enumerate(setup.options):
            written = json.dumps(asdict(each))
            database.execute("INSERT INTO options VALUES (?, ?, ?)", (version, number, written))
    return version or 0, sizes


def options_in(file: CampaignFile, version: int) -> tuple[OptionsToPlay, ...]:
    """Read the options that are played under a version."""
    query = "SELECT written FROM options WHERE version = ? ORDER BY number"
    return tuple(OptionsToPlay(**json.loads(row[0])) for row in file.rows(query, version))


def positions_in(seen: Mapping[int, Totals]) -> int:
    """Return the number of positions under all options."""
    return sum(each.counts.get("positions", 0) for each in seen.values())


def counted_in(outcome: PartOutcome) -> tuple[int, int, float]:
    """Return games, positions and processor time of a part."""
    counts = outcome.counts
    return counts.get("games", 0), counts.get("positions", 0), outcome.seconds


def point_of(view: GameInView, hashes: tuple[int, ...]) -> dict[str, Any]:
    """Return the coverage reached, as a point of the charts over time."""
    totals, games = view.totals, view.by_pair()
    return {
        "games": totals.counts.get("games", 0),
        "positions": totals.counts.get("positions", 0),
        "distinct": round(estimated(hashes)),
        "clauses": sum(alone > 0 for _, _, alone in totals.clauses.values()),
        "pairs": sum(count > 0 for count in games.values()),
        "occasions": sum(totals.occasions.get(name, 0) > 0 for name in view.occasions),
    }


def key_of(finding: PartFinding) -> str:
    """Return what identifies a finding: kind, options and moves, or the kind of part without moves."""
    return digest(
        {
            "kind": finding.kind,
            "game": finding.game,
            "params": finding.params,
            "rulings": finding.rulings,
            "shown": list(finding.moves) or finding.check,
        }
    )


def keep_finding(
    database: Connection, version: int, outcome: PartOutcome, finding: PartFinding
) -> None:
    """Keep a finding once, however often it is found, with the first part of the plan that has it."""
    kept = {name: value for name, value in outcome.data.items() if name != EXAMPLES}
    part = evolve(outcome.part, share={**outcome.part.share, **kept})
    place, key = (part.share["round"], part.share["number"]), key_of(finding)
    row = database.execute("SELECT id, version FROM findings WHERE key = ?", (key,)).fetchone()
    written = json.dumps(finding.as_json()), json.dumps(part.as_json())
    if row is None:
        number = database.execute(
            "INSERT INTO findings (key, game, finding, part, version, found) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (key, part.game, *written, version, time.time()),
        ).lastrowid
    else:
        number = row[0]
    before = database.execute(
        "SELECT round, number FROM sightings WHERE finding = ? AND version = ?", (number, version)
    ).fetchone()
    if before is None:
        database.execute("INSERT INTO sightings VALUES (?, ?, ?, ?, 1)", (number, version, *place))
        return
    first = min(place, before)
    database.execute(
        "UPDATE sightings SET times = times + 1, round = ?, number = ? "
        "WHERE finding = ? AND version = ?",
        (*first, number, version),
    )
    if first < before and row is not None and row[1] == version:
        database.execute(
            "UPDATE findings SET finding = ?, part = ? WHERE id = ?", (*written, number)
        )
