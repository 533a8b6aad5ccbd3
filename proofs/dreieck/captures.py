"""What a capture takes and leaves: nothing is lost, some tile always lies, scores are bounded."""

from __future__ import annotations

from collections.abc import Iterator

import z3
from attrs import frozen

from rulewright.proofs.dreieck.laying import (
    ELSEWHERE,
    PLAYERS,
    Laying,
    every_laying,
    layers_in_the_window,
)
from rulewright.proofs.dreieck.setting import (
    MIDDLE,
    any_position,
    booleans,
    effect,
    is_sound,
    number,
    passing,
    rules_of,
)
from rulewright.proofs.reachability import (
    BY_LAYERS,
    complement,
)
from rulewright.proofs.theorem import (
    Case,
    Claim,
    Enumeration,
    Finding,
    Theorem,
    Twin,
    lemma,
)
from rulewright.spec.dreieck import GAME, clauses
from rulewright.spec.dreieck.board import Cell, tiles_of
from rulewright.spec.dreieck.facts import Facts, Position
from rulewright.spec.logic import all_of, any_of, exactly_one, iff, implies, not_


def takes_only_from_others(here: Laying) -> Case:
    """What is captured are tiles of others, and not the one just laid."""
    return Case(
        f"only tiles of others are captured, k={here.k}, {here.cell[0]}",
        here.given,
        all_of(
            implies(gone, all_of((other, not_(here.move.at.get(cell, False)))))
            for cell, (gone, other) in enumerate(zip(here.taken, here.others, strict=True))
        ),
    )


def takes_own(here: Laying) -> Case:
    """Claim wrongly that whoever is to move has no tile beside a captured one."""
    return Case("nothing is ever captured", here.given, all_of(not_(gone) for gone in here.taken))


def conserves_a_cell(here: Laying, cell: int, only_others: Case) -> Case:
    """On a cell lie as many tiles as before, more the one laid, less the one taken."""
    owners = zip(here.before.owner, here.after.owner, strict=True)
    change = sum(number(after[cell]) - number(before[cell]) for before, after in owners)
    laid, taken = number(here.move.at.get(cell, False)), number(here.taken[cell])
    return Case(
        f"cell {cell} keeps its tile, k={here.k}, {here.cell[0]}",
        here.given,
        change == laid - taken,
        (only_others,),
        using=here.permitted,
    )


def conserves_a_tile(here: Laying, player: int, tile: int) -> Case:
    """A tile leaves the hand exactly when it is laid by its owner."""
    before, after = here.before.left[player][tile], here.after.left[player][tile]
    gone = all_of((here.before.turn[player], here.move.tile[tile]))
    return Case(
        f"tile {tile} of player {player} is left unless laid, k={here.k}, {here.cell[0]}",
        here.given,
        number(after) == number(before) - number(gone),
        using=here.permitted,
    )


@frozen(eq=False)
class Taking:
    """An arbitrary position from which arbitrary tiles are taken."""

    k: int
    before: Position
    taken: Facts
    after: Position

    @classmethod
    def by(cls, k: int) -> Taking:
        """Take what nothing is known of."""
        rules = rules_of(k)
        before = any_position(rules)
        taken = booleans("taken", range(len(before.window.cells)))
        return cls(k, before, taken, effect("DRE-8", rules, before, taken, passing(rules)))

    def counted(self, cell: int) -> Case:
        """A tile taken from a cell counts one, for one player."""
        counts = (number(all_of((turn, self.taken[cell]))) for turn in self.before.turn)
        return Case(
            f"cell {cell} counts once, k={self.k}",
            is_sound(self.before),
            sum(counts) == number(self.taken[cell]),
        )

    def lemmas(self) -> tuple[Case, ...]:
        """Each cell by itself."""
        return tuple(map(self.counted, range(len(self.taken))))

    def all_counted(self) -> Case:
        """All that is taken is counted."""
        before, after = sum(self.before.captured), sum(self.after.captured)
        return Case(
            f"what is taken is counted, k={self.k}",
            is_sound(self.before),
            after == before + sum(map(number, self.taken)),
            self.lemmas(),
            using=(),
        )


def counts_of_takings() -> Iterator[Case]:
    """Cell by cell, and together."""
    for taking in map(Taking.by, PLAYERS):
        yield from taking.lemmas()
        yield taking.all_counted()


def lays_one_tile(here: Laying) -> Case:
    """One tile is laid, by one player."""
    gone = (all_of((turn, tile)) for turn in here.before.turn for tile in here.move.tile)
    return Case(
        f"one tile is laid by one player, k={here.k}, {here.cell[0]}",
        here.given,
        exactly_one(gone),
        using=here.permitted,
    )


def adds_up(k: int, *, forgotten: int = 0) -> Case:
    """Add up what the lemmas say of cells, tiles and captures: the sum stays what it was.

    Numbers stand for the sums over all cells and all tiles: however many there are, a sum of
    differences is the difference of the sums.
    """
    names = ("left", "table", "captured")
    before = [[z3.Int(f"before {name} {p}") for p in range(k)] for name in names]
    after = [[z3.Int(f"after {name} {p}") for p in range(k)] for name in names]
    taken = z3.Int("taken")
    left, table, captured = (sum(new) - sum(old) for new, old in zip(after, before, strict=True))
    full = z3.Int("full set")
    return Case(
        f"left + on the table + captured stays k full sets, k={k}",
        (
            left == -1,
            table == 1 - taken,
            captured == taken - forgotten,
            taken >= 0,
            sum(map(sum, before)) == k * full,
        ),
        sum(map(sum, after)) == k * full,
    )


def conserved() -> Iterator[Case]:
    """Only tiles of others are captured; each cell and each tile is kept; one tile is laid."""
    for here in every_laying():
        only_others = takes_only_from_others(here)
        yield only_others
        for cell in range(len(here.before.window.cells)):
            yield conserves_a_cell(here, cell, only_others)
        for player in range(here.k):
            for tile in range(len(here.rules.tiles)):
                yield conserves_a_tile(here, player, tile)
        yield lays_one_tile(here)


def a_pass_changes_nothing(k: int) -> Case:
    """A pass leaves table, hands and prisoners as they are."""
    rules = rules_of(k)
    before, move = any_position(rules), passing(rules)
    laid = effect("DRE-3", rules, before, move)
    after = effect("DRE-8", rules, laid, effect("DRE-7", rules, laid, move), move)
    facts = zip(
        (f for own in (*before.owner, *before.left) for f in own),
        (f for own in (*after.owner, *after.left) for f in own),
        strict=True,
    )
    numbers = zip(before.captured, after.captured, strict=True)
    return Case(
        f"a pass changes nothing, k={k}",
        is_sound(before),
        all_of((*(iff(old, new) for old, new in facts), *(old == new for old, new in numbers))),
    )


def full_sets_at_the_start() -> Finding:
    """Before the first action each player holds the full set, and nothing lies or was taken."""
    starts = {}
    for k in PLAYERS:
        engine = GAME.engine({"k": k})
        position = engine.to_json(engine.initial())
        starts[k] = (
            all(sorted(left) == list(tiles_of(4)) for left in position["left"].values())
            and len(position["left"]) == k
            and not position["tiles"]
            and not any(position["captured"].values())
        )
    return Finding(
        all(starts.values()), f"full sets at the start for k={', '.join(map(str, starts))}"
    )


NOTHING_IS_LOST = Theorem(
    name="nothing_is_lost",
    statement="For all players together, tiles left, on the table and captured are the full sets, at "
    "all times; a tile leaves the hand only when laid, and the table only when captured, by another.",
    scope="k = 2, 3, 4 and s = 4, each cell of a window of 18 cells and each tile; sums of any length; "
    "trigger=completing, outline=outer, claim=must. Not for each player alone",
    clauses=("DRE-1", "DRE-3", "DRE-7", "DRE-8"),
    assumptions=(BY_LAYERS, ELSEWHERE),
    parts=(
        *layers_in_the_window(),
        lemma("cells and tiles are conserved", conserved),
        lemma("what is taken is counted", counts_of_takings),
        lemma("a pass changes nothing", lambda: map(a_pass_changes_nothing, PLAYERS)),
        Enumeration("the full sets at the start", full_sets_at_the_start),
        Claim("it adds up", lambda: map(adds_up, PLAYERS)),
        Twin("nothing is ever captured", lambda: takes_own(Laying(2, MIDDLE[0]))),
        Twin("a captured tile may be forgotten", lambda: adds_up(2, forgotten=1)),
    ),
)


# --------------------------------------------------------------------------------- the table


def is_not_empty(here: Laying) -> Case:
    """After a tile is laid, it lies there, whatever was taken."""
    (cell,) = here.move.at
    return Case(
        f"the tile just laid stays, k={here.k}, {here.cell[0]}",
        here.given,
        here.after.lies(cell),
    )


def neighbour_stays(here: Laying) -> Case:
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
    scope="k = 2, 3, 4 and s = 4; a window of 18 cells, a cell of each kind; trigger=completing, "
    "outline=outer, claim=must",
    clauses=("DRE-3", "DRE-6", "DRE-7"),
    assumptions=(BY_LAYERS, ELSEWHERE),
    parts=(
        *layers_in_the_window(),
        Claim("the tile just laid stays", lambda: map(is_not_empty, every_laying())),
        Claim("a pass changes nothing", lambda: map(a_pass_changes_nothing, PLAYERS)),
        Twin("its neighbours stay as well", lambda: neighbour_stays(Laying(2, MIDDLE[0]))),
    ),
)


# ------------------------------------------------------------------- the two rules of capture


def across_is_the_mover_s(k: int, cell: Cell) -> Case:
    """A tile across an edge of another player's region is the mover's own."""
    here = Laying(k, cell)
    region, outside = here.reach.calls[:2]
    across = clauses.cells_across_edges_that_count(here.rules, here.laid, region.marks)
    return Case(
        f"across the edges of a region lie only own tiles, k={k}, {cell[0]}",
        (*here.given, *region.closed(), outside.inside(complement(region.marks))),
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
    )


COINCIDE = Theorem(
    name="both_capture_rules_coincide_for_two_players",
    statement="With two players, every tile across an edge of a region of the other player is one's "
    "own; so 'your tiles lie at all outer edges' and 'tiles of whatever colour do' say the same. With "
    "three players they do not.",
    scope="k = 2; a window of 18 cells, a tile laid on a cell of each kind; the tile just laid "
    "completes the enclosure, as the second text says (standing regions are the question trigger)",
    clauses=("DRE-7",),
    assumptions=(BY_LAYERS, ELSEWHERE),
    parts=(
        *layers_in_the_window(),
        Claim(
            "across the edges of a region lie only own tiles",
            lambda: (across_is_the_mover_s(2, cell) for cell in MIDDLE),
        ),
        Twin("with three players as well", lambda: across_is_the_mover_s(3, MIDDLE[0])),
    ),
)
