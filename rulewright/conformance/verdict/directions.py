"""A direction of the board in which nothing is ever listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache, partial
from typing import Any

from attrs import field, frozen

from rulewright.conformance.adapter.observation import LEGAL, Observation
from rulewright.conformance.evidence import spelling
from rulewright.conformance.evidence.reference import Item
from rulewright.conformance.verdict.kinds import Way, direction
from rulewright.conformance.verdict.residue import ExpectedState, Pattern, Residue
from rulewright.interface import Action
from rulewright.wording.numbers import counted

LEGAL_THERE = 8
"""Actions in a direction that must be legal, and missing, before the direction is said to be missing."""
DIRECTIONS = 3
"""Directions that there must be, so that one of them says something."""
MAIN = 1 / 2
"""Share of all missing actions that must lie there."""
Where = tuple[str, str] | None
"""A part of the position that is a text, and that text: a phase of the turn, say. None: everywhere."""


@frozen
class Listing:
    """What is legal in a position, and what of it is listed."""

    observation: Observation
    legal: Counter[Way | None] = field(hash=False)
    """How many actions are legal in each direction; nothing where it was not asked."""
    listed: frozenset[Way | None]
    """The directions of those that are listed."""
    texts: frozenset[Where]
    """The parts of the position that are texts."""


def wrong_moves(residue: Residue, keys: Container[Any]) -> Iterator[tuple[Observation, Item]]:
    """Yield the actions from cell to cell that are wrong in some observations."""
    for key, (observation, items) in residue.wrong.items():
        if key in keys:
            yield from (
                (observation, (part, action))
                for part, action in items
                if part == LEGAL and way_of(action) is not None
            )


def missing_directions(residue: Residue) -> Iterator[Pattern]:
    """No action in some direction is ever listed: everywhere, or in one phase of the turn."""
    keys = {each.key for each in residue.of_right_turn(residue.observations)}
    missing = [action for _, (_, action) in wrong_moves(residue, keys)]
    if len(missing) < LEGAL_THERE:
        return
    listings = [listing(each) for each in residue.expectations() if each[0].key in keys]
    texts = {text for each in listings for text in each.texts}
    for where in (None, *sorted(each for each in texts if each is not None)):
        here = [each for each in listings if where is None or where in each.texts]
        ways = never_listed(here)
        lacking = {each.observation.key for each in here}
        accounts = {
            key: frozenset(item for item in items if item[0] == LEGAL and way_of(item[1]) in ways)
            for key, (_, items) in residue.wrong.items()
            if key in lacking
        }
        accounts = {key: items for key, items in accounts.items() if items}
        lying = sum(map(len, accounts.values()))
        if ways and lying >= MAIN * len(missing):
            yield pattern(residue, ways, where, accounts)
            return


def listing(judged: ExpectedState) -> Listing:
    """Take down what is legal, and what is listed."""
    observation, reference, state = judged
    position = reference.engine.to_json(state)
    texts = frozenset((name, each) for name, each in position.items() if isinstance(each, str))
    was_asked = observation.seen.legal is not None
    legal = Counter(map(way_of, reference.engine.legal_actions(state) if was_asked else ()))
    listed = frozenset(map(way_of, observation.seen.legal or ()))
    return Listing(observation, legal, listed, texts)


@lru_cache(maxsize=spelling.KEPT)
def way_of(action: Action) -> Way | None:
    """Return the direction in which an action leads from cell to cell; None if it leads nowhere."""
    return direction(spelling.numbers(action))


def never_listed(listings: Iterable[Listing]) -> frozenset[Way]:
    """Return the directions in which many actions are legal, and none is listed."""
    legal: Counter[Way | None] = Counter()
    listed: set[Way | None] = set()
    for each in listings:
        legal.update(each.legal)
        listed |= each.listed
    del legal[None]
    ways = frozenset(
        way for way, times in legal.items() if way and times >= LEGAL_THERE and way not in listed
    )
    return ways if len(legal) >= DIRECTIONS and 2 * len(ways) < len(legal) else frozenset()


def pattern(
    residue: Residue, ways: frozenset[Way], where: Where, accounts: dict[Any, frozenset[Item]]
) -> Pattern:
    """Say which directions are missing, with an action that shows it."""
    noun = "direction" if len(ways) == 1 else "directions"
    named = " and ".join(map(str, sorted(ways)))
    phase = "" if where is None else f" where position.{where[0]} is {where[1]!r}"
    known_as = f"it never lists an action in {noun} {named}{phase}"
    actions = sorted(action for items in accounts.values() for _, action in items)
    times = counted(len(actions), "times")
    words = f"{known_as} (legal {times}, as {min(actions, key=len)!r})"
    shows = partial(is_in_direction, residue, ways, where)
    return Pattern("a direction is missing", words, accounts, shows, known_as, is_general=True)


def is_in_direction(
    residue: Residue, ways: frozenset[Way], where: Where, each: Observation, item: Item
) -> bool:
    """Return whether an item is a legal action in one of some directions that is not listed."""
    if item[0] != LEGAL or way_of(item[1]) not in ways:
        return False
    expected = residue.expected(each)
    if expected is None or item[1] in (each.seen.legal or ()):
        return False
    return where is None or where in listing((each, *expected)).texts
