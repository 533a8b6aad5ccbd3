"""The bulk check of guests whose implementation is plain: recorded, and judged by lanes."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from attrs import evolve

from rulewright.checks.bulk import BulkCheck
from rulewright.checks.outcome import QUICK, Outcome
from rulewright.interface import Json, Recording
from rulewright.play import games
from rulewright.play.lockstep import Disagreement
from rulewright.play.recording import from_ply, record
from rulewright.spec.coverage import RecordingRefuted
from rulewright.spec.judge import Judge

GUESTS = Path(__file__).parents[1] / "common" / "compiled"
SHORT = evolve(QUICK, seconds_a_size=0.2)


@pytest.fixture
def noughts(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Make the guest play by its plain implementation; return the module of that."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(GUESTS))
    assert "noughts" in games.game_names()
    plain = import_module("noughts.plain")
    play(monkeypatch, plain.Sets)
    return plain


def play(monkeypatch: pytest.MonkeyPatch, kind: type) -> None:
    plain = import_module("noughts.plain")
    monkeypatch.setattr(import_module("noughts.impl"), "GAME", plain.Plain(kind=kind))


def checked(seed: int = 1) -> Outcome:
    return BulkCheck().run("noughts", SHORT, seed, lambda _: None)


def test_a_plain_implementation_is_recorded_for_its_share_of_the_time(noughts: Any) -> None:
    assert BulkCheck().left_out("noughts") == ""
    outcome = checked()
    assert outcome.held
    assert noughts.GAME.name == outcome.game
    sizes: Any = outcome.data["sizes"]
    assert [size["params"] for size in sizes] == [{}, {"n": 2}]
    assert all(size["games"] > 2 for size in sizes)
    assert outcome.cases == sum(size["positions"] for size in sizes) > 30
    assert outcome.scope.left_out == ("values: n 1, 4",)
    assert "recorded games judged side by side, 4 sets of options" in outcome.detail


def wrong_in(kind: Any, mistake: str) -> type:
    """Make one of the ways to be wrong that the compiled bulk check would find."""

    class Wrong(kind):  # type: ignore[misc]
        """An engine with a mistake."""

        def __init__(self, *options: Any) -> None:
            super().__init__(*options)
            if mistake == "a line is missing":
                self.lines = self.lines[:-1]

        def legal_actions(self, state: Any) -> tuple[str, ...]:
            found: tuple[str, ...] = super().legal_actions(state)
            if mistake == "an action is listed twice" and len(found) == 2:
                return *found, found[0]
            return found[1:] if mistake == "an action is missing" and len(found) == 2 else found

        def scores(self, state: Any) -> dict[str, int]:
            found: dict[str, int] = super().scores(state)
            return found | {"x": 2 * found["x"]} if mistake == "a score is doubled" else found

        def winners(self, state: Any) -> tuple[str, ...]:
            found = super().scores(state)
            return tuple(name for name in found if found[name] or mistake == "all win")

        def to_json(self, state: Any) -> Json:
            written: Json = super().to_json(state)
            if mistake == "a mark is not written" and len(written["o"]) == 2:
                return written | {"o": written["o"][:1]}
            if mistake == "marks are in another order":
                return written | {"x": written["x"][::-1]}
            return written

    return Wrong


@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        ("a line is missing", "the specification says true, the implementation says false"),
        ("an action is missing", "legal"),
        ("an action is listed twice", "twice"),
        ("a score is doubled", "score"),
        ("all win", "win"),
        ("a mark is not written", "o: "),
        ("marks are in another order", "position"),
    ],
)
def test_every_kind_of_mistake_is_found_in_a_recording(
    noughts: Any, monkeypatch: pytest.MonkeyPatch, mistake: str, said: str
) -> None:
    play(monkeypatch, wrong_in(noughts.Sets, mistake))
    outcome = checked()
    assert not outcome.held, mistake
    assert said in outcome.failure
    assert "game: noughts" in outcome.failure


def test_an_action_that_is_used_up_when_it_is_played_is_told(
    noughts: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It raised a `KeyError` of ours."""

    class UsedUp(noughts.Sets):  # type: ignore[misc,name-defined]
        """An engine that takes what is played out of what it remembers as legal."""

        def legal_actions(self, state: Any) -> tuple[str, ...]:
            known: dict[Any, list[str]] = self.__dict__.setdefault("known", {})
            return tuple(known.setdefault(state, list(super().legal_actions(state))))

        def play(self, state: Any, action: str) -> Any:
            after = super().play(state, action)
            self.__dict__["known"][state].remove(action)
            return after

    play(monkeypatch, UsedUp)
    with pytest.raises(Disagreement, match=r"listed and played '[abc]\d', and no longer lists it"):
        checked()


def test_a_board_that_differs_is_shown_in_the_games_own_form(noughts: Any) -> None:
    """Of the judge itself: by playing on, single engines say more."""
    params, rulings = {"n": 3}, {"row": "any"}
    wrong = wrong_in(noughts.Sets, "a mark is not written")(params, rulings)
    with pytest.raises(RecordingRefuted) as caught:
        games.specification("noughts").check(record(wrong, 1, 4))
    assert caught.value.what == "the position"
    assert len(caught.value.moves) == 4
    expected, given = caught.value.expected, caught.value.given
    assert isinstance(expected, dict)
    assert isinstance(given, dict)
    assert list(expected) == ["o"]
    assert given["o"] == expected["o"][:1]


def test_positions_are_taken_from_their_json_where_no_game_begins(noughts: Any) -> None:
    reference = games.specification("noughts")
    recording: Recording = record(noughts.GAME.engine(), 3, 8)
    later = from_ply(recording, 3)
    assert not later.from_start
    assert reference.check(later).positions > 8
    placed = reference.with_places(later)
    assert placed.places == reference.in_bulk().places
    assert reference.check(placed) == reference.check(later)
    again = Judge(reference.in_bulk(), recording).replayed(3)
    assert np.array_equal(reference.in_bulk().written(again), placed.board[0])
    other = placed.board.copy()
    other[1, 0, 0] ^= 1
    with pytest.raises(RecordingRefuted):
        reference.check(evolve(placed, board=other))


def test_a_specification_that_cannot_judge_in_bulk_says_so(
    noughts: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulewright.spec.engine import Specification  # noqa: PLC0415 - for the one method

    kind = type(games.specification("noughts"))
    monkeypatch.setattr(kind, "in_bulk", Specification.in_bulk)
    outcome = checked()
    assert outcome.left_out
    assert "does not say how its rules apply to many positions at once" in outcome.detail
    assert noughts.GAME.name == "noughts"
