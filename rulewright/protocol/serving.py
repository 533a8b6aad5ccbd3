"""The adapter protocol, versions 1 and 1.1: one JSON object a line, one answer for each request."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO

from attrs import Attribute, asdict, define, field

from rulewright import __version__
from rulewright.interface import Engine, IllegalAction, Json, RulewrightError
from rulewright.play import games
from rulewright.play.view import rehearse, view
from rulewright.protocol import messages
from rulewright.protocol.messages import PARTIAL, VERSIONS, Reply

LARGEST = 32
"""Largest whole number that a parameter may be: a larger board would keep the other side waiting."""
DEEPEST = 10_000
"""Most plies that are counted."""
LATELY = 16
"""Engines that are kept for another game under the same options."""


class BadRequest(RulewrightError):
    """A request that the protocol does not know, or that comes at the wrong time."""


def serve(side: str | None, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests until `quit` or the end of input; nothing that is asked ends the program."""
    adapter = Adapter(side)
    for line in requests:
        answer = adapter.answer(line)
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()
        if adapter.ended:
            return


@define
class Engines:
    """The engines that played lately."""

    side: str | None
    """Which they are: see `Adapter`."""
    lately: dict[str, Engine[Any]] = field(factory=dict, init=False)
    """By their options as they were sent, the latest last."""
    rehearsed: set[str] = field(factory=set, init=False)
    """The games that were played for a move, to have them compiled."""

    def of(self, game: str, params: Json, rulings: Json) -> Engine[Any]:
        """Make an engine, or take the one of the same options that played lately: it knows positions."""
        try:
            asked = json.dumps((game, params, rulings), sort_keys=True)
        except RecursionError:  # which no game has
            return games.engine(game, params, rulings, self.side)
        made = self.lately.pop(asked, None) or games.engine(game, params, rulings, self.side)
        self.lately[asked] = made
        if len(self.lately) > LATELY:
            del self.lately[next(iter(self.lately))]
        if self.side != "spec" and game in games.game_names("impl"):
            self.have_compiled(made)
        return made

    def have_compiled(self, engine: Engine[Any]) -> None:
        """Have all compiled that plays a game: later answers have less time than the first `new`."""
        if engine.game not in self.rehearsed:
            self.rehearsed.add(engine.game)
            with suppress(Exception):  # what fails now fails again when it is asked for
                rehearse(engine)


@define
class Adapter:
    """One conversation: the game in progress, if there is one."""

    side: str | None
    """Which engines play: `spec` or `impl`; None for `impl`, and `spec` for games without it."""
    engine: Engine[Any] | None = None
    state: Any = None
    ended: bool = False
    engines: Engines = field(init=False, repr=False)
    commands: dict[str, Callable[[Json], Reply]] = field(init=False, repr=False)

    @engines.default
    def _engines(self) -> Engines:
        return Engines(self.side)

    @commands.default
    def _commands(self) -> dict[str, Callable[[Json], Reply]]:
        return {
            messages.HelloRequest.cmd: self.hello,
            messages.NewRequest.cmd: self.new,
            messages.LegalRequest.cmd: self.legal,
            messages.PlayRequest.cmd: self.play,
            messages.StateRequest.cmd: self.report_state,
            messages.PerftRequest.cmd: self.perft,
            messages.QuitRequest.cmd: self.quit,
        }

    def answer(self, line: bytes) -> Json:
        """Answer one request; a fault of this program is an answer too, traced on standard error."""
        try:
            return {"ok": True, **written(self.obey(parsed(line)))}
        except Refusal as refusal:
            return {"ok": False, **written(refusal.answer)}
        except RulewrightError as error:
            return {"ok": False, "error": str(error)}
        except Exception as error:  # noqa: BLE001 - the conversation goes on
            traceback.print_exc(file=sys.stderr)
            return {"ok": False, "error": f"internal error: {type(error).__name__}: {error}"}

    def obey(self, request: Json) -> Reply:
        """Do what a request says; raises `BadRequest` for one that says nothing known."""
        name = request.get("cmd")
        if not isinstance(name, str) or name not in self.commands:
            raise BadRequest(f"'cmd' must be one of {', '.join(self.commands)}")
        return self.commands[name](request)

    def hello(self, request: Json) -> messages.HelloAnswer:
        """Introduce this program."""
        given: Any = request.get("version")
        if not any(type(given) is type(each) and given == each for each in VERSIONS):
            spoken = " or ".join(map(str, VERSIONS))
            raise BadRequest(f"this adapter speaks version {spoken} of the protocol")
        known = tuple(games.game_names(self.side or "spec"))
        alone = tuple(each for each in known if (self.side or games.side_of(each)) == "spec")
        name = f"rulewright {__version__} ({who_plays(self.side, alone)})"
        nothing: dict[str, tuple[str, ...]] | None = {} if given == PARTIAL else None
        return messages.HelloAnswer(given, name, "python", known, VERSIONS, nothing, alone)

    def new(self, request: Json) -> messages.Done:
        """Begin a game; after any failure none is in progress."""
        self.engine = self.state = None
        game = wanted(request, "game", str)
        params = wanted(request, "params", dict, {})
        rulings = wanted(request, "rulings", dict, {})
        for name, value in params.items():
            if type(value) is int and abs(value) > LARGEST:
                reason = f"parameter {name!r} is too big: this adapter plays up to {LARGEST}"
                raise Refusal(messages.Unsupported(reason))
        try:
            engine = self.engines.of(game, params, rulings)
            self.state = engine.initial()
        except RulewrightError as error:
            raise Refusal(messages.Unsupported(str(error))) from error
        self.engine = engine
        return messages.Done()

    def legal(self, request: Json) -> messages.LegalAnswer:
        """List the legal actions."""
        del request
        return messages.LegalAnswer(self.playing().legal_actions(self.state))

    def play(self, request: Json) -> messages.Done:
        """Play an action, or say why it is illegal."""
        engine = self.playing()
        action = wanted(request, "action", str)
        try:
            self.state = engine.play(self.state, action)
        except IllegalAction as error:
            raise Refusal(messages.Illegal(error.reason)) from error
        return messages.Done()

    def report_state(self, request: Json) -> messages.StateAnswer:
        """Report all there is to know of the position."""
        del request
        at = view(self.playing(), self.state)
        return messages.StateAnswer(at.over, at.turn, at.winners, at.scores, at.position)

    def perft(self, request: Json) -> messages.PerftAnswer:
        """Count action sequences."""
        from rulewright.play.perft import perft  # noqa: PLC0415 - many a conversation ends after `hello`

        engine = self.playing()
        depth = request.get("depth")
        if type(depth) is not int or not 0 <= depth <= DEEPEST:
            raise BadRequest(f"'depth' must be a whole number from 0 to {DEEPEST}")
        return messages.PerftAnswer(perft(engine, self.state, depth))

    def quit(self, request: Json) -> messages.Done:
        """End the conversation."""
        del request
        self.ended = True
        return messages.Done()

    def playing(self) -> Engine[Any]:
        """Return the engine of the game in progress; raises `BadRequest` if there is none."""
        if self.engine is None:
            raise BadRequest("no game is in progress: send 'new' first")
        return self.engine


def who_plays(side: str | None, alone: tuple[str, ...]) -> str:
    """Say which engines play, if `alone` are the games that their specification plays."""
    if side is not None or not alone:
        return side or games.SIDES[0]
    return f"{games.SIDES[0]}, but of {', '.join(alone)} the specification itself"


class Refusal(RulewrightError):
    """An answer with ``ok: false``, its reason in one line."""

    def __init__(self, answer: messages.Unsupported | messages.Illegal) -> None:
        """Keep the answer."""
        super().__init__(*asdict(answer).values())
        self.answer = answer


def written(answer: Reply) -> Json:
    """Return an answer as a JSON object, with lists where it has tuples; defaults are left out."""

    def given(of: Attribute[Any], value: Any) -> bool:
        return value is not of.default

    fields = asdict(answer, recurse=False, filter=given)
    return {n: list(each) if isinstance(each, tuple) else each for n, each in fields.items()}


def parsed(line: bytes) -> Json:
    """Read one request; raises `BadRequest` unless it is one JSON object in UTF-8."""
    try:
        request = json.loads(line.decode(), parse_constant=refuse_constant)
    except UnicodeDecodeError as error:
        raise BadRequest(f"the request is not UTF-8: {error.reason}") from error
    except RecursionError as error:
        raise BadRequest("the request is nested too deeply") from error
    except ValueError as error:
        raise BadRequest(f"the request is not JSON: {error}") from error
    if not isinstance(request, dict):
        raise BadRequest(f"a request is a JSON object, not {KINDS[type(request)]}")
    return request


KINDS = {
    list: "a list",
    str: "a text",
    int: "a number",
    float: "a number",
    bool: "a truth value",
    type(None): "null",
}


def refuse_constant(text: str) -> None:
    """Refuse what Python would read though it is no JSON: NaN and the infinities."""
    raise ValueError(f"{text} is no JSON value")


def wanted(request: Json, name: str, kind: type, default: Any = None) -> Any:
    """Take a field of a request; raises `BadRequest` if it is missing or of the wrong kind."""
    value = request.get(name, default)
    if not isinstance(value, kind):
        noun = "a text" if kind is str else "an object"
        raise BadRequest(f"{name!r} must be {noun}")
    return value
