"""A reading that is followed for some actions only: both are left open, and which is which is said."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from common.players import Playing
from common.tiny import EARLY, LEAN

from rulewright.conformance import QUICK, check
from rulewright.conformance.adapter.observation import Observation, Seen
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.report import GameReport
from rulewright.conformance.evidence.thoroughness import Thoroughness
from rulewright.conformance.verdict.half_followed import (
    ends_by_the_other_half,
    for_players,
    for_shapes,
    where_it_is,
)
from rulewright.conformance.verdict.residue import Pattern, never
from rulewright.interface import ImpossiblePosition
from rulewright.play import games


class Half(Playing):
    """Lists what one reading permits, and of some actions only what another one does as well."""

    def __init__(self, other: dict[str, str], some: Callable[[str, str], bool], **own: str) -> None:
        """Keep the other reading, and of which actions of whom it is followed."""
        super().__init__(**own)
        self.other, self.some = other, some

    def new(self, game: str, params: Any, rulings: Any) -> None:
        """Begin a game by both."""
        super().new(game, params, rulings)
        every = games.specified(game).default_rulings | dict(rulings) | self.readings | self.other
        self.second = Laboratory(game).engine(Hypothesis.of(every), params)

    def legal(self) -> list[str]:
        """List the actions."""
        actions = super().legal()
        try:
            same = self.second.from_json(self.engine.to_json(self.position))
            both = {*self.second.legal_actions(same)}
        except ImpossiblePosition:  # by the other reading it would be over
            return actions
        mover = self.engine.turn(self.position)
        left = [each for each in actions if each in both or not self.some(mover, each)]
        return left or actions  # nobody is stuck

    def play(self, action: str) -> None:
        """Play an action that is listed."""
        super().play(action if action in self.legal() else "")


def checked(player: Playing, game: str, effort: Thoroughness = EARLY) -> GameReport:
    """Check a player."""
    params = {"ari": {"n": 5}, "dreieck": {"s": 2}}.get(game)
    (found,) = check(player, game, params, effort=effort, seed=1).games
    return found


def readings(found: GameReport, question: str) -> tuple[str, ...]:
    """Return the readings that a question is left with."""
    return next(each.readings for each in found.questions if each.question == question)


def test_a_reading_may_be_followed_for_one_player() -> None:
    """*bar=none* explains all that black does, and *bar=opponent* all that red does."""
    red = Half({"connectivity": "throughout"}, lambda mover, _: mover == "red")
    found = checked(red, "nonaga")
    said = (
        "it goes by connectivity=throughout for red, and by connected for black, wherever it was "
    )
    assert said in found.plays
    assert readings(found, "connectivity") == ("connected", "throughout")
    assert readings(found, "removal") == ("path",)


def test_a_reading_may_be_followed_for_one_kind_of_action() -> None:
    """ARI's *threat=mate* may be looked at for queen steps alone: no end tells of *no_action*, then."""
    queens = Half({"threat": "mate"}, lambda _, action: action.startswith("Q"))
    found = checked(queens, "ari", LEAN)
    said = "it goes by threat=mate for actions like 'Q@a1', and by open for actions like 'I"
    assert said in found.plays
    assert readings(found, "threat") == ("open", "mate")
    assert "skip" in readings(found, "no_action")


def test_a_reading_that_lacks_some_actions_may_be_followed_for_one_player() -> None:
    """By Dreieck's *claim=must* nobody lays a tile like `u0,1:aaa~`, and here p2 does."""
    first = Half({"claim": "must"}, lambda mover, _: mover == "p1", claim="may")
    found = checked(first, "dreieck")
    assert "it goes by claim=must for p1, and by may for p2" in found.plays
    assert readings(found, "claim") == ("must", "may")


class OfLargeBoards(Playing):
    """Has games end by another reading from a size of the board on."""

    def __init__(self, size: int, **other: str) -> None:
        """Keep the size, and the other reading."""
        super().__init__()
        self.size, self.other = size, other

    def new(self, game: str, params: Any, rulings: Any) -> None:
        """Look at the size."""
        size = params.get("n", games.specified(game).default_parameters["n"])
        self.readings = self.other if size >= self.size else {}
        super().new(game, params, rulings)


@pytest.mark.parametrize(
    ("game", "other", "left"),
    [
        ("minoa", {"end": "literal"}, ("full", "literal")),
        ("nonaga", {"win": "end_of_turn"}, ("immediate", "end_of_turn")),
    ],
)
def test_games_may_end_by_one_reading_with_some_parameters(
    game: str, other: dict[str, str], left: tuple[str, str]
) -> None:
    """It was told as ends that are none, or that are not noticed, *or a bug*."""
    (found,) = check(OfLargeBoards(3, **other), game, effort=QUICK, seed=1).games
    (question,) = other
    less, more = (
        f"by {question}={left[0]} where n is 2 or less",
        f"by {left[1]} where n is 3 or more",
    )
    assert f"1 bug: it goes {less}, and {more}, wherever it was tried" in found.plays
    assert [each.readings for each in found.questions if len(each.readings) > 1] == [left]


def test_what_no_class_tells_apart_is_no_half() -> None:
    """Actions that end in an even column: no player, no kind, no parameters."""
    odd = Half(
        {"connectivity": "throughout"}, lambda _, action: int(action.rpartition(",")[2]) % 2 == 1
    )
    found = checked(odd, "nonaga", QUICK)
    assert found.deviations
    assert "it goes by" not in found.plays


@pytest.mark.parametrize(
    ("kinds", "others", "said"),
    [
        ([3, 4], [1, 2], "where n is 3 or more"),
        ([1, 2], [3], "where n is 2 or less"),
        ([3], [1, 5], "where n is 3"),
        ([4, 6], [2], "where n is 4 or 6"),  # 3 was not played
        (["red"], ["black"], "where n is red"),
    ],
)
def test_parameters_are_named_as_far_as_they_were_played(
    kinds: list[Any], others: list[Any], said: str
) -> None:
    """All values from a number on, only if the one before it was played as well."""
    assert where_it_is("n", kinds, others, []) == said


def test_all_players_and_kinds_are_named() -> None:
    """Players by number, and an action of each kind."""
    assert for_players(["p10", "p2"], ["p1"], []) == "for p2 and p10"
    said = "for actions like 'IV@a1' or 'V@b1' or 'X@c1' or 1 other kind"
    assert for_shapes([], [], ["IV@a1", "V@b1", "X@c1", "Y@d1"]) == said


@pytest.mark.parametrize(
    ("half", "wrong_by_mate", "says_nothing"),
    [
        (("threat", "mate"), False, True),
        (("threat", "mate"), True, False),  # neither half has that end
        (None, False, False),
    ],
)
def test_an_end_that_the_other_half_has_says_nothing_of_another_question(
    half: tuple[str, str] | None, wrong_by_mate: bool, says_nothing: bool
) -> None:
    """ARI's *no_action=loses* was told for ends by *mate*, which was followed for queen steps."""

    def wrong(hypothesis: Hypothesis, _: Observation) -> frozenset[tuple[str, str]]:
        by = hypothesis.readings
        missed = wrong_by_mate if by["threat"] == "mate" else by["no_action"] == "skip"
        return frozenset({("over", "")} if missed else ())

    own = Hypothesis.of(games.specified("ari").default_rulings)
    pair = own, own.but(no_action="loses")
    bug = Pattern("half a reading", "", {}, never, half=half)
    weigher: Any = SimpleNamespace(wrong=wrong)
    at = Observation({}, (), Seen())
    assert ends_by_the_other_half(weigher, [bug], pair, at) is says_nothing
