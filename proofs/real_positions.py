"""Positions of recorded games, against which a claim about all positions is held.

A claim may be proved of fewer positions than it promises, if a premise excludes some. So its premises
are evaluated in positions of random games, which the specification plays under just the options that
the claim is about: a premise that is false in one of them fails the theorem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import z3
from attrs import frozen

from rulewright.proofs.evaluation import Evaluated
from rulewright.spec.engine import Specification
from rulewright.spec.play import play

Values = Mapping[str, bool | int]
"""For each fact and number of a position, by the name that it has in the proofs, its value."""
LEAST_POSITIONS, LEAST_GAMES = 1_000, 100
SEED = 1


@frozen
class RealPositions:
    """Where the positions of recorded games come from, and how they are read."""

    options: str
    """The options in words."""
    engine: Callable[[], Specification[Any]]
    values: Callable[[Any], Values]
    """Reads a position of the specification."""
    stride: int = 5
    """One position in so many is looked at: enough for ten of each game."""
    games: int = LEAST_GAMES
    """How many are played: more than must be looked at, if some have no position that is wanted."""
    max_plies: int = 200
    wanted: Callable[[Any], bool] = lambda _: True
    """Which of the positions in which somebody is to move the claim speaks of."""

    def positions(self) -> Iterator[tuple[int, Values]]:
        """Yield the number of a game and a position of it, for positions that are not final."""
        engine = self.engine()
        games = range(self.games)
        for ply, found in enumerate(play(engine.in_bulk(), SEED, games, max_plies=self.max_plies)):
            for game in games:
                if (ply + game) % self.stride == 0:
                    state = found.state(game)
                    if engine.turn(state) is not None and self.wanted(state):
                        yield game, self.values(state)


def excluded(premises: Iterable[z3.BoolRef], real: RealPositions) -> str:
    """Say which premise a position of a recorded game breaks; empty if none does.

    Premises that speak of other things as well, of an action or of what is reached, are not evaluated.
    """
    looked: list[tuple[int, Values]] = list(real.positions())
    games = len({game for game, _ in looked})
    if len(looked) < LEAST_POSITIONS or games < LEAST_GAMES:
        return f"only {len(looked)} positions of {games} recorded games were looked at"
    values = [each for _, each in looked]
    in_games = Evaluated({name: np.array([each[name] for each in values]) for name in values[0]})
    known = [(term, in_games.of(term)) for term in premises]
    evaluated = [(term, holds) for term, holds in known if holds is not None]
    if not evaluated:
        return "none of its premises speaks of a position alone"
    for term, holds in evaluated:
        if not np.all(holds):
            game = looked[int(np.argmin(np.broadcast_to(holds, len(looked))))][0]
            text = " ".join(str(term).split())[:120]
            return f"a premise excludes a position of recorded game {game} ({real.options}): {text}"
    return ""
