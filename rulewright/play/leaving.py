"""A game's code must not end the process: for it `os._exit` raises `SystemExit`, a mistake like others.

Otherwise a command would end without a verdict, perhaps with status 0.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from attrs import frozen

from rulewright.play.attribution import loaded_guests


@frozen
class EndsNoProcess:
    """`os._exit` for all but the code of guests in this very process."""

    leave: Callable[[int], NoReturn]
    process: int
    """The number of the process that the guests were loaded in: one that they fork may end itself."""

    def __call__(self, status: int) -> NoReturn:
        """End the process; raises `SystemExit` if the code of a guest asks for it."""
        asked_in = Path(sys._getframe(1).f_code.co_filename).resolve()  # noqa: SLF001 - the only way
        guests = any(asked_in.is_relative_to(folder) for _, folder in loaded_guests())
        if guests and os.getpid() == self.process:
            raise SystemExit(f"os._exit({status})")
        self.leave(status)


def keep_the_process() -> None:
    """Have guests that are loaded from now on meet `EndsNoProcess`."""
    now: Any = os._exit
    leave = now.leave if isinstance(now, EndsNoProcess) else now
    os.__dict__["_exit"] = EndsNoProcess(leave, os.getpid())
