"""No action leads to a position that a clause calls impossible."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product, starmap

from rulewright.proofs.ari.queens import following, whole_position
from rulewright.proofs.ari.setting import (
    FULL_SIZE,
    SIZE,
    WHOLE,
    any_move,
    any_outlook,
    armies_within_reach,
    one_action,
    permits,
    rules_of,
)
from rulewright.proofs.computed import Computed, Enumeration
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Lemma, Theorem, Twin
from rulewright.spec.ari import GAME
from rulewright.spec.ari.clauses import (
    a_new_die_is_put_down,
    lands_on_the_enemy_queen,
    the_own_queen_is_to_be_put_down,
)
from rulewright.spec.ari.facts import Move, Outlook, Piece, Position, Rules, View
from rulewright.spec.ari.geometry import is_vacant
from rulewright.spec.logic import Fact, all_of, any_of, exactly_one, implies, not_

DEMANDS = ("ARI-1", "ARI-2", "ARI-5", "ARI-6", "ARI-7", "ARI-9")
"""The clauses that demand something of positions; ARI-3 has a theorem of its own."""
READINGS = tuple(
    {"capture": capture, "no_action": no_action, "threat": threat}
    for capture, no_action, threat in product(
        ("strike", "landing"), ("skip", "loses"), ("open", "mate")
    )
)
"""All readings of the questions that decide who is next, and which queen leaves the board."""


PERMITTING = ("ARI-1", "ARI-2", "ARI-6", "ARI-7", "ARI-9")
"""The clauses that permit an action, by its kind."""


def permitted_by(
    clauses: tuple[str, ...], rules: Rules, before: View, move: Move
) -> tuple[Fact, ...]:
    """What some clauses say of a move."""
    return tuple(permits(each, rules, before, move) for each in clauses)


def kept(identifier: str, rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """What a clause keeps true in every position."""
    formula = GAME.rulebook[identifier].holds
    if formula is None:
        raise LookupError(f"{identifier} does not speak of positions")
    return formula(rules, position, outlook)


def stays(
    demand: str,
    rulings: dict[str, str],
    permitting: tuple[str, ...] = PERMITTING,
    *,
    passing_on: bool = True,
    lemma: Case | None = None,
) -> Case:
    """An action that some clauses permit keeps what a clause demands of positions.

    Of the position before, all clauses hold that say who is next and what is there. With a lemma about
    the action, the solver gets this in place of what permits it.
    """
    rules, position, move = rules_of(**rulings), whole_position(), any_move()
    placed, passed = following(rules, position, move)
    known = {"ARI-1", "ARI-2", demand} - {"ARI-5", "ARI-9"}
    before = (
        exactly_one(position.turn),
        one_action(rules, position.view, move),
        armies_within_reach(rules, position),
        *(kept(each, rules, position, any_outlook()) for each in sorted(known)),
    )
    return Case(
        ", ".join((demand, *rulings.values())),
        (*before, *permitted_by(permitting, rules, position.view, move)),
        kept(demand, rules, passed if passing_on else placed, any_outlook()),
        lemmas=() if lemma is None else (lemma,),
        using=None if lemma is None else before,
        under=rules,
    )


def what_is_done(capture: str, threat: str) -> Case:
    """What the permitted actions have in common, whatever dice offer and threaten.

    A missing die is put down while one is missing, then the queen if she is; strikes are for play; and
    no piece goes where another stays.
    """
    rules = rules_of(capture=capture, threat=threat)
    position, move = whole_position(), any_move()
    before = position.view
    staying: tuple[Piece, ...] = (*before.dice, before.own.queen)
    queen_stays = not_(lands_on_the_enemy_queen(rules, before, move))
    return Case(
        f"{capture}, {threat}",
        (
            exactly_one(position.turn),
            one_action(rules, before, move),
            kept("ARI-2", rules, position, any_outlook()),
            *permitted_by(PERMITTING, rules, before, move),
        ),
        all_of(
            (
                implies(not_(before.dice_are_set_up), a_new_die_is_put_down(before, move)),
                implies(the_own_queen_is_to_be_put_down(rules, before, move), move.queen),
                implies(any_of(move.strike), before.in_play),
                implies(any_of((*move.die, move.queen)), is_vacant(staying, move.cell)),
                implies(
                    all_of((any_of((*move.die, move.queen)), queen_stays)),
                    is_vacant((before.enemy.queen,), move.cell),
                ),
            )
        ),
        under=rules,
    )


def every_demand() -> Iterator[Case]:
    """Each demand, under all readings that have to do with it."""
    for rulings in READINGS:
        lemma = what_is_done(rulings["capture"], rulings["threat"])
        yield from (stays(demand, rulings, lemma=lemma) for demand in DEMANDS)


def by_the_other_reading() -> Case:
    """Claim wrongly that a game lost for want of an action is over by `no_action=skip` as well."""
    case = stays("ARI-9", {"no_action": "loses"})
    rules, position, move = rules_of(no_action="loses"), whole_position(), any_move()
    _, passed = following(rules, position, move)
    judged = kept("ARI-9", rules_of(no_action="skip"), passed, any_outlook())
    return Case("lost by one reading, over by the other", case.given, judged)


def possible_at_the_start() -> Computed:
    """No clause calls the first position impossible, on any board up to full size."""
    engines = [GAME.engine({"n": n}) for n in range(4, SIZE + 1)]
    fine = (not any(engine.broken_clauses(engine.initial())) for engine in engines)
    return Computed.of_each(fine, f"{len(engines)} first positions")


POSSIBLE = Theorem(
    "no_action_leads_to_an_impossible_position",
    "What the clauses demand of positions holds at the start, and every permitted action keeps it: "
    "while dice are set up the players alternate and the last die is known; queens stand once all dice "
    "lie, white's first; no two pieces share a cell; whoever moves in play can; nobody has the turn "
    "only when the game is over. So no position of play is refused as impossible.",
    TheoremScope(
        "board",
        "any action of any phase, however the dice are arranged",
        inductive=True,
        params=FULL_SIZE,
        readings={
            "capture": ("strike", "landing"),
            "no_action": ("skip", "loses"),
            "threat": ("open", "mate"),
        },
        also=f"The first positions of n=4 to n={SIZE}; ARI-3 is left to "
        "queens_are_never_next_to_each_other",
        rim=("tests/proofs/test_rims.py::test_what_is_kept_holds_in_every_position_of_a_game",),
    ),
    DEMANDS,
    (
        Enumeration("the first positions", possible_at_the_start),
        Lemma(
            "what every permitted action does",
            lambda: starmap(what_is_done, product(("strike", "landing"), ("open", "mate"))),
        ),
        Claim("every permitted action", every_demand, real=WHOLE),
        Twin(
            "a second die before the other player's",
            lambda: stays("ARI-1", {}, ("ARI-2", "ARI-6", "ARI-7", "ARI-9")),
            of="every permitted action",
            changed="ARI-1 need not permit the action",
        ),
        Twin(
            "a queen before all dice lie",
            lambda: stays("ARI-2", {}, ("ARI-2", "ARI-6", "ARI-7", "ARI-9")),
            of="every permitted action",
            changed="ARI-1 need not permit the action",
        ),
        Twin(
            "the mover may be one who cannot act",
            lambda: stays("ARI-5", {}, passing_on=False),
            of="every permitted action",
            changed="the turn is not passed on",
        ),
        Twin(
            "a queen put on a die shares its cell with nobody",
            lambda: stays("ARI-6", {}, ("ARI-1", "ARI-6", "ARI-7", "ARI-9")),
            of="every permitted action",
            changed="ARI-2 need not permit the action",
        ),
        Twin(
            "dice lie apart, wherever one goes",
            lambda: stays("ARI-7", {}, ("ARI-1", "ARI-2", "ARI-6", "ARI-9")),
            of="every permitted action",
            changed="ARI-7 need not permit the action",
        ),
        Twin(
            "by no_action=loses as by no_action=skip",
            by_the_other_reading,
            of="every permitted action",
            changed="judged by the other reading",
        ),
    ),
    slow=True,
)
