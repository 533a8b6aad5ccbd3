"""Guests' compiled code: kept on disk, never stale, and made again in another process."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import njit

from rulewright import sources
from rulewright.impl import basis, kernel
from rulewright.impl.basis import digest_of
from rulewright.impl.dispatch import provides
from rulewright.impl.engine import CompiledEngine, Implementation
from rulewright.impl.mistakes import IncompleteKernel

GUESTS = Path(__file__).parents[1] / "common" / "compiled"
FIRST_ACTIONS = (
    "import pickle, sys; from rulewright.play import games;"
    "engine = games.implementation('noughts', {'n': 2});"
    "print(*engine.legal_actions(engine.initial()));"
    "sys.stdout.flush(); sys.stdout.buffer.write(pickle.dumps(engine))"
)
UNPICKLED = (
    "import pickle, sys; engine = pickle.loads(sys.stdin.buffer.read());"
    "print(*engine.legal_actions(engine.initial()))"
)


def ran(code: str, environment: dict[str, str], given: bytes = b"") -> bytes:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        input=given,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


@pytest.fixture
def lodging(tmp_path: Path) -> Path:
    """Copy the guest, so that it can be edited."""
    folder = tmp_path / "games"
    shutil.copytree(GUESTS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def test_an_edit_of_the_same_size_in_the_same_second_is_what_a_guest_plays(
    lodging: Path, tmp_path: Path
) -> None:
    """Python would load the old text; Numba's cache would serve the code of the old callee."""
    kernel = lodging / "noughts" / "kernel.py"
    environment = {
        "RULEWRIGHT_GAMES": str(lodging),
        "RULEWRIGHT_CACHE_DIR": str(tmp_path / "cache"),
    }
    before, pickled = ran(FIRST_ACTIONS, environment).split(b"\n", 1)
    assert before == b"a1 a2 b1 b2"
    entries = {path: path.stat().st_mtime_ns for path in (tmp_path / "cache").rglob("*.bin")}
    assert any("loops.examine" in path.name for path in entries), "machine code is kept"
    assert ran(FIRST_ACTIONS, environment).startswith(before)
    assert {path: path.stat().st_mtime_ns for path in entries} == entries, "and used"

    elsewhere = {**environment, "RULEWRIGHT_GAMES": ""}
    assert ran(UNPICKLED, elsewhere, pickled).strip() == before, "it travels"

    times, text = kernel.stat(), kernel.read_text("utf-8")
    right, wrong = "((1 << game.n * game.n) - 1)  #", "((1 << game.n * game.n) - 2)  #"
    assert text.count(right) == 1
    kernel.write_text(text.replace(right, wrong), "utf-8")
    os.utime(kernel, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert kernel.stat().st_size == times.st_size
    assert ran(FIRST_ACTIONS, environment).startswith(b"a2 b1 b2\n")
    kernel.touch()
    assert ran(FIRST_ACTIONS, environment).startswith(b"a2 b1 b2\n")
    kernel.write_text(text, "utf-8")
    assert ran(UNPICKLED, elsewhere, pickled).strip() == before
    assert set((tmp_path / "cache").rglob("*.bin")) == set(entries), "each in the old one's place"


BOARD = """
import numpy as np
from rulewright.author.compiled import leaf
STEP = 1
TABLE = np.arange(3)

@leaf
def helper(number):
    return number + STEP
"""
KERNEL = """
from lodger import board
from lodger.board import TABLE, helper

def limit(number=5):
    return number

def play(game, row, action):
    inner = lambda: 17
    row[0] = helper(TABLE[0]) + board.STEP + limit()
"""


@pytest.fixture
def lodger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Make a package, and forget it afterwards."""
    folder = tmp_path / "lodger"
    folder.mkdir()
    for name, text in {"__init__": "", "board": BOARD, "kernel": KERNEL, "spec": ""}.items():
        (folder / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sources, "GUESTS", {"lodger"})
    yield folder
    forget()


def forget() -> None:
    for name in [each for each in sys.modules if each.partition(".")[0] == "lodger"]:
        del sys.modules[name]
    invalidate_caches()


def digest() -> str | None:
    """Load the package as it is now, and find the digest of its function."""
    forget()
    return digest_of(import_module("lodger.kernel").play, (), {})


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("kernel", "+ limit()", "- limit()"),
        ("kernel", "number=5", "number=6"),
        ("kernel", "lambda: 17", "lambda: 18"),
        ("board", "STEP = 1", "STEP = 2"),
        ("board", "np.arange(3)", "np.arange(4)"),
        ("board", "number + STEP", "number - STEP"),
        ("spec", "", "# what compiled code might read as it is made"),
    ],
)
def test_whatever_is_edited_changes_the_digest(lodger: Path, file: str, old: str, new: str) -> None:
    first = digest()
    assert first
    assert digest() == first
    path = lodger / f"{file}.py"
    path.write_text(path.read_text().replace(old, new, 1))
    assert digest() not in {first, None}


def test_what_is_changed_after_loading_changes_the_digest(
    lodger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sources are the same, but other code would be compiled."""
    first, kernel = digest(), import_module("lodger.kernel")
    found = {first}
    for where, name, value in (
        (kernel.board, "STEP", 3),
        (kernel, "TABLE", kernel.TABLE + 1),
        (kernel, "limit", kernel.helper),
    ):
        monkeypatch.setattr(where, name, value)
        found.add(digest_of(kernel.play, (), {}))
    assert len(found) == 4
    assert None not in found
    monkeypatch.setattr(kernel, "limit", object())
    assert digest_of(kernel.play, (), {}) is None, "this is nothing that can be followed"
    assert lodger.exists()


def test_code_that_was_loaded_from_other_sources_is_not_cached(lodger: Path) -> None:
    assert digest()
    kernel = import_module("lodger.kernel")
    (lodger / "board.py").write_text(BOARD.replace("STEP = 1", "STEP = 9"))
    assert digest_of(kernel.play, (), {}) is None
    (lodger / "board.py").write_text(BOARD)
    assert digest_of(kernel.play, (), {})
    import_module("lodger.spec")
    (lodger / "spec.py").write_text("# edited since it was loaded")
    assert digest_of(kernel.play, (), {}) is None


def test_a_package_that_python_loads_in_its_own_way_is_not_cached(
    lodger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its bytecode may be that of another text."""
    monkeypatch.setattr(sources, "GUESTS", set())
    assert digest() is None
    assert lodger.exists()


def test_a_function_of_no_module_is_not_cached() -> None:
    """As in an example that is run by doctest."""
    made: dict[str, Any] = {}
    exec("def play(row): return row", {"__name__": None}, made)  # noqa: S102 - our own text
    assert digest_of(made["play"], (), {}) is None


def test_our_own_functions_need_no_digest() -> None:
    from rulewright.impl.randomness import stream  # noqa: PLC0415 - compiled

    assert digest_of(stream, (), {}) == ""
    assert basis.is_ours("rulewright.impl.ari")
    assert not basis.is_ours("rulewright.implementation_of_another")


def test_an_engine_that_no_module_offers_cannot_travel() -> None:
    kind: Any = Implementation
    made = kind("nowhere", object, object, lambda *_: (None, None))
    engine: Any = object.__new__(CompiledEngine)
    engine.game, engine.implementation, engine.params, engine.rulings = "nowhere", made, {}, {}
    with pytest.raises(pickle.PicklingError, match="no module has the implementation of nowhere"):
        pickle.dumps(engine)


def perft_of(lodging: Path, old: str, new: str) -> tuple[int, str]:
    """Edit the kernel, and return the status of `rulewright perft` and what it says."""
    kernel = lodging / "noughts" / "kernel.py"
    text = kernel.read_text("utf-8")
    assert not old or text.count(old) == 1
    kernel.write_text(text.replace(old, new) if old else text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", "perft", "noughts", "--depth", "1"],
        env={**os.environ, "RULEWRIGHT_GAMES": str(lodging), "PYTHONPATH": str(lodging)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.returncode, done.stderr


def test_what_numba_says_of_a_kernel_is_told_in_a_line_with_its_place(lodging: Path) -> None:
    """An undefined name: Numba itself names no place in the guest's files."""
    old = "left, count = vacant(game, row), 0\n    while left:\n        actions"
    status, said = perft_of(lodging, old, old.replace("vacant(game, row)", "vacancies"))
    assert status == 5
    assert "the game 'noughts' is broken: its code raises TypingError: NameError" in said
    assert "name 'vacancies' is not defined (" in said
    assert "noughts/kernel.py:" in said
    assert "loops.py" not in said


def test_a_kernel_that_is_not_complete_says_what_it_lacks(lodging: Path) -> None:
    status, said = perft_of(lodging, "@provides(kernel.weight, Noughts)\n", "")
    assert status == 5
    assert "noughts.kernel.Noughts is not complete" in said
    assert "it has no function with @provides(kernel.weight, Noughts)" in said


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        ("player_count=3", "player_count=3, of which the notation names 2"),
        ("place_count=n", "place_count=3, of which the notation names 9"),
    ],
)
def test_a_kernel_that_counts_otherwise_than_its_notation_is_refused(
    edit: str, said: str, lodging: Path
) -> None:
    """Three players of a game of two held; places that are too few were written beyond an array."""
    impl = lodging / "noughts" / "impl.py"
    name = edit.partition("=")[0]
    old = {"player_count": "player_count=2", "place_count": "place_count=n * n"}[name]
    text = impl.read_text("utf-8")
    assert text.count(old) == 1
    impl.write_text(text.replace(old, edit), "utf-8")
    status, told = perft_of(lodging, "", "")
    assert status == 5
    assert f"the kernel of noughts.kernel.Noughts is not complete: it has {said}" in told


def test_an_error_about_a_kernel_travels() -> None:
    error = IncompleteKernel(dict, ["no field 'key_size'"])
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert str(again) == str(error)
    assert again.exit_status == 5


def test_games_with_equal_names_and_fields_run_their_own_code() -> None:
    """Numba takes such tuples for the same type: the second game would have run the first one's code."""

    def made(module: str) -> Any:
        class Twins(NamedTuple):
            size: int

        Twins.__module__ = module
        return Twins

    first, second = made("one.kernel"), made("two.kernel")

    @provides(kernel.turn, first)
    def of_first(game: Any, row: Any) -> int:
        return int(game.size + row[0])

    @provides(kernel.turn, second)
    def of_second(game: Any, row: Any) -> int:
        return int(game.size - row[0])

    @njit  # type: ignore[untyped-decorator]
    def asked(game: Any, row: Any) -> int:
        return kernel.turn(game, row)

    row = np.ones(1, np.int64)
    assert [asked(each(3), row) for each in (first, second, first)] == [4, 2, 4]
