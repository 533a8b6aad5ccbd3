"""Bugs of engines that play other readings: each has its deviation, and none is made up."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import asdict
from common.composites import Composite, drawn
from common.players import Playing

from rulewright.conformance import QUICK, check
from rulewright.conformance.adapter.conversation import Object
from rulewright.conformance.adapter.crew import Crew
from rulewright.conformance.adapter.observation import Observation, Seen
from rulewright.conformance.checking import silent
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.reference import renamed
from rulewright.conformance.evidence.setup import Setup
from rulewright.conformance.outputs.tests import vector
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.stages.vectors import play_vectors
from rulewright.conformance.verdict.causes import Causes
from rulewright.conformance.verdict.conclude import Conclusion, put_to_the_test
from rulewright.conformance.verdict.endings import unnoticed_end
from rulewright.conformance.verdict.kinds import KindOfAction, is_by_chance
from rulewright.conformance.verdict.patterns import PLACES, missing_kinds
from rulewright.conformance.verdict.reporting import Reporting
from rulewright.conformance.verdict.residue import Residue
from rulewright.conformance.verdict.weighing import Weigher
from rulewright.play import games
from rulewright.protocol.messages import StateAnswer


def test_a_bug_that_only_the_engines_own_readings_show_has_a_deviation() -> None:
    """The hook of a game is not noticed at the end of a turn: in force, it was over before."""
    player = Composite("nonaga", {"win": "end_of_turn"}, ("hooks_do_not_win",)).player()
    opens = Object(player)
    rulings = games.specified("nonaga").default_rulings
    run = GameRun(Setup("nonaga", {"n": 1}, rulings, QUICK, 1), Crew(opens), silent)
    plays = run.rules.in_force.but(win="end_of_turn")
    play_vectors(run)
    put_to_the_test(run, plays)
    conclusion = Conclusion(run)
    conclusion.identify()
    patterns = tuple(conclusion.patterns_beside(plays))
    (bug,) = Reporting(run, Causes(run, plays, patterns)).beside_readings()
    assert (bug.kind, bug.expected, bug.given) == ("end", True, False)
    assert bug.explained_by.startswith("it goes on in ")
    assert bug.sentence.endswith(", under win=end_of_turn")
    assert vector(bug)["rulings"]["win"] == "end_of_turn"
    assert vector(bug)["expect"]["over"] is True


class GivesThePointsToTheOther(Playing):
    """Exchanges the scores at the end, and names the winners by them."""

    def state(self) -> dict[str, Any]:
        """Return the state."""
        answer = super().state()
        if not answer["over"]:
            return answer
        red, blue = answer["scores"].values()
        scores = {"red": blue, "blue": red}
        winners = [name for name, each in scores.items() if each == max(scores.values())]
        return {**answer, "scores": scores, "winners": winners}


def test_winners_that_follow_from_wrong_scores_are_the_same_bug() -> None:
    """It is one deviation, and says how often the winners are wrong as well."""
    player = GivesThePointsToTheOther()
    (found,) = check(player, "minoa", {"n": 2, "k": 2}, effort=QUICK, seed=1).games
    assert found.plays.startswith("the rules in force, apart from 1 bug: 'scores' is wrong in ")
    assert ", and 'winners' with it in " in found.plays
    assert len(found.deviations) == 1


class OrdersPlayersAsTexts(Playing):
    """Keeps its players in the order of their names as texts, and is right in everything else."""

    def state(self) -> dict[str, Any]:
        """Return the state, each player called by the name that stands there in that order."""
        players = self.engine.players
        answer = StateAnswer(**super().state())
        other = renamed(answer, dict(zip(players, sorted(players), strict=True)))
        return {**asdict(other), "winners": list(other.winners)}


def test_players_in_the_order_of_texts_are_one_bug() -> None:
    """Turns, scores and positions are wrong for one reason, with ten players and more."""
    found = check(OrdersPlayersAsTexts(), "dreieck", {"s": 1}, effort=QUICK, seed=1).games[0]
    (deviation,) = found.deviations
    assert deviation.params["k"] >= 10
    assert deviation.explained_by.startswith("players are ordered as texts: p10 comes before p2 (")
    assert found.plays == f"the rules in force, apart from 1 bug: {deviation.explained_by}"


@pytest.mark.parametrize("places", [PLACES - 1, PLACES])
def test_a_kind_that_is_missing_in_few_positions_is_no_kind(places: int) -> None:
    """What is left out of one position is alike by chance; of several it is said to be missing."""
    laboratory = Laboratory("minoa")
    in_force = Hypothesis.of(games.specified("minoa").default_rulings)
    reference = laboratory.reference(in_force, {})
    assert reference is not None
    observations = []
    for number in range(places):
        moves = reference.engine.legal_actions(reference.engine.initial())[:number][-1:]
        legal = reference.engine.legal_actions(reference.state(moves))
        listed = tuple(each for each in legal if not each.startswith("-4"))
        observations.append(Observation({}, moves, Seen(legal=listed)))
    weigher = Weigher(laboratory, in_force)
    wrong = {each.key: (each, weigher.wrong(in_force, each)) for each in observations}
    found = list(missing_kinds(Residue(laboratory, in_force, wrong, observations)))
    assert len(found) == (places == PLACES)


def test_a_bound_needs_something_within_it() -> None:
    """Of captures that are declined none was listed: any bound among them is one by chance.

    *It never lists an action whose first number is 2 or less* was said of seven players with two
    symbols, and another of ten with one.
    """
    legal = {f"u{number},0:aaa~" for number in range(40)}
    far = KindOfAction("", "u#,#:aaa~", slots=(0,), least=20)
    within = {each for each in legal if not far.belongs(each)}
    assert is_by_chance(far, legal, set())
    assert is_by_chance(far, legal, set(sorted(within)[:6]))
    assert not is_by_chance(far, legal, set(sorted(within)[:7]))  # 2 to the 7th is more than 100
    assert not is_by_chance(KindOfAction("", "u#,#:aaa~"), legal, set())


def test_an_action_that_is_played_after_an_end_shows_that_it_is_not_noticed() -> None:
    """Nothing else was asked there, and a win that is seen a turn late was told as another reading."""
    laboratory = Laboratory("nonaga")
    in_force = Hypothesis.of(games.specified("nonaga").default_rulings)
    params, won = {"n": 1}, ("-1,1>0,0",)
    late = laboratory.reference(in_force.but(win="end_of_turn"), params)
    assert late is not None
    asked = Observation(params, won, late.seen(late.state(won)))
    played = Observation({**params, "first": "red"}, won, Seen(accepted=("-1,1>2,-1",)))
    before = Observation(params, (), Seen(accepted=("0,0>2,-1",)))
    every = (asked, played, before)
    wrong = {each.key: (each, laboratory.wrong(in_force, each)) for each in every}
    (found,) = unnoticed_end(Residue(laboratory, in_force, wrong, every))
    assert found.accounts.keys() == {asked.key, played.key}
    assert found.words == "it goes on in 1 position in which the game is over"


@pytest.mark.slow
@pytest.mark.soak
def test_a_win_that_is_seen_a_turn_late_is_not_taken_for_a_reading() -> None:
    """It ends the game when another turn is due, and *win=end_of_turn* was said to be followed."""
    made = drawn("nonaga", 206)
    (game,) = check(made.player(), "nonaga", effort=QUICK, seed=1).games
    assert "immediate" in {each.question: each.readings for each in game.questions}["win"]


@pytest.mark.parametrize("fault", ["only_red_wins", "hooks_do_not_win"])
def test_a_reading_left_open_is_named_where_it_explains_what_a_bug_does(fault: str) -> None:
    """The game that is shown is one in which the reading alone would go on as well."""
    composite = Composite("nonaga", {"win": "end_of_turn"}, (fault,))
    (found,) = check(composite.player(), "nonaga", {"n": 1}, effort=QUICK, seed=1).games
    (shown,) = found.deviations
    reading, bug = shown.explained_by.split("; ")
    assert reading == "win=end_of_turn or a bug"
    assert bug.startswith("it goes on in ")
    assert shown.names == ("an end is not noticed",)
