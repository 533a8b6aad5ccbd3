"""For a game whose actions can be listed: all that its engine would otherwise have to do itself.

A formula is given a move as one fact for each action, true of the one that is played. Positions are
attrs classes of facts, in nested tuples; so recorded games are judged, and games played, thousands at
a time.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Protocol, TypeVar

import attrs

from rulewright.interface import Action, Json, MalformedPosition, options_from
from rulewright.interface.same import alike
from rulewright.spec.acting import some_action
from rulewright.spec.bulk import Bulk
from rulewright.spec.engine import Specification, Verdicts
from rulewright.spec.logic import Fact, Number, all_of, any_of
from rulewright.spec.registry import Rulebook
from rulewright.spec.rulings import rulings_of
from rulewright.spec.side_by_side import Derived
from rulewright.spec.structure import leaves


class OfTurns(Hashable, Protocol):
    """A position: an attrs class with the turn among its fields."""

    @property
    def turn(self) -> Sequence[Fact]:
        """For each player: whether it is their turn; nobody's when the game is over."""


P = TypeVar("P", bound=OfTurns)


@attrs.frozen
class Rules:
    """What every formula is given first: the options, and who plays."""

    params: Any
    rulings: Any
    players: tuple[str, ...]


@attrs.frozen
class NoParameters:
    """There is nothing to choose."""


def evolve_turn(state: P, turn: tuple[Fact, ...]) -> P:
    """Return the position with another turn."""
    made: P = attrs.evolve(state, turn=turn)  # type: ignore[misc]  # an attrs class, as documented
    return made


def facts_among(state: object) -> tuple[bool, ...]:
    """For each leaf of a single position: whether it is a fact, and not a number."""
    return tuple(isinstance(value, bool) for _, value in leaves(state))


class OneByOne(Specification[P]):
    """A specification that is given each action as one fact.

    Besides the methods that are abstract a game gives `rulebook`, `players`, `ending_clause` and
    `actions`; and `parameters`, if it has any. Where the actions depend on the options it overrides
    `every_action` instead, and where the players do, `players_under`.
    """

    parameters: ClassVar[type[attrs.AttrsInstance]] = NoParameters
    readings: ClassVar[type[attrs.AttrsInstance]]
    """The class of its rulings; if not given, it is made of the questions of the rulebook."""

    _beginning = False
    """Whether the start is being made only to see of what a position consists."""

    actions: tuple[Action, ...]
    """Every text that is spelled as an action."""

    def __init_subclass__(cls, **more: Any) -> None:
        """Make the class of the rulings of a game that names none."""
        super().__init_subclass__(**more)
        rulebook = getattr(cls, "rulebook", None)
        if not hasattr(cls, "readings") and isinstance(rulebook, Rulebook):
            cls.readings = rulings_of(rulebook.questions)

    def __init__(
        self,
        params: Mapping[str, Any] | None = None,
        rulings: Mapping[str, str] | None = None,
        rulebook: Rulebook | None = None,
    ) -> None:
        """Fix the options; another `rulebook` makes a mutant of the game."""
        given = options_from(self.parameters, params or {})
        self.players = self.players_under(given)
        self.rules = Rules(given, options_from(self.readings, rulings or {}), self.players)
        super().__init__(self.rules, rulebook or self.rulebook)
        if type(self).every_action is not OneByOne.every_action:
            self.actions = self.every_action()

    # what a game gives

    @abstractmethod
    def played(self, state: P, move: tuple[Fact, ...]) -> P:
        """Find the position after a legal move, as a formula of the facts of both."""

    @abstractmethod
    def parsed(self, position: Json) -> P:
        """Read what `to_json` wrote.

        Of anything else it may make what it likes, even what `to_json` cannot write, or raise
        `LookupError`, `TypeError`, `ValueError`, `AttributeError` or `StopIteration`.
        """

    def players_under(self, params: Any) -> tuple[str, ...]:
        """Name the players in turn order, under some parameters: `players`, whatever they are."""
        del params
        return self.players

    def every_action(self) -> tuple[Action, ...]:
        """List every text that is spelled as an action under these options (`self.rules`)."""
        return self.actions

    # what follows

    def effect(self, identifier: str, *arguments: Any) -> Any:
        """Apply what a clause says follows; raises `LookupError` for one without an effect."""
        return self.rulebook.effect(identifier)(*arguments)

    def can_act(self, state: P) -> Fact:
        """Whether the player whose turn it is has a legal action: a formula, for use in `played`.

        The clauses themselves are evaluated, on facts of any kind: bools, lanes, NumPy arrays and Z3
        terms. False where it is nobody's turn.
        """

        def legal(move: tuple[Fact, ...]) -> Fact:
            return all_of(self.rulebook.permitting(self.rules, state, move).values())

        kinds = facts_among(state) if self._beginning else self._are_facts
        acts = some_action(legal, len(self.actions), state, kinds)
        return all_of((any_of(state.turn), acts))

    @cached_property
    def _are_facts(self) -> tuple[bool, ...]:
        """For each leaf of a position: whether it is a fact, and not a number.

        A start that depends on who can act asks again meanwhile; its own values then tell.
        """
        self._beginning = True
        try:
            return facts_among(self.initial())
        finally:
            self._beginning = False

    def _has_kinds_of_start(self, state: P) -> bool:
        """Return whether a position has the parts of the start: its facts and whole numbers."""
        found = [value for _, value in leaves(state)]
        if not all(isinstance(value, int) for value in found):
            return False
        return tuple(isinstance(value, bool) for value in found) == self._are_facts

    def able(self, state: P) -> tuple[Fact, ...]:
        """Whether each player would have a legal action if it were their turn: formulas as `can_act`."""
        size = len(self.players)
        turns = (tuple(due == player for due in range(size)) for player in range(size))
        return tuple(self.can_act(evolve_turn(state, turn)) for turn in turns)

    def points(self, state: P) -> Sequence[Number]:
        """Count each player's points; one for who has won, if a game says nothing else."""
        return self.wins(state)

    @property
    def counts_points(self) -> bool:
        """Whether the scores are the points, and not what the game itself makes of a position."""
        return type(self).scores is OneByOne.scores

    def is_action(self, action: Action) -> bool:
        """Return whether a text is spelled as an action of this game (legal or not)."""
        return action in self.actions

    def judge(self, state: P) -> Verdicts:
        """Evaluate the clauses on all actions at once: one bit for each."""
        moves = tuple(1 << at for at in range(len(self.actions)))
        return Verdicts(self.actions, self.rulebook.permitting(self.rules, state, moves))

    def successor(self, state: P, action: Action) -> P:
        """Find the position after a legal action."""
        return self.played(state, tuple(each == action for each in self.actions))

    def turn(self, state: P) -> str | None:
        """Name the player to move; None when the game is over."""
        moving = (name for name, due in zip(self.players, state.turn, strict=True) if due)
        return next(moving, None)

    def scores(self, state: P) -> dict[str, int]:
        """Count each player's points as it stands."""
        points = zip(self.players, self.points(state), strict=True)
        return {name: int(number) for name, number in points}

    def looked_at(self, state: P) -> tuple[object, ...]:
        """Find what clauses about positions are given: the rules and the position."""
        return self.rules, state

    def read(self, position: Json) -> P:
        """Read a position that is written just as `to_json` writes it; raises `MalformedPosition`."""
        cause = None
        try:
            state = self.parsed(position)
            if alike(self.to_json(state), position) and self._has_kinds_of_start(state):
                return state
        except (LookupError, TypeError, ValueError, AttributeError, StopIteration) as error:
            cause = error
        form = json.dumps(self.to_json(self.initial()))
        raise MalformedPosition(
            f"not as a position of {self.game} is written; the first one is {form}"
        ) from cause

    def in_bulk(self) -> Bulk[Any]:
        """Apply the rules to many positions at once."""
        return Derived(self)
