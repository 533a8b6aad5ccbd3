"""Bugs as they are met in the field: each told once, by what it is, and nothing false beside it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest
from common.players import Playing

from rulewright.conformance import QUICK, check
from rulewright.conformance.evidence import spelling
from rulewright.conformance.evidence.report import GameReport
from rulewright.conformance.verdict.kinds import KindOfAction, kinds
from rulewright.conformance.verdict.patterns import of_one_bug
from rulewright.play import games

SMALL = {"n": 1, "k": 2}
IN_FORCE = "the rules in force, apart from 1 bug: "


class ListsTwice(Playing):
    """Lists each action two times."""

    def legal(self) -> list[str]:
        """List the legal actions."""
        return [action for action in super().legal() for _ in range(2)]


class NamesTheOther(Playing):
    """Names another player than the one whose actions it lists."""

    def state(self) -> dict[str, Any]:
        """Return the state with the wrong turn."""
        answer = super().state()
        other = {"red": "blue", "blue": "red", None: None}
        return {**answer, "turn": other[answer["turn"]]}


class PlaysOtherwise(Playing):
    """Plays with another number of players than it is asked for."""

    def __init__(self, **instead: int) -> None:
        """Keep what it plays with; nothing for the default."""
        super().__init__()
        self.instead = instead

    def new(self, game: str, params: Any, rulings: Any) -> None:
        """Begin a game."""
        fewer = {name: value for name, value in params.items() if name != "k"}
        super().new(game, {**fewer, **self.instead}, rulings)


class StopsAfterTen(Playing):
    """Ends each game after ten actions."""

    def stops(self) -> bool:
        """Return whether it ends here."""
        return self.plies >= 10

    def legal(self) -> list[str]:
        """List nothing then."""
        return [] if self.stops() else super().legal()

    def play(self, action: str) -> None:
        """Play an action, unless it is over."""
        super().play("" if self.stops() else action)

    def state(self) -> dict[str, Any]:
        """Return the state: over then."""
        answer = super().state()
        return {**answer, "over": True, "turn": None} if self.stops() else answer


def checked(player: Playing, params: dict[str, Any], game: str = "minoa") -> GameReport:
    """Check a player; returns the report of the game."""
    (found,) = check(player, game, params, effort=QUICK, seed=1).games
    return found


def test_what_is_listed_twice_is_no_change_of_mind() -> None:
    """It always answers the same."""
    found = checked(ListsTwice(), SMALL)
    assert found.plays.startswith(f"{IN_FORCE}actions are listed twice in ")
    assert [each.kind for each in found.deviations] == ["action listed twice"]


def test_another_name_of_the_turn_is_no_other_start() -> None:
    """Everything else is right, and judged."""
    found = checked(NamesTheOther(), SMALL)
    assert found.plays.startswith(f"{IN_FORCE}turn is wrong in all ")
    assert [each.kind for each in found.deviations] == ["turn"]
    assert {each.question: each.said for each in found.questions}["closure"] == "line"


@pytest.mark.parametrize(
    ("player", "params", "words"),
    [
        (PlaysOtherwise(), {"n": 1}, "it plays as if 'k' had not been asked for"),
        (PlaysOtherwise(k=3), SMALL, "it plays as if k=3 had been asked for"),
    ],
)
def test_another_parameter_is_told_by_its_name(
    player: Playing, params: dict[str, Any], words: str
) -> None:
    """Whether it is left out, or has a value of the engine's own."""
    found = checked(player, params)
    assert found.plays == IN_FORCE + words
    shows, *rest = found.deviations
    assert shows.explained_by == words
    assert [each.kind for each in rest] == ["unknown option accepted"]  # any value is taken


class IgnoresTheSize(Playing):
    """Plays on the game's own board, whatever it is asked for."""

    def new(self, game: str, params: Any, rulings: Any) -> None:
        """Begin a game."""
        fewer = {name: value for name, value in params.items() if name != "n"}
        super().new(game, fewer, rulings)


def test_lines_off_the_board_are_wrong_answers_and_no_fault() -> None:
    """They are spelt as others are: nothing is wrong with the adapter."""
    found = checked(IgnoresTheSize(), SMALL)
    assert not found.faults
    words = "it plays as if 'n' had not been asked for"
    (deviation,) = (each for each in found.deviations if each.explained_by == words)
    assert deviation.kind == "illegal action listed"
    assert deviation.action == "-1,-1--1,0"  # of the game's own board, not of the smallest


@pytest.mark.parametrize(
    ("action", "shape", "numbers"),
    [
        ("-1,-1-0,-1", "#,#-#,#", (-1, -1, 0, -1)),
        ("0,0--1,1", "#,#-#,#", (0, 0, -1, 1)),
        ("3,-1>-1,-2", "#,#>#,#", (3, -1, -1, -2)),
    ],
)
def test_a_minus_between_two_numbers_is_no_sign(
    action: str, shape: str, numbers: tuple[int, ...]
) -> None:
    """A line from cell to cell has one shape, wherever it lies."""
    assert spelling.shape(action) == shape
    assert spelling.numbers(action) == numbers
    assert spelling.is_plain(action)


class TellsLate(Playing):
    """Tells scores and winners of the position before, but for some positions."""

    def begin(self) -> None:
        """Begin a game."""
        super().begin()
        self.late = self.results()

    def results(self) -> dict[str, Any]:
        """Return scores and winners."""
        engine = self.engine
        scores, winners = engine.scores(self.position), engine.winners(self.position)
        return {"scores": scores, "winners": winners}

    def is_late(self) -> bool:
        """Return whether they are those of the position before."""
        return True

    def play(self, action: str) -> None:
        """Play an action."""
        before = self.results()
        super().play(action)
        self.late = before if self.is_late() else self.results()

    def state(self) -> dict[str, Any]:
        """Return the state."""
        return {**super().state(), **self.late}


class TellsNearlyLate(TellsLate):
    """Is right after every fifth action."""

    def is_late(self) -> bool:
        """Return whether they are those of the position before."""
        return self.plies % 5 > 0


def test_results_of_the_position_before() -> None:
    """One bug, though scores, winners and with them the end are wrong; all positions must have it."""
    found = checked(TellsLate(), SMALL)
    assert found.plays.startswith(f"{IN_FORCE}scores are those of the position before, wherever ")
    assert found.plays.endswith("; winners may be late as well: the end never shows in them")
    assert [each.kind for each in found.deviations] == ["scores"]
    assert "position before" not in checked(TellsNearlyLate(), SMALL).plays


class StopsAfterFour(StopsAfterTen):
    """Ends each game after four actions, but for some."""

    most = 4

    def stops(self) -> bool:
        """Return whether it ends here."""
        return self.plies >= self.most


class NearlyStopsAfterFour(StopsAfterFour):
    """Goes on after some actions."""

    last = ""

    def play(self, action: str) -> None:
        """Play an action, and remember it."""
        super().play(action)
        self.last = action

    def stops(self) -> bool:
        """Return whether it ends here."""
        return super().stops() and sum(map(ord, self.last)) % 3 > 0


def test_a_fixed_number_of_actions() -> None:
    """Named only if no game goes on; what follows from it is no other deviation."""
    found = checked(StopsAfterFour(), SMALL)
    words = "it ends every game after 4 actions, whether it is over or not ("
    assert found.plays.startswith(IN_FORCE + words)
    assert len(found.deviations) == 1
    assert "it ends every game" not in checked(NearlyStopsAfterFour(), SMALL).plays


class MissesADirection(Playing):
    """Neither lists nor plays what leads in one direction, but for some of it."""

    def misses(self, action: str) -> bool:
        """Return whether an action is missed."""
        a, b, c, d = spelling.numbers(action)
        return (c - a, d - b) == (1, 0)

    def legal(self) -> list[str]:
        """List the legal actions."""
        return [each for each in super().legal() if not self.misses(each)]

    def play(self, action: str) -> None:
        """Play an action."""
        super().play("" if action in super().legal() and self.misses(action) else action)


class NearlyMissesADirection(MissesADirection):
    """Plays that direction along one row."""

    def misses(self, action: str) -> bool:
        """Return whether an action is missed."""
        return super().misses(action) and spelling.numbers(action)[1] != 0


def test_a_direction_that_is_missing() -> None:
    """It is said which; not if a single action in it is listed."""
    found = checked(MissesADirection(), SMALL)
    words = "it never lists an action in direction (1, 0) (legal "
    assert found.plays.startswith(IN_FORCE + words)
    (deviation,) = found.deviations
    assert deviation.names == ("it never lists an action in direction (1, 0)",)
    assert "direction (1, 0)" not in checked(NearlyMissesADirection(), SMALL).plays


class EndsTooSoon(Playing):
    """Plays on a board that is too small: no number goes beyond what `bound` says."""

    bound = 1

    def legal(self) -> list[str]:
        """List what lies on that board."""
        every = ((each, spelling.numbers(each)) for each in super().legal())
        return [each for each, found in every if all(abs(one) <= self.bound for one in found)]

    def play(self, action: str) -> None:
        """Play an action that lies there."""
        super().play("" if action in super().legal() and action not in self.legal() else action)


class EndsTooSoonOnLargeBoards(EndsTooSoon):
    """The same, if the board is larger: one cell is missing on each side."""

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game on a board that is too small from some size on."""
        super().new(game, params, rulings)
        n = int(params.get("n", games.specified(game).default_parameters["n"]))
        self.bound = n if n <= SMALL["n"] else n - 1


def test_a_bounded_board_where_actions_have_words_in_them() -> None:
    """Each tile has a spelling of its own, and is missing in the same places."""
    found = checked(EndsTooSoon(), {"k": 2, "s": 2}, "dreieck")
    words = "it never lists an action whose first cell has a number beyond ±1"
    assert found.plays.startswith(f"{IN_FORCE}{words} (legal ")
    assert [each.names for each in found.deviations] == [(words,)]


def test_a_bounded_board_that_grows_is_one_bug() -> None:
    """It ends elsewhere with other parameters, and is told once."""
    found = checked(EndsTooSoonOnLargeBoards(), {"k": 2})
    assert found.plays.startswith(f"{IN_FORCE}it never lists an action ")
    (deviation,) = found.deviations
    (name,) = deviation.names
    assert name.count("beyond ±") == len({*re.findall(r"\bn=\d|default", name)}) > 1


class EndsTooSoonOnTwoSides(EndsTooSoon):
    """Nothing is put far out on two sides of six: there each cell is held to have a contact less."""

    def legal(self) -> list[str]:
        """List what leads elsewhere."""
        n = self.bound
        every = ((each, spelling.numbers(each)) for each in Playing.legal(self))
        return [each for each, (*_, q, r) in every if r <= n and q + r <= n]

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game on a board that ends where its discs lie at first."""
        super().new(game, params, rulings)
        self.bound = int(params.get("n", games.specified(game).default_parameters["n"]))


def test_a_board_that_ends_too_soon_on_two_sides_has_one_bug() -> None:
    """*Whose 4th number is 3 or more* was one bug, and *whose third and 4th add up to 3* another."""
    found = checked(EndsTooSoonOnTwoSides(), {"n": 2, "first": "red"}, "nonaga")
    assert found.plays.startswith(f"{IN_FORCE}it never lists an action ")
    (deviation,) = found.deviations
    (name,) = deviation.names
    assert "number is" in name
    assert "add up to" in name
    assert " or whose " in name


def test_kinds_that_are_bounded_in_different_cells_are_no_one_bug() -> None:
    """From where a step leads, and to where, are two things."""
    shape = "#,#>#,#"
    start = KindOfAction("from afar", shape, slots=(0,), least=3)
    end, sides = (KindOfAction("", shape, slots=each, least=3) for each in ((3,), (2, 3)))
    assert [*of_one_bug({end: {}, sides: {}})] == [{end: {}, sides: {}}]
    assert [*of_one_bug({start: {}, end: {}})] == [{start: {}}, {end: {}}]
    anywhere = KindOfAction("", shape, outside=(0, 3, 4))
    assert [*of_one_bug({anywhere: {}, end: {}})] == [{anywhere: {}, end: {}}]
    way = KindOfAction("", shape, way=(1, 0))
    assert [*of_one_bug({way: {}, end: {}})] == [{end: {}}, {way: {}}]


@pytest.mark.parametrize(
    ("action", "found"),
    [
        ("III@h8:9217", (8, 8, 9217)),
        ("d2,-4:acc", (2, -4)),  # a letter before two numbers is no column
        ("d-2,4:acc~", (-2, 4)),
        ("-1,-1--1,0", (-1, -1, -1, 0)),
    ],
)
def test_columns_are_letters_before_one_number(action: str, found: tuple[int, ...]) -> None:
    """And count as numbers."""
    assert spelling.numbers(action) == found


class TellsNothing(Playing):
    """Tells a position without any content."""

    def __init__(self, **empty: Any) -> None:
        """Keep what each part is; nothing if there are none."""
        super().__init__()
        self.empty = empty

    def state(self) -> dict[str, Any]:
        """Return the state."""
        return {**super().state(), "position": dict(self.empty)}


@pytest.mark.parametrize(
    ("empty", "words"),
    [
        ({}, "position.sticks, position.pieces and position.turn are left out in all "),
        (
            dict.fromkeys(("sticks", "pieces", "turn")),
            "position.sticks, position.pieces and position.turn are null in all ",
        ),
    ],
)
def test_an_empty_position_is_one_deviation(empty: dict[str, Any], words: str) -> None:
    """All parts are named in it."""
    found = checked(TellsNothing(**empty), SMALL)
    assert found.plays.startswith(IN_FORCE + words)
    (deviation,) = found.deviations
    assert {*deviation.expected} == {"sticks", "pieces", "turn"}


class CallsThemOtherwise(Playing):
    """Has names of its own for the players."""

    def state(self) -> dict[str, Any]:
        """Return the state."""
        answer, own = super().state(), {"red": "white", "blue": "black"}
        scores = {own[player]: each for player, each in answer["scores"].items()}
        turn = None if answer["turn"] is None else own[answer["turn"]]
        winners = [own[each] for each in answer["winners"]]
        return {**answer, "turn": turn, "winners": winners, "scores": scores}


def test_other_names_of_players_are_one_bug() -> None:
    """All else is judged with the right ones: a position in which they are right is no other bug."""
    found = checked(CallsThemOtherwise(), SMALL)
    words = "players are called white and black instead of red and blue in "
    assert found.plays.startswith(IN_FORCE + words)
    assert [each.kind for each in found.deviations] == ["turn"]


class GoesOnListing(Playing):
    """Lists what was legal before the end, and names whose turn it was."""

    def begin(self) -> None:
        """Begin a game."""
        super().begin()
        self.before = self.position

    def play(self, action: str) -> None:
        """Play an action."""
        before = self.position
        super().play(action)
        self.before = before

    def legal(self) -> list[str]:
        """List actions, at the end as well."""
        return super().legal() or list(self.engine.legal_actions(self.before))

    def state(self) -> dict[str, Any]:
        """Return the state, at the end with a turn."""
        answer = super().state()
        return {**answer, "turn": answer["turn"] or self.engine.turn(self.before)}


def test_an_end_without_effect() -> None:
    """It says that the game is over: that end is noticed."""
    found = checked(GoesOnListing(), SMALL)
    words = "it lists or plays actions and names a player to move in "
    assert found.plays.startswith(IN_FORCE + words)
    assert len(found.deviations) == 1


def test_what_follows_from_an_option_is_no_bug_of_its_own() -> None:
    """On a larger board the scores of short games are all zero."""
    found = checked(IgnoresTheSize(), SMALL)
    assert found.plays == f"{IN_FORCE}it plays as if 'n' had not been asked for"


@pytest.mark.slow
def test_an_end_that_is_none_is_no_reading() -> None:
    """A reading that explains some of it is given up: one bug explains all."""
    found = checked(StopsAfterTen(), {"n": 2, "first": "red"}, "nonaga")
    assert "=" not in found.plays.partition("closest, not exact: ")[2].partition(",")[0]
    assert "it ends every game after 10 actions, whether it is over or not (" in found.plays
    assert not found.suggestion
    answers = {each.question: each.readings for each in found.questions}
    assert "skip" in answers["no_piece_step"]


class NamesTheFirst(Playing):
    """Names the first player as the winner of every game."""

    def state(self) -> dict[str, Any]:
        """Return the state with that winner at the end."""
        answer = super().state()
        return {**answer, "winners": list(self.engine.players[:1])} if answer["over"] else answer


def test_wrong_winners_are_shown_where_the_game_is_over_in_force() -> None:
    """Another reading ends it sooner: there, no winner is right by the rules in force."""
    found = checked(NamesTheFirst(end="literal"), SMALL)
    shows = {each.kind: each for each in found.deviations}
    assert shows["winners"].expected == ("red", "blue")
    engine = games.specification("minoa", shows["winners"].params, {})
    state = engine.initial()
    for action in shows["winners"].moves:
        state = engine.play(state, action)
    assert engine.is_over(state)


def test_the_sides_of_a_die_are_no_amount() -> None:
    """It was said that no number of 3485 or more is listed, of an engine with one net for all dice."""
    actions = [
        f"III@{column}{row}:{sides}"
        for sides, column, row in product((1297, 3485, 5169, 9217), "abc", (1, 2, 12))
    ]
    found = {each.slots for each in kinds(actions)}
    assert (0,) in found
    assert (1,) in found
    assert not any(2 in slots for slots in found)
