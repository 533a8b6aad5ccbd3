"""Record games by the thousand and judge all their positions as bit vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from time import perf_counter, process_time
from typing import Any

from attrs import define, evolve, field, frozen

from rulewright.checks.lockstep import option_sets
from rulewright.checks.outcome import Effort, Outcome, Progress, skipped
from rulewright.checks.parted import blame_of, different, in_this_process, unanswered
from rulewright.checks.recorded import play_for, share_of
from rulewright.checks.scope import OptionSet, scope_of
from rulewright.checks.sizes import SizePlayed, SizesPlan
from rulewright.checks.story import shortest_game, story
from rulewright.checks.witness import ALONE, OWN, is_machine_code
from rulewright.interface import RulewrightError, UsageError
from rulewright.parts.part import PartFinding, PartOutcome, WorkPart
from rulewright.play import games
from rulewright.play.driver import driver_of
from rulewright.play.watch import NoAnswer, watched
from rulewright.spec.coverage import Coverage, RecordingRefuted, Tally
from rulewright.wording.chance import rule_of_three
from rulewright.wording.numbers import counted

AT_ONCE = 512
"""Games recorded and judged at a time: enough lanes to be fast, few enough to fit in memory."""
FIRST_BATCH = 32
"""Games in the first batch where time is limited: how long one takes is not known yet."""
FEW = 32
"""Games that are all of one kind, since two recordings of so few take twice the time."""
ROOM = 1 << 26
"""Most entries in the table of legal actions of games judged at a time."""
LONGEST = 120
"""Plies after which an unfinished recorded game is stopped."""
JUDGED = 1 << 26
"""Candidates of all positions together after which a campaign is long enough."""
SOUGHT, ATTEMPTS = 64, 4
"""Games per attempt to meet a missing occasion, and the number of attempts."""


@frozen
class Batches:
    """The recorded games of some options, batch by batch: half uniform, half biased."""

    reference: Any
    driver: Any
    count: Any
    """Counts rare occasions in a recording."""
    wanted: int
    """Games, all batches together."""
    seed: int
    breadth: int
    """Most actions in a position."""
    only: bool | None = None
    """Whether all games are biased, or all uniform; None if they are halves."""

    @classmethod
    def of(cls, game: str, params: Any, rulings: Any, wanted: int, seed: int) -> Batches:
        """Prepare the games of some options."""
        reference = games.specification(game, params, rulings)
        driver = driver_of(games.implementation(game, params, rulings))
        count = games.specified(game).count_occasions
        breadth = driver.extent(seed, LONGEST).breadth
        return cls(reference, driver, count, wanted, seed, breadth)

    @property
    def half(self) -> int:
        """Games of one kind in each batch."""
        at_once = max(min(AT_ONCE, ROOM // (LONGEST * self.breadth)), 1)
        return min(at_once, (self.wanted + 1) // 2)

    def batch(self, first: int, note: Callable[[], None] = lambda: None) -> Coverage:
        """Record and judge the batch that begins with a game; raises `RecordingRefuted`.

        `note` is called whenever games have been judged.
        """
        coverage, half = Coverage(), self.half
        kinds = [(False, half), (True, half)] if self.only is None else [(self.only, 2 * half)]
        for kind, (biased, count) in enumerate(kinds):
            seed = self.seed + first + kind * half
            played = self.driver.record(seed, count, biased=biased, max_plies=LONGEST)
            coverage += self.reference.check(played)
            coverage += Coverage(occasions=self.count(played))
            note()
        return coverage

    def is_long_enough(self, positions: int) -> bool:
        """Return whether so many positions have enough candidates together."""
        return positions * self.breadth >= JUDGED


def campaign(game: str, params: Any, rulings: Any, games_wanted: int, seed: int) -> Coverage:
    """Record random games, half uniform and half biased, and judge them; return the coverage.

    Raises `RecordingRefuted` at the first difference.
    """
    batches = Batches.of(game, params, rulings, games_wanted, seed)
    coverage, first = Coverage(), 0
    while first < games_wanted and not batches.is_long_enough(coverage.positions):
        coverage += batches.batch(first)
        first += 2 * batches.half
    return coverage


def judge_part(part: WorkPart, effort: Effort, progress: Progress = lambda _: None) -> PartOutcome:
    """Record the games of a part, and judge them."""
    began = perf_counter()
    try:
        if "seconds" in part.share:
            done = judged_for_some_time(part, effort)
        else:
            done = judged(part, lambda: progress(f"games under {part.options}"))
    except RecordingRefuted as found:
        done = PartOutcome(part, findings=(described(part, found),))
    except NoAnswer as error:
        done = PartOutcome(part, findings=(unanswered(part, error),))
    return evolve(done, seconds=perf_counter() - began)


def judged(part: WorkPart, note: Callable[[], None]) -> PartOutcome:
    """Judge one batch of recorded games, or all in the search for an occasion."""
    share = part.share
    options_given = part.game, part.params, part.rulings
    if "occasion" in share:
        coverage = campaign(*options_given, share["games"], part.seed + share["attempt"])
        return seen_in(part, coverage, share["games"])
    only = bool(share["set"] % 2) if share["wanted"] <= FEW else None
    batches = evolve(Batches.of(*options_given, share["wanted"], part.seed), only=only)
    found = seen_in(part, batches.batch(share["first"], note), 2 * batches.half)
    return evolve(found, data={"breadth": batches.breadth, "half": batches.half})


def judged_for_some_time(part: WorkPart, effort: Effort) -> PartOutcome:
    """Record and judge games of a guest for the share of the time."""
    if is_machine_code(OWN, part.game):
        coverage, played = batches_for(part, part.share["seconds"])
        return seen_in(part, coverage, played)
    with watched(part.game, effort.answer) as alive:
        played, coverage = play_for(part, part.share["seconds"], alive)
    return seen_in(part, coverage, played)


def batches_for(part: WorkPart, seconds: float) -> tuple[Coverage, int]:
    """Record and judge batches of compiled games for some seconds of processor time, each larger.

    Returns what was seen, and the number of games. Raises `RecordingRefuted` at the first difference.
    """
    deadline = process_time() + seconds
    batches = Batches.of(part.game, part.params, part.rulings, FIRST_BATCH, part.seed)
    coverage, played = Coverage(), 0
    while not played or (coverage.positions and process_time() < deadline):
        coverage += batches.batch(played)
        played += 2 * batches.half
        batches = evolve(batches, wanted=min(2 * batches.wanted, 2 * AT_ONCE))
    return coverage, played


def seen_in(part: WorkPart, coverage: Coverage, played: int) -> PartOutcome:
    """Return the outcome of a part that held."""
    clauses = {
        name: (tally.held, tally.failed, tally.alone) for name, tally in coverage.clauses.items()
    }
    counts = {"games": played, "positions": coverage.positions}
    return PartOutcome(part, counts, clauses, dict(coverage.occasions))


def described(part: WorkPart, found: RecordingRefuted) -> PartFinding:
    """Describe the shortest game that shows a difference, if single engines show it too."""
    reference = games.specification(part.game, part.params, part.rulings)
    moves = tuple(found.moves)
    when = f"after {counted(len(moves), 'moves')}" if moves else "at the start"
    headline = f"{found.what} {when}"
    with suppress(RulewrightError):  # the recording may differ where single engines agree
        tested = games.implementation(part.game, part.params, part.rulings)
        shown, text = shortest_game(reference, tested, moves, str(found))
        return different(part, text.partition("\n")[0], text, shown)
    return different(part, headline, story(reference, moves, str(found)), moves)


def coverage_data(coverage: Coverage, occasions: list[str], judged: int) -> dict[str, object]:
    """Return what was seen of clauses and occasions in some judged games, for programs."""
    return {
        "judged": {"games": judged},
        "coverage": {
            clause: {"held": tally.held, "failed": tally.failed, "alone": tally.alone}
            for clause, tally in coverage.clauses.items()
        },
        "occasions": {name: coverage.occasions.get(name, 0) for name in occasions},
    }


@define
class BulkPlan:
    """What both plans of the check keep."""

    game: str
    effort: Effort
    seed: int
    rules: str = ""
    check: str = field(default="bulk", init=False)
    coverage: Coverage = field(factory=Coverage, init=False)
    findings: tuple[PartFinding, ...] = field(default=(), init=False)
    judged_games: int = field(default=0, init=False)

    def part(self, params: Any, rulings: Any, share: dict[str, Any]) -> WorkPart:
        """Make a part."""
        options_given = dict(params), dict(rulings)
        return WorkPart(self.game, self.check, *options_given, self.seed, share, self.rules)

    def parts(self) -> Iterator[WorkPart | None]:
        """Yield the parts."""
        raise NotImplementedError

    def outcome(self, seconds: float) -> Outcome:
        """Return the outcome of the check."""
        raise NotImplementedError

    def take(self, outcome: PartOutcome) -> bool:
        """Add what a part saw; the first difference is enough."""
        clauses = {name: Tally(*seen) for name, seen in outcome.clauses.items()}
        positions = outcome.counts.get("positions", 0)
        self.coverage += Coverage(positions, clauses, dict(outcome.occasions))
        self.findings = outcome.findings
        self.judged_games += outcome.counts.get("games", 0)
        return not self.findings

    def said(self) -> str:
        """What was judged so far."""
        return f"{self.coverage.positions} positions"

    @property
    def failure(self) -> str:
        """What was found wrong; empty if nothing was."""
        return next((finding.text for finding in self.findings), "")

    @property
    def occasions(self) -> list[str]:
        """The names of the rare occasions."""
        return [occasion.name for occasion in games.specified(self.game).occasions]


@define
class CountedBulk(BulkPlan):
    """Many games under the game's own options, and fewer under every other set.

    Rare occasions that the game names and that were not met are searched for under their own options;
    one that never occurs is a failure.
    """

    played: list[OptionSet] = field(factory=list, init=False)
    judged: dict[int, tuple[int, int]] = field(factory=dict, init=False)
    """Batches and positions judged under each set of options, by its number."""
    size: dict[int, tuple[int, int]] = field(factory=dict, init=False)
    """The breadth of the game and half the games of a batch, by the number of the options."""

    def parts(self) -> Iterator[WorkPart | None]:
        """Yield the first batch of every set of options, then the others, then rare occasions."""
        effort = self.effort
        fewer = max(effort.bulk_games // 32, 16)
        chosen = effort.only or option_sets(self.game, effort.option_sets, self.seed)
        wanted = [fewer if number else effort.bulk_games for number in range(len(chosen))]
        for number, each in enumerate(chosen):
            yield self.part(*each, {"set": number, "wanted": wanted[number], "first": 0})
        yield None
        for number, each in enumerate(chosen):
            step = 2 * self.size[number][1]
            for first in range(step, wanted[number], step):
                if self.is_long_enough(number, first // step):
                    yield None
                if self.is_long_enough(number):
                    break
                share = {"set": number, "wanted": wanted[number], "first": first}
                yield self.part(*each, share)
        yield from self.searches()

    def searches(self) -> Iterator[WorkPart | None]:
        """Yield the searches for occasions, as long as these were not met."""
        for occasion in games.specified(self.game).occasions:
            for attempt in range(ATTEMPTS):
                yield None
                if self.coverage.occasions.get(occasion.name):
                    break
                share = {"occasion": occasion.name, "attempt": attempt, "games": SOUGHT}
                yield self.part(occasion.params, occasion.rulings, share)

    def is_long_enough(self, number: int, made: int = 0) -> bool:
        """Return whether enough positions were judged under a set of options.

        That is so in any case, or, if batches were `made` that may not have been taken, perhaps.
        """
        breadth, half = self.size[number]
        taken, positions = self.judged[number]
        ahead = max(made - taken, 0) * 2 * half * (LONGEST + 1)
        return (positions + ahead) * breadth >= JUDGED

    def take(self, outcome: PartOutcome) -> bool:
        """Add what a part saw; the first difference is enough."""
        share, data = outcome.part.share, outcome.data
        if "half" in data:
            number = share["set"]
            self.size[number] = data["breadth"], data["half"]
            taken, positions = self.judged.get(number, (0, 0))
            self.judged[number] = taken + 1, positions + outcome.counts["positions"]
        if not share.get("first"):
            self.played.append((outcome.part.params, outcome.part.rulings))
        return super().take(outcome)

    def said(self) -> str:
        """What was judged so far."""
        return f"{self.coverage.positions} positions, {len(self.played)} sets of options"

    def outcome(self, seconds: float) -> Outcome:
        """Return the outcome of the check."""
        coverage, names, sets = self.coverage, self.occasions, len(self.played)
        missed = [name for name in names if not coverage.occasions.get(name)]
        failure = self.failure
        if missed and not failure:
            how_rare = rule_of_three(self.judged_games, "each happens")
            failure = (
                f"the campaign never met: {', '.join(missed)} (in {self.judged_games:,} games, and in "
                f"others that were to bring it about: {how_rare})"
            )
        return Outcome(
            game=self.game,
            check=self.check,
            held=not failure,
            cases=coverage.positions,
            unit="positions",
            seconds=seconds,
            detail=f"uniform and biased play, {sets} {'set' if sets == 1 else 'sets'} of options",
            failure=failure,
            scope=scope_of(self.game, self.played),
            remarks=tuple(f"{coverage.occasions.get(name, 0):>9,} times: {name}" for name in names),
            data=coverage_data(coverage, names, self.judged_games),
            blame=blame_of(self.findings),
        )


@define
class TimedBulk(BulkPlan):
    """As many games as the time of each size allows; occasions are counted, not sought."""

    sizes: list[SizePlayed] = field(factory=list, init=False)

    def parts(self) -> Iterator[WorkPart | None]:
        """Yield a part for each size under each of its rulings: half of the time for the first."""
        for params, rulings in SizesPlan(self.game, self.seed, 0.0, OWN, self.effort.only).sizes():
            for number, each in enumerate(rulings):
                share = share_of(number, len(rulings))
                yield self.part(params, each, {"seconds": share * self.effort.seconds_a_size})

    def take(self, outcome: PartOutcome) -> bool:
        """Add what a part saw."""
        params = dict(outcome.part.params)
        if not self.sizes or self.sizes[-1].params != params:
            self.sizes.append(SizePlayed(params))
        done = self.sizes[-1]
        done.began(outcome.part.rulings)
        done.games += outcome.counts.get("games", 0)
        done.positions += outcome.counts.get("positions", 0)
        done.seconds += outcome.seconds
        return super().take(outcome)

    @property
    def games(self) -> int:
        """Games recorded."""
        return sum(each.games for each in self.sizes)

    def said(self) -> str:
        """What was judged so far."""
        return f"{self.coverage.positions} positions, {self.games} games"

    def outcome(self, seconds: float) -> Outcome:
        """Return the outcome of the check."""
        coverage, names = self.coverage, self.occasions
        missed = [name for name in names if not coverage.occasions.get(name)]
        how_rare = f"in {self.games:,} games: {rule_of_three(self.games, 'each happens')}"
        never = (
            (f"occasions that were not met: {', '.join(missed)} ({how_rare})",) if missed else ()
        )
        met = [(each.params, rulings) for each in self.sizes for rulings in each.rulings]
        under = f"{len(met)} {'set' if len(met) == 1 else 'sets'} of options"
        return Outcome(
            game=self.game,
            check=self.check,
            held=not self.findings,
            cases=coverage.positions,
            unit="positions",
            seconds=seconds,
            detail=f"{counted(self.games, 'recorded games')} judged side by side, {under}",
            failure=self.failure,
            scope=scope_of(self.game, met, *never),
            remarks=tuple(each.line() for each in self.sizes),
            data={
                **coverage_data(coverage, names, self.games),
                "sizes": [each.as_json() for each in self.sizes],
            },
            blame=blame_of(self.findings),
        )


@frozen
class BulkCheck:
    """Check legal sets, boards, turns, scores and winners of every position of recorded games."""

    name: str = "bulk"
    answers: float = 2.0

    def left_out(self, game: str) -> str:
        """Return why this check is skipped: there is nothing to record."""
        return "" if game in games.game_names("impl") else ALONE

    def plan_parts(
        self, game: str, effort: Effort, seed: int, rules: str = ""
    ) -> BulkPlan | Outcome:
        """Return the plan: a number of games of ours, and of a guest as many as the time allows."""
        if effort.witness.asked:
            return skipped(game, self.name, f"{effort.witness.called} is asked move by move")
        try:
            games.specification(game).in_bulk()
        except UsageError as refusal:
            return skipped(game, self.name, str(refusal))
        kind = TimedBulk if games.is_guest(game) else CountedBulk
        return kind(game, effort, seed, rules)

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Judge recorded games of the implementation here, until one is refuted."""
        began = perf_counter()
        plan = self.plan_parts(game, effort, seed)
        if isinstance(plan, Outcome):
            return plan
        in_this_process(plan, lambda part, note: judge_part(part, effort, note), progress)
        return plan.outcome(perf_counter() - began)
