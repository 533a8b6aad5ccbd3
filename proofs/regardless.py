"""What a guest's exhibit finds whatever engines say: then it is not of the game that it shows.

It is shown again with other answers: all of them the least, or the greatest, that there may be, then one
of them or each second one the opposite. Where it holds every time, it does not hang on any. One that
reads facts of positions, or asks for what has no such opposite, is left alone. A process of its own does
this, so that nothing is kept of what was not so.
"""

from __future__ import annotations

import os
import signal
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from time import monotonic, sleep
from typing import Any, TypeAlias

from attrs import define

from rulewright.proofs.computed import Exhibit, is_shown_only
from rulewright.proofs.replaced import replaced
from rulewright.spec.engine import Specification

Methods: TypeAlias = Sequence[tuple[Any, str]]
"""Methods of engines: each a class, and a name."""
PATIENCE = 20.0
"""Seconds after which it is given up."""
SAME = "finds the same whatever engines say that it asks: does it look at what they say?"
OTHERWISE = {"is_over", "turn", "winners", "scores", "legal_actions", "explain"}
"""Methods of which other answers are known."""
MAKING = {"initial", "play", "successor", "played", "from_json"}
"""Methods that make positions, which are left as they are."""


@define(eq=False)
class OtherAnswers:
    """Gives other answers than engines do, and counts what is asked."""

    change: Callable[[int, str, Any, Any], Any]
    """Makes one of the number of an answer, the method, the engine and what it says."""
    count: int = 0
    is_within: bool = False
    alone: bool = True
    """Whether nothing else was asked, and no position looked into."""

    def asked(self, usual: Callable[..., Any]) -> Callable[..., Any]:
        """Return a method of an engine that is answered otherwise, unless the engine itself asks."""

        @wraps(usual)
        def answered(engine: Any, *given: Any, **named: Any) -> Any:
            if self.is_within:
                return usual(engine, *given, **named)
            self.is_within = True
            try:
                said = usual(engine, *given, **named)
            finally:
                self.is_within = False
            name = usual.__name__
            if name in OTHERWISE and not is_shown_only():
                self.count += 1
                return self.change(self.count, name, engine, said)
            self.alone = self.alone and (name in MAKING or name == "__init__" or is_shown_only())
            return said

        return answered

    def read(self, usual: Callable[..., Any]) -> Callable[..., Any]:
        """Return what reads a field of a position, and is noted unless the engine reads it."""

        def noted(state: Any, name: str) -> Any:
            if not self.is_within and not name.startswith("__"):
                self.alone = False
            return usual(state, name)

        return noted


def least(_: int, name: str, engine: Any, said: Any) -> Any:
    """Return the least that may be said: no, nobody, nothing."""
    return {"is_over": False, "turn": None, "scores": dict.fromkeys(engine.players, -1)}.get(
        name, type(said)() if isinstance(said, tuple | list) else ()
    )


def greatest(_: int, name: str, engine: Any, said: Any) -> Any:
    """Return the greatest: yes, the last player, all players, everything."""
    every: Mapping[str, Any] = {
        "is_over": True,
        "turn": engine.players[-1],
        "winners": tuple(engine.players),
        "scores": dict.fromkeys(engine.players, 10**6),
    }
    return every.get(name, said)


def opposite(number: int, name: str, engine: Any, said: Any) -> Any:
    """Return the other one of the two."""
    low = least(number, name, engine, said)
    return low if said != low else greatest(number, name, engine, said)


def some(chosen: Callable[[int], bool]) -> Callable[[int, str, Any, Any], Any]:
    """Return what changes the answers of some numbers to their opposites."""

    def changed(number: int, name: str, engine: Any, said: Any) -> Any:
        return opposite(number, name, engine, said) if chosen(number) else said

    return changed


def holds_regardless(exhibit: Exhibit, methods: Methods, forget: Callable[[], None]) -> bool:
    """Return whether an exhibit that holds does so whatever engines say; not if it asks nothing.

    It is not known, and so not said, where no process can be made of this one, or that takes too long.
    """
    if not hasattr(os, "fork"):
        return False
    child = forked()
    if child == 0:
        status = 0
        try:
            silence()
            status = int(is_of_no_answer(exhibit, methods, forget))
        finally:
            os._exit(status)
    deadline = monotonic() + PATIENCE
    while monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status) == 1
        sleep(0.005)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def forked() -> int:
    """Fork this process; later Pythons warn where it has threads, of which the child needs none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def silence() -> None:
    """Let nothing be printed: what an exhibit prints was printed when it was shown first."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)


def is_of_no_answer(exhibit: Exhibit, methods: Methods, forget: Callable[[], None]) -> bool:
    """Return whether an exhibit that holds does so with each of several other answers."""

    def shown(answers: OtherAnswers) -> bool:
        forget()
        return shows(exhibit, answers, methods)

    usual = OtherAnswers(lambda _, __, ___, said: said)
    if not shown(usual) or not usual.alone or not usual.count:
        return False
    changes = [least, greatest, some(lambda number: number % 2 == 0)]
    changes += [some(partial(int.__eq__, at)) for at in (1, usual.count)]
    return all(shown(OtherAnswers(change)) for change in changes)


def shows(exhibit: Exhibit, answers: OtherAnswers, methods: Methods) -> bool:
    """Return whether an exhibit holds with other answers; not if it fails over them."""
    with replaced(methods, answers.asked), positions_read(answers, methods):
        try:
            return bool(exhibit.show().holds)
        except Exception:  # noqa: BLE001 - whatever it is, it hangs on what is said
            return False


@contextmanager
def positions_read(answers: OtherAnswers, methods: Methods) -> Iterator[None]:
    """Note which positions are looked into by others than engines."""
    states: dict[type, None] = {}
    for kind, _ in methods:
        if kind is not Specification and not getattr(kind, "__abstractmethods__", True):
            answers.is_within = True
            try:
                states.setdefault(type(kind().initial()))
            finally:
                answers.is_within = False
    own = [(state, "__getattribute__") for state in states]
    usual = [(state, name, getattr(state, name)) for state, name in own]
    for state, name, function in usual:
        setattr(state, name, answers.read(function))
    try:
        yield
    finally:
        for state, name, _ in usual:
            delattr(state, name)
