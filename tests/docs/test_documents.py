"""The README and the documentation are run: every session and every Python block, as printed."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest
from common.documents import BLOCK, ROOT, Command, blocks, commands, pattern

DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(path for path in (ROOT / "docs").glob("*.md")),
]
SLOW = re.compile(" (verify|conform|ambiguities|gaps|report) ")
NOT_RUN_HERE = ("make", "pip")
"""Programs that would run these tests again, or change the installation."""


def name_of(command: Command) -> str:
    """Name a test by its page, its command and its line, so that `soak.json` need not know the line."""
    document, _, line = command.place.partition(":")
    return f"{document}: {' '.join(command.text.split())[:150]} ({line})"


ALL = [command for path in DOCUMENTS if path.exists() for command in commands(path)]
RUN = [
    pytest.param(command, marks=[pytest.mark.slow] if SLOW.search(command.text) else [])
    for command in ALL
    if not command.text.startswith(NOT_RUN_HERE)
]


@pytest.mark.parametrize("command", RUN, ids=name_of)
def test_a_command_prints_what_the_document_says(command: Command, tmp_path: Path) -> None:
    """Run from the top of the repository, as a reader would."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    done = subprocess.run(
        [which("bash") or "bash", "-c", command.text],
        cwd=ROOT,
        env=os.environ | {"PATH": path, "COLUMNS": "100", "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if command.status else subprocess.PIPE,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == command.status, f"{done.stdout}\n{done.stderr}"
    printed = "".join(f"{line}\n" for line in done.stdout.splitlines())
    assert re.fullmatch(pattern(command.expected), printed), f"it printed:\n{done.stdout}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_python_blocks_do_what_the_document_says(path: Path) -> None:
    """The blocks of one document are one doctest, in the order in which they stand."""
    source = "\n".join(text for _, text in blocks(path, "python"))
    test = doctest.DocTestParser().get_doctest(source, {}, path.name, str(path), 0)
    lines_printed: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=lines_printed.append)
    assert result.failed == 0, "".join(lines_printed)


def test_commands_that_are_not_run_here_exist() -> None:
    """Each target of make that a document names is in the Makefile."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([\w-]+):", makefile, re.MULTILINE))
    named = {
        target
        for path in DOCUMENTS
        for target in re.findall(r"\bmake ([a-z][\w-]*)", "\n".join(code(path)))
    }
    assert {"verify", "test", "docs"} <= named
    assert named <= targets


def code(path: Path) -> Iterator[str]:
    """Yield what a document sets as code: blocks and spans."""
    text = path.read_text(encoding="utf-8")
    yield from (found["text"] for found in BLOCK.finditer(text))
    yield from re.findall(r"`([^`\n]+)`", BLOCK.sub("", text))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_files_that_a_document_links_to_exist(path: Path) -> None:
    """Relative links and pictures; pages that are generated are left to the build."""
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[\w-]+)?\)", BLOCK.sub("", path.read_text("utf-8")))
    missing = [
        link for link in links if "generated/" not in link and not (path.parent / link).exists()
    ]
    assert not missing


FOLDERS = "rulewright|spec|impl|proofs|tests|docs|examples|vectors|benchmarks"
PLACE = re.compile(rf"(?:{FOLDERS})(?:/[\w.-]+)+/?")
MADE = ("docs/_build", "docs/generated")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_files_that_a_document_names_exist(path: Path) -> None:
    """Whatever is set as code and looks like a place in the repository."""
    named = {span for span in code(path) if PLACE.fullmatch(span) and not span.startswith(MADE)}
    assert sorted(place for place in named if not (ROOT / place).exists()) == []


@pytest.mark.parametrize(
    ("expected", "printed", "fits"),
    [
        (("1 156",), "1 156\n", True),
        (("1 156",), "1 157\n", False),
        (("1 156",), "1 156\n2 24180\n", False),
        (("took ... s",), "took 0.2 s\n", True),
        (("took ... s",), "took 0.2 s\nmore s\n", False),
        (("a", "...", "b"), "a\nx\ny\nb\n", True),
        (("a", "...", "b"), "a\nb\n", True),
        (("a", "...", "b"), "a\nx\ny\n", False),
        ((), "anything\n", False),
    ],
)
def test_expected_output_is_compared_line_by_line(
    expected: tuple[str, ...], printed: str, *, fits: bool
) -> None:
    """The comparison itself: dots stand for something, nothing else does."""
    assert bool(re.fullmatch(pattern(expected), printed)) == fits


def test_a_wrong_session_would_be_noticed(tmp_path: Path) -> None:
    """Power: a document with a wrong number and a wrong status is refused."""
    wrong = Command("echo 2", ("3",), "here:1")
    with pytest.raises(AssertionError, match="it printed"):
        test_a_command_prints_what_the_document_says(wrong, tmp_path)
    failing = Command("false", (), "here:2")
    with pytest.raises(AssertionError):
        test_a_command_prints_what_the_document_says(failing, tmp_path)
