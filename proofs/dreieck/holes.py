"""Regions with a hole: on these, and no others, the readings of `outline` part."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rulewright.proofs.computed import Computed, Enumeration, Exhibit, FalseExhibit, game_of
from rulewright.proofs.dreieck.parting import part_after, sides
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Theorem
from rulewright.spec.dreieck.board import FIRST, Cell, Window, window_around, window_from
from rulewright.spec.dreieck.notation import cell_of

HOLE = game_of(
    "u0,0:aad d0,0:acd d0,-1:aaa u1,-1:aca d-1,0:adb u-1,1:bda u-1,0:aab d-1,1:dba d-2,0:abb "
    "u-2,1:bba u-2,0:cab d-3,0:cbc d-2,-1:dac u-2,-1:adc u0,-1:caa d0,-2:bac u-1,-1:dca d-1,-2:ccd"
)
"""p1 lays nine tiles round `d-1,-1`, and p2 a wall of eight round them, and one elsewhere."""
OTHERS = {
    3: "u1,0:adc d1,0:dcc u1,1:ccb d1,1:cbb u1,2:bba d0,2:bad u0,3:dab u2,1:cdb",
    4: "u0,1:dcb d0,1:cbb u0,2:bba d0,2:bda d-1,2:baa u1,2:bad d1,2:aad u2,2:aaa "
    "u0,3:adc d0,3:dcc u0,4:ccd d-1,4:cdd d2,2:aaa d0,4:cad u-1,5:ddb u1,4:caa",
}
"""By number of players, what the third one and the fourth lay meanwhile, in turn, out of the way."""
SMALLEST = 9
"""Tiles of the smallest region with a hole."""


def regions(size: int, window: Window) -> Iterator[frozenset[Cell]]:
    """Return all edge-connected sets of so many cells that contain the first cell."""
    found = {frozenset({window.number[FIRST]})}
    for _ in range(size - 1):
        found = {
            cells | {other}
            for cells in found
            for cell in cells
            for other, _ in window.around[cell]
            if other not in cells
        }
    return (frozenset(window.cells[cell] for cell in cells) for cells in found)


def reached(start: int, among: set[int], window: Window) -> set[int]:
    """Find what can be reached from a cell by edges, among some cells of a window."""
    seen, waiting = {start}, [start]
    while waiting:
        near = {other for other, _ in window.around[waiting.pop()] if other in among} - seen
        seen |= near
        waiting += near
    return seen


def has_hole(cells: frozenset[Cell]) -> bool:
    """Return whether cells are connected, and enclose a cell that the rim cannot reach."""
    window = window_around(cells)
    inside = {window.number[cell] for cell in cells}
    outside = set(range(len(window.cells))) - inside
    if reached(min(inside), inside, window) != inside:
        return False
    return reached(0, outside, window) != outside


def no_hole_up_to(size: int) -> Computed:
    """Look for a hole in every region of at most so many tiles."""
    looked = 0
    for tiles in range(1, size + 1):
        window = window_from((-tiles, -tiles), (tiles, tiles))
        for region in regions(tiles, window):
            looked += 1
            if has_hole(region):
                return Computed(False, f"a region of {tiles} tiles has a hole", looked)
    return Computed(True, f"none of {looked} regions of up to {size} tiles has a hole", looked)


def hole_parts(k: int) -> Computed:
    """Replay the game: `outer` takes nine tiles, `every` none."""
    return part_after(sides({"k": k}, "outline"), tuple(game_round_a_hole(k)))


def game_round_a_hole(k: int) -> Iterator[str]:
    """Let p1 and p2 play the game for two; in between the others lay their tiles."""
    others = iter(OTHERS.get(k, "").split())
    for first, second in zip(HOLE[::2], HOLE[1::2], strict=True):
        yield from (first, second, *islice(others, k - 2))


def nine() -> list[Cell]:
    """The cells of the region that is taken."""
    return sorted(cell_of(move.split(":")[0]) for move in HOLE[::2])


def hole_of_nine() -> Computed:
    """The nine tiles that are taken are a region with a hole."""
    cells = frozenset(nine())
    return Computed(len(cells) == SMALLEST and has_hole(cells), "nine tiles make a hole", 1)


def hole_of_eight() -> Computed:
    """Claim wrongly that one of the nine tiles is not needed."""
    found = [has_hole(frozenset(nine()) - {cell}) for cell in nine()]
    return Computed(any(found), "eight of the nine tiles make a hole", len(found))


OUTER_AND_EVERY = Theorem(
    name="outline_outer_differs_from_every_after_eighteen_actions",
    statement="The readings `outer` and `every` of outline part only at regions with a hole. The "
    "smallest have nine tiles of one player, so with two players the ninth is laid no earlier than as "
    "the seventeenth, and the capture comes after eighteen actions at the earliest; there is such. With "
    "k players these are 8k+1 and 8k+2: twenty-six with three and thirty-four with four.",
    scope=TheoremScope(
        "games",
        "the least: any number of players and symbols, every region of up to eight tiles; the games: "
        "k = 2, 3, 4 and s = 4, the other readings the default ones",
    ),
    clauses=("DRE-7", "outline"),
    parts=(
        Enumeration("smaller regions have no hole", lambda: no_hole_up_to(SMALLEST - 1)),
        Exhibit("a region of nine with a hole", hole_of_nine),
        Exhibit("eighteen actions", lambda: hole_parts(2)),
        Exhibit("twenty-six with three players", lambda: hole_parts(3)),
        Exhibit("thirty-four with four players", lambda: hole_parts(4)),
        FalseExhibit(
            "eight of them make a hole",
            hole_of_eight,
            of="a region of nine with a hole",
            changed="one of the nine tiles is left out",
        ),
    ),
)
