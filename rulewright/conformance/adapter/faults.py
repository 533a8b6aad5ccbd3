"""What can be wrong with an adapter, whatever the rules: one class for each fault, exit status 3."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from attrs import asdict

from rulewright.interface import RulewrightError
from rulewright.interface.errors import nearest
from rulewright.protocol.messages import VERSIONS, HelloAnswer

SHOWN = 120
"""Characters of a foreign text that a message quotes."""

LAST_LINES = 3
"""Lines of standard error that a message quotes."""

MOST_FAULTS = 3
"""Faults after which an adapter is asked no more."""


def quoted(text: str | bytes) -> str:
    """Quote a foreign text in one line, cut where it is long."""
    whole = text.decode("utf-8", "backslashreplace") if isinstance(text, bytes) else text
    return repr(whole if len(whole) <= SHOWN else f"{whole[:SHOWN]}...")


def last_words(errors: str) -> str:
    """Quote the last lines of what came on standard error, as the end of a message."""
    said = [line.rstrip() for line in errors.splitlines() if line.strip()]
    text = "\n".join(said[-LAST_LINES:])
    shown = text if len(text) <= 2 * SHOWN else f"...{text[-2 * SHOWN :]}"
    return f"; its last words on standard error: {shown!r}" if said else ""


class AdapterFault(RulewrightError):
    """An adapter broke the protocol or broke down; `request` is what it was asked, if anything."""

    exit_status = 3
    kind: ClassVar[str] = "fault"

    def __init__(self, message: str, request: str = "") -> None:
        """Say in one line what happened."""
        self.request = request
        super().__init__(" ".join(message.split()))


class ProgramNotFound(AdapterFault):
    """The command names no program that can be run."""

    kind = "program not found"

    def __init__(self, command: Sequence[str], reason: str) -> None:
        """Name the command and the system's reason."""
        super().__init__(f"cannot start {' '.join(command)!r}: {reason}")


class Died(AdapterFault):
    """The program ended though it was still needed."""

    kind = "died"
    when: ClassVar[str] = "ended"

    def __init__(
        self, request: str, status: int | None, errors: str, closed: str = "standard output"
    ) -> None:
        """Keep the exit status (negative: a signal; None: still running, with something closed)."""
        self.status = status
        self.errors = errors
        how = f"{self.when} ({ended_how(status, closed)}){last_words(errors)}"
        super().__init__(f"the adapter {how}", request)


class DiedAtStart(Died):
    """The program ended before it had answered anything."""

    kind = "died at start"
    when = "ended before its first answer"


class DiedInGame(Died):
    """The program ended in the middle of the conversation."""

    kind = "died in mid-game"
    when = "ended in the middle of the conversation"


def ended_how(status: int | None, closed: str = "standard output") -> str:
    """Say how a program ended, or what it has closed."""
    if status is None:
        return f"it closed its {closed}"
    if status < 0:
        return f"killed by signal {-status}, {signal.strsignal(-status)}"
    return f"exit status {status}"


class Hung(AdapterFault):
    """No answer came within the limit."""

    kind = "no answer"

    def __init__(self, request: str, seconds: float, errors: str = "") -> None:
        """Name the limit in seconds."""
        said = last_words(errors)
        super().__init__(f"no answer to {quoted(request)} within {seconds:g} s{said}", request)


class OutgrewMemory(AdapterFault):
    """The program holds more memory than it may, with all that it started."""

    kind = "out of memory"

    def __init__(self, request: str, held: int, limit: int, errors: str = "") -> None:
        """Name both amounts, and the option."""
        one, other = (f"{each / (1 << 30):.3g} GiB" for each in (held, limit))
        super().__init__(
            f"the adapter and all that it started hold {one} of memory, more than the limit of "
            f"{other} (--memory-limit){last_words(errors)}",
            request,
        )


class TimeExhausted(AdapterFault):
    """The time for the whole run is over."""

    kind = "out of time"

    def __init__(self, seconds: float) -> None:
        """Name the limit in seconds."""
        super().__init__(f"the run was not finished within its limit of {seconds:g} s")


class WrongLine(AdapterFault):
    """What was printed is not one JSON object on one line; `line` holds it, cut where it is long."""

    why: ClassVar[str] = "is not one JSON object on one line"

    def __init__(self, request: str, line: bytes, detail: str = "") -> None:
        """Quote the line."""
        self.line = line[: 4 * SHOWN]
        more = f" ({detail})" if detail else ""
        super().__init__(
            f"the answer to {quoted(request)} {self.why}{more}: {quoted(line)}", request
        )


class Garbage(WrongLine):
    """A line that is no JSON object."""

    kind = "garbage"
    why = "is not a JSON object"


class HalfLine(WrongLine):
    """A line that never came to its end."""

    kind = "half a line"
    why = "has no end of line"


class NotUtf8(WrongLine):
    """Bytes that are no UTF-8."""

    kind = "invalid UTF-8"
    why = "is not UTF-8"


class LineTooLong(WrongLine):
    """A line longer than any answer needs to be."""

    kind = "line too long"
    why = "is too long"


class SeveralAnswers(AdapterFault):
    """More was printed than one line for each request."""

    kind = "several answers"

    def __init__(self, request: str, line: bytes) -> None:
        """Quote what was printed without being asked for."""
        after = f"after the answer to {quoted(request)}" if request else "before the first request"
        super().__init__(f"the adapter printed more than one line {after}: {quoted(line)}", request)


class WrongTypes(AdapterFault):
    """A JSON object whose fields are missing or of the wrong type."""

    kind = "wrong types"

    def __init__(self, request: str, problems: Sequence[str], answer: Any) -> None:
        """List the problems, each with the path of the field."""
        self.problems = tuple(problems)
        listing = "; ".join(problems)
        super().__init__(
            f"the answer to {quoted(request)} is not as the protocol says: {listing}: "
            f"{quoted(str(answer))}",
            request,
        )


class WrongVersion(AdapterFault):
    """The adapter speaks another version of the protocol."""

    kind = "wrong version"

    def __init__(self, given: float, wanted: float) -> None:
        """Name both versions, and how to offer a version that was not asked for."""
        offer = "; an answer has the version of its request, and 'versions' lists all"
        super().__init__(
            f"the adapter speaks version {given} of the protocol, not {wanted}"
            f"{offer if given in VERSIONS else ''}",
            "hello",
        )


class IntroducedOtherwise(AdapterFault):
    """Two instances of one adapter answer `hello` differently."""

    kind = "introduced otherwise"

    def __init__(self, before: HelloAnswer, now: HelloAnswer) -> None:
        """Quote what differs."""
        one, other = asdict(before), asdict(now)
        name = next(name for name in one if one[name] != other[name])
        first, second = (quoted(json.dumps(each[name])) for each in (one, other))
        super().__init__(f"'hello' answers {name} {first} first and {second} later", "hello")


class GameNotNamed(AdapterFault):
    """`hello` declares what a game leaves out that it does not name."""

    kind = "game not named"

    def __init__(self, game: str, known: Iterable[str]) -> None:
        """Name the game and those that are named."""
        super().__init__(
            f"'hello' declares what {quoted(game)} leaves out, but does not name that game"
            f"{nearest(game, known)}",
            "hello",
        )


class BegunUnnamed(AdapterFault):
    """A game is begun that `hello` does not name."""

    kind = "game not named"

    def __init__(self, game: str, known: Iterable[str]) -> None:
        """Name the game and those that are named."""
        named = ", ".join(map(quoted, known))
        super().__init__(
            f"'new' begins {quoted(game)}, but 'hello' names {f'only {named}' if named else 'no game'}",
            "hello",
        )


class NoSuchPart(AdapterFault):
    """`hello` declares a part of a position as left out that the game does not have."""

    kind = "no such part"

    def __init__(self, game: str, part: str, known: Iterable[str]) -> None:
        """Name the part and those that there are."""
        super().__init__(
            f"'hello' says that {game} leaves out {quoted(part)} of its position{nearest(part, known)}",
            "hello",
        )


class NotLeftOut(AdapterFault):
    """`state` reports a part of the position that `hello` declares as left out."""

    kind = "not left out"

    def __init__(self, parts: Iterable[str]) -> None:
        """Name the parts."""
        names = ", ".join(f"position.{each}" for each in parts)
        super().__init__(f"'state' reports {names}, which 'hello' declares as left out", "state")


REFUSALS = {
    "new": " (what it does not play is answered with 'unsupported')",
    "play": " (an action that is illegal is answered with 'illegal')",
}
"""By the request, what an adapter may mean that answers with an error."""


class ErrorAnswer(AdapterFault):
    """The adapter itself says that something went wrong in it."""

    kind = "error answer"

    def __init__(self, request: str, text: str) -> None:
        """Quote the adapter's error, and name what may have been meant."""
        said = f"the adapter answers {quoted(request)} with the error {quoted(text)}"
        super().__init__(said + REFUSALS.get(request, ""), request)


class OutOfPlace(AdapterFault):
    """A refusal of a kind that the request does not allow."""

    kind = "answer out of place"

    def __init__(self, request: str, word: str, text: str) -> None:
        """Name the word and quote its text."""
        super().__init__(
            f"{quoted(request)} cannot be answered with {word!r}: {quoted(text)}", request
        )


class NoLongerSupported(AdapterFault):
    """A game is refused as unsupported though the same one was begun before."""

    kind = "no longer supported"

    def __init__(self, reason: str) -> None:
        """Quote the adapter's reason."""
        super().__init__(
            f"'new' is answered with unsupported: {quoted(reason)}, though the same game, parameters "
            "and rulings were taken before",
            "new",
        )


class MalformedActions(AdapterFault):
    """A text is listed as legal that is no action in exactly the spelling of the game's page."""

    kind = "malformed actions"

    def __init__(self, action: str, reason: str) -> None:
        """Name the text, and how actions are spelled."""
        self.action = action
        super().__init__(f"'legal' lists {quoted(action)}, which is no action: {reason}", "legal")


class BadEnd(AdapterFault):
    """The program did not end as the protocol asks: after `quit` or the end of input, with status 0."""

    kind = "bad end"

    def __init__(self, after: str, what: str) -> None:
        """Say after what, and what it did."""
        super().__init__(f"after {after} the adapter must end with status 0; it {what}", after)


class PlayerRaised(AdapterFault):
    """A player inside this process raised an exception that is no part of the agreement."""

    kind = "exception"

    def __init__(self, request: str, error: BaseException) -> None:
        """Name the method and the exception."""
        super().__init__(f"{request} raised {type(error).__name__}: {error}", request)
