"""An adapter as an engine: whatever drives engines drives a program in any language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NoReturn

import psutil
from attrs import asdict, define, field, frozen

from rulewright.conformance.adapter.conversation import (
    Command,
    Conversation,
    NotSupported,
    ProcessChannel,
)
from rulewright.conformance.adapter.faults import AdapterFault, ProgramNotFound
from rulewright.conformance.adapter.observation import left_out_of, spelled
from rulewright.conformance.adapter.process import Limits
from rulewright.interface import (
    Action,
    BeyondTheImplementation,
    IllegalAction,
    Json,
    RulewrightError,
)
from rulewright.play import games
from rulewright.protocol.messages import HelloAnswer, StateAnswer
from rulewright.spec.engine import Specification


class BrokeDown(RulewrightError):
    """The engine that was to be compared broke the protocol, or broke down."""

    exit_status = 3

    def __init__(self, called: str, moves: tuple[Action, ...], fault: object) -> None:
        """Name the engine, the moves so far, and what happened."""
        self.moves = moves
        after = f" after {' '.join(moves)}" if moves else ""
        super().__init__(f"{called} broke down{after}: {fault}")


class PlaysOthers(RulewrightError):
    """The engine that was to be compared does not play the game."""

    exit_status = 1


@frozen
class Reported:
    """What an adapter reported after some moves; equal if it reported the same."""

    key: str
    moves: tuple[Action, ...] = field(eq=False)
    answer: StateAnswer = field(eq=False)
    legal: tuple[Action, ...] = field(eq=False)
    unreported: Json = field(eq=False)
    """The parts of the position that the adapter does not report, as the specification has them."""
    reference: Any = field(eq=False)
    """The specification's state, if it is needed for them."""

    @property
    def position(self) -> Json:
        """The position, what is not reported included."""
        return {**self.unreported, **(self.answer.position or {})}


@define
class AnswerTable:
    """One running adapter, and the game that is in progress there."""

    command: Command
    called: str
    at: tuple[str, tuple[Action, ...]] | None = None
    """The options and the moves of the game in progress."""
    supported: dict[str, bool] = field(factory=dict)
    introduced: HelloAnswer | None = None
    """What the adapter said of itself."""
    _conversation: Conversation | None = None

    @property
    def conversation(self) -> Conversation:
        """The conversation, begun if there is none."""
        if self._conversation is None:
            self._conversation = self.command.open()
            self.introduced = self._conversation.agree(self.introduced)
            self.at = None
        return self._conversation

    def games(self) -> tuple[str, ...]:
        """Return the games that the adapter names; raises `BrokeDown`."""
        if self.introduced is None:
            try:
                _ = self.conversation
            except AdapterFault as fault:
                self.broken(fault)
        return () if self.introduced is None else self.introduced.games

    def close(self) -> None:
        """End the adapter; it is started again if needed."""
        if self._conversation is not None:
            self._conversation.close()
        self._conversation = self.at = None

    def worked(self) -> float:
        """Return the processor time of the running program, in seconds; 0 if none runs."""
        channel = None if self._conversation is None else self._conversation.channel
        if not isinstance(channel, ProcessChannel):
            return 0.0
        with suppress(psutil.Error):
            times = psutil.Process(channel.process.program.pid).cpu_times()
            return float(times.user + times.system)
        return 0.0

    def broken(self, fault: AdapterFault, moves: tuple[Action, ...] = ()) -> NoReturn:
        """End the adapter, and raise `BrokeDown`, or that there is no such program."""
        self.close()
        if isinstance(fault, ProgramNotFound):
            raise fault
        raise BrokeDown(self.called, moves, fault) from fault

    def supports(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> bool:
        """Return whether the adapter begins a game under some options; raises `BrokeDown`."""
        options = options_as_text(game, params, rulings)
        if options not in self.supported:
            try:
                self.conversation.new(game, dict(params), rulings)
            except NotSupported:
                self.supported[options], self.at = False, None
            except AdapterFault as fault:
                self.broken(fault)
            else:
                self.supported[options], self.at = True, (options, ())
        return self.supported[options]


def options_as_text(game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> str:
    """Spell a game and its options in one fixed way."""
    return " ".join((game, spelled(params), spelled(rulings)))


@define(eq=False)
class AdapterEngine:
    """A game on an adapter, through the interface of every engine. It reads no positions."""

    table: AnswerTable
    mirror: Specification[Any]
    """The specification under the same options."""
    _again: tuple[Reported, Reported] | None = field(default=None, init=False)
    """A position in which an action was refused, and what is reported there since."""

    @property
    def called(self) -> str:
        """What it is called in a sentence."""
        return self.table.called

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.mirror.game

    @property
    def players(self) -> tuple[str, ...]:
        """The players in turn order."""
        return self.mirror.players

    @property
    def params(self) -> Mapping[str, Any]:
        """The value of each parameter."""
        return self.mirror.params

    @property
    def rulings(self) -> Mapping[str, str]:
        """The reading of each question."""
        return self.mirror.rulings

    def initial(self) -> Reported:
        """Begin the game; raises `BrokeDown`."""
        return self.report((), self.mirror.initial())

    def play(self, state: Reported, action: Action) -> Reported:
        """Play an action; raises `IllegalAction` if the adapter refuses it, and `BrokeDown`."""
        self.reach(state.moves)
        talk, moves = self.table.conversation, (*state.moves, action)
        try:
            reason = talk.play(action)
        except AdapterFault as fault:
            self.table.broken(fault, moves)
        if reason is not None:
            self._again = state, self.report(state.moves, state.reference)
            raise IllegalAction(action, reason)
        self.table.at = self.options, moves
        self._again = None
        return self.report(moves, self.followed(state, action))

    def reach(self, moves: tuple[Action, ...]) -> None:
        """Have the adapter reach a position, from the start if it is elsewhere; raises `BrokeDown`."""
        try:
            talk, at = self.table.conversation, self.table.at
            if at is None or at[0] != self.options or at[1] != moves[: len(at[1])]:
                talk.new(self.game, dict(self.params), self.rulings)
                at = self.options, ()
            for ply in range(len(at[1]), len(moves)):
                reason = talk.play(moves[ply])
                if reason is not None:
                    again = f"it refuses {moves[ply]!r}, which it played before: {reason}"
                    raise BrokeDown(self.called, moves[:ply], again)
        except NotSupported as refusal:
            raise BeyondTheImplementation(f"{self.called}: {refusal}") from refusal
        except AdapterFault as fault:
            self.table.broken(fault, moves)
        self.table.at = self.options, moves

    def report(self, moves: tuple[Action, ...], reference: Any) -> Reported:
        """Ask what the adapter reports of a position; raises `BrokeDown`."""
        self.reach(moves)
        try:
            answer = self.table.conversation.state()
            legal = self.table.conversation.legal()
        except AdapterFault as fault:
            self.table.broken(fault, moves)
        whole = self.mirror.to_json(reference)
        missing = tuple(whole) if answer.position is None else left_out_of(answer)
        unreported = {name: whole[name] for name in missing if name in whole}
        key = json.dumps([asdict(answer), unreported, legal], sort_keys=True)
        return Reported(key, moves, answer, legal, unreported, reference)

    def followed(self, state: Reported, action: Action) -> Any:
        """Return the specification's state after an action; the same if it forbids the action."""
        try:
            return self.mirror.play(state.reference, action)
        except IllegalAction:
            return state.reference

    @property
    def options(self) -> str:
        """The game and its options in one fixed spelling."""
        return options_as_text(self.game, self.params, self.rulings)

    def now(self, state: Reported) -> Reported:
        """Return what is reported of a state now."""
        return self._again[1] if self._again is not None and self._again[0] is state else state

    def legal_actions(self, state: Reported) -> tuple[Action, ...]:
        """List the legal actions, sorted."""
        return self.now(state).legal

    def is_over(self, state: Reported) -> bool:
        """Return whether the game has ended."""
        return self.now(state).answer.over

    def turn(self, state: Reported) -> str | None:
        """Return the player to move; None when the game is over."""
        return self.now(state).answer.turn

    def scores(self, state: Reported) -> dict[str, int]:
        """Return the score of each player."""
        return self.now(state).answer.scores

    def winners(self, state: Reported) -> tuple[str, ...]:
        """Return the winners in the order given."""
        return self.now(state).answer.winners

    def to_json(self, state: Reported) -> Json:
        """Return the position; what the adapter does not report is as the specification has it."""
        return self.now(state).position

    def from_json(self, position: Json) -> Reported:
        """Raise `BeyondTheImplementation`: the protocol has no message for it."""
        del position
        raise BeyondTheImplementation(f"{self.called} plays from the start: it reads no positions")


@define
class AdapterWitness:
    """An adapter that the checks compare with the specification; each process starts its own."""

    words: tuple[str, ...]
    limits: Limits = field(factory=Limits)
    _table: AnswerTable | None = field(default=None, init=False, eq=False, repr=False)
    asked: bool = field(default=True, init=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes without what was started."""
        return type(self), (self.words, self.limits)

    @property
    def called(self) -> str:
        """The command in quotation marks."""
        return f"'{' '.join(self.words)}'"

    @property
    def table(self) -> AnswerTable:
        """The adapter of this process."""
        if self._table is None:
            self._table = AnswerTable(Command(self.words, self.limits), self.called)
        return self._table

    def missing(self, game: str) -> str:
        """Return why the adapter plays nothing of a game; raises `BrokeDown`."""
        named = self.table.games()
        if named and game not in named:
            return f"{self.called} does not play {game}, but {', '.join(named)}"
        if self.table.introduced is not None and game in self.table.introduced.by_specification:
            return (
                f"{self.called} plays {game} by its specification, and one engine cannot be compared "
                "with itself: name a program that plays by another one"
            )
        return ""

    def plays(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> bool:
        """Return whether the adapter supports some options; raises `BrokeDown`."""
        full = games.specification(game, params, rulings)
        return self.table.supports(game, full.params, full.rulings)

    def engine(
        self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]
    ) -> AdapterEngine:
        """Make an engine of a game."""
        return AdapterEngine(self.table, games.specification(game, params, rulings))

    def not_asked(
        self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]
    ) -> tuple[str, ...]:
        """Return what of its answers is not compared; raises `BrokeDown`."""
        missing = self.engine(game, params, rulings).initial().unreported
        parts = f"parts of the position that {self.called} does not report: {', '.join(missing)}"
        reading = f"reading positions: {self.called} plays from the start only"
        return (reading, parts) if missing else (reading,)

    def worked_elsewhere(self) -> float:
        """Return the processor time of the running adapter, in seconds."""
        return 0.0 if self._table is None else self._table.worked()

    def close(self) -> None:
        """End the adapter."""
        if self._table is not None:
            self._table.close()
