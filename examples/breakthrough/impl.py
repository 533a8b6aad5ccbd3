"""The same game by other means: sets of names of squares, from which neighbours are worked out."""

from __future__ import annotations

from functools import cached_property

from breakthrough.clauses import Parameters
from breakthrough.rulebook import RULEBOOK
from rulewright.author import Action, ImpossiblePosition, Json, PlainEngine, PlainGame, rulings_of

State = tuple[tuple[frozenset[str], ...], int]
"""The squares of each player's pieces, and who is to move; the loser, when the game is over."""


class Names(PlainEngine[State]):
    """An engine over the names of squares."""

    game = "breakthrough"
    players = ("white", "black")

    @cached_property
    def squares(self) -> frozenset[str]:
        """The names of all squares."""
        letters, rows = map(range, (self.params["columns"], self.params["rows"]))
        return frozenset(f"{chr(ord('a') + letter)}{row + 1}" for letter in letters for row in rows)

    def initial(self) -> State:
        """Set the game up."""
        rows = self.params["rows"]
        filled = range(1 if self.rulings["rows"] == "one_if_low" and rows in range(6) else 2)
        white = frozenset(at for at in self.squares if int(at[1:]) - 1 in filled)
        return (white, frozenset(at for at in self.squares if rows - int(at[1:]) in filled)), 0

    def ahead(self, square: str, way: int) -> list[str]:
        """Name the squares to which a piece might go, upwards (1) or downwards (-1)."""
        row = int(square[1:]) + way
        near = (f"{chr(ord(square[0]) + aside)}{row}" for aside in (-1, 0, 1))
        return [target for target in near if target in self.squares]

    def is_action(self, action: Action) -> bool:
        """Two squares of neighbouring rows, and of one column or neighbouring ones."""
        origin, _, target = action.partition("-")
        return origin in self.squares and target in self.ahead(origin, 1) + self.ahead(origin, -1)

    def after(self, state: State) -> dict[Action, State]:
        """Try the three ways forward of each piece."""
        sides, mover = state
        own, other = sides[mover], sides[1 - mover]
        found: dict[Action, State] = {}
        for origin in own:
            for target in self.ahead(origin, -1 if mover else 1):
                blocked = own | other if target[0] == origin[0] else own
                if target not in blocked:
                    both = own - {origin} | {target}, other - {target}
                    found[f"{origin}-{target}"] = both[:: -1 if mover else 1], 1 - mover
        return found

    def winners(self, state: State) -> tuple[str, ...]:
        """Name who has reached the farthest row, or captured everything."""
        (white, black), _ = state
        above = any(at[1:] == str(self.params["rows"]) for at in white)
        below = any(at[1:] == "1" for at in black)
        won = {"white": above or not black, "black": below or not white}
        return tuple(filter(won.__getitem__, self.players))

    def turn(self, state: State) -> str | None:
        """Name the player to move."""
        return None if self.winners(state) else self.players[state[1]]

    def to_json(self, state: State) -> Json:
        """Write the position."""
        white, black = map(sorted, state[0])
        return {"white": white, "black": black, "turn": self.turn(state)}

    def parsed(self, position: Json) -> State:
        """Read the same; raises `ImpossiblePosition`."""
        white, black = (self.squares.intersection(position[each]) for each in self.players)
        if white & black:
            raise ImpossiblePosition("BRK-3", "two pieces are on one square")
        won = self.winners(((white, black), 0))
        due = position["turn"] or ("black" if won == ("white",) else "white")
        return (white, black), self.players.index(due)


GAME = PlainGame(Names, Parameters, rulings_of(RULEBOOK.questions))
