"""Nonaga, drawn: a position as characters for a terminal, and as a picture in SVG.

Both are made from the JSON form of a position. The part of the board that is drawn is the window of
the rules, so strips without discs that are wider than three columns or rows come out narrower.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import sqrt
from typing import Any

from attrs import frozen

from rulewright.interface import Action, Engine, ImpossiblePosition, Json
from rulewright.spec import svg
from rulewright.spec.drawing import Canvas, Drawing, labelled, options_of, sign_of, status
from rulewright.spec.nonaga import notation
from rulewright.spec.nonaga.board import MARGIN, NEIGHBOURS, Cell, Window, spell
from rulewright.spec.nonaga.facts import Rules
from rulewright.spec.nonaga.notation import State
from rulewright.spec.nonaga.options import COLOURS, Parameters, Rulings
from rulewright.spec.svg import Point

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

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the column and the row of a cell in the window, counted from its first disc."""
        column, row = divmod(self.window.number[cell], len(self.window.rows))
        return column - MARGIN, row - MARGIN

    @property
    def turn(self) -> str | None:
        """The player to move; None when the game is over."""
        return None if self.state.turn is None else self.rules.players[self.state.turn]

    @property
    def step(self) -> str:
        """What is to be moved."""
        return "disc" if self.state.disc_step else "piece"

    @property
    def standing(self) -> tuple[str, ...]:
        """What is to be done by whom, or how the game ended; which disc has just been relocated."""
        barred = self.state.barred
        relocated = () if barred is None else (f"disc {spell(barred)} just relocated",)
        task, untold = f"to move a {self.step}", "the position does not say who has won"
        return status(self.turn, self.winners, task, untold), *relocated


# -------------------------------------------------------------------------------------- characters

PITCH = 4
"""Columns from one disc to the next in its row."""


def rows_of_characters(scene: Scene) -> Iterator[str]:
    """Yield the rows of the field from top to bottom, with the name of the first disc of each.

    A free disc is ``( )``, one with a piece ``(R)`` or ``(B)``, the barred one ``[ ]``.
    """
    signs: dict[tuple[int, int], str] = {}
    labels: dict[int, str] = {}
    for (column, row), cell in sorted((scene.place(cell), cell) for cell in scene.state.discs):
        labels.setdefault(row, spell(cell))
        piece = scene.owners.get(cell, " ")[0].upper()
        shown = f"[{piece}]" if cell == scene.state.barred else f"({piece})"
        left = PITCH * column + PITCH // 2 * row
        signs |= {(row, left + at): character for at, character in enumerate(shown)}
    signs.setdefault((0, min(column for _, column in signs)), " ")
    return labelled(signs, labels)


def captions(scene: Scene) -> tuple[str, str]:
    """Say how the game stands, and what the signs mean."""
    return "   ".join(scene.standing), "( ) disc   (R) (B) piece   [ ] disc just relocated"


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
class Picture(Canvas[Scene]):
    """A scene with its marks, to be drawn."""

    @cached_property
    def centres(self) -> dict[Cell, Point]:
        """The centre of each cell of the window, the origin anywhere."""
        places = {cell: self.scene.place(cell) for cell in self.scene.window.cells}
        return {
            cell: (UNIT * (column + row / 2), UNIT * row * sqrt(3) / 2)
            for cell, (column, row) in places.items()
        }

    @cached_property
    def box(self) -> tuple[Point, Point]:
        """Where the cells that are drawn begin and end, with their rims; never narrower than a foot."""
        cells = {*self.scene.state.discs, *self.scene.owners, *(self.step or ()), *self.track}
        for action in (*self.marks.legal, self.marks.forbidden):
            cells.update(self.read(action) or ())
        xs, ys = zip(*map(self.centres.__getitem__, cells), strict=True)
        wide = max(xs) - min(xs) + UNIT + RIM
        slack = max(0.0, NARROWEST - wide) / 2
        corner = min(xs) - (UNIT + RIM) / 2 - slack, min(ys) - (UNIT + RIM) / 2
        return corner, (max(NARROWEST, wide), max(ys) - min(ys) + UNIT + RIM)

    @property
    def size(self) -> Point:
        """Width and height."""
        _, (width, height) = self.box
        return width, height + FOOT

    def point(self, cell: Cell) -> Point:
        """Return the centre of a cell in the picture."""
        (x, y), ((left, top), _) = self.centres[cell], self.box
        return x - left, y - top

    def circle(self, cell: Cell, kind: str, radius: float, name: str = "") -> str:
        """Draw a circle around the centre of a cell; the radius is a part of `UNIT`."""
        return svg.circle(kind, self.point(cell), radius * UNIT, name)

    def read(self, action: Action | None) -> tuple[Cell, Cell] | None:
        """Return the cells of an action, if both are in the window."""
        step = notation.read_step(action) if action else None
        return step if step and {*step} <= self.scene.window.number.keys() else None

    @property
    def step(self) -> tuple[Cell, Cell] | None:
        """The cells of the last action, if both are in the window."""
        return self.read(self.marks.last)

    @cached_property
    def track(self) -> tuple[Cell, ...]:
        """The path round the field of the disc that was moved last, if there is one in the window.

        It slides from vacant cell to vacant cell unless both cells beside the path hold a disc; the
        shortest such path is drawn. The clauses decide what is legal, not this.
        """
        if self.step is None or self.step[0] in self.scene.state.discs:
            return ()
        origin, target = self.step
        discs = {*self.scene.state.discs} - {target}
        ways: dict[Cell, tuple[Cell, ...]] = {origin: (origin,)}
        waiting = [origin]
        for cell in waiting:
            beside = [(cell[0] + x, cell[1] + y) for x, y in NEIGHBOURS]
            for index, other in enumerate(beside):
                sides = {beside[index - 1], beside[(index + 1) % len(beside)]}
                free = other in self.scene.window.number and other not in discs
                if free and other not in ways and not sides <= discs:
                    ways[other] = (*ways[cell], other)
                    waiting.append(other)
        return ways.get(target, ())


def title(scene: Scene) -> str:
    """Say in one sentence what the picture shows."""
    return f"Nonaga, {len(scene.state.discs)} discs: {'; '.join(scene.standing)}."


def discs(picture: Picture) -> Iterator[str]:
    """Draw the discs; a free one shows its name."""
    scene = picture.scene
    for cell in scene.state.discs:
        yield picture.circle(cell, "disc", DISC, spell(cell))
        if cell == scene.state.barred:
            yield picture.circle(cell, "barred", DISC - 0.06)
        if cell not in scene.owners:
            yield svg.centred("name", picture.point(cell), spell(cell))


def pieces(picture: Picture) -> Iterator[str]:
    """Draw the pieces with the initials of their players."""
    for cell, player in sorted(picture.scene.owners.items()):
        yield picture.circle(cell, f"piece {player}", PIECE, f"{player} {spell(cell)}")
        yield letter(picture.point(cell), player)


def last_action(picture: Picture) -> Iterator[str]:
    """Draw the path of a disc, and where it was removed; or an arrow for the slide of a piece."""
    if picture.step is None:
        return
    origin, _ = picture.step
    if origin in picture.scene.state.discs:
        yield from arrow("last", list(map(picture.point, picture.step)), 0.1, PIECE + 0.04)
    else:
        yield picture.circle(origin, "left", DISC)
        points = list(map(picture.point, picture.track or picture.step))
        yield from arrow("way", points, 0.0, DISC + 0.02)


def arrow(kind: str, points: list[Point], after: float, short: float) -> Iterator[str]:
    """Draw an arrow through points; it begins `after` the first and ends `short` of the last."""
    points[0] = svg.beyond(points[0], points[1], after * UNIT)
    (right, down), _ = svg.towards(points[-2], points[-1])
    points[-1] = points[-1][0] - short * UNIT * right, points[-1][1] - short * UNIT * down
    yield svg.path(kind, svg.smooth(points))
    yield svg.path(f"{kind} tip", svg.head(points[-2], points[-1]))


def legal_steps(picture: Picture) -> Iterator[str]:
    """Ring the cells where something may go, and what may go there."""
    steps = [step for action in picture.marks.legal if (step := picture.read(action))]
    radius = DISC - 0.05 if picture.scene.state.disc_step else PIECE + 0.07
    for origin in sorted({origin for origin, _ in steps}):
        yield picture.circle(origin, "option origin", radius)
    for target in sorted({target for _, target in steps}):
        yield picture.circle(target, "option", DISC - 0.05)
        yield picture.circle(target, "option-dot", 0.11, f"to {spell(target)}")


def forbidden_step(picture: Picture) -> Iterator[str]:
    """Draw a broken arrow, crossed out at its end."""
    step = picture.read(picture.marks.forbidden)
    if step is None:
        return
    origin, target = step
    yield picture.circle(origin, "refused", DISC - 0.04)
    if origin != target:
        yield svg.path("refused", svg.through(map(picture.point, step)))
    yield from svg.cross(picture.point(target))


def foot(picture: Picture) -> Iterator[str]:
    """List the players, what is to be done, and who has won."""
    scene, (width, height) = picture.scene, picture.size
    y = height - FOOT + 18
    for index, player in enumerate(COLOURS):
        x = width / 2 + (index - 1) * NARROWEST / 2 + 40
        yield svg.circle(f"piece {player}", (x, y), PIECE * UNIT * 0.8)
        yield letter((x, y), player)
        sign = sign_of(player, scene.turn, scene.winners)
        yield svg.written("standing", (x + 20, y + 1), player)
        said = f"moves a {scene.step}" if sign == "moves" else sign
        yield svg.written("small sign", (x + 20, y + 16), said)


def letter(at: Point, player: str) -> str:
    """Write a player's initial, centred."""
    return svg.centred("initial", at, player[0].upper())


DRAWING = Drawing(
    "nonaga",
    Scene.of,
    rows_of_characters,
    captions,
    title,
    lambda _: STYLE,
    Picture,
    (discs, last_action, pieces, legal_steps, forbidden_step, foot),
)
