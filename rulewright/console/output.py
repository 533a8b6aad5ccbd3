"""Standard output: JSON, and tables that a program can split at double spaces."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import click

GAP = "  "


def print_json(value: Any) -> None:
    """Print a JSON value, indented."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def table(header: Sequence[str], rows: Iterable[Sequence[str]], right: str = "") -> Iterator[str]:
    """Lay out rows in columns, one line each, below a header and a rule.

    Columns named in `right` (space-separated) are flush right. Nothing is wrapped or truncated.
    """
    cells = [tuple(header), *(tuple(row) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    flush_right = [name in right.split() for name in header]
    ruled = [cells[0], tuple("-" * width for width in widths), *cells[1:]]
    for row in ruled:
        padded = (
            cell.rjust(width) if on_the_right else cell.ljust(width)
            for cell, width, on_the_right in zip(row, widths, flush_right, strict=True)
        )
        yield GAP.join(padded).rstrip()
