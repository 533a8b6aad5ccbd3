"""Options that an engine ignores, where that makes no difference at the start."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from common.players import Playing
from common.tiny import LEAN

from rulewright.conformance import check
from rulewright.conformance.adapter.observation import Observation, Seen
from rulewright.conformance.evidence.report import Conformity
from rulewright.conformance.verdict.ignored import says_more_than_no
from rulewright.interface import IllegalAction

EXAMPLES = Path(__file__).parents[2] / "examples"
GAME = "connect_four"
IGNORED = "it plays as if another 'rows' had been asked for"
"""Five rows or six: no game that is legal on four has five stones in a column."""


class Ignoring(Playing):
    """Plays on boards of the usual height, or one row higher than it is asked for."""

    def __init__(self, more: int | None = None) -> None:
        """Keep how many rows it adds; None for the usual number."""
        super().__init__()
        self.more = more

    def new(self, game: str, params: Any, rulings: Any) -> None:
        """Begin a game."""
        other = {name: value for name, value in params.items() if name != "rows"}
        if self.more is not None and "rows" in params:
            other["rows"] = params["rows"] + self.more
        super().new(game, other, rulings)


@pytest.fixture(autouse=True)
def _examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(EXAMPLES))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_height_that_is_ignored_is_told_though_all_boards_are_empty_at_first(seed: int) -> None:
    """It is one bug: the start is right, and so is what follows on the lower rows."""
    (found,) = check(Ignoring(), GAME, {}, effort=LEAN, seed=seed).games
    assert found.verdict is Conformity.DEVIATES
    assert found.plays == f"the rules in force, apart from 1 bug: {IGNORED}"
    shows, *rest = found.deviations
    assert (shows.explained_by, shows.kind) == (IGNORED, "illegal action listed")
    assert [each.kind for each in rest] == ["unknown option accepted"]  # any value is taken
    assert not found.faults


def test_which_height_it_is_cannot_be_seen_in_legal_games() -> None:
    """A board that is one row too high is not told as one of the usual height."""
    (found,) = check(Ignoring(more=1), GAME, {}, effort=LEAN, seed=1).games
    assert found.plays == f"the rules in force, apart from 1 bug: {IGNORED}"


class FallsBackOnNothing(Playing):
    """Where no die offers a target cell in the set-up of ARI, nothing is legal."""

    def legal(self) -> list[str]:
        """List what is on target cells; where every vacant cell would do, none is one."""
        every = super().legal()
        dice = self.engine.to_json(self.position)["dice"]
        lie = sum(len(each) for each in dice.values())
        cells = {each.partition("@")[2].partition(":")[0] for each in every}
        return [] if 0 < lie < 6 and len(cells) == self.engine.params["n"] ** 2 - lie else every

    def play(self, action: str) -> None:
        """Refuse what it does not list."""
        if action not in self.legal():
            raise IllegalAction(action, "it is on no target cell")
        super().play(action)


def test_what_is_only_refused_shows_no_other_option() -> None:
    """With most other parameters it is illegal, too: another board was told of one that is right."""
    (found,) = check(FallsBackOnNothing(), "ari", {}, effort=LEAN, seed=1).games
    assert found.verdict is Conformity.DEVIATES
    assert "asked for" not in found.plays
    assert not [each for each in found.deviations if "asked for" in each.explained_by]


@pytest.mark.parametrize(
    ("seen", "says"),
    [
        (Seen(refused=("a1",)), False),
        (Seen(legal=(), refused=("a1",)), False),
        (Seen(legal=("a1",)), True),
        (Seen(accepted=("a1",)), True),
    ],
)
def test_a_refusal_alone_says_nothing_of_options(seen: Seen, says: bool) -> None:
    """Nor does a list without actions."""
    assert says_more_than_no(Observation({"n": 4}, ("b2",), seen)) is says
