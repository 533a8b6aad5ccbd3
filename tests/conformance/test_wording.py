"""How values are written in messages."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.conformance.adapter.observation import Discrepancy, Observation, Seen
from rulewright.conformance.evidence.deviations import Deviation, after
from rulewright.conformance.evidence.printable import apart, options, shown

APART: list[tuple[Any, Any, tuple[Any, Any]]] = [
    ({"a": 1, "b": 2}, {"a": 1, "b": 3}, ({"b": 2}, {"b": 3})),
    ({"a": {"x": 1, "y": 2}}, {"a": {"x": 1}}, ({"a": {"y": 2}}, {"a": {}})),
    ({"a": ["p", "q"]}, {"a": ["q", "r"]}, ({"a": ["p"]}, {"a": ["r"]})),
    ({"a": ["p", "q"]}, {"a": ["q", "p"]}, ({"a": ["p", "q"]}, {"a": ["q", "p"]})),
    ({}, {"a": None}, ({}, {"a": None})),
    ({"a": None}, {}, ({"a": None}, {})),
    (("red",), (), (["red"], [])),
    ("legal", "illegal", ("legal", "illegal")),
    (("b", "a"), ("a", "b"), (["b", "a"], ["a", "b"])),
    (["a", "c", "b", "d"], ["a", "b", "c", "d"], (["c", "b"], ["b", "c"])),
    (["a", "a", "b"], ["a", "b"], (["a"], [])),
    (True, 1, (True, 1)),
    ([1, 2], [1, 3], ([1, 2], [1, 3])),
    ({"a": 1, "b": 1}, {"a": True, "b": 1.0}, ({"a": 1}, {"a": True})),
]


@pytest.mark.parametrize(("one", "other", "left"), APART, ids=str)
def test_what_two_values_share_is_left_out(one: Any, other: Any, left: Any) -> None:
    """And what is left says where they differ, on both sides."""
    assert apart(one, other) == left


def test_values_are_written_as_json() -> None:
    """A text is written as it is, without signs that a terminal obeys."""
    written = [shown(each) for each in (None, True, ("red", "blue"), {"a": 1}, "turn", "\x1b")]
    assert written == ["null", "true", '["red", "blue"]', '{"a": 1}', "turn", "\\x1b"]
    assert len(shown("x" * 1000)) == 303
    assert (
        options({"n": 1, "dice": {"V": "1"}, "first": "black"}) == 'n=1 dice={"V": "1"} first=black'
    )


def said(kind: str, expected: Any, given: Any, *moves: str) -> str:
    """Write a deviation."""
    return str(Deviation(Observation({}, moves, Seen()), Discrepancy(kind, expected, given)))


def test_an_empty_text_is_shown_in_quotes() -> None:
    """An engine that names nobody at the end was told with nothing: *'turn' is , expected null*."""
    sentence = str(Deviation(Observation({}, (), Seen()), Discrepancy("turn", None, "")))
    assert sentence == "'turn' is \"\", expected null, at the start"


def test_deviations_are_sentences() -> None:
    """Only what differs is in them."""
    assert said("turn", None, "red") == "'turn' is red, expected null, at the start"
    assert said("winners", (), ("red",), "a", "b") == (
        "'winners' are [\"red\"], expected [], after 2 moves (a b)"
    )
    assert said("position", {"p": {"x": 1}, "q": 2}, {"p": {"x": 3}, "q": 2}, "a") == (
        '\'position\' is {"p": {"x": 3}}, expected {"p": {"x": 1}}, where they differ, '
        "after 1 move (a)"
    )
    assert after(()) == "at the start"
