"""What a campaign has come to, read from its file: for the terminal, for pages, for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import asdict, frozen

from rulewright.campaign.examples import OF_TESTS, count_examples
from rulewright.campaign.file import CampaignFile
from rulewright.campaign.ledger import GameLedger
from rulewright.campaign.plan import RoundPlan
from rulewright.campaign.running import SEED, TARGET, setup_of
from rulewright.campaign.work import JUDGED_GAMES
from rulewright.interface import RulewrightError
from rulewright.parts import PartFinding, Totals, version_of
from rulewright.play import games
from rulewright.play.rulings import pairs
from rulewright.wording.chance import never_in

SHOWN = 6
"""Pairs of readings that are listed."""


@frozen
class KeptFinding:
    """A finding in the file, and what came of it in later runs."""

    number: int
    finding: PartFinding
    times: int
    """Parts that found it under the version in force."""
    rules: str
    """The version under which it was found."""
    replayed: str
    """What is known under the version in force, such as `still there` or `gone`."""

    @property
    def open(self) -> bool:
        """Whether it may still be there."""
        return self.replayed != GONE


FOUND, STILL, GONE, NOT_YET = "found", "still there", "gone", "not looked at again"
NOT_AGAIN = "found, but not again"
"""Under the same version, which may be a matter of chance: so it does not count as gone."""


@frozen
class OlderVersion:
    """Results under other sources: kept, and not counted."""

    rules: str
    parts: int
    games: int
    positions: int


@frozen
class GameState:
    """What a campaign has come to in one game, under the version in force."""

    game: str
    rules: str
    """Empty if the game cannot be loaded here."""
    totals: Totals
    seconds: float
    """Processor time of all parts."""
    planned: int
    """Parts that are planned and not done."""
    plans: tuple[RoundPlan, ...]
    """Of the rounds that are not complete."""
    points: tuple[Mapping[str, Any], ...]
    """Coverage at the end of each complete round."""
    pairs: Mapping[str, int]
    """Games under each pair of readings."""
    occasions: tuple[str, ...]
    ending: str
    findings: tuple[KeptFinding, ...]
    older: tuple[OlderVersion, ...]
    examples: int = 0
    """Failing examples that Hypothesis tries first, of the parts of this game."""

    @property
    def games(self) -> int:
        """Games played."""
        return self.totals.counts.get("games", 0)

    @property
    def positions(self) -> int:
        """Positions compared."""
        return self.totals.counts.get("positions", 0)

    @property
    def nevers(self) -> Iterator[str]:
        """Yield what was never seen, each with the rule of three."""
        judged = never_in(self.totals.counts.get(JUDGED_GAMES, 0))
        for clause, (_, _, alone) in self.totals.clauses.items():
            if not alone and clause != self.ending:
                yield f"{clause} was never the only clause to forbid a candidate{judged}"
        for name in self.occasions:
            if not self.totals.occasions.get(name):
                yield f"the occasion {name!r} was never met{judged}"
        unplayed = [pair for pair, count in self.pairs.items() if not count]
        if unplayed:
            more = len(unplayed) - SHOWN
            listed = "; ".join(unplayed[:SHOWN]) + (f"; and {more:,} more" if more > 0 else "")
            yield f"never played together, so nothing is known of them: {listed}"
        if not any(each.open for each in self.findings):
            yield f"no difference was found{never_in(self.games)}"

    def as_json(self) -> dict[str, Any]:
        """Return everything for programs."""
        return {
            "game": self.game,
            "rules": self.rules,
            "parts": self.totals.parts,
            "planned": self.planned,
            **self.totals.counts,
            "distinct": round(self.totals.distinct),
            "seconds": round(self.seconds, 3),
            "clauses": {
                name: dict(zip(("held", "failed", "alone"), seen, strict=True))
                for name, seen in self.totals.clauses.items()
            },
            "occasions": {name: self.totals.occasions.get(name, 0) for name in self.occasions},
            "pairs": dict(self.pairs),
            "never": list(self.nevers),
            "points": [dict(each) for each in self.points],
            "plans": [each.as_json() for each in self.plans],
            "findings": [
                {
                    "number": each.number,
                    "state": each.replayed,
                    "times": each.times,
                    "found_under": each.rules,
                    **each.finding.as_json(),
                }
                for each in self.findings
            ],
            "older": [asdict(each) for each in self.older],
            "examples": self.examples,
        }


@frozen
class CampaignState:
    """What a campaign has come to."""

    name: str
    seed: int | None
    target: int | None
    games: tuple[GameState, ...]
    examples: int = 0
    """Examples that Hypothesis has kept for tests."""

    @property
    def findings(self) -> tuple[KeptFinding, ...]:
        """All findings that may still be there."""
        return tuple(each for game in self.games for each in game.findings if each.open)

    def as_json(self) -> dict[str, Any]:
        """Return everything for programs."""
        return {
            "seed": self.seed,
            "until": self.target,
            "findings": len(self.findings),
            "examples": self.examples,
            "games": [each.as_json() for each in self.games],
        }


def state_of(file: CampaignFile, name: str) -> CampaignState:
    """Read what a campaign has come to, at one moment, also while a coordinator writes."""
    file.database.execute("BEGIN")
    try:
        return state_in(file, name)
    finally:
        file.database.execute("ROLLBACK")


def state_in(file: CampaignFile, name: str) -> CampaignState:
    """Read the same inside a transaction."""
    named = [row[0] for row in file.rows("SELECT DISTINCT game FROM versions ORDER BY game")]
    seed = file.fact(SEED)
    every = tuple(game_state(file, game, seed or 0) for game in named)
    kept = count_examples(file, OF_TESTS)
    return CampaignState(name, seed, file.fact(TARGET), every, kept)


def game_state(file: CampaignFile, game: str, seed: int) -> GameState:
    """Read what a campaign has come to in one game."""
    rules = rules_in_force(game)
    row = file.row("SELECT id FROM versions WHERE game = ? AND rules = ?", game, rules)
    with file.reading():
        findings = tuple(findings_of(file, game, rules))
        older = tuple(older_versions(file, game, rules))
        examples = count_examples(file, game)
    if row is None:
        return GameState(
            *(game, rules, Totals(), 0.0, 0, (), (), {}, (), "", findings, older, examples)
        )
    ledger = GameLedger.opened(file, game, rules, seed, setup_of(game, seed))
    view = ledger.setup.in_view(with_open(ledger))
    met = view.by_pair()
    query = "SELECT sum(seconds) FROM parts WHERE version = ?"
    made, planned = ledger.planned
    with file.reading():
        points = tuple(points_of(file, row[0]))
    return GameState(
        game,
        rules,
        ledger.totals,
        float(file.row(query, row[0])[0] or 0.0),
        planned - made,
        tuple(ledger.open[number].plan for number in sorted(ledger.open)),
        points,
        {in_words(pair): met.get(pair, 0) for pair in sorted(pairs(view.readings), key=sorted)},
        ledger.setup.occasions,
        ledger.setup.ending,
        findings,
        older,
        examples,
    )


def in_words(pair: frozenset[tuple[str, str]]) -> str:
    """Return a pair of readings as it is written on the command line."""
    return " and ".join(f"{question}={reading}" for question, reading in sorted(pair))


def rules_in_force(game: str) -> str:
    """Return the version of a game here; "" if it cannot be loaded."""
    try:
        games.specified(game)
        return version_of(game)
    except RulewrightError:
        return ""


def with_open(ledger: GameLedger) -> dict[int, Totals]:
    """Return what was seen under each of the options, in rounds that are not complete as well."""
    found = dict(ledger.closed)
    for each in ledger.open.values():
        for options, seen in each.seen.items():
            found[options] = found.get(options, Totals()) + seen
    return found


def points_of(file: CampaignFile, version: int) -> Iterator[dict[str, Any]]:
    """Yield the coverage at the end of each complete round."""
    query = "SELECT seen FROM rounds WHERE version = ? AND closed IS NOT NULL ORDER BY round"
    for row in file.rows(query, version):
        yield json.loads(row[0])


def findings_of(file: CampaignFile, game: str, rules: str) -> Iterator[KeptFinding]:
    """Yield the findings about a game, with what became known of them under the version in force."""
    query = (
        "SELECT f.id, f.finding, coalesce(s.times, 0), found.rules, r.still FROM findings f "
        "JOIN versions found ON found.id = f.version "
        "LEFT JOIN versions now ON now.game = f.game AND now.rules = ? "
        "LEFT JOIN sightings s ON s.finding = f.id AND s.version = now.id "
        "LEFT JOIN replays r ON r.finding = f.id AND r.version = now.id "
        "WHERE f.game = ? ORDER BY f.id"
    )
    for number, finding, times, found, still in file.rows(query, rules, game):
        read = PartFinding.of_json(json.loads(finding))
        yield KeptFinding(number, read, times, found, now_of(times, still))


def now_of(times: int, still: int | None) -> str:
    """Return what is known of a finding under a version: parts that found it, and the last replay."""
    if still:
        return STILL
    if times:
        return FOUND if still is None else NOT_AGAIN
    return NOT_YET if still is None else GONE


def older_versions(file: CampaignFile, game: str, rules: str) -> Iterator[OlderVersion]:
    """Yield the results under other versions of a game."""
    query = (
        "SELECT v.rules, count(p.number), sum(p.games), sum(p.positions) FROM versions v "
        "LEFT JOIN parts p ON p.version = v.id WHERE v.game = ? AND v.rules != ? "
        "GROUP BY v.id ORDER BY v.id"
    )
    for found, parts, played, positions in file.rows(query, game, rules):
        yield OlderVersion(found, parts, played or 0, positions or 0)


def sequence(points: Sequence[Mapping[str, Any]], name: str) -> list[int]:
    """Return one curve of the coverage over time."""
    return [int(each.get(name, 0)) for each in points]
