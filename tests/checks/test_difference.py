"""Which side said what, and only where two sides differ."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.play.difference import SHOWN, difference

ONE, OTHER = "the specification", "the implementation"


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        (True, False, f"{ONE} says true, {OTHER} says false"),
        ("red", None, f"{ONE} says red, {OTHER} says null"),
        (
            ("a", "b"),
            ("b", "c", "c"),
            f"only {ONE} has a; only {OTHER} has c, c (of 2 and 3 entries)",
        ),
        (
            ("a", "b", "c"),
            ("a", "a", "b", "b", "b", "d"),
            (
                f"only {ONE} has c; only {OTHER} has d; {ONE} has a once, {OTHER} twice; "
                f"{ONE} has b once, {OTHER} 3 times (of 3 and 6 entries)"
            ),
        ),
        (("a", "b"), ("b", "a"), f"{ONE} and {OTHER} list the same 2 entries in different orders"),
        ({"x": 1, "y": 2}, {"x": 1, "y": 3}, f"y: {ONE} says 2, {OTHER} says 3"),
        ({"x": {"y": [1, 2]}}, {"x": {"y": [2]}}, f"x: y: only {ONE} has 1 (of 2 and 1 entries)"),
        ({"x": 1}, {"z": 1}, f"x: only {ONE} has it, as 1; z: only {OTHER} has it, as 1"),
    ],
)
def test_a_difference_is_told(one: Any, other: Any, said: str) -> None:
    """A list by its entries, an object by its parts."""
    assert difference(one, other) == said


def test_long_lists_are_not_shown_in_full() -> None:
    """Some entries, and how many more."""
    said = difference(tuple(map(str, range(40))), ())
    assert said.startswith(f"only {ONE} has 0, 1")
    assert f"and {40 - SHOWN} more" in said
    assert len(said) < 100
