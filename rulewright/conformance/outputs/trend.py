"""A trend over versions as a chart: SVG that takes its colours from the page, with all its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from rulewright.conformance.evidence.history import Trend
from rulewright.spec.svg import number
from rulewright.wording.signs import visible

WIDE, HIGH = 420.0, 180.0
LEFT, RIGHT, TOP, BASE = 24.0, 24.0, 50.0, 146.0
MOST_NAMED = 6
"""Versions that are named below the chart; of more, the first, the last and some between."""
LONGEST = 12
"""Characters of a version that are shown."""


def deviations_chart(trend: Trend) -> str:
    """Draw the number of deviations of each version that was checked; "" if there is none."""
    values = {each.version: each.deviations for each in trend.milestones}
    return chart_of(f"Deviations of {trend.engine}", values)


def speed_chart(trend: Trend) -> str:
    """Draw the answers a second of each version that was timed; "" if there is none."""
    values = {each.version: each.speed for each in trend.milestones}
    return chart_of(f"Answers a second of {trend.engine}", values)


def chart_of(title: str, values: Mapping[str, float | None]) -> str:
    """Draw the versions that have a value."""
    found = {version: float(value) for version, value in values.items() if value is not None}
    return chart(title, list(found), list(found.values())) if found else ""


def chart(title: str, versions: Sequence[str], values: Sequence[float]) -> str:
    """Draw values as a line, one point for each version."""
    said = "; ".join(
        f"{version}: {shown(value)}" for version, value in zip(versions, values, strict=True)
    )
    name = escape(visible(f"{title}: {said}"))
    inside = "\n".join(elements(title, versions, values))
    return (
        f'<svg class="chart" role="img" viewBox="0 0 {number(WIDE)} {number(HIGH)}">\n'
        f"<title>{name}</title>\n{inside}\n</svg>"
    )


def elements(title: str, versions: Sequence[str], values: Sequence[float]) -> Iterator[str]:
    """Yield the elements of a chart."""
    count, most = len(values), max(*values, 1.0)
    step = (WIDE - LEFT - RIGHT) / max(count - 1, 1)
    xs = [LEFT + index * step for index in range(count)]
    ys = [BASE - (BASE - TOP) * value / most for value in values]
    yield f'<text class="row" x="0" y="14">{escape(visible(title))}</text>'
    yield f'<path class="axis" d="M{number(LEFT)} {number(BASE)}H{number(WIDE - RIGHT)}"/>'
    points = " ".join(f"{number(x)},{number(y)}" for x, y in zip(xs, ys, strict=True))
    yield f'<polyline class="line" points="{points}"/>'
    named = set(range(0, count, -(-count // MOST_NAMED))) | {count - 1}
    for index, (x, y) in enumerate(zip(xs, ys, strict=True)):
        label = f"{versions[index]}: {shown(values[index])}"
        yield (
            f'<circle class="point" cx="{number(x)}" cy="{number(y)}" r="4">'
            f"<title>{escape(visible(label))}</title></circle>"
        )
        last_but_one = index == count - 2 and count > MOST_NAMED
        if index in named and not last_but_one:
            kind = "start" if index == 0 else "end" if index == count - 1 else "mid"
            at = {"start": x - 8, "mid": x, "end": x + 8}[kind]
            yield text(kind, at, y - 9, shown(values[index]))
            yield text(kind, at, BASE + 20, versions[index][:LONGEST])


def text(kind: str, x: float, y: float, words: str) -> str:
    """Return a text element."""
    return f'<text class="{kind}" x="{number(x)}" y="{number(y)}">{escape(visible(words))}</text>'


def shown(value: float) -> str:
    """Write a value."""
    return f"{value:,.0f}"
