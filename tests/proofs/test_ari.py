"""ARI's theorems: what they enumerate, searched and played by other means."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from rulewright.impl.drivers import explore
from rulewright.impl.engine import CompiledEngine
from rulewright.play import games
from rulewright.proofs.ari import THEOREMS
from rulewright.proofs.ari.readings import PAIRS, ReadingPair
from rulewright.proofs.ari.setting import NUMBERS, SIZE, pieces_apart, rules_of
from rulewright.spec.ari import GAME, ONE_NUMBER_EACH


def test_the_premise_on_pieces_holds_in_every_position_of_games() -> None:
    """From the first one on, before any die lies: a premise that excludes a position proves less."""
    engine = GAME.engine({})
    draw, met = Random(9), set[bool]()
    for _ in range(3):
        state = engine.initial()
        for _ in range(16):
            view = state.view
            met.add(bool(view.in_play))
            assert pieces_apart(rules_of(), view.pieces)
            state = engine.play(state, draw.choice(engine.legal_actions(state)))
    assert met == {False, True}


@pytest.mark.parametrize("pair", PAIRS, ids=lambda each: each.question)
def test_a_search_finds_no_shorter_game(pair: ReadingPair) -> None:
    """All games on the board of size 4 until six dice lie, with one number on all sides of a die.

    Two readings lead to the same positions, action by action. Only those of `no_target` part: there the
    second die can offer nothing, so the third goes elsewhere.
    """
    params = {"n": 4, "nets": ONE_NUMBER_EACH}
    one, other = (
        layers(games.implementation("ari", params, {pair.question: reading}))
        for reading in (pair.narrow, pair.wide)
    )
    shared = next((ply for ply in range(7) if one[ply] != other[ply]), None)
    assert shared == (3 if pair.question == "no_target" else None)


def layers(engine: CompiledEngine) -> list[frozenset[bytes]]:
    """The positions after 0 to 6 actions, each once, by the least number of actions."""
    found = explore(engine, limit=300_000)
    assert len(found.counts) > 7
    ends = np.cumsum([0, *found.counts[:7]]).tolist()
    return [
        frozenset(key.tobytes() for key in found.keys[begin:end]) for begin, end in pairwise(ends)
    ]


def test_theorems_name_clauses_and_questions_of_the_rulebook() -> None:
    """Nothing is spoken of that the registry does not know."""
    known = {clause.identifier for clause in GAME.rulebook.clauses}
    known |= {question.name for question in GAME.rulebook.questions}
    for theorem in THEOREMS:
        assert theorem.clauses
        assert set(theorem.clauses) <= known


def test_the_setting_is_that_of_the_page() -> None:
    """Full size is the default size, and the numbers are those of the dice."""
    assert GAME.engine().params["n"] == SIZE
    assert NUMBERS == {"III": (1, 2, 5, 6, 7, 9), "IV": (1, 3, 4, 5, 8, 9), "V": (2, 3, 4, 6, 7, 8)}
