"""What a capture leaves: some tile always lies; with two players both rules of capture say the same."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.proofs.dreieck.laying import (
    ELSEWHERE,
    PLAYERS,
    LaidAndCaptured,
    every_laying,
    layers_in_the_window,
)
from rulewright.proofs.dreieck.setting import (
    BEYOND,
    EACH_KIND,
    EVERY_SUPPLY,
    LAYING,
    MIDDLE,
    REAL,
    after_a_pass,
    any_position,
    is_sound,
    rules_of,
)
from rulewright.proofs.reachability import BY_LAYERS, complement
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.spec.dreieck import regions
from rulewright.spec.dreieck.board import Cell
from rulewright.spec.dreieck.facts import Position, Rules
from rulewright.spec.logic import Fact, all_of, any_of, iff, implies

# ---------------------------------------------------------------------------------------- a pass


def a_pass_changes_nothing(rules: Rules) -> Case:
    """A pass leaves table, hands and prisoners as they are, and whose turn it was."""
    before = any_position(rules)
    after = after_a_pass(rules, before)
    facts = zip(table_and_hands(before), table_and_hands(after), strict=True)
    numbers = zip(before.captured, after.captured, strict=True)
    detail = f"{rules.rulings.trigger}, {rules.params.supply}, {rules.rulings.stuck}"
    return Case(
        f"a pass changes nothing, k={rules.params.k}, {detail}",
        is_sound(before),
        all_of((*(iff(old, new) for old, new in facts), *(old == new for old, new in numbers))),
        under=rules,
        decided="the clauses hand all this on as it is: the same facts stand on both sides",
    )


def table_and_hands(position: Position) -> Iterator[Fact]:
    """All facts of a position but those about passes and the top tiles of stacks."""
    for own in (*position.owner, *position.left):
        yield from own
    for corners in position.symbols:
        for shown in corners:
            yield from shown
    yield from (position.begun, *position.turn)


def every_pass() -> Iterator[Rules]:
    """Two, three and four players, hands and stacks, under both readings of `trigger` and `stuck`."""
    return (
        rules_of(k, supply=supply, stuck=stuck, trigger=trigger)
        for supply, stuck in (("hand", "keep"), ("stack", "keep"), ("stack", "bury"))
        for trigger in ("completing", "standing")
        for k in PLAYERS
    )


# --------------------------------------------------------------------------------- the table


def is_not_empty(here: LaidAndCaptured) -> Case:
    """After a tile is laid, it lies there, whatever was taken."""
    (cell,) = here.move.at
    return Case(
        f"the tile just laid stays, {here.named}",
        here.given,
        here.after.lies(cell),
        under=here.rules,
        step=here.cell[0],
    )


def neighbour_stays(here: LaidAndCaptured) -> Case:
    """Claim wrongly that a neighbour of the tile stays as well."""
    (cell,) = here.move.at
    (other, _), *_ = here.before.window.around[cell]
    return Case(
        "a tile beside the one just laid stays",
        (*here.given, here.before.lies(other)),
        here.after.lies(other),
    )


NEVER_EMPTY = Theorem(
    name="the_table_is_never_empty_after_the_first_tile",
    statement="The tile just laid is never captured, and a pass takes nothing; so the table is never "
    "empty after the first tile.",
    scope=TheoremScope("window", EACH_KIND, params=EVERY_SUPPLY, any_others=True, rim=(BEYOND,)),
    clauses=("DRE-3", "DRE-6", "DRE-7", "trigger", "outline", "claim"),
    assumptions=(BY_LAYERS, ELSEWHERE),
    parts=(
        *layers_in_the_window(),
        Claim("the tile just laid stays", lambda: map(is_not_empty, every_laying()), real=LAYING),
        Claim(
            "a pass changes nothing",
            lambda: map(a_pass_changes_nothing, every_pass()),
            real=REAL,
        ),
        Twin(
            "its neighbours stay as well",
            lambda: neighbour_stays(LaidAndCaptured(2, MIDDLE[0])),
            of="the tile just laid stays",
            changed="a tile beside it",
        ),
    ),
    slow=True,
)


# ------------------------------------------------------------------- the two rules of capture


def across_is_the_mover_s(k: int, cell: Cell, outline: str = "outer") -> Case:
    """A tile across an edge of another player's region is the mover's own."""
    here = LaidAndCaptured(k, cell, outline)
    region, *outside = here.asked[0]
    across = regions.cells_across_edges_that_count(here.rules, here.laid, region.marks)
    return Case(
        f"across the edges of a region lie only own tiles, {here.named}",
        (
            *here.given,
            *region.closed(),
            *(each.inside(complement(region.marks)) for each in outside),
        ),
        all_of(
            implies(
                all_of((beyond, here.laid.lies(place))),
                any_of(
                    all_of((own[place], turn))
                    for own, turn in zip(here.laid.owner, here.laid.turn, strict=True)
                ),
            )
            for place, beyond in enumerate(across)
        ),
        under=here.rules,
        step=here.cell[0],
    )


COINCIDE = Theorem(
    name="both_capture_rules_coincide_for_two_players",
    statement="With two players, every tile across an edge of a region of the other player is one's "
    "own; so 'your tiles lie at all outer edges' and 'tiles of whatever colour do' say the same. With "
    "three players they do not.",
    scope=TheoremScope(
        "window",
        EACH_KIND,
        params={"k": (2,), "s": (4,)},
        readings={"outline": ("outer", "every")},
        also="The tile just laid completes the enclosure, as the second text says (standing regions "
        "are the question trigger)",
        rim=(BEYOND,),
    ),
    clauses=("DRE-7", "outline"),
    assumptions=(BY_LAYERS, ELSEWHERE),
    parts=(
        *layers_in_the_window(),
        Claim(
            "across the edges of a region lie only own tiles",
            lambda: (
                across_is_the_mover_s(2, cell, outline)
                for outline in ("outer", "every")
                for cell in MIDDLE
            ),
            real=LAYING,
        ),
        Twin(
            "with three players as well",
            lambda: across_is_the_mover_s(3, MIDDLE[0]),
            of="across the edges of a region lie only own tiles",
            changed="three players",
            not_replayed="regions that are alike are asked about once, and it needs each",
        ),
    ),
    slow=True,
)
