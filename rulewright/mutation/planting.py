"""Plant wrong functions in a game before anything else has seen it.

A theorem reads the rules in many ways: through the rulebook, by calling a clause's function, through
an engine whose default argument is the rulebook, from a cache. So a function is replaced in its module
as soon as that has been executed, and everything that is imported afterwards sees the wrong one. This
needs a fresh process in which the game has not been loaded yet.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

from rulewright.mutation.wrong import Change, made_wrong, noting

Plant = Callable[[ModuleType], None]


class Gardener(MetaPathFinder):
    """Finds the modules in which functions are replaced."""

    def __init__(self, changes: Iterable[Change]) -> None:
        """Plant some changes; raises `RuntimeError` if one of the modules is already loaded."""
        self.asked: set[str] = set()
        self._by_module: defaultdict[str, list[Change]] = defaultdict(list)
        for change in changes:
            if change.module in sys.modules:
                raise RuntimeError(f"{change.module} is already loaded: too late to change it")
            self._by_module[change.module].append(change)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module to be changed; None for all others."""
        if fullname not in self._by_module:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = Nursery(spec.loader, partial(self._plant, self._by_module[fullname]))
        return spec

    def _plant(self, changes: Iterable[Change], module: ModuleType) -> None:
        for change in changes:
            wrong = made_wrong(getattr(module, change.name), change.how)
            note = partial(self.asked.add, change.function)
            setattr(module, change.name, noting(wrong, note))


class Nursery(Loader):
    """Executes a module as its own loader does, then changes it."""

    def __init__(self, loader: Loader, plant: Plant) -> None:
        """Remember the module's own loader."""
        self._loader, self._plant = loader, plant

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Create the module."""
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Execute the module, and change it."""
        self._loader.exec_module(module)
        self._plant(module)

    def __getattr__(self, name: str) -> Any:
        """Offer what the module's own loader offers, such as its source."""
        return getattr(self._loader, name)


def forget(prefix: str) -> None:
    """Empty the caches of all functions of loaded modules below a package."""
    for name, module in list(sys.modules.items()):
        if name.startswith(prefix):
            for value in list(vars(module).values()):
                clear = getattr(value, "cache_clear", None)
                if callable(clear):
                    clear()
