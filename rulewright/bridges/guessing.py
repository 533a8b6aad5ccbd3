"""Guess how a framework spells a game's actions: try which mapping explains random games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import permutations, product
from random import Random
from typing import Any

from attrs import frozen

from rulewright.bridges.foreign import ForeignGame, GameRaised, looked_at
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
class Explained:
    """How far random games on both sides agree, each played up to the first difference."""

    positions: int = 0
    """Positions in which both sides said the same."""
    ended: int = 0
    """Games played to an end that both sides report alike."""
    differed: int = 0
    """Games in which the two sides differed."""


@frozen
class GuessedMapping:
    """The best mapping: with which parameters, and how much of the games it explains."""

    params: Mapping[str, Any]
    rulings: Mapping[str, str]
    """The readings under which it explains most: those in force, or one question read otherwise."""
    spelling: ActionSpelling
    explained: Explained
    played: int
    """Random games."""

    def said(self, foreign: ForeignGame) -> str:
        """Return what was guessed, in one line."""
        options = ", ".join(f"{name}={value}" for name, value in self.params.items()) or "its own"
        under = "".join(f", under {name}={value}" for name, value in self.rulings.items())
        found = self.explained
        doubt = (
            f"\nno mapping explains every game: in {found.differed} of {self.played} the two sides "
            "differ, because the engine deviates or because it needs --mapping"
        )
        return (
            f"mapping for {foreign.text} of {foreign.framework} (parameters: {options}; explains "
            f"{found.positions} positions, {found.ended} of {self.played} random games to the end"
            f"{under}): {self.spelling.written()}{doubt if found.differed else ''}"
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
) -> Explained:
    """Play random games on both sides, each up to the first difference."""
    ours = by_places(all_actions(engine))
    total = Explained()
    for number in range(GAMES):
        positions, end = one_explained(engine, foreign, spelling, ours, Random(f"{seed} {number}"))
        total = Explained(
            total.positions + positions,
            total.ended + (end is True),
            total.differed + (end is False),
        )
        if not total.positions:
            break
    return total


def one_explained(
    engine: Engine[Any],
    foreign: ForeignGame,
    spelling: ActionSpelling,
    ours: Mapping[tuple[Place, ...], Action],
    random: Random,
) -> tuple[int, bool | None]:
    """Play one game; returns positions that agree, and whether it ended so: None if it was cut off."""
    here = engine.initial()
    there = looked_at(foreign)
    for positions in range(MOST_PLIES):
        spelled = {spelling.read(text, ours): n for n, text in there.actions.items()}
        turn = None if there.mover is None else spelling.players[there.mover]
        if sorted(spelled) != list(engine.legal_actions(here)) or turn != engine.turn(here):
            return positions, False
        won = {spelling.players[each] for each in there.winners}
        if turn is None:
            right = won == set(engine.winners(here))
            return positions + right, right
        action = random.choice(sorted(spelled))
        try:
            there = looked_at(foreign, there, spelled[action])
        except GameRaised:
            return positions + 1, False
        here = engine.play(here, action)
    return MOST_PLIES, None


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
    """Find the mapping that explains most; raises `NothingExplains` or `GameRaised`."""
    best: GuessedMapping | None = None
    for each, ruled in product(list(sizes(game, foreign, params)), readings(game, rulings)):
        try:
            engine = games.specification(game, each, ruled)
        except RulewrightError:
            continue
        if len(engine.legal_actions(engine.initial())) != len(looked_at(foreign).actions):
            continue
        for spelling in candidates(engine):
            found = explained(engine, foreign, spelling, seed)
            if found.positions and (best is None or found.positions > best.explained.positions):
                best = GuessedMapping(each, ruled, spelling, found, GAMES)
    if best is None:
        raise NothingExplains(
            f"no mapping explains the first position of {foreign.text!r} as one of {game}: give its "
            "parameters with --param, or a mapping with --mapping"
        )
    return best
