"""Power: which one-place mutants of a game's engines and of the harness nothing notices.

`make soak` runs a sample. What survives has a reason in `one_place_survivors.json`: either the mutant
computes the same, or it says what would notice it.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from common.one_place import mutants, sample
from common.one_place_run import (
    HARNESS,
    PACKAGE,
    TESTS,
    UNCHANGED,
    failure_of,
    killed_by,
    own_files,
    own_tests,
    prepare,
    probes_of,
)

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
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the package."""
    made = tmp_path_factory.mktemp("copies")
    prepare(made)
    return made


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("place", SAMPLES)
def test_a_mutant_is_noticed_or_its_reason_is_known(place: str, folder: Path) -> None:
    """By a check of the game, or by a test. Neither finds anything in the copy without a mutant."""
    drawn = sample(PACKAGE, SAMPLES[place], COUNT, SEED)
    assert len(drawn) == COUNT
    game = place.partition(",")[0] if "," in place else HARNESS
    tests = tuple(dict.fromkeys(test for each in drawn for test in own_tests(each.file)))
    assert failure_of(folder, UNCHANGED, probes_of(game), tests) == ""
    survivors = [each.name for each in drawn if not killed_by(folder, each)]
    assert [name for name in survivors if name not in REASONS] == []
