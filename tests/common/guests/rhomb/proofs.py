"""What follows from the rules of Rhomb, on the board of three by three."""

from __future__ import annotations

from rhomb.clauses import (
    PLAYERS,
    Parameters,
    Position,
    Rulings,
    a_chain_wins,
    no_cell_carries_two_stones,
)
from rhomb.spec import GAME
from rulewright.author import Rules, all_of, any_of, not_
from rulewright.proofs import Case, Claim, RealPositions, Theorem, TheoremScope, Twin, boolean

SMALL = Rules(Parameters(3), Rulings(), PLAYERS)
SIZE = {"n": (3,)}


def anywhere() -> Position:
    """Stones of which nothing is known."""
    red, blue = (tuple(boolean(f"{name}.{at}") for at in range(9)) for name in PLAYERS)
    return Position((red, blue))


def values_of(_: Rules, position: Position) -> dict[str, bool | int]:
    """Read a position of a game."""
    return {
        f"{name}.{at}": fact
        for name, own in zip(PLAYERS, position.stones, strict=True)
        for at, fact in enumerate(own)
    }


PLAYED = RealPositions(GAME.engine, values_of, games=200, stride=1, max_plies=10)


def chains(*, apart: bool = True) -> Case:
    """Nobody has a chain beside the other one's."""
    here = anywhere()
    given = [no_cell_carries_two_stones(SMALL, here)] if apart else []
    return Case("two chains", given, not_(all_of(a_chain_wins(SMALL, here))), under=SMALL)


def full(*, cells: int = 9) -> Case:
    """With all these cells taken, somebody has a chain."""
    here = anywhere()
    taken = [any_of(pair) for pair in zip(*here.stones, strict=True)]
    return Case("a full board", taken[:cells], any_of(a_chain_wins(SMALL, here)), under=SMALL)


THEOREMS = (
    Theorem(
        "two_chains_exclude_each_other",
        "Never do both players have a chain.",
        TheoremScope("board", "every position", params=SIZE),
        ("RHO-3", "RHO-5"),
        (
            Claim("not both", chains, real=PLAYED),
            Twin(
                "with two stones on a cell",
                lambda: chains(apart=False),
                of="not both",
                changed="a cell may carry two stones",
            ),
        ),
    ),
    Theorem(
        "a_full_board_has_a_chain",
        "When all cells are taken, one of the players has a chain.",
        TheoremScope("board", "every full board", params=SIZE),
        ("RHO-5",),
        (
            Claim("a chain", full, why_not_real="it speaks of full boards alone"),
            Twin(
                "one cell empty",
                lambda: full(cells=8),
                of="a chain",
                changed="the last cell may be empty",
            ),
        ),
    ),
)
