"""Whose mistake an exception is, by the files of its traceback: a guest's, or ours."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from multiprocessing import parent_process
from pathlib import Path
from traceback import walk_tb
from typing import Any, TypeAlias

from rulewright.interface import BeyondTheImplementation, RulewrightError
from rulewright.play.calls import uncallable

GUEST = 5
"""The exit status where the code of a guest raised an exception."""
LONGEST = 300
"""Characters shown of what an exception says."""
NAMED = re.compile(r'File "([^"\n]+)", line (\d+)')
"""How Numba names the place of an error, whose traceback has no frame of the compiled code."""
COLOURS = re.compile(r"\x1b\[[0-9;]*m")

Place: TypeAlias = tuple[Path, int]
"""A file, and the number of a line in it."""


class GuestMistake(RulewrightError):
    """The code of a guest game raised an exception that is not an error on purpose."""

    exit_status = GUEST

    def __init__(self, game: str, raised: str, place: str = "") -> None:
        """Name the game, what its code raised, and the file and line if known."""
        self.game = game
        self.raised = raised
        self.place = place
        super().__init__(self.sentence())

    @property
    def what(self) -> str:
        """What is wrong, without the name of the game and the place."""
        return f"its code raises {self.raised}"

    def sentence(self) -> str:
        """Return the mistake in one line."""
        return f"the game {self.game!r} is broken: {self.what}{self.at}"

    @property
    def at(self) -> str:
        """The place in brackets; empty if it is unknown."""
        return f" ({self.place})" if self.place else ""

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes."""
        return type(self), (self.game, self.raised, self.place), self.__dict__


def attributed(error: BaseException) -> BaseException:
    """Return an exception as the mistake of the guest whose code raised it; else the exception.

    The guest is the one whose file is nearest to where the exception was raised, also if a function of
    ours raised it that the guest called. Errors on purpose (`RulewrightError`) are nobody's mistake,
    except those that are a `TypeError` or a `LookupError` as well: these refuse a program, not an input;
    and a `BeyondTheImplementation` where the check has no use for it.
    """
    if isinstance(error, GuestMistake) or not is_mistake(error):
        return error
    found = guest_of(error)
    if found is None and (broken := unusable(error)) is not None:
        return broken
    found = found or called_wrongly(error)
    if found is None:
        return error
    game, place = found
    mistake = GuestMistake(game, raised_by(error), shown(place))
    mistake.__cause__ = error
    return mistake


class UnusableResult(GuestMistake):
    """A guest returned what cannot be used, and code of ours raised an exception over it."""

    @property
    def what(self) -> str:
        """What is wrong, without the name of the game and the place."""
        return self.raised


def unusable(error: BaseException) -> UnusableResult | None:
    """Return the promise that a guest's engine breaks, which an exception of ours shows; or None.

    The engines are those in the frames of the traceback, and the other engine of the same game.
    """
    from rulewright.play.games import is_guest  # noqa: PLC0415 - it imports this module
    from rulewright.play.promises import broken_by, met_in  # noqa: PLC0415 - loaded if needed

    for engine, states in met_in(error.__traceback__, is_guest):
        try:
            broken = broken_by(engine, states)
        except Exception as other:  # noqa: BLE001 - whatever it is, it is asked whose
            found = guest_of(other)
            if found is None:
                continue
            raised, place = f"its code raises {raised_by(other)}", shown(found[1])
        else:
            if broken is None:
                continue
            raised, place = broken.sentence, shown(broken.place) if broken.place else ""
        mistake = UnusableResult(engine.game, raised, place)
        mistake.__cause__ = error
        return mistake
    return None


def is_mistake(error: BaseException) -> bool:
    """Return whether an exception shows that a program is wrong.

    An interruption is the user's, except in a worker process, which ignores users; what interrupts code
    that takes too long is ours.
    """
    if isinstance(error, RulewrightError):
        return isinstance(error, TypeError | LookupError | BeyondTheImplementation)
    if isinstance(error, KeyboardInterrupt):
        return parent_process() is not None
    return isinstance(error, Exception) or not type(error).__module__.startswith("rulewright.")


def guest_of(error: BaseException) -> tuple[str, Place] | None:
    """Return the guest whose code is nearest to the raising of an exception, and where; or None."""
    folders = loaded_guests()
    for place in reversed(list(places(error))):
        for game, folder in folders:
            if place[0].is_relative_to(folder):
                return game, place
    return None


def called_wrongly(error: BaseException) -> tuple[str, Place] | None:
    """Return the guest whose function cannot be called as we call it, and where it begins; or None."""
    place = uncallable(error, offers())
    if place is None:
        return None
    for game, folder in loaded_guests():
        if place[0].is_relative_to(folder):
            return game, place
    return None


def offers() -> dict[str, Any]:
    """Return what the specification of each guest offers that is loaded."""
    from rulewright.play.games import guest_packages  # noqa: PLC0415 - it imports this module

    loaded = {
        game: sys.modules.get(f"{guest_packages().get(game)}.spec") for game, _ in loaded_guests()
    }
    return {game: getattr(module, "GAME", None) for game, module in loaded.items()}


def place_in(error: BaseException, folders: Iterable[Path]) -> Place | None:
    """Return the place nearest to the raising of an exception in one of the folders; or None."""
    inside = [folder.resolve() for folder in folders]
    for place in reversed(list(places(error))):
        if any(place[0].is_relative_to(folder) for folder in inside):
            return place
    return None


def places(error: BaseException) -> Iterator[Place]:
    """Yield the places of an exception, the outermost first."""
    for frame, line in walk_tb(error.__traceback__):
        yield Path(frame.f_code.co_filename).resolve(), line
    if isinstance(error, SyntaxError) and error.filename:
        yield Path(error.filename).resolve(), error.lineno or 1
    if is_of_numba(error):
        for file, line_number in NAMED.findall(COLOURS.sub("", str(error))):
            yield Path(file).resolve(), int(line_number)


def loaded_guests() -> list[tuple[str, Path]]:
    """Return the guest games whose packages are loaded, with their folders, the longest path first."""
    from rulewright.play.games import guest_packages  # noqa: PLC0415 - it imports this module

    try:
        packages: Mapping[str, str] = guest_packages()
    except RulewrightError:  # the variable names no folder
        return []
    found = [
        (game, Path(folder).resolve())
        for game, package in packages.items()
        for folder in getattr(sys.modules.get(package), "__path__", ())
    ]
    return sorted(found, key=lambda each: -len(each[1].parts))


def raised_by(error: BaseException) -> str:
    """Return the type and the message of an exception in one line, cut where it is long."""
    said = " ".join(COLOURS.sub("", message_of(error)).split())
    what = f"{type(error).__name__}: {said}" if said else type(error).__name__
    return what if len(what) <= LONGEST else f"{what[: LONGEST - 3]}..."


def message_of(error: BaseException) -> str:
    """Return what an exception says; a `KeyError` says which key is missing."""
    if isinstance(error, KeyError) and len(error.args) == 1:
        return f"there is no key {error.args[0]!r}"
    if isinstance(error, SyntaxError):
        return error.msg
    if is_of_numba(error):  # the reason is its first paragraph (see `rulewright.impl.mistakes`)
        return str(error).partition("\n\n")[0]
    if len(error.args) == 1 and isinstance(error.args[0], bytes):  # as Z3 says it
        return error.args[0].decode(errors="replace")
    return str(error)


def is_of_numba(error: BaseException) -> bool:
    """Return whether an exception is one of the compiler's."""
    return type(error).__module__.partition(".")[0] == "numba"


def shown(place: Place) -> str:
    """Return a place as `file:line`, the file relative to the current folder if it lies there."""
    file, line = place
    try:
        return f"{file.relative_to(Path.cwd())}:{line}"
    except (OSError, ValueError):
        return f"{file}:{line}"
