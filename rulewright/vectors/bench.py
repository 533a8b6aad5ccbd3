"""Where differences are looked for: recorded games of one game, and engines that are made once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, TypeVar

import numpy as np
from attrs import evolve, field, frozen

from rulewright.impl.drivers import record
from rulewright.impl.engine import CompiledEngine
from rulewright.interface import Action, LegalSets, Recording
from rulewright.play import games
from rulewright.play.mutants import Mutant
from rulewright.play.recording import Extent, extent
from rulewright.play.recording import record as record_plainly
from rulewright.play.rulings import deviations, random_set
from rulewright.spec.engine import Specification

Made = TypeVar("Made")
PLIES = 100
"""Plies after which a recorded game that goes on is left."""
GAMES = 8
"""Games of a recording."""
LARGE = 500
"""Legal actions from which on a game is large: there are fewer vectors for each of its mutants."""
ROOM = 4_000_000
"""Legal actions in the positions of a recording, at most."""
SMALL_GAMES = 64
"""Games of a recording that is made by the game interface: fewer of a larger game."""
ROOM_PLAINLY = 40_000
"""Legal actions in the positions of such a recording, about."""


@frozen
class Options:
    """Parameters (those that are not the default) and all rulings."""

    params: Mapping[str, Any] = field(hash=False)
    rulings: Mapping[str, str] = field(hash=False)

    @property
    def key(self) -> str:
        """A text that is the same for the same options."""
        return json.dumps([self.params, self.rulings], sort_keys=True)


@frozen(eq=False)
class Bench:
    """One game's engines and recordings, each made when it is first asked for."""

    game: str
    seed: int
    _made: dict[Any, Any] = field(factory=dict, repr=False)

    @property
    def questions(self) -> dict[str, tuple[str, ...]]:
        """The readings of each question, the default first."""
        return games.specified(self.game).readings

    @property
    def default(self) -> dict[str, str]:
        """The default rulings."""
        return games.specified(self.game).default_rulings

    @property
    def played(self) -> tuple[dict[str, Any], ...]:
        """The parameters of random games, the game's own first, then from few actions to many."""
        first, *others = self.witnessed_by_default
        return (first, *sorted(others, key=self._breadth))

    @property
    def witnessed_by_default(self) -> tuple[dict[str, Any], ...]:
        """The parameters of random games that the implementation plays by the default rulings."""
        every = map(dict, games.specified(self.game).played)
        return tuple(params for params in every if self.offers(Options(params, self.default)))

    def offers(self, options: Options) -> bool:
        """Tell whether the implementation plays under some options, and so is a second witness."""
        return self.kept(
            ("offers", options.key),
            lambda: games.offered(self.game, options.params, options.rulings),
        )

    @property
    def is_compiled(self) -> bool:
        """Whether the implementation is compiled; if not, it is played by the game interface alone."""
        own = Options(self.witnessed_by_default[0], self.default)
        return isinstance(self.tested(own), CompiledEngine)

    def replays(self, mutant: Mutant) -> bool:
        """Tell whether a mutant is held against recorded games by playing them.

        The specification of a compiled game judges them in bulk instead.
        """
        return mutant.swap is not None or not self.is_compiled

    def breadth(self, options: Options) -> int:
        """Find the most actions that can be legal, as far as that is known."""
        if self.is_compiled:
            return int(self.tested(options).kernel.most_legal)
        return self._extent(options).breadth

    def _extent(self, options: Options) -> Extent:
        return self.kept(
            ("extent", options.key), lambda: extent(self.tested(options), self.seed, PLIES)
        )

    def _breadth(self, params: Mapping[str, Any]) -> int:
        return self.breadth(Options(params, self.default))

    def tested(self, options: Options) -> Any:
        """Make the implementation."""
        return self.kept(
            ("impl", options.key),
            lambda: games.implementation(self.game, options.params, options.rulings),
        )

    def told(self, options: Options) -> Any:
        """Make the implementation, or the specification under options that it does not play."""
        return self.tested(options) if self.offers(options) else self.reference(options)

    def reference(self, options: Options) -> Specification[Any]:
        """Make the specification."""
        return self.kept(
            ("spec", options.key),
            lambda: games.specification(self.game, options.params, options.rulings),
        )

    def rival(self, mutant: Mutant, options: Options) -> Any:
        """Make the engine of a mutant."""
        return self.kept(
            (mutant.id, options.key),
            lambda: mutant.engine(self.game, options.params, options.rulings),
        )

    def kept(self, key: object, make: Callable[[], Made]) -> Made:
        """Make something when it is first asked for."""
        if key not in self._made:
            self._made[key] = make()
        made: Made = self._made[key]
        return made

    @property
    def is_large(self) -> bool:
        """Whether positions have so many actions that everything takes long."""
        return self._breadth({}) > LARGE

    def recording(self, options: Options, *, biased: bool) -> Recording:
        """Record random games; fewer where positions have many actions."""
        return self.kept(
            ("recording", options.key, biased),
            lambda: self.record(self.tested(options), self._share(options), biased=biased),
        )

    def _share(self, options: Options) -> int:
        if not self.is_compiled:
            size = self._extent(options)
            return max(min(SMALL_GAMES, ROOM_PLAINLY // (size.plies * size.breadth)), 2)
        return max(min(GAMES, ROOM // (PLIES * self.breadth(options))), 2)

    def record(self, engine: Any, count: int, *, biased: bool) -> Recording:
        """Record so many random games of an engine."""
        way = record if self.is_compiled else record_plainly
        return way(engine, self.seed, count, biased=biased, max_plies=PLIES)

    def plays_alike(self, mutant: Mutant, options: Options, *, biased: bool) -> bool:
        """Tell whether a compiled mutant, left to itself, plays and sees the very same random games."""
        if not self.is_compiled:
            return False
        return self.kept(
            ("alike", mutant.id, options.key, biased),
            lambda: are_equal(
                self.recording(options, biased=biased),
                self.record(self.rival(mutant, options), self._share(options), biased=biased),
            ),
        )

    def options(self, mutant: Mutant | None = None, more: int = 2) -> Iterator[Options]:
        """Give options to look under, the game's own first; only those that a mutant concerns.

        For each set of parameters: the default rulings, then single deviations and random sets, a
        different choice of them for each set of parameters. Options that the implementation does not
        play are left out.
        """
        offered = filter(self.offers, self._wanted(mutant, more))
        # The suites of compiled games were made with repetitions, and stay the same.
        return offered if self.is_compiled else iter(tuple(dict.fromkeys(offered)))

    def _wanted(self, mutant: Mutant | None, more: int) -> Iterator[Options]:
        random = Random(f"{self.seed} {self.game} {mutant.id if mutant else ''}")
        ruled: dict[str, str] = {}
        if mutant is not None and mutant.swap is not None:
            ruled = {mutant.subject: mutant.swap[0]}
        for params in self.played:
            yield Options(params, self.default | ruled)
        single = [each for each in deviations(self.questions) if each != self.default]
        for turn in range(more):
            for number, params in enumerate(self.played):
                if (turn + number) % 2:
                    yield Options(params, random.choice(single) | ruled)
                else:
                    yield Options(params, random_set(self.questions, random) | ruled)


def from_ply(recording: Recording, ply: int) -> Recording:
    """Take what was recorded from a ply on; its first positions are any positions."""
    legal = recording.legal
    if isinstance(legal, LegalSets):
        cut: Any = evolve(legal, plies=legal.plies - ply, starts=legal.starts[ply * legal.games :])
    else:
        cut = legal[ply:]
    return evolve(
        recording,
        played=recording.played[ply:],
        legal=cut,
        board=recording.board[ply:],
        turn=recording.turn[ply:],
        scores=recording.scores[ply:],
        winners=recording.winners[ply:],
        from_start=False,
    )


def are_equal(one: Recording, other: Recording) -> bool:
    """Tell whether two recordings say the same of the same games."""
    tables = [
        [each.played, each.turn, each.board, each.scores, each.winners] for each in (one, other)
    ]
    for each, kept in zip((one, other), tables, strict=True):
        legal = each.legal
        kept.extend([legal.starts, legal.columns] if isinstance(legal, LegalSets) else [legal])
    return one.actions == other.actions and all(map(np.array_equal, *tables))


def lines(recording: Recording) -> list[tuple[Action, ...]]:
    """Spell all recorded games."""
    return [tuple(recording.moves(game)) for game in range(recording.turn.shape[1])]


def length(recording: Recording) -> int:
    """Find the number of actions of the longest recorded game."""
    return int(np.max((recording.played >= 0).sum(axis=0), initial=0))
