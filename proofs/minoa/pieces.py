"""Vacant boundary lines are as many as pieces in hand, and every action keeps it so.

On each boundary line lies one piece, or it is vacant: one small count a line. Added up, vacant lines
and pieces make 6n, which is what all hands began with. That needs the clauses of the material
(MIN-4, 5, 6, 8, 10) to hold in every position, so the second half shows that every action keeps them,
the pieces of MIN-10 included.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import z3
from attrs import frozen

from rulewright.proofs.minoa.setting import (
    BOARD,
    SIZE,
    after,
    any_move,
    any_position,
    engine,
    holds,
    permitted,
    put_down,
    rules_of,
)
from rulewright.proofs.reachability import AbstractReach, number
from rulewright.proofs.theorem import Case, Claim, Enumeration, Finding, Theorem, Twin, lemma
from rulewright.spec.logic import (
    Fact,
    Number,
    all_of,
    any_of,
    at_least,
    at_most,
    count,
    iff,
    implies,
    not_,
)
from rulewright.spec.minoa import clauses
from rulewright.spec.minoa.facts import Facts, Move, Position, Rules
from rulewright.spec.minoa.options import Parameters

OF_THE_LINES = ("MIN-4", "MIN-5", "MIN-6")
OF_THE_MATERIAL = (*OF_THE_LINES, "MIN-8", "MIN-10")
PLAYERS = (2, 3, 4)


# ---------------------------------------------------------------------------------- one position


def vacant_lines(position: Position) -> list[Fact]:
    """For each boundary line: nothing lies there."""
    taken = clauses.occupied(position)
    return [not_(taken[line]) for line in BOARD.boundary]


def pieces_in_hand(rules: Rules, position: Position) -> Number:
    """Add up what the players have not placed."""
    return sum(rules.material - count(own) for own in position.pieces)


def lines_carry_one_piece(
    position: Position, given: tuple[Fact, ...], because: tuple[Case, ...] = ()
) -> Iterable[Case]:
    """Count each line: a boundary line is vacant or has one piece, an interior line has none.

    `because` are the lemmas that say so where it is not among what is given.
    """
    taken = clauses.occupied(position)
    using = () if because else None
    for line, name in enumerate(BOARD.names):
        pieces = count(own[line] for own in position.pieces)
        one = pieces + number(not_(taken[line])) == 1 if line in BOARD.boundary else pieces == 0
        yield Case(f"line {name} has one piece or is vacant", given, one, because, using)


def lines_of_a_position(rules: Rules) -> Iterable[Case]:
    """Count the lines of an arbitrary position."""
    position = any_position(rules)
    return lines_carry_one_piece(position, holds(rules, position, *OF_THE_LINES))


def vacant_lines_are_pieces_in_hand(rules: Rules) -> Case:
    """Add up the lines of an arbitrary position."""
    position = any_position(rules)
    return Case(
        f"k={rules.params.k}: vacant boundary lines = pieces in hand",
        holds(rules, position, *OF_THE_LINES),
        count(vacant_lines(position)) == pieces_in_hand(rules, position),
        tuple(lines_of_a_position(rules)),
        using=(),
    )


# ------------------------------------------------------------------------------------ one action


@frozen(slots=False)
class Action:
    """An arbitrary position, an arbitrary action that is permitted, and what follows at once."""

    rules: Rules

    @cached_property
    def before(self) -> Position:
        """The position the action is played in."""
        return any_position(self.rules)

    @cached_property
    def move(self) -> Move:
        """What it puts down."""
        return any_move(self.rules)

    @cached_property
    def put(self) -> Position:
        """The position with the action's own stick or piece (MIN-7)."""
        return put_down(self.rules, self.before, self.move)

    @cached_property
    def after(self) -> Position:
        """The position with the pieces of MIN-10 as well."""
        return after(self.rules, self.before, self.move)

    @cached_property
    def given(self) -> tuple[Fact, ...]:
        """The clauses of the material hold before, and let the action pass."""
        permits = ("MIN-3", "MIN-4", "MIN-5", "MIN-6", "MIN-8")
        return (
            *holds(self.rules, self.before, *OF_THE_MATERIAL),
            *(permitted(self.rules, self.before, self.move, each) for each in permits),
        )

    @cached_property
    def fills(self) -> Facts:
        """For each player: theirs is the only hand left after somebody's last piece."""
        empty = [at_least(self.rules.material, own) for own in self.put.pieces]
        placed = zip(self.move.piece, empty, strict=True)
        last = any_of(all_of((any_of(piece), done)) for piece, done in placed)
        players = range(len(empty))
        return tuple(
            all_of((last, not_(empty[own]), *(empty[q] for q in players if q != own)))
            for own in players
        )


def action(k: int) -> Action:
    """Make the setting for `k` players."""
    return Action(rules_of(AbstractReach("area"), k))


def puts_down_one_thing(here: Action) -> Case:
    """An action puts down one stick or one piece, and nothing else."""
    everything = [here.move.stick, *here.move.piece]
    return Case(
        "an action puts down one thing",
        here.given,
        sum(map(count, everything)) == 1,
        using=here.given[-5:-2],
    )


def puts_down_at_most_one(here: Action) -> Iterable[Case]:
    """Of each kind it puts down one or none: one if there is any."""
    for name, facts in zip(
        ("stick", *here.rules.players), (here.move.stick, *here.move.piece), strict=True
    ):
        yield Case(
            f"{name}: one if any",
            here.given,
            count(facts) == number(any_of(facts)),
            using=here.given[-5:-2],
        )


def lines_hold_at_most_one(here: Action) -> Iterable[Case]:
    """MIN-4, MIN-5 and MIN-6 hold with what was put down, and with what MIN-10 adds."""
    for name, position in (("put down", here.put), ("filled up", here.after)):
        yield Case(
            f"{name}: the clauses of the lines hold",
            here.given,
            all_of(holds(here.rules, position, *OF_THE_LINES)),
        )


def putting_down_adds(here: Action) -> Iterable[Case]:
    """Count each line: what lies there is what lay there and what is put there."""
    kinds = (here.before.sticks, *here.before.pieces), (here.move.stick, *here.move.piece)
    put = (here.put.sticks, *here.put.pieces)
    for old, new, now in zip(*kinds, put, strict=True):
        for line, name in enumerate(BOARD.names):
            yield Case(
                f"what lies on {name}",
                here.given,
                number(now[line]) == number(old[line]) + number(new[line]),
                using=(here.given[-2],),
            )


def filling_adds(here: Action) -> Iterable[Case]:
    """Count each line: who fills has one piece more on each vacant line, the others none."""
    vacant = dict(zip(BOARD.boundary, vacant_lines(here.put), strict=True))
    for fills, put, now in zip(here.fills, here.put.pieces, here.after.pieces, strict=True):
        for line, name in enumerate(BOARD.names):
            gain = number(vacant[line]) if line in vacant else 0
            yield Case(
                f"what is filled on {name}",
                here.given,
                all_of(
                    (
                        implies(fills, number(now[line]) == number(put[line]) + gain),
                        implies(not_(fills), number(now[line]) == number(put[line])),
                    )
                ),
                using=(),
            )


def material_suffices_for_what_is_put_down(here: Action) -> Case:
    """MIN-8 holds with what was put down."""
    return Case(
        "put down: no more than there is",
        here.given,
        all_of(holds(here.rules, here.put, "MIN-8")),
        (*puts_down_at_most_one(here), *putting_down_adds(here)),
        using=(*holds(here.rules, here.before, "MIN-8"), here.given[-1]),
    )


def lines_after(here: Action) -> tuple[Case, ...]:
    """Count the lines with what was put down, and with what MIN-10 adds."""
    put, filled = lines_hold_at_most_one(here)
    return (
        *lines_carry_one_piece(here.put, here.given, (put,)),
        *lines_carry_one_piece(here.after, here.given, (filled,)),
    )


def material_suffices(here: Action) -> Case:
    """MIN-8 holds with what MIN-10 adds: the last hand is just what the vacant lines take."""
    return Case(
        "filled up: no more than there is",
        here.given,
        all_of(holds(here.rules, here.after, "MIN-8")),
        (material_suffices_for_what_is_put_down(here), *lines_after(here), *filling_adds(here)),
        using=(),
    )


def nobody_is_left_alone(here: Action) -> Case:
    """MIN-10 holds: no player alone has pieces in hand."""
    return Case(
        "filled up: nobody alone has pieces in hand",
        here.given,
        all_of(holds(here.rules, here.after, "MIN-10")),
        (
            *puts_down_at_most_one(here),
            *putting_down_adds(here),
            *lines_after(here),
            *filling_adds(here),
            material_suffices_for_what_is_put_down(here),
            material_suffices(here),
        ),
        using=holds(here.rules, here.before, "MIN-8", "MIN-10"),
    )


def vacant_lines_are_pieces_in_hand_after(here: Action) -> Case:
    """The equality holds after the action."""
    return Case(
        "filled up: vacant boundary lines = pieces in hand",
        here.given,
        count(vacant_lines(here.after)) == pieces_in_hand(here.rules, here.after),
        lines_after(here),
        using=(),
    )


def every_action_keeps_it(k: int) -> tuple[Claim, ...]:
    """Make the parts of the inductive step for `k` players."""
    def so(*cases: Any) -> Any:
        return lambda: [case for make in cases for case in _list(make(action(k)))]

    return (
        lemma(f"k={k}: one thing is put down", so(puts_down_at_most_one)),
        lemma(f"k={k}: every line carries at most one thing", so(lines_hold_at_most_one)),
        lemma(
            f"k={k}: what lies on each line, counted",
            so(putting_down_adds, filling_adds, lines_after),
        ),
        lemma(f"k={k}: the material suffices", so(material_suffices_for_what_is_put_down, material_suffices)),
        Claim(f"k={k}: every action keeps MIN-4, 5, 6 and 8", so(material_suffices)),
        Claim(f"k={k}: every action keeps MIN-10", so(nobody_is_left_alone)),
        Claim(f"k={k}: every action keeps the equality", so(vacant_lines_are_pieces_in_hand_after)),
    )


def _list(cases: Case | Iterable[Case]) -> list[Case]:
    return [cases] if isinstance(cases, Case) else list(cases)
