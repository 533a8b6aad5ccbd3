"""SVG as text: shapes, lines and words, with coordinates rounded to a tenth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import pairwise

Point = tuple[float, float]

# --------------------------------------------------------------------------------------- attributes


def number(value: float) -> str:
    """Write a coordinate, rounded to a tenth."""
    return f"{round(value, 1) + 0.0:g}"


def corners(points: Iterable[Point]) -> str:
    """Write the corners of a polygon."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def through(points: Iterable[Point]) -> str:
    """Write straight lines from point to point."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def smooth(points: Sequence[Point]) -> str:
    """Write a line through some points, its bends rounded."""
    if len(points) < 3:  # noqa: PLR2004 - no bend
        return through(points)
    halves = list(map(middle, pairwise(points)))
    bends = (
        f"Q{number(x)} {number(y)} {number(u)} {number(v)}"
        for (x, y), (u, v) in zip(points[1:-1], halves[1:], strict=True)
    )
    u, v = points[-1]
    return f"{through([points[0], halves[0]])}{''.join(bends)}L{number(u)} {number(v)}"


def head(start: Point, tip: Point, size: float = 11.0) -> str:
    """Write the head of an arrow that comes from a point."""
    (right, down), _ = towards(start, tip)
    u, v = tip
    barbs = [
        (
            u - size * right + side * 0.6 * size * down,
            v - size * down - side * 0.6 * size * right,
        )
        for side in (1, -1)
    ]
    return through([barbs[0], tip, barbs[1]])


# ----------------------------------------------------------------------------------------- elements


def element(tag: str, kind: str, name: str = "", **attributes: float | str) -> str:
    """Draw an element of a class, if any; pointing at it shows its name."""
    written = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in (({"class": kind} if kind else {}) | attributes).items()
    )
    return f"<{tag}{written}" + (f"><title>{escape(name)}</title></{tag}>" if name else "/>")


def path(kind: str, shape: str, name: str = "") -> str:
    """Draw a path from its attribute, such as `through` writes."""
    return element("path", kind, name, d=shape)


def polygon(kind: str, points: Iterable[Point], name: str = "") -> str:
    """Draw a polygon."""
    return element("polygon", kind, name, points=corners(points))


def circle(kind: str, at: Point, radius: float, name: str = "") -> str:
    """Draw a circle."""
    return element("circle", kind, name, cx=at[0], cy=at[1], r=radius)


def square(kind: str, at: Point, side: float, name: str = "") -> str:
    """Draw a square with round corners."""
    x, y = at[0] - side / 2, at[1] - side / 2
    return element("rect", kind, name, x=x, y=y, width=side, height=side, rx=5)


def cross(at: Point, half: float = 9.0) -> Iterator[str]:
    """Cross out what is forbidden, whatever lies below."""
    x, y = at
    strokes = through([(x - half, y - half), (x + half, y + half)])
    strokes += through([(x - half, y + half), (x + half, y - half)])
    yield path("cross", strokes)
    yield path("cross over", strokes)


def centred(kind: str, at: Point, words: str) -> str:
    """Write something centred at a point."""
    x, y = map(number, at)
    return f'<text class="{kind}" x="{x}" y="{y}" dy="0.36em">{escape(words)}</text>'


def written(kind: str, at: Point, words: str, sign: str = "") -> str:
    """Write something that begins at a point, followed by a sign if there is one."""
    x, y = map(number, at)
    behind = f' <tspan class="sign">{escape(sign)}</tspan>' if sign else ""
    return f'<text class="{kind}" x="{x}" y="{y}">{escape(words)}{behind}</text>'


def entry(at: Point, above: str, below: str, sign: str = "") -> Iterator[str]:
    """Write two lines of a foot, the upper one with a sign if there is one."""
    yield written("standing", at, above, sign)
    yield written("small", (at[0], at[1] + 16), below)


# ----------------------------------------------------------------------------------------- geometry


def towards(start: Point, end: Point) -> tuple[Point, float]:
    """Return the direction from one point to another, of length 1, and their distance."""
    (x, y), (u, v) = start, end
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5 or 1.0
    return ((u - x) / length, (v - y) / length), length


def ahead(begin: Point, tip: Point, end: Point) -> bool:
    """Return whether the tip of a line is forwards from where it begins, on the way to an end."""
    (right, down), _ = towards(begin, end)
    return (tip[0] - begin[0]) * right + (tip[1] - begin[1]) * down > 0


def between(start: Point, end: Point, part: float) -> Point:
    """Return the point that is a part of the way from one point to another."""
    (x, y), (u, v) = start, end
    return x + part * (u - x), y + part * (v - y)


def beyond(start: Point, end: Point, distance: float) -> Point:
    """Return the point at a distance from the start, on the way to the end."""
    (right, down), _ = towards(start, end)
    return start[0] + distance * right, start[1] + distance * down


def middle(points: Iterable[Point]) -> Point:
    """Return the centre of some points."""
    xs, ys = zip(*points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)
