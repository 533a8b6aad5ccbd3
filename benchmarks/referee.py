"""How fast the referee answers: one player in each game, then many players at once.

Run as `python benchmarks/referee.py [--players 50] [--actions 40]`. It starts the command on a free port
of the loopback address, and plays random games over HTTP. An action is three requests: play it (with the
legal actions and the drawing), find the places to click, and ask every other reading. The server says
how much processor time each took, which means something on a busy machine too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from attrs import define, field

ROUTES = ("play", "targets", "readings")
FINE = 200


@define
class Player:
    """A client with one connection, and how long its requests took."""

    host: str
    port: int
    taken: dict[str, list[float]] = field(factory=lambda: defaultdict(list))
    """Seconds of each request, by route."""
    worked: dict[str, list[float]] = field(factory=lambda: defaultdict(list))
    """Seconds of processor time of each request in the server, by route."""
    errors: list[str] = field(factory=list)
    _streams: Any = None

    async def ask(self, route: str, body: Any) -> Any:
        """Ask, and note how long it took; None after an error."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(self.host, self.port)
        reader, writer = self._streams
        content = json.dumps(body).encode()
        head = (
            f"POST /api/{route} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        began = perf_counter()
        writer.write(head.encode() + content)
        answered = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        pairs = (line.partition(": ") for line in answered.split("\r\n"))
        headers = {name.lower(): value for name, _, value in pairs}
        given = await reader.readexactly(int(headers["content-length"]))
        self.worked[route].append(float(headers["server-timing"].partition("dur=")[2]) / 1000)
        self.taken[route].append(perf_counter() - began)
        status = int(answered.split(" ", 2)[1])
        if status != FINE:
            self.errors.append(f"{route}: {status} {given[:200]!r}")
            return None
        return json.loads(given)

    async def play(self, game: str, seed: int, actions: int) -> None:
        """Play a random game."""
        random = Random(f"{game} {seed}")
        line: dict[str, Any] = {"game": game, "params": {}, "rulings": {}, "moves": []}
        here = await self.ask("position", line)
        for _ in range(actions):
            if here is None or not here["legal"]:
                return
            action = random.choice(here["legal"])
            answer = await self.ask("play", {"line": line, "action": action})
            if answer is None or not answer["legal"]:
                self.errors.append(f"{game}: {action} is not played")
                return
            here, line = answer["position"], {**line, "moves": [*line["moves"], action]}
            await self.ask("targets", {"line": line, "which": "legal"})
            await self.ask("readings", line)


@contextmanager
def served() -> Iterator[tuple[str, int]]:
    """Start the command, and yield where it listens."""
    command = [sys.executable, "-m", "rulewright", "referee", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            said = process.stdout.readline() if process.stdout else ""
            at = urlsplit(next(word for word in said.split() if word.startswith("http://")))
            yield str(at.hostname), int(at.port or 0)
        finally:
            process.terminate()


def in_words(taken: dict[str, list[float]]) -> str:
    """Write the median, the 95th percentile and the maximum of each route, in milliseconds."""
    said = []
    for route in ROUTES:
        each = sorted(taken[route])
        ninety_five = each[min(len(each) - 1, int(len(each) * 0.95))]
        said.append(
            f"{route} {1000 * each[len(each) // 2]:.0f} / {1000 * ninety_five:.0f} / "
            f"{1000 * each[-1]:.0f}"
        )
    return "; ".join(said)


async def measure(host: str, port: int, players: int, actions: int) -> int:
    """Measure, print, and return the number of errors."""
    games = ("ari", "dreieck", "minoa", "nonaga")
    print("ms: median / 95th percentile / maximum")
    failed = 0
    for game in games:
        await Player(host, port).play(game, 0, 2)  # the engines are loaded
        one = Player(host, port)
        for seed in (1, 2):
            await one.play(game, seed, actions)
        failed += len(one.errors)
        print(f"one player, {game}: {in_words(one.taken)}", *one.errors[:3])
        print(f"    processor time: {in_words(one.worked)}", flush=True)
    crowd = [Player(host, port) for _ in range(players)]
    began = perf_counter()
    await asyncio.gather(
        *(each.play(games[n % len(games)], 10 + n, actions // 4) for n, each in enumerate(crowd))
    )
    seconds = perf_counter() - began
    together: dict[str, list[float]] = defaultdict(list)
    for each in crowd:
        for route, times in each.taken.items():
            together[route] += times
    errors = [error for each in crowd for error in each.errors]
    requests = sum(map(len, together.values()))
    print(f"{players} players: {in_words(together)}")
    print(f"{requests:,} requests in {seconds:.1f} s ({requests / seconds:.0f} per second)")
    print(f"{len(errors)} errors", *errors[:3], sep="\n")
    return failed + len(errors)


def main() -> int:
    """Start the server, measure, and return 1 if there was an error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=50)
    parser.add_argument("--actions", type=int, default=40, help="of one game of one player")
    given = parser.parse_args()
    with served() as (host, port):
        return int(bool(asyncio.run(measure(host, port, given.players, given.actions))))


if __name__ == "__main__":
    sys.exit(main())
