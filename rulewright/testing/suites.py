"""One line in a ``conftest.py``: the machine and the test vectors as tests of a foreign project."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from attrs import define, field, frozen
from hypothesis import settings

from rulewright.conformance.adapter.conversation import NotSupported, Object, Opens
from rulewright.conformance.adapter.crew import Crew
from rulewright.conformance.checking import silent
from rulewright.conformance.evidence.setup import Setup
from rulewright.conformance.evidence.thoroughness import NORMAL
from rulewright.conformance.pytest_plugin import VectorItem
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.stages.vectors import suite as vectors_of
from rulewright.interface import Action, Engine, Json, RulewrightError
from rulewright.play import games
from rulewright.testing.adapters import opens_of
from rulewright.testing.machines import GameMachine, failure_of, machine
from rulewright.testing.sides import split_options


@define
class EnginePlayer:
    """An engine, or what makes one, as a player: vectors are played through the protocol's messages."""

    source: Any
    engine: Any = field(default=None, init=False)
    reached: Any = field(default=None, init=False)

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game; raises `NotSupported` for other options than those of a fixed engine."""
        own = games.specification(game, params, rulings)
        if hasattr(self.source, "legal_actions") and not isinstance(self.source, type):
            self.engine = self.source
            for name, value in {**own.params, **own.rulings}.items():
                if {**self.engine.params, **self.engine.rulings}.get(name) != value:
                    raise NotSupported(f"{name}={value}")
        else:
            self.engine = self.source(own.params, own.rulings)
        self.reached = self.engine.initial()

    def legal(self) -> tuple[Action, ...]:
        """List the legal actions."""
        return tuple(self.engine.legal_actions(self.reached))

    def play(self, action: Action) -> None:
        """Play an action; raises `IllegalAction`."""
        self.reached = self.engine.play(self.reached, action)

    def state(self) -> Json:
        """Return the position."""
        engine: Engine[Any] = self.engine
        return {
            "over": engine.is_over(self.reached),
            "turn": engine.turn(self.reached),
            "winners": list(engine.winners(self.reached)),
            "scores": dict(engine.scores(self.reached)),
            "position": engine.to_json(self.reached),
        }


@frozen
class EngineSuite:
    """What `suite` declares: pytest finds it in a ``conftest.py``."""

    game: str
    tested: Any
    machine: type[GameMachine]
    opens: Opens
    params: Mapping[str, Any]
    rulings: Mapping[str, str]
    how: settings | None = None

    def rulewright_items(self, session: pytest.Session) -> Iterator[pytest.Item]:
        """Yield an item for the machine, and one for each vector that applies."""
        name = f"rulewright {self.game}"
        parent = SuiteCollector.from_parent(session, name=name, nodeid=name)
        parent.declared = self
        yield from parent.collect()


def suite(
    game: str, tested: object, /, *, settings: settings | None = None, **options: Any
) -> EngineSuite:
    """Declare tests of an engine: assigned to any name in a ``conftest.py``, pytest runs them.

    They are the state machine of `machine`, and every test vector of the game that applies under the
    options. `tested` is what `machine` takes: an engine, a class, a player, or an adapter's command.
    `settings` are Hypothesis's, for the machine. They are left out if pytest is given single files.

    >>> from rulewright.testing import suite
    >>> rulewright_engine = suite("nonaga", "node engine.js", bar="none")
    """
    params, rulings = split_options(game, options)
    made = machine(game, tested, **options)
    opens = opens_of(tested) or Object(EnginePlayer(tested))
    given = games.specified(game).default_rulings | rulings
    return EngineSuite(game, tested, made, opens, params, given, settings)


class SuiteCollector(pytest.Collector):
    """The tests that a declaration stands for."""

    declared: EngineSuite

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the machine, then the vectors."""
        declared = self.declared
        yield MachineItem.from_parent(self, name="machine", declared=declared)
        setup = Setup(declared.game, dict(declared.params), dict(declared.rulings), NORMAL, 0)
        run = GameRun(setup, Crew(declared.opens), silent)
        seat = run.crew.first
        self.config.add_cleanup(seat.close)
        for vector in vectors_of(declared.game):
            if vector.applies(declared.params, declared.rulings):
                yield VectorItem.from_parent(
                    self, name=vector.id, run=run, seat=seat, vector=vector
                )


class MachineItem(pytest.Item):
    """The state machine as a test."""

    def __init__(self, *, declared: EngineSuite, **more: Any) -> None:
        """Keep what is declared."""
        super().__init__(**more)
        self.declared = declared

    def runtest(self) -> None:
        """Run the machine."""
        owner = self.declared.machine
        failure = failure_of(owner, self.declared.how or owner.TestCase.settings)
        if failure is not None:
            raise failure from None

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show the game, without a traceback."""
        if isinstance(excinfo.value, RulewrightError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return where the item belongs."""
        return Path("rulewright"), None, f"{self.declared.game}: machine"
