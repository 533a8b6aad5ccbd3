"""What is rare in a game of ARI, and how often it occurred: a campaign must have seen it.

All are positions in which an own die of the player to move looks at the enemy queen: the rows of the
rulebook's figure, and which piece it is that stands between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import numpy as np

from rulewright.interface import Recording, options_from
from rulewright.spec.ari.bulk import InBulk, row
from rulewright.spec.ari.evaluation import Evaluation
from rulewright.spec.ari.facts import Die, Queen, Rules, View
from rulewright.spec.ari.geometry import is_in_line, is_on_the_board, stepped, steps_to
from rulewright.spec.ari.options import Parameters, Rulings
from rulewright.spec.ari.pointing import is_open, nothing_between
from rulewright.spec.ari.rulebook import RULEBOOK
from rulewright.spec.bulk import Numbers
from rulewright.spec.catalogue import Occasion
from rulewright.spec.judge import Judge
from rulewright.spec.logic import Fact, all_of, any_of, not_

OVER_A_PIECE = "a queen exactly on a target cell, with a piece between"
BEHIND_A_QUEEN = "a queen swept over but for the attacker's queen between"
BEHIND_AN_ATTACKER = "a queen swept over but for a die of the attacker between"
BEHIND_A_DEFENDER = "a queen swept over but for a die of her own player between"
COVERED = "a queen on the target cell of a covered side"
OFF_THE_BOARD = "a queen in line with a side whose target cell is off the board"

AT_ONCE = 1 << 13
"""Positions looked at together."""
FULL: Mapping[str, object] = {}
USUAL: Mapping[str, str] = {}
OCCASIONS = tuple(
    Occasion(name, FULL, USUAL)
    for name in (
        OVER_A_PIECE,
        BEHIND_A_QUEEN,
        BEHIND_AN_ATTACKER,
        BEHIND_A_DEFENDER,
        COVERED,
        OFF_THE_BOARD,
    )
)


def counted(recording: Recording) -> Counter[str]:
    """Count the positions of recorded games in which a rare occasion is given to the player to move.

    Raises `ValueError` if no boards are recorded.
    """
    if not recording.places:
        raise ValueError("rare occasions are counted on boards, and none are recorded")
    rules = Rules(
        options_from(Parameters, recording.params), options_from(Rulings, recording.rulings)
    )
    judge = Judge(InBulk(Evaluation(rules, RULEBOOK)), recording)
    seen: Counter[str] = Counter()
    for plies, numbers in positions_of(recording):
        view = judge.beside(plies, numbers).recorded(0).facts.view
        for name, fact in occasions(rules, view):
            seen[name] += int(row(fact, len(plies)).sum())
    return +seen


def positions_of(recording: Recording) -> Iterator[tuple[Numbers, Numbers]]:
    """Yield the plies and games of the positions in which somebody is to move, so many at a time."""
    plies, numbers = np.nonzero(recording.turn >= 0)
    for begin in range(0, len(plies), AT_ONCE):
        yield plies[begin : begin + AT_ONCE], numbers[begin : begin + AT_ONCE]


def occasions(rules: Rules, view: View) -> Iterator[tuple[str, Fact]]:
    """For each occasion: a side of an own die gives it, in play."""
    found: dict[str, list[Fact]] = {}
    for die in view.own.dice:
        for side in range(len(die.sides)):
            for name, fact in of_a_side(rules, view, die, side):
                found.setdefault(name, []).append(fact)
    for name, facts in found.items():
        yield name, all_of((view.in_play, any_of(facts)))


def of_a_side(rules: Rules, view: View, die: Die, side: int) -> Iterator[tuple[str, Fact]]:
    """What hinders a side of an own die, or fails to hinder it, in threatening the enemy queen."""
    queen: Queen = view.enemy.queen
    number, steps = die.sides[side], steps_to(die.cell, side, queen.cell)
    looks = all_of((is_in_line(die.cell, side, queen.cell), steps >= 1, steps <= number))
    lands = is_on_the_board(rules, stepped(die.cell, side, number))
    uncovered = is_open(view.dice, die, side)
    free = [nothing_between((piece,), die, side, queen) for piece in view.pieces]
    blocked = not_(all_of(free))
    sweeps = all_of((looks, lands, uncovered, steps < number, blocked))
    yield OVER_A_PIECE, all_of((looks, lands, uncovered, steps == number, blocked))
    yield COVERED, all_of((looks, lands, not_(uncovered), steps == number))
    yield OFF_THE_BOARD, all_of((looks, not_(lands), uncovered, not_(blocked)))
    for name, hindering in (
        (BEHIND_A_QUEEN, (view.own.queen,)),
        (BEHIND_AN_ATTACKER, view.own.dice),
        (BEHIND_A_DEFENDER, view.enemy.dice),
    ):
        others = (
            passes
            for piece, passes in zip(view.pieces, free, strict=True)
            if all(piece is not each for each in hindering)
        )
        yield name, all_of((sweeps, *others))
