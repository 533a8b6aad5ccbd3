"""What follows from the rules of Skirmish."""

from __future__ import annotations

from rulewright.author import Fact, Rules, all_of, count, exactly_one, implies
from rulewright.proofs import Case, Claim, RealPositions, Theorem, TheoremScope, Twin, boolean
from skirmish.clauses import (
    PLAYERS,
    Parameters,
    Position,
    Rulings,
    a_man_of_the_mover_goes_forward,
    actions,
    board_of,
    no_man_goes_to_one_of_its_own_side,
    no_square_carries_two_men,
    the_man_arrives_and_captures,
)
from skirmish.spec import GAME

RULES = Rules(Parameters(2), Rulings(), PLAYERS)
NARROW = {"columns": (2,)}
BOARD = board_of(RULES)


def values_of(_: Rules, position: Position) -> dict[str, bool | int]:
    """Read a position of a game."""
    men = {
        f"{name}.{square}": man
        for name, own in zip(PLAYERS, position.men, strict=True)
        for square, man in zip(BOARD.names, own, strict=True)
    }
    return men | {f"turn.{name}": due for name, due in zip(PLAYERS, position.turn, strict=True)}


PLAYED = RealPositions(GAME.engine, values_of, games=300, stride=1, max_plies=20)


def step(*, apart: bool = True) -> tuple[Position, Position, list[Fact]]:
    """Make a move of which nothing is known but that it is legal, or nearly: before, after, premises."""
    white, black = (tuple(boolean(f"{name}.{at}") for at in BOARD.names) for name in PLAYERS)
    before = Position((white, black), (boolean("turn.white"), boolean("turn.black")))
    move = tuple(boolean(f"move.{action}") for action in actions(RULES.params.columns))
    given = [
        exactly_one(before.turn),
        exactly_one(move),
        no_square_carries_two_men(RULES, before),
        a_man_of_the_mover_goes_forward(RULES, before, move),
    ]
    if apart:
        given.append(no_man_goes_to_one_of_its_own_side(RULES, before, move))
    return before, the_man_arrives_and_captures(RULES, before, move), given


def squares_stay_single(*, legal: bool = True) -> Case:
    """Move a man: no square carries two afterwards, if none did before."""
    _, after, given = step()
    kept = [each for each in given if legal or each is not given[2]]
    return Case("a move", kept, no_square_carries_two_men(RULES, after), under=RULES)


def own_men_stay(*, apart: bool = True) -> Case:
    """Move a man: whoever moves loses none of their own."""
    before, after, given = step(apart=apart)
    pairs = zip(before.turn, before.men, after.men, strict=True)
    kept = all_of(implies(due, count(new) == count(old)) for due, old, new in pairs)
    return Case("a move", given, kept, under=RULES)


THEOREMS = (
    Theorem(
        "no_square_ever_carries_two_men",
        "A move leaves every square with at most one man.",
        TheoremScope("board", "every position, every action", params=NARROW),
        ("SKI-3", "SKI-4"),
        (
            Claim("a move keeps it so", squares_stay_single, real=PLAYED),
            Twin(
                "two men at first",
                lambda: squares_stay_single(legal=False),
                of="a move keeps it so",
                changed="a square may carry two men before the move",
            ),
        ),
    ),
    Theorem(
        "whoever_moves_keeps_all_men",
        "A move takes no man of the player who moves.",
        TheoremScope("board", "every position, every action", params=NARROW),
        ("SKI-3", "SKI-4"),
        (
            Claim("as many as before", own_men_stay, real=PLAYED),
            Twin(
                "onto one's own men",
                lambda: own_men_stay(apart=False),
                of="as many as before",
                changed="a man may go to one of its own side",
            ),
        ),
    ),
)
