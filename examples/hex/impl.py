"""The same game by other means: a board is a number, and chains grow by shifting its bits."""

from __future__ import annotations

from functools import cached_property

from attrs import evolve, frozen

from hex.clauses import Parameters
from hex.rulebook import RULEBOOK
from rulewright.author import Action, ImpossiblePosition, Json, PlainEngine, PlainGame, rulings_of


@frozen
class Bits:
    """The cells of each colour as bits, who is to move (0 or 1), and which player has Red."""

    red: int = 0
    blue: int = 0
    mover: int = 0
    has_red: int = 0


class Shifts(PlainEngine[Bits]):
    """An engine over bits: cell (column, row) is bit row * (n + 1) + column, and the last is no cell."""

    game = "hex"
    players = ("first", "second")

    @cached_property
    def width(self) -> int:
        """The bits of a row, one more than it has cells."""
        return int(self.params["n"]) + 1

    @cached_property
    def bits(self) -> dict[Action, int]:
        """The bit of each cell, by name."""
        side = range(self.width - 1)
        return {
            f"{chr(ord('a') + column)}{row + 1}": 1 << row * self.width + column
            for row in side
            for column in side
        }

    def edge(self, *, rows: bool, last: bool) -> int:
        """Return the bits of the first or last row or column."""
        far = (self.width - 2) * last
        steps = [(each, far) if rows else (far, each) for each in range(self.width - 1)]
        return sum(1 << row * self.width + column for column, row in steps)

    def connects(self, own: int, *, rows: bool) -> bool:
        """Grow the part of `own` at the first edge until it stays as it is."""
        part, grown = 0, own & self.edge(rows=rows, last=False)
        while grown != part:
            part = grown
            near = part | part << 1 | part >> 1 | part << self.width | part >> self.width
            grown = own & (near | part << self.width - 1 | part >> self.width - 1)
        return bool(part & self.edge(rows=rows, last=True))

    def winners(self, state: Bits) -> tuple[str, ...]:
        """Name who has connected."""
        if self.connects(state.red, rows=True):
            return (self.players[state.has_red],)
        return (self.players[1 - state.has_red],) if self.connects(state.blue, rows=False) else ()

    def initial(self) -> Bits:
        """Set the game up."""
        return Bits()

    def is_action(self, action: Action) -> bool:
        """A cell, or the swap."""
        return action == "swap" or action in self.bits

    def after(self, state: Bits) -> dict[Action, Bits]:
        """Try every empty cell, and the swap."""
        colour = "red" if state.mover == state.has_red else "blue"
        due, own = 1 - state.mover, getattr(state, colour)
        found = {
            name: evolve(state, mover=due, **{colour: own | bit})
            for name, bit in self.bits.items()
            if not bit & (state.red | state.blue)
        }
        stones = state.red | state.blue
        if state.mover and stones.bit_count() == 1 and self.rulings["swap"] != "none":
            found["swap"] = self.swapped(state)
        return found

    def swapped(self, state: Bits) -> Bits:
        """Exchange colours, or replace the stone."""
        if self.rulings["swap"] == "sides":
            return evolve(state, mover=0, has_red=1)
        row, column = divmod(state.red.bit_length() - 1, self.width)
        mirrored = 1 << column * self.width + row
        return Bits(0, mirrored if self.rulings["swap"] == "mirror" else state.red)

    def turn(self, state: Bits) -> str | None:
        """Name the player to move."""
        return None if self.winners(state) else self.players[state.mover]

    def named(self, cells: int) -> list[Action]:
        """Name the cells of a number."""
        return sorted(name for name, bit in self.bits.items() if bit & cells)

    def to_json(self, state: Bits) -> Json:
        """Write the position."""
        has_red = self.players[state.has_red]
        red, blue = self.named(state.red), self.named(state.blue)
        return {"red": red, "blue": blue, "has red": has_red, "turn": self.turn(state)}

    def parsed(self, position: Json) -> Bits:
        """Read the same; raises `ImpossiblePosition`."""
        red, blue = (
            sum(self.bits[cell] for cell in set(position[colour])) for colour in ("red", "blue")
        )
        has_red = self.players.index(position["has red"])
        won = self.winners(Bits(red, blue, 0, has_red))
        due = position["turn"] or self.players[won == (self.players[0],)]
        state = Bits(red, blue, self.players.index(due), has_red)
        if red & blue:
            raise ImpossiblePosition("HEX-3", "two stones are on one cell")
        if has_red and self.rulings["swap"] != "sides":
            raise ImpossiblePosition("HEX-4", "a swap does not exchange the colours")
        if (position["turn"] is None) != bool(won):
            raise ImpossiblePosition("HEX-5", "the game ends with the first chain")
        both = self.connects(red, rows=True) and self.connects(blue, rows=False)
        if both or not self.is_reached(state):
            raise ImpossiblePosition("HEX-2", "the players take turns")
        return state

    def is_reached(self, state: Bits) -> bool:
        """Return whether so many turns, with a swap or without, lead to these numbers of stones."""
        red, blue = state.red.bit_count(), state.blue.bit_count()
        ways = [(turns, (turns + 1) // 2, turns // 2, 0) for turns in range(red + blue + 1)]
        with_swap = range(2, red + blue + 2)
        if self.rulings["swap"] == "sides":
            ways += [(turns, turns // 2, (turns - 1) // 2, 1) for turns in with_swap]
        elif self.rulings["swap"] != "none":
            ways += [(turns, (turns - 1) // 2, turns // 2, 0) for turns in with_swap]
        here = [red, blue, state.has_red]
        return any(turns % 2 == state.mover and each == here for turns, *each in ways)


GAME = PlainGame(Shifts, Parameters, rulings_of(RULEBOOK.questions))
