"""rulewright verifies the rules of abstract board games.

    >>> import rulewright
    >>> position = rulewright.start("minoa", n=2, end="literal")
    >>> position.turn
    'red'

Exported names are loaded on first use, so that the import stays fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rulewright import moved, sources

if TYPE_CHECKING:
    from rulewright.play.games import game_names, specified
    from rulewright.play.position import Position, start

    __version__: str

__all__ = ["Position", "__version__", "game_names", "specified", "start"]
sources.install()
moved.install()

_HOMES = {
    "Position": "rulewright.play.position",
    "game_names": "rulewright.play.games",
    "specified": "rulewright.play.games",
    "start": "rulewright.play.position",
}


def __getattr__(name: str) -> Any:
    """Load an exported name from the module that defines it; read the version from the metadata."""
    if name == "__version__":
        return version()
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def version() -> str:
    """Return the version of the installed package."""
    from importlib import metadata  # noqa: PLC0415 - slow to load, and rarely needed

    return metadata.version("rulewright")


def __dir__() -> list[str]:
    """List the exported names, loaded or not."""
    return sorted({*globals(), *__all__})
