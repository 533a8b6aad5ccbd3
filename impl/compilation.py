"""Compilation with Numba, and a disk cache that cannot serve code of other sources.

Numba's own cache looks only at the file that defines a function: after a change in a callee it
would go on serving the old machine code, and a check would pass that should not. Here the cache
folder is named by a hash of *all* implementation sources and of the versions of Python, NumPy,
Numba and llvmlite, so any change starts a fresh folder. One file holds one function for one
signature and one processor, and is put in place by one atomic rename, so processes that run at the
same time can neither mix up nor truncate each other's entries.

The folder is ``$RULEWRIGHT_CACHE_DIR`` or the user's cache folder, never the installed package. If
it cannot be written, functions are compiled anew in each process.
"""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite
import numba
import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.extending import intrinsic, overload

Function = TypeVar("Function", bound=Callable[..., Any])

JIT_OPTIONS = {"nogil": True, "error_model": "numpy"}
LEAF_OPTIONS = {**JIT_OPTIONS, "_nrt": False, "forceinline": True}
"""For code that makes no arrays. Without the atomic counting of references to every array that goes
into a function, and without handing over a whole game at every call, random games of Minoa run three
times as fast."""
CALLED_OPTIONS = {**JIT_OPTIONS, "_nrt": False}
"""The same for code that is too large to be pasted in wherever it is called."""
SOURCES = Path(__file__).resolve().parent


def fingerprint(sources: Path) -> str:
    """Hash every Python file below `sources`, and the versions of what compiles them.

    Returns 32 hexadecimal digits; any changed byte or moved file gives others.
    """
    versions = (sys.version, np.__version__, numba.__version__, llvmlite.__version__)
    digest = hashlib.sha256(repr(versions).encode())
    for file in sorted(sources.rglob("*.py")):
        content = file.read_bytes()
        digest.update(f"\0{file.relative_to(sources).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:32]


def user_cache() -> Path:
    """Give the folder for all caches of rulewright; it need not exist."""
    chosen = os.environ.get("RULEWRIGHT_CACHE_DIR")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "rulewright" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "rulewright"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rulewright"


@cache
def cache_folder() -> Path | None:
    """Make and give the cache folder of the sources as they are; None if it cannot be written."""
    try:
        folder = user_cache() / fingerprint(SOURCES)
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, RuntimeError):  # RuntimeError: the user has no home folder
        return None
    return folder


class SignatureCache(NullCache):
    """Keep the compiled forms of one function on disk, one file for each signature."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        """Store below `folder`, which belongs to one state of the sources."""
        self.name = f"{function.__module__}.{function.__qualname__}"
        self.folder = folder

    @property
    def cache_path(self) -> str:
        """The folder of the entries."""
        return str(self.folder)

    def _entry(self, signature: Any, codegen: Any) -> tuple[str, Path]:
        # The magic tuple names the processor and its features: a shared home folder is safe.
        key = repr((self.name, signature, codegen.magic_tuple()))
        digest = hashlib.sha256(key.encode()).hexdigest()[:16]
        return key, self.folder / f"{self.name}-{digest}.bin"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load the compiled form for a signature; None if there is none that can be read."""
        if speaks_of_strangers(sig):
            return None
        target_context.refresh()
        key, path = self._entry(sig, target_context.codegen())
        try:
            # The folder is the user's own.
            stored, payload = pickle.loads(path.read_bytes())  # noqa: S301
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            return None
        rebuild: Any = CompileResult._rebuild  # noqa: SLF001
        return rebuild(target_context, *payload) if stored == key else None

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Store a compiled form; a full or vanished disk is no error.

        Nothing is stored once the sources on disk are others than those the folder is named by.
        """
        if cres.library.has_dynamic_globals or any(not each.can_cache for each in cres.lifted):
            return
        if speaks_of_strangers(sig):
            return
        if fingerprint(SOURCES) != self.folder.name:
            return
        key, path = self._entry(sig, cres.library.codegen)
        serialize: Any = dumps
        with contextlib.suppress(OSError):
            with tempfile.NamedTemporaryFile(dir=self.folder, delete=False) as part:
                part.write(serialize((key, cres._reduce())))  # noqa: SLF001
            Path(part.name).replace(path)


def speaks_of_strangers(signature: Any) -> bool:
    """Tell whether a signature has a game that is defined outside the hashed sources.

    What such a game makes of the kernel's functions can change without the folder's name changing,
    so it is compiled anew in each process.
    """
    classes = [getattr(each, "instance_class", None) for each in signature]
    return any(
        each is not None and not each.__module__.startswith(f"{__package__}.") for each in classes
    )


def compiled(function: Function) -> Function:
    """Compile a module-level function on first use, cached on disk; it may make arrays.

    The function keeps its Python type. Raises `ValueError` for a closure: its free variables are
    not part of the cache key.
    """
    return _compiled(function, JIT_OPTIONS)


def leaf(function: Function) -> Function:
    """Compile a module-level function as `compiled` does; it makes no arrays, nor slices of them."""
    return _compiled(function, LEAF_OPTIONS)


def branch(function: Function) -> Function:
    """Compile a module-level function as `leaf` does, but called, not pasted in: for large ones."""
    return _compiled(function, CALLED_OPTIONS)


def _compiled(function: Function, options: dict[str, Any]) -> Function:
    if function.__closure__ is not None:
        raise ValueError(f"{function.__qualname__} closes over variables and cannot be cached")
    dispatcher: Any = njit(**options)(function)
    folder = cache_folder()
    if folder is not None:
        dispatcher._cache = SignatureCache(function, folder)  # noqa: SLF001
    made: Function = dispatcher
    return made


_PROVIDED: dict[Callable[..., Any], set[type]] = {}
"""For functions of `rulewright.impl.kernel`, the classes of games that give them a meaning."""


def provides(stub: Callable[..., Any], game_class: type) -> Callable[[Function], Function]:
    """Make a function what `stub` means for one class of games.

    `stub` is a function of `rulewright.impl.kernel`; its first argument decides. The function must
    have the parameters of the stub. The class needs a name that no other game's class has: compiled
    code is found again by it.
    """

    def register(function: Function) -> Function:
        _PROVIDED.setdefault(stub, set()).add(game_class)

        def resolve(game: Any, *_: Any) -> Any:
            return function if getattr(game, "instance_class", None) is game_class else None

        # Numba demands that the two look alike, down to the names of the parameters.
        resolve.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
        provide: Any = overload
        provide(stub, jit_options=LEAF_OPTIONS)(resolve)
        return function

    return register


def provides_otherwise(stub: Callable[..., Any]) -> Callable[[Function], Function]:
    """Make a function what `stub` means for the classes of games that provide nothing of their own."""

    def register(function: Function) -> Function:
        def resolve(game: Any, *_: Any) -> Any:
            own = _PROVIDED.get(stub, set())
            return None if getattr(game, "instance_class", None) in own else function

        resolve.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
        provide: Any = overload
        provide(stub, jit_options=LEAF_OPTIONS)(resolve)
        return function

    return register


def _count_ones(_: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return (types.int64(types.int64), generate) if word == types.int64 else None


def _lowest_one(_: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return (types.int64(types.int64), generate) if word == types.int64 else None


def _nth_one(_: Any, word: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        bits, rank = arguments
        integer, one = bits.type, ir.Constant(bits.type, 1)
        if "+bmi2" in context.codegen().magic_tuple()[2]:
            deposit = builder.module.globals.get("llvm.x86.bmi.pdep.64") or ir.Function(
                builder.module, ir.FunctionType(integer, [integer] * 2), "llvm.x86.bmi.pdep.64"
            )
            found = builder.call(deposit, [builder.shl(one, rank), bits])
            return builder.cttz(found, ir.Constant(ir.IntType(1), 1))
        place: Any = ir.Constant(integer, 0)
        for half in (32, 16, 8, 4, 2, 1):
            lower = builder.and_(bits, ir.Constant(integer, (1 << half) - 1))
            ones = builder.ctpop(lower)
            above = builder.icmp_signed(">=", rank, ones)
            width = ir.Constant(integer, half)
            rank = builder.select(above, builder.sub(rank, ones), rank)
            bits = builder.select(above, builder.lshr(bits, width), bits)
            place = builder.select(above, builder.add(place, width), place)
        return place

    fits = word == types.int64 and index in (types.int64, types.uint64)
    return (types.int64(types.int64, types.int64), generate) if fits else None


count_ones: Callable[[int], int] = cast("Any", intrinsic(_count_ones))
"""Count the bits that are set in a 64-bit word (compiled code only)."""

lowest_one: Callable[[int], int] = cast("Any", intrinsic(_lowest_one))
"""Give the place of the lowest bit that is set in a word that is not zero (compiled code only)."""

nth_one: Callable[[int, int], int] = cast("Any", intrinsic(_nth_one))
"""Give the place of the bit number `index` (from 0, lowest first) of those that are set in a word,
which must have more than `index` of them (compiled code only)."""
