"""Parameters and rulings that Dreieck nimmt can be played with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import attrs
from attrs import field, frozen

from rulewright.interface import BadParameter, nearest, reading_field, whole_number_field

HAND, STACK = "hand", "stack"
LEAST_PLAYERS, MOST_SYMBOLS = 2, 26


def tile_names(symbols: int) -> list[str]:
    """List the tiles with that many symbols in ascending order: no rotation is less than the name."""
    letters = [chr(ord("a") + number) for number in range(symbols)]
    return [
        a + b + c
        for first, a in enumerate(letters)
        for b in letters[first:]
        for c in letters[first:]
        if not (c == a and b > a)
    ]


@frozen
class Parameters:
    """Players, symbols, and whether tiles are held in hands or in stacks (which ones)."""

    k: int = whole_number_field(2, least=LEAST_PLAYERS)
    s: int = whole_number_field(4, least=1, most=MOST_SYMBOLS)
    supply: str = field(default=HAND, metadata={"demand": "hand or stack"})
    stacks: Mapping[str, Sequence[str]] | None = field(
        default=None,
        metadata={"demand": "player to list of all their tile names, top first (supply=stack)"},
    )

    @supply.validator
    def _known(self, _: attrs.Attribute[str], value: Any) -> None:
        if value not in (HAND, STACK):
            raise BadParameter(
                f"parameter 'supply' is {value!r}: {nearest(str(value), (HAND, STACK))}"
            )

    @stacks.validator
    def _whole_stacks(self, _: attrs.Attribute[Any], value: Any) -> None:
        if self.supply == HAND:
            if value is not None:
                raise BadParameter("parameter 'stacks' is refused unless supply=stack")
            return
        players = player_names(self.k)
        if not isinstance(value, Mapping) or sorted(map(str, value)) != sorted(players):
            raise BadParameter(
                f"parameter 'stacks' must be an object with a list of tiles for {', '.join(players)}"
            )
        wanted = Counter(tile_names(self.s))
        for player in players:
            stack = value[player]
            if not isinstance(stack, list | tuple) or not all(type(name) is str for name in stack):
                raise BadParameter(f"parameter 'stacks': that of {player} must be a list of tiles")
            if Counter(stack) != wanted:
                wrong = sorted((wanted - Counter(stack)) | (Counter(stack) - wanted))
                raise BadParameter(
                    f"parameter 'stacks': that of {player} must have each of the "
                    f"{len(wanted)} tiles once; check {wrong[0]}"
                )


def player_names(count: int) -> tuple[str, ...]:
    """Name the players in turn order."""
    return tuple(f"p{number + 1}" for number in range(count))


@frozen
class Rulings:
    """One reading for each question; the first is the default."""

    match: str = reading_field("all", "one")
    outline: str = reading_field("outer", "every")
    trigger: str = reading_field("completing", "standing")
    claim: str = reading_field("must", "may")
    stuck: str = reading_field("keep", "bury")
