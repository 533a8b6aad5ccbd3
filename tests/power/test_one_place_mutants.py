"""Power: one place of a source is changed, and the checks or the tests of the harness notice.

The generator has tests of its own. The sample is left to `make soak`.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from common.one_place import OPERATORS, mutants, sample

EXAMPLES = {
    "comparison_swapped": ("x = a < b", ["a <= b"]),
    "constant_off_by_one": ("x = f(3)", ["4", "2"]),
    "operator_exchanged": ("x = a + b", ["a - b"]),
    "sign_dropped": ("x = not a", ["a"]),
    "quantifier_exchanged": ("x = any_of(a)", ["all_of"]),
    "condition_negated": ("x = a if b else c", ["not b"]),
    "branch_dropped": ("if a:\n    f()", ["False"]),
}


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda each: each.__name__)
def test_each_operator_changes_what_it_is_for(operator: object) -> None:
    """And its mutants are programs."""
    name = operator.__name__  # type: ignore[attr-defined]
    text, wrong = EXAMPLES[name]
    found = [each for each in mutants("file.py", text) if each.operator == name]
    assert [each.wrong for each in found] == wrong
    assert all(ast.unparse(ast.parse(each.planted(text))) != text for each in found)


SOURCE = '''
"""Text with a 1 that nobody computes."""
LIMIT: Literal[2] = 7


def inside(ä: int, low: int) -> bool:
    assert low > 0, "not below 1"
    if not 0 <= ä < LIMIT and any(low for low in range(3) if low != 2):
        raise ValueError(f"{ä + 1} is outside")
    return ä * 2 == low | 1
'''


def test_exactly_one_place_is_changed() -> None:
    """What stands before and behind it stays, also beside letters of two bytes."""
    found = mutants("file.py", SOURCE)
    assert len({each.name for each in found}) == len(found)
    data = SOURCE.encode()
    for each in found:
        planted = each.planted(SOURCE).encode()
        assert planted.startswith(data[: each.begin])
        assert planted.endswith(data[each.end :])
        assert ast.unparse(ast.parse(data[each.begin : each.end].decode())) == each.right
        assert ast.dump(ast.parse(planted)) != ast.dump(ast.parse(data))


def test_what_has_no_effect_is_left_alone() -> None:
    """Text, annotations, assertions, and what is raised."""
    found = {(each.right, each.wrong) for each in mutants("file.py", SOURCE)}
    assert ("7", "8") in found
    assert ("0 <= ä < LIMIT", "0 < ä < LIMIT") in found
    assert ("0 <= ä < LIMIT", "0 <= ä <= LIMIT") in found
    assert ("low != 2", "False") in found
    rights = {right for right, _ in found}
    assert not rights & {"low > 0", "ä + 1", "Literal[2]"}
    assert len([right for right in rights if right == "1"]) == 1, "of `low | 1`"


def test_a_sample_depends_on_its_seed_only(tmp_path: Path) -> None:
    """And a change of one place leaves all other mutants of the sample where they were."""
    (tmp_path / "a.py").write_text(SOURCE, encoding="utf-8")
    first = sample(tmp_path, ["a.py"], 8, seed=1)
    assert first == sample(tmp_path, ["a.py"], 8, seed=1)
    assert [each.name for each in first] != [each.name for each in sample(tmp_path, ["a.py"], 8, 2)]
    (tmp_path / "a.py").write_text(f"ONE = 1\n{SOURCE}", encoding="utf-8")
    again = {each.name for each in sample(tmp_path, ["a.py"], 10, seed=1)}
    assert {each.name for each in first} <= again


def test_mutants_that_look_alike_have_names_of_their_own() -> None:
    """They are numbered in the order of the text."""
    names = [each.name for each in mutants("a.py", "def f():\n    return g(1) + h(1)\n")]
    assert "a.py f: 1 -> 2" in names
    assert "a.py f: 1 -> 2 #2" in names
