"""Engines that list what they must, and take more: they are offered what is nearly legal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

import pytest
from attrs import evolve
from common.players import Playing
from common.tiny import BRIEF

from rulewright.conformance import Conformity, check
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.report import GameReport
from rulewright.conformance.stages.nearly_legal import (
    STAGE,
    beside,
    by_form,
    last_exchanged,
    of_other_players,
    one_cell_short,
    rewritten,
)
from rulewright.interface import IllegalAction, Json, MalformedAction
from rulewright.play import games

DEFAULT = games.specified("nonaga").default_rulings


class TakesMore(Playing):
    """Takes some actions that it does not list, and goes on as if nothing had been played."""

    def play(self, action: str) -> None:
        """Play an action, or none."""
        try:
            super().play(action)
        except (IllegalAction, MalformedAction):
            if not self.takes(action):
                raise

    def takes(self, action: str) -> bool:
        """Take nothing more."""
        del action
        return False


class LeavesTilesLying(TakesMore):
    """Plays as with `claim=may`, but for what it lists."""

    def takes(self, action: str) -> bool:
        """Take what captures and leaves tiles lying."""
        may = games.implementation("dreieck", self.engine.params, {"claim": "may"})
        position = self.engine.to_json(self.position)
        return action in may.legal_actions(may.from_json(position))


class StopsOneCellShort(TakesMore):
    """A piece may stop one cell before it has to."""

    def takes(self, action: str) -> bool:
        """Take such a step."""
        one, _, other = action.partition(">")
        start, end = numbers(one), numbers(other)
        farther = {tuple(b + (b > a) - (b < a) for a, b in zip(start, end, strict=False))}
        ends = {numbers(each.partition(">")[2]) for each in self.legal() if each.startswith(one)}
        is_piece = self.engine.to_json(self.position)["step"] == "piece"
        return is_piece and start != end and not farther.isdisjoint(ends)


class StopsOneCellShortLate(StopsOneCellShort):
    """A piece may do so from the thirtieth action of a game on."""

    played = 0

    def new(self, game: str, params: Json, rulings: Mapping[str, str]) -> None:
        """Begin to count."""
        super().new(game, params, rulings)
        self.played = 0

    def play(self, action: str) -> None:
        """Count."""
        super().play(action)
        self.played += 1

    def takes(self, action: str) -> bool:
        """Take such a step."""
        return self.played >= 30 and super().takes(action)


class PutsDiceDownAnyhow(TakesMore):
    """The sides of a die may be in any order."""

    def takes(self, action: str) -> bool:
        """Take such a die where it may be put down."""
        start, _, sides = action.partition(":")
        there = (each.partition(":") for each in self.legal() if each.startswith(start))
        return bool(sides) and any(sorted(each) == sorted(sides) for _, _, each in there)


class HasARingMore(TakesMore):
    """There are lines outside of the board, next to its edge."""

    def takes(self, action: str) -> bool:
        """Take what is a line of the next larger board."""
        larger = games.implementation("minoa", {"n": self.engine.params["n"] + 1})
        here = self.engine.legal_actions(self.engine.initial())
        return action in larger.legal_actions(larger.initial()) and action not in here


def numbers(text: str) -> tuple[int, ...]:
    """Return the numbers in a text."""
    return tuple(map(int, re.findall(r"-?\d+", text)))


def report(player: Playing, game: str, params: Json | None = None) -> tuple[Conformity, GameReport]:
    """Check a player with little effort."""
    found = check(player, game, params, effort=BRIEF, seed=1)
    return found.verdict, found.games[0]


@pytest.mark.parametrize(
    ("player", "game", "params", "said"),
    [
        (LeavesTilesLying(), "dreieck", {"s": 2}, "~', which is illegal"),
        (StopsOneCellShort(), "nonaga", {}, "which is illegal"),
        (HasARingMore(), "minoa", {"n": 2}, "which is illegal, at the start"),
    ],
    ids=[
        "another reading",
        "another end",
        "off the board",
    ],
)
def test_what_is_taken_and_not_listed_deviates(
    player: Playing, game: str, params: Json, said: str
) -> None:
    """Nothing that is listed is wrong."""
    verdict, found = report(player, game, params)
    assert verdict is Conformity.DEVIATES
    met = [each for each in found.deviations if each.source.startswith(STAGE)]
    assert [each.kind for each in met] == ["illegal action accepted"]
    assert "'play' accepts" in met[0].sentence
    assert said in met[0].sentence
    assert not found.plays.endswith("the rules in force")


def test_what_is_taken_late_in_a_game_only_deviates() -> None:
    """The longest of some games is chosen."""
    effort = evolve(BRIEF, plies=60)
    (found,) = check(StopsOneCellShortLate(), "nonaga", {"n": 2}, effort=effort, seed=1).games
    assert found.verdict is Conformity.DEVIATES
    assert {each.source.partition(":")[0] for each in found.deviations} == {STAGE}


def test_what_stops_one_cell_short_is_a_neighbour() -> None:
    """Of whatever goes from one cell to another that is farther than the next."""
    near = {each for seed in range(9) for each in beside("-2,2>-2,-1", Random(seed))}
    assert one_cell_short("-2,2>-2,-1") == "-2,2>-2,0"
    assert one_cell_short("-2,2>-2,-1") in near
    assert one_cell_short("2,-1>-3,-1") == "2,-1>-2,-1"
    assert one_cell_short("0,0-1,0") == one_cell_short("V@d3:1123") == ""
    assert one_cell_short("0,3>5,2") == ""


def test_a_player_who_takes_no_more_conforms() -> None:
    """So that it is what they take that is told; all was offered to it, too."""
    verdict, found = report(TakesMore(), "dreieck", {"s": 2})
    assert verdict is Conformity.CONFORMS
    assert sum(case.stage == STAGE for case in found.cases) > 4


def test_a_last_word_in_another_order_is_misspelt_at_times() -> None:
    """No die has its sides in any order."""
    verdict, found = report(PutsDiceDownAnyhow(), "ari")
    assert verdict is Conformity.DEVIATES
    (met,) = (each for each in found.deviations if each.source.startswith(STAGE))
    assert met.kind == "misspelt action accepted"


def test_what_other_players_could_do_is_offered() -> None:
    """And what is legal at another time."""
    reference = Laboratory("nonaga").reference(Hypothesis(tuple(DEFAULT.items())), {})
    assert reference is not None
    (black,) = of_other_players(reference, ())
    assert {each.partition(">")[0] for each in black} == {"0,2", "-2,0", "2,-2"}
    found = by_form(reference, ("-2,2>1,-1", "1,-2>-1,3"), (0, 1, 2))
    assert {"-2,2>1,-1", "1,-2>-1,3", "0,-2>0,1"} <= {*found["#,#>#,#"]}


def test_two_signs_of_the_last_word_are_exchanged() -> None:
    """Or of the last number; what has none of three signs has no such neighbour."""
    assert {*last_exchanged("u0,0:abc", Random(1))} <= {"u0,0:acb", "u0,0:cba", "u0,0:bac"}
    some = {each for seed in range(30) for each in last_exchanged("V@c4:1234", Random(seed))}
    assert len(some) == 6
    assert "V@c4:1432" in some
    assert [*last_exchanged("+", Random(1))] == []
    assert (
        [*last_exchanged("-1,0>2,-2", Random(1))] == [*last_exchanged("V@c4:1111", Random(1))] == []
    )


def test_numbers_of_an_action_are_changed() -> None:
    """Of cells that have a letter for a column as well."""
    assert rewritten("-1,0>2,-2", {0: 1, 3: -1}) == "0,0>2,-3"
    assert rewritten("V@c4:1123", {0: 1, 1: -1}) == "V@d3:1123"
