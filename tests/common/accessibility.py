"""What axe-core finds in a page."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

BAD = {"serious", "critical"}


@cache
def axe() -> str:
    """Return the script of axe-core, as its package brings it."""
    return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


def violations(tab: Any, *, without: str = "") -> list[str]:
    """List the serious and critical violations in a page: rule, element, and what is wrong.

    Elements that match the selector `without`, such as what another project's theme makes, are left out.
    The page must have something that was checked.
    """
    tab.evaluate(axe())  # not as an element: the policy of a page may forbid that
    context = f"{{exclude: [[{without!r}]]}}" if without else "document"
    found = tab.evaluate(f"axe.run({context}, {{resultTypes: ['violations', 'passes']}})")
    assert len(found["passes"]) > 5
    return [
        f"{each['id']} ({each['impact']}): {node['html'][:160]} | {node['failureSummary']}"
        for each in found["violations"]
        if each["impact"] in BAD
        for node in each["nodes"]
    ]
