"""Certificates in the formats of other checkers: what is written is a proof by another checker, too."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from shutil import which

import pytest
from click.testing import CliRunner
from common.queries import ORDER, pigeons

from rulewright.certificates.text import RefusedError
from rulewright.certifying.certifier import Certifier
from rulewright.certifying.keeping import Kept
from rulewright.certifying.lrat import all_exported, exported
from rulewright.cli import application
from rulewright.proofs.solving import SAT, UNSAT, Query

CAKE_LPR = which("cake_lpr")
ALL_RIGHT = "s VERIFIED UNSAT"
TWO_PIGEONS = (
    "(declare-fun a () Bool)(declare-fun b () Bool)(assert a)(assert b)"
    "(assert (<= (+ (ite a 1 0) (ite b 1 0)) 1))"
)
"""The example of docs/certificates.md."""


def verified(cnf: str, lrat: str) -> bool:
    """Check a proof with lists and sets alone: the empty clause is reached, and each step follows.

    As strictly as other checkers do: each hint is needed, up to the last.
    """
    head, *lines = cnf.splitlines()
    _, _, variables, number = head.split()
    known = {place: read(line)[0] for place, line in enumerate(lines, start=1)}
    assert len(known) == int(number)
    assert all(abs(literal) <= int(variables) for clause in known.values() for literal in clause)
    for line in lrat.splitlines():
        place, rest = line.split(maxsplit=1)
        clause, hints = read(rest)
        assigned = {-literal for literal in clause}
        left = [0]
        for hint in hints:
            left = [literal for literal in known[hint] if -literal not in assigned]
            if len(left) > 1 or assigned.intersection(left) or (not left and hint is not hints[-1]):
                return False
            assigned.update(left)
        if left:
            return False
        known[int(place)] = clause
        if not clause:
            return True
    return False


def read(line: str) -> list[list[int]]:
    """Read lists of numbers, each of which ends with 0."""
    lists: list[list[int]] = [[]]
    for word in line.split():
        if word == "0":
            lists.append([])
        else:
            lists[-1].append(int(word))
    return lists[:-1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Certify a query of clauses, one of arithmetic, and one that has a model."""
    place = tmp_path / "certificates"
    place.mkdir()
    witness = Query("witness", "(declare-fun a () Bool)(assert a)", SAT, model={"a": True})
    asked = [Query("pigeons", pigeons(3), UNSAT), Query("order", ORDER, UNSAT), witness]
    found = Certifier(Kept(None), place)(asked)
    entries = [
        {
            "name": each.name,
            "answer": each.answer,
            "query": each.query,
            "certificate": each.certificate,
        }
        for each in found.entries
    ]
    (place / "manifest.json").write_text(json.dumps({"queries": entries}), encoding="utf-8")
    return place


def test_what_is_written_is_a_proof_by_another_checker(folder: Path, tmp_path: Path) -> None:
    """And no longer one if the last step, or a clause, is gone. Models are left out."""
    output = tmp_path / "lrat"
    command = ["certificates", "export", str(folder), str(output)]
    done = CliRunner().invoke(application, command)
    assert done.exit_code == 0, done.output
    assert {path.stem for path in output.iterdir()} == {"pigeons", "order"}
    for name in ("pigeons", "order"):
        cnf, lrat = ((output / f"{name}.{kind}").read_text("utf-8") for kind in ("cnf", "lrat"))
        assert verified(cnf, lrat)
        assert not verified(cnf, "\n".join(lrat.splitlines()[:-1]))
        _, *lines = cnf.splitlines()
        emptied = "\n".join(["p cnf 999 " + str(len(lines)), *("1 0" for _ in lines)])
        assert not verified(emptied, lrat)


@pytest.mark.parametrize("hints", ["5 6 7 4", "5 5 6 7 4 9999 4", "5 6 7 4 0 3"])
def test_hints_that_a_step_does_not_need_are_left_out(hints: str) -> None:
    """Ours pass over them; a strict checker refuses a hint that leaves nothing to conclude."""
    found = exported("two", TWO_PIGEONS, f"diagrams\n8 0 {hints} 0\n")
    assert found.steps == "8 0 5 6 7 4 0\n"
    assert verified(found.clauses, found.steps)


@pytest.mark.parametrize("hints", ["", "5 6", "4 5 6 7", "5 6 7 9 4"])
def test_a_step_that_does_not_follow_is_not_exported(hints: str) -> None:
    """Hints that end too early, are too early, or are no clause."""
    with pytest.raises(RefusedError):
        exported("two", TWO_PIGEONS, f"diagrams\n8 0 {hints}{' ' * bool(hints)}0\n")


def test_clauses_of_arithmetic_are_counted(folder: Path) -> None:
    """They are among the clauses, since no step of LRAT shows them."""
    given = {each.name: each.given for each in all_exported(folder)}
    assert given["pigeons"] == 0 < given["order"]


def test_bad_input_is_one_line(folder: Path, tmp_path: Path) -> None:
    """Status 2, for a folder without a manifest, a name with a path, or a file that is missing."""
    elsewhere = {"name": "../a", "answer": "unsat", "query": "0", "certificate": "0"}
    for spoil in (
        (folder / "order.smt2").unlink,
        lambda: (folder / "manifest.json").write_text(json.dumps({"queries": [elsewhere]})),
        lambda: (folder / "manifest.json").write_text("[]"),
        (folder / "manifest.json").unlink,
    ):
        spoil()
        command = ["certificates", "export", str(folder), str(tmp_path / "out")]
        done = CliRunner().invoke(application, command)
        assert done.exit_code == 2, done.output
        assert not [*(tmp_path / "out").iterdir()]
        assert done.stderr.startswith(f"error: cannot export '{folder}': ")
        assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("kind", ["smt2", "certificate"])
def test_a_file_that_is_not_the_listed_one_is_not_exported(
    folder: Path, tmp_path: Path, kind: str
) -> None:
    """Another checker would be shown a proof of something else."""
    path = folder / f"pigeons.{kind}"
    path.write_text(path.read_text("utf-8") + "\n", encoding="utf-8")
    command = ["certificates", "export", str(folder), str(tmp_path / "out")]
    done = CliRunner().invoke(application, command)
    assert done.exit_code == 2
    assert not [*(tmp_path / "out").iterdir()]
    said = f"error: cannot export '{folder}': {path.name} is not what the manifest lists\n"
    assert done.stderr == said


@pytest.mark.skipif(CAKE_LPR is None, reason="cake_lpr is not installed")
def test_cake_lpr_verifies_all_proofs_of_a_game(tmp_path: Path) -> None:
    """Its machine code is itself proved to be right."""
    place = tmp_path / "certificates"
    done = CliRunner().invoke(application, ["prove", "nonaga", "--certify", str(place)])
    assert done.exit_code == 0, done.output
    proofs = list(all_exported(place))
    assert len(proofs) > 50
    for each in proofs:
        cnf, lrat = tmp_path / "a.cnf", tmp_path / "a.lrat"
        cnf.write_text(each.clauses, encoding="utf-8")
        lrat.write_text(each.steps, encoding="utf-8")
        command = [str(CAKE_LPR), str(cnf), str(lrat)]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ALL_RIGHT in run.stdout, f"{each.name}: {run.stdout}{run.stderr}"


def test_steps_of_arithmetic_come_first() -> None:
    """Else the numbers of the clauses would be others."""
    with pytest.raises(ValueError, match="comes after"):
        exported("odd", pigeons(2), "diagrams\n99 0 1 0\nfarkas 0 0")


def test_no_hint_is_0_where_others_read_the_steps() -> None:
    """Our checker does not look at what stands after a contradiction; to others a 0 is the end."""
    query = "(declare-fun a () Bool)(assert (and a (not a)))"
    plain = exported("x", query, "diagrams\n3 0 1 2 0\n")
    assert plain.steps == "3 0 1 2 0\n"
    assert exported("x", query, "diagrams\n3 0 1 2 0 0\n") == plain
