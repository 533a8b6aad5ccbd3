"""Nonaga, drawn: a position as characters for a terminal, and as a picture in SVG.

Both are made from the JSON form of a position. The part of the board that is drawn is the window of
the rules, so strips without discs that are wider than three columns or rows come out narrower.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import sqrt
from typing import Any

from attrs import field, frozen

from rulewright.interface import Action, Engine, ImpossiblePosition, Json
from rulewright.spec.drawing import (
    Drawing,
    Frame,
    Marks,
    Point,
    centred,
    circle,
    cross,
    head,
    options_of,
    path,
    smooth,
    towards,
    written,
)
from rulewright.spec.nonaga import notation
from rulewright.spec.nonaga.board import MARGIN, NEIGHBOURS, Cell, Window, spell
from rulewright.spec.nonaga.facts import Rules
from rulewright.spec.nonaga.notation import State
from rulewright.spec.nonaga.options import COLOURS, Parameters, Rulings

# ------------------------------------------------------------------------------------ what is seen


@frozen
class Scene:
    """A position with what there is to say of it."""

    rules: Rules
    state: State
    winners: tuple[str, ...]

    @classmethod
    def of(cls, engine: Engine[Any], position: Json) -> Scene:
        """Read a position of an engine."""
        rules = Rules(*options_of(engine, Parameters, Rulings))
        state = notation.read(rules, position)
        try:
            winners = engine.winners(engine.from_json(position))
        except ImpossiblePosition:
            winners = ()
        return cls(rules, state, winners)

    @cached_property
    def window(self) -> Window:
        """The part of the board to draw."""
        pieces = (cell for own in self.state.pieces for cell in own)
        return notation.window_of(self.state, *pieces)

    @cached_property
    def owners(self) -> dict[Cell, str]:
        """The colour of the piece on each cell that carries one."""
        players = zip(self.rules.players, self.state.pieces, strict=True)
        return {cell: player for player, own in players for cell in own}

    def place(self, cell: Cell) -> tuple[float, float]:
        """Find column and row of a cell in the window, counted from its first disc."""
        column, row = divmod(self.window.number[cell], len(self.window.rows))
        return column - MARGIN, row - MARGIN

    @property
    def turn(self) -> str | None:
        """The player to move; None when the game is over."""
        return None if self.state.turn is None else self.rules.players[self.state.turn]

    @property
    def status(self) -> str:
        """What is to be done by whom, or how the game ended."""
        if self.turn is not None:
            return f"{self.turn} to move a {'disc' if self.state.disc_step else 'piece'}"
        return f"over, {self.winners[0]} wins" if self.winners else "over, nobody wins"

    @property
    def barred(self) -> str:
        """Which disc has just been relocated."""
        return (
            "" if self.state.barred is None else f"disc {spell(self.state.barred)} just relocated"
        )


# -------------------------------------------------------------------------------------- characters

PITCH = 4
"""Columns from one disc to the next in its row."""


def rows_of_characters(scene: Scene) -> Iterator[str]:
    """Give the rows of the field from top to bottom, with the name of the first disc of each.

    A free disc is ``( )``, one with a piece ``(R)`` or ``(B)``, the barred one ``[ ]``.
    """
    rows: dict[int, dict[int, Cell]] = {}
    for cell in scene.state.discs:
        column, row = map(int, scene.place(cell))
        rows.setdefault(row, {})[PITCH * column + PITCH // 2 * row] = cell
    left = min(min(columns) for columns in rows.values())
    labels = {row: spell(columns[min(columns)]) for row, columns in rows.items()}
    margin = max(map(len, labels.values()))
    for row in range(max(rows) + 1):
        line = ""
        for column, cell in sorted(rows.get(row, {}).items()):
            line = line.ljust(column - left) + sign(scene, cell)
        yield f"{labels.get(row, ''):>{margin}}  {line}".rstrip()


def sign(scene: Scene, cell: Cell) -> str:
    """Draw a disc and what it carries."""
    owner = scene.owners.get(cell)
    piece = owner[0].upper() if owner else " "
    return f"[{piece}]" if cell == scene.state.barred else f"({piece})"


def captions(scene: Scene) -> tuple[str, str]:
    """Say how the game stands, and what the signs mean."""
    standing = scene.status + (f"   {scene.barred}" if scene.barred else "")
    return standing, "( ) disc   (R) (B) piece   [ ] disc just relocated"


# ------------------------------------------------------------------------------------------ picture

UNIT = 54.0
"""Distance of the centres of touching discs, in units of the picture."""
RIM = 36.0
"""From the outermost centres to the edge of the picture, in addition to a disc."""
FOOT = 54.0
"""Height of the entries under the field."""
DISC = 0.485
PIECE = 0.3
"""Radius of a disc, and of a piece, as parts of `UNIT`."""
NARROWEST = 300.0
"""Least width of the picture: two entries fit side by side."""

STYLE = """
.rw-nonaga { --ground: #f3f0e8; --disc: #ffffff; --edge: #8d887b; --name: #77736a; --red: #cf3a2b;
  --black: #2b2b2e; --on-piece: #ffffff; --ring: #ffffff; --track: #8b3fd1; }
@media (prefers-color-scheme: dark) {
.rw-nonaga { --ground: #17181b; --disc: #d9d4c7; --edge: #8d887b; --name: #5f5b51; --red: #d8402f;
  --black: #1c1c20; --on-piece: #ffffff; --ring: #f7f4ea; --track: #9a45e0; }
}
.rw-nonaga .disc { fill: var(--disc); stroke: var(--edge); stroke-width: 1.6; }
.rw-nonaga .name { fill: var(--name); font-size: 11px; text-anchor: middle; }
.rw-nonaga .piece { stroke: var(--ring); stroke-width: 1.5; }
.rw-nonaga .piece.red { fill: var(--red); } .rw-nonaga .piece.black { fill: var(--black); }
.rw-nonaga .initial { fill: var(--on-piece); font-weight: 700; font-size: 15px; text-anchor: middle; }
.rw-nonaga .barred { fill: none; stroke: var(--track); stroke-width: 2.6; stroke-dasharray: 5 4; }
.rw-nonaga .left { fill: none; stroke: var(--mark); stroke-width: 1.8; stroke-dasharray: 2 4; }
.rw-nonaga .last { stroke: var(--track); stroke-width: 3.4; }
.rw-nonaga .way { fill: none; stroke: var(--mark); stroke-width: 3.2; stroke-dasharray: 1 7;
  stroke-linecap: round; stroke-linejoin: round; }
.rw-nonaga .tip { stroke-dasharray: none; stroke-width: 3.4; }
.rw-nonaga .option { stroke-width: 2.6; }
.rw-nonaga .origin { stroke-width: 2; stroke-dasharray: 3 4; }
.rw-nonaga .sign { font-size: 11px; }
""".strip()


@frozen
class Picture:
    """A scene on its way to SVG: x to the right, y downwards."""

    scene: Scene
    marks: Marks
    centres: dict[Cell, tuple[float, float]] = field(init=False, repr=False)
    """Of every cell of the window, the origin anywhere."""
    corner: tuple[float, float] = field(init=False)
    width: float = field(init=False)
    height: float = field(init=False)

    @centres.default
    def _laid_out(self) -> dict[Cell, tuple[float, float]]:
        places = {cell: self.scene.place(cell) for cell in self.scene.window.cells}
        return {
            cell: (UNIT * (column + row / 2), UNIT * row * sqrt(3) / 2)
            for cell, (column, row) in places.items()
        }

    @corner.default
    def _top_left(self) -> tuple[float, float]:
        columns, rows = zip(*self._drawn(), strict=True)
        slack = max(0.0, NARROWEST - (max(columns) - min(columns) + UNIT + RIM)) / 2
        return min(columns) - (UNIT + RIM) / 2 - slack, min(rows) - (UNIT + RIM) / 2

    @width.default
    def _wide_enough(self) -> float:
        columns = [x for x, _ in self._drawn()]
        return max(NARROWEST, max(columns) - min(columns) + UNIT + RIM)

    @height.default
    def _field_and_foot(self) -> float:
        rows = [y for _, y in self._drawn()]
        return max(rows) - min(rows) + UNIT + RIM + FOOT

    def _drawn(self) -> list[Point]:
        cells = {*self.scene.state.discs, *self.scene.owners, *(self.step or ()), *self.track}
        for action in (*self.marks.legal, self.marks.forbidden):
            cells.update(self.read(action) or ())
        return [self.centres[cell] for cell in cells]

    def read(self, action: Action | None) -> tuple[Cell, Cell] | None:
        """Find the cells of an action, if both are in the window."""
        step = notation.read_step(action) if action else None
        inside = self.scene.window.number
        return step if step and step[0] in inside and step[1] in inside else None

    @property
    def step(self) -> tuple[Cell, Cell] | None:
        """The cells of the last action, if both are in the window."""
        return self.read(self.marks.last)

    @property
    def track(self) -> tuple[Cell, ...]:
        """The way round the field of the disc that was moved last, if there is one in the window.

        It slides from vacant cell to vacant cell where not both cells beside the way hold a disc;
        the shortest such way is drawn. Rules are asked of the clauses, not of this.
        """
        if self.step is None or self.step[0] in self.scene.state.discs:
            return ()
        origin, target = self.step
        discs = {*self.scene.state.discs} - {target}
        ways: dict[Cell, tuple[Cell, ...]] = {origin: (origin,)}
        waiting = [origin]
        for cell in waiting:
            beside = neighbours(cell)
            for index, other in enumerate(beside):
                sides = {beside[index - 1], beside[(index + 1) % len(beside)]}
                free = other in self.scene.window.number and other not in discs
                if free and other not in ways and not sides <= discs:
                    ways[other] = (*ways[cell], other)
                    waiting.append(other)
        return ways.get(target, ())

    def elements(self) -> Iterator[str]:
        """Give the lines of the SVG element."""
        frame = Frame("nonaga", self.width, self.height, self.title(), STYLE)
        yield from frame.around(self.inside())

    def inside(self) -> Iterator[str]:
        """Give what stands in the frame, from bottom to top."""
        yield from self.discs()
        yield from self.mark_of_last_action()
        yield from self.pieces()
        yield from self.legal_steps()
        yield from self.forbidden_step()
        yield from self.foot()

    def title(self) -> str:
        """Say in one sentence what the picture shows."""
        scene = self.scene
        barred = f"; {scene.barred}" if scene.barred else ""
        return f"Nonaga, {len(scene.state.discs)} discs: {scene.status}{barred}."

    def point(self, cell: Cell) -> tuple[float, float]:
        """Find the centre of a cell in the picture."""
        (x, y), (left, top) = self.centres[cell], self.corner
        return x - left, y - top

    def circle(self, cell: Cell, kind: str, radius: float, name: str = "") -> str:
        """Draw a circle around the centre of a cell; the radius is a part of `UNIT`."""
        return circle(kind, self.point(cell), radius * UNIT, name)

    def discs(self) -> Iterator[str]:
        """Draw the discs; a free one shows its name."""
        scene = self.scene
        for cell in scene.state.discs:
            yield self.circle(cell, "disc", DISC, spell(cell))
            if cell == scene.state.barred:
                yield self.circle(cell, "barred", DISC - 0.06)
            if cell not in scene.owners:
                yield centred("name", self.point(cell), spell(cell))

    def pieces(self) -> Iterator[str]:
        """Draw the pieces with the initials of their players."""
        for cell, player in sorted(self.scene.owners.items()):
            yield self.circle(cell, f"piece {player}", PIECE, f"{player} {spell(cell)}")
            yield letter(self.point(cell), player)

    def mark_of_last_action(self) -> Iterator[str]:
        """Draw the way of a disc, and where it was taken off; or an arrow for the slide of a piece."""
        if self.step is None:
            return
        origin, target = self.step
        if origin in self.scene.state.discs:
            yield from self.arrow("last", (origin, target), 0.1, PIECE + 0.04)
            return
        yield self.circle(origin, "left", DISC)
        yield from self.arrow("way", self.track or (origin, target), 0.0, DISC + 0.02)

    def arrow(self, kind: str, cells: Sequence[Cell], after: float, short: float) -> Iterator[str]:
        """Draw an arrow along some cells; it begins `after`, and ends `short` of, their centres."""
        points = [self.point(cell) for cell in cells]
        (right, down), _ = towards(points[0], points[1])
        points[0] = points[0][0] + after * UNIT * right, points[0][1] + after * UNIT * down
        (right, down), _ = towards(points[-2], points[-1])
        points[-1] = points[-1][0] - short * UNIT * right, points[-1][1] - short * UNIT * down
        yield f'<path class="{kind}" d="{smooth(points)}"/>'
        yield f'<path class="{kind} tip" d="{head(points[-2], points[-1])}"/>'

    def legal_steps(self) -> Iterator[str]:
        """Ring the cells where something may go, and what may go there."""
        steps = [step for action in self.marks.legal if (step := self.read(action))]
        radius = DISC - 0.05 if self.scene.state.disc_step else PIECE + 0.07
        for origin in sorted({origin for origin, _ in steps}):
            yield self.circle(origin, "option origin", radius)
        for target in sorted({target for _, target in steps}):
            yield self.circle(target, "option", DISC - 0.05)
            yield self.circle(target, "option-dot", 0.11, f"to {spell(target)}")

    def forbidden_step(self) -> Iterator[str]:
        """Draw a broken arrow, crossed out at its end."""
        step = self.read(self.marks.forbidden)
        if step is None:
            return
        origin, target = step
        yield self.circle(origin, "refused", DISC - 0.04)
        if origin != target:
            yield f'<path class="refused" d="{path(map(self.point, step))}"/>'
        yield from cross(self.point(target))

    def foot(self) -> Iterator[str]:
        """List the players, what is to be done, and who has won."""
        scene = self.scene
        y = self.height - FOOT + 18
        for index, player in enumerate(COLOURS):
            x = self.width / 2 + (index - 1) * NARROWEST / 2 + 40
            yield circle(f"piece {player}", (x, y), PIECE * UNIT * 0.8)
            yield letter((x, y), player)
            said = ""
            if player == scene.turn:
                said = f"moves a {'disc' if scene.state.disc_step else 'piece'}"
            elif player in scene.winners:
                said = "wins"
            yield written("standing", (x + 20, y + 1), player)
            yield written("small sign", (x + 20, y + 16), said)


def letter(at: Point, player: str) -> str:
    """Write a player's initial, centred."""
    return centred("initial", at, player[0].upper())


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """List the cells around a cell, in their order round it."""
    q, r = cell
    return tuple((q + x, r + y) for x, y in NEIGHBOURS)


DRAWING = Drawing(Scene.of, rows_of_characters, captions, Picture)
