"""Nonaga: its parameters, and the rulings on its questions."""

from __future__ import annotations

from typing import Any

from attrs import Attribute, field, frozen

from rulewright.interface import BadParameter, reading_field, whole_number_field

COLOURS = ("red", "black")


def is_a_colour(_: object, attribute: Attribute[str], value: Any) -> None:
    """Raise `BadParameter` unless the value names one of the two colours."""
    if not isinstance(value, str) or value not in COLOURS:
        raise BadParameter(
            f"parameter {attribute.name!r} is {value!r}, it must be {' or '.join(COLOURS)}"
        )


@frozen
class Parameters:
    """Radius `n` of the hexagon of discs at the start, and the colour that moves `first`."""

    n: int = whole_number_field(2, least=1)
    first: str = field(
        default="red", validator=is_a_colour, metadata={"demand": " or ".join(COLOURS)}
    )


@frozen
class Rulings:
    """One reading for each question of Nonaga."""

    removal: str = reading_field("path", "local", "four", "rim")
    placement: str = reading_field("anywhere", "slide_in", "slide_across", "four")
    connectivity: str = reading_field("connected", "throughout", "contact", "free")
    bar: str = reading_field("opponent", "none")
    win: str = reading_field("immediate", "end_of_turn")
    no_piece_step: str = reading_field("skip", "loses")
    no_disc_step: str = reading_field("skip", "loses")
