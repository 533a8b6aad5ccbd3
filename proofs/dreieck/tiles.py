"""Four symbols make twenty-four tiles, and no other number of symbols does."""

from __future__ import annotations

import z3

from rulewright.proofs.computed import Computed, Enumeration, FalseExhibit
from rulewright.proofs.dreieck.setting import any_symbols, effect, rules_of
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.proofs.unknowns import integer
from rulewright.spec.dreieck.board import name_of, tiles_of, ways_to_lie
from rulewright.spec.logic import exactly_one

MOST = 8
PRINTED = 24


def tiles_for(s: z3.ArithRef) -> z3.ArithRef:
    """Three times the number of tiles with s symbols: s³ + 2s."""
    return s * s * s + 2 * s


def four_alone(least: int = 1) -> Case:
    """Solve (s³ + 2s)/3 = 24 for whole numbers."""
    s = integer("s")
    return Case(
        "s³ + 2s = 72 for s = 4 alone", (s >= least, tiles_for(s) == 3 * PRINTED), s == least + 3
    )


def three_alone() -> Case:
    """Claim wrongly that three symbols do."""
    s = integer("s")
    return Case("s³ + 2s = 72 for s = 3", (s >= 1, tiles_for(s) == 3 * PRINTED), s == 3)  # noqa: PLR2004


def shows_one_tile(but: int = 0) -> Case:
    """Whatever three symbols lie on the corners of a cell, they show exactly one tile of the set."""
    rules = rules_of()
    symbols = any_symbols(rules, "new")
    tiles = effect("DRE-5", rules, symbols)
    return Case(
        "three symbols show exactly one tile",
        tuple(map(exactly_one, symbols)),
        exactly_one(tiles[but:]),
    )


def counted() -> Computed:
    """Count the tiles for up to eight symbols, as orbits of turning and by the closed formula."""
    orbits = [
        len({frozenset(way[t:] + way[:t] for t in range(3)) for way in ways_to_lie(s)})
        for s in range(1, MOST + 1)
    ]
    agree = all(
        count == len(tiles_of(s)) == (s**3 + 2 * s) // 3 for s, count in enumerate(orbits, 1)
    )
    detail = f"tiles for 1 to {MOST} symbols: {', '.join(map(str, orbits))}"
    return Computed(agree, detail, len(orbits))


def counted_when_flipped() -> Computed:
    """Count the tiles of four symbols if they could be flipped: twenty, not twenty-four."""
    seen = {min(name_of(way), name_of(way[::-1])) for way in ways_to_lie(4)}
    detail = f"{len(seen)} tiles that differ even when flipped"
    return Computed(len(seen) == PRINTED, detail, len(seen))


THEOREM = Theorem(
    name="twenty_four_tiles_exactly_for_four_symbols",
    statement="With s symbols there are (s³+2s)/3 tiles that differ even when turned; that is the 24 of "
    "the rulebook for s = 4 and for no other s. Each way of laying three symbols shows exactly one.",
    scope=TheoremScope(
        "facts",
        "the equation for every whole number s; the count by enumeration for s = 1 to 8; the showing "
        "for s = 4",
    ),
    clauses=("DRE-1", "DRE-5"),
    parts=(
        Claim(
            "the formula is 24 for four symbols alone",
            four_alone,
            why_not_real="it is about numbers",
        ),
        Claim(
            "three symbols show exactly one tile",
            shows_one_tile,
            why_not_real="it is about tiles, wherever they lie",
        ),
        Enumeration("the formula counts the orbits of turning", counted),
        Twin(
            "three symbols would do",
            three_alone,
            of="the formula is 24 for four symbols alone",
            changed="three symbols instead of four",
        ),
        Twin(
            "one tile could be missing from the set",
            lambda: shows_one_tile(but=1),
            of="three symbols show exactly one tile",
            changed="the first tile of the set is missing",
        ),
        FalseExhibit(
            "tiles can be flipped as well",
            counted_when_flipped,
            of="the formula counts the orbits of turning",
            changed="tiles may be flipped as well as turned",
        ),
    ),
)
