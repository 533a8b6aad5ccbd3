"""A bug about the end that is none under an open reading is told with the reading that has it so."""

from __future__ import annotations

from typing import Any

import pytest
from common.players import Playing

from rulewright.conformance import QUICK, check
from rulewright.conformance.adapter.observation import Observation, Seen
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.report import GameReport
from rulewright.conformance.verdict.identify import Identifier
from rulewright.conformance.verdict.weighing import Weigher
from rulewright.interface import Json
from rulewright.play import games


def checked(player: Any, game: str, params: Json) -> GameReport:
    """Check a player of a game."""
    (found,) = check(player, game, params, effort=QUICK, seed=1).games
    return found


class SkipsTheTurn(Playing):
    """Skips the whole turn of a player without a piece step, and not that step alone."""

    def play(self, action: str) -> None:
        """Play an action; then a disc step that was due without a piece step is left out."""
        before = self.engine.to_json(self.position)
        super().play(action)
        after = self.engine.to_json(self.position)
        if before["step"] == "disc" == after["step"] and after["turn"] != before["turn"]:
            turn = {**after, "turn": before["turn"], "step": "piece"}
            self.position = self.engine.from_json(turn)


@pytest.mark.slow
def test_an_end_that_is_none_under_an_open_reading_is_told_with_the_other() -> None:
    """It was said to go on where the game is over: over by *loses*, which it need not follow."""
    found = checked(SkipsTheTurn(), "nonaga", {})
    (question,) = (each for each in found.questions if each.question == "no_piece_step")
    assert "skip" in question.readings
    for said in (found.plays, *(each.explained_by for each in found.deviations)):
        assert "in which the game is over" not in said or "with no_piece_step read as loses" in said
    assert any("with no_piece_step read as loses" in each.explained_by for each in found.deviations)


def test_a_clause_mutant_that_games_contradict_is_given_up() -> None:
    """*Has no effect* is said of all games: an engine that captured in half of them was told so."""
    in_force = Hypothesis.of(games.specified("nonaga").default_rulings)
    mutated = Hypothesis(in_force.rulings, ("NON-6 off",))
    laboratory = Laboratory("nonaga")
    right, wrong = (laboratory.reference(each, {}) for each in (in_force, mutated))
    assert right is not None
    assert wrong is not None
    positions = [
        each
        for each in lines(right.engine)
        if set(right.engine.legal_actions(right.state(each)))
        != set(wrong.engine.legal_actions(wrong.state(each)))
    ][:12]
    assert len(positions) == 12

    def kept(obeyed: int) -> Hypothesis:
        observations = tuple(
            Observation(
                {}, each, Seen(legal=tuple(sorted(made.engine.legal_actions(made.state(each)))))
            )
            for number, each in enumerate(positions)
            for made in [right if number < obeyed else wrong]
        )
        identifier = Identifier(Weigher(laboratory, in_force, observations), 100)
        return identifier.not_contradicted(mutated)

    assert kept(0) == kept(3) == mutated
    assert kept(4) == kept(12) == in_force


def lines(engine: Any) -> list[tuple[str, ...]]:
    """Return some lines of play of three actions: a piece step, a disc step, a piece step."""
    found: list[tuple[str, ...]] = []
    start = engine.initial()
    for first in engine.legal_actions(start)[:4]:
        one = engine.play(start, first)
        for second in engine.legal_actions(one)[:6]:
            two = engine.play(one, second)
            found += [(first, second, third) for third in engine.legal_actions(two)[:2]]
    return found
