"""Nonaga, drawn: a position as characters for a terminal, and as a picture in SVG.

Both are made from the JSON form of a position. The part of the board that is drawn is the window of
the rules, so strips without discs that are wider than three columns or rows come out narrower.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from html import escape
from math import sqrt
from typing import Any

from attrs import field, frozen

from rulewright.interface import Action, Engine, ImpossiblePosition, Json, options_from
from rulewright.spec.nonaga import notation
from rulewright.spec.nonaga.board import MARGIN, Cell, Window, spell
from rulewright.spec.nonaga.facts import Rules
from rulewright.spec.nonaga.notation import State
from rulewright.spec.nonaga.options import COLOURS, Parameters, Rulings


def text(engine: Engine[Any], position: Json) -> str:
    """Draw the position with characters; no trailing newline.

    A free disc is ``( )``, one with a piece ``(R)`` or ``(B)``, the barred one ``[ ]``. Every row
    begins with the name of its first disc. Raises `MalformedPosition` where the form is wrong.
    """
    scene = Scene.of(engine, position)
    return "\n".join((*rows_of_characters(scene), "", *captions(scene)))


def svg(engine: Engine[Any], position: Json, last: Action | None = None) -> str:
    """Draw the position as one SVG element that needs nothing else; `last` marks the last action.

    Raises `MalformedPosition` where the form is wrong.
    """
    return "\n".join(Picture(Scene.of(engine, position), last).elements())


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
        rules = Rules(
            options_from(Parameters, engine.params), options_from(Rulings, engine.rulings)
        )
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
    """Give the rows of the field from top to bottom, with the name of the first disc of each."""
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
.rw-nonaga { --ground: #f3f0e8; --disc: #ffffff; --edge: #8d887b; --ink: #22231f; --faint: #77736a;
  --mark: #8b3fd1; --red: #cf3a2b; --black: #2b2b2e; --on-piece: #ffffff; --ring: #ffffff;
  font-family: system-ui, sans-serif; font-size: 13px; }
@media (prefers-color-scheme: dark) {
.rw-nonaga { --ground: #17181b; --disc: #dcd8cd; --edge: #6b675c; --ink: #f2efe6; --faint: #6a665c;
  --mark: #c07cff; --red: #d8402f; --black: #1c1c20; --on-piece: #ffffff; --ring: #f7f4ea; }
.rw-nonaga .small { fill: #a5a39b; } .rw-nonaga .last { stroke: #c07cff; }
}
.rw-nonaga .ground { fill: var(--ground); }
.rw-nonaga .disc { fill: var(--disc); stroke: var(--edge); stroke-width: 1.6; }
.rw-nonaga .name { fill: var(--faint); font-size: 11px; text-anchor: middle; }
.rw-nonaga .piece { stroke: var(--ring); stroke-width: 1.5; }
.rw-nonaga .piece.red { fill: var(--red); } .rw-nonaga .piece.black { fill: var(--black); }
.rw-nonaga .initial { fill: var(--on-piece); font-weight: 700; font-size: 15px; text-anchor: middle; }
.rw-nonaga .barred { fill: none; stroke: var(--mark); stroke-width: 2.6; stroke-dasharray: 5 4; }
.rw-nonaga .left { fill: none; stroke: var(--mark); stroke-width: 1.6; stroke-dasharray: 2 4; }
.rw-nonaga .last { fill: none; stroke: var(--mark); stroke-width: 3.4; stroke-linecap: round;
  stroke-linejoin: round; }
.rw-nonaga .standing { fill: var(--ink); font-weight: 600; }
.rw-nonaga .small { fill: var(--faint); font-size: 11px; }
.rw-nonaga .sign { fill: var(--mark); }
""".strip()


def number(value: float) -> str:
    """Write a coordinate, rounded to a tenth."""
    return f"{round(value, 1) + 0.0:g}"


@frozen
class Picture:
    """A scene on its way to SVG: x to the right, y downwards."""

    scene: Scene
    last: Action | None
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

    def _drawn(self) -> list[tuple[float, float]]:
        cells = {*self.scene.state.discs, *self.scene.owners, *(self.step or ())}
        return [self.centres[cell] for cell in cells]

    @property
    def step(self) -> tuple[Cell, Cell] | None:
        """The cells of the last action, if both are in the window."""
        step = notation.read_step(self.last) if self.last else None
        inside = self.scene.window.number
        return step if step and step[0] in inside and step[1] in inside else None

    def elements(self) -> Iterator[str]:
        """Give the lines of the SVG element."""
        size = f"{number(self.width)} {number(self.height)}"
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="rw-nonaga" viewBox="0 0 {size}" '
            f'width="{number(self.width)}" height="{number(self.height)}" role="img">'
        )
        yield f"<title>{escape(self.title())}</title>"
        yield f"<style>\n{STYLE}\n</style>"
        yield '<rect class="ground" width="100%" height="100%" rx="10"/>'
        yield from self.discs()
        yield from self.mark_of_last_action()
        yield from self.pieces()
        yield from self.foot()
        yield "</svg>"

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
        """Draw a circle around the centre of a cell; pointing at it shows its name."""
        x, y = self.point(cell)
        title = f"<title>{escape(name)}</title></circle>" if name else ""
        at = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius * UNIT)}"'
        return f'<circle class="{kind}" {at}{">" if name else "/>"}{title}'

    def discs(self) -> Iterator[str]:
        """Draw the discs; a free one shows its name."""
        scene = self.scene
        for cell in scene.state.discs:
            yield self.circle(cell, "disc", DISC, spell(cell))
            if cell == scene.state.barred:
                yield self.circle(cell, "barred", DISC - 0.06)
            if cell not in scene.owners:
                x, y = self.point(cell)
                at = f'x="{number(x)}" y="{number(y)}" dy="0.36em"'
                yield f'<text class="name" {at}>{spell(cell)}</text>'

    def pieces(self) -> Iterator[str]:
        """Draw the pieces with the initials of their players."""
        for cell, player in sorted(self.scene.owners.items()):
            yield self.circle(cell, f"piece {player}", PIECE, f"{player} {spell(cell)}")
            yield letter(*self.point(cell), player)

    def mark_of_last_action(self) -> Iterator[str]:
        """Draw an arrow for what was done last, and a dotted circle where a disc was taken off."""
        if self.step is None:
            return
        origin, target = self.step
        if origin not in self.scene.state.discs:
            yield self.circle(origin, "left", DISC)
        (x, y), (u, v) = self.point(origin), self.point(target)
        length = sqrt((u - x) ** 2 + (v - y) ** 2) or 1.0
        right, down = (u - x) / length, (v - y) / length
        begin = 0.0 if origin not in self.scene.state.discs else 0.1 * UNIT
        x, y, end = x + begin * right, y + begin * down, length - begin - (PIECE + 0.04) * UNIT
        u, v = x + end * right, y + end * down
        yield f'<path class="last" d="M{number(x)} {number(y)}L{number(u)} {number(v)}"/>'
        barbs = [
            f"{number(u - 11 * right + side * 7 * down)} {number(v - 11 * down - side * 7 * right)}"
            for side in (1, -1)
        ]
        yield f'<path class="last" d="M{barbs[0]}L{number(u)} {number(v)}L{barbs[1]}"/>'

    def foot(self) -> Iterator[str]:
        """List the players, what is to be done, and who has won."""
        scene = self.scene
        y = self.height - FOOT + 18
        for index, player in enumerate(COLOURS):
            x = self.width / 2 + (index - 1) * NARROWEST / 2 + 40
            yield (
                f'<circle class="piece {player}" cx="{number(x)}" cy="{number(y)}" '
                f'r="{number(PIECE * UNIT * 0.8)}"/>'
            )
            yield letter(x, y, player)
            said = ""
            if player == scene.turn:
                said = f"moves a {'disc' if scene.state.disc_step else 'piece'}"
            elif player in scene.winners:
                said = "wins"
            yield f'<text class="standing" x="{number(x + 20)}" y="{number(y + 1)}">{player}</text>'
            yield f'<text class="small sign" x="{number(x + 20)}" y="{number(y + 16)}">{said}</text>'


def letter(x: float, y: float, player: str) -> str:
    """Write a player's initial, centred."""
    at = f'x="{number(x)}" y="{number(y)}" dy="0.36em"'
    return f'<text class="initial" {at}>{player[0].upper()}</text>'
