"""Each mistake of a list, planted in a copy of tic-tac-toe: one line with file, line and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest
from common.planted import line_of, planted

from rulewright.lint import KINDS, LintReport, lint
from rulewright.lint.effort import LintEffort

SMALL = LintEffort(positions=80, most=3, reading=6, images=3, kept=8)
Edit = tuple[str, str, str]


def examined(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *edits: Edit, parts: tuple[str, ...] = ()
) -> tuple[str, LintReport]:
    """Plant a mistake and look for it."""
    name = planted(folder, monkeypatch, *edits, parts=parts)
    return name, lint(name, effort=SMALL)


def test_the_copy_without_a_mistake_is_clean(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So whatever is found below was planted; and much was looked at."""
    _, report = examined(tmp_path, monkeypatch, parts=("proofs",))
    assert [each.sentence for each in report.findings] == []
    assert report.left_out == ()
    assert report.cases > 500
    assert not report.raised


SENTENCE = 'no_rule={"for two players": "title"}'
CLAUSE_4 = '"TTT-4",\n            TEXT.quote("three marks in a row"),'
QUESTION = '            ("TTT-4",),\n            {'
GAME = "    engine=TicTacToe,"
OTHER_ORDER = """
from attrs import evolve
S = RULEBOOK.sentences["en"]
RULEBOOK = evolve(RULEBOOK, sentences={"en": (S[1], S[0], *S[2:])})
"""
OTHER_CLAUSE = """
from attrs import evolve
S = RULEBOOK.sentences["en"]
S = (evolve(S[0], bears=("TTT-99",), no_rule=""), *S[1:])
RULEBOOK = evolve(RULEBOOK, sentences={"en": S})
"""
BROKEN_DRAWING = """
class Broken:
    text = svg = lambda *given, **more: 1 / 0


from attrs import evolve as changed
GAME = changed(GAME, draw=Broken())
"""
LATE_CANDIDATES = """\
    def candidates(self, state: Position) -> tuple[str, ...]:
        \"\"\"List one of them twice, once two marks are on the board.\"\"\"
        found = super().candidates(state)
        marks = sum(map(sum, state.marks))
        return (*found, "b2") if marks == 2 else found

"""
PLANTED: list[tuple[str, Edit, tuple[str, str], str, str]] = [
    (
        "sentence",
        ("rulebook.py", SENTENCE, "no_rule={}"),
        ("rulebook.txt", "Tic-tac-toe"),
        "bears nothing",
        "let a clause or a question bear it",
    ),
    (
        "sentence",
        ("rulebook.py", "    questions=(", '    sentences={"en": ()},\n    questions=('),
        ("rulebook.txt", "Tic-tac-toe"),
        "no sentence accounts for",
        "give it a Sentence",
    ),
    (
        "sentence",
        ("rulebook.py", "", OTHER_ORDER),
        ("spec.py", ""),
        "is accounted for twice, or in another order than the text",
        "list the sentences once, in the order of the text",
    ),
    (
        "reference",
        ("rulebook.py", "", OTHER_CLAUSE),
        ("rulebook.py", "TTT-99"),
        "bears 'TTT-99', which is no clause and no question",
        "did you mean",
    ),
    (
        "duplicate",
        ("rulebook.py", '"TTT-5", TEXT', '"TTT-4", TEXT'),
        ("rulebook.py", '"TTT-4"'),
        "the clause 'TTT-4' occurs 2 times",
        "give each a name of its own",
    ),
    (
        "quotation",
        ("rulebook.py", CLAUSE_4, '"TTT-4",\n            (),'),
        ("rulebook.py", '"TTT-4"'),
        "TTT-4 quotes nothing",
        'give the Clause some words of a sentence: Source.quote("...")',
    ),
    (
        "sentence",
        ("rulebook.py", SENTENCE, 'no_rule={"for two players": "title", "for three": "title"}'),
        ("rulebook.py", "for three"),
        "`no_rule` names 'for three', which stands in no sentence",
        "quote the text word by word",
    ),
    (
        "exception",
        ("spec.py", "draw=BoardDrawing(BOARD)", 'draw=BoardDrawing(BOARD, lambda _: {"z9": "x"})'),
        ("spec.py", "draw="),
        "the drawing: this position cannot be drawn: 'z9'",
        "mend the code",
    ),
    (
        "quotation",
        ("rulebook.py", CLAUSE_4, CLAUSE_4.replace("in a row", "in a hurry")),
        ("rulebook.py", '"TTT-4"'),
        "TTT-4 quotes 'three marks in a hurry', which is not in 'en'",
        "quote the text word by word",
    ),
    (
        "docstring",
        ("clauses.py", '    """A mark goes on an empty square (TTT-3)."""\n', ""),
        ("clauses.py", "def a_mark_goes_on_an_empty_square"),
        "a_mark_goes_on_an_empty_square, a formula of TTT-3, has no docstring",
        "end with (TTT-3)",
    ),
    (
        "docstring",
        ("clauses.py", "an empty square (TTT-3)", "an empty square (TTT-2)"),
        ("clauses.py", "def a_mark_goes_on_an_empty_square"),
        "cites TTT-2",
        "cite (TTT-3)",
    ),
    (
        "docstring",
        ("clauses.py", "an empty square (TTT-3)", "an empty square"),
        ("clauses.py", "def a_mark_goes_on_an_empty_square"),
        "does not cite it",
        "end it with (TTT-3)",
    ),
    (
        "reference",
        ("rulebook.py", QUESTION, QUESTION.replace("TTT-4", "TTT-44")),
        ("rulebook.py", '"row"'),
        "the question 'row' names the unknown clause 'TTT-44'",
        "did you mean 'TTT-4'?",
    ),
    (
        "reference",
        ("spec.py", 'ending_clause = "TTT-4"', 'ending_clause = "TTT-9"'),
        ("spec.py", "ending_clause"),
        "`ending_clause` is 'TTT-9'",
        "name the clause that ends the game",
    ),
    (
        "reference",
        ("spec.py", 'self.effect("TTT-5"', 'self.effect("TTT-9"'),
        ("spec.py", "TTT-9"),
        "effect('TTT-9') asks for an unknown clause",
        "name one that exists",
    ),
    (
        "option",
        ("spec.py", GAME, GAME + ' played=({"n": 4},),'),
        ("spec.py", "played=("),
        "`played` has {'n': 4}, which the game does not take (unknown parameter 'n'",
        "list parameters of the class `parameters`",
    ),
    (
        "package",
        ("rulebook.py", 'game="', 'game="other'),
        ("rulebook.py", "game="),
        "but its rulebook says game='other",
        "let the folder or the entry point have the same name",
    ),
    (
        "package",
        ("spec.py", "", "del GAME"),
        ("spec.py", ""),
        "has no GAME",
        "set GAME = SpecifiedGame(...)",
    ),
    (
        "exception",
        ("clauses.py", "return none_of(row(", "return nonesuch(row("),
        ("clauses.py", "nonesuch"),
        "raises NameError: name 'nonesuch' is not defined",
        "mend the code there",
    ),
    (
        "exception",
        (
            "spec.py",
            "",
            BROKEN_DRAWING,
        ),
        ("spec.py", "1 / 0"),
        "raises ZeroDivisionError: division by zero",
        "mend the code there",
    ),
    (
        "action",
        (
            "spec.py",
            "    actions = BOARD.names",
            '    actions = tuple(f"put {name}" for name in BOARD.names)',
        ),
        ("spec.py", "actions ="),
        "is no text without spaces",
        "spell it without",
    ),
    (
        "action",
        ("spec.py", "    actions = BOARD.names", "    actions = (*BOARD.names[:-1], 'b2')"),
        ("spec.py", "actions ="),
        "the action 'b2' is listed more than once",
        "list each action once",
    ),
    (
        "action",
        ("spec.py", "    def initial(self)", LATE_CANDIDATES + "    def initial(self)"),
        ("spec.py", "actions ="),
        "the action 'b2' is listed more than once",
        "list each action once",
    ),
    (
        "symmetry",
        ("spec.py", 'upright if engine.rulings["row"] == "across" else None', "None"),
        ("spec.py", "symmetries="),
        "is claimed, but under row=across",
        "claim it only where it holds",
    ),
    (
        "symmetry",
        ("spec.py", "symmetries=symmetries", "symmetries=lambda engine: ()"),
        ("spec.py", "symmetries="),
        "is not claimed, but held in all",
        "claim it in `symmetries`",
    ),
    (
        "deadlock",
        (
            "spec.py",
            '*self.wins(here), self.effect("TTT-5", self.rules, here)',
            "*self.wins(here), False",
        ),
        ("spec.py", "SpecifiedGame("),
        "is due and has no legal action",
        "say in `deadlock` of the SpecifiedGame why not",
    ),
    (
        "deadlock",
        ("spec.py", GAME, GAME + ' deadlock="a full board",'),
        ("spec.py", "deadlock="),
        "`deadlock` is declared, but every player who was due had an action",
        "leave it out",
    ),
    (
        "unused",
        (
            "spec.py",
            '*self.wins(here), self.effect("TTT-5", self.rules, here)',
            "*self.wins(here), self.rulebook['TTT-5'] is None",
        ),
        ("clauses.py", "def a_full_board"),
        "nothing evaluates a_full_board_ends_the_game, `effect` of TTT-5",
        "effect('TTT-5', ...)",
    ),
    (
        "demand",
        ("clauses.py", "any_of((x == o, x == o + 1))", "x == o"),
        ("clauses.py", "def x_has_as_many"),
        "the position under row=any, after ",
        "mend the demand",
    ),
    (
        "unused",
        ("clauses.py", '["e", "s"]', '["e", "s", "ne", "se"]'),
        ("rulebook.py", '"straight"'),
        "the reading row=straight differs from row=any in none of",
        "let a formula depend on it",
    ),
]


@pytest.mark.parametrize(("kind", "edit", "place", "what", "remedy"), PLANTED)
def test_a_planted_mistake_is_named_with_file_line_and_remedy(  # noqa: PLR0917
    kind: str,
    edit: Edit,
    place: tuple[str, str],
    what: str,
    remedy: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One of the findings says so; the copy without it has none."""
    name, report = examined(tmp_path, monkeypatch, edit)
    assert kind in KINDS
    wanted = [each for each in report.findings if what in each.what and each.kind == kind]
    assert wanted, [each.sentence for each in report.findings]
    found = wanted[0]
    assert remedy in found.remedy
    assert f"{found.file}:{found.line}" == line_of(tmp_path, name, *place)
    assert found.sentence == f"{found.file}:{found.line}: {found.what}: {found.remedy}"
    assert report.only_raised == (kind == "exception")


FORMULAS: list[tuple[str, str, str, str]] = [
    (
        "    taken = map(any_of",
        "    if before.turn[0] and before.turn[1]:\n        return False\n    taken = map(any_of",
        "if before.turn[0]",
        "`permits` of TTT-3 raises NotAFormula",
    ),
    (
        "    return all_of(implies(square, not_(full)) for",
        "    return all_of(not square or not full for",
        "not square or not full",
        "`permits` of TTT-3 ",
    ),
    (
        "    return none_of(map(all_of, zip(*here.marks, strict=True)))",
        "    return not any(x and o for x, o in zip(*here.marks, strict=True))",
        "not any(x and o",
        "`holds` of TTT-3 raises NotAFormula",
    ),
    (
        "    return none_of(map(all_of, zip(*here.marks, strict=True)))",
        "    return all_of(x != o or x == False for x, o in zip(*here.marks, strict=True))",
        "x != o or",
        "`holds` of TTT-3 raises NotAFormula: a rule must not compare facts by `==` or `!=`",
    ),
    (
        "    x, o = map(count, here.marks)",
        "    x, o = map(count, here.marks)\n    if max(x, o) > 5:\n        return False",
        "max(x, o)",
        "`holds` of TTT-2 raises",
    ),
    (
        "    return tuple(row(rules, marks) for marks in here.marks)",
        "    return tuple(sorted(row(rules, marks) for marks in here.marks)[::-1])",
        "sorted(row",
        "`effect` of TTT-4 raises",
    ),
]


@pytest.mark.parametrize(("old", "new", "line", "what"), FORMULAS)
def test_a_formula_that_is_none_is_named_with_its_line(  # noqa: PLR0917
    old: str, new: str, line: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python's `if`, `and`, `or`, `not`, `==`, `max`, `sorted`, `any` on facts; bare operators, too."""
    name, report = examined(tmp_path, monkeypatch, ("clauses.py", old, new))
    found = [each for each in report.findings if each.kind == "formula" and what in each.what]
    assert found, [each.sentence for each in report.findings]
    assert f"{found[0].file}:{found[0].line}" == line_of(tmp_path, name, "clauses.py", line)
    assert "use the combinators" in found[0].remedy


def test_a_method_of_the_engine_is_a_formula_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as `played`, which makes the next position."""
    old = "        return evolve(here, turn="
    edit = ("spec.py", old, f"        if over:\n            return here\n{old}")
    name, report = examined(tmp_path, monkeypatch, edit)
    (found,) = (each for each in report.findings if each.kind == "formula")
    assert found.file.endswith("spec.py")
    assert f"{found.file}:{found.line}" == line_of(tmp_path, name, "spec.py", "if over:")


def test_what_depends_on_options_is_no_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Readings and parameters are no facts: a formula may branch on them."""
    old = "    return none_of(row(rules, marks) for marks in before.marks)"
    new = (
        '    if rules.rulings.row == "any" and not rules.params == 3:\n'
        "        return not_(any_of(row(rules, marks) for marks in before.marks))\n" + old
    )
    _, report = examined(tmp_path, monkeypatch, ("clauses.py", old, new))
    assert [each.sentence for each in report.findings] == []


RULINGS = """
from attrs import frozen as closed
from rulewright.author import reading_field


@closed
class Rulings:
    row: str = reading_field({})


TicTacToe.readings = Rulings
GAME = SpecifiedGame(engine=TicTacToe, draw=BoardDrawing(BOARD), exhausted=({{}},))
"""


@pytest.mark.parametrize(
    ("field", "what"),
    [
        (
            'row: str = reading_field("straight", "any", "across")',
            "so the default would be 'any' here",
        ),
        ('row: str = reading_field("any", "straight")', "its field any, straight"),
        (
            'row: str = reading_field("any", "straight", "across")\n    end = reading_field("a", "b")',
            "the rulings have a field 'end' that is no question",
        ),
        (
            'line: str = reading_field("any", "straight", "across")\n    row = "any"',
            "the question 'row' is no field of the rulings",
        ),
    ],
)
def test_questions_and_rulings_are_the_same(
    field: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names, readings, and their order, where the class is written by hand."""
    text = RULINGS.replace("row: str = reading_field({})", field).replace("{{}}", "{}")
    _, report = examined(tmp_path, monkeypatch, ("spec.py", "", text))
    found = [each for each in report.findings if each.kind == "question"]
    assert any(what in each.what for each in found), [each.sentence for each in report.findings]


@pytest.mark.parametrize(
    ("edit", "kind", "what"),
    [
        (
            ("proofs.py", '        ("TTT-3",),', '        ("TTT-33",),'),
            "reference",
            "the theorem no_square_ever_carries_two_marks names 'TTT-33'",
        ),
        (
            ("impl.py", 'name: str = "', 'name: str = "x'),
            "package",
            "GAME of the implementation has the name 'x",
        ),
        (
            ("impl.py", '    players = ("x", "o")', '    players = ("o", "x")'),
            "option",
            "the specification has the players ('x', 'o'), the implementation ('o', 'x')",
        ),
        (("impl.py", "GAME = Foreign()", ""), "package", "has no GAME"),
    ],
)
def test_other_parts_fit_the_specification(
    edit: Edit, kind: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Theorems name what there is; the implementation is of the same game."""
    _, report = examined(tmp_path, monkeypatch, edit, parts=(edit[0].removesuffix(".py"),))
    found = [each for each in report.findings if each.kind == kind]
    assert any(what in each.what for each in found), [each.sentence for each in report.findings]


def test_a_question_with_one_reading_leaves_nothing_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a reading that stands there without its comma is named where it stands."""
    text = """
from attrs import evolve
ROW = RULEBOOK.questions[0]
RULEBOOK = evolve(RULEBOOK, questions=(evolve(ROW, readings=ROW.readings[0]),))
"""
    name, report = examined(tmp_path, monkeypatch, ("rulebook.py", "", text))
    (found,) = report.findings
    assert "'readings' of a Question must be a tuple, and is a Reading" in found.what
    assert f"{found.file}:{found.line}" == line_of(tmp_path, name, "rulebook.py", "readings[0])")
    one = text.replace("ROW.readings[0]", "ROW.readings[:1]")
    (tmp_path / "one").mkdir()
    _, report = examined(tmp_path / "one", monkeypatch, ("rulebook.py", "", one))
    assert any(each.what == "the question 'row' has 1 reading" for each in report.findings)


def test_what_follows_from_a_formula_is_left_out_until_it_is_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On lanes nothing is legal after the first move: a deadlock, and no reading matters."""
    old, new, *_ = FORMULAS[1]
    _, report = examined(tmp_path, monkeypatch, ("clauses.py", old, new))
    assert {each.kind for each in report.findings} == {"formula"}
    assert any("until the formulas are mended" in each for each in report.left_out)
