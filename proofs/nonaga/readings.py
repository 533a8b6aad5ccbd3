"""Which readings are stricter than which, and that they differ; and whether the field can part."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import pairwise

from rulewright.proofs.computed import Computed, Exhibit, FalseExhibit
from rulewright.proofs.nonaga.games import (
    ENCLOSED,
    PARTS_UNDER_CONTACT,
    PARTS_UNDER_FREE,
    SLIDES_ACROSS,
    SLIDES_IN,
    TOLD_APART,
)
from rulewright.proofs.nonaga.material import every_passing_on
from rulewright.proofs.nonaga.setting import (
    BEYOND,
    IN_GAMES,
    ONE_START,
    any_move,
    any_position,
    at_the_start,
    holds,
    made,
    one_cell,
    parts_readings,
    permitted,
    played,
    rules_in,
)
from rulewright.proofs.reachability import BY_LAYERS, AbstractReach, steps_of_layers
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Part, Theorem, Twin
from rulewright.spec.logic import Fact, all_of, count, iff, implies, not_
from rulewright.spec.nonaga import field, notation
from rulewright.spec.nonaga.board import hexagon
from rulewright.spec.nonaga.facts import Move, Position, Rules

SIDE = 7
NEAR_THE_MIDDLE = "it speaks of the discs within two cells of the one that is moved"
"""Why no position of a game is held against claims."""
CLAUSE = {"removal": "NON-5", "placement": "NON-7", "connectivity": "NON-8", "bar": "NON-6"}
ORDERS = (
    ("removal", ("path", "local", "four", "rim")),
    ("placement", ("slide_in", "anywhere")),
    ("placement", ("slide_across", "anywhere")),
    ("placement", ("four", "anywhere")),
    ("connectivity", ("throughout", "connected", "contact", "free")),
    ("bar", ("opponent", "none")),
)
"""Readings of a question from the strictest to the loosest."""
FORBIDS_NOTHING = {
    ("connectivity", "free"): "`free` lets every disc step pass",
    ("bar", "none"): "`none` lets every disc step pass",
}
"""Why what is within some readings is decided before it is asked."""


def disc_step_from_the_middle(rules: Rules) -> tuple[Position, Move, list[Fact]]:
    """Any disc step from the middle of the window, where all discs lie within two cells of it."""
    before = any_position(rules, disc_step=True)
    move = Move(one_cell(rules, (0, 0)), any_move(rules).target)
    inside = [cell in hexagon(SIDE // 2 - 1) for cell in rules.window.cells]
    known = [implies(disc, here) for disc, here in zip(before.discs, inside, strict=True)]
    known += [before.discs[rules.window.number[0, 0]], count(move.target) == 1]
    return before, move, known


def stricter(question: str, strict: str, loose: str) -> Case:
    """What one reading lets pass, another lets pass: any disc step from the middle of the window."""
    reach = AbstractReach("reached")
    rules = {reading: rules_in(SIDE, reach, **{question: reading}) for reading in (strict, loose)}
    before, move, known = disc_step_from_the_middle(rules[strict])
    passes = {
        reading: permitted(rules[reading], before, move, CLAUSE[question]) for reading in rules
    }
    known += [fact for call in reach.calls for fact in call.closed()]
    known += [call.inside(move.origin) for call in reach.calls]
    if strict == "connected":
        known += [
            permitted(rules[strict], before, move, "NON-7"),
            *lone_regions(reach, rules[strict]),
        ]
    return Case(
        f"{question}: {strict} within {loose}",
        tuple(known),
        implies(passes[strict], passes[loose]),
        decided=FORBIDS_NOTHING.get((question, loose), ""),
    )


def lone_regions(reach: AbstractReach, rules: Rules) -> Iterable[Fact]:
    """For each cell: what follows if it is closed as a region of its own, or the rest without it."""
    for cell in rules.window.cells:
        alone = one_cell(rules, cell)
        others = [not_(here) for here in alone]
        for call in reach.calls:
            yield call.inside(alone)
            yield call.inside(others)


def every_order(question: str) -> Iterable[Case]:
    """Each reading and the next looser one."""
    for name, readings in ORDERS:
        if name == question:
            for strict, loose in pairwise(readings):
                yield stricter(question, strict, loose)


def exhibits() -> Iterable[Part]:
    """A game for each two readings that differ."""
    for (question, strict, loose), line in TOLD_APART.items():
        rulings = ({question: strict}, {question: loose})
        shows = partial(parts_readings, *rulings, *line)
        yield Exhibit(f"{question}: {strict} forbids what {loose} allows", shows)


def layers() -> tuple[Part, ...]:
    """The induction steps of reachability on the window."""
    grid = rules_in(SIDE).grid
    return steps_of_layers("step", len(grid.neighbours), grid.pairs)


def reversed_exhibit() -> Computed:
    """The same exhibit with the two readings exchanged."""
    (question, strict, loose), line = next(iter(TOLD_APART.items()))
    return parts_readings({question: loose}, {question: strict}, *line)


READINGS = Theorem(
    name="readings_are_ordered_and_differ",
    statement="What `path` lets pass `local` does, and so on: path, local, four, rim; slide_in, "
    "slide_across and four within anywhere; throughout, connected, contact, free; opponent, none. "
    "And no two neighbours in these orders are the same game.",
    scope=TheoremScope(
        "window",
        "7 by 7 cells with any discs within two cells of the middle: any disc step from there",
        params={"n": (2,)},
        also="Contacts and steps look no further. Differences: a game for each, replayed. That no game "
        "is shorter is not part of this theorem; an exhaustive search with the implementation found "
        "none",
        rim=(BEYOND,),
    ),
    clauses=("NON-5", "NON-6", "NON-7", "NON-8", "removal", "placement", "connectivity", "bar"),
    assumptions=(BY_LAYERS,),
    parts=(
        *layers(),
        *(
            Claim(
                f"{question} is ordered",
                partial(every_order, question),
                why_not_real=NEAR_THE_MIDDLE,
                evident="" if question == "bar" else "it compares formulas of two rulebooks",
            )
            for question in CLAUSE
        ),
        *exhibits(),
        Twin(
            "four is within local",
            lambda: stricter("removal", "four", "local"),
            of="removal is ordered",
            changed="the two readings change places",
        ),
        Twin(
            "anywhere is within four",
            lambda: stricter("placement", "anywhere", "four"),
            of="placement is ordered",
            changed="the two readings change places",
        ),
        Twin(
            "connected is within throughout",
            lambda: stricter("connectivity", "connected", "throughout"),
            of="connectivity is ordered",
            changed="the two readings change places",
        ),
        FalseExhibit(
            "the looser reading forbids what the stricter allows",
            reversed_exhibit,
            of="removal: path forbids what local allows",
            changed="the two readings change places",
        ),
    ),
    slow=True,
)


# ----------------------------------------------------------------------- sliding in and sliding across


def slides_alike(removal: str = "path") -> Case:
    """A disc that can be slid out reaches by sliding across what it reaches from far away."""
    reach = AbstractReach("reached")
    across, inward = (
        rules_in(SIDE, reach, removal=removal, placement=placement)
        for placement in ("slide_across", "slide_in")
    )
    before, move, known = disc_step_from_the_middle(across)
    comes_out = permitted(across, before, move, "NON-5")
    left, right = (permitted(rules, before, move, "NON-7") for rules in (across, inward))
    regions = [call.marks for call in reach.calls]
    regions += [tuple(map(not_, marks)) for marks in regions]
    return Case(
        "any disc step from the middle",
        (
            *known,
            comes_out,
            *(fact for call in reach.calls for fact in call.closed()),
            *(call.inside(region) for call in reach.calls for region in regions),
        ),
        iff(left, right),
    )


def neither(strict: str, loose: str, action: str) -> Computed:
    """Under `removal=local` an action that one of the readings forbids and the other allows."""
    left, right = ({"removal": "local", "placement": reading} for reading in (strict, loose))
    return parts_readings(left, right, ENCLOSED, action)


SLIDING = Theorem(
    name="sliding_in_and_sliding_across_differ_only_where_a_disc_cannot_be_slid_out",
    statement="Under `removal=path` the readings `slide_in` and `slide_across` of `placement` are the "
    "same game: a disc that can leave the field reaches the same cells as one that comes from far away. "
    "Under `removal=local` they are not, and neither is the stricter one.",
    scope=TheoremScope(
        "window",
        "7 by 7 cells with any discs within two cells of the middle: any disc step from there",
        params={"n": (2,)},
        readings={"placement": ("slide_in", "slide_across"), "removal": ("path",)},
        also="Two games with removal=local, replayed",
        rim=(BEYOND,),
    ),
    clauses=("NON-5", "NON-7", "removal", "placement"),
    assumptions=(BY_LAYERS,),
    parts=(
        *layers(),
        Claim(
            "they are the same for a disc that can be slid out",
            slides_alike,
            why_not_real=NEAR_THE_MIDDLE,
        ),
        Exhibit("sliding in only", partial(neither, "slide_across", "slide_in", SLIDES_IN)),
        Exhibit("sliding across only", partial(neither, "slide_in", "slide_across", SLIDES_ACROSS)),
        Twin(
            "for any disc with two vacant neighbours",
            lambda: slides_alike("local"),
            of="they are the same for a disc that can be slid out",
            changed="two vacant neighbours are enough to be taken",
        ),
    ),
)


# ---------------------------------------------------------------------------- the field holds together


def stays_connected(reading: str, *, disc_step: bool, clause: bool = True) -> Case:
    """A step keeps what NON-8 keeps true in every position."""
    rules = rules_in(SIDE, AbstractReach("group"), connectivity=reading)
    before, move = any_position(rules, disc_step=disc_step), any_move(rules)
    known = (
        permitted(rules, before, move, "NON-8")
        if disc_step and clause
        else holds(rules, before, "NON-8")
    )
    after = made(rules, before, move)
    kind = "disc" if disc_step else "piece"
    return Case(f"{reading}, a {kind} step", (known,), holds(rules, after, "NON-8"))


def every_stays_connected() -> Iterable[Case]:
    """Both steps, under both readings that demand one group."""
    for reading in ("connected", "throughout"):
        for disc_step in (False, True):
            yield stays_connected(reading, disc_step=disc_step)


def connected_at_the_start() -> Case:
    """The discs are one group at the start."""
    return Case("the start", (), all_of((holds(*at_the_start(), "NON-8"),)), decided=ONE_START)


def parted(connectivity: str, moves: tuple[str, ...]) -> Computed:
    """A game under a reading after which the field is not one group."""
    engine, state = played({"connectivity": connectivity}, moves)
    rules = engine.rules.seen_through(notation.window_of(state))
    one = field.are_one_group(rules, notation.as_facts(rules, state).discs)
    detail = f"{connectivity}: parted after {len(moves)} actions"
    return Computed.of_game(engine, moves, not one, detail)


CONNECTED = Theorem(
    name="discs_stay_connected",
    statement="Under `connected` and `throughout` the discs are one group in every position; under "
    "`contact` and `free` they need not be: a game parts the field.",
    scope=TheoremScope(
        "window",
        "7 by 7 cells with any discs: any step (the clause demands of the board after a step what it "
        "keeps true)",
        inductive=True,
        params={"n": (2,)},
        readings={"connectivity": ("connected", "throughout")},
        also="Games with connectivity=contact and free, replayed. That no game is shorter is not part "
        "of this theorem; an exhaustive search with the implementation found none: what `connected` "
        "forbids is allowed first after five actions under `free`, and under `contact` not within five",
        rim=(IN_GAMES, BEYOND),
    ),
    clauses=("NON-2", "NON-8", "NON-9", "connectivity"),
    parts=(
        Claim("so it is at the start", connected_at_the_start),
        Claim(
            "so it stays",
            every_stays_connected,
            why_not_real="it is given what NON-8 says of discs reached, and of no other fact",
            evident="NON-8 asks of a step what is to hold after it, and a piece step moves no disc",
        ),
        Claim("passing the turn on moves nothing", every_passing_on),
        Exhibit("free parts the field", partial(parted, "free", PARTS_UNDER_FREE)),
        Exhibit("contact parts the field", partial(parted, "contact", PARTS_UNDER_CONTACT)),
        Twin(
            "without the clause it stays as well",
            lambda: stays_connected("connected", disc_step=True, clause=False),
            of="so it stays",
            changed="NON-8 need not permit the step",
        ),
        FalseExhibit(
            "connected parts the field",
            lambda: parted("connected", PARTS_UNDER_FREE[:-1]),
            of="free parts the field",
            changed="under `connected`, without the last action",
        ),
    ),
)
