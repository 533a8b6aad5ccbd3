"""The same game in another direction: what keeps an engine from its end may not be in the way there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.verdict.variations import Line
from rulewright.interface import Action
from rulewright.play import games


def turned(game: str, hypothesis: Hypothesis, line: Line) -> Iterator[tuple[Action, ...]]:
    """Yield a game as it is, then renamed by each symmetry that keeps the start and every player."""
    params, moves = line
    yield moves
    engine: Any = games.specification(game, params, hypothesis.readings)
    start, met = engine.to_json(engine.initial()), {moves}
    for each in games.specified(game).symmetries(engine):
        keeps = all(each.player(player) == player for player in engine.players)
        if keeps and each.applies(start) and each.position(start) == start:
            image = tuple(map(each.action, moves))
            if image not in met:
                met.add(image)
                yield image
