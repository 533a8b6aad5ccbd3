"""Parameters and rulings that Minoa can be played with."""

from __future__ import annotations

from typing import Any

import attrs
from attrs import frozen

from rulewright.interface import BadParameter, reading_field, whole_number_field

LEAST_PLAYERS, MOST_PLAYERS = 2, 4


@frozen
class Parameters:
    """Size of the board, and number of players, which must divide the 6n boundary lines."""

    n: int = whole_number_field(4, least=1)
    k: int = whole_number_field(2, least=LEAST_PLAYERS, most=MOST_PLAYERS)

    @k.validator
    def _divides(self, _: attrs.Attribute[int], value: Any) -> None:
        if 6 * self.n % value:
            right = [k for k in range(LEAST_PLAYERS, MOST_PLAYERS + 1) if 6 * self.n % k == 0]
            raise BadParameter(
                f"parameter 'k' is {value}, it must divide 6n = {6 * self.n}: "
                f"{' or '.join(map(str, right))} players for n = {self.n}"
            )


@frozen
class Rulings:
    """One reading for each question; the first is the default."""

    end: str = reading_field("full", "literal", "exhausted")
    closure: str = reading_field("line", "coloured")
    partners: str = reading_field("separate", "shared")
    stranded: str = reading_field("skip", "over")
