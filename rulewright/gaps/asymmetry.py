"""Directions and players that the rules treat differently: which renamings change the game?

A specification names candidates, without a claim; which of them change nothing is found out here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from rulewright.ambiguity.dispute import told
from rulewright.checks.laws import renamed
from rulewright.gaps.findings import Beside, Clear, Finding, Unlooked
from rulewright.gaps.images import (
    Shortest,
    go_on_alike,
    image_of,
    sampled,
    shortest_break,
    speaks_of,
)
from rulewright.gaps.subject import Subject
from rulewright.interface import Action, ImpossiblePosition, RulewrightError, Symmetry
from rulewright.play.random_games import Line
from rulewright.play.replay import state_if_legal
from rulewright.play.view import view
from rulewright.spec.engine import Specification
from rulewright.wording.numbers import counted

NAME = "asymmetry"
SEARCHED = 200
"""Games looked at in the search for a shortest game, for each random game that is played."""
FEWER = 5
"""Random games are divided by this for each reading that is not the default."""


def find(subject: Subject) -> Iterator[Finding | Clear | Unlooked]:
    """Try every candidate in each way to play the game, and under each other reading of the text."""
    rulings = subject.default()
    if not any(
        subject.specified.renamings(subject.reference(params, rulings))
        for params in subject.specified.full_size
    ):
        yield subject.unlooked(NAME, "the specification names no renaming to try (`renamings`)")
        return
    known, held = set[str](), set[str]()
    for params in subject.specified.full_size:
        yield from tried(subject, "", params, rulings, known, held)
    fewer = evolve(subject, lines=max(subject.lines // FEWER, 2))
    first = subject.specified.full_size[0]
    for question, other in subject.deviations():
        yield from tried(fewer, question, first, other, known, held)


def tried(  # noqa: PLR0917
    subject: Subject,
    question: str,
    params: Mapping[str, Any],
    rulings: Mapping[str, str],
    known: set[str],
    held: set[str],
) -> Iterator[Finding | Clear]:
    """Try every candidate under some options: tell of those that change the game.

    Of the rest it is told that they do not, once and not for each other reading.

    Candidates that are `known` to change the game are left out; those that do become known, unless
    only another reading than the default makes them. `held` are those that were told to change nothing.
    """
    reference = subject.reference(params, rulings)
    engine = subject.engine(params, rulings)
    candidates = [each for each in subject.specified.renamings(reference) if each.name not in known]
    lines = list(subject.played(engine)) if candidates else []
    kept: dict[Symmetry, int] = {}
    for renaming in candidates:
        found = sampled(engine, renaming, lines, subject.seed)
        if found.moves is None:
            kept[renaming] = found.positions
            continue
        if not question:
            known.add(renaming.name)
        most = SEARCHED * subject.lines
        witness = shortest_break(engine, renaming, found.moves, most)
        yield changes(subject, params, reference, renaming, witness, question)
    if kept and not question:
        again = {renaming.name for renaming in kept} <= held
        held.update(renaming.name for renaming in kept)
        yield nothing_changes(subject, params, rulings, kept, lines, again=again)


def nothing_changes(
    subject: Subject,
    params: Mapping[str, Any],
    rulings: Mapping[str, str],
    kept: Mapping[Symmetry, int],
    lines: Sequence[Line],
    *,
    again: bool,
) -> Clear:
    """Say which candidates change nothing, as far as that is known."""
    seen = [renaming for renaming, positions in kept.items() if positions]
    unseen = [renaming.name for renaming, positions in kept.items() if not positions]
    theorems = dict.fromkeys(renaming.theorem for renaming in seen if renaming.theorem)
    least = min((kept[renaming] for renaming in seen), default=0)
    measured = (
        f"{counted(least, 'positions')} or more for each renaming, one of each of "
        f"{counted(len(lines), 'random games')}, "
        "with the action played there: legal actions, turn, scores and result are those of the image."
    )
    if theorems:
        measured += f" Theorems that speak of it: {', '.join(theorems)}; the rest is sampled."
    if unseen:
        measured += f" Never met, so nothing is known of it: {', '.join(unseen)}."
    return Clear(
        game=subject.name,
        detector=NAME,
        statement=("1 renaming changes" if len(seen) == 1 else f"{len(seen)} renamings change")
        + " nothing"
        + (
            ", the same as above."
            if again and seen
            else f": {'; '.join(renaming.name for renaming in seen)}."
        ),
        params=dict(params),
        rulings=dict(rulings),
        measured=measured,
    )


def changes(  # noqa: PLR0917
    subject: Subject,
    params: Mapping[str, Any],
    reference: Specification[Any],
    renaming: Symmetry,
    witness: Shortest,
    question: str,
) -> Finding | Clear:
    """Tell of a renaming that changes the game, as the specification sees it; no hole if announced."""
    apart = told_apart(reference, renaming, witness.moves)
    about = renaming.about or f"The renaming “{renaming.name}”"
    if renaming.announced:
        quoted = f"{' and '.join(renaming.clauses)}: “{subject.quotation(renaming.clauses)}”"
        return Clear(
            game=subject.name,
            detector=NAME,
            statement=f"{about} changes the game, and the text announces it, in {quoted} After "
            f"{' '.join(witness.moves) or 'no action'}: {apart.what}",
            params=dict(params),
            rulings=dict(reference.rulings),
            measured=witness.searched,
        )
    under = f" (under {subject.under_which(question, reference.rulings)})" if question else ""
    return subject.finding(
        detector=NAME,
        title=f"{about} changes the game{under}",
        statement=f"{apart.what} No sentence of the text announces it.",
        clauses=tuple(dict.fromkeys((*renaming.clauses, *apart.clauses))),
        questions=(question,),
        params=params,
        rulings=reference.rulings,
        moves=witness.moves,
        measured=witness.searched,
        beside=apart.beside,
    )


@frozen
class Apart:
    """How a position and its image differ."""

    what: str
    clauses: tuple[str, ...]
    """The clauses that tell the two apart, where a clause does."""
    beside: Beside


def told_apart(
    reference: Specification[Any], renaming: Symmetry, moves: tuple[Action, ...]
) -> Apart:
    """Say how the position after some moves differs from its image."""
    state = state_if_legal(reference, moves)
    position = renaming.position(reference.to_json(state))
    if moves:
        before = state_if_legal(reference, moves[:-1])
        image = image_of(reference, renaming, before)
        if (
            speaks_of(reference, renaming, before)
            and image is not None
            and not go_on_alike(reference, renaming, before, image, moves[-1])
        ):
            return other_step(reference, renaming, state, image, moves)
    try:
        other = reference.from_json(position)
    except ImpossiblePosition as refusal:
        return Apart(
            f"The rules do not admit the renamed position: {refusal.reason}.",
            (refusal.clause,),
            Beside("The renamed position, which the rules do not admit", position),
        )
    return other_view(reference, renaming, state, other, moves)


def other_step(
    reference: Specification[Any],
    renaming: Symmetry,
    state: Any,
    image: Any,
    moves: tuple[Action, ...],
) -> Apart:
    """Say what the image of the last action does, played in `image`, that the action does not."""
    action = renaming.action(moves[-1])
    try:
        other = reference.play(image, action)
    except RulewrightError:
        return Apart(
            f"{moves[-1]} is legal; {action} in the renamed position is not.",
            tuple(each.clause for each in reference.explain(image, action)),
            Beside(f"The renamed position before {action}", reference.to_json(image), action),
        )
    mine, theirs = renamed(view(reference, state), renaming), view(reference, other)
    disputed, (here, there) = told((mine, theirs), (action,))
    return Apart(
        f"They differ over this: {disputed}. The position of the game, once renamed: {here}. After "
        f"{action} in the renamed position before it: {there}.",
        (),
        Beside(f"After {action} in the renamed position", reference.to_json(other)),
    )


def other_view(
    reference: Specification[Any],
    renaming: Symmetry,
    state: Any,
    image: Any,
    moves: Sequence[Action],
) -> Apart:
    """Say what is said of the image and not of the position."""
    mine, theirs = renamed(view(reference, state), renaming), view(reference, image)
    disputed, (here, there) = told((mine, theirs), moves)
    is_action = reference.is_action(disputed)
    clauses: tuple[str, ...] = ()
    if is_action:
        clauses = forbidding(reference, renaming, state, image, disputed)
    label = "The renamed position"
    return Apart(
        f"They differ over this: {disputed}. What holds in the game, once renamed: {here}. What the "
        f"rules say of the renamed position: {there}.",
        clauses,
        Beside(
            label,
            reference.to_json(image),
            disputed if is_action and disputed not in theirs.legal else None,
        ),
    )


def forbidding(
    reference: Specification[Any], renaming: Symmetry, state: Any, image: Any, disputed: Action
) -> tuple[str, ...]:
    """Name the clauses that forbid an action in the image, or in the position what it comes from."""
    found = reference.explain(image, disputed)
    if not found:
        own = (
            action
            for action in reference.verdicts(state).candidates
            if renaming.action(action) == disputed
        )
        found = reference.explain(state, next(own))
    return tuple(each.clause for each in found)
