"""The second witness: the engine that a check compares the specification with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from attrs import frozen

from rulewright.interface import Engine
from rulewright.play import games
from rulewright.play.difference import IMPLEMENTATION
from rulewright.play.driver import is_compiled

ALONE = "there is no implementation to compare the specification with"


class SecondWitness(Protocol):
    """Makes the engines that are compared with the specification; it travels between processes."""

    @property
    def called(self) -> str:
        """What it is called in a sentence."""

    @property
    def asked(self) -> bool:
        """Whether it was asked for by name: if it does not play, something is wrong."""

    def missing(self, game: str) -> str:
        """Return why it plays nothing of a game; "" if it plays something."""

    def plays(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> bool:
        """Return whether it supports some options."""

    def engine(
        self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]
    ) -> Engine[Any]:
        """Make its engine under some options."""

    def not_asked(
        self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]
    ) -> tuple[str, ...]:
        """Return what of its answers is not compared, in words, as seen under some options."""

    def worked_elsewhere(self) -> float:
        """Return the seconds of processor time that it has used outside this process."""

    def close(self) -> None:
        """End what was started; it is started again if needed."""


@frozen
class OwnImplementation:
    """The implementation in the game's own package."""

    called: str = IMPLEMENTATION
    asked: bool = False

    def missing(self, game: str) -> str:
        """Return why there is nothing to compare."""
        return "" if game in games.game_names("impl") else ALONE

    def plays(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> bool:
        """Return whether the implementation supports some options."""
        return games.offered(game, params, rulings)

    def engine(
        self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]
    ) -> Engine[Any]:
        """Make the implementation."""
        return games.implementation(game, params, rulings)

    def not_asked(
        self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]
    ) -> tuple[str, ...]:
        """Return nothing: everything is compared."""
        del game, params, rulings
        return ()

    def worked_elsewhere(self) -> float:
        """Return none: it works in this process."""
        return 0.0

    def close(self) -> None:
        """Do nothing: nothing was started."""


OWN = OwnImplementation()


def is_machine_code(witness: SecondWitness, game: str) -> bool:
    """Return whether a witness is compiled: it may have to be compiled, and is not interrupted."""
    own = isinstance(witness, OwnImplementation) and not witness.missing(game)
    return own and is_compiled(games.fastest(game))


def plays_in_bulk(witness: SecondWitness, game: str) -> bool:
    """Return whether the bulk check has the volume: it records the games of our own, compiled."""
    return is_machine_code(witness, game) and not games.is_guest(game)


def limit(witness: SecondWitness, game: str, seconds: float) -> float:
    """Return the seconds for one answer where these can be limited, else 0."""
    return 0.0 if is_machine_code(witness, game) else seconds
