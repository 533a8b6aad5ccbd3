"""Minoa, drawn: a position as characters for a terminal, and as a picture in SVG.

Both are made from the JSON form of a position. Which areas are claimed, and by whom, is asked of the
clauses themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import repeat
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
from rulewright.spec.svg import Point

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
        return tuple(the_one(names, here) for here in things)

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
    def together(self) -> str:
        """What partners have together, in words; "" where all play alone."""
        counted = partners_add_their_territories(self.rules, self.position)
        teams = self.rules.of_partners(counted)
        totals = ", ".join(f"{team} {total}" for team, total in teams)
        return f"partners together: {totals}" if totals else ""

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
        return the_ones(self.rules.players, wins)

    @cached_property
    def status(self) -> str:
        """Whose turn it is, or how the game ended."""
        return status(self.turn, self.winners)


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
    n = scene.rules.params.n
    labels = {2 * (r + n): f"{max(-n, -n - r)},{r}" for r in range(-n, n + 1)}
    return labelled(characters(scene), labels)


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
class Picture(Canvas[Scene]):
    """A scene with its marks, to be drawn: the board in the middle above a foot."""

    @property
    def low(self) -> float:
        """Height of all that stands under the board."""
        return FOOT + LINE if self.scene.together else FOOT

    @property
    def entries(self) -> float:
        """Width of the entries under the board: the players and the supply."""
        return (len(self.scene.rules.players) + 1) * ENTRY

    @cached_property
    def size(self) -> Point:
        """Width and height."""
        n = self.scene.rules.params.n
        width = max(2 * n * UNIT, self.entries) + 2 * RIM
        return width, sqrt(3) * n * UNIT + 2 * RIM + self.low

    def point(self, vertex: Vertex, stretch: float = 1.0) -> Point:
        """Map axial coordinates to the plane: all lines come out equally long."""
        (q, r), (width, height) = vertex, self.size
        x = width / 2 + UNIT * stretch * (q + r / 2)
        y = (height - self.low) / 2 + UNIT * stretch * r * sqrt(3) / 2
        return x, y

    def segment(self, line: Line, half: float = 0.5) -> str:
        """Write a line, or the part of it that goes `half` a line either way from its middle."""
        one, other = map(self.point, line)
        return svg.through(svg.between(one, other, part) for part in (0.5 - half, 0.5 + half))

    def middle(self, line: Line) -> Point:
        """Return the middle of a line."""
        return svg.middle(map(self.point, line))

    def line(self, name: str | None) -> Line | None:
        """Return the line that an action names; None if there is none."""
        board = self.scene.rules.board
        return board.lines[board.number[name]] if name in board.number else None

    @property
    def lying(self) -> Iterator[tuple[Line, str, str | None]]:
        """Each line, its name, and what lies there."""
        board = self.scene.rules.board
        return zip(board.lines, board.names, self.scene.on_line, strict=True)


def title(scene: Scene) -> str:
    """Say in one sentence what the picture shows."""
    areas = ", ".join(f"{player} {area}" for player, area in scene.territories.items())
    sticks = f"{sum(scene.position.sticks)} sticks on the board"
    said = "; ".join(filter(None, (areas, scene.together, scene.status, sticks)))
    return f"Minoa, size {scene.rules.params.n}: {said}."


def style(scene: Scene) -> str:
    """Add the colours of the players to the style."""
    return "\n".join((STYLE, *map(COLOUR_RULES.format, scene.rules.players)))


def board(picture: Picture) -> Iterator[str]:
    """Draw the board, a little larger than its outermost vertices."""
    n = picture.scene.rules.params.n
    outermost = ((n, 0), (0, n), (-n, n), (-n, 0), (0, -n), (n, -n))
    stretch = 1 + 14 / (UNIT * n)
    yield svg.polygon("board", (picture.point(vertex, stretch) for vertex in outermost))


def claimed_areas(picture: Picture) -> Iterator[str]:
    """Tint the triangles of claimed areas; partners who share one take turns."""
    triangles = picture.scene.rules.board.triangles
    for triangle, owners in zip(triangles, picture.scene.owners, strict=True):
        if owners:
            points_up = sum(r for _, r in triangle) % 3 == 2  # noqa: PLR2004 - two below
            owner = owners[int(points_up) % len(owners)]
            yield svg.polygon(f"claimed {owner}", map(picture.point, triangle))


def grey_lines(picture: Picture) -> Iterator[str]:
    """Draw the lines of the board; pointing at one shows its name."""
    yield '<g class="lines">'
    for line, name, _ in picture.lying:
        yield svg.path("", picture.segment(line), name)
    yield "</g>"


def legal_lines(picture: Picture) -> Iterator[str]:
    """Show where something may be played."""
    for name in picture.marks.legal:
        if line := picture.line(name):
            yield svg.path("option", picture.segment(line, 0.22), name)


def last_action(picture: Picture) -> Iterator[str]:
    """Put a halo under what was played last, and a thin one under pieces that followed (MIN-10)."""
    marks, rules = picture.marks, picture.scene.rules
    earlier = None if marks.before is None else notation.read(rules, marks.before)
    lay = map(any, zip(*earlier.pieces, strict=True)) if earlier else repeat(True)
    for (line, name, thing), old in zip(picture.lying, lay, strict=False):
        if thing in rules.players and not old and name != marks.last:
            yield halo(picture.segment(line, PIECE), "25", stroke_opacity="0.45")
    for line, name, thing in picture.lying:
        if name == marks.last:
            half, width = (STICK, "16") if thing == "stick" else (PIECE, "27")
            yield halo(picture.segment(line, half), width)


def halo(shape: str, width: str, **attributes: str) -> str:
    """Draw a mark along a line."""
    return svg.element("path", "last", stroke_width=width, **attributes, d=shape)


def forbidden_line(picture: Picture) -> Iterator[str]:
    """Cross out what must not be played."""
    if line := picture.line(picture.marks.forbidden):
        yield svg.path("refused", picture.segment(line, STICK))
        yield from svg.cross(picture.middle(line), 7)


def things_played(picture: Picture) -> Iterator[str]:
    """Draw sticks as bars, and over them pieces as capsules with the initial of their player."""
    for line, name, thing in picture.lying:
        if thing == "stick":
            yield svg.path("stick", picture.segment(line, STICK), name)
    for line, name, thing in picture.lying:
        if thing in picture.scene.rules.players:
            segment = picture.segment(line, PIECE)
            if name != picture.marks.last:
                yield svg.path("edge", segment)
            yield svg.path(f"piece {thing}", segment, f"{name} {thing}")
            yield letter(picture.middle(line), thing)


def foot(picture: Picture) -> Iterator[str]:
    """List the players with territory and hand, and the supply of sticks."""
    scene, (width, height) = picture.scene, picture.size
    left, y = (width - picture.entries) / 2 + 12, height - picture.low + 12
    for index, player in enumerate(scene.rules.players):
        x = left + index * ENTRY
        yield bar(f"piece {player}", (x + 12, y), 5)
        yield letter((x + 12, y), player)
        sign, area = sign_of(player, scene.turn, scene.winners), scene.territories[player]
        in_hand = f"{scene.hands[player]} in hand"
        yield from svg.entry((x + 30, y + 4), str(area), in_hand, sign)
    x = left + len(scene.rules.players) * ENTRY
    yield bar("stick", (x + 12, y), 9)
    supply = f"of {scene.rules.board.supply} left"
    yield from svg.entry((x + 30, y + 4), str(scene.sticks_left), supply)
    if scene.together:
        yield svg.written("small", (left, y + 44), scene.together)


def bar(kind: str, at: Point, half: float) -> str:
    """Draw a level line."""
    x, y = at
    return svg.path(kind, svg.through([(x - half, y), (x + half, y)]))


def letter(at: Point, player: str) -> str:
    """Write a player's initial, centred."""
    return svg.centred(f"initial {player}", at, initial(player))


LAYERS = (
    board,
    claimed_areas,
    grey_lines,
    legal_lines,
    last_action,
    things_played,
    forbidden_line,
    foot,
)
DRAWING = Drawing("minoa", Scene.of, rows_of_characters, captions, title, style, Picture, LAYERS)
