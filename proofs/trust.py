"""What no proof, game or test of the prover shows of a theorem: it is left to whoever reads it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.proofs.named import compared, unasked
from rulewright.proofs.prove import PartVerdict, TheoremVerdict

ALIKE = "are two things called alike, or is one compared with itself?"


def unheld(verdict: TheoremVerdict) -> Iterator[str]:
    """Yield what of a theorem's claims is held against no game, and what was decided by itself."""
    begins = any(each.enumerated or (each.held and each.held.begins) for each in verdict.parts)
    if verdict.theorem.extent.inductive and not begins:
        yield (
            "no part speaks of the first position, and no claim is held against it: that the induction "
            "begins is as the author says"
        )
    for part in verdict.parts:
        yield from of_a_part(part)
    yield from verdict.unshown
    for clause in unasked(verdict.theorem) if verdict.holds else ():
        yield f"{clause} is named, and no claim asks a formula of it"
    yield from compared(verdict.theorem) if verdict.holds else ()


def of_a_part(part: PartVerdict) -> Iterator[str]:
    """Yield the same for a part."""
    name = f"{part.kind} {part.name!r}"
    for said in part.held.partly if part.held is not None else ():
        yield f"{name} speaks of {said}"
    if part.held is not None and part.held.unread:
        said = and_more([repr(each) for each in part.held.unread])
        yield f"{name} speaks of {said}, which nothing reads from games"
    if part.held is not None and part.held.fixed:
        said = and_more(part.held.fixed)
        yield f"{name} plays from positions of which parts are no unknowns: {said}"
    if part.held is not None and part.held.unmet:
        number, every = part.held.conditions
        which = f"{number} of {every} conditions" if number > 1 else "a condition"
        said = f"that no game was found to meet: {part.held.unmet}"
        yield f"{name} has a conclusion under {which} {said}"
    if part.held is not None and part.held.idle:
        yield f"{name} has a premise that excludes nothing, {part.held.idle}: {ALIKE}"
    if part.held is not None and part.held.said_of_nothing:
        said = f"that is so whatever is given, {part.held.said_of_nothing}"
        yield f"{name} has a conclusion with a part {said}: {ALIKE}"
    for said in part.untied:
        yield f"{name} {said}"
    for reason in part.decided:
        yield f"{name} is decided before it is asked: {reason}"


def and_more(several: Sequence[str]) -> str:
    """Name the first of several things, and how many others there are."""
    others = len(several) - 1
    return several[0] + (f" and {others} more" if others else "")
