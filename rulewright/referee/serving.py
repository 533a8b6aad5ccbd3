"""Serve the referee on the loopback address of this machine, and open its page."""

from __future__ import annotations

import errno
import socket
import threading
import webbrowser
from collections.abc import Callable
from typing import Any

import uvicorn

from rulewright.interface import UsageError
from rulewright.referee.api import RefereeSetup, application
from rulewright.referee.guard import Guard

LOOPBACK = "127.0.0.1"
HIGHEST = 65_535


class UnusablePort(UsageError):
    """The port cannot be listened on."""


def listening(port: int) -> socket.socket:
    """Listen on a port of the loopback address, any free one if it is 0; raises `UnusablePort`."""
    # With its protocol named, asyncio sends small packets at once; without, answers take 40 ms more.
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((LOOPBACK, port))
        made.listen(128)
    except OSError as error:
        made.close()
        if error.errno == errno.EADDRINUSE:
            raise UnusablePort(
                f"port {port} is in use: name another with --port, or none to have a free one chosen"
            ) from error
        raise UnusablePort(f"port {port} cannot be used: {error.strerror}") from error
    return made


class Server(uvicorn.Server):
    """Says where it listens as soon as it does."""

    ready: Callable[[], object] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started and self.ready is not None:
            self.ready()


def serve(setup: RefereeSetup, port: int, ready: Callable[[str], Any]) -> None:
    """Serve until interrupted; `ready` is called with the address once there are answers.

    Raises `UnusablePort`.
    """
    with listening(port) as listener:
        number = listener.getsockname()[1]
        guarded = Guard.of(application(setup), number)
        config = uvicorn.Config(
            guarded,
            log_level="error",
            access_log=False,
            server_header=False,
            ws="none",
            lifespan="on",
            timeout_graceful_shutdown=1,
        )
        server = Server(config)
        server.ready = lambda: ready(f"http://{LOOPBACK}:{number}/")
        server.run(sockets=[listener])


def open_page(address: str) -> None:
    """Open the page in the browser of this machine, without waiting for it."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
