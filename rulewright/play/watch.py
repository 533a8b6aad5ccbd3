"""A limit for code that never ends: it is interrupted where it is, and the place is named."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import TypeAlias

from rulewright.interface import RulewrightError
from rulewright.play import games
from rulewright.play.attribution import shown

Alive: TypeAlias = Callable[[], None]
"""Called whenever an answer has come."""
AGAIN = 5.0
"""Seconds after which code that caught the interruption is interrupted again."""


class NoAnswer(RulewrightError):
    """The code of a game took too long for one answer."""

    exit_status = 1

    def __init__(self, game: str, seconds: float, place: str = "") -> None:
        """Name the game, the limit, and where its code was."""
        self.what = f"the game {game!r} gave no answer within {seconds:g} s"
        self.place = place
        super().__init__(self.what + (f"; it was interrupted at {place}" if place else ""))


class Interrupted(BaseException):
    """The time is up; no `except Exception` of the interrupted code catches it."""


@contextmanager
def watched(game: str, seconds: float) -> Iterator[Alive]:
    """Interrupt the work in the block if no answer comes for some seconds; raises `NoAnswer`.

    Compiled code is not interrupted, nor is anything outside the main thread, nor anything if somebody
    else has set an alarm.
    """
    able = hasattr(signal, "setitimer") and current_thread() is main_thread()
    if not able or seconds <= 0 or signal.getitimer(signal.ITIMER_REAL)[0] > 0:
        yield lambda: None
        return
    place = ""

    def interrupt(_: int, frame: FrameType | None) -> None:
        nonlocal place
        place = place or place_of(game, frame)
        raise Interrupted

    def alive() -> None:
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)

    before = signal.signal(signal.SIGALRM, interrupt)
    alive()
    try:
        yield alive
    except Interrupted:
        raise NoAnswer(game, seconds, place) from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def place_of(game: str, frame: FrameType | None) -> str:
    """Return the file and line of a guest's code nearest to where the program is, if any."""
    folder = games.folder_of_guest(game)
    while frame is not None and folder is not None:
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(folder):
            return shown((file, frame.f_lineno))
        frame = frame.f_back
    return ""
