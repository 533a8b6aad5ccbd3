"""Loads our modules, and guests', from their sources as they are, never from bytecode of other sources.

Python trusts a ``.pyc`` file if the source has the same size and was last written in the same second: an
edit that keeps both is not seen, and a check would judge code that nobody can read. The bytecode of
these packages is kept with a hash of its source instead, and each loader keeps the digest of what it
loaded, by which `rulewright.impl.cache` knows that machine code belongs to the sources.
"""

from __future__ import annotations

import hashlib
import marshal
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
from types import CodeType, ModuleType

HASHED = MAGIC_NUMBER + (0b11).to_bytes(4, "little")
"""The beginning of bytecode that is valid only for sources of the hash that follows."""


class CheckedLoader(SourceFileLoader):
    """Loads a module from bytecode only if that has the hash of the source."""

    digest: bytes = b""
    """SHA-256 of the source that was loaded; empty until then."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of the source, compiled unless it has been before."""
        path = self.get_filename(fullname)
        source = self.get_data(path)
        self.digest = hashlib.sha256(source).digest()
        head = HASHED + source_hash(source)
        try:
            place = cache_from_source(path)
        except NotImplementedError:  # this Python keeps no bytecode
            place = ""
        code = kept(place, head) if place else None
        if code is None:
            code = self.source_to_code(source, path)
            if place and not sys.dont_write_bytecode:
                self.set_data(place, head + marshal.dumps(code))  # no error if it cannot be written
        return code

    def exec_module(self, module: ModuleType) -> None:
        """Run a module, and say that it is loaded."""
        super().exec_module(module)
        for each in WHEN_LOADED:
            each(module)


WHEN_LOADED: list[Callable[[ModuleType], None]] = []
"""What is called with each module of these packages once it has run."""


def kept(place: str, head: bytes) -> CodeType | None:
    """Read bytecode that begins with `head`; None if there is none."""
    try:
        with open(place, "rb") as file:  # noqa: PTH123 - before pathlib is needed
            content = file.read()
        code = marshal.loads(content[len(head) :]) if content.startswith(head) else None  # noqa: S302
    except (OSError, EOFError, ValueError, TypeError):
        return None
    return code if isinstance(code, CodeType) else None


GUESTS: set[str] = set()
"""Packages of guests."""


def watch(package: str) -> None:
    """Load the modules of a guest's package, from now on, as ours are loaded."""
    GUESTS.add(package.partition(".")[0])


def is_watched(name: str) -> bool:
    """Return whether a module is ours or a guest's; its tests are for pytest to load."""
    top, _, rest = name.partition(".")
    last = name.rpartition(".")[2]
    if top in GUESTS:
        return not last.startswith("test_") and last != "conftest"
    return top == __package__ and bool(rest)


class CheckedFinder(MetaPathFinder):
    """Finds the modules of this package and of guests, for `CheckedLoader` to load."""

    def watch(self, package: str) -> None:
        """Load the modules of a guest's package, from now on, as ours are loaded."""
        watch(package)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec for a source file of a watched package; None for anything else."""
        if not is_watched(fullname):
            return None
        found = PathFinder.find_spec(fullname, path, target)
        if found is None or type(found.loader) is not SourceFileLoader:
            return None
        found.loader = CheckedLoader(fullname, found.loader.path)
        return found


def install() -> None:
    """Let Python ask this finder first."""
    if not any(isinstance(finder, CheckedFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, CheckedFinder())
