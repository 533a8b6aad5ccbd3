"""An action that is listed wherever it can be, though it is illegal: whoever can move may pass, say.

It says nothing about a reading that permits it here and there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from rulewright.conformance.adapter.observation import LEGAL, PLAYED, Observation
from rulewright.conformance.evidence import spelling
from rulewright.conformance.evidence.reference import Item
from rulewright.conformance.verdict.residue import Pattern, Residue
from rulewright.interface import Action
from rulewright.wording.numbers import counted

LISTED = 20
"""Positions in which it must be listed though it is illegal."""
OFTEN = 10
"""How many times as often it must be listed as not, where it is illegal."""


def listed_anywhere(residue: Residue) -> Iterator[Pattern]:
    """An action that names no place is listed in nearly all positions in which it is illegal."""
    listed: Counter[Action] = Counter()
    others: Counter[Action] = Counter()
    words = {
        action
        for each, items in residue.wrong.values()
        for part, action in items
        if part == LEGAL and action in (each.seen.legal or ()) and is_word(action)
    }
    for each, reference, state in residue.expectations() if words else ():
        if each.seen.legal and not reference.engine.is_over(state):
            for action in words - {*reference.engine.legal_actions(state)}:
                (listed if action in each.seen.legal else others)[action] += 1
    for action in sorted(words):
        if listed[action] >= max(LISTED, OFTEN * others[action]):
            yield of_word(residue, action, listed[action], others[action])


def of_word(residue: Residue, action: Action, times: int, others: int) -> Pattern:
    """Say where an action is listed, and what is due to that: games in which it is played, too."""
    is_due = partial(is_about, action)
    accounts: dict[Any, frozenset[Item]] = {
        key: due
        for key, (each, items) in residue.wrong.items()
        if (due := frozenset(item for item in items if is_due(each, item)))
    }
    verb = "other does" if others == 1 else "others do"
    share = f" ({others:,} {verb} not list it)" if others else ""
    words = f"it lists {action!r} in {counted(times, 'positions')} in which it is illegal{share}"
    known_as = f"it lists {action!r} wherever it is illegal"
    shows = partial(shows_in, residue, action)
    name = "an action is always listed"
    return Pattern(name, words, accounts, shows, known_as, is_due_anyway=is_due)


def is_word(action: Action) -> bool:
    """Return whether an action names no place: it has no numbers."""
    return not spelling.numbers(action)


def is_about(action: Action, observation: Observation, item: Item) -> bool:
    """Return whether an item is about an action that is listed, accepted, or was played before."""
    part, about = item
    if about != action:
        return False
    seen = observation.seen
    return part == PLAYED or action in {*(seen.legal or ()), *seen.accepted}


def shows_in(residue: Residue, action: Action, observation: Observation, item: Item) -> bool:
    """Return whether an item is about such an action, or follows from one that was played before."""
    if is_about(action, observation, item):
        return True
    return action in observation.moves and (PLAYED, action) in residue.laboratory.wrong(
        residue.hypothesis, observation
    )
