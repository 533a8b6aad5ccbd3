"""Queens stay apart: an invariant of every position, by induction over actions."""

from __future__ import annotations

from functools import partial

from rulewright.proofs.ari.setting import (
    FULL_SIZE,
    WHOLE,
    any_move,
    any_outlook,
    any_position,
    armies_within_reach,
    one_action,
    permits,
    rules_of,
)
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.proofs.unknowns import boolean
from rulewright.spec.ari import GAME
from rulewright.spec.ari.evaluation import Evaluation
from rulewright.spec.ari.facts import Move, Outlook, Position, Rules
from rulewright.spec.logic import Fact, exactly_one

NO_OUTLOOK = Outlook((True, True))
"""For clauses that do not look at it."""


def apart(rules: Rules, position: Position) -> Fact:
    """What ARI-3 keeps true in every position."""
    formula = GAME.rulebook["ARI-3"].holds
    if formula is None:
        raise LookupError("ARI-3 keeps nothing true")
    return formula(rules, position, NO_OUTLOOK)


def whole_position() -> Position:
    """Any position of any phase, whoever is to move."""
    seen = any_position()
    turn = boolean("turn.white"), boolean("turn.black")
    return Position((seen.own, seen.enemy), (seen.last[:3], seen.last[3:]), turn)


def following(rules: Rules, position: Position, move: Move) -> tuple[Position, Position]:
    """What an action makes of a position, before and after the turn passes."""
    evaluation = Evaluation(rules, GAME.rulebook)
    placed = evaluation.placed(position, move)
    return placed, evaluation.passed_on(placed, position.turn, any_outlook())


def at_the_start(reading: str) -> Case:
    """The first position has no queens."""
    rules = rules_of(next_to=reading)
    start = GAME.rulebook["ARI-1"].effect
    if start is None:
        raise LookupError("ARI-1 sets nothing up")
    return Case(
        f"next_to={reading}: start",
        (True,),
        apart(rules, start(rules)),
        decided="at the start no queen stands, and nothing is unknown",
    )


def afterwards(reading: str, capture: str = "strike", *, obeyed: bool = True) -> Case:
    """Queens who are apart are so after every action that ARI-3 permits, and after the turn passes."""
    rules = rules_of(next_to=reading, capture=capture)
    position, move = whole_position(), any_move()
    _, passed = following(rules, position, move)
    return Case(
        f"next_to={reading}, capture={capture}: step",
        (
            exactly_one(position.turn),
            one_action(rules, position.view, move),
            armies_within_reach(rules, position),
            apart(rules, position),
            *((permits("ARI-3", rules, position.view, move),) if obeyed else ()),
        ),
        apart(rules, passed),
        under=rules,
    )


def other_reading() -> Case:
    """Claim wrongly that `next_to=four` keeps queens apart by `next_to=eight`."""
    case, wanted = afterwards("four"), afterwards("eight")
    apart_by_eight = apart(rules_of(next_to="eight"), whole_position())
    return Case("four keeps apart by eight", (*case.given, apart_by_eight), wanted.then)


READINGS = ("eight", "four")


APART = Theorem(
    "queens_are_never_next_to_each_other",
    "No two queens stand next to each other in any position: not in the first one, and not after any "
    "permitted action in a position in which they do not.",
    TheoremScope(
        "board",
        "any action of any phase",
        inductive=True,
        params=FULL_SIZE,
        readings={"next_to": READINGS, "capture": ("strike", "landing")},
        rim=("tests/proofs/test_rims.py::test_what_is_kept_holds_in_every_position_of_a_game",),
    ),
    ("ARI-3", "next_to", "capture"),
    (
        Claim("at the start", lambda: map(at_the_start, READINGS)),
        *(
            Claim(
                f"after every permitted action, next_to={reading}, capture={capture}",
                partial(afterwards, reading, capture),
                real=WHOLE,
            )
            for reading in READINGS
            for capture in ("strike", "landing")
        ),
        Twin(
            "whether or not ARI-3 is obeyed",
            lambda: afterwards("eight", obeyed=False),
            of="after every permitted action, next_to=eight, capture=strike",
            changed="ARI-3 need not permit the action",
        ),
        Twin(
            "by the other reading",
            other_reading,
            of="after every permitted action, next_to=four, capture=strike",
            changed="queens are next to each other by the other reading",
        ),
    ),
)
