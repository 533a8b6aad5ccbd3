"""What the specification of every game shares: legality from clauses, explanations, the interface."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import attrs
import numpy as np
from numpy.typing import NDArray

from rulewright.interface import (
    Action,
    IllegalAction,
    ImpossiblePosition,
    Json,
    MalformedAction,
    Recording,
    UsageError,
    Violation,
)
from rulewright.spec import judge
from rulewright.spec.bulk import Bulk
from rulewright.spec.coverage import Coverage
from rulewright.spec.lanes import lanes_in, unpack
from rulewright.spec.logic import Fact, all_of
from rulewright.spec.registry import Clause, Rulebook

P = TypeVar("P", bound=Hashable)

Considered: TypeAlias = tuple[int, ...] | range
"""Candidates of a judged position, by their numbers."""
SORTED = 64
"""How many sets of candidates stay sorted: one a player and engine, if all positions have the same."""
REMEMBERED = 256
"""How many positions keep their verdicts, so that asking twice costs once."""


@attrs.frozen
class ListedCandidates:
    """Candidates of one position, and the legal ones among them, sorted by code point."""

    every: tuple[Action, ...]
    legal: tuple[Action, ...]


@attrs.frozen(eq=False)
class InOrder:
    """Some candidates, sorted by code point: in many games those of all positions are the same."""

    candidates: tuple[Action, ...]
    texts: tuple[Action, ...]
    lanes: NDArray[np.intp]

    @classmethod
    def of(cls, candidates: tuple[Action, ...], considered: Considered) -> InOrder:
        """Sort those that are considered."""
        lanes = sorted(considered, key=candidates.__getitem__)
        texts = tuple(map(candidates.__getitem__, lanes))
        return cls(candidates, texts, np.array(lanes, np.intp))

    def lane(self, action: Action) -> int:
        """Return the first lane of a text; raises `LookupError` if no candidate is spelled so."""
        at = bisect_left(self.texts, action)
        if self.texts[at : at + 1] != (action,):
            raise LookupError(f"no candidate is spelled {action!r}")
        return int(self.lanes[at])

    def listed(self, legal: NDArray[np.bool_]) -> ListedCandidates:
        """List them, given which candidates are legal, by lane."""
        numbers = np.flatnonzero(legal[self.lanes]).tolist()
        return ListedCandidates(self.texts, tuple(map(self.texts.__getitem__, numbers)))


ORDERS: dict[tuple[int, Considered], InOrder] = {}
"""What was sorted last, by the address of the candidates, which stay there as long as they are kept."""


def in_order(candidates: tuple[Action, ...], considered: Considered) -> InOrder:
    """Sort some candidates, or remember how these were sorted for another position."""
    candidates = tuple(candidates)  # the same if it is one: nobody can change it later
    key = id(candidates), considered
    known = ORDERS.get(key)
    if known is None:
        if len(ORDERS) >= SORTED:
            ORDERS.clear()
        known = ORDERS[key] = InOrder.of(candidates, considered)
    return known


@attrs.frozen(eq=False)
class Verdicts:
    """What each clause says of each candidate action of one position.

    `lanes[clause]` is a bit vector over `candidates`: bit i set where the clause permits candidate i.
    """

    candidates: tuple[Action, ...]
    lanes: Mapping[str, Fact]
    _listed: dict[Considered, ListedCandidates] = attrs.field(factory=dict, init=False, repr=False)

    def listed(self, considered: Considered) -> ListedCandidates:
        """List some candidates, and which of them are legal; sorted once, however often it is asked."""
        if considered not in self._listed:
            legal = unpack(self.legal(), len(self.candidates))
            self._listed[considered] = in_order(self.candidates, considered).listed(legal)
        return self._listed[considered]

    def legal(self) -> int:
        """The candidates that every clause permits."""
        return lanes_in(all_of(self.lanes.values()), len(self.candidates))

    def forbidding(self, lane: int) -> tuple[str, ...]:
        """The identifiers of the clauses that forbid a candidate."""
        width = len(self.candidates)
        return tuple(
            clause for clause, fact in self.lanes.items() if not lanes_in(fact, width) >> lane & 1
        )


class Ruled(Protocol):
    """What the formulas of every game are given: who plays, and the options (attrs classes)."""

    @property
    def params(self) -> attrs.AttrsInstance:
        """The parameters."""

    @property
    def rulings(self) -> attrs.AttrsInstance:
        """The reading of each question."""

    @property
    def players(self) -> tuple[str, ...]:
        """The players, in turn order."""


class Specification(ABC, Generic[P]):
    """The rules of one game, run: a legal action is one that every clause permits.

    A subclass evaluates the formulas of its game; this class answers the questions of the game
    interface, and why an action is illegal.
    """

    rulebook: Rulebook
    players: tuple[str, ...]
    params: Mapping[str, Any]
    rulings: Mapping[str, str]
    ending_clause: str
    """The clause that ends the game: it forbids every action after the end."""

    def __init__(self, rules: Ruled, rulebook: Rulebook) -> None:
        """Fix the options; another `rulebook` than the game's own makes a mutant of the game."""
        self.rulebook = rulebook
        self.players = rules.players
        self.params = attrs.asdict(rules.params)
        self.rulings = attrs.asdict(rules.rulings)
        self._remembered: OrderedDict[Hashable, Verdicts] = OrderedDict()
        self._explained: tuple[P | None, dict[Action, tuple[Violation, ...]]] = None, {}

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.rulebook.game

    def __repr__(self) -> str:
        """Name the game, its parameters and rulings."""
        options = {**self.params, **self.rulings}
        chosen = ", ".join(f"{name}={value}" for name, value in options.items())
        return f"<specified {self.game}: {chosen}>"

    # what a game gives

    @abstractmethod
    def initial(self) -> P:
        """Set the game up."""

    @abstractmethod
    def is_action(self, action: Action) -> bool:
        """Return whether a text is spelled as an action of this game (legal or not)."""

    @abstractmethod
    def judge(self, state: P) -> Verdicts:
        """Evaluate every clause that speaks of actions on every candidate action of a position."""

    def considered(self, state: P) -> Considered:
        """The candidates of a judged position that are spelled as actions of the player to move."""
        return range(len(self.verdicts(state).candidates))

    def judged_alike(self, state: P) -> Hashable:
        """What of a position its verdicts depend on."""
        return state

    @abstractmethod
    def successor(self, state: P, action: Action) -> P:
        """Find the position after a legal action."""

    @abstractmethod
    def turn(self, state: P) -> str | None:
        """Name the player to move; None when the game is over."""

    @abstractmethod
    def scores(self, state: P) -> dict[str, int]:
        """Count the score of each player as it stands."""

    @abstractmethod
    def wins(self, state: P) -> Sequence[bool]:
        """Return for each player whether they have won; of nobody while the game is on."""

    @abstractmethod
    def to_json(self, state: P) -> Json:
        """Write the position in the form of the game's page."""

    @abstractmethod
    def read(self, position: Json) -> P:
        """Read a position whose form is right; raises `MalformedPosition` where it is not."""

    @abstractmethod
    def looked_at(self, state: P) -> tuple[object, ...]:
        """Find what clauses about positions are given: the rules, the position, and what they need."""

    def in_bulk(self) -> Bulk[Any]:
        """Apply the rules to many positions at once; raises `UsageError` where a game cannot."""
        raise UsageError(f"{self.game} does not say how its rules apply to many positions at once")

    @cached_property
    def _bulk(self) -> Bulk[Any]:
        """The rules for many positions at once, which remember what depends on the rules alone."""
        return self.in_bulk()

    def totals(self, state: P) -> dict[str, int]:
        """Count what decides who wins where it is not each player's score, by side, as it stands.

        A side is named by its members: ``red and yellow``. Empty where nobody plays with a partner.
        """
        del state
        return {}

    # what follows

    def is_over(self, state: P) -> bool:
        """Return whether the game has ended."""
        return self.turn(state) is None

    def winners(self, state: P) -> tuple[str, ...]:
        """Name the winners in turn order; empty while the game is on."""
        won = zip(self.players, self.wins(state), strict=True)
        return tuple(player for player, wins in won if wins)

    def broken_clauses(self, state: P) -> Iterator[Clause]:
        """Find the clauses that hold in every position, but not in this one, in their order.

        A clause may take it that those before it hold.
        """
        seen = self.looked_at(state)
        for clause in self.rulebook.speaking_of_positions():
            if clause.holds is not None and not clause.holds(*seen):
                yield clause

    def check(self, recording: Recording) -> Coverage:
        """Judge all positions of recorded games; raises `RecordingRefuted` at the first difference."""
        return judge.check(self._bulk, recording)

    def with_places(self, recording: Recording) -> Recording:
        """Return a recording with places of our own, for who looks at the boards."""
        return judge.with_places(self._bulk, recording)

    def legal_in_bulk(self, recording: Recording, ply: int) -> int:
        """Find the legal sets of one ply of all recorded games; returns how many are not over."""
        return judge.legal_sets(self._bulk, recording, ply)

    def verdicts(self, state: P) -> Verdicts:
        """Judge a position, or remember what was judged."""
        key = self.judged_alike(state)
        known = self._remembered.pop(key, None)
        if known is None:
            known = self.judge(state)
        self._remembered[key] = known
        if len(self._remembered) > REMEMBERED:
            self._remembered.popitem(last=False)
        return known

    def forget(self) -> None:
        """Forget all verdicts and explanations, so that they are made anew."""
        self._remembered.clear()
        self._explained = None, {}

    def legal_actions(self, state: P) -> tuple[Action, ...]:
        """List every legal action once, sorted by code point; empty when the game is over."""
        if self.is_over(state):
            return ()
        return self.verdicts(state).listed(self.considered(state)).legal

    def explain(self, state: P, action: Action) -> tuple[Violation, ...]:
        """Say which clauses forbid an action here, in the rulebook's words; empty when it is legal.

        Raises `MalformedAction` for text that is no action at all.
        """
        if not self.is_action(action):
            raise MalformedAction(action, self.spelling())
        if self.is_over(state):
            return (self.violation(self.ending_clause),)
        verdicts = self.verdicts(state)
        lane = in_order(verdicts.candidates, self.considered(state)).lane(action)
        return tuple(map(self.violation, verdicts.forbidding(lane)))

    def forbidden_by(self, state: P, action: Action) -> tuple[Violation, ...]:
        """Explain as `explain` does, or remember what was said of the position asked about last."""
        asked, said = self._explained
        if asked is not state:
            said = {}
            self._explained = state, said
        if action not in said:
            said[action] = self.explain(state, action)
        return said[action]

    def violation(self, identifier: str) -> Violation:
        """Quote a clause."""
        clause = self.rulebook[identifier]
        return Violation(identifier, clause.demand, clause.words.text, clause.words.source)

    def candidates(self, state: P) -> tuple[Action, ...]:
        """List every action that is spelled as one of the player to move, legal or not, sorted."""
        if self.is_over(state):
            return ()
        return self.verdicts(state).listed(self.considered(state)).every

    def spelling(self) -> str:
        """Say how an action is spelled, for an error message."""
        return "it is not spelled as an action of this game"

    def play(self, state: P, action: Action) -> P:
        """Play a legal action; raises `MalformedAction` or `IllegalAction`."""
        violations = self.forbidden_by(state, action)
        if violations:
            reasons = "; ".join(f"{one.clause}: {one.demand}" for one in violations)
            raise IllegalAction(action, reasons)
        return self.successor(state, action)

    def from_json(self, position: Json) -> P:
        """Read a position; raises `MalformedPosition` or `ImpossiblePosition`."""
        state = self.read(position)
        for clause in self.broken_clauses(state):
            demand = clause.holds.__doc__ or clause.demand
            raise ImpossiblePosition(
                clause.identifier, f"it breaks the demand {demand.splitlines()[0]!r}"
            )
        return state
