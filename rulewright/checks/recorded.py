"""Record and judge games of an engine that is not compiled, for as long as each board may take."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from rulewright.checks.sizes import TimeShare
from rulewright.checks.witness import OWN
from rulewright.interface import Action, Engine
from rulewright.parts.part import WorkPart
from rulewright.play import games
from rulewright.play.recording import record
from rulewright.play.watch import Alive
from rulewright.spec.coverage import Coverage

AT_ONCE = 512
"""Most games that are recorded and judged at a time."""
PART = 4
"""Divides the time that is left: what recording the next batch may take."""
LONGEST = 400
"""Plies after which an unfinished recorded game is stopped."""


class Ticking:
    """An engine that reports that it is alive with each list of actions."""

    def __init__(self, engine: Engine[Any], alive: Alive) -> None:
        """Pass everything else on."""
        self._engine = engine
        self._alive = alive

    def __getattr__(self, name: str) -> Any:
        """Pass a question on to the engine."""
        return getattr(self._engine, name)

    def legal_actions(self, state: Any) -> tuple[Action, ...]:
        """List the legal actions."""
        self._alive()
        return self._engine.legal_actions(state)


def share_of(number: int, several: int) -> float:
    """Return the share of a size's time for one of its rulings: half for the first of several."""
    if several == 1:
        return 1.0
    return 1 / 2 if number == 0 else 1 / (2 * (several - 1))


def play_for(part: WorkPart, seconds: float, alive: Alive) -> tuple[int, Coverage]:
    """Record and judge batch after batch while time is left: large ones, as lanes are cheap.

    Of a game that is over at the start one is enough. Returns the games, and what was seen. Raises
    `RecordingRefuted`.
    """
    reference = games.specification(part.game, part.params, part.rulings)
    tested = Ticking(games.implementation(part.game, part.params, part.rulings), alive)
    specified = games.specified(part.game)
    share, began, recording_time = TimeShare(seconds, OWN), perf_counter(), 0.0
    coverage, played, batch = Coverage(), 0, 1
    while not played or share.left:
        before = perf_counter()
        recording = record(tested, part.seed, batch, max_plies=LONGEST, first=played)
        recording_time += perf_counter() - before
        alive()
        coverage += reference.check(recording)
        if specified.occasions:
            met = specified.count_occasions(reference.with_places(recording))
            coverage += Coverage(occasions=met)
        played += batch
        if not coverage.positions:
            break
        left = max(seconds - (perf_counter() - began), 0.0) / PART
        batch = max(1, min(AT_ONCE, int(left * played / max(recording_time, 1e-6))))
    return played, coverage
