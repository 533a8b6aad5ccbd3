"""Kinds of actions, known by their spelling, whatever the game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from math import inf

from attrs import evolve, frozen

from rulewright.conformance.evidence import spelling
from rulewright.interface import Action

ORDINALS = ("first", "second", "third")
CODE = 3
"""Digits of numbers that are no amounts, if all are written with as many: the sides of a die."""
CHANCE = 0.01
"""How probable it may be that what is listed lies outside a kind by chance."""
Way = tuple[int, int]
"""A direction from cell to cell: for each of two numbers, whether it falls, stays or grows."""


@frozen
class KindOfAction:
    """A kind of actions, known by their spelling."""

    words: str
    shape: str
    """How it is spelt, its numbers left out."""
    of_any_words: bool = False
    """Whether the words in it are left out, too."""
    slots: tuple[int, ...] = ()
    """Numbers of an action whose sum is bounded."""
    least: float = -inf
    most: float = inf
    way: Way | None = None
    """The direction from the first cell to the second."""
    far: tuple[int, int] | None = None
    """The first of two numbers that are a cell, and how far from the middle it lies at least."""
    outside: tuple[int, int, int] | None = None
    """The first and the last of some numbers, and how far at least one of these goes."""

    def belongs(self, action: Action) -> bool:
        """Return whether an action is of this kind."""
        if spelt(action, of_any_words=self.of_any_words) != self.shape:
            return False
        numbers = spelling.numbers(action)
        within = self.least <= sum(numbers[slot] for slot in self.slots) <= self.most
        far = self.far is None or distance(numbers[self.far[0] :]) >= self.far[1]
        if self.outside is not None:
            first, last, least = self.outside
            far &= reach(numbers[first : last + 1]) >= least
        return within and far and self.way in {None, direction(numbers)}

    @property
    def is_bound(self) -> bool:
        """Whether it is of what lies far out, as on a board that ends there."""
        return bool(self.slots or self.far or self.outside)

    @property
    def cell(self) -> int | None:
        """Which cell of an action lies far out, if it is a certain one: where its first number is."""
        if self.outside is not None:
            first, last, _ = self.outside
            return first if last == first + 1 else None
        at = self.far[0] if self.far is not None else min(self.slots, default=None)
        return None if at is None else at - at % 2


def is_by_chance(kind: KindOfAction, legal: Collection[Action], listed: Collection[Action]) -> bool:
    """Return whether none of a kind need be listed though nothing keeps any from being.

    That is so if few of those are listed that are spelt alike, and lie elsewhere.
    """
    if not (kind.is_bound or kind.way):
        return False
    words = kind.of_any_words
    alike = [each for each in legal if spelt(each, of_any_words=words) == kind.shape]
    others = sum(not kind.belongs(each) for each in alike)
    shown = sum(each in listed for each in alike)
    return (others / len(alike)) ** shown > CHANCE


def spelt(action: Action, *, of_any_words: bool) -> str:
    """Return how an action is spelt without its numbers, and without its words if wanted."""
    return spelling.frame(action) if of_any_words else spelling.shape(action)


def kinds(actions: Sequence[Action]) -> Iterator[KindOfAction]:
    """Yield kinds of some actions: by shape, by how far a number goes, by direction.

    What the words in them are matters first, and then no more.
    """
    shapes, frames = spelt_alike(spelling.shape, actions), spelt_alike(spelling.frame, actions)
    for shape, alike in shapes.items():
        if len(alike) < len(actions):
            yield KindOfAction(f"like {alike[0]!r}", shape)
        yield from by_numbers(shape, alike)
    for frame, alike in frames.items() if len(frames) < len(shapes) else ():
        for kind in by_numbers(frame, alike):
            yield evolve(kind, of_any_words=True)


def spelt_alike(how: Callable[[Action], str], actions: Sequence[Action]) -> dict[str, list[Action]]:
    """Divide actions by how they are spelt."""
    found: dict[str, list[Action]] = {}
    for action in actions:
        found.setdefault(how(action), []).append(action)
    return dict(sorted(found.items()))


def by_numbers(shape: str, alike: Sequence[Action]) -> Iterator[KindOfAction]:
    """Yield kinds of actions that are spelt alike: by how far a number goes, by direction."""
    numbers = sorted({spelling.numbers(each) for each in alike})
    yield from far_cells(shape, numbers)
    yield from beyond(shape, numbers)
    for way in sorted({direction(each) for each in numbers} - {None}, key=str):
        yield KindOfAction(f"in direction {way}", shape, way=way)


def beyond(shape: str, numbers: Sequence[tuple[int, ...]]) -> Iterator[KindOfAction]:
    """Yield the actions in which a number, or the sum of two that follow one another, goes far."""
    count = len(numbers[0])
    slots = [(at,) for at in range(count)] + [(at, at + 1) for at in range(0, count - 1, 2)]
    for chosen in slots:
        names = " and ".join(map(ordinal, chosen))
        name = f"{names} numbers add up to" if len(chosen) > 1 else f"{names} number is"
        if any(is_a_code([each[slot] for each in numbers]) for slot in chosen):
            continue
        values = sorted({sum(each[slot] for slot in chosen) for each in numbers})
        for limit in values[1:]:
            yield KindOfAction(f"whose {name} {limit} or more", shape, slots=chosen, least=limit)
        for limit in values[:-1]:
            yield KindOfAction(f"whose {name} {limit} or less", shape, slots=chosen, most=limit)


def is_a_code(values: Sequence[int]) -> bool:
    """Return whether some numbers are codes: all have as many digits, which says nothing of how far."""
    lengths = {len(str(each)) for each in values}
    return len(lengths) == 1 and min(lengths) >= CODE and min(values) > 0


def ordinal(index: int) -> str:
    """Return the ordinal of what has an index, from 0."""
    return ORDINALS[index] if index < len(ORDINALS) else f"{index + 1}th"


def far_cells(shape: str, numbers: Sequence[tuple[int, ...]]) -> Iterator[KindOfAction]:
    """Yield the actions with a cell that lies far from the middle, where numbers may be negative.

    Outside a square comes first: that says less than how far it is from the middle.
    """
    if not any(min(each, default=0) < 0 for each in numbers):
        return
    for at in range(0, len(numbers[0]) - 1, 2):
        which = ordinal(at // 2)
        for limit in sorted({reach(each[at : at + 2]) for each in numbers})[1:]:
            words = f"whose {which} cell has a number beyond ±{limit - 1}"
            yield KindOfAction(words, shape, outside=(at, at + 1, limit))
        for limit in sorted({distance(each[at:]) for each in numbers})[1:]:
            words = f"whose {which} cell is {limit} or more from the middle"
            yield KindOfAction(words, shape, far=(at, limit))
    for limit in sorted(set(map(reach, numbers)))[1:]:
        words = f"with a number beyond ±{limit - 1}"
        yield KindOfAction(words, shape, outside=(0, len(numbers[0]) - 1, limit))


def distance(numbers: Sequence[int]) -> int:
    """Return how far a cell lies from the middle, with six neighbours as with four."""
    one, other = numbers[:2]
    return max(abs(one), abs(other), abs(one + other))


def reach(numbers: Sequence[int]) -> int:
    """Return how far some numbers go."""
    return max(map(abs, numbers))


def direction(numbers: Sequence[int]) -> Way | None:
    """Return in which direction the second of two cells lies; None unless there are two."""
    if len(numbers) != 4:  # noqa: PLR2004 - two cells of two numbers each
        return None
    a, b, c, d = numbers
    return sign(c - a), sign(d - b)


def sign(number: int) -> int:
    """Return -1, 0 or 1."""
    return (number > 0) - (number < 0)
