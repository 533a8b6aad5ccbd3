"""Minoa, drawn: a position as characters for a terminal, and as a picture in SVG.

Both are made from the JSON form of a position. Which areas are claimed, and by whom, is asked of the
clauses themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import sqrt
from typing import Any

from attrs import field, frozen

from rulewright.interface import Engine, Json
from rulewright.spec.drawing import (
    Drawing,
    Frame,
    Marks,
    centred,
    corners,
    cross,
    number,
    options_of,
    path,
    sign_of,
    standing,
    the_one,
    who_won,
    written,
)
from rulewright.spec.logic import none_of
from rulewright.spec.minoa import notation
from rulewright.spec.minoa.board import Line, Vertex
from rulewright.spec.minoa.clauses import (
    areas_carrying,
    largest_territory_wins,
    partners_add_their_territories,
    territory_is_the_areas_of_one_player_alone,
)
from rulewright.spec.minoa.facts import Position, Rules
from rulewright.spec.minoa.options import Parameters, Rulings

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
    def on_line(self) -> tuple[str | None, ...]:
        """For each line: ``"stick"``, the player whose piece it carries, or None."""
        things = zip(self.position.sticks, *self.position.pieces, strict=True)
        names = ("stick", *self.rules.players)
        return tuple(
            next((name for name, lies in zip(names, here, strict=True) if lies), None)
            for here in things
        )

    @cached_property
    def owners(self) -> tuple[tuple[str, ...], ...]:
        """For each triangle: the players who claim its area; none, one, or partners who share it."""
        teams = self.rules.teams if self.rules.rulings.partners == "shared" else ()
        players = range(len(self.rules.players))
        carried = [areas_carrying(self.rules, self.position, (player,)) for player in players]
        claims = ((player,) for player in players)
        admitted = {*claims, *teams}
        return tuple(
            tuple(self.rules.players[player] for player in inside) if inside in admitted else ()
            for inside in (
                tuple(player for player in players if carried[player][triangle])
                for triangle in range(len(self.rules.board.triangles))
            )
        )

    @cached_property
    def territories(self) -> dict[str, int]:
        """Each player's territory, in triangles."""
        counted = territory_is_the_areas_of_one_player_alone(self.rules, self.position)
        return dict(zip(self.rules.players, counted, strict=True))

    @cached_property
    def totals(self) -> dict[str, int]:
        """What partners have together; nothing where all play alone."""
        counted = partners_add_their_territories(self.rules, self.position)
        return dict(self.rules.of_partners(counted))

    @cached_property
    def together(self) -> str:
        """What partners have together, in words; "" where all play alone."""
        told = ", ".join(f"{team} {total}" for team, total in self.totals.items())
        return f"partners together: {told}" if told else ""

    @cached_property
    def hands(self) -> dict[str, int]:
        """Pieces that each player has yet to play."""
        material = self.rules.material
        return {
            player: material - sum(own)
            for player, own in zip(self.rules.players, self.position.pieces, strict=True)
        }

    @cached_property
    def sticks_left(self) -> int:
        """Sticks in the supply."""
        return self.rules.board.supply - sum(self.position.sticks)

    @cached_property
    def turn(self) -> str | None:
        """The player to move; None when the game is over."""
        return the_one(self.rules.players, self.position.turn)

    @cached_property
    def winners(self) -> tuple[str, ...]:
        """The winners, once the game is over."""
        totals = partners_add_their_territories(self.rules, self.position)
        wins = largest_territory_wins(self.rules, totals, none_of(self.position.turn))
        return tuple(player for player, won in zip(self.rules.players, wins, strict=True) if won)

    @cached_property
    def status(self) -> str:
        """Whose turn it is, or how the game ended."""
        if self.turn is not None:
            return f"{self.turn} to move"
        return f"over, {who_won(self.winners)}"


# -------------------------------------------------------------------------------------- characters

STEP = 4
"""Columns from one vertex to the next in its row."""
LEVEL, RISING, FALLING = "\u2501", "\u2571", "\u2572"
"""Sticks in the three directions."""
SLANTS = {(0, 1): (1, FALLING), (-1, 1): (-1, RISING)}
"""For the two slanting directions: the column of the line, from its upper vertex, and its stick."""
PARTNERS_SHARE = "+"
"""Stands in a triangle that two partners share."""


def rows_of_characters(scene: Scene) -> Iterator[str]:
    """Give the rows of the board from top to bottom, with the name of the first vertex of each.

    Sticks are drawn, vacant lines are blank, pieces are the capital initials of their players; in
    each triangle of a claimed area stands the small initial of its owner.
    """
    cells = characters(scene)
    n = scene.rules.params.n
    labels = {2 * (r + n): f"{max(-n, -n - r)},{r}" for r in range(-n, n + 1)}
    margin = max(map(len, labels.values()))
    for row in range(4 * n + 1):
        columns = {column: sign for (at, column), sign in cells.items() if at == row}
        drawn = "".join(columns.get(column, " ") for column in range(STEP * 2 * n + 1))
        yield f"{labels.get(row, ''):>{margin}}  {drawn}".rstrip()


def characters(scene: Scene) -> dict[tuple[int, int], str]:
    """Place every sign of the board: (row, column) -> character."""
    board = scene.rules.board
    place = {vertex: place_of(vertex, board.n) for vertex in board.vertices}
    cells = dict.fromkeys(place.values(), "·")
    for line, thing in zip(board.lines, scene.on_line, strict=True):
        if thing is not None:
            cells.update(signs(line, place, thing))
    for triangle, owners in zip(board.triangles, scene.owners, strict=True):
        if owners:
            rows, columns = zip(*(place[corner] for corner in triangle), strict=True)
            middle = (min(rows) + max(rows)) // 2, sum(columns) // 3
            cells[middle] = owners[0][0] if len(owners) == 1 else PARTNERS_SHARE
    return cells


def place_of(vertex: Vertex, n: int) -> tuple[int, int]:
    """Find the row and the column of a vertex."""
    q, r = vertex
    return 2 * (r + n), STEP // 2 * (2 * q + r + 2 * n)


def signs(
    line: Line, place: dict[Vertex, tuple[int, int]], thing: str
) -> Iterator[tuple[tuple[int, int], str]]:
    """Draw a stick, or a piece, on a line."""
    upper, lower = sorted(line, key=lambda vertex: (vertex[1], vertex[0]))
    row, column = place[upper]
    if upper[1] == lower[1]:
        drawn = 3 * LEVEL if thing == "stick" else f" {initial(thing)} "
        yield from (((row, column + 1 + at), sign) for at, sign in enumerate(drawn))
    else:
        shift, stick = SLANTS[lower[0] - upper[0], lower[1] - upper[1]]
        yield (row + 1, column + shift), stick if thing == "stick" else initial(thing)


def initial(player: str) -> str:
    """The letter that stands for a player's pieces."""
    return player[0].upper()


def captions(scene: Scene) -> tuple[str, ...]:
    """Say how the game stands, and what the signs mean."""
    players = scene.rules.players
    standing = "   ".join(
        f"{player} {scene.territories[player]} ({scene.hands[player]} in hand)"
        for player in players
    )
    supply = f"{scene.sticks_left} of {scene.rules.board.supply} sticks left"
    pieces = " ".join(map(initial, players))
    claims = " ".join(player[0] for player in players)
    if any(len(owners) > 1 for owners in scene.owners):
        claims += f" {PARTNERS_SHARE} (partners)"
    signs_used = f"{LEVEL} {RISING} {FALLING} stick   {pieces} piece   {claims} claimed triangle"
    stands = f"{standing}   {supply}   {scene.status}"
    return (stands, *filter(None, (scene.together,)), signs_used)


# ------------------------------------------------------------------------------------------ picture

UNIT = 48.0
"""Length of a line, in units of the picture."""
RIM = 30.0
"""From the outermost vertices to the edge of the picture."""
ENTRY = 112.0
"""Width of one entry under the board."""
FOOT = 50.0
"""Height of the entries under the board."""
LINE = 20.0
"""Height of the line under the entries that says what partners have together."""
PIECE = 0.27
"""Half the length of a piece, in lines; the ends are round."""
STICK = 0.42
"""Half the length of a stick, in lines."""

STYLE = """
.rw-minoa { --board: #f1ede4; --rim: #d3ccbb; --line: #c3bcab; --stick: #2a2b26; --red: #cf3a2b;
  --blue: #1769aa; --yellow: #f0c419; --green: #0b8f74; --on-dark: #ffffff; --on-light: #22231f; }
@media (prefers-color-scheme: dark) {
.rw-minoa { --board: #26292f; --rim: #454a54; --line: #4c515b; --stick: #f2efe6; --red: #f0604d;
  --blue: #4aa3ea; --yellow: #f3cf3b; --green: #2cc4a0; --on-dark: #101113; --on-light: #101113; }
}
.rw-minoa .board { fill: var(--board); stroke: var(--rim); stroke-width: 4; stroke-linejoin: round; }
.rw-minoa .claimed { fill-opacity: 0.46; }
.rw-minoa .lines { stroke: var(--line); stroke-width: 1.6; stroke-linecap: round; }
.rw-minoa .stick { stroke: var(--stick); stroke-width: 7; stroke-linecap: round; }
.rw-minoa .piece { stroke-width: 18; stroke-linecap: round; }
.rw-minoa .edge { stroke: var(--ground); stroke-width: 22; stroke-linecap: round; }
.rw-minoa .initial { font-weight: 700; font-size: 12.5px; text-anchor: middle; fill: var(--on-dark); }
.rw-minoa .initial.yellow { fill: var(--on-light); }
.rw-minoa .option { stroke-width: 6; }
""".strip()
COLOUR_RULES = """
.rw-minoa .claimed.{0} {{ fill: var(--{0}); }} .rw-minoa .piece.{0} {{ stroke: var(--{0}); }}
""".strip()


@frozen
class Picture:
    """A scene on its way to SVG: x to the right, y downwards, the board in the middle above a foot."""

    scene: Scene
    marks: Marks
    entries: int = field(init=False)
    width: float = field(init=False)
    low: float = field(init=False)
    """Height of all that stands under the board."""
    height: float = field(init=False)

    @entries.default
    def _players_and_supply(self) -> int:
        return len(self.scene.rules.players) + 1

    @width.default
    def _wide_enough_for_both(self) -> float:
        board = 2 * self.scene.rules.params.n * UNIT
        return max(board, self.entries * ENTRY) + 2 * RIM

    @height.default
    def _board_and_foot(self) -> float:
        return sqrt(3) * self.scene.rules.params.n * UNIT + 2 * RIM + self.low

    @low.default
    def _entries_and_what_partners_have(self) -> float:
        return FOOT + LINE if self.scene.together else FOOT

    def elements(self) -> Iterator[str]:
        """Give the lines of the SVG element."""
        colours = "\n".join(map(COLOUR_RULES.format, self.scene.rules.players))
        frame = Frame("minoa", self.width, self.height, self.title(), f"{STYLE}\n{colours}")
        yield from frame.around(self.inside())

    def inside(self) -> Iterator[str]:
        """Give what stands in the frame, from bottom to top."""
        yield f'<polygon class="board" points="{self.outline()}"/>'
        yield from self.claimed_areas()
        yield from self.grey_lines()
        yield from self.legal_lines()
        yield from self.mark_of_last_action()
        yield from self.things_played()
        yield from self.forbidden_line()
        yield from self.foot()

    def title(self) -> str:
        """Say in one sentence what the picture shows."""
        scene = self.scene
        standing = ", ".join(f"{player} {area}" for player, area in scene.territories.items())
        return (
            f"Minoa, size {scene.rules.params.n}: {standing}; "
            f"{f'{scene.together}; ' if scene.together else ''}{scene.status}; "
            f"{sum(scene.position.sticks)} sticks on the board."
        )

    def point(self, vertex: tuple[float, float], stretch: float = 1.0) -> tuple[float, float]:
        """Map axial coordinates to the plane: all lines come out equally long."""
        q, r = vertex
        x = self.width / 2 + UNIT * stretch * (q + r / 2)
        y = (self.height - self.low) / 2 + UNIT * stretch * r * sqrt(3) / 2
        return x, y

    def points(self, vertices: tuple[Vertex, ...], stretch: float = 1.0) -> str:
        """Write the corners of a polygon."""
        return corners(self.point(vertex, stretch) for vertex in vertices)

    def outline(self) -> str:
        """Write the corners of the board, a little outside the outermost vertices."""
        n = self.scene.rules.params.n
        outermost = ((n, 0), (0, n), (-n, n), (-n, 0), (0, -n), (n, -n))
        return self.points(outermost, stretch=1 + 14 / (UNIT * n))

    def segment(self, line: Line, half: float = 0.5) -> str:
        """Write a line, or the part of it that goes `half` a line either way from its middle."""
        (x, y), (u, v) = map(self.point, line)
        a, b = 0.5 - half, 0.5 + half
        begin = f"{number(x + a * (u - x))} {number(y + a * (v - y))}"
        return f"M{begin}L{number(x + b * (u - x))} {number(y + b * (v - y))}"

    def claimed_areas(self) -> Iterator[str]:
        """Tint the triangles of claimed areas; partners who share one take turns."""
        board = self.scene.rules.board
        for triangle, owners in zip(board.triangles, self.scene.owners, strict=True):
            if owners:
                points_up = sum(r for _, r in triangle) % 3 == 2  # noqa: PLR2004 - two below
                owner = owners[int(points_up) % len(owners)]
                yield f'<polygon class="claimed {owner}" points="{self.points(triangle)}"/>'

    def grey_lines(self) -> Iterator[str]:
        """Draw the lines of the board; pointing at one shows its name."""
        board = self.scene.rules.board
        yield '<g class="lines">'
        for line, name in zip(board.lines, board.names, strict=True):
            yield f'<path d="{self.segment(line)}"><title>{name}</title></path>'
        yield "</g>"

    def legal_lines(self) -> Iterator[str]:
        """Show where something may be played."""
        board = self.scene.rules.board
        for name in self.marks.legal:
            if name in board.number:
                line = board.lines[board.number[name]]
                shown = f"<title>{name}</title></path>"
                yield f'<path class="option" d="{self.segment(line, 0.22)}">{shown}'

    def mark_of_last_action(self) -> Iterator[str]:
        """Put a halo under what was played last, and a thin one under what followed by itself."""
        board = self.scene.rules.board
        for name in self.followed():
            segment = self.segment(board.lines[board.number[name]], PIECE)
            yield f'<path class="last" stroke-width="25" stroke-opacity="0.45" d="{segment}"/>'
        if self.marks.last in board.number:
            line = board.number[self.marks.last]
            half, width = (STICK, 16) if self.scene.on_line[line] == "stick" else (PIECE, 27)
            segment = self.segment(board.lines[line], half)
            yield f'<path class="last" stroke-width="{width}" d="{segment}"/>'

    def followed(self) -> Iterator[str]:
        """Name the lines of the pieces that the last action brought beside itself (MIN-10)."""
        if self.marks.before is None:
            return
        earlier = notation.read(self.scene.rules, self.marks.before)
        lay = (any(lies) for lies in zip(*earlier.pieces, strict=True))
        for name, thing, old in zip(
            self.scene.rules.board.names, self.scene.on_line, lay, strict=True
        ):
            if thing in self.scene.rules.players and not old and name != self.marks.last:
                yield name

    def forbidden_line(self) -> Iterator[str]:
        """Cross out what must not be played."""
        board = self.scene.rules.board
        if self.marks.forbidden in board.number:
            line = board.lines[board.number[self.marks.forbidden]]
            yield f'<path class="refused" d="{self.segment(line, STICK)}"/>'
            yield from cross(self.middle(line), 7)

    def things_played(self) -> Iterator[str]:
        """Draw sticks as bars, and over them pieces as capsules with the initial of their player."""
        board = self.scene.rules.board
        lying = tuple(zip(board.lines, board.names, self.scene.on_line, strict=True))
        for line, name, thing in lying:
            if thing == "stick":
                segment = self.segment(line, STICK)
                yield f'<path class="stick" d="{segment}"><title>{name}</title></path>'
        for line, name, thing in lying:
            if thing in self.scene.rules.players:
                segment = self.segment(line, PIECE)
                shown = f"<title>{name} {thing}</title></path>"
                if name != self.marks.last:
                    yield f'<path class="edge" d="{segment}"/>'
                yield f'<path class="piece {thing}" d="{segment}">{shown}'
                yield letter(self.middle(line), thing)

    def middle(self, line: Line) -> tuple[float, float]:
        """Find the middle of a line."""
        (x, y), (u, v) = map(self.point, line)
        return (x + u) / 2, (y + v) / 2

    def foot(self) -> Iterator[str]:
        """List the players with territory and hand, and the supply of sticks."""
        scene = self.scene
        left = (self.width - self.entries * ENTRY) / 2 + 12
        y = self.height - self.low + 12
        for index, player in enumerate(scene.rules.players):
            x = left + index * ENTRY
            yield f'<path class="piece {player}" d="{bar(x + 12, y, 5)}"/>'
            yield letter((x + 12, y), player)
            sign = sign_of(player, scene.turn, scene.winners)
            in_hand = f"{scene.hands[player]} in hand"
            yield from beside(x, y, str(scene.territories[player]), in_hand, sign)
        x = left + len(scene.rules.players) * ENTRY
        yield f'<path class="stick" d="{bar(x + 12, y, 9)}"/>'
        yield from beside(x, y, str(scene.sticks_left), f"of {scene.rules.board.supply} left")
        if scene.together:
            yield written("small", (left, y + 44), scene.together)


def bar(x: float, y: float, half: float) -> str:
    """Write a level line."""
    return path([(x - half, y), (x + half, y)])


def letter(at: tuple[float, float], player: str) -> str:
    """Write a player's initial, centred."""
    return centred(f"initial {player}", at, initial(player))


def beside(x: float, y: float, above: str, below: str, sign: str = "") -> Iterator[str]:
    """Write two lines beside a sign of the foot; the upper one may have a mark in it."""
    yield standing((x + 30, y + 4), above, sign)
    yield written("small", (x + 30, y + 20), below)


DRAWING = Drawing(Scene.of, rows_of_characters, captions, Picture)
