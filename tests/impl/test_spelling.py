"""Texts that engines share: the same under every ruling, and never taken on trust."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

import gc
import json
from typing import Any

import numpy as np
import pytest
from attrs import evolve

from rulewright.impl import spelling
from rulewright.impl.dreieck import GAME as DREIECK
from rulewright.impl.engine import CompiledEngine
from rulewright.impl.minoa import GAME as MINOA
from rulewright.impl.minoa.notation import MinoaNotation
from rulewright.impl.spelling import Spelling
from rulewright.interface import Action
from rulewright.play import games
from rulewright.play.driver import driver_of
from rulewright.play.lockstep import Disagreement, Lockstep

GAMES = ("minoa", "nonaga", "dreieck", "ari")


class Shouting(MinoaNotation):
    """Writes lines otherwise under one reading."""

    def text(self, action: int) -> Action:
        """Spell the line of an action."""
        plain = super().text(action)
        return plain if self.game.coloured else f"{plain}!"


def shouting(parameters: Any, rulings: Any) -> tuple[Any, MinoaNotation]:
    kernel, _ = MINOA.build(parameters, rulings)
    return kernel, Shouting(kernel, parameters)


@pytest.mark.parametrize("game", GAMES)
def test_an_action_is_spelled_the_same_under_every_ruling(game: str) -> None:
    compared = 0
    for question, readings in games.specified(game).readings.items():
        engines = [games.implementation(game, {}, {question: each}) for each in readings]
        for engine in engines:
            assert isinstance(engine, CompiledEngine)
            for line in driver_of(engine).lines(5, 3):
                state = engine.initial()
                for action in line[:40]:
                    code = engine.notation.code(action)
                    assert {other.notation.text(code) for other in engines} == {action}
                    state = engine.play(state, action)
                    compared += 1
    assert compared > 500


def test_engines_with_equal_parameters_share_lists_of_texts() -> None:
    first, second = DREIECK.engine({}, {"match": "one"}), DREIECK.engine({}, {"match": "all"})
    other = DREIECK.engine({"k": 3})
    texts = [each.legal_actions(each.initial()) for each in (first, second, other)]
    assert texts[0] is texts[1]
    assert texts[0] == texts[2]
    assert texts[0] is not texts[2]


def test_texts_go_with_the_last_engine_that_has_them() -> None:
    params = MINOA.engine({"n": 11, "k": 3}).params
    own = MINOA, json.dumps(params, sort_keys=True)  # other tests' engines come and go beside these
    engines = [MINOA.engine(params, {"closure": each}) for each in ("line", "coloured")]
    assert own in spelling._IN_USE
    del engines
    gc.collect()
    assert own not in spelling._IN_USE


def test_a_game_that_does_not_say_so_shares_nothing() -> None:
    silent = evolve(MINOA, spelled_alike=False)
    one, other = silent.engine({}), silent.engine({})
    assert one.legal_actions(one.initial()) is not other.legal_actions(other.initial())


def test_lockstep_notices_a_game_that_says_so_and_spells_otherwise_under_a_reading() -> None:
    wrong = evolve(MINOA, build=shouting)
    rulings = {"closure": "coloured"}
    right = wrong.engine({}, rulings)
    Lockstep.begin(games.specification("minoa", {}, rulings), right).ranked()

    other = wrong.engine({}, {"closure": "line"})
    assert other.legal_actions(other.initial()) == right.legal_actions(right.initial()), "shared"
    specified = games.specification("minoa", {}, {"closure": "line"})
    with pytest.raises(Disagreement, match="by rank"):
        Lockstep.begin(specified, other).ranked()


def test_lists_are_in_the_order_of_their_texts_also_when_all_were_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(spelling, "LISTED", 2)
    monkeypatch.setattr(spelling, "SPELLED", 5)
    made = Spelling(str)
    for last in range(9, 14):
        codes = np.arange(2, last)
        expected = sorted(map(str, range(2, last)))
        assert made.in_order(codes) == (tuple(map(int, expected)), tuple(expected))
        assert made.in_order(codes)[1] is made.in_order(codes)[1]
