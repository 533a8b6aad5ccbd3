"""A position to play on, compare, print and draw."""

from __future__ import annotations

import json
from html import escape
from typing import Any, Self

import attrs
from attrs import frozen

from rulewright.interface import Action, Engine, Json, UnknownName, Violation
from rulewright.play import games


class UnknownOption(UnknownName):
    """The game has neither a parameter nor a question of that name."""

    noun = "parameter or question"


@frozen(eq=False, repr=False)
class Position:
    """A position of a game under fixed parameters and rulings; every method leaves it unchanged.

    Two positions are equal when game, parameters, rulings and JSON form are, whichever engine made
    them.
    """

    engine: Engine[Any]
    state: Any
    last: Action | None = None
    """The action that led here, for the picture; it does not count for equality."""
    before: Json | None = None
    """The position before that action, for the picture."""

    @classmethod
    def from_json(cls, engine: Engine[Any], position: Json) -> Self:
        """Read the JSON form; raises `MalformedPosition` or `ImpossiblePosition`."""
        return cls(engine, engine.from_json(position))

    def play(self, action: Action) -> Self:
        """Play a legal action; raises `MalformedAction` or `IllegalAction`."""
        return type(self)(self.engine, self.engine.play(self.state, action), action, self.json)

    def explain(self, action: Action) -> tuple[Violation, ...]:
        """Return the clauses that forbid an action here; empty if it is legal.

        Raises `MalformedAction` for text that is no action at all.
        """
        reference: Any = games.engine(*self._options, "spec")
        violations: tuple[Violation, ...] = reference.explain(
            reference.from_json(self.json), action
        )
        return violations

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal action, sorted by code point; empty when the game is over."""
        return self.engine.legal_actions(self.state)

    @property
    def turn(self) -> str | None:
        """The player to move; None when the game is over."""
        return self.engine.turn(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.engine.is_over(self.state)

    @property
    def scores(self) -> dict[str, int]:
        """The score of each player as it stands, players in turn order."""
        return self.engine.scores(self.state)

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners in turn order; empty while the game is on."""
        return self.engine.winners(self.state)

    @property
    def json(self) -> Json:
        """The position in the form of the game's page."""
        return self.engine.to_json(self.state)

    def __eq__(self, other: object) -> bool:
        """Compare game, options and JSON form."""
        if not isinstance(other, Position):
            return NotImplemented
        return self._options == other._options and self.json == other.json

    def __hash__(self) -> int:
        """Hash the game and the JSON form; options are left out."""
        return hash((self.engine.game, json.dumps(self.json, sort_keys=True)))

    def __repr__(self) -> str:
        """Name the game, its options, and the player to move."""
        game, params, rulings = self._options
        options = "".join(f", {name}={value!r}" for name, value in (params | rulings).items())
        return f"<position of {game}{options}: {f'{self.turn} to move' if self.turn else 'over'}>"

    def __str__(self) -> str:
        """Draw the position with characters."""
        return games.specified(self.engine.game).draw.text(self.engine, self.json)

    def svg(self, *, legal: bool = False, forbidden: Action | None = None) -> str:
        """Draw the position as one SVG element, the last action marked.

        `legal` marks the legal actions too, and `forbidden` an action that is not allowed.
        """
        return games.specified(self.engine.game).draw.svg(
            self.engine,
            self.json,
            self.last,
            before=self.before,
            legal=self.legal_actions if legal else (),
            forbidden=forbidden,
        )

    def _repr_svg_(self) -> str:
        """Draw the position in a notebook."""
        return self.svg()

    def _repr_html_(self) -> str:
        """Draw the position in a notebook, with the last action below."""
        played = f"<p><code>{escape(self.last)}</code></p>" if self.last else ""
        return f'<div style="max-width: 36rem">{self.svg()}{played}</div>'

    @property
    def _options(self) -> tuple[str, dict[str, Any], dict[str, str]]:
        return self.engine.game, dict(self.engine.params), dict(self.engine.rulings)


def start(game: str, /, *, engine: str | None = None, **options: Any) -> Position:
    """Set up a game; `options` are parameters and rulings, with defaults for the rest.

    `engine` is ``impl`` (fast) or ``spec`` (the rules themselves); the default is ``impl``, and ``spec``
    for a game that has no implementation. Raises `UnknownGame`,
    `UnknownOption`, `UnknownSide`, `BadParameter` or `UnknownReading`.
    """
    found = games.specified(game)
    parameters = {field.name for field in attrs.fields(found.parameters)}
    questions = {field.name for field in attrs.fields(found.rulings)}
    for name in options:
        if name not in parameters | questions:
            raise UnknownOption(name, sorted(parameters | questions), f"of {game}")
    params = {name: value for name, value in options.items() if name in parameters}
    rulings = {name: value for name, value in options.items() if name in questions}
    chosen = games.engine(game, params, rulings, engine)
    return Position(chosen, chosen.initial())
