"""Options that a game does not have must be refused, and are offered to see whether they are."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve
from common.players import Playing, TakesAnyOption, TellsNoPosition, TellsPositionEarly
from common.tiny import TINY

from rulewright.conformance import QUICK, Command, Conformity, Plan, check, conform
from rulewright.conformance.evidence.report import NOT_ABOUT_RULES, GameReport, Status
from rulewright.conformance.outputs.summary import terminal
from rulewright.conformance.stages.options import STAGE, WrongOption, wrong_options, wrong_together
from rulewright.interface import RulewrightError
from rulewright.play import games

KIND = "unknown option accepted"


class Takes(Playing):
    """Takes one wrong option for the default: a name, or a value of one."""

    def __init__(self, name: str, value: object = ...) -> None:
        """Keep what is taken."""
        super().__init__()
        self.name, self.value = name, value

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game without what is taken."""

        def kept(given: Mapping[str, Any]) -> dict[str, Any]:
            return {
                name: value
                for name, value in given.items()
                if name != self.name or self.value not in {..., value}
            }

        super().new(game, kept(params), kept(rulings))


class TakesTogether(Playing):
    """Takes a number of players that does not divide the edge of its board, and plays for two."""

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game."""
        n, k = params.get("n", 4), params.get("k", 2)
        wrong = isinstance(n, int) and k in {2, 3, 4} and 6 * n % k
        super().new(game, {**params, "k": 2} if wrong else params, rulings)


class TakesSome(Playing):
    """Takes some numbers that the game does not have, each alone or with another, and plays for two."""

    def __init__(self, *taken: dict[str, int]) -> None:
        """Keep what is taken."""
        super().__init__()
        self.taken = taken

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game."""
        super().new(game, {"n": params.get("n", 4)} if params in self.taken else params, rulings)


def checked(player: Playing) -> GameReport:
    """Check a player of Minoa on the smallest board."""
    (game,) = check(player, "minoa", {"n": 1}, effort=QUICK, seed=1).games
    return game


@pytest.mark.parametrize("game", games.game_names())
def test_what_is_offered_is_refused_by_the_rules(game: str) -> None:
    """Names that there are not, readings that there are not, and values out of range."""
    offered = list(wrong_options(game))
    assert {each.what for each in offered} >= {"parameter", "question", "reading"}
    questions = {name for each in offered if each.what == "reading" for name in each.rulings}
    assert questions == set(games.engine(game, {}, {}).rulings)
    for each in offered:
        for side in games.SIDES:
            with pytest.raises(RulewrightError):
                games.engine(game, each.params, each.rulings, side)


def test_what_is_wrong_only_together_is_offered() -> None:
    """Numbers that do not go together, and a parameter without the one that it needs."""
    found = {game: list(wrong_together(game)) for game in games.game_names()}
    assert found["minoa"] == [{"n": n, "k": 4} for n in (1, 3, 5)]
    assert [set(each) for each in found["dreieck"]] == [{"s", "supply"}, {"s", "stacks"}]
    assert found["nonaga"] == found["ari"] == []
    given = check(Playing(), "dreieck", {"supply": "hand", "s": 1}, effort=QUICK, seed=1).games[0]
    assert given.verdict is Conformity.CONFORMS


def test_an_engine_that_refuses_them_passes() -> None:
    """Each is a case, and none of them is a check of the rules."""
    game = checked(Playing())
    cases = [case for case in game.cases if case.stage == STAGE]
    assert {case.status for case in cases} == {Status.PASSED}
    assert len(cases) == len(list(wrong_options("minoa")))
    assert game.checked == sum(
        case.status in {Status.PASSED, Status.DEVIATES}
        for case in game.cases
        if case.stage not in NOT_ABOUT_RULES
    )


def test_an_engine_that_takes_whatever_comes_deviates() -> None:
    """One deviation says what it took; the readings that it follows are found all the same."""
    game = checked(TakesAnyOption())
    assert game.verdict is Conformity.DEVIATES
    (reported,) = game.deviations
    assert reported.kind == KIND
    assert "no-such-parameter" in reported.sentence
    assert "'unsupported'" in reported.sentence
    said = "the rulings in force explain every position observed; options are what deviates"
    assert game.plays == said
    assert reported.times == len(list(wrong_options("minoa")))
    assert {each.said for each in game.questions if each.question == "closure"} == {"line"}


EACH: list[tuple[Playing, str]] = [
    (Takes("no-such-parameter"), "parameter"),
    (Takes("no-such-question"), "question"),
    (Takes("closure", "no-such-reading"), "reading"),
    (Takes("k", 5), "value"),
    (Takes("k", "no-such-value"), "value"),
    (TakesTogether(), "combination"),
]


@pytest.mark.parametrize(("player", "what"), EACH, ids=lambda each: getattr(each, "name", each))
def test_each_kind_is_found_alone(player: Playing, what: str) -> None:
    """An engine that takes just that one."""
    game = checked(player)
    (deviation,) = game.deviations
    assert deviation.kind == KIND
    found = [case for case in game.cases if case.status is Status.DEVIATES]
    assert {case.stage for case in found} == {STAGE}
    assert all(what in case.name for case in found)


@pytest.mark.parametrize(
    ("taken", "said"),
    [
        (({"k": 6}, {"k": 8}), "the value k=6, the value k=8"),
        (({"n": 3, "k": 4}, {"n": 5, "k": 4}), "the combination k=4 n=3"),
        (({"k": 0},), "the value k=0"),
    ],
    ids=["divisors", "odd boards", "nobody"],
)
def test_a_number_farther_from_the_range_is_found(taken: Any, said: str) -> None:
    """An engine that asks whether `k` divides the edge takes 6 and 8, and refuses 5 by default."""
    (game,) = check(TakesSome(*taken), "minoa", effort=TINY, seed=1).games
    (deviation,) = [each for each in game.deviations if each.kind == KIND]
    assert said in deviation.sentence


def test_what_another_reading_explains_is_still_named() -> None:
    """An engine that follows one reading whatever it is given, and takes any."""
    game = checked(TakesAnyOption(closure="coloured"))
    assert {each.explained_by for each in game.deviations} == {"", "closure=coloured"}
    assert "closure=coloured explains everything observed" in game.plays
    assert isinstance(WrongOption("parameter", {"x": 1}, {}).described, str)


@pytest.mark.slow
@pytest.mark.usefixtures("few_vectors")
def test_an_earlier_game_must_not_go_on(other_rules: str) -> None:
    """After a refusal `legal` has nothing to list."""
    command = Command((sys.executable, other_rules, "goes-on"))
    order = Plan("minoa", {"n": 1}, effort=TINY, seed=1)
    (game,) = conform(command, order).games
    (deviation,) = game.deviations
    assert deviation.kind == "refused game goes on"
    assert "'legal' is answered though 'new' has refused" in deviation.sentence


def test_a_position_that_is_never_told_is_counted_as_unsupported() -> None:
    """It is no deviation, and no pass either: `--strict` sees it, and so does the verdict."""
    found = check(TellsNoPosition(), "minoa", {"n": 1}, effort=QUICK, seed=1)
    (game,) = found.games
    assert found.verdict is Conformity.CONFORMS
    assert (found.exit_status(), evolve(found, strict=True).exit_status()) == (0, 1)
    (case,) = (each for each in game.cases if each.status is Status.UNSUPPORTED)
    assert (case.name, "never" in case.detail) == ("the position is reported", True)
    assert "position" in "\n".join(terminal(found))


def test_a_position_that_is_told_now_and_then_is_counted_as_unsupported() -> None:
    """So that nobody leaves it out just where it is wrong."""
    (game,) = check(TellsPositionEarly(), "minoa", {"n": 1}, effort=QUICK, seed=1).games
    (case,) = (each for each in game.cases if each.name == "the position is reported")
    assert case.status is Status.UNSUPPORTED
    assert "never" not in case.detail
    (passed,) = (
        each for each in checked(Playing()).cases if each.name == "the position is reported"
    )
    assert passed.status is Status.PASSED
