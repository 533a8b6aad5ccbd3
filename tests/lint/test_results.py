"""Methods of a specification that return what is of no use."""

from __future__ import annotations

from pathlib import Path

import pytest
from common.planted import line_of, planted

from rulewright.lint import lint
from rulewright.lint.effort import LintEffort

SMALL = LintEffort(positions=80, most=3, reading=1, images=1, kept=2)
LARGE_POINTS = """\
    def points(self, state: Position) -> tuple[int, ...]:
        \"\"\"Count too much.\"\"\"
        from rulewright.author import pick

        return tuple(pick(won, 10**30, 0) for won in self.wins(state))

    def initial(self)"""


def test_points_beyond_what_recordings_take_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the method of the guest's that counts them."""
    name = planted(tmp_path, monkeypatch, ("spec.py", "    def initial(self)", LARGE_POINTS))
    (found,) = (each for each in lint(name, effort=SMALL).findings if each.kind == "result")
    assert found.what.startswith("`points` returns {'x': ")
    assert found.remedy == "the largest number that recordings take is 2147483647"
    assert f"{found.file}:{found.line}" == line_of(tmp_path, name, "spec.py", "def points(")


def test_an_ending_clause_that_nothing_asks_at_the_end_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clause on the set-up ends no game."""
    edit = ("spec.py", 'ending_clause = "TTT-4"', 'ending_clause = "TTT-1"')
    name = planted(tmp_path, monkeypatch, edit)
    (found,) = lint(name, effort=SMALL).findings
    assert found.kind == "reference"
    assert found.what == "nothing evaluates TTT-1, which is the `ending_clause`, as a game ends"
    assert f"{found.file}:{found.line}" == line_of(tmp_path, name, "spec.py", "ending_clause =")


UNSTEADY = """\
    def initial(self) -> Position:
        \"\"\"Draw who begins.\"\"\"
        from random import choice

        start: Position = self.effect("TTT-1", self.rules)
        return evolve(start, turn=choice([(True, False), (False, True)]))

    def drawn(self)"""
OUT_OF_ORDER = """\
    def scores(self, state: Position) -> dict[str, int]:
        \"\"\"Count in another order.\"\"\"
        return dict(reversed(super().scores(state).items()))

    def initial(self)"""


def test_a_start_that_is_drawn_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of one engine began otherwise each time, and nothing was said of it."""
    name = planted(tmp_path, monkeypatch, ("spec.py", "    def initial(self)", UNSTEADY))
    found = [each for each in lint(name, effort=SMALL).findings if each.kind == "result"]
    assert len(found) == 1
    assert found[0].what.startswith("`initial` returns Position(")
    assert found[0].remedy.startswith("asked the same again, it must say the same")


def test_scores_in_another_order_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was said that a symmetry is claimed and false."""
    name = planted(tmp_path, monkeypatch, ("spec.py", "    def initial(self)", OUT_OF_ORDER))
    (found,) = (each for each in lint(name, effort=SMALL).findings if each.kind == "result")
    assert found.what.startswith("`scores` returns {'o': ")
    assert found.remedy == "the players must stand in their order: x, o"


ENDINGS = [
    ("TTT-1", "nothing evaluates TTT-1, which is the `ending_clause`, as a game ends"),
    (
        "TTT-3",
        "TTT-3, which is the `ending_clause`, says what follows from an action, and ends no game",
    ),
]
HOLDS = (
    "rulebook.py",
    "effect=says.board_is_empty_and_x_begins,",
    "effect=says.board_is_empty_and_x_begins,\n            holds=says.no_square_carries_two_marks,",
)


@pytest.mark.parametrize(("clause", "what"), ENDINGS)
def test_an_ending_clause_that_ends_nothing_is_found(
    clause: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if it keeps something true of every position, or permits actions."""
    edit = ("spec.py", 'ending_clause = "TTT-4"', f'ending_clause = "{clause}"')
    name = planted(tmp_path, monkeypatch, edit, HOLDS)
    found = [each for each in lint(name, effort=SMALL).findings if each.kind == "reference"]
    assert [each.what for each in found] == [what]


def test_a_drawing_that_shows_nothing_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Marks for what is legal are no drawing of a position; a text alone is enough."""
    edit = ("spec.py", "draw=BoardDrawing(BOARD)", "draw=BoardDrawing(BOARD, lambda position: {})")
    name = planted(tmp_path, monkeypatch, edit)
    (found,) = lint(name, effort=SMALL).findings
    assert found.kind == "drawing"
    assert found.what == "the drawing is the same for all positions of a game, as text and as SVG"
    assert f"{found.file}:{found.line}" == line_of(tmp_path, name, "spec.py", "draw=")


CHANGING = """
class Changing(BoardDrawing):
    def text(self, engine, position):
        position["x"].append("a1")
        return super().text(engine, position)
"""


def test_a_drawing_that_changes_what_it_draws_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was said that it shows nothing."""
    edits = (
        ("spec.py", "draw=BoardDrawing(BOARD)", "draw=Changing(BOARD)"),
        ("spec.py", "def symmetries(engine", f"{CHANGING}\n\ndef symmetries(engine"),
    )
    name = planted(tmp_path, monkeypatch, *edits)
    (found,) = lint(name, effort=SMALL).findings
    assert (found.kind, found.what) == (
        "drawing",
        "the drawing changes the position that it is given",
    )


TIMED = """\
    def wins(self, state: Position) -> tuple[bool, ...]:
        \"\"\"Exchange the winners now and then.\"\"\"
        won: tuple[bool, ...] = self.effect("TTT-4", self.rules, state)
        CALLS.append(1)
        return won[::-1] if len(CALLS) % 151 == 0 else won

    def won(self"""


def test_a_symmetry_is_not_false_where_nothing_is_steady(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same is asked again before it is said that a symmetry does not hold."""
    edits = (
        ("spec.py", "    def wins(self", TIMED),
        ("spec.py", "class TicTacToe(", "CALLS: list[int] = []\n\n\nclass TicTacToe("),
    )
    name = planted(tmp_path, monkeypatch, *edits)
    effort = LintEffort(positions=400, most=12, reading=1, images=20, kept=2)
    found = [each.what for each in lint(name, effort=effort).findings]
    assert any("says something else when it is asked again" in each for each in found), found
    assert not any("is claimed, but" in each for each in found), found


def test_a_position_that_is_changed_as_it_is_read_is_told_as_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was said that `parsed` makes another one of it."""
    reads = '        marks = BOARD.facts(position["x"]), '
    new = '        position["x"].append("a1")\n        marks = BOARD.facts(position["x"][:-1]), '
    report = lint(planted(tmp_path, monkeypatch, ("spec.py", reads, new)))
    (found,) = report.findings
    assert found.sentence.startswith(line_of(tmp_path, report.game, "spec.py", "def parsed"))
    assert "`parsed` changes the position that it is given: copy what" in found.sentence


def test_a_winner_while_somebody_is_to_move_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both sides said so, and all checks held."""
    leads = "return tuple(any_of(marks) for marks in state.marks)\n        won: tuple[bool"
    over = ("spec.py", "*self.wins(here)", '*self.effect("TTT-4", self.rules, here)')
    name = planted(tmp_path, monkeypatch, ("spec.py", "won: tuple[bool", leads), over)
    (found,) = (each for each in lint(name, effort=SMALL).findings if each.kind == "result")
    assert found.sentence.startswith(line_of(tmp_path, name, "spec.py", "def wins"))
    assert (
        "`wins` returns (True, False): nobody has won as long as somebody is to"
        in found.what + (f": {found.remedy}")
    )


def test_a_ready_made_drawing_that_finds_no_cells_says_where_it_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was said to draw what is on the board."""
    writes = ("spec.py", '{"x": x, "o": o, "turn"', '{"marks": {"x": x, "o": o}, "turn"')
    reads = (
        "spec.py",
        'BOARD.facts(position["x"]), BOARD.facts(position["o"])',
        'tuple(BOARD.facts(position["marks"][each]) for each in "xo")',
    )
    name = planted(tmp_path, monkeypatch, writes, reads)
    (found,) = (each for each in lint(name, effort=SMALL).findings if each.kind == "drawing")
    assert "finds lists of cells at the top of a position" in found.remedy


def test_readings_are_left_out_where_a_demand_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reading that differs in that demand was said to make no difference."""
    demand = ("clauses.py", "any_of((x == o, x == o + 1))", "x == o")
    alike = ("clauses.py", '["e", "s"]', '["e", "s", "ne", "se"]')
    report = lint(planted(tmp_path, monkeypatch, demand, alike), effort=SMALL)
    assert [each.kind for each in report.findings] == ["demand"]
    assert "readings that make no difference, until the demand is mended" in report.left_out
