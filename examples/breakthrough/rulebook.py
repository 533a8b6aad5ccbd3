"""The rulebook as data: which formula says what each sentence demands, and what is left open."""

from __future__ import annotations

from breakthrough import clauses as says
from rulewright.author import Clause, Question, Reading, Rulebook, Source

TEXT = Source.beside(__file__, "rulebook.txt", "Breakthrough", no_rule={"a game for": "title"})
SET_UP, MOVES = TEXT.quote("rectangle"), TEXT.quote("White begins", "forward")
CAPTURES, ENDS = TEXT.quote("must be empty"), TEXT.quote("farthest row")
TWO = Reading("two", "Two, however few rows the board has.")
ONE = Reading("one_if_low", "One if the board has fewer than six rows, otherwise two.")
WORDING = {"en": "The pieces of each player fill the two rows nearest to them."}
HOW_MANY = "How many rows do the pieces of each player fill?"
ROWS = Question("rows", HOW_MANY, SET_UP, (TWO, ONE), ("BRK-1",), WORDING)
CLAUSES = (
    Clause("BRK-1", SET_UP, effect=says.pieces_fill_the_nearest_rows),
    Clause("BRK-2", MOVES, says.players_move_their_own_forward, effect=says.the_turn_passes),
    Clause(
        "BRK-3",
        CAPTURES,
        permits=says.only_diagonal_steps_capture,
        effect=says.the_piece_moves_and_captures,
        holds=says.no_square_holds_two_pieces,
    ),
    Clause(
        "BRK-4",
        ENDS,
        permits=says.a_breakthrough_ends_the_game,
        effect=says.who_has_broken_through,
        holds=says.nobody_has_the_turn_exactly_when_it_is_over,
    ),
)
RULEBOOK = Rulebook("breakthrough", "Breakthrough", (TEXT,), CLAUSES, (ROWS,))
