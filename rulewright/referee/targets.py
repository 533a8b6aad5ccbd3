"""Where in a drawing each action can be pointed at.

A drawing says nothing of its actions, but it marks those that are legal. So each action is drawn as the
only legal one, and the marks that appear are its places. Marks may move the frame: what else is drawn
tells by how much.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from html import unescape
from typing import Any

from attrs import define, field, frozen

from rulewright.interface import Action, Json
from rulewright.referee.limits import MOST_DRAWN, MOST_PLACED
from rulewright.referee.lines import PositionReached
from rulewright.referee.pictures import svg_of
from rulewright.spec.drawing import Drawing, Marks

SHAPE = re.compile(
    r"<(circle|rect|polygon|path|line|ellipse|polyline)\b([^>]*?)(?:/>|>(?:<title>(.*?)</title>)?</\1>)"
)
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
GEOMETRY = {
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "rect": ("x", "y", "width", "height"),
    "line": ("x1", "y1", "x2", "y2"),
    "polygon": ("points",),
    "polyline": ("points",),
    "path": ("d",),
}
"""The attributes that say where an element is."""
NEAR = 2.0
"""Distance within which the middles of two marks are one place."""


@frozen
class Mark:
    """An element of a drawing, where it lies in the frame."""

    tag: str
    kind: str
    at: tuple[tuple[str, str], ...]
    """The geometry."""
    label: str

    @cached_property
    def numbers(self) -> tuple[float, ...]:
        """All coordinates."""
        return tuple(float(each) for _, text in self.at for each in NUMBER.findall(text))

    @cached_property
    def middle(self) -> tuple[float, float]:
        """The middle."""
        given = self.numbers
        if self.tag in {"circle", "ellipse"}:
            return given[0], given[1]
        if self.tag == "rect":
            return given[0] + given[2] / 2, given[1] + given[3] / 2
        across, down = given[0::2], given[1::2]
        return sum(across) / len(across), sum(down) / len(down)

    def moved(self, right: float, below: float) -> Mark:
        """Return it elsewhere."""
        if (right, below) == (0.0, 0.0):
            return self
        by = dict(zip(GEOMETRY[self.tag], (right, below) * 2, strict=False))
        at = tuple(
            (name, shifted(text, right, below) if name in {"points", "d"} else add(text, by, name))
            for name, text in self.at
        )
        return Mark(self.tag, self.kind, at, self.label)


def add(text: str, by: dict[str, float], name: str) -> str:
    """Move one coordinate; sizes stay."""
    stays = name in {"r", "rx", "ry", "width", "height"}
    return text if stays else f"{float(text) + by[name]:g}"


def shifted(text: str, right: float, below: float) -> str:
    """Move the coordinates of a polygon or a path, in turn across and down."""
    turns = iter((right, below) * len(NUMBER.findall(text)))
    return NUMBER.sub(lambda found: f"{float(found[0]) + next(turns):g}", text)


@lru_cache(maxsize=20_000)
def marks_in(text: str) -> tuple[Mark, ...]:
    """Return the shapes in a drawing, or in a part of it; words are left out."""
    return tuple(read_marks(text))


def read_marks(text: str) -> Iterator[Mark]:
    """Yield the shapes in a drawing."""
    for tag, written, title in SHAPE.findall(text):
        given = dict(ATTRIBUTE.findall(written))
        at = tuple((name, given[name]) for name in GEOMETRY[tag] if name in given)
        mark = Mark(tag, given.get("class", ""), at, unescape(title))
        if len(mark.numbers) > 1 and not any("%" in value for _, value in at):
            yield mark


@define
class Places:
    """The places in a drawing, numbered in the order in which they are met."""

    found: list[Mark] = field(factory=list)
    actions: list[list[int]] = field(factory=list)
    known: dict[tuple[int, int], int] = field(factory=dict)

    def number(self, mark: Mark) -> int:
        """Return the number of the place of a mark; the largest shape there stands for it."""
        x, y = mark.middle
        key = round(x / NEAR), round(y / NEAR)
        number = self.known.get(key)
        if number is None:
            near = ((key[0] + i, key[1] + j) for i in (0, -1, 1) for j in (0, -1, 1))
            number = next((self.known[each] for each in near if each in self.known), None)
        if number is None:
            number = self.known[key] = len(self.found)
            self.found.append(mark)
            self.actions.append([])
        elif mark != (there := self.found[number]):
            larger = max(there, mark, key=extent)
            label = in_common(there.label, mark.label)
            if (larger.at, label) != (there.at, there.label):
                self.found[number] = Mark(larger.tag, larger.kind, larger.at, label)
        return number

    def step(self, action: int, marks: Sequence[Mark]) -> list[int]:
        """Note where an action can be pointed at; returns its places in order."""
        numbers = list(dict.fromkeys(self.number(mark) for mark in marks))
        for number in numbers:
            self.actions[number].append(action)
        return numbers


def in_common(one: str, other: str) -> str:
    """Return the words with which two labels end, such as where two different things may go."""
    if not one or not other:
        return one or other
    words = []
    for first, second in zip(reversed(one.split()), reversed(other.split()), strict=False):
        if first != second:
            break
        words.append(first)
    return " ".join(reversed(words)) or one


def extent(mark: Mark) -> float:
    """Return how large a mark is, roughly."""
    given = mark.numbers
    if mark.tag in {"circle", "ellipse"}:
        return 2 * given[2]
    if mark.tag == "rect":
        return max(given[2], given[3])
    return max(max(each) - min(each) for each in (given[0::2], given[1::2]))


def targets_of(here: PositionReached, which: str) -> Json:
    """Return the places of the legal actions, or of all that are spelled as actions."""
    legal = here.seen.legal
    every = here.engine.candidates(here.state) if which == "all" else legal
    marks_of = by_layers(here) or by_drawings(here)
    most = MOST_PLACED if isinstance(here.draw, Drawing) else MOST_DRAWN
    listed = (
        sorted(every, key=lambda action: (action not in permitted, action))
        if (permitted := set(legal))
        else list(every)
    )
    places = Places()
    shown = listed[:most]
    steps = [places.step(number, marks_of(action)) for number, action in enumerate(shown)]
    return {
        "actions": shown,
        "legal": [action in permitted for action in shown],
        "targets": [
            target(mark, actions)
            for mark, actions in zip(places.found, places.actions, strict=True)
        ],
        "steps": steps,
        "more": len(listed) - len(shown),
    }


def target(mark: Mark, actions: list[int]) -> Json:
    """Write a place as JSON."""
    x, y = mark.middle
    return {
        "tag": mark.tag,
        "attributes": dict(mark.at),
        "x": round(x, 1),
        "y": round(y, 1),
        "label": mark.label,
        "actions": actions,
    }


def by_layers(here: PositionReached) -> Callable[[Action], list[Mark]] | None:
    """Return what finds an action's marks by drawing only the layers that show legal actions."""
    draw = here.draw
    if not isinstance(draw, Drawing):
        return None
    scene = draw.scene(here.engine, here.position)
    before = None if here.before is None else here.before.position

    def picture(legal: Sequence[Action]) -> Any:
        return draw.picture(scene, Marks(here.last, before, tuple(legal)))

    full, bare = picture(here.seen.legal), picture(())
    layers = [layer for layer in draw.layers if signature(layer(full)) != signature(layer(bare))]
    anchors = [layer for layer in draw.layers if layer not in layers]
    fixed, origin = anchor(full, anchors), anchor(bare, anchors)
    own = Counter(
        mark.moved(fixed[0] - origin[0], fixed[1] - origin[1])
        for layer in layers
        for mark in marks_in("\n".join(layer(bare)))
    )

    def marks_of(action: Action) -> list[Mark]:
        alone = picture((action,))
        at = anchor(alone, anchors)
        drawn = marks_in("\n".join(line for layer in layers for line in layer(alone)))
        placed = (mark.moved(fixed[0] - at[0], fixed[1] - at[1]) for mark in drawn)
        return [mark for mark in placed if not own[mark]]

    return marks_of


def signature(elements: Any) -> list[str]:
    """Return what a layer draws, wherever it lies."""
    return [NUMBER.sub("", element) for element in elements]


def anchor(picture: Any, layers: Sequence[Any]) -> tuple[float, float]:
    """Return where the first shape of the layers without marks lies; the same shape in all pictures."""
    for layer in layers:
        for element in layer(picture):
            for mark in marks_in(element):
                return mark.middle
    return 0.0, 0.0


def by_drawings(here: PositionReached) -> Callable[[Action], list[Mark]]:
    """Return what finds an action's marks by drawing it as the only legal one."""
    own = Counter(marks_in(svg_of(here)))

    def marks_of(action: Action) -> list[Mark]:
        return [mark for mark in marks_in(svg_of(here, (action,))) if not own[mark]]

    return marks_of
