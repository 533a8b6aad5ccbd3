"""The rulebook as data: which formula says what each sentence demands, and what is left open."""

from __future__ import annotations

from hex import clauses as says
from rulewright.author import Clause, Question, Reading, Rulebook, Source

TEXT = Source.beside(__file__, "rulebook.txt", "Hex", no_rule={"a game of": "title"})
SET_UP, COLOURS = TEXT.quote("rhombus"), TEXT.quote("Red owns")
TURNS, PUTS = TEXT.quote("first player has Red"), TEXT.quote("an empty cell")
SWAPS, WINS = TEXT.quote("the swap is agreed"), TEXT.quote("first connects")
READINGS = (
    Reading("mirror", "Agreed: a blue stone on the mirrored cell takes the place of the red one."),
    Reading("stay", "Agreed: the red stone becomes a blue one on the cell where it lies."),
    Reading("sides", "Agreed: the players exchange colours, and the stone stays red."),
    Reading("none", "Not agreed: nobody may swap."),
)
WORDING = {
    "en": "The second player may swap in their first turn: the red stone is replaced by a blue one on "
    "the cell with row and column exchanged, and the first player moves next."
}
SWAP = Question(
    "swap", "Is the swap agreed, and what does it change?", SWAPS, READINGS, ("HEX-4",), WORDING
)
CLAUSES = (
    Clause("HEX-1", SET_UP, effect=says.the_board_is_empty),
    Clause(
        "HEX-2",
        TURNS,
        effect=says.the_turn_passes,
        holds=says.the_numbers_of_stones_fit,
    ),
    Clause(
        "HEX-3",
        PUTS,
        permits=says.a_stone_goes_on_an_empty_cell,
        effect=says.the_stone_has_the_movers_colour,
        holds=says.no_cell_carries_two_stones,
    ),
    Clause(
        "HEX-4",
        SWAPS,
        permits=says.only_the_first_answer_swaps,
        effect=says.the_swap_is_made,
        holds=says.only_agreed_swaps_exchange,
    ),
    Clause(
        "HEX-5",
        (*COLOURS, *WINS),
        effect=says.who_has_connected,
        holds=says.nobody_has_the_turn_exactly_when_it_is_over,
    ),
)
RULEBOOK = Rulebook("hex", "Hex", (TEXT,), CLAUSES, (SWAP,))
