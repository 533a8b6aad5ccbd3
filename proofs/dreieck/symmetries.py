"""The rules do not change when the lattice is turned, or symbols and players are renamed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve

from rulewright.proofs.computed import Enumeration, FalseExhibit
from rulewright.proofs.dreieck.images import (
    NOT_THE_TURN,
    alike,
    captures_look_at_no_symbols,
    every_enumeration,
    laying_looks_at_no_symbols,
)
from rulewright.proofs.dreieck.setting import (
    BEYOND,
    EACH_KIND,
    LAID,
    MIDDLE,
    any_position,
    effect,
    laid_on,
    permitted,
    rules_of,
    shows_one_symbol_a_corner,
)
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.proofs.unknowns import boolean
from rulewright.spec.dreieck.board import FIRST, Cell, Vertex, name_of
from rulewright.spec.dreieck.facts import Move, Position, Rules, Symbols
from rulewright.spec.dreieck.symmetry import about_first, moved
from rulewright.spec.logic import Fact, all_of, iff

CLAUSES = ("DRE-1", "DRE-3", "DRE-4")
READINGS = ("all", "one")

Renaming = Callable[[Rules, Position, Move], tuple[Position, Move]]


def turned_by(image: Callable[[Vertex], Vertex]) -> Renaming:
    """Turn the lattice: the tile that is laid, and its neighbours, go where `image` takes them."""

    def renamed(rules: Rules, before: Position, move: Move) -> tuple[Position, Move]:
        del rules
        window = before.window
        ((cell, _),) = move.at.items()
        owner = [list(own) for own in before.owner]
        symbols = list(before.symbols)
        for near in (cell, *(other for other, _ in window.around[cell])):
            target, corners = moved(image, window.cells[near], "012")
            place = window.number[target]
            for own, old in zip(owner, before.owner, strict=True):
                own[place] = old[near]
            symbols[place] = by_corner(before.symbols[near], corners)
        target, corners = moved(image, window.cells[cell], "012")
        return (
            evolve(before, owner=tuple(map(tuple, owner)), symbols=tuple(symbols)),
            evolve(
                move, at={window.number[target]: True}, symbols=by_corner(move.symbols, corners)
            ),
        )

    return renamed


def by_corner(symbols: Symbols, corners: str) -> Symbols:
    """Put on each corner what lay on the corner that is now there."""
    first, second, third = (symbols[int(corner)] for corner in corners)
    return first, second, third


def symbols_renamed(image: str) -> Renaming:
    """Rename the symbols a, b, c, d to the letters of `image`."""

    def renamed(rules: Rules, before: Position, move: Move) -> tuple[Position, Move]:
        # The new symbol number n is the old one at `old[n]`.
        old = [image.index(symbol) for symbol in rules.symbols]
        names = ["".join(image[rules.symbols.index(x)] for x in name) for name in rules.tiles]
        to_old = {name_of(name): tile for tile, name in enumerate(names)}
        tiles = [to_old[name] for name in rules.tiles]

        def shown(symbols: Symbols) -> Symbols:
            first, second, third = (tuple(facts[n] for n in old) for facts in symbols)
            return first, second, third

        return (
            evolve(
                before,
                symbols=tuple(map(shown, before.symbols)),
                left=tuple(tuple(own[tile] for tile in tiles) for own in before.left),
            ),
            evolve(move, symbols=shown(move.symbols)),
        )

    return renamed


def players_passed_on(rules: Rules, before: Position, move: Move) -> tuple[Position, Move]:
    """Pass each player's part to the next."""
    del rules
    return (
        evolve(
            before,
            owner=(before.owner[-1], *before.owner[:-1]),
            left=(before.left[-1], *before.left[:-1]),
            turn=(before.turn[-1], *before.turn[:-1]),
        ),
        move,
    )


def keeps_permission(
    name: str, renaming: Renaming, cell: Cell, match: str = "all", *, begun: bool = True
) -> Case:
    """After the first tile, a laying is permitted exactly when its image is."""
    rules = rules_of(3, match=match)
    before = any_position(rules)
    move = laid_on(rules, before, cell)
    image, action = renaming(rules, before, move)
    action = evolve(
        action, tile=effect("DRE-5", rules, action.symbols), named=boolean("image named")
    )
    mine: Fact = all_of(permitted(rules, before, move, *CLAUSES))
    theirs: Fact = all_of(permitted(rules, image, action, *CLAUSES))
    given = (*shows_one_symbol_a_corner(move), *([before.begun] if begun else []))
    return Case(
        f"{name}, {cell[0]}, match={match}", given, iff(mine, theirs), under=rules, step=cell[0]
    )


def half_turn(vertex: Vertex) -> Vertex:
    """Turn by 180 degrees about the edge between the two cells of `MIDDLE`."""
    return -vertex[0], 1 - vertex[1]


RENAMINGS: dict[str, Renaming] = {
    "turned by 180 degrees": turned_by(half_turn),
    "symbols passed on": symbols_renamed("bcda"),
    "two symbols swapped": symbols_renamed("bacd"),
    "players passed on": players_passed_on,
}


def every_renaming() -> Iterator[Case]:
    """Each renaming, for a cell of each kind, under both readings of `match`."""
    for match in READINGS:
        yield keeps_permission("turned about u0,0", turned_by(about_first), FIRST, match)
        for name, renaming in RENAMINGS.items():
            for cell in MIDDLE:
                yield keeps_permission(name, renaming, cell, match)


def mirrored(vertex: Vertex) -> Vertex:
    """Reflect the lattice: handedness changes."""
    return vertex[1], vertex[0]


def flipped() -> Case:
    """Claim wrongly that a reflection keeps permissions: it makes other tiles of the tiles."""
    return keeps_permission("reflected", turned_by(mirrored), FIRST)


THEOREM = Theorem(
    name="rules_do_not_change_under_the_symmetries",
    statement="After the first tile, what may be laid and what is captured does not change when the "
    "lattice is turned or moved, nor with hands when symbols are renamed, or players in turn order; a "
    "reflection does change what may be laid. (Stacks are options, and would be renamed, too. Turning "
    "by 120 degrees about a cell and by 180 about an edge make all turns, with the translations; two "
    "renamings of symbols make all of them.)",
    scope=TheoremScope(
        "window",
        EACH_KIND,
        params={"k": (3,), "s": (4,), "supply": ("hand",)},
        readings={"match": READINGS},
        also="Translations by the form of the formulas, which look at neighbours only. Captures: both "
        "readings of trigger and outline, every table on a patch of twelve cells (k = 2) and of nine "
        "(k = 3), on which no region has a hole, so that the readings of outline agree; larger ones by "
        "the laws checked on both engines",
        rim=(BEYOND,),
    ),
    clauses=("DRE-1", "DRE-3", "DRE-4", "DRE-5", "DRE-7", "DRE-8", "match", "trigger", "outline"),
    parts=(
        Claim(
            "each renaming keeps permissions",
            every_renaming,
            real=LAID,
            evident="it compares the formulas of a clause, of any position and of its image",
        ),
        *every_enumeration(),
        Enumeration("captures look at no symbols", captures_look_at_no_symbols),
        Twin(
            "a reflection keeps them",
            flipped,
            of="each renaming keeps permissions",
            changed="a reflection instead of a turn",
        ),
        Twin(
            "they are kept before the first tile as well",
            lambda: keeps_permission("turned", turned_by(about_first), FIRST, begun=False),
            of="each renaming keeps permissions",
            changed="the first tile need not lie",
        ),
        FalseExhibit(
            "captures are kept when another player has the turn",
            lambda: alike(2, {"trigger": "completing"}, (NOT_THE_TURN,)),
            of="captures are kept, k=2, completing, outer",
            changed="the turn stays where it was",
        ),
        FalseExhibit(
            "nor does DRE-4 look at symbols",
            laying_looks_at_no_symbols,
            of="captures look at no symbols",
            changed="DRE-4 instead of DRE-7",
        ),
    ),
    slow=True,
)
