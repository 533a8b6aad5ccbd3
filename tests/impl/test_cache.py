"""The cache of compiled code: never of other sources, and safe with many processes."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

import errno
import importlib
import os
import shutil
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from common.fresh_cache import printed_with_cache
from common.full_disk import without_room

from rulewright.impl import cache
from rulewright.impl.cache import digests, fingerprint, user_cache
from rulewright.impl.dispatch import compiled

DRAWN = (
    "import sys; from rulewright.impl.randomness import stream;"
    "print(stream(1, 2), 'numba.np.arraymath' in sys.modules)"
)
"""Prints a number, and whether it was compiled: who only loads code does not load the compiler."""


def test_the_fingerprint_follows_every_source(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "drivers.py").write_text("ONE = 1\n")
    (tmp_path / "game" / "kernel.py").write_text("TWO = 2\n")
    first = fingerprint(digests(tmp_path))
    assert fingerprint(digests(tmp_path)) == first
    (tmp_path / "game" / "kernel.py").write_text("TWO = 3\n")
    second = fingerprint(digests(tmp_path))
    (tmp_path / "game" / "kernel.py").rename(tmp_path / "game" / "rules.py")
    third = fingerprint(digests(tmp_path))
    (tmp_path / "game" / "kernel.py").write_text("")
    assert len({first, second, third, fingerprint(digests(tmp_path))}) == 4


def test_the_cache_folder_is_the_fingerprint_of_the_implementation() -> None:
    folder = cache.cache_folder()
    if folder is not None:
        assert folder.name == fingerprint(digests(Path(cache.__file__).parent))


def test_code_that_is_not_that_of_the_hashed_sources_has_no_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nothing is taken from the folder, and nothing is put there."""
    importlib.import_module("rulewright.impl.minoa.kernel")
    assert cache.loaded_otherwise() == []
    hashed = {**cache.sources_hashed(), "minoa/kernel.py": b"another text"}
    monkeypatch.setattr(cache, "sources_hashed", lambda: hashed)
    assert cache.loaded_otherwise() == ["rulewright.impl.minoa.kernel"]
    stored = cache.SignatureCache(test_closures_are_refused, tmp_path)
    assert stored.load_overload((), None) is None
    nothing: Any = SimpleNamespace(library=SimpleNamespace(has_dynamic_globals=False), lifted=())
    stored.save_overload((), nothing)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_leaves_no_part_of_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Neither an entry that cannot be read, nor an empty file for each attempt."""
    with without_room(), pytest.raises(OSError, match="File too large"):
        cache.put(tmp_path / "entry.bin", b"code")
    assert list(tmp_path.iterdir()) == []

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        cache.put(tmp_path / "entry.bin", b"code")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("room", [False, True])
def test_on_a_full_disk_a_run_goes_on_without_the_cache(tmp_path: Path, *, room: bool) -> None:
    """What it compiles is not kept, and nothing else stays; with room the same run keeps it."""
    environment = {**os.environ, "RULEWRIGHT_CACHE_DIR": str(tmp_path)}
    with nullcontext() if room else without_room():
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", STREAM],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
    assert done.stdout.strip().isdigit()
    assert done.stderr == ""
    assert any(path.is_file() for path in tmp_path.rglob("*")) == room


ROOT = Path(__file__).parents[2]
STREAM = "from rulewright.impl.randomness import stream; print(stream(1, 2))"


def test_an_edit_of_the_same_size_in_the_same_second_is_what_is_compiled(tmp_path: Path) -> None:
    """Python would load the old text, and keep its machine code under the new one's name.

    The edited function is called by the one that is asked.
    """
    for name in ("spec", "impl", "proofs", "rulewright"):
        shutil.copytree(
            *(ROOT / name, tmp_path / name),
            symlinks=True,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    source = tmp_path / "impl" / "randomness.py"
    environment = os.environ | {
        "PYTHONPATH": str(tmp_path),
        "RULEWRIGHT_CACHE_DIR": str(tmp_path / "cache"),
    }

    def number() -> str:
        done = subprocess.run(
            [sys.executable, "-c", STREAM],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    numbers = [number()]
    times = source.stat()
    right, wrong = "(counter >> _A)", "(counter >> _B)"
    text = source.read_text("utf-8")
    assert text.count(right) == 1
    source.write_text(text.replace(right, wrong), "utf-8")
    os.utime(source, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert source.stat().st_size == times.st_size
    numbers.append(number())
    source.touch()
    numbers.append(number())
    assert list((tmp_path / "cache").rglob("*stream*.bin")), "machine code is kept"
    assert numbers[1] == numbers[2] != numbers[0]


def test_the_users_choice_of_folder_comes_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE_DIR", str(tmp_path))
    assert user_cache() == tmp_path


def test_a_user_without_a_home_folder_has_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a folder with the name `~` would be made wherever a process is started."""
    monkeypatch.delenv("RULEWRIGHT_CACHE_DIR", raising=False)
    homeless = Path("~nobody-has-this-name") / "rulewright"
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_, **__: homeless)
    assert cache.cache_folder.__wrapped__() is None


def test_closures_are_refused() -> None:
    step = 2

    def add(number: int) -> int:
        return number + step

    with pytest.raises(ValueError, match="closes over"):
        compiled(add)


def run(cache: Path) -> list[str]:
    """Draw a number in a process of its own; give it, and whether it was compiled."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", DRAWN],
        env={**os.environ, "RULEWRIGHT_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Have two processes compile the same at the same time; return the folder and the number."""
    folder = tmp_path_factory.mktemp("filled")
    environment = {**os.environ, "RULEWRIGHT_CACHE_DIR": str(folder)}
    both = [
        subprocess.Popen(
            [sys.executable, "-c", DRAWN], env=environment, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    one, other = (process.communicate()[0].split() for process in both)
    assert one[0] == other[0]
    assert "True" in {one[1], other[1]}
    return folder, one[0]


def test_a_later_process_takes_what_two_have_compiled_at_once(filled: tuple[Path, str]) -> None:
    folder, number = filled
    assert run(folder) == [number, "False"]


def test_what_is_cut_off_is_compiled_anew(filled: tuple[Path, str], tmp_path: Path) -> None:
    folder, number = filled
    shutil.copytree(folder, tmp_path / "cut")
    entries = list((tmp_path / "cut").rglob("*.bin"))
    for entry in entries:
        entry.write_bytes(entry.read_bytes()[:100])
    assert entries
    assert run(tmp_path / "cut") == [number, "True"]


LOADED = """
import sys
from rulewright.play import games
engine = games.implementation("minoa", {"n": 1})
print(*engine.legal_actions(engine.initial()), "numba.np.arraymath" in sys.modules)
"""


@pytest.mark.slow
def test_who_only_loads_code_does_not_load_the_compiler(tmp_path: Path) -> None:
    """Numba's tables for typing and lowering, and SciPy with them, take longer than all else."""
    first, second = (printed(LOADED, tmp_path).split() for _ in range(2))
    assert first[:-1] == second[:-1] != []
    assert (first[-1], second[-1]) == ("True", "False")


WANTS_SYMBOLS = """
import math
import random
import numpy as np
from rulewright.impl.dispatch import compiled

@compiled
def much(numbers):
    random.seed(1)
    np.random.seed(1)
    different = set(numbers)
    names = {str(number): number for number in different}
    square = np.ones((3, 3)) @ np.ones((3, 3))
    if not names:
        raise IndexError("no numbers")
    drawn = random.random() + np.random.random() + math.erf(0.5) + np.sort(numbers)[0] ** 2.5
    return len(names), names[str(numbers[1])], square.sum(), drawn
"""
ASKED = """
import numpy as np
from rulewright import sources
sources.watch("wants")
from wants import much
print(*much(np.array([1, 2, 2])))
try:
    much(np.array([1])[:0])
except IndexError as error:
    print(error)
print(sum(much.stats.cache_hits.values()))
"""


@pytest.mark.slow
def test_a_guests_code_is_loaded_with_all_that_it_calls(tmp_path: Path) -> None:
    """LLVM ends the process if a symbol is missing: of texts and sets, BLAS, random numbers, errors."""
    (tmp_path / "wants.py").write_text(WANTS_SYMBOLS)
    first, second = (printed(ASKED, tmp_path).split() for _ in range(2))
    assert first[:-1] == second[:-1]
    assert first[:3] == ["2", "2", "27.0"]
    assert (first[-1], second[-1]) == ("0", "1")


def printed(code: str, cache: Path) -> str:
    """Run code in a process of its own, and return what it prints."""
    script = cache / "script.py"
    script.write_text(code)
    done = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "RULEWRIGHT_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    code = "from rulewright.impl.cache import cache_folder; print(cache_folder())"
    assert printed_with_cache(code, blocked) == "None"


STRANGER = """
from typing import NamedTuple
from rulewright.impl import kernel
from rulewright.impl.dispatch import compiled, provides

class Stranger(NamedTuple):
    rows: int

@provides(kernel.turn, Stranger)
def turn(game, row):
    return ANSWER

@compiled
def ask(game, row):
    return kernel.turn(game, row)

import numpy as np
print(ask(Stranger(1), np.zeros(1, np.int64)))
"""


@pytest.mark.slow
def test_a_game_from_elsewhere_is_never_served_from_the_cache(tmp_path: Path) -> None:
    """Its sources are not in the folder's name, so old machine code would go unnoticed."""
    script = tmp_path / "stranger.py"
    answers = []
    for answer in ("1", "2"):
        script.write_text(STRANGER.replace("ANSWER", answer))
        done = subprocess.run(
            [sys.executable, str(script)],
            env={**os.environ, "RULEWRIGHT_CACHE_DIR": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            check=True,
        )
        answers.append(done.stdout.strip())
    assert answers == ["1", "2"]


def test_code_that_checks_its_indexes_is_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the code of a normal run would be served where indexes are to be checked, and check none."""
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    usual = fingerprint({"a.py": b"1"})
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert fingerprint({"a.py": b"1"}) != usual


SLOW = """
import sys, time
from pathlib import Path
from rulewright import sources
sources.watch("waits")
import numba.core.compiler as compiler
from waits import double

compile_result = compiler.compile_extra

def counted(*given, **named):
    with open(COUNTS, "a") as file:
        file.write("x")
    time.sleep(2)
    return compile_result(*given, **named)

compiler.compile_extra = counted
Path(sys.argv[1]).touch()
while not all(Path(each).exists() for each in sys.argv[1:]):
    time.sleep(0.01)
print(double(21))
"""
WAITS = """
from rulewright.impl.dispatch import compiled

@compiled
def double(number):
    return 2 * number
"""


def test_what_another_process_compiles_is_waited_for(tmp_path: Path) -> None:
    """Two begin at the same moment; one compiles, and the other one loads what it has made."""
    counts = tmp_path / "counts"
    (tmp_path / "waits.py").write_text(WAITS)
    (tmp_path / "script.py").write_text(SLOW.replace("COUNTS", repr(str(counts))))
    environment = {**os.environ, "RULEWRIGHT_CACHE_DIR": str(tmp_path / "cache")}
    ready = [str(tmp_path / name) for name in ("one", "other")]
    both = [
        subprocess.Popen(
            [sys.executable, "-W", "error", str(tmp_path / "script.py"), *order],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        for order in (ready, ready[::-1])
    ]
    assert [process.communicate()[0].strip() for process in both] == ["42", "42"]
    assert counts.read_text() == "x"
    assert list((tmp_path / "cache").rglob("*.bin"))
    assert not list((tmp_path / "cache").rglob("*.lock"))
