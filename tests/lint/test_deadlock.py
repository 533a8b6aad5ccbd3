"""A player who is due without an action: a mistake, unless the game says that it may happen."""

from __future__ import annotations

from pathlib import Path

import pytest
from common.planted import planted

from rulewright.lint import lint
from rulewright.lint.effort import LintEffort
from rulewright.play import games
from rulewright.play.lockstep import Disagreement, Lockstep

SMALL = LintEffort(positions=80, most=3, reading=1, images=1, kept=2)
NO_END = (
    "spec.py",
    '*self.wins(here), self.effect("TTT-5", self.rules, here)',
    '*self.wins(here), self.effect("TTT-5", self.rules, here) is None',
)
"""A full board without three in a row does not end the game."""
NO_DEMAND = (
    "rulebook.py",
    "            holds=says.nobody_has_the_turn_exactly_when_it_is_over,\n",
    "",
)
DECLARED = ("spec.py", "    engine=TicTacToe,", '    engine=TicTacToe, deadlock="a full board",')
DRAWN = ["a3", "b3", "c3", "b2", "a2", "c2", "b1", "a1", "c1"]


def at_the_end(name: str) -> Lockstep:
    """Play a drawn game on two specifications."""
    game = Lockstep.begin(games.specification(name), games.specification(name))
    for action in DRAWN:
        game = game.play(action)
    return game


def test_a_deadlock_that_is_not_declared_is_found_with_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By lint and in lockstep, also where both engines are alike."""
    name = planted(tmp_path, monkeypatch, NO_END, NO_DEMAND)
    (found,) = (each for each in lint(name, effort=SMALL).findings if each.kind == "deadlock")
    assert found.what.startswith("under row=")
    assert "o is due and has no legal action" in found.what
    with pytest.raises(Disagreement, match="lists no legal action, nor is the game over"):
        at_the_end(name)


def test_what_follows_where_nobody_can_begin_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No effect is asked for then, and no reading differs: one finding, and not five."""
    nowhere = (
        "clauses.py",
        "implies(square, not_(full)) for square",
        "implies(square, full) for square",
    )
    name = planted(tmp_path, monkeypatch, nowhere)
    found = lint(name, effort=SMALL)
    assert [each.kind for each in found.findings] == ["deadlock"]
    assert "after no move, x is due and has no legal action" in found.findings[0].what


def test_a_deadlock_that_is_declared_and_met_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game stops there on both engines."""
    name = planted(tmp_path, monkeypatch, NO_END, NO_DEMAND, DECLARED)
    assert [each.sentence for each in lint(name, effort=SMALL).findings] == []
    assert at_the_end(name).seen.legal == ()
