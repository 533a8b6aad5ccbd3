"""Sentences of a report that were false of engines with readings and bugs together."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from common.claims import Claims
from common.composites import IN_FULL, Composite
from common.players import Playing

from rulewright.conformance import QUICK, check
from rulewright.conformance.adapter.observation import PLAYED, Discrepancy, Observation, Seen
from rulewright.conformance.evidence import spelling
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.report import HIDDEN, GameReport
from rulewright.conformance.verdict.causes import LATE, Cause
from rulewright.conformance.verdict.clauses import Clauses
from rulewright.conformance.verdict.everywhere import otherwise_called
from rulewright.conformance.verdict.kinds import kinds
from rulewright.conformance.verdict.reporting import ATTRIBUTED, attribute_late_ones
from rulewright.conformance.verdict.weighing import told_apart
from rulewright.play import games

SMALL = {"n": 1, "k": 2}


def checked(player: Playing, params: dict[str, Any] = SMALL, game: str = "minoa") -> GameReport:
    """Check a player; returns the report of the game."""
    (found,) = check(player, game, params, effort=QUICK, seed=1).games
    return found


@pytest.mark.slow
def test_a_bug_that_is_like_another_reading_is_not_taken_for_it() -> None:
    """A disc that squeezes through is like `removal=rim`, but in holes: only there is that wrong.

    All other readings are right there, so the clause itself is what the engine has wrong.
    """
    composite = Composite("nonaga", {}, ("discs_squeeze_through",))
    (found,) = check(composite.player(), "nonaga", {"first": "black"}, effort=QUICK, seed=1).games
    (removal,) = (each for each in found.questions if each.question == "removal")
    assert {"path", "rim"} <= {*removal.readings}
    assert removal.status == HIDDEN
    told = [each.explained_by for each in found.deviations if "removal" in each.explained_by]
    assert told
    assert all(each.endswith("or a bug") for each in told)
    assert Claims(composite, found, [Composite("nonaga", {})]).false() == []


@pytest.mark.slow
@pytest.mark.parametrize("position", [IN_FULL, "step never set"])
def test_what_is_never_noted_is_not_taken_for_another_reading(position: str) -> None:
    """No disc is noted as barred, so none is: one bug, which lists what `bar=none` permits.

    What else is left out of the answers is no part of that.
    """
    composite = Composite("nonaga", {}, ("bar_is_never_set",), position)
    (found,) = check(composite.player(), "nonaga", {"n": 2}, effort=QUICK, seed=1).games
    (bar,) = (each for each in found.questions if each.question == "bar")
    assert (bar.readings, bar.status) == (("opponent", "none"), HIDDEN)
    assert "bar=none or a bug explains everything observed, apart from 1 bug" in found.plays
    assert Claims(composite, found, [Composite("nonaga", {})]).false() == []


class NobodyWinsATie(Playing):
    """Names no winner of a tie."""

    def state(self) -> dict[str, Any]:
        """Return the state."""
        answer = super().state()
        return {**answer, "winners": answer["winners"] if len(answer["winners"]) == 1 else []}


def test_what_a_reading_explains_is_not_shown_for_a_bug() -> None:
    """The winner of a game that a reading ends early is that of the reading: no tie."""
    found = checked(NobodyWinsATie(end="literal"), {"n": 1})
    (tie,) = [each for each in found.deviations if each.explained_by.startswith("'winners' is ")]
    assert tie.kind == "winners"
    assert not tie.given
    assert len(tie.expected) > 1
    assert {each.question: each.said for each in found.questions}["end"] == "literal"


class RecoloursThePieces(Playing):
    """Gives all pieces to blue once four actions are played, and the score with them."""

    def state(self) -> dict[str, Any]:
        """Return the state."""
        answer = super().state()
        if self.plies <= 4:
            return answer
        pieces = dict.fromkeys(answer["position"]["pieces"], "blue")
        scores = {"red": 0, "blue": sum(answer["scores"].values())}
        position = {**answer["position"], "pieces": pieces}
        return {**answer, "scores": scores, "position": position}


def test_results_that_follow_from_another_position_are_no_bug_of_their_own() -> None:
    """It is the position that is wrong."""
    found = checked(RecoloursThePieces())
    assert "'scores' is wrong" not in found.plays
    assert not [each for each in found.deviations if "'scores'" in each.explained_by]


class LosesTheThird(Playing):
    """Plays the third action without any effect but for the turn."""

    def play(self, action: str) -> None:
        """Play an action."""
        before = self.engine.to_json(self.position)
        super().play(action)
        if self.plies == 3:
            turn = self.engine.turn(self.position)
            self.position = self.engine.from_json({**before, "turn": turn})


def test_what_is_listed_in_another_position_is_no_bug_of_its_own() -> None:
    """What is listed is right in the position that it tells."""
    found = checked(LosesTheThird(), {"n": 2, "k": 2})
    kinds = [each.kind for each in found.deviations]
    assert "position" in kinds
    assert not {"illegal action listed", "legal action not listed"} & {*kinds}


def test_a_game_that_a_reading_cannot_play_does_not_speak_for_it() -> None:
    """Nothing in it was compared with that reading."""
    bugs = frozenset({("legal", "a"), ("legal", "b")})
    stuck = frozenset({(PLAYED, "c")})
    assert told_apart(bugs, stuck) == (frozenset(), stuck)
    assert told_apart(stuck, bugs) == (stuck, frozenset())
    assert told_apart(stuck, frozenset({(PLAYED, "d")})) == (frozenset(), frozenset())
    other = frozenset({("legal", "b"), ("over", "")})
    assert told_apart(bugs, other) == ({("legal", "a")}, {("over", "")})


class NamesTheLoser(Playing):
    """Names the loser as the winner."""

    def state(self) -> dict[str, Any]:
        """Return the state."""
        answer = super().state()
        other = {"red": "black", "black": "red"}
        winners = [other[each] for each in answer["winners"]]
        scores = {other[each]: score for each, score in answer["scores"].items()}
        return {**answer, "winners": winners, "scores": scores}


def test_an_end_that_a_reading_has_later_is_not_one_that_is_not_noticed() -> None:
    """It is that reading, or a bug that hides what it says after the end: not the other reading."""
    found = checked(NamesTheLoser(win="end_of_turn"), {"n": 1}, "nonaga")
    assert "end_of_turn" in {each.question: each.readings for each in found.questions}["win"]
    assert "it goes on in " not in found.plays


class HasASmallArray(Playing):
    """Neither lists nor plays what reaches beyond one from the middle, on boards of any size."""

    def within(self, action: str) -> bool:
        """Return whether an action fits into the array."""
        return all(abs(each) <= 1 for each in spelling.numbers(action))

    def legal(self) -> list[str]:
        """List the legal actions."""
        return [each for each in super().legal() if self.within(each)]

    def play(self, action: str) -> None:
        """Play an action."""
        super().play(action if self.within(action) or action not in super().legal() else "")


@pytest.mark.slow
def test_a_bound_is_one_bug_whatever_the_parameters() -> None:
    """It is reported once, for all games."""
    found = checked(HasASmallArray(), {"n": 2})
    kind = "it never lists an action with a number beyond ±1 (legal "
    assert found.plays.count(kind) == 1
    assert " with k=" not in found.plays
    of_this_kind = [each for each in found.deviations if each.explained_by.startswith(kind)]
    assert len(of_this_kind) == 1


def test_outside_a_square_is_said_rather_than_far_from_the_middle() -> None:
    """An array has a corner that is farther from the middle than its sides."""
    every = [f"{q},{r}" for q in range(-3, 4) for r in range(-3, 4)]
    listed = [each for each in every if "3" not in each]
    first = next(
        each
        for each in kinds(every)
        if each.belongs("3,0") and each.belongs("0,-3") and not any(map(each.belongs, listed))
    )
    assert first.words == "whose first cell has a number beyond ±2"


class CallsThemByLetters(Playing):
    """Calls the players by letters, after nine actions by the wrong ones."""

    def state(self) -> dict[str, Any]:
        """Return the state."""
        answer = super().state()
        own = {"red": "R", "blue": "B", None: None}
        turn = own[answer["turn"]]
        position = answer["position"]
        pieces = {place: own[each] for place, each in position["pieces"].items()}
        return {
            **answer,
            "turn": {"R": "B", "B": "R"}.get(turn) if self.plies == 9 else turn,
            "winners": [own[each] for each in answer["winners"]],
            "scores": {own[each]: score for each, score in answer["scores"].items()},
            "position": {**position, "pieces": pieces, "turn": own[position["turn"]]},
        }


def test_names_are_known_beside_another_bug() -> None:
    """In a few positions another player is named, whoever it should be."""
    found = checked(CallsThemByLetters())
    assert "players are called R and B instead of red and blue in " in found.plays
    assert "scores is wrong" not in found.plays


class ByItsName:
    """Knows the cause of a detection by its action."""

    def of(self, detection: Detection) -> Cause:
        """Return it."""
        return Cause(kind="extra", clause=str(detection.difference.action))


def detected(clause: str, moves: int) -> Detection:
    """Make a detection of an illegal action after some moves."""
    observation = Observation({}, tuple(map(str, range(moves))), Seen(None, None))
    return Detection(observation, Discrepancy("extra", "illegal", "listed", clause), "a test")


def test_the_same_bug_in_a_long_game_is_no_other_cause() -> None:
    """It was shown by a game of more moves than clauses were looked for in, which then stayed long."""
    short, late = detected("A-1", 3), [detected("A-1", ATTRIBUTED + at) for at in range(1, 30)]
    found = {Cause(kind="extra", clause="A-1"): [short], Cause(kind="extra", clause=LATE): late}
    causes: Any = ByItsName()
    attribute_late_ones(causes, found)
    assert found == {Cause(kind="extra", clause="A-1"): [short, *late]}


@pytest.mark.parametrize(
    ("game", "moves", "action", "clauses"),
    [
        ("nonaga", (), "-2,2>1,-1", ["NON-2"]),
        ("minoa", ("-2,2--1,2", "-3,3--2,3"), "0,0-1,0", ["MIN-6"]),
    ],
)
def test_a_legal_action_is_about_the_clauses_that_forbid_others_like_it(
    game: str, moves: tuple[str, ...], action: str, clauses: list[str]
) -> None:
    """Those of another phase of the turn say nothing about it."""
    in_force = Hypothesis(tuple(games.specified(game).default_rulings.items()))
    about = Clauses(game, in_force).permitting({}, moves, action)
    assert [each.clause for each in about.clauses] == clauses


def test_what_follows_from_an_impossible_position_is_no_bug_of_its_own() -> None:
    """A captured tile of one's own is gone: what can be laid then, and is refused, follows from it."""
    composite = Composite("dreieck", {}, ("own_regions_fall_too",))
    (found,) = check(composite.player(), "dreieck", effort=QUICK, seed=1).games
    assert [each.kind for each in found.deviations] == ["position"]


def test_winners_in_another_order_are_shown_where_they_are_the_same() -> None:
    """Where a reading ends the game early there is a winner as well, and none by the rules in force."""
    composite = Composite("minoa", {"end": "literal"}, ("winners_in_the_wrong_order",))
    (found,) = check(composite.player(), "minoa", {"n": 1, "k": 3}, effort=QUICK, seed=1).games
    (order,) = (each for each in found.deviations if "another order" in each.explained_by)
    assert order.kind == "winners"
    assert order.given == order.expected[::-1] != []


@pytest.mark.slow
def test_one_player_is_not_called_by_two_names() -> None:
    """Three go round backwards in games of few actions: yellow, who comes next, is no name of blue."""
    readings = {"end": "literal", "closure": "coloured"}
    composite = Composite("minoa", readings, ("three_players_go_round_backwards",))
    (found,) = check(composite.player(), "minoa", effort=QUICK, seed=1).games
    assert "are called" not in found.plays
    assert "turns go round in another order: red, yellow, blue with k=3" in found.plays
    assert Claims(composite, found, [Composite("minoa", readings)]).false() == []


@pytest.mark.parametrize(("right", "named"), [(0, True), (2, True), (3, False)])
def test_a_name_is_that_of_nobody_who_has_another(right: int, named: bool) -> None:
    """Blue is called yellow, and in a few positions blue: another bug may name a player once."""
    in_force = Hypothesis.of(games.specified("minoa").default_rulings)
    laboratory = Laboratory("minoa")
    reference = laboratory.reference(in_force, SMALL)
    assert reference is not None
    (action, *_) = reference.engine.legal_actions(reference.engine.initial())
    answer = reference.seen(reference.state((action,))).state
    assert answer is not None
    every = [
        Observation(SMALL, (action,), Seen(state=evolve(answer, turn=turn)))
        for turn in (*("blue",) * right, *("yellow",) * 10)
    ]
    assert (otherwise_called(laboratory, in_force, every) is not None) is named
