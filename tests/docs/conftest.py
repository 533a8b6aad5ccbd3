"""The documentation, built once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from rulewright.play import games

ROOT = Path(__file__).parents[2]
LONGEST = "every_game_ends"
"""A theorem with a game of 94 actions."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a copy of the sources, so that the working tree stays as it is."""
    work = tmp_path_factory.mktemp("docs")
    copytree(ROOT / "docs", work / "docs", ignore=ignore_patterns("_build", "generated"))
    copytree(ROOT / "examples" / "tutorial", work / "examples" / "tutorial")  # shown in the pages
    keep_one_game_of_each(work / "docs" / "findings.json")
    count_less(work / "docs" / "_ext" / "counts_page.py")
    for name in games.game_names():
        write_verdicts(work / "docs" / "generated" / "verdicts" / f"{name}.json", name)
    command = [sys.executable, "-W", "ignore", "-m", "sphinx", "-q", "-W", "--keep-going"]
    built = subprocess.run(
        [*command, "-b", "html", "docs", "site"],
        cwd=work,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    return work / "site"


def keep_one_game_of_each(path: Path) -> None:
    """Leave each page of findings its first game: to draw all of them takes longest of all.

    `make docs` draws them all, and `test_every_game_that_is_shown_holds` replays them.
    """
    found = json.loads(path.read_text("utf-8"))
    shown = {
        name: [each for each in listed if "exhibit" in each and each["theorem"] != LONGEST][:1]
        for name, listed in found.items()
    }
    path.write_text(json.dumps(shown), encoding="utf-8")


def count_less(path: Path) -> None:
    """Stop counting positions sooner; `make docs` counts them all."""
    text, most = path.read_text("utf-8"), "MOST_POSITIONS = 1_000_000\n"
    assert text.count(most) == 1
    path.write_text(text.replace(most, "MOST_POSITIONS = 1_000\n"), encoding="utf-8")


def write_verdicts(path: Path, name: str) -> None:
    """Write verdicts such as `rulewright prove --json` prints; the last theorem fails."""
    theorems = games.theorems(name)
    summary = "12345 certificates, 6789 models evaluated, 0 agreed only, 0 without either"
    verdict = {"queries": 12_345, "seconds": 0.5, "detail": "a_detail", "witness": ["a", "b"]}
    verdict |= {
        "enumerated": 2,
        "assumed": 1,
        "replayed": "3 of 4 counterexamples replayed",
        "certification": {"summary": summary},
        "on_trust": [
            "a claim is evident: so it is",
            "its rim: tests/a_long_name.py::test_a_long_name",
        ],
    }
    answers = [
        {"name": each.name, "status": "proved", "holds": True, **verdict} for each in theorems
    ]
    answers[0] |= {"certification": None, "on_trust": []}
    answers[-1] |= {"status": "open", "holds": False}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"game": name, "theorems": answers}), encoding="utf-8")
