"""The worker processes, and who gets which.

As many requests run at once as there are cores. One that takes longer than `SLOW` seconds moves to a
room of its own, and another worker takes its place; so a game that never ends stops no other. Only so
many fit in the room; what does not is ended.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from multiprocessing import get_context
from typing import Any

import psutil
from attrs import define, field

from rulewright.referee.limits import GRACE, MOST_WAITING, PATIENCE, ROOM, SEARCHES, SLOW
from rulewright.referee.worker import UNAVAILABLE, error_of, serve

KNOWN = 200
"""Lines that are remembered of a worker."""
Answer = tuple[int, bytes, float]
"""The status, the JSON, and the seconds of processor time."""
STARTING = 120.0
"""Seconds in which a worker must have loaded the engines."""
SPENT = (b'"TimeUp"', b'"OutOfMemory"')
"""Errors after which a worker is replaced: it was interrupted anywhere."""


@define(eq=False)
class Servant:
    """A worker process, from the side of the server."""

    process: Any
    pipe: Any
    fresh: bool = True
    """Whether it has yet to say that it has loaded the engines."""
    known: deque[str] = field(factory=lambda: deque(maxlen=KNOWN), init=False)
    """The lines that it has played last, which it can go on with at once."""

    @classmethod
    def start(cls) -> Servant:
        """Start a process."""
        context = get_context("spawn")
        pipe, other_end = context.Pipe()
        process = context.Process(target=serve, args=(other_end,), daemon=True)
        process.start()
        other_end.close()
        return cls(process, pipe)

    async def ask(self, task: str, given: Any, seconds: float) -> Answer:
        """Have a task done; raises `TimeoutError` or `EOFError` if no answer comes."""
        if self.fresh:
            await self.hear(STARTING)
            self.fresh = False
        self.pipe.send_bytes(
            json.dumps({"task": task, "given": given, "seconds": seconds}).encode()
        )
        found = await self.hear(PATIENCE * seconds + GRACE, self.worked() + seconds + GRACE)
        status, worked, answer = found.split(b" ", 2)
        return int(status), answer, int(worked) / 1e6

    async def hear(self, seconds: float, work: float = 0.0) -> bytes:
        """Wait for what the process sends; raises `TimeoutError` or `EOFError`.

        On a busy machine the time may pass before the process has had its turn: one that has worked less
        than `work` seconds in all is waited for as long as it gets on.
        """
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        loop.add_reader(self.pipe.fileno(), ready.set)
        worked, wait = -1.0, seconds
        try:
            while not ready.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(ready.wait(), wait)
                    break
                before, worked, wait = worked, self.worked(), GRACE
                if not before < worked < work:
                    raise TimeoutError
            return bytes(self.pipe.recv_bytes())
        finally:
            loop.remove_reader(self.pipe.fileno())

    def worked(self) -> float:
        """Return the processor time of the process, in seconds; 0 if it is gone."""
        with suppress(psutil.Error):
            times = psutil.Process(self.process.pid).cpu_times()
            return float(times.user + times.system)
        return 0.0

    def end(self) -> None:
        """Kill the process and what it has started."""
        with suppress(psutil.Error):
            for each in psutil.Process(self.process.pid).children(recursive=True):
                with suppress(psutil.Error):
                    each.kill()
        self.process.kill()
        self.process.join(GRACE)
        self.pipe.close()


@define(eq=False)
class Pool:
    """Workers, and the requests that wait for one. Belongs to one event loop."""

    at_once: int = field(factory=lambda: os.cpu_count() or 1)
    idle: list[Servant] = field(factory=list, init=False)
    busy: set[Servant] = field(factory=set, init=False)
    slow: set[Servant] = field(factory=set, init=False)
    """Those of the busy ones that are in the room."""
    searching: int = field(default=0, init=False)
    waiting: deque[asyncio.Future[None]] = field(factory=deque, init=False)
    closed: bool = field(default=False, init=False)

    def open(self) -> None:
        """Start the workers."""
        self.idle = [Servant.start() for _ in range(self.at_once)]

    def close(self) -> None:
        """End all workers."""
        self.closed = True
        for servant in (*self.idle, *self.busy):
            servant.end()
        self.idle.clear()
        self.busy.clear()

    async def do(self, task: str, given: Any, seconds: float) -> Answer:
        """Have a quick task done; the answer is an error if that is not possible."""
        if len(self.waiting) >= MOST_WAITING:
            return self.refused("too many requests wait already: try again in a moment")
        servant = await self.hired(lines_of(given))
        asking = asyncio.ensure_future(self.answer(servant, task, given, seconds))
        if not await self.is_quick(servant, asking, seconds):
            if len(self.slow) >= ROOM:
                asking.cancel()
                with suppress(asyncio.CancelledError):
                    await asking
                return self.refused("too many slow requests are under way: try again in a moment")
            self.slow.add(servant)
            self.staff()
        return await asking

    async def is_quick(
        self, servant: Servant, asking: asyncio.Future[Answer], seconds: float
    ) -> bool:
        """Wait for an answer, and return False as soon as it has taken too much work, or time."""
        loop = asyncio.get_running_loop()
        fresh, before, began = servant.fresh, servant.worked(), loop.time()
        while True:
            finished, _ = await asyncio.wait({asking}, timeout=SLOW)
            if finished:
                return True
            if fresh:  # it loads the engines first
                fresh, before, began = servant.fresh, servant.worked(), loop.time()
            elif servant.worked() - before >= SLOW or loop.time() - began >= seconds:
                return False

    async def search(self, task: str, given: Any, seconds: float) -> Answer:
        """Have a task done that takes long from the start."""
        if self.searching >= SEARCHES:
            return self.refused(f"{SEARCHES} searches are under way: try again in a moment")
        self.searching += 1
        servant = self.idle.pop() if self.idle else Servant.start()
        self.busy.add(servant)
        self.slow.add(servant)
        self.staff()
        try:
            return await self.answer(servant, task, given, seconds, once=True)
        finally:
            self.searching -= 1

    async def answer(
        self, servant: Servant, task: str, given: Any, seconds: float, *, once: bool = False
    ) -> Answer:
        """Return what a worker answers; afterwards it is free, or replaced: always if `once`.

        A search loads compilers, and may have interrupted them.
        """
        kept = False
        try:
            found = await servant.ask(task, given, seconds)
            spent = found[0] == UNAVAILABLE and any(each in found[1] for each in SPENT)
            kept = not spent and not once
        except TimeoutError:
            return self.refused(
                f"this took longer than {seconds:g} s, and was ended: ask for less", "TimeUp"
            )
        except (EOFError, OSError):
            servant.process.join(GRACE)
            how = f"ended with status {servant.process.exitcode}"
            return self.refused(f"the process that worked on it {how}", "WorkerEnded")
        else:
            return found
        finally:
            self.busy.discard(servant)
            self.slow.discard(servant)
            if kept and not self.closed and len(self.idle) + self.quick < self.at_once:
                self.idle.append(servant)
            else:
                servant.end()
            self.staff()

    async def hired(self, lines: Sequence[str]) -> Servant:
        """Wait for a free worker; best one that knows the line, or the line up to the last move."""
        while not self.idle:
            turn = asyncio.get_running_loop().create_future()
            self.waiting.append(turn)
            await turn
        known = (each for each in self.idle if any(line in each.known for line in lines))
        servant = next(known, self.idle[-1])
        self.idle.remove(servant)
        self.busy.add(servant)
        servant.known.extend(lines[:1])
        return servant

    @property
    def quick(self) -> int:
        """The number of workers at work outside the room."""
        return len(self.busy) - len(self.slow)

    def staff(self) -> None:
        """Start workers until there are enough, and let the next in line go on."""
        if self.closed:
            return
        while len(self.idle) + self.quick < self.at_once:
            self.idle.append(Servant.start())
        for _ in range(len(self.idle)):
            while self.waiting and self.waiting[0].done():
                self.waiting.popleft()
            if self.waiting:
                self.waiting.popleft().set_result(None)

    def refused(self, said: str, kind: str = "Busy") -> Answer:
        """Return the error of a request that is not done."""
        return UNAVAILABLE, error_of(kind, said), 0.0


def lines_of(given: Any) -> tuple[str, ...]:
    """Spell the line of a request, and the same without its last move; empty if it has none."""
    line = given.get("line", given)
    if "moves" not in line:
        return ()
    moves = [*line["moves"], *([given["action"]] if given.get("action") else [])]
    options = json.dumps([line[name] for name in ("game", "params", "rulings", "start")])
    return tuple(f"{options} {moves[:end]}" for end in (len(moves), max(len(moves) - 1, 0)))


@define(eq=False)
class Companion:
    """The one worker that a foreign engine runs in; it answers one request after the other."""

    words: Sequence[str]
    answer: float
    """Seconds for one answer of the engine."""
    servant: Servant | None = field(default=None, init=False)
    turn: asyncio.Lock = field(factory=asyncio.Lock, init=False)

    async def do(
        self, task: str, given: Any, seconds: float, gone: Callable[[], Awaitable[bool]]
    ) -> Answer:
        """Have a task done that needs the engine, unless whoever asked is `gone` by then."""
        async with self.turn:
            if await gone():
                said = "the answer is not waited for any more"
                return UNAVAILABLE, error_of("GivenUp", said), 0.0
            if self.servant is None:
                self.servant = Servant.start()
            kept = False
            try:
                asked = {**given, "words": list(self.words), "answer": self.answer}
                found = await self.servant.ask(task, asked, seconds)
                kept = not any(each in found[1] for each in SPENT)
            except TimeoutError:
                said = f"the engine was not done within {seconds:g} s"
                return UNAVAILABLE, error_of("TimeUp", said), 0.0
            except (EOFError, OSError):
                said = "the process that runs the engine ended: the next request starts it anew"
                return UNAVAILABLE, error_of("WorkerEnded", said), 0.0
            else:
                return found
            finally:
                if not kept:
                    self.close()

    def close(self) -> None:
        """End the worker and the engine."""
        if self.servant is not None:
            self.servant.end()
            self.servant = None
