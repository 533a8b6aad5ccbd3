"""Three pieces together: which forms they have, and that steps bring them about one player at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from attrs import evolve

from rulewright.proofs.nonaga.setting import (
    BEYOND,
    DISC_STEPS,
    IN_GAMES,
    ONE_START,
    STEPS,
    TURN,
    any_move,
    any_outlook,
    any_position,
    at_the_start,
    made,
    passed_on,
    permitted,
    rules_in,
    ways_of_passing_on,
)
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.spec.logic import (
    Fact,
    Link,
    all_of,
    any_of,
    count,
    exactly_one,
    iff,
    implies,
    none_of,
    not_,
    reachable,
)
from rulewright.spec.nonaga import clauses, field
from rulewright.spec.nonaga.board import NEIGHBOURS
from rulewright.spec.nonaga.facts import Facts, Rules

SIDE = 6
"""Columns and rows of the window: three cells, one touching both others, fit into three by three."""
PIECES = 3
IN_ONE_WINDOW = "in games three pieces may lie farther apart than the window is wide"
FORMS = {"line": (0, 3), "triangle": (0, 1), "hook": (0, 2)}
"""Two ways round the middle cell, one of them turned through all six."""


def two_rounds(start: Sequence[Fact], links: Sequence[Link]) -> list[Fact]:
    """Reachability among three things: two steps lead from any to any."""
    return reachable(start, links, rounds=2)


def form(rules: Rules, own: Facts, ways: tuple[int, int]) -> Fact:
    """Three pieces stand on a cell and on its neighbours in two ways, turned anyhow."""
    number = rules.window.number
    found = []
    for (q, r), middle in number.items():
        for turned in range(6):
            ends = (NEIGHBOURS[(way + turned) % 6] for way in ways)
            others = [number.get((q + dq, r + dr)) for dq, dr in ends]
            inside = [other for other in others if other is not None]
            if len(inside) == len(others):
                found.append(all_of((own[middle], *(own[other] for other in inside))))
    return any_of(found)


def forms(names: Iterable[str] = FORMS) -> Case:
    """Three pieces are together exactly when they have one of the forms."""
    rules = rules_in(SIDE)
    position = any_position(rules)
    own = position.pieces[0]
    together = clauses.three_together(rules, position)[0]
    shapes = [form(rules, own, FORMS[name]) for name in names]
    return Case("three pieces", (count(own) == PIECES,), iff(together, exactly_one(shapes)))


def connected() -> Case:
    """Three pieces are together exactly when their cells are connected."""
    rules = rules_in(4, two_rounds)
    position = any_position(rules)
    own = position.pieces[0]
    together = clauses.three_together(rules, position)[0]
    return Case(
        "three pieces", (count(own) == PIECES,), iff(together, field.are_one_group(rules, own))
    )


LINE_TRIANGLE_OR_HOOK = Theorem(
    name="three_connected_cells_are_a_line_a_triangle_or_a_hook",
    statement="Three pieces stand on connected cells exactly when one of them touches both others, and "
    "then they form a line, a triangle or a hook, and only one of these.",
    scope=TheoremScope(
        "window",
        "every three cells of 6 by 6 (for the forms; of 4 by 4 for connectedness)",
        params={"n": (2,)},
        also="Three connected cells fit into 3 by 3, and all is the same wherever they lie",
        rim=(BEYOND,),
    ),
    clauses=("NON-9",),
    parts=(
        Claim("together means one of three forms", forms, why_not_real=IN_ONE_WINDOW),
        Claim("together means connected", connected, why_not_real=IN_ONE_WINDOW),
        Twin(
            "together means a line or a triangle",
            lambda: forms(("line", "triangle")),
            of="together means one of three forms",
            changed="the hook is left out",
        ),
    ),
)


# ------------------------------------------------------------------------------------------ disc steps


def disc_step_keeps_pieces(win: str = "immediate", *, step: Fact = True) -> Case:
    """What a disc step does to the pieces, and to the discs below them."""
    rules = rules_in(SIDE, win=win)
    before, move = any_position(rules, disc_step=step), any_move(rules)
    after = made(rules, before, move)
    pairs = zip(
        clauses.three_together(rules, before), clauses.three_together(rules, after), strict=True
    )
    return Case(
        f"any disc step with a free disc, win={win}",
        (
            permitted(rules, before, move, "NON-4"),
            count(move.origin) == 1,
            count(move.target) == 1,
            *on_discs(before.discs, before.pieces),
        ),
        all_of((*(iff(*pair) for pair in pairs), *on_discs(after.discs, after.pieces))),
        under=rules,
    )


def on_discs(discs: Facts, pieces: tuple[Facts, ...]) -> tuple[Fact, ...]:
    """Every piece stands on a disc."""
    return tuple(
        implies(any_of(here), disc)
        for disc, here in zip(discs, zip(*pieces, strict=True), strict=True)
    )


def same_winner(*, the_other: bool = False) -> Case:
    """The same player wins, at once or once the disc step has been made."""
    at_once, later = rules_in(SIDE, win="immediate"), rules_in(SIDE, win="end_of_turn")
    stepped = any_position(at_once, disc_step=False)
    first = passed_on(at_once, stepped, any_outlook("after the piece step"))
    owing = passed_on(later, stepped, any_outlook("after the piece step"))
    expected = clauses.opponents(first.won) if the_other else first.won
    move = any_move(later)
    due = evolve(owing, disc_step=True)
    laid = made(later, due, move)
    second = passed_on(later, laid, any_outlook("after the disc step"))
    return Case(
        "a piece step by one player, and a disc step by the same one",
        (
            exactly_one(stepped.turn),
            owing.disc_step,
            *(iff(mine, owed) for mine, owed in zip(stepped.turn, owing.turn, strict=True)),
            permitted(later, due, move, "NON-4"),
            any_of(first.won),
        ),
        all_of(iff(*pair) for pair in zip(expected, second.won, strict=True)),
    )


DISC_STEP_KEEPS_TOUCH = Theorem(
    name="a_disc_step_never_changes_which_pieces_touch",
    statement="A disc step moves no piece and leaves every piece on a disc, so it changes nothing about "
    "three together; and `win=immediate` and `win=end_of_turn` name the same winner, if there is a disc "
    "step to be made.",
    scope=TheoremScope(
        "window",
        "every position of 6 by 6 cells with any number of discs and pieces",
        params={"n": (2,)},
        readings={"win": TURN["win"]},
        also="The formulas look at cells and their neighbours only, wherever they lie",
        rim=(BEYOND,),
    ),
    clauses=("NON-4", "NON-9", "win"),
    parts=(
        Claim(
            "pieces stay where they are, on discs",
            lambda: map(disc_step_keeps_pieces, TURN["win"]),
            real=DISC_STEPS,
        ),
        Claim(
            "the same winner at once and at the end of the turn",
            same_winner,
            why_not_real="it speaks of a piece step that wins",
        ),
        Twin(
            "a piece step keeps it as well",
            lambda: disc_step_keeps_pieces(step=False),
            of="pieces stay where they are, on discs",
            changed="a piece step instead of a disc step",
        ),
        Twin(
            "the other player wins at the end of the turn",
            lambda: same_winner(the_other=True),
            of="the same winner at once and at the end of the turn",
            changed="the other player wins",
        ),
    ),
)


# ------------------------------------------------------------------------------- never both together


def never_both(
    win: str, no_piece_step: str, no_disc_step: str, *, at_most_one: bool = True
) -> Case:
    """One step from a position in which only the player who owes a disc step has three together."""
    rules = rules_in(5, win=win, no_piece_step=no_piece_step, no_disc_step=no_disc_step)
    before, move = any_position(rules), any_move(rules)
    after = passed_on(rules, made(rules, before, move), any_outlook("after"))
    known = clauses.only_who_is_to_finish_the_turn_has_three_together(rules, before)
    return Case(
        f"win={win}, no_piece_step={no_piece_step}, no_disc_step={no_disc_step}",
        (exactly_one(before.turn), *((known,) if at_most_one else ())),
        clauses.only_who_is_to_finish_the_turn_has_three_together(rules, after),
        under=rules,
    )


def every_never_both() -> Iterable[Case]:
    """The step, under every reading that has to do with it."""
    return (never_both(*rulings.values()) for rulings in ways_of_passing_on())


def nobody_at_the_start() -> Case:
    """The initial position of radius 2 satisfies it."""
    rules, start = at_the_start()
    return Case(
        "the start",
        (),
        all_of(
            (
                clauses.only_who_is_to_finish_the_turn_has_three_together(rules, start),
                none_of(clauses.three_together(rules, start)),
                not_(start.disc_step),
            )
        ),
        decided=ONE_START,
    )


NEVER_BOTH = Theorem(
    name="both_players_are_never_connected_at_once",
    statement="At most one player has three together, in every position; while somebody is to move only "
    "the player who still owes a disc step (under `end_of_turn`).",
    scope=TheoremScope(
        "window",
        "5 by 5 cells with any discs and pieces: any step, whatever can be done afterwards",
        inductive=True,
        params={"n": (2,)},
        readings=TURN,
        rim=(IN_GAMES, BEYOND),
    ),
    clauses=("NON-1", "NON-2", "NON-9", "win", "no_piece_step", "no_disc_step"),
    parts=(
        Claim("so it is at the start", nobody_at_the_start),
        Claim("so it stays", every_never_both, real=STEPS),
        Twin(
            "so it becomes, whatever was before",
            partial(never_both, "immediate", "skip", "skip", at_most_one=False),
            of="so it stays",
            changed="it need not be so before",
        ),
    ),
    slow=True,
)
