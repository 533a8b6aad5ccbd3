"""Unknowns that stand for two things in a guest's claim: positions, or moves, that were to be others.

`any_position` and `any_move` give the same unknowns each time. So "two steps" may be one step twice. A
claim is made once more while each call gives unknowns of its own, and no case may have those of two.
Our own theorems name their unknowns themselves.
"""

from __future__ import annotations

from rulewright.proofs.anything import Call, calls_apart
from rulewright.proofs.consulted import is_of_a_guest, owner_of
from rulewright.proofs.induction import NOT_OVER_UNKNOWNS
from rulewright.proofs.named import forget_what_is_kept_of
from rulewright.proofs.symbolic import no_branches
from rulewright.proofs.terms import unknowns
from rulewright.proofs.theorem import Claim, Theorem

WHAT = {"any_position": "position", "any_move": "move"}


def of_two_things(theorem: Theorem) -> str:
    """Say which unknowns of a guest's claim stand for two things; empty if none do."""
    claims = [part for part in theorem.parts if isinstance(part, Claim)]
    for claim in claims:
        if is_of_a_guest(claim.make) and (why := shared_in(claim)):
            return f"{claim.kind} {claim.name!r}: {why}"
    return ""


def shared_in(claim: Claim) -> str:
    """Make a claim once more, and say in which case two calls would give the same unknowns."""
    owners = {owner_of(claim.make)}
    forget_what_is_kept_of(owners)
    try:
        with no_branches(), calls_apart() as calls:
            cases = claim.cases()
    except NOT_OVER_UNKNOWNS:
        return ""
    finally:
        forget_what_is_kept_of(owners)
    for case in cases:
        if why := shared(unknowns((*case.given, case.then)), calls):
            return f"{case.label}: {why}"
    return ""


def shared(names: set[str], calls: list[Call]) -> str:
    """Say which unknowns of a case are those of two calls, or of a call and of the author."""
    used = [call for call in calls if names & call.unknowns.keys()]
    for call in used:
        if used.count(call) > 1:
            asked = f"{call.function}(name={call.name!r})" if call.name else call.function
            what = WHAT[call.function]
            return (
                f"it has the unknowns of two calls of {asked}, which are the same: use what the first "
                f"call gave, or give another {what} a `name` of its own"
            )
        if own := sorted(names & set(call.unknowns.values())):
            return (
                f"its unknown {own[0]!r} is called as one of {call.function} is, and so is the same: "
                "it needs another name"
            )
    return ""
