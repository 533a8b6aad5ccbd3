"""Recorded games by the thousand: the specification judges all their positions as bit vectors."""

from __future__ import annotations

from contextlib import suppress
from time import perf_counter
from typing import Any

from attrs import frozen

from rulewright import games
from rulewright.checks.lockstep import option_sets
from rulewright.checks.outcome import Effort, Outcome, Progress
from rulewright.checks.picture import story
from rulewright.impl.drivers import record
from rulewright.impl.engine import Game
from rulewright.interface import RulewrightError
from rulewright.lockstep import differs, shortest
from rulewright.spec.coverage import Coverage, RecordingRefuted

AT_ONCE = 512
"""Games recorded and judged at a time: enough lanes to be quick, few enough to fit."""
ROOM = 1 << 26
"""Entries in the table of legal actions of games judged at a time, at most."""
LONGEST = 120
"""Plies after which a recorded game that goes on is left."""
JUDGED = 1 << 26
"""Entries after which a campaign is long enough: candidates of all positions taken together."""


def campaign(game: str, params: Any, rulings: Any, games_wanted: int, seed: int) -> Coverage:
    """Record random games, half uniform and half biased, and judge them; returns what was seen.

    Raises `RecordingRefuted` at the first difference.
    """
    measure = games.specification(game, params, rulings)
    tested = games.implementation(game, params, rulings)
    coverage, done, width = Coverage(), 0, tested.kernel.most_legal
    at_once = max(min(AT_ONCE, ROOM // (LONGEST * width)), 1)
    while done < games_wanted and coverage.positions * width < JUDGED:
        for biased in (False, True):
            share = min(at_once, (games_wanted + 1) // 2)
            games_played = record(tested, seed + done, share, biased=biased, max_plies=LONGEST)
            coverage += measure.check(games_played)
            done += share
    return coverage


@frozen
class BulkCheck:
    """Complete legal sets, boards, turns, scores and winners of every position of recorded games."""

    name: str = "bulk"

    def applies(self, game: str) -> bool:
        """Tell whether the game has a compiled implementation: only that records at speed."""
        return game not in games.game_names("impl") or isinstance(games.implemented(game), Game)

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Judge many games of the game itself, and fewer under every other set of options."""
        began, coverage, sets, failure = perf_counter(), Coverage(), 0, ""
        for params, rulings in option_sets(game, effort.option_sets, seed):
            wanted = effort.bulk_games if not sets else max(effort.bulk_games // 32, 16)
            sets += 1
            try:
                coverage += campaign(game, params, rulings, wanted, seed)
            except RecordingRefuted as found:
                failure = self.told(game, params, rulings, found)
                break
            progress(f"{coverage.positions} positions, {sets} sets of options")
        detail = f"uniform and biased play, {sets} sets of options"
        return Outcome(
            game=game,
            check=self.name,
            held=not failure,
            cases=coverage.positions,
            unit="positions",
            seconds=perf_counter() - began,
            detail=detail,
            failure=failure,
            data={
                "coverage": {
                    clause: {"held": seen.held, "failed": seen.failed, "alone": seen.alone}
                    for clause, seen in coverage.clauses.items()
                }
            },
        )

    def told(self, game: str, params: Any, rulings: Any, found: RecordingRefuted) -> str:
        """Tell the shortest game that shows a difference, if single engines show it as well."""
        measure = games.specification(game, params, rulings)
        moves = tuple(found.moves)
        with suppress(RulewrightError):  # the recording may differ where single engines agree
            moves = shortest(moves, differs(measure, games.implementation(game, params, rulings)))
        return story(measure, moves, str(found))
