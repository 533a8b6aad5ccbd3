"""ARI, drawn: a position as characters for a terminal, and as a picture in SVG.

Both are made from the JSON form of a position. Where dice point, and which of them threaten a queen, is
asked of the clauses themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from html import escape
from string import ascii_lowercase
from typing import Any

from attrs import frozen

from rulewright.interface import Action, Engine, Json
from rulewright.spec import svg
from rulewright.spec.ari import notation
from rulewright.spec.ari.board import DIRECTIONS, PLAYERS, cells, spell
from rulewright.spec.ari.facts import Cell, Die, Piece, Position, Queen, Rules
from rulewright.spec.ari.options import DICE, Parameters, Rulings
from rulewright.spec.ari.pointing import a_side_offers_the_cell_its_number_away, threatens
from rulewright.spec.drawing import Canvas, Drawing, labelled, options_of, status, the_one
from rulewright.spec.svg import Point, number

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
        owners = [player for player, _ in self.queens]
        task = "to move" if self.turn in owners else "puts the queen"
        if len(self.dice) < len(PLAYERS) * len(DICE):
            task = "sets up a die"
        winners = owners if len(owners) == 1 else ()
        return status(self.turn, winners, task, "without a capture")


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
    yield from labelled(
        characters(scene), {middle(n, Cell(1, y))[0]: f"{y:>2}" for y in range(1, n + 1)}
    )
    yield "   " + "".join(f"{letter:^{WIDTH}}" for letter in ascii_lowercase[:n]).rstrip()


def characters(scene: Scene) -> dict[tuple[int, int], str]:
    """Place every sign of the board: (line, column) -> character."""
    n = scene.rules.n
    signs = {(0, 1): " ", (HEIGHT * n, 1): " "}
    signs |= {middle(n, Cell(x, y)): "·" for x, y in cells(n).values()}
    signs |= {middle(n, cell): "+" for _, _, cell in scene.targets}
    threatened = [threat.end for threat in scene.threats]
    pieces = [(player, queen.cell, "Q") for player, queen in scene.queens]
    pieces += [(player, die.cell, NUMERALS[name]) for player, name, die in scene.dice]
    for player, cell, piece in pieces:
        line, column = middle(n, cell)
        left, right = FRAMES[player]
        mark = "!" if piece == "Q" and cell in threatened else right
        signs |= {(line, column - 1): left, (line, column): piece, (line, column + 1): mark}
    return signs


def middle(n: int, cell: Cell) -> tuple[int, int]:
    """Find the line and the column of the middle of a cell."""
    return HEIGHT * (n - cell.y) + 1, WIDTH * (cell.x - 1) + 2


def captions(scene: Scene) -> tuple[str, ...]:
    """Say how the dice lie, how the game stands, and what the signs mean."""
    lying = [
        f"{player} {name} {at(die.cell)}: "
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
LINE, WIDE = 18.0, 9
"""The height of a line of text; cells a side from which one line below the board is enough."""
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
class Picture(Canvas[Scene]):
    """A scene with its marks, to be drawn."""

    @property
    def size(self) -> Point:
        """Width and height."""
        side = self.scene.rules.n * UNIT + 2 * RIM
        return side, side + FOOT + (LINE if self.is_narrow else 0.0)

    @property
    def is_narrow(self) -> bool:
        """Whether what is said below the board needs two lines."""
        return self.scene.rules.n < WIDE

    def point(self, cell: Cell) -> Point:
        """Map the middle of a cell to the picture."""
        across, up = cell.x - 0.5, self.scene.rules.n - cell.y + 0.5
        return RIM + UNIT * across, RIM + UNIT * up

    def square(self, kind: str, cell: Cell, part: float = 1.0, name: str = "") -> str:
        """Draw a square around the middle of a cell; `part` of the cell's side."""
        return svg.square(kind, self.point(cell), UNIT * part, name)

    def place_of(self, action: Action | None) -> Cell | None:
        """Return the cell on which an action puts a piece; None for a strike."""
        _, _, rest = (action or "").partition("@")
        name, known = rest.partition(":")[0], cells(self.scene.rules.n)
        return Cell(*known[name]) if name in known else None

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

    @property
    def rays(self) -> Iterator[tuple[Point, Point, Point]]:
        """For each threat where its ray begins and ends, and the middle of the queen's cell."""
        for threat in self.scene.threats:
            start, end = self.point(threat.start), self.point(threat.end)
            (right, down), _ = svg.towards(start, end)
            begin = svg.beyond(start, end, UNIT * BODY + 2)
            yield begin, (end[0] - 23 * right, end[1] - 23 * down), end


def at(cell: Cell) -> str:
    """Spell a cell."""
    return spell(cell.x, cell.y)


def title(scene: Scene) -> str:
    """Say in one sentence what the picture shows."""
    pieces = [
        f"{player} {name} on {at(die.cell)} showing {''.join(map(str, die.sides))}"
        for player, name, die in scene.dice
    ] + [f"{player} queen on {at(queen.cell)}" for player, queen in scene.queens]
    listed = ", ".join(pieces) or "no piece on the board"
    return f"ARI, size {scene.rules.n}: {scene.status}; {listed}."


def board(picture: Picture) -> Iterator[str]:
    """Draw the board with its coordinates."""
    n = picture.scene.rules.n
    inner, start = number(n * UNIT), number(RIM)
    yield svg.element("rect", "board", x=start, y=start, width=inner, height=inner, rx=4)
    steps = [number(RIM + UNIT * step) for step in range(1, n)]
    yield svg.path(
        "lines", "".join(f"M{step} {start}v{inner}M{start} {step}h{inner}" for step in steps)
    )
    for index in range(1, n + 1):
        x, y = picture.point(Cell(index, index))
        low = picture.size[0] - RIM / 2 + 2
        yield svg.written("label", (x, low), ascii_lowercase[index - 1])
        yield svg.written("label", (RIM / 2, y + 4), str(index))


def target_cells(picture: Picture) -> Iterator[str]:
    """Mark target cells, at the side that faces the die, and lead to them from the die."""
    for player, die, cell in picture.scene.targets:
        target, source = picture.point(cell), picture.point(die.cell)
        end = svg.beyond(target, source, UNIT * 0.33)
        begin = svg.beyond(source, target, UNIT * BODY)
        yield svg.path(f"ray {player}", svg.through([begin, end]))
        shown = f"target cell of {player}'s die on {at(die.cell)}"
        yield svg.circle(f"target {player}", end, 4, shown)


def last_action(picture: Picture) -> Iterator[str]:
    """Frame the cell of what was put down last, and lead there from where it stood."""
    cell, origin = picture.place_of(picture.marks.last), picture.origin
    if cell is not None:
        yield picture.square("last", cell)
    if cell is not None and origin is not None:
        yield svg.path("last trace", svg.through(map(picture.point, (origin, cell))))
        yield picture.square("last origin", origin, 0.8)
    if picture.struck is not None:
        struck = picture.point(picture.struck)
        yield svg.circle("danger", struck, 20, "the queen that was captured")
        yield from svg.cross(struck, 10)


def beams(picture: Picture) -> Iterator[str]:
    """Lay a beam from each die that threatens a queen, below the pieces."""
    for begin, _, end in picture.rays:
        yield svg.path("beam", svg.through([begin, end]))


def pieces(picture: Picture) -> Iterator[str]:
    """Draw the queens and the dice."""
    for player, queen in picture.scene.queens:
        yield from crown(player, queen.cell, picture.point(queen.cell))
    for player, name, die in picture.scene.dice:
        yield from cube(player, name, die.cell, picture.point(die.cell), die.sides)


def cube(
    player: str, name: str, cell: Cell, middle: Point, sides: Sequence[int | str]
) -> Iterator[str]:
    """Draw a die with its name, and on each side the number that looks there."""
    x, y = map(number, middle)
    shown = [escape(str(side)) for side in sides]
    yield f'<g class="piece {player}" transform="translate({x} {y})">'
    yield f"<title>{player} {name} on {at(cell)}: {''.join(shown)}</title>"
    half = UNIT * BODY
    yield svg.element("rect", "body", x=-half, y=-half, width=2 * half, height=2 * half, rx=7)
    yield f'<text class="name" dy="0.36em">{name}</text>'
    for side, (east, north) in zip(shown, DIRECTIONS, strict=False):
        right, down = number(14.2 * east), number(-13.6 * north)
        yield f'<text x="{right}" y="{down}" dy="0.36em">{side}</text>'
    yield "</g>"


def crown(player: str, cell: Cell, middle: Point) -> Iterator[str]:
    """Draw a queen as a crown."""
    x, y = map(number, middle)
    yield f'<g class="piece {player}" transform="translate({x} {y})">'
    yield f"<title>{player} queen on {at(cell)}</title>"
    yield f'<path class="body" stroke-linejoin="round" d="{QUEEN}"/></g>'


def threats(picture: Picture) -> Iterator[str]:
    """Ring each threatened queen, and point at her from the die that threatens her."""
    for begin, tip, end in picture.rays:
        if svg.ahead(begin, tip, end):
            yield svg.path("threat", svg.through([begin, tip]) + svg.head(begin, tip, 8))
        yield svg.circle("danger", end, 21)


def legal_actions(picture: Picture) -> Iterator[str]:
    """Mark the cells where something may be put, and the queen that may be struck."""
    named: dict[Cell, set[str]] = {}
    for action in picture.marks.legal:
        cell = picture.place_of(action)
        if cell is not None:
            named.setdefault(cell, set()).add(action.partition("@")[0])
    for cell, names in sorted(named.items(), key=lambda item: (item[0].x, item[0].y)):
        yield picture.square("option", cell, 0.5, f"{', '.join(sorted(names))} to {at(cell)}")
    if any(action.endswith("*") for action in picture.marks.legal):
        for threat in picture.scene.threats:
            if threat.attacker == picture.scene.turn:
                yield svg.circle("option", picture.point(threat.end), 25, "may be struck")


def forbidden_action(picture: Picture) -> Iterator[str]:
    """Draw faintly what must not be put down, crossed out; or cross out the queen of a strike."""
    action, turn = picture.marks.forbidden, picture.scene.turn
    if action is None or turn is None:
        return
    name, _, rest = action.partition("@")
    cell = picture.place_of(action)
    if cell is not None:
        middle = picture.point(cell)
        yield '<g class="tried">'
        if name in DICE:
            yield from cube(turn, name, cell, middle, tuple(rest.partition(":")[2]))
        else:
            yield from crown(turn, cell, middle)
        yield "</g>"
        yield picture.square("refused", cell)
        yield from svg.cross(middle, 11)
    for player, queen in picture.scene.queens:
        if action.endswith("*") and player != turn:
            yield svg.circle("refused", picture.point(queen.cell), 24)
            yield from svg.cross(picture.point(queen.cell), 11)


def foot(picture: Picture) -> Iterator[str]:
    """Say how the game stands, and what the signs mean."""
    side, _ = picture.size
    yield svg.written("standing", (RIM, side + 10), picture.scene.status)
    signs = "dots: target cells · ring: threatened"
    low = side + 10 + (LINE if picture.is_narrow else 0.0)
    yield svg.written("small legend", (side - RIM, low), signs)


DRAWING = Drawing(
    "ari",
    Scene.of,
    rows_of_characters,
    captions,
    title,
    lambda _: STYLE,
    Picture,
    (
        board,
        target_cells,
        last_action,
        beams,
        pieces,
        threats,
        legal_actions,
        forbidden_action,
        foot,
    ),
)
