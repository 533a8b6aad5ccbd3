"""Random games of a specification: the positions that all further findings look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import partial, wraps
from math import inf
from random import Random
from time import monotonic
from typing import Any, TypeAlias

from attrs import define, evolve, field, frozen

from rulewright.interface import ImpossiblePosition, MalformedPosition, UsageError
from rulewright.play.difference import unlike_json
from rulewright.play.parameters import takes
from rulewright.play.random_games import Line
from rulewright.play.rulings import deviations
from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.engine import Specification
from rulewright.spec.registry import Rulebook

KINDS = ("permits", "effect", "holds")
"""The kinds of formulas of a clause."""
LONGEST = 400
"""Actions after which a game is cut off."""
MOST_SIZES = 4
"""Sizes of the board that are played."""

Asked: TypeAlias = tuple[str, str]
"""The identifier of a clause, and the kind of its formula."""
Call: TypeAlias = tuple[tuple[Any, ...], Any]
"""What a formula was given, and what it said."""


@define(eq=False)
class Calls:
    """What was asked of the formulas of a rulebook."""

    asked: set[Asked] = field(factory=set)
    kept: dict[tuple[Asked, int], list[Call]] = field(factory=dict)
    """Some of the calls, drawn at random, by the formula and the number of the set of options."""
    most: int = 0
    """How many calls of each formula are kept under each set of options."""
    under: int = 0
    """The number of the set of options that is played."""
    _seen: Counter[tuple[Asked, int]] = field(factory=Counter)
    _random: Random = field(factory=partial(Random, 0))

    def watched(self, rulebook: Rulebook) -> Rulebook:
        """Return the rulebook with formulas that note what they are asked."""
        clauses = []
        for clause in rulebook.clauses:
            given = {kind: getattr(clause, kind) for kind in KINDS}
            noting: dict[str, Any] = {
                kind: self.noting((clause.identifier, kind), formula)
                for kind, formula in given.items()
                if formula is not None
            }
            clauses.append(evolve(clause, **noting))
        return evolve(rulebook, clauses=tuple(clauses))

    def noting(self, key: Asked, formula: Callable[..., Any]) -> Callable[..., Any]:
        """Return a formula that notes its calls."""

        @wraps(formula)
        def noted(*given: Any) -> Any:
            self.asked.add(key)
            said = formula(*given)
            self.keep((key, self.under), (given, said))
            return said

        return noted

    def keep(self, key: tuple[Asked, int], call: Call) -> None:
        """Keep a call, or not, such that all calls are kept with equal chances."""
        kept = self.kept.setdefault(key, [])
        self._seen[key] += 1
        if len(kept) < self.most:
            kept.append(call)
        elif (place := self._random.randrange(self._seen[key])) < self.most:
            kept[place] = call


@frozen(eq=False)
class SampledGames:
    """Random games under one set of options."""

    engine: Specification[Any]
    lines: tuple[Line, ...]
    is_cut_short: bool = False
    """Whether there was no time for all of them."""

    @property
    def positions(self) -> int:
        """How many positions the games have."""
        return sum(len(line.states) for line in self.lines)

    def states(self) -> Iterator[Any]:
        """Yield the positions, game by game."""
        for line in self.lines:
            yield from line.states


def sizes(specified: SpecifiedGame) -> list[dict[str, Any]]:
    """Return the parameters that are played: small boards first, and the game's own last.

    A board that gives a value to a parameter which those before leave alone comes before others: what is
    true of each of them, such as a symmetry, may be false with another supply.
    """
    left, chosen = named(specified), list[dict[str, Any]]()
    while left and len(chosen) < MOST_SIZES - 1:
        given = {name for params in chosen for name in params}
        new = next((params for params in left if not params.keys() <= given), left[0])
        left.remove(new)
        chosen.append(new)
    return [*chosen, {}]


def named(specified: SpecifiedGame) -> list[dict[str, Any]]:
    """Return all parameters that a game names, except for its own: small boards first."""
    given = (*specified.exhausted, *specified.played, *specified.full_size)
    every = unique(dict(params) for params in given if takes(specified, params))
    return [params for params in every if params]


def option_sets(specified: SpecifiedGame) -> list[tuple[dict[str, Any], dict[str, str]]]:
    """Return sets of options: all sizes by the default rulings, each other reading on the first size."""
    boards = sizes(specified)
    default, *others = deviations(specified.readings)
    return [(params, default) for params in boards] + [(boards[0], each) for each in others]


def unique(things: Iterable[Any]) -> list[Any]:
    """Return things without duplicates, in order; they need not be hashable."""
    found: list[Any] = []
    for each in things:
        if each not in found:
            found.append(each)
    return found


def played(
    engine: Specification[Any], seed: int, most: int, positions: int, seconds: float = inf
) -> SampledGames:
    """Play random games, at most so many, until they have so many positions.

    After so many seconds they are cut short; one move is made in any case.
    """
    deadline = monotonic() + seconds
    lines: list[Line] = []
    left, in_time = positions, True
    while left > 0 and len(lines) < most and in_time:
        lines.append(line(engine, Random(f"{seed} {len(lines)}"), left, deadline))
        left -= len(lines[-1].states)
        in_time = monotonic() <= deadline
    return SampledGames(engine, tuple(lines), not in_time)


def line(engine: Specification[Any], random: Random, positions: int, deadline: float) -> Line:
    """Play a random game to its end, or until it has so many positions, or to the deadline."""
    moves: list[str] = []
    states = [engine.initial()]
    most = min(LONGEST, positions - 1)
    while len(moves) < most and not engine.is_over(states[-1]):
        legal = engine.legal_actions(states[-1])
        if not legal or (moves and monotonic() > deadline):
            break
        moves.append(random.choice(legal))
        states.append(engine.play(states[-1], moves[-1]))
    return Line(tuple(moves), tuple(states))


class DemandBroken(UsageError):
    """A position of a game breaks what a clause says of every position."""

    def __init__(self, clause: str, said: str) -> None:
        """Name the clause, and say in which game."""
        self.clause = clause
        super().__init__(said)


def asked_everything(engine: Specification[Any], lines: Sequence[Line], random: Random) -> bool:
    """Ask an engine all that can be asked of the positions of games; raises `DemandBroken`.

    Return whether what it writes of them is JSON: otherwise nothing is read of it.
    """
    for each in lines:
        for ply, state in enumerate(each.states):
            engine.turn(state)
            engine.scores(state)
            engine.winners(state)
            engine.totals(state)
            position = engine.to_json(state)
            if unlike_json(position):
                return False
            try:
                read_unchanged(engine, position)
            except ImpossiblePosition as refusal:
                if not any(engine.broken_clauses(state)):
                    raise MalformedPosition("what is read of it is another position") from None
                under = described({**engine.params, **engine.rulings})
                moves = " ".join(each.moves[:ply]) or "no move"
                said = f"the position under {under}, after {moves}: {refusal.reason}"
                raise DemandBroken(refusal.clause, f"{said} ({refusal.clause})") from refusal
            candidates = engine.candidates(state)
            if candidates:
                engine.explain(state, random.choice(candidates))
    return True


class ReadingChanges(MalformedPosition):
    """What reads a position changes what it is given."""


def read_unchanged(engine: Specification[Any], position: Any) -> None:
    """Read a position; raises `ReadingChanges` where that changes it, and what reading it raises."""
    before = deepcopy(position)
    try:
        engine.from_json(position)
    except MalformedPosition:
        if position == before:
            raise
    if position != before:
        raise ReadingChanges("it changes the position that it is given")


def described(options: Mapping[str, Any]) -> str:
    """Return options in words."""
    return " ".join(f"{name}={value}" for name, value in options.items()) or "the default options"
