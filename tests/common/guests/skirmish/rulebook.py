"""The rulebook of Skirmish as data."""

from __future__ import annotations

from pathlib import Path

from rulewright.author import Clause, Question, Quotation, Reading, Rulebook, Sentence, Source
from skirmish import clauses as says

TEXT = Path(__file__).with_name("rulebook.txt").read_text(encoding="utf-8")
LINES = [Quotation(line, "en") for line in TEXT.splitlines()]
BEARS = ((), ("SKI-1",), ("SKI-2",), ("SKI-3",), ("SKI-4",), ("SKI-5", "ahead"), ("SKI-6",))

RULEBOOK = Rulebook(
    game="skirmish",
    title="Skirmish",
    sources=(Source("en", "English", "Skirmish", TEXT),),
    clauses=(
        Clause(
            "SKI-1",
            (LINES[1],),
            effect=says.men_fill_their_rows_and_white_begins,
            holds=says.nobody_has_more_men_than_at_first,
        ),
        Clause("SKI-2", (LINES[2],), effect=says.the_turn_passes),
        Clause(
            "SKI-3",
            (LINES[3],),
            permits=says.a_man_of_the_mover_goes_forward,
            effect=says.the_man_arrives_and_captures,
        ),
        Clause(
            "SKI-4",
            (LINES[4],),
            permits=says.no_man_goes_to_one_of_its_own_side,
            holds=says.no_square_carries_two_men,
        ),
        Clause("SKI-5", (LINES[5],), permits=says.nobody_captures_straight_ahead),
        Clause(
            "SKI-6",
            (LINES[6],),
            effect=says.the_far_row_or_the_last_capture_wins,
            holds=says.one_player_wins_exactly_when_it_is_over,
        ),
    ),
    questions=(
        Question(
            "ahead",
            "Is a man stopped by an opposing man straight ahead?",
            (LINES[5],),
            (
                Reading("blocked", "It cannot move there."),
                Reading("passed", "It may move there after all, and the other man is gone."),
            ),
            ("SKI-5",),
            {"en": "No man moves to a square straight ahead that carries an opposing man."},
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
