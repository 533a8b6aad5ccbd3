"""A conversation with an engine in typed messages: with a process, or with an object in this one."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Protocol, TypeAlias

from attrs import asdict, define, field, frozen

from rulewright.conformance.adapter.faults import (
    AdapterFault,
    IntroducedOtherwise,
    NoLongerSupported,
    NotLeftOut,
    PlayerRaised,
    WrongVersion,
)
from rulewright.conformance.adapter.observation import PartialState
from rulewright.conformance.adapter.process import AdapterProcess, Clock, Limits
from rulewright.conformance.adapter.reading import read_answer, read_object
from rulewright.interface import Action, IllegalAction, Json, RulewrightError
from rulewright.protocol.messages import (
    PARTIAL,
    VERSION,
    VERSIONS,
    Done,
    HelloAnswer,
    HelloRequest,
    Illegal,
    LegalAnswer,
    LegalRequest,
    NewRequest,
    PerftAnswer,
    PerftRequest,
    PlayRequest,
    QuitRequest,
    Request,
    StateAnswer,
    StateRequest,
    Unsupported,
)

REMEMBERED = 1_000
"""Games of a conversation that are remembered as they were asked."""
PastGame: TypeAlias = "Sequence[tuple[Request, bool]]"
"""All that was asked in a game, `new` first, each with whether it was an action that was refused."""


class NotSupported(RulewrightError):
    """The engine does not support that game, parameter or reading: no fault, and no answer either."""

    exit_status = 0

    def __init__(self, reason: str) -> None:
        """Keep the engine's own reason."""
        self.reason = reason
        super().__init__(f"unsupported: {reason}")


class Channel(Protocol):
    """A request-response channel of JSON objects."""

    def ask(self, request: Request) -> Json:
        """Send a request; raises an `AdapterFault` unless a JSON object comes back."""

    def close(self) -> None:
        """End whatever answers."""


@define
class ProcessChannel:
    """A channel to an adapter process."""

    process: AdapterProcess
    lines: dict[type, bytes] = field(factory=dict, init=False, repr=False)
    """Requests without fields, written once."""

    def ask(self, request: Request) -> Json:
        """Send one line and read one."""
        kind = type(request)
        if kind in {LegalRequest, StateRequest}:
            line = self.lines.get(kind) or self.lines.setdefault(kind, request.line())
        else:
            line = request.line()
        return read_object(request.cmd, self.process.ask(request.cmd, line))

    def close(self) -> None:
        """End the process and its group."""
        self.process.close()


class Player(Protocol):
    """An engine in this process: what `rulewright.conformance.check` asks of it.

    A player may also have ``perft(depth: int) -> int``, the number of action sequences of that length
    from the position reached, and ``leaves_out``, for each game the parts of the position that its
    ``state`` leaves out.
    """

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game, forgetting any earlier one; raises `NotSupported` if it cannot be played."""

    def legal(self) -> Sequence[Action]:
        """List every legal action once; empty when the game is over."""

    def play(self, action: Action) -> None:
        """Play an action; raises `IllegalAction`, and leaves the game unchanged, if it is illegal."""

    def state(self) -> Mapping[str, Any]:
        """Return ``over``, ``turn``, ``winners``, ``scores`` and, if it is known, ``position``."""


@define
class PlayerChannel:
    """A channel to a player; its answers are held to the same types as those of a process."""

    player: Player

    def ask(self, request: Request) -> Json:
        """Call the player's method for a request."""
        try:
            return {"ok": True, **self._called(request)}
        except NotSupported as error:
            return {"ok": False, "unsupported": error.reason}
        except IllegalAction as error:
            if request.cmd != PlayRequest.cmd:
                raise PlayerRaised(request.cmd, error) from error
            return {"ok": False, "illegal": error.reason}
        except AdapterFault:
            raise
        except (Exception, SystemExit) as error:  # SystemExit must not end the run
            raise PlayerRaised(request.cmd, error) from error

    def _called(self, request: Request) -> Json:
        match request:
            case NewRequest(game, params, rulings):
                self.player.new(game, deepcopy(params), dict(rulings))
            case LegalRequest():
                given = self.player.legal()
                return {"actions": list(given) if isinstance(given, tuple | set) else given}
            case PlayRequest(action):
                self.player.play(action)
            case StateRequest():
                # Written and read, as a process would: later changes do not show.
                copied: Json = json.loads(json.dumps(dict(self.player.state()), allow_nan=False))
                return copied
            case PerftRequest(depth):
                if not hasattr(self.player, "perft"):
                    raise NotSupported("perft")
                return {"count": self.player.perft(depth)}
            case HelloRequest(version):
                name = type(self.player).__name__
                about: Json = {"name": name, "language": "python", "games": []}
                if hasattr(self.player, "leaves_out"):
                    declared = {game: list(each) for game, each in self.player.leaves_out.items()}
                    about |= {"versions": list(VERSIONS), "leaves_out": declared}
                return {"version": version, **about}
        return {}

    def close(self) -> None:
        """Do nothing: the player is the caller's."""


@define
class Conversation:
    """Questions and typed answers; what is not as the protocol says raises an `AdapterFault`."""

    channel: Channel
    taken: set[str] = field(factory=set, repr=False)
    """The `new` requests accepted, as `taken_as` spells them; conversations may share it."""
    asked: int = field(default=0, init=False)
    """Requests sent."""
    leaves_out: Mapping[str, tuple[str, ...]] = field(factory=dict, init=False)
    """For each game the parts of the position that are declared as left out."""
    left_out: tuple[str, ...] = field(default=(), init=False)
    """Those of the game in progress."""
    past: deque[list[tuple[Request, bool]]] = field(
        factory=lambda: deque(maxlen=REMEMBERED), init=False, repr=False
    )
    """The last games, as `PastGame` has them, that in progress among them."""

    def ask(self, request: Request) -> Any:
        """Send any request; returns an answer of one of its classes."""
        self.asked += 1
        answer = read_answer(request, self.channel.ask(request))
        if isinstance(request, NewRequest):
            self.past.append([])
        if self.past:
            self.past[-1].append((request, isinstance(answer, Illegal)))
        return answer

    def hello(self, version: float = VERSION) -> HelloAnswer:
        """Ask the adapter to introduce itself in some version; raises `WrongVersion`."""
        found: HelloAnswer = self.ask(HelloRequest(version))
        if found.version != version:
            raise WrongVersion(found.version, version)
        self.leaves_out = (found.leaves_out or {}) if version == PARTIAL else {}
        return found

    def agree(self, before: HelloAnswer | None = None) -> HelloAnswer:
        """Agree on a version: the latest that the adapter lists, or that of another instance.

        Without `hello` a conversation is in version 1. Raises `IntroducedOtherwise`.
        """
        if before is None:
            found = self.hello()
            return self.hello(PARTIAL) if PARTIAL in found.versions else found
        if before.version != VERSION:
            now = self.hello(before.version)
            if now != before:
                raise IntroducedOtherwise(before, now)
        return before

    def new(self, game: str, params: Json, rulings: Mapping[str, str]) -> None:
        """Begin a game; raises `NotSupported`, and `NoLongerSupported` if it was begun before."""
        answer: Done | Unsupported = self.ask(NewRequest(game, params, dict(rulings)))
        wanted = taken_as(game, params, rulings)
        if not isinstance(answer, Unsupported):
            self.taken.add(wanted)
            self.left_out = self.leaves_out.get(game, ())
        elif wanted in self.taken:
            raise NoLongerSupported(answer.unsupported)
        else:
            raise NotSupported(answer.unsupported)

    def legal(self) -> tuple[Action, ...]:
        """List the legal actions, sorted by code point, each as often as it is listed."""
        found: LegalAnswer = self.ask(LegalRequest())
        return tuple(sorted(found.actions))

    def play(self, action: Action) -> str | None:
        """Play an action; returns None, or the engine's reason for refusing it."""
        answer: Done | Illegal = self.ask(PlayRequest(action))
        return answer.illegal if isinstance(answer, Illegal) else None

    def state(self) -> StateAnswer:
        """Ask for the whole position; raises `NotLeftOut` for parts that are declared as left out."""
        found: StateAnswer = self.ask(StateRequest())
        if not self.left_out or found.position is None:
            return found
        reported = [name for name in self.left_out if name in (found.position or {})]
        if reported:
            raise NotLeftOut(reported)
        return PartialState(**asdict(found, recurse=False), left_out=self.left_out)

    def perft(self, depth: int) -> int:
        """Count action sequences; raises `NotSupported`."""
        answer: PerftAnswer | Unsupported = self.ask(PerftRequest(depth))
        if isinstance(answer, Unsupported):
            raise NotSupported(answer.unsupported)
        return answer.count

    def quit(self) -> None:
        """End the conversation."""
        self.ask(QuitRequest())

    def close(self) -> None:
        """End whatever answers."""
        self.channel.close()


def taken_as(game: str, params: Json, rulings: Mapping[str, str]) -> str:
    """Spell a `new` request in one fixed way."""
    return json.dumps([game, params, dict(rulings)], sort_keys=True)


class Opens(Protocol):
    """Starts conversations with fresh instances of one engine."""

    @property
    def name(self) -> str:
        """What the engine is called where it does not introduce itself."""

    @property
    def words(self) -> tuple[str, ...]:
        """The command that starts it; () if it is no program."""

    def open(self) -> Conversation:
        """Begin a conversation with a fresh instance."""


@frozen
class Command:
    """An adapter that is started as a program."""

    words: tuple[str, ...]
    limits: Limits = field(factory=Limits)
    clock: Clock = field(factory=Clock)

    @property
    def name(self) -> str:
        """The command as it was given."""
        return " ".join(self.words)

    def start(self) -> AdapterProcess:
        """Start the program without a conversation."""
        return AdapterProcess(self.words, self.limits, self.clock)

    def open(self) -> Conversation:
        """Start the program."""
        return Conversation(ProcessChannel(self.start()))


@frozen
class Object:
    """A player in this process."""

    player: Player

    @property
    def name(self) -> str:
        """The class of the player."""
        return type(self.player).__name__

    @property
    def words(self) -> tuple[str, ...]:
        """None: it is no program."""
        return ()

    def open(self) -> Conversation:
        """Start a conversation with the player."""
        return Conversation(PlayerChannel(self.player))
