"""Verdicts kept for the documentation rest on the sources that are there now, and on nothing older."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import verdicts

HELD = json.dumps({"game": "nonaga", "held": True, "theorems": []})


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One source for all games, and an empty folder for verdicts."""
    path = tmp_path / "clauses.py"
    path.write_text("LIMIT = 3\n", encoding="utf-8")
    monkeypatch.setattr(verdicts, "FOLDER", tmp_path / "kept")
    monkeypatch.setattr(verdicts, "sources", lambda _: [path])
    return path


def runs(monkeypatch: pytest.MonkeyPatch, status: int = 0) -> list[str]:
    """Prove by writing down which games were asked for."""
    asked: list[str] = []

    def proved(game: str, *options: str) -> tuple[int, str]:
        asked.append(" ".join((game, *options)))
        return status, HELD

    monkeypatch.setattr(verdicts, "proved", proved)
    return asked


@pytest.mark.usefixtures("source")
def test_what_is_unchanged_is_not_proved_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = runs(monkeypatch)
    assert [verdicts.main(["nonaga"]) for _ in range(3)] == [0, 0, 0]
    assert asked == ["nonaga"]


@pytest.mark.usefixtures("source")
def test_verdicts_without_certificates_do_not_do_where_these_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The other way round they do."""
    asked = runs(monkeypatch)
    for given in (["nonaga"], ["--certify", "nonaga"], ["--certify", "nonaga"], ["nonaga"]):
        assert verdicts.main(given) == 0
    assert asked == ["nonaga", "nonaga --certify"]


def test_an_edit_that_changes_no_size_and_no_time_is_noticed(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, before = runs(monkeypatch), source.stat()
    verdicts.main(["nonaga"])
    source.write_text("LIMIT = 4\n", encoding="utf-8")
    os.utime(source, ns=(before.st_atime_ns, before.st_mtime_ns))
    verdicts.main(["nonaga"])
    assert asked == ["nonaga", "nonaga"]


def test_a_comment_and_another_layout_are_nothing_new(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = runs(monkeypatch)
    verdicts.main(["nonaga"])
    source.write_text("# The most.\nLIMIT = (\n    3\n)\n", encoding="utf-8")
    verdicts.main(["nonaga"])
    assert asked == ["nonaga"]


def test_a_text_is_something_new(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = runs(monkeypatch)
    for words in ("at most three", "at most four"):
        source.write_text(f'LIMIT = 3\n"""{words}"""\n', encoding="utf-8")
        verdicts.main(["nonaga"])
    assert asked == ["nonaga", "nonaga"]


def test_a_failed_proof_leaves_no_old_verdict(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs(monkeypatch)
    verdicts.main(["nonaga"])
    kept = verdicts.FOLDER / "nonaga.json"
    assert json.loads(kept.read_text(encoding="utf-8"))["held"]
    source.write_text("LIMIT = 4\n", encoding="utf-8")
    runs(monkeypatch, status=1)
    assert verdicts.main(["nonaga"]) == 1
    assert not kept.exists()


@pytest.mark.parametrize("text", ["", "{", "[]", HELD])
def test_a_file_without_a_digest_is_not_believed(text: str, tmp_path: Path) -> None:
    path = tmp_path / "nonaga.json"
    path.write_text(text, encoding="utf-8")
    assert not verdicts.is_kept(path, "any")


def test_every_module_that_a_proof_loads_is_among_the_sources() -> None:
    """In a fresh process: the prover, the command, and the theorems of a game."""
    program = (
        "import sys; import rulewright.commands.prove, rulewright.checks.proving\n"
        "import rulewright.proofs.prove; from rulewright.play import games\n"
        "games.theorems('nonaga')\n"
        "print(*(str(m.__file__) for n, m in sys.modules.items() if n.startswith('rulewright')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=True
    )
    loaded = {Path(name).resolve() for name in done.stdout.split() if name != "None"}
    known = {path.resolve() for path in verdicts.sources("nonaga")}
    assert len(loaded) > 40
    assert loaded <= known, sorted(map(str, loaded - known))
