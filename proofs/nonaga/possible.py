"""No step leads to a position that a clause calls impossible: what holds in every position stays so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from attrs import evolve

from rulewright.proofs.computed import Computed, Enumeration
from rulewright.proofs.nonaga.setting import (
    BEYOND,
    DISC_STEPS,
    IN_GAMES,
    STEPS,
    TURN,
    any_move,
    any_outlook,
    any_position,
    made,
    passed_on,
    permitted,
    rules_in,
    ways_of_passing_on,
)
from rulewright.proofs.reachability import BY_LAYERS, AbstractReach, steps_of_layers
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Assumption, Case, Claim, Part, Theorem, Twin
from rulewright.proofs.unknowns import boolean
from rulewright.spec.logic import (
    Fact,
    all_of,
    any_of,
    exactly_one,
    if_then_else,
    iff,
    implies,
    none_of,
    not_,
)
from rulewright.spec.nonaga.facts import Move, Outlook, Position, Rules
from rulewright.spec.nonaga.game import Nonaga
from rulewright.spec.nonaga.rulebook import RULEBOOK

SIDE = 5
LOOKAHEAD = Assumption(
    "what_can_be_done_depends_on_the_board_and_the_barred_disc",
    "Passing the turn on changes what can be done only by lifting the bar: then a disc can be "
    "relocated if one can with none barred. Where the game is over, a disc counts as one that can be "
    "relocated only if that is so whichever one was barred.",
    "in random games, played on the specification under all readings of the questions concerned",
)
NOTHING_DEMANDED = "`connectivity=free` demands nothing of the field"


def kept(identifier: str, rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """What a clause keeps true in every position."""
    formula = RULEBOOK[identifier].holds
    if formula is None:
        raise LookupError(f"{identifier} does not speak of positions")
    return formula(rules, position, outlook)


def any_outlook_before(name: str) -> tuple[Outlook, Fact]:
    """What can be done on a board; what can be done with a disc barred can be done without."""
    outlook = any_outlook(name)
    return outlook, implies(outlook.can_relocate, outlook.can_relocate_unbarred)


def outlook_after(now: Outlook, after: Position) -> tuple[Outlook, tuple[Fact, ...]]:
    """What can be done on the same board once the turn has passed on, and what is known of that."""
    later = evolve(now, can_relocate=boolean("relocates.later"))
    over = none_of(after.turn)
    barred = any_of(after.barred)
    as_before = if_then_else(barred, now.can_relocate, now.can_relocate_unbarred)
    return later, (
        implies(over, implies(later.can_relocate, now.can_relocate)),
        implies(not_(over), iff(later.can_relocate, as_before)),
    )


def single(move: Move) -> tuple[Fact, ...]:
    """A step begins on one cell and ends on one."""
    return exactly_one(move.origin), exactly_one(move.target)


def on_discs(position: Position) -> Fact:
    """Every piece stands on a disc (a part of what NON-1 keeps true)."""
    per_cell = zip(position.discs, *position.pieces, strict=True)
    return all_of(implies(any_of(pieces), disc) for disc, *pieces in per_cell)


def stays(
    identifier: str,
    rulings: dict[str, str],
    *needed: str,
    demands: tuple[str, ...] = (),
    one_cell: bool = True,
    passing_on: bool = True,
    disc_step: bool | None = None,
) -> Case:
    """A step that some clauses let pass keeps what a clause demands of positions.

    Given are what the clauses `needed` demand of the position before, and what the clauses `demands`
    permit.
    """
    reach = AbstractReach("reached")
    rules = rules_in(SIDE, reach, **rulings)
    before, move = any_position(rules, disc_step=disc_step), any_move(rules)
    now, sound = any_outlook_before("now")
    laid = made(rules, before, move)
    after = passed_on(rules, laid, now) if passing_on else laid
    later, known = outlook_after(now, after)
    then = kept(identifier, rules, after, later)
    given = (
        exactly_one(before.turn),
        on_discs(before),
        sound,
        *known,
        *(single(move) if one_cell else ()),
        *(kept(each, rules, before, any_outlook("before")) for each in needed),
        permitted(rules, before, move, *demands),
    )
    return Case(
        ", ".join((identifier, *rulings.values())),
        (*given, *reached_alike(reach)),
        then,
        under=rules,
        decided=NOTHING_DEMANDED if identifier == "NON-8" and then is True else "",
    )


def reached_alike(reach: AbstractReach) -> Iterator[Fact]:
    """What is reached from equal starts by equal links is equal: each answer is within the others."""
    for call in reach.calls:
        yield from call.closed()
        yield from (call.inside(other.marks) for other in reach.calls if other is not call)


def layers() -> tuple[Part, ...]:
    """The induction steps of reachability on the window."""
    grid = rules_in(SIDE).grid
    return steps_of_layers("step", len(grid.neighbours), grid.pairs)


def of_the_turn() -> Iterator[Case]:
    """NON-3, NON-5, NON-6 and NON-9, under every reading of how the turn passes on."""
    for rulings in ways_of_passing_on():
        yield stays("NON-3", rulings)
        yield stays("NON-5", rulings)
        yield stays("NON-6", rulings, "NON-6")
        yield stays("NON-9", rulings, "NON-9")
        yield stays("NON-4", rulings, "NON-4", demands=("NON-7",))


def of_the_discs() -> Iterator[Case]:
    """NON-7, under every reading that it has."""
    for reading in ("anywhere", "four", "slide_across", "slide_in"):
        for disc_step in (False, True):
            yield stays(
                "NON-7",
                {"placement": reading},
                "NON-6",
                "NON-7",
                demands=("NON-4", "NON-7") if disc_step else (),
                disc_step=disc_step,
            )


def of_the_field() -> Iterator[Case]:
    """NON-8, under every reading that it has."""
    for reading in ("connected", "throughout", "contact", "free"):
        for disc_step in (False, True):
            yield stays(
                "NON-8",
                {"connectivity": reading},
                *(() if disc_step else ("NON-8",)),
                demands=("NON-8",) if disc_step else (),
                disc_step=disc_step,
            )


def starts() -> Iterable[tuple[int, dict[str, str]]]:
    """Boards, each under every reading of every question, the others being ruled by default."""
    readings = (
        {question.name: reading.name}
        for question in RULEBOOK.questions
        for reading in question.readings
    )
    return product((1, 2, 3), readings)


def possible_at_the_start() -> Computed:
    """No clause calls the first position impossible."""
    engines = [Nonaga({"n": n}, rulings) for n, rulings in starts()]
    fine = (not any(engine.broken_clauses(engine.initial())) for engine in engines)
    return Computed.of_each(fine, f"{len(engines)} first positions")


POSSIBLE = Theorem(
    name="no_step_leads_to_an_impossible_position",
    statement="What the clauses demand of positions holds at the start, and every permitted step keeps "
    "it: whoever is to move a piece or a disc can; a barred disc is a single one, carries no piece but "
    "that of a player who has just moved there, and touches two others; the field holds together; none "
    "is to move exactly when the game is over. So no position of play is refused as impossible.",
    scope=TheoremScope(
        "window",
        "5 by 5 cells with any discs and pieces: any step",
        inductive=True,
        params={"n": (2,)},
        readings={
            **TURN,
            "placement": ("anywhere", "four", "slide_across", "slide_in"),
        },
        also="The first positions of n=1, 2 and 3 under every reading of every question",
        apart="How the turn passes on goes with the readings of win, no_piece_step and no_disc_step, "
        "NON-7 with those of placement, NON-8 with all four of connectivity",
        rim=(IN_GAMES, BEYOND),
    ),
    clauses=("NON-3", "NON-4", "NON-5", "NON-6", "NON-7", "NON-8", "NON-9"),
    assumptions=(BY_LAYERS, LOOKAHEAD),
    parts=(
        *layers(),
        Enumeration("the first positions", possible_at_the_start),
        Claim("turn, bar and end", of_the_turn, real=STEPS),
        Claim("discs put down", of_the_discs, real=DISC_STEPS),
        Claim(
            "the field",
            of_the_field,
            why_not_real="NON-8 is looked at where all discs lie within the window",
            evident="NON-8 asks of a step what is to hold after it, and a piece step moves no disc",
        ),
        Twin(
            "a player can move a piece before the turn is passed on",
            lambda: stays("NON-3", {}, "NON-3", passing_on=False, disc_step=False),
            of="turn, bar and end",
            changed="the turn is not passed on",
        ),
        Twin(
            "a player can relocate a disc before the turn is passed on",
            lambda: stays("NON-5", {}, "NON-5", passing_on=False, disc_step=True),
            of="turn, bar and end",
            changed="the turn is not passed on",
        ),
        Twin(
            "the game is over as it should be, whatever was before",
            lambda: stays("NON-9", {}),
            of="turn, bar and end",
            changed="NON-9 need not hold before the step",
        ),
        Twin(
            "two discs put down at once are one barred disc",
            lambda: stays("NON-6", {}, "NON-6", one_cell=False),
            of="turn, bar and end",
            changed="a step may begin and end on several cells",
        ),
        Twin(
            "a disc put down anywhere touches two others",
            lambda: stays("NON-7", {}, "NON-6", "NON-7", disc_step=True),
            of="discs put down",
            changed="neither NON-4 nor NON-7 need permit the step",
        ),
        Twin(
            "a disc put down anywhere leaves the field in one piece",
            lambda: stays("NON-8", {}, "NON-8", disc_step=True),
            of="the field",
            changed="NON-8 need not permit the step",
        ),
        Twin(
            "a disc put down on a piece carries none",
            lambda: stays("NON-4", {}, "NON-4"),
            of="turn, bar and end",
            changed="NON-7 need not permit the step",
        ),
    ),
    slow=True,
)
