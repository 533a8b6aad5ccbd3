"""Record games by the thousand and judge all their positions as bit vectors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from time import perf_counter
from typing import Any

from attrs import frozen

from rulewright.checks.lockstep import option_sets
from rulewright.checks.outcome import Effort, Outcome, Progress, skipped
from rulewright.checks.recorded import Refuted, TimedCampaign
from rulewright.checks.scope import OptionSet, scope_of
from rulewright.checks.story import shortest_story, story
from rulewright.checks.watch import watched
from rulewright.checks.witness import ALONE, OWN, is_machine_code
from rulewright.interface import RulewrightError, UsageError
from rulewright.play import games
from rulewright.play.driver import driver_of
from rulewright.spec.coverage import Coverage, RecordingRefuted
from rulewright.wording.numbers import counted
from rulewright.wording.options import options

AT_ONCE = 512
"""Games recorded and judged at a time: enough lanes to be fast, few enough to fit in memory."""
ROOM = 1 << 26
"""Most entries in the table of legal actions of games judged at a time."""
LONGEST = 120
"""Plies after which an unfinished recorded game is stopped."""
JUDGED = 1 << 26
"""Candidates of all positions together after which a campaign is long enough."""
SOUGHT, ATTEMPTS = 64, 4
"""Games per attempt to meet a missing occasion, and the number of attempts."""


@frozen
class BulkPart:
    """A part of a campaign: options, number of games, and purpose."""

    params: dict[str, Any]
    rulings: dict[str, str]
    games: int
    seed: int
    occasion: str = ""
    """The rare occasion to search for, unless it has been met."""


def campaign(game: str, params: Any, rulings: Any, games_wanted: int, seed: int) -> Coverage:
    """Record random games, half uniform and half biased, and judge them; return the coverage.

    Raises `RecordingRefuted` at the first difference.
    """
    reference = games.specification(game, params, rulings)
    driver = driver_of(games.implementation(game, params, rulings))
    count = games.specified(game).count_occasions
    coverage, done, width = Coverage(), 0, driver.extent(seed, LONGEST).breadth
    at_once = max(min(AT_ONCE, ROOM // (LONGEST * width)), 1)
    while done < games_wanted and coverage.positions * width < JUDGED:
        for biased in (False, True):
            share = min(at_once, (games_wanted + 1) // 2)
            games_played = driver.record(seed + done, share, biased=biased, max_plies=LONGEST)
            coverage += reference.check(games_played)
            coverage += Coverage(occasions=count(games_played))
            done += share
    return coverage


def told(coverage: Coverage, occasions: list[str]) -> dict[str, object]:
    """Return what was seen of clauses and occasions, for programs."""
    return {
        "coverage": {
            clause: {"held": tally.held, "failed": tally.failed, "alone": tally.alone}
            for clause, tally in coverage.clauses.items()
        },
        "occasions": {name: coverage.occasions.get(name, 0) for name in occasions},
    }


@frozen
class BulkCheck:
    """Check legal sets, boards, turns, scores and winners of every position of recorded games."""

    name: str = "bulk"

    def left_out(self, game: str) -> str:
        """Return why this check is skipped: there is nothing to record."""
        return "" if game in games.game_names("impl") else ALONE

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Judge recorded games of the implementation.

        Compiled ones play a number of games, others as many as the time of each size allows.
        """
        if effort.witness.asked:
            return skipped(game, self.name, f"{effort.witness.called} is asked move by move")
        reference = games.specification(game)
        try:
            reference.in_bulk()
        except UsageError as refusal:
            return skipped(game, self.name, str(refusal))
        if is_machine_code(OWN, game):
            return self.counted(game, effort, seed, progress)
        return self.timed(game, effort, seed, progress)

    def timed(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Judge as many games as the time of each size allows; occasions are counted, not sought."""
        began, failure = perf_counter(), ""
        with watched(game, effort.answer) as alive:
            campaign = TimedCampaign(game, seed, effort.seconds_a_size, effort.only, alive)
            try:
                for line in campaign.run():
                    progress(line)
            except Refuted as refuted:
                options_given = refuted.params, refuted.rulings
                failure = self.described(game, *options_given, refuted.found)
        names = [occasion.name for occasion in games.specified(game).occasions]
        coverage = campaign.coverage
        missed = [name for name in names if not coverage.occasions.get(name)]
        never = (f"occasions that were not met: {', '.join(missed)}",) if missed else ()
        sets = len(campaign.met)
        return Outcome(
            game=game,
            check=self.name,
            held=not failure,
            cases=coverage.positions,
            unit="positions",
            seconds=perf_counter() - began,
            detail=f"{counted(campaign.games, 'recorded games')} judged side by side, {sets} "
            f"{'set' if sets == 1 else 'sets'} of options",
            failure=failure,
            scope=scope_of(game, campaign.met, *never),
            remarks=tuple(each.line() for each in campaign.sizes),
            data={
                **told(coverage, names),
                "sizes": [each.as_json() for each in campaign.sizes],
            },
        )

    def counted(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Judge many games under the game's own options, and fewer under every other option set.

        Rare occasions that the game names and that were not met are searched for under their own
        options; one that never occurs is a failure.
        """
        began, coverage, sets, failure = perf_counter(), Coverage(), 0, ""
        seen: set[str] = set()
        played: list[OptionSet] = []
        for part in self.plan(game, effort, seed):
            if part.occasion in seen:
                continue
            sets += 1
            played.append((part.params, part.rulings))
            progress(f"{coverage.positions} positions; next {options(part.params, part.rulings)}")
            try:
                coverage += campaign(game, part.params, part.rulings, part.games, part.seed)
            except RecordingRefuted as found:
                failure = self.described(game, part.params, part.rulings, found)
                break
            seen.update(name for name, times in coverage.occasions.items() if times)
            progress(f"{coverage.positions} positions, {sets} sets of options")
        names = [occasion.name for occasion in games.specified(game).occasions]
        missed = [name for name in names if name not in seen]
        if missed and not failure:
            failure = f"the campaign never met: {', '.join(missed)}"
        detail = f"uniform and biased play, {sets} {'set' if sets == 1 else 'sets'} of options"
        return Outcome(
            game=game,
            check=self.name,
            held=not failure,
            cases=coverage.positions,
            unit="positions",
            seconds=perf_counter() - began,
            detail=detail,
            failure=failure,
            scope=scope_of(game, played),
            remarks=tuple(f"{coverage.occasions.get(name, 0):>9,} times: {name}" for name in names),
            data=told(coverage, names),
        )

    def plan(self, game: str, effort: Effort, seed: int) -> Iterator[BulkPart]:
        """Yield the parts of the campaign: every option set, then each rare occasion."""
        fewer = max(effort.bulk_games // 32, 16)
        chosen = effort.only or option_sets(game, effort.option_sets, seed)
        for number, (params, rulings) in enumerate(chosen):
            yield BulkPart(
                dict(params), dict(rulings), fewer if number else effort.bulk_games, seed
            )
        for occasion in games.specified(game).occasions:
            for attempt in range(ATTEMPTS):
                options = dict(occasion.params), dict(occasion.rulings)
                yield BulkPart(*options, SOUGHT, seed + attempt, occasion.name)

    def described(self, game: str, params: Any, rulings: Any, found: RecordingRefuted) -> str:
        """Describe the shortest game that shows a difference, if single engines show it too."""
        reference = games.specification(game, params, rulings)
        moves = tuple(found.moves)
        with suppress(RulewrightError):  # the recording may differ where single engines agree
            tested = games.implementation(game, params, rulings)
            return shortest_story(reference, tested, moves, str(found))
        return story(reference, moves, str(found))
