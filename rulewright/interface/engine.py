"""The game interface, shared by specifications, implementations and foreign engines."""

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
    """One game under fixed parameters and rulings.

    A state is immutable, hashable, and belongs to the engine that made it; engines exchange positions
    in JSON form. Two states of one engine are equal exactly when their JSON forms are.
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
        """Return the initial state."""

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """List every legal action once, sorted by code point; empty when the game is over."""

    def play(self, state: State, action: Action) -> State:
        """Play a legal action.

        Raises `MalformedAction` for text that is not an action in the exact spelling of the game's
        page, and `IllegalAction` for an action that the rules forbid in this state.
        """

    def is_over(self, state: State) -> bool:
        """Return whether the game has ended."""

    def turn(self, state: State) -> str | None:
        """Return the player to move; None when the game is over."""

    def scores(self, state: State) -> dict[str, int]:
        """Return the current score of each player, players in turn order."""

    def winners(self, state: State) -> tuple[str, ...]:
        """Return the winners in turn order; empty before the end or if nobody wins."""

    def to_json(self, state: State) -> Json:
        """Write the position in the form of the game's page."""

    def from_json(self, position: Json) -> State:
        """Read a position in the form of the game's page.

        Raises `MalformedPosition` if the form is wrong, and `ImpossiblePosition` if it breaks a clause
        that holds in every position.
        """


def everywhere(position: Json) -> bool:
    """Return True: the symmetry applies to every position."""
    del position
    return True


@frozen
class Symmetry:
    """A renaming of places, or of players.

    The rules must not change under a claimed symmetry; for a candidate, it is checked whether they do.
    """

    name: str
    action: Callable[[Action], Action]
    """Renames an action."""
    position: Callable[[Json], Json]
    """Renames a position in its JSON form."""
    player: Callable[[str], str]
    """Renames a player."""
    applies: Callable[[Json], bool] = everywhere
    """Whether it applies to a position; some do not where a rule names a place."""
    about: str = ""
    """What is renamed, as the start of a sentence, such as ``A reflection of the board``."""
    clauses: tuple[str, ...] = ()
    """The clauses about what is renamed."""
    announced: bool = False
    """Whether the quotations of these clauses announce that a candidate changes the game."""
    theorem: str = ""
    """The theorem that nothing changes; "" if there is none."""


class Draw(Protocol):
    """Draws a game's positions from their JSON form, as text and as a picture."""

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

        Marks the `last` action (with its effects if the position `before` it is given), the `legal`
        actions, and a `forbidden` one. Marks that do not fit the position are left out.
        """
