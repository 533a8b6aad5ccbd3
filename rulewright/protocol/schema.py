"""The JSON Schema of every message, and what a message has otherwise."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from attrs import field, frozen

from rulewright.interface import Json, UsageError
from rulewright.protocol.messages import VERSION, HelloRequest, Request

SCHEMA = Path(__file__).with_name("messages.schema.json")
MISSING: Any = object()
"""Stands for the value of a field that is missing."""


class CannotValidate(UsageError):
    """The package that reads JSON Schemas is not installed."""

    def __init__(self) -> None:
        """Name the extra."""
        super().__init__(
            'messages cannot be validated without jsonschema: pip install "rulewright[validate]"'
        )


@frozen
class WrongField:
    """One field of a message that is not as its schema says."""

    path: str
    """For example ``actions[2]``; "" for the message itself."""
    given: Any = field(hash=False)
    """Its value, or `MISSING`."""
    right: str
    """What would be right."""


def definition(request: Request, kind: str) -> str:
    """Name the definition of a request or of its answer."""
    version = request.version if isinstance(request, HelloRequest) else VERSION
    return f"{request.cmd}-{kind}{'' if version == VERSION else f'-{version}'}"


def wrong_fields(name: str, message: Json) -> tuple[WrongField, ...]:
    """List what a message has otherwise than a definition says; raises `CannotValidate`."""
    found: dict[str, WrongField] = {}
    for error in validator(name).iter_errors(message):
        for each in described(error):
            found.setdefault(each.path, each)
    return tuple(found.values())


@cache
def validator(name: str) -> Any:
    """Make what holds messages against a definition."""
    try:
        from jsonschema import Draft202012Validator  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise CannotValidate from error
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})


def described(error: Any) -> Iterator[WrongField]:
    """Describe one error by the field that it is about."""
    path = spelled(error.absolute_path)
    if error.validator == "uniqueItems":
        given = error.instance
        at = next(at for at, each in enumerate(given) if each in given[:at])
        yield WrongField(f"{path}[{at}]", given[at], "one that is not listed before")
        return
    if error.validator != "required":
        yield WrongField(path, error.instance, error.schema["description"])
        return
    properties = error.schema["properties"]
    for name in error.validator_value:
        if name not in error.instance:
            yield WrongField(
                spelled((*error.absolute_path, name)), MISSING, properties[name]["description"]
            )


def spelled(steps: Any) -> str:
    """Write the way to a field, as in ``leaves_out.minoa[0]``."""
    words = (f"[{each}]" if isinstance(each, int) else f".{each}" for each in steps)
    return "".join(words).removeprefix(".")
