"""Nonaga's specification against the page: board, clauses, questions, positions, rulebook."""

from __future__ import annotations

import doctest
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
    UnknownReading,
)
from rulewright.spec.nonaga import GAME, board
from rulewright.spec.nonaga.board import corners, grid_of, hexagon, narrowed, window_around
from rulewright.spec.registry import unaccounted, words

BOOK = GAME.rulebook


def play(engine: Any, *moves: str) -> Any:
    """Play moves from the start."""
    state = engine.initial()
    for move in moves:
        state = engine.play(state, move)
    return state


def clauses(engine: Any, state: Any, action: str) -> list[str]:
    """Name the clauses that forbid an action."""
    return [violation.clause for violation in engine.explain(state, action)]


def position(
    discs: list[list[int]],
    red: list[list[int]],
    black: list[list[int]],
    **rest: Any,
) -> dict[str, Any]:
    """Write a position; red is to make a piece step and nothing is barred unless said otherwise."""
    pieces = {"red": sorted(red), "black": sorted(black)}
    return {
        "discs": sorted(discs),
        "pieces": pieces,
        "turn": "red",
        "step": "piece",
        "barred": None,
        **rest,
    }


def test_every_sentence_is_accounted_for() -> None:
    """Nothing of the rulebook is left over, and clauses and questions quote it word by word."""
    (source,) = BOOK.sources
    assert unaccounted(source, BOOK.sentences[source.name]) == ""
    known = {clause.identifier for clause in BOOK.clauses}
    known |= {question.name for question in BOOK.questions}
    for sentence in BOOK.sentences[source.name]:
        assert set(sentence.bears) <= known
    for quoting in (*BOOK.clauses, *BOOK.questions, *BOOK.settled):
        for quotation in quoting.quotations:
            assert words(quotation.text) in words(source.text)


def test_readings_outside_the_text_are_marked() -> None:
    """The page's starred readings, and no others."""
    starred = {
        (question.name, reading.name)
        for question in BOOK.questions
        for reading in question.readings
        if not reading.in_text
    }
    expected = {("removal", "four"), ("removal", "rim"), ("placement", "four"), ("bar", "none")}
    assert starred == expected


def test_narrowed_strips() -> None:
    """The example of the docstring."""
    assert doctest.testmod(board).failed == 0


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_hexagon_corners_and_grid(n: int) -> None:
    """3n(n+1)+1 cells; six corners in order round; neighbours are mutual."""
    assert len(hexagon(n)) == 3 * n * (n + 1) + 1
    assert set(corners(n)) <= set(hexagon(n))
    grid = grid_of(n + 2, n + 4)
    for cell, others in enumerate(grid.neighbours):
        for way, other in enumerate(others):
            assert other is None or grid.neighbours[other][(way + 3) % 6] == cell
    assert len(grid.rim) == 2 * (n + 2 + n + 4) - 4


def test_a_narrowed_window_keeps_contacts() -> None:
    """Cells beside things are the same on the board and in a window with narrowed strips."""
    random = Random(5)
    for _ in range(100):
        things = [(random.randrange(0, 40), random.randrange(0, 40)) for _ in range(6)]
        window = window_around(things)
        for cell in things:
            number = window.number[cell]
            beside = {window.cells[other] for other in window.grid.around[number]}
            assert beside == {(cell[0] + q, cell[1] + r) for q, r in board.NEIGHBOURS}
        assert len(narrowed([q for q, _ in things])) <= 6 + 3 * 5 + 4


@pytest.mark.parametrize(("depth", "count"), [(1, 9), (2, 570), (3, 4_374)])
def test_perft_of_the_page(depth: int, count: int) -> None:
    """The counts that independent engines agree on; 570 full turns."""
    engine = GAME.engine()

    def perft(state: Any, plies: int) -> int:
        if plies == 1:
            return len(engine.legal_actions(state))
        return sum(perft(engine.play(state, a), plies - 1) for a in engine.legal_actions(state))

    assert perft(engine.initial(), depth) == count


def test_three_options_for_each_piece_at_the_start() -> None:
    """As the rulebook's figure says."""
    engine = GAME.engine()
    legal = engine.legal_actions(engine.initial())
    assert [
        sum(move.startswith(begin) for move in legal) for begin in ("2,0>", "-2,2>", "0,-2>")
    ] == [
        3,
        3,
        3,
    ]


def test_the_clauses_that_forbid_a_piece_step() -> None:
    """Too short, not at all, not straight, a piece of the other player, no piece."""
    engine = GAME.engine()
    start = engine.initial()
    assert clauses(engine, start, "2,0>-1,0") == []
    assert clauses(engine, start, "2,0>0,0") == ["NON-2"]
    assert clauses(engine, start, "2,0>0,1") == ["NON-2"]
    assert clauses(engine, start, "0,2>0,-1") == ["NON-2"]
    assert clauses(engine, start, "0,0>1,0") == ["NON-2"]
    assert clauses(engine, start, "50,0>51,0") == ["NON-2"]
    assert clauses(engine, start, "2,0>2,0") == ["NON-3"]


def test_the_clauses_that_forbid_a_disc_step() -> None:
    """A piece on it, not slidable, barred, no contact, taken, the same cell, a field that parts."""
    engine = GAME.engine()
    state = play(engine, "2,0>1,1")
    assert clauses(engine, state, "2,0>1,2") == []
    assert clauses(engine, state, "0,2>3,-2") == ["NON-4"]
    assert clauses(engine, state, "0,0>3,-1") == ["NON-5"]
    assert clauses(engine, state, "2,0>9,9") == ["NON-7", "NON-8"]
    assert clauses(engine, state, "2,0>0,0") == ["NON-7"]
    assert clauses(engine, state, "2,0>2,0") == ["NON-7"]
    assert clauses(engine, state, "9,9>3,-1") == ["NON-4"]
    later = play(engine, "2,0>1,1", "2,0>1,2", "-2,0>1,0")
    assert clauses(engine, later, "1,2>2,0") == ["NON-6"]
    assert clauses(GAME.engine({}, {"bar": "none"}), later, "1,2>2,0") == []


def test_the_field_must_not_part_and_readings_differ() -> None:
    """The shortest parting: a disc steps out from between two others, in the third turn."""
    moves = ("-2,0>1,0", "-2,0>-3,2", "-2,2>-1,2", "-2,1>-2,0", "0,2>0,-1")
    black_corners = GAME.engine({"first": "black"})
    state = play(black_corners, *moves)
    assert clauses(black_corners, state, "-2,2>-2,-1") == ["NON-8"]
    free = GAME.engine({"first": "black"}, {"connectivity": "free"})
    assert clauses(free, state, "-2,2>-2,-1") == []


def test_explanations_quote_the_rulebook() -> None:
    """A violation has identifier, demand, quotation and source."""
    engine = GAME.engine()
    (violation,) = engine.explain(engine.initial(), "2,0>2,0")
    assert violation.clause == "NON-3"
    assert violation.quotation == "Wer an der Reihe ist, bewegt eine seiner Figuren"
    assert violation.source == "de"
    with pytest.raises(IllegalAction, match="NON-3"):
        engine.play(engine.initial(), "2,0>2,0")


@pytest.mark.parametrize(
    "text", ["", "2,0", "2,0-1,0", " 2,0>1,0", "02,0>1,0", "-0,0>1,0", "2,0>1,0\n", "²,0>1,0"]
)
def test_other_spellings_are_no_actions(text: str) -> None:
    """Exactly the page's spelling."""
    engine = GAME.engine()
    with pytest.raises(MalformedAction):
        engine.play(engine.initial(), text)


def test_a_win_ends_the_game_at_once_or_after_the_disc_step() -> None:
    """Radius 1: any first piece step brings three together."""
    at_once, later = (GAME.engine({"n": 1}, {"win": win}) for win in ("immediate", "end_of_turn"))
    for move in at_once.legal_actions(at_once.initial()):
        over = at_once.play(at_once.initial(), move)
        assert at_once.winners(over) == ("red",)
        assert at_once.scores(over) == {"red": 1, "black": 0}
        assert at_once.turn(over) is None
        assert clauses(at_once, over, move) == ["NON-9"]
        assert later.winners(play(later, move)) == ()
        assert later.to_json(play(later, move))["step"] == "disc"
        last = later.legal_actions(play(later, move))[0]
        assert later.winners(play(later, move, last)) == ("red",)


def line_of(length: int) -> list[list[int]]:
    """Lay discs in a straight line."""
    return [[q, 0] for q in range(length)]


LOCKED = position(
    line_of(19),
    [[0, 0], [2, 0], [4, 0]],
    [[18, 0], [16, 0], [14, 0]],
)
"""No disc but those at the ends touches fewer than two; and pieces stand there."""


def test_a_disc_step_that_is_impossible_is_skipped_or_loses() -> None:
    """In a straight line with pieces at both ends nothing can be relocated."""
    skip, loses = (GAME.engine({}, {"no_disc_step": reading}) for reading in ("skip", "loses"))
    move = "4,0>13,0"
    state = skip.play(skip.from_json(LOCKED), move)
    assert skip.to_json(state)["turn"] == "black"
    assert skip.to_json(state)["step"] == "piece"
    assert skip.to_json(state)["barred"] is None
    lost = loses.play(loses.from_json(LOCKED), move)
    assert loses.winners(lost) == ("black",)


def test_a_piece_step_that_is_impossible_is_skipped_or_loses() -> None:
    """Red's pieces stand between black ones and the ends of a line on which no disc can go."""
    hemmed = position(
        line_of(19), [[0, 0], [1, 0], [18, 0]], [[2, 0], [9, 0], [17, 0]], turn="black"
    )
    skip, loses = (GAME.engine({}, {"no_piece_step": reading}) for reading in ("skip", "loses"))
    assert skip.legal_actions(skip.from_json(hemmed)) == (
        "17,0>10,0",
        "2,0>8,0",
        "9,0>16,0",
        "9,0>3,0",
    )
    after = skip.play(skip.from_json(hemmed), "9,0>3,0")
    assert skip.to_json(after)["turn"] == "black"
    assert skip.to_json(after)["step"] == "piece"
    lost = loses.play(loses.from_json(hemmed), "9,0>3,0")
    assert loses.winners(lost) == ("black",)
    assert loses.winners(loses.from_json(loses.to_json(lost))) == ("black",)


@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"discs": [*map(list, hexagon(2))][1:]}, "NON-1"),
        ({"pieces": {"red": [[-2, 2], [0, -2]], "black": [[-2, 0], [0, 2], [2, -2]]}}, "NON-1"),
        (
            {"pieces": {"red": [[-2, 2], [0, -2], [2, 0]], "black": [[-2, 0], [0, 2], [2, 0]]}},
            "NON-1",
        ),
        (
            {"pieces": {"red": [[-2, 2], [0, -2], [9, 0]], "black": [[-2, 0], [0, 2], [2, -2]]}},
            "NON-1",
        ),
        ({"barred": [2, 0]}, "NON-4"),
        ({"barred": [9, 9]}, "NON-6"),
        (
            {"pieces": {"red": [[0, 0], [1, 0], [2, 0]], "black": [[-2, 0], [0, 2], [2, -2]]}},
            "NON-9",
        ),
        ({"turn": None, "step": None}, "NON-9"),
    ],
)
def test_impossible_positions_name_their_clause(changes: dict[str, Any], clause: str) -> None:
    """One change to the initial position, one clause broken."""
    engine = GAME.engine()
    changed = engine.to_json(engine.initial()) | changes
    with pytest.raises(ImpossiblePosition) as refusal:
        engine.from_json(changed)
    assert refusal.value.clause == clause


@pytest.mark.parametrize(
    "changes",
    [
        {"discs": []},
        {"discs": [[1, 0], [0, 0]]},
        {"discs": [[0, 0], [0, 0]]},
        {"discs": [[0, True]]},
        {"discs": [[0, 10**30]]},
        {"pieces": {"red": []}},
        {"turn": "green"},
        {"turn": None},
        {"step": "stick"},
        {"barred": [1]},
        {"more": 1},
    ],
)
def test_malformed_positions(changes: dict[str, Any]) -> None:
    """The form of the page, to the letter."""
    engine = GAME.engine()
    with pytest.raises(MalformedPosition):
        engine.from_json(engine.to_json(engine.initial()) | changes)


def test_wrong_options() -> None:
    """Parameters and readings that there are not."""
    with pytest.raises(BadParameter, match="red or black"):
        GAME.engine({"first": "green"})
    with pytest.raises(BadParameter):
        GAME.engine({"n": 0})
    with pytest.raises(UnknownParameter):
        GAME.engine({"k": 2})
    with pytest.raises(UnknownReading, match="path"):
        GAME.engine({}, {"removal": "paths"})


def test_positions_survive_json_far_away() -> None:
    """A game goes the same way a million cells off."""
    engine, random = GAME.engine(), Random(3)
    state = engine.initial()
    moved = next(s for s in GAME.symmetries(engine) if "1000000" in s.name)
    for _ in range(12):
        assert engine.from_json(engine.to_json(state)) == state
        far = engine.from_json(moved.position(engine.to_json(state)))
        legal = engine.legal_actions(state)
        assert sorted(map(moved.action, legal)) == list(engine.legal_actions(far))
        state = engine.play(state, random.choice(legal))


def test_a_parted_field_far_apart_is_judged_like_a_near_one() -> None:
    """Under `free`, groups of discs at any distance: narrowed strips change nothing."""
    engine = GAME.engine({"n": 1}, {"connectivity": "free"})

    def parted(gap: int) -> tuple[Any, ...]:
        away = [[q + gap, r + 2 * gap] for q, r in ([0, 0], [1, 0], [0, 1], [1, 1])]
        json = position(
            [[0, 0], [1, 0], [0, 1], *away],
            [[0, 0], away[0], away[3]],
            [[1, 0], [0, 1], away[1]],
            step="disc",
        )
        return engine.legal_actions(engine.from_json(json))

    assert len(parted(6)) == len(parted(1_000)) == len(parted(3_000_000))


def test_drawings_show_every_disc_and_piece() -> None:
    """One circle for each disc and piece, the barred disc marked, one arrow; text likewise."""
    engine, random = GAME.engine(), Random(4)
    state, last = engine.initial(), None
    for _ in range(16):
        json = engine.to_json(state)
        picture = GAME.draw.svg(engine, json, last)
        assert picture.count('class="disc"') == 19
        assert picture.count('class="piece red"') == picture.count('class="piece black"') == 4
        assert picture.count('class="barred"') == (json["barred"] is not None)
        arrows = picture.count('class="last') + picture.count('class="way')
        assert arrows == (0 if last is None else 2)
        drawn = GAME.draw.text(engine, json)
        assert drawn.count("(R)") + drawn.count("[R]") == 3 + 1
        assert not any(line != line.rstrip() for line in drawn.splitlines())
        last = random.choice(engine.legal_actions(state))
        state = engine.play(state, last)
        if engine.is_over(state):
            assert "wins" in GAME.draw.text(engine, engine.to_json(state))
            break


def test_symmetries_are_kept() -> None:
    """The twelve symmetries, translations and the exchange of colours rename legal sets and results."""
    engine, random = GAME.engine(), Random(6)
    state = engine.initial()
    for _ in range(6):
        json = engine.to_json(state)
        for symmetry in GAME.symmetries(engine):
            image = engine.from_json(symmetry.position(json))
            renamed = sorted(map(symmetry.action, engine.legal_actions(state)))
            assert renamed == list(engine.legal_actions(image))
            assert engine.turn(image) == symmetry.player(engine.turn(state) or "")
        state = engine.play(state, random.choice(engine.legal_actions(state)))
