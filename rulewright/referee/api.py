"""The API as an application: routes, their descriptions, the page, and one form of error."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import PurePosixPath
from typing import Annotated, Any, Literal

from attrs import define, field, frozen
from fastapi import FastAPI, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.exceptions import HTTPException

from rulewright import __version__
from rulewright.interface import Json
from rulewright.referee import answers as say
from rulewright.referee import questions as ask
from rulewright.referee.limits import GAPS, LONGEST_NAME, QUICK, SEARCH
from rulewright.referee.pool import Companion, Pool
from rulewright.referee.worker import BAD, error_of

FINE, NO_ENGINE = 200, 409
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
"""The static files that are served."""
STATIC = {"": "rulewright.referee", "report": "rulewright.report"}
"""The packages whose folder `static` is served, by what precedes the name."""
ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": say.ErrorReply, "description": said}
    for status, said in {
        403: "Another host or page",
        404: "No such game or file",
        413: "Too large",
        415: "Not JSON",
        422: "Bad input",
        502: "The code of a game, or the foreign engine, broke down",
        503: "Too busy, or it took too long",
    }.items()
}
WITHOUT_ENGINE: dict[int | str, dict[str, Any]] = {
    NO_ENGINE: {"model": say.ErrorReply, "description": "No engine was named on the command line"}
}
Kind = Literal["theorem", "ambiguity", "gap", "occasion"]
GameName = Annotated[str, Path(min_length=1, max_length=LONGEST_NAME)]


@frozen
class RefereeSetup:
    """What the command line has fixed: where the page begins, and the foreign engine."""

    game: str | None = None
    params: Json = field(factory=dict)
    rulings: dict[str, str] = field(factory=dict)
    adapter: tuple[str, ...] = ()
    seconds: float = QUICK
    """Seconds for an answer about one position, and for one of the foreign engine."""

    def json(self) -> Json:
        """Write it for the page."""
        return {
            "game": self.game,
            "params": self.params,
            "rulings": self.rulings,
            "adapter": " ".join(self.adapter) or None,
            "version": __version__,
        }


@define(eq=False)
class Desk:
    """Takes requests to the workers, and keeps what does not change."""

    setup: RefereeSetup
    pool: Pool = field(factory=Pool)
    companion: Companion = field(init=False)
    kept: dict[tuple[str, ...], Response] = field(factory=dict)

    @companion.default
    def _beside(self) -> Companion:
        return Companion(self.setup.adapter, self.setup.seconds)

    async def quick(self, task: str, given: Any) -> Response:
        """Have a worker answer."""
        return written(*await self.pool.do(task, given, self.setup.seconds))

    async def search(self, task: str, given: Any, seconds: float) -> Response:
        """Have a search done."""
        return written(*await self.pool.search(task, given, seconds))

    async def once(self, key: tuple[str, ...], make: Callable[[], Awaitable[Response]]) -> Response:
        """Keep an answer that is always the same, unless it is an error."""
        if key not in self.kept:
            found = await make()
            if found.status_code != FINE:
                return found
            self.kept[key] = found
        return self.kept[key]

    async def beside(self, request: Request, task: str, given: Any) -> Response:
        """Have the foreign engine asked."""
        if not self.setup.adapter:
            said = "no engine was named: start rulewright referee with --adapter COMMAND"
            return written(NO_ENGINE, error_of("NoEngine", said))
        gone = request.is_disconnected
        return written(*await self.companion.do(task, given, SEARCH, gone))


def written(status: int, body: bytes, worked: float = 0.0) -> Response:
    """Return an answer that a worker has written; a header says how long it has worked."""
    timing = {"Server-Timing": f"work;dur={1000 * worked:.1f}"}
    return Response(body, status, timing, media_type="application/json")


def application(setup: RefereeSetup) -> FastAPI:
    """Return the application; it starts its workers when it begins."""
    desk = Desk(setup)

    @asynccontextmanager
    async def running(_: FastAPI) -> AsyncIterator[None]:
        desk.pool.open()
        try:
            yield
        finally:
            desk.pool.close()
            desk.companion.close()

    made = FastAPI(
        title="rulewright referee",
        version=__version__,
        description="Plays any game by its rulebook, and says why, and what other readings say.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=running,
        responses=ERRORS,
    )
    made.add_exception_handler(RequestValidationError, bad_input)
    made.add_exception_handler(HTTPException, no_such)
    for add in (add_games, add_position, add_searches, add_engine, add_exports, add_page):
        add(made, desk)
    return made


async def bad_input(_: Request, error: Exception) -> Response:
    """Say in one line what of a request is wrong."""
    found = error.errors() if isinstance(error, RequestValidationError) else []
    first = found[0] if found else {"loc": (), "msg": str(error)}
    where = ".".join(map(str, first["loc"][1:])) or "the request"
    said = str(first["msg"]).removeprefix("Value error, ")
    return written(BAD, error_of("BadRequest", f"{where}: {said}"))


async def no_such(request: Request, error: Exception) -> Response:
    """Say that there is no such route, or another method is needed."""
    status = getattr(error, "status_code", 404)
    said = f"{request.method} {request.url.path}: {getattr(error, 'detail', error)}"
    if status == 400:  # noqa: PLR2004 - FastAPI's own for a body that it cannot read
        status = BAD
    return written(status, error_of("NoSuchRoute", f"{said}; see /api/openapi.json"))


def add_games(made: FastAPI, desk: Desk) -> None:
    """Add the routes about games."""

    @made.get("/api/setup", response_model=say.SetupAnswer)
    async def setup() -> Any:
        """Return what the command line has fixed."""
        return desk.setup.json()

    @made.get("/api/games", response_model=say.GamesAnswer)
    async def games() -> Response:
        """List the games, and those that cannot be loaded."""
        return await desk.once(("games",), lambda: desk.quick("games", {}))

    @made.get("/api/games/{game}", response_model=say.GameAnswer)
    async def game(game: GameName) -> Response:
        """Describe a game: parameters, questions, readings, clauses."""
        return await desk.once(("game", game), lambda: desk.quick("game", {"game": game}))

    @made.get("/api/shows/{game}", response_model=say.ShowsAnswer)
    async def shows(game: GameName, kind: Annotated[Kind, Query()]) -> Response:
        """List games to step through: of theorems, ambiguities, gaps or rare occasions."""
        given = {"game": game, "kind": kind}
        if kind in {"ambiguity", "occasion"}:
            return await desk.once(("shows", game, kind), lambda: desk.quick("shows", given))
        checked = await desk.quick("game", {"game": game})
        if checked.status_code != FINE:
            return checked
        return await desk.once(("shows", game, kind), lambda: desk.search("shows", given, GAPS))


def add_position(made: FastAPI, desk: Desk) -> None:
    """Add the routes about one position."""

    @made.post("/api/position", response_model=say.PositionAnswer)
    async def position(line: ask.LineAsked) -> Response:
        """Play a line, and describe the position that it reaches."""
        return await desk.quick("position", line.model_dump())

    @made.post("/api/targets", response_model=say.TargetsAnswer)
    async def targets(asked: ask.TargetsAsked) -> Response:
        """Return where in the drawing actions can be pointed at."""
        return await desk.quick("targets", asked.model_dump())

    @made.post("/api/play", response_model=say.PlayAnswer)
    async def play(asked: ask.ActionAsked) -> Response:
        """Play an action, or explain why it is illegal."""
        return await desk.quick("play", asked.model_dump())

    @made.post("/api/explain", response_model=say.ExplanationAnswer)
    async def explain(asked: ask.ActionAsked) -> Response:
        """Return the clauses that forbid an action, in the rulebook's words."""
        return await desk.quick("explain", asked.model_dump())

    @made.post("/api/readings", response_model=say.ReadingsAnswer)
    async def readings(line: ask.LineAsked) -> Response:
        """Return what every other reading says here, and where on the line each has parted."""
        return await desk.quick("readings", line.model_dump())

    @made.post("/api/opponent", response_model=say.OpponentAnswer)
    async def opponent(asked: ask.MoveAsked) -> Response:
        """Let a random or a greedy player move."""
        return await desk.quick("opponent", asked.model_dump())


def add_searches(made: FastAPI, desk: Desk) -> None:
    """Add the search for a parting of two readings."""

    @made.post("/api/parting", response_model=say.PartingAnswer)
    async def parting(asked: ask.PartingAsked) -> Response:
        """Search for the shortest game on which two readings part."""
        given = asked.model_dump()
        checked = await desk.quick("separable", given)
        if checked.status_code != FINE:
            return checked
        return await desk.search("parting", given, asked.seconds + QUICK)


def add_engine(made: FastAPI, desk: Desk) -> None:
    """Add what needs the foreign engine."""

    @made.post("/api/engine", response_model=say.EngineAnswer, responses=WITHOUT_ENGINE)
    async def engine(request: Request, line: ask.LineAsked) -> Response:
        """Play a line on the foreign engine, and return where it first differs."""
        return await desk.beside(request, "engine", {"line": line.model_dump()})

    @made.post("/api/report", response_model=say.ReportAnswer, responses=WITHOUT_ENGINE)
    async def report(request: Request, asked: ask.ReportAsked) -> Response:
        """Write a position, a refusal and a difference as Markdown."""
        given = {"line": asked.line.model_dump(), "action": asked.action}
        if asked.engine:
            return await desk.beside(request, "report", given)
        return await desk.quick("report", {**given, "words": []})


def add_exports(made: FastAPI, desk: Desk) -> None:
    """Add what is taken along, or brought in."""

    @made.post("/api/vector", response_model=say.VectorAnswer)
    async def vector(asked: ask.ActionOrNot) -> Response:
        """Write a position as a test vector."""
        return await desk.quick("vector", asked.model_dump())

    @made.post("/api/load", response_model=say.LoadAnswer)
    async def load(asked: ask.DocumentAsked) -> Response:
        """Read a vector, a position or a list of moves."""
        return await desk.quick("load", asked.model_dump())

    @made.post("/api/svg", response_model=say.PictureAnswer)
    async def svg(asked: ask.PictureAsked) -> Response:
        """Draw a position as a file."""
        return await desk.quick("svg", asked.model_dump())


def add_page(made: FastAPI, desk: Desk) -> None:
    """Add the page and its static files."""
    pages = Environment(
        loader=PackageLoader("rulewright.referee"), autoescape=True, undefined=StrictUndefined
    )

    @made.get("/", include_in_schema=False)
    async def page() -> Response:
        text = pages.get_template("page.html.j2").render(
            version=__version__, setup=desk.setup.json()
        )
        return Response(text, media_type="text/html")

    @made.get("/static/{name:path}", include_in_schema=False)
    async def static(name: str) -> Response:
        return static_file(name)


def static_file(name: str) -> Response:
    """Return a static file; raises `HTTPException` if there is none."""
    path = PurePosixPath(name)
    folder = "" if str(path.parent) == "." else str(path.parent)
    kind = TYPES.get(path.suffix)
    if kind is None or folder not in STATIC or "\\" in name or "\0" in name:
        raise HTTPException(404, "there is no such file")
    found = files(STATIC[folder]) / "static" / path.name
    if not found.is_file():
        raise HTTPException(404, "there is no such file")
    return Response(found.read_bytes(), media_type=kind)
