"""Power of the conformance suite: several readings and bugs at once, each report held against the truth.

`composite_survey.py` runs it on many; here are a few, and what the record holds.
"""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import composite_survey as survey
import pytest
from common.composites import (
    IN_FULL,
    NEVER,
    Adapted,
    Composite,
    Overheard,
    answers_otherwise,
    drawn,
    faults_to_share,
)

from rulewright.conformance import QUICK, check
from rulewright.play import games

ROWS: list[dict[str, Any]] = json.loads(survey.RECORD.read_text("utf-8"))
FEW = [(game, seed) for game in games.game_names("impl") for seed in (0,)]
MANY = [(game, seed) for game in games.game_names("impl") for seed in range(1, 100)]
ALONE = [(game, fault) for game in games.game_names("impl") for fault in faults_to_share(game)]


def is_true(row: dict[str, Any]) -> bool:
    """Return whether a report says nothing false."""
    return row["verdict"] == "deviates" and not row["false"]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seed"), FEW)
def test_no_sentence_is_false(game: str, seed: int) -> None:
    """Each answer and each explanation is true of the engine, and it is said to deviate."""
    row = survey.surveyed(game, seed)
    assert is_true(row), row


ONCE_FALSE = [
    ("minoa", 4),
    ("dreieck", 18),
    ("dreieck", 325),
    ("nonaga", 5),
    ("nonaga", 333),
    ("nonaga", 341),
]
"""Of these something false was said once: that a bug is a reading, or which of several it is."""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seed"), ONCE_FALSE)
def test_a_bug_is_no_reading(game: str, seed: int) -> None:
    """Where a bug explains as much, or nothing explains as much again, it is left open."""
    assert is_true(row := survey.surveyed(game, seed)), row


AFFORDABLE = {
    "ari": (2, 3, 7, 541, 545, 553, 563, 567),
    "dreieck": (3, 6, 9, 521),
    "minoa": (1, 2, 6, 512, 515, 516, 571, 573, 574),
    "nonaga": (4, 21, 545, 546, 549, 563, 565, 567, 578),
}
"""Thirty of those on record that take least time, most of them with a bug that shows."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seed"), [(game, seed) for game in AFFORDABLE for seed in AFFORDABLE[game]]
)
def test_no_sentence_is_false_of_thirty_more(game: str, seed: int) -> None:
    """With the ten above these are forty."""
    assert is_true(row := survey.surveyed(game, seed)), row


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize(("game", "seed"), MANY)
def test_no_sentence_is_false_of_many(game: str, seed: int) -> None:
    """Of the rest of four hundred."""
    row = survey.surveyed(game, seed)
    assert is_true(row), row


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize(("game", "fault"), ALONE)
def test_no_sentence_is_false_of_a_bug_alone(game: str, fault: str) -> None:
    """A bug by itself is most like a reading: `discs_squeeze_through` was told as `removal=rim`."""
    row = survey.row_of(Composite(game, {}, (fault,)))
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


@pytest.mark.parametrize(("game", "seed"), FEW)
def test_what_it_remembers_changes_no_answer(game: str, seed: int) -> None:
    """Two games, and the first of them again, are answered as by an engine that remembers nothing."""
    composite = drawn(game, seed)
    player = Overheard(composite.player())
    for chance in (1, 2, 1):
        chooses = Random(chance)
        player.new(game, survey.FIXED.get(game, {}), {})
        for _ in range(6):
            if legal := player.legal():
                player.play(chooses.choice(legal))
            player.state()
    assert len(player.exchanges) > 30
    assert not answers_otherwise(Adapted(composite, remembers=False), player.exchanges)


def test_a_composite_has_both_of_its_faults() -> None:
    """Where the rules leave everything to a board, it had only that of the first."""
    two = ("sticks_in_the_order_played", "last_pieces_stay_in_hand", "scores_only_at_the_end")
    for faults in permutations(two, 2):
        made = Composite("minoa", {}, faults)
        player = Overheard(made.player())
        random = Random(1)
        player.new("minoa", {"n": 1}, {})
        while actions := player.legal():
            player.play(random.choice(actions))
            player.state()
        assert all(answers_otherwise(each.player(), player.exchanges) for each in made.parts())


def test_what_is_answered_under_other_rulings_leaves_nothing_open_that_could_be_told() -> None:
    """A disc can be slid in just where it can be slid to, unless other rulings free more discs."""
    made = Composite("nonaga", {"placement": "slide_in"})
    said = ("slide_in", "slide_across")
    player = Overheard(made.player())
    for rulings in ({}, {"removal": "path"}, {"removal": "rim"}):
        player.new("nonaga", {}, rulings)
        player.legal()
    player.exchanges[-1] = ("legal", (), ["otherwise"])
    assert [*survey.by_default_rulings(player.exchanges)] == player.exchanges[:4]
    assert not survey.could_be_told(made, player, "placement", said)
    player.exchanges[3] = ("legal", (), ["otherwise"])
    assert survey.could_be_told(made, player, "placement", said)


@pytest.mark.parametrize(("position", "same"), [(NEVER, ["bar=none"]), (IN_FULL, [])])
def test_what_has_answered_as_another_reading_may_be_told_as_that(
    position: str, same: list[str]
) -> None:
    """A bar that is never set is no bar; but where positions are told, none is barred by any rule."""
    made = Composite("nonaga", {"win": "end_of_turn"}, ("bar_is_never_set",), position)
    player = Overheard(made.player())
    player.new("nonaga", {"n": 3}, {})
    random = Random(1)
    for _ in range(8):
        player.play(random.choice(player.legal()))
        player.state()
    found = [*survey.as_answered(made, player)]
    assert not any(each.faults for each in found)
    told = [f"{question}={each}" for one in found for question, each in one.readings.items()]
    assert [each for each in told if each.startswith("bar")] == same


def test_a_false_sentence_is_noticed() -> None:
    """The report of one engine is held against the truth of another, which reads otherwise."""
    made = Composite("minoa", {"closure": "coloured"})
    other = Composite("minoa", {"end": "literal"})
    (found,) = check(made.player(), "minoa", {"n": 1, "k": 2}, effort=QUICK, seed=1).games
    assert survey.judged(made, 0, found, 1.0, [])["false"] == []
    wrong = survey.judged(other, 0, found, 1.0, [])
    assert wrong["answers"]["closure"] == survey.FALSE
    assert {"closure: ['coloured']", "closure=coloured"} <= set(wrong["false"])


def test_a_survey_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    """Rows of the same sources are kept, those of others and a line that is cut off are not."""
    kept = tmp_path / "kept"
    row = {"game": "minoa", "seed": 3}
    lines = [{"sources": "now", "row": row}, {"sources": "then", "row": {"game": "ari", "seed": 1}}]
    kept.write_text("\n".join(map(json.dumps, lines)) + '\n{"sources": "now", "row": {}', "utf-8")
    assert survey.kept_rows(kept, "now") == {("minoa", 3): row}
    assert survey.kept_rows(tmp_path / "none", "now") == {}


def test_the_page_shows_the_record() -> None:
    """Its table is that of the rows, and no row has a false sentence."""
    page = survey.PAGE.read_text("utf-8")
    for name, table in survey.tables(ROWS).items():
        begin, end = survey.BEGIN.format(name), survey.END.format(name)
        assert page.split(begin)[1].split(end)[0] == f"\n{table}"
    assert {row["name"] for row in ROWS} == {drawn(row["game"], row["seed"]).name for row in ROWS}
    assert [row["name"] for row in ROWS if not is_true(row)] == []
