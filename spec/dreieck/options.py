"""Dreieck nimmt: its parameters, and the rulings on its questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
from attrs import field, frozen

from rulewright.interface import BadParameter, reading_field, whole_number_field
from rulewright.spec.dreieck.board import players_of, tiles_of

SUPPLIES = ("hand", "stack")


def one_of_the_supplies(_: object, attribute: attrs.Attribute[str], value: object) -> None:
    """Raise `BadParameter` unless the value names a way in which tiles are held."""
    if not isinstance(value, str) or value not in SUPPLIES:
        raise BadParameter(
            f"parameter {attribute.name!r} is {value!r}, it must be {' or '.join(SUPPLIES)}"
        )


@frozen
class Parameters:
    """`k` players, `s` symbols, how tiles are held, and the stacks where they are stacked."""

    k: int = whole_number_field(2, least=2)
    s: int = whole_number_field(4, least=1, most=26)
    supply: str = field(
        default="hand",
        validator=one_of_the_supplies,
        metadata={"demand": "hand or stack"},
    )
    stacks: Mapping[str, Sequence[str]] | None = field(
        default=None,
        metadata={"demand": "player to list of all their tile names, top first (supply=stack)"},
    )

    def __attrs_post_init__(self) -> None:
        """Raise `BadParameter` unless there are stacks exactly where they are wanted, each whole."""
        if self.supply == "hand":
            if self.stacks is not None:
                raise BadParameter("parameter 'stacks' goes with supply=stack only")
            return
        names = players_of(self.k)
        wanted = f"an object with a list for each of {', '.join(names)}"
        if self.stacks is None:
            raise BadParameter(f"parameter 'stacks' is required with supply=stack: {wanted}")
        if not isinstance(self.stacks, Mapping):
            raise BadParameter(f"parameter 'stacks' is {self.stacks!r}, it must be {wanted}")
        if missing := [player for player in names if player not in self.stacks]:
            raise BadParameter(
                f"parameter 'stacks' leaves out {', '.join(missing)}: it must be {wanted}"
            )
        for player in self.stacks:
            if player not in names:
                raise BadParameter(
                    f"parameter 'stacks' names {player!r}, who does not play: it must be {wanted}"
                )
        for player in names:
            if wrong := why_no_full_set(self.stacks[player], self.s):
                raise BadParameter(
                    f"parameter 'stacks' must list each of the {len(tiles_of(self.s))} tiles "
                    f"of {player} once, top first: {wrong}"
                )


def why_no_full_set(stack: Any, s: int) -> str:
    """Say why something is not a list that holds the name of each tile once; "" if it is."""
    if not isinstance(stack, list | tuple):
        return f"{stack!r} is no list"
    names = tiles_of(s)
    for name in stack:
        if name not in names:
            return f"{name!r} is none of them{least_rotation(name, names)}"
    for name in names:
        if stack.count(name) != 1:
            return f"{name!r} is {'missing' if name not in stack else 'there more than once'}"
    return ""


def least_rotation(given: Any, names: Sequence[str]) -> str:
    """Return the name of a tile that was named by another rotation."""
    turned = () if not isinstance(given, str) else (given[by:] + given[:by] for by in range(1, 3))
    return next((f" (its name is {name!r})" for name in turned if name in names), "")


@frozen
class Rulings:
    """One reading for each question of Dreieck nimmt."""

    match: str = reading_field("all", "one")
    outline: str = reading_field("outer", "every")
    trigger: str = reading_field("completing", "standing")
    claim: str = reading_field("must", "may")
    stuck: str = reading_field("keep", "bury")
