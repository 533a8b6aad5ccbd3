"""In which way results are wrong is said where it is the same everywhere."""

from __future__ import annotations

from typing import Any

import pytest
from common.players import Playing

from rulewright.conformance import QUICK, check
from rulewright.conformance.verdict.results import in_which_way

RED, NOBODY, BOTH = ["red"], [], ["red", "blue"]


@pytest.mark.parametrize(
    ("given", "right", "said"),
    [
        ([NOBODY, NOBODY], [RED, BOTH], "nobody"),
        ([RED, RED], [NOBODY, NOBODY], "too many players"),
        ([RED, RED], [BOTH, BOTH], "too few players"),
        ([RED, NOBODY], [BOTH, RED], "too few players"),
        ([RED, BOTH], [BOTH, RED], ""),
        ([["blue"]], [RED], ""),
        ([{"a": 0, "b": 0}], [{"a": 1, "b": -1}], "always zero"),
        ([{"a": 2, "b": 1}, {"a": 1, "b": 3}], [{"a": 1, "b": 1}, {"a": 0, "b": 0}], "too high"),
        ([{"a": 1, "b": 1}], [{"a": 2, "b": 1}], "too low"),
        ([{"a": 1, "b": 2}], [{"a": 2, "b": 1}], ""),
        ([{"a": 1}], [{"b": 1}], ""),
        ([{"a": 1}], [RED], ""),
    ],
)
def test_a_way_is_that_of_all(given: list[Any], right: list[Any], said: str) -> None:
    """One position that is otherwise, and nothing is said."""
    assert in_which_way(given, right) == said


class ScoresAtTheEnd(Playing):
    """Counts nothing before the game is over."""

    def state(self) -> dict[str, Any]:
        """Return the state."""
        answer = super().state()
        if answer["over"]:
            return answer
        return {**answer, "scores": dict.fromkeys(answer["scores"], 0)}


def test_scores_that_are_counted_late_are_said_to_be() -> None:
    """In the line that says what is played, and with the deviation."""
    (found,) = check(ScoresAtTheEnd(), "minoa", {"n": 1, "k": 2}, effort=QUICK, seed=1).games
    (deviation,) = found.deviations
    assert deviation.explained_by.startswith("'scores' is wrong in ")
    assert deviation.explained_by.endswith(" positions: always zero, before the end")
    assert found.plays.endswith(deviation.explained_by)
