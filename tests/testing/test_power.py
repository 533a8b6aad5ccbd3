"""Power of the strategies: the page shows the record, and some of it is made anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulewright.play import games
from rulewright.testing import shortest_difference

ROOT = Path(__file__).parents[2]
RECORD: dict[str, Any] = json.loads(
    (ROOT / "benchmarks" / "properties.json").read_text(encoding="utf-8")
)
WRONG = [
    each["engine"]
    for each in json.loads((ROOT / "docs" / "wrong-engines.json").read_text("utf-8"))["engines"]
    if each["length"] is not None
]
PAGE = (ROOT / "docs" / "properties.md").read_text(encoding="utf-8")


def test_the_page_shows_what_was_measured() -> None:
    """Every bug looked for has its row, found or not."""
    for each in RECORD["power"].values():
        row = f"| {each['game']} | {each['bug'].replace('_', ' ')} | {each['known']} |"
        assert PAGE.count(row) == 1


def test_what_is_no_shortest_game_says_why() -> None:
    """Each row that falls short has its reason as data; the others have none; the sum is on the page."""
    own = [each for each in RECORD["power"].values() if each["given"] is None]
    found = [each for each in own if each["machine"]]
    shortest = [each for each in found if each["length"] <= each["known"]]
    for each in own:
        assert bool(each.get("reason", "")) == (each not in shortest), each
        row = f"| {each['game']} | {each['bug'].replace('_', ' ')} | "
        (line,) = (line for line in PAGE.splitlines() if line.startswith(row))
        assert line.endswith(f"| {each.get('reason', '')} |")
    looked_for = f"{len(own)} of {len(WRONG)} wrong engines were looked for."
    assert looked_for in PAGE
    assert f"The machine finds {len(found)}, and shows {len(shortest)} of these" in PAGE


@pytest.mark.parametrize(
    ("clause", "params", "length"),
    [("MIN-6", {"n": 1}, 1), ("MIN-9", {"n": 2}, 2)],
)
def test_a_clause_left_out_is_found_and_shrunk_to_exactly_the_shortest_game(
    clause: str, params: dict[str, int], length: int
) -> None:
    """By Hypothesis alone: no search follows."""
    right, minoa = games.specification("minoa", params), games.specified("minoa")
    wrong = minoa.engine(params, {}, minoa.rulebook.without(clause))
    found = shortest_difference(right, wrong, max_plies=40, examples=100)
    assert found is not None
    assert len(found) == length
    assert shortest_difference(right, right, max_plies=10, examples=10) is None
