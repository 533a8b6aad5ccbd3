"""One record of what an engine says of a position, and how two of them differ."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulewright.play import games
from rulewright.play.view import view


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
