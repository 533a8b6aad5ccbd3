"""Small pieces of MyST Markdown."""  # noqa: INP001

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from inspect import getsource
from textwrap import dedent
from typing import Any

SPECIAL = re.compile(r"([\\`_\[\]<>|$#{}]|(?<!\*)\*(?!\*))")
LEADING = re.compile(r"^([-+])(?= )")


def plain(text: str) -> str:
    """Fold white space and escape what Markdown would read as markup; `**` stays, for emphasis."""
    return LEADING.sub(r"\\\1", escaped(" ".join(text.split())))


def prose(text: str) -> str:
    """Fold white space and escape, but leave names between backquotes as they are."""
    parts = " ".join(text.split()).split("`")
    return "`".join(part if at % 2 else escaped(part) for at, part in enumerate(parts))


def escaped(text: str) -> str:
    """Put a backslash before each character that Markdown would read as markup."""
    return SPECIAL.sub(r"\\\1", text)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Write a table."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""


def folded(summary: str, formula: Any) -> Iterator[str]:
    """Show the source of a function, folded away."""
    yield from (":::{raw} html", f'<details class="formula"><summary>{summary}</summary>', ":::")
    yield from ("", "```python", dedent(getsource(formula)).rstrip(), "```", "")
    yield from (":::{raw} html", "</details>", ":::", "")


def listing(names: Iterable[str]) -> str:
    """Write names as code, with commas."""
    return ", ".join(f"`{name}`" for name in names)
