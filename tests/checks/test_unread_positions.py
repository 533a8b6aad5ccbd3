"""A guest's implementation that reads no position is named: nothing else notices that."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.checks.witness import NO_READER, OWN, reads_positions
from rulewright.interface import BeyondTheImplementation, ImpossiblePosition
from rulewright.play import games


class Reading:
    """An engine with one position, which it reads as is said."""

    def __init__(self, refusal: Exception | None) -> None:
        """Keep what it raises."""
        self._refusal = refusal

    def initial(self) -> int:
        """Begin."""
        return 0

    def to_json(self, state: int) -> dict[str, int]:
        """Write the position."""
        return {"at": state}

    def from_json(self, position: Any) -> int:
        """Read it, or refuse it."""
        if self._refusal is not None:
            raise self._refusal
        return int(position["at"])


@pytest.mark.parametrize(
    ("refusal", "told"),
    [
        (None, ()),
        (BeyondTheImplementation("not yet"), (NO_READER,)),
        (ImpossiblePosition("TTT-3", "no"), ()),
        (KeyError("at"), ()),
    ],
)
def test_an_engine_that_reads_no_position_is_named(
    monkeypatch: pytest.MonkeyPatch, refusal: Exception | None, told: tuple[str, ...]
) -> None:
    """One that refuses them, or fails, is found where positions are compared."""
    engine: Any = Reading(refusal)
    assert reads_positions(engine) == (told == ())
    monkeypatch.setattr(games, "is_guest", lambda _: True)
    monkeypatch.setattr(games, "implementation", lambda *_: engine)
    monkeypatch.setattr(type(OWN), "plays", lambda *_: True)
    assert OWN.not_asked("a game", {}, {}) == told
    monkeypatch.setattr(games, "is_guest", lambda _: False)
    assert OWN.not_asked("a game", {}, {}) == (), "all of ours read positions"
