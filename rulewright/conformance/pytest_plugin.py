"""The pytest plugin: every vector that applies is one test item for an adapter.

    pytest --rulewright-adapter "node engine.js" --rulewright-game nonaga

Or one line in a ``conftest.py``, which `rulewright.testing.suite` describes. Nothing happens without
either, and nothing slow is imported.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rulewright.conformance.adapter.conversation import Command
    from rulewright.conformance.adapter.crew import Seat
    from rulewright.conformance.stages.run import GameRun

ADAPTER = "--rulewright-adapter"
NEED_ADAPTER = ("--rulewright-game", "--rulewright-ruling", "--rulewright-param")
NOT_REPORTED = "position not reported"
"""A property of tests whose vector expects a position that the adapter does not report."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options."""
    group = parser.getgroup("rulewright", "engines of board games, held against their rules")
    group.addoption(ADAPTER, metavar="COMMAND", help="The command that starts an adapter.")
    group.addoption("--rulewright-game", metavar="GAME", help="The game whose vectors are played.")
    for name in ("ruling", "param"):
        group.addoption(
            f"--rulewright-{name}",
            metavar="NAME=VALUE",
            action="append",
            default=[],
            help=f"A {name}, as for `rulewright conform --{name}`.",
        )


def pytest_collection(session: pytest.Session) -> None:
    """Fail early on an adapter without a game, and the reverse."""
    option = session.config.getoption
    if option(ADAPTER) and not option("--rulewright-game"):
        raise pytest.UsageError(f"{ADAPTER} needs --rulewright-game GAME")
    for name in NEED_ADAPTER:
        if option(name) and not option(ADAPTER):
            raise pytest.UsageError(f"{name} needs {ADAPTER} COMMAND")


def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    """Add an item for each vector, and those of each suite that a ``conftest.py`` declares."""
    if session.config.getoption(ADAPTER):
        items.extend(Vectors.from_parent(session, name="rulewright", nodeid="rulewright").collect())
    for declared in suites_declared(session.config):
        items.extend(declared.rulewright_items(session))


def suites_declared(config: pytest.Config) -> Iterator[Any]:
    """Yield the suites declared in each ``conftest.py``; none if single files or tests are asked for."""
    if any("::" in each or each.endswith(".py") for each in config.args):
        return
    seen: list[Any] = []
    for plugin in config.pluginmanager.get_plugins():
        if Path(getattr(plugin, "__file__", None) or "").name == "conftest.py":
            for value in vars(plugin).values():
                is_one = callable(getattr(type(value), "rulewright_items", None))
                if is_one and not any(value is other for other in seen):
                    seen.append(value)
                    yield value


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report how many vectors there are, and how many do not apply."""
    config = terminalreporter.config
    if not config.getoption(ADAPTER) or not config.getoption("--rulewright-game"):
        return
    from rulewright.interface import RulewrightError  # noqa: PLC0415

    with suppress(RulewrightError):  # it was reported at collection
        for line in (*left_out(config), *without_position(terminalreporter)):
            terminalreporter.write_line(line)


def left_out(config: pytest.Config) -> Iterator[str]:
    """Count the vectors that are left out, by reason."""
    from rulewright.conformance.stages import vectors as vector_games  # noqa: PLC0415 - loads the engines

    run = run_of(config)
    every, reasons = len(vector_games.suite(run.setup.game)), vector_games.left_out(run.setup)
    applying = every - sum(reasons.values())
    yield f"rulewright: {applying} of {every} vectors of {run.setup.game} apply"
    for reason, count in reasons.items():
        yield f"  {count} are left out: {reason}"


def without_position(terminalreporter: pytest.TerminalReporter) -> Iterator[str]:
    """Count the vectors that passed without a position to compare."""
    passed = terminalreporter.stats.get("passed", [])
    count = sum(NOT_REPORTED in dict(getattr(each, "user_properties", ())) for each in passed)
    if count:
        yield f"  {count} passed without their position: the adapter does not report all of it"


def run_of(config: pytest.Config) -> GameRun:
    """Return the run that the options request; raises what an engine raises for wrong options."""
    from rulewright.conformance.adapter.crew import Crew  # noqa: PLC0415
    from rulewright.conformance.checking import silent  # noqa: PLC0415
    from rulewright.conformance.evidence.setup import Setup  # noqa: PLC0415
    from rulewright.conformance.evidence.thoroughness import NORMAL  # noqa: PLC0415
    from rulewright.conformance.stages.run import GameRun  # noqa: PLC0415
    from rulewright.console.options import pairs, typed  # noqa: PLC0415
    from rulewright.play import games  # noqa: PLC0415 - loads the engines

    option = config.getoption
    game = option("--rulewright-game")
    given = pairs("--rulewright-ruling", option("--rulewright-ruling"))
    texts = pairs("--rulewright-param", option("--rulewright-param"))
    params = {name: typed(value) for name, value in texts.items()}
    games.fastest(game, params, given)
    rulings = games.specified(game).default_rulings | given
    command = command_of(option(ADAPTER))
    return GameRun(Setup(game, params, rulings, NORMAL, 0), Crew(command), silent)


def command_of(text: str) -> Command:
    """Split a command as a shell would; raises `UsageError` for a quotation without an end."""
    from rulewright.conformance.adapter.conversation import Command  # noqa: PLC0415 - loads the engines

    try:
        words = shlex.split(text)
    except ValueError as error:
        raise pytest.UsageError(f"{ADAPTER} {text!r}: {error}") from error
    if not words:
        raise pytest.UsageError(f"{ADAPTER} {text!r}: there is no command in it")
    return Command(tuple(words))


class Vectors(pytest.Collector):
    """The vectors of a game that apply to what is asked for, and the adapter that plays them."""

    def collect(self) -> Iterator[VectorItem]:
        """Yield an item for each vector; raises `UsageError` if there is none."""
        from rulewright.conformance.stages.vectors import suite  # noqa: PLC0415 - loads the engines
        from rulewright.interface import RulewrightError  # noqa: PLC0415

        try:
            run = run_of(self.config)
            every = [
                each
                for each in suite(run.setup.game)
                if each.applies(run.setup.given, run.setup.rulings)
            ]
        except RulewrightError as error:
            raise pytest.UsageError(str(error)) from error
        if not every:
            raise pytest.UsageError(f"no vector of {run.setup.game} applies")
        seat = run.crew.first
        self.config.add_cleanup(seat.close)
        for vector in every:
            yield VectorItem.from_parent(self, name=vector.id, run=run, seat=seat, vector=vector)


def drawn(vector: Any) -> str:
    """Draw the position of a vector; "" where that does not work."""
    from rulewright.play import games  # noqa: PLC0415
    from rulewright.play.replay import state_after  # noqa: PLC0415

    try:
        engine = games.specification(vector.game, vector.params, vector.rulings)
        here = engine.to_json(state_after(engine, vector.moves))
        return games.specified(vector.game).draw.text(engine, here)
    except Exception:  # a failure is reported, whether or not its drawing works  # noqa: BLE001
        return ""


class VectorItem(pytest.Item):
    """One vector as a test."""

    def __init__(self, *, run: GameRun, seat: Seat, vector: Any, **more: Any) -> None:
        """Keep the vector, and where it is played."""
        super().__init__(**more)
        self.game_run = run
        self.seat = seat
        self.vector = vector
        # -k MIN-9 selects the vectors of a clause: it does not look at an item's own keywords
        self.extra_keyword_matches.update(vector.clauses, vector.questions)

    def runtest(self) -> None:
        """Play the vector; what the adapter does not support is skipped."""
        from rulewright.conformance.adapter.observation import left_out_of  # noqa: PLC0415
        from rulewright.conformance.evidence.deviations import Deviation  # noqa: PLC0415
        from rulewright.conformance.stages.vectors import expected_otherwise, script_of  # noqa: PLC0415

        result = self.seat.work(self.game_run.perform, script_of(self.game_run, self.vector))
        if result.unsupported is not None:
            pytest.skip(str(result.unsupported))
        if result.fault is not None:
            raise result.fault
        assert result.made is not None
        wrong = expected_otherwise(self.vector, result.made)
        answers = (each.seen.state for each in result.made.observations)
        if self.vector.expect.position is not None and any(
            each is not None and (each.position is None or left_out_of(each)) for each in answers
        ):
            self.user_properties.append((NOT_REPORTED, True))
        if wrong:
            raise Deviation(*wrong[0])

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Report what is wrong in a few lines, without a traceback."""
        from rulewright.interface import RulewrightError  # noqa: PLC0415

        if not isinstance(excinfo.value, RulewrightError):
            return super().repr_failure(excinfo, style)
        about = ", ".join((*self.vector.clauses, *self.vector.questions))
        return "\n".join(
            (
                str(excinfo.value),
                f"parameters {self.vector.params}, rulings {self.vector.rulings}, about {about}",
                self.vector.comment,
                *(f"    {line}".rstrip() for line in drawn(self.vector).splitlines()),
            )
        )

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return where the item belongs."""
        return Path("rulewright"), None, f"{self.vector.game}: {self.name}"
