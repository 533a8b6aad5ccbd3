"""Names that are none: of players, clauses, readings, actions; and texts that no file can hold."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from common.guest_forms import edited
from common.planted import line_of, planted

from rulewright.cli import application
from rulewright.lint import lint
from rulewright.lint.effort import LintEffort
from rulewright.play import games

SMALL = LintEffort(positions=80, most=3, reading=1, images=1, kept=2)
PLAYERS = [
    ('("x", "x")', "two have the name 'x'"),
    ('("x", "")', "the name '' is empty"),
    ('("x", 3)', "the name 3 is no text"),
    ('("x", "\\ud800")', "the name '\\ud800' has half of a character, which no file can hold"),
    ('"xo"', "they are 'xo'"),
]


@pytest.mark.parametrize(("players", "wrong"), PLAYERS)
def test_players_without_names_of_their_own_are_refused(
    players: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By `lint`, and by a single check of `verify`."""
    edit = ("spec.py", 'players = ("x", "o")', f"players = {players}")
    name = planted(tmp_path, monkeypatch, edit)
    (found,) = lint(name, effort=SMALL).findings
    assert (found.kind, found.what) == ("package", f"of the players of the specification, {wrong}")
    assert found.remedy.startswith(("give each player a name", "name each player in a tuple"))
    said = CliRunner().invoke(application, ["verify", name, "--quick", "--check", "laws"])
    assert f"of the players of the specification, {wrong}: " in said.stdout
    assert said.exit_code == 5


def test_players_of_a_notation_without_names_of_their_own_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are those of a compiled implementation."""
    name = planted(tmp_path, monkeypatch)
    kernel = Path(__file__).parents[1] / "common" / "compiled" / "noughts"
    for file in ("impl.py", "kernel.py"):
        text = (kernel / file).read_text("utf-8").replace("noughts", name)
        (tmp_path / name / file).write_text(text, encoding="utf-8")
    edited(tmp_path / name, "impl.py", 'PLAYERS = ("x", "o")', 'PLAYERS = ("x", "x")')
    with pytest.raises(games.NotOffered, match="of the implementation, two have the name 'x'"):
        games.implementation(name)


NAMES = [
    ("rulebook.py", 'Reading("straight"', 'Reading(" "', "' ' of a reading of row is empty"),
    ("rulebook.py", '"TTT-5", TEXT', '"", TEXT', "'' of a clause is empty"),
    ("rulebook.py", '"TTT-5", TEXT', "5, TEXT", "5 of a clause is no text"),
]


@pytest.mark.parametrize("edit", NAMES, ids=str)
def test_clauses_and_readings_need_names(
    edit: tuple[str, str, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None is empty or no text."""
    name = planted(tmp_path, monkeypatch, edit[:3])
    found = [each for each in lint(name, effort=SMALL).findings if each.kind == "duplicate"]
    assert [each.what for each in found] == [f"the name {edit[3]}"]
    assert found[0].remedy == "give it a name, a text"


HALVES = [
    ('"turn": self.turn(state)}', '"turn": self.turn(state), "\\ud800": 1}', "the key '\\ud800'"),
    ('"turn": self.turn(state)}', '"turn": self.turn(state), "a": "\\ud800"}', "is '\\ud800'"),
    ("actions = BOARD.names", 'actions = (*BOARD.names[1:], "\\ud800")', "the action '\\ud800'"),
]


@pytest.mark.parametrize("edit", HALVES, ids=str)
def test_half_of_a_character_is_found(
    edit: tuple[str, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No file can hold it, so a command would end as it writes one."""
    name = planted(tmp_path, monkeypatch, ("spec.py", *edit[:2]))
    found = lint(name, effort=SMALL).findings
    said = [each.sentence for each in found]
    assert any(edit[2] in each and "has half of a character" in each for each in said)
    where = line_of(tmp_path, name, "spec.py", "actions =" if "BOARD" in edit[0] else "to_json")
    assert where in {f"{each.file}:{each.line}" for each in found}
