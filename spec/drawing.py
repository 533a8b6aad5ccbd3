"""What the pictures of all games share: the frame, what is marked in it, and how it is written.

Every picture is one SVG element that needs nothing else, has a title, and is readable on light and
dark. Marks look the same in all games: the last action is violet, legal actions are green, and a
forbidden action is red, broken and crossed out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import pairwise
from typing import Any, Generic, Protocol, TypeVar

from attrs import AttrsInstance, frozen

from rulewright.interface import Action, Engine, Json, options_from
from rulewright.spec.logic import Fact

Point = tuple[float, float]
Scene = TypeVar("Scene")
Parameters = TypeVar("Parameters", bound=AttrsInstance)
Rulings = TypeVar("Rulings", bound=AttrsInstance)


@frozen
class Marks:
    """What is pointed out in a picture."""

    last: Action | None = None
    """The action that led here."""
    before: Json | None = None
    """The position before it, to show what came of it."""
    legal: tuple[Action, ...] = ()
    forbidden: Action | None = None
    """An action that is not to be played here."""


NOTHING = Marks()


class Picture(Protocol):
    """A scene with its marks on its way to SVG."""

    def elements(self) -> Iterable[str]:
        """Give the lines of the SVG element."""


@frozen
class Drawing(Generic[Scene]):
    """How the positions of one game look; a `rulewright.interface.Draw`.

    Both methods raise `MalformedPosition` or `ImpossiblePosition` where the form of a position is wrong.
    """

    scene: Callable[[Engine[Any], Json], Scene]
    """Reads what is to be seen out of a position."""
    rows: Callable[[Scene], Iterable[str]]
    """Draws it with characters."""
    captions: Callable[[Scene], Iterable[str]]
    """Says how the game stands and what the characters mean."""
    picture: Callable[[Scene, Marks], Picture]

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
        """Draw the position as one SVG element that needs nothing else; what is marked is a `Marks`."""
        marks = Marks(last, before, tuple(legal), forbidden)
        return "\n".join(self.picture(self.scene(engine, position), marks).elements())


def options_of(
    engine: Engine[Any], parameters: type[Parameters], rulings: type[Rulings]
) -> tuple[Parameters, Rulings]:
    """Find the options under which an engine plays, whoever made it; None stands for a default."""
    given = {name: value for name, value in engine.params.items() if value is not None}
    return options_from(parameters, given), options_from(rulings, engine.rulings)


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
class Frame:
    """The picture as an element: how large, what it is called, what is special about its looks."""

    game: str
    width: float
    height: float
    title: str
    """Says in one sentence what the picture shows."""
    style: str

    def around(self, elements: Iterable[str]) -> Iterator[str]:
        """Give the lines of the SVG element."""
        width, height = number(self.width), number(self.height)
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="rw rw-{self.game}" '
            f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">'
        )
        yield f"<title>{escape(self.title)}</title>"
        yield f"<style>\n{STYLE}\n{self.style}\n</style>"
        yield '<rect class="ground" width="100%" height="100%" rx="10"/>'
        yield from elements
        yield "</svg>"


def number(value: float) -> str:
    """Write a coordinate, rounded to a tenth."""
    return f"{round(value, 1) + 0.0:g}"


def corners(points: Iterable[Point]) -> str:
    """Write the corners of a polygon."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def path(points: Iterable[Point]) -> str:
    """Write straight lines from point to point."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def smooth(points: Sequence[Point]) -> str:
    """Write a line that goes by some points, its bends rounded."""
    if len(points) < 3:  # noqa: PLR2004 - no bend
        return path(points)
    halves = [((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in pairwise(points)]
    bends = (
        f"Q{number(x)} {number(y)} {number(u)} {number(v)}"
        for (x, y), (u, v) in zip(points[1:-1], halves[1:], strict=True)
    )
    (x, y), (u, v) = halves[0], points[-1]
    return f"{path([points[0], (x, y)])}{''.join(bends)}L{number(u)} {number(v)}"


def centred(kind: str, at: Point, words: str) -> str:
    """Write something centred at a point."""
    x, y = at
    return (
        f'<text class="{kind}" x="{number(x)}" y="{number(y)}" dy="0.36em">{escape(words)}</text>'
    )


def written(kind: str, at: Point, words: str) -> str:
    """Write something that begins at a point."""
    x, y = at
    return f'<text class="{kind}" x="{number(x)}" y="{number(y)}">{escape(words)}</text>'


def standing(at: Point, words: str, sign: str) -> str:
    """Write how a player stands, and a sign behind it if there is one."""
    x, y = at
    behind = f' <tspan class="sign">{escape(sign)}</tspan>' if sign else ""
    return f'<text class="standing" x="{number(x)}" y="{number(y)}">{escape(words)}{behind}</text>'


def sign_of(player: str, turn: str | None, winners: Sequence[str]) -> str:
    """Say of a player whether they are to move, or have won."""
    return "moves" if player == turn else "wins" if player in winners else ""


def who_won(winners: Sequence[str]) -> str:
    """Name the winners in a sentence's end: ``red wins``, ``red and blue win``."""
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}"


def the_one(names: Iterable[str], facts: Iterable[Fact]) -> str | None:
    """Name the one of whom a fact holds, such as the player to move; None where it holds of nobody."""
    return next((name for name, holds in zip(names, facts, strict=True) if holds), None)


def circle(kind: str, at: Point, radius: float, name: str = "") -> str:
    """Draw a circle; pointing at it shows its name."""
    x, y = at
    placed = f'<circle class="{kind}" cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
    return f"{placed}><title>{escape(name)}</title></circle>" if name else f"{placed}/>"


def cross(at: Point, half: float = 9.0) -> Iterator[str]:
    """Cross something out: what is forbidden, whatever lies below."""
    x, y = at
    strokes = path([(x - half, y - half), (x + half, y + half)])
    strokes += path([(x - half, y + half), (x + half, y - half)])
    yield f'<path class="cross" d="{strokes}"/>'
    yield f'<path class="cross over" d="{strokes}"/>'


def ahead(begin: Point, tip: Point, end: Point) -> bool:
    """Tell whether it is forwards from where a line begins to its tip, on the way to an end."""
    (right, down), _ = towards(begin, end)
    return (tip[0] - begin[0]) * right + (tip[1] - begin[1]) * down > 0


def towards(start: Point, end: Point) -> tuple[Point, float]:
    """Find the direction from one point to another, of length 1, and their distance."""
    (x, y), (u, v) = start, end
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5 or 1.0
    return ((u - x) / length, (v - y) / length), length


def head(start: Point, tip: Point, size: float = 11.0) -> str:
    """Write the head of an arrow that comes from a point."""
    (right, down), _ = towards(start, tip)
    u, v = tip
    barbs = [
        (
            u - size * right + side * 0.6 * size * down,
            v - size * down - side * 0.6 * size * right,
        )
        for side in (1, -1)
    ]
    return path([barbs[0], tip, barbs[1]])
