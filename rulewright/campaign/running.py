"""The coordinator: hands out parts, keeps what they have seen, and reports it."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from math import inf
from typing import Any

from attrs import define, evolve, field, frozen

from rulewright.campaign.examples import EXAMPLES, examples_of, write_of_part
from rulewright.campaign.file import COORDINATOR, CampaignDamaged, CampaignFile, myself
from rulewright.campaign.ledger import CampaignSetup, GameLedger, key_of
from rulewright.campaign.plan import OptionsToPlay, RoundPlan
from rulewright.campaign.work import DRAWN, done, looked_again, sizes_of
from rulewright.checks.lockstep import option_sets
from rulewright.checks.scope import unique
from rulewright.interface import UsageError
from rulewright.parts import (
    Executor,
    PartFinding,
    PartOutcome,
    WorkPart,
    version_of,
)
from rulewright.parts.executor import outcome_of_future
from rulewright.play import games
from rulewright.wording.numbers import counted, duration
from rulewright.wording.options import options

OPTION_SETS = 96
"""Most sets of parameters and rulings that a campaign plays, besides those of the occasions."""
AHEAD = 3
"""Parts that are handed out for each that can be done at once."""
KEEP_EVERY = 0.25
"""Seconds between two writes to the file, if parts are done faster than that."""
SEED, TARGET, NAMED = "seed", "until", "games"
"""Facts in the file of a campaign."""
Say = Callable[[str], None]


class OtherSeed(UsageError):
    """The campaign has another seed."""


@frozen
class CampaignGoal:
    """When a run ends; without either, it goes on until it is interrupted."""

    seconds: float = inf
    held: int | None = None
    """Positions of each game in which everything held."""
    limit: float = 600.0
    """Seconds of processor time after which a part is ended, and is a finding."""
    answer: float = 60.0
    """Seconds for one answer of an engine that is not compiled."""


def setup_of(game: str, seed: int) -> CampaignSetup:
    """Return what a campaign plays of a game; raises `UsageError` if nothing can be checked."""
    specified = games.specified(game)
    sizes = sizes_of(game)
    if not sizes:
        raise UsageError(f"there is nothing to check of {game}: no engine and no symmetry")
    chosen = [
        OptionsToPlay(dict(params), dict(rulings))
        for params, rulings in option_sets(game, OPTION_SETS, seed)
    ]
    named = [
        OptionsToPlay(dict(each.params), dict(each.rulings), each.name)
        for each in specified.occasions
        if not games.game_names("impl").count(game)
        or games.offered(game, dict(each.params), dict(each.rulings))
    ]
    if not chosen:
        raise UsageError(f"the implementation of {game} supports none of the options to be checked")
    return CampaignSetup(
        tuple(unique([*chosen, *named])),
        sizes,
        specified.readings,
        tuple(each.name for each in specified.occasions),
        str(games.specification(game).ending_clause),
    )


def seed_of(file: CampaignFile, given: int | None, drawn: int) -> int:
    """Return the seed of a campaign, which is chosen once; raises `OtherSeed` for another."""
    kept: int | None = file.fact(SEED)
    if kept is None and file.row("SELECT 1 FROM versions") is not None:
        raise CampaignDamaged(file.path, "its seed is missing")
    if kept is not None and given not in {None, kept}:
        raise OtherSeed(f"this campaign has the seed {kept}, not {given}: leave --seed out")
    seed = kept if kept is not None else drawn if given is None else given
    if kept is None:
        file.set_fact(SEED, seed)
    return seed


@define
class CampaignRun:
    """One run of the coordinator."""

    file: CampaignFile
    ledgers: Sequence[GameLedger]
    executor: Executor
    goal: CampaignGoal
    progress: Say
    """Called at any rate with a line that replaces the last one."""
    result: Say
    """Called with each finding."""
    planned: Say
    """Called with the plan of each round."""
    began: float = field(factory=time.monotonic)
    before: int = 0
    """Positions that earlier runs had seen."""
    parts: int = 0
    """Parts that this run has done and kept."""
    found: int = 0
    """New findings."""
    still: int = 0
    """Findings of earlier runs that are still there."""
    waiting: list[PartOutcome] = field(factory=list)
    under_way: dict[Future[Any], tuple[WorkPart, Any]] = field(factory=dict)
    kept_at: float = 0.0

    @classmethod
    def opened(
        cls,
        file: CampaignFile,
        named: Sequence[str],
        seed: int,
        executor: Executor,
        *,
        goal: CampaignGoal,
        heard_by: tuple[Say, Say, Say],
    ) -> CampaignRun:
        """Open the games; raises what a game raises that cannot be loaded.

        `heard_by` are called with progress, findings and plans.
        """
        file.set_fact(COORDINATOR, myself())
        ledgers = [
            GameLedger.opened(file, game, version_of(game), seed, setup_of(game, seed))
            for game in named
        ]
        run = cls(file, ledgers, executor, goal, *heard_by)
        for ledger in ledgers:
            ledger.target = goal.held
            run.before += ledger.positions
        return run

    def run(self) -> None:
        """Look at all findings again, then do parts until the goal is reached."""
        self.look_again()
        with self.file.writing():
            for ledger in self.ledgers:
                before = set(ledger.open)
                ledger.plan_ahead()
                self.say_plans(ledger, before)
        turn = deque(self.ledgers)
        try:
            while self.fill(turn):
                for future in self.executor.as_completed():
                    self.take(future)
                    self.fill(turn)
                self.keep()
        finally:
            self.keep()

    # --- findings of earlier runs -------------------------------------------------------------------

    def look_again(self) -> None:
        """Replay all findings; report at once those that are still there, and the others at the end."""
        for ledger in self.ledgers:
            for number, finding, again in findings_to_replay(self.file, ledger, self.goal):
                future = self.executor.submit(looked_again, again, self.goal.limit)
                self.under_way[future] = again, (ledger, number, finding)
        gone = []
        for future in self.executor.as_completed():
            again, (ledger, number, finding) = self.under_way.pop(future)
            outcome = outcome_of_future(again, future)
            self.keep_replay(ledger, number, outcome)
            for now in outcome.findings[:1]:
                self.still += 1
                self.result(f"still there: {line_of(now)}")
            if not outcome.findings:
                why = outcome.data.get("refused", "")
                state = "found, but not again" if self.sighted(ledger, number) else "gone"
                gone.append((number, f"{state}: {line_of(finding)}{f'; {why}' if why else ''}"))
        for _, said in sorted(gone):
            self.result(said)

    def sighted(self, ledger: GameLedger, number: int) -> bool:
        """Return whether a part has found a finding under the version in force."""
        query = "SELECT 1 FROM sightings WHERE finding = ? AND version = ?"
        return self.file.row(query, number, ledger.version) is not None

    def keep_replay(self, ledger: GameLedger, number: int, outcome: PartOutcome) -> None:
        """Keep whether a finding is still there."""
        now = next(iter(outcome.findings), None)
        said = now.headline if now is not None else str(outcome.data.get("refused", ""))
        row = number, ledger.version, int(now is not None), said, time.time()
        with self.file.writing() as database:
            database.execute("REPLACE INTO replays VALUES (?, ?, ?, ?, ?)", row)
            if EXAMPLES in outcome.data:
                write_of_part(database, ledger.game, outcome.data[EXAMPLES])

    # --- parts --------------------------------------------------------------------------------------

    def fill(self, turn: deque[GameLedger]) -> bool:
        """Hand out parts, of each game in turn; return whether any is under way."""
        most = AHEAD * self.executor.width
        while len(self.under_way) < most and not self.late:
            part = next(filter(None, map(self.next_of, self.in_turn(turn))), None)
            if part is None and self.waiting:
                self.keep()
                continue
            if part is None:
                break
            share = {**part[1].share, "answer": self.goal.answer}
            given = evolve(part[1], share=share)
            future = self.executor.submit(done, given, self.goal.limit)
            self.under_way[future] = given, part[0]
        return bool(self.under_way)

    def in_turn(self, turn: deque[GameLedger]) -> Iterator[GameLedger]:
        """Yield each game once, another one first each time."""
        turn.rotate(-1)
        yield from turn

    def next_of(self, ledger: GameLedger) -> tuple[GameLedger, WorkPart] | None:
        """Return the next part of a game, with its ledger."""
        part = ledger.next_part()
        return None if part is None else (ledger, part)

    @property
    def late(self) -> bool:
        """Whether the time of the run is over."""
        return time.monotonic() - self.began >= self.goal.seconds

    def take(self, future: Future[Any]) -> None:
        """Take the outcome of a part; it counts once it is in the file."""
        part, _ = self.under_way.pop(future)
        self.waiting.append(outcome_of_future(part, future))
        if time.monotonic() - self.kept_at >= KEEP_EVERY:
            self.keep()

    def keep(self) -> None:
        """Write what is waiting, then report it."""
        if not self.waiting:
            return
        outcomes, self.waiting = self.waiting, []
        known = self.known_findings()
        planned = {ledger.game: set(ledger.open) for ledger in self.ledgers}
        with self.file.writing():
            for ledger in self.ledgers:
                ledger.keep([each for each in outcomes if each.part.game == ledger.game])
        self.kept_at = time.monotonic()
        self.parts += len(outcomes)
        for outcome in outcomes:
            for finding in outcome.findings:
                if key_of(finding) not in known:
                    known.add(key_of(finding))
                    self.found += 1
                    self.result(f"found: {line_of(finding)}")
        for ledger in self.ledgers:
            self.say_plans(ledger, planned[ledger.game])
        self.progress(self.line())

    def known_findings(self) -> set[str]:
        """Return the keys of the findings in the file."""
        return {row[0] for row in self.file.rows("SELECT key FROM findings")}

    def say_plans(self, ledger: GameLedger, before: set[int]) -> None:
        """Report the rounds that were planned."""
        for number in sorted(set(ledger.open) - before):
            self.planned(f"{ledger.game}: {plan_in_words(ledger.open[number].plan)}")

    # --- progress -----------------------------------------------------------------------------------

    @property
    def positions(self) -> int:
        """Positions of all runs."""
        return sum(ledger.positions for ledger in self.ledgers)

    def line(self) -> str:
        """Return parts done, positions, findings and the expected end in one line."""
        parts = [ledger.planned for ledger in self.ledgers]
        made, planned = sum(each[0] for each in parts), sum(each[1] for each in parts)
        found = f"{counted(self.found, 'new findings')}, {self.still} still there"
        return (
            f"{made:,} of {counted(planned, 'planned parts')} done, "
            f"{counted(self.positions, 'positions')} held, {found}{self.expected_end()}"
        )

    def expected_end(self) -> str:
        """Return when the run is expected to end, as the end of a line."""
        passed = time.monotonic() - self.began
        left = self.goal.seconds - passed
        if self.goal.held is not None:
            missing = sum(max(self.goal.held - ledger.held, 0) for ledger in self.ledgers)
            speed = (self.positions - self.before) / max(passed, 1e-9)
            left = min(left, missing / speed if speed else inf)
        if left == inf:
            return "; until it is interrupted"
        return f"; about {duration(max(left, 0.0))} left"


def findings_to_replay(
    file: CampaignFile, ledger: GameLedger, goal: CampaignGoal
) -> Iterator[tuple[int, PartFinding, WorkPart]]:
    """Yield each finding about a game: its number, and the part that looks for it again."""
    query = "SELECT id, finding, part FROM findings WHERE game = ? ORDER BY id"
    for number, written, part in list(file.rows(query, ledger.game)):
        with file.reading():
            finding = PartFinding.of_json(json.loads(written))
            again = WorkPart.of_json(json.loads(part))
        share = {**again.share, "moves": list(finding.moves), "answer": goal.answer}
        if again.check == DRAWN:
            share[EXAMPLES] = examples_of(file, ledger.game)
        yield number, finding, evolve(again, rules=ledger.rules, share=share)


def line_of(finding: PartFinding) -> str:
    """Return a finding in one line: kind, game, options, what is wrong, and the moves."""
    moves = f" ({counted(len(finding.moves), 'moves')}: {' '.join(finding.moves)})"
    under = options(finding.params, finding.rulings)
    return (
        f"{finding.kind}: {finding.game}, {under}: {finding.headline}"
        f"{moves if finding.moves else ''}"
    )


def plan_in_words(plan: RoundPlan) -> str:
    """Return how many parts of a round go where, and why, in one line."""
    whys: dict[str, int] = {}
    for item in plan.items:
        whys[item.why] = whys.get(item.why, 0) + item.parts
    listed = "; ".join(f"{parts} for {why}" for why, parts in whys.items())
    return f"round {plan.round}, {counted(plan.parts, 'parts')}: {listed}"
