"""What can be chosen in ARI: the size of the board, the dice, and one reading for each question."""

from __future__ import annotations

from typing import Any

import attrs
from attrs import frozen

from rulewright.interface import BadParameter, nearest, reading_field, whole_number_field

NAMES = ("III", "IV", "V")
FACES = ("top", "north", "east", "south", "west", "bottom")
NET = f"six numbers from 1 to 9: {', '.join(FACES)}"
NETS = f"an object from dice ({', '.join(NAMES)}) to {NET}"


def _frozen(nets: Any) -> Any:
    """Turn lists into tuples; leave alone what the validator will refuse."""
    if type(nets) is not dict:
        return nets
    return {name: tuple(net) if type(net) is list else net for name, net in nets.items()}


@frozen
class Parameters:
    """Cells along a side of the board (`n`), and the dice that are not as sold (`nets`)."""

    n: int = whole_number_field(15, least=4, most=26)
    nets: dict[str, tuple[int, ...]] = attrs.field(
        factory=dict, converter=_frozen, metadata={"demand": NETS}
    )

    @nets.validator
    def _six_numbers_each(self, _: attrs.Attribute[Any], value: Any) -> None:
        if type(value) is not dict:
            raise BadParameter(f"parameter 'nets' is {value!r}, it must be {NETS}")
        for name, net in value.items():
            if name not in NAMES:
                raise BadParameter(
                    f"parameter 'nets': no die {name!r}; {nearest(str(name), NAMES)}"
                )
            numbers = net if type(net) is tuple else ()
            if len(numbers) != len(FACES) or any(
                type(number) is not int or number not in range(1, 10) for number in numbers
            ):
                raise BadParameter(f"parameter 'nets': die {name} is {net!r}, it must be {NET}")


@frozen
class Rulings:
    """One reading for each question; the first is the default."""

    no_target: str = reading_field("any_die", "any_cell")
    next_to: str = reading_field("eight", "four")
    own_face: str = reading_field("others", "any")
    lifting: str = reading_field("before", "after")
    orientation: str = reading_field("free", "kept")
    off_board: str = reading_field("dead", "sweeps")
    capture: str = reading_field("strike", "landing")
    threat: str = reading_field("open", "mate")
    no_action: str = reading_field("skip", "loses")
