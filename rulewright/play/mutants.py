"""Mutants, all of which a suite must detect: clauses switched off or negated, readings swapped.

They are made from a rulebook alone. A clause that forbids is made to forbid nothing, and to forbid what
it permits. The effect of a clause is left out, turned into its contrary, or given to the next player:
whichever its declared return type allows.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import cache, wraps
from typing import Any, TypeAlias

import attrs
from attrs import field, frozen

from rulewright.interface import Engine, UsageError
from rulewright.play import games
from rulewright.spec.engine import Specification
from rulewright.spec.logic import not_
from rulewright.spec.registry import Clause, Formula, Question, Rulebook

FACT, FACTS, NUMBERS, FACT_AND = "Fact", "Facts", "tuple[Number, ...]", "tuple[Fact, "
FOR_EACH_PLAYER = {FACTS, "Sequence[Number]"}
"""Declared types of arguments that have a part for each player."""
OFF = " off"
"""The end of the identifier of a mutant whose clause forbids nothing."""
Change: TypeAlias = Callable[[Any, tuple[Any, ...]], Any]
"""Makes a wrong result from the right one and the arguments of a formula."""
DEPTH = 3
"""Depth to which arguments are searched for the thing that a formula changes."""


@frozen
class Mutant:
    """A wrong game, in one clause or question."""

    id: str
    """`MIN-9 off`, or `closure line>coloured`, which plays `coloured` where `line` is ruled."""
    subject: str
    """A clause or a question."""
    about: str
    rulebook: Rulebook | None = field(default=None, hash=False)
    """The wrong rulebook; None for a reading swapped."""
    swap: tuple[str, str] | None = None
    """The reading ruled, and the one that is played."""

    @property
    def reverse(self) -> str:
        """The mutant with the two readings exchanged; "" if it is about a clause."""
        return f"{self.subject} {self.swap[1]}>{self.swap[0]}" if self.swap else ""

    @property
    def ruled(self) -> dict[str, str]:
        """The ruling under which it differs from the game; {} if it does under any."""
        return {self.subject: self.swap[0]} if self.swap else {}

    def engine(
        self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]
    ) -> Engine[Any]:
        """Make the fastest engine of the wrong game; rulings left out have their defaults."""
        if self.swap is None:
            return self.specification(game, params, rulings)
        return games.fastest(game, params, self._in_force(game, rulings))

    def specification(
        self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]
    ) -> Specification[Any]:
        """Make the specification of the wrong game."""
        right = games.specified(game)
        return right.engine(params, self._in_force(game, rulings), self.rulebook or right.rulebook)

    def _in_force(self, game: str, rulings: Mapping[str, str]) -> dict[str, str]:
        played = {self.subject: self.swap[1]} if self.swap else {}
        return games.specified(game).default_rulings | dict(rulings) | played


@cache
def mutants_of(game: str) -> tuple[Mutant, ...]:
    """List the mutants of a game, clause by clause, then question by question."""
    rulebook = games.specified(game).rulebook
    clauses = (one for clause in rulebook.clauses for one in clause_mutants(rulebook, clause))
    questions = (one for question in rulebook.questions for one in reading_swaps(question))
    return (*clauses, *questions)


def clause_mutants(rulebook: Rulebook, clause: Clause) -> Iterator[Mutant]:
    """Make the mutants of one clause."""
    name = clause.identifier
    if clause.permits is not None:
        off = rulebook.without(name)
        yield Mutant(f"{name}{OFF}", name, "forbids nothing", off)
        contrary = rulebook.replacing(name, permits=contradicted(clause.permits))
        yield Mutant(f"{name} negated", name, "forbids what it permits, and the reverse", contrary)
    if clause.effect is not None:
        for how, (about, formula) in altered(clause.effect).items():
            changed = rulebook.replacing(name, effect=formula)
            yield Mutant(f"{name} {how}", name, about, changed)


def reading_swaps(question: Question) -> Iterator[Mutant]:
    """Make the mutants of one question: each reading, played where another one is ruled."""
    for ruled in question.readings:
        for played in question.readings:
            if ruled != played:
                yield Mutant(
                    f"{question.name} {ruled.name}>{played.name}",
                    question.name,
                    f"plays {played.name} where {ruled.name} is ruled",
                    swap=(ruled.name, played.name),
                )


class UndeclaredEffect(UsageError):
    """A formula declares no return type, so no wrong variant of it can be made."""

    def __init__(self, effect: Formula) -> None:
        """Name the function."""
        super().__init__(
            f"the function {effect.__name__!r} of {effect.__module__} is the effect of a clause and "
            "declares no return type, by which wrong variants of it are made: "
            "annotate it, such as '-> Position'"
        )


def contradicted(permits: Formula) -> Formula:
    """Negate a demand."""
    return with_result(permits, lambda result, _: not_(result))


def altered(effect: Formula) -> dict[str, tuple[str, Formula]]:
    """Make the wrong variants of an effect, by its declared types."""
    types = {name: str(declared) for name, declared in effect.__annotations__.items()}
    result = types.pop("return", "")
    if not result:
        raise UndeclaredEffect(effect)
    ways: dict[str, tuple[str, Change]]
    if result in {FACT, FACTS} or result.startswith(FACT_AND):
        ways = {
            "without effect": ("has no effect", denied),
            "contrary effect": ("has the contrary effect", negated),
        }
    elif result == NUMBERS:
        ways = {"without effect": ("counts nothing", denied)}
    elif len(types) > 1:  # more than the rules, so that there is something to change
        ways = {"without effect": ("changes nothing", unchanged)}
    else:
        ways = {"for the next": ("lets the next player begin", next_begins)}
    if result == NUMBERS or (result == FACTS and not FOR_EACH_PLAYER.isdisjoint(types.values())):
        ways["for the next"] = ("takes effect for the next player", rotated)
    return {how: (about, with_result(effect, change)) for how, (about, change) in ways.items()}


def with_result(formula: Formula, change: Change) -> Formula:
    """Change what a formula returns."""

    @wraps(formula)
    def wrong(*arguments: Any) -> Any:
        return change(formula(*arguments), arguments)

    return wrong


def denied(result: Any, _: tuple[Any, ...]) -> Any:
    """Deny a fact, each of some facts, or the first of two things; replace numbers by zero."""
    if not isinstance(result, tuple):
        return False
    if any(map(attrs.has, map(type, result))):
        return (False, *result[1:])
    return (False,) * len(result)


def negated(result: Any, _: tuple[Any, ...]) -> Any:
    """Negate a fact, each of some facts, or the first of two things."""
    if not isinstance(result, tuple):
        return not_(result)
    if any(map(attrs.has, map(type, result))):
        return (not_(result[0]), *result[1:])
    return tuple(map(not_, result))


def rotated(result: Any, _: tuple[Any, ...]) -> Any:
    """Pass each player's part on to the next."""
    return (*result[-1:], *result[:-1])


def next_begins(result: Any, arguments: tuple[Any, ...]) -> Any:
    """Pass the turn of a position on to the next player."""
    return attrs.evolve(result, turn=rotated(result.turn, arguments))


def unchanged(result: Any, arguments: tuple[Any, ...]) -> Any:
    """Find among the arguments, or in their parts, the thing that was changed, as it was."""
    waiting = deque((argument, 0) for argument in arguments[1:])
    while waiting:
        part, depth = waiting.popleft()
        if is_of_the_same_kind(part, result):
            return part
        if attrs.has(type(part)) and depth < DEPTH:
            fields = attrs.fields(type(part))
            waiting.extend((getattr(part, field.name), depth + 1) for field in fields)
    raise LookupError("no argument is of the kind of the result")


def is_of_the_same_kind(one: Any, other: Any) -> bool:
    """Return whether two things are of one class, or two tuples are element by element."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(is_of_the_same_kind, one, other))
    return attrs.has(type(one)) and type(one) is type(other)
