"""Nothing is lost: all discs and pieces are there in every position, each piece on a disc of its own."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from rulewright.proofs.nonaga.setting import (
    BEYOND,
    IN_GAMES,
    ONE_START,
    TURN,
    any_outlook,
    any_position,
    at_the_start,
    holds,
    made,
    one_cell,
    passed_on,
    permitted,
    rules_in,
    ways_of_passing_on,
)
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.spec.logic import all_of, exactly_one, iff
from rulewright.spec.nonaga.board import NEIGHBOURS, Cell
from rulewright.spec.nonaga.facts import Move

SIDE = 5
ALL_IN_THE_WINDOW = "nineteen discs of a game lie within no window of 5 by 5"
CLAUSES = {False: ("NON-2", "NON-3"), True: ("NON-4", "NON-7")}


def step(disc_step: bool, origin: Cell, target: Cell, *identifiers: str) -> Case:
    """One step from one cell to another keeps NON-1, if some clauses let it pass."""
    rules = rules_in(SIDE)
    before = any_position(rules, disc_step=disc_step)
    move = Move(one_cell(rules, origin), one_cell(rules, target))
    kind = "disc" if disc_step else "piece"
    return Case(
        f"a {kind} step from {origin} to {target}",
        (
            holds(rules, before, "NON-1"),
            exactly_one(before.turn),
            permitted(rules, before, move, *(identifiers or CLAUSES[disc_step])),
        ),
        holds(rules, made(rules, before, move), "NON-1"),
    )


def piece_steps() -> Iterable[Case]:
    """Piece steps from the middle of the window: one cell in every direction, and two in one."""
    for q, r in (*NEIGHBOURS, (2, 0)):
        yield step(False, (0, 0), (q, r))


def disc_steps() -> Iterable[Case]:
    """All disc steps from the middle of the window."""
    cells = product(range(-2, 3), repeat=2)
    return (step(True, (0, 0), (q, r)) for q, r in cells if (q, r) != (0, 0))


def passing_on_moves_nothing(rulings: dict[str, str]) -> Case:
    """Whatever could be done next, passing the turn on leaves all discs and pieces where they are."""
    rules = rules_in(SIDE, **rulings)
    before = any_position(rules)
    after = passed_on(rules, before, any_outlook("what could be done"))
    here, there = ((*each.discs, *each.pieces[0], *each.pieces[1]) for each in (before, after))
    return Case(
        f"passing the turn on, {', '.join(rulings.values())}",
        (),
        all_of(iff(*pair) for pair in zip(here, there, strict=True)),
        decided="NON-9 hands on discs and pieces as they are: the same facts stand on both sides",
    )


def every_passing_on() -> Iterable[Case]:
    """Under all readings that say how the turn passes on."""
    return map(passing_on_moves_nothing, ways_of_passing_on())


def start() -> Case:
    """All is there at the start."""
    return Case("the start", (), holds(*at_the_start(), "NON-1"), decided=ONE_START)


NOTHING_IS_LOST = Theorem(
    name="nineteen_discs_and_six_pieces_on_different_discs",
    statement="In every position there are 19 discs, three pieces of each colour, and each piece stands "
    "on a disc of its own.",
    scope=TheoremScope(
        "window",
        "5 by 5 cells with 19 discs anywhere in them: every piece step of one cell in every direction "
        "and of two in one, and every disc step, from the middle cell; passing the turn on",
        inductive=True,
        params={"n": (2,)},
        readings=TURN,
        also="The formula counts, and looks at the two cells of the step and at the way between them",
        rim=(IN_GAMES, BEYOND),
    ),
    clauses=("NON-1", "NON-2", "NON-3", "NON-4", "NON-7", "NON-9"),
    parts=(
        Claim("so it is at the start", start),
        Claim("a piece step keeps it so", piece_steps, why_not_real=ALL_IN_THE_WINDOW),
        Claim("a disc step keeps it so", disc_steps, why_not_real=ALL_IN_THE_WINDOW),
        Claim("passing the turn on moves nothing", every_passing_on),
        Twin(
            "a disc may go onto another",
            lambda: step(True, (0, 0), (1, 0), "NON-4"),
            of="a disc step keeps it so",
            changed="NON-7 need not permit the step",
        ),
        Twin(
            "a disc with a piece may go",
            lambda: step(True, (0, 0), (1, 0), "NON-7"),
            of="a disc step keeps it so",
            changed="NON-4 need not permit the step",
        ),
    ),
    slow=True,
)
