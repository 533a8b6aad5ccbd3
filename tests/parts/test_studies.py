"""`ambiguities`, `gaps` and `vectors generate` in parts: the same, wherever the work is done."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from common.foreign import EXAMPLES
from common.parts_work import dies_on_three, made

from rulewright.ambiguity import studied, studied_with
from rulewright.checks import QUICK
from rulewright.gaps import Finding, found, found_with
from rulewright.interface import UnknownQuestion
from rulewright.parts import LocalProcesses, NoResult, PartHung, results
from rulewright.parts.processes import silent
from rulewright.vectors.generate import generate
from rulewright.vectors.steps import (
    DRAFTS,
    KILLS,
    SAMPLES,
    SURVIVORS,
    steps_here,
    steps_with,
    written,
)
from rulewright.vectors.variants import Variants

GAME = "tictactoe"
SEED = 1


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the games of `examples`, in other processes as well."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(EXAMPLES))


@pytest.mark.slow
def test_findings_are_the_same_here_and_in_other_processes() -> None:
    """Each pair of readings, and each detector, is a part."""
    ambiguities = list(studied(GAME, QUICK, SEED, silent))
    gaps = list(found(GAME, QUICK, SEED, silent))
    assert ambiguities
    assert any(isinstance(each, Finding) for each in gaps)
    with LocalProcesses.of(2, silent) as processes:
        assert list(studied_with(processes, GAME, QUICK, SEED)) == ambiguities
        assert list(found_with(processes, GAME, QUICK, SEED)) == gaps
        with pytest.raises(UnknownQuestion):
            list(studied_with(processes, GAME, QUICK, SEED, "other"))


@pytest.mark.slow
def test_the_steps_of_a_suite_make_the_same_here_and_in_other_processes() -> None:
    """Vectors against a mutant and of a kind, what they kill, and why nothing kills some mutants."""
    variants = Variants(GAME, SEED)
    drafting = [
        {"step": DRAFTS, "mutant": "row any>straight"},
        {"step": SAMPLES, "kind": "endings", "at_least": 0},
    ]
    drafts, endings = steps_here(variants)(drafting)
    vectors = written([*(vector for _, vector in drafts), *endings])
    assert len(vectors) > len(endings) > 0
    judging = [
        {"step": KILLS, "mutant": "row any>straight", "vectors": vectors, "under": {}},
        {"step": SURVIVORS, "mutants": ["row straight>any"], "reverse_is_killed": [True]},
    ]
    killed, survivors = steps_here(variants)(judging)
    assert killed
    assert survivors[0].kind == "unwitnessed"
    with LocalProcesses.of(2, silent) as processes:
        there = steps_with(processes, variants)
        assert list(there([*drafting, *judging])) == [drafts, endings, killed, survivors]


@pytest.mark.soak
def test_a_whole_suite_is_the_same_here_and_in_other_processes() -> None:
    """All files, and the matrix."""
    with LocalProcesses.of(2, silent) as processes:
        there = generate(GAME, SEED, executor=processes)
    here = generate(GAME, SEED)
    assert there.files() == here.files()
    assert there.matrix() == here.matrix()


def test_a_part_without_a_result_ends_the_study(tmp_path: Path) -> None:
    """Nothing is said of what was not looked at; the error names the part."""
    with (
        LocalProcesses.of(1, silent) as processes,
        pytest.raises(NoResult, match=r"counted of nonaga: number 3, .*: no result: "),
    ):
        list(results(processes, dies_on_three, made(5, log=str(tmp_path / "log"))))


def test_errors_travel_as_they_are() -> None:
    """With their words and their fields, whatever they were made from."""
    error = UnknownQuestion("stik", ["stick", "end"], "of a game")
    back = pickle.loads(pickle.dumps(error))  # noqa: S301 - made a line above
    assert (type(back), str(back), vars(back)) == (type(error), str(error), vars(error))
    part = next(iter(made(1)))
    lost = NoResult(part, PartHung("it never ended"))
    back = pickle.loads(pickle.dumps(lost))  # noqa: S301 - made a line above
    assert (type(back), str(back)) == (NoResult, str(lost))
