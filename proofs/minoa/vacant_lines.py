"""Each boundary line has one piece or is vacant, so vacant ones are as many as pieces in hand.

One small count a line; added up, vacant lines and pieces make 6n, which is what all hands began with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from attrs import evolve

from rulewright.proofs.minoa.setting import BOARD, REAL, any_position, holds, rules_of
from rulewright.proofs.reachability import AbstractReach, number
from rulewright.proofs.theorem import Case, Claim, added_up, lemma
from rulewright.spec.logic import Fact, Number, all_of, count, not_
from rulewright.spec.minoa import clauses
from rulewright.spec.minoa.facts import Position, Rules

OF_THE_LINES = ("MIN-4", "MIN-5", "MIN-6")
PLAYERS = (2, 3, 4)


def vacant_lines(position: Position) -> list[Fact]:
    """For each boundary line: nothing lies there."""
    taken = clauses.occupied(position)
    return [not_(taken[line]) for line in BOARD.boundary]


def pieces_in_hand(rules: Rules, position: Position) -> Number:
    """Add up what the players have not placed."""
    return sum(rules.material - count(own) for own in position.pieces)


def lines_carry_one_piece(
    position: Position, given: Iterable[Fact], because: tuple[Case, ...] = ()
) -> Case:
    """Count each line: a boundary line is vacant or has one piece, an interior line has none.

    `because` are lemmas that imply the clauses of the lines, if these are not given.
    """
    taken = clauses.occupied(position)
    pieces = [count(own[line] for own in position.pieces) for line in range(len(BOARD.lines))]
    return Case(
        "each boundary line has one piece or is vacant",
        given,
        all_of(
            (
                *(pieces[line] + number(not_(taken[line])) == 1 for line in BOARD.boundary),
                *(pieces[line] == 0 for line in BOARD.interior),
            )
        ),
        because,
        using=() if because else None,
    )


def lines_of_a_position(rules: Rules) -> Case:
    """Count the lines of an arbitrary position."""
    position = any_position(rules)
    return lines_carry_one_piece(position, holds(rules, position, *OF_THE_LINES))


def vacant_lines_are_pieces_in_hand(rules: Rules) -> Case:
    """Add up the lines of an arbitrary position."""
    position = any_position(rules)
    return added_up(
        f"k={rules.params.k}: vacant boundary lines = pieces in hand",
        holds(rules, position, *OF_THE_LINES),
        count(vacant_lines(position)) == pieces_in_hand(rules, position),
        (lines_of_a_position(rules),),
    )


def of_players(make: Callable[[Rules], Case], players: Iterable[int]) -> Callable[[], list[Case]]:
    """Make a case for each of some numbers of players."""

    def made() -> Iterator[Case]:
        for k in players:
            rules = rules_of(AbstractReach("area"), k)
            yield evolve(make(rules), under=rules)

    return lambda: list(made())


def vacant_lines_and_hands(players: Sequence[int] = PLAYERS) -> tuple[Claim, Claim]:
    """Make the parts about a single position."""
    return (
        lemma(
            "each boundary line has one piece or is vacant",
            of_players(lines_of_a_position, players),
        ),
        Claim(
            "vacant boundary lines are as many as pieces in hand",
            of_players(vacant_lines_are_pieces_in_hand, players),
            real=REAL,
        ),
    )
