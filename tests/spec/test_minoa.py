"""Minoa's specification against the page: board, clauses, questions, positions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulewright.interface import (
    BadParameter,
    IllegalAction,
    ImpossiblePosition,
    MalformedAction,
    MalformedPosition,
    UnknownParameter,
    UnknownQuestion,
    UnknownReading,
)
from rulewright.spec.minoa import GAME
from rulewright.spec.minoa.board import board_of


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_the_board_has_the_counts_of_the_page(n: int) -> None:
    """Vertices, lines, triangles, boundary and interior lines, sticks."""
    board = board_of(n)
    assert len(board.vertices) == 3 * n * (n + 1) + 1
    assert len(board.lines) == 9 * n * n + 3 * n
    assert len(board.triangles) == 6 * n * n
    assert len(board.boundary) == 6 * n
    assert len(board.interior) == 9 * n * n - 3 * n
    assert board.supply == 3 * n * (n + 1)
    assert "-1,1-0,0" in board.number


@pytest.mark.parametrize(
    ("params", "depth", "count"),
    [
        ({}, 2, 24_180),
        ({"n": 2, "k": 4}, 2, 1_722),
        ({"n": 1}, 3, 1_320),
        ({"n": 2, "k": 3}, 1, 42),
    ],
)
def test_perft_of_the_page(params: dict[str, Any], depth: int, count: int) -> None:
    """The counts that independent engines agree on."""
    engine = GAME.engine(params)

    def perft(state: Any, plies: int) -> int:
        if plies == 1:
            return len(engine.legal_actions(state))
        return sum(perft(engine.play(state, a), plies - 1) for a in engine.legal_actions(state))

    assert perft(engine.initial(), depth) == count


def play(engine: Any, *moves: str) -> Any:
    """Play moves from the start."""
    state = engine.initial()
    for move in moves:
        state = engine.play(state, move)
    return state


def clauses(engine: Any, state: Any, action: str) -> list[str]:
    """Name the clauses that forbid an action."""
    return [violation.clause for violation in engine.explain(state, action)]


def test_a_triangle_of_sticks_is_forbidden_by_min_9() -> None:
    """Three sticks round one triangle close an area without an edge."""
    engine = GAME.engine()
    state = play(engine, "0,0-1,0", "0,0-0,1")
    assert clauses(engine, state, "0,1-1,0") == ["MIN-9"]
    assert "0,1-1,0" not in engine.legal_actions(state)
    with pytest.raises(IllegalAction, match="MIN-9"):
        engine.play(state, "0,1-1,0")
    assert clauses(engine, state, "0,0-1,0") == ["MIN-6"]
    assert clauses(engine, state, "-1,0-0,0") == []


def test_explanations_quote_the_rulebook() -> None:
    """A violation has identifier, demand, quotation and source."""
    engine = GAME.engine()
    (violation,) = engine.explain(play(engine, "0,0-1,0"), "0,0-1,0")
    assert violation.clause == "MIN-6"
    assert violation.quotation == "Only one stick or piece may be placed on a line"
    assert violation.source == "en"


def test_after_the_end_every_action_is_forbidden_by_min_11() -> None:
    """`end=literal`: a piece on the undivided board ends the game, 96 to 0."""
    engine = GAME.engine({}, {"end": "literal"})
    state = play(engine, "-4,0--4,1")
    assert engine.is_over(state)
    assert engine.turn(state) is None
    assert engine.scores(state) == {"red": 96, "blue": 0}
    assert engine.winners(state) == ("red",)
    assert engine.legal_actions(state) == ()
    assert clauses(engine, state, "0,0-1,0") == ["MIN-11"]


RIM = [board_of(1).names[line] for line in board_of(1).boundary]


def test_the_last_own_piece_fills_the_boundary() -> None:
    """MIN-10: with two players the other hand goes on all vacant boundary lines at once."""
    engine = GAME.engine({"n": 1})
    state = play(engine, RIM[0], "0,0-1,0", RIM[1], "0,0-0,1", RIM[2])
    assert list(engine.to_json(state)["pieces"].values()).count("blue") == 3
    assert engine.to_json(state)["pieces"][RIM[5]] == "blue"


def test_with_three_players_the_last_piece_fills_only_for_the_last_hand() -> None:
    """MIN-10 waits until exactly one other player has pieces."""
    engine = GAME.engine({"n": 1, "k": 3})
    state = play(engine, RIM[0], "0,0-1,0", "0,0-0,1", RIM[1])
    assert len(engine.to_json(state)["pieces"]) == 2
    state = play(engine, RIM[0], RIM[1], RIM[2], RIM[3], RIM[4])
    assert engine.to_json(state)["pieces"][RIM[5]] == "yellow"


def test_closure_coloured_wants_a_piece_in_both_parts() -> None:
    """Two spokes part the small board; each part needs a piece first."""
    coloured = GAME.engine({"n": 1}, {"closure": "coloured"})
    free = GAME.engine({"n": 1})
    parting = ["0,0-1,0", "-1,0-0,0"]
    assert parting[1] in free.legal_actions(play(free, parting[0]))
    assert clauses(coloured, play(coloured, parting[0]), parting[1]) == ["MIN-9"]
    upper, lower = "-1,1-0,1", "0,-1-1,-1"
    assert clauses(coloured, play(coloured, parting[0], upper), parting[1]) == ["MIN-9"]
    both = play(coloured, parting[0], upper, lower)
    assert clauses(coloured, both, parting[1]) == []


def test_partners_share_an_area_only_under_shared() -> None:
    """With four players an area of red and yellow is assigned to nobody, or to their team."""
    position = {"sticks": [], "pieces": {}, "turn": "red"}
    rim = [board_of(2).names[line] for line in board_of(2).boundary]
    position["pieces"] = dict.fromkeys(rim[:3], "red") | dict.fromkeys(rim[3:6], "yellow")
    position["turn"] = "blue"
    separate, shared = (
        GAME.engine({"n": 2, "k": 4}, {"partners": reading, "end": "literal"})
        for reading in ("separate", "shared")
    )
    assert not separate.is_over(separate.from_json(position))
    with pytest.raises(ImpossiblePosition, match="MIN-11"):
        shared.from_json(position)
    position["turn"] = None
    over = shared.from_json(position)
    assert shared.scores(over) == {"red": 0, "blue": 0, "yellow": 0, "green": 0}
    assert shared.winners(over) == ("red", "yellow")


IMPOSSIBLE = [
    ({"sticks": [RIM[0]], "pieces": {}, "turn": "red"}, "MIN-4"),
    ({"sticks": [], "pieces": {"0,0-1,0": "red"}, "turn": "red"}, "MIN-5"),
    ({"sticks": ["0,0-1,0"], "pieces": {"0,0-1,0": "red"}, "turn": "red"}, "MIN-5"),
    ({"sticks": [], "pieces": dict.fromkeys(RIM[:4], "red"), "turn": "red"}, "MIN-8"),
    ({"sticks": [], "pieces": dict.fromkeys(RIM[:3], "red"), "turn": "blue"}, "MIN-10"),
    ({"sticks": [], "pieces": {}, "turn": None}, "MIN-11"),
]


@pytest.mark.parametrize(("position", "clause"), IMPOSSIBLE)
def test_impossible_positions_are_refused_with_their_clause(
    position: dict[str, Any], clause: str
) -> None:
    """A position that breaks a clause is not built."""
    with pytest.raises(ImpossiblePosition) as refusal:
        GAME.engine({"n": 1}).from_json(position)
    assert refusal.value.clause == clause


def test_an_area_without_an_edge_is_refused() -> None:
    """A ring of sticks is no position (MIN-9)."""
    ring = {"sticks": ["0,0-0,1", "0,0-1,0", "0,1-1,0"], "pieces": {}, "turn": "blue"}
    with pytest.raises(ImpossiblePosition, match="MIN-9"):
        GAME.engine().from_json(ring)


MALFORMED: list[Any] = [
    [],
    {"sticks": [], "pieces": {}},
    {"sticks": [], "pieces": {}, "turn": "red", "more": 1},
    {"sticks": ["0,0-1,0", "0,0-0,1"], "pieces": {}, "turn": "red"},
    {"sticks": ["0,0-0,1", "0,0-0,1"], "pieces": {}, "turn": "red"},
    {"sticks": ["1,0-0,0"], "pieces": {}, "turn": "red"},
    {"sticks": "0,0-1,0", "pieces": {}, "turn": "red"},
    {"sticks": [], "pieces": [], "turn": "red"},
    {"sticks": [], "pieces": {RIM[0]: "yellow"}, "turn": "red"},
    {"sticks": [], "pieces": {RIM[0]: None}, "turn": "red"},
    {"sticks": [], "pieces": {}, "turn": "Red"},
    {"sticks": [7], "pieces": {}, "turn": "red"},
    {"sticks": [], "pieces": {}, "turn": 0},
]


@pytest.mark.parametrize("position", MALFORMED)
def test_malformed_positions_are_refused(position: Any) -> None:
    """Only the page's form is read."""
    with pytest.raises(MalformedPosition, match="malformed position: "):
        GAME.engine({"n": 1}).from_json(position)


@pytest.mark.parametrize("action", ["", "pass", "1,0-0,0", "0,0-1,0 ", "9,9-9,10", "0,0 - 1,0"])
def test_malformed_actions_are_refused(action: str) -> None:
    """Only the page's spelling is an action."""
    engine = GAME.engine()
    with pytest.raises(MalformedAction, match="an action is a line"):
        engine.play(engine.initial(), action)
    with pytest.raises(MalformedAction):
        engine.explain(engine.initial(), action)


def test_options_are_checked() -> None:
    """Unknown names and values are refused with what would be right."""
    for params, wanted in (
        ({"n": 0}, "whole number from 1"),
        ({"n": True}, "whole number from 1"),
        ({"n": "4"}, "whole number from 1"),
        ({"k": 5}, "from 2 to 4"),
        ({"n": 1, "k": 4}, "divide the 6"),
    ):
        with pytest.raises(BadParameter, match=wanted):
            GAME.engine(params)
    with pytest.raises(UnknownParameter, match="known: n, k"):
        GAME.engine({"m": 4})
    with pytest.raises(UnknownQuestion, match="did you mean 'closure'"):
        GAME.engine({}, {"closur": "line"})
    with pytest.raises(UnknownReading, match="did you mean 'coloured'"):
        GAME.engine({}, {"closure": "colored"})


@pytest.mark.parametrize("k", [2, 3, 4])
def test_positions_read_again_and_keep_their_invariants(k: int) -> None:
    """Every position of a random game round-trips; vacant lines and hands are equally many."""
    engine = GAME.engine({"n": 2, "k": k})
    random = Random(k)
    state = engine.initial()
    while not engine.is_over(state):
        assert engine.from_json(engine.to_json(state)) == state
        assert sum(engine.scores(state).values()) <= 24
        state = engine.play(state, random.choice(engine.legal_actions(state)))
    assert engine.from_json(engine.to_json(state)) == state
    assert engine.winners(state)


def test_a_dropped_clause_makes_another_game() -> None:
    """Without MIN-9 the third stick of a triangle is legal; without MIN-10 nothing is filled."""
    loose = GAME.engine(rulebook=GAME.rulebook.without("MIN-9"))
    assert "0,1-1,0" in loose.legal_actions(play(loose, "0,0-1,0", "0,0-0,1"))

    def unfilled(rules: object, placed: Any, move: object) -> Any:
        del rules, move
        return placed

    slow = GAME.engine({"n": 1}, rulebook=GAME.rulebook.replacing("MIN-10", effect=unfilled))
    state = play(slow, RIM[0], "0,0-1,0", RIM[1], "0,0-0,1", RIM[2])
    assert len(slow.to_json(state)["pieces"]) == 3
