"""The naive engines, written from the rule pages alone, are a third witness of the vectors."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from common.naive_ari import NaiveAri
from common.naive_dreieck import NaiveDreieck
from common.naive_minoa import NaiveMinoa
from common.naive_nonaga import NaiveNonaga

from rulewright.play import games
from rulewright.vectors import Vector, load
from rulewright.vectors.failures import first_failure

MOST_MOVES = 25
MOST = 25
"""The naive engines are slow: so many vectors, and of so many moves at most, are played on them."""


class Played:
    """Wraps an engine that keeps its game to itself, so that vectors can be played on it once."""

    def __init__(self, engine: Any) -> None:
        """Begin the game."""
        self.engine = engine

    def initial(self) -> None:
        """The engine has set the game up already."""

    def play(self, state: None, action: str) -> None:
        """Play on."""
        del state
        self.engine.play(action)

    def legal_actions(self, state: None) -> list[str]:
        """List the legal actions."""
        del state
        return [] if self.engine.turn is None else list(self.engine.legal())

    def __getattr__(self, name: str) -> Any:
        """Answer what the wrapped engine knows, whatever the state."""
        answers = {
            "is_over": lambda _: self.engine.turn is None,
            "turn": lambda _: self.engine.turn,
            "scores": lambda _: self.engine.scores(),
            "winners": lambda _: tuple(self.engine.winners()),
            "to_json": lambda _: self.engine.json(),
        }
        return answers[name]


def engine_for(vector: Vector) -> Any:
    """Make the naive engine that a vector needs."""
    rulings = games.specified(vector.game).default_rulings | vector.rulings
    params = games.specified(vector.game).default_parameters | vector.params
    if vector.game == "minoa":
        return Played(NaiveMinoa(params, rulings))
    return {"nonaga": NaiveNonaga, "ari": NaiveAri, "dreieck": NaiveDreieck}[vector.game](
        params, rulings
    )


def witnessed(game: str) -> list[Vector]:
    """Choose vectors that a naive engine can play in good time, some of every file."""
    slow = {"ari": {"n": 15}}.get(game, {})
    found = [
        vector
        for vector in load(game)
        if len(vector.moves) <= MOST_MOVES and not (slow and vector.applies(slow, vector.rulings))
    ]
    return Random(f"third {game}").sample(found, MOST)


@pytest.mark.slow
@pytest.mark.parametrize("game", games.game_names())
def test_a_third_engine_passes(game: str) -> None:
    """It shares nothing with the two that made the vectors."""
    vectors = witnessed(game)
    assert len(vectors) == MOST
    found = [first_failure(engine_for(vector), vector) for vector in vectors]
    assert [str(each) for each in found if each is not None] == []
