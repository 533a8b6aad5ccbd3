"""Who may import whom: the contracts hold, and each detects a violation."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from rulewright.play import games

ROOT = Path(__file__).parents[2]
LINT = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
NOT_TOOLS = {"spec", "impl", "proofs"}


def copied(target: Path) -> Path:
    """Copy the package and the contracts; the links between the folders stay links."""
    for part in ("rulewright", *NOT_TOOLS):
        copytree(ROOT / part, target / part, symlinks=True, ignore=ignore_patterns("__pycache__"))
    (target / ".importlinter").write_bytes((ROOT / ".importlinter").read_bytes())
    return target


def linted(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the contracts of a copy, which must be the package that Python finds first."""
    return subprocess.run(
        [sys.executable, "-c", LINT], cwd=folder, capture_output=True, text=True, check=False
    )


def test_the_contracts_hold(tmp_path: Path) -> None:
    """On an unchanged copy, so that the next test sees only what it planted."""
    done = linted(copied(tmp_path))
    assert done.returncode == 0, done.stdout
    contracts = (
        (ROOT / ".importlinter").read_text(encoding="utf-8").count("[importlinter:contract:")
    )
    assert f"{contracts} kept, 0 broken" in done.stdout


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("rulewright/interface/errors.py", "import rulewright.play.games", "interface"),
        ("spec/logic.py", "import rulewright.impl.engine", "specification"),
        ("spec/{game}/__init__.py", "from rulewright import lockstep", "specification"),
        ("impl/engine.py", "from rulewright.spec import logic", "implementation"),
        ("impl/{game}/__init__.py", "import rulewright.spec.{game}", "implementation"),
        ("impl/{game}/__init__.py", "from rulewright.checks import CHECKS", "implementation"),
        ("proofs/theorem.py", "import rulewright.impl.engine", "Proofs"),
        ("proofs/{game}/__init__.py", "from rulewright import games", "Proofs"),
        ("rulewright/cli.py", "from rulewright.spec.{game} import GAME", "Tools"),
        ("rulewright/play/games.py", "import rulewright.impl.{game}.kernel", "Tools"),
        ("rulewright/checks/laws.py", "from rulewright.proofs import {game}", "Tools"),
        ("rulewright/play/replay.py", "import rulewright.checks.laws", "Floors"),
        ("rulewright/checks/exhaustive.py", "import rulewright.console.output", "Floors"),
        ("rulewright/gaps/turns.py", "import rulewright.commands.gaps", "Floors"),
        ("rulewright/wording/numbers.py", "import click", "Wording"),
        ("rulewright/wording/players.py", "import rulewright.impl.drivers", "Wording"),
        ("rulewright/play/driver.py", "import rich.console", "play floor"),
        ("rulewright/conformance/__init__.py", "import rulewright.protocol.serving", "parser"),
        ("rulewright/protocol/messages.py", "import rulewright.conformance", "Floors"),
        (
            "rulewright/conformance/adapter/crew.py",
            "import rulewright.conformance.stages",
            "adapter",
        ),
        (
            "rulewright/conformance/adapter/scripts.py",
            "import rulewright.conformance.evidence.report",
            "Conformance",
        ),
        (
            "rulewright/conformance/stages/asking.py",
            "import rulewright.conformance.verdict.tell",
            "Conformance",
        ),
        (
            "rulewright/protocol/messages.py",
            "import rulewright.conformance.adapter.reading",
            "Conformance",
        ),
    ],
)
def test_a_forbidden_import_is_caught(tmp_path: Path, file: str, line: str, contract: str) -> None:
    """Planted at the end of a file, in a function that is never called."""
    game = games.game_names()[0]
    planted = copied(tmp_path) / file.format(game=game)
    planted.write_text(
        f"{planted.read_text(encoding='utf-8')}\n\ndef f():\n    {line.format(game=game)}\n",
        encoding="utf-8",
    )
    done = linted(tmp_path)
    assert done.returncode == 1
    broken = [each for each in done.stdout.splitlines() if "BROKEN" in each]
    assert any(contract in each for each in broken)


def tools() -> Iterator[Path]:
    """Yield the modules that must not name any game."""
    for path in sorted((ROOT / "rulewright").rglob("*.py")):
        if path.relative_to(ROOT / "rulewright").parts[0] not in NOT_TOOLS:
            yield path


def docstrings(tree: ast.Module) -> set[int]:
    """Return the ids of docstring nodes, which may contain examples."""
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, holders) and node.body and isinstance(node.body[0], ast.Expr)
    }


def named(text: str) -> list[str]:
    """List the strings in a module that mention a game as a separate word."""
    names = re.compile(rf"\b({'|'.join(games.game_names())})\b", re.IGNORECASE)
    tree = ast.parse(text)
    exempt = docstrings(tree)
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in exempt
        and names.search(node.value)
    ]


def test_no_tool_names_a_game() -> None:
    """Games are found by listing folders."""
    looked_at = list(tools())
    assert len(looked_at) > 30
    assert {path.name: found for path in looked_at if (found := named(path.read_text()))} == {}


def test_a_tool_that_names_a_game_is_caught() -> None:
    """In code, not in a docstring."""
    game = games.game_names()[0]
    assert named(f'"""About {game}."""\nif name == "{game}":\n    pass\n') == [game]
