"""A disk cache of compiled functions that never serves code of other sources.

Numba's own cache looks only at the file that defines a function: after a change in a callee it would
still serve the old machine code, and a check would pass that should fail. Here the cache folder is named
by a hash of *all* implementation sources and of the versions of Python, NumPy, Numba and llvmlite, so
any change starts a new folder. What a process has loaded may be other code than the sources that it
hashed, if one was edited in between or its bytecode was out of date; such a process compiles for itself.
A file holds one function for one signature and one processor, and is put
in place by an atomic rename, so concurrent processes can neither mix up nor truncate their entries.
While one process compiles, others that need the same wait for it, and load what it has made.

The code of a guest, and ours compiled for it, lies in the same folder, each entry with a digest of what
it was made of (see `rulewright.impl.basis`); after a change it is compiled anew and takes the old one's
place.

The folder is ``$RULEWRIGHT_CACHE_DIR`` or the user's cache folder, never the installed package. If it
is not writable, every process compiles for itself.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps

from rulewright.impl.basis import Provided, classes_in, digest_of

if TYPE_CHECKING:
    from filelock import BaseFileLock

SOURCES = Path(__file__).resolve().parent
LONGEST_WAIT = 120.0
"""Seconds that a process waits for another one that compiles the same; then it compiles for itself."""


def digests(sources: Path) -> dict[str, bytes]:
    """Return the SHA-256 digest of every Python file below `sources`, by its relative path, sorted."""
    return {
        file.relative_to(sources).as_posix(): hashlib.sha256(file.read_bytes()).digest()
        for file in sorted(sources.rglob("*.py"))
    }


def fingerprint(hashed: Mapping[str, bytes]) -> str:
    """Hash the digests of sources, the versions of what compiles them, and whether indexes are checked.

    Returns 32 hexadecimal digits; any changed byte or moved file gives others.
    """
    compilers = (np.__version__, numba.__version__, llvmlite.__version__)
    checked = os.environ.get("NUMBA_BOUNDSCHECK", "")
    versions = (sys.version, sys.flags.optimize, *compilers, checked)
    whole = hashlib.sha256(repr(versions).encode())
    for path, digest in hashed.items():
        whole.update(f"\0{path}\0".encode() + digest)
    return whole.hexdigest()[:32]


@cache
def sources_hashed() -> dict[str, bytes]:
    """Return the digests of our sources when the cache folder was chosen."""
    return digests(SOURCES)


def loaded_otherwise() -> list[str]:
    """Return the modules loaded from other code than the hashed sources.

    A module that `rulewright.sources` has not loaded is one of them: nobody knows what it was made of.
    """
    hashed = sources_hashed()
    found = []
    for name, module in list(sys.modules.items()):
        if f"{name}.".startswith(f"{__package__}."):
            file = Path(str(getattr(module, "__file__", ""))).resolve()
            path = file.relative_to(SOURCES).as_posix() if file.is_relative_to(SOURCES) else ""
            loaded = getattr(getattr(module, "__loader__", None), "digest", None)
            if not loaded or loaded != hashed.get(path):
                found.append(name)
    return found


def user_cache() -> Path:
    """Return the folder for all caches of rulewright; it need not exist.

    Raises RuntimeError if the user has no home folder.
    """
    chosen = os.environ.get("RULEWRIGHT_CACHE_DIR")
    if chosen:
        return Path(chosen)
    return platformdirs.user_cache_path("rulewright", appauthor=False).expanduser()


@cache
def cache_folder() -> Path | None:
    """Create and return the cache folder of the current sources; None if it is not writable."""
    try:
        folder = user_cache() / fingerprint(sources_hashed())
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, RuntimeError):  # RuntimeError: the user has no home folder
        return None
    return folder


class SignatureCache(NullCache):
    """The compiled forms of one function on disk, one file per signature."""

    def __init__(
        self,
        function: Callable[..., Any],
        folder: Path,
        provided: Provided | None = None,
    ) -> None:
        """Store in `folder`, which belongs to one state of our sources.

        `provided` has the functions of each class of games, by what they implement.
        """
        self.function = function
        self.name = f"{function.__module__}.{function.__qualname__}"
        self.folder = folder
        self.provided = provided or {}
        self.loading: dict[Any, str | None] = {}
        self.held: dict[Any, BaseFileLock] = {}

    @property
    def cache_path(self) -> str:
        """The folder of the entries."""
        return str(self.folder)

    def _entry(self, signature: Any, codegen: Any) -> tuple[str, Path]:
        # The magic tuple names the processor and its features: a shared home folder is safe.
        classes = [f"{each.__module__}.{each.__qualname__}" for each in classes_in(signature)]
        key = repr((self.name, signature, classes, codegen.magic_tuple()))
        digest = hashlib.sha256(key.encode()).hexdigest()[:16]
        return key, self.folder / f"{self.name}-{digest}.bin"

    def _basis(self, signature: Any) -> str | None:
        return digest_of(self.function, signature, self.provided)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load the compiled form for a signature; None if there is no readable one.

        After None other processes that ask for the same wait until `let_go`: this one compiles it.
        """
        if loaded_otherwise():
            return None
        basis = self.loading[sig] = self._basis(sig)
        if basis is None:
            return None
        link(target_context)
        made = self._stored(sig, basis, target_context)
        if made is None and self._hold(sig, target_context):
            made = self._stored(sig, basis, target_context)
        return made

    def _stored(self, sig: Any, basis: str, target_context: Any) -> Any:
        key, path = self._entry(sig, target_context.codegen())
        try:
            # The folder is the user's own.
            stored, content = pickle.loads(path.read_bytes())  # noqa: S301
            # What was made for another state of a guest's sources may not even be readable.
            if stored != (key, basis):
                return None
            payload = pickle.loads(content)  # noqa: S301
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            return None
        rebuild: Any = CompileResult._rebuild  # noqa: SLF001
        made = rebuild(target_context, *payload)
        # A package that was imported anew has other classes under the same names.
        return made if tuple(made.signature.args) == tuple(sig) else None

    def _hold(self, sig: Any, target_context: Any) -> bool:
        """Keep others from compiling the same, after the one that does; false if that cannot be."""
        from filelock import FileLock, Timeout  # noqa: PLC0415 - not for who only loads

        _, path = self._entry(sig, target_context.codegen())
        lock = FileLock(path.with_suffix(".lock"))
        try:
            lock.acquire(timeout=LONGEST_WAIT)
        except (OSError, NotImplementedError, Timeout):  # no such locks here, or it takes too long
            return False
        self.held[sig] = lock
        return True

    def let_go(self, sig: Any) -> None:
        """Let others have what was loaded or compiled for a signature, or try it in their turn."""
        lock = self.held.pop(sig, None)
        if lock is not None:
            # Who waits for a removed file reads the entry first, so nothing is compiled twice.
            with contextlib.suppress(OSError):
                Path(lock.lock_file).unlink()
            lock.release()

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Store a compiled form; a full or missing disk is no error, and leaves no file."""
        if cres.library.has_dynamic_globals or any(not each.can_cache for each in cres.lifted):
            return
        if loaded_otherwise():
            return
        basis = self._basis(sig)
        # It may have been compiled of other code than is there now, if that has changed in between.
        if basis is None or basis != self.loading.get(sig, basis):
            return
        key, path = self._entry(sig, cres.library.codegen)
        serialize: Any = dumps
        with contextlib.suppress(OSError):
            put(path, pickle.dumps(((key, basis), serialize(cres._reduce()))))  # noqa: SLF001


def link(target_context: Any) -> None:
    """Add the symbols that stored machine code may need.

    Numba does this by `refresh`, which also loads all that typing and lowering need, SciPy included.
    That takes longer than everything else up to the first answer. What is compiled later refreshes
    the context itself, and what a parallel function needs is in its entry.
    """
    rtsys.initialize(target_context)
    import_module("numba.cpython.hashing")  # its symbols are the seeds of this process's hashes


def put(path: Path, content: bytes) -> None:
    """Write a file completely or not at all; raises OSError, and then leaves no part of it."""
    descriptor, part = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        Path(part).replace(path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise
