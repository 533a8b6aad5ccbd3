"""A state of which the JSON form does not carry all: it is said that, and nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from common.planted import planted

from rulewright.checks.exhaustive import ExhaustiveCheck
from rulewright.checks.outcome import QUICK
from rulewright.checks.verification import outcome_of
from rulewright.play import games
from rulewright.play.recording import record
from rulewright.spec.coverage import RecordingRefuted
from rulewright.spec.judge import EQUAL_TO_ANOTHER, NOT_IN_JSON

STEPS = (
    (
        "clauses.py",
        "    turn: tuple[Fact, Fact] = (True, False)",
        "    turn: tuple[Fact, Fact] = (True, False)\n    steps: int = 0",
    ),
    (
        "spec.py",
        "        over = any_of(",
        "        here = evolve(here, steps=state.steps + 1)\n        over = any_of(",
    ),
)
"""The position counts the steps, which `to_json` does not write."""


@pytest.mark.usefixtures("guests_in_this_process")
def test_a_sweep_names_the_field(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It said that the position lists its entries in another order."""
    name = planted(tmp_path, monkeypatch, *STEPS)
    effort = evolve(QUICK, positions=200, option_sets=1)
    found = outcome_of(effort, 1, (name, ExhaustiveCheck()), lambda *_: None)
    assert found.failure.startswith(
        "reading the position after 1 move: what is read is another state (in 'steps'): the JSON form "
        "must carry all of the state"
    )


def test_the_judge_says_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It asked for a field that is left out where states are compared; none was."""
    engine = games.specification(planted(tmp_path, monkeypatch, *STEPS))
    recording = record(engine, 1, 4)
    with pytest.raises(RecordingRefuted) as refuted:
        engine.check(recording)
    assert refuted.value.given == NOT_IN_JSON


def test_states_that_are_taken_for_one_another_are_told_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was found out about one was found out about another."""
    engine = games.specification(planted(tmp_path, monkeypatch))
    recording = record(engine, 1, 4)
    assert engine.check(recording).positions
    assert recording.written is not None
    known = recording.written.known
    known.update(dict.fromkeys(known, np.zeros_like(next(iter(known.values())))))
    with pytest.raises(RecordingRefuted) as refuted:
        engine.check(recording)
    assert refuted.value.given == EQUAL_TO_ANOTHER
