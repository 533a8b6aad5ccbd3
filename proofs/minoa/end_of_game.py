"""Somebody can always move until the game is over.

Where a boundary line is vacant, somebody has a piece for it; where none is, a stick is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from rulewright.proofs.minoa.setting import (
    ANY_GAME,
    BOARD,
    DEALS,
    NOT_FULL,
    holds,
    layers_on_the_board,
    permitted,
)
from rulewright.proofs.minoa.spare_lines import (
    INVARIANT,
    contested_area_has_two_lines,
    first,
    lines_have_one_owner,
    other_lines_serve,
    owner_has_a_line,
    some_area_is_contested,
    some_line_is_spare,
    spare_line_may_take_a_stick,
    spare_lines_cut_nothing_off,
    sticks_left,
    triangles_have_one_parent,
    two_owners_meet,
    unasked,
)
from rulewright.proofs.minoa.supply import Setting, counting_parents, in_setting, setting
from rulewright.proofs.minoa.vacant_lines import (
    vacant_lines,
    vacant_lines_and_hands,
    vacant_lines_are_pieces_in_hand,
)
from rulewright.proofs.reachability import BY_LAYERS, AbstractReach
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin, added_up, lemma
from rulewright.proofs.unknowns import once
from rulewright.spec.logic import Fact, all_of, any_of, at_most, count, not_
from rulewright.spec.minoa import clauses
from rulewright.spec.minoa.facts import Move

# ------------------------------------------------------------------------------- a piece is left


def piece_on_a_vacant_line(here: Setting, *, whose: Sequence[Fact]) -> Move:
    """The move that puts a piece of the first player marked on the first vacant boundary line."""
    chosen = dict(zip(BOARD.boundary, first(vacant_lines(here.position)), strict=True))
    lines = [chosen.get(line, False) for line in range(len(BOARD.lines))]
    return Move(
        (False,) * len(lines),
        tuple(tuple(all_of((own, fact)) for fact in lines) for own in first(whose)),
    )


@once
def has_a_piece(here: Setting) -> list[Fact]:
    """For each player: a piece is left in hand."""
    return [at_most(here.rules.material - 1, own) for own in here.position.pieces]


@once
def some_hand_is_not_empty(here: Setting) -> Case:
    """Where a boundary line is vacant, somebody has a piece; with two players, both (MIN-10)."""
    equal = vacant_lines_are_pieces_in_hand(here.rules)
    vacant = count(vacant_lines(here.position)) >= 1
    two = len(here.rules.players) == 2  # noqa: PLR2004 - two players
    alone = holds(here.rules, here.position, "MIN-10")
    return added_up(
        "a vacant boundary line, so a piece in hand",
        (*holds(here.rules, here.position, *INVARIANT), *alone, vacant),
        (all_of if two else any_of)(has_a_piece(here)),
        (equal,),
        using=(*alone, vacant),
    )


@once
def some_line_is_vacant(here: Setting) -> Case:
    """Where the boundary is not full, at least one line is vacant."""
    return Case(
        "not full, so a vacant line",
        (not_(clauses.boundary_is_full(here.rules, here.position)),),
        count(vacant_lines(here.position)) >= 1,
    )


@once
def piece_may_be_placed(here: Setting, *, needs_hand: bool = True) -> Case:
    """Every clause permits a piece on the first vacant line, from whoever has one.

    With two players it is the player to move's; with more, somebody's, were it their turn.
    """
    rules = evolve(here.rules, reach=AbstractReach("after.a.piece"))
    two = len(rules.players) == 2  # noqa: PLR2004 - two players
    position = here.position if two else unasked(here)
    move = piece_on_a_vacant_line(here, whose=position.turn if two else has_a_piece(here))
    hand = some_hand_is_not_empty(here)
    alone = ("MIN-10",) if needs_hand else ()
    turn = (any_of(position.turn),) if two else ()
    open_ = not_(clauses.boundary_is_full(here.rules, here.position))
    return Case(
        "a piece on a vacant line is legal",
        (*holds(here.rules, here.position, *INVARIANT, *alone), *turn, open_),
        permitted(rules, position, move),
        (some_line_is_vacant(here), hand) if needs_hand else (),
        using=(*holds(here.rules, here.position, "MIN-4", "MIN-5"), *turn, open_),
    )


# ----------------------------------------------------------------------------------- the theorems


def somebody_can_move(k: int, partners: str) -> Iterator[Claim]:
    """Make the parts for a number of players, and a reading of `partners`."""
    name = f"k={k}, partners={partners}"
    for title, make in (
        ("some area is contested", some_area_is_contested),
        ("a contested area carries two owners", two_owners_meet),
        ("whom an area carries has a piece on a line of it", owner_has_a_line),
        ("no line has two owners", lines_have_one_owner),
        ("a contested area has two boundary lines", contested_area_has_two_lines),
        ("at most 59 sticks lie", sticks_left),
        ("each triangle off the boundary has one parent", triangles_have_one_parent),
        ("a line that is not spare serves", other_lines_serve),
        ("some line is spare", some_line_is_spare),
        ("a stick on a spare line cuts nothing off", spare_lines_cut_nothing_off),
        ("a vacant line is there", some_line_is_vacant),
        ("a piece for it is there", some_hand_is_not_empty),
    ):
        yield lemma(f"{name}: {title}", in_setting(make, k=k, partners=partners))
    whose = "the player to move" if k == 2 else "somebody"  # noqa: PLR2004 - two players
    for closure in ("line", "coloured"):
        reading = f"{name}, closure={closure}"
        yield Claim(
            f"{reading}: not full, so {whose} may place a piece",
            in_setting(piece_may_be_placed, k=k, partners=partners, closure=closure),
            real=NOT_FULL,
        )
        yield Claim(
            f"{reading}: full and not over, so everybody may put a stick",
            in_setting(spare_line_may_take_a_stick, k=k, partners=partners, closure=closure),
            why_not_real="it speaks of a full boundary while some area is contested",
        )


SOMEBODY = Theorem(
    name="somebody_can_always_move",
    statement="Under end=full somebody can move until every area is assigned: a piece where a boundary "
    "line is vacant, else a stick. With two players it is the player to move.",
    scope=TheoremScope(
        "board",
        "every position in which MIN-4, 5, 6, 8 and 10 hold and every area has a boundary line",
        params=ANY_GAME,
        readings={"closure": ("line", "coloured"), "partners": ("separate", "shared")},
        apart="Only four players have partners",
    ),
    clauses=("MIN-2", "MIN-3", "MIN-8", "MIN-9", "MIN-10", "MIN-11", "end"),
    assumptions=(BY_LAYERS,),
    parts=(
        *layers_on_the_board(),
        *counting_parents(),
        *vacant_lines_and_hands(),
        *(part for deal in DEALS for part in somebody_can_move(*deal)),
        Twin(
            "a spare line is there even with 60 sticks",
            lambda: some_line_is_spare(setting(), BOARD.supply),
            of="k=2, partners=separate: some line is spare",
            changed="60 sticks may lie",
        ),
        Twin(
            "a stick on a spare line cuts nothing off even if ways need not be open",
            lambda: spare_lines_cut_nothing_off(setting(), ways_stay=False),
            of="k=2, partners=separate: a stick on a spare line cuts nothing off",
            changed="a way to the boundary need not be open",
            not_replayed="ways that are not open are those of no position",
        ),
        Twin(
            "a piece is left whether or not MIN-10 leaves nobody alone",
            lambda: piece_may_be_placed(setting(), needs_hand=False),
            of="k=2, partners=separate, closure=line: not full, so the player to move may place a piece",
            changed="MIN-10 need not hold",
        ),
    ),
    slow=True,
)
