"""The messages of the adapter protocol, version 1: requests, and answers of the right types."""

from __future__ import annotations

import json
from typing import Any, ClassVar

import attrs
from attrs import field, frozen

from rulewright.interface import Json

VERSION = 1

# ---------------------------------------------------------------------------------------- answers


@frozen
class Introduced:
    """The answer to `hello`."""

    version: int
    name: str
    language: str
    games: tuple[str, ...]


@frozen
class Done:
    """The answer to `new`, `play` and `quit`."""


@frozen
class Actions:
    """The answer to `legal`."""

    actions: tuple[str, ...]


@frozen
class Told:
    """The answer to `state`; `position` is None where the adapter cannot tell it."""

    over: bool
    turn: str | None
    winners: tuple[str, ...]
    scores: dict[str, int]
    position: dict[str, Any] | None = None


@frozen
class Counted:
    """The answer to `perft`."""

    count: int


@frozen
class Unsupported:
    """The adapter cannot play that game, parameter or reading, or does not count."""

    unsupported: str


@frozen
class Illegal:
    """The action was refused; the game is unchanged."""

    illegal: str


# --------------------------------------------------------------------------------------- requests


@frozen
class Request:
    """What is asked; `answer` is the class of the answer with ``ok: true``."""

    cmd: ClassVar[str]
    answer: ClassVar[type]
    refusals: ClassVar[tuple[type, ...]] = ()
    """The classes of answers with ``ok: false`` that are allowed, apart from an error."""

    def fields(self) -> Json:
        """Give the request as a JSON object."""
        return {"cmd": self.cmd, **attrs.asdict(self)}

    def line(self) -> bytes:
        """Write the request as one line."""
        return json.dumps(self.fields(), ensure_ascii=False).encode() + b"\n"


@frozen
class Hello(Request):
    """Who is there?"""

    cmd = "hello"
    answer = Introduced
    version: int = VERSION


@frozen
class New(Request):
    """Begin a game."""

    cmd = "new"
    answer = Done
    refusals = (Unsupported,)
    game: str
    params: dict[str, Any] = field(factory=dict, hash=False)
    rulings: dict[str, str] = field(factory=dict, hash=False)


@frozen
class Legal(Request):
    """List the legal actions."""

    cmd = "legal"
    answer = Actions


@frozen
class Play(Request):
    """Play an action."""

    cmd = "play"
    answer = Done
    refusals = (Illegal,)
    action: str


@frozen
class State(Request):
    """Tell all there is to know of the position."""

    cmd = "state"
    answer = Told


@frozen
class Perft(Request):
    """Count the action sequences of a length."""

    cmd = "perft"
    answer = Counted
    refusals = (Unsupported,)
    depth: int


@frozen
class Quit(Request):
    """End the conversation and the program."""

    cmd = "quit"
    answer = Done
