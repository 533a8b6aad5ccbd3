"""One record of what an engine says of a position, and how two of them differ."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import pytest
from attrs import evolve

from rulewright.play import games
from rulewright.play.view import in_own_types, view


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("over", True),
        ("turn", "blue"),
        ("legal", ()),
        ("scores", {"red": 1, "blue": 0}),
        ("winners", ("red",)),
        ("position", {}),
    ],
)
def test_each_field_that_differs_is_named(field: str, value: object) -> None:
    """Alone, and with another one in the order of the fields."""
    engine = games.specification("minoa", {"n": 1})
    seen = view(engine, engine.initial())
    assert seen.differences(view(engine, engine.initial())) == ()
    other = evolve(seen, **{field: value})
    assert seen.differences(other) == other.differences(seen) == (field,)
    both = evolve(other, over=True, position={"sticks": []})
    assert seen.differences(both) == tuple(dict.fromkeys(("over", field, "position")))


class Always(str):
    """A text that says it equals whatever it is asked about."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        """Say yes."""
        return True

    def __ne__(self, other: object) -> bool:
        """Say no."""
        return False


class AlwaysEqual(dict[str, Any]):
    """A mapping that says the same."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        """Say yes."""
        return True

    def __ne__(self, other: object) -> bool:
        """Say no."""
        return False


WRONG = {
    "turn": Always("blue"),
    "legal": (Always("0,0-0,7"),),
    "scores": AlwaysEqual(red=7, blue=0),
    "winners": (Always("red"),),
    "position": AlwaysEqual(sticks=[Always("0,0-0,7")]),
}


@pytest.mark.parametrize("field", WRONG)
def test_what_engines_report_does_not_say_itself_what_it_equals(
    field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as a text that equals every other one."""
    engine = games.specification("minoa", {"n": 1})
    start = engine.initial()
    seen = view(engine, start)
    method = {"legal": "legal_actions", "position": "to_json"}.get(field, field)
    monkeypatch.setattr(type(engine), method, lambda *_: WRONG[field])
    given = view(engine, start)
    assert given.differences(seen) == seen.differences(given) == (field,)


def test_numbers_of_a_type_of_ones_own_are_numbers() -> None:
    """And what is true stays so."""

    class Ten(IntEnum):
        TEN = 10

    assert in_own_types((True, Ten.TEN, 2.5, None)) == (True, 10, 2.5, None)
    assert set(map(type, in_own_types([True, Ten.TEN, 2.5]))) == {bool, int, float}
