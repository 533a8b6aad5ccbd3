"""The rulebook of Rhomb as data."""

from __future__ import annotations

from pathlib import Path

from rhomb import clauses as says
from rulewright.author import Clause, Question, Quotation, Reading, Rulebook, Sentence, Source

TEXT = Path(__file__).with_name("rulebook.txt").read_text(encoding="utf-8")
LINES = [Quotation(line, "en") for line in TEXT.splitlines()]
BEARS = ((), ("RHO-1",), ("RHO-2",), ("RHO-3",), ("RHO-4", "swap"), ("RHO-5",), ("RHO-5",))

RULEBOOK = Rulebook(
    game="rhomb",
    title="Rhomb",
    sources=(Source("en", "English", "Rhomb", TEXT),),
    clauses=(
        Clause("RHO-1", (LINES[1],), effect=says.board_is_empty_and_red_begins),
        Clause(
            "RHO-2",
            (LINES[2],),
            effect=says.the_turn_passes,
            holds=says.stones_are_as_many_as_turns,
        ),
        Clause(
            "RHO-3",
            (LINES[3],),
            permits=says.a_stone_goes_on_an_empty_cell,
            effect=says.the_stone_is_the_movers,
            holds=says.no_cell_carries_two_stones,
        ),
        Clause(
            "RHO-4",
            (LINES[4],),
            permits=says.only_blue_swaps_and_only_at_first,
            effect=says.the_stone_changes_sides,
        ),
        Clause(
            "RHO-5",
            (LINES[5], LINES[6]),
            effect=says.a_chain_wins,
            holds=says.nobody_has_the_turn_exactly_when_it_is_over,
        ),
    ),
    questions=(
        Question(
            "swap",
            "Where is the stone that Blue takes over?",
            (LINES[4],),
            (
                Reading(
                    "mirror", "In the place that looks the same to Blue: row and column change."
                ),
                Reading("stay", "On the cell where it lies."),
            ),
            ("RHO-4",),
            {"en": "Blue may swap: Red's stone is replaced by a blue one on the mirrored cell."},
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
