"""A drawing for games with pieces on the cells of a ready-made board, as text and as a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from html import escape
from typing import Any, TypeAlias

from attrs import field, frozen

from rulewright.interface import Action, Engine, ImpossiblePosition, Json, MalformedPosition
from rulewright.spec import svg
from rulewright.spec.board_cells import CellBoard
from rulewright.spec.board_symmetry import cells_in
from rulewright.spec.drawing import Canvas, Drawing, labelled, sign_of, status
from rulewright.spec.svg import Point

Contents: TypeAlias = Callable[[Json], Mapping[str, str]]
"""What stands where: from a position to the names of cells, each with the name of a piece."""
Cells: TypeAlias = Callable[[CellBoard, Action], Sequence[int]]
"""The cells of an action, in order: where it begins first, where it ends last."""

UNIT = 54.0
"""Distance of the centres of neighbouring squares or hexagons, in units of the picture."""
RIM = 16.0
"""From the cells to the edge of the picture."""
FOOT = 54.0
"""Height of the entries under the board."""
ENTRY = 104.0
"""Least width of an entry."""
PIECE = 0.34
"""Radius of a piece, as a part of the room in its cell."""
EMPTY = "."

COLOURS = {
    "white": "#fdfcf6",
    "black": "#26262b",
    "red": "#cf3a2b",
    "blue": "#2f6fd0",
    "green": "#2c8f50",
    "yellow": "#e2b21b",
}
OTHERS = ("#2f6fd0", "#cf3a2b", "#2c8f50", "#c98a14", "#7d52c4", "#4f6673")
"""The colours of players whose names are no colours, in turn order."""
NEUTRAL = "#b9b2a2"
"""The colour of what belongs to no player."""
PALE = (COLOURS["white"], COLOURS["yellow"], NEUTRAL)
"""On these, letters are dark."""
STYLE = """
.rw-board { --cell: #f1ead9; --other: #e6dcc5; --edge: #a0947c; --name: #8b8069; --track: #8b3fd1; }
@media (prefers-color-scheme: dark) {
.rw-board { --cell: #cfc6b0; --other: #c2b89f; --edge: #7d745f; --name: #6d6450; --track: #9a45e0; }
}
.rw-board .cell { fill: var(--cell); stroke: var(--edge); stroke-width: 1.2; }
.rw-board .cell.other { fill: var(--other); }
.rw-board .name { fill: var(--name); font-size: 11px; text-anchor: middle; }
.rw-board .piece { stroke: #6b675c; stroke-width: 1.4; }
.rw-board .letter { fill: #ffffff; font-weight: 700; text-anchor: middle; }
.rw-board .letter.dark { fill: #222222; }
.rw-board .goal { fill: none; stroke-width: 5; stroke-linecap: round; }
.rw-board .last { stroke: var(--track); stroke-width: 3.2; }
.rw-board .left { fill: none; stroke: var(--track); stroke-width: 2; stroke-dasharray: 3 4; }
.rw-board .origin { stroke-width: 2; stroke-dasharray: 3 4; }
""".strip()


def listed(position: Json) -> dict[str, str]:
    """Read what stands where from lists of cells, each under the name of what stands there.

    A list of anything but texts, such as the points of each player, is none of cells.

    >>> listed({"x": ["a1"], "o": ["b2", "c3"], "points": [0, 1], "turn": "x"})
    {'a1': 'x', 'b2': 'o', 'c3': 'o'}
    """
    return {
        cell: name
        for name, cells in position.items()
        if isinstance(cells, list) and all(isinstance(cell, str) for cell in cells)
        for cell in cells
    }


@frozen
class BoardScene:
    """A position on a board, with what there is to say of it."""

    board: CellBoard
    title: str
    players: tuple[str, ...]
    turn: str | None
    winners: tuple[str, ...]
    pieces: Mapping[int, str]
    """By cell, the name of what stands there."""
    drawing: BoardDrawing

    def sign(self, piece: str) -> str:
        """Return the character for a piece; the player's number where two players begin alike."""
        word = piece.rpartition(" ")[2]
        initials = [player[:1] for player in self.players]
        if piece in self.drawing.signs:
            return self.drawing.signs[piece]
        if word in self.players and initials.count(word[:1]) > 1:
            return str(self.players.index(word) + 1)
        return word[:1] or "?"

    @property
    def standing(self) -> str:
        """Who is to move, or how the game ended."""
        return status(self.turn, self.winners)


@frozen
class BoardPicture(Canvas[BoardScene]):
    """A board with its marks, to be drawn."""

    @cached_property
    def outlines(self) -> tuple[tuple[Point, ...], ...]:
        """The corners of each cell, the origin anywhere."""
        board, scale = self.scene.board, UNIT / self.scene.board.spacing
        every = map(board.outline, board.cells)
        return tuple(tuple((scale * x, scale * y) for x, y in outline) for outline in every)

    @cached_property
    def box(self) -> tuple[Point, Point]:
        """The upper left corner, and width and height without the foot."""
        xs, ys = zip(*(point for outline in self.outlines for point in outline), strict=True)
        width = max(xs) - min(xs) + 2 * RIM
        wide = max(width, ENTRY * len(self.scene.players))
        left = min(xs) - RIM - (wide - width) / 2
        return (left, min(ys) - RIM), (wide, max(ys) - min(ys) + 2 * RIM)

    @property
    def size(self) -> Point:
        """Width and height."""
        _, (width, height) = self.box
        return width, height + FOOT

    def placed(self, points: Iterable[Point]) -> tuple[Point, ...]:
        """Move points of the board into the picture."""
        (left, top), _ = self.box
        return tuple((x - left, y - top) for x, y in points)

    def point(self, cell: int) -> Point:
        """Return the centre of a cell in the picture."""
        x, y = self.scene.board.centre(cell)
        scale = UNIT / self.scene.board.spacing
        (placed,) = self.placed([(scale * x, scale * y)])
        return placed

    @property
    def radius(self) -> float:
        """The radius of a piece."""
        return PIECE * UNIT

    def cells_of(self, action: Action | None) -> tuple[int, ...]:
        """Return the cells of an action."""
        return () if action is None else tuple(self.scene.drawing.cells(self.scene.board, action))

    @cached_property
    def changed(self) -> tuple[int, ...]:
        """The cells whose contents changed, where neither end of the last action lies."""
        if self.marks.before is None:
            return ()
        before = self.scene.drawing.read(self.scene.board, self.marks.before)
        ends = self.cells_of(self.marks.last)
        both = {*before, *self.scene.pieces} - {*ends[:1], *ends[-1:]}
        return tuple(c for c in sorted(both) if before.get(c) != self.scene.pieces.get(c))


def cells(picture: BoardPicture) -> Iterator[str]:
    """Draw the cells; one that is empty shows its name."""
    board = picture.scene.board
    for cell, outline in enumerate(picture.outlines):
        kind = "cell other" if board.is_shaded(cell) else "cell"
        yield svg.polygon(kind, picture.placed(outline), board.names[cell])
        if cell not in picture.scene.pieces:
            yield svg.centred("name", picture.point(cell), board.names[cell])


COMPASS = {
    "n": (0.0, -1.0), "e": (1.0, 0.0), "s": (0.0, 1.0), "w": (-1.0, 0.0),
    "ne": (0.9, -0.5), "se": (0.9, 0.5), "sw": (-0.9, 0.5), "nw": (-0.9, -0.5),
}  # fmt: skip
"""Which way each side looks."""


def goals(picture: BoardPicture) -> Iterator[str]:
    """Draw the sides that players have to reach in their colours."""
    scene = picture.scene
    edges = [frozenset(edge) for outline in picture.outlines for edge in rounded(outline)]
    for player, sides in scene.drawing.goals.items():
        for side in sides:
            for cell in scene.board.sides[side]:
                outline = picture.outlines[cell]
                for at, edge in enumerate(rounded(outline)):
                    ends = outline[at], outline[(at + 1) % len(outline)]
                    outside = edges.count(frozenset(edge)) == 1
                    if outside and faces(svg.middle(ends), svg.middle(outline), side):
                        kind = coloured("goal", colour(scene, player))
                        yield svg.path(kind, svg.through(picture.placed(ends)))


def rounded(outline: Sequence[Point]) -> list[tuple[tuple[int, int], ...]]:
    """Return the edges of a cell with whole coordinates, so that they can be compared."""
    whole = [(round(8 * x), round(8 * y)) for x, y in outline]
    return [(corner, whole[(at + 1) % len(whole)]) for at, corner in enumerate(whole)]


def faces(edge: Point, centre: Point, side: str) -> bool:
    """Return whether an edge lies on the side of its cell that looks towards a side of the board."""
    right, down = COMPASS[side]
    return (edge[0] - centre[0]) * right + (edge[1] - centre[1]) * down > UNIT / 8


def colour(scene: BoardScene, player: str) -> str:
    """Return a player's colour; for any other name the colour of that name, or a neutral one."""
    if player not in scene.players:
        return COLOURS.get(player, NEUTRAL)
    return COLOURS.get(player, OTHERS[scene.players.index(player) % len(OTHERS)])


def coloured(kind: str, hue: str) -> str:
    """Return the classes of what is drawn in a colour: named by it, for pages with several games."""
    return f"{kind} in-{hue.removeprefix('#')}"


def pieces(picture: BoardPicture) -> Iterator[str]:
    """Draw the pieces, each with its sign."""
    for cell, piece in sorted(picture.scene.pieces.items()):
        yield from token(
            picture.scene,
            piece,
            picture.point(cell),
            picture.radius,
            picture.scene.board.names[cell],
        )


def token(scene: BoardScene, piece: str, at: Point, radius: float, where: str) -> Iterator[str]:
    """Draw one piece."""
    hue = colour(scene, piece.partition(" ")[0])
    yield svg.circle(coloured("piece", hue), at, radius, f"{piece} {where}".strip())
    yield svg.centred("letter dark" if hue in PALE else "letter", at, scene.sign(piece))


def last_action(picture: BoardPicture) -> Iterator[str]:
    """Ring where the last action ended, with an arrow from where it began, and what it changed."""
    ends = picture.cells_of(picture.marks.last)
    for cell in picture.changed:
        yield svg.circle("left", picture.point(cell), picture.radius + 5)
    if len(ends) > 1:
        points = list(map(picture.point, ends))
        yield svg.circle("left", points[0], picture.radius)
        points[-1] = svg.beyond(points[-1], points[-2], picture.radius + 6)
        yield svg.path("last", svg.through(points))
        yield svg.path("last", svg.head(points[-2], points[-1]))
    if ends:
        yield svg.circle("last", picture.point(ends[-1]), picture.radius + 3)


def legal_actions(picture: BoardPicture) -> Iterator[str]:
    """Dot where something may go, and ring what may go there."""
    ways = [way for action in picture.marks.legal if (way := picture.cells_of(action))]
    for origin in sorted({way[0] for way in ways if len(way) > 1}):
        yield svg.circle("option origin", picture.point(origin), picture.radius + 3)
    for target in sorted({way[-1] for way in ways}):
        name = picture.scene.board.names[target]
        yield svg.circle("option-dot", picture.point(target), 6, f"to {name}")


def forbidden_action(picture: BoardPicture) -> Iterator[str]:
    """Ring where it would end, with a broken line from where it begins, and cross it out."""
    ends = picture.cells_of(picture.marks.forbidden)
    if not ends:
        return
    if len(ends) > 1:
        yield svg.path("refused", svg.through(map(picture.point, ends)))
    yield svg.circle("refused", picture.point(ends[-1]), picture.radius + 4)
    yield from svg.cross(picture.point(ends[-1]))


def foot(picture: BoardPicture) -> Iterator[str]:
    """List the players, who is to move, and who has won; and actions that name no cell."""
    scene, (width, height) = picture.scene, picture.size
    room = width / max(len(scene.players), 1)
    y = height - FOOT + 16
    for number, player in enumerate(scene.players):
        x = number * room + RIM + 12
        yield from token(scene, player, (x, y), 11, "")
        yield svg.written("standing", (x + 19, y + 1), player)
        yield svg.written(
            "small sign", (x + 19, y + 16), sign_of(player, scene.turn, scene.winners)
        )
    said = [("last", [picture.marks.last]), ("legal", picture.marks.legal)]
    said.append(("forbidden", [picture.marks.forbidden]))
    words = [
        f"{kind}: {', '.join(bare)}"
        for kind, actions in said
        if (bare := [each for each in actions if each and not picture.cells_of(each)])
    ]
    if words:
        yield svg.written("small", (RIM, height - 8), "; ".join(words))


def style(scene: BoardScene) -> str:
    """Give each player a colour, and each colour that sides and pieces are named by."""
    rules = [STYLE]
    named = (each.partition(" ")[0] for each in (*scene.drawing.goals, *scene.pieces.values()))
    hues = (colour(scene, each) for each in (*scene.players, *named))
    for hue in dict.fromkeys((NEUTRAL, *hues)):
        rules += (
            f".rw-board .{coloured('piece', hue).replace(' ', '.')} {{ fill: {hue}; }}",
            f".rw-board .{coloured('goal', hue).replace(' ', '.')} {{ stroke: {hue}; }}",
        )
    return "\n".join(rules)


def rows_of_text(scene: BoardScene) -> Iterator[str]:
    """Yield the rows of a board from the top, with the names of rows and columns beside them."""
    board = scene.board
    names = [scene.sign(scene.pieces[c]) if c in scene.pieces else EMPTY for c in board.cells]
    columns = board.column_labels()
    letters = [text for label in columns.values() for text in label.values()]
    pitch = max(map(len, (*names, *letters))) + 1
    pitch += pitch % 2  # for halves
    where = [round(board.centre(cell)[0] / board.spacing * pitch) for cell in board.cells]
    signs: dict[tuple[int, int], str] = {}
    labels: dict[int, str] = {}
    for cell, (_, row) in enumerate(board.coordinates):
        labels.setdefault(row, board.row_label(cell))
        signs |= {(row, where[cell] + at): sign for at, sign in enumerate(names[cell])}
    for row, label in columns.items():
        labels[row] = ""
        for cell, text in label.items():
            signs |= {(row, where[cell] + at): letter for at, letter in enumerate(text)}
    yield from labelled(signs, labels)


def caption(scene: BoardScene) -> tuple[str]:
    """Say how the game stands."""
    return (scene.standing,)


@frozen(eq=False)
class BoardDrawing:
    """How positions on a board look; the `draw` of a `SpecifiedGame`.

    >>> from rulewright.author.boards import BoardDrawing, SquareBoard
    >>> draw = BoardDrawing(SquareBoard(3, 3))

    `board` is a board, or a function from an engine's parameters to one. Both methods raise
    `MalformedPosition` where something stands outside the board.
    """

    board: CellBoard | Callable[[Mapping[str, Any]], CellBoard]
    contents: Contents = listed
    """From a position's JSON to what stands on each cell that is not empty, by the cell's name. A piece
    is named by its player, or as in ``white king``, which is drawn as k in the colour of white."""
    signs: Mapping[str, str] = field(factory=dict)
    """By piece, the character for it; otherwise the first letter of the last word, or the number of a
    player if several begin with the same letter."""
    goals: Mapping[str, Sequence[str]] = field(factory=dict)
    """By player, the sides of the board that are drawn in the player's colour."""
    cells: Cells = cells_in
    """Finds the cells of an action, to be marked; the names of cells in its text, if not given."""

    def text(self, engine: Engine[Any], position: Json) -> str:
        """Draw the position with characters; no trailing newline."""
        return self.drawing(engine).text(engine, position)

    def svg(
        self,
        engine: Engine[Any],
        position: Json,
        last: Action | None = None,
        *,
        before: Json | None = None,
        legal: Sequence[Action] = (),
        forbidden: Action | None = None,
    ) -> str:
        """Draw the position as one SVG element that needs nothing else.

        The last action is ringed, with an arrow from where it began; so are other cells that changed
        since the position `before`. Legal actions are dots, a forbidden one is crossed out.
        """
        return self.drawing(engine).svg(
            engine, position, last, before=before, legal=legal, forbidden=forbidden
        )

    def read(self, board: CellBoard, position: Json) -> dict[int, str]:
        """Return what stands on each cell; raises `MalformedPosition`."""
        try:
            named = self.contents(position)
            return {board.index[cell]: piece for cell, piece in named.items()}
        except KeyError as error:
            raise MalformedPosition(
                f"this position cannot be drawn: {error} is no cell of the board, or no part of the "
                "position: `contents` of BoardDrawing says what stands where"
            ) from error
        except (TypeError, AttributeError, ValueError) as error:
            raise MalformedPosition(f"this position cannot be drawn: {error}") from error

    def scene(self, engine: Engine[Any], position: Json) -> BoardScene:
        """Read a position of an engine; what it says of turn and winners is left out if impossible."""
        board = self.board if isinstance(self.board, CellBoard) else self.board(engine.params)
        found = self.read(board, position)
        players, winners = tuple(engine.players), tuple[str, ...]()
        turn = position.get("turn")
        try:
            state = engine.from_json(position)
            turn, winners = engine.turn(state), tuple(engine.winners(state))
        except ImpossiblePosition:
            pass
        return BoardScene(board, engine.game, players, turn, winners, found, self)

    def drawing(self, engine: Engine[Any]) -> Drawing[BoardScene, BoardPicture]:
        """Return the drawing in layers, from which single marks can be taken."""
        return Drawing(
            f"board rw-{escape(engine.game)}",
            self.scene,
            rows_of_text,
            caption,
            lambda scene: f"{scene.title}: {scene.standing}.",
            style,
            BoardPicture,
            (cells, goals, last_action, pieces, legal_actions, forbidden_action, foot),
        )
