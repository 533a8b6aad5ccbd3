"""What is an extra, and may be missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from rulewright.interface import UsageError


class MissingExtra(UsageError):
    """A library that only an extra installs is not there."""

    def __init__(self, module: str, extra: str) -> None:
        """Name the library and the extra."""
        self.module, self.extra = module, extra
        super().__init__(f"{module} is not installed: pip install 'rulewright[{extra}]'")

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes."""
        return type(self), (self.module, self.extra)


def required(module: str, extra: str) -> Any:
    """Import a library of an extra; raises `MissingExtra`."""
    try:
        return import_module(module)
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in {module.partition(".")[0], ""}:
            raise
        raise MissingExtra(module.partition(".")[0], extra) from error
