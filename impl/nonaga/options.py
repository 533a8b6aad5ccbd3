"""Parameters and rulings that Nonaga can be played with."""

from __future__ import annotations

from typing import Any

import attrs
from attrs import frozen

from rulewright.interface import BadParameter, nearest, reading_field, whole_number_field

RED, BLACK = "red", "black"


@frozen
class Parameters:
    """Radius of the opening hexagon, and who begins."""

    n: int = whole_number_field(2, least=1)
    first: str = attrs.field(default=RED, metadata={"demand": f"{RED} or {BLACK}"})

    @first.validator
    def _plays(self, _: attrs.Attribute[str], value: Any) -> None:
        if not isinstance(value, str) or value not in {RED, BLACK}:
            raise BadParameter(
                f"parameter 'first' is {value!r}: {nearest(str(value), (RED, BLACK))}"
            )


@frozen
class Rulings:
    """One reading for each question; the first is the default."""

    removal: str = reading_field("path", "local", "four", "rim")
    placement: str = reading_field("anywhere", "slide_in", "slide_across", "four")
    connectivity: str = reading_field("connected", "throughout", "contact", "free")
    bar: str = reading_field("opponent", "none")
    win: str = reading_field("immediate", "end_of_turn")
    no_piece_step: str = reading_field("skip", "loses")
    no_disc_step: str = reading_field("skip", "loses")
