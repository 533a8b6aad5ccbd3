"""Positions are changed by any name of the game, and in two numbers at once."""

from __future__ import annotations

from random import Random
from typing import Any

from rulewright.play.elsewhere import NamesMet, with_another_name, with_two_numbers_changed

PIECES: dict[str, Any] = {"white": ["a1", "b2"], "black": [], "turn": "white", "quiet": 0}
HELD: dict[str, Any] = {"ann": {"holds": {"a1": 2}, "ate": 1}, "ben": {"holds": {}, "ate": 0}}


def test_names_are_met_in_positions_and_in_actions_that_are_spelt_alike() -> None:
    """`c3` is met in an action alone, `pass` is no name."""
    met = NamesMet()
    met.meet(PIECES, ("a1-c3", "pass"))
    assert met.sorted() == ["a1", "b2", "c3"]
    met.meet({"white": ["d1"], "black": []})
    assert met.sorted() == ["a1", "b2", "c3", "d1"]


def test_each_name_takes_the_place_of_each_other_one() -> None:
    """It is added, too, also to an empty list, and stands nowhere else then."""
    names = ["a1", "b2", "c3"]
    made = [with_another_name(PIECES, names, Random(seed)) for seed in range(300)]
    whites = {tuple(each["white"]) for each in made}
    assert whites >= {("a1", "c3"), ("b2", "c3"), ("a1", "b2", "c3"), ("a1",), ("b2",)}
    assert {tuple(each["black"]) for each in made} == {(), ("a1",), ("b2",), ("c3",)}
    assert all(len(each["white"]) == len({*each["white"]} - {*each["black"]}) for each in made)
    assert PIECES["white"] == ["a1", "b2"]


def test_objects_within_objects_keep_what_they_are_within() -> None:
    """The names of players are names as well."""
    met = NamesMet()
    met.meet({"players": HELD})
    made = [with_another_name({"players": HELD}, met.sorted(), Random(n)) for n in range(300)]
    assert {"a1": True} in [each["players"].get("ben", {}).get("holds") for each in made]


def test_two_numbers_are_changed_so_that_their_sum_stays() -> None:
    """One of them often becomes less than none; a single number is left alone."""
    position = {"pits": [2, 0, 3], "stores": [1, 0]}
    made = [with_two_numbers_changed(position, Random(seed)) for seed in range(100)]
    assert {sum(each["pits"]) + sum(each["stores"]) for each in made} == {6}
    assert {-1} < {min(each["pits"]) for each in made}
    assert with_two_numbers_changed(PIECES, Random(1)) == PIECES
