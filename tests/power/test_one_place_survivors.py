"""Power: which one-place mutants of a specification and of the harness nothing notices.

`make soak` runs a sample. What survives has a reason in `one_place_survivors.json`: either the mutant
computes the same, or it says what would notice it. Compiled code is not in the sample.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from common.one_place import mutants, sample
from common.one_place_run import PACKAGE, PROBES, TESTS, UNCHANGED, failure_of, killed_by, prepare

REASONS = json.loads(Path(__file__).with_name("one_place_survivors.json").read_text("utf-8"))
OWN = tuple(
    f"spec/minoa/{name}.py" for name in ("clauses", "evaluation", "board", "notation", "game")
)
SEED = 15


@pytest.mark.parametrize("name", REASONS)
def test_a_survivor_is_still_a_mutant(name: str) -> None:
    """A reason for a place that is no more is taken out."""
    file = name.partition(" ")[0]
    assert name in {each.name for each in mutants(file, (PACKAGE / file).read_text("utf-8"))}
    assert len(REASONS[name]) > 20


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the package; everything holds there, and has been compiled."""
    made = tmp_path_factory.mktemp("copies")
    prepare(made)
    every = tuple(dict.fromkeys(test for tests in TESTS.values() for test in tests))
    assert failure_of(made, UNCHANGED, every) == ""
    return made


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize(
    ("files", "count"),
    [(OWN, 12), (tuple(TESTS), 12)],
    ids=["own", "harness"],
)
def test_a_mutant_is_noticed_or_its_reason_is_known(
    files: tuple[str, ...], count: int, folder: Path
) -> None:
    """By a check of Minoa, or by a test of the harness."""
    drawn = sample(PACKAGE, files, count, SEED)
    assert len(drawn) == count
    assert PROBES
    survivors = [each.name for each in drawn if not killed_by(folder, each)]
    assert [name for name in survivors if name not in REASONS] == []
