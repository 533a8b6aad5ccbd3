"""Games that Hypothesis draws and steers; an example that failed is tried first in every later run.

Its state machine (`rulewright.testing.machine`) plays the implementation beside the specification,
offers what is illegal or misspelt, and begins again on the same instance: so it finds what depends on
more than the moves of one game.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from unittest import SkipTest

import hypothesis
from attrs import frozen
from hypothesis import HealthCheck, Phase, settings
from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, HypothesisProvider

from rulewright.campaign.examples import EXAMPLES, changes_in, in_memory
from rulewright.campaign.wrong import WrongAfter, answer_limit, wrong_after
from rulewright.checks.recorded import Ticking
from rulewright.interface import Engine
from rulewright.parts import DIFFERENCE, PartOutcome, WorkPart
from rulewright.parts.part import digest
from rulewright.play.watch import Alive
from rulewright.testing import GameFails, GameMachine, machine
from rulewright.testing.machines import STEPS, failure_of, run

DRAWN_GAMES = "drawn games"
"""The count of games: they are steered, so the rule of three says nothing of them."""
REUSED = 1_000
"""Most examples that are tried again; the one with which Hypothesis ends would not be dropped."""
BY_SEED = "rulewright"
GENERATE = (Phase.reuse, Phase.generate, Phase.target)


class DrawnBySeed(HypothesisProvider):
    """Hypothesis's own way to draw, but for the constants that it finds in the modules loaded so far.

    They, and a cache of them that all tests of a process share, would make the games of a part depend
    on what its process has done before.
    """

    def _maybe_draw_constant(self, *_: Any, **__: Any) -> None:
        """Draw none."""


AVAILABLE_PROVIDERS[BY_SEED] = DrawnBySeed


@frozen
class TestedInPart:
    """Returns the tested engine of a part, whose answers show that it is alive."""

    engine: Engine[Any]
    alive: Alive

    def __call__(self, params: object, rulings: object) -> Any:
        """Return it; the machine has its options."""
        del params, rulings
        return TickingByName(self.engine, self.alive)


class TickingByName(Ticking):
    """The same, under the name of the engine in messages."""

    @property
    def called(self) -> str:
        """The name of the engine's class."""
        return type(self._engine).__name__


def machine_of(part: WorkPart, engines: Any, alive: Alive) -> type[GameMachine]:
    """Return the state machine of a part."""
    made = machine(engines.reference, TestedInPart(engines.tested, alive))
    under = {"game": part.game, "params": part.params, "rulings": part.rulings}
    # Examples are kept by game and options: those of others would be dropped as they do not fail.
    made._hypothesis_internal_add_digest = digest(under).encode()  # noqa: SLF001
    return hypothesis.seed(part.seed)(made)


def drawn(part: WorkPart, engines: Any, alive: Alive) -> PartOutcome:
    """Let Hypothesis play; raises `WrongAfter` with the examples that fail, and what games raise.

    The examples in the part are tried first, and alone if it asks for no games. Those that fail no
    more are dropped.
    """
    given, games = part.share.get(EXAMPLES, ()), int(part.share["games"])
    database = in_memory(given)
    how = settings(
        max_examples=games or REUSED,
        phases=GENERATE if games else (Phase.reuse,),
        database=database,
        backend=BY_SEED,
        deadline=None,
        stateful_step_count=STEPS,
        suppress_health_check=list(HealthCheck),
    )
    plays, failure = machine_of(part, engines, alive), None
    with suppress(SkipTest):  # none of the examples is one of these options
        failure = run(plays, how)
    if failure is not None and not shown_by_moves(part, engines, failure) and games:
        failure = failure_of(plays, how)  # the same again, shrunk with its steps
    changes = changes_in(database, given)
    if failure is not None:
        raise wrong_of(part, engines, failure, changes)
    data = {EXAMPLES: changes} if given else {}
    return PartOutcome(part, {DRAWN_GAMES: games}, data=data)


def wrong_of(
    part: WorkPart, engines: Any, failure: BaseException, changes: dict[str, Any]
) -> WrongAfter:
    """Return what is wrong in the words of the other kinds of parts if its moves alone show it."""
    if not isinstance(failure, GameFails):
        raise failure
    found = shown_by_moves(part, engines, failure)
    if found is not None:
        return WrongAfter(found.kind, found.said, found.moves, found.blame, changes)
    said = "; ".join((failure.what, *failure.because))
    return WrongAfter(DIFFERENCE, said, failure.moves, examples=changes)


def shown_by_moves(part: WorkPart, engines: Any, failure: BaseException) -> WrongAfter | None:
    """Return what is wrong after the moves of a game, or after the action that was offered then."""
    if not isinstance(failure, GameFails):
        return None
    offered = () if failure.offered is None else (failure.offered,)
    for line in dict.fromkeys(((*failure.moves, *offered), failure.moves)):
        found = wrong_after(part, engines, line, limit=answer_limit(part))
        if found is not None:
            return found
    return None
