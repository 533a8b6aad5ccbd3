"""Change a position in JSON form by the names that a whole game uses, or in two numbers at once."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from random import Random
from typing import Any

from attrs import define, field

from rulewright.interface import Action, Json
from rulewright.play.changed import HOLDERS, Place, alike, at, every_place, put, put_in_order
from rulewright.play.misspelt import form

BETWEEN = re.compile(r"[\s>:x/+=-]+")
"""What stands between the names within an action."""
REPLACED = 0.75
"""The share of changed positions in which the name stands in place of another one."""


@define
class NamesMet:
    """The names that stand in the lists of positions, or that objects have, such as those of cells."""

    names: set[str] = field(factory=set)
    forms: set[str] = field(factory=set)
    spelt: set[str] = field(factory=set)
    """What actions are made of."""

    def meet(self, position: Json, actions: Iterable[Action] = ()) -> None:
        """Note the names of a position, and what these actions are made of."""
        for place in every_place(position):
            held = at(position, place)
            if isinstance(held, list):
                self.names.update(each for each in held if isinstance(each, str))
            elif isinstance(held, dict) and place:
                self.names.update(held)
        self.forms = {form(each) for each in self.names}
        self.spelt.update(word for each in actions for word in spelt_in(each))

    def sorted(self) -> list[str]:
        """Return the names that were met, and what is spelt as they are in actions."""
        return sorted(self.names | {each for each in self.spelt if form(each) in self.forms})


def spelt_in(action: Action) -> set[str]:
    """Return an action, and what it is made of."""
    return {action, *BETWEEN.split(action)}


def with_another_name(position: Json, names: list[str], random: Random) -> Any:
    """Put some name into a list or an object of a copy, mostly in place of one that is there.

    From other lists and objects it is taken away, since most games have one thing in a place.
    """
    copy: Any = json.loads(json.dumps(position))
    known = set(names)
    holders = [each for each in every_place(copy) if each and holds_names(copy, each, known)]
    if not holders or not names:
        return copy
    into, name = random.choice(holders), random.choice(names)
    holder, within = at(copy, into), [at(copy, into[:depth]) for depth in range(len(into))]
    for held in [at(copy, each) for each in holders]:
        if all(held is not each for each in within):
            taken_out(held, name)
    others = sorted(known.intersection(holder))
    gone = random.choice(others) if others and random.random() < REPLACED else None
    if isinstance(holder, dict):
        holder[name] = holder[gone or min(holder)] if holder else True
    else:
        holder.append(name)
    if gone is not None:
        taken_out(holder, gone)
    put_in_order(copy, position)
    return copy


def taken_out(holder: Any, name: str) -> None:
    """Take a name out of a list or an object, if it is there."""
    if isinstance(holder, dict):
        holder.pop(name, None)
    elif name in holder:
        holder.remove(name)


def holds_names(whole: Any, place: Place, known: set[str]) -> bool:
    """Return whether there is a list or an object of names alone, or an empty one."""
    held = at(whole, place)
    return isinstance(held, HOLDERS) and all(
        isinstance(each, str) and each in known for each in held
    )


def with_two_numbers_changed(position: Json, random: Random) -> Any:
    """Make a number of a copy less and a similar one more, so that their sum stays.

    Half the time the first becomes -1, which few games allow.
    """
    copy: Any = json.loads(json.dumps(position))
    places = [each for each in every_place(copy) if each and is_whole(at(copy, each))]
    if len(places) > 1:
        one = random.choice(places)
        others = [each for each in places if each != one]
        other = random.choice([each for each in others if alike(one, each)] or others)
        less = random.choice((1, at(copy, one) + 1))
        put(copy, one, at(copy, one) - less)
        put(copy, other, at(copy, other) + less)
    return copy


def is_whole(value: Any) -> bool:
    """Return whether a value is a whole number, and no truth value."""
    return isinstance(value, int) and not isinstance(value, bool)
