"""The messages of the adapter protocol, version 1: requests, and answers of the right types."""

from __future__ import annotations

import json
import operator
from functools import partial
from typing import Any, ClassVar, TypeVar

import attrs
import cattrs
from attrs import field, frozen

from rulewright.conformance.faults import ErrorAnswer, OutOfPlace, WrongTypes
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


# ---------------------------------------------------------------------------------- types, strictly

NOUNS = {bool: "a truth value", int: "a whole number", str: "a text", dict: "an object"}


class Mismatch(Exception):
    """A value of another JSON type than the protocol says."""

    def __init__(self, wanted: str, given: object) -> None:
        """Say what is wanted and what is given."""
        super().__init__(f"must be {wanted}, is {json.dumps(given)[:40]}")


def exactly(kind: type) -> Any:
    """Make the hook that takes values of one JSON type and converts nothing."""

    def hook(value: Any, _: Any) -> Any:
        if kind is int and type(value) is float and value.is_integer():
            return int(value)  # JSON knows one kind of number; some languages print 58.0
        if type(value) is not kind:
            raise Mismatch(NOUNS[kind], value)
        return value

    return hook


def texts(value: Any, _: Any) -> tuple[str, ...]:
    """Take a list of texts."""
    if type(value) is not list:
        raise Mismatch("a list of texts", value)
    for each in value:
        if type(each) is not str:
            raise Mismatch("a list of texts", each)
    return tuple(value)


def text_or_null(value: Any, _: Any) -> str | None:
    """Take a text or null."""
    if value is not None and type(value) is not str:
        raise Mismatch("a text or null", value)
    return value


def object_or_null(value: Any, _: Any) -> dict[str, Any] | None:
    """Take an object; null and absence say the same."""
    if value is not None and type(value) is not dict:
        raise Mismatch("an object", value)
    return value


def numbers_by_name(value: Any, kind: Any) -> dict[str, int]:
    """Take an object of whole numbers."""
    if type(value) is not dict:
        raise Mismatch("an object of whole numbers", value)
    whole = exactly(int)
    return {name: whole(number, kind) for name, number in value.items()}


def strict_converter() -> cattrs.Converter:
    """Make a converter that structures JSON and coerces nothing."""
    made = cattrs.Converter()
    for kind in (bool, int, str):
        made.register_structure_hook(kind, exactly(kind))
    for form, hook in (
        (tuple[str, ...], texts),
        (str | None, text_or_null),
        (dict[str, Any] | None, object_or_null),
        (dict[str, int], numbers_by_name),
    ):
        made.register_structure_hook_func(partial(operator.eq, form), hook)
    return made


CONVERTER = strict_converter()
Answer = TypeVar("Answer")


def structured(request: Request, kind: type[Answer], given: Json) -> Answer:
    """Read an answer as one of the classes above; raises `WrongTypes`."""
    try:
        return CONVERTER.structure(given, kind)
    except cattrs.ClassValidationError as error:
        problems = cattrs.transform_error(error, path="answer", format_exception=spelled_out)
        raise WrongTypes(request.cmd, problems, given) from error


def spelled_out(error: BaseException, kind: type | None) -> str:
    """Say what is wrong with one field."""
    del kind
    return "is missing" if isinstance(error, KeyError) else str(error)


def read_answer(request: Request, given: Json) -> Any:
    """Read the answer to a request.

    Raises `WrongTypes` for fields that are missing or of the wrong type, `ErrorAnswer` for an error
    that the adapter reports, and `OutOfPlace` for a refusal that the request does not know.
    """
    ok = given.get("ok")
    if ok is True:
        return structured(request, request.answer, given)
    if ok is not False:
        raise WrongTypes(request.cmd, ("'ok' must be true or false",), given)
    if "error" in given:
        raise ErrorAnswer(request.cmd, str(given["error"]))
    for kind in (Unsupported, Illegal):
        word = kind.__name__.lower()
        if word in given:
            if kind not in request.refusals:
                raise OutOfPlace(request.cmd, word, str(given[word]))
            return structured(request, kind, given)
    raise WrongTypes(request.cmd, ("a refusal needs 'unsupported', 'illegal' or 'error'",), given)
