"""The messages of the adapter protocol, versions 1 and 1.1: requests and answers, for both sides.

Each side reads them with a parser of its own, so that each can be a witness against the other.
"""

from __future__ import annotations

import json
from typing import Any, ClassVar

import attrs
from attrs import field, frozen

from rulewright.interface import Json

VERSION = 1
"""The version that every conversation begins in."""
PARTIAL = 1.1
"""The version in which `hello` may declare parts of positions that `state` leaves out."""
VERSIONS: tuple[float, ...] = (VERSION, PARTIAL)

# ---------------------------------------------------------------------------------------- answers


@frozen
class Reply:
    """The fields of an answer, apart from ``ok``."""


@frozen
class HelloAnswer(Reply):
    """The answer to `hello`."""

    version: float
    name: str
    language: str
    games: tuple[str, ...]
    versions: tuple[float, ...] = ()
    """All versions that the adapter speaks; none are listed by those that only speak version 1."""
    leaves_out: dict[str, tuple[str, ...]] | None = None
    """Version 1.1: for each game the parts of its position that `state` leaves out."""
    by_specification: tuple[str, ...] = ()
    """The games that are played by the specification itself, which is no second witness."""


@frozen
class Done(Reply):
    """The answer to `new`, `play` and `quit`."""


@frozen
class LegalAnswer(Reply):
    """The answer to `legal`."""

    actions: tuple[str, ...]


@frozen
class StateAnswer(Reply):
    """The answer to `state`; `position` is None where the adapter does not report it."""

    over: bool
    turn: str | None
    winners: tuple[str, ...]
    scores: dict[str, int]
    position: dict[str, Any] | None = None


@frozen
class PerftAnswer(Reply):
    """The answer to `perft`."""

    count: int


@frozen
class Unsupported(Reply):
    """The adapter cannot play that game, parameter or reading, or does not count."""

    unsupported: str


@frozen
class Illegal(Reply):
    """The action was refused; the game is unchanged."""

    illegal: str


# --------------------------------------------------------------------------------------- requests


@frozen
class Request:
    """What is asked; `answer` is the class of the answer with ``ok: true``."""

    cmd: ClassVar[str]
    answer: ClassVar[type[Reply]]
    refusals: ClassVar[tuple[type[Reply], ...]] = ()
    """The classes of answers with ``ok: false`` that are allowed, apart from an error."""

    def fields(self) -> Json:
        """Return the request as a JSON object."""
        return {"cmd": self.cmd, **attrs.asdict(self)}

    def line(self) -> bytes:
        """Write the request as one line."""
        return json.dumps(self.fields(), ensure_ascii=False).encode() + b"\n"


@frozen
class HelloRequest(Request):
    """Who is there?"""

    cmd = "hello"
    answer = HelloAnswer
    version: float = VERSION


@frozen
class NewRequest(Request):
    """Begin a game."""

    cmd = "new"
    answer = Done
    refusals = (Unsupported,)
    game: str
    params: dict[str, Any] = field(factory=dict, hash=False)
    rulings: dict[str, str] = field(factory=dict, hash=False)


@frozen
class LegalRequest(Request):
    """List the legal actions."""

    cmd = "legal"
    answer = LegalAnswer


@frozen
class PlayRequest(Request):
    """Play an action."""

    cmd = "play"
    answer = Done
    refusals = (Illegal,)
    action: str


@frozen
class StateRequest(Request):
    """Report all there is to know of the position."""

    cmd = "state"
    answer = StateAnswer


@frozen
class PerftRequest(Request):
    """Count the action sequences of a length."""

    cmd = "perft"
    answer = PerftAnswer
    refusals = (Unsupported,)
    depth: int


@frozen
class QuitRequest(Request):
    """End the conversation and the program."""

    cmd = "quit"
    answer = Done
