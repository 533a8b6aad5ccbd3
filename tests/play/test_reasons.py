"""Why an action is refused: said when somebody asks, once, and wherever the error travels."""

# ruff: noqa: D103, S301 (the name of a test is a sentence; what is unpickled was pickled here)

from __future__ import annotations

import pickle
from typing import Any

import pytest

from rulewright.interface import IllegalAction, MalformedAction
from rulewright.play.explain import IllegalMove


@pytest.mark.parametrize("kind", [IllegalAction, MalformedAction])
def test_a_function_is_called_when_the_reason_is_read_and_once(kind: type[IllegalAction]) -> None:
    called: list[int] = []

    def why() -> str:
        called.append(1)
        return "the line is taken"

    error = kind("0,0-1,0", why)
    assert called == []
    assert str(error) == "illegal action '0,0-1,0': the line is taken"
    assert error.reason == "the line is taken"
    assert called == [1]


def test_an_error_travels_without_the_function() -> None:
    there = pickle.loads(pickle.dumps(MalformedAction("x", lambda: "there is no such line")))
    assert type(there) is MalformedAction
    assert (there.action, there.reason) == ("x", "there is no such line")
    assert str(there) == "illegal action 'x': there is no such line"


@pytest.mark.parametrize("reason", [("one", "two"), None, ValueError("the cell is taken")])
def test_a_reason_that_is_no_text_is_told_as_it_is(reason: Any) -> None:
    assert str(IllegalAction("a1", reason)) == f"illegal action 'a1': {reason}"


def test_a_move_of_a_line_is_named_by_its_number_in_another_process_too() -> None:
    move = IllegalMove(2, "a1", "the square is taken")
    assert str(move) == "move 2, 'a1', is not legal: the square is taken"
    assert str(pickle.loads(pickle.dumps(move))) == str(move)
