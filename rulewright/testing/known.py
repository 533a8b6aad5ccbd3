"""Known games: those of a game's vectors and theorems, which may show a failure sooner."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rulewright.interface import Action, Engine
from rulewright.play import games
from rulewright.vectors.suite import load, read_shared


def known_lines(engine: Engine[Any]) -> tuple[tuple[Action, ...], ...]:
    """Return the moves of known games with the parameters of an engine, shortest first.

    There are none of a game that is not in the catalogue. Under the engine's rulings a line need not be
    legal, nor end where the game does.
    """
    if engine.game not in games.game_names():
        return ()
    return lines_with(engine.game, spelled(engine.game, engine.params))


@lru_cache(16)
def lines_with(game: str, params: str) -> tuple[tuple[Action, ...], ...]:
    """Return the lines of a game with some parameters, as `spelled` has them."""
    try:
        known = [(each.params, each.moves) for each in load(game)]
        shared = read_shared(game, "games.json") or ()
    except Exception:  # a failure is shown, whether or not the game's vectors can be read  # noqa: BLE001
        return ()
    known += [(each["params"], tuple(each["moves"])) for each in shared]
    lines = {moves for given, moves in known if moves and spelled(game, given) == params}
    return tuple(sorted(lines, key=lambda moves: (len(moves), moves)))


def spelled(game: str, params: Mapping[str, Any]) -> str:
    """Write parameters as text, those left out with their defaults."""
    whole = {**games.specified(game).default_parameters, **params}
    return json.dumps(whole, sort_keys=True)
