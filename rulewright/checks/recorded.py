"""Record and judge games of an engine that is not compiled, for as long as each board may take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter
from typing import Any

from attrs import define, field

from rulewright.checks.scope import OptionSet
from rulewright.checks.sizes import SizePlayed, SizesPlan, TimeShare
from rulewright.checks.watch import Alive
from rulewright.checks.witness import OWN
from rulewright.interface import Action, Engine
from rulewright.play import games
from rulewright.play.recording import record
from rulewright.spec.coverage import Coverage, RecordingRefuted

AT_ONCE = 512
"""Most games that are recorded and judged at a time."""
PART = 4
"""Divides the time that is left: what recording the next batch may take."""
LONGEST = 400
"""Plies after which an unfinished recorded game is stopped."""


class Refuted(Exception):
    """The specification refutes a recording under some options."""

    def __init__(self, found: RecordingRefuted, params: Any, rulings: Any) -> None:
        """Keep the difference and the options."""
        self.found = found
        self.params = params
        self.rulings = rulings
        super().__init__(str(found))


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


@define
class TimedCampaign:
    """Games of every size under all its rulings: half of a size's share for the first of them."""

    game: str
    seed: int
    seconds: float
    """The share of each size."""
    only: Sequence[OptionSet]
    """Options to play instead of those that the game names."""
    alive: Alive
    sizes: list[SizePlayed] = field(factory=list)
    coverage: Coverage = field(factory=Coverage)

    def run(self) -> Iterator[str]:
        """Play each size under each of its rulings; yield progress. Raises `Refuted`."""
        for params, rulings in SizesPlan(self.game, self.seed, 0.0, OWN, self.only).sizes():
            done = SizePlayed(dict(params))
            self.sizes.append(done)
            for number, each in enumerate(rulings):
                yield f"{self.coverage.positions} positions, {self.games} games"
                others = max(len(rulings) - 1, 1)
                share = self.seconds / (
                    1 if len(rulings) == 1 else 2 if number == 0 else 2 * others
                )
                began = perf_counter()
                try:
                    self.under(done, each, share)
                except RecordingRefuted as found:
                    raise Refuted(found, params, each) from found
                finally:
                    done.seconds += perf_counter() - began

    @property
    def games(self) -> int:
        """Games recorded."""
        return sum(each.games for each in self.sizes)

    @property
    def met(self) -> list[OptionSet]:
        """The options that were played."""
        return [(each.params, rulings) for each in self.sizes for rulings in each.rulings]

    def under(self, done: SizePlayed, rulings: Mapping[str, str], seconds: float) -> None:
        """Record and judge batch after batch while time is left: large ones, as lanes are cheap."""
        reference = games.specification(self.game, done.params, rulings)
        tested = Ticking(games.implementation(self.game, done.params, rulings), self.alive)
        specified = games.specified(self.game)
        share, began, recording_time = TimeShare(seconds, OWN), perf_counter(), 0.0
        done.began(rulings)
        played, batch = 0, 1
        while not played or share.left:
            before = perf_counter()
            recording = record(tested, self.seed, batch, max_plies=LONGEST, first=played)
            recording_time += perf_counter() - before
            self.alive()
            seen = reference.check(recording)
            if specified.occasions:
                met = specified.count_occasions(reference.with_places(recording))
                seen += Coverage(occasions=met)
            self.coverage += seen
            done.games += batch
            done.positions += seen.positions
            played += batch
            left = max(seconds - (perf_counter() - began), 0.0) / PART
            batch = max(1, min(AT_ONCE, int(left * played / max(recording_time, 1e-6))))
