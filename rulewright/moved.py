"""Import paths of the previous release: each works for one more, with a `DeprecationWarning`."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

MOVED: Mapping[str, tuple[str, ...]] = {
    "rulewright.adapter": ("rulewright.protocol.serving",),
    "rulewright.games": ("rulewright.play.games",),
    "rulewright.lines": ("rulewright.play.random_games", "rulewright.play.nearest"),
    "rulewright.lockstep": (
        "rulewright.play.lockstep",
        "rulewright.play.shorten",
        "rulewright.play.view",
    ),
    "rulewright.moves": ("rulewright.play.explain",),
    "rulewright.perft": ("rulewright.play.perft",),
    "rulewright.position": ("rulewright.play.position",),
    "rulewright.processes": ("rulewright.checks.processes",),
    "rulewright.proving": ("rulewright.checks.proving",),
    "rulewright.rulings": ("rulewright.play.rulings",),
    "rulewright.search": ("rulewright.play.nearest",),
    "rulewright.standing": ("rulewright.wording.players",),
    "rulewright.play.strategies": ("rulewright.testing",),
    "rulewright.strategies": ("rulewright.testing",),
    "rulewright.verification": ("rulewright.checks.verification",),
    "rulewright.vectors.run": ("rulewright.vectors.failures",),
    "rulewright.vectors.mutants": ("rulewright.play.mutants",),
}
"""Old path -> the modules that have its names now."""


class OldPath(MetaPathFinder, Loader):
    """Finds a moved module under its old path, and warns."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec for an old path; None for any other name."""
        del path, target
        return ModuleSpec(fullname, self) if fullname in MOVED else None

    def exec_module(self, module: ModuleType) -> None:
        """Warn, and look names up in the new modules."""
        old = module.__name__
        new = MOVED[old]
        warnings.warn(
            f"{old} has moved to {' and '.join(new)}; the old path will be removed in the next release",
            DeprecationWarning,
            stacklevel=2,
        )

        def look_up(name: str) -> Any:
            for home in new:
                if hasattr(found := import_module(home), name):
                    return getattr(found, name)
            raise AttributeError(f"module {old!r} has no attribute {name!r}")

        module.__getattr__ = look_up  # type: ignore[method-assign]


def install() -> None:
    """Let Python find the old paths, after everything else."""
    if not any(isinstance(finder, OldPath) for finder in sys.meta_path):
        sys.meta_path.append(OldPath())
