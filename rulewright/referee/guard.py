"""What stands between a browser and the API: who may ask, how much, and what the page may do."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

from attrs import define

from rulewright.referee.limits import DEEPEST, MOST_BYTES
from rulewright.referee.worker import BAD, error_of

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
"""Sent with every answer."""
FORBIDDEN, TOO_LARGE, NOT_JSON = 403, 413, 415


class Rejected(Exception):
    """A request that is not passed on."""

    def __init__(self, status: int, kind: str, message: str) -> None:
        """Keep the status and the error."""
        self.status, self.body = status, error_of(kind, message)
        super().__init__(message)


@define(eq=False)
class Guard:
    """Passes on what the page itself, or a program on this machine, may ask."""

    application: Application
    hosts: frozenset[str]
    """The names with port under which the server may be addressed."""

    @classmethod
    def of(cls, application: Application, port: int) -> Guard:
        """Guard a server on the loopback address."""
        names = ("127.0.0.1", "localhost")
        own = [f"{name}:{port}" for name in names] + (list(names) if port == 80 else [])  # noqa: PLR2004 - HTTP's own port
        return cls(application, frozenset(own))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        try:
            self.may_ask(scope)
            body = await self.body_of(scope, receive)
        except Rejected as refusal:
            await answer(send, refusal.status, refusal.body)
            return

        async def again() -> Message:
            if again.sent:  # type: ignore[attr-defined]
                return await receive()
            again.sent = True  # type: ignore[attr-defined]
            return {"type": "http.request", "body": body, "more_body": False}

        again.sent = False  # type: ignore[attr-defined]

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = with_ours(message.get("headers", ()))
            await send(message)

        await self.application(scope, again, with_headers)

    def may_ask(self, scope: Scope) -> None:
        """Raise `Rejected` unless the request comes from our page, or from no page at all."""
        headers = [
            (name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]
        ]
        hosts = [value.lower() for name, value in headers if name == "host"]
        if len(hosts) != 1 or hosts[0] not in self.hosts:
            known = ", ".join(sorted(self.hosts))
            raise Rejected(FORBIDDEN, "ForeignHost", f"this server is addressed as one of: {known}")
        for name, value in headers:
            if name == "origin" and value.lower() not in {f"http://{host}" for host in self.hosts}:
                raise Rejected(FORBIDDEN, "ForeignOrigin", "another page may not use this server")
            if name == "sec-fetch-site" and value not in {"same-origin", "none"}:
                visit = scope["path"] == "/" and scope["method"] == "GET"
                if not visit:
                    raise Rejected(
                        FORBIDDEN, "ForeignOrigin", "another page may not use this server"
                    )

    async def body_of(self, scope: Scope, receive: Receive) -> bytes:
        """Read the body of a request; raises `Rejected` if it is too large, or not JSON."""
        body = b""
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Rejected(BAD, "Incomplete", "the request ended before its body did")
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > MOST_BYTES:
                said = f"a request may have at most {MOST_BYTES >> 10} KiB"
                raise Rejected(TOO_LARGE, "TooLarge", said)
        if scope["method"] == "POST":
            kinds = [value for name, value in scope["headers"] if name == b"content-type"]
            if [kind.partition(b";")[0].strip().lower() for kind in kinds] != [b"application/json"]:
                said = "the body must be JSON, with 'Content-Type: application/json'"
                raise Rejected(NOT_JSON, "NotJson", said)
            check_json(body)
        return body


def check_json(body: bytes) -> None:
    """Raise `Rejected` unless a body is JSON in UTF-8, with finite numbers, not nested too deeply."""
    try:
        value = json.loads(body.decode("utf-8"), parse_constant=refuse_constant)
    except RecursionError as error:
        raise Rejected(BAD, "TooDeep", "the body is nested too deeply") from error
    except ValueError as error:
        raise Rejected(BAD, "NotJson", f"the body is not JSON in UTF-8: {error}") from error
    layer: list[Any] = [value]
    for _ in range(DEEPEST):
        layer = [inner for each in layer for inner in inside(each)]
        if not layer:
            return
    raise Rejected(BAD, "TooDeep", f"the body is nested more than {DEEPEST} levels deep")


def inside(value: Any) -> Iterable[Any]:
    """Return what is inside a JSON value."""
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def refuse_constant(name: str) -> Any:
    """Refuse what JSON does not know, though Python reads it."""
    raise ValueError(f"{name} is no number of JSON")


def with_ours(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Add our headers to those of an answer."""
    own = {name.encode(): value.encode() for name, value in HEADERS.items()}
    return [*((name, value) for name, value in headers if name.lower() not in own), *own.items()]


async def answer(send: Send, status: int, body: bytes) -> None:
    """Send an error as JSON."""
    length = str(len(body)).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", length)]
    await send({"type": "http.response.start", "status": status, "headers": with_ours(headers)})
    await send({"type": "http.response.body", "body": body})
