"""What the machine code of a guest rests on, as one digest: its sources, and the code that is loaded.

A guest's functions lie outside the sources by whose hash the cache folder is named. So each of their
entries is kept with a digest of all that it was made of: every Python file of the packages concerned,
and, followed from function to function, the code objects, defaults and global values that this process
has loaded and would compile. Whatever cannot be followed is not cached.
"""

from __future__ import annotations

import builtins
import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeAlias

import numpy as np

VERSIONED = frozenset({"numpy", "numba", "llvmlite", *sys.stdlib_module_names})
"""Packages whose versions are in the name of the cache folder."""
NAMED, ADDRESS = frozenset({"builtins", "numpy", "numba"}), " at 0x"
"""Packages whose objects are followed by their names, if these have no addresses in them."""
OURS = __package__
"""The package whose sources are in the name of the cache folder."""
Provided: TypeAlias = Mapping[Any, Mapping[type, Sequence[Callable[..., Any]]]]
"""By what they implement and for which class of games: the functions of games."""
PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...))


class NotFollowed(Exception):
    """Something that code rests on cannot be put in a digest."""


def is_ours(module: str) -> bool:
    """Return whether a module's sources are in the name of the cache folder."""
    return f"{module}.".startswith(f"{OURS}.")


def is_versioned(module: str) -> bool:
    """Return whether a module is of a package whose version is in the name of the cache folder."""
    return module.partition(".")[0] in VERSIONED


def classes_in(signature: Iterable[Any]) -> Iterator[type]:
    """Yield the classes of games in the types of a signature, however deep."""
    for each in signature:
        found = getattr(each, "instance_class", None)
        if found is not None:
            yield found
        inner = (*getattr(each, "types", ()), getattr(each, "dtype", None))
        yield from classes_in(one for one in inner if one is not None)


def digest_of(
    function: Callable[..., Any],
    signature: Iterable[Any],
    provided: Provided,
) -> str | None:
    """Return the digest of what a guest's compiled function rests on; "" for one of ours.

    `signature` has the types for which it is compiled, `provided` the functions that the classes of
    games implement. None if it cannot be followed, or if it was loaded from other sources than those
    that lie there now: then it may not be cached.
    """
    strange = [each for each in classes_in(signature) if not is_ours(each.__module__)]
    if not strange and is_ours(str(function.__module__)):
        return ""
    trail = Trail()
    try:
        for each in sorted(strange, key=lambda one: (one.__module__, one.__qualname__)):
            trail.follow(each)
            for stub, classes in sorted(provided.items(), key=lambda pair: str(pair[0].__name__)):
                for own in classes.get(each, ()):
                    trail.add(stub.__name__)
                    trail.follow(own)
        if not is_ours(str(function.__module__)):
            trail.follow(function)
        for name in sorted(trail.modules):
            trail.add(*sources_of(name))
    except (NotFollowed, OSError):
        return None
    return trail.digest


class Trail:
    """All that was followed, in order."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._hash = hashlib.sha256()
        self._met: dict[int, int] = {}
        self._kept: list[Any] = []
        self.modules: set[str] = set()
        """The names of the guests' modules that were met."""

    @property
    def digest(self) -> str:
        """What was added, as hexadecimal digits."""
        return self._hash.hexdigest()

    def add(self, *parts: object) -> None:
        """Add texts and bytes; nothing can be read as something else."""
        for part in parts:
            content = part if isinstance(part, bytes) else repr(part).encode()
            self._hash.update(f"{type(part).__name__} {len(content)}:".encode() + content)

    def follow(self, value: Any) -> None:
        """Add a value with all that it rests on; raises `NotFollowed`."""
        if isinstance(value, PLAIN):
            self.add(value)
            return
        if id(value) in self._met:
            self.add("met", self._met[id(value)])
            return
        self._met[id(value)] = len(self._met)
        self._kept.append(value)  # so that no other value gets its id
        if not (self.program(value) or self.data(value) or self.versioned(value)):
            raise NotFollowed(repr(value))

    def program(self, value: Any) -> bool:
        """Add a module, a function or its code; return whether it is one."""
        if isinstance(value, ModuleType):
            self.add("module", value.__name__)
        elif hasattr(value, "py_func"):
            self.add("compiled", sorted(map(str, getattr(value, "targetoptions", {}).items())))
            self.follow(value.py_func)
        elif isinstance(value, FunctionType):
            self.function(value)
        elif isinstance(value, CodeType):
            self.code(value)
        else:
            return False
        return True

    def data(self, value: Any) -> bool:
        """Add an array, a collection or a class; return whether it is one."""
        if isinstance(value, np.ndarray | np.generic):
            self.array(np.asarray(value))
        elif isinstance(value, Enum):
            self.add(value.name)
            self.follow(value.value)
            self.follow(type(value))
        elif isinstance(value, tuple | list | set | frozenset | dict):
            self.collection(value)
        elif isinstance(value, type):
            self.type(value)
        else:
            return False
        return True

    def versioned(self, value: Any) -> bool:
        """Add something of Python, NumPy or Numba by name; return whether it is such a thing."""
        words = repr(value)
        if type(value).__module__.partition(".")[0] not in NAMED or ADDRESS in words:
            return False
        self.add("versioned", words)
        return True

    def array(self, value: Any) -> None:
        """Add an array, which becomes a constant in the code."""
        if value.dtype.hasobject:
            raise NotFollowed(repr(value))
        self.add("array", str(value.dtype), value.shape, value.tobytes())

    def collection(self, value: Any) -> None:
        """Add a collection with all that is in it."""
        self.add(type(value).__name__, len(value))
        if isinstance(value, set | frozenset):
            value = sorted(value, key=repr)
        for each in value:
            self.follow(each)
            if isinstance(value, dict):
                self.follow(value[each])
        if type(value) not in {tuple, list, dict}:
            self.follow(type(value))

    def type(self, value: type) -> None:
        """Add a class: its name and its fields."""
        self.add("class", value.__module__, value.__qualname__)
        self.met(value.__module__)
        if not is_ours(value.__module__) and not is_versioned(value.__module__):
            fields = getattr(value, "_fields", ())
            notes = vars(value).get("__annotations__", {})
            self.add(fields, sorted((name, str(note)) for name, note in notes.items()))
            if issubclass(value, Enum):
                self.add([(each.name, repr(each.value)) for each in value])

    def function(self, value: FunctionType) -> None:
        """Add a function: its code, and the global values that it names."""
        module = str(value.__module__)  # a function that was made by `exec` may have none
        self.add("function", module, value.__qualname__)
        if is_ours(module) or is_versioned(module):
            return
        self.met(module)
        self.follow(value.__code__)
        for extra in (value.__defaults__, value.__kwdefaults__):
            self.follow(extra)
        for cell in value.__closure__ or ():
            self.follow(cell.cell_contents)
        names = sorted(set(names_in(value.__code__)))
        for name in names:
            if name in value.__globals__:
                self.add("global", name)
                self.global_value(value.__globals__[name], names)
            elif hasattr(builtins, name):
                self.add("builtin", name)

    def global_value(self, value: Any, names: Iterable[str]) -> None:
        """Add a global value; of a module, everything that is named, which may be an attribute."""
        self.follow(value)
        if isinstance(value, ModuleType) and not is_versioned(value.__name__):
            if is_ours(value.__name__):
                return
            self.met(value.__name__)
            for name in names:
                if name in vars(value):
                    self.add("attribute", name)
                    self.global_value(vars(value)[name], names)

    def code(self, value: CodeType) -> None:
        """Add the instructions of a function and of those in it."""
        self.add(value.co_code, value.co_names, value.co_varnames, value.co_freevars)
        self.add(value.co_flags, value.co_argcount, value.co_kwonlyargcount, value.co_cellvars)
        self.add(getattr(value, "co_exceptiontable", b""))
        for constant in value.co_consts:
            self.follow(constant)

    def met(self, module: str) -> None:
        """Remember a module whose sources are to be hashed."""
        if not is_ours(module) and not is_versioned(module):
            self.modules.add(module)


def names_in(code: CodeType) -> Iterator[str]:
    """Yield the names that some code and the functions in it use."""
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from names_in(each)


def sources_of(name: str) -> Iterator[object]:
    """Yield the paths and digests of the sources of a module and of its whole package.

    Raises `NotFollowed` unless the module was loaded, by `rulewright.sources`, from what lies there, and
    each other module of the package that was loaded so as well.
    """
    loaded = loaded_by_digest(name)
    file = getattr(sys.modules.get(name), "__file__", None)
    if not file or hashlib.sha256(Path(file).read_bytes()).digest() != loaded:
        raise NotFollowed(name)
    yield from (name, loaded)
    top = name.partition(".")[0]
    if top == OURS.partition(".")[0]:
        return
    found = {}
    for folder in getattr(sys.modules.get(top), "__path__", ()):
        for path in sorted(Path(folder).rglob("*.py")):
            found[str(path.resolve())] = hashlib.sha256(path.read_bytes()).digest()
            yield from (path.relative_to(folder).as_posix(), found[str(path.resolve())])
    for each, module in list(sys.modules.items()):
        if each.startswith(f"{top}.") and (digest := loaded_by_digest(each)):
            place = str(Path(str(module.__file__)).resolve())
            if found.get(place) != digest:
                raise NotFollowed(each)


def loaded_by_digest(name: str) -> bytes:
    """Return the digest of the source that a module was loaded from; b"" if it is not known."""
    loader = getattr(sys.modules.get(name), "__loader__", None)
    digest: bytes = getattr(loader, "digest", b"")
    return digest
