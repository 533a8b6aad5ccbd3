"""ARI, drawn: a position as characters for a terminal, and as a picture in SVG.

Both are made from the JSON form of a position. Where dice point, and which of them threaten a queen, is
asked of the clauses themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from html import escape
from string import ascii_lowercase
from typing import Any

from attrs import field, frozen

from rulewright.interface import Action, Engine, Json, options_from
from rulewright.spec.ari import notation
from rulewright.spec.ari.board import DIRECTIONS, PLAYERS, cells, spell
from rulewright.spec.ari.facts import Cell, Die, Piece, Position, Queen, Rules
from rulewright.spec.ari.options import DICE, Parameters, Rulings
from rulewright.spec.ari.pointing import a_side_offers_the_cell_its_number_away, threatens


def text(engine: Engine[Any], position: Json) -> str:
    """Draw the position with characters; no trailing newline.

    White's dice are ``(3) (4) (5)``, white's queen ``(Q)``, black's ``|3|`` and so on; a threatened
    queen is marked with ``!``. Raises `MalformedPosition` where the form is wrong.
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
class Threat:
    """A die that threatens a queen: where the two are."""

    start: Cell
    end: Cell
    attacker: str


@frozen
class Scene:
    """A position with what the clauses say of it."""

    rules: Rules
    position: Position

    @classmethod
    def of(cls, engine: Engine[Any], position: Json) -> Scene:
        """Read a position of an engine."""
        rules = Rules(
            options_from(Parameters, engine.params), options_from(Rulings, engine.rulings)
        )
        return cls(rules, notation.read(rules, position))

    @cached_property
    def dice(self) -> tuple[tuple[str, str, Die], ...]:
        """The dice on the board: player, name, die."""
        return tuple(
            (player, name, die)
            for player, army in zip(PLAYERS, self.position.armies, strict=True)
            for name, die in zip(DICE, army.dice, strict=True)
            if die.present
        )

    @cached_property
    def queens(self) -> tuple[tuple[str, Queen], ...]:
        """The queens on the board: player, queen."""
        return tuple(
            (player, army.queen)
            for player, army in zip(PLAYERS, self.position.armies, strict=True)
            if army.queen.present
        )

    @cached_property
    def targets(self) -> tuple[tuple[str, Die, Cell], ...]:
        """The target cells: player, die, cell (ARI-4)."""
        dice = [die for _, _, die in self.dice]
        sides = range(len(DIRECTIONS))
        offered = (
            (player, die, a_side_offers_the_cell_its_number_away(self.rules, dice, die, side))
            for player, _, die in self.dice
            for side in sides
        )
        return tuple((player, die, cell) for player, die, (is_open, cell) in offered if is_open)

    @cached_property
    def threats(self) -> tuple[Threat, ...]:
        """Who threatens which queen (ARI-8)."""
        pieces: list[Piece] = [die for _, _, die in self.dice]
        pieces += [queen for _, queen in self.queens]
        return tuple(
            Threat(die.cell, queen.cell, player)
            for player, _, die in self.dice
            for owner, queen in self.queens
            if player != owner and threatens(self.rules, pieces, die, queen)
        )

    @cached_property
    def turn(self) -> str | None:
        """The player to move; None when the game is over."""
        turns = zip(PLAYERS, self.position.turn, strict=True)
        return next((player for player, own in turns if own), None)

    @cached_property
    def status(self) -> str:
        """Whose turn it is, or how the game ended."""
        if self.turn is not None:
            if len(self.dice) < len(PLAYERS) * len(DICE):
                return f"{self.turn} sets up a die"
            owners = [player for player, _ in self.queens]
            return f"{self.turn} {'to move' if self.turn in owners else 'puts the queen'}"
        if len(self.queens) == 1:
            return f"over, {self.queens[0][0]} wins"
        return "over, without a capture"


# -------------------------------------------------------------------------------------- characters

WIDTH, HEIGHT = 4, 2
"""Characters from one cell to the next."""
FRAMES = {"white": ("(", ")"), "black": ("|", "|")}
NUMERALS = {"III": "3", "IV": "4", "V": "5"}


def rows_of_characters(scene: Scene) -> Iterator[str]:
    """Give the rows of the board from north to south, with coordinates."""
    n = scene.rules.n
    signs = characters(scene)
    for line in range(HEIGHT * n + 1):
        row = n - line // HEIGHT
        label = str(row) if line % HEIGHT else ""
        drawn = "".join(signs.get((line, column), " ") for column in range(WIDTH * n + 1))
        yield f"{label:>2} {drawn}".rstrip()
    yield "   " + "".join(f"{letter:^{WIDTH}}" for letter in ascii_lowercase[:n]).rstrip()


def characters(scene: Scene) -> dict[tuple[int, int], str]:
    """Place every sign of the board: (line, column) -> character."""
    n = scene.rules.n
    signs = {middle(n, Cell(x, y)): "·" for x, y in cells(n).values()}
    for _, _, cell in scene.targets:
        signs[middle(n, cell)] = "+"
    threatened = [threat.end for threat in scene.threats]
    for player, queen in scene.queens:
        line, column = middle(n, queen.cell)
        left, right = FRAMES[player]
        mark = "!" if queen.cell in threatened else right
        signs |= {(line, column - 1): left, (line, column): "Q", (line, column + 1): mark}
    for player, name, die in scene.dice:
        line, column = middle(n, die.cell)
        left, right = FRAMES[player]
        signs |= {(line, column - 1): left, (line, column): NUMERALS[name]}
        signs[line, column + 1] = right
    return signs


def middle(n: int, cell: Cell) -> tuple[int, int]:
    """Find the line and the column of the middle of a cell."""
    return HEIGHT * (n - cell.y) + 1, WIDTH * (cell.x - 1) + 2


def captions(scene: Scene) -> tuple[str, ...]:
    """Say how the dice lie, how the game stands, and what the signs mean."""
    lying = [
        f"{player} {name} {spell(die.cell.x, die.cell.y)}: "
        f"north {die.sides[0]}, east {die.sides[1]}, south {die.sides[2]}, west {die.sides[3]}"
        for player, name, die in scene.dice
    ]
    signs = "(3) white's die III   |4| black's die IV   Q queen   ! threatened   + target cell"
    return (*lying, scene.status, signs)


# ------------------------------------------------------------------------------------------ picture

UNIT = 48.0
"""Side of a cell, in units of the picture."""
RIM = 34.0
"""From the outermost cells to the edge of the picture."""
FOOT = 34.0
"""Height of the line under the board."""
BODY = 0.42
"""Half the side of a die, in cells."""
QUEEN = "M-13 11L-16 -8L-7.5 -1L0 -14L7.5 -1L16 -8L13 11Z"
"""A crown round the middle of a cell."""

STYLE = """
.rw-ari { --ground: #fbfaf7; --board: #efe9dc; --cell: #d8cfba; --rim: #cfc5ae; --ink: #22231f;
  --faint: #6b675c; --mark: #8b3fd1; --danger: #cf2f22; --white: #ffffff; --white-edge: #4b4a44;
  --white-ink: #22231f; --black: #35363d; --black-edge: #101114; --black-ink: #ffffff;
  font-family: system-ui, sans-serif; font-size: 13px; }
@media (prefers-color-scheme: dark) {
.rw-ari { --ground: #17181b; --board: #2b2c31; --cell: #43454d; --rim: #3a3d44; --ink: #f2efe6;
  --faint: #a5a39b; --mark: #cf9bff; --danger: #ff6b57; --white: #f4f1e8; --white-edge: #ffffff;
  --white-ink: #17181b; --black: #0c0d0f; --black-edge: #9a9ca6; --black-ink: #f2efe6; }
}
.rw-ari .ground { fill: var(--ground); }
.rw-ari .board { fill: var(--board); stroke: var(--rim); stroke-width: 3; }
.rw-ari .lines { stroke: var(--cell); stroke-width: 1.4; fill: none; }
.rw-ari .body { stroke-width: 2; }
.rw-ari .white .body { fill: var(--white); stroke: var(--white-edge); }
.rw-ari .black .body { fill: var(--black); stroke: var(--black-edge); }
.rw-ari .white text { fill: var(--white-ink); }
.rw-ari .black text { fill: var(--black-ink); }
.rw-ari .piece text { text-anchor: middle; font-size: 11px; font-weight: 600; }
.rw-ari .piece text.name { font-size: 14px; font-weight: 800; letter-spacing: 0.02em; }
.rw-ari .target { stroke-width: 2; }
.rw-ari .target.white { fill: var(--white); stroke: var(--white-edge); }
.rw-ari .target.black { fill: var(--black); stroke: var(--black-edge); }
.rw-ari .threat { stroke: var(--danger); stroke-width: 3.5; stroke-linecap: round;
  stroke-dasharray: 1 7; fill: none; }
.rw-ari .danger { fill: none; stroke: var(--danger); stroke-width: 3.5; }
.rw-ari .last { fill: none; stroke: var(--mark); stroke-width: 4; }
.rw-ari .label { fill: var(--faint); text-anchor: middle; font-size: 12px; }
.rw-ari .status { fill: var(--ink); font-weight: 600; }
.rw-ari .legend { fill: var(--faint); font-size: 11px; text-anchor: end; }
""".strip()


def number(value: float) -> str:
    """Write a coordinate, rounded to a tenth."""
    return f"{round(value, 1) + 0.0:g}"


@frozen
class Picture:
    """A scene on its way to SVG: x to the right, y downwards."""

    scene: Scene
    last: Action | None
    side: float = field(init=False)

    @side.default
    def _cells_and_rims(self) -> float:
        return self.scene.rules.n * UNIT + 2 * RIM

    def elements(self) -> Iterator[str]:
        """Give the lines of the SVG element."""
        width, height = number(self.side), number(self.side + FOOT)
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="rw-ari" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img">'
        )
        yield f"<title>{escape(self.title())}</title>"
        yield f"<style>\n{STYLE}\n</style>"
        yield '<rect class="ground" width="100%" height="100%" rx="10"/>'
        yield from self.board()
        yield from self.target_cells()
        yield from self.mark_of_last_action()
        yield from self.queens()
        yield from self.dice()
        yield from self.threats()
        yield from self.foot()
        yield "</svg>"

    def title(self) -> str:
        """Say in one sentence what the picture shows."""
        scene = self.scene
        pieces = [
            f"{player} {name} on {spell(die.cell.x, die.cell.y)} showing "
            f"{''.join(map(str, die.sides))}"
            for player, name, die in scene.dice
        ] + [f"{player} queen on {spell(q.cell.x, q.cell.y)}" for player, q in scene.queens]
        listed = ", ".join(pieces) or "no piece on the board"
        return f"ARI, size {scene.rules.n}: {scene.status}; {listed}."

    def point(self, cell: Cell) -> tuple[float, float]:
        """Map the middle of a cell to the picture."""
        across, up = cell.x - 0.5, self.scene.rules.n - cell.y + 0.5
        return RIM + UNIT * across, RIM + UNIT * up

    def board(self) -> Iterator[str]:
        """Draw the board with its coordinates."""
        n = self.scene.rules.n
        inner = number(n * UNIT)
        start = number(RIM)
        yield f'<rect class="board" x="{start}" y="{start}" width="{inner}" height="{inner}" rx="4"/>'
        steps = [RIM + UNIT * step for step in range(1, n)]
        path = "".join(
            f"M{number(at)} {start}v{inner}M{start} {number(at)}h{inner}" for at in steps
        )
        yield f'<path class="lines" d="{path}"/>'
        for index in range(1, n + 1):
            x, y = self.point(Cell(index, index))
            low = number(self.side - RIM / 2 + 2)
            yield f'<text class="label" x="{number(x)}" y="{low}">{ascii_lowercase[index - 1]}</text>'
            yield f'<text class="label" x="{number(RIM / 2)}" y="{number(y + 4)}">{index}</text>'

    def target_cells(self) -> Iterator[str]:
        """Mark target cells: at the side of the cell that faces the die, in its player's colour."""
        for player, die, cell in self.scene.targets:
            x, y = self.point(cell)
            u, v = self.point(die.cell)
            along = abs(u - x) + abs(v - y)
            x, y = x + (u - x) / along * UNIT * 0.33, y + (v - y) / along * UNIT * 0.33
            shown = f"target cell of {player}'s die on {spell(die.cell.x, die.cell.y)}"
            yield (
                f'<circle class="target {player}" cx="{number(x)}" cy="{number(y)}" r="4">'
                f"<title>{shown}</title></circle>"
            )

    def mark_of_last_action(self) -> Iterator[str]:
        """Frame the cell of what was put down last."""
        _, _, rest = (self.last or "").partition("@")
        name = rest.partition(":")[0]
        if name in cells(self.scene.rules.n):
            x, y = self.point(Cell(*cells(self.scene.rules.n)[name]))
            corner = f'x="{number(x - UNIT / 2)}" y="{number(y - UNIT / 2)}"'
            yield f'<rect class="last" {corner} width="{UNIT:g}" height="{UNIT:g}" rx="4"/>'

    def dice(self) -> Iterator[str]:
        """Draw each die with its name, and on each side the number that looks there."""
        half = UNIT * BODY
        for player, name, die in self.scene.dice:
            x, y = self.point(die.cell)
            shown = "".join(map(str, die.sides))
            place = spell(die.cell.x, die.cell.y)
            yield f'<g class="piece {player}" transform="translate({number(x)} {number(y)})">'
            yield f"<title>{player} {name} on {place}: {shown}</title>"
            corner, size = number(-half), number(2 * half)
            yield (
                f'<rect class="body" x="{corner}" y="{corner}" width="{size}" height="{size}" rx="6"/>'
            )
            yield f'<text class="name" dy="0.36em">{name}</text>'
            for side, (east, north) in zip(die.sides, DIRECTIONS, strict=True):
                at = f'x="{number(14.5 * east)}" y="{number(-14 * north)}"'
                yield f'<text {at} dy="0.36em">{side}</text>'
            yield "</g>"

    def queens(self) -> Iterator[str]:
        """Draw each queen as a crown."""
        for player, queen in self.scene.queens:
            x, y = self.point(queen.cell)
            yield f'<g class="piece {player}" transform="translate({number(x)} {number(y)})">'
            yield f"<title>{player} queen on {spell(queen.cell.x, queen.cell.y)}</title>"
            yield f'<path class="body" stroke-linejoin="round" d="{QUEEN}"/></g>'

    def threats(self) -> Iterator[str]:
        """Ring each threatened queen, and lead to her from the die that threatens her."""
        for threat in self.scene.threats:
            (x, y), (u, v) = self.point(threat.start), self.point(threat.end)
            along = abs(u - x) + abs(v - y)
            east, south = (u - x) / along, (v - y) / along
            begin = f"M{number(x + 22 * east)} {number(y + 22 * south)}"
            end = f"L{number(u - 22 * east)} {number(v - 22 * south)}"
            yield f'<path class="threat" d="{begin}{end}"/>'
            yield f'<circle class="danger" cx="{number(u)}" cy="{number(v)}" r="21"/>'

    def foot(self) -> Iterator[str]:
        """Say how the game stands, and what the signs mean."""
        y = number(self.side + 10)
        yield f'<text class="status" x="{number(RIM)}" y="{y}">{escape(self.scene.status)}</text>'
        signs = "dots: target cells · ring: threatened"
        yield f'<text class="legend" x="{number(self.side - RIM)}" y="{y}">{signs}</text>'
