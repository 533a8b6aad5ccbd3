"""SVG charts that take their colours from the page; each has a title and labels its numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import ceil, log10

from attrs import frozen

from rulewright.ambiguity import Ambiguity, Share
from rulewright.report.study import Statistics
from rulewright.spec.svg import number

WIDE = 420.0
"""Width of a chart, in its own units; the page scales it."""
LEFT, RIGHT = 2.0, 2.0
BARS = 36
"""The most bars of a histogram."""
PLOT = 120.0
"""Height of the bars of a histogram."""


def chart(name: str, height: float, elements: Iterable[str]) -> str:
    """Return an SVG chart of the elements; screen readers announce its name."""
    inside = "\n".join(elements)
    return (
        f'<svg class="chart" role="img" viewBox="0 0 {number(WIDE)} {number(height)}">\n'
        f"<title>{escape(name)}</title>\n{inside}\n</svg>"
    )


def text(x: float, y: float, words: str, kind: str = "") -> str:
    """Return a text element; `kind` is a class such as ``end`` or ``mid``."""
    return f'<text class="{kind}" x="{number(x)}" y="{number(y)}">{escape(words)}</text>'


def bar(kind: str, corner: tuple[float, float], size: tuple[float, float], label: str) -> str:
    """Return a bar whose label shows on hover."""
    (x, y), (width, height) = corner, size
    return (
        f'<rect class="{kind}" x="{number(x)}" y="{number(y)}" width="{number(width)}" '
        f'height="{number(height)}" rx="1.5"><title>{escape(label)}</title></rect>'
    )


# ------------------------------------------------------------------------------------------ lengths


@frozen
class Bin:
    """Games of `first` to `last` actions."""

    first: int
    last: int
    games: int

    @property
    def label(self) -> str:
        """The lengths, and the number of games."""
        span = f"{self.first}" if self.first == self.last else f"{self.first} to {self.last}"
        return f"{span} actions: {self.games:,} games"


def bins_of(lengths: dict[int, int]) -> list[Bin]:
    """Group lengths into at most `BARS` bins of equal width."""
    least, most = min(lengths), max(lengths)
    width = ceil((most - least + 1) / BARS)
    return [
        Bin(
            first,
            first + width - 1,
            sum(lengths.get(length, 0) for length in range(first, first + width)),
        )
        for first in range(least, most + 1, width)
    ]


def middle_of(lengths: dict[int, int]) -> int:
    """Return the median length; raises `ValueError` if there are none."""
    half, seen = sum(lengths.values()) / 2, 0
    for length, games in sorted(lengths.items()):
        seen += games
        if seen >= half:
            return length
    raise ValueError("no lengths")


def lengths_chart(statistics: Statistics) -> str:
    """Draw a histogram of game lengths; "" if no game was finished."""
    lengths = dict(statistics.lengths)
    if not lengths:
        return ""
    bins = bins_of(lengths)
    most = max(each.games for each in bins)
    step = (WIDE - LEFT - RIGHT) / len(bins)
    middle = middle_of(lengths)

    def elements() -> Iterator[str]:
        for index, each in enumerate(bins):
            height = PLOT * each.games / most
            kind = "bar middle-bar" if each.first <= middle <= each.last else "bar"
            corner = (LEFT + index * step + step * 0.08, 20 + PLOT - height)
            yield bar(kind, corner, (step * 0.84, height), each.label)
        base = 20 + PLOT
        yield f'<path class="axis" d="M{number(LEFT)} {number(base)}H{number(WIDE - RIGHT)}"/>'
        yield text(LEFT, base + 18, f"{bins[0].first}")
        yield text(WIDE - RIGHT, base + 18, f"{bins[-1].last} actions", "end")
        at = next(i for i, each in enumerate(bins) if each.first <= middle <= each.last)
        x = min(max(LEFT + (at + 0.5) * step, 80), WIDE - 150)
        yield text(x, base + 18, f"median {middle}", "mid")
        yield text(LEFT, 12, f"{most:,} games", "small")

    name = (
        f"Lengths of {sum(lengths.values()):,} random games: {min(lengths)} to {max(lengths)} "
        f"actions, median {middle}"
    )
    return chart(name, 20 + PLOT + 26, elements())


# ------------------------------------------------------------------------------------------ results

ROW = 30.0


def results_chart(statistics: Statistics) -> str:
    """Draw how many games each player won, and how many were cut off; "" if there are none."""
    rows = [(f"{who} won", games) for who, games in statistics.results.items()]
    if statistics.broken_off:
        going = f"still going after {statistics.longest} actions"
        rows.append((going, statistics.broken_off))
    if not rows:
        return ""
    total = statistics.games

    def elements() -> Iterator[str]:
        for index, (what, games) in enumerate(rows):
            top = index * ROW * 1.5
            share = games / total
            label = f"{what}: {games:,} of {total:,} games"
            yield text(LEFT, top + 14, what)
            yield text(WIDE - RIGHT, top + 14, f"{100 * share:.1f} % ({games:,})", "end")
            full = WIDE - LEFT - RIGHT
            yield bar("rest", (LEFT, top + 21), (full, 12), label)
            yield bar("bar", (LEFT, top + 21), (full * share, 12), label)

    name = "Results of random games: " + ", ".join(
        f"{what} {100 * games / total:.1f} %" for what, games in rows
    )
    return chart(name, len(rows) * ROW * 1.5, elements())


# -------------------------------------------------------------------------------------------- rates

LOWEST = 1e-5
"""Shares below this are drawn at the left end of the scale."""
TICKS = (1e-4, 1e-3, 1e-2, 1e-1, 1.0)


def place(share: float) -> float:
    """Return the x of a share on a logarithmic scale with 0 at its left end."""
    along = 1 - log10(max(share, LOWEST)) / log10(LOWEST)
    return LEFT + 8 + along * (WIDE - LEFT - RIGHT - 16)


def rates_of(ambiguity: Ambiguity) -> Sequence[tuple[str, str, Share]]:
    """List the measured shares of an ambiguity: kind, words, share."""
    every = (
        ("shows", "shows in random games", ambiguity.shows),
        (
            "changes",
            "changes the result of random games that can be compared",
            ambiguity.changes_result,
        ),
        ("shows greedy", "shows in greedy games", ambiguity.greedy_shows),
        (
            "changes greedy",
            "changes the result of greedy games that can be compared",
            ambiguity.greedy_changes_result,
        ),
    )
    return [(kind, what, share) for kind, what, share in every if share is not None]


def rates_chart(ambiguities: Iterable[Ambiguity]) -> str:
    """Draw how often each pair of readings matters, with 95 % intervals; "" if not measured."""
    rows = [(each, rates_of(each)) for each in ambiguities]
    rows = [(each, rates) for each, rates in rows if rates]
    if not rows:
        return ""
    heights = [26 + 15.0 * len(rates) for _, rates in rows]
    total = sum(heights)

    def elements() -> Iterator[str]:
        for tick in TICKS:
            x = number(place(tick))
            yield f'<path class="grid" d="M{x} 0V{number(total)}"/>'
            yield text(place(tick), total + 16, f"{100 * tick:g} %", "mid" if tick < 1 else "end")
        yield text(place(0), total + 16, "0")
        top = 0.0
        for (each, rates), height in zip(rows, heights, strict=True):
            yield text(LEFT, top + 16, f"{each.question}: {each.first} or {each.second}", "row")
            for index, (kind, what, share) in enumerate(rates):
                y = top + 28 + 15.0 * index
                low, high = place(share.low), place(share.high)
                label = (
                    f"{each.first} or {each.second}: {what}: {share.hits:,} of {share.games:,}, "
                    f"between {100 * share.low:.3g} % and {100 * share.high:.3g} %"
                )
                yield f'<g class="rate {kind}"><title>{escape(label)}</title>'
                yield f'<path d="M{number(low)} {number(y)}H{number(max(high, low + 1))}"/>'
                at = place(share.hits / share.games)
                yield f'<circle cx="{number(at)}" cy="{number(y)}" r="4.5"/></g>'
            top += height

    name = "How often two readings part: shares of games with 95 % intervals"
    return chart(name, total + 24, elements())
