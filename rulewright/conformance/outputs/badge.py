"""A badge: as the JSON that shields endpoints read, and as an SVG that needs no network."""

from __future__ import annotations

import json
from html import escape

from rulewright.conformance.evidence.report import Conformity, Report
from rulewright.wording.numbers import counted
from rulewright.wording.signs import visible

IN_PART = ("yellowgreen", "#737f1a")
"""It conforms in what it supports, or known differences apart, which is not all."""
COLOURS = {
    Conformity.CONFORMS: ("brightgreen", "#3a9a3f"),
    Conformity.EXCEPT_KNOWN: IN_PART,
    Conformity.OUTDATED: ("red", "#c8392b"),
    Conformity.DEVIATES: ("red", "#c8392b"),
    Conformity.FAULT: ("orange", "#c46a12"),
    Conformity.UNFINISHED: ("orange", "#c46a12"),
    Conformity.NOTHING: ("lightgrey", "#7a7a7a"),
}
FAILS_STRICTLY = ("red", "#c8392b")
WIDE = 6.6
"""Width of a character of 11 px, in px, on the safe side."""
HEIGHT = 20


def label(report: Report) -> str:
    """Name the games."""
    return visible(f"rulewright: {', '.join(game.game for game in report.games) or 'no game'}")


def message(report: Report) -> str:
    """Return the result."""
    verdict = report.verdict
    count = report.unsupported
    if report.fails_strictly:
        return f"{count} unsupported"
    if verdict is Conformity.CONFORMS and count:
        return f"{verdict.value}, {count} unsupported"
    if verdict is Conformity.EXCEPT_KNOWN:
        also = f", {count} unsupported" if count else ""
        return f"{counted(report.known, 'known differences')}{also}"
    if verdict is Conformity.DEVIATES:
        number = sum(not each.known for game in report.games for each in game.deviations)
        return f"{number} deviation{'' if number == 1 else 's'}"
    return str(verdict.value)


def colours(report: Report) -> tuple[str, str]:
    """Return the name of the badge's colour, and the colour that it is drawn in."""
    if report.fails_strictly:
        return FAILS_STRICTLY
    if report.verdict is Conformity.CONFORMS and report.unsupported:
        return IN_PART
    return COLOURS[report.verdict]


def badge_json(report: Report) -> str:
    """Write the badge as a shields endpoint."""
    shown = {
        "schemaVersion": 1,
        "label": label(report),
        "message": message(report),
        "color": colours(report)[0],
    }
    return json.dumps(shown) + "\n"


def badge_svg(report: Report) -> str:
    """Draw the badge."""
    left, right = label(report), message(report)
    widths = [round(WIDE * len(text)) + 12 for text in (left, right)]
    total = sum(widths)
    words = escape(f"{left}: {right}")
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{total}" height="{HEIGHT}" role="img"
 aria-label="{words}"><title>{words}</title>
<clipPath id="r"><rect width="{total}" height="{HEIGHT}" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="{widths[0]}" height="{HEIGHT}" fill="#444"/>
<rect x="{widths[0]}" width="{widths[1]}" height="{HEIGHT}" fill="{colours(report)[1]}"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
<text x="{widths[0] / 2:g}" y="14">{escape(left)}</text>
<text x="{widths[0] + widths[1] / 2:g}" y="14">{escape(right)}</text></g></svg>
"""
