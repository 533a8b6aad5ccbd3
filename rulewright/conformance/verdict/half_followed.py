"""A reading that is followed for some actions, and another one for the rest: for one player, say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, Protocol

from attrs import define, field, frozen

from rulewright.conformance.adapter.observation import LEGAL, Observation
from rulewright.conformance.evidence import spelling
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.reference import Item
from rulewright.conformance.verdict.one_only import legal_in_one_only
from rulewright.conformance.verdict.residue import Pattern, Recognises, Residue
from rulewright.conformance.verdict.results import OVER
from rulewright.conformance.verdict.weighing import Weigher, by_length
from rulewright.interface import Action
from rulewright.play import games
from rulewright.wording.numbers import counted

WORD = re.compile(r"[A-Za-z]+")
TRIED = 12
"""Positions with wrong actions, in one of which another reading must have some right."""
ACTIONS, POSITIONS = 20, 4
"""How many actions, in how many positions, must be as each of the two readings has them."""
MAIN = 1 / 2
"""Share of all wrong actions that must be so."""
IN_CLASS = 0.8
"""Share of those of its class that must be."""
MOST_NAMED = 3
"""Kinds of actions of which one each is shown."""
Class = Any
"""A player, how an action is spelt, or the value of a parameter."""
Sorts = Callable[[Residue, Observation, Action], Class]


def by_player(residue: Residue, observation: Observation, _: Action) -> Class:
    """Return who is to move; "" if the game cannot be played."""
    expected = residue.expected(observation)
    return "" if expected is None else expected[0].engine.turn(expected[1]) or ""


def by_shape(_: Residue, __: Observation, action: Action) -> Class:
    """Return the word that an action begins with, and how it is spelt without numbers and words."""
    word = WORD.match(action)
    return word.group() if word else "", spelling.frame(action)


def by_parameter(name: str, residue: Residue, observation: Observation, _: Action) -> Class:
    """Return the value of a parameter that a game is played with."""
    reference = residue.laboratory.asked(residue.hypothesis, observation)
    return None if reference is None else reference.engine.params[name]


@define
class Sides:
    """For each class, the actions that are as one of two readings has them, and as the other one."""

    sorts: Sorts
    words: Callable[[Sequence[Class], Sequence[Class], Sequence[Action]], str]
    """Says which classes some are, that are not others, with an action of each."""
    actions: dict[Class, Counter[bool]] = field(factory=dict, init=False)
    positions: dict[Class, set[Any]] = field(factory=dict, init=False)
    examples: dict[Class, Action] = field(factory=dict, init=False)

    def add(
        self, residue: Residue, observation: Observation, action: Action, *, is_other: bool
    ) -> None:
        """Count an action on which the readings differ."""
        kind = self.sorts(residue, observation, action)
        self.actions.setdefault(kind, Counter())[is_other] += 1
        self.positions.setdefault(kind, set()).add(observation.key)
        self.examples[kind] = min(action, self.examples.get(kind, action))

    @property
    def are_apart(self) -> bool:
        """Whether no class has some actions as one of the readings has them, and some as the other."""
        return all(len(each) == 1 for each in self.actions.values())

    def classes(self, *, of_other: bool) -> list[Class]:
        """List the classes that go by one of the readings."""
        return sorted(kind for kind, each in self.actions.items() if each[of_other])

    def said(self, *, of_other: bool) -> str:
        """Say which classes go by one of the readings."""
        kinds, others = self.classes(of_other=of_other), self.classes(of_other=not of_other)
        return self.words(kinds, others, [self.examples[each] for each in kinds])

    def are_shown(self, actions: int) -> bool:
        """Return whether enough goes by each of the readings: so many actions, in several positions."""
        for side in (False, True):
            found = self.classes(of_other=side)
            number = sum(self.actions[kind].total() for kind in found)
            positions = set[Any]().union(*(self.positions[kind] for kind in found))
            if number < actions or len(positions) < POSITIONS:
                return False
        return True


def for_players(kinds: Sequence[Class], _: Sequence[Class], __: Sequence[Action]) -> str:
    """Say for which players."""
    return f"for {' and '.join(sorted(kinds, key=lambda each: (len(each), each)))}"


def for_shapes(_: Sequence[Class], __: Sequence[Class], examples: Sequence[Action]) -> str:
    """Say for which actions."""
    more = len(examples) - MOST_NAMED
    shown = [
        *map(repr, examples[:MOST_NAMED]),
        *([counted(more, "other kinds")] if more > 0 else []),
    ]
    return f"for actions like {' or '.join(shown)}"


def where_it_is(
    name: str, kinds: Sequence[Class], others: Sequence[Class], _: Sequence[Action]
) -> str:
    """Say with which values of a parameter: from a number on, if all numbers around it were played."""
    if isinstance(kinds[0], int):
        if kinds[0] == others[-1] + 1:
            return f"where {name} is {kinds[0]} or more"
        if kinds[-1] == others[0] - 1:
            return f"where {name} is {kinds[-1]} or less"
    return f"where {name} is {' or '.join(map(str, kinds))}"


def ways_to_divide(residue: Residue) -> list[Sides]:
    """List what may tell actions apart: whose they are, how they are spelt, the value of a parameter."""
    whose, how = Sides(by_player, for_players), Sides(by_shape, for_shapes)
    return [whose, how, *ways_to_divide_games(residue)]


def ways_to_divide_games(residue: Residue) -> list[Sides]:
    """List what may tell games apart: the value of a parameter."""
    given = games.specified(residue.laboratory.game).default_parameters
    plain = [name for name, value in given.items() if isinstance(value, int | str)]
    return [Sides(partial(by_parameter, name), partial(where_it_is, name)) for name in plain]


class HalfFollowed(Protocol):
    """The question of which a half is followed, and the other reading of it."""

    @property
    def residue(self) -> Residue:
        """What the first reading leaves over."""
        ...

    @property
    def question(self) -> str:
        """The question."""
        ...

    @property
    def reading(self) -> str:
        """The other reading."""
        ...


@frozen
class Pair:
    """Two hypotheses that differ in one reading, and the actions that just one of them permits."""

    residue: Residue
    question: str
    reading: str
    known: dict[Any, frozenset[Action]] = field(factory=dict, init=False)

    @property
    def other(self) -> Hypothesis:
        """The hypothesis with the other reading."""
        return self.residue.hypothesis.but(**{self.question: self.reading})

    def apart(self, observation: Observation) -> frozenset[Action]:
        """Return what just one of the two permits in a position."""
        if observation.key not in self.known:
            pair = self.residue.hypothesis, self.other
            found = legal_in_one_only(self.residue.laboratory, pair, observation)
            self.known[observation.key] = found
        return self.known[observation.key]

    def wrong(self, observation: Observation) -> frozenset[Action]:
        """Return the actions of an observation that the first hypothesis has wrong."""
        _, items = self.residue.wrong.get(observation.key, (observation, frozenset[Item]()))
        return frozenset(action for part, action in items if part == LEGAL)

    def sides(self, observations: Iterable[Observation]) -> Sides | None:
        """Find what tells the actions that go by one reading from those that go by the other."""
        every = ways_to_divide(self.residue)
        for each in observations:
            if each.seen.legal is None:
                continue
            wrong = self.wrong(each)
            for action in filter(
                spelling.numbers, self.apart(each)
            ):  # a pass follows from the others
                for one in every:
                    one.add(self.residue, each, action, is_other=action in wrong)
            every = [one for one in every if one.are_apart]
            if not every:
                return None
        return next((one for one in every if one.are_shown(ACTIONS)), None)

    def is_due(self, sides: Sides, kinds: Sequence[Class], each: Observation, item: Item) -> bool:
        """Return whether an action is as the other reading has it, in a class that goes by that."""
        part, action = item
        if part != LEGAL or sides.sorts(self.residue, each, action) not in kinds:
            return False
        return action in self.apart(each)


def followed_for_some(residue: Residue) -> Iterator[Pattern]:
    """Find a reading that is followed for some actions only: of a player, of a kind, with parameters."""
    asked = residue.of_right_turn(residue.observations)
    keys = {each.key for each in asked}
    wrong = by_length(
        each
        for key, (each, items) in residue.wrong.items()
        if key in keys and any(part == LEGAL for part, _ in items)
    )
    if len(wrong) < POSITIONS:
        return
    rest = [each for each in asked if each.key not in residue.wrong]
    found = list[Pattern]()
    for question, readings in games.specified(residue.laboratory.game).readings.items():
        for reading in readings:
            if reading == residue.hypothesis.readings[question]:
                continue
            pair = Pair(residue, question, reading)
            if any(pair.wrong(each) & pair.apart(each) for each in islice(wrong, TRIED)):
                sides = pair.sides((*wrong, *rest))
                found += [] if sides is None else half_a_reading(pair, sides, wrong)
    if found:
        yield max(found, key=lambda each: sum(map(len, each.accounts.values())))


def half_a_reading(pair: Pair, sides: Sides, wrong: Sequence[Observation]) -> list[Pattern]:
    """Say of which actions another reading is followed, if most that are wrong are so."""
    kinds = sides.classes(of_other=True)
    shows = partial(pair.is_due, sides, kinds)
    of_class = {
        each.key: frozenset(
            (LEGAL, action)
            for action in pair.wrong(each)
            if sides.sorts(pair.residue, each, action) in kinds
        )
        for each in wrong
    }
    due = {
        each.key: frozenset(item for item in of_class[each.key] if shows(each, item))
        for each in wrong
    }
    accounts = {key: items for key, items in due.items() if items}
    number, every = (sum(map(len, some.values())) for some in (accounts, of_class))
    if number < max(MAIN * sum(len(pair.wrong(each)) for each in wrong), IN_CLASS * every):
        return []
    return [half_as_told(pair, sides, accounts, shows, counted(number, "actions"))]


def half_as_told(
    pair: HalfFollowed,
    sides: Sides,
    accounts: dict[Any, frozenset[Item]],
    shows: Recognises,
    times: str,
) -> Pattern:
    """Say what goes by which of two readings, and how often that was met."""
    own = pair.residue.hypothesis.readings[pair.question]
    # The fewer are named: of eleven players one may go by another reading.
    kinds, others = (sides.classes(of_other=side) for side in (True, False))
    fewer = len(kinds) <= len(others)
    followed, elsewhere = (pair.reading, own) if fewer else (own, pair.reading)
    known_as = (
        f"it goes by {pair.question}={followed} {sides.said(of_other=fewer)}, and by {elsewhere} "
        f"{sides.said(of_other=not fewer)}, wherever it was tried"
    )
    words = f"{known_as} ({times})"
    half = pair.question, pair.reading
    return Pattern("half a reading", words, accounts, shows, known_as, is_general=True, half=half)


def ends_by_the_other_half(
    weigher: Weigher,
    patterns: Iterable[Pattern],
    pair: tuple[Hypothesis, Hypothesis],
    observation: Observation,
) -> bool:
    """Return whether two hypotheses part over an end that the other half of a reading has, by both.

    It says nothing of a reading of another question, then: of that one it does.
    """
    for bug in patterns:
        if bug.half is None or len({each.readings[bug.half[0]] for each in pair}) > 1:
            continue
        left = [weigher.wrong(each, observation) for each in pair]
        question, reading = bug.half
        halves = [each.but(**{question: reading}) for each in pair]
        right = [weigher.wrong(each, observation) for each in halves]
        if (OVER, "") in left[0] ^ left[1] and (OVER, "") not in right[0] | right[1]:
            return True
    return False
