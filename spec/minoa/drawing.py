"""Minoa, drawn: a position as characters for a terminal, and as a picture in SVG.

Both are made from the JSON form of a position. Which areas are claimed, and by whom, is asked of the
clauses themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from html import escape
from math import sqrt
from typing import Any

from attrs import field, frozen

from rulewright.interface import Action, Engine, Json, options_from
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


def text(engine: Engine[Any], position: Json) -> str:
    """Draw the position with characters; no trailing newline.

    Sticks are drawn, vacant lines are blank, pieces are the capital initials of their players; in
    each triangle of a claimed area stands the small initial of its owner. Every row begins with the
    name of its first vertex. Raises `MalformedPosition` where the form is wrong.
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
        turns = zip(self.rules.players, self.position.turn, strict=True)
        return next((player for player, own in turns if own), None)

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
        return f"over, {' and '.join(self.winners)} {'wins' if len(self.winners) == 1 else 'win'}"


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
    """Give the rows of the board from top to bottom, with the name of the first vertex of each."""
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
    for corners, owners in zip(board.triangles, scene.owners, strict=True):
        if owners:
            rows, columns = zip(*(place[corner] for corner in corners), strict=True)
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


def captions(scene: Scene) -> tuple[str, str]:
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
    return f"{standing}   {supply}   {scene.status}", signs_used


# ------------------------------------------------------------------------------------------ picture

UNIT = 48.0
"""Length of a line, in units of the picture."""
RIM = 30.0
"""From the outermost vertices to the edge of the picture."""
ENTRY = 94.0
"""Width of one entry under the board."""
FOOT = 50.0
"""Height of the entries under the board."""
PIECE = 0.27
"""Half the length of a piece, in lines; the ends are round."""
STICK = 0.42
"""Half the length of a stick, in lines."""

STYLE = """
.rw-minoa { --ground: #fbfaf7; --board: #efece4; --rim: #d9d4c7; --line: #b9b3a4; --ink: #22231f;
  --faint: #6b675c; --mark: #8b3fd1; --red: #cf3a2b; --blue: #1769aa; --yellow: #f0c419;
  --green: #0b8f74; --on-dark: #ffffff; --on-light: #22231f;
  font-family: system-ui, sans-serif; font-size: 13px; }
@media (prefers-color-scheme: dark) {
.rw-minoa { --ground: #17181b; --board: #24262b; --rim: #3a3d44; --line: #5a5e68; --ink: #f2efe6;
  --faint: #a5a39b; --mark: #cf9bff; --red: #e5533f; --blue: #3f95dd; --yellow: #f3cf3b;
  --green: #21b392; --on-dark: #101113; --on-light: #101113; }
}
.rw-minoa .ground { fill: var(--ground); }
.rw-minoa .board { fill: var(--board); stroke: var(--rim); stroke-width: 3; stroke-linejoin: round; }
.rw-minoa .claimed { fill-opacity: 0.42; }
.rw-minoa .lines { stroke: var(--line); stroke-width: 1.6; stroke-linecap: round; }
.rw-minoa .stick { stroke: var(--ink); stroke-width: 7; stroke-linecap: round; }
.rw-minoa .piece { stroke-width: 17; stroke-linecap: round; }
.rw-minoa .last { stroke: var(--mark); stroke-linecap: round; }
.rw-minoa .initial { font-weight: 700; font-size: 12px; text-anchor: middle; fill: var(--on-dark); }
.rw-minoa .initial.yellow { fill: var(--on-light); }
.rw-minoa .standing { fill: var(--ink); font-weight: 600; }
.rw-minoa .small { fill: var(--faint); font-size: 11px; }
.rw-minoa .sign { fill: var(--mark); font-size: 11px; }
""".strip()
COLOUR_RULES = """
.rw-minoa .claimed.{0} {{ fill: var(--{0}); }} .rw-minoa .piece.{0} {{ stroke: var(--{0}); }}
""".strip()


def number(value: float) -> str:
    """Write a coordinate, rounded to a tenth."""
    return f"{round(value, 1) + 0.0:g}"


@frozen
class Picture:
    """A scene on its way to SVG: x to the right, y downwards, the board in the middle above a foot."""

    scene: Scene
    last: Action | None
    entries: int = field(init=False)
    width: float = field(init=False)
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
        return sqrt(3) * self.scene.rules.params.n * UNIT + 2 * RIM + FOOT

    def elements(self) -> Iterator[str]:
        """Give the lines of the SVG element."""
        size = f"{number(self.width)} {number(self.height)}"
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="rw-minoa" viewBox="0 0 {size}" '
            f'width="{number(self.width)}" height="{number(self.height)}" role="img">'
        )
        yield f"<title>{escape(self.title())}</title>"
        colours = "\n".join(map(COLOUR_RULES.format, self.scene.rules.players))
        yield f"<style>\n{STYLE}\n{colours}\n</style>"
        yield '<rect class="ground" width="100%" height="100%" rx="10"/>'
        yield f'<polygon class="board" points="{self.outline()}"/>'
        yield from self.claimed_areas()
        yield from self.grey_lines()
        yield from self.mark_of_last_action()
        yield from self.things_played()
        yield from self.foot()
        yield "</svg>"

    def title(self) -> str:
        """Say in one sentence what the picture shows."""
        scene = self.scene
        standing = ", ".join(f"{player} {area}" for player, area in scene.territories.items())
        return (
            f"Minoa, size {scene.rules.params.n}: {standing}; {scene.status}; "
            f"{sum(scene.position.sticks)} sticks on the board."
        )

    def point(self, vertex: tuple[float, float], stretch: float = 1.0) -> tuple[float, float]:
        """Map axial coordinates to the plane: all lines come out equally long."""
        q, r = vertex
        x = self.width / 2 + UNIT * stretch * (q + r / 2)
        y = (self.height - FOOT) / 2 + UNIT * stretch * r * sqrt(3) / 2
        return x, y

    def points(self, vertices: tuple[Vertex, ...], stretch: float = 1.0) -> str:
        """Write the corners of a polygon."""
        corners = (self.point(vertex, stretch) for vertex in vertices)
        return " ".join(f"{number(x)},{number(y)}" for x, y in corners)

    def outline(self) -> str:
        """Write the corners of the board, a little outside the outermost vertices."""
        n = self.scene.rules.params.n
        corners = ((n, 0), (0, n), (-n, n), (-n, 0), (0, -n), (n, -n))
        return self.points(corners, stretch=1 + 14 / (UNIT * n))

    def segment(self, line: Line, half: float = 0.5) -> str:
        """Write a line, or the part of it that goes `half` a line either way from its middle."""
        (x, y), (u, v) = map(self.point, line)
        a, b = 0.5 - half, 0.5 + half
        begin = f"{number(x + a * (u - x))} {number(y + a * (v - y))}"
        return f"M{begin}L{number(x + b * (u - x))} {number(y + b * (v - y))}"

    def claimed_areas(self) -> Iterator[str]:
        """Tint the triangles of claimed areas; partners who share one take turns."""
        board = self.scene.rules.board
        for corners, owners in zip(board.triangles, self.scene.owners, strict=True):
            if owners:
                points_up = sum(r for _, r in corners) % 3 == 2  # noqa: PLR2004 - two vertices below
                owner = owners[int(points_up) % len(owners)]
                yield f'<polygon class="claimed {owner}" points="{self.points(corners)}"/>'

    def grey_lines(self) -> Iterator[str]:
        """Draw the lines of the board; pointing at one shows its name."""
        board = self.scene.rules.board
        yield '<g class="lines">'
        for line, name in zip(board.lines, board.names, strict=True):
            yield f'<path d="{self.segment(line)}"><title>{name}</title></path>'
        yield "</g>"

    def mark_of_last_action(self) -> Iterator[str]:
        """Put a halo under what was played last."""
        board = self.scene.rules.board
        if self.last in board.number:
            line = board.number[self.last]
            half, width = (STICK, 15) if self.scene.on_line[line] == "stick" else (PIECE, 24)
            path = self.segment(board.lines[line], half)
            yield f'<path class="last" stroke-width="{width}" d="{path}"/>'

    def things_played(self) -> Iterator[str]:
        """Draw sticks as bars, and over them pieces as capsules with the initial of their player."""
        board = self.scene.rules.board
        lying = tuple(zip(board.lines, board.names, self.scene.on_line, strict=True))
        for line, name, thing in lying:
            if thing == "stick":
                path = self.segment(line, STICK)
                yield f'<path class="stick" d="{path}"><title>{name}</title></path>'
        for line, name, thing in lying:
            if thing in self.scene.rules.players:
                path = self.segment(line, PIECE)
                yield f'<path class="piece {thing}" d="{path}"><title>{name} {thing}</title></path>'
                yield self.initial_at(line, thing)

    def initial_at(self, line: Line, player: str) -> str:
        """Write a player's initial on the middle of a line."""
        (x, y), (u, v) = map(self.point, line)
        return letter((x + u) / 2, (y + v) / 2, player)

    def foot(self) -> Iterator[str]:
        """List the players with territory and hand, and the supply of sticks."""
        scene = self.scene
        left = (self.width - self.entries * ENTRY) / 2 + 12
        y = self.height - FOOT + 12
        for index, player in enumerate(scene.rules.players):
            x = left + index * ENTRY
            yield f'<path class="piece {player}" d="{bar(x + 12, y, 5)}"/>'
            yield letter(x + 12, y, player)
            standing = f"{scene.territories[player]}{self.sign(player)}"
            yield from beside(x, y, standing, f"{scene.hands[player]} in hand")
        x = left + len(scene.rules.players) * ENTRY
        yield f'<path class="stick" d="{bar(x + 12, y, 9)}"/>'
        yield from beside(x, y, str(scene.sticks_left), f"of {scene.rules.board.supply} left")

    def sign(self, player: str) -> str:
        """Mark the player to move, or the winners."""
        moves, wins = player == self.scene.turn, player in self.scene.winners
        word = "moves" if moves else "wins" if wins else ""
        return f' <tspan class="sign">{word}</tspan>' if word else ""


def bar(x: float, y: float, half: float) -> str:
    """Write a level line."""
    return f"M{number(x - half)} {number(y)}L{number(x + half)} {number(y)}"


def letter(x: float, y: float, player: str) -> str:
    """Write a player's initial, centred."""
    at = f'x="{number(x)}" y="{number(y)}" dy="0.36em"'
    return f'<text class="initial {player}" {at}>{initial(player)}</text>'


def beside(x: float, y: float, above: str, below: str) -> Iterator[str]:
    """Write two lines beside a sign of the foot."""
    yield f'<text class="standing" x="{number(x + 30)}" y="{number(y + 4)}">{above}</text>'
    yield f'<text class="small" x="{number(x + 30)}" y="{number(y + 20)}">{below}</text>'
