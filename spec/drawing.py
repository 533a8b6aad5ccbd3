"""What the drawings of all games share: what is marked, the frame, and rows of characters.

Every picture is one SVG element that needs nothing else, has a title, and is readable on light and
dark. Marks look the same in all games: the last action is violet, legal actions are green, and a
forbidden action is red, broken and crossed out.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, Generic, TypeVar

from attrs import AttrsInstance, frozen

from rulewright.interface import Action, Engine, Json, options_from
from rulewright.spec.logic import Fact
from rulewright.spec.svg import Point, number

Scene = TypeVar("Scene")
Picture = TypeVar("Picture", bound="Canvas[Any]")
Parameters = TypeVar("Parameters", bound=AttrsInstance)
Rulings = TypeVar("Rulings", bound=AttrsInstance)

STYLE = """
.rw { --ground: #fbfaf7; --ink: #22231f; --faint: #6b675c; --mark: #8b3fd1; --option: #0b8f4d;
  --refused: #d0261b; font-family: system-ui, sans-serif; font-size: 13px; }
@media (prefers-color-scheme: dark) {
.rw { --ground: #17181b; --ink: #f2efe6; --faint: #a5a39b; --mark: #cf9bff; --option: #4fd68e;
  --refused: #ff6b5e; }
}
.rw .ground { fill: var(--ground); }
.rw .last { fill: none; stroke: var(--mark); stroke-linecap: round; stroke-linejoin: round; }
.rw .standing { fill: var(--ink); font-weight: 600; }
.rw .small { fill: var(--faint); font-size: 11px; }
.rw .sign { fill: var(--mark); font-weight: 600; }
.rw .option { fill: none; stroke: var(--option); stroke-linecap: round; stroke-linejoin: round; }
.rw .option-dot { fill: var(--option); stroke: var(--ground); stroke-width: 1.5; }
.rw .option-name { fill: var(--option); font-weight: 700; font-size: 11px; text-anchor: middle; }
.rw .refused { fill: none; stroke: var(--refused); stroke-width: 3.5; stroke-dasharray: 6 5;
  stroke-linecap: round; stroke-linejoin: round; }
.rw .cross { fill: none; stroke: var(--ground); stroke-width: 7; stroke-linecap: round; }
.rw .cross.over { stroke: var(--refused); stroke-width: 3.5; }
""".strip()


@frozen
class Marks:
    """What is pointed out in a picture."""

    last: Action | None = None
    """The action that led here."""
    before: Json | None = None
    """The position before it, to show its effects."""
    legal: tuple[Action, ...] = ()
    forbidden: Action | None = None
    """An action that must not be played here."""


@frozen
class Canvas(Generic[Scene]):
    """A scene with its marks, to be drawn: x to the right, y downwards."""

    scene: Scene
    marks: Marks

    @property
    @abstractmethod
    def size(self) -> Point:
        """Width and height."""


@frozen
class Drawing(Generic[Scene, Picture]):
    """How the positions of one game look; a `rulewright.interface.Draw`.

    Both methods raise `MalformedPosition` or `ImpossiblePosition` where the form of a position is wrong.
    """

    game: str
    scene: Callable[[Engine[Any], Json], Scene]
    """Reads a position."""
    rows: Callable[[Scene], Iterable[str]]
    """Draws it with characters."""
    captions: Callable[[Scene], Iterable[str]]
    """Says how the game stands and what the characters mean."""
    title: Callable[[Scene], str]
    """Says in one sentence what the picture shows."""
    style: Callable[[Scene], str]
    """The game's own style sheet."""
    picture: Callable[[Scene, Marks], Picture]
    layers: tuple[Callable[[Picture], Iterable[str]], ...]
    """Draw the elements of the picture, from bottom to top."""

    def text(self, engine: Engine[Any], position: Json) -> str:
        """Draw the position with characters; no trailing newline."""
        scene = self.scene(engine, position)
        return "\n".join((*self.rows(scene), "", *self.captions(scene)))

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
        """Draw the position as one SVG element that needs nothing else; see `Marks`."""
        scene = self.scene(engine, position)
        picture = self.picture(scene, Marks(last, before, tuple(legal), forbidden))
        width, height = map(number, picture.size)
        looks = f'class="rw rw-{self.game}" viewBox="0 0 {width} {height}"'
        place = f'width="{width}" height="{height}" role="img"'
        frame = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {looks} {place}>',
            f"<title>{escape(self.title(scene))}</title>",
            f"<style>\n{STYLE}\n{self.style(scene)}\n</style>",
            '<rect class="ground" width="100%" height="100%" rx="10"/>',
        )
        elements = (element for layer in self.layers for element in layer(picture))
        return "\n".join((*frame, *elements, "</svg>"))


def options_of(
    engine: Engine[Any], parameters: type[Parameters], rulings: type[Rulings]
) -> tuple[Parameters, Rulings]:
    """Return the options under which any engine plays; None stands for a default."""
    given = {name: value for name, value in engine.params.items() if value is not None}
    return options_from(parameters, given), options_from(rulings, engine.rulings)


def labelled(signs: Mapping[tuple[int, int], str], labels: Mapping[int, str]) -> Iterator[str]:
    """Yield the rows of a drawing, from (row, column) -> character, each behind its label."""
    lines, columns = zip(*signs, strict=True)
    margin = max(map(len, labels.values()))
    for line in range(min(lines), max(lines) + 1):
        drawn = (signs.get((line, at), " ") for at in range(min(columns), max(columns) + 1))
        yield f"{labels.get(line, ''):>{margin}}  {''.join(drawn)}".rstrip()


def the_ones(names: Iterable[str], facts: Iterable[Fact]) -> tuple[str, ...]:
    """Return the names of those for whom a fact holds, such as the winners."""
    return tuple(name for name, holds in zip(names, facts, strict=True) if holds)


def the_one(names: Iterable[str], facts: Iterable[Fact]) -> str | None:
    """Return the first for whom a fact holds, such as the player to move; None if nobody."""
    return next(iter(the_ones(names, facts)), None)


def sign_of(player: str, turn: str | None, winners: Sequence[str]) -> str:
    """Say whether a player is to move, or has won."""
    return "moves" if player == turn else "wins" if player in winners else ""


def status(
    turn: str | None, winners: Sequence[str], task: str = "to move", none: str = "nobody wins"
) -> str:
    """Say who has which task, or how the game ended: ``over, red and blue win``."""
    if turn is not None:
        return f"{turn} {task}"
    won = f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}"
    return f"over, {won if winners else none}"
