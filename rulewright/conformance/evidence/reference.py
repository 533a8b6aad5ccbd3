"""An engine to compare with, and what an observation has otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import define, field

from rulewright.conformance.adapter.observation import (
    ASPECTS,
    LISTED,
    MISSPELT,
    NOT_LISTED,
    PLAYED,
    REFUSED,
    Discrepancy,
    Observation,
    Seen,
)
from rulewright.interface import Action, Engine, IllegalAction, MalformedAction, RulewrightError
from rulewright.play.view import view
from rulewright.protocol.messages import StateAnswer


def same_json(one: Any, other: Any) -> bool:
    """Tell whether two JSON values are the same: true is not 1, but 1.0 is, for numbers are numbers."""
    if one != other:
        return False
    if isinstance(one, dict):
        return all(same_json(each, other[name]) for name, each in one.items())
    if isinstance(one, list):
        return all(map(same_json, one, other))
    return isinstance(one, bool) == isinstance(other, bool)


def wrong_count(expected: int, given: int | None, depth: int) -> Discrepancy:
    """Write down a wrong count."""
    return Discrepancy(
        "count", f"{expected} for depth {depth}", f"{given} for depth {depth}", depth=depth
    )


@define
class Reference:
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
        """Return all that an engine can be asked about a state."""
        at = view(self.engine, state)
        answer = StateAnswer(at.over, at.turn, tuple(at.winners), at.scores, at.position)
        return Seen(at.legal, answer)

    def discrepancies(self, observation: Observation) -> tuple[Discrepancy, ...]:
        """List what is observed otherwise than this engine has it; empty if nothing is."""
        return tuple(self.compared(observation))

    def compared(self, observation: Observation) -> Iterator[Discrepancy]:
        """Give the differences one by one, so that who wants to know only if there are any is quick."""
        moves = observation.moves
        try:
            state = self.state(moves)
        except IllegalAction as refusal:
            yield Discrepancy("extra", "illegal", PLAYED, refusal.action)
            return
        yield from self.about_actions(state, observation.seen)
        if observation.seen.state is not None:
            yield from self.about_state(state, observation.seen.state)

    def about_actions(self, state: Any, seen: Seen) -> Iterator[Discrepancy]:
        """Compare what is legal."""
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

    def about_state(self, state: Any, told: StateAnswer) -> Iterator[Discrepancy]:
        """Compare an answer to `state`."""
        engine = self.engine
        for kind, expects, given in (
            ("over", engine.is_over, told.over),
            ("turn", engine.turn, told.turn),
            ("winners", engine.winners, told.winners),
            ("scores", engine.scores, told.scores),
        ):
            expected = expects(state)
            if given != expected:
                yield Discrepancy(kind, expected, given)
        if told.position is not None:
            position = engine.to_json(state)
            if not same_json(told.position, position):
                yield Discrepancy("position", position, told.position)

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
        asked = 1 if seen.state is None else 1 + len(ASPECTS) - (seen.state.position is None)
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
