"""The scope of a theorem as data: options and positions, and the sentence that is written of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import prod
from typing import Any, Literal, TypeAlias

import attrs
from attrs import field, frozen

from rulewright.interface import UsageError
from rulewright.proofs.fields import is_a
from rulewright.spec.engine import Ruled

Over: TypeAlias = Literal["board", "window", "games", "facts"]
Options: TypeAlias = tuple[tuple[str, Any], ...]
"""Parameters, or rulings, by name: those that a scope names."""
TEST = re.compile(r"[^:\s]+\.py::test_\w+")
"""A test by its file and its function."""
WHAT: Mapping[Over, str] = {
    "board": "the whole board",
    "window": "a window of the board",
    "games": "games and finite cases",
    "facts": "",
}


IS_TEXT = is_a(str, "a text")


def in_words(text: str) -> str:
    """Take away blanks around a text, so that one of blanks says nothing; anything else is refused."""
    return text.strip() if type(text) is str else text


def plainly(named: Any) -> Any:
    """Take what a mapping has, once, if that is tuples."""
    if not isinstance(named, Mapping):
        return named
    return {name: tuple(each) if isinstance(each, tuple) else each for name, each in named.items()}


def is_made_up(value: object) -> bool:
    """Return whether a text or a number has a class of its own: it could be equal to any other one."""
    return isinstance(value, str | int) and type(value) not in {str, int, bool}


def says_something(_: object, named: attrs.Attribute[str], text: str) -> None:
    """Raise ValueError for a text of blanks."""
    if not text.strip():
        raise ValueError(f"a theorem needs a text for {named.name!r}, not {text!r}")


@frozen
class TheoremScope:
    """What a theorem covers: the whole board, a window of it, games alone, or facts of no position."""

    over: Over = field()
    positions: str = field(validator=(IS_TEXT, says_something))
    """Which positions, steps or games, in words."""
    inductive: bool = field(default=False, kw_only=True)
    """Whether it speaks of the start and of every step, and so of every position of every game."""
    params: Mapping[str, tuple[Any, ...]] = field(factory=dict, converter=plainly, kw_only=True)
    """Parameters with all their values; those left out have their defaults, or do not matter."""
    readings: Mapping[str, tuple[str, ...]] = field(factory=dict, converter=plainly, kw_only=True)
    """Questions with all their readings; those left out are read by default."""
    any_others: bool = field(default=False, kw_only=True)
    """Whether the questions left out may be read in any way."""
    also: str = field(default="", validator=IS_TEXT, kw_only=True)
    """Sentences on what else is covered, and on what is not claimed."""
    apart: str = field(default="", converter=in_words, validator=IS_TEXT, kw_only=True)
    """A sentence on which claims go with which readings, if some combinations do not occur."""
    rim: tuple[str, ...] = field(default=(), kw_only=True)
    """Of a window or an induction: the tests that it covers what happens at its rim."""

    @over.validator
    def _known(self, _: object, over: object) -> None:
        if over not in WHAT:
            raise ValueError(
                f"the scope of a theorem is over {over!r}: it must be one of {list(WHAT)}"
            )

    @params.validator
    @readings.validator
    def _listed(self, _: object, named: object) -> None:
        is_fine = isinstance(named, Mapping) and all(
            isinstance(values, tuple) and values and not any(map(is_made_up, values))
            for values in named.values()
        )
        if not is_fine:
            raise ValueError(
                f"the scope of a theorem names {named!r}: it must map each name to a tuple of its "
                "values, such as {'n': (2, 3)}"
            )

    @rim.validator
    def _tests(self, _: object, rim: object) -> None:
        if not isinstance(rim, tuple) or not all(TEST.fullmatch(str(each)) for each in rim):
            raise ValueError(
                f"the scope of a theorem names {rim!r} for its rim: it must be a tuple of tests, such "
                "as ('tests/test_game.py::test_what_is_beyond',)"
            )

    def __str__(self) -> str:
        """Write the sentence."""
        parts = [WHAT[self.over], self.options(), self.positions]
        sentence = "; ".join(filter(None, parts))
        begin = "inductive: " if self.inductive else ""
        return begin + ". ".join(filter(None, (sentence, self.also, self.apart)))

    def options(self) -> str:
        """Write parameters and readings as words."""
        named = [
            f"{name}={listed(values)}" for name, values in {**self.params, **self.readings}.items()
        ]
        return ", ".join(
            (*named, *(("all other questions in any reading",) if self.any_others else ()))
        )

    def by_default(self, params: Mapping[str, Any], rulings: Mapping[str, str]) -> dict[str, Any]:
        """Return what the scope leaves to the defaults of a game: those of parameters and questions.

        Facts of no position have none.
        """
        if self.over == "facts":
            return {}
        read = {} if self.any_others else rulings
        named = {*self.params, *self.readings}
        return {name: each for name, each in {**params, **read}.items() if name not in named}

    def ways(self) -> int:
        """Return how many combinations of options the scope names."""
        return prod(map(len, (*self.params.values(), *self.readings.values())))

    @property
    def has_rim(self) -> bool:
        """Whether something lies beyond what its queries look at: other cells, or earlier positions."""
        return self.inductive or self.over == "window"

    def of(self, rules: Ruled) -> tuple[Options, Options]:
        """Return the parameters and rulings of some rules that the scope names."""
        return (
            tuple((name, getattr(rules.params, name, None)) for name in self.params),
            tuple((name, getattr(rules.rulings, name, None)) for name in self.readings),
        )

    def outside(self, rules: Ruled) -> str:
        """Name an option that some rules have and the scope has not; empty if there is none."""
        for options, named, free in (
            (rules.params, self.params, False),
            (rules.rulings, self.readings, self.any_others),
        ):
            for option in attrs.fields(type(options)):
                value = getattr(options, option.name)
                promised = named.get(option.name)
                if promised is None:
                    promised = (value,) if free or is_default(option, value) else ()
                if value not in promised:
                    return f"{option.name}={value}"
        return ""

    def missed(self, met: Iterable[Ruled]) -> str:
        """Name an option that the scope promises and that no rules have; empty if there is none."""
        rules = tuple(met)
        for name, values in self.params.items():
            met_values = [getattr(each.params, name, None) for each in rules]
            if missing := [value for value in values if value not in met_values]:
                return f"{name}={missing[0]}"
        for name, values in self.readings.items():
            met_values = [getattr(each.rulings, name, None) for each in rules]
            if missing := [value for value in values if value not in met_values]:
                return f"{name}={missing[0]}"
        return ""

    def missed_together(self, met: Iterable[Ruled]) -> str:
        """Name options that no rules have together, though the scope promises each of them.

        Empty if there are none, if the game does not have them together, or if `apart` says why not.
        """
        return "" if self.apart else self.left_apart(met)

    def left_apart(self, met: Iterable[Ruled]) -> str:
        """Name such options, whatever `apart` says; empty if there are none."""
        rules = tuple(met)
        if not rules:
            return ""
        have = {self.of(each) for each in rules}
        names = (*self.params, *self.readings)
        for values in product(*self.params.values(), *self.readings.values()):
            pairs = tuple(zip(names, values, strict=True))
            way = pairs[: len(self.params)], pairs[len(self.params) :]
            if way not in have and is_possible(type(rules[0].params), dict(way[0])):
                return ", ".join(f"{name}={value}" for name, value in pairs)
        return ""

    def rulings_played(self, rules: Ruled) -> Iterator[dict[str, str]]:
        """Yield the rulings under which games are to be played for a case that is about some rules.

        Where other questions may be read in any way, each of their readings is in one of them.
        """
        base: dict[str, str] = attrs.asdict(rules.rulings)
        free = [
            option
            for option in attrs.fields(type(rules.rulings))
            if self.any_others and option.name not in self.readings
        ]
        ways = {option.name: readings_of(option) for option in free}
        for turn in range(max(map(len, ways.values()), default=1)):
            yield base | {name: each[turn % len(each)] for name, each in ways.items()}


def is_possible(kind: type[Any], params: Mapping[str, Any]) -> bool:
    """Return whether a game can have some parameters together."""
    try:
        kind(**params)
    except UsageError:
        return False
    return True


def readings_of(option: attrs.Attribute[Any]) -> tuple[str, ...]:
    """Return the readings of a question, the default first."""
    readings: tuple[str, ...] = tuple(option.metadata["readings"])
    return readings


def is_default(option: attrs.Attribute[Any], value: Any) -> bool:
    """Return whether an option has its default value; parameters that are made from others have."""
    made = option.default is None or type(option.default) is type(attrs.Factory(dict))
    return made or value == option.default


def listed(values: Iterable[Any]) -> str:
    """Join values as words."""
    *most, last = map(str, values)
    return f"{', '.join(most)} or {last}" if most else last
