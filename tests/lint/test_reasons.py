"""Reasons and remedies of findings: the part that differs, the side to blame, once each."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from types import SimpleNamespace

import pytest
from attrs import frozen
from common.planted import planted

from rulewright.author.boards import SquareBoard
from rulewright.lint import LintReport, lint
from rulewright.lint.effort import LintEffort
from rulewright.lint.formulas import first_difference
from rulewright.lint.symmetries import boards_of
from rulewright.play.promises import Looks

SMALL = LintEffort(positions=80, most=3, reading=6, images=3, kept=8)


@frozen
class TwoFacts:
    """A small structure."""

    marks: tuple[bool, ...]
    turn: tuple[bool, ...]


@frozen
class Sized:
    """Parameters with a board."""

    columns: int

    @cached_property
    def board(self) -> SquareBoard:
        """The board."""
        return SquareBoard(self.columns, 3)

    @property
    def broken(self) -> int:
        """Raise an exception."""
        return self.columns // 0


def examined(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *edits: tuple[str, str, str]
) -> LintReport:
    """Plant a mistake and look for it."""
    return lint(planted(folder, monkeypatch, *edits), effort=SMALL)


@pytest.mark.parametrize("new", ["any_of((x == o, x - 1 == o))", "any_of((x == o, x + (-1) == o))"])
def test_numbers_that_are_subtracted_get_a_remedy_of_their_own(
    new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A number that went down by -1 went up in lanes, and combinators do not mend that."""
    edit = ("clauses.py", "any_of((x == o, x == o + 1))", new)
    report = examined(tmp_path, monkeypatch, edit)
    (found,) = (each for each in report.findings if each.kind == "formula")
    assert "`holds` of TTT-2 raises NotCounted" in found.what
    assert "a number that grows" in found.remedy


def test_a_structure_that_differs_is_shown_where_it_differs() -> None:
    """What is returned may be a whole position, of which the first facts are all alike."""
    position = TwoFacts((False,) * 9, (True, False))
    there = (False,) * 9, (True, True)
    assert first_difference(there, position) == (
        "True",
        "False",
        " (of what it returns, .turn[1])",
    )
    assert first_difference(True, False) == ("True", "False", "")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (', "turn": self.turn(state)}', "}", "it raises KeyError: there is no key 'turn'"),
        ('facts(position["o"])', 'facts(position["x"])', "it makes another one of it"),
        (
            'position["turn"] == "x", position["turn"] == "o"',
            "True, False",
            "it makes another one of it",
        ),
    ],
)
def test_a_position_that_is_not_read_as_it_is_written_is_one_finding(
    old: str, new: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing that has to read positions is blamed for it: drawing, symmetries, unused clauses."""
    report = examined(tmp_path, monkeypatch, ("spec.py", old, new))
    (found,) = report.findings
    assert found.what.endswith(f"`parsed` does not read a position as `to_json` writes it: {why}")
    assert "what depends on positions, until that is mended" in report.left_out


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"x": x,', '"x": tuple(x),', "['x'] is a tuple: JSON has lists"),
        ('"x": x,', '"x": x, "n": {1: [0]},', "['n'] has the key 1: in JSON keys are texts"),
        ('"x": x,', '"x": x, "n": [1e999],', "['n'][0] is inf: JSON has no such number"),
    ],
)
def test_what_json_would_read_otherwise_is_named(
    old: str, new: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within one process it is read as it was written, and by no other program."""
    report = examined(tmp_path, monkeypatch, ("spec.py", old, new))
    (found,) = report.findings
    assert found.what.startswith("`to_json` returns {")
    assert found.remedy == f"it must be as JSON is read, and {why}"
    assert found.file.endswith("spec.py")


UNCOMPARED = (
    ("clauses.py", "from attrs import evolve, frozen", "from attrs import evolve, field, frozen"),
    (
        "clauses.py",
        "    turn: tuple[Fact, Fact] = (True, False)",
        "    turn: tuple[Fact, Fact] = field(default=(True, False), eq=False)",
    ),
)
SHARED = """    def to_json(self, state: Position) -> Json:
        made = self.__dict__.setdefault("made", {})
        made.update(self.written(state))
        return made

    def written(self, state: Position) -> Json:
"""


@pytest.mark.parametrize(
    ("edits", "due"),
    [
        (UNCOMPARED, "two of which only 'turn' differs would be taken for one"),
        (
            (("spec.py", "    def to_json(self, state: Position) -> Json:\n", SHARED),),
            "it must be another object each time: what was written before has changed",
        ),
    ],
)
def test_states_and_what_is_written_of_them_are_told_apart(
    edits: tuple[tuple[str, str, str], ...],
    due: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A sweep left out what it took for known; whoever kept a position had the next one."""
    report = examined(tmp_path, monkeypatch, *edits)
    assert [each for each in report.findings if due in each.remedy], report.findings


def test_a_state_that_equals_another_one_is_found() -> None:
    """Where only what is written tells them apart."""
    engine = SimpleNamespace(to_json=lambda _: {"at": next(numbers)})
    numbers = iter((1, 1, 2))
    looks = Looks(engine, "start")
    assert looks.written("start") is looks.written("start") is None
    broken = looks.written("start")
    assert broken is not None
    assert "a state that is equal to this one was written otherwise" in broken.due


def test_boards_of_the_parameters_are_candidates_for_symmetries() -> None:
    """A board may depend on the options; other things that the parameters have are passed over."""
    rules = SimpleNamespace(params=Sized(2))
    (board,) = boards_of(SimpleNamespace(rules=rules))
    assert len(board) == 6
