"""Nearest-first search, parametrised by identity of positions and bound."""

from __future__ import annotations

import pytest

from rulewright.play.nearest import Between, Bound, BreadthFirst


def search(bound: Bound, same: int = 100) -> BreadthFirst[int]:
    """Search whole numbers below 20 from 1: an action doubles, or adds one."""
    return BreadthFirst(
        1,
        lambda number: ("double", "next") if number < 20 else (),
        lambda number, action: 2 * number if action == "double" else number + 1,
        lambda number: number % same,
        bound,
    )


def reached(searched: BreadthFirst[int]) -> list[int]:
    """The numbers come in the order in which they are first reached."""
    return [step.state for step in searched.steps() if step.is_new]


def test_nearest_positions_come_first_each_once_by_a_shortest_line() -> None:
    """Two is reached by either action, and counts once."""
    searched = search(Bound(plies=3))
    steps = list(searched.steps())
    assert [step.state for step in steps if step.is_new] == [2, 4, 3, 8, 5, 6]
    assert [len(step.moves) for step in steps] == [1, 1, 2, 2, 3, 3, 3, 3]
    assert next(step.moves for step in steps if step.state == 8) == ("double", "double", "double")
    assert (searched.plies, searched.positions, searched.complete) == (3, 7, False)


def test_a_search_without_a_bound_is_complete() -> None:
    """It reaches every number from 1 to 20, and the doubles above."""
    searched = search(Bound())
    assert set(reached(searched)) | {1} == set(range(1, 21)) | set(range(22, 40, 2))
    assert searched.complete


@pytest.mark.parametrize(
    ("between", "known"), [(Between.ACTIONS, 4), (Between.POSITIONS, 4), (Between.PLIES, 4)]
)
def test_the_bound_on_positions_is_checked_where_requested(between: Between, known: int) -> None:
    """After four positions it stops at once, before the next position, or after the ply."""
    searched = search(Bound(positions=known, between=between))
    met = reached(searched)
    assert met[: known - 1] == [2, 4, 3]
    assert len(met) + 1 == searched.positions
    assert not searched.complete
    assert searched.plies == (1 if between is Between.ACTIONS else 2)


def test_the_bound_on_actions_is_exact() -> None:
    """No more actions than the bound are played."""
    played: list[int] = []

    def play(number: int, action: str) -> int:
        played.append(number)
        return number + len(action)

    searched = BreadthFirst(0, lambda _: ("a", "bc"), play, lambda number: number, Bound(actions=5))
    assert len(list(searched.steps())) == len(played) == 5
    assert not searched.complete


def test_an_action_without_a_result_is_skipped() -> None:
    """For example one on which an engine fails."""
    searched = BreadthFirst(
        0,
        lambda _: ("next", "broken"),
        lambda number, action: None if action == "broken" or number > 2 else number + 1,
        lambda number: number,
    )
    assert [step.state for step in searched.steps()] == [1, 2, 3]
    assert searched.complete


def test_what_counts_as_the_same_is_an_argument() -> None:
    """Modulo three there are three positions."""
    searched = search(Bound(), same=3)
    assert len(reached(searched)) == 2
    assert searched.positions == 3
