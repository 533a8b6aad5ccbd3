"""A game's variants: its engines and recordings under each set of options, made once."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from random import Random
from typing import Any

from attrs import field, frozen

from rulewright.interface import Action, Recording
from rulewright.play import games
from rulewright.play.driver import Allowance, Driver, driver_of, is_compiled
from rulewright.play.mutants import Mutant
from rulewright.play.recording import Extent
from rulewright.play.rulings import deviations, random_set
from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.engine import Specification
from rulewright.vectors.memory import memoised

DEEP = 200
"""Moves that are played one within the other."""
PLIES = 100
"""Plies after which a recorded game is cut off."""
GAMES = Allowance(compiled=8, plain=64)
"""Games of a recording."""
LEGAL = Allowance(compiled=4_000_000, plain=40_000)
"""Legal actions in all positions of a recording, roughly: large games get shorter recordings."""
ENORMOUS_BREADTH = 500
"""Legal actions above which a game is enormous."""
RANDOM_CHOICES = 2
"""How often each set of parameters is combined with random rulings."""


@frozen
class Scale:
    """How many vectors a game gets, and how long they may be."""

    from_the_start: int
    """Games from the start per mutant, each under different options."""
    middle: tuple[float, ...]
    """From where in recorded games differences are sought, as fractions of the longest."""
    tried_on_all: int
    """Moves up to which a vector is tried on every mutant; a longer one on those it was made for."""
    longest: int
    """Maximum number of moves of a sampled vector."""


ORDINARY = Scale(from_the_start=4, middle=(0.35, 0.6, 0.85), tried_on_all=6, longest=100)
ENORMOUS = Scale(from_the_start=2, middle=(0.5,), tried_on_all=2, longest=40)


@frozen(eq=False, slots=False)
class Variants:
    """All variants of one game."""

    game: str
    seed: int
    too_large: set[str] = field(factory=set, init=False, repr=False)
    """Parameters, as text, of shrunken games that proved too large."""
    _made: dict[str, Variant] = field(factory=dict, init=False, repr=False)

    def of(
        self, params: Mapping[str, Any] | None = None, rulings: Mapping[str, str] | None = None
    ) -> Variant:
        """Return the variant under parameters and rulings; those left out have their defaults."""
        options = dict(params or {}), self.default_rulings | dict(rulings or {})
        key = json.dumps(options)  # names in their order, in which a vector lists them
        if key not in self._made:
            self._made[key] = Variant(self, *options)
        return self._made[key]

    @property
    def specified(self) -> SpecifiedGame:
        """The game."""
        return games.specified(self.game)

    @property
    def questions(self) -> dict[str, tuple[str, ...]]:
        """The readings of each question, the default first."""
        return self.specified.readings

    @cached_property
    def default_rulings(self) -> dict[str, str]:
        """The default rulings."""
        return self.specified.default_rulings

    @cached_property
    def witnessed_by_default(self) -> tuple[Variant, ...]:
        """The variants for random games by default rulings that the implementation supports."""
        return tuple(each for each in map(self.of, self.specified.played) if each.is_witnessed)

    @cached_property
    def played(self) -> tuple[Variant, ...]:
        """The same: the game's own first, the others by increasing breadth."""
        first, *others = self.witnessed_by_default
        return (first, *sorted(others, key=lambda variant: variant.extent.breadth))

    @property
    def own(self) -> Variant:
        """The game with its own parameters and default rulings."""
        return self.played[0]

    @cached_property
    def is_compiled(self) -> bool:
        """Whether the implementation is compiled, which allows bulk work."""
        return is_compiled(self.witnessed_by_default[0].implementation)

    @cached_property
    def scale(self) -> Scale:
        """The scale of the suite; smaller where positions have very many actions."""
        return ENORMOUS if self.of().extent.breadth > ENORMOUS_BREADTH else ORDINARY

    def selected(self, mutant: Mutant | None = None) -> Iterator[Variant]:
        """Yield supported variants to search, the game's own first; only those a mutant concerns.

        For each set of parameters: the default rulings, then some single deviations and random sets.
        """
        witnessed = (variant for variant in self._candidates(mutant) if variant.is_witnessed)
        # The suites of compiled games were made with repetitions, and stay the same.
        return witnessed if self.is_compiled else iter(dict.fromkeys(witnessed))

    def _candidates(self, mutant: Mutant | None) -> Iterator[Variant]:
        random = Random(f"{self.seed} {self.game} {mutant.id if mutant else ''}")
        ruled = mutant.ruled if mutant else {}
        for variant in self.played:
            yield variant.under(ruled)
        single = [each for each in deviations(self.questions) if each != self.default_rulings]
        for turn in range(RANDOM_CHOICES):
            for number, variant in enumerate(self.played):
                if (turn + number) % 2:
                    yield variant.under(random.choice(single or [self.default_rulings]) | ruled)
                else:
                    yield variant.under(random_set(self.questions, random) | ruled)


def has_implementation(game: str) -> bool:
    """Return whether a game has an implementation, whatever that supports."""
    return game in games.game_names("impl")


@frozen(eq=False, slots=False)
class Variant:
    """A game under parameters (those that are not the default) and all rulings."""

    variants: Variants
    params: dict[str, Any]
    rulings: dict[str, str]

    @cached_property
    def key(self) -> str:
        """A text that identifies the options."""
        return json.dumps([self.params, self.rulings], sort_keys=True)

    def under(self, rulings: Mapping[str, str]) -> Variant:
        """Return the variant with the same parameters under other rulings, defaults filled in."""
        return self.variants.of(self.params, rulings)

    @cached_property
    def is_witnessed(self) -> bool:
        """Whether the implementation supports it, and so is a second witness.

        The specification stands in for it where a game has none: then there is only one witness.
        """
        game = self.variants.game
        return not has_implementation(game) or games.offered(game, self.params, self.rulings)

    @cached_property
    def implementation(self) -> Any:
        """The implementation, or the specification of a game that has no other engine."""
        return games.engine(self.variants.game, self.params, self.rulings)

    @cached_property
    def specification(self) -> Specification[Any]:
        """The specification."""
        return games.specification(self.variants.game, self.params, self.rulings)

    @property
    def fastest(self) -> Any:
        """The implementation, or the specification if unsupported."""
        return self.implementation if self.is_witnessed else self.specification

    @cached_property
    def driver(self) -> Driver:
        """The driver of the implementation."""
        return driver_of(self.implementation)

    @cached_property
    def extent(self) -> Extent:
        """How large the game is."""
        return self.driver.extent(self.variants.seed, PLIES)

    @memoised
    def recording(self, *, biased: bool, games: int | None = None) -> Recording:
        """Record random games of the implementation; if None, as many as their size allows."""
        return self.record(self.driver, biased=biased, games=games)

    def record(self, driver: Driver, *, biased: bool, games: int | None = None) -> Recording:
        """Record random games of a driver for this variant."""
        size = self.extent.plies * self.extent.breadth
        most = max(min(driver.allowed(GAMES), driver.allowed(LEGAL) // size), 2)
        count = most if games is None else games
        return driver.record(self.variants.seed, count, biased=biased, max_plies=PLIES)

    @memoised
    def state_after(self, moves: tuple[Action, ...]) -> Any:
        """Return the state of the specification after moves."""
        if not moves:
            return self.specification.initial()
        for plies in range(DEEP, len(moves) - 1, DEEP):  # a long game would go too deep at once
            self.state_after(moves[:plies])
        return self.specification.play(self.state_after(moves[:-1]), moves[-1])


@frozen
class Scenario:
    """A line of play from the start of a variant."""

    variant: Variant
    moves: tuple[Action, ...]
    about: str = ""
    """What is special about the position, for its comment."""

    @property
    def state(self) -> Any:
        """The state of the specification after the moves."""
        return self.variant.state_after(self.moves)
