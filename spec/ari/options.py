"""ARI: its parameters, and the rulings on its questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
from attrs import frozen

from rulewright.interface import BadParameter, reading_field, whole_number_field

DICE = ("III", "IV", "V")
NET = "six numbers from 1 to 9: top, north, east, south, west, bottom"
NETS = f"an object from dice ({', '.join(DICE)}) to {NET}"
FACES = 6
HIGHEST = 9


def as_given(nets: Any) -> Any:
    """Keep the nets as tuples, so that nobody can change them afterwards."""
    if not isinstance(nets, Mapping):
        return nets
    return {die: tuple(net) if isinstance(net, list) else net for die, net in nets.items()}


def fits(_: object, attribute: attrs.Attribute[Any], nets: Any) -> None:
    """Raise `BadParameter` unless the value maps dice to six numbers each."""
    if not isinstance(nets, dict):
        raise BadParameter(f"parameter {attribute.name!r} is {nets!r}, it must be {NETS}")
    for die, net in nets.items():
        if die not in DICE:
            raise BadParameter(f"parameter {attribute.name!r} names the die {die!r}, not {NETS}")
        if not is_net(net):
            given = list(net) if isinstance(net, tuple) else net
            raise BadParameter(
                f"parameter {attribute.name!r} gives die {die} {given!r}, it must be {NET}"
            )


def is_net(net: Any) -> bool:
    """Return whether a value is six whole numbers from 1 to 9."""
    return (
        isinstance(net, tuple)
        and len(net) == FACES
        and all(type(number) is int and 1 <= number <= HIGHEST for number in net)
    )


@frozen
class Parameters:
    """Size `n` of the board (cells along a side), and the `nets` of dice that are not the usual."""

    n: int = whole_number_field(15, least=4, most=26)
    nets: dict[str, tuple[int, ...]] = attrs.field(
        factory=dict, converter=as_given, validator=fits, metadata={"demand": NETS}
    )


@frozen
class Rulings:
    """One reading for each question of ARI."""

    no_target: str = reading_field("any_die", "any_cell")
    next_to: str = reading_field("eight", "four")
    own_face: str = reading_field("others", "any")
    lifting: str = reading_field("before", "after")
    orientation: str = reading_field("free", "kept")
    off_board: str = reading_field("dead", "sweeps")
    capture: str = reading_field("strike", "landing")
    threat: str = reading_field("open", "mate")
    no_action: str = reading_field("skip", "loses")
