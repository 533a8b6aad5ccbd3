"""Two drawings made of characters: carets under what differs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import zip_longest

SIGN = "^"
FEW = 8
"""Columns that differ in a line of a board; a line with more of them is rather a sentence."""
MOST = 3
"""Rows that are marked at least; more of them tear a small board apart."""
SHIFTED = 1 / 3
"""Share of the signs that differ only where one board is drawn farther to a side than the other."""
WORD = re.compile(r"\S+")

Row = tuple[str, str]
"""A line of each drawing; "" where it has none."""
Columns = tuple[set[int], set[int]]
"""The columns to be marked in each line of a row."""


def underlined(one: str, other: str) -> tuple[str, str]:
    """Add a line of carets under each line of the board that differs, in both drawings."""
    board, caption = apart(one)
    their_board, their_caption = apart(other)
    board, their_board = on_board(board, their_board)
    return "\n\n".join((board, *caption)), "\n\n".join((their_board, *their_caption))


def apart(text: str) -> tuple[str, list[str]]:
    """Return the board, and the paragraph below it."""
    board, blank, below = text.rpartition("\n\n")
    return (board, [below]) if blank else (text, [])


def on_board(one: str, other: str) -> tuple[str, str]:
    """Mark two boards, without what is written below them; not where most rows would be."""
    rows = tuple(paired(one.splitlines(), other.splitlines()))
    by_column = [differing_columns(row) for row in rows]
    differing = sum(len(here) for here, _ in by_column)
    if differing > SHIFTED * sum(map(len, WORD.findall(one))):
        found = [differing_words(row) for row in rows]
    else:
        found = [fewer(row, columns) for row, columns in zip(rows, by_column, strict=True)]
    if sum(any(each) for each in found) > max(MOST, len(rows) / 2):
        return one, other
    return (
        "\n".join(with_carets((row[0], at[0]) for row, at in zip(rows, found, strict=True))),
        "\n".join(with_carets((row[1], at[1]) for row, at in zip(rows, found, strict=True))),
    )


def paired(one: list[str], other: list[str]) -> Iterator[Row]:
    """Pair the lines; if there are more in one drawing, by what is written in them."""
    if len(one) == len(other):
        yield from zip(one, other, strict=True)
        return
    ours, theirs = ([tuple(line.split()) for line in lines] for lines in (one, other))
    matched = SequenceMatcher(None, ours, theirs, autojunk=False)
    for _, first, last, begin, end in matched.get_opcodes():
        yield from zip_longest(one[first:last], other[begin:end], fillvalue="")


def differing_columns(row: Row) -> Columns:
    """Find where two lines differ, sign by sign."""
    signs = enumerate(zip_longest(*row, fillvalue=" "))
    columns = {at for at, (one, other) in signs if one != other}
    return columns, columns


def differing_words(row: Row) -> Columns:
    """Find the words that only one of two lines has."""
    words = [list(WORD.finditer(line)) for line in row]
    ours, theirs = ([word.group() for word in each] for each in words)
    found: Columns = set(), set()
    matched = SequenceMatcher(None, ours, theirs, autojunk=False)
    for kind, *bounds in matched.get_opcodes():
        if kind == "equal":
            continue
        for side, (first, last) in enumerate((bounds[:2], bounds[2:])):
            found[side].update(*(range(*word.span()) for word in words[side][first:last]))
    return found


def fewer(row: Row, columns: Columns) -> Columns:
    """Mark words where far more columns differ, as in a sentence with a number that grew longer."""
    if len(columns[0]) <= FEW:
        return columns
    words = differing_words(row)
    return words if 0 < sum(map(len, words)) < sum(map(len, columns)) else columns


def with_carets(lines: Iterable[tuple[str, set[int]]]) -> Iterator[str]:
    """Yield the lines, each with its carets below."""
    for line, columns in lines:
        yield line
        if columns:
            yield "".join(SIGN if at in columns else " " for at in range(max(columns) + 1))
