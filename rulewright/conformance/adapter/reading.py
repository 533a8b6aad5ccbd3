"""One line of an adapter read as a typed answer, strictly: nothing is coerced."""

from __future__ import annotations

import json
import operator
from collections import Counter
from functools import partial
from math import isinf
from typing import Any

import cattrs

from rulewright.conformance.adapter.faults import (
    ErrorAnswer,
    Garbage,
    NotUtf8,
    OutOfPlace,
    WrongTypes,
)
from rulewright.interface import Json
from rulewright.protocol.messages import Illegal, Reply, Request, Unsupported

DEEPEST = 64
"""Levels of lists and objects within each other; no answer needs more than a few."""
NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def read_object(name: str, line: bytes) -> Json:
    """Read a line; raises `NotUtf8` or `Garbage` unless it is one JSON object in UTF-8.

    `name` stands for the request in the message.
    """
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise NotUtf8(name, line, error.reason) from error
    try:
        value = json.loads(
            text, parse_constant=refuse_constant, parse_float=finite, object_pairs_hook=once
        )
        too_deep = not is_shallow(line) and depth(value) > DEEPEST
    except RecursionError:
        too_deep = True
    except ValueError as error:
        raise Garbage(name, line, str(error)) from error
    if too_deep:
        raise Garbage(name, line, "nested too deeply")
    if type(value) is not dict:
        raise Garbage(name, line, f"it is {type(value).__name__}, not an object")
    return value


def is_shallow(line: bytes) -> bool:
    """Return quickly that a line is not nested too deeply; False if unsure."""
    brackets = line.translate(None, NO_BRACKETS)
    for _ in range(DEEPEST // 2):  # each time one level goes, or two
        if not brackets:
            break
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    return not brackets


def refuse_constant(text: str) -> None:
    """Refuse NaN and the infinities, which are no JSON."""
    raise ValueError(f"{text} is no JSON value")


def finite(text: str) -> float:
    """Read a number; raises `ValueError` for one that Python would take for infinity."""
    number = float(text)
    if isinf(number):
        raise ValueError(f"{text} is too large")
    return number


def once(pairs: list[tuple[str, Any]]) -> Json:
    """Build an object; raises `ValueError` for a duplicate name, which would lose a value."""
    made = dict(pairs)
    if len(made) < len(pairs):
        ((twice, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise ValueError(f"one object names {twice!r} twice")
    return made


def depth(value: Any) -> int:
    """Count the levels of nesting, up to one too many."""
    level, layer = 0, [value]
    while layer and level <= DEEPEST:
        layer = [
            inner
            for each in layer
            if isinstance(each, dict | list)
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
        level += 1
    return level


NOUNS = {
    bool: "a truth value",
    float: "a number",
    int: "a whole number",
    str: "a text",
    dict: "an object",
}


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
        if kind is float and type(value) is int:
            return value
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


def numbers(value: Any, _: Any) -> tuple[float, ...]:
    """Take a list of numbers."""
    if type(value) is not list:
        raise Mismatch("a list of numbers", value)
    for each in value:
        if type(each) not in {int, float}:
            raise Mismatch("a list of numbers", each)
    return tuple(value)


def text_or_null(value: Any, _: Any) -> str | None:
    """Take a text or null."""
    if value is not None and type(value) is not str:
        raise Mismatch("a text or null", value)
    return value


def object_or_null(value: Any, _: Any) -> dict[str, Any] | None:
    """Take an object; null means the same as absence."""
    if value is not None and type(value) is not dict:
        raise Mismatch("an object", value)
    return value


def numbers_by_name(value: Any, kind: Any) -> dict[str, int]:
    """Take an object of whole numbers."""
    if type(value) is not dict:
        raise Mismatch("an object of whole numbers", value)
    whole = exactly(int)
    return {name: whole(number, kind) for name, number in value.items()}


def texts_by_name(value: Any, kind: Any) -> dict[str, tuple[str, ...]] | None:
    """Take an object of lists of texts; null means the same as absence."""
    if value is None:
        return None
    if type(value) is not dict:
        raise Mismatch("an object of lists of texts", value)
    return {name: texts(each, kind) for name, each in value.items()}


def strict_converter() -> cattrs.Converter:
    """Make a converter that structures JSON and coerces nothing."""
    made = cattrs.Converter()
    for kind in (bool, int, float, str):
        made.register_structure_hook(kind, exactly(kind))
    for form, hook in (
        (tuple[str, ...], texts),
        (tuple[float, ...], numbers),
        (dict[str, tuple[str, ...]] | None, texts_by_name),
        (str | None, text_or_null),
        (dict[str, Any] | None, object_or_null),
        (dict[str, int], numbers_by_name),
    ):
        made.register_structure_hook_func(partial(operator.eq, form), hook)
    return made


CONVERTER = strict_converter()


def structured(request: Request, kind: type[Reply], given: Json) -> Reply:
    """Read an answer as a message of the protocol; raises `WrongTypes`."""
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
