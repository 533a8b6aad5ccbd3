"""The result of best play on small boards, and when it is inconclusive."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rulewright.ambiguity import Ambiguity, Solved
from rulewright.ambiguity.telling import NOT_SOLVED, weight
from rulewright.play import games
from rulewright.play.driver import driver_of
from rulewright.play.plain import PlainDriver


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "params", "said", "results"),
    [
        pytest.param(
            *("nonaga", {"n": 1}, "red can force a win", {("red",)}), marks=pytest.mark.soak
        ),
        ("dreieck", {"s": 1}, "nobody can force being the only winner", {("p1", "p2")}),
        ("dreieck", {"k": 4, "s": 1}, None, None),
    ],
)
def test_both_solvers_agree(
    game: str, params: dict[str, Any], said: str | None, results: set[tuple[str, ...]] | None
) -> None:
    """The compiled one and the plain one, on the implementation and on the specification."""
    compiled = driver_of(games.implementation(game, params)).value(10_000)
    assert compiled is not None
    assert compiled == PlainDriver(games.specification(game, params)).value(10_000)
    assert compiled == PlainDriver(games.implementation(game, params)).value(10_000)
    assert said in {None, compiled.said}
    assert results is None or compiled.results == results


def test_what_is_too_large_is_not_solved() -> None:
    """By neither solver."""
    engine = games.implementation("minoa", {"n": 1})
    assert driver_of(engine).value(100) is None
    assert PlainDriver(engine).value(100) is None


@pytest.mark.slow
def test_a_board_on_which_play_matters_is_not_trivial() -> None:
    """Minoa's smallest has games of each result."""
    found = driver_of(games.implementation("minoa", {"n": 1}, {"end": "literal"})).value(100_000)
    assert found is not None
    assert len(found.results) > 1
    assert found.said == "red can force a win"


def test_inconclusive_boards_are_not_counted_as_solved() -> None:
    """Their value is shown as inconclusive; where no other board remains, that is stated."""
    conclusive, silent = Solved({"n": 2}, "x", "y", 9), Solved({"n": 1}, "x", "x", 8, trivial=True)
    shown = {
        "both": "\n".join(weight(ambiguity(conclusive, silent))),
        "silent": "\n".join(weight(ambiguity(silent))),
        "none": "\n".join(weight(ambiguity())),
    }
    assert "8 positions, and all games on it end alike: inconclusive" in shown["both"]
    assert NOT_SOLVED not in shown["both"]
    assert NOT_SOLVED in shown["silent"]
    assert NOT_SOLVED in shown["none"]


def ambiguity(*solved: Solved) -> Ambiguity:
    """An ambiguity about which only the solved boards are known."""
    nothing = Ambiguity(
        game="minoa",
        question="end",
        quotation="A game ends",
        source="en",
        first="full",
        second="literal",
        params={},
        moves=None,
        exact=False,
        searched="",
        disputed="",
        what="",
        theorem=None,
        shows=None,
        changes_result=None,
        greedy_shows=None,
        greedy_changes_result=None,
        solved=(),
        wording="",
    )
    return evolve(nothing, solved=solved)
