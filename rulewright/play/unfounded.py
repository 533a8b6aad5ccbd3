"""What a game's module of theorems says of theorems, clauses and readings that there are not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.interface import nearest

if TYPE_CHECKING:
    from rulewright.proofs.partings import Parting
    from rulewright.spec.catalogue import SpecifiedGame


def unfounded_parting(
    parting: Parting, about: Mapping[str, Sequence[str]], specified: SpecifiedGame
) -> str:
    """Say what a parting names that there is not, and what would be right; empty if there is all."""
    from rulewright.play.parameters import takes  # noqa: PLC0415 - loads what a specification needs

    question, known = parting.question, specified.readings.get(parting.question, ())
    if question not in about.get(parting.theorem, ()):
        return (
            f"{parting.theorem!r}, which is no theorem that is about the question {question!r}: "
            "name one that has the question among its clauses"
        )
    if len(parting.readings) == 1 or not parting.readings <= set(known):
        named = ", ".join(sorted(parting.readings))
        return f"the readings {named} of {question!r}: name two of {', '.join(known)}"
    if not takes(specified, parting.params):
        return f"the parameters {dict(parting.params)}: name those that the game takes"
    return ""


def unfounded_reason(reasons: Any, theorems: Collection[str], clauses: Collection[str]) -> str:
    """Say which reason in `UNNOTICED` is none, or of what there is not; empty if all are founded."""
    if not isinstance(reasons, tuple | list):
        return f"UNNOTICED of type {type(reasons).__name__}: it must be a tuple of Unnoticed(...)"
    for each in reasons:
        named = getattr(each, "theorem", None)
        if named is None:
            return f"a {type(each).__name__} in UNNOTICED: it must consist of Unnoticed(...)"
        if named not in theorems:
            other = f"{named!r} in UNNOTICED, which is no theorem"
            return f"{other}: name one that there is{nearest(str(named), theorems)}"
        if wrong := of_no_clause(each.mutants, clauses):
            return f"{wrong} in UNNOTICED for {named}{remedy_for(wrong, clauses)}"
    return ""


def unfounded_silence(silences: Any, clauses: Collection[str]) -> str:
    """Say which of `NOTICED_BY_NONE` is none, or of a clause that there is not; empty if none is."""
    if not isinstance(silences, tuple | list):
        kind = type(silences).__name__
        return f"NOTICED_BY_NONE of type {kind}: it must be a tuple of NoticedByNone(...)"
    for each in silences:
        if not hasattr(each, "needed"):
            kind = type(each).__name__
            return f"a {kind} in NOTICED_BY_NONE: it must consist of NoticedByNone(...)"
        if wrong := of_no_clause(each.mutants, clauses):
            return f"{wrong} in NOTICED_BY_NONE{remedy_for(wrong, clauses)}"
    return ""


def of_no_clause(mutants: Any, clauses: Iterable[str]) -> str:
    """Return the first mutant that is of no clause, as it is written; empty if each is of one."""
    if isinstance(mutants, str):
        return repr(mutants)
    starts = tuple(f"{clause} " for clause in clauses)
    return next((repr(each) for each in mutants if not f"{each} ".startswith(starts)), "")


def remedy_for(mutant: str, clauses: Collection[str]) -> str:
    """Say what would be right instead of a mutant of no clause, or of a text for several."""
    wanted = mutant.strip("'").partition(" ")[0]
    if wanted in clauses:
        return ", a text: name mutants in a tuple, with a comma"
    return f", which is no clause: name one that there is{nearest(wanted, clauses)}"
