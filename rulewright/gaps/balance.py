"""Renamings that balance each other: forwards is another direction for each player, and all is equal.

In a game of forward movement neither an exchange of the players nor a reflection of the board alone
leaves the rules as they are, but both together do. Then the players are equal, and there is no hole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from attrs import frozen

from rulewright.gaps.images import broken, speaks_of
from rulewright.interface import Action, Engine, Json, Symmetry
from rulewright.play.random_games import Line


@frozen
class Balance:
    """Why a renaming that changes the game shows no inequality of the players."""

    by: Symmetry
    """A renaming that exchanges players and changes nothing."""
    offered: bool
    """Whether the specification names it as a candidate; if not, it is made of two of those."""
    positions: int
    """Positions compared with their images."""


def balances_of(
    engine: Engine[Any],
    changing: Mapping[Symmetry, tuple[Action, ...]],
    kept: Iterable[Symmetry],
    lines: Sequence[Line],
) -> dict[str, Balance]:
    """Return what balances renamings that change the game, by their names.

    That is a renaming that exchanges players, in the same way as they do or with the same images of all
    actions played, and that changes nothing in any position of the games: one of those `kept`, or two
    that change the game put together.
    """
    found: dict[str, Balance] = {}
    places = [each for each in changing if not exchanges(engine, each)]
    players = [each for each in changing if exchanges(engine, each)]
    offered = [each for each in kept if exchanges(engine, each)]
    for renaming in changing:
        for by in offered:
            if renaming.name not in found and is_part_of(engine, renaming, by, lines):
                balance(found, engine, (renaming,), by, lines, offered=True)
    for one in places:
        for other in players:
            if {one.name, other.name} - set(found):
                balance(found, engine, (one, other), together(one, other), lines, offered=False)
    return found


def balance(
    found: dict[str, Balance],
    engine: Engine[Any],
    renamings: Iterable[Symmetry],
    by: Symmetry,
    lines: Sequence[Line],
    *,
    offered: bool,
) -> None:
    """Enter renamings that are balanced, if nothing changes by the one that is to balance them."""
    seen = [state for line in lines for state in line.states]
    asked = [state for state in seen if speaks_of(engine, by, state)]
    if not asked or moves_that_break(engine, by, lines) is not None:
        return
    for each in renamings:
        # A renaming for one phase of the game says nothing of another phase.
        beyond = (state for state in seen if speaks_of(engine, each, state))
        if all(speaks_of(engine, by, state) for state in beyond):
            found.setdefault(each.name, Balance(by, offered, len(asked)))


def moves_that_break(
    engine: Engine[Any], renaming: Symmetry, lines: Sequence[Line]
) -> tuple[Action, ...] | None:
    """Return the moves to the first position of the games that differs from its image; None if none."""
    for line in lines:
        plies = broken(engine, renaming, line.moves)
        if plies is not None:
            return line.moves[:plies]
    return None


def exchanges(engine: Engine[Any], renaming: Symmetry) -> bool:
    """Return whether a renaming exchanges players."""
    return any(renaming.player(player) != player for player in engine.players)


def is_part_of(
    engine: Engine[Any], renaming: Symmetry, whole: Symmetry, lines: Sequence[Line]
) -> bool:
    """Return whether a renaming does to players, or to actions, what a larger one does to both."""
    if exchanges(engine, renaming):
        return all(renaming.player(each) == whole.player(each) for each in engine.players)
    played = {action for line in lines for action in line.moves}
    moved = any(renaming.action(action) != action for action in played)
    return moved and all(renaming.action(action) == whole.action(action) for action in played)


def together(first: Symmetry, second: Symmetry) -> Symmetry:
    """Return the renaming that does one after the other."""
    return Symmetry(
        f"{first.name}, and {second.name}",
        in_turn(first.action, second.action),
        in_turn(first.position, second.position),
        in_turn(first.player, second.player),
        applies_to_both(first, second),
        about=f"The renamings “{first.name}” and “{second.name}”, together,",
        clauses=tuple(dict.fromkeys((*first.clauses, *second.clauses))),
    )


def in_turn(first: Callable[[Any], Any], second: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return the function that applies one to the result of the other."""
    return lambda value: second(first(value))


def applies_to_both(first: Symmetry, second: Symmetry) -> Callable[[Json], bool]:
    """Return whether both apply, the second to what the first makes of a position."""
    return lambda here: first.applies(here) and second.applies(first.position(here))
