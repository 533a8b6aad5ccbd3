"""What was observed of an engine, written down once, so that any hypothesis can be held against it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import define, evolve, field, frozen

from rulewright.interface import (
    Action,
    Engine,
    IllegalAction,
    Json,
    MalformedAction,
    RulewrightError,
)

REFUSED, LISTED, NOT_LISTED = "refused when played", "listed as legal", "not listed as legal"
PLAYED, MISSPELT = "played", "misspelt"
"""How an engine says that an action is legal or not."""
ASPECTS = ("over", "turn", "winners", "scores", "position")
"""What `state` tells, in the order in which differences are reported after those of `legal`."""


@frozen
class Seen:
    """What an engine says of one position; None where it was not asked or cannot tell."""

    legal: tuple[Action, ...] | None = None
    told: bool = False
    """Whether `state` was asked; if not, the next four say nothing."""
    over: bool = False
    turn: str | None = None
    winners: tuple[str, ...] = ()
    """As given: several come in turn order."""
    scores: dict[str, int] = field(factory=dict, hash=False)
    position: Json | None = field(default=None, hash=False)
    accepted: tuple[Action, ...] = ()
    """Actions that were offered here and played."""
    refused: tuple[Action, ...] = ()
    """Actions that were offered here and refused."""


@frozen
class Observation:
    """Parameters, moves from the start, and what was seen after them."""

    params: Json = field(hash=False)
    moves: tuple[Action, ...]
    seen: Seen

    @property
    def key(self) -> tuple[str, tuple[Action, ...]]:
        """What was played: parameters in a fixed spelling, and the moves."""
        return spelled(self.params), self.moves


def spelled(params: Mapping[str, Any]) -> str:
    """Write parameters in one fixed way, to compare and to look them up."""
    return json.dumps(params, sort_keys=True)


@frozen
class Difference:
    """One thing that an engine says otherwise than expected."""

    kind: str
    """``extra`` (an illegal action taken as legal), ``missing`` (the reverse), ``misspelt`` (a text that
    is no action, played all the same), ``refusal`` or ``counting`` (another position after a refused
    action, or after a count), ``count`` (another number of sequences), or one of `ASPECTS`."""
    expected: Any = field(hash=False)
    given: Any = field(hash=False)
    action: Action | None = None
    """The action in question, where the difference is about one."""
    depth: int | None = None
    """The length of the sequences that were counted, where the difference is about a count."""


def same_json(one: Any, other: Any) -> bool:
    """Tell whether two JSON values are the same: true is not 1, but 1.0 is, for numbers are numbers."""
    if one != other:
        return False
    if isinstance(one, dict):
        return all(same_json(each, other[name]) for name, each in one.items())
    if isinstance(one, list):
        return all(map(same_json, one, other))
    return isinstance(one, bool) == isinstance(other, bool)


def wrong_count(expected: int, given: int | None, depth: int) -> Difference:
    """Write down a wrong count."""
    return Difference(
        "count", f"{expected} for depth {depth}", f"{given} for depth {depth}", depth=depth
    )


@define
class Replay:
    """An engine, and the states that moves from the start lead to."""

    engine: Engine[Any]
    states: dict[tuple[Action, ...], Any] = field(factory=dict, init=False, repr=False)

    MOST = 20_000
    """States that are remembered at a time."""

    def state(self, moves: Sequence[Action]) -> Any:
        """Find the state after some moves; raises `IllegalAction` if one of them is illegal."""
        line = tuple(moves)
        known = len(line)
        while known and line[:known] not in self.states:
            known -= 1
        state = self.states[line[:known]] if known else self.engine.initial()
        if len(self.states) > self.MOST:
            self.states.clear()
        for at in range(known, len(line)):
            state = self.engine.play(state, line[at])
            self.states[line[: at + 1]] = state
        return state

    def misspelling(self, action: Action) -> str:
        """Say why a text is no action of this game; "" if it is one, legal or not."""
        try:
            self.engine.play(self.engine.initial(), action)
        except MalformedAction as error:
            return error.reason or "no action"
        except IllegalAction:
            return ""
        return ""

    def seen(self, state: Any) -> Seen:
        """Say all about a state that an engine can be asked."""
        return Seen(
            legal=self.engine.legal_actions(state),
            told=True,
            over=self.engine.is_over(state),
            turn=self.engine.turn(state),
            winners=tuple(self.engine.winners(state)),
            scores=self.engine.scores(state),
            position=self.engine.to_json(state),
        )

    def differences(self, observation: Observation) -> tuple[Difference, ...]:
        """List what is observed otherwise than this engine has it; empty if nothing is."""
        return tuple(self.compared(observation))

    def compared(self, observation: Observation) -> Iterator[Difference]:
        """Give the differences one by one, so that who wants to know only if there are any is quick."""
        moves = observation.moves
        try:
            state = self.state(moves)
        except IllegalAction as refusal:
            yield Difference("extra", "illegal", PLAYED, refusal.action)
            return
        yield from self.about_actions(state, observation.seen)
        if observation.seen.told:
            yield from self.about_state(state, observation.seen)

    def about_actions(self, state: Any, seen: Seen) -> Iterator[Difference]:
        """Compare what is legal."""
        legal = self.engine.legal_actions(state)
        if seen.legal is not None and seen.legal != legal:
            expected, given = set(legal), set(seen.legal)
            for action in sorted(given - expected):
                yield Difference("extra", "illegal", LISTED, action)
            for action in sorted(expected - given):
                yield Difference("missing", "legal", NOT_LISTED, action)
        if seen.accepted or seen.refused:
            expected = set(legal)
            for action in seen.accepted:
                if action not in expected:
                    kind = MISSPELT if self.misspelling(action) else "extra"
                    yield Difference(kind, "illegal", "accepted when played", action)
            for action in seen.refused:
                if action in expected:
                    yield Difference("missing", "legal", REFUSED, action)

    def about_state(self, state: Any, seen: Seen) -> Iterator[Difference]:
        """Compare what `state` tells."""
        over = self.engine.is_over(state)
        if seen.over != over:
            yield Difference("over", over, seen.over)
        turn = self.engine.turn(state)
        if seen.turn != turn:
            yield Difference("turn", turn, seen.turn)
        winners = tuple(self.engine.winners(state))
        if seen.winners != winners:
            yield Difference("winners", winners, seen.winners)
        scores = self.engine.scores(state)
        if seen.scores != scores:
            yield Difference("scores", scores, seen.scores)
        if seen.position is not None:
            position = self.engine.to_json(state)
            if not same_json(seen.position, position):
                yield Difference("position", position, seen.position)

    def explains(self, observation: Observation) -> bool:
        """Tell whether all of an observation is as this engine has it; one that breaks has nothing."""
        try:
            return next(self.compared(observation), None) is None
        except (RulewrightError, ArithmeticError, LookupError, ValueError, TypeError):
            return False
        except AssertionError:
            return False

    def matched(self, observation: Observation) -> float:
        """Give the part of an observation's aspects that this engine has right, from 0 to 1."""
        seen = observation.seen
        asked = 1 + (len(ASPECTS) - (seen.position is None) if seen.told else 0)
        try:
            kinds = {
                "legal" if each.kind in {"extra", "missing", MISSPELT} else each.kind
                for each in self.compared(observation)
            }
        except (RulewrightError, ArithmeticError, LookupError, ValueError, TypeError):
            return 0.0
        except AssertionError:
            return 0.0
        return 1 - len(kinds) / asked


@define
class Notebook:
    """All observations of one engine under the same rulings, each position once."""

    pages: dict[tuple[str, tuple[Action, ...]], Observation] = field(factory=dict, init=False)
    conflicts: list[tuple[Observation, Observation]] = field(factory=list, init=False)
    """Two answers to the same question that are not the same."""

    def __len__(self) -> int:
        """Count the positions observed."""
        return len(self.pages)

    def __iter__(self) -> Iterator[Observation]:
        """Give the observations in the order in which their positions were first seen."""
        return iter(tuple(self.pages.values()))

    def add(self, observation: Observation) -> Observation:
        """Write an observation down, joined with what was seen in that position before."""
        before = self.pages.get(observation.key)
        if before is not None:
            if contradicts(before.seen, observation.seen):
                self.conflicts.append((before, observation))
            observation = evolve(observation, seen=joined(before.seen, observation.seen))
        self.pages[observation.key] = observation
        return observation


def contradicts(one: Seen, other: Seen) -> bool:
    """Tell whether the same question was answered in two ways."""
    if one.legal is not None and other.legal is not None and one.legal != other.legal:
        return True
    if set(one.accepted) & set(other.refused) or set(one.refused) & set(other.accepted):
        return True
    both = one.told and other.told
    return both and any(getattr(one, name) != getattr(other, name) for name in ASPECTS)


def joined(one: Seen, other: Seen) -> Seen:
    """Put together what was seen of the same position at two times; the later answer counts."""
    told = other if other.told else one
    return Seen(
        legal=other.legal if other.legal is not None else one.legal,
        told=told.told,
        over=told.over,
        turn=told.turn,
        winners=told.winners,
        scores=told.scores,
        position=told.position,
        accepted=tuple(sorted({*one.accepted, *other.accepted})),
        refused=tuple(sorted({*one.refused, *other.refused})),
    )
