"""Detect directions and players that the rules treat differently: which renamings change the game?

A specification names candidates without a claim; this module finds which of them change nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import define, evolve, field, frozen

from rulewright.ambiguity.dispute import first_difference
from rulewright.checks.laws import renamed
from rulewright.gaps.balance import Balance, balances_of, moves_that_break
from rulewright.gaps.findings import Beside, Clear, Finding, Unlooked
from rulewright.gaps.images import (
    ShortestBreak,
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
"""Games examined in the search for a shortest game, per random game played."""
FEWER = 5
"""Divides the number of random games under each reading other than the default."""


@define
class Sorted:
    """What is known of the candidates, from options tried before."""

    known: set[str] = field(factory=set)
    """Names of those that change the game."""
    held: set[str] = field(factory=set)
    """Names of those reported as changing nothing."""
    balanced: dict[str, Balance] = field(factory=dict)
    """By name those that change the game, but leave the players equal."""


def find(subject: Subject) -> Iterator[Finding | Clear | Unlooked]:
    """Try every candidate under each full-size option set, and under each other reading of the text."""
    rulings = subject.default()
    if not any(
        subject.specified.renamings(subject.reference(params, rulings))
        for params in subject.specified.full_size
    ):
        yield subject.unlooked(NAME, "the specification names no renaming to try (`renamings`)")
        return
    found = Sorted()
    for params in subject.specified.full_size:
        yield from tried(subject, "", params, rulings, found)
    fewer = evolve(subject, lines=max(subject.lines // FEWER, 2))
    first = subject.specified.full_size[0]
    for question, other in subject.deviations():
        yield from tried(fewer, question, first, other, found)


def tried(
    subject: Subject,
    question: str,
    params: Mapping[str, Any],
    rulings: Mapping[str, str],
    seen: Sorted,
) -> Iterator[Finding | Clear]:
    """Try every candidate under some options; yield those that change the game.

    The others are reported as changing nothing, under the default rulings only.

    Candidates known to change the game are skipped; those found to do so are added, unless only a
    reading other than the default causes it. One that another renaming balances is no finding.
    """
    reference = subject.reference(params, rulings)
    engine = subject.engine(params, rulings)
    every = subject.specified.renamings(reference)
    candidates = [each for each in every if each.name not in seen.known]
    lines = list(subject.played(engine)) if candidates else []
    kept: dict[Symmetry, int] = {}
    broken: dict[Symmetry, tuple[Action, ...]] = {}
    for renaming in candidates:
        found = sampled(engine, renaming, lines, subject.seed)
        if found.moves is None:
            kept[renaming] = found.positions
        else:
            broken[renaming] = found.moves
    balances = balances_of(engine, broken, [each for each in kept if kept[each]], lines)
    reported = {renaming.name for renaming in broken}
    for renaming, moves in broken.items():
        balance, before = balances.get(renaming.name), seen.balanced.get(renaming.name)
        if balance is not None:
            if not question:
                seen.balanced[renaming.name] = balance
                yield balanced(subject, params, rulings, renaming, balance)
            continue
        shown = of_interest(engine, renaming, moves, before, lines, reported)
        if shown is not None:
            if not question:
                seen.known.add(renaming.name)
            witness = shortest_break(engine, *shown, SEARCHED * subject.lines)
            yield changes(subject, params, reference, shown[0], witness, question)
    if kept and not question:
        again = {renaming.name for renaming in kept} <= seen.held
        seen.held.update(renaming.name for renaming in kept)
        yield nothing_changes(subject, params, rulings, kept, lines, again=again)


def of_interest(  # noqa: PLR0917
    engine: Any,
    renaming: Symmetry,
    moves: tuple[Action, ...],
    before: Balance | None,
    lines: Sequence[Line],
    reported: set[str],
) -> tuple[Symmetry, tuple[Action, ...]] | None:
    """Return what is to be reported of a renaming that changes the game, and moves that show it.

    If by default the players are equal, that is the renaming that balanced it, once; None if it is
    `told` already.
    """
    if before is None:
        return renaming, moves
    if before.by.name in reported:
        return None
    parted = moves_that_break(engine, before.by, lines)
    if parted is None:
        return renaming, moves
    reported.add(before.by.name)
    return before.by, parted


def balanced(
    subject: Subject,
    params: Mapping[str, Any],
    rulings: Mapping[str, str],
    renaming: Symmetry,
    balance: Balance,
) -> Clear:
    """Report a renaming that changes the game only in what is each player's own, such as forwards."""
    about = renaming.about or f"The renaming “{renaming.name}”"
    how = "" if balance.offered else "both together, "
    return Clear(
        game=subject.name,
        detector=NAME,
        statement=f"{about} changes the game, but {how}“{balance.by.name}” changes nothing: the "
        "players are equal, and only the directions of each player differ.",
        params=dict(params),
        rulings=dict(rulings),
        measured=f"All {counted(balance.positions, 'positions')} of random games match their images.",
    )


def nothing_changes(
    subject: Subject,
    params: Mapping[str, Any],
    rulings: Mapping[str, str],
    kept: Mapping[Symmetry, int],
    lines: Sequence[Line],
    *,
    again: bool,
) -> Clear:
    """Report the candidates that change nothing, as far as that is known."""
    seen = [renaming for renaming, positions in kept.items() if positions]
    unseen = [renaming.name for renaming, positions in kept.items() if not positions]
    theorems = dict.fromkeys(renaming.theorem for renaming in seen if renaming.theorem)
    least = min((kept[renaming] for renaming in seen), default=0)
    measured = (
        f"{counted(least, 'positions')} or more for each renaming, one of each of "
        f"{counted(len(lines), 'random games')}, "
        "with the action played there: legal actions, turn, scores and result match those of the image."
    )
    if theorems:
        measured += f" Relevant theorems: {', '.join(theorems)}; the rest is sampled."
    if unseen:
        measured += f" Never applicable, so nothing is known about: {', '.join(unseen)}."
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
    witness: ShortestBreak,
    question: str,
) -> Finding | Clear:
    """Report a renaming that changes the specified game; not a hole if the text announces it."""
    apart = difference(reference, renaming, witness.moves)
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
    """The clauses that distinguish the two, if any do."""
    beside: Beside


def difference(
    reference: Specification[Any], renaming: Symmetry, moves: tuple[Action, ...]
) -> Apart:
    """Describe how the position after some moves differs from its image."""
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
            f"The renamed position is impossible under the rules: {refusal.reason}.",
            (refusal.clause,),
            Beside("The renamed position, impossible under the rules", position),
        )
    return other_view(reference, renaming, state, other, moves)


def other_step(
    reference: Specification[Any],
    renaming: Symmetry,
    state: Any,
    image: Any,
    moves: tuple[Action, ...],
) -> Apart:
    """Describe how the image of the last action, played in `image`, differs from that action."""
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
    disputed, (here, there) = first_difference((mine, theirs), (action,))
    return Apart(
        f"They differ about {disputed}. The position of the game, renamed: {here}. After "
        f"{action} in the renamed previous position: {there}.",
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
    """Describe how the rules treat the image differently from the position."""
    mine, theirs = renamed(view(reference, state), renaming), view(reference, image)
    disputed, (here, there) = first_difference((mine, theirs), moves)
    is_action = reference.is_action(disputed)
    clauses: tuple[str, ...] = ()
    if is_action:
        clauses = forbidding(reference, renaming, state, image, disputed)
    label = "The renamed position"
    return Apart(
        f"They differ about {disputed}. What holds in the game, renamed: {here}. What the "
        f"rules say about the renamed position: {there}.",
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
    """Return the clauses that forbid an action in the image, or its original in the position."""
    found = reference.explain(image, disputed)
    if not found:
        own = (
            action
            for action in reference.verdicts(state).candidates
            if renaming.action(action) == disputed
        )
        found = reference.explain(state, next(own))
    return tuple(each.clause for each in found)
