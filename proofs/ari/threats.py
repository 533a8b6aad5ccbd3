"""What saves a queen who stands exactly on a target cell, and what may stand between."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from rulewright.proofs.ari.setting import (
    FULL_SIZE,
    SIDES,
    any_move,
    one_action,
    pieces_apart,
    position_in_play,
    rules_of,
)
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.spec.ari import clauses, geometry, pointing
from rulewright.spec.ari.facts import Cell, Die, Move, Piece, Queen, Rules, View
from rulewright.spec.logic import Fact, all_of, any_of, iff, not_

ON_A_TARGET = "it speaks of a queen exactly on a target cell of an enemy die"
SIDE_NAMES = ("north", "east", "south", "west")


def after(rules: Rules, before: View, move: Move) -> tuple[tuple[Piece, ...], Queen]:
    """All pieces after an action that captures nothing, and the queen of the player who made it."""
    queen = clauses.the_queen_goes_to_the_cell(rules, before, move)
    dice = clauses.the_die_goes_to_the_cell(rules, before, move)
    return (*dice, *before.enemy.dice, queen, before.enemy.queen), queen


def attacked(
    rules: Rules, before: View, attacker: Die, side: int, *, exactly: bool = True
) -> Iterator[Fact]:
    """The own queen stands exactly on a target cell of a side (or within its reach)."""
    is_open, target = pointing.offers(rules, before.dice, attacker, side)
    yield is_open
    if exactly:
        yield geometry.are_same(target, before.own.queen.cell)
    else:
        yield pointing.a_side_threatens(rules, before.pieces, attacker, side, before.own.queen)


def legal(rules: Rules, before: View, move: Move) -> Iterator[Fact]:
    """A position in play, and a legal action in it other than a strike."""
    yield pieces_apart(rules, before.pieces)
    yield one_action(rules, before, move)
    yield not_(any_of(move.strike))
    yield geometry.is_vacant(before.pieces, move.cell)
    yield clauses.a_queen_steps_one_cell_to_a_vacant_cell(rules, before, move)


def leaves_or_covers(attacker: Die, side: int, move: Move) -> Fact:
    """The queen steps away, or a die goes next to the attacking side."""
    covers = geometry.are_same(move.cell, geometry.stepped(attacker.cell, side, 1))
    return any_of((move.queen, all_of((any_of(move.die), covers))))


def nothing_else_helps(side: int, number: int, off_board: str, *, exactly: bool = True) -> Case:
    """After any other action the die still threatens the queen."""
    rules, before, move = rules_of(off_board=off_board), position_in_play(), any_move()
    attacker = before.enemy.dice[number]
    pieces, queen = after(rules, before, move)
    return Case(
        f"die {number}, {SIDE_NAMES[side]}, {off_board}",
        (
            *legal(rules, before, move),
            *attacked(rules, before, attacker, side, exactly=exactly),
            not_(leaves_or_covers(attacker, side, move)),
        ),
        pointing.threatens(rules, pieces, attacker, queen),
    )


def leaving_or_covering_helps(side: int, number: int, *, covering: bool) -> Case:
    """Covering the side always ends the threat; leaving the row and column of the die does."""
    rules, before, move = rules_of(), position_in_play(), any_move()
    attacker = before.enemy.dice[number]
    pieces, queen = after(rules, before, move)
    out_of_line = all_of(
        (
            move.queen,
            *(not_(geometry.is_in_line(attacker.cell, each, move.cell)) for each in (0, 1)),
        )
    )
    covers = all_of((not_(move.queen), leaves_or_covers(attacker, side, move)))
    return Case(
        f"die {number}, {SIDE_NAMES[side]}, {'covering' if covering else 'leaving'}",
        (
            *legal(rules, before, move),
            *attacked(rules, before, attacker, side),
            covers if covering else out_of_line,
        ),
        not_(pointing.threatens(rules, pieces, attacker, queen)),
    )


def leaving_always_helps() -> Case:
    """Claim wrongly that any step of the queen ends the threat."""
    rules, before, move = rules_of(), position_in_play(), any_move()
    attacker = before.enemy.dice[0]
    pieces, queen = after(rules, before, move)
    return Case(
        "any step",
        (*legal(rules, before, move), *attacked(rules, before, attacker, 1), move.queen),
        not_(pointing.threatens(rules, pieces, attacker, queen)),
    )


def each_side_and_die() -> Iterator[tuple[int, int]]:
    """Every side of every attacking die."""
    return ((side, number) for side in SIDES for number in range(3))


EXACTLY = Theorem(
    "standing_exactly_on_a_target_cell_only_leaving_or_covering_helps",
    "A queen exactly on a target cell of an enemy die is still threatened by it after every action of "
    "her player that captures nothing, unless she steps away or a die goes next to the attacking side. "
    "Covering the side always ends the threat; so does leaving the die's row and column, but not every "
    "step.",
    TheoremScope(
        "board",
        "every position in play, and every die move to a vacant cell, target cell or not",
        params=FULL_SIZE,
        readings={"off_board": ("dead", "sweeps")},
    ),
    ("ARI-4", "ARI-6", "ARI-7", "ARI-8", "off_board"),
    (
        Claim(
            "nothing else helps",
            lambda: [
                nothing_else_helps(side, number, reading)
                for side, number in each_side_and_die()
                for reading in ("dead", "sweeps")
            ],
            why_not_real=ON_A_TARGET,
        ),
        Claim(
            "leaving and covering help",
            lambda: [
                leaving_or_covering_helps(*each, covering=covering)
                for each in each_side_and_die()
                for covering in (True, False)
            ],
            why_not_real=ON_A_TARGET,
        ),
        Twin(
            "nothing else helps nearer than the target cell",
            lambda: nothing_else_helps(1, 0, "dead", exactly=False),
            of="nothing else helps",
            changed="the queen stands anywhere within reach, not on the target cell",
        ),
        Twin(
            "any step of the queen helps",
            leaving_always_helps,
            of="leaving and covering help",
            changed="the queen steps anywhere, not out of row and column",
        ),
    ),
)


def readings_coincide(side: int, *, queen_blocks: bool = True) -> Case:
    """What stands between is the same, whether any piece counts or "a die or the own queen"."""
    rules, before = rules_of(), position_in_play()
    die, queen = before.own.dice[0], before.enemy.queen
    itself = evolve(queen, cell=Cell(queen.cell.x, queen.cell.y))
    named: tuple[Piece, ...] = before.dice
    if queen_blocks:
        named = (*named, before.own.queen)
    return Case(
        SIDE_NAMES[side],
        (
            pieces_apart(rules, before.pieces),
            geometry.is_in_line(die.cell, side, queen.cell),
            geometry.steps_to(die.cell, side, queen.cell) >= 1,
        ),
        iff(
            pointing.nothing_between((*before.dice, before.own.queen, itself), die, side, queen),
            pointing.nothing_between(named, die, side, queen),
        ),
        decided="the queen is never strictly between the die and herself, wherever she stands",
    )


BETWEEN = Theorem(
    "only_a_die_or_a_queen_can_stand_between",
    "Strictly between a die and the queen it looks at stands a piece exactly when a die or the own "
    "queen of the attacker stands there: the two readings of “no other die or the own queen” coincide.",
    TheoremScope("board", "every position in play", params=FULL_SIZE),
    ("ARI-8",),
    (
        Claim(
            "the readings coincide",
            lambda: map(readings_coincide, SIDES),
            why_not_real="it speaks of a die that looks at the enemy queen",
        ),
        Twin(
            "dice alone block",
            lambda: readings_coincide(1, queen_blocks=False),
            of="the readings coincide",
            changed="the own queen does not block",
        ),
    ),
)
