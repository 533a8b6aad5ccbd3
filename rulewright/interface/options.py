"""Parameters and rulings: attrs classes that declare which values they take.

Each side of a game (specification, implementation) declares its own two classes; `choices_of` makes
them comparable, so that a test can check that they agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import attrs

from rulewright.interface.errors import (
    BadParameter,
    UnknownParameter,
    UnknownQuestion,
    UnknownReading,
)

Options = TypeVar("Options", bound=attrs.AttrsInstance)


def reading_field(*readings: str) -> Any:
    """Return the attrs field of a question; the first reading is the default.

    The class raises `UnknownReading` for any other value.
    """

    def known(_: object, attribute: attrs.Attribute[str], value: object) -> None:
        if not isinstance(value, str) or value not in readings:
            raise UnknownReading(str(value), readings, f"of question {attribute.name!r}")

    return attrs.field(default=readings[0], validator=known, metadata={"readings": readings})


def whole_number_field(default: int, least: int, most: int | None = None) -> Any:
    """Return the attrs field of a whole-number parameter from `least` to `most` (unbounded if None).

    The class raises `BadParameter` for anything else; ``true`` is not a number here.
    """
    demand = f"a whole number from {least}" + ("" if most is None else f" to {most}")

    def fits(_: object, attribute: attrs.Attribute[int], value: object) -> None:
        if type(value) is int and value >= least and (most is None or value <= most):
            return
        raise BadParameter(f"parameter {attribute.name!r} is {value!r}, it must be {demand}")

    return attrs.field(default=default, validator=fits, metadata={"demand": demand})


def default_of(field: attrs.Attribute[Any]) -> Any:
    """Return the default of an option, calling its factory if it has one."""
    made: Any = field.default
    return made.factory() if type(made).__name__ == "Factory" else made


def choices_of(cls: type[attrs.AttrsInstance]) -> dict[str, tuple[Any, Any]]:
    """Return the options of a class: name -> (default, readings or demand as declared)."""
    return {
        field.name: (
            default_of(field),
            field.metadata.get("readings", field.metadata.get("demand")),
        )
        for field in attrs.fields(cls)
    }


def options_from(cls: type[Options], given: Mapping[str, Any]) -> Options:
    """Return an instance of an options class, with defaults for absent names.

    Raises `UnknownQuestion` or `UnknownParameter` for an unknown name, and whatever the class raises
    for a value that it does not take.
    """
    names = [field.name for field in attrs.fields(cls)]
    questions = any("readings" in field.metadata for field in attrs.fields(cls))
    for name in given:
        if name not in names:
            raise (UnknownQuestion if questions else UnknownParameter)(name, names)
    return cls(**given)
