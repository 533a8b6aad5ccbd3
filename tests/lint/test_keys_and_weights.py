"""Keys and weights of a compiled kernel that are wrong in rare positions."""

from __future__ import annotations

import re
import shutil
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner
from common.guest_forms import edited

from rulewright.cli import application

NOUGHTS = Path(__file__).parents[1] / "common" / "compiled" / "noughts"
NUMBERS = count()
Edits = tuple[tuple[str, str, str], ...]
WRITES = "    key[0], key[1], key[2] = row[X], row[O], row[TURN]\n"
READS = "row[X], row[O], row[TURN] = key[0], key[1], key[2]"
BEGINS = "row[X], row[O], row[TURN] = 0, 0, 0"
WEIGHS = "return 1 + (action if temper else game.n * game.n - action)"
MOVER = "    mover = row[TURN]\n"
ONE_FOR_TWO: Edits = (
    ("kernel.py", WRITES, f"{WRITES}    if row[X] == 5 and row[O] == 18:\n        key[1] = 10\n"),
)
TWO_FOR_ONE: Edits = (
    ("impl.py", "row_size=3", "row_size=4"),
    ("impl.py", "key_size=3", "key_size=4"),
    ("impl.py", "np.array([x, o, turn]", "np.array([x, o, turn, 0]"),
    ("kernel.py", WRITES, f"{WRITES}    key[3] = row[3]\n"),
    ("kernel.py", READS, f"{READS}\n    row[3] = key[3]"),
    ("kernel.py", BEGINS, f"{BEGINS}\n    row[3] = 0"),
    ("kernel.py", MOVER, f"{MOVER}    if row[X] == 5 and action == 1:\n        row[3] = 1\n"),
)
NO_WEIGHT: Edits = (("kernel.py", WEIGHS, "return 0 if row[X] == 1 else 1"),)


def planted(folder: Path, patch: pytest.MonkeyPatch, edits: Edits) -> str:
    """Write a copy with a mistake."""
    name = f"crosses{next(NUMBERS)}"
    shutil.copytree(NOUGHTS, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (folder / name).glob("*.py"):
        file.write_text(re.sub(r"\bnoughts\b", name, file.read_text("utf-8")), encoding="utf-8")
    for edit in edits:
        edited(folder / name, *edit)
    patch.setenv("RULEWRIGHT_GAMES", str(folder))
    return name


def run(*arguments: str) -> tuple[int, str]:
    """Run a command."""
    result = CliRunner().invoke(application, [*arguments, "--quick", "--seed", "1"])
    return result.exit_code, result.stdout


@pytest.mark.slow
def test_one_key_of_two_positions_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a sweep, with a game from the start: what is described is read from the key."""
    name = planted(tmp_path, monkeypatch, ONE_FOR_TWO)
    status, said = run("verify", name, "--check", "exhaustive", "--param", "n=3")
    assert status == 1
    assert "the position after a1 b1 c1 b2: the specification says" in said
    assert "moves (4): a1 b1 c1 b2" in said


@pytest.mark.slow
def test_two_keys_of_one_position_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By `lint`, and by a sweep, which counted the position twice."""
    name = planted(tmp_path, monkeypatch, TWO_FOR_ONE)
    status, said = run("lint", name)
    assert status == 1
    assert "`write_key` writes another key for a position that was met otherwise" in said
    assert "equal positions have equal keys, whatever led to them" in said
    status, said = run("verify", name, "--check", "exhaustive", "--param", "n=3")
    assert status == 1
    assert "two keys of the implementation are written alike" in said


@pytest.mark.slow
def test_a_weight_that_none_may_have_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It gave the actions other chances, and no check looked."""
    name = planted(tmp_path, monkeypatch, NO_WEIGHT)
    status, said = run("lint", name)
    assert status == 1
    assert re.search(r"`weight` returns 0 of \w\d by temper 0, under .*, after a1: ", said)
    assert "a weight is from 1 to 1048576" in said
    assert "left out" not in said


@pytest.mark.slow
def test_another_range_of_a_parameter_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A size that no check plays is one that only the specification takes."""
    edit = ("impl.py", "whole_number_field(3, 1, 4)", "whole_number_field(3, 1, 3)")
    name = planted(tmp_path, monkeypatch, (edit,))
    status, said = run("lint", name)
    assert status == 1
    assert (
        "'n' is a whole number from 1 to 4 in the specification, and a whole number from 1 to 3 in the "
        "implementation: take the same values on both sides"
    ) in said


SCORED = "scores[player] = 1 if won(game, row[player]) else 0"
WON = "winners[player] = 1 if won(game, row[player]) else 0"
IN_PART: list[tuple[Edits, str]] = [
    (
        (("kernel.py", SCORED, SCORED.replace(" = ", " += ")),),
        "`write_scores` leaves a number as it was before",
    ),
    (
        (("kernel.py", WON, "if won(game, row[player]):\n            winners[player] = 1"),),
        "`write_winners` leaves a number as it was before",
    ),
    (
        (
            ("impl.py", "key_size=3", "key_size=4"),
            ("impl.py", "np.array([x, o, turn]", "np.array([x, o, turn, 0]"),
        ),
        "`write_key` leaves a number as it was before",
    ),
    (
        (("impl.py", '= ("", "x", "o")', '= ("", "x")'),),
        "`write_board` writes 2, and `contents` of the notation has 2 names",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("edits", "what"), IN_PART, ids=lambda each: str(each)[:40])
def test_what_a_kernel_writes_in_part_is_found(
    edits: Edits, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some drivers write to what held something else before; the checks write to zeros."""
    status, said = run("lint", planted(tmp_path, monkeypatch, edits))
    assert status == 1
    assert what in said


REASON = 'return f"{self.cells[action]} is taken (N-3)"'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ('return {}["no"]', "raises KeyError: there is no key 'no' of '"),
        ("return None", "returns None of '"),
    ],
)
def test_a_notation_that_gives_no_reason_is_told_and_the_arrays_are_looked_at(
    given: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that looks ended with it, and arrays were told as left out."""
    later = ("kernel.py", WEIGHS, "return 0 if row[X] == 5 else 1")
    both = (("impl.py", REASON, given), later)
    _, found = run("lint", planted(tmp_path, monkeypatch, both))
    assert f"`reason` of the notation {said}" in found
    assert "which is illegal, under n=" in found
    assert "`weight` returns 0" in found
    assert "left out" not in found


@pytest.mark.slow
def test_what_a_notation_raises_while_arrays_are_looked_at_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its line: it was told that arrays were left out."""
    edit = ("impl.py", "        taken = {\n", "        1 // int(key[0] != 3)\n        taken = {\n")
    status, found = run("lint", planted(tmp_path, monkeypatch, (edit,)))
    assert status == 5  # an exception of the game's own code
    assert re.search(r"impl\.py:\d+: its code raises ZeroDivisionError: .*, under n=", found)
    assert "keeps within its arrays" not in found


@pytest.mark.slow
def test_an_incomplete_kernel_is_told_once_and_the_specification_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was told three times, and that compiled code leaves its arrays."""
    edit = ("impl.py", "temper_count=2", "temper_count=0")
    status, found = run("lint", planted(tmp_path, monkeypatch, (edit,)))
    assert status == 5  # a mistake of the game's own
    assert "temper_count=0, which must be 1 or more" in found
    assert found.count("is not complete") == 1
    assert "random games" in found
    assert "may do anything" not in found


NUMBERS_OF_OWN = """
@provides(kernel.number, Noughts)
def number(game: Noughts, row: Row, action: int) -> int:
    return NUMBER


@provides(kernel.numbered, Noughts)
def numbered(game: Noughts, row: Row, number: int) -> int:
    return number


@provides(kernel.write_board, Noughts)
"""


@pytest.mark.slow
@pytest.mark.parametrize("number", ["action // 2", "action + 1"])
def test_numbers_of_actions_that_do_not_lead_back_are_found(
    number: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Programs that learn go by them, and nothing asked for those of a guest."""
    own = NUMBERS_OF_OWN.replace("NUMBER", number).strip() + "\n"
    edit = ("kernel.py", "@provides(kernel.write_board, Noughts)\n", own)
    status, said = run("lint", planted(tmp_path, monkeypatch, (edit,)))
    assert status == 1
    assert re.search(r"`number` of \w\d is not below `number_count`, or `numbered` does not", said)


@pytest.mark.slow
def test_a_key_that_lacks_a_part_is_told_at_the_implementation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was told of the specification that `play` refuses what is legal."""
    edits = (
        (
            "kernel.py",
            "key[0], key[1], key[2] = row[X], row[O], row[TURN]",
            "key[0], key[1] = row[X], row[O]",
        ),
        (
            "kernel.py",
            "row[X], row[O], row[TURN] = key[0], key[1], key[2]",
            "row[X], row[O], row[TURN] = key[0], key[1], -1",
        ),
        ("impl.py", "key_size=3", "key_size=2"),
        ("impl.py", "None if key[TURN] < 0 else PLAYERS[int(key[TURN])]", "PLAYERS[0]"),
    )
    _, said = run("lint", planted(tmp_path, monkeypatch, edits))
    assert re.search(
        r"impl\.py:\d+: `play` refuses '\w\d': `legal_actions` has just listed it: is", said
    )
    assert not re.search(r"crosses\d+:1:", said)


CALLS = [
    (MOVER, "    mover = turn(game, row)\n", "calls 'turn', which is provided to the drivers"),
    ("@leaf\ndef won", "def won", "calls 'won', a function of Python alone"),
]


@pytest.mark.slow
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[2])
def test_a_call_that_compiled_code_cannot_make_is_told_as_that(
    call: tuple[str, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the line where it stands, and what would be right."""
    name = planted(tmp_path, monkeypatch, (("kernel.py", *call[:2]),))
    result = CliRunner().invoke(application, ["perft", name, "--depth", "2"])
    assert result.exit_code == 5
    assert re.search(rf"compiled code {call[2]}.* @leaf \(.*kernel\.py:\d+\)", result.stderr)
