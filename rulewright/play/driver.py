"""One way to drive any engine: random games, all positions, perft, recordings, solving."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from attrs import field, frozen

from rulewright.interface import Action, Engine, Recording
from rulewright.play.random_games import Line
from rulewright.play.recording import Extent

if TYPE_CHECKING:
    from rulewright.spec.coverage import Coverage


@frozen
class Allowance:
    """How much work to do with a compiled engine and with a plain one."""

    compiled: int
    plain: int


@frozen(eq=False)
class Visit:
    """The distinct positions of a game, nearest first."""

    states: Iterable[Any] = field(repr=False)
    positions: int
    finished: int
    """Positions in which the game is over."""
    complete: bool
    """Whether these are all reachable positions."""


@frozen
class Swept:
    """How much of a game a judge checked without disagreeing."""

    positions: int
    """Positions compared completely, with every action of each played on both sides."""
    actions: int
    """Actions played."""
    finished: int
    """Positions in which the game is over."""
    depth: int
    """The distance of the farthest position, in actions."""
    complete: bool
    """Whether these are all reachable positions."""
    coverage: Coverage


@frozen
class PlayedOut:
    """A random game played to its end, or cut off."""

    plies: int
    winners: tuple[str, ...] | None
    """None if the game was cut off."""


@frozen
class Value:
    """The result of best play in a game searched exhaustively; a shared win does not count."""

    winner: str | None
    """The player who can force being the only winner; None if nobody can."""
    positions: int
    results: frozenset[tuple[str, ...]]
    """The possible sets of winners; a single one if the result does not depend on play."""

    @property
    def said(self) -> str:
        """Who can force a win, in words."""
        if self.winner is not None:
            return f"{self.winner} can force a win"
        shared = any(len(winners) > 1 for winners in self.results)
        return f"nobody can force {'being the only winner' if shared else 'a win'}"


class Driver(Protocol):
    """Plays many games or positions of one engine, compiled or through the game interface only.

    Everything random takes a seed: game `g` of a seed is the same whatever the number of games.
    """

    @property
    def engine(self) -> Engine[Any]:
        """The engine that plays."""

    def allowed(self, work: Allowance) -> int:
        """Return the part of an allowance that suits this engine's speed."""

    def read(self, action: Action) -> None:
        """Read a text as an action, whatever the position; raises `MalformedAction`."""

    def extent(self, seed: int, most_plies: int) -> Extent:
        """Return the known or estimated size of the game."""

    def record(
        self, seed: int, games: int, *, biased: bool = False, max_plies: int = 10_000
    ) -> Recording:
        """Play random games and record all their positions.

        `biased` play makes rare events common if the engine has weights for its actions.
        """

    def lines(
        self, seed: int, games: int, *, biased: bool = False, max_plies: int = 10_000
    ) -> Iterator[tuple[Action, ...]]:
        """Yield the moves of each game that `record` records."""

    @property
    def at_once(self) -> int:
        """The number of games worth requesting at once."""

    def sample(self, seed: int, numbers: Sequence[int], most_plies: int) -> Iterator[Line]:
        """Yield the uniformly random games of these numbers, with all their states."""

    def play_out(self, seed: int, most_plies: int) -> PlayedOut:
        """Play one uniformly random game."""

    def visit(self, most: int) -> Visit:
        """Visit positions, nearest first, until all or `most` of them are known."""

    def sweep(self, judge: Any, most: int) -> Swept:
        """Let a specification judge every action of every position, `most` positions at most.

        Raises `RecordingRefuted` or `Disagreement` if the specification disagrees.
        """

    def perfts(self, state: Any, depth: int) -> Iterator[int]:
        """Yield the number of action sequences of each length from 1 to `depth`."""

    def perft(self, state: Any, depth: int) -> int:
        """Count the sequences of exactly `depth` actions (0 or more) from a state."""

    def value(self, most: int) -> Value | None:
        """Solve the game; None if it has more positions than `most`."""


def driver_of(engine: Engine[Any]) -> Driver:
    """Return the driver: compiled loops if the engine has a kernel, else the game interface."""
    if is_compiled(engine):
        from rulewright.play.compiled import CompiledDriver  # noqa: PLC0415 - loads the compiler

        compiled: Any = engine
        return CompiledDriver(compiled)
    from rulewright.play.by_specification import SpecificationDriver  # noqa: PLC0415 - imports this
    from rulewright.play.plain import PlainDriver  # noqa: PLC0415 - the same
    from rulewright.spec.engine import Specification  # noqa: PLC0415 - loads Z3

    return SpecificationDriver(engine) if isinstance(engine, Specification) else PlainDriver(engine)


def is_compiled(engine: Engine[Any]) -> bool:
    """Return whether an engine is compiled."""
    return hasattr(engine, "kernel")


def moves_of(recording: Recording) -> Sequence[tuple[Action, ...]]:
    """Return the moves of all recorded games."""
    return [tuple(recording.moves(game)) for game in range(recording.turn.shape[1])]
