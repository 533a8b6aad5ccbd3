"""A machine that draws options: what fails on one board is looked for on the smaller ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from time import monotonic, process_time
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rulewright.interface import Engine
from rulewright.play import games
from rulewright.testing.failures import GameFails

DRAWN = 60
"""Times that options are drawn, to see which boards there are."""
EXAMPLES = 40
"""Examples of the machine on each smaller board."""
SECONDS, SLOWER = 30.0, 4
"""Processor time after which no further board is tried; and how many times as long by the clock."""


def on_the_smallest_board(
    found: GameFails,
    leading: st.SearchStrategy[Engine[Any]],
    fails_on: Callable[[Engine[Any]], GameFails | None],
) -> GameFails:
    """Return how the smallest board fails on which a failure is found, of those that are drawn.

    `fails_on` looks for a failure under the options of an engine.
    """
    until, overdue = process_time() + SECONDS, monotonic() + SLOWER * SECONDS
    for engine in smaller(leading, found.engine):
        if process_time() > until or monotonic() > overdue:
            break
        failure = fails_on(engine)
        if failure is not None:
            return failure
    return found


def smaller(leading: st.SearchStrategy[Engine[Any]], than: Engine[Any]) -> Iterator[Engine[Any]]:
    """Yield the engines that a strategy draws with a smaller board, the smallest first."""
    drawn: dict[tuple[int, int, int, str], Engine[Any]] = {}

    @settings(
        max_examples=DRAWN,
        phases=(Phase.generate,),
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(leading)
    def draw(engine: Engine[Any]) -> None:
        drawn.setdefault(size_of(engine), engine)

    draw()
    size = size_of(than)
    yield from (drawn[each] for each in sorted(drawn) if each < size)


def size_of(engine: Engine[Any]) -> tuple[int, int, int, str]:
    """Return how large a board is: its first legal actions, its text, options that are not default."""
    start = engine.initial()
    other = games.not_default(engine.game, engine.params, engine.rulings)
    text = json.dumps(engine.to_json(start))
    return len(engine.legal_actions(start)), len(text), len(other), json.dumps(other)
