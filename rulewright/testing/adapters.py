"""An adapter in any language, or a player in this process, beside the specification."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from attrs import define, field

from rulewright.conformance.adapter.conversation import (
    Command,
    Conversation,
    NotSupported,
    Object,
    Opens,
)
from rulewright.conformance.adapter.faults import AdapterFault, Hung, OutgrewMemory
from rulewright.conformance.evidence.reference import same_json
from rulewright.interface import Action, Engine, Json, RulewrightError, UsageError
from rulewright.play import games
from rulewright.testing.failures import clauses_of
from rulewright.testing.trials import FAILURES, GameTrial


class FaultyAdapter(RulewrightError, AssertionError):
    """An adapter broke the protocol or broke down: that says nothing about the rules."""

    exit_status = 3

    def __init__(self, name: str, fault: AdapterFault, moves: Sequence[Action]) -> None:
        """Name the adapter, what it did, and in which game."""
        self.fault = fault
        self.moves = tuple(moves)
        after = f" after the moves {' '.join(moves)}" if moves else " at the start of a game"
        asked = f", asked {fault.request!r}" if fault.request else ""
        super().__init__(f"the adapter {name!r} is at fault{asked}{after}: {fault}")


class UnsupportedOptions(RulewrightError, AssertionError):
    """An adapter does not play the game under the options of a test, so nothing was tested."""

    exit_status = 1

    def __init__(self, name: str, engine: Engine[Any], reason: str) -> None:
        """Name the adapter, the options, and its reason."""
        options = {**engine.params, **engine.rulings}
        listed = ", ".join(f"{each}={value}" for each, value in options.items())
        super().__init__(
            f"the adapter {name!r} does not play {engine.game} ({listed}), so nothing was tested: "
            f"{reason}; name options that it plays"
        )


class NoCommand(UsageError):
    """A command is empty, or quoted without an end."""

    def __init__(self, text: str, reason: str) -> None:
        """Quote it."""
        super().__init__(f"the command {text!r} cannot be run: {reason}")


def opens_of(tested: object) -> Opens | None:
    """Return what begins conversations with an adapter; None for anything else.

    A command is a text, a sequence of words, or a `Command`; a player has `new`, `legal`, `play` and
    `state`. Raises `NoCommand`.
    """
    if isinstance(tested, Command | Object):
        return tested
    if isinstance(tested, str):
        try:
            words = tuple(shlex.split(tested))
        except ValueError as error:
            raise NoCommand(tested, str(error)) from error
        if not words:
            raise NoCommand(tested, "there is no word in it")
        return Command(words)
    if isinstance(tested, tuple | list) and all(isinstance(each, str) for each in tested):
        if not tested:
            raise NoCommand("", "there is no word in it")
        return Command(tuple(tested))
    if all(hasattr(tested, name) for name in ("new", "legal", "play", "state")):
        player: Any = tested() if isinstance(tested, type) else tested
        return Object(player)
    return None


SLOW = (Hung, OutgrewMemory)
"""Faults that take long to meet: they are met once."""


@define
class Adapters:
    """Begins trials of one adapter, over a conversation that they share."""

    opens: Opens
    conversation: Conversation | None = field(default=None, init=False)
    fault: FaultyAdapter | None = field(default=None, init=False)
    """A slow fault that was met."""

    def __call__(self, leader: Engine[Any]) -> OneAdapter:
        """Begin a trial."""
        return OneAdapter(leader, self)

    def talk(self) -> Conversation:
        """Return the conversation; raises an `AdapterFault` if it cannot be begun."""
        if self.conversation is None:
            self.conversation = self.opens.open()
            self.conversation.agree()
        return self.conversation

    def hang_up(self) -> None:
        """End the conversation; the next trial begins another one."""
        if self.conversation is not None:
            with suppress(RulewrightError):
                self.conversation.close()
            self.conversation = None

    def close(self) -> None:
        """End the conversation, and forget faults."""
        self.hang_up()
        self.fault = None


class OneAdapter(GameTrial):
    """An adapter beside the specification: each answer must be the right one."""

    def __init__(self, leader: Engine[Any], line: Adapters) -> None:
        """Talk over a conversation that several trials share, one after the other."""
        self.tested = f"the adapter {line.opens.name!r}"
        self.line = line
        super().__init__(leader)

    def attempt(self, task: Callable[[], None]) -> None:
        """Do something; a fault of the adapter names it, and the next trial begins anew."""
        fault = self.line.fault
        if fault is None:
            try:
                task()
            except AdapterFault as met:
                fault = FaultyAdapter(self.line.opens.name, met, self.moves)
                self.line.hang_up()
                self.line.fault = fault if isinstance(met, SLOW) else None
        if fault is not None:
            FAILURES.append(fault)
            raise fault

    def started(self) -> None:
        """Begin a game; raises `UnsupportedOptions`."""
        engine = self.leader
        params = games.not_default(engine.game, engine.params)
        rulings = games.not_default(engine.game, engine.rulings)
        try:
            self.line.talk().new(engine.game, params, rulings)
        except NotSupported as refusal:
            raise UnsupportedOptions(self.line.opens.name, engine, refusal.reason) from None

    def step(self, action: Action) -> None:
        """Play it, unless it is refused."""
        refusal = self.line.talk().play(action)
        if refusal is not None:
            self.fail(
                f"{self.tested} refuses {action!r}, which is legal: {refusal}",
                clauses_of(self.leader, self.state, action),
                action,
            )

    def look(self) -> None:
        """Compare the legal actions, then what `state` answers."""
        talk = self.line.talk()
        self.same_list(talk.legal())
        answer = talk.state()
        expected = self.answers.view(self.state)
        self.same("'over'", expected.over, answer.over)
        self.same("'turn'", expected.turn, answer.turn)
        self.same("'scores'", expected.scores, answer.scores)
        self.same("'winners'", expected.winners, tuple(answer.winners))
        if answer.position is not None:
            left_out = getattr(answer, "left_out", ())
            parts = {each: part for each, part in expected.position.items() if each not in left_out}
            self.same_position(parts, answer.position)

    def same_position(self, expected: Json, given: Json) -> None:
        """Fail at the first part of the position that differs."""
        for name in sorted({*expected, *given}):
            if name not in given or name not in expected:
                self.fail(f"'position' of {self.tested} {wrong_part(name, given)}")
            if not same_json(expected[name], given[name]):
                self.same(f"{name!r} in 'position'", expected[name], given[name])

    def refuse(self, action: Action) -> None:
        """It must refuse the action too."""
        if self.line.talk().play(action) is None:
            self.fail(
                f"{self.tested} accepts {action!r}, which is illegal",
                clauses_of(self.leader, self.state, action),
                action,
            )


def wrong_part(name: str, given: Json) -> str:
    """Say that a part is missing, or is none."""
    return f"has the part {name!r}, which is none" if name in given else f"lacks the part {name!r}"
