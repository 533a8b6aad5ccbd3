"""ARI, drawn: a position as characters for a terminal, and as a picture in SVG.

Both are made from the JSON form of a position. Where dice point, and which of them threaten a queen, is
asked of the clauses themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from string import ascii_lowercase
from typing import Any

from attrs import field, frozen

from rulewright.interface import Action, Engine, Json
from rulewright.spec.ari import notation
from rulewright.spec.ari.board import DIRECTIONS, PLAYERS, cells, spell
from rulewright.spec.ari.facts import Cell, Die, Piece, Position, Queen, Rules
from rulewright.spec.ari.options import DICE, Parameters, Rulings
from rulewright.spec.ari.pointing import a_side_offers_the_cell_its_number_away, threatens
from rulewright.spec.drawing import (
    Drawing,
    Frame,
    Marks,
    Point,
    ahead,
    circle,
    cross,
    head,
    number,
    options_of,
    path,
    the_one,
    towards,
    written,
)

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
        rules = Rules(*options_of(engine, Parameters, Rulings))
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
        return the_one(PLAYERS, self.position.turn)

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
    """Give the rows of the board from north to south, with coordinates.

    White's dice are ``(3) (4) (5)``, white's queen ``(Q)``, black's ``|3|`` and so on; a threatened
    queen is marked with ``!``.
    """
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
.rw-ari { --board: #f3eee2; --cell: #ddd5c2; --rim: #c5bba2; --danger: #d0261b; --white: #ffffff;
  --white-edge: #4b4a44; --white-ink: #22231f; --black: #35363d; --black-edge: #101114;
  --black-ink: #ffffff; --white-ray: #8a8269; --black-ray: #35363d; }
@media (prefers-color-scheme: dark) {
.rw-ari { --board: #2a2c31; --cell: #3d4047; --rim: #4b4f58; --danger: #ff6b57; --white: #f4f1e8;
  --white-edge: #ffffff; --white-ink: #17181b; --black: #0c0d0f; --black-edge: #9a9ca6;
  --black-ink: #f2efe6; --white-ray: #d9d4c4; --black-ray: #7f828d; }
}
.rw-ari .board { fill: var(--board); stroke: var(--rim); stroke-width: 3; }
.rw-ari .lines { stroke: var(--cell); stroke-width: 1.4; fill: none; }
.rw-ari .body { stroke-width: 2; }
.rw-ari .white .body { fill: var(--white); stroke: var(--white-edge); }
.rw-ari .black .body { fill: var(--black); stroke: var(--black-edge); }
.rw-ari .white text { fill: var(--white-ink); }
.rw-ari .black text { fill: var(--black-ink); }
.rw-ari .piece text { text-anchor: middle; font-size: 12px; font-weight: 700; }
.rw-ari .piece text.name { font-size: 13px; font-weight: 500; letter-spacing: 0.02em; opacity: 0.8; }
.rw-ari .ray { fill: none; stroke-width: 1.6; stroke-dasharray: 2 4; opacity: 0.75; }
.rw-ari .ray.white { stroke: var(--white-ray); } .rw-ari .ray.black { stroke: var(--black-ray); }
.rw-ari .target { stroke-width: 2; }
.rw-ari .target.white { fill: var(--white); stroke: var(--white-edge); }
.rw-ari .target.black { fill: var(--black); stroke: var(--black-edge); }
.rw-ari .beam { stroke: var(--danger); stroke-width: 13; stroke-linecap: round; opacity: 0.22;
  fill: none; }
.rw-ari .threat { stroke: var(--danger); stroke-width: 3; stroke-linecap: round;
  stroke-linejoin: round; fill: none; }
.rw-ari .danger { fill: none; stroke: var(--danger); stroke-width: 3.5; }
.rw-ari .last { stroke-width: 4; }
.rw-ari .origin { stroke-width: 2.2; stroke-dasharray: 4 4; }
.rw-ari .trace { stroke-width: 2.2; stroke-dasharray: 1 6; }
.rw-ari .label { fill: var(--faint); text-anchor: middle; font-size: 12px; }
.rw-ari .legend { text-anchor: end; }
.rw-ari .option { stroke-width: 2.5; }
.rw-ari .tried { opacity: 0.55; }
""".strip()


@frozen
class Picture:
    """A scene on its way to SVG: x to the right, y downwards."""

    scene: Scene
    marks: Marks
    side: float = field(init=False)

    @side.default
    def _cells_and_rims(self) -> float:
        return self.scene.rules.n * UNIT + 2 * RIM

    def elements(self) -> Iterator[str]:
        """Give the lines of the SVG element."""
        frame = Frame("ari", self.side, self.side + FOOT, self.title(), STYLE)
        yield from frame.around(self.inside())

    def inside(self) -> Iterator[str]:
        """Give what stands in the frame, from bottom to top."""
        yield from self.board()
        yield from self.target_cells()
        yield from self.mark_of_last_action()
        yield from self.beams()
        yield from self.queens()
        for player, name, die in self.scene.dice:
            yield from self.die(player, name, die.cell, die.sides)
        yield from self.threats()
        yield from self.legal_actions()
        yield from self.forbidden_action()
        yield from self.foot()

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
        """Mark target cells, at the side that faces the die, and lead to them from the die."""
        for player, die, cell in self.scene.targets:
            (x, y), (u, v) = self.point(cell), self.point(die.cell)
            (right, down), _ = towards((x, y), (u, v))
            begin = u - right * UNIT * BODY, v - down * UNIT * BODY
            at = x + right * UNIT * 0.33, y + down * UNIT * 0.33
            yield f'<path class="ray {player}" d="{path([begin, at])}"/>'
            shown = f"target cell of {player}'s die on {spell(die.cell.x, die.cell.y)}"
            yield circle(f"target {player}", at, 4, shown)

    def place_of(self, action: Action | None) -> Cell | None:
        """Find the cell that an action names: it puts a piece there; None for a strike."""
        _, _, rest = (action or "").partition("@")
        name, known = rest.partition(":")[0], cells(self.scene.rules.n)
        return Cell(*known[name]) if name in known else None

    def square(self, kind: str, cell: Cell, part: float = 1.0, name: str = "") -> str:
        """Draw a square around the middle of a cell; `part` of the cell's side."""
        x, y = self.point(cell)
        side = UNIT * part
        at = f'x="{number(x - side / 2)}" y="{number(y - side / 2)}"'
        drawn = f'<rect class="{kind}" {at} width="{number(side)}" height="{number(side)}" rx="5"'
        return f"{drawn}><title>{name}</title></rect>" if name else f"{drawn}/>"

    def mark_of_last_action(self) -> Iterator[str]:
        """Frame the cell of what was put down last, and lead there from where it stood."""
        cell = self.place_of(self.marks.last)
        if cell is not None:
            yield self.square("last", cell)
        if cell is not None and self.origin is not None:
            yield f'<path class="last trace" d="{path(map(self.point, (self.origin, cell)))}"/>'
            yield self.square("last origin", self.origin, 0.8)
        if self.struck is not None:
            yield circle("danger", self.point(self.struck), 20, "the queen that was captured")
            yield from cross(self.point(self.struck), 10)

    @property
    def earlier(self) -> Position | None:
        """The position before the last action."""
        before = self.marks.before
        return None if before is None else notation.read(self.scene.rules, before)

    @property
    def origin(self) -> Cell | None:
        """Where the piece of the last action stood before; None if it was not on the board."""
        if self.earlier is None or self.marks.last is None or True not in self.earlier.turn:
            return None
        army = self.earlier.armies[self.earlier.turn.index(True)]
        pieces: dict[str, Die | Queen] = {"Q": army.queen}
        pieces.update(zip(DICE, army.dice, strict=True))
        piece = pieces.get(self.marks.last.partition("@")[0])
        return piece.cell if piece is not None and piece.present else None

    @property
    def struck(self) -> Cell | None:
        """Where the queen stood that the last action captured."""
        if self.earlier is None:
            return None
        pairs = zip(self.earlier.armies, self.scene.position.armies, strict=True)
        gone = (old.queen.cell for old, new in pairs if old.queen.present and not new.queen.present)
        return next(gone, None)

    def legal_actions(self) -> Iterator[str]:
        """Mark the cells where something may be put, and the queen that may be struck."""
        named: dict[Cell, set[str]] = {}
        for action in self.marks.legal:
            cell = self.place_of(action)
            if cell is not None:
                named.setdefault(cell, set()).add(action.partition("@")[0])
        for cell, pieces in sorted(named.items(), key=lambda item: (item[0].x, item[0].y)):
            shown = f"{', '.join(sorted(pieces))} to {spell(cell.x, cell.y)}"
            yield self.square("option", cell, 0.5, shown)
        if any(action.endswith("*") for action in self.marks.legal):
            for threat in self.scene.threats:
                if threat.attacker == self.scene.turn:
                    yield circle("option", self.point(threat.end), 25, "may be struck")

    def forbidden_action(self) -> Iterator[str]:
        """Draw faintly what must not be put down, crossed out; or cross out the queen of a strike."""
        action, turn = self.marks.forbidden, self.scene.turn
        if action is None or turn is None:
            return
        name, _, rest = action.partition("@")
        cell = self.place_of(action)
        if cell is not None:
            yield '<g class="tried">'
            if name in DICE:
                yield from self.die(turn, name, cell, tuple(rest.partition(":")[2]))
            else:
                yield from self.queen(turn, cell)
            yield "</g>"
            yield self.square("refused", cell)
            yield from cross(self.point(cell), 11)
        for player, queen in self.scene.queens:
            if action.endswith("*") and player != turn:
                yield circle("refused", self.point(queen.cell), 24)
                yield from cross(self.point(queen.cell), 11)

    def die(self, player: str, name: str, cell: Cell, sides: Sequence[int | str]) -> Iterator[str]:
        """Draw a die with its name, and on each side the number that looks there."""
        half = UNIT * BODY
        x, y = self.point(cell)
        shown = "".join(map(str, sides))
        yield f'<g class="piece {player}" transform="translate({number(x)} {number(y)})">'
        yield f"<title>{player} {name} on {spell(cell.x, cell.y)}: {shown}</title>"
        corner, size = number(-half), number(2 * half)
        yield f'<rect class="body" x="{corner}" y="{corner}" width="{size}" height="{size}" rx="7"/>'
        yield f'<text class="name" dy="0.36em">{name}</text>'
        for side, (east, north) in zip(sides, DIRECTIONS, strict=False):
            at = f'x="{number(14.2 * east)}" y="{number(-13.6 * north)}"'
            yield f'<text {at} dy="0.36em">{side}</text>'
        yield "</g>"

    def queens(self) -> Iterator[str]:
        """Draw each queen."""
        for player, queen in self.scene.queens:
            yield from self.queen(player, queen.cell)

    def queen(self, player: str, cell: Cell) -> Iterator[str]:
        """Draw a queen as a crown."""
        x, y = self.point(cell)
        yield f'<g class="piece {player}" transform="translate({number(x)} {number(y)})">'
        yield f"<title>{player} queen on {spell(cell.x, cell.y)}</title>"
        yield f'<path class="body" stroke-linejoin="round" d="{QUEEN}"/></g>'

    def rays(self) -> Iterator[tuple[Point, Point, Point]]:
        """Give for each threat where its ray begins and ends, and the middle of the queen's cell."""
        for threat in self.scene.threats:
            start, end = self.point(threat.start), self.point(threat.end)
            (right, down), _ = towards(start, end)
            reach = UNIT * BODY + 2
            yield (
                (start[0] + reach * right, start[1] + reach * down),
                (end[0] - 23 * right, end[1] - 23 * down),
                end,
            )

    def beams(self) -> Iterator[str]:
        """Lay a beam from each die that threatens a queen, below the pieces."""
        for begin, _, end in self.rays():
            yield f'<path class="beam" d="{path([begin, end])}"/>'

    def threats(self) -> Iterator[str]:
        """Ring each threatened queen, and point at her from the die that threatens her."""
        for begin, tip, end in self.rays():
            if ahead(begin, tip, end):
                arrow = f"{path([begin, tip])}{head(begin, tip, 8)}"
                yield f'<path class="threat" d="{arrow}"/>'
            yield circle("danger", end, 21)

    def foot(self) -> Iterator[str]:
        """Say how the game stands, and what the signs mean."""
        y = self.side + 10
        yield written("standing", (RIM, y), self.scene.status)
        signs = "dots: target cells · ring: threatened"
        yield written("small legend", (self.side - RIM, y), signs)


DRAWING = Drawing(Scene.of, rows_of_characters, captions, Picture)
