"""What plays a game: a name, or an engine, and the options beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeAlias

import attrs

from rulewright.interface import Engine, UsageError
from rulewright.play import games
from rulewright.play.position import UnknownOption
from rulewright.spec.engine import Specification

Playable: TypeAlias = str | Engine[Any]
"""The name of a game, own or guest, or an engine that plays it."""
ENGINES = 64
"""Engines kept, so that drawing options does not make them anew."""


class OptionsOfAnEngine(UsageError):
    """Options were given beside an engine, which has its own."""

    def __init__(self, engine: Engine[Any], names: list[str]) -> None:
        """Name the options, and say what would be right."""
        super().__init__(
            f"{', '.join(names)} given beside {engine!r}, whose options are fixed: give the game's "
            f"name, {engine.game!r}, or make the engine with these options"
        )


def split_options(game: str, options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Part options into parameters and rulings; raises `UnknownOption`."""
    found = games.specified(game)
    parameters = [each.name for each in attrs.fields(found.parameters)]
    questions = [each.name for each in attrs.fields(found.rulings)]
    for name in options:
        if name not in parameters and name not in questions:
            raise UnknownOption(name, sorted({*parameters, *questions}), f"of {game}")
    return (
        {name: value for name, value in options.items() if name in parameters},
        {name: value for name, value in options.items() if name in questions},
    )


def engine_of(game: Playable, params: Mapping[str, Any], rulings: Mapping[str, str]) -> Engine[Any]:
    """Return the engine itself, or the fastest of a game that can be had here.

    Raises `OptionsOfAnEngine`, or what `rulewright.start` raises for wrong options.
    """
    if isinstance(game, str):
        return _made(game, json.dumps(dict(params)), json.dumps(dict(rulings)))
    if params or rulings:
        raise OptionsOfAnEngine(game, sorted({**params, **rulings}))
    return game


@lru_cache(ENGINES)
def _made(game: str, params: str, rulings: str) -> Engine[Any]:
    given = json.loads(params), json.loads(rulings)
    try:
        return games.fastest(game, *given)
    except UsageError:  # an implementation whose library is missing here, or wrong options
        return games.specification(game, *given)


def specification_of(engine: Engine[Any]) -> Specification[Any]:
    """Return the specification of an engine's game under its options: itself, if it is one."""
    if isinstance(engine, Specification):
        return engine
    return _specified(
        engine.game, json.dumps(dict(engine.params)), json.dumps(dict(engine.rulings))
    )


@lru_cache(ENGINES)
def _specified(game: str, params: str, rulings: str) -> Specification[Any]:
    return games.specification(game, json.loads(params), json.loads(rulings))


def options_shown(engine: Engine[Any]) -> dict[str, Any]:
    """Return the options of an engine that differ from its game's defaults."""
    if engine.game in games.game_names():
        return games.not_default(engine.game, engine.params, engine.rulings)
    return {**engine.params, **engine.rulings}
