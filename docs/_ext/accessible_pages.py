"""What the theme leaves out for people who use a keyboard or a screen reader."""  # noqa: INP001

from __future__ import annotations

from typing import Any

WRAPPER = '<div class="table-wrapper'
"""How the theme begins a table, which scrolls on a narrow page."""
LAST = 900
"""After the theme has made its navigation."""


def complete(app: Any, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Let code and tables that scroll be reached by key, and give captions of the navigation a level."""
    del app, page, template, tree
    if "body" in context:
        body = context["body"].replace("<pre>", '<pre tabindex="0">')
        context["body"] = body.replace(WRAPPER, f'{WRAPPER[:4]} tabindex="0"{WRAPPER[4:]}')
    if "furo_navigation_tree" in context:
        context["furo_navigation_tree"] = context["furo_navigation_tree"].replace(
            'role="heading"', 'role="heading" aria-level="2"'
        )


def setup(app: Any) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("html-page-context", complete, priority=LAST)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
