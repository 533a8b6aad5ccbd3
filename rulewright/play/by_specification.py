"""The driver of specifications: random games by the rules alone, many side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from rulewright.interface import Recording, UsageError
from rulewright.play.plain import PlainDriver
from rulewright.play.random_games import Line
from rulewright.spec.engine import Specification
from rulewright.spec.play import play, record

NOT_IN_BULK = (TypeError, AttributeError, ValueError, LookupError, UsageError)
"""Raised by rules that are no formulas over facts: they are asked one position at a time, where a
mistake in them raises again."""


@frozen
class SpecificationDriver(PlainDriver):
    """Drives a rulebook that has no implementation, or whose implementation is not used."""

    engine: Specification[Any]

    @property
    def at_once(self) -> int:
        """Games that share one evaluation of the rules."""
        return 64

    def record(
        self, seed: int, games: int, *, biased: bool = False, max_plies: int = 10_000
    ) -> Recording:
        """Record random games; `biased` ones prefer one end of the legal actions."""
        try:
            return record(self.engine, seed, games, biased=biased, max_plies=max_plies)
        except NOT_IN_BULK:
            return super().record(seed, games, biased=biased, max_plies=max_plies)

    def sample(self, seed: int, numbers: Sequence[int], most_plies: int) -> Iterator[Line]:
        """Yield the games once all of them are played."""
        if not numbers:
            return
        try:
            lines = list(self.in_bulk(seed, numbers, most_plies))
        except NOT_IN_BULK:
            yield from super().sample(seed, numbers, most_plies)
            return
        yield from lines

    def in_bulk(self, seed: int, numbers: Sequence[int], most_plies: int) -> Iterator[Line]:
        """Play the games side by side."""
        bulk = self.engine.in_bulk()
        moves: list[list[str]] = [[] for _ in numbers]
        states: list[list[Any]] = [[] for _ in numbers]
        going_on = set(range(len(numbers)))
        for ply in play(bulk, seed, numbers, max_plies=most_plies):
            for game in going_on:
                states[game].append(ply.state(game))
            going_on = set(ply.chosen.games.tolist())
            for game, code in zip(ply.chosen.games, ply.chosen.codes, strict=True):
                moves[game].append(bulk.name(int(code)))
        for line, met in zip(moves, states, strict=True):
            yield Line(tuple(line), tuple(met))
