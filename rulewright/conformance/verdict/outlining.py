"""Two pictures: an outline round what differs, in both.

Games draw as they like. So the elements of the pictures are compared, whatever they show: those that
only one picture has are drawn once more on top of both, through a filter that leaves their outline.
Marks are no part of a position: what is compared are pictures without them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from xml.etree import ElementTree as ET

from attrs import evolve, frozen

from rulewright.spec.svg import Point, number

NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
PAIRS = (("cx", "cy"), ("x", "y"), ("x1", "y1"))
LINES = ("transform", "points", "d")
PLACE = frozenset(("x2", "y2", *(name for pair in PAIRS for name in pair), *LINES))
"""Attributes that say where an element is."""
UNSEEN = ("title", "desc", "style", "defs", "metadata", "filter")
MOST_ALIKE = 60
"""Elements of one look that are compared with those of the other picture, to see how it is shifted."""
TOGETHER = 4
"""Elements that have moved the same way, so that it is the picture that is shifted: the foot of a
board that has grown, say. A piece is made of fewer."""
EXACT = 0.3
"""Coordinates are rounded."""
COLOUR = "#ee7f00"
FAINT = ' opacity="0.5"'
UNITS = 150
"""Of the larger side of a picture, one of these is the measure of its outlines."""


NOWHERE: Point = (0.0, 0.0)

Drawn = tuple[str, str]
"""A picture of a position without any marks, to be compared, and the one that is shown."""


@frozen
class Element:
    """What is drawn in a picture, with the groups that it is in."""

    look: str
    """All but its place."""
    at: Point
    drawn: str
    is_named: bool
    """Whether pointing at it shows a name, as at pieces, not at what follows from where they are."""

    @property
    def whole(self) -> tuple[str, Point]:
        """What tells it from others."""
        return self.drawn, self.at


def outlined(ours: Drawn, theirs: Drawn) -> tuple[str, str]:
    """Outline in both pictures what differs; pictures that are no XML are left as they are."""
    try:
        (one, first), (other, second) = (
            [ReadPicture.of(each) for each in side] for side in (ours, theirs)
        )
    except (ET.ParseError, ValueError):
        return ours[1], theirs[1]
    shift = one.shift(other)
    here, there = differing(one.elements, other.elements, shift)
    if here or there:
        back = backwards(shift)
        named = [*places_named(here), *(added(at, back) for at in places_named(there))]
        there_too = [added(at, shift) for at in named]
        parts = list(zip(things_first(here, named), things_first(there, there_too), strict=True))
        at_first = [moved(b, back) + moved(a) for a, b in parts]
        at_second = [moved(a, shift) + moved(b) for a, b in parts]
        first = first.with_outlines(at_first, one.shift(first))
        second = second.with_outlines(at_second, other.shift(second))
    return first.picture, second.picture


@frozen
class ReadPicture:
    """A picture, taken apart."""

    picture: str
    box: tuple[float, ...]
    elements: tuple[Element, ...]

    @classmethod
    def of(cls, picture: str) -> ReadPicture:
        """Read a picture; raises `ParseError` or `ValueError` if it is not as pictures are."""
        root = ET.fromstring(picture)  # noqa: S314 - a game has drawn it
        return cls(picture, box_of(root), tuple(elements(root)))

    def shift(self, other: ReadPicture) -> Point:
        """Find how far most is moved in another picture, if that is not of the same size."""
        if self.box == other.box:
            return NOWHERE
        shifts = Counter(shifts_between(self.elements, other.elements))
        return shifts.most_common(1)[0][0] if shifts else NOWHERE

    def with_outlines(self, parts: Sequence[str], by: Point) -> ReadPicture:
        """Put the outlines of things on top, and faintly those of all else."""
        before, _, after = self.picture.rpartition("</svg>")
        name = f"differs-{sha256(self.picture.encode()).hexdigest()[:10]}"
        things, others = (
            f'<g filter="url(#{name})"{faint}>{shifted(part, by)}</g>' if part else ""
            for part, faint in zip(parts, ("", FAINT if parts[0] else ""), strict=True)
        )
        hidden = 'pointer-events="none" aria-hidden="true"'
        marks = f'<g class="differs" {hidden}>{others}{things}</g>'
        picture = f"{before}{outline(name, self.box)}\n{marks}\n</svg>{after}"
        return evolve(self, picture=picture)


def box_of(root: ET.Element) -> tuple[float, ...]:
    """Return the view box of a picture."""
    sides = root.get("viewBox") or f"0 0 {root.get('width', '300')} {root.get('height', '150')}"
    box = tuple(map(float, sides.replace(",", " ").replace("px", "").split()))
    if len(box) != len("xywh"):
        raise ValueError(sides)
    return box


# ----------------------------------------------------------------------------------------- elements


def elements(parent: ET.Element, around: tuple[str, str] = ("", "")) -> Iterator[Element]:
    """Yield what is drawn; groups that are not placed elsewhere are looked into."""
    for child in parent:
        child.tag, child.tail = child.tag.rpartition("}")[2], None
        if child.tag in UNSEEN or child.get("width", "").endswith("%"):  # the ground
            continue
        if child.tag == "g" and "transform" not in child.attrib:
            group = ET.tostring(
                ET.Element("g", child.attrib), "unicode", short_empty_elements=False
            )
            begin, end, _ = group.partition("</g>")
            yield from elements(child, (around[0] + begin, end + around[1]))
        else:
            yield element(child, around)


def element(node: ET.Element, around: tuple[str, str]) -> Element:
    """Take down one element, without the names that pointing at it shows."""
    for each in node.iter():
        each.tag = each.tag.rpartition("}")[2]
    names = [title.text or "" for title in node.iter("title")]
    for each in list(node.iter()):
        for title in each.findall("title"):
            each.remove(title)
    drawn = f"{around[0]}{ET.tostring(node, 'unicode')}{around[1]}"
    bare = ET.Element(node.tag, {k: v for k, v in node.attrib.items() if k not in PLACE})
    inside = [ET.tostring(each, "unicode") for each in node]
    look = "|".join((around[0], ET.tostring(bare, "unicode"), node.text or "", *names, *inside))
    return Element(look, place(node), drawn, any(names))


def place(node: ET.Element) -> Point:
    """Return where an element is: its centre, its corner, or the middle of its points."""
    for pair in PAIRS:
        if any(name in node.attrib for name in pair):
            x, y = (NUMBER.match(node.get(name, "0")) for name in pair)
            return float(x.group() if x else 0), float(y.group() if y else 0)
    line = next((node.attrib[name] for name in LINES if name in node.attrib), "")
    numbers = [float(each) for each in NUMBER.findall(line)]
    xs, ys = numbers[0::2], numbers[1::2]
    return (sum(xs) / len(xs), sum(ys) / len(ys)) if ys else NOWHERE


# --------------------------------------------------------------------------------------- comparison


def shifts_between(ours: Sequence[Element], theirs: Sequence[Element]) -> Iterator[Point]:
    """Yield how far each element is from each that looks the same."""
    alike: dict[str, list[Element]] = {}
    for each in theirs:
        alike.setdefault(each.look, []).append(each)
    for each in ours:
        for other in alike.get(each.look, ())[:MOST_ALIKE]:
            yield round(other.at[0] - each.at[0], 1), round(other.at[1] - each.at[1], 1)


def differing(
    ours: Sequence[Element], theirs: Sequence[Element], shift: Point
) -> tuple[list[Element], list[Element]]:
    """Return the elements that only one picture has."""
    if shift == NOWHERE:
        here, there = (Counter(each.whole for each in side) for side in (ours, theirs))
        return rest(ours, here - there), rest(theirs, there - here)
    left = unmatched(ours, theirs, shift)
    while True:
        shifts = Counter(shifts_between(*left)).most_common(1)
        if not shifts or shifts[0][1] < TOGETHER:
            return left
        left = unmatched(*left, shifts[0][0])


def places_named(side: Sequence[Element]) -> list[Point]:
    """Return the places of what is named."""
    return [each.at for each in side if each.is_named]


def things_first(
    side: Sequence[Element], named: Sequence[Point]
) -> tuple[list[Element], list[Element]]:
    """Part what is drawn where something is named from the rest."""
    things = [each for each in side if any(is_near(each.at, at) for at in named)]
    return things, [each for each in side if each not in things]


def is_near(one: Point, other: Point) -> bool:
    """Return whether two places are the same, as far as they are reported."""
    return abs(one[0] - other[0]) <= EXACT and abs(one[1] - other[1]) <= EXACT


def rest(side: Sequence[Element], counted: Counter[tuple[str, Point]]) -> list[Element]:
    """Return as many elements of each kind as are counted."""
    counted = counted.copy()
    found = []
    for each in side:
        if counted[each.whole] > 0:
            counted[each.whole] -= 1
            found.append(each)
    return found


def unmatched(
    ours: Sequence[Element], theirs: Sequence[Element], shift: Point
) -> tuple[list[Element], list[Element]]:
    """Leave out the elements that are in both pictures, one of which is shifted."""
    left, others = [], list(theirs)
    for each in ours:
        at = added(each.at, shift)
        same = (other for other in others if other.look == each.look and is_near(other.at, at))
        found = next(same, None)
        if found is None:
            left.append(each)
        else:
            others.remove(found)
    return left, others


# ------------------------------------------------------------------------------------------ outlines


def backwards(shift: Point) -> Point:
    """Return the shift back."""
    return -shift[0], -shift[1]


def added(at: Point, shift: Point) -> Point:
    """Return a place after a shift."""
    return at[0] + shift[0], at[1] + shift[1]


def moved(side: Sequence[Element], by: Point = NOWHERE) -> str:
    """Draw some elements, moved."""
    return shifted("".join(each.drawn for each in side), by)


def shifted(drawn: str, by: Point) -> str:
    """Move what is drawn."""
    if not drawn or by == NOWHERE:
        return drawn
    return f'<g transform="translate({number(by[0])} {number(by[1])})">{drawn}</g>'


def outline(name: str, box: Sequence[float]) -> str:
    """Return a filter that leaves a band round a shape.

    Its region is the whole picture: that of a level line would have no height, and nothing be drawn.
    """
    sides = zip(("x", "y", "width", "height"), box, strict=True)
    region = " ".join(f'{side}="{number(value)}"' for side, value in sides)
    unit = max(box[2:]) / UNITS
    near, far = (
        band(unit * width, unit / 2, edge) for width, edge in ((1.2, "near"), (2.2, "far"))
    )
    return f"""<filter id="{name}" filterUnits="userSpaceOnUse" {region}>
<feComponentTransfer in="SourceAlpha" result="shape">
<feFuncA type="linear" slope="9"/></feComponentTransfer>
{near}
{far}
<feFlood flood-color="{COLOUR}"/>
<feComposite in2="far" operator="in"/><feComposite in2="near" operator="out"/>
</filter>"""


def band(width: float, blur: float, result: str) -> str:
    """Return the part of the filter that makes a shape wider, with rounded corners."""
    return (
        f'<feMorphology in="shape" operator="dilate" radius="{width:.2f}"/>'
        f'<feGaussianBlur stdDeviation="{blur:.2f}"/><feComponentTransfer result="{result}">'
        '<feFuncA type="linear" slope="6" intercept="-2"/></feComponentTransfer>'
    )
