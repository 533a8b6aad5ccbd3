"""What the parts of a theorem are given: a mistake is told where it is made, in one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import attrs

Check: TypeAlias = Callable[[object, "attrs.Attribute[Any]", Any], None]


def makes(words: str) -> Check:
    """Return what raises TypeError for what cannot be called to make something."""

    def check(of: object, named: attrs.Attribute[Any], value: object) -> None:
        if not callable(value):
            raise _wrong(of, named, f"what makes {words}", value)

    return check


def is_function(of: object, named: attrs.Attribute[Any], value: object) -> None:
    """Raise TypeError for what cannot be called: a part is made when it is proved, and made again."""
    if not callable(value):
        raise _wrong(of, named, "a function that makes it", value)


def is_a(kind: type, words: str) -> Check:
    """Return what raises TypeError for anything that is not of a class."""

    def check(of: object, named: attrs.Attribute[Any], value: object) -> None:
        if not isinstance(value, kind) or (kind is str and type(value) is not str):
            raise _wrong(of, named, words, value)

    return check


def plain(several: Any) -> Any:
    """Take what a tuple or a list has, once: one of another class could have something else later."""
    return tuple(several) if isinstance(several, tuple | list) else several


def each_is(kinds: Callable[[], tuple[type, ...]], words: str) -> Check:
    """Return what raises TypeError for anything but a tuple, or a list, of instances of some classes.

    These are asked for when they are needed, since a class may have a tuple of its own.
    """

    def check(of: object, named: attrs.Attribute[Any], value: object) -> None:
        if not isinstance(value, tuple | list):
            raise _wrong(of, named, f"a tuple of {words}", value)
        for each in value:
            if not isinstance(each, kinds()) or (isinstance(each, str) and type(each) is not str):
                raise _wrong(of, named, f"a tuple of {words}", each, "one with ")

    return check


def is_rules(of: object, named: attrs.Attribute[Any], value: object) -> None:
    """Raise TypeError for anything but the rules of an engine."""
    if not (hasattr(value, "params") and hasattr(value, "rulings") and attrs.has(type(value))):
        raise _wrong(of, named, "the rules of an engine (`engine.rules`)", value)


def _wrong(
    of: object, named: attrs.Attribute[Any], words: str, value: object, within: str = ""
) -> TypeError:
    return TypeError(
        f"{type(of).__name__}: `{named.alias}` must be {words}, not {within}{_called(value)}"
    )


def _called(value: object) -> str:
    """Name a value by its class; a text is quoted."""
    name = type(value).__name__
    article = "an" if name[0] in "aeiouAEIOU" else "a"
    return f"{value[:40]!r}" if type(value) is str else f"{article} {name}"
