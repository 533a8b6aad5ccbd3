"""What follows from the rules of Trefoil."""

from __future__ import annotations

from rulewright.author import Rules, all_of, exactly_one, implies
from rulewright.proofs import Case, Claim, RealPositions, Theorem, TheoremScope, Twin, boolean
from trefoil.clauses import (
    PLAYERS,
    Parameters,
    Position,
    Rulings,
    a_stone_goes_on_an_empty_cell,
    board_of,
    colours_are_apart,
    no_cell_carries_two_stones,
    no_stone_beside_another_colour,
    the_stone_is_the_movers,
    who_can_put_a_stone,
)
from trefoil.spec import GAME

RULES = Rules(Parameters(), Rulings(), PLAYERS)
BOARD = board_of(RULES)


def anywhere() -> Position:
    """Stones and a turn of which nothing is known."""
    red, green, blue = (
        tuple(boolean(f"{name}.{cell}") for cell in BOARD.names) for name in PLAYERS
    )
    first, second, third = (boolean(f"turn.{name}") for name in PLAYERS)
    return Position((red, green, blue), (first, second, third))


def values_of(_: Rules, position: Position) -> dict[str, bool | int]:
    """Read a position of a game."""
    stones = {
        f"{name}.{cell}": fact
        for name, own in zip(PLAYERS, position.stones, strict=True)
        for cell, fact in zip(BOARD.names, own, strict=True)
    }
    turns = zip(PLAYERS, position.turn, strict=True)
    return stones | {f"turn.{name}": due for name, due in turns}


PLAYED = RealPositions(GAME.engine, values_of, games=250, stride=1, max_plies=20)


def a_stone_keeps_colours_apart(*, apart: bool = True) -> Case:
    """Put a stone down where colours are apart."""
    before, move = anywhere(), tuple(boolean(f"move.{name}") for name in (*BOARD.names, "pass"))
    after = the_stone_is_the_movers(RULES, before, move)
    given = [
        exactly_one(before.turn),
        exactly_one(move),
        no_cell_carries_two_stones(RULES, before),
        colours_are_apart(RULES, before),
        a_stone_goes_on_an_empty_cell(RULES, before, move),
    ]
    if apart:
        given.append(no_stone_beside_another_colour(RULES, before, move))
    return Case("a stone", given, colours_are_apart(RULES, after), under=RULES)


def who_is_stuck_stays_stuck(*, reverse: bool = False) -> Case:
    """Compare who can put a stone before and after a move."""
    before, move = anywhere(), tuple(boolean(f"move.{name}") for name in (*BOARD.names, "pass"))
    after = the_stone_is_the_movers(RULES, before, move)
    given = [exactly_one(before.turn), no_cell_carries_two_stones(RULES, before)]
    pairs = zip(who_can_put_a_stone(RULES, before), who_can_put_a_stone(RULES, after), strict=True)
    kept = all_of(implies(*(pair if reverse else pair[::-1])) for pair in pairs)
    return Case("any move", given, kept, under=RULES)


THEOREMS = (
    Theorem(
        "colours_never_touch",
        "A legal stone leaves no two colours side by side.",
        TheoremScope("board", "every position, every action"),
        ("TRE-3", "TRE-4"),
        (
            Claim("a stone keeps it so", a_stone_keeps_colours_apart, real=PLAYED),
            Twin(
                "anywhere",
                lambda: a_stone_keeps_colours_apart(apart=False),
                of="a stone keeps it so",
                changed="a stone may touch another colour",
            ),
        ),
    ),
    Theorem(
        "who_is_stuck_stays_stuck",
        "Whoever can put no stone can put none later.",
        TheoremScope("board", "every position, every action"),
        ("TRE-5", "TRE-6"),
        (
            Claim(
                "stuck for good",
                who_is_stuck_stays_stuck,
                real=PLAYED,
                evident="it follows from the formulas of a move, whoever is to play it",
            ),
            Twin(
                "able for good",
                lambda: who_is_stuck_stays_stuck(reverse=True),
                of="stuck for good",
                changed="before and after change places",
            ),
        ),
    ),
)
