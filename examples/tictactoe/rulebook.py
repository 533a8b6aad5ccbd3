"""The rulebook as data: which formula says what each sentence demands, and what is left open."""

from __future__ import annotations

from pathlib import Path

from rulewright.spec.registry import (
    Clause,
    Question,
    Quotation,
    Reading,
    Rulebook,
    Sentence,
    Source,
)
from tictactoe import clauses as says

TEXT = Path(__file__).with_name("rulebook.txt").read_text(encoding="utf-8")
LINES = [Quotation(line, "en") for line in TEXT.splitlines()]
BEARS = ((), ("TTT-1",), ("TTT-1", "TTT-2"), ("TTT-3",), ("TTT-4", "row"), ("TTT-5",))

RULEBOOK = Rulebook(
    game="tictactoe",
    title="Tic-tac-toe",
    sources=(Source("en", "English", "Tic-tac-toe", TEXT),),
    clauses=(
        Clause("TTT-1", (LINES[1],), effect=says.board_is_empty_and_x_begins),
        Clause(
            "TTT-2",
            (LINES[2],),
            effect=says.the_turn_passes,
            holds=says.x_has_as_many_marks_or_one_more,
        ),
        Clause(
            "TTT-3",
            (LINES[3],),
            permits=says.a_mark_goes_on_an_empty_square,
            effect=says.the_mark_is_the_movers,
            holds=says.no_square_carries_two_marks,
        ),
        Clause(
            "TTT-4",
            (LINES[4],),
            permits=says.three_in_a_row_end_the_game,
            effect=says.three_in_a_row_win,
            holds=says.nobody_has_the_turn_exactly_when_it_is_over,
        ),
        Clause("TTT-5", (LINES[5],), effect=says.a_full_board_ends_the_game),
    ),
    questions=(
        Question(
            "row",
            "What is a row?",
            (LINES[4],),
            (
                Reading("any", "Three squares in line: across, down or along a diagonal."),
                Reading("straight", "Three squares across or down."),
                Reading("across", "Three squares across: down, they are a column."),
            ),
            ("TTT-4",),
            {
                "en": "Whoever first has three marks in line, across, down or diagonally, wins at once."
            },
        ),
    ),
    settled=(),
    sentences={
        "en": tuple(
            Sentence(line.text, bears, "" if bears else "title")
            for line, bears in zip(LINES, BEARS, strict=True)
        )
    },
)
