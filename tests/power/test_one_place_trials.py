"""Power: what tries one-place mutants finds what is wrong, and nothing else.

The kernels that Python runs itself give the same answers as the compiled ones; what only breaks there is
left to the compiled ones to decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from attrs import asdict
from common import one_place_run
from common.interpreted import BITS
from common.one_place import Mutant, mutants
from common.one_place_run import LIMIT, PACKAGE, Stage, Trials, compiled_files, probes_of, stages_of

from rulewright.checks.plants import Probe

LOOPS, KERNEL = "impl/loops.py", "impl/minoa/kernel.py"
SPECIFIED = "spec/minoa/evaluation.py"


EXAMINED = "turn(game, row), list_legal(game, row, actions)"


def planted(right: str, wrong: str) -> Mutant:
    """Make a mutant of an expression that stands once before the end of a line or a colon."""
    data = (PACKAGE / LOOPS).read_bytes()
    (begin,) = (at.start(1) for at in re.finditer(rf" ({re.escape(right)}):?\n".encode(), data))
    return Mutant(LOOPS, "", "", right, wrong, begin, begin + len(right))


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trials]:
    """Copy the package, and start what tries the copies."""
    with Trials(tmp_path_factory.mktemp("copies")) as started:
        yield started


def test_what_machine_code_rests_on_is_known() -> None:
    """A mutant of anything else takes the machine code that is there."""
    found = compiled_files()
    assert {KERNEL, LOOPS, "impl/comparison.py", "impl/minoa/board.py"} <= found
    assert not any(file.endswith("notation.py") for file in found)
    assert [stage.interpreted for stage in stages_of(KERNEL)] == [True, False]
    assert [stage.interpreted for stage in stages_of(LOOPS)] == [True, False, True, True, False]
    assert all(stage.machine_code for stage in stages_of("impl/minoa/notation.py"))
    assert not any(stage.interpreted for stage in stages_of("spec/logic.py"))


@pytest.mark.parametrize("file", [LOOPS, "spec/logic.py", "spec/ari/clauses.py", KERNEL])
def test_every_check_and_test_of_a_file_belongs_to_a_stage_that_decides(file: str) -> None:
    """Interpreted stages leave things out; what survives them is compiled, and tried on all."""
    tried = [each for stage in stages_of(file) if not stage.interpreted for each in stage.trials]
    probes = [asdict(each) for each in probes_of(one_place_run.game_of(file))]
    tests = [[each] for each in one_place_run.own_tests(file)]
    assert [what for kind, what in tried if kind == "probe"] == probes
    assert [what for kind, what in tried if kind == "tests"] == tests


def test_a_mutant_of_an_engine_is_tried_on_all_tests_of_the_game() -> None:
    """Also by Python alone on the one that holds three engines against each other."""
    turns, naive = "impl/nonaga/turns.py", "tests/impl/test_nonaga_against_a_naive_engine.py"
    tests = one_place_run.own_tests(turns)
    assert tests == ("tests/impl/test_nonaga.py", naive, "tests/impl/test_nonaga_shortcuts.py")
    interpreted, compiled = stages_of(turns)
    assert [each for each in interpreted.trials if each[0] == "tests"] == [("tests", [naive])]
    assert ("tests", [naive]) in compiled.trials


def test_a_bit_found_by_python_alone_is_a_number_of_64_bits() -> None:
    """The highest bit of a word shifted by it stays within a word, as in compiled code."""
    for found in (BITS["_lowest_one"](-1 << 63), BITS["_nth_one"](-1, 63), BITS["_count_ones"](-2)):
        assert 1 << found == -1 << 63


@pytest.mark.slow
def test_only_a_difference_counts_where_python_runs_the_kernels(
    trials: Trials, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A missing action is found, an error is not, and nor is what computes the same."""
    probe = asdict(Probe("lockstep", "minoa", {"n": 1}))
    stage = Stage((("probe", probe),), interpreted=True)
    monkeypatch.setattr(one_place_run, "stages_of", lambda _: iter([stage]))
    assert trials.unchanged(LOOPS) == ""
    wrong = trials.tried(planted(EXAMINED, f"{EXAMINED} - 1"))
    assert "lockstep" in wrong.found
    same = trials.tried(planted("fresh", "not not fresh"))
    assert (same.found, same.raised) == ("", ("",))
    broken = trials.tried(planted("fresh", "1 // 0"))
    assert broken.found == ""
    assert "ZeroDivisionError" in broken.raised[0]
    assert (trials.folder / "mutant" / PACKAGE.name / LOOPS).samefile(
        trials.folder / one_place_run.UNCHANGED / PACKAGE.name / LOOPS
    )


@pytest.mark.slow
def test_machine_code_is_kept_whatever_tests_ran_before(trials: Trials) -> None:
    """A second run of pytest in one process loads the package as the first one did."""
    tests = (["tests/spec/test_counting.py"], ["tests/impl/test_drivers.py", "-k", "pickling"])
    answer = trials.ask("unchanged", Stage(tuple(("tests", each) for each in tests)), LIMIT)
    assert (answer["found"], answer["raised"], answer["at"]) == ("", "", 1)
    assert list(trials.cache.rglob("rulewright.impl.*.bin"))


@pytest.mark.slow
def test_verify_refutes_a_mutant_and_holds_what_computes_the_same(trials: Trials) -> None:
    """Whole checks are run, as `rulewright verify` runs them."""
    text = (PACKAGE / SPECIFIED).read_text("utf-8")
    every = {each.name: each for each in mutants(SPECIFIED, text)}
    same = every[f"{SPECIFIED} Candidates._put_down: 1 -> 2"]
    assert trials.verified(same, "quick", ["lint"]).found == ""
    wrong = every[f"{SPECIFIED} Evaluation.able: all_of -> any_of"]
    refuted = trials.verified(wrong, "quick", ["vectors"])
    assert refuted.found.startswith("vectors: ")
