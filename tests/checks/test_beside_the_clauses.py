"""A specification whose own methods say something else than its clauses is found by itself."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from attrs import evolve
from common.planted import line_of, planted

from rulewright.checks.exhaustive import ExhaustiveCheck
from rulewright.checks.outcome import QUICK
from rulewright.checks.verification import outcome_of
from rulewright.lint import lint
from rulewright.lint.effort import LintEffort
from rulewright.play import games
from rulewright.play.by_clauses import overridden
from rulewright.play.lockstep import Disagreement, replay_both

SMALL = LintEffort(positions=80, most=3, reading=1, images=1, kept=2)
BEFORE = "    def initial(self)"
MARKS = "sum(map(sum, state.marks))"
METHODS = {
    "winners": f"return super().winners(state) if {MARKS} < 5 else ()",
    "legal_actions": f"return super().legal_actions(state)[{MARKS} == 1:]",
    "explain": f"return () if {MARKS} == 2 else super().explain(state, action)",
    "is_over": f"return super().is_over(state) or {MARKS} == 3",
    "turn": f"return super().turn(state) if {MARKS} < 3 else None",
}
SAID = {
    "winners": "winners by the specification after 5 moves: only `wins` has x (of 0 and 1 entries)",
    "legal_actions": "legal by the specification after 1 move: only the list of what no clause "
    "forbids has ",
    "explain": "legal by the specification after 2 moves: only the list of what `explain` finds "
    "legal has ",
    "is_over": "the end after 3 moves: the specification says that the game is over, but o is to "
    "move, with 0 legal actions",
    "turn": "turn by the specification after 3 moves: `turn` says null, `turn` of the position says "
    "o",
}
"""What the sweep says of the specification alone."""


def with_method(folder: Path, monkeypatch: pytest.MonkeyPatch, method: str) -> str:
    """Make tic-tac-toe with a method of its own."""
    given = "self, state, action" if method == "explain" else "self, state"
    made = f"    def {method}({given}):\n        {METHODS[method]}\n\n{BEFORE}"
    demand = "            holds=says.nobody_has_the_turn_exactly_when_it_is_over,\n"
    return planted(folder, monkeypatch, ("spec.py", BEFORE, made), ("rulebook.py", demand, ""))


@pytest.mark.usefixtures("guests_in_this_process")
@pytest.mark.parametrize("method", METHODS)
def test_a_sweep_and_lint_find_it(
    method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a shortest game; lint names the line of the method."""
    name = with_method(tmp_path, monkeypatch, method)
    effort = evolve(QUICK, positions=2_000, option_sets=2)
    found = outcome_of(effort, 1, (name, ExhaustiveCheck()), lambda *_: None)
    assert found.failure.startswith(SAID[method])
    lines = [
        each
        for each in lint(name, effort=SMALL).findings
        if each.kind == "result" and each.remedy.startswith(f"let `{method}` say what the clauses")
    ]
    (only,) = lines
    assert f"{only.file}:{only.line}" == line_of(tmp_path, name, "spec.py", f"def {method}(")


def test_lockstep_finds_it_where_the_implementation_says_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two that agree may still say something else than the clauses."""
    name = with_method(tmp_path, monkeypatch, "winners")
    one, other = games.specification(name), games.specification(name)
    with pytest.raises(Disagreement, match=r"^winners by the specification .* only `wins` has x"):
        replay_both(one, other, ["a3", "a2", "b3", "b2", "c3"])


def test_only_what_a_guest_gives_itself_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Our games are compared with their clauses in bulk; scores may be a game's own."""
    for name in games.own_games("spec"):
        assert not overridden(type(games.specification(name)))
    scores = f"    def scores(self, state):\n        return {{'x': 3, 'o': {MARKS}}}\n\n{BEFORE}"
    name = planted(tmp_path, monkeypatch, ("spec.py", BEFORE, scores))
    assert not overridden(type(games.specification(name)))
    assert not [each for each in lint(name, effort=SMALL).findings if each.kind == "result"]
    assert name in sys.modules
