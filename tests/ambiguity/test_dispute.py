"""How two readings differ about a position, in words."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.ambiguity.dispute import dispute, peculiar, values
from rulewright.ambiguity.telling import options
from rulewright.play import games


@pytest.mark.parametrize(
    ("value", "other", "said"),
    [
        ({"p1": 0, "p2": 9}, {"p1": 0, "p2": 0}, "p2 9"),
        ({"a": ["p1", "abc"]}, {"a": ["p1", "abc"], "b": ["p2", "aaa"]}, "no b"),
        ({"a": ["p2", "abc"]}, {"a": ["p1", "abc"]}, "a p2 abc"),
        ([[0, 1], [2, 3]], [[2, 3], [4, 5]], "0 1, no 4 5"),
        ({str(n): n for n in range(7)}, {}, "0 0, 1 1, 2 2, 3 3 and 3 more"),
        ("red", None, '"red"'),
        (None, [1, 2], "null"),
    ],
)
def test_only_what_is_peculiar_to_one_side_is_shown(value: Any, other: Any, said: str) -> None:
    """A few entries are shown; the rest are counted."""
    assert peculiar(value, other) == said


def test_each_entry_is_named() -> None:
    """Both sides are described in the same way."""
    one = {"tiles": {"u0,0": ["p1", "abc"]}, "captured": {"p1": 0}}
    other: dict[str, Any] = {"tiles": {}, "captured": {"p1": 1}}
    places = ["tiles", "captured"]
    assert values(one, other, places) == "tiles: u0,0 p1 abc; captured: p1 0"
    assert values(other, one, places) == "tiles: no u0,0; captured: p1 1"


def test_a_long_option_is_shortened_in_the_middle() -> None:
    """Stacks of tiles would fill pages otherwise."""
    text = options({"k": 2, "stacks": {"p1": ["aaa"] * 50}})
    assert text.startswith("k=2, stacks={")
    assert len(text) < 100
    assert options({}) == "the default options"


def test_a_disputed_result_of_partners_shows_their_totals() -> None:
    """Otherwise a reader could not see why they won."""
    engines = tuple(
        games.specification("minoa", {"n": 2, "k": 4}, {"end": end}) for end in ("full", "literal")
    )
    found = dispute("end", (engines[0], engines[1]), ("-1,-1-0,-2",))
    assert "red and yellow win (red 24, blue 0, yellow 0, green 0; together" in found.what
    assert "together red and yellow 24, blue and green 0)" in found.what


def test_more_disputed_actions_are_counted_once() -> None:
    """The readings of `closure` differ about several actions at once; one is named, the rest counted."""
    engines = [
        games.specification("minoa", {"n": 2}, {"closure": each}) for each in ("line", "coloured")
    ]
    legal = [set(each.legal_actions(each.initial())) for each in engines]
    moves: tuple[str, ...] = ()
    if legal[0] == legal[1]:
        moves = ("-2,0--1,0",)
        legal = [set(e.legal_actions(e.play(e.initial(), moves[0]))) for e in engines]
    more = len(legal[0] ^ legal[1]) - 1
    found = dispute("closure", (engines[0], engines[1]), moves)
    actions = "1 more action" if more == 1 else f"{more} more actions"
    assert more > 0
    assert found.what.count(f"(they differ about {actions} in this position)") == 1
    assert found.what.endswith("in this position)")
    assert found.disputed in legal[0] ^ legal[1]
