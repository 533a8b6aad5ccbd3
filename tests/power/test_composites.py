"""Power of the conformance suite: several readings and bugs at once, each report held against the truth.

`composite_survey.py` runs it on many; here are a few, and what the record holds.
"""

from __future__ import annotations

import json
from typing import Any

import composite_survey as survey
import pytest
from common.composites import Composite, drawn

from rulewright.conformance import QUICK, check
from rulewright.play import games

ROWS: list[dict[str, Any]] = json.loads(survey.RECORD.read_text("utf-8"))
FEW = [(game, seed) for game in games.game_names("impl") for seed in (0,)]
MANY = [(game, seed) for game in games.game_names("impl") for seed in range(1, 100)]


def is_true(row: dict[str, Any]) -> bool:
    """Return whether a report says nothing false."""
    return row["verdict"] == "deviates" and not row["false"]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seed"), FEW)
def test_no_sentence_is_false(game: str, seed: int) -> None:
    """Each answer and each explanation is true of the engine, and it is said to deviate."""
    row = survey.surveyed(game, seed)
    assert is_true(row), row


ONCE_FALSE = [("minoa", 4), ("dreieck", 18)]
"""Of these something false was said once: that a bug is a reading."""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seed"), ONCE_FALSE)
def test_a_bug_is_no_reading(game: str, seed: int) -> None:
    """Where a bug explains as much, or nothing explains as much again, it is left open."""
    assert is_true(row := survey.surveyed(game, seed)), row


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize(("game", "seed"), MANY)
def test_no_sentence_is_false_of_many(game: str, seed: int) -> None:
    """Of the rest of four hundred."""
    row = survey.surveyed(game, seed)
    assert is_true(row), row


def test_a_composite_depends_on_its_seed_only() -> None:
    """And has two readings or more that are not the defaults."""
    for game, seed in FEW:
        composite = drawn(game, seed)
        assert composite == drawn(game, seed)
        defaults = games.specified(game).default_rulings
        assert len(composite.readings) > 1
        assert all(defaults[question] != each for question, each in composite.readings.items())
    assert len({drawn("nonaga", seed).name for seed in range(20)}) > 15


def test_a_false_sentence_is_noticed() -> None:
    """The report of one engine is held against the truth of another, which reads otherwise."""
    made = Composite("minoa", {"closure": "coloured"})
    other = Composite("minoa", {"end": "literal"})
    (found,) = check(made.player(), "minoa", {"n": 1, "k": 2}, effort=QUICK, seed=1).games
    assert survey.judged(made, 0, found, 1.0, 0)["false"] == []
    wrong = survey.judged(other, 0, found, 1.0, 0)
    assert wrong["answers"]["closure"] == survey.FALSE
    assert {"closure: ['coloured']", "closure=coloured"} <= set(wrong["false"])


def test_the_page_shows_the_record() -> None:
    """Its table is that of the rows, and no row has a false sentence."""
    page = survey.PAGE.read_text("utf-8")
    shown = page.split(survey.BEGIN)[1].split(survey.END)[0]
    assert shown == f"\n{survey.table(ROWS)}"
    assert {row["name"] for row in ROWS} == {drawn(row["game"], row["seed"]).name for row in ROWS}
    assert [row["name"] for row in ROWS if not is_true(row)] == []
