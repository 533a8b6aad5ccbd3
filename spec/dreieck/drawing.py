"""Dreieck nimmt, drawn: a position as characters for a terminal, and as a picture in SVG.

Both are made from the JSON form of a position, with r upwards, so that what the page calls up and
counter-clockwise looks so.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from html import escape
from math import sqrt
from typing import Any

from attrs import field, frozen

from rulewright.interface import Action, Engine, Json, options_from
from rulewright.spec.dreieck import notation
from rulewright.spec.dreieck.board import FIRST, Cell, Vertex, corners_of, spell
from rulewright.spec.dreieck.clauses import (
    minus_one_point_for_each_own_tile_not_laid,
    the_highest_total_wins,
)
from rulewright.spec.dreieck.facts import Position, Rules
from rulewright.spec.dreieck.options import Parameters, Rulings
from rulewright.spec.logic import none_of


def text(engine: Engine[Any], position: Json) -> str:
    """Draw the position with characters; no trailing newline.

    In each tile stand its three symbols in their corners and the number of its owner in the middle;
    every row of vertices begins with the name of the first one drawn. Raises `MalformedPosition` or
    `ImpossiblePosition` where the form is wrong.
    """
    scene = Scene.of(engine, position)
    drawn = rows_of_characters(scene) if scene.tiles else ["(the table is empty)"]
    return "\n".join((*drawn, "", *captions(scene)))


def svg(engine: Engine[Any], position: Json, last: Action | None = None) -> str:
    """Draw the position as one SVG element that needs nothing else; `last` marks the last action.

    Raises `MalformedPosition` or `ImpossiblePosition` where the form is wrong.
    """
    return "\n".join(Picture(Scene.of(engine, position), last).elements())


# ------------------------------------------------------------------------------------ what is seen


@frozen
class Scene:
    """A position with what the clauses say of it."""

    rules: Rules
    position: Position

    @classmethod
    def of(cls, engine: Engine[Any], position: Json) -> Scene:
        """Read a position of an engine."""
        params = {name: value for name, value in engine.params.items() if value is not None}
        rules = Rules(options_from(Parameters, params), options_from(Rulings, engine.rulings))
        return cls(rules, notation.read(rules, position))

    @cached_property
    def tiles(self) -> dict[Cell, tuple[int, str]]:
        """For each cell with a tile: the number of its owner, from 0, and the symbols as they lie."""
        cells = self.position.window.cells
        return {
            cell: (player, notation.way_of(self.rules, shown))
            for player, own in enumerate(self.position.owner)
            for cell, lies, shown in zip(cells, own, self.position.symbols, strict=True)
            if lies
        }

    @cached_property
    def free(self) -> tuple[Cell, ...]:
        """The empty cells beside tiles; the first cell where there are none."""
        window = self.position.window
        laid = {window.number[cell] for cell in self.tiles}
        beside = {other for cell in laid for other, _ in window.around[cell]} - laid
        return tuple(window.cells[cell] for cell in sorted(beside)) or (FIRST,)

    @cached_property
    def unlaid(self) -> tuple[int, ...]:
        """For each player the tiles not laid."""
        return minus_one_point_for_each_own_tile_not_laid(self.rules, self.position)

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """For each player the score as it stands."""
        return tuple(
            taken - left for taken, left in zip(self.position.captured, self.unlaid, strict=True)
        )

    @cached_property
    def turn(self) -> str | None:
        """The player to move; None when the game is over."""
        turns = zip(self.rules.players, self.position.turn, strict=True)
        return next((player for player, own in turns if own), None)

    @cached_property
    def winners(self) -> tuple[str, ...]:
        """The winners, once the game is over."""
        over = none_of(self.position.turn)
        wins = the_highest_total_wins(self.rules, self.position.captured, self.unlaid, over)
        return tuple(player for player, won in zip(self.rules.players, wins, strict=True) if won)

    @cached_property
    def status(self) -> str:
        """Whose turn it is, or how the game ended."""
        passes = self.position.passes.index(True)
        after = f" after {passes} pass{'es' * (passes > 1)}" if passes else ""
        if self.turn is not None:
            return f"{self.turn} to move{after}"
        return f"over{after}, {' and '.join(self.winners)} {'wins' if len(self.winners) == 1 else 'win'}"


# -------------------------------------------------------------------------------------- characters

WIDE, HIGH = 8, 4
"""Columns from one vertex to the next in its row, and lines from one row to the next."""
UPWARDS, DOWNWARDS = "╱", "╲"  # noqa: RUF001 - box drawing


def rows_of_characters(scene: Scene) -> Iterator[str]:
    """Give the lines of the table from top to bottom."""
    signs = characters(scene)
    names = first_vertices(scene)
    left = min(column for _, column in signs)
    right = max(column for _, column in signs)
    margin = max(map(len, names.values()))
    for line in range(min(line for line, _ in signs), max(line for line, _ in signs) + 1):
        drawn = "".join(signs.get((line, column), " ") for column in range(left, right + 1))
        yield f"{names.get(line, ''):>{margin}}  {drawn}".rstrip()


def place_of(vertex: Vertex) -> tuple[int, int]:
    """Find the line and the column of a vertex."""
    q, r = vertex
    return -HIGH * r, WIDE * q + WIDE // 2 * r


def first_vertices(scene: Scene) -> dict[int, str]:
    """Name, for each line with vertices, the first of them that is drawn."""
    vertices = {corner for cell in scene.tiles for corner in corners_of(cell)}
    ascending = sorted(vertices, reverse=True)
    return {place_of((q, r))[0]: f"{q},{r}" for q, r in ascending}


def characters(scene: Scene) -> dict[tuple[int, int], str]:
    """Place every sign: (line, column) -> character."""
    signs: dict[tuple[int, int], str] = {}
    for cell, (player, way) in scene.tiles.items():
        corners = [place_of(corner) for corner in corners_of(cell)]
        up = cell[0] == "u"
        (line, column), rise = (corners[0], -1) if up else (corners[2], 1)
        for step in range(1, WIDE):
            signs[line, column + step] = "─"
        for step in range(1, HIGH):
            signs[line + rise * step, column + step] = UPWARDS if up else DOWNWARDS
            signs[line + rise * step, column + WIDE - step] = DOWNWARDS if up else UPWARDS
        signs.update(dict.fromkeys(corners, "·"))
        inside = ((1, 2), (1, 6), (3, 4)) if up else ((3, 4), (1, 6), (1, 2))
        for (step, shift), symbol in zip(inside, way, strict=True):
            signs[line + rise * step, column + shift] = symbol
        number = f"{player + 1:^3}"
        for shift, sign in enumerate(number, 3):
            signs[line + rise * 2, column + shift] = sign
    return signs


def captions(scene: Scene) -> tuple[str, str]:
    """Say how the game stands, and what the signs mean."""
    standing = "   ".join(
        f"{player} {score} ({taken} captured, {left} left)"
        for player, score, taken, left in zip(
            scene.rules.players, scene.scores, scene.position.captured, scene.unlaid, strict=True
        )
    )
    symbols = " ".join(scene.rules.symbols)
    return (
        f"{standing}   {scene.status}",
        f"{symbols} symbols in the corners   1 ... {len(scene.rules.players)} owner of the tile",
    )


# ------------------------------------------------------------------------------------------ picture

UNIT = 92.0
"""Length of an edge, in units of the picture."""
RIM = 26.0
"""From the outermost vertices to the edge of the picture."""
ENTRY = 132.0
"""Width of one entry under the table."""
FOOT = 54.0
"""Height of the entries under the table."""
CHIP = 0.22
"""From a corner to the middle of its symbol, as a part of the way to the middle of the tile."""
PALETTE = (
    ("#cf3a2b", "#e5533f"),
    ("#1769aa", "#3f95dd"),
    ("#9a7500", "#e9c43a"),
    ("#0b8f74", "#21b392"),
)
"""Colours of the first players, on light and on dark."""

STYLE = """
.rw-dreieck { --ground: #fbfaf7; --free: #e9e4d8; --ink: #22231f; --faint: #857f71; --mark: #8b3fd1;
  --paper: #ffffff; --letter: #22231f; --on-tile: #ffffff;
  font-family: system-ui, sans-serif; font-size: 13px; }
@media (prefers-color-scheme: dark) {
.rw-dreieck { --ground: #17181b; --free: #24262b; --ink: #f2efe6; --faint: #8e8c84; --mark: #cf9bff;
  --paper: #f6f3ea; --letter: #17181b; --on-tile: #101113; }
}
.rw-dreieck .ground { fill: var(--ground); }
.rw-dreieck .free { fill: var(--free); stroke: var(--ground); stroke-width: 3; stroke-linejoin: round; }
.rw-dreieck .tile { stroke: var(--ground); stroke-width: 3; stroke-linejoin: round; }
.rw-dreieck .last { fill: none; stroke: var(--mark); stroke-width: 6; stroke-linejoin: round; }
.rw-dreieck .chip { fill: var(--paper); }
.rw-dreieck .symbol { fill: var(--letter); font-weight: 700; font-size: 14px; text-anchor: middle; }
.rw-dreieck .owner { fill: var(--on-tile); font-weight: 700; font-size: 15px; text-anchor: middle; }
.rw-dreieck .cell { fill: var(--faint); font-size: 11px; text-anchor: middle; }
.rw-dreieck .standing { fill: var(--ink); font-weight: 600; font-size: 15px; }
.rw-dreieck .small { fill: var(--faint); font-size: 11px; }
.rw-dreieck .sign { fill: var(--mark); font-weight: 600; }
""".strip()


def colours(player: int) -> tuple[str, str]:
    """Choose the colour of a player on light and on dark; beyond the palette all round the wheel."""
    if player < len(PALETTE):
        return PALETTE[player]
    hue = round(player * 137.508) % 360
    return f"hsl({hue} 60% 38%)", f"hsl({hue} 60% 52%)"


def number(value: float) -> str:
    """Write a coordinate, rounded to a tenth."""
    return f"{round(value, 1) + 0.0:g}"


@frozen
class Picture:
    """A scene on its way to SVG: x to the right, y downwards, r upwards."""

    scene: Scene
    last: Action | None
    left: float = field(init=False)
    top: float = field(init=False)
    width: float = field(init=False)
    height: float = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Measure the cells that are drawn, and the entries under them."""
        places = [plane(corner) for cell in self.drawn for corner in corners_of(cell)]
        xs, ys = zip(*places, strict=True)
        entries = len(self.scene.rules.players) * ENTRY
        width = max(max(xs) - min(xs), entries) + 2 * RIM
        middle = (max(xs) + min(xs)) / 2
        object.__setattr__(self, "left", middle - width / 2)
        object.__setattr__(self, "top", min(ys) - RIM)
        object.__setattr__(self, "width", width)
        object.__setattr__(self, "height", max(ys) - min(ys) + 2 * RIM + FOOT)

    @property
    def drawn(self) -> tuple[Cell, ...]:
        """The cells that are drawn: tiles, and the free cells beside them."""
        return (*self.scene.tiles, *self.scene.free)

    def elements(self) -> Iterator[str]:
        """Give the lines of the SVG element."""
        size = f"{number(self.width)} {number(self.height)}"
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="rw-dreieck" viewBox="0 0 {size}" '
            f'width="{number(self.width)}" height="{number(self.height)}" role="img">'
        )
        yield f"<title>{escape(self.title())}</title>"
        yield f"<style>\n{STYLE}\n{self.style_of_players()}\n</style>"
        yield '<rect class="ground" width="100%" height="100%" rx="10"/>'
        for cell in self.scene.free:
            yield from self.free_cell(cell)
        for cell, (player, way) in self.scene.tiles.items():
            yield from self.tile(cell, player, way)
        yield from self.mark_of_last_action()
        yield from self.foot()
        yield "</svg>"

    def title(self) -> str:
        """Say in one sentence what the picture shows."""
        scene = self.scene
        scores = (
            f"{player} {score}"
            for player, score in zip(scene.rules.players, scene.scores, strict=True)
        )
        tiles = len(scene.tiles)
        return (
            f"Dreieck nimmt: {', '.join(scores)}; {scene.status}; "
            f"{tiles} tile{'s' * (tiles != 1)} on the table."
        )

    def style_of_players(self) -> str:
        """Define the colours of the players, on light and on dark."""
        players = [(f"player-{n}", *colours(n)) for n in range(len(self.scene.rules.players))]
        light = " ".join(
            f".rw-dreieck .{name} {{ fill: {on_light}; }}" for name, on_light, _ in players
        )
        dark = " ".join(
            f".rw-dreieck .{name} {{ fill: {on_dark}; }}" for name, _, on_dark in players
        )
        return f"{light}\n@media (prefers-color-scheme: dark) {{ {dark} }}"

    def point(self, vertex: Vertex) -> tuple[float, float]:
        """Map a vertex to the picture."""
        x, y = plane(vertex)
        return x - self.left, y - self.top

    def corners(self, cell: Cell) -> list[tuple[float, float]]:
        """Map the corners of a cell to the picture."""
        return [self.point(corner) for corner in corners_of(cell)]

    def points(self, cell: Cell) -> str:
        """Write the corners of a cell."""
        return " ".join(f"{number(x)},{number(y)}" for x, y in self.corners(cell))

    def middle(self, cell: Cell) -> tuple[float, float]:
        """Find the middle of a cell."""
        xs, ys = zip(*self.corners(cell), strict=True)
        return sum(xs) / 3, sum(ys) / 3

    def free_cell(self, cell: Cell) -> Iterator[str]:
        """Draw an empty cell beside tiles, with its name."""
        x, y = self.middle(cell)
        yield f'<polygon class="free" points="{self.points(cell)}"/>'
        yield label("cell", x, y, spell(cell))

    def tile(self, cell: Cell, player: int, way: str) -> Iterator[str]:
        """Draw a tile: its owner in the middle, a symbol in each corner."""
        x, y = self.middle(cell)
        name = self.scene.rules.players[player]
        yield (
            f'<polygon class="tile player-{player}" points="{self.points(cell)}">'
            f"<title>{spell(cell)}:{way} {name}</title></polygon>"
        )
        yield label("owner", x, y, str(player + 1))
        for (u, v), symbol in zip(self.corners(cell), way, strict=True):
            part = 1 - 2 * CHIP
            at = x + part * (u - x), y + part * (v - y)
            yield f'<circle class="chip" cx="{number(at[0])}" cy="{number(at[1])}" r="10"/>'
            yield label("symbol", *at, symbol)

    def mark_of_last_action(self) -> Iterator[str]:
        """Draw a line round the tile that was laid last."""
        laying = notation.laying_of(self.scene.rules, self.last or "")
        if laying is not None and laying.cell in self.scene.tiles:
            yield f'<polygon class="last" points="{self.points(laying.cell)}"/>'

    def foot(self) -> Iterator[str]:
        """List the players with score, captured tiles and tiles left."""
        scene = self.scene
        entries = len(scene.rules.players)
        begin = (self.width - entries * ENTRY) / 2
        top = self.height - FOOT
        for index, player in enumerate(scene.rules.players):
            x = begin + index * ENTRY
            corners = f"{number(x + 4)},{number(top + 28)} {number(x + 32)},{number(top + 28)} "
            corners += f"{number(x + 18)},{number(top + 4)}"
            yield f'<polygon class="player-{index}" points="{corners}"/>'
            yield label("owner", x + 18, top + 20, str(index + 1))
            state = "moves" if player == scene.turn else "wins" if player in scene.winners else ""
            sign = f' <tspan class="sign">{state}</tspan>' if state else ""
            yield written("standing", x + 38, top + 18, f"{scene.scores[index]}{sign}")
            beside = f"{scene.position.captured[index]} taken, {scene.unlaid[index]} left"
            yield written("small", x + 38, top + 34, beside)


def plane(vertex: Vertex) -> tuple[float, float]:
    """Map axial coordinates to the plane: all edges come out equally long."""
    q, r = vertex
    return UNIT * (q + r / 2), -UNIT * r * sqrt(3) / 2


def label(kind: str, x: float, y: float, words: str) -> str:
    """Write something centred at a point."""
    return f'<text class="{kind}" x="{number(x)}" y="{number(y)}" dy="0.36em">{words}</text>'


def written(kind: str, x: float, y: float, words: str) -> str:
    """Write something that begins at a point."""
    return f'<text class="{kind}" x="{number(x)}" y="{number(y)}">{words}</text>'
