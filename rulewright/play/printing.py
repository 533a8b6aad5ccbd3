"""What a game's code prints goes to standard error: standard output holds verdicts, and the protocol."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from attrs import frozen

from rulewright.play.attribution import loaded_guests


@frozen
class PrintsBeside:
    """`print` for all, but for guests that name no file."""

    usual: Callable[..., None]

    def __call__(self, *values: object, **named: Any) -> None:
        """Print; what the code of a guest prints without `file` goes to standard error."""
        if named.get("file") is None:
            asked_in = Path(sys._getframe(1).f_code.co_filename).resolve()  # noqa: SLF001 - who prints
            if any(asked_in.is_relative_to(folder) for _, folder in loaded_guests()):
                named["file"] = sys.stderr
        self.usual(*values, **named)


def print_beside() -> None:
    """Have guests that are loaded from now on print to standard error."""
    usual: Any = builtins.print
    builtins.print = PrintsBeside(usual.usual if isinstance(usual, PrintsBeside) else usual)
