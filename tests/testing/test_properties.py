"""Properties: one text, three answers; none of them claims more than was looked at."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.author import all_of, any_of, at_most, count, not_
from rulewright.interface import UsageError
from rulewright.testing import GameFails, property_of


def asked(formula: Any, **options: Any) -> Any:
    """Make a property of tic-tac-toe."""
    return property_of("tictactoe", **options)(formula)


def one_more(_: Any, here: Any) -> Any:
    """X has as many marks as O, or one more."""
    x, o = map(count, here.marks)
    return any_of((x == o, x == o + 1))


def one_more_in_python(_: Any, here: Any) -> Any:
    """The same, with Python's `or`."""
    x, o = map(count, here.marks)
    return x == o or x == o + 1


def at_most_three(_: Any, here: Any) -> Any:
    """X has at most three marks."""
    return at_most(3, here.marks[0])


def no_two_rows(_: Any, here: Any) -> Any:
    """O does not have the two upper rows: true, but no clause says why when O has one already."""
    return not_(all_of(here.marks[1][:6]))


def test_a_property_has_three_answers() -> None:
    """Sampled, exhaustive, proved; and it is a test that passes."""
    test = asked(one_more)
    answers = test.answers()
    assert [each.way for each in answers] == ["random games", "every position", "induction"]
    assert all(each.holds for each in answers)
    assert "all 5,478 positions" in answers[1].detail
    assert answers[2].detail.startswith("proved")
    test()


def test_python_operators_are_never_proved() -> None:
    """The third answer is open, and says why; the others stand."""
    random, every, proof = asked(one_more_in_python).answers()
    assert (random.holds, every.holds, proof.status) == (True, True, "open")
    assert "use the combinators" in proof.detail


@pytest.mark.parametrize("way", ["random_games", "every_position"])
def test_a_false_property_fails_with_the_shortest_game(way: str) -> None:
    """Seven plies are the fewest with four marks."""
    answer = getattr(asked(at_most_three), way)()
    assert answer.status == "fails"
    assert answer.failure is not None
    assert len(answer.failure.moves) == 7
    with pytest.raises(GameFails, match=r"broken: X has at most three marks., after 7 moves"):
        asked(at_most_three)()


def test_a_step_that_no_game_reaches_fails_nothing() -> None:
    """Not inductive, and still true: the first two answers stand, the third is open or proved."""
    random, every, proof = asked(no_two_rows).answers()
    assert (random.holds, every.holds) == (True, True)
    assert proof.failure is None
    assert proof.status in {"open", "holds"}
    asked(no_two_rows)()


def test_what_is_cut_off_is_open() -> None:
    """A look at some positions is no look at all of them."""
    answer = asked(one_more).every_position(100)
    assert answer.status == "open"
    assert answer.detail.startswith("only the first 100 positions")


def test_a_property_under_a_reading() -> None:
    """Options are fixed for all three: true of one reading only."""

    def row_ends_it(_: Any, here: Any) -> Any:
        """Nobody has the first column."""
        return not_(any_of(all_of(own[at] for at in (0, 3, 6)) for own in here.marks))

    assert asked(row_ends_it).every_position().status == "fails"
    assert asked(row_ends_it, row="across").every_position().status == "fails"


@pytest.mark.parametrize(
    ("formula", "says"),
    [
        (lambda _, here: here.stones, r"raises AttributeError: .* in test_properties.py, line"),
        (lambda *_: None, r"returns None, not True or False"),
    ],
)
def test_a_mistake_in_a_property_is_told_as_one(formula: Any, says: str) -> None:
    """One line that names its file and line, or what it returned."""
    with pytest.raises(UsageError, match=says):
        asked(formula).random_games()
    with pytest.raises(UsageError, match="unknown parameter or question"):
        asked(one_more, rows="any")


def test_pytest_sees_a_test_without_arguments() -> None:
    """Its arguments are no fixtures."""
    import inspect  # noqa: PLC0415 - as pytest does

    test: Any = asked(one_more)
    assert inspect.isfunction(test)
    assert not inspect.signature(test).parameters
    assert test.__name__ == "one_more"
