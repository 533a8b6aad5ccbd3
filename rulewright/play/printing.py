"""What a game's code prints goes to standard error: standard output holds verdicts, and the protocol."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from attrs import frozen

from rulewright.play.attribution import loaded_guests


@frozen(eq=False)
class GuestsBeside:
    """Standard output for all but guests; `print` itself stays, since Numba knows it by its identity."""

    usual: Any

    def __getattr__(self, name: str) -> Any:
        """Do all else as the stream does."""
        return getattr(self.usual, name)

    def write(self, text: str) -> int:
        """Write a text; one that the code of a guest writes goes to standard error."""
        asked_in = Path(sys._getframe(1).f_code.co_filename).resolve()  # noqa: SLF001 - who writes
        guests = any(asked_in.is_relative_to(folder) for _, folder in loaded_guests())
        stream = sys.stderr if guests else self.usual
        return int(stream.write(text))


def print_beside() -> None:
    """Have guests print to standard error from now on."""
    if sys.stdout is not None and not isinstance(sys.stdout, GuestsBeside):
        sys.stdout = GuestsBeside(sys.stdout)
