"""What is rare in a game of Dreieck nimmt, and how often it occurred: a campaign must have seen it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import numpy as np

from rulewright.interface import Action, Engine, Recording
from rulewright.spec.catalogue import Occasion
from rulewright.spec.dreieck.board import Cell, window_around
from rulewright.spec.dreieck.bulk import cell_at
from rulewright.spec.dreieck.notation import PASS, cell_of

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

THREE = {"k": 3}
STRICT: Mapping[str, str] = {}
LOOSE, FREE = {"match": "one"}, {"claim": "may"}
OCCASIONS = (
    Occasion(ONE_TILE, THREE, STRICT),
    Occasion(SEVERAL_TILES, THREE, LOOSE),
    Occasion(SEVERAL_REGIONS, THREE, LOOSE),
    Occasion(WITH_HOLE, THREE, LOOSE),
    Occasion(SEVERAL_COLOURS, THREE, LOOSE),
    Occasion(TOGETHER, THREE, STRICT),
    Occasion(BY_ITS_OWNER, THREE, LOOSE),
    Occasion(AGAIN, THREE, LOOSE),
    Occasion(DECLINED, THREE, FREE),
    Occasion(PASSED, {"k": 3, "s": 3}, STRICT),
)
"""Several colours are captured at once only from three players on; captures can be declined only where
`claim` says so."""
SMALLEST_WITH_HOLE = 9
"""Tiles of the smallest region with a hole: see the theorem on `outline`."""


def occasions(engine: Engine[Any], moves: Iterable[Action]) -> Counter[str]:
    """Count the rare occasions in a game that an engine plays."""
    history = History()
    state = engine.initial()
    before = engine.to_json(state)
    for action in moves:
        state = engine.play(state, action)
        after = engine.to_json(state)
        taken = {cell_of(text) for text in before["tiles"] if text not in after["tiles"]}
        holds = bool(before["left"][before["turn"]])
        history.goes_on(action, before["turn"], taken, holds=holds)
        before = after
    return +history.seen


def counted(recording: Recording) -> Counter[str]:
    """Count the rare occasions in recorded games, each recorded from its start."""
    place = {name: column for column, name in enumerate(recording.places)}
    tiles = [name.removesuffix(" lies") for name in recording.places if name.endswith(" lies")]
    lies = recording.board[:, :, [place[f"{name} lies"] for name in tiles]]
    gone = lies == recording.contents.index("captured")
    taken: dict[tuple[int, int], set[Cell]] = {}
    for ply, game, tile in np.argwhere(gone[1:] & ~gone[:-1]).tolist():
        codes = (
            recording.board[ply, game, place[f"{tiles[tile]} {what}"]]
            for what in ("lies", "q", "r")
        )
        cell = cell_at(*(recording.contents[code] for code in codes))
        assert cell is not None, "what is taken lay on a cell"
        taken.setdefault((game, ply), set()).add(cell)
    owners = np.array([name.split()[0] for name in tiles])
    seen: Counter[str] = Counter()
    for game in range(recording.played.shape[1]):
        history = History()
        for ply, number in enumerate(recording.played[:, game].tolist()):
            if number < 0:
                break
            action, mover = recording.actions[number], recording.players[recording.turn[ply, game]]
            holds = action == PASS and bool((lies[ply, game][owners == mover] == 0).any())
            history.goes_on(action, mover, taken.get((game, ply), set()), holds=holds)
        seen += history.seen
    return seen


class History:
    """A game as it goes on: whose tiles lie where, what was vacated, and what rare things were seen."""

    def __init__(self) -> None:
        """Begin with the empty table."""
        self.owner: dict[Cell, str] = {}
        self.vacated: set[Cell] = set()
        self.seen: Counter[str] = Counter()

    def goes_on(self, action: Action, mover: str, taken: set[Cell], *, holds: bool) -> None:
        """Play an action by which these tiles were taken; `holds`: its player has tiles left."""
        if action == PASS:
            self.seen[PASSED] += holds
            return
        laid = cell_of(action.split(":")[0])
        self.owner[laid] = mover
        self.of_laying(laid, taken)
        self.seen[AGAIN] += bool(taken & self.vacated)
        self.seen[DECLINED] += action.endswith("~")
        self.vacated |= taken
        for cell in taken:
            del self.owner[cell]

    def of_laying(self, laid: Cell, taken: set[Cell]) -> None:
        """Count what occurred when a tile was laid and these tiles were taken."""
        seen, regions = self.seen, []
        while taken:
            regions.append(self.region(min(taken)))
            taken = taken - regions[-1]
        for region in regions:
            outside = unbounded(region)
            across = {self.owner.get(cell, "") for cell in round_about(region) & outside}
            seen[ONE_TILE if len(region) == 1 else SEVERAL_TILES] += 1
            seen[TOGETHER] += len(across) > 1
            seen[WITH_HOLE] += not round_about(region) <= outside
        seen[SEVERAL_REGIONS] += len(regions) > 1
        seen[SEVERAL_COLOURS] += len({self.owner[min(region)] for region in regions}) > 1
        seen[BY_ITS_OWNER] += self.is_closed(self.region(laid))

    def region(self, cell: Cell) -> set[Cell]:
        """Find the region of a tile."""
        owner, found, waiting = self.owner[cell], {cell}, [cell]
        while waiting:
            for near in beside(waiting.pop()):
                if near not in found and self.owner.get(near) == owner:
                    found.add(near)
                    waiting.append(near)
        return found

    def is_closed(self, region: set[Cell]) -> bool:
        """Return whether tiles lie across all outer edges of a region."""
        gaps = {cell for cell in round_about(region) if cell not in self.owner}
        if not gaps or len(region) < SMALLEST_WITH_HOLE:
            return not gaps
        return not gaps & unbounded(region)


@cache
def beside(cell: Cell) -> tuple[Cell, ...]:
    """List the cells that share an edge with one."""
    window = window_around((cell,))
    return tuple(window.cells[other] for other, _ in window.around[window.number[cell]])


def round_about(region: set[Cell]) -> set[Cell]:
    """Find the cells across the edges of a region."""
    return {near for cell in region for near in beside(cell)} - region


def unbounded(region: set[Cell]) -> set[Cell]:
    """Find the unbounded part of what is not a region, as far as it lies near the region."""
    window = window_around(region)
    found, waiting = {window.cells[0]}, [window.cells[0]]
    while waiting:
        for near in beside(waiting.pop()):
            if near in window.number and near not in region and near not in found:
                found.add(near)
                waiting.append(near)
    return found
