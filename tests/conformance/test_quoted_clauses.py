"""The clauses that a deviation quotes are those that it is about."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve
from common.players import Playing

from rulewright.conformance import QUICK, check
from rulewright.conformance.adapter.observation import (
    LISTED,
    NOT_LISTED,
    Discrepancy,
    Observation,
    Seen,
)
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.report import Break, QuestionFound
from rulewright.conformance.verdict.clauses import (
    ELSE,
    ORDER,
    OTHERWISE,
    READING,
    RESTING,
    About,
    Clauses,
    narrowed,
    value_of,
)
from rulewright.conformance.verdict.conclude import refuted_readings
from rulewright.conformance.verdict.declared import sole_clause
from rulewright.play import games
from rulewright.play.replay import state_after
from rulewright.proofs.nonaga.games import QUICK_WIN
from rulewright.vectors import load

SET_UP = (
    "V@e3:1131",
    "III@e4:1112",
    "III@e5:1121",
    "V@d5:1111",
    "IV@d4:2223",
    "IV@d2:3233",
    "Q@c4",
    "Q@a4",
)
DICE = {
    "n": 5,
    "nets": {"III": [1, 2, 1, 1, 2, 1], "IV": [2, 3, 2, 3, 3, 2], "V": [3, 1, 1, 1, 1, 1]},
}
CAPTURE = ("u0,0:aaa", "d0,-1:aaa", "d-1,0:aaa", "d0,0:aba", "u0,1:abb", "u1,0:aab")
"""The last tile captures two others."""
END = ("u0,0:aaa", "d0,0:aaa")
"""A game with one symbol: each player has one tile."""


def in_force(game: str) -> Hypothesis:
    """Return the default rulings."""
    return Hypothesis.of(games.specified(game).default_rulings)


def resting(
    game: str, params: dict[str, Any], moves: tuple[str, ...], part: str, **reported: Any
) -> list[str]:
    """Name the clauses that a part rests on, where some of the position is reported otherwise."""
    return [
        each.clause for each in reported_otherwise(game, params, moves, part, **reported).clauses
    ]


def reported_otherwise(
    game: str, params: dict[str, Any], moves: tuple[str, ...], part: str, **reported: Any
) -> About:
    """Return what a part is about, where some of the position is reported otherwise."""
    reference = Laboratory(game).reference(in_force(game), params)
    assert reference is not None
    seen = reference.seen(reference.state(moves))
    assert seen.state is not None
    position = {**(seen.state.position or {}), **reported}
    seen = evolve(seen, state=evolve(seen.state, position=position))
    return Clauses(game, in_force(game)).resting(Observation(params, moves, seen), part)


def test_a_turn_rests_on_whose_turn_it_is() -> None:
    """Seven clauses have an effect on the position; one of them on the turn."""
    assert resting("dreieck", {"k": 10, "s": 1}, END[:1], "turn") == ["DRE-2"]
    assert resting("minoa", {"n": 1, "k": 3}, ("-1,0-0,-1",), "turn") == ["MIN-2"]


def test_a_bar_that_is_not_noted_is_about_the_clause_that_goes_by_it() -> None:
    """A step of a disc decides which one is barred; what it is noted for comes last."""
    found = reported_otherwise("nonaga", {}, ("2,0>1,1", "2,-1>-3,1"), "position", barred=None)
    assert [each.clause for each in found.clauses] == ["NON-2", "NON-6"]
    assert found.because == f"{RESTING}; {READING}"


def test_what_is_captured_wrongly_is_about_captures() -> None:
    """That a tile is laid on a cell says nothing of another tile that is missing."""
    moves = CAPTURE[:-1]
    tiles = {"u0,0": ["p1", "aaa"], "d0,-1": ["p2", "aaa"], "u0,1": ["p2", "abb"]}
    found = reported_otherwise("dreieck", {"k": 3, "s": 2}, moves, "position", tiles=tiles)
    assert [each.clause for each in found.clauses] == ["DRE-7"]
    assert found.clauses[0].demand.startswith("A tile captures the regions of other players")


def test_what_follows_from_an_action_is_said_as_such() -> None:
    """DRE-6 says who passes, and what a pass changes."""
    game = next(each for each in load("dreieck") if each.moves[-1:] == ("pass",))
    found = reported_otherwise("dreieck", dict(game.params), game.moves, "position", passes=7)
    assert [each.clause for each in found.clauses] == ["DRE-6"]
    assert found.clauses[0].demand.startswith("A pass is counted")


def test_the_order_of_a_list_is_about_no_clause() -> None:
    """Unless it is that of a game: a stack is dealt from, and not sorted."""
    pieces = {"red": [[0, -2], [-2, 2], [1, 1]], "black": [[-2, 0], [0, 2], [2, -2]]}
    found = reported_otherwise("nonaga", {}, ("2,0>1,1",), "position", pieces=pieces)
    assert (found.clauses, found.because) == ((), ORDER)
    exchanged = {"red": [[2, -2], [-2, 0], [1, 1]], "black": [[0, -2], [2, 0], [-2, 2]]}
    found = reported_otherwise("nonaga", {}, ("2,0>1,1",), "position", pieces=exchanged)
    assert found.because != ORDER
    tiles = {player: ["aaa", "aab", "abb", "bbb"] for player in ("p1", "p2")}
    stacks = {"s": 2, "supply": "stack", "stacks": tiles}
    left = {"p1": ["aab", "bbb", "abb"], "p2": ["aaa", "aab", "abb", "bbb"]}
    found = reported_otherwise("dreieck", stacks, ("u0,0:aaa",), "position", left=left)
    assert found.clauses
    assert found.because != ORDER


def test_scores_of_a_wrong_position_rest_on_what_leads_to_it() -> None:
    """Captured tiles are counted by another clause than the tiles left."""
    params, captured = {"k": 3, "s": 2}, {"captured": {"p1": 0, "p2": 0, "p3": 1}}
    found = resting("dreieck", params, CAPTURE, "scores", **captured)
    assert {"DRE-8", "DRE-10"} <= {*found}
    assert resting("dreieck", params, CAPTURE, "scores") == ["DRE-10"]


def test_an_end_and_its_winners_rest_on_the_clauses_about_the_end() -> None:
    """Whoever has no tile left has no turn either; that does not decide who wins."""
    params = {"k": 2, "s": 1}
    assert resting("dreieck", params, END, "winners") == ["DRE-11"]
    assert resting("dreieck", params, END, "over")[0] == "DRE-9"


def test_a_reading_that_is_refuted_does_not_say_why_an_action_is_missing() -> None:
    """A queen that never steps across plays no other reading of what threatens her."""
    clauses = Clauses("ari", in_force("ari"))
    about = clauses.otherwise(DICE, SET_UP, "Q@d3")
    assert about.because == f"{OTHERWISE} threat were mate"
    assert not clauses.otherwise(DICE, SET_UP, "Q@d3", {"threat=mate"}).clauses


def test_a_reading_with_another_position_does_not_say_why_an_action_is_missing() -> None:
    """The game is over by that reading: this says nothing of the action."""
    moves = "-2,2>1,-1 -1,2>1,2 0,2>1,1 -2,2>0,3 2,0>-1,0 2,-1>1,3 1,1>-2,1 -1,1>0,4 0,-2>-1,-1 1,-2>1,4"
    clauses = Clauses("nonaga", in_force("nonaga"))
    assert clauses.otherwise({}, tuple(moves.split()), "0,-2>0,5").because == ""


def test_the_readings_that_an_answer_excludes_are_refuted() -> None:
    """Not those of a question without an answer."""
    broken = {"mate": Break((), {}, "somewhere")}
    found = QuestionFound("threat", "?", "follows", ("open",), "open", broken)
    assert refuted_readings([found]) == {"threat=mate"}
    assert not refuted_readings([evolve(found, readings=())])


class StepsAlong(Playing):
    """A player whose queens step along rows and columns only."""

    def legal(self) -> list[str]:
        """List the legal actions, steps across left out."""
        every, queens = super().legal(), self.engine.to_json(self.position)["queens"]
        own = queens.get(self.engine.turn(self.position))
        if None in queens.values():
            return every
        return [each for each in every if not (each[0] == "Q" and across(own, each[2:]))]


def across(one: str, other: str) -> bool:
    """Return whether two cells differ in row and column."""
    return one[0] != other[0] and one[1:] != other[1:]


def test_a_step_that_is_missing_is_about_steps() -> None:
    """The shortest known game leaves the own queen under threat; the engine permits that elsewhere."""
    few = evolve(QUICK, games=2, late=0, parameters=1, replays=20, nearest=10, trials=100)
    (game,) = check(StepsAlong(), "ari", {"n": 5}, effort=few, seed=1).games
    shown = [each for each in game.deviations if each.kind == "legal action missing"]
    assert [[each.clause for each in one.clauses] for one in shown] == [["ARI-6"]]
    assert {each.question: each.said for each in game.questions}["threat"].startswith("open")


@pytest.mark.parametrize(
    ("game", "mutant", "words"),
    [
        ("dreieck", "DRE-1 for the next", "lets the next player begin"),
        ("minoa", "MIN-9 off", "forbids nothing"),
        ("minoa", "MIN-10 without effect; closure=coloured", "changes nothing"),
    ],
)
def test_a_clause_that_is_wrong_is_said_in_words(game: str, mutant: str, words: str) -> None:
    """The name of a mutant says little to whoever wrote the engine."""
    clauses, why = Clauses(game, in_force(game)).caused(mutant)
    assert [each.clause for each in clauses] == [mutant.split(maxsplit=1)[0]]
    assert why == f"as the engine has it, this clause {words}"


def test_what_would_forbid_it_with_a_move_less_is_about_a_missing_action() -> None:
    """A stick that closes an area: with one of the pieces at its rim less, it would have no edge."""
    coloured = Hypothesis.of({**games.specified("minoa").default_rulings, "closure": "coloured"})
    moves = ("0,-2-1,-2", "0,-1-1,-1", "0,2-1,1", "0,1-0,2")
    about = Clauses("minoa", coloured).permitting({"n": 2, "k": 3}, moves, "0,1-1,1")
    assert [each.clause for each in about.clauses] == ["MIN-6", "MIN-9"]


def test_it_is_left_out_only_where_it_is_the_time_for_such_an_action() -> None:
    """Without a queen on the board no die moves: that is not what a die move is about."""
    about = Clauses("ari", in_force("ari")).permitting(DICE, SET_UP, "III@e2:1121")
    assert "ARI-2" not in [each.clause for each in about.clauses]


def about(game: str, params: dict[str, Any], moves: tuple[str, ...], found: Discrepancy) -> About:
    """Find the clauses that an action is about which nothing explains."""
    detection = Detection(Observation(params, moves, Seen(legal=())), found, "a test")
    return Clauses(game, in_force(game)).about(detection, "")


@pytest.mark.parametrize(
    ("game", "params", "moves", "action", "clauses"),
    [
        ("ari", {**DICE, "nets": {"III": [1] * 6}}, ("III@a1:1111",), "III@a5:1111", "ARI-1 ARI-4"),
        (  # a tile whose mirror image is left
            "dreieck",
            {"s": 3},
            ("u0,0:aac", "d-1,0:acb", "u-1,0:aab", "d-1,-1:baa", "u-1,1:bca"),
            "u-1,-1:cba",
            "DRE-1 DRE-5",
        ),
        ("dreieck", {"s": 2}, ("u0,0:aaa",), "d-1,0:baa", "DRE-4"),  # whichever way it is turned
    ],
)
def test_what_a_clause_determines_is_quoted_where_it_decides(
    game: str, params: dict[str, Any], moves: tuple[str, ...], action: str, clauses: str
) -> None:
    """Where a die points, and what a tile is when it is turned: another clause forbids the action."""
    found = about(game, params, moves, Discrepancy("extra", "illegal", LISTED, action))
    assert [each.clause for each in found.clauses] == clauses.split()
    assert (found.because == "forbidden by") is (" " not in clauses)


def test_a_target_cell_that_is_not_listed_is_about_where_dice_point() -> None:
    """One more away, and the action would be illegal."""
    missing = Discrepancy("missing", "legal", NOT_LISTED, "III@a2:1297")
    found = about("ari", {"n": 5}, ("III@a1:5762",), missing)
    assert [each.clause for each in found.clauses] == ["ARI-1", "ARI-4"]


@pytest.mark.parametrize(
    ("clauses", "because", "sole"),
    [
        ("ARI-1 ARI-4", "forbidden by; determined by", "ARI-1"),
        ("ARI-1", "forbidden by", "ARI-1"),
        ("ARI-1 ARI-7", "forbidden by", ""),
        ("ARI-4", "determined by", ""),
    ],
)
def test_a_difference_is_declared_by_the_clause_that_forbids(
    clauses: str, because: str, sole: str
) -> None:
    """What this one goes by is quoted with it, and is no second one that forbids."""
    quoted = [SimpleNamespace(clause=each) for each in clauses.split()]
    found: Any = SimpleNamespace(game="ari", clauses=quoted, because=because, explained_by="")
    assert sole_clause(found) == sole


def test_what_no_clause_in_force_decides_is_about_a_question() -> None:
    """Whose turn it is after a line is made hangs on when that wins, and on nothing else."""
    clauses = Clauses("nonaga", in_force("nonaga"))
    engine = games.specification("nonaga")
    moves = QUICK_WIN
    at = engine.to_json(state_after(engine, moves[:-1])), moves[-1:]
    turn = value_of(engine, *at, "position.turn")
    about = clauses.read_otherwise({}, at, "position.turn", turn)
    assert about.because == f"{ELSE} win were end_of_turn"
    assert [each.clause for each in about.clauses] == list(
        games.specified("nonaga").rulebook.question("win").clauses
    )
    discs = value_of(engine, *at, "position.pieces")
    assert not clauses.read_otherwise({}, at, "position.pieces", discs).clauses


def test_of_a_position_only_what_is_wrong_is_asked_about() -> None:
    """Nearly every clause has an effect on the whole of it."""
    reference = Laboratory("minoa").reference(in_force("minoa"), {"n": 1})
    assert reference is not None
    seen = reference.seen(reference.state(("0,0-1,0",)))
    assert seen.state is not None
    assert seen.state.position is not None
    wrong = {**seen.state.position, "turn": "nobody"}
    for reported, part in (
        (wrong, "position.turn"),
        ({**wrong, "sticks": []}, "position"),
        (seen.state.position, "position"),
    ):
        other = evolve(seen, state=evolve(seen.state, position=reported))
        observation = Observation({"n": 1}, ("0,0-1,0",), other)
        assert narrowed("position", reference.engine, observation) == part
