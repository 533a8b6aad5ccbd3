"""Minoa: its parameters, and the rulings on its questions."""

from __future__ import annotations

from attrs import frozen

from rulewright.interface import BadParameter, reading_field, whole_number_field


@frozen
class Parameters:
    """Size `n` of the board (lines along a side) and number `k` of players."""

    n: int = whole_number_field(4, least=1)
    k: int = whole_number_field(2, least=2, most=4)

    def __attrs_post_init__(self) -> None:
        """Raise `BadParameter` where the pieces cannot be dealt evenly."""
        if 6 * self.n % self.k:
            raise BadParameter(
                f"parameter 'k' is {self.k}, "
                f"it must divide the {6 * self.n} boundary lines of n={self.n}"
            )


@frozen
class Rulings:
    """One reading for each question of Minoa."""

    end: str = reading_field("full", "literal", "exhausted")
    closure: str = reading_field("line", "coloured")
    partners: str = reading_field("separate", "shared")
    stranded: str = reading_field("skip", "over")
