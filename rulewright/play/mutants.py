"""Wrong games, all of which a suite must notice: clauses switched off or turned round, readings swapped.

They are made from a rulebook alone. A clause that forbids is made to forbid nothing, and to forbid what
it lets pass; of a clause from which something follows, nothing follows, or the contrary, or it follows
for the next player. What the formula gives back is told from what it is declared to give back.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import cache, wraps
from typing import Any

import attrs
from attrs import field, frozen

from rulewright.interface import Engine, UsageError
from rulewright.play import games
from rulewright.spec.engine import Specification
from rulewright.spec.logic import not_
from rulewright.spec.registry import Clause, Formula, Question, Rulebook

FACT, FACTS, NUMBERS, FACT_AND = "Fact", "Facts", "tuple[Number, ...]", "tuple[Fact, "
OFF = " off"
"""How the identifier of a mutant ends whose clause forbids nothing."""
DEPTH = 3
"""How deep in its arguments the thing that a formula changes is looked for."""


@frozen
class Mutant:
    """A wrong game: which clause or question it is about, and how it is wrong."""

    id: str
    """`MIN-9 off`, or `closure line>coloured`: who is to play `line` plays `coloured`."""
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
    """A formula does not say what it gives, so no wrong variant of it can be made."""

    def __init__(self, effect: Formula) -> None:
        """Name the function."""
        super().__init__(
            f"the function {effect.__name__!r} of {effect.__module__} is the effect of a clause and "
            "declares no type of what it gives, by which wrong variants of it are made: "
            "annotate it, such as '-> Position'"
        )


def contradicted(permits: Formula) -> Formula:
    """Turn a demand round."""

    @wraps(permits)
    def contrary(*arguments: Any) -> Any:
        return not_(permits(*arguments))

    return contrary


def altered(effect: Formula) -> dict[str, tuple[str, Formula]]:
    """Make the wrong variants of what follows from a clause, by what it is declared to give."""
    given = str(effect.__annotations__.get("return", ""))
    if not given:
        raise UndeclaredEffect(effect)
    if given in {FACT, FACTS} or given.startswith(FACT_AND):
        ways = {
            "without effect": ("has no effect", nothing),
            "contrary effect": ("has the contrary effect", contrary),
        }
    elif given == NUMBERS:
        ways = {"without effect": ("counts nothing", nothing)}
    elif changes_an_argument(effect):
        ways = {"without effect": ("changes nothing", unchanged)}
    else:
        ways = {"for the next": ("lets the next player begin", next_begins)}
    if is_for_each_player(effect):
        ways["for the next"] = ("takes effect for the next player", rotated)
    return {how: (about, through(effect, change)) for how, (about, change) in ways.items()}


def through(effect: Formula, change: Callable[[Any, tuple[Any, ...]], Any]) -> Formula:
    """Change what a formula gives back."""

    @wraps(effect)
    def wrong(*arguments: Any) -> Any:
        return change(effect(*arguments), arguments)

    return wrong


def changes_an_argument(effect: Formula) -> bool:
    """Tell whether a formula is given more than the rules, so that it can change something."""
    return len([name for name in effect.__annotations__ if name != "return"]) > 1


def is_for_each_player(effect: Formula) -> bool:
    """Tell whether a formula gives a fact or a number for each player."""
    given = str(effect.__annotations__.get("return", ""))
    if not given:
        raise UndeclaredEffect(effect)
    sequences = {FACTS, "Sequence[Number]"}
    about_players = sequences & {
        str(of) for name, of in effect.__annotations__.items() if name != "return"
    }
    return given == NUMBERS or (given == FACTS and bool(about_players))


def nothing(given: Any, arguments: tuple[Any, ...]) -> Any:
    """Deny a fact, each of some facts, or the first of two things; make noughts of numbers."""
    del arguments
    if not isinstance(given, tuple):
        return False
    if any(map(attrs.has, map(type, given))):
        return (False, *given[1:])
    return (False,) * len(given)


def contrary(given: Any, arguments: tuple[Any, ...]) -> Any:
    """Negate a fact, each of some facts, or the first of two things."""
    del arguments
    if not isinstance(given, tuple):
        return not_(given)
    if any(map(attrs.has, map(type, given))):
        return (not_(given[0]), *given[1:])
    return tuple(map(not_, given))


def rotated(given: Any, arguments: tuple[Any, ...]) -> Any:
    """Give each player what is the previous one's."""
    del arguments
    return (*given[-1:], *given[:-1])


def next_begins(given: Any, arguments: tuple[Any, ...]) -> Any:
    """Give the turn of a position to the next player."""
    return attrs.evolve(given, turn=rotated(given.turn, arguments))


def unchanged(given: Any, arguments: tuple[Any, ...]) -> Any:
    """Find among the arguments, or in their parts, the thing that was changed, as it was."""
    waiting = deque((argument, 0) for argument in arguments[1:])
    while waiting:
        part, depth = waiting.popleft()
        if alike(part, given):
            return part
        if attrs.has(type(part)) and depth < DEPTH:
            fields = attrs.fields(type(part))
            waiting.extend((getattr(part, field.name), depth + 1) for field in fields)
    raise LookupError("no argument is of the kind of the result")


def alike(one: Any, other: Any) -> bool:
    """Tell whether two things are of one kind: the same class, or as many of the same class."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    return attrs.has(type(one)) and type(one) is type(other)
