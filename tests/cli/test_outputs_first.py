"""Outputs are checked before any work: one line, status 2, and nothing written."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import pytest
from click.testing import CliRunner, Result

from rulewright.cli import application

WORK = (
    "rulewright.ambiguity.studied",
    "rulewright.checks.verification.verify",
    "rulewright.checks.proving.side_by_side",
    "rulewright.conformance.checking.conform",
    "rulewright.conformance.comparing.compare",
    "rulewright.vectors.cover.chosen_vectors",
    "rulewright.vectors.generate.generate",
)
FILES = {
    "ambiguities": ("ambiguities", "minoa", "--report"),
    "cover": ("vectors", "cover", "minoa", "--output"),
    "known": ("conform", "--game", "minoa", "--write-known"),
}
FOLDERS = {
    "verify": ("verify", "minoa", "--report"),
    "report": ("report", "minoa", "--output"),
    "prove": ("prove", "minoa", "--smt2"),
    "compare": ("compare", "minoa", "--engine", "a=x", "--output"),
    "vectors": ("vectors", "generate", "minoa", "--output"),
}
CONFORM = ("conform", "--game", "minoa", "--report")


class Begun(BaseException):
    """The work has begun."""


@pytest.fixture(autouse=True)
def _no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise as soon as the work begins."""

    def work(*_: object, **__: object) -> NoReturn:
        raise Begun

    for name in WORK:
        monkeypatch.setattr(name, work)


def run(command: tuple[str, ...], path: str) -> Result:
    """Run a command that writes to a path."""
    behind = ("--", "no-such-program") if command[0] == "conform" else ()
    return CliRunner().invoke(application, [*command, path, *behind])


def is_refused(result: Result, what: str) -> None:
    """One line names what is wrong."""
    assert result.exit_code == 2, result.output
    assert len(result.stderr.splitlines()) == 1
    assert what in result.stderr
    assert not result.stdout


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_cannot_be_written(name: str, tmp_path: Path) -> None:
    """Its folder is missing, a folder is in its place, or a file in place of its folder."""
    (tmp_path / "file").write_text("kept")
    is_refused(run(FILES[name], str(tmp_path / "none" / "x")), "No such file or directory")
    is_refused(run(FILES[name], str(tmp_path)), "it is a folder")
    is_refused(run(FILES[name], str(tmp_path / "file" / "x")), "Not a directory")
    is_refused(run(FILES[name], ""), "cannot write ''")
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("file", "kept")]


@pytest.mark.parametrize("command", [*FOLDERS.values(), CONFORM], ids=[*FOLDERS, "conform"])
def test_a_folder_that_cannot_be_written(command: tuple[str, ...], tmp_path: Path) -> None:
    """A file is in its place, or in place of a parent folder."""
    (tmp_path / "file").write_text("kept")
    is_refused(run(command, str(tmp_path / "file")), str(tmp_path / "file"))
    is_refused(run(command, str(tmp_path / "file" / "x")), "Not a directory")
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("file", "kept")]


INSIDE = [
    (FOLDERS["verify"], "index.html"),
    (FOLDERS["verify"], "minoa.html"),
    (FOLDERS["report"], "index.html"),
    (FOLDERS["vectors"], "matrix.json"),
    (FOLDERS["vectors"], "minoa/clauses.json"),
    (FOLDERS["compare"], "comparison.html"),
    (FOLDERS["compare"], "report-a.html"),
    (CONFORM, "report.html"),
    (CONFORM, "vectors-minoa.json"),
]


@pytest.mark.parametrize(("command", "name"), INSIDE, ids=[f"{e[0][0]}-{e[1]}" for e in INSIDE])
def test_a_folder_in_the_place_of_a_file(
    command: tuple[str, ...], name: str, tmp_path: Path
) -> None:
    """The files to be written are checked too."""
    (tmp_path / name).mkdir(parents=True)
    is_refused(run(command, str(tmp_path)), "it is a folder")


@pytest.mark.parametrize("command", [*FILES.values(), *FOLDERS.values(), CONFORM])
def test_what_can_be_written_is_begun(command: tuple[str, ...], tmp_path: Path) -> None:
    """Power: the same commands do begin, and the check leaves nothing behind."""
    name = "x.txt" if command in FILES.values() else "folder"
    with pytest.raises(Begun):
        CliRunner().invoke(
            application,
            [*command, str(tmp_path / name), *(("--", "x") if command[0] == "conform" else ())],
            catch_exceptions=False,
        )
    assert all(not each.is_file() for each in tmp_path.rglob("*"))
