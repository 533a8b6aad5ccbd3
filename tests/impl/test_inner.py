"""Functions that only compiled code calls are lowered, and optimised with what calls them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import config, types
from numba.core.codegen import CPUCodegen

from rulewright.impl.cache import SignatureCache
from rulewright.impl.dispatch import branch, compiled, hot, leaf

WORD = "counted"


@leaf
def doubled(number: int) -> int:
    """Double a number."""
    return 2 * number


@branch
def told(number: int) -> int:
    """Print a number on the way, as one does who looks for a mistake."""
    print(WORD, number)
    return number + 1


@compiled
def both(number: int) -> int:
    """Call an inlined function, and one that is not."""
    return told(doubled(number))


def is_machine_code(function: Any) -> list[bool]:
    """Return whether there is machine code of a function by itself, for each signature."""
    return [
        each.library.codegen._engine.is_symbol_defined(each.fndesc.llvm_func_name)
        for each in function.overloads.values()
    ]


@pytest.fixture(autouse=True)
def nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile anew whatever an earlier run has kept."""
    monkeypatch.setattr(SignatureCache, "load_overload", lambda *_: None)


def test_only_what_python_calls_becomes_machine_code(capfd: pytest.CaptureFixture[str]) -> None:
    """What lies inside prints nevertheless: its Python objects are found from where it ends up."""
    assert both(20) == 41
    assert capfd.readouterr().out == "counted 40\n"
    assert is_machine_code(doubled) == [False]
    assert is_machine_code(both) == [True]


def test_python_gets_a_form_of_its_own() -> None:
    """Also after compiled code has called it, for which it has no machine code."""
    both(1)
    assert doubled(21) == 42
    assert doubled(2.5) == 5.0
    assert doubled(np.int64(4)) == 8


def test_what_cannot_be_typed_is_an_error_in_python_too() -> None:
    """And not a call of code that is not there."""
    with pytest.raises(Exception, match=r"unsupported operand|Cannot unify|No implementation"):
        doubled(None)


def test_the_numbers_are_those_of_the_types() -> None:
    """What is compiled inside has the signature that it is called with."""
    both(3)
    assert (types.int64,) in doubled.overloads  # type: ignore[attr-defined]


@compiled
def usual(number: int) -> int:
    """Count on."""
    return number + 1


@hot
def fast(number: int) -> int:
    """Count on."""
    return number + 1


@pytest.mark.parametrize(("named", "expected"), [("", [2, 3]), ("1", [1, 1])])
def test_code_is_optimised_as_far_as_it_pays(
    named: str, expected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless the user says how far; and what else Numba compiles is left alone."""
    before = config.OPT
    if named:
        monkeypatch.setenv("NUMBA_OPT", named)
        monkeypatch.setattr(config, "OPT", type(before)(named))
    else:
        monkeypatch.delenv("NUMBA_OPT", raising=False)
    levels: list[list[int]] = []
    outside, right = config.OPT, CPUCodegen._module_pass_manager

    def noted(self: Any, **how: Any) -> Any:
        levels[-1].append(int(config.OPT))
        return right(self, **how)

    monkeypatch.setattr(CPUCodegen, "_module_pass_manager", noted)
    argument: Any = 1.5 if named else 1
    for function in (usual, fast):
        levels.append([])
        assert function(argument) == argument + 1
    assert [set(each) for each in levels] == [{level} for level in expected]
    assert config.OPT is outside
