"""Regions of Dreieck nimmt and what encloses them, as `outline` and `trigger` are read."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.spec.dreieck.facts import Facts, Move, Position, Rules
from rulewright.spec.logic import Fact, Link, all_of, any_of, not_


def links_of_one_player(laid: Position) -> list[Link]:
    """The ways inside regions: between neighbours on which tiles of the same player lie."""
    return [
        (one, other, any_of(all_of((own[one], own[other])) for own in laid.owner))
        for one, other, _ in laid.window.joints
    ]


def cells_across_edges_that_count(rules: Rules, laid: Position, region: Sequence[Fact]) -> Facts:
    """For each cell: it is on the other side of an edge of the region that `outline` counts."""
    beyond = {
        "outer": unbounded_part_outside,
        "every": everything_outside,
    }[rules.rulings.outline](rules, laid, region)
    return tuple(
        all_of((outside, any_of(region[other] for other, _ in around)))
        for outside, around in zip(beyond, laid.window.around, strict=True)
    )


def unbounded_part_outside(rules: Rules, laid: Position, region: Sequence[Fact]) -> Sequence[Fact]:
    """`outline=outer`: for each cell, it is in the unbounded part of what is not the region.

    That is the part that reaches the rim of the window (see `Window`); parts hang together by edges,
    whether their cells are laid or empty.
    """
    outside = everything_outside(rules, laid, region)
    start = [all_of(pair) for pair in zip(laid.window.rim, outside, strict=True)]
    links = [
        (one, other, all_of((outside[one], outside[other]))) for one, other, _ in laid.window.joints
    ]
    return rules.reach(start, links)


def everything_outside(rules: Rules, laid: Position, region: Sequence[Fact]) -> Sequence[Fact]:
    """`outline=every`: for each cell, it is not in the region."""
    return [not_(inside) for inside in region]


def others_beside_the_tile(laid: Position, move: Move) -> list[Fact]:
    """`trigger=completing`: for each cell, another player's tile lies there, beside the tile laid."""
    around = laid.window.around
    return [
        all_of((other, any_of(move.at.get(near, False) for near, _ in around[cell])))
        for cell, other in enumerate(tiles_of_others(laid))
    ]


def others_anywhere(laid: Position, move: Move) -> list[Fact]:
    """`trigger=standing`: for each cell, another player's tile lies there, and a tile was laid."""
    return [all_of((move.lays, other)) for other in tiles_of_others(laid)]


def is_triggered(rules: Rules, move: Move, across: Facts) -> Fact:
    """The tile laid is across an edge that counts (`completing`), or anywhere (`standing`)."""
    beside = any_of(all_of((across[cell], laid)) for cell, laid in move.at.items())
    return {"completing": beside, "standing": move.lays}[rules.rulings.trigger]


def tiles_of_others(laid: Position) -> list[Fact]:
    """For each cell: a tile lies there, of a player who is not to move."""
    return [
        any_of(all_of((own, not_(turn))) for own, turn in zip(here, laid.turn, strict=True))
        for here in zip(*laid.owner, strict=True)
    ]
