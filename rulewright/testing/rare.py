"""Rare positions: those that a clause alone decides, a reading changes, or an occasion names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from attrs import field, frozen

from rulewright.interface import Engine, UnknownName, UsageError
from rulewright.play import games
from rulewright.play.driver import driver_of
from rulewright.play.position import Position
from rulewright.play.recording import first_plies
from rulewright.spec.engine import Specification
from rulewright.spec.registry import UnknownClause
from rulewright.testing.choices import play
from rulewright.testing.drawn import DrawnPosition
from rulewright.testing.sides import specification_of
from rulewright.vectors.occasions import earliest

SEARCHED = 128
"""Random games searched before a condition is said not to be met."""
KEPT = 24
"""Games kept, the shortest first."""
OCCASIONS = 6
"""Lines to an occasion that are looked for: each is found by counting anew."""
LONGEST = 400
"""Actions of a game that is searched."""


class UnknownOccasion(UnknownName):
    """The specification names no such occasion."""

    noun = "occasion"


class NeverMet(UsageError):
    """No position of the games searched meets a condition."""

    def __init__(self, engine: Engine[Any], condition: str) -> None:
        """Name the condition, the options, and what can be done."""
        shown = {**engine.params, **engine.rulings}
        options = ", ".join(f"{name}={value}" for name, value in shown.items())
        super().__init__(
            f"in {SEARCHED} random games of {engine.game} ({options or 'no options'}) there is no "
            f"position where {condition}: choose other options, or a condition that occurs"
        )


@frozen
class Where:
    """A condition on positions; join conditions with ``&``, ``|`` and ``~``.

    >>> from rulewright.testing import clause, question
    >>> clause("MIN-9").alone_decides() & ~question("closure").matters()
    <where MIN-9 alone forbids an action and not (closure matters)>
    """

    name: str
    """In words, after "where"."""
    holds: Callable[[Position], bool] = field(repr=False)
    lines: Callable[[Engine[Any]], Iterator[tuple[str, ...]]] | None = None
    """If given, finds lines of moves to such positions, which cannot be seen from a position alone."""
    clauses: tuple[str, ...] = ()
    """The clauses that it names."""

    def __call__(self, position: Position) -> bool:
        """Return whether a position meets it."""
        return self.holds(position)

    def __and__(self, other: Where) -> Where:
        """Both hold."""
        return Where(
            f"{self.name} and {other.name}",
            lambda here: self(here) and other(here),
            clauses=(*self.clauses, *other.clauses),
        )

    def __or__(self, other: Where) -> Where:
        """Either holds."""
        return Where(
            f"{self.name} or {other.name}",
            lambda here: self(here) or other(here),
            clauses=(*self.clauses, *other.clauses),
        )

    def __invert__(self) -> Where:
        """It does not hold."""
        return Where(f"not ({self.name})", lambda here: not self(here), clauses=self.clauses)

    def __repr__(self) -> str:
        """Name the condition."""
        return f"<where {self.name}>"


@frozen
class ClauseMet:
    """A clause as a condition: see `clause`."""

    identifier: str

    def forbids(self) -> Where:
        """Where the clause forbids an action, whether or not others do.

        >>> from rulewright.testing import clause, replay
        >>> clause("MIN-6").forbids()(replay("minoa", "0,0-1,0", n=1).position)
        True
        """
        return Where(
            f"{self.identifier} forbids an action",
            lambda here: self.identifier in forbidding(here, alone=False),
            clauses=(self.identifier,),
        )

    def alone_decides(self) -> Where:
        """Where the clause forbids an action that every other clause permits.

        >>> from rulewright.testing import clause, replay
        >>> clause("MIN-9").alone_decides()(replay("minoa", "0,0-1,0", n=1, closure="coloured").position)
        True
        """
        return Where(
            f"{self.identifier} alone forbids an action",
            lambda here: self.identifier in forbidding(here, alone=True),
            clauses=(self.identifier,),
        )


@frozen
class QuestionMet:
    """A question as a condition: see `question`."""

    name: str

    def matters(self, *readings: str) -> Where:
        """Where another reading changes what can be done, the result, or what an action leads to.

        Any other reading, or one of those named.

        >>> from rulewright.testing import question, replay
        >>> question("closure").matters()(replay("minoa", "", n=1).position)
        False
        >>> question("closure").matters("coloured")(replay("minoa", "0,0-1,0", n=1).position)
        True
        """
        which = f" ({', '.join(readings)})" if readings else ""
        return Where(f"{self.name} matters{which}", lambda here: changed(here, self.name, readings))


def clause(identifier: str) -> ClauseMet:
    """Name a clause of a rulebook, for `positions(..., where=...)`.

    >>> from rulewright.testing import clause, positions
    >>> rare = positions("minoa", n=1, closure="coloured", where=clause("MIN-9").alone_decides())
    """
    return ClauseMet(identifier)


def question(name: str) -> QuestionMet:
    """Name a question of a rulebook, for `positions(..., where=...)`.

    >>> from rulewright.testing import positions, question
    >>> rare = positions("minoa", n=1, where=question("closure").matters("coloured"))
    """
    return QuestionMet(name)


def occasion(name: str) -> Where:
    """Name an occasion of a game's specification: where it has just been met for the first time.

    >>> from rulewright.testing import occasion
    >>> occasion("a single tile captured")
    <where the occasion 'a single tile captured' is met>
    """
    words = f"the occasion {name!r} is met"

    def met(position: Position) -> bool:
        moves = getattr(position, "moves", None)
        if moves is None:
            raise UsageError(f"whether {words} is known of drawn positions only: use replay(...)")
        return any(line == moves for line in occasions_in(position.engine, name))

    return Where(words, met, lambda engine: occasions_in(engine, name))


def forbidding(position: Position, *, alone: bool) -> frozenset[str]:
    """Return the clauses that forbid some action in a position, or that alone forbid one."""
    specification = specification_of(position.engine)
    return forbidding_in(specification, state_in(specification, position), alone=alone)


def forbidding_in(specification: Specification[Any], state: Any, *, alone: bool) -> frozenset[str]:
    """Return the same of a state of the specification; nothing if the game is over."""
    if specification.is_over(state):
        return frozenset()
    verdicts = specification.verdicts(state)
    found: set[str] = set()
    for lane in specification.considered(state):
        clauses = verdicts.forbidding(lane)
        if clauses and (not alone or len(clauses) == 1):
            found.update(clauses)
    return frozenset(found)


def state_in(specification: Specification[Any], position: Position) -> Any:
    """Return a position as a state of a specification."""
    if specification is position.engine:
        return position.state
    return specification.from_json(position.json)


def changed(position: Position, name: str, readings: tuple[str, ...]) -> bool:
    """Return whether another reading of a question changes a position, or what follows from it."""
    own = specification_of(position.engine)
    every = games.specified(own.game).readings
    if name not in every:
        games.specification(own.game, {}, {name: ""})  # raises `UnknownQuestion`
    here = position.json
    expected = answers(own, state_in(own, position))
    for reading in readings or every[name]:
        if reading != own.rulings[name]:
            other = games.specified(own.game).engine(
                own.params, {**own.rulings, name: reading}, own.rulebook
            )
            if answers(other, other.read(here)) != expected:
                return True
    return False


def answers(engine: Specification[Any], state: Any) -> tuple[object, ...]:
    """Return what a reading may change: all that is said of a position, and what follows from it."""
    legal = engine.legal_actions(state)
    return (
        engine.is_over(state),
        legal,
        engine.scores(state),
        engine.winners(state),
        [engine.to_json(engine.successor(state, action)) for action in legal],
    )


def occasions_in(engine: Engine[Any], name: str) -> Iterator[tuple[str, ...]]:
    """Yield lines to an occasion: the earliest in each of many random games that has it."""
    specified = games.specified(engine.game)
    known = [each.name for each in specified.occasions]
    if name not in known:
        raise UnknownOccasion(name, known, f"of {engine.game}")
    recorder = games.fastest(engine.game, engine.params, engine.rulings)
    recording = driver_of(recorder).record(0, SEARCHED, biased=True, max_plies=LONGEST)
    plies, count = recording.played.shape
    met = 0
    for game in range(count):
        if met == OCCASIONS:
            return
        alone = first_plies(recording, plies, game, game + 1)
        if specified.count_occasions(alone).get(name):
            met += 1
            yield earliest(alone, lambda some: bool(specified.count_occasions(some).get(name)))


def shortest_lines(engine: Engine[Any], where: Where) -> tuple[tuple[str, ...], ...]:
    """Return lines to positions that meet a condition, the shortest first.

    Raises `NeverMet`, `UnknownClause`, or what the condition raises.
    """
    speaking = specification_of(engine).rulebook.speaking_of_actions()
    known = [each.identifier for each in speaking]
    for identifier in where.clauses:
        if identifier not in known:
            raise UnknownClause(identifier, known, f"of {engine.game} that can forbid an action")
    found = list(searched(engine, where) if where.lines is None else where.lines(engine))
    if not found:
        raise NeverMet(engine, where.name)
    return tuple(sorted(set(found), key=lambda line: (len(line), line))[:KEPT])


def searched(engine: Engine[Any], where: Where) -> Iterator[tuple[str, ...]]:
    """Yield the lines to the first such position in each of many random games."""
    met, most = 0, LONGEST
    for number in range(SEARCHED):
        random = Random(f"{where.name} {number}")
        game = play(engine, [random.randrange(1 << 24) for _ in range(most)])
        for ply, state in enumerate(game.states[: most + 1]):
            if where(DrawnPosition(engine, state, moves=game.moves[:ply])):
                yield game.moves[:ply]
                met, most = met + 1, max(ply, 1)
                break
        if met == KEPT:
            return
