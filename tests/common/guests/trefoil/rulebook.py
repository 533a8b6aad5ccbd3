"""The rulebook of Trefoil as data."""

from __future__ import annotations

from pathlib import Path

from rulewright.author import Clause, Question, Quotation, Reading, Rulebook, Sentence, Source
from trefoil import clauses as says

TEXT = Path(__file__).with_name("rulebook.txt").read_text(encoding="utf-8")
LINES = [Quotation(line, "en") for line in TEXT.splitlines()]
BEARS = (
    (),
    ("TRE-1",),
    ("TRE-2",),
    ("TRE-3",),
    ("TRE-4",),
    ("TRE-5",),
    ("TRE-6", "end"),
    ("TRE-7",),
)

RULEBOOK = Rulebook(
    game="trefoil",
    title="Trefoil",
    sources=(Source("en", "English", "Trefoil", TEXT),),
    clauses=(
        Clause("TRE-1", (LINES[1],), effect=says.board_is_empty_and_red_begins),
        Clause("TRE-2", (LINES[2],), effect=says.the_next_player_follows),
        Clause(
            "TRE-3",
            (LINES[3],),
            permits=says.a_stone_goes_on_an_empty_cell,
            effect=says.the_stone_is_the_movers,
            holds=says.no_cell_carries_two_stones,
        ),
        Clause(
            "TRE-4",
            (LINES[4],),
            permits=says.no_stone_beside_another_colour,
            holds=says.colours_are_apart,
        ),
        Clause("TRE-5", (LINES[5],), permits=says.only_who_cannot_put_a_stone_passes),
        Clause(
            "TRE-6",
            (LINES[6],),
            effect=says.the_game_ends,
            holds=says.nobody_has_the_turn_exactly_when_it_is_over,
        ),
        Clause("TRE-7", (LINES[7],), effect=says.most_stones_win),
    ),
    questions=(
        Question(
            "end",
            "Does the game end as soon as one player is stuck?",
            (LINES[6],),
            (
                Reading("all", "It ends when all three are; until then players pass."),
                Reading("next", "It ends when the player whose turn comes next is."),
            ),
            ("TRE-6",),
            {"en": "The game ends when all three players are unable to put a stone."},
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
