"""The version of the rules: one digest of all sources that the verdicts on a game rest on."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rulewright.interface import RulewrightError
from rulewright.parts.part import WorkPart
from rulewright.play import games

HERE = Path(__file__).resolve().parents[1]
"""Our package."""
GAMES_IN = ("spec", "impl", "proofs", "suite")
"""Folders with a folder for each game: those of other games change nothing."""
ONLY_SHOWN = (
    "bridges",
    "cli.py",
    "commands",
    "console",
    "report",
    "scaffold",
)
"""What plans work and shows verdicts, and reaches none."""
COMPUTED_WITH = ("numpy", "numba", "llvmlite", "z3-solver", "hypothesis")
"""Libraries whose version is part of the digest."""
DIGITS = 16


class ClusterError(RulewrightError):
    """Parts cannot be done where they were sent: neither a verdict nor a mistake of a game."""

    exit_status = 4


class OtherSources(ClusterError):
    """A worker has other sources than the coordinator: its verdicts would be on other rules."""

    exit_status = 1

    def __init__(self, game: str, here: str, wanted: str) -> None:
        """Name both digests."""
        self.game, self.here, self.wanted = game, here, wanted
        super().__init__(
            f"refused: this worker has version {here} of {game}, the coordinator has version {wanted}: "
            "both need the same sources and libraries"
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Travel between processes."""
        return type(self), (self.game, self.here, self.wanted)


class ChangedSources(ClusterError):
    """Sources changed while this process ran: it has loaded others than it names."""

    exit_status = 1

    def __init__(self, module: str) -> None:
        """Name the module."""
        self.module = module
        super().__init__(f"refused: the sources of {module} changed after this process loaded them")

    def __reduce__(self) -> tuple[object, ...]:
        """Travel between processes."""
        return type(self), (self.module,)


def version_of(game: str) -> str:
    """Return the version of a game's rules, as hexadecimal digits; raises `ChangedSources`.

    It is the digest of all sources that a verdict on the game rests on, as they were when this process
    looked at them first: ours, except those of other games, and a guest's whole package.
    """
    check_loaded(game, len(sys.modules))
    return whole_digest(game)


@cache
def whole_digest(game: str) -> str:
    """Return the digest of a game's sources and of the libraries."""
    whole = hashlib.sha256(repr((sys.version_info[:2], libraries())).encode())
    for name, (_, digest) in sources(game).items():
        whole.update(f"\0{name}\0".encode() + digest)
    return whole.hexdigest()[:DIGITS]


def check_version(part: WorkPart) -> None:
    """Raise `OtherSources` unless this process has the version of the rules that a part is for."""
    here = version_of(part.game)
    if here != part.rules:
        raise OtherSources(part.game, here, part.rules)


@cache
def libraries() -> tuple[str, ...]:
    """Return the versions of the libraries that compute verdicts."""
    return tuple(map(version_of_library, COMPUTED_WITH))


def version_of_library(name: str) -> str:
    """Return the version of an installed library; "" if there is none."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


@cache
def sources(game: str) -> dict[str, tuple[Path, bytes]]:
    """Return each source by its name: where it lies, and its digest when it was looked at first."""
    files = dict(named_files(game))
    return {
        name: (files[name], hashlib.sha256(files[name].read_bytes()).digest())
        for name in sorted(files)
    }


def named_files(game: str) -> Iterator[tuple[str, Path]]:
    """Yield the name and the path of each source that a game rests on."""
    others = {*games.game_names(), *games.own_games("impl"), *games.own_games("proofs")} - {game}
    for top in HERE.iterdir():
        if top.name in ONLY_SHOWN:
            continue
        for file in files_in(top):
            inside = file.relative_to(HERE).parts
            of_another = inside[0] in GAMES_IN and len(inside) > 1 and inside[1] in others
            if not of_another:
                yield "/".join(inside), file
    folder = games.folder_of_guest(game)
    if folder is not None:
        for file in files_in(folder):
            yield f"guest/{file.relative_to(folder).as_posix()}", file


def files_in(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder, however deep; no bytecode and nothing hidden."""
    if folder.is_file():
        yield folder
        return
    for each in folder.iterdir():
        if each.name != "__pycache__" and not each.name.startswith("."):
            yield from files_in(each)


@cache
def check_loaded(game: str, modules: int) -> None:
    """Raise `ChangedSources` if a module was loaded from other sources than were hashed.

    `modules` is the number of modules loaded: there is nothing new to look at while it is the same.
    """
    del modules
    hashed = {str(path.resolve()): digest for path, digest in sources(game).values()}
    for name, module in list(sys.modules.items()):
        loaded: bytes = getattr(getattr(module, "__loader__", None), "digest", b"")
        file = getattr(module, "__file__", None)
        if loaded and file and hashed.get(str(Path(file).resolve()), loaded) != loaded:
            raise ChangedSources(name)
