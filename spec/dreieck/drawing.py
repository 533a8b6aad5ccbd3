"""Dreieck nimmt, drawn: a position as characters for a terminal, and as a picture in SVG.

Both are made from the JSON form of a position, with r upwards, so that what the page calls up and
counter-clockwise looks so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from math import sqrt
from typing import Any

from attrs import frozen

from rulewright.interface import Engine, Json
from rulewright.spec import svg
from rulewright.spec.drawing import (
    Canvas,
    Drawing,
    labelled,
    options_of,
    sign_of,
    status,
    the_one,
    the_ones,
)
from rulewright.spec.dreieck import notation
from rulewright.spec.dreieck.board import FIRST, Cell, Vertex, corners_of, spell
from rulewright.spec.dreieck.clauses import (
    minus_one_point_for_each_own_tile_not_laid,
    the_highest_total_wins,
)
from rulewright.spec.dreieck.emojis import EMOJIS
from rulewright.spec.dreieck.facts import Position, Rules
from rulewright.spec.dreieck.options import Parameters, Rulings
from rulewright.spec.logic import none_of
from rulewright.spec.svg import Point, number

# ------------------------------------------------------------------------------------ what is seen


@frozen
class Scene:
    """A position with what the clauses say of it."""

    rules: Rules
    position: Position

    @classmethod
    def of(cls, engine: Engine[Any], position: Json) -> Scene:
        """Read a position of an engine."""
        rules = Rules(*options_of(engine, Parameters, Rulings))
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
        return the_one(self.rules.players, self.position.turn)

    @cached_property
    def winners(self) -> tuple[str, ...]:
        """The winners, once the game is over."""
        over = none_of(self.position.turn)
        wins = the_highest_total_wins(self.rules, self.position.captured, self.unlaid, over)
        return the_ones(self.rules.players, wins)

    @cached_property
    def status(self) -> str:
        """Whose turn it is, or how the game ended."""
        passes = self.position.passes.index(True)
        after = f" after {passes} pass{'es' * (passes > 1)}" if passes else ""
        standing = status(self.turn, self.winners, f"to move{after}")
        return standing if self.turn else standing.replace("over", f"over{after}", 1)


# -------------------------------------------------------------------------------------- characters

WIDE, HIGH = 8, 4
"""Columns from one vertex to the next in its row, and lines from one row to the next."""
UPWARDS, DOWNWARDS = "╱", "╲"  # noqa: RUF001 - box drawing


def rows_of_characters(scene: Scene) -> Iterator[str]:
    """Give the lines of the table from top to bottom, with the name of the first vertex of each row.

    In each tile stand its three symbols in their corners and the number of its owner in the middle.
    """
    if not scene.tiles:
        yield "(the table is empty)"
        return
    yield from labelled(characters(scene), first_vertices(scene))


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
FOOT = 80.0
"""Height of the entries under the table."""
CHIP = 0.24
"""From a corner to the middle of its symbol, as a part of the way to the middle of the tile."""
PALETTE = (
    ("#cf3a2b", "#e5533f"),
    ("#1769aa", "#3f95dd"),
    ("#9a7500", "#e9c43a"),
    ("#0b8f74", "#21b392"),
)
"""Colours of the first players, on light and on dark."""

STYLE = """
.rw-dreieck { --free: #ece7db; --cell: #7d7768; --paper: #ffffff; --letter: #22231f;
  --on-tile: #ffffff; --line: #5a5548; }
@media (prefers-color-scheme: dark) {
.rw-dreieck { --free: #26282d; --cell: #8f8d85; --paper: #faf7ee; --letter: #17181b;
  --on-tile: #101113; --line: #5a5548; }
}
.rw-dreieck .free { fill: var(--free); stroke: var(--ground); stroke-width: 3; stroke-linejoin: round; }
.rw-dreieck .tile { stroke: var(--ground); stroke-width: 3; stroke-linejoin: round; }
.rw-dreieck .last { stroke-width: 6; }
.rw-dreieck .chip { fill: var(--paper); }
.rw-dreieck .emoji { stroke: var(--line); stroke-width: 0.8; stroke-linejoin: round; }
.rw-dreieck .symbol { fill: var(--letter); font-weight: 700; font-size: 14px; text-anchor: middle; }
.rw-dreieck .owner { fill: var(--on-tile); font-weight: 700; font-size: 15px; text-anchor: middle; }
.rw-dreieck .cell { fill: var(--cell); font-size: 11px; text-anchor: middle; }
.rw-dreieck .standing { font-size: 15px; }
.rw-dreieck .taken { fill-opacity: 0.28; stroke: var(--mark); stroke-width: 3; stroke-dasharray: 6 5;
  stroke-linejoin: round; }
.rw-dreieck .taken-sign { fill: var(--ink); font-size: 11px; font-weight: 600; text-anchor: middle; }
.rw-dreieck .option { stroke-width: 3; }
.rw-dreieck .tried { fill-opacity: 0.5; }
.rw-dreieck .small.legend { text-anchor: start; }
""".strip()


def colours(player: int) -> tuple[str, str]:
    """Choose the colour of a player on light and on dark; beyond the palette all round the wheel."""
    if player < len(PALETTE):
        return PALETTE[player]
    hue = round(player * 137.508) % 360
    return f"hsl({hue} 60% 38%)", f"hsl({hue} 60% 52%)"


@frozen
class Picture(Canvas[Scene]):
    """A scene with its marks, to be drawn: r upwards."""

    @cached_property
    def box(self) -> tuple[Point, Point]:
        """The top left corner, and width and height of the cells that are drawn and the foot."""
        places = [plane(corner) for cell in self.drawn for corner in corners_of(cell)]
        xs, ys = zip(*places, strict=True)
        width = max(max(xs) - min(xs), len(self.scene.rules.players) * ENTRY) + 2 * RIM
        left, top = (max(xs) + min(xs)) / 2 - width / 2, min(ys) - RIM
        return (left, top), (width, max(ys) - min(ys) + 2 * RIM + FOOT)

    @property
    def size(self) -> Point:
        """Width and height."""
        return self.box[1]

    @property
    def drawn(self) -> tuple[Cell, ...]:
        """The cells that are drawn: tiles, the free cells beside them, and those that marks need."""
        tried = (self.tried.cell,) if self.tried else ()
        return (*self.scene.tiles, *self.scene.free, *self.taken, *tried)

    @property
    def tried(self) -> notation.Laying | None:
        """The laying that is forbidden, if it is one and not far away."""
        laying = notation.laying_of(self.scene.rules, self.marks.forbidden or "")
        near = (*self.scene.tiles, *self.scene.free)
        return laying if laying and any(touch(laying.cell, cell) for cell in near) else None

    @cached_property
    def taken(self) -> dict[Cell, tuple[int, str]]:
        """The tiles that the last action captured."""
        if self.marks.before is None:
            return {}
        earlier = Scene(self.scene.rules, notation.read(self.scene.rules, self.marks.before))
        return {cell: tile for cell, tile in earlier.tiles.items() if cell not in self.scene.tiles}

    def corners(self, cell: Cell) -> list[Point]:
        """Map the corners of a cell to the picture."""
        (left, top), _ = self.box
        return [(x - left, y - top) for x, y in map(plane, corners_of(cell))]

    def middle(self, cell: Cell) -> Point:
        """Return the middle of a cell."""
        return svg.middle(self.corners(cell))

    def polygon(self, kind: str, cell: Cell, name: str = "") -> str:
        """Draw a cell."""
        return svg.polygon(kind, self.corners(cell), name)

    def tile(self, cell: Cell, player: int, way: str, kind: str = "tile") -> Iterator[str]:
        """Draw a tile: its owner in the middle, an emoji in each corner."""
        name, middle = self.scene.rules.players[player], self.middle(cell)
        yield self.polygon(f"{kind} player-{player}", cell, f"{spell(cell)}:{way} {name}")
        yield svg.centred("owner", middle, str(player + 1))
        for corner, symbol in zip(self.corners(cell), way, strict=True):
            yield from emoji(svg.between(middle, corner, 1 - 2 * CHIP), symbol)


def title(scene: Scene) -> str:
    """Say in one sentence what the picture shows."""
    standing = zip(scene.rules.players, scene.scores, strict=True)
    scores = ", ".join(f"{player} {score}" for player, score in standing)
    tiles = len(scene.tiles)
    on_table = f"{tiles} tile{'s' * (tiles != 1)} on the table"
    return f"Dreieck nimmt: {scores}; {scene.status}; {on_table}."


def style(scene: Scene) -> str:
    """Add the colours of the players, on light and on dark, to the style."""
    light, dark = (
        " ".join(
            f".rw-dreieck .player-{n} {{ fill: {colour}; }}" for n, colour in enumerate(chosen)
        )
        for chosen in zip(*map(colours, range(len(scene.rules.players))), strict=True)
    )
    return f"{STYLE}\n{light}\n@media (prefers-color-scheme: dark) {{ {dark} }}"


def free_cells(picture: Picture) -> Iterator[str]:
    """Draw the empty cells beside tiles, with their names."""
    for cell in picture.scene.free:
        yield picture.polygon("free", cell)
        if cell not in picture.taken:
            yield svg.centred("cell", picture.middle(cell), spell(cell))


def captured_region(picture: Picture) -> Iterator[str]:
    """Draw faintly what the last action captured."""
    for cell, (player, way) in picture.taken.items():
        name = f"{spell(cell)}:{way} {picture.scene.rules.players[player]}, captured"
        yield picture.polygon(f"taken player-{player}", cell, name)
        yield svg.centred("taken-sign", picture.middle(cell), "taken")


def tiles(picture: Picture) -> Iterator[str]:
    """Draw the tiles on the table."""
    for cell, (player, way) in picture.scene.tiles.items():
        yield from picture.tile(cell, player, way)


def legal_layings(picture: Picture) -> Iterator[str]:
    """Frame the cells where a tile can be laid, and count the ways."""
    layings = (notation.laying_of(picture.scene.rules, action) for action in picture.marks.legal)
    ways = Counter(laying.cell for laying in layings if laying)
    for cell, count in sorted(ways.items()):
        if cell in picture.drawn:
            x, y = middle = picture.middle(cell)
            inner = (svg.between(middle, corner, 0.8) for corner in picture.corners(cell))
            yield svg.polygon("option", inner)
            side = 13 if cell[0] == "u" else -13
            yield svg.centred("option-name", (x, y + side), f"{count} way{'s' * (count != 1)}")


def last_laying(picture: Picture) -> Iterator[str]:
    """Draw a line round the tile that was laid last."""
    laying = notation.laying_of(picture.scene.rules, picture.marks.last or "")
    if laying is not None and laying.cell in picture.scene.tiles:
        yield picture.polygon("last", laying.cell)


def forbidden_laying(picture: Picture) -> Iterator[str]:
    """Draw faintly the tile that must not be laid, crossed out."""
    scene, tried = picture.scene, picture.tried
    if tried is not None and scene.turn is not None:
        player = scene.rules.players.index(scene.turn)
        yield from picture.tile(tried.cell, player, tried.way, "tile tried")
        yield picture.polygon("refused", tried.cell)
        yield from svg.cross(picture.middle(tried.cell), 10)


def foot(picture: Picture) -> Iterator[str]:
    """List the players with score, captured tiles and tiles left."""
    scene, (width, height) = picture.scene, picture.size
    begin, top = (width - len(scene.rules.players) * ENTRY) / 2, height - FOOT
    for index, player in enumerate(scene.rules.players):
        x = begin + index * ENTRY
        tile = [(x + 4, top + 28), (x + 32, top + 28), (x + 18, top + 4)]
        yield svg.polygon(f"player-{index}", tile)
        yield svg.centred("owner", (x + 18, top + 20), str(index + 1))
        sign, score = sign_of(player, scene.turn, scene.winners), str(scene.scores[index])
        said = f"{scene.position.captured[index]} taken, {scene.unlaid[index]} left"
        yield from svg.entry((x + 38, top + 18), score, said, sign)


def legend(picture: Picture) -> Iterator[str]:
    """Name the emojis by their letters; say that passing is forbidden, if that is marked."""
    width, height = picture.size
    shown = [symbol for symbol in picture.scene.rules.symbols if symbol in EMOJIS]
    x, y = width / 2 - 22.0 * len(shown), height - FOOT + 60
    for index, symbol in enumerate(shown):
        yield from emoji((x + 44 * index + 10, y), symbol)
        yield svg.written("small legend", (x + 44 * index + 25, y + 4), symbol)
    if picture.marks.forbidden == notation.PASS:
        yield svg.centred("taken-sign", (width / 2, height - FOOT - 8), "passing is forbidden")


def emoji(at: Point, symbol: str) -> Iterator[str]:
    """Draw a symbol on a white chip; the letter itself where no emoji stands for it."""
    x, y = map(number, at)
    yield svg.circle("chip", at, 11)
    if symbol in EMOJIS:
        yield f'<g class="emoji" transform="translate({x} {y})">{EMOJIS[symbol]}</g>'
    else:
        yield svg.centred("symbol", at, symbol)


def touch(one: Cell, other: Cell) -> bool:
    """Return whether two cells have a corner in common."""
    return not {*corners_of(one)}.isdisjoint(corners_of(other))


def plane(vertex: Vertex) -> Point:
    """Map axial coordinates to the plane: all edges come out equally long."""
    q, r = vertex
    return UNIT * (q + r / 2), -UNIT * r * sqrt(3) / 2


DRAWING = Drawing(
    "dreieck",
    Scene.of,
    rows_of_characters,
    captions,
    title,
    style,
    Picture,
    (
        free_cells,
        captured_region,
        tiles,
        legal_layings,
        last_laying,
        forbidden_laying,
        foot,
        legend,
    ),
)
