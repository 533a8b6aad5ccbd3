"""A tiny game for planted mistakes: four cells in a row; two adjacent marks of one player win."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from attrs import evolve, frozen

from rulewright.author import (
    Action,
    Clause,
    Fact,
    Json,
    Number,
    OneByOne,
    Question,
    Quotation,
    Reading,
    Rulebook,
    Rules,
    Sentence,
    Source,
    all_of,
    any_of,
    count,
    iff,
    implies,
    none_of,
    not_,
    reading_field,
)

CELLS = ("a", "b", "c", "d")
TEXT = "Two players mark cells in turn."
QUOTED = (Quotation(TEXT, "en"),)
Facts = tuple[Fact, ...]


@frozen
class Rulings:
    """Whether the first mark may be on cell a; two of the readings are the same."""

    edge: str = reading_field("open", "closed", "shut")


@frozen
class Position:
    """For each player the cells; how many marks there are; whose turn it is."""

    marks: tuple[Facts, Facts] = ((False,) * 4, (False,) * 4)
    placed: Number = 0
    turn: Facts = (True, False)


def start(rules: Rules) -> Position:
    """Return the empty row."""
    return Position()


def turn_passes(rules: Rules, turn: Facts, over: Fact) -> Facts:
    """The turn passes until the game is over."""
    return tuple(all_of((due, not_(over))) for due in (turn[1], turn[0]))


def cell_is_empty(rules: Rules, before: Position, put: Facts) -> Fact:
    """A mark goes on an empty cell."""
    taken = map(any_of, zip(*before.marks, strict=True))
    return all_of(implies(here, not_(full)) for here, full in zip(put, taken, strict=True))


def mark(rules: Rules, before: Position, put: Facts) -> Position:
    """The mark is the mover's, and is counted."""
    marks: Any = tuple(
        tuple(any_of((old, all_of((due, new)))) for old, new in zip(own, put, strict=True))
        for own, due in zip(before.marks, before.turn, strict=True)
    )
    return evolve(before, marks=marks, placed=before.placed + 1)


def no_two_marks(rules: Rules, here: Position) -> Fact:
    """No cell has two marks."""
    return none_of(map(all_of, zip(*here.marks, strict=True)))


def nobody_has_won(rules: Rules, before: Position, put: Facts) -> Fact:
    """Nobody plays on after a win."""
    return none_of(two_adjacent(rules, before))


def two_adjacent(rules: Rules, here: Position) -> Facts:
    """Two adjacent marks win."""
    return tuple(any_of(all_of(pair) for pair in pairwise(own)) for own in here.marks)


def over_is_over(rules: Rules, here: Position) -> Fact:
    """No player is due exactly when somebody has won or the row is full."""
    full = all_of(map(any_of, zip(*here.marks, strict=True)))
    return iff(none_of(here.turn), any_of((*two_adjacent(rules, here), full)))


def marks_are_counted(rules: Rules, here: Position) -> Fact:
    """The number is that of the marks."""
    return count([fact for own in here.marks for fact in own]) == here.placed


def not_first_at_the_edge(rules: Rules, before: Position, put: Facts) -> Fact:
    """The first mark is not on cell a, under two of the readings."""
    if rules.rulings.edge == "open":
        return True
    return not_(all_of((put[0], before.placed == 0)))


RULEBOOK = Rulebook(
    game="pairs",
    title="Pairs in a row",
    sources=(Source("en", "English", "Pairs", TEXT),),
    clauses=(
        Clause("P-1", QUOTED, effect=start),
        Clause("P-2", QUOTED, effect=turn_passes),
        Clause("P-3", QUOTED, permits=cell_is_empty, effect=mark, holds=no_two_marks),
        Clause("P-4", QUOTED, permits=nobody_has_won, effect=two_adjacent, holds=over_is_over),
        Clause("P-5", QUOTED, holds=marks_are_counted),
        Clause("P-6", QUOTED, permits=not_first_at_the_edge),
    ),
    questions=(
        Question(
            "edge",
            "May the first mark be on cell a?",
            QUOTED,
            (Reading("open", "Yes."), Reading("closed", "No."), Reading("shut", "Not at all.")),
            ("P-6",),
        ),
    ),
    settled=(),
    sentences={"en": (Sentence(TEXT, ("P-1", "edge")),)},
)


class Pairs(OneByOne[Position]):
    """The game."""

    rulebook = RULEBOOK
    players = ("x", "o")
    ending_clause = "P-4"
    readings = Rulings
    actions = CELLS

    def initial(self) -> Position:
        """Set the game up."""
        position: Position = self.effect("P-1", self.rules)
        return position

    def played(self, state: Position, move: Facts) -> Position:
        """Put the mark down, and pass the turn on unless the game is over."""
        here: Position = self.effect("P-3", self.rules, state, move)
        full = all_of(map(any_of, zip(*here.marks, strict=True)))
        over = any_of((*self.wins(here), full))
        return evolve(here, turn=self.effect("P-2", self.rules, state.turn, over))

    def wins(self, state: Position) -> Facts:
        """Whether each player has won."""
        won: Facts = self.effect("P-4", self.rules, state)
        return won

    def to_json(self, state: Position) -> Json:
        """Write cells, number and turn."""
        cells = [[c for c, own in zip(CELLS, m, strict=True) if own] for m in state.marks]
        return {"x": cells[0], "o": cells[1], "placed": state.placed, "turn": list(state.turn)}

    def parsed(self, position: Json) -> Position:
        """Read the same."""
        x, o = (tuple(cell in position[name] for cell in CELLS) for name in self.players)
        return Position((x, o), position["placed"], tuple(position["turn"]))


def reflected(action: Action) -> Action:
    """Exchange the ends."""
    return action.translate(str.maketrans("abcd", "dcba"))
