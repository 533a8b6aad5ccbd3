"""The counts in docs/frameworks.md: by both of our engines, and by OpenSpiel."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rulewright.bridges.bridge import separated
from rulewright.bridges.foreign import OpenSpielForeign
from rulewright.play import games
from rulewright.play.driver import driver_of

PAGE = Path(__file__).parents[2] / "docs" / "frameworks.md"
ROW = re.compile(r"\| `(\w+)(?:\((.*)\))?` \| `(.*)` \| (\d+) \| ([\d,]+) \|")
COUNTS = [found.groups("") for line in PAGE.read_text().splitlines() if (found := ROW.match(line))]
"""Our game, its options, OpenSpiel's game, actions, sequences."""
QUICK = 10_000
"""Sequences that are counted in CI."""


def options_of(game: str, text: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Separate parameters and readings."""
    given = dict(pair.split("=") for pair in text.split(",") if pair)
    return separated(
        game, {name: int(each) if each.isdigit() else each for name, each in given.items()}
    )


def counts_of(game: str, text: str, side: str, depth: int) -> list[int]:
    """Count the sequences of each length from 1 to `depth` with one of our engines."""
    engine = games.engine(game, *options_of(game, text), side)
    return list(driver_of(engine).perfts(engine.initial(), depth))


def leaves(state: Any, depth: int) -> int:
    """Count sequences with OpenSpiel; the last action is not played."""
    if state.is_terminal():
        return 0
    actions = state.legal_actions()
    return (
        len(actions)
        if depth == 1
        else sum(leaves(state.child(each), depth - 1) for each in actions)
    )


def test_the_page_has_counts() -> None:
    """Of all three games, and long enough."""
    assert {row[0] for row in COUNTS} == {"hex", "breakthrough", "connect_four"}
    assert max(int(row[4].replace(",", "")) for row in COUNTS) > 5_000_000


@pytest.mark.parametrize("row", COUNTS, ids=lambda row: f"{row[0]}-{row[1]}")
def test_short_sequences_are_counted_alike(row: tuple[str, ...]) -> None:
    """As many actions as take no time: each row says what OpenSpiel is really loaded with."""
    game, text, theirs, *_ = row
    start = OpenSpielForeign(theirs).start()
    depth, counted = 1, [leaves(start, 1)]
    while counted[-1] * counted[0] <= QUICK:
        depth += 1
        counted.append(leaves(start, depth))
    assert counts_of(game, text, "impl", depth) == counted
    assert counts_of(game, text, "spec", depth) == counted


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("row", COUNTS, ids=lambda row: f"{row[0]}-{row[1]}")
def test_all_sequences_are_counted_alike(row: tuple[str, ...]) -> None:
    """The numbers of the page; about ten minutes for all rows."""
    game, text, theirs, actions, count = row
    depth, expected = int(actions), int(count.replace(",", ""))
    assert leaves(OpenSpielForeign(theirs).start(), depth) == expected
    for side in ("spec", "impl"):
        assert counts_of(game, text, side, depth)[-1] == expected
