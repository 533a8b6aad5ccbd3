"""The pytest plugin: every vector that applies is one test item for an adapter.

    pytest --rulewright-adapter "node engine.js" --rulewright-game nonaga

Nothing happens without `--rulewright-adapter`, and nothing slow is imported.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rulewright.conformance.crew import Seat
    from rulewright.conformance.run import Run

ADAPTER = "--rulewright-adapter"


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
    """Refuse an adapter without a game before anything else is done."""
    if session.config.getoption(ADAPTER) and not session.config.getoption("--rulewright-game"):
        raise pytest.UsageError(f"{ADAPTER} needs --rulewright-game GAME")


def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    """Add an item for each vector."""
    if session.config.getoption(ADAPTER):
        items.extend(Vectors.from_parent(session, name="rulewright", nodeid="rulewright").collect())


class Vectors(pytest.Collector):
    """The vectors of a game that apply to what is asked for, and the adapter that plays them."""

    def collect(self) -> Iterator[VectorItem]:
        """Give an item for each vector; at least one, or the run is refused."""
        from rulewright.conformance.vector_games import suite  # noqa: PLC0415 - loads the engines
        from rulewright.interface import RulewrightError  # noqa: PLC0415

        try:
            run = self.run()
            every = [each for each in suite(run.game) if each.applies(run.given, run.rulings)]
        except RulewrightError as error:
            raise pytest.UsageError(str(error)) from error
        if not every:
            raise pytest.UsageError(f"no vector of {run.game} applies")
        seat = run.crew.first
        self.config.add_cleanup(seat.close)
        for vector in every:
            yield VectorItem.from_parent(self, name=vector.id, run=run, seat=seat, vector=vector)

    def run(self) -> Run:
        """Make the run that the options ask for."""
        from rulewright import games  # noqa: PLC0415 - loads the engines
        from rulewright.conformance.checking import silent  # noqa: PLC0415
        from rulewright.conformance.conversation import Command  # noqa: PLC0415
        from rulewright.conformance.crew import Crew  # noqa: PLC0415
        from rulewright.conformance.effort import NORMAL  # noqa: PLC0415
        from rulewright.conformance.hypothesis import questions_of  # noqa: PLC0415
        from rulewright.conformance.run import Run  # noqa: PLC0415
        from rulewright.console.options import pairs, typed  # noqa: PLC0415

        option = self.config.getoption
        game = option("--rulewright-game")
        given = pairs("--rulewright-ruling", option("--rulewright-ruling"))
        texts = pairs("--rulewright-param", option("--rulewright-param"))
        params = {name: typed(value) for name, value in texts.items()}
        games.engine(game, params, given)
        rulings = {name: each[0] for name, each in questions_of(game).items()} | given
        command = Command(tuple(shlex.split(option(ADAPTER))))
        return Run(command, game, params, rulings, NORMAL, 0, silent, Crew(command))


class VectorItem(pytest.Item):
    """One vector as a test."""

    def __init__(self, *, run: Run, seat: Seat, vector: Any, **more: Any) -> None:
        """Keep the vector, and where it is played."""
        super().__init__(**more)
        self.rules = run
        self.seat = seat
        self.vector = vector
        for name in (*vector.clauses, *vector.questions):
            self.keywords[name] = True  # -k MIN-9 selects the vectors of a clause

    def runtest(self) -> None:
        """Play the vector; what the adapter does not support is skipped."""
        from rulewright.conformance.deviations import deviation_of  # noqa: PLC0415
        from rulewright.conformance.vector_games import expected_otherwise, script_of  # noqa: PLC0415

        result = self.seat.work(self.rules.perform, script_of(self.rules, self.vector))
        if result.unsupported is not None:
            pytest.skip(str(result.unsupported))
        if result.fault is not None:
            raise result.fault
        assert result.made is not None
        wrong = expected_otherwise(self.vector, result.made)
        if wrong:
            raise deviation_of(*wrong[0])

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Tell what is wrong in a few lines, without a traceback of ours."""
        from rulewright.interface import RulewrightError  # noqa: PLC0415

        if not isinstance(excinfo.value, RulewrightError):
            return super().repr_failure(excinfo, style)
        about = ", ".join((*self.vector.clauses, *self.vector.questions))
        return "\n".join(
            (
                str(excinfo.value),
                f"parameters {self.vector.params}, rulings {self.vector.rulings}, about {about}",
                self.vector.comment,
            )
        )

    def reportinfo(self) -> tuple[Path, None, str]:
        """Say where the item stands."""
        return Path("rulewright"), None, f"{self.vector.game}: {self.name}"
