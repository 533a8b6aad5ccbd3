"""What is rare in a game of Dreieck nimmt, and how often it occurred: a campaign must have seen it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from rulewright.interface import Action, Engine, Json
from rulewright.spec.dreieck.board import Cell, Window, window_around
from rulewright.spec.dreieck.notation import cell_of

ONE_TILE = "a single tile captured"
SEVERAL_TILES = "a region of several tiles captured"
SEVERAL_REGIONS = "several regions captured at once"
WITH_HOLE = "a region with a hole captured"
SEVERAL_COLOURS = "regions of several colours captured at once"
TOGETHER = "a region captured that several colours enclose"
BY_ITS_OWNER = "a region closed by its own owner"
AGAIN = "a capture in a vacated space"
DECLINED = "a capture declined"
PASSED = "a pass with tiles left"

OCCASIONS = (
    ONE_TILE,
    SEVERAL_TILES,
    SEVERAL_REGIONS,
    WITH_HOLE,
    SEVERAL_COLOURS,
    TOGETHER,
    BY_ITS_OWNER,
    AGAIN,
    DECLINED,
    PASSED,
)


def occasions(engine: Engine[Any], moves: Iterable[Action]) -> Counter[str]:
    """Count the rare occasions in a game that an engine plays.

    Some cannot occur under all options: several colours are captured at once only from three players
    on, and captures are declined only where they may be.
    """
    seen: Counter[str] = Counter()
    state = engine.initial()
    before = engine.to_json(state)
    vacated: set[Cell] = set()
    for action in moves:
        state = engine.play(state, action)
        after = engine.to_json(state)
        taken = {cell_of(text) for text in before["tiles"] if text not in after["tiles"]}
        if action == "pass":
            seen[PASSED] += bool(before["left"][before["turn"]])
        else:
            seen.update(of_laying(Table(before, action), taken))
        seen[AGAIN] += bool(taken & vacated)
        seen[DECLINED] += action.endswith("~")
        vacated |= taken
        before = after
    return +seen


class Table:
    """What lies on the table once a tile is laid and before anything is taken."""

    def __init__(self, before: Json, action: Action) -> None:
        """Lay the tile of an action."""
        self.mover: str = before["turn"]
        self.laid = cell_of(action.split(":")[0])
        self.owner: dict[Cell, str] = {
            cell_of(text): player for text, (player, _) in before["tiles"].items()
        }
        self.owner[self.laid] = self.mover
        self.window: Window = window_around(self.owner)

    def beside(self, cell: Cell) -> list[Cell]:
        """List the cells that share an edge with one."""
        window = self.window
        return [window.cells[other] for other, _ in window.around[window.number[cell]]]

    def together(self, start: Cell, among: set[Cell]) -> set[Cell]:
        """Find what hangs together with a cell, by edges, among some cells."""
        found, waiting = {start}, [start]
        while waiting:
            near = [cell for cell in self.beside(waiting.pop()) if cell in among - found]
            found.update(near)
            waiting += near
        return found

    def region(self, cell: Cell) -> set[Cell]:
        """Find the region of a tile."""
        owner = self.owner[cell]
        return self.together(cell, {other for other, own in self.owner.items() if own == owner})

    def outside(self, region: set[Cell]) -> set[Cell]:
        """Find the unbounded part of what is not a region, as far as the window shows it."""
        window = self.window
        return self.together(window.cells[0], set(window.cells) - region)

    def across(self, region: set[Cell]) -> set[Cell]:
        """Find the cells on the other side of a region's outer edges."""
        outside = self.outside(region)
        return {near for cell in region for near in self.beside(cell) if near in outside}


def of_laying(table: Table, taken: set[Cell]) -> Counter[str]:
    """Count what occurred when a tile was laid and these tiles were taken."""
    seen: Counter[str] = Counter()
    regions = []
    while taken:
        regions.append(table.region(min(taken)))
        taken = taken - regions[-1]
    for region in regions:
        across = {table.owner.get(cell, "") for cell in table.across(region)}
        seen[ONE_TILE if len(region) == 1 else SEVERAL_TILES] += 1
        seen[TOGETHER] += len(across) > 1
        holes = set(table.window.cells) - region - table.outside(region)
        seen[WITH_HOLE] += bool(holes)
    seen[SEVERAL_REGIONS] += len(regions) > 1
    seen[SEVERAL_COLOURS] += len({table.owner[min(region)] for region in regions}) > 1
    own = table.region(table.laid)
    seen[BY_ITS_OWNER] += all(cell in table.owner for cell in table.across(own))
    return +seen
