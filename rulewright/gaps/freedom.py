"""Detect parts of an action that no clause restricts: the text is silent about that choice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from rulewright.gaps.findings import Finding
from rulewright.gaps.inert import positions
from rulewright.gaps.subject import Subject
from rulewright.interface import Action
from rulewright.spec.engine import Specification
from rulewright.wording.numbers import counted

WORD = re.compile(r"[^\W_]+")
GROUPS = 200
"""Choices of a kind that must be seen before it is reported."""
LOOKED = 40
"""Positions examined, one of every `STEP` in random games."""
STEP = 3
FEW = 6
"""Positions examined under each other reading, one of every `FEW`."""


@frozen
class ActionPart:
    """One word of the actions that share a shape."""

    shape: str
    place: int


def shape_and_words(action: Action) -> tuple[str, tuple[str, ...]]:
    """Split an action into its shape (the text around its words) and its words."""
    return WORD.sub("_", action), tuple(WORD.findall(action))


@frozen
class Choice:
    """How often a part of an action could be chosen, and whether a clause ever restricted the choice."""

    groups: int = 0
    decided: bool = False
    example: Action = ""


def choices(reference: Specification[Any], state: Any) -> Iterator[tuple[ActionPart, bool, Action]]:
    """Yield, for actions that differ in one word only, whether some are legal and others are not.

    Groups without a legal action say nothing and are skipped.
    """
    verdicts = reference.verdicts(state)
    legal = verdicts.legal()
    groups: dict[tuple[str, int, tuple[str, ...]], list[int]] = {}
    taken: dict[int, Action] = {}
    for lane in reference.considered(state):
        action = verdicts.candidates[lane]
        taken[lane] = action
        shape, words = shape_and_words(action)
        for place in range(len(words)):
            rest = (*words[:place], *words[place + 1 :])
            groups.setdefault((shape, place, rest), []).append(lane)
    for (shape, place, _), lanes in groups.items():
        permitted = [lane for lane in lanes if legal >> lane & 1]
        if len(lanes) > 1 and permitted:
            yield ActionPart(shape, place), len(permitted) < len(lanes), taken[permitted[0]]


def free_parts(
    subject: Subject, params: Mapping[str, Any], rulings: Mapping[str, str], most: int = LOOKED
) -> dict[ActionPart, Choice]:
    """Return the parts that were often open and never decided by a clause."""
    reference = subject.reference(params, rulings)
    seen: dict[ActionPart, Choice] = {}
    for state in positions(subject, reference, most, STEP):
        for part, decided, example in choices(reference, state):
            before = seen.get(part, Choice(0, False, example))
            seen[part] = Choice(before.groups + 1, before.decided or decided, before.example)
    return {
        part: choice
        for part, choice in seen.items()
        if choice.groups >= GROUPS and not choice.decided
    }


def find(subject: Subject) -> Iterator[Finding]:
    """Yield the parts of actions that are free under the default rulings."""
    params, rulings = subject.specified.full_size[0], subject.default()
    for part, choice in free_parts(subject, params, rulings).items():
        word = shape_and_words(choice.example)[1][part.place]
        limiting = [
            (question, other[question])
            for question, other in subject.deviations()
            if limited(subject, part, params, other)
        ]
        reference = subject.reference(params, rulings)
        speaking = tuple(
            clause.identifier
            for clause in subject.rulebook.speaking_of_actions()
            if any(
                question.name in {name for name, _ in limiting}
                and clause.identifier in question.clauses
                for question in subject.rulebook.questions
            )
        ) or tuple(reference.verdicts(reference.initial()).lanes)
        yield subject.finding(
            detector="silence about a part of an action",
            title=f"No clause was seen to limit the {word!r} in {choice.example!r}",
            statement=f"Of actions such as {choice.example} that differ only in {word!r}, all were "
            "legal or none was in every position examined, so the text seems to say nothing about "
            "that choice. "
            + (
                "It would be limited under "
                + ", ".join(f"{question}={reading}" for question, reading in limiting)
                + "."
                if limiting
                else ""
            ),
            clauses=speaking,
            questions=[name for name, _ in limiting],
            params=params,
            rulings=rulings,
            moves=leading_to(subject, reference, choice.example),
            measured=f"A sample, not a proof: {counted(choice.groups, 'such choices')} in positions of "
            "random games, none of them decided by a clause.",
        )


def leading_to(
    subject: Subject, reference: Specification[Any], action: Action
) -> tuple[Action, ...] | None:
    """Return a game after which an action is legal; None if no random game leads there."""
    engine = subject.engine(reference.params, reference.rulings)
    best: tuple[Action, ...] | None = None
    for line in subject.played(engine):
        nearer = line.states[: LOOKED * STEP if best is None else len(best)]
        for ply, state in enumerate(nearer):
            if action in engine.legal_actions(state):
                best = line.moves[:ply]
                break
    return best


def limited(
    subject: Subject, part: ActionPart, params: Mapping[str, Any], rulings: Mapping[str, str]
) -> bool:
    """Return whether some clause limits a part under other rulings."""
    reference = subject.reference(params, rulings)
    return any(
        decided and found == part
        for state in positions(subject, reference, FEW, FEW)
        for found, decided, _ in choices(reference, state)
    )
