"""Compilation with Numba, and the dispatch of the kernel's functions to the code of a game."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from numba import config, njit
from numba.core.errors import NumbaError
from numba.extending import overload

from rulewright.impl import kernel
from rulewright.impl.basis import is_ours
from rulewright.impl.cache import SignatureCache, cache_folder
from rulewright.impl.inner import inner, inner_options, set_environments
from rulewright.impl.mistakes import IncompleteKernel, explain, lacking, miscounted
from rulewright.interface import UsageError

if getattr(config, "DISABLE_JIT", 0):  # without a stub for it
    raise UsageError(
        "NUMBA_DISABLE_JIT is set, but the implementations run only as compiled code: unset it"
    )

Function = TypeVar("Function", bound=Callable[..., Any])

JIT_OPTIONS = {"nogil": True, "error_model": "numpy"}
LEAF_OPTIONS = {**JIT_OPTIONS, "_nrt": False, "forceinline": True}
"""For code that creates no arrays. Without atomic reference counts of every array argument, and without
passing a whole game at every call, random games of Minoa run three times as fast."""
CALLED_OPTIONS = {**JIT_OPTIONS, "_nrt": False}
"""The same for code too large to be inlined."""
LEVEL = 2
"""LLVM's level of optimisation. At its third, code takes up to twice as long to compile where a game's
functions are large, and only random games of Minoa are faster, by a twentieth."""
HOT_LEVEL = 3


REQUIRED = (
    kernel.start,
    kernel.turn,
    kernel.legal_count,
    kernel.nth_legal,
    kernel.list_legal,
    kernel.is_legal,
    kernel.play,
    kernel.weight,
    kernel.write_scores,
    kernel.write_winners,
    kernel.write_board,
    kernel.write_key,
    kernel.read_key,
)
"""What every game must provide; for the other functions of the kernel there are defaults."""
_PROVIDED: dict[Callable[..., Any], dict[type, list[Callable[..., Any]]]] = {}
"""For each function of `rulewright.impl.kernel`, what implements it for each class of games."""
_NAMED: dict[str, type] = {}
"""The classes of guests' games by their unique names."""


def compiled(function: Function) -> Function:
    """Compile a module-level function on first use, cached on disk; it may create arrays.

    The function keeps its Python type. Raises `ValueError` for a closure: its free variables are
    not part of the cache key.
    """
    refuse_closure(function)
    return _compiled(function, JIT_OPTIONS)


def hot(function: Function) -> Function:
    """Compile a function as `compiled` does, for speed at any price."""
    refuse_closure(function)
    return _compiled(function, JIT_OPTIONS, HOT_LEVEL)


def leaf(function: Function) -> Function:
    """Compile a module-level function that creates neither arrays nor slices; it is inlined."""
    return _inner(function, LEAF_OPTIONS)


def branch(function: Function) -> Function:
    """Compile a large module-level function as `leaf` does, but do not inline it."""
    return _inner(function, CALLED_OPTIONS)


def _inner(function: Function, options: dict[str, Any]) -> Function:
    refuse_closure(function)
    made: Any = inner(function, options, partial(_compiled, function, options))
    return made  # type: ignore[no-any-return]


def refuse_closure(function: Callable[..., Any]) -> None:
    """Raise ValueError for a function whose free variables are not part of the cache key."""
    if function.__closure__ is not None:
        raise ValueError(f"{function.__qualname__} closes over variables and cannot be cached")


def _compiled(function: Function, options: dict[str, Any], level: int = LEVEL) -> Function:
    dispatcher: Any = njit(**options)(function)
    compile_for = dispatcher._compile_for_args  # noqa: SLF001 - what a call without compiled code calls

    def compile_or_explain(*arguments: Any, **named: Any) -> Any:
        try:
            with optimised(level):
                made = compile_for(*arguments, **named)
        except NumbaError as error:
            explain(error, arguments, _PROVIDED)
            raise
        set_environments([*dispatcher.overloads.values()][-1].library)
        return made

    dispatcher._compile_for_args = compile_or_explain  # noqa: SLF001
    folder = cache_folder()
    if folder is not None:
        cache_on_disk(dispatcher, SignatureCache(function, folder, _PROVIDED))
    made: Function = dispatcher
    return made


@contextmanager
def optimised(level: int) -> Iterator[None]:
    """Have Numba compile at a level of optimisation, unless NUMBA_OPT names one."""
    settings: Any = config
    before = settings.OPT
    if "NUMBA_OPT" not in os.environ:
        settings.OPT = type(before)(level)
    try:
        yield
    finally:
        settings.OPT = before


def cache_on_disk(dispatcher: Any, stored: SignatureCache) -> None:
    """Have a dispatcher take its compiled code from a cache, and put it there."""
    compile_one = dispatcher.compile

    def compile_alone(signature: Any) -> Any:
        try:
            return compile_one(signature)
        finally:
            stored.let_go(signature)

    dispatcher._cache = stored  # noqa: SLF001
    dispatcher.compile = compile_alone


def provides(stub: Callable[..., Any], game_class: type) -> Callable[[Function], Function]:
    """Make a function the implementation of `stub` for one class of games.

    `stub` is a function of `rulewright.impl.kernel`, dispatched on its first argument. The function must
    have the stub's parameters. A guest's class gets a unique name, in `__name__`.
    """
    make_unique(game_class)

    def register(function: Function) -> Function:
        _PROVIDED.setdefault(stub, {}).setdefault(game_class, []).append(function)

        def resolve(game: Any, *_: Any) -> Any:
            return function if getattr(game, "instance_class", None) is game_class else None

        # Numba requires equal signatures, down to the names of the parameters.
        resolve.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
        provide: Any = overload
        provide(stub, jit_options=inner_options(LEAF_OPTIONS))(resolve)
        return function

    return register


def make_unique(game_class: type) -> None:
    """Give the class of a guest's game a name that no other class of games has.

    Numba's dispatcher takes named tuples for the same type if their classes have equal names and their
    fields equal types: it would run the code of one game for another, or for an earlier state of it.
    """
    if is_ours(game_class.__module__) or _NAMED.get(game_class.__name__) is game_class:
        return
    own = f"{game_class.__module__}.{game_class.__qualname__}"
    name = "_".join(re.findall(r"\w+", own))
    names = (name, *(f"{name}_{number}" for number in range(2, len(_NAMED) + 3)))
    free = next(each for each in names if each not in _NAMED)
    _NAMED[free] = game_class
    game_class.__name__ = free


def require_complete(game: Any, notation: Any) -> None:
    """Raise `IncompleteKernel` unless a game has and provides all, and counts as its notation does."""
    fields = [name for name in vars(kernel.Kernel) if not name.startswith("_")]
    stubs = {stub.__name__: stub for stub in REQUIRED}
    found = list(lacking(game, fields, stubs, _PROVIDED)) or list(miscounted(game, notation))
    if found:
        raise IncompleteKernel(type(game), found)


def provides_otherwise(stub: Callable[..., Any]) -> Callable[[Function], Function]:
    """Make a function the implementation of `stub` for all games that provide none."""

    def register(function: Function) -> Function:
        def resolve(game: Any, *_: Any) -> Any:
            own = _PROVIDED.get(stub, {})
            return None if getattr(game, "instance_class", None) in own else function

        resolve.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
        provide: Any = overload
        provide(stub, jit_options=inner_options(LEAF_OPTIONS))(resolve)
        return function

    return register
