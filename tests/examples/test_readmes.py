"""The commands in the READMEs of the examples print what they say, one after the other."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from common.documents import commands, pattern
from common.foreign import EXAMPLES, program

PROGRAMS = {"javascript": ["node"], "c": ["gcc", "make"], "java": ["javac", "java"]}


@pytest.mark.slow
@pytest.mark.parametrize("language", PROGRAMS)
def test_the_commands_print_what_the_readme_says(language: str, tmp_path: Path) -> None:
    """Run on a copy, so that nothing built is left in the checkout."""
    for name in PROGRAMS[language]:
        program(name)
    shutil.copytree(EXAMPLES / language, tmp_path / "examples" / language)
    session = list(commands(EXAMPLES / language / "README.md"))
    assert session
    for command in session:
        done = subprocess.run(
            [program("bash"), "-c", command.text],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert re.fullmatch(pattern(command.expected), done.stdout), done.stdout
        assert not done.stderr


@pytest.mark.parametrize("language", PROGRAMS)
def test_each_file_is_in_the_table_of_its_readme(language: str) -> None:
    """A reader finds every source file, and no file that is not there."""
    readme = (EXAMPLES / language / "README.md").read_text(encoding="utf-8")
    rows = [line for line in readme.splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`([^`]+)`", row.split("|")[1])}
    present = {path.name for path in (EXAMPLES / language).iterdir() if path.is_file()}
    assert named == present - {"README.md", ".gitignore", "minoa-engine"}
