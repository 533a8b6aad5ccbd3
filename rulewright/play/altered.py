"""Whether a guest's code changed what was loaded before it: its own specification, or code of ours.

A theorem is proved of the clauses as they are then, and a game is checked against them: a module that is
loaded later, and changes them, would have its own rules proved, and not those that are written.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from types import CodeType, FunctionType, ModuleType
from typing import Any

from attrs import define, field

from rulewright.play.attribution import GuestMistake
from rulewright.sources import WHEN_LOADED

LATER = {"impl", "proofs"}
"""Modules of a guest that are no specification, whenever they are loaded."""
SPECIFICATION = "spec"
"""The module of a guest's specification; what it imports belongs to it, unlike what is loaded later."""
TRUSTED = ("rulewright", "z3")
"""The packages whose functions a guest leaves as they are."""
HELD = (FunctionType, type, staticmethod, classmethod, property)
"""What of trusted code is compared."""
PLAIN = (str, bytes, int, float, complex, bool, type(None), CodeType)
"""What is compared by value."""
OF_PYTHON = {"__dict__", "__weakref__", "__doc__", "__annotations__", "__slots__", "__builtins__"}
"""Attributes of classes that Python itself sets."""


class AlteredLater(GuestMistake):
    """Code of a guest changed the rules, or code of ours, after they had been loaded."""

    def __init__(self, game: str, part: str, when: str) -> None:
        """Name the game, what is another now, and when it was changed."""
        self.part, self.when = part, when
        super().__init__(game, f"{part} was changed {when}")

    @property
    def what(self) -> str:
        """What is wrong, without the name of the game and the place."""
        return f"{self.raised}: what is checked would not be what is written"

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes."""
        return type(self), (self.game, self.part, self.when), self.__dict__


@define
class Walk:
    """Goes through what a module of a guest holds, deep as its own package and ours go."""

    package: str
    met: set[int] = field(factory=set)

    def module(self, module: ModuleType) -> Iterator[tuple[str, object]]:
        """Yield each part of a module with its path, and what cannot change unless the part does."""
        for name, value in [*vars(module).items()]:
            unset = isinstance(value, ModuleType | None)  # it may be worked out when it is needed
            if not unset and not name.startswith("__"):
                yield from self.value(f"{module.__name__}.{name}", value)

    def own(self, module: str) -> bool:
        """Return whether what a module defines is looked into."""
        return module.partition(".")[0] in {self.package, TRUSTED[0]}

    def value(self, path: str, value: object) -> Iterator[tuple[str, object]]:
        """Yield a value, and what it is made of."""
        yield path, value
        if isinstance(value, PLAIN) or id(value) in self.met:
            return
        self.met.add(id(value))
        for name, part in self.parts_of(value):
            yield from self.value(f"{path}{name}", part)

    def parts_of(self, value: Any) -> Iterator[tuple[str, object]]:
        """Yield what a value is made of, with what is put after its path."""
        if isinstance(value, FunctionType):
            yield from function_parts(value)
        elif hasattr(type(value), "cache_info"):
            yield "", value.__wrapped__
        elif isinstance(value, type):
            if value.__module__.partition(".")[0] == self.package:
                yield from ((f".{name}", part) for name, part in parts_of_class(value))
        elif isinstance(value, Mapping | list | tuple | set | frozenset):
            yield from parts_of_collection(value)
        elif hasattr(type(value), "tobytes"):
            yield "", value.tobytes()
        elif self.own(type(value).__module__):
            yield from ((f".{name}", part) for name, part in fields_of(value))


def parts_of_collection(value: Collection[Any]) -> Iterator[tuple[str, object]]:
    """Yield what is in a collection, and how many; nothing if it is empty, and may be filled."""
    if isinstance(value, Mapping):
        yield from ((f"[{key!r}]", part) for key, part in [*value.items()])
    elif isinstance(value, list | tuple):
        yield from ((f"[{at}]", part) for at, part in enumerate([*value]))
    elif value:
        yield "", frozenset(value)
    if value:
        yield "", len(value)


def function_parts(function: FunctionType) -> Iterator[tuple[str, object]]:
    """Yield what decides what a function does."""
    yield "", function.__code__
    yield "'s defaults", function.__defaults__
    yield "'s defaults", function.__kwdefaults__
    for cell in function.__closure__ or ():
        try:
            yield "'s closure", cell.cell_contents
        except ValueError:  # it is not filled yet
            continue
    yield from ((f".{name}", value) for name, value in vars(function).items())


def parts_of_class(value: type) -> Iterator[tuple[str, object]]:
    """Yield what a class defines itself."""
    for name, part in [*vars(value).items()]:
        if name not in OF_PYTHON and not name.startswith("_abc_"):
            yield name, unbound(part)


def unbound(value: object) -> object:
    """Return the function of a method that is wrapped, or the value."""
    if isinstance(value, property):
        return value.fget
    return getattr(value, "__func__", value)


def fields_of(value: object) -> Iterator[tuple[str, object]]:
    """Yield the fields of an object, and what it has in place of its class's methods."""
    kept = getattr(value, "__dict__", {})
    names = [each.name for each in getattr(type(value), "__attrs_attrs__", ())]
    for name in dict.fromkeys((*names, *kept)):
        usual = getattr(type(value), name, None)
        if not isinstance(usual, cached_property) and hasattr(value, name):
            yield name, getattr(value, name)


@define
class Specified:
    """What the modules of a guest's specification held when they had been loaded."""

    package: str
    parts: dict[str, dict[str, list[object]]] = field(factory=dict)
    """By the module's name, what lies at each path; kept alive, so that nothing else gets an id."""

    def keep(self, module: ModuleType) -> None:
        """Remember what a module holds now."""
        self.parts[module.__name__] = self.read(module)

    def read(self, module: ModuleType) -> dict[str, list[object]]:
        """Return what lies at each path."""
        found: dict[str, list[object]] = {}
        for path, value in Walk(self.package).module(module):
            found.setdefault(path, []).append(value)
        return found

    def altered(self) -> str:
        """Return the path of the first part that is another now; empty if none is."""
        for name, before in self.parts.items():
            if (module := sys.modules.get(name)) is None:
                continue
            now = self.read(module)
            for path, values in before.items():
                if not same(values, now.get(path)):
                    return path
        return ""


@define(eq=False)
class Trusted:
    """The functions of modules that a guest leaves as they are."""

    holders: list[tuple[str, Any, dict[str, object]]] = field(factory=list)
    """Modules and classes by their paths, with the functions and classes in them."""
    codes: dict[FunctionType, CodeType] = field(factory=dict)

    def keep(self, module: ModuleType) -> None:
        """Remember the functions of a module, and of its classes."""
        name = module.__name__
        self.holder(name, module)
        for value in [*vars(module).values()]:
            if isinstance(value, type) and value.__module__ == name:
                self.holder(f"{name}.{value.__qualname__}", value)

    def holder(self, path: str, holder: Any) -> None:
        """Remember what a module or a class has."""
        kept: dict[str, object] = {
            key: value for key, value in vars(holder).items() if isinstance(value, HELD)
        }
        self.holders.append((path, holder, kept))
        for value in kept.values():
            if isinstance(function := unbound(value), FunctionType):
                self.codes[function] = function.__code__

    def altered(self) -> str:
        """Return the path of the first function or class that is another now; empty if none is."""
        for path, holder, kept in self.holders:
            now = vars(holder)
            for key, value in kept.items():
                function = unbound(value)
                if now.get(key) is not value or (
                    isinstance(function, FunctionType)
                    and function.__code__ is not self.codes[function]
                ):
                    return f"{path}.{key}"
        return ""


def same(before: list[object], now: list[object] | None) -> bool:
    """Return whether what lies at a path is what was there; what was empty may have been filled."""
    return now is not None and len(before) <= len(now) and all(map(equal, before, now))


def equal(before: object, now: object) -> bool:
    """Return whether two values are one, or plain and equal."""
    if before is now:
        return True
    return type(before) is type(now) and isinstance(before, (*PLAIN, frozenset)) and before == now


GUESTS: dict[str, Specified] = {}
"""By the first name of a guest's package, its specification as it was loaded."""
SPECIFIED: set[str] = set()
"""The packages of guests whose specification is loaded."""
OURS: list[Trusted] = []
"""What is trusted, as it was before guests' code that is running, and as it was loaded since."""


def is_trusted(name: str) -> bool:
    """Return whether a module is one that guests leave as it is."""
    return name.partition(".")[0] in TRUSTED


def loaded(module: ModuleType) -> None:
    """Remember a module as it is when it has been loaded."""
    name = module.__name__
    top, parent = name.partition(".")[0], name.rpartition(".")[0]
    if is_trusted(name):
        for each in OURS:
            each.keep(module)
    elif not LATER & {*name.split(".")}:
        own = GUESTS.setdefault(top, Specified(top))
        done = any(f"{name}.".startswith(f"{each}.") for each in SPECIFIED)
        if not done or name in own.parts:  # or it is loaded again
            own.keep(module)
        if name == f"{parent}.{SPECIFICATION}":
            SPECIFIED.add(parent)


WHEN_LOADED.append(loaded)


@contextmanager
def rules_kept(game: str, when: str) -> Iterator[None]:
    """Run code of a game, if it is a guest as `left_alone` does; raises `AlteredLater`."""
    from rulewright.play.games import package_of  # noqa: PLC0415 - it imports this module

    if (package := package_of(game)) is None:
        yield
        return
    with left_alone(game, package, when):
        yield


@contextmanager
def left_alone(game: str, package: str, when: str) -> Iterator[None]:
    """Run code of a guest; raises `AlteredLater` if it changed what it has to leave as it was."""
    ours = Trusted()
    for name, module in [*sys.modules.items()]:
        if is_trusted(name) and isinstance(module, ModuleType):
            ours.keep(module)
    OURS.append(ours)
    try:
        yield
    finally:
        OURS.remove(ours)
    refuse_altered(game, package, when, ours)


def refuse_altered(game: str, package: str, when: str, *others: Trusted) -> None:
    """Raise `AlteredLater` if a guest's specification, or something else, is not what was loaded."""
    own = GUESTS.get(package.partition(".")[0])
    watched: list[Trusted | Specified] = [*others] if own is None else [*others, own]
    for each in watched:
        if path := each.altered():
            raise AlteredLater(game, path, when)
