"""Positions that no game has: what formulas about positions say of them is compared as well.

In positions of games they say yes, and a formula that says yes of whatever it cannot look at says the
same: all that is proved of it would be true of nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rulewright.lint.arguments import facts_of, lifted
from rulewright.lint.sampling import Call
from rulewright.play.changed import a_few, otherwise
from rulewright.spec.registry import Rulebook

MOST = 64
"""Changed positions that are looked at."""


def impossible(rulebook: Rulebook, identifier: str, calls: Sequence[Call]) -> list[Call]:
    """Return what a clause says of positions like those of some calls, with a few facts otherwise.

    A clause may take it that those before it hold, so they do.
    """
    random = Random(0)
    found: list[Call] = []
    for at in range(MOST if calls else 0):
        given, _ = calls[at % len(calls)]
        changed = with_others(given, random)
        says = asked(rulebook, identifier, changed)
        found += [] if says is None else [(changed, says)]
    return found


def with_others(given: tuple[Any, ...], random: Random) -> tuple[Any, ...]:
    """Return arguments with some facts negated, and some numbers greater by one."""
    places = range(len(facts_of(given)))
    chosen = set(a_few(places, random))
    numbered = iter(places)

    def change(values: Sequence[Any]) -> Any:
        (value,) = values
        return otherwise(value) if next(numbered) in chosen else value

    return tuple(lifted([given], change))


def asked(rulebook: Rulebook, identifier: str, given: tuple[Any, ...]) -> Any:
    """Return what a clause says of a position; None where one before it says no, or it cannot tell."""
    for clause in rulebook.speaking_of_positions():
        assert clause.holds is not None
        try:
            said = clause.holds(*given)
            is_so = bool(said)
        except Exception:  # noqa: BLE001 - what is changed may be no position at all
            return None
        if clause.identifier == identifier:
            return said
        if not is_so:
            return None
    return None
