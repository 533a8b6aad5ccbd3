"""What every framework asks of a game: its engine, numbers of actions, observations, length, results."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from rulewright.bridges.numbering import Numbering, numbering_of
from rulewright.bridges.planes import Planes, planes_of
from rulewright.impl import numbers
from rulewright.interface import Action, Engine, UnknownParameter, UsageError
from rulewright.play import games
from rulewright.play.driver import Allowance, driver_of

MOST_PLIES = 1_000
"""Actions after which a game is cut off if no theorem bounds its length."""
LOOKED_AT = Allowance(compiled=2_000, plain=100)
"""Positions in which the planes are found, for compiled engines and for others."""


class BadLength(UsageError):
    """A game cannot be cut off after so many actions."""


@frozen
class Held:
    """A state of an engine, and what was found out about it; copies of it are the same object."""

    state: Any
    legal: dict[int, Action]
    """The legal actions by number, ascending."""
    mover: int
    """The player to move; -1 when the game is over."""
    returns: tuple[float, ...]

    def __deepcopy__(self, memo: Any) -> Held:
        """Share it: it never changes."""
        del memo
        return self


@frozen(eq=False)
class Bridge:
    """One game under fixed options, as the frameworks want it."""

    engine: Engine[Any]
    numbering: Numbering = field(repr=False)
    planes: Planes = field(repr=False)
    most_plies: int
    """Actions after which a game is over, as a theorem says or because it is cut off."""
    theorem: str
    """The theorem that bounds the length of a game; "" if there is none."""

    def __deepcopy__(self, memo: Any) -> Bridge:
        """Share it: it never changes."""
        del memo
        return self

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players in turn order."""
        return self.engine.players

    def start(self) -> Held:
        """Set the game up."""
        return self.hold(self.engine.initial())

    def hold(self, state: Any) -> Held:
        """Find out about a state what is asked first."""
        turn = self.engine.turn(state)
        mover = -1 if turn is None else self.players.index(turn)
        returns = returns_of(self.players, self.engine.winners(state) if turn is None else ())
        return Held(state, self.numbering.legal(state), mover, returns)

    def play(self, held: Held, number: int) -> Held:
        """Play the legal action of a number; raises `KeyError` for another one."""
        return self.hold(self.engine.play(held.state, held.legal[number]))

    def mask(self, held: Held) -> NDArray[np.int8]:
        """Return 1 for the numbers of legal actions, and 0 for the others."""
        mask = np.zeros(self.numbering.count, np.int8)
        mask[list(held.legal)] = 1
        return mask

    def observe(self, held: Held) -> NDArray[np.float32]:
        """Return the planes of a position."""
        return self.planes.observe(self.engine.to_json(held.state))

    def written(self, held: Held) -> str:
        """Write a position as one line of JSON."""
        return json.dumps(self.engine.to_json(held.state), separators=(",", ":"))

    def text(self, held: Held) -> str:
        """Draw a position with characters."""
        return games.specified(self.engine.game).draw.text(
            self.engine, self.engine.to_json(held.state)
        )

    def svg(self, held: Held) -> str:
        """Draw a position as an SVG element."""
        return games.specified(self.engine.game).draw.svg(
            self.engine, self.engine.to_json(held.state)
        )


def returns_of(players: Sequence[str], winners: Sequence[str]) -> tuple[float, ...]:
    """Return -1 for each loser, shared among the winners; all 0 if all win, or nobody does."""
    losers = len(players) - len(winners)
    if not winners or not losers:
        return (0.0,) * len(players)
    return tuple(losers / len(winners) if player in winners else -1.0 for player in players)


def question_options(game: str) -> dict[str, str]:
    """Return the option that gives the reading of each question, by option.

    It has the question's name, or, if a parameter has that name, with ``_reading`` behind it.
    """
    known = games.specified(game)
    taken = known.default_parameters
    return {f"{name}_reading" if name in taken else name: name for name in known.default_rulings}


def separated(game: str, options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Separate parameters and rulings; raises `UnknownParameter` for what is neither."""
    params, rulings = games.specified(game).default_parameters, question_options(game)
    for name in options:
        if name not in params and name not in rulings:
            raise UnknownParameter(name, (*params, *rulings))
    return (
        {name: value for name, value in options.items() if name in params},
        {rulings[name]: value for name, value in options.items() if name in rulings},
    )


def length_of(engine: Engine[Any]) -> tuple[int, str] | None:
    """Return the most actions of a game and the theorem that says so; None if there is none."""
    if engine.game not in games.game_names("proofs"):
        return None
    try:
        found: Any = games.offered_by("proofs", engine.game, "LONGEST_GAME")
    except (AttributeError, games.NotOffered):
        return None
    theorem, most = found
    plies = most(engine.params, engine.rulings)
    return None if plies is None else (int(plies), str(theorem))


def bridge_of(game: str, options: Mapping[str, Any], most_plies: int | None = None) -> Bridge:
    """Make the bridge of a game, once; games are cut off after `most_plies` actions.

    If that is None: after as many as a theorem says they have at most, else after 1,000. Raises
    `UnknownGame`, `BadLength`, and what is said of options that do not exist.
    """
    if most_plies is not None and (type(most_plies) is not int or most_plies < 1):
        raise BadLength(f"most_plies is {most_plies!r}, it must be a whole number from 1")
    params, rulings = separated(game, options)
    return made(game, json.dumps([params, rulings], sort_keys=True), most_plies)


@lru_cache(maxsize=32)
def made(game: str, options: str, most_plies: int | None) -> Bridge:
    """Make the bridge of a game; the options are parameters and rulings as JSON."""
    params, rulings = json.loads(options)
    engine = games.fastest(game, params, rulings)
    listed = listed_by(game, params, rulings)
    numbering = numbering_of(engine, listed)
    moves = numbers.moves_with_the_board(engine)
    spelled = listed or numbers.texts_of_codes(engine)
    planes = planes_of(engine, spelled, moves=moves, most=driver_of(engine).allowed(LOOKED_AT))
    bound, theorem = length_of(engine) or (MOST_PLIES, "")
    if most_plies is not None and most_plies < bound:
        theorem = ""
    return Bridge(engine, numbering, planes, most_plies or bound, theorem)


def listed_by(
    game: str, params: Mapping[str, Any], rulings: Mapping[str, str]
) -> tuple[Action, ...] | None:
    """Return the actions that a game's specification lists; None if it lists none."""
    found: Any = getattr(games.specification(game, params, rulings), "actions", None)
    return tuple(found) if isinstance(found, tuple | list) else None
