"""Files that cannot be what they are named for are refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from common.full_disk import without_room

from rulewright.cli import application
from rulewright.console import files


def refused(*given: str) -> str:
    """Run a command that is refused; return its line."""
    result = CliRunner().invoke(application, given)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_a_name_that_is_too_long_is_refused(tmp_path: Path) -> None:
    """It is longer than the line: its middle is left out. The longest possible name is written."""
    long = tmp_path / ("a" * 300)
    line = refused("show", "nonaga", "--svg", str(long))
    assert line.startswith(f"error: cannot write '{str(long)[:40]}...aaa")
    assert line.endswith("aaa': File name too long\n")
    longest = tmp_path / ("a" * 255)
    files.must_be_writable(str(longest))
    files.write(str(longest), "text")
    assert [path.read_text("utf-8") for path in tmp_path.iterdir()] == ["text"]


def test_a_position_from_an_endless_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """After reading more than any position has."""
    monkeypatch.setattr(files, "LARGEST", 1 << 20)
    line = refused("show", "nonaga", "--position", "/dev/zero")
    assert line == "error: cannot read '/dev/zero': it has more than 1 MiB, so it is no position\n"


def test_a_full_disk_is_said_and_leaves_what_was_there(tmp_path: Path) -> None:
    """The old file stays as it was, and no temporary one beside it."""
    file = tmp_path / "page"
    file.write_text("old", encoding="utf-8")
    with without_room():
        files.must_be_writable(str(file))
        with pytest.raises(files.UnusableFile, match=r"cannot write .*page': File too large"):
            files.write(str(file), "new")
    assert [path.read_text("utf-8") for path in tmp_path.iterdir()] == ["old"]
