"""The rulebook as data: which formula says what each sentence demands, and what is left open."""

from __future__ import annotations

from rulewright.author import Clause, Question, Reading, Rulebook, Source
from tictactoe import clauses as says

TEXT = Source.beside(__file__, "rulebook.txt", "Tic-tac-toe", no_rule={"for two players": "title"})

RULEBOOK = Rulebook(
    game="tictactoe",
    title="Tic-tac-toe",
    sources=(TEXT,),
    clauses=(
        Clause(
            "TTT-1",
            TEXT.quote("The board has nine squares", "X begins"),
            effect=says.board_is_empty_and_x_begins,
        ),
        Clause(
            "TTT-2",
            TEXT.quote("take turns"),
            effect=says.the_turn_passes,
            holds=says.x_has_as_many_marks_or_one_more,
        ),
        Clause(
            "TTT-3",
            TEXT.quote("one mark on an empty square"),
            permits=says.a_mark_goes_on_an_empty_square,
            effect=says.the_mark_is_the_movers,
            holds=says.no_square_carries_two_marks,
        ),
        Clause(
            "TTT-4",
            TEXT.quote("three marks in a row"),
            permits=says.three_in_a_row_end_the_game,
            effect=says.three_in_a_row_win,
            holds=says.nobody_has_the_turn_exactly_when_it_is_over,
        ),
        Clause(
            "TTT-5", TEXT.quote("all squares are taken"), effect=says.a_full_board_ends_the_game
        ),
    ),
    questions=(
        Question(
            "row",
            "What is a row?",
            TEXT.quote("three marks in a row"),
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
)
