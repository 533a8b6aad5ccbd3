"""The rulebook as data: which formula says what each sentence demands, and what is left open."""

from __future__ import annotations

from connect_four import clauses as says
from rulewright.author import Clause, Question, Reading, Rulebook, Source

TEXT = Source.beside(__file__, "rulebook.txt", "Connect Four", no_rule={"a game for": "title"})
SET_UP, TURNS = TEXT.quote("stands upright"), TEXT.quote("first player begins")
DROPS, WINS, DRAWN = TEXT.quote("drops", "falls"), TEXT.quote("in a row"), TEXT.quote("a draw")
ANY = Reading("any", "Four in line: across, upright or along a diagonal.")
STRAIGHT = Reading("straight", "Four in line, across or upright.")
WORDING = {
    "en": "Whoever first has four pieces in line, across, upright or diagonally, wins at once."
}
ROW = Question("row", "What is a row?", WINS, (ANY, STRAIGHT), ("CON-4",), WORDING)
CLAUSES = (
    Clause("CON-1", SET_UP, effect=says.the_frame_is_empty),
    Clause("CON-2", TURNS, effect=says.the_turn_passes, holds=says.the_numbers_of_pieces_fit),
    Clause(
        "CON-3",
        DROPS,
        permits=says.the_column_is_not_full,
        effect=says.the_piece_falls,
        holds=says.pieces_lie_on_pieces,
    ),
    Clause(
        "CON-4",
        WINS,
        permits=says.nobody_plays_on,
        effect=says.who_has_a_line,
        holds=says.nobody_has_the_turn_exactly_when_it_is_over,
    ),
    Clause("CON-5", DRAWN, effect=says.the_frame_is_full),
)
RULEBOOK = Rulebook("connect_four", "Connect Four", (TEXT,), CLAUSES, (ROW,))
