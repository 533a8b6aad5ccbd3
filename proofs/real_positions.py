"""Positions of recorded games, against which a claim about all positions is held.

A claim may be proved of fewer positions than it promises, if a premise excludes some. So its premises
are evaluated in positions of random games, which the specification plays under just the options that
the claim's cases are about: a premise that is false in one of them fails the theorem.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import islice
from math import ceil
from typing import Any, TypeAlias

import numpy as np
import z3
from attrs import define, field, frozen

from rulewright.proofs.demanded import Demand, demanded
from rulewright.proofs.evaluation import Evaluated
from rulewright.proofs.scope import TheoremScope
from rulewright.spec.engine import Ruled, Specification
from rulewright.spec.play import Ply, play

Values = Mapping[str, bool | int]
"""For each fact and number of a position, by the name that it has in the proofs, its value."""
Options: TypeAlias = tuple[tuple[str, str], ...]
Engine: TypeAlias = Callable[[dict[str, Any], dict[str, str]], Specification[Any]]
Read: TypeAlias = list[tuple[z3.ExprRef, z3.ExprRef]]
LEAST_POSITIONS, LEAST_GAMES = 1_000, 100
FEWEST = 6
"""Games under each of the options, where there are so many that each has few."""
AT_ONCE = 40
"""Games played side by side, at least: a game is the same whatever the number, and little more work."""
SEED = 1


def is_any(_: Any) -> bool:
    """Any position."""
    return True


@frozen(eq=False)
class RealPositions:
    """Where the positions of recorded games come from, and how they are read."""

    engine: Engine
    values: Callable[[Any, Any], Values]
    """Reads a position of the specification, for a case about some rules."""
    games: int = LEAST_GAMES
    through: Callable[[Any], Hashable] = lambda _: None
    """The window of some rules through which a position is read, if it is not read as a whole."""
    stride: int = 5
    """One position in so many is looked at: enough for ten of each game."""
    max_plies: int = 200
    wanted: Callable[[Any], bool] = is_any
    """Which of the positions in which somebody is to move the claim speaks of, as its docstring says."""

    @property
    def only(self) -> str:
        """Which positions the claim speaks of, in the words of `wanted`; empty if of all."""
        if self.wanted is is_any:
            return ""
        lines = (getattr(self.wanted, "__doc__", None) or "").strip().splitlines()
        return f"{self.wanted.__name__}: {lines[0]}" if lines else ""


@frozen(eq=False)
class Speaking:
    """What a claim gives for all positions of games under some options: rules, and premises."""

    rules: Ruled
    premises: tuple[z3.BoolRef, ...]

    @cached_property
    def demands(self) -> list[Demand]:
        """What has one value wherever all premises hold."""
        return demanded(self.premises)


@frozen(eq=False)
class RecordedPosition:
    """A position of a recorded game, and the number of the game."""

    game: int
    state: Any


@frozen(eq=False)
class Tabled:
    """Positions, and the values of terms in them."""

    positions: tuple[RecordedPosition, ...]
    evaluation: Evaluated
    _read: dict[int, Read] = field(factory=dict)

    def read(self, position: int) -> Read:
        """Return each unknown that is read from a position, with its value."""
        if position not in self._read:
            columns = self.evaluation.table.items()
            self._read[position] = [
                pair for name, column in columns for pair in as_read(name, column[position])
            ]
        return self._read[position]


def as_read(name: str, value: Any) -> Read:
    """Return an unknown with its value, as a fact and as a number: a reading may give 1 for true."""
    number = int(value)
    return [(z3.Bool(name), z3.BoolVal(bool(number))), (z3.Int(name), z3.IntVal(number))]


def excluded(
    speaking: Sequence[Sequence[Speaking]], real: RealPositions, scope: TheoremScope
) -> str:
    """Say which premise a position of a recorded game breaks, for cases by their options; else empty.

    Of premises that speak of other things as well, of an action or of what is reached, those parts are
    evaluated that speak of a position alone, and have one value wherever all premises hold. A claim
    about some of the options of a scope is held against its share of the games.
    """
    if real.wanted is not is_any and not real.only:
        return (
            "it leaves out positions of games (`wanted`), but no docstring says which it speaks of"
        )
    looked: dict[Options, tuple[RecordedPosition, ...]] = {}
    share = share_of(speaking, scope)
    for cases, rulings, games in games_of_each(speaking, real, scope):
        rules = cases[0].rules
        if why := otherwise(real, rules, rulings):
            return why
        table = tabled(real, rules, rulings, games)
        named = options_of(rules, rulings)
        looked[named] = table.positions
        if why := next(filter(None, (broken(each, table) for each in cases)), ""):
            return f"{why} of a recorded game ({', '.join('='.join(pair) for pair in named)})"
    return too_few(looked.values(), share)


def games_of_each(
    speaking: Sequence[Sequence[Speaking]], real: RealPositions, scope: TheoremScope
) -> Iterator[tuple[Sequence[Speaking], dict[str, str], int]]:
    """Yield cases about the same options, each with rulings under which so many games are played."""
    ways = ways_of(speaking, scope)
    options = {options_of(each[0].rules, rulings) for each, rulings in ways}
    games = max(ceil(real.games * share_of(speaking, scope) / len(options)), FEWEST)
    return ((each, rulings, games) for each, rulings in ways)


def ways_of(
    speaking: Sequence[Sequence[Speaking]], scope: TheoremScope
) -> list[tuple[Sequence[Speaking], dict[str, str]]]:
    """Return cases about the same options, with each of the rulings under which games are played."""
    return [(each, way) for each in speaking for way in scope.rulings_played(each[0].rules)]


def share_of(speaking: Sequence[Sequence[Speaking]], scope: TheoremScope) -> float:
    """Return of which share of the options of a scope some cases speak."""
    ways = ways_of(speaking, scope)
    options = {options_of(each[0].rules, rulings) for each, rulings in ways}
    return len(options) / max(scope.ways(), len(options))


def too_few(looked: Iterable[tuple[RecordedPosition, ...]], share: float) -> str:
    """Say how many positions were looked at under each of some options, if they are not enough."""
    positions, often = 0, 0
    for found in looked:
        positions += len(found)
        often += sum(number > 1 for number in in_games(found))
    if positions < LEAST_POSITIONS * share or often < LEAST_GAMES * share:
        return (
            f"only {positions} positions of recorded games were looked at, "
            f"more than one of {often} games"
        )
    return ""


def otherwise(real: RealPositions, rules: Ruled, rulings: Mapping[str, str]) -> str:
    """Say which option of a game is another one than was asked for; empty if none is."""
    asked = {**parameters_of(rules), **rulings}
    engine = real.engine(parameters_of(rules), dict(rulings))
    played = {**engine.params, **engine.rulings}
    for name, value in asked.items():
        if played.get(name) != value:
            return f"its games are of {name}={played.get(name)}, and not of {name}={value} (`real`)"
    return ""


def in_games(found: Iterable[RecordedPosition]) -> Iterable[int]:
    """Return how many of some positions are of the same game, for each game."""
    return Counter(each.game for each in found).values()


def broken(each: Speaking, table: Tabled) -> str:
    """Say which premise excludes one of some positions; empty if none does."""
    if not table.positions:
        return "no position was looked at"
    evaluated = 0
    for term, value in each.demands:
        holds = table.evaluation.of(term)
        evaluated += holds is not None
        if holds is not None and not np.all(holds == value):
            said = " ".join(str(term if value else z3.Not(term)).split())[:120]
            return f"a premise excludes a position: {said}:"
    if not evaluated:
        return "none of its premises speaks of a position alone: none could exclude one"
    return ""


def options_of(rules: Ruled, rulings: Mapping[str, str]) -> Options:
    """Return the options of some games, as words."""
    params = parameters_of(rules).items()
    return tuple((name, str(value)) for name, value in (*params, *rulings.items()))


def parameters_of(rules: Ruled) -> dict[str, Any]:
    """Return the parameters that some rules have, those without a value left out."""
    names = [each.name for each in type(rules.params).__attrs_attrs__]
    return {name: value for name in names if (value := getattr(rules.params, name)) is not None}


def tabled(real: RealPositions, rules: Ruled, rulings: dict[str, str], games: int) -> Tabled:
    """Return positions of random games in which somebody is to move; none is played or read twice."""
    engine = real.engine(parameters_of(rules), rulings)
    # Another class of engines may play otherwise by the same clauses.
    options = repr((engine.game, options_of(rules, rulings)))
    key = (type(engine), options, engine.rulebook.clauses)
    played = AT_ONCE
    while played < games:
        played *= 2  # so that claims that ask for some more or some less are given the same games
    kept = UnderKey((engine, played), (*key, played))
    return tables(UnderKey((kept, real, rules, games), (kept, real, real.through(rules), games)))


@cache
def tables(kept: UnderKey) -> Tabled:
    """Read the positions that a claim speaks of, as some rules see them."""
    of_games, real, rules, games = kept.what
    played = games_played(of_games).positions(games, real.stride, real.max_plies)
    found = tuple(each for each in played if real.wanted(each.state))
    values = [real.values(rules, each.state) for each in found]
    names = values[0] if values else ()
    table = {name: np.array([each[name] for each in values]) for name in names}
    return Tabled(found, Evaluated(table))


class UnderKey:
    """What is kept under a key: two are the same if their keys are."""

    def __init__(self, what: Any, key: tuple[Any, ...]) -> None:
        """Remember something by its key."""
        self.what, self.key = what, key

    def __eq__(self, other: object) -> bool:
        """Whether the keys are the same."""
        return isinstance(other, UnderKey) and self.key == other.key

    def __hash__(self) -> int:
        """Hash the key."""
        return hash(self.key)


@define(eq=False)
class PlayedGames:
    """Random games side by side, played as far as is asked for; a position is taken out once."""

    begin: Callable[[], Iterator[Ply]]
    _upcoming: Iterator[Ply] = field(init=False)
    _plies: list[Ply] = field(init=False, factory=list)
    _taken: dict[tuple[int, int], RecordedPosition] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        """Begin."""
        self._upcoming = self.begin()

    def positions(self, games: int, stride: int, max_plies: int) -> Iterator[RecordedPosition]:
        """Yield one position in so many of the first games, those in which somebody is to move."""
        for ply, found in enumerate(self.until(max_plies)):
            for game in range(games):
                if (ply + game) % stride == 0 and found.turns[game] >= 0:
                    if (ply, game) not in self._taken:
                        self._taken[ply, game] = RecordedPosition(game, found.state(game))
                    yield self._taken[ply, game]

    def until(self, max_plies: int) -> list[Ply]:
        """Return the plies up to the one after so many actions, or to the end of all games.

        Games that break down do so whenever they are asked for: what was played of them is no game.
        """
        try:
            self._plies += islice(self._upcoming, max(max_plies + 1 - len(self._plies), 0))
        except BaseException:
            self._plies, self._upcoming = [], self.begin()
            raise
        return self._plies[: max_plies + 1]


@cache
def games_played(kept: UnderKey) -> PlayedGames:
    """Begin random games."""
    engine, games = kept.what
    return PlayedGames(lambda: play(engine.in_bulk(), SEED, range(games)))


def says_nothing(premises: Iterable[z3.BoolRef]) -> bool:
    """Return whether premises exclude no position, because all are true whatever the position."""
    return all(z3.is_true(z3.simplify(term)) for term in premises)
