"""Every command, run in this process: what it prints, and its exit status."""

from __future__ import annotations

import json
import os
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from rulewright.cli import application
from rulewright.play import games

STICK = "-1,0-0,0"


def run(*arguments: str, given: str | None = None) -> Result:
    """Run the command line."""
    return CliRunner().invoke(application, list(arguments), input=given)


def answer(*arguments: str) -> dict[str, object]:
    """Run a command that must succeed, with ``--json``."""
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


# ------------------------------------------------------------------------------------------- perft


@pytest.mark.parametrize("engine", games.SIDES)
def test_perft_prints_depth_and_count_and_nothing_else(engine: str) -> None:
    """The counts are those of the rules' perft page."""
    result = run("perft", "minoa", "--depth", "3", "--param", "n=1", "--engine", engine)
    assert result.stdout == "1 12\n2 132\n3 1320\n"
    assert not result.stderr
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (("perft", "minoa", "--depth", "x"), "'--depth': 'x' is not a valid whole number."),
        (("verify", "--seed", "1.5"), "'--seed': '1.5' is not a valid whole number."),
        (("conform", "--answer-limit", "x", "--", "true"), "'x' is not a valid number."),
    ],
)
def test_what_is_no_number_is_told_what_it_should_be(
    arguments: tuple[str, ...], wanted: str
) -> None:
    """One line, without the names of classes."""
    result = run(*arguments)
    assert wanted in result.stderr
    assert result.exit_code == 2


@pytest.mark.parametrize("engine", games.SIDES)
def test_perft_after_the_end_counts_nothing(engine: str) -> None:
    """Under `literal` the first piece ends the game: 6 sticks go on at ply 1, 6 pieces do not."""
    options = ("--param", "n=1", "--ruling", "end=literal", "--engine", engine)
    result = run("perft", "minoa", "--depth", "2", "--moves", "-1,0--1,1", *options)
    assert result.stdout == "1 0\n2 0\n"


@pytest.mark.parametrize("engine", games.SIDES)
def test_divide_adds_up_to_perft_and_is_sorted(engine: str) -> None:
    """One line for each first action."""
    result = run("perft", "minoa", "--depth=3", "--param=n=1", "--divide", "--engine", engine)
    lines = [line.split(" ") for line in result.stdout.splitlines()]
    names = [name for name, _ in lines]
    assert names == sorted(names)
    assert len(names) == 12
    assert sum(int(count) for _, count in lines) == 1320


def test_perft_in_json_says_what_was_counted() -> None:
    """All options are listed, defaults included."""
    found = answer("perft", "minoa", "--depth", "2", "--param", "n=1", "--moves", STICK)
    assert found["counts"] == {"1": 11, "2": 110}
    assert found["params"] == {"n": 1, "k": 2}
    assert found["moves"] == [STICK]
    assert isinstance(found["rulings"], dict)
    assert found["rulings"]["end"] == "full"


# ----------------------------------------------------------------------------------------- explain


@pytest.mark.parametrize("given", [("--action", STICK), (f"--action={STICK}",)])
def test_an_action_that_begins_with_a_minus_sign_is_no_option(given: tuple[str, ...]) -> None:
    """Both spellings of an option's value reach the rules."""
    result = run("explain", "minoa", "--param", "n=1", *given)
    assert result.stdout == f"{STICK}: legal\n"
    assert result.exit_code == 0


@pytest.mark.parametrize("given", [("--moves", STICK), (f"--moves={STICK}",)])
def test_an_illegal_action_is_explained_in_the_rulebooks_words(given: tuple[str, ...]) -> None:
    """Clause, demand, quotation and source."""
    result = run("explain", "minoa", "--param", "n=1", *given, "--action", STICK)
    assert result.stdout.startswith(f"{STICK}: illegal\n\nMIN-6: A line carries at most one")
    assert "“Only one stick or piece may be placed on a line”" in result.stdout
    assert "(en)" in result.stdout
    assert result.exit_code == 0


def test_an_explanation_in_json_lists_the_violations() -> None:
    """It also says whether the action is legal."""
    found = answer("explain", "minoa", "--moves", STICK, "--action", STICK)
    assert found["legal"] is False
    assert [each["clause"] for each in found["violations"]] == ["MIN-6"]  # type: ignore[attr-defined]
    assert answer("explain", "minoa", "--action", STICK)["legal"] is True


# -------------------------------------------------------------------------------------------- show


def test_show_draws_with_characters() -> None:
    """As the game's own drawing does."""
    result = run("show", "minoa", "--param", "n=1", "--moves", STICK)
    spec = games.engine("minoa", {"n": 1}, side="spec")
    position = spec.to_json(spec.play(spec.initial(), STICK))
    assert result.stdout == games.specified("minoa").draw.text(spec, position) + "\n"


def test_show_writes_a_picture_and_prints_nothing(tmp_path: Path) -> None:
    """The same picture goes to standard output if the file is `-`."""
    file = tmp_path / "board.svg"
    result = run("show", "minoa", "--svg", str(file))
    assert (result.exit_code, result.stdout) == (0, "")
    assert ET.fromstring(file.read_text(encoding="utf-8")).tag.endswith("svg")  # noqa: S314
    assert run("show", "minoa", "--svg", "-").stdout == file.read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["board.svg"]


def test_an_old_picture_stays_when_the_new_one_cannot_be_made(tmp_path: Path) -> None:
    """Nothing is partly written."""
    file = tmp_path / "board.svg"
    file.write_text("old", encoding="utf-8")
    assert run("show", "minoa", "--moves", "nonsense", "--svg", str(file)).exit_code == 2
    assert file.read_text(encoding="utf-8") == "old"


def test_show_reads_what_it_wrote(tmp_path: Path) -> None:
    """Play continues from a position in JSON."""
    before = answer("show", "minoa", "--param", "n=1", "--moves", STICK)
    file = tmp_path / "position.json"
    file.write_text(json.dumps(before["position"]), encoding="utf-8")
    options = ("minoa", "--param", "n=1", "--position")
    assert answer("show", *options, str(file)) == before
    again = run("show", *options, "-", "--json", given=json.dumps(before["position"]))
    assert json.loads(again.stdout) == before
    after = answer("show", *options, str(file), "--moves", "0,0-1,0")
    assert after["position"]["sticks"] == [STICK, "0,0-1,0"]  # type: ignore[index]
    assert after["turn"] == "red"


# ------------------------------------------------------------------------------------------- games


def test_games_lists_every_parameter_question_and_reading() -> None:
    """With the defaults, and what each reading means."""
    for name in games.game_names():
        text, book = run("games", name).stdout, games.specified(name).rulebook
        assert text.startswith(f"{name}: {book.title}")
        for question in book.questions:
            assert f"{question.name}: {question.asks}" in text
            assert f"{question.default} (default)" in text
            assert all(reading.meaning in text for reading in question.readings)


def test_games_in_json_has_defaults() -> None:
    """All games are listed if none is named."""
    found = answer("games")["games"]
    assert isinstance(found, list)
    assert [each["game"] for each in found] == list(games.game_names())
    minoa = next(each for each in found if each["game"] == "minoa")
    assert minoa["parameters"]["n"]["default"] == 4
    assert minoa["questions"]["closure"]["default"] == "line"


# ------------------------------------------------------------------------------------- wrong input

WRONG = [
    (["shwo"], "unknown command 'shwo': did you mean 'show'?"),
    (["show", "minoaa"], "unknown game 'minoaa': did you mean 'minoa'?"),
    (["verify", "minoaa"], "unknown game 'minoaa': did you mean 'minoa'?"),
    (["prove", "minoaa"], "unknown game 'minoaa'"),
    (["games", "minoaa"], "unknown game 'minoaa': did you mean 'minoa'?"),
    (["show"], "Missing argument 'GAME'"),
    (["show", "minoa", "--prm", "n=2"], "No such option '--prm'. Did you mean '--param'?"),
    (["show", "minoa", "--param", "n"], "--param 'n' must be written NAME=VALUE"),
    (["show", "minoa", "--param", "n=1", "--param", "n=2"], "--param n is given twice"),
    (["show", "minoa", "--param", "m=1"], "unknown parameter 'm'"),
    (["show", "minoa", "--param", "n=four"], "parameter 'n' is 'four', it must be a whole number"),
    (["show", "minoa", "--param", "n=true"], "parameter 'n' is 'true', it must be a whole number"),
    (["show", "minoa", "--param", "k=5"], "parameter 'k' is 5, it must be a whole number from 2"),
    (["show", "minoa", "--ruling", "endd=full"], "unknown question 'endd': did you mean 'end'?"),
    (["show", "minoa", "--ruling", "end=litteral"], "of question 'end': did you mean 'literal'?"),
    (["show", "minoa", "--moves", "0,0-1,0 0,0-1,0"], "move 2, '0,0-1,0', is not legal: MIN-6: "),
    (["show", "minoa", "--moves", "0,0-1,O"], "did you mean '0,0-1,0'?"),
    (["show", "minoa", "--position", "nowhere.json"], "cannot read 'nowhere.json': No such file"),
    (["show", "minoa", "--position", "."], "cannot read '.': Is a directory"),
    (["show", "minoa", "--svg", "nowhere/board.svg"], "cannot write 'nowhere/board.svg': No such"),
    (["show", "minoa", "--svg", "."], "cannot write '.': it is a folder"),
    (["perft", "minoa"], "Missing option '--depth'"),
    (["perft", "minoa", "--depth", "0"], "0 is not in the range"),
    (["perft", "minoa", "--depth", "1", "--engine", "fast"], "'fast' is not one of 'impl', 'spec'"),
    (["perft", "minoa", "--depth", "1", "--moves", "x"], "move 1, 'x', is not legal: "),
    (["explain", "minoa", "--action", "0,0-1,O"], "did you mean '0,0-1,0'?"),
    (["explain", "minoa", "--action", "x\ny"], "illegal action"),
    (["verify", "minoa", "--quick", "--thorough"], "--quick and --thorough exclude each other"),
    (["verify", "minoa", "--seed", "-1"], "-1 is not in the range"),
    (["prove", "minoa", "--theorem", "nonsense"], "unknown theorem 'nonsense' about minoa"),
    (["serve", "minoa"], "unexpected extra argument"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_wrong_input_gets_one_line_and_status_2(arguments: list[str], message: str) -> None:
    """On standard error; standard output stays empty."""
    result = run(*arguments)
    assert result.exit_code == 2
    assert not result.stdout
    assert message in result.stderr
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("nonsense", "is not JSON in UTF-8"),
        ("[" * 100_000, "is nested too deeply"),
        ("[]", "a position is an object"),
        ('{"sticks": [], "pieces": {}}', "a position is an object with the keys"),
        ('{"sticks": [], "pieces": {"0,0-1,0": "red"}, "turn": "blue"}', "(MIN-5)"),
    ],
)
def test_a_wrong_position_gets_one_line_and_status_2(position: str, message: str) -> None:
    """An impossible one is refused with the clause that it breaks."""
    result = run("show", "minoa", "--position", "-", given=position)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_without_a_command_the_commands_are_listed() -> None:
    """The main one comes first."""
    result = run()
    assert result.exit_code == 0
    names = [line.split()[0] for line in result.stdout.partition("Commands:\n")[2].splitlines()]
    assert names == [
        "verify",
        "lint",
        "prove",
        "certificates",
        "conform",
        "compare",
        "perft",
        "explain",
        "ambiguities",
        "gaps",
        "show",
        "referee",
        "games",
        "new",
        "report",
        "campaign",
        "serve",
        "vectors",
    ]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("show", "minoa", "--svg", "-", "--json"), "name a file for --svg"),
        (("show", "minoa", "--param", "n=5000"), "n is 5000: it must be at most 128"),
        (("perft", "minoa", "--depth", "1", "--param", f"n={10**40}"), "more than twenty digits"),
    ],
)
def test_what_would_be_lost_or_never_end_gets_one_line(
    command: tuple[str, ...], message: str
) -> None:
    """Two outputs on one stream, and boards too large for memory."""
    result = run(*command)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_name_that_is_given_twice_is_not_overwritten() -> None:
    """Duplicate names are the only way to write two pieces on one line (MIN-6)."""
    pieces = '{"-1,0--1,1": "red", "-1,0--1,1": "blue"}'
    position = f'{{"sticks": [], "pieces": {pieces}, "turn": "blue"}}'
    result = run("show", "minoa", "--param", "n=1", "--position", "-", given=position)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "names '-1,0--1,1' twice" in result.stderr


def test_no_depth_is_counted_after_the_last_sequence_has_ended() -> None:
    """A thousand depths take no longer than the longest game: here only pieces are left to place."""
    spokes = "0,0-1,0 0,0-0,1 -1,1-0,0 -1,0-0,0 0,-1-0,0 0,0-1,-1"
    result = run("perft", "minoa", "--param", "n=1", "--moves", spokes, "--depth", "1000")
    assert result.stdout.splitlines()[-1] == "1000 0"


@pytest.mark.parametrize(
    ("name", "what"), [("none", "does not exist"), ("file", "is not a folder")]
)
@pytest.mark.parametrize(
    "arguments", [("games",), ("games", "minoa"), ("perft", "minoa", "--depth", "1")]
)
def test_a_folder_of_games_that_is_none_gets_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    what: str,
    arguments: tuple[str, ...],
) -> None:
    """Ignoring it would silently omit its games; a valid folder beside it changes nothing."""
    (tmp_path / "file").touch()
    path = tmp_path / name
    monkeypatch.setenv("RULEWRIGHT_GAMES", f"{tmp_path}{os.pathsep}{path}")
    done = run(*arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert f"RULEWRIGHT_GAMES names '{path}', which {what}" in done.stderr
