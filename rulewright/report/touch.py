"""Where a drawing can be touched: which places of a picture stand for which actions.

No game says so. A drawing marks legal actions; what it adds for one action alone is the place of that
action: the line for a stick, a piece and where it may go, the cell of a tile.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import unescape
from itertools import groupby
from math import dist
from typing import Any, TypeAlias, overload

from attrs import field, frozen

from rulewright.author.boards import BoardDrawing
from rulewright.interface import Action, Draw, Engine, Json
from rulewright.spec.drawing import Drawing, Marks

SHAPE = re.compile(
    r"<(circle|ellipse|line|path|polygon|polyline|rect)\b([^<>]*?)"
    r"(?:/>|>(?:<title>([^<]*)</title>)?</\1>)"
)
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
GEOMETRY = {"cx", "cy", "r", "rx", "ry", "x", "y", "width", "height", "d", "points"} | {
    f"{axis}{end}" for axis in "xy" for end in "12"
}
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
FRAME = re.compile(r'<svg[^>]* viewBox="([^"]*)"')
DRAWN_WHOLE = 100
"""How many actions are tried on a drawing that can only be drawn whole."""
SAMPLED = 8
NEAR = 2.0
"""Distance of two middles, in units of the picture, below which they are one place."""

Marked: TypeAlias = Callable[[Sequence[Action]], str]
"""Draws what marks some actions as legal, and perhaps more, in the frame of the picture shown."""


@frozen
class Place:
    """A simple shape of SVG in the units of a picture."""

    tag: str
    attributes: tuple[tuple[str, str], ...]
    """Its geometry."""

    @property
    def points(self) -> tuple[tuple[float, float], ...]:
        """Its corners, or those of the box around it."""
        given = dict(self.attributes)
        if self.tag in {"polygon", "polyline", "path"}:
            numbers = [*map(float, NUMBER.findall(given.get("points", "") + given.get("d", "")))]
            return tuple(zip(numbers[::2], numbers[1::2], strict=False))
        value = {name: float(text) for name, text in given.items()}
        if self.tag == "line":
            return (value["x1"], value["y1"]), (value["x2"], value["y2"])
        if self.tag == "rect":
            x, y = value.get("x", 0.0), value.get("y", 0.0)
            return (x, y), (x + value["width"], y + value["height"])
        x, y = value.get("cx", 0.0), value.get("cy", 0.0)
        across, down = (value.get(name, value.get("r", 0.0)) for name in ("rx", "ry"))
        return (x - across, y - down), (x + across, y + down)

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of its points, rounded to a tenth."""
        xs, ys = zip(*self.points, strict=True)
        return round(sum(xs) / len(xs), 1), round(sum(ys) / len(ys), 1)

    @property
    def extent(self) -> float:
        """How large it is: width and height of the box around it."""
        xs, ys = zip(*self.points, strict=True)
        return float(max(xs) - min(xs) + max(ys) - min(ys))


@frozen
class Touch:
    """A place of a picture, and the actions that it stands for."""

    place: Place
    label: str
    """What the drawing calls it; "" if nothing."""
    actions: tuple[int, ...]
    """Numbers of the actions, ascending."""
    order: Mapping[int, int]
    """Where it comes among the places of an action, in the order of drawing."""

    def as_json(self) -> Json:
        """Write it as JSON."""
        x, y = self.place.middle
        return {
            "tag": self.place.tag,
            "attributes": dict(self.place.attributes),
            "x": x,
            "y": y,
            "label": self.label,
            "actions": list(self.actions),
        }


class Switched(Sequence[Action]):
    """Actions that are exchanged while a picture keeps the frame that it got with the first ones."""

    def __init__(self, actions: Sequence[Action]) -> None:
        """Begin with some actions."""
        self.actions = actions

    @overload
    def __getitem__(self, at: int) -> Action: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Action]: ...
    def __getitem__(self, at: int | slice) -> Action | Sequence[Action]:
        """Return one of the present actions, or some."""
        return self.actions[at]

    def __len__(self) -> int:
        """Count the present actions."""
        return len(self.actions)


@frozen
class Pictured:
    """A position as it is shown: what its picture is drawn from."""

    draw: Draw
    engine: Engine[Any]
    position: Json
    legal: Sequence[Action] = ()
    """The legal actions that the picture marks; they may widen its frame."""
    last: Action | None = None
    before: Json | None = field(default=None)

    def marker(self, actions: Sequence[Action]) -> Marked | None:
        """Return what draws the marks of legal actions, and little else; None if it were too slow."""
        switched = Switched(self.legal)
        marks: Any = Marks(self.last, self.before, switched)  # type: ignore[arg-type]
        draw: Any = self.draw
        if isinstance(draw, BoardDrawing):
            draw = draw.drawing(self.engine)
        if isinstance(draw, Drawing):
            picture = draw.picture(draw.scene(self.engine, self.position), marks)
            return switching(switched, layers_that_mark(draw, picture, switched, actions))
        return self.drawn_whole if len(actions) <= DRAWN_WHOLE else None

    def drawn_whole(self, legal: Sequence[Action]) -> str:
        """Draw the picture with other actions marked; nothing if its frame becomes another."""
        shown, other = (
            self.draw.svg(
                self.engine, self.position, self.last, before=self.before, legal=tuple(marked)
            )
            for marked in (self.legal, legal)
        )
        return other if FRAME.findall(shown) == FRAME.findall(other) else ""


def switching(switched: Switched, drawn: Callable[[], str]) -> Marked:
    """Return what exchanges the actions and then draws."""

    def marked(legal: Sequence[Action]) -> str:
        switched.actions = legal
        return drawn()

    return marked


def layers_that_mark(
    draw: Drawing[Any, Any], picture: Any, switched: Switched, actions: Sequence[Action]
) -> Callable[[], str]:
    """Return what draws those layers of a picture that legal actions change, tried on a sample."""

    def drawn() -> list[list[str]]:
        return [list(layer(picture)) for layer in draw.layers]

    drawn()  # with the actions that are shown: what the picture keeps, such as its frame, is theirs
    switched.actions = ()
    plain = drawn()
    switched.actions = [*actions[:: max(1, len(actions) // SAMPLED)], *actions[-1:]]
    changed = zip(draw.layers, plain, drawn(), strict=True)
    layers = [layer for layer, without, tried in changed if without != tried]
    return lambda: "".join(element for layer in layers for element in layer(picture))


# --------------------------------------------------------------------------------------- what is found


def touches(pictured: Pictured, actions: Sequence[Action]) -> tuple[Touch, ...]:
    """Find the places of some actions, legal or not, in the picture of a position.

    An action may have several places, such as the piece that moves and where it goes, or none. Marks
    with the same middle are one place, as large as the largest. Nothing is found in a drawing that marks
    no legal actions, or that would be drawn whole for each of more than `DRAWN_WHOLE` actions.
    """
    marked = pictured.marker(actions)
    if marked is None or not actions:
        return ()
    plain = {place for place, _ in places(marked(()))}
    numbers: dict[Place, list[int]] = {}
    labels: dict[Place, set[str]] = {}
    order: dict[Place, dict[int, int]] = {}
    for members, found in places_of(marked, actions):
        for layer, (place, label) in enumerate(each for each in found if each[0] not in plain):
            numbers.setdefault(place, []).extend(members)
            labels.setdefault(place, set()).add(label)
            order.setdefault(place, {}).update(dict.fromkeys(members, layer))
    together: dict[tuple[float, float], list[Place]] = {}
    for place in numbers:
        together.setdefault(near(place.middle, together), []).append(place)
    return tuple(
        Touch(
            max(alike, key=lambda place: place.extent),
            common(set().union(*(labels[place] for place in alike))),
            tuple(sorted({number for place in alike for number in numbers[place]})),
            {action: at for place in alike for action, at in order[place].items()},
        )
        for alike in together.values()
    )


def near(
    middle: tuple[float, float], known: Mapping[tuple[float, float], object]
) -> tuple[float, float]:
    """Return the place known at a point, or beside it; the point itself if there is none."""
    if middle in known:
        return middle
    beside = (each for each in known if dist(each, middle) < NEAR)
    return next(beside, middle)


def places_of(
    marked: Marked, actions: Sequence[Action]
) -> Iterator[tuple[list[int], list[tuple[Place, str]]]]:
    """Yield the places of actions, together for those that differ only in how a thing is put down.

    Such actions have the same text up to a colon. Where their marks differ after all, each is drawn
    alone.
    """
    for _, members in groupby(enumerate(actions), lambda each: each[1].rpartition(":")[0] or each):
        numbers, texts = map(list, zip(*members, strict=True))
        found = places(marked(texts))
        if len(texts) == 1 or dict(found).keys() == dict(places(marked(texts[:1]))).keys():
            yield numbers, found
        else:
            for number, text in zip(numbers, texts, strict=True):
                yield [number], places(marked([text]))


def places(drawn: str) -> list[tuple[Place, str]]:
    """List the simple shapes of a picture in order, each with its title."""
    found = []
    for tag, given, title in SHAPE.findall(drawn):
        geometry = tuple(each for each in ATTRIBUTE.findall(given) if each[0] in GEOMETRY)
        if geometry:
            found.append((Place(tag, geometry), unescape(title)))
    return found


def common(labels: set[str]) -> str:
    """Return the words with which all labels end, those without any left out."""
    ends = [label.split()[::-1] for label in labels if label]
    same = []
    for words in zip(*ends, strict=False):
        if len(set(words)) > 1:
            break
        same.append(words[0])
    return " ".join(reversed(same))


def targets(pictured: Pictured, actions: Sequence[Action]) -> Json:
    """Return the places of actions as JSON, and for each action its places: where it begins first."""
    found = touches(pictured, actions)
    steps: list[list[int]] = [[] for _ in actions]
    for number, each in enumerate(found):
        for action in each.actions:
            steps[action].append(number)
    for action, numbers in enumerate(steps):
        numbers.sort(key=lambda number: found[number].order.get(action, 0))
    return {"targets": [each.as_json() for each in found], "steps": steps}
