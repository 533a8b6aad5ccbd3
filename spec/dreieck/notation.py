"""Actions and positions of Dreieck nimmt as exchanged: texts, and JSON in the form of the page."""

from __future__ import annotations

import re
from typing import Any

from attrs import frozen

from rulewright.interface import Action, ImpossiblePosition, Json, MalformedPosition
from rulewright.spec.dreieck.board import Cell, spell, steps_from_first, window_around
from rulewright.spec.dreieck.facts import Facts, Position, Rules, Symbols

PASS = "pass"  # noqa: S105 - an action, no secret
NUMBER = r"(0|-?[1-9][0-9]{0,17})"
CELL = re.compile(rf"([ud]){NUMBER},{NUMBER}")
LAYING = re.compile(rf"([ud]){NUMBER},{NUMBER}:([a-z]{{3}})(~?)")


@frozen
class Laying:
    """An action that lays a tile: where, what the corners show, and whether captures are declined."""

    cell: Cell
    way: str
    leaves: bool

    def __str__(self) -> str:
        """Spell the action."""
        return f"{spell(self.cell)}:{self.way}{'~' if self.leaves else ''}"


def laying_of(rules: Rules, action: Action) -> Laying | None:
    """Read an action that lays a tile; None for text that is none in exactly the page's spelling."""
    found = LAYING.fullmatch(action)
    if found is None:
        return None
    kind, q, r, way, leaves = found.groups()
    if not set(way) <= set(rules.symbols) or (leaves and rules.rulings.claim == "must"):
        return None
    return Laying((kind, int(q), int(r)), way, bool(leaves))


def cell_of(text: str) -> Cell:
    """Read the name of a cell; raises ValueError for text that is none."""
    found = CELL.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} names no cell")
    return found[1], int(found[2]), int(found[3])


def symbols_of(rules: Rules, way: str) -> Symbols:
    """Turn three letters into facts."""
    first, second, third = (tuple(letter == symbol for symbol in rules.symbols) for letter in way)
    return first, second, third


def way_of(rules: Rules, symbols: Symbols) -> str:
    """Turn concrete facts into three letters."""
    return "".join(rules.symbols[facts.index(True)] for facts in symbols)


# ------------------------------------------------------------------------------------------ writing


def write(rules: Rules, position: Position) -> Json:
    """Write a concrete position."""
    tiles = {
        spell(cell): [player, way_of(rules, shown)]
        for player, own in zip(rules.players, position.owner, strict=True)
        for cell, lies, shown in zip(position.window.cells, own, position.symbols, strict=True)
        if lies
    }
    turn = [player for player, own in zip(rules.players, position.turn, strict=True) if own]
    return {
        "tiles": dict(sorted(tiles.items())),
        "left": {player: left_of(rules, position, n) for n, player in enumerate(rules.players)},
        "captured": dict(zip(rules.players, position.captured, strict=True)),
        "passes": position.passes.index(True),
        "turn": turn[0] if turn else None,
    }


def left_of(rules: Rules, position: Position, player: int) -> list[str]:
    """List the names of a player's tiles not laid: sorted, or as stacked, top first."""
    left = position.left[player]
    order: tuple[int, ...] = tuple(range(len(left)))
    if rules.stacked and any(left):
        order = rules.stacks[player]
        begin = order.index(position.top[player].index(True))
        order = order[begin:] + order[:begin]
    return [rules.tiles[tile] for tile in order if left[tile]]


# ------------------------------------------------------------------------------------------ reading


def read(rules: Rules, position: Json) -> Position:
    """Read a position whose form is right.

    Raises `MalformedPosition` where it is not, and `ImpossiblePosition` for what facts cannot even
    express: tiles too far away, and stacks in another order. Clauses are not looked at.
    """
    demand(
        isinstance(position, dict)
        and set(position) == {"tiles", "left", "captured", "passes", "turn"},
        "a position is an object with the keys tiles, left, captured, passes and turn",
    )
    tiles = read_tiles(rules, position["tiles"])
    left = read_left(rules, position["left"])
    captured, passes, turn = position["captured"], position["passes"], position["turn"]
    each = f"for each of {', '.join(rules.players)}"
    is_complete = isinstance(captured, dict) and set(captured) == set(rules.players)
    demand(is_complete and all(map(is_count, captured.values())), f"'captured' is a count {each}")
    demand(
        is_count(passes) and passes <= rules.params.k,
        f"'passes' must be a whole number from 0 to {rules.params.k}",
    )
    demand(
        turn is None or (isinstance(turn, str) and turn in rules.players),
        f"'turn' must be null or one of {', '.join(rules.players)}",
    )
    full = len(rules.tiles)
    laid = rules.params.k * full - sum(map(len, left.values()))
    refuse_far_tiles(tiles, laid)
    window = window_around(tiles)
    lying = [tiles.get(cell) for cell in window.cells]
    blank: Facts = (False,) * len(rules.symbols)
    return Position(
        window=window,
        owner=tuple(
            tuple(tile is not None and tile[0] == player for tile in lying)
            for player in rules.players
        ),
        symbols=tuple(
            (blank, blank, blank) if tile is None else symbols_of(rules, tile[1]) for tile in lying
        ),
        left=tuple(tuple(name in left[player] for name in rules.tiles) for player in rules.players),
        top=tuple(
            tuple(name == next(iter(left[player]), None) for name in rules.tiles)
            for player, _ in zip(rules.players, rules.stacks, strict=False)
        ),
        captured=tuple(captured[player] for player in rules.players),
        passes=tuple(number == passes for number in range(rules.params.k + 1)),
        begun=laid > 0,
        turn=tuple(player == turn for player in rules.players),
    )


def read_tiles(rules: Rules, tiles: Any) -> dict[Cell, tuple[str, str]]:
    """Read the tiles that lie: cell to owner and symbols."""
    demand(isinstance(tiles, dict), "'tiles' must be an object from cells such as 'u0,-1' to tiles")
    found = {}
    for text, tile in tiles.items():
        cell = CELL.fullmatch(text) if isinstance(text, str) else None
        demand(cell is not None, f"{text!r} is no cell such as 'u0,-1'")
        assert cell is not None
        demand(
            isinstance(tile, list)
            and len(tile) == 2  # noqa: PLR2004 - owner and symbols
            and all(isinstance(part, str) for part in tile)
            and tile[0] in rules.players
            and len(tile[1]) == 3  # noqa: PLR2004 - corners
            and set(tile[1]) <= set(rules.symbols),
            f"the tile on {text} must be a player and the symbols on its corners, as ['p1', 'aab']",
        )
        found[cell[1], int(cell[2]), int(cell[3])] = (tile[0], tile[1])
    return found


def read_left(rules: Rules, left: Any) -> dict[str, list[str]]:
    """Read the tiles not laid, and demand their order."""
    demand(
        isinstance(left, dict) and set(left) == set(rules.players),
        f"'left' must have a list for each of {', '.join(rules.players)}",
    )
    for number, player in enumerate(rules.players):
        names = left[player]
        demand(
            isinstance(names, list)
            and all(isinstance(name, str) and name in rules.tiles for name in names)
            and len(set(names)) == len(names),
            f"'left' of {player} must be a list of names of tiles such as 'aab', each at most once",
        )
        if not rules.stacked:
            demand(names == sorted(names), f"'left' of {player} must be sorted as text")
        elif names:
            order = [rules.tiles[tile] for tile in rules.stacks[number]]
            begin = order.index(names[0])
            if names != [name for name in order[begin:] + order[:begin] if name in names]:
                raise ImpossiblePosition("DRE-1", f"the stack of {player} has changed its order")
    return dict(left)


def refuse_far_tiles(tiles: dict[Cell, tuple[str, str]], laid: int) -> None:
    """Raise `ImpossiblePosition` for a tile to which no chain of as many tiles leads from u0,0."""
    for cell in tiles:
        if steps_from_first(cell) >= laid:
            raise ImpossiblePosition(
                "DRE-3", f"{laid} tiles have been laid, too few to reach {spell(cell)} from u0,0"
            )


def is_count(value: Any) -> bool:
    """Return whether a value is a whole number of at least 0."""
    return type(value) is int and value >= 0


def demand(met: bool, what: str) -> None:
    """Raise `MalformedPosition` unless the demand is met."""
    if not met:
        raise MalformedPosition(f"malformed position: {what}")
