"""Games and positions as tests are given them: they show themselves as code to paste."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Self

from attrs import define, field, frozen

from rulewright.interface import Action, Engine, IllegalAction, Json
from rulewright.play import games
from rulewright.play.explain import IllegalMove, why_not
from rulewright.play.position import Position
from rulewright.testing.sides import Playable, engine_of, options_shown, split_options


@frozen(eq=False, repr=False)
class DrawnPosition(Position):
    """A position and the moves that led to it: a `rulewright.Position` that can be played again.

    >>> from rulewright.testing import replay
    >>> here = replay("nonaga", "", n=1).position
    >>> here.turn, here.moves, here.play(here.legal_actions[0]).moves == here.legal_actions[:1]
    ('red', (), True)
    """

    moves: tuple[Action, ...] = ()
    """The actions from the start of the game."""

    def play(self, action: Action) -> Self:
        """Play a legal action; raises `MalformedAction` or `IllegalAction`."""
        after = self.engine.play(self.state, action)
        return type(self)(self.engine, after, action, self.json, (*self.moves, action))

    @property
    def game(self) -> DrawnGame:
        """The game that led here."""
        return replay(self.engine, self.moves)

    def __repr__(self) -> str:
        """Return a line of code that makes this position again."""
        return f"{code(self.engine, self.moves)}.position"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show Hypothesis the code, with the board drawn inside it."""
        del cycle
        _print(printer, self.engine, self.moves, self.json, ".position")


@define(eq=False, repr=False, frozen=True, slots=False)
class DrawnGame:
    """Some moves of a game from its start, and the state of the engine after each.

    >>> from rulewright.testing import replay
    >>> game = replay("minoa", "0,0-1,0 0,0-0,1", n=1, end="literal")
    >>> game
    replay('minoa', '0,0-1,0 0,0-0,1', n=1, end='literal')
    >>> game.position.turn, len(game.positions)
    ('red', 3)
    """

    engine: Engine[Any]
    moves: tuple[Action, ...]
    states: tuple[Any, ...] = field(repr=False)
    """One more than there are moves; states belong to `engine`."""

    @property
    def last(self) -> Any:
        """The state after the last move."""
        return self.states[-1]

    @property
    def position(self) -> DrawnPosition:
        """The position after the last move."""
        return self.at(len(self.moves))

    @cached_property
    def positions(self) -> tuple[DrawnPosition, ...]:
        """The position before the first move, and after each."""
        return tuple(self.at(ply) for ply in range(len(self.states)))

    def at(self, plies: int) -> DrawnPosition:
        """Return the position after so many moves."""
        before = self.engine.to_json(self.states[plies - 1]) if plies else None
        last = self.moves[plies - 1] if plies else None
        return DrawnPosition(self.engine, self.states[plies], last, before, self.moves[:plies])

    def __eq__(self, other: object) -> bool:
        """Compare game, options and moves."""
        if not isinstance(other, DrawnGame):
            return NotImplemented
        return self._shown == other._shown

    def __hash__(self) -> int:
        """Hash the game and the moves."""
        return hash((self.engine.game, self.moves))

    @property
    def _shown(self) -> tuple[str, Mapping[str, Any], Mapping[str, str], tuple[Action, ...]]:
        engine = self.engine
        return engine.game, dict(engine.params), dict(engine.rulings), self.moves

    def __repr__(self) -> str:
        """Return a line of code that plays this game again."""
        return code(self.engine, self.moves)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show Hypothesis the code, with the board drawn inside it."""
        del cycle
        _print(printer, self.engine, self.moves, self.engine.to_json(self.last), "")


def replay(game: Playable, moves: str | Iterable[Action] = (), /, **options: Any) -> DrawnGame:
    """Play moves again: what a failing test prints, to be pasted, such as into `@example`.

    `moves` are actions with blanks between them, or a sequence. `options` are parameters and rulings,
    with defaults for the rest. Raises `IllegalAction` with the clause that forbids a move.

    >>> from rulewright.testing import replay
    >>> replay("nonaga", "", n=1, bar="none").position.turn
    'red'
    """
    params, rulings = split_options(game, options) if isinstance(game, str) else (options, {})
    engine = engine_of(game, params, rulings)
    played = tuple(moves.split()) if isinstance(moves, str) else tuple(moves)
    states = [engine.initial()]
    for number, action in enumerate(played, start=1):
        try:
            states.append(engine.play(states[-1], action))
        except IllegalAction as refusal:
            reason = why_not(engine, states[-1], action) or refusal.reason
            raise IllegalMove(number, action, reason) from None
    return DrawnGame(engine, played, tuple(states))


def code(engine: Engine[Any], moves: Sequence[Action]) -> str:
    """Return the call of `replay` that plays some moves again."""
    return f"replay({', '.join(arguments(engine, moves))})"


def arguments(engine: Engine[Any], moves: Sequence[Action]) -> list[str]:
    """Return the arguments of that call: as text if no action has blanks in it."""
    text = " ".join(moves)
    spelled = repr(text) if text.split() == list(moves) else repr(list(moves))
    options = (f"{name}={value!r}" for name, value in options_shown(engine).items())
    return [repr(engine.game), spelled, *options]


def board(engine: Engine[Any], position: Json) -> str:
    """Draw a position as text; "" if its game is not in the catalogue, or cannot be drawn."""
    if engine.game not in games.game_names():
        return ""
    try:
        return games.specified(engine.game).draw.text(engine, position)
    except Exception:  # a failure is reported, whether or not its drawing works  # noqa: BLE001
        return ""


def _print(
    printer: Any, engine: Engine[Any], moves: Sequence[Action], here: Json, end: str
) -> None:
    """Print a call of `replay` over several lines, the board as a comment inside."""
    drawn = board(engine, here)
    if not drawn:
        printer.text(f"{code(engine, moves)}{end}")
        return
    printer.text("replay(")
    with printer.group(indent=4):
        printer.break_()
        printer.text(f"{', '.join(arguments(engine, moves))},")
        for line in drawn.splitlines():
            printer.break_()
            printer.text(f"# {line}".rstrip())
    printer.break_()
    printer.text(f"){end}")
