"""Games in which the players have changed places: what a bug hides of one shows in the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

from attrs import field, frozen

from rulewright.conformance.adapter.observation import spelled
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.verdict.variations import Line
from rulewright.interface import Action, Json, Symmetry
from rulewright.play import games

Renames = Callable[[Action], Action]


@frozen
class Exchanged:
    """Exchanges the players of games, by symmetries that make another start of the start."""

    game: str
    hypothesis: Hypothesis
    parameters: Iterable[Json]
    """Those that the other start may have."""
    ways: dict[str, tuple[Json, Renames] | None] = field(factory=dict, init=False)
    """For parameters, others, and the action that stands for one; None if there are none."""

    def of(self, lines: Iterable[Line]) -> Iterator[Line]:
        """Yield the games with the players exchanged, of those that there are."""
        for params, moves in lines:
            key = spelled(params)
            if key not in self.ways:
                self.ways[key] = self.found(params)
            way = self.ways[key]
            if way is not None:
                other, renamed = way
                yield other, tuple(map(renamed, moves))

    def found(self, params: Json) -> tuple[Json, Renames] | None:
        """Find a symmetry, or two, one after the other, that exchange players."""
        engine: Any = games.specification(self.game, params, self.hypothesis.readings)
        start = engine.to_json(engine.initial())
        starts = [(each, self.start(each)) for each in self.parameters]
        symmetries: tuple[Symmetry, ...] = tuple(games.specified(self.game).symmetries(engine))
        for one, other in product(symmetries, repeat=2):
            if all(other.player(one.player(each)) == each for each in engine.players):
                continue
            if not one.applies(start) or not other.applies(one.position(start)):
                continue
            image = other.position(one.position(start))
            for each, position in starts:
                if position == image:
                    return each, lambda action, one=one, other=other: other.action(
                        one.action(action)
                    )
        return None

    def start(self, params: Json) -> Json:
        """Return the position that a game begins with."""
        engine: Any = games.fastest(self.game, params, self.hypothesis.readings)
        position: Json = engine.to_json(engine.initial())
        return position
