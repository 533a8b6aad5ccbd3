"""Guess how a framework spells a game's actions: try which mapping explains random games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import permutations, product
from random import Random
from typing import Any

from attrs import frozen

from rulewright.bridges.foreign import ForeignGame
from rulewright.bridges.spelling import PLACES, TURNS, ActionSpelling, Place, places_of
from rulewright.interface import Action, Engine, RulewrightError, UsageError
from rulewright.play import games

GAMES = 12
"""Random games that each mapping is tried on."""
MOST_PLIES = 200
MOST_PLAYERS = 3
"""With more players only the order of turns is tried."""


class NothingExplains(UsageError):
    """No mapping explains even the first position."""


@frozen
class GuessedMapping:
    """The best mapping: with which parameters, and how much of the games it explains."""

    params: Mapping[str, Any]
    rulings: Mapping[str, str]
    """The readings under which it explains most: those in force, or one question read otherwise."""
    spelling: ActionSpelling
    positions: int
    """Positions in which both sides said the same, in random games up to the first difference."""
    ended: int
    """Games played to an end that both sides report alike."""
    played: int

    def said(self, foreign: ForeignGame) -> str:
        """Tell what was guessed, in one line."""
        options = ", ".join(f"{name}={value}" for name, value in self.params.items()) or "its own"
        under = "".join(f", under {name}={value}" for name, value in self.rulings.items())
        return (
            f"mapping for {foreign.text} of {foreign.framework} (parameters: {options}; explains "
            f"{self.positions} positions, {self.ended} of {self.played} random games to the end"
            f"{under}): {self.spelling.written()}"
        )


def all_actions(engine: Engine[Any]) -> tuple[Action, ...]:
    """Return the actions that an engine lists, or those of its first position."""
    found: Any = getattr(engine, "actions", None)
    if isinstance(found, tuple | list):
        return tuple(found)
    return engine.legal_actions(engine.initial())


def by_places(actions: tuple[Action, ...]) -> dict[tuple[Place, ...], Action]:
    """Index actions by their places; those without any are words."""
    return {places_of(action): action for action in actions if places_of(action)}


def size_of(actions: tuple[Action, ...]) -> tuple[int, int]:
    """Return how many columns and rows the places of actions take."""
    places = [place for action in actions for place in places_of(action)]
    columns = max((place[0] for place in places), default=0) + 1
    rows = max((place[1] for place in places if len(place) > 1), default=0) + 1
    return columns, rows


def candidates(engine: Engine[Any]) -> Iterator[ActionSpelling]:
    """Yield every mapping that is tried, the plainest first."""
    players = engine.players
    orders = permutations(players) if len(players) <= MOST_PLAYERS else [players]
    actions = all_actions(engine)
    words = {action: action for action in actions if not places_of(action)}
    size = size_of(actions)
    for order in orders:
        yield ActionSpelling(order)
        for places, turned in product(PLACES[1:], TURNS):
            yield ActionSpelling(order, places, turned, size, words)


def explained(
    engine: Engine[Any], foreign: ForeignGame, spelling: ActionSpelling, seed: int
) -> tuple[int, int]:
    """Play random games on both sides up to the first difference; return positions, and ended games."""
    ours = by_places(all_actions(engine))
    positions = ended = 0
    for number in range(GAMES):
        random = Random(f"{seed} {number}")
        here, there = engine.initial(), foreign.start()
        for _ in range(MOST_PLIES):
            spelled = {spelling.read(text, ours): n for n, text in foreign.actions(there).items()}
            mover = foreign.mover(there)
            turn = None if mover is None else spelling.players[mover]
            if sorted(spelled) != list(engine.legal_actions(here)) or turn != engine.turn(here):
                break
            won = {spelling.players[each] for each in foreign.winners(there)}
            if turn is None and won != set(engine.winners(here)):
                break
            positions += 1
            if turn is None:
                ended += 1
                break
            action = random.choice(sorted(spelled))
            here, there = engine.play(here, action), foreign.play(there, spelled[action])
        if not positions:
            break
    return positions, ended


def sizes(game: str, foreign: ForeignGame, fixed: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield parameters to be tried: those given, the defaults, and numbers in the framework's."""
    free = [
        name
        for name, value in games.specified(game).default_parameters.items()
        if type(value) is int and name not in fixed
    ]
    numbers = sorted({int(each) for each in re.findall(r"=(\d+)", foreign.text)})
    tried = [dict(fixed)]
    for values in product([None, *numbers], repeat=len(free)):
        chosen = zip(free, values, strict=True)
        each = dict(fixed) | {name: value for name, value in chosen if value is not None}
        if each not in tried:
            tried.append(each)
    yield from tried


def readings(game: str, rulings: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the rulings in force, and those with one question read otherwise."""
    known = games.specified(game)
    inforce = known.default_rulings | dict(rulings)
    others = [
        dict(rulings) | {question: reading}
        for question, every in known.readings.items()
        for reading in every
        if reading != inforce[question]
    ]
    return [dict(rulings), *others]


def guess(
    game: str,
    foreign: ForeignGame,
    params: Mapping[str, Any],
    rulings: Mapping[str, str],
    seed: int = 0,
) -> GuessedMapping:
    """Find the mapping that explains most; raises `NothingExplains` if none explains anything."""
    best: GuessedMapping | None = None
    for each, ruled in product(list(sizes(game, foreign, params)), readings(game, rulings)):
        try:
            engine = games.specification(game, each, ruled)
        except RulewrightError:
            continue
        if len(engine.legal_actions(engine.initial())) != len(foreign.actions(foreign.start())):
            continue
        for spelling in candidates(engine):
            positions, ended = explained(engine, foreign, spelling, seed)
            if positions and (best is None or positions > best.positions):
                best = GuessedMapping(each, ruled, spelling, positions, ended, GAMES)
    if best is None:
        raise NothingExplains(
            f"no mapping explains the first position of {foreign.text!r} as one of {game}: give its "
            "parameters with --param, or a mapping with --mapping"
        )
    return best
