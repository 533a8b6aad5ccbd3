"""Errors are types: each says in one line what was wrong and what would be right."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any, ClassVar


def nearest(given: str, known: Iterable[str]) -> str:
    """Return the most similar known name and all known ones, as the end of a message.

    For example ``: did you mean 'line'? (known: line, coloured)``.
    """
    names = [str(name) for name in known]
    spelled = {name.lower(): name for name in names}
    close = [spelled[name] for name in get_close_matches(given.lower(), spelled, n=1, cutoff=0.5)]
    listing = f" (known: {', '.join(names) or 'none'})"
    return f": did you mean {close[0]!r}?{listing}" if close else listing


class RulewrightError(Exception):
    """Base of all errors that rulewright raises on purpose; `exit_status` is the command line's."""

    exit_status: ClassVar[int] = 2

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes as it is: whatever `__init__` takes, it has done its work."""
        return rebuilt, (type(self), self.args, self.__dict__)


def rebuilt(kind: type[RulewrightError], given: tuple[Any, ...], kept: dict[str, Any]) -> Any:
    """Return an error as it was in another process."""
    error = kind.__new__(kind, *given)
    error.__dict__.update(kept)
    return error


class UsageError(RulewrightError):
    """The input was wrong: a name, a value, an action or a position."""


class WithoutDocstrings(UsageError):
    """Python has discarded the docstrings, which are the demands of the rulebooks."""

    def __init__(self) -> None:
        """Name the option and what to do."""
        super().__init__(
            "Python runs with -OO, which discards docstrings, but the demands of the rulebooks are "
            "docstrings: run it with -O or without, and with PYTHONOPTIMIZE below 2"
        )


def require_docstrings() -> None:
    """Raise `WithoutDocstrings` if Python discards docstrings."""
    if sys.flags.optimize > 1:
        raise WithoutDocstrings


class UnknownName(UsageError):
    """The name is unknown."""

    noun: ClassVar[str] = "name"

    def __init__(self, given: str, known: Iterable[str], where: str = "") -> None:
        """Name the given text, the known names, and where they are valid."""
        self.given = given
        self.known = tuple(known)
        place = f" {where}" if where else ""
        super().__init__(f"unknown {self.noun} {given!r}{place}{nearest(given, self.known)}")


class UnknownGame(UnknownName):
    """There is no game of that name."""

    noun = "game"


class UnknownParameter(UnknownName):
    """The game has no parameter of that name."""

    noun = "parameter"


class UnknownQuestion(UnknownName):
    """The game's rulebook has no open question of that name."""

    noun = "question"


class UnknownReading(UnknownName):
    """The question has no reading of that name."""

    noun = "reading"


class BadParameter(UsageError):
    """The game cannot be played with this value of a parameter."""


class IllegalAction(UsageError):
    """The rules forbid the action; the position is unchanged."""

    def __init__(self, action: str, reason: str | Callable[[], str]) -> None:
        """Keep the action and why it is illegal, with clauses if known.

        What takes long to say, such as which action was meant, may be given as a function: it is called
        when somebody asks.
        """
        super().__init__(action)
        self.action = action
        self._reason = reason

    @property
    def reason(self) -> str:
        """Why it is illegal."""
        if callable(self._reason):
            self._reason = self._reason()
        return self._reason

    def __str__(self) -> str:
        """Name the action and the reason."""
        return f"illegal action {self.action!r}: {self.reason}"

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel with the reason itself: a function may know a whole game."""
        self._reason = self.reason
        return super().__reduce__()


class MalformedAction(IllegalAction):
    """The text is not an action in the exact spelling of the game's page."""


class MalformedPosition(UsageError):
    """The JSON is not a position in the form that the game's page fixes."""


class BeyondTheImplementation(UsageError):
    """The rules and the specification allow it, but the implementation does not support it."""


class ImpossiblePosition(UsageError):
    """The position breaks a clause that holds in every position of the game."""

    def __init__(self, clause: str, reason: str) -> None:
        """Name the clause (`MIN-6`) and what in the position breaks it."""
        self.clause = clause
        self.reason = reason
        super().__init__(f"impossible position: {reason} ({clause})")
