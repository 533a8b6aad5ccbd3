"""A sign of life while the compiler works: it takes long, and says nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

EVERY = 1.0
"""Seconds between two signs of life."""
STEPS = ("numba:run_pass", "numba:compile")
"""Events of the compiler, as Numba names them."""


@contextmanager
def compiling(beat: Callable[[], None]) -> Iterator[None]:
    """Call `beat` now and then while functions are compiled in the block.

    Nothing is loaded for it: if Numba is not, nothing is compiled.
    """
    event = sys.modules.get("numba.core.event")
    if event is None:
        yield
        return
    last = monotonic()

    def heard(*_: Any) -> None:
        nonlocal last
        if monotonic() - last > EVERY:
            last = monotonic()
            beat()

    listener = type("Compiling", (event.Listener,), {"on_start": heard, "on_end": heard})()
    for step in STEPS:
        event.register(step, listener)
    try:
        yield
    finally:
        for step in STEPS:
            event.unregister(step, listener)
