"""Scripts that are played elsewhere: an executor's processes start the adapter and talk to it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

import cattrs
from attrs import asdict, define, field, frozen

from rulewright.conformance.adapter.conversation import Command, Conversation
from rulewright.conformance.adapter.crew import Crew, Result
from rulewright.conformance.adapter.faults import MOST_FAULTS
from rulewright.conformance.adapter.process import Clock, Limits
from rulewright.conformance.adapter.scripts import Performance, Script, perform
from rulewright.interface import Json, UsageError
from rulewright.parts import Executor, Note, WorkPart, check_version, version_of
from rulewright.parts.executor import result_of_future, settled_in_order
from rulewright.parts.part import canonical
from rulewright.protocol.messages import HelloAnswer

PART = "conform"
"""The kind of part that plays scripts."""
SCRIPTS = 8
"""Scripts of a part."""
AHEAD = 2
"""Parts that are made for each that can be done at once."""
ENDED = 143
"""Exit status of a program that was terminated."""
Played: TypeAlias = Result[Script, Performance]
kept: dict[str, Crew] = {}
"""The crews of this process, each with its adapter, which may run."""


class NoProgram(UsageError):
    """Only an adapter that is started by a command can be started elsewhere."""

    def __init__(self) -> None:
        """Say what is needed."""
        super().__init__("--cluster needs an adapter that a command starts: put it after --")


@frozen
class PlayedPart:
    """What a part has come to."""

    results: tuple[Played, ...]
    """Of its scripts, in their order; those after the last of too many faults are missing."""
    asked: int
    taken: frozenset[str]
    """The `new` requests that were accepted."""


@define
class PlayedElsewhere:
    """Plays scripts of one game with an executor."""

    executor: Executor
    command: Command
    seed: int
    asked: int = field(default=0, init=False)
    """Requests sent so far."""

    def play(
        self, crew: Crew, game: str, rulings: Mapping[str, str], scripts: Sequence[Script]
    ) -> Iterator[Played]:
        """Play scripts, and yield the results in their order; raises as `Crew.map` does.

        Raises `NoResult` and `ClusterError` as well.
        """
        rules, taken = version_of(game), crew.first.taken
        begun = sorted(taken)

        def parts() -> Iterator[WorkPart]:
            for first in range(0, len(scripts), SCRIPTS):
                some = scripts[first : first + SCRIPTS]
                share = self.share(crew.introduced, begun, some)
                yield WorkPart(game, PART, {}, dict(rulings), self.seed, share, rules)

        ahead = AHEAD * self.executor.width
        done = settled_in_order(
            self.executor, play_part, parts(), result_of_future, ahead=max(ahead, 1)
        )
        try:
            for each in done:
                self.asked += each.asked
                taken |= each.taken
                yield from each.results
                self.command.clock.left()
        finally:
            for _ in self.executor.as_completed():  # the next ones to ask for parts get their own
                pass

    def share(
        self, introduced: HelloAnswer | None, taken: Sequence[str], scripts: Sequence[Script]
    ) -> dict[str, Any]:
        """Return what a part needs to know, as JSON."""
        clock = self.command.clock
        return {
            "words": list(self.command.words),
            "limits": asdict(self.command.limits),
            "seconds": None if clock.seconds is None else clock.left(),
            "introduced": None if introduced is None else cattrs.unstructure(introduced),
            "taken": list(taken),
            "scripts": [written(each) for each in scripts],
        }


def written(script: Script) -> Json:
    """Write a script as JSON."""
    content: dict[str, Any] = cattrs.unstructure(script)
    for name in ("offers", "counts"):
        content[name] = {str(ply): list(each) for ply, each in content[name].items()}
    content["looks"] = None if script.looks is None else sorted(script.looks)
    return content


def read_script(content: Json) -> Script:
    """Read what `written` wrote."""
    return Script(
        content["name"],
        content["params"],
        tuple(content["moves"]),
        content["everywhere"],
        {int(ply): tuple(each) for ply, each in content["offers"].items()},
        None if content["looks"] is None else frozenset(content["looks"]),
        content["again"],
        {int(ply): tuple(each) for ply, each in content["counts"].items()},
    )


def play_part(part: WorkPart, note: Note) -> PlayedPart:
    """Start the adapter, and play the scripts of a part.

    Raises `OtherSources`, and the faults that end a run.
    """
    check_version(part)
    share = part.share

    def played(conversation: Conversation, script: Script) -> Performance:
        note(f"{part.game}: {script.name}")
        return perform(conversation, part.game, part.rulings, script)

    results: list[Played] = []
    with crew_for(share) as crew:
        crew.first.taken |= set(share["taken"])
        before = crew.asked
        for result in crew.map(played, map(read_script, share["scripts"])):
            results.append(result)
            if sum(each.fault is not None for each in results) == MOST_FAULTS:
                break
        return PlayedPart(tuple(results), crew.asked - before, frozenset(crew.first.taken))


@contextmanager
def crew_for(share: Mapping[str, Any]) -> Iterator[Crew]:
    """Yield the crew of a part: an adapter goes on with the next part, unless its time is limited."""
    key = canonical({name: share[name] for name in ("words", "limits", "introduced", "seconds")})
    crew = kept.pop(key, None)
    if crew is None:
        introduced = share["introduced"]
        known = None if introduced is None else cattrs.structure(introduced, HelloAnswer)
        limits = Limits(**share["limits"])
        crew = Crew(Command(tuple(share["words"]), limits, Clock(share["seconds"])), 1, known)
    kept[key] = crew
    signal.signal(signal.SIGTERM, end_with_adapters)
    try:
        yield crew
    except BaseException:
        kept.pop(key).first.close()
        raise
    if share["seconds"] is not None:
        kept.pop(key).first.close()


def end_with_adapters(number: int, frame: object) -> None:
    """End this process, and the adapters that it has started."""
    del number, frame
    for crew in kept.values():
        crew.first.close()
    os._exit(ENDED)
