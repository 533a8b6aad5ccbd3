"""Detect players that the rules treat differently in the same position."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from rulewright.gaps.findings import Finding, Unlooked
from rulewright.gaps.inert import positions
from rulewright.gaps.subject import Subject
from rulewright.interface import RulewrightError

LOOKED = 60


def renamed(value: Any, names: dict[str, str]) -> Any:
    """Rename players wherever a position names them."""
    if isinstance(value, dict):
        return {names.get(name, name): renamed(each, names) for name, each in value.items()}
    if isinstance(value, list):
        return [renamed(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def find(subject: Subject) -> Iterator[Finding | Unlooked]:
    """Put every player in the place of the next, and check that the same actions are legal."""
    params, rulings = subject.specified.full_size[0], subject.default()
    reference = subject.reference(params, rulings)
    order = reference.players
    names = dict(zip(order, (*order[1:], order[0]), strict=True))
    looked = 0
    for state in islice(positions(subject, reference), LOOKED):
        position = reference.to_json(state)
        try:
            other = reference.read(renamed(position, names))
        except RulewrightError:
            continue  # impossible with the players exchanged
        looked += 1
        disputed = set(reference.legal_actions(state)) ^ set(reference.legal_actions(other))
        if disputed:
            yield disputed_actions(subject, (state, other), sorted(disputed), looked)
            return
    if not looked:
        yield subject.unlooked(
            "players treated differently",
            "with the players exchanged, no position of the random games is possible",
        )


def disputed_actions(
    subject: Subject, states: tuple[Any, Any], actions: list[str], looked: int
) -> Finding:
    """Report a position in which two players have different legal actions."""
    params, rulings = subject.specified.full_size[0], subject.default()
    reference = subject.reference(params, rulings)
    clauses = tuple(
        each.clause
        for state in states
        if actions[0] not in reference.legal_actions(state)
        for each in reference.explain(state, actions[0])
    )
    return subject.finding(
        detector="players treated differently",
        title="Two players have different legal actions in the same position",
        statement=f"With the players exchanged, {len(actions)} actions are legal for one but not for "
        f"the other, such as {actions[0]}.",
        clauses=clauses,
        params=params,
        rulings=rulings,
        measured=f"Position {looked} of random games.",
    )
