"""Power: which one-place mutants of a game's engines and of the harness nothing notices.

`make soak` runs a sample. What survives has a reason in `one_place_survivors.json`: either the mutant
computes the same, or it says what would notice it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from common.one_place import mutants, sample
from common.one_place_run import PACKAGE, TESTS, Trials, own_files

from rulewright.play import games

REASONS = json.loads(Path(__file__).with_name("one_place_survivors.json").read_text("utf-8"))
SAMPLES = {
    "harness": tuple(TESTS),
    **{
        f"{game}, {floor}": own_files(floor, game)
        for game in games.game_names("impl")
        for floor in ("spec", "impl")
    },
}
COUNT = 8
SEED = 15


@pytest.mark.parametrize("name", REASONS)
def test_a_survivor_is_still_a_mutant(name: str) -> None:
    """A reason for a place that is no more is taken out."""
    file = name.partition(" ")[0]
    assert name in {each.name for each in mutants(file, (PACKAGE / file).read_text("utf-8"))}
    assert len(REASONS[name]) > 20


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trials]:
    """Copy the package, and start what tries the copies."""
    with Trials(tmp_path_factory.mktemp("copies")) as started:
        yield started


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("place", SAMPLES)
def test_a_mutant_is_noticed_or_its_reason_is_known(place: str, trials: Trials) -> None:
    """By a check of the game, or by a test. Neither finds anything in the copy without a mutant."""
    drawn = sample(PACKAGE, SAMPLES[place], COUNT, SEED)
    assert len(drawn) == COUNT
    for file in {each.file for each in drawn}:
        assert trials.unchanged(file) == ""
    survivors = [each.name for each in drawn if not trials.tried(each).found]
    assert [name for name in survivors if name not in REASONS] == []
