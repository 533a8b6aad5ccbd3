"""The game interface: what a specification, an implementation and a foreign engine all offer."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from attrs import frozen

Action: TypeAlias = str
Json: TypeAlias = dict[str, Any]
Position: TypeAlias = Hashable
State = TypeVar("State", bound=Hashable)


@frozen
class Violation:
    """A clause that an action violates: its identifier, its demand, and the rulebook's words."""

    clause: str
    demand: str
    quotation: str
    source: str


class Engine(Protocol[State]):
    """One game under fixed parameters and rulings, played by one set of means.

    A state is immutable, hashable, and belongs to the engine that made it; what crosses from one
    engine to another is the JSON form. Two states of one engine are equal exactly when their JSON
    forms are.
    """

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players in turn order."""

    @property
    def params(self) -> Mapping[str, Any]:
        """The value of each parameter."""

    @property
    def rulings(self) -> Mapping[str, str]:
        """The reading of each question."""

    def initial(self) -> State:
        """Set the game up."""

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """List every legal action once, sorted by code point; empty when the game is over."""

    def play(self, state: State, action: Action) -> State:
        """Play a legal action.

        Raises `MalformedAction` for text that is no action in exactly the page's spelling, and
        `IllegalAction` for one the rules forbid in this state or after the end.
        """

    def is_over(self, state: State) -> bool:
        """Tell whether the game has ended."""

    def turn(self, state: State) -> str | None:
        """Name the player to move; None when the game is over."""

    def scores(self, state: State) -> dict[str, int]:
        """Count the score of each player as it stands, players in turn order."""

    def winners(self, state: State) -> tuple[str, ...]:
        """Name the winners in turn order; empty while the game is on or when nobody wins."""

    def to_json(self, state: State) -> Json:
        """Write the position in the form of the game's page."""

    def from_json(self, position: Json) -> State:
        """Read a position in the form of the game's page.

        Raises `MalformedPosition` when the form is wrong and `ImpossiblePosition` when a clause
        that holds in every position is broken.
        """


def everywhere(position: Json) -> bool:
    """Tell that a symmetry applies to every position."""
    del position
    return True


@frozen
class Symmetry:
    """A renaming of places, or of players.

    Claimed as a symmetry, the rules must not change under it; named as a candidate, it is found out
    whether they do.
    """

    name: str
    action: Callable[[Action], Action]
    """Renames an action."""
    position: Callable[[Json], Json]
    """Renames a position in its JSON form."""
    player: Callable[[str], str]
    """Renames a player."""
    applies: Callable[[Json], bool] = everywhere
    """Tells whether the law speaks of a position; some break off where a rule names a place."""
    about: str = ""
    """What is renamed, in words that begin a sentence, such as ``A reflection of the board``."""
    clauses: tuple[str, ...] = ()
    """The clauses that speak of what is renamed."""
    announced: bool = False
    """Of a candidate that changes the game: whether what these clauses quote says so openly."""
    theorem: str = ""
    """The theorem that says that nothing changes, if there is one."""


class Draw(Protocol):
    """How a game's positions look, from their JSON form: as text, and as a picture."""

    def text(self, engine: Engine[Any], position: Json) -> str:
        """Draw the position with characters, for a terminal; no trailing newline."""

    def svg(
        self,
        engine: Engine[Any],
        position: Json,
        last: Action | None = None,
        *,
        before: Json | None = None,
        legal: Sequence[Action] = (),
        forbidden: Action | None = None,
    ) -> str:
        """Draw the position as one self-contained SVG element, readable on light and dark.

        Marked are the `last` action, with what came of it where the position `before` it is given,
        actions that are `legal`, and one that is `forbidden`. Whatever in these does not fit the
        position is left out.
        """
