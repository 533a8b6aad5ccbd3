"""Values are compared as JSON: for Python, `False`, 0 and 0.0 are equal."""

import pytest

from rulewright.interface.same import alike
from rulewright.play.difference import difference, unlike_json


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (False, 0),
        (1, 1.0),
        ({"passes": 0}, {"passes": False}),
        ([1, [0]], [1, [False]]),
        ({"a": [{"b": 1}]}, {"a": [{"b": 1.0}]}),
        ({"a": 1}, {"a": 1, "b": 2}),
        ("1", 1),
        (None, False),
    ],
)
def test_values_of_other_kinds_differ(one: object, other: object) -> None:
    """Wherever they stand."""
    assert not alike(one, other)
    assert not alike(other, one)


@pytest.mark.parametrize("value", [0, True, 1.5, "a", None, {"a": [1, {"b": False}]}, ("a", "b")])
def test_a_value_is_like_itself(value: object) -> None:
    """The order of keys does not matter."""
    assert alike(value, value)
    assert alike({"a": value, "b": 1}, {"b": 1, "a": value})


def test_the_difference_shows_both_kinds() -> None:
    """A sentence that compares as Python does would find none."""
    said = difference({"passes": 0}, {"passes": False})
    assert said == "passes: the specification says 0, the implementation says false"


def test_a_tuple_is_no_list_of_the_same() -> None:
    """Nor are its entries in another order."""
    said = difference({"at": (1, 2)}, {"at": [1, 2]})
    assert (
        said == "at: the specification has a tuple, the implementation a list of the same 2 entries"
    )
    said = difference({"at": (2, 1)}, {"at": [1, 2]})
    assert said.endswith("list the same 2 entries in different orders")


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"a": [1, {"b": None}], "c": 0.5}, None),
        ((1, 2), "it is a tuple: JSON has lists"),
        ({"a": [0, (1,)]}, "['a'][1] is a tuple: JSON has lists"),
        ({"a": {1: 2}}, "['a'] has the key 1: in JSON keys are texts"),
        ({"a": float("nan")}, "['a'] is nan: JSON has no such number"),
    ],
)
def test_what_json_reads_otherwise_is_found(value: object, said: str | None) -> None:
    """At any depth."""
    assert unlike_json(value) == said
