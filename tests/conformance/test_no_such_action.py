"""*Which does not exist with these parameters* is said of no action that does exist."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from rulewright.conformance.adapter.observation import Observation, Seen
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.verdict.unexplained import NEVER, NO_SUCH, Attribution
from rulewright.play import games


@pytest.mark.parametrize(
    ("game", "params", "action", "none"),
    [
        ("nonaga", {"n": 2}, "-1,1>-1,-4", False),
        ("nonaga", {"n": 2}, "red", True),
        ("ari", {"n": 5}, "Q@a1", False),
        ("ari", {"n": 5}, "Q@o9", True),
        ("ari", {"n": 15}, "Q@o9", False),
    ],
)
def test_an_action_exists_by_its_spelling_alone(
    game: str, params: dict[str, Any], action: str, none: bool
) -> None:
    """Nonaga's cells have no end; in a position that the rules do not reach no clause is found."""
    attribution: Any = SimpleNamespace(
        weigher=SimpleNamespace(laboratory=Laboratory(game)),
        under=Hypothesis.of(games.specified(game).default_rulings),
        specified=SimpleNamespace(clauses=lambda *_: ()),
    )
    for name in ("obeyed", "is_none"):
        setattr(attribution, name, partial(getattr(Attribution, name), attribution))
    unreached = Observation(params, ("a move that is not legal",), Seen())
    found = Attribution.decided(attribution, unreached, "extra", action)
    assert found == ((), NO_SUCH if none else NEVER)
