"""A game that is known to tell two readings apart is shown, rather than a long one that was met."""

from __future__ import annotations

import pytest
from common.players import Playing
from common.tiny import LEAN

from rulewright.conformance import QUICK, check
from rulewright.conformance.adapter.conversation import Object
from rulewright.conformance.adapter.crew import Crew
from rulewright.conformance.checking import silent
from rulewright.conformance.evidence.setup import Setup
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.verdict.parting import shorter_games
from rulewright.play import games


@pytest.mark.parametrize(
    ("question", "reading", "moves"), [("removal", "local", 9), ("connectivity", "contact", 7)]
)
def test_the_games_of_theorems_are_known(question: str, reading: str, moves: int) -> None:
    """Random games that show it are three times as long."""
    rulings = games.specified("nonaga").default_rulings
    with Crew(Object(Playing())) as crew:
        run = GameRun(Setup("nonaga", {}, rulings, QUICK, 1), crew, silent)
        in_force = run.rules.in_force
        found = shorter_games(run, (in_force, in_force.but(**{question: reading})), 30)
        assert len(found[0][1]) == moves
        lengths = [len(line) for _, line in found]
        assert lengths == sorted(lengths)
        none = shorter_games(run, (in_force, in_force.but(**{question: reading})), moves)
        assert all(len(line) < moves for _, line in none)


@pytest.mark.slow
def test_a_known_game_is_reported() -> None:
    """Each move of it is needed; without it the game has 39."""
    (found,) = check(Playing(removal="local"), "nonaga", effort=LEAN, seed=1).games
    (deviation,) = found.deviations
    assert (deviation.explained_by, len(deviation.moves)) == ("removal=local", 9)
