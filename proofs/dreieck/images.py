"""What a tile takes from a table, and what it takes from the image of the table: by exhaustion.

Every way in which tiles can lie on a patch of cells round the one that is laid is a lane of a bit
vector, and so is its image. What is taken, what stays and what is counted come from the formulas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import product

import numpy as np
import z3
from attrs import evolve, frozen
from numpy.typing import NDArray

from rulewright.proofs.computed import Computed, Enumeration
from rulewright.proofs.dreieck.laying import LaidAndCaptured, every_laying
from rulewright.proofs.dreieck.setting import (
    MIDDLE,
    after_taking,
    any_symbols,
    effect,
    laid_down,
    names_of,
    permitted,
)
from rulewright.proofs.theorem import as_terms
from rulewright.proofs.unknowns import once
from rulewright.spec.dreieck.board import FIRST, Cell, Vertex, window_around
from rulewright.spec.dreieck.evaluation import Evaluation
from rulewright.spec.dreieck.facts import Facts, Position, Rules, seen_through
from rulewright.spec.dreieck.options import Parameters, Rulings
from rulewright.spec.dreieck.rulebook import RULEBOOK
from rulewright.spec.dreieck.symmetry import about_first, moved
from rulewright.spec.lanes import lanes_in, pack
from rulewright.spec.logic import Fact, any_of, iff, not_

BESIDE: tuple[Cell, ...] = (("d", 0, 0), ("d", -1, 0))
REACHED: tuple[Cell, ...] = (("u", 1, 0), ("u", 0, 1), ("d", 1, 0), ("d", 1, -1))
"""Cells from which a region of two, at `d0,0` and `u1,0`, and its whole outline are made up."""
PATCHES: Mapping[int, tuple[Cell, ...]] = {
    2: (*BESIDE, *REACHED, ("d", 0, 1), ("d", -1, 1), ("u", -1, 0), ("u", -1, 1), ("d", 0, -1)),
    3: (*BESIDE, *REACHED, ("u", -1, 0), ("u", -1, 1)),
}
"""By number of players, the cells round `u0,0` on which anything may lie."""


@frozen
class TableImage:
    """Where cells go, and how many places in turn order the players are passed on."""

    name: str
    vertex: Callable[[Vertex], Vertex] = lambda vertex: vertex
    passed_on: int = 0
    turn_passed_on: int = 0

    def cell(self, cell: Cell) -> Cell:
        """Where a cell goes."""
        return moved(self.vertex, cell, "012")[0]


IMAGES = (
    TableImage("turned by 120 degrees about the cell", about_first),
    TableImage("turned by 180 degrees about an edge", lambda vertex: (-vertex[0], 1 - vertex[1])),
    TableImage("moved", lambda vertex: (vertex[0] + 1, vertex[1])),
    TableImage("moved another way", lambda vertex: (vertex[0], vertex[1] + 1)),
    TableImage("players passed on", passed_on=1, turn_passed_on=1),
)
NOT_THE_TURN = TableImage("players passed on, but not the turn", passed_on=1)


@frozen(eq=False)
class TablesAfter:
    """The results on all tables, one lane per table."""

    width: int
    cells: Mapping[Cell, int]
    gone: Facts
    """For each cell: the tile on it is captured."""
    after: Position

    def captures(self) -> int:
        """In how many tables anything is captured."""
        return lanes_in(any_of(self.gone), self.width).bit_count()


@once
def tables_of(k: int) -> NDArray[np.int8]:
    """All tables of the patch: 0, or the number of a player from 1; ``[table, cell]``."""
    numbers = np.arange((k + 1) ** len(PATCHES[k]))
    columns = [numbers // (k + 1) ** place % (k + 1) for place in range(len(PATCHES[k]))]
    return np.stack(columns, axis=1).astype(np.int8)


def taken(k: int, readings: Mapping[str, str], image: TableImage | None = None) -> TablesAfter:
    """Let p1 lay a tile on `u0,0` in every table, or the image of p1 in its image."""
    here = image or TableImage("as it is")
    tables = tables_of(k)
    width = len(tables)
    target = here.cell(FIRST)
    window = window_around((target, *map(here.cell, PATCHES[k])))
    rules = Rules(Parameters(k, 1), Rulings(**readings))
    owner: list[list[Fact]] = [[False] * len(window.cells) for _ in range(k)]
    for place, cell in enumerate(PATCHES[k]):
        for player in range(k):
            whose = (player + here.passed_on) % k
            owner[whose][window.number[here.cell(cell)]] = pack(tables[:, place] == player + 1)
    turn = tuple(player == here.turn_passed_on for player in range(k))
    before = evolve(
        seen_through(effect("DRE-1", rules), window),
        owner=tuple(map(tuple, owner)),
        turn=turn,
        begun=True,
    )
    move = evolve(Evaluation(rules, RULEBOOK, width).nothing, at={window.number[target]: True})
    laid = laid_down(rules, before, move)
    gone: Facts = effect("DRE-7", rules, laid, move)
    after = after_taking(rules, laid, gone, move)
    return TablesAfter(width, window.number, gone, after)


def alike(k: int, readings: Mapping[str, str], images: Iterable[TableImage] = IMAGES) -> Computed:
    """In every table the same tiles are taken, and counted for the same player, as in its images."""
    own = taken(k, readings)
    detail = f"k={k}, {', '.join(readings.values())}"
    for image in images:
        other = taken(k, readings, image)
        if differences(k, own, other, image):
            return Computed(False, f"{detail}: another result when {image.name}", own.width)
    if not own.captures():
        return Computed(False, f"{detail}: nothing is ever captured", own.width)
    detail += f": alike in {own.width:,} tables, {own.captures():,} with captures"
    return Computed(True, detail, own.width)


def differences(k: int, own: TablesAfter, other: TablesAfter, image: TableImage) -> int:
    """Count the tables whose results differ from those of their images."""
    pairs = [
        (own.gone[number], other.gone[other.cells[image.cell(cell)]])
        for cell, number in own.cells.items()
        if image.cell(cell) in other.cells
    ]
    same: list[Fact] = []
    for player in range(k):
        whose = (player + image.passed_on) % k
        pairs += (
            (
                own.after.owner[player][number],
                other.after.owner[whose][other.cells[image.cell(cell)]],
            )
            for cell, number in own.cells.items()
            if image.cell(cell) in other.cells
        )
        same.append(own.after.captured[player] == other.after.captured[whose])
    same += (iff(*pair) for pair in pairs)
    return lanes_in(any_of(map(not_, same)), own.width).bit_count()


def every_enumeration() -> Iterator[Enumeration]:
    """Two and three players, under the readings of the questions that say what is captured."""
    for k, trigger, outline in product(PATCHES, ("completing", "standing"), ("outer", "every")):
        readings = {"trigger": trigger, "outline": outline}
        name = f"captures are kept, k={k}, {trigger}, {outline}"
        yield Enumeration(name, partial(alike, k, readings))


# ------------------------------------------------------------------------------------ the symbols


def names_in(facts: Iterable[Fact]) -> frozenset[str]:
    """The names of all constants that occur in some terms."""
    waiting: list[z3.ExprRef] = list(as_terms(facts))
    seen = {term.get_id() for term in waiting}
    found = set()
    while waiting:
        term = waiting.pop()
        if z3.is_const(term) and term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            found.add(str(term.decl().name()))
        for child in term.children():
            if child.get_id() not in seen:
                seen.add(child.get_id())
                waiting.append(child)
    return frozenset(found)


def symbols_named(here: LaidAndCaptured) -> frozenset[str]:
    """The names of all facts that say which symbol is shown on a corner."""
    shown = [any_symbols(here.rules, cell) for cell in (*names_of(here.before.window), "new")]
    return names_in(fact for corners in shown for facts in corners for fact in facts)


def captures_look_at_no_symbols() -> Computed:
    """No symbol occurs in what DRE-7 says, or in the questions that it asks of reachability."""
    looked = 0
    for here in every_laying():
        asked = [
            fact
            for answers in here.asked
            for answer in answers
            for fact in (*answer.start, *(link for _, _, link in answer.links))
        ]
        looked += 1
        if names_in((*here.taken, *asked)) & symbols_named(here):
            return Computed(False, f"a symbol occurs: {here.named}", looked)
    return Computed(True, f"no symbol occurs in {looked} layings", looked)


def laying_looks_at_no_symbols() -> Computed:
    """Claim wrongly the same of DRE-4."""
    here = LaidAndCaptured(2, MIDDLE[0])
    permits = permitted(here.rules, here.before, here.move, "DRE-4")
    found = not names_in(permits) & symbols_named(here)
    return Computed(found, "no symbol occurs in DRE-4", len(permits))
