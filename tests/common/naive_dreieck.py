"""Dreieck nimmt written straight from the rule page, slow and plain, to compare the engines with."""

from __future__ import annotations

from itertools import chain, product
from typing import Any

Cell = tuple[str, int, int]
DEFAULTS = {
    "match": "all",
    "outline": "outer",
    "trigger": "completing",
    "claim": "must",
    "stuck": "keep",
}


def cell_of(text: str) -> Cell:
    """Read `u0,-1`."""
    q, r = text[1:].split(",")
    return text[0], int(q), int(r)


def text_of(cell: Cell) -> str:
    """Write `u0,-1`."""
    return f"{cell[0]}{cell[1]},{cell[2]}"


def corners(cell: Cell) -> list[tuple[int, int]]:
    """List the three corners in the order of the page."""
    kind, q, r = cell
    if kind == "u":
        return [(q, r), (q + 1, r), (q, r + 1)]
    return [(q + 1, r), (q + 1, r + 1), (q, r + 1)]


def neighbours(cell: Cell) -> list[Cell]:
    """Find the cells that share two corners, among all cells nearby."""
    _, q, r = cell
    around = [
        (kind, q + i, r + j) for kind in "ud" for i in (-2, -1, 0, 1, 2) for j in (-2, -1, 0, 1, 2)
    ]
    return [other for other in around if len(set(corners(other)) & set(corners(cell))) == 2]


NEAR = {kind: neighbours((kind, 0, 0)) for kind in "ud"}


def beside(cell: Cell) -> list[Cell]:
    """Find the neighbours by moving those of the cell at the origin."""
    return [(kind, q + cell[1], r + cell[2]) for kind, q, r in NEAR[cell[0]]]


def turned(tile: str) -> set[str]:
    """List the ways in which a tile can lie (DRE-5)."""
    return {tile, tile[1:] + tile[0], tile[2] + tile[:2]}


def part(start: Cell, cells: set[Cell]) -> set[Cell]:
    """Collect the edge-connected set of cells around one of them."""
    found, waiting = {start}, [start]
    while waiting:
        for other in beside(waiting.pop()):
            if other in cells and other not in found:
                found.add(other)
                waiting.append(other)
    return found


class NaiveDreieck:
    """The rules under one choice of parameters and readings; a position is its exchanged form."""

    def __init__(
        self, params: dict[str, Any] | None = None, rulings: dict[str, str] | None = None
    ) -> None:
        """Take parameters and readings."""
        params = params or {}
        self.rulings = {**DEFAULTS, **(rulings or {})}
        self.players = [f"p{number + 1}" for number in range(params.get("k", 2))]
        letters = "abcdefghijklmnopqrstuvwxyz"[: params.get("s", 4)]
        self.names = sorted({min(turned(a + b + c)) for a, b, c in product(letters, repeat=3)})
        self.stacks = params["stacks"] if params.get("supply", "hand") == "stack" else None

    def initial(self) -> dict[str, Any]:
        """Set up (DRE-1, 2)."""
        return {
            "tiles": {},
            "left": {
                player: list(self.stacks[player] if self.stacks else self.names)
                for player in self.players
            },
            "captured": dict.fromkeys(self.players, 0),
            "passes": 0,
            "turn": "p1",
        }

    def matches(self, table: dict[Cell, tuple[str, str]], cell: Cell, symbols: str) -> bool:
        """Apply DRE-3 and 4 to an empty cell of a table that is not empty."""
        mine = dict(zip(corners(cell), symbols, strict=True))
        fits = []
        for other in beside(cell):
            if other in table:
                theirs = dict(zip(corners(other), table[other][1], strict=True))
                fits.append(all(mine[point] == theirs[point] for point in mine if point in theirs))
        if not fits:
            return False
        return all(fits) if self.rulings["match"] == "all" else any(fits)

    def outside(self, region: set[Cell]) -> set[Cell]:
        """Collect the unbounded part of what is not the region, as far as two cells around it."""
        qs, rs = [each[1] for each in region], [each[2] for each in region]
        window = {
            (kind, q, r)
            for kind in "ud"
            for q in range(min(qs) - 2, max(qs) + 3)
            for r in range(min(rs) - 2, max(rs) + 3)
        }
        return part(("u", min(qs) - 2, min(rs) - 2), window - region)

    def regions(self, cells: frozenset[Cell]) -> list[tuple[set[Cell], set[Cell]]]:
        """Divide the cells of one owner into regions, each with the cells around it."""
        found, left = [], set(cells)
        while left:
            region = part(min(left), left)
            left -= region
            found.append((region, {other for each in region for other in beside(each)} - region))
        return found

    def captures(self, table: dict[Cell, tuple[str, str]], laid: Cell) -> set[Cell]:
        """Collect the tiles that the tile just laid captures (DRE-7); symbols do not matter."""
        found: set[Cell] = set()
        others: dict[str, list[Cell]] = {}
        for cell, (owner, _) in table.items():
            if owner != table[laid][0]:
                others.setdefault(owner, []).append(cell)
        for region, around in chain(*(self.regions(frozenset(each)) for each in others.values())):
            other_sides = around
            if self.rulings["trigger"] == "completing" and laid not in other_sides:
                continue
            if self.rulings["outline"] == "outer":
                other_sides = other_sides & self.outside(region)
            if self.rulings["trigger"] == "completing" and laid not in other_sides:
                continue
            if all(other in table for other in other_sides):
                found |= region
        return found

    def table(self, state: dict[str, Any]) -> dict[Cell, tuple[str, str]]:
        """Read the tiles."""
        return {
            cell_of(text): (owner, symbols) for text, (owner, symbols) in state["tiles"].items()
        }

    def legal_actions(self, state: dict[str, Any]) -> list[str]:
        """List the legal actions, sorted."""
        mover = state["turn"]
        if mover is None:
            return []
        hand = state["left"][mover]
        table = self.table(state)
        if self.stacks is not None:
            hand = hand[:1]
        if not table:
            return sorted(f"u0,0:{tile}" for tile in hand)
        actions = []
        for cell in {other for each in table for other in beside(each)} - set(table):
            ways = [
                symbols
                for tile in hand
                for symbols in turned(tile)
                if self.matches(table, cell, symbols)
            ]
            actions += [f"{text_of(cell)}:{symbols}" for symbols in ways]
            if (
                ways
                and self.rulings["claim"] == "may"
                and self.captures({**table, cell: (mover, "")}, cell)
            ):
                actions += [f"{text_of(cell)}:{symbols}~" for symbols in ways]
        return sorted(actions) or ["pass"]

    def play(self, state: dict[str, Any], action: str) -> dict[str, Any]:
        """Give the position after a legal action."""
        mover = state["turn"]
        left = {player: list(tiles) for player, tiles in state["left"].items()}
        captured = dict(state["captured"])
        table = self.table(state)
        passes = state["passes"]
        if action == "pass":
            passes += 1
            if self.stacks is not None and self.rulings["stuck"] == "bury":
                left[mover] = left[mover][1:] + left[mover][:1]
        else:
            passes = 0
            where, symbols = action.removesuffix("~").split(":")
            left[mover].remove(min(turned(symbols)))
            table[cell_of(where)] = (mover, symbols)
            if not action.endswith("~"):
                for cell in self.captures(table, cell_of(where)):
                    del table[cell]
                    captured[mover] += 1
        over = passes == len(self.players) or not any(left.values())
        following = self.players[(self.players.index(mover) + 1) % len(self.players)]
        return {
            "tiles": {text_of(cell): list(tile) for cell, tile in table.items()},
            "left": left,
            "captured": captured,
            "passes": passes,
            "turn": None if over else following,
        }

    def to_json(self, state: dict[str, Any]) -> dict[str, Any]:
        """Write the position as the page says."""
        return state

    def turn(self, state: dict[str, Any]) -> str | None:
        """Return who is to act."""
        return state["turn"]

    def is_over(self, state: dict[str, Any]) -> bool:
        """Return whether the game has ended (DRE-9)."""
        return state["turn"] is None

    def scores(self, state: dict[str, Any]) -> dict[str, int]:
        """Apply DRE-8 and 10."""
        return {
            player: state["captured"][player] - len(state["left"][player])
            for player in self.players
        }

    def winners(self, state: dict[str, Any]) -> list[str]:
        """Apply DRE-11."""
        if not self.is_over(state):
            return []
        scores = self.scores(state)
        return [player for player in self.players if scores[player] == max(scores.values())]
