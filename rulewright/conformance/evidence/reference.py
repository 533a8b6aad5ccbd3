"""An engine to compare with, and what an observation has otherwise."""

from __future__ import annotations

import marshal
from bisect import bisect_left
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from attrs import define, evolve, field

from rulewright.conformance.adapter.observation import (
    LEGAL,
    LISTED,
    LISTED_TWICE,
    MISSPELT,
    NOT_LISTED,
    PLAYED,
    REFUSED,
    TWICE,
    Discrepancy,
    Observation,
    Seen,
    left_out_of,
)
from rulewright.interface import (
    Action,
    Engine,
    IllegalAction,
    Json,
    MalformedAction,
    RulewrightError,
)
from rulewright.play.driver import driver_of
from rulewright.play.view import view
from rulewright.protocol.messages import StateAnswer

Item = tuple[str, str]
"""One thing that an engine says: a part of its answer, and the action that it is about, if any."""
BROKEN: Item = ("broken", "")
"""Stands for all that an engine says where a reference breaks."""
BREAKING = (RulewrightError, ArithmeticError, LookupError, ValueError, TypeError, AssertionError)
"""What an engine with a wrong clause may raise."""


def item_of(difference: Discrepancy) -> Item:
    """Return the item that differs."""
    return difference.part, difference.action or ""


def same_json(one: Any, other: Any) -> bool:
    """Return whether two JSON values are equal: true is not 1, but 1.0 is."""
    if one != other:
        return False
    if written(one) == written(other):  # which is quicker than to look at each part
        return True
    if isinstance(one, dict):
        return all(same_json(each, other[name]) for name, each in one.items())
    if isinstance(one, list):
        return all(map(same_json, one, other))
    return isinstance(one, bool) == isinstance(other, bool)


def written(value: Any) -> bytes:
    """Return bytes that tell true from 1; the text of a value that has types of its own."""
    try:
        return marshal.dumps(value, 0)
    except ValueError:
        return repr(value).encode("utf-8", "surrogatepass")


def wrong_count(expected: int, given: int | None, depth: int) -> Discrepancy:
    """Return the discrepancy of a wrong count."""
    return Discrepancy(
        "count", f"{expected} for depth {depth}", f"{given} for depth {depth}", depth=depth
    )


def renamed(answer: StateAnswer, names: Mapping[str, str]) -> StateAnswer:
    """Put other names in the place of those that an answer gives to the players."""
    if not names:
        return answer

    def right(value: Any) -> Any:
        if isinstance(value, str):
            return names.get(value, value)
        if isinstance(value, dict):
            return {names.get(name, name): right(each) for name, each in value.items()}
        return [right(each) for each in value] if isinstance(value, list) else value

    return evolve(
        answer,
        turn=right(answer.turn),
        winners=tuple(map(right, answer.winners)),
        scores=right(answer.scores),
        position=right(answer.position),
    )


@define
class Reference:
    """An engine, and the states that moves from the start lead to."""

    engine: Engine[Any]
    aside: Container[str] = ()
    """Parts of an answer that are not compared: what the engine has wrong of them is known."""
    names: Mapping[str, str] = field(factory=dict)
    """Right names of players that the engine calls otherwise: its answers are read with them."""
    states: dict[tuple[Action, ...], Any] = field(factory=dict, init=False, repr=False)
    positions: dict[tuple[Action, ...], Json] = field(factory=dict, init=False, repr=False)
    """The positions after some moves in JSON form; they are not to be changed."""
    one_only: dict[Any, frozenset[Action]] = field(factory=dict, init=False, repr=False)
    """What this engine alone permits or forbids in positions of another: by its rules, and moves."""

    MOST = 20_000
    """States that are remembered at a time, and positions."""

    def state(self, moves: Sequence[Action]) -> Any:
        """Return the state after some moves; raises `IllegalAction` if one of them is illegal."""
        line = tuple(moves)
        if line in self.states:
            return self.states[line]
        if len(self.states) > self.MOST:
            self.states.clear()
        # Whatever leads to a state that is remembered is remembered, too.
        known = bisect_left(range(1, len(line)), 1, key=lambda end: line[:end] not in self.states)
        state = self.states[line[:known]] if known else self.engine.initial()
        for at in range(known, len(line)):
            state = self.engine.play(state, line[at])
            self.states[line[: at + 1]] = state
        return state

    def misspelling(self, action: Action) -> MalformedAction | None:
        """Return what is wrong with a text that is no action of this game, whether legal or not."""
        try:
            driver_of(self.engine).read(action)
        except MalformedAction as error:
            return error.with_traceback(None)
        return None

    def legal_in(self, other: Reference, moves: Sequence[Action]) -> tuple[Action, ...] | None:
        """Return what is legal in the position of another engine; None where there is no such one."""
        try:
            same = self.engine.from_json(other.engine.to_json(other.state(moves)))
            return tuple(self.engine.legal_actions(same))
        except BREAKING:
            return None

    def seen(self, state: Any) -> Seen:
        """Return all that an engine can be asked about a state."""
        at = view(self.engine, state)
        answer = StateAnswer(at.over, at.turn, tuple(at.winners), at.scores, at.position)
        return Seen(at.legal, answer)

    def discrepancies(self, observation: Observation) -> tuple[Discrepancy, ...]:
        """List the discrepancies from this engine."""
        return tuple(self.compared(observation))

    def compared(self, observation: Observation) -> Iterator[Discrepancy]:
        """Yield the discrepancies, so that finding the first one is quick."""
        moves = observation.moves
        try:
            state = self.state(moves)
        except IllegalAction as refusal:
            yield Discrepancy("extra", "illegal", PLAYED, refusal.action)
            return
        if LEGAL not in self.aside:
            yield from self.about_actions(state, observation.seen)
        for action in observation.seen.twice if TWICE not in self.aside else ():
            yield Discrepancy(TWICE, "listed once", LISTED_TWICE, action)
        if observation.seen.state is not None:
            for each in self.about_state(state, observation.seen.state, moves):
                if each.part not in self.aside:
                    yield each

    def about_actions(self, state: Any, seen: Seen) -> Iterator[Discrepancy]:
        """Compare the legal actions."""
        legal = self.engine.legal_actions(state)
        if seen.legal is not None and seen.legal != legal:
            expected, given = set(legal), set(seen.legal)
            for action in sorted(given - expected):
                yield Discrepancy("extra", "illegal", LISTED, action)
            for action in sorted(expected - given):
                yield Discrepancy("missing", "legal", NOT_LISTED, action)
        if seen.accepted or seen.refused:
            expected = set(legal)
            for action in seen.accepted:
                if action not in expected:
                    kind = MISSPELT if self.misspelling(action) else "extra"
                    yield Discrepancy(kind, "illegal", "accepted when played", action)
            for action in seen.refused:
                if action in expected:
                    yield Discrepancy("missing", "legal", REFUSED, action)

    def about_state(
        self, state: Any, answer: StateAnswer, moves: tuple[Action, ...] | None = None
    ) -> Iterator[Discrepancy]:
        """Compare an answer to `state`; after some moves, if it was reached by these."""
        engine, answer = self.engine, renamed(answer, self.names)
        for kind, expects, given in (
            ("over", engine.is_over, answer.over),
            ("turn", engine.turn, answer.turn),
            ("winners", engine.winners, answer.winners),
            ("scores", engine.scores, answer.scores),
        ):
            expected = expects(state)
            if given != expected:
                yield Discrepancy(kind, expected, given)
        if answer.position is not None:
            expected = engine.to_json(state) if moves is None else self.position(moves, state)
            yield from self.about_position(expected, answer.position, left_out_of(answer))

    def position(self, moves: tuple[Action, ...], state: Any) -> Json:
        """Return the position after some moves, or recall it.

        By its moves: a guest's states may be equal though their positions are not.
        """
        known = self.positions.get(moves)
        if known is None:
            if len(self.positions) > self.MOST:
                self.positions.clear()
            known = self.positions[moves] = self.engine.to_json(state)
        return known

    def about_position(
        self, expected: Json, given: Json, left_out: Container[str]
    ) -> Iterator[Discrepancy]:
        """Compare the position part by part, but for those that are left out as declared."""
        for name in (*expected, *(other for other in given if other not in expected)):
            if name in left_out:
                continue
            if name in expected and name in given and same_json(expected[name], given[name]):
                continue
            one, other = ({name: each[name]} if name in each else {} for each in (expected, given))
            yield Discrepancy("position", one, other)

    def explains(self, observation: Observation) -> bool:
        """Return whether an observation agrees with this engine; one that breaks agrees with none."""
        try:
            return next(self.compared(observation), None) is None
        except BREAKING:
            return False

    def wrong(self, observation: Observation) -> frozenset[Item]:
        """Return the items of an observation that this engine has otherwise."""
        try:
            return frozenset(map(item_of, self.compared(observation)))
        except BREAKING:
            return frozenset({BROKEN})
