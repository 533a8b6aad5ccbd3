"""A recording that lies in a single entry of any table is refuted, with the game and the ply."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from attrs import evolve

from rulewright.impl.drivers import explore, record
from rulewright.impl.steps import steps
from rulewright.interface import Recording
from rulewright.play import games
from rulewright.spec.coverage import RecordingRefuted

MEASURE = games.specification("minoa", {"n": 2})
TESTED = games.implementation("minoa", {"n": 2})


@pytest.fixture(scope="module")
def recording() -> Recording:
    """Sixteen games on the board of size 2."""
    return record(TESTED, 3, 16)


def test_an_honest_recording_is_confirmed(recording: Recording) -> None:
    """Every position counts, and every clause about actions is covered."""
    coverage = MEASURE.check(recording)
    assert coverage.positions == recording.plies
    assert set(coverage.clauses) == {"MIN-3", "MIN-4", "MIN-5", "MIN-6", "MIN-8", "MIN-9"}
    judged = {seen.held + seen.failed for seen in coverage.clauses.values()}
    assert len(judged) == 1
    assert coverage.clauses["MIN-6"].alone > 0
    assert coverage.clauses["MIN-9"].alone > 0


def lie(recording: Recording, table: str, index: tuple[int, ...], value: Any) -> Recording:
    """Change one entry of one table."""
    changed = getattr(recording, table).copy()
    assert changed[index] != value
    changed[index] = value
    return evolve(recording, **{table: changed})


LIES = [
    ("legal", (5, 7, 3), None, "legality"),
    ("board", (5, 7, 3), None, "on"),
    ("turn", (5, 7), None, "turn"),
    ("scores", (5, 7, 1), 23, "score"),
    ("winners", (5, 7, 0), True, "win"),
    ("board", (5, 7, 3), 200, "a code on the board that means nothing"),
]


@pytest.mark.parametrize(("table", "index", "value", "what"), LIES)
def test_a_single_lie_is_refuted(
    recording: Recording, table: str, index: tuple[int, ...], value: Any, what: str
) -> None:
    """The first wrong entry is named, after the moves that lead there."""
    entry = getattr(recording, table)[index]
    other = value if value is not None else (not entry if table == "legal" else 1 - entry)
    with pytest.raises(RecordingRefuted) as refutation:
        MEASURE.check(lie(recording, table, index, other))
    assert what in refutation.value.what
    if value != 200:
        assert refutation.value.game == 7
        assert refutation.value.moves == recording.moves(7, 5)


def test_an_illegal_action_that_was_played_is_refuted(recording: Recording) -> None:
    """The action played must be among the legal ones."""
    occupied = recording.played[4, 7]
    with pytest.raises(RecordingRefuted, match="illegal play") as refutation:
        MEASURE.check(lie(recording, "played", (5, 7), occupied))
    assert refutation.value.moves == recording.moves(7, 5)


def test_names_must_be_the_same(recording: Recording) -> None:
    """A recording with another name for a place, action, player or content is refuted."""
    said = {table: f"names of {table}" for table in ("places", "players", "contents")}
    for table, what in (said | {"actions": "actions that the game does not have"}).items():
        names = getattr(recording, table)
        with pytest.raises(RecordingRefuted, match=what):
            MEASURE.check(evolve(recording, **{table: (*names[:-1], "elsewhere")}))


def test_steps_from_the_middle_of_the_game_are_judged_as_well() -> None:
    """Every action of every position is judged; a lie about its result is refuted."""
    reference = games.specification("minoa", {"n": 1})
    found = explore(games.implementation("minoa", {"n": 1}), limit=500)
    batches = list(steps(found))
    assert sum(count for count, _ in batches) == found.positions
    for _, batch in batches:
        assert not batch.from_start
        reference.check(batch)
    _, batch = batches[0]
    wrong = batch.turn.copy()
    wrong[1, 40] = 1 - wrong[1, 40]
    with pytest.raises(RecordingRefuted, match="turn"):
        reference.check(evolve(batch, turn=wrong))
    assert np.array_equal(batch.turn[0] < 0, batch.played[0] < 0)
