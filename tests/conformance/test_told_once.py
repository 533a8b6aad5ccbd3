"""One bug is told once, wherever it shows: another order of players, an option ignored beside a bug."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve
from common.composites import Composite, Wrong
from common.players import Playing
from common.wrong_engines.wrong_minoa import Board
from common.wrong_engines.wrong_minoa import Rules as MinoaRules

from rulewright.conformance import QUICK, check
from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.played import what_was_played
from rulewright.conformance.evidence.reference import renamed
from rulewright.conformance.evidence.report import HIDDEN, GameReport, QuestionFound
from rulewright.conformance.verdict.alternatives import with_alternatives
from rulewright.conformance.verdict.ignored import another_start
from rulewright.conformance.verdict.ordering import ANOTHER
from rulewright.conformance.verdict.residue import Residue
from rulewright.conformance.verdict.unplayed import HOW
from rulewright.interface import Json
from rulewright.play import games
from rulewright.protocol.messages import StateAnswer

FEWER = evolve(QUICK, games=4, late=4, replays=40, nearest=20, trials=200, separations=0)
OTHER_ORDERS = {3: {"blue": "yellow", "yellow": "blue"}, 4: {"blue": "green", "green": "blue"}}
"""By the number of players, who stands in the place of whom."""


def checked(player: Playing, params: dict[str, Any]) -> GameReport:
    """Check a player of Minoa; returns the report of the game."""
    (found,) = check(player, "minoa", params, effort=FEWER, seed=1).games
    return found


class GoesRoundAnotherWay(Playing):
    """Has the players in another order where there are more than two."""

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game."""
        super().new(game, params, rulings)
        self.order = OTHER_ORDERS.get(params.get("k", 2), {})

    def state(self) -> dict[str, Any]:
        """Return the state with the players in that order."""
        answer = super().state()
        there = renamed(StateAnswer(**answer), self.order)
        names = ("over", "turn", "winners", "scores", "position")
        return {name: getattr(there, name) for name in names}


def test_another_order_of_players_is_one_bug() -> None:
    """Turns, pieces and scores are those of other players: nothing else is said of them."""
    found = checked(GoesRoundAnotherWay(), {"n": 2})
    (shown,) = found.deviations
    assert shown.kind == "turn"
    assert [each.clause for each in shown.clauses] == ["MIN-2"]
    assert shown.explained_by.startswith(f"{ANOTHER}: ")
    assert "red, yellow, blue with " in shown.explained_by
    assert "red, green, yellow, blue with " in shown.explained_by
    assert shown.names == (ANOTHER,)


def test_another_order_hides_no_reading() -> None:
    """A reading is told beside it."""
    found = checked(evolved(GoesRoundAnotherWay(), closure="coloured"), {"n": 1})
    causes = sorted(each.explained_by.split(":")[0] for each in found.deviations)
    assert causes == ["closure=coloured", ANOTHER]


def evolved(player: Playing, **readings: str) -> Playing:
    """Let a player follow other readings."""
    player.readings = readings
    return player


def seen(laboratory: Laboratory, params: dict[str, Any], moves: tuple[str, ...]) -> Any:
    """Return what an engine says by the default rulings, asked for other parameters."""
    reference = laboratory.reference(
        Hypothesis.of(games.specified("minoa").default_rulings), params
    )
    assert reference is not None
    return reference.seen(reference.state(moves))


@pytest.mark.parametrize("is_shown_elsewhere", [True, False])
def test_an_option_that_is_ignored_is_so_beside_another_bug(is_shown_elsewhere: bool) -> None:
    """Where a later position is wrong for another reason, a start is enough if it was shown before."""
    laboratory = Laboratory("minoa")
    first = ("-1,0-0,0",)
    as_two = {three: seen(laboratory, {"n": 1}, three) for three in ((), first)}
    legal = as_two[first].legal
    broken = evolve(as_two[first], legal=legal[1:])
    asked = {"n": 1, "k": 3}
    every = [Observation(asked, (), as_two[()]), Observation(asked, first, broken)]
    if is_shown_elsewhere:
        other = {"n": 2, "k": 3}
        every.append(Observation(other, (), seen(laboratory, {"n": 2}, ())))
    hypothesis = Hypothesis.of(games.specified("minoa").default_rulings)
    wrong = {each.key: (each, laboratory.wrong(hypothesis, each)) for each in every}
    residue = Residue(laboratory, hypothesis, {k: v for k, v in wrong.items() if v[1]}, every)
    found = [each for each in another_start(residue) if "'k' had not" in each.words]
    keys = {key for each in found for key in each.accounts}
    assert (every[0].key in keys) == is_shown_elsewhere


def test_a_reading_that_a_bug_hides_is_named_with_all_that_fit() -> None:
    """Not only the one that the search came upon."""
    fit = ("anywhere", "slide_in", "slide_across")
    found = QuestionFound("placement", "?", HIDDEN, fit, "anywhere", {})
    said = with_alternatives("placement=slide_in", [found])
    assert said == "placement=slide_in or slide_across or a bug"


def test_one_value_is_one_value() -> None:
    """Long values are counted."""
    params = {"s": 1, "supply": "stack", "stacks": {"p1": ["aaa"], "p2": ["aaa"]}}
    laboratory = Laboratory("dreieck")
    reference = laboratory.reference(
        Hypothesis.of(games.specified("dreieck").default_rulings), params
    )
    assert reference is not None
    start = Observation(params, (), reference.seen(reference.state(())))
    assert "stacks=1 value;" in what_was_played([start])


class TakesAnything(Playing):
    """Lists no stick in one direction, and answers `ok` to whatever it does not list."""

    plays_it = False

    def legal(self) -> list[str]:
        """List the legal actions, some left out."""
        return [each for each in super().legal() if not is_steep(each)]

    def play(self, action: str) -> None:
        """Play an action that is listed; do nothing otherwise."""
        if action in self.legal() or (self.plays_it and action in super().legal()):
            super().play(action)


class PlaysWhatItLeavesOut(TakesAnything):
    """The same, but that it plays all that is legal."""

    plays_it = True


def is_steep(action: str) -> bool:
    """Return whether a line leads from a vertex to the one below it."""
    one, other = re.findall(r"-?\d+,-?\d+", action)
    return one.split(",")[0] == other.split(",")[0]


def test_what_follows_an_action_that_is_not_played_is_left_out() -> None:
    """The reading is clear, and nothing speaks against it; what is not played is told once."""
    found = checked(evolved(TakesAnything(), closure="coloured"), {"n": 1, "k": 2})
    assert {each.question: each.said for each in found.questions}["closure"] == "coloured"
    causes = [each.explained_by for each in found.deviations]
    assert sum(each.startswith(HOW) for each in causes) == 1
    assert "closure=coloured" in causes
    assert not [each for each in causes if "accepts illegal actions" in each]


def test_an_action_that_is_played_though_it_is_not_listed_is_another_bug() -> None:
    """It does change the game."""
    found = checked(PlaysWhatItLeavesOut(), {"n": 1, "k": 2})
    assert found.deviations
    assert not [each for each in found.deviations if each.explained_by.startswith(HOW)]


@pytest.mark.parametrize(
    ("faults", "kinds"),
    [
        (("captures_count_for_the_owner",), {"position"}),
        (("captures_count_for_the_owner", "tie_goes_to_the_first"), {"position", "winners"}),
    ],
)
def test_what_is_counted_wrong_is_one_bug_in_positions_scores_and_winners(
    faults: tuple[str, ...], kinds: set[str]
) -> None:
    """The three show in the same positions; a winner of a tie who is wrong shows in others."""
    player = Composite("dreieck", {}, faults).player()
    (found,) = check(player, "dreieck", {"s": 2}, effort=QUICK, seed=1).games
    assert {each.kind for each in found.deviations} == kinds
    assert len(found.deviations) == len(kinds)


def test_what_is_refused_once_the_game_is_taken_to_be_over_is_no_second_bug() -> None:
    """An end that is none was a deviation, and that nothing can be played after it another one."""
    player = Composite("dreieck", {}, ("ends_when_one_hand_is_empty",)).player()
    (found,) = check(player, "dreieck", {"s": 2}, effort=QUICK, seed=1).games
    assert [each.kind for each in found.deviations] == ["end"]


class BoardThatFillsForRed(Board):
    """Only red's pieces are put down when the other player's are used up (MIN-10)."""

    def play(self, line: str) -> None:
        """Play a legal action."""
        mover, vacant = self.turn, {*self.boundary} - {*self.pieces, line}
        super().play(line)
        filled = {each for each in vacant if each in self.pieces and mover == "red"}
        if not filled:
            return
        kept = {each: owner for each, owner in self.pieces.items() if each not in filled}
        self.pieces, self.hands = kept, {**self.hands, "blue": len(filled)}
        self.turn = None if self.ended() else "blue"


class FillsForRedAlone(MinoaRules):
    """Blue goes on by turns."""

    board = BoardThatFillsForRed


def test_an_end_that_follows_from_a_wrong_position_is_no_second_bug() -> None:
    """Lines stay vacant, so that games go on: that was told beside it, and so was what is legal then."""
    player = Wrong(Composite("minoa", {}), rules=FillsForRedAlone)
    (found,) = check(player, "minoa", {"n": 1, "k": 2}, effort=QUICK, seed=1).games
    assert [each.kind for each in found.deviations] == ["position"]
    assert "goes on" not in found.plays


class LonePiecesStandAlone(Board):
    """No stick leaves an area of one triangle with a piece."""

    def stick_fits(self, line: str) -> bool:
        """Look at both sides of it."""
        sticks = self.sticks | {line}
        return super().stick_fits(line) and not any(
            self.part(each, sticks) == {each} and set(self.edges[each]) & self.pieces.keys()
            for each in self.triangles_of[line]
        )


class SticksBesideLonePiecesAreForgotten(MinoaRules):
    """Whoever has no other move is passed over, and if nobody has one the game ends."""

    board = LonePiecesStandAlone


@pytest.mark.parametrize("params", [{"n": 1}, {"n": 1, "k": 3}])
def test_what_missing_actions_make_of_a_turn_or_an_end_is_not_told_again(params: Json) -> None:
    """*It ends the game in 8 positions in which it should go on* was another bug."""
    player = Wrong(Composite("minoa", {}), rules=SticksBesideLonePiecesAreForgotten)
    (found,) = check(player, "minoa", params, effort=QUICK, seed=1).games
    assert [each.kind for each in found.deviations] == ["legal action missing"]
    assert "it ends" not in found.plays
