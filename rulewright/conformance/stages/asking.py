"""The same game, asked for in other ways: with every option, after another game, the state first.

Options are sent in another order, too.

`new` may leave out what has its default, and forgets any earlier game. An engine may get one of the two
wrong and still be right wherever it is asked as usual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from attrs import evolve

from rulewright.conformance.adapter.conversation import Conversation
from rulewright.conformance.adapter.observation import Discrepancy, Observation, Seen, spelled
from rulewright.conformance.adapter.scripts import (
    OPTIONS_TURNED,
    STATE_FIRST,
    Performance,
    Script,
    facts,
    look,
    perform,
)
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.hypothesis import not_default
from rulewright.conformance.evidence.printable import apart, shown
from rulewright.conformance.stages.run import GameRun, begin_afresh
from rulewright.conformance.stages.vectors import script_of, suite
from rulewright.play import games
from rulewright.vectors import Vector

STAGE = "ways to ask"
LONGEST = 30
"""Actions of a vector that is played again."""
EACH = 2
"""Vectors about each question, the shortest ones."""
REPEATS = 3
"""Times that a difference is looked at again, in both ways."""
HOW = {
    "mind": "now and then",
    "earlier": "after another game",
    "defaults": "defaults left out",
}
"""How an engine was asked that is wrong otherwise than was supposed."""
Way = Callable[[Conversation, Script], Performance]


def ask_otherwise(run: GameRun) -> None:
    """Play some vectors as usual and in another way, and compare the results."""
    run.note(STAGE)
    chosen = list(scripts(run))
    every = dict.fromkeys(each for _, each in chosen)
    for script in every:
        compare(run, script, in_full(run), "in full", f"{script.name}, every option given")
    for script in with_several_options(run):
        name = f"{script.name}, its options in another order"
        compare(run, script, options_turned(run), OPTIONS_TURNED, name)
    for script in dict.fromkeys((*every, *at_the_end(run))):
        name = f"{script.name}, asked for the state first"
        compare(run, script, state_first(run), STATE_FIRST, name)
    for question, script in chosen:
        for reading in games.specified(run.setup.game).readings[question]:
            if reading != run.setup.rulings[question]:
                name = f"{script.name} after a game with {question}={reading}"
                compare(run, script, after_another(run, question, reading), "earlier", name)


def scripts(run: GameRun) -> Iterator[tuple[str, Script]]:
    """Yield the shortest vectors about each question, with the question."""
    for question in games.specified(run.setup.game).readings:
        about = partial(is_about, question)
        yield from ((question, each) for each in shortest(run, about))


def is_about(question: str, vector: Vector) -> bool:
    """Return whether a vector is about a question."""
    return question in vector.questions


def at_the_end(run: GameRun) -> Iterator[Script]:
    """Yield the shortest vectors in which the game is over."""
    return shortest(run, lambda vector: vector.expect.over is True)


def with_several_options(run: GameRun) -> Iterator[Script]:
    """Yield the shortest vectors with several parameters, and those with one that has parts by name."""
    yield from shortest(run, lambda vector: len(vector.params) > 1)
    yield from shortest(
        run, lambda vector: any(isinstance(each, dict) for each in vector.params.values())
    )


def shortest(run: GameRun, wanted: Callable[[Vector], bool]) -> Iterator[Script]:
    """Yield the shortest of some vectors that are supported, as far as they apply."""
    found = (
        each
        for each in sorted(suite(run.setup.game), key=lambda vector: len(vector.moves))
        if len(each.moves) <= LONGEST
        and wanted(each)
        and each.applies(run.setup.given, run.setup.rulings)
    )
    supported = (evolve(script_of(run, each), offers={}) for each in found)
    usable = (each for each in supported if spelled(each.params) not in run.evidence.unsupported)
    return islice(usable, EACH)


def in_full(run: GameRun) -> Way:
    """Send every reading, also the defaults, and every parameter whose default is a number or a text."""
    values = {
        n: each
        for n, each in games.specified(run.setup.game).default_parameters.items()
        if isinstance(each, int | str)
    }

    def way(conversation: Conversation, script: Script) -> Performance:
        full = evolve(script, params={**values, **script.params})
        return perform(conversation, run.setup.game, run.setup.rulings, full)

    return way


def options_turned(run: GameRun) -> Way:
    """Send the options in the reversed order, and so what they have by name: a JSON object has none."""

    def way(conversation: Conversation, script: Script) -> Performance:
        other = evolve(script, params=turned(script.params))
        made = perform(conversation, run.setup.game, turned(run.setup.rulings_sent), other)
        # What was observed is about the same options.
        same = [evolve(each, params=script.params) for each in made.observations]
        return evolve(made, observations=tuple(same))

    return way


def turned(value: Any) -> Any:
    """Return a value with the members of each object in the reversed order."""
    if isinstance(value, dict):
        return {name: turned(each) for name, each in reversed(value.items())}
    return [turned(each) for each in value] if isinstance(value, list) else value


def state_first(run: GameRun) -> Way:
    """Ask for the state before the legal actions: only these may show an engine that there are none."""

    def way(conversation: Conversation, script: Script) -> Performance:
        *_, last = script.moves or ("",)
        made = run.perform(conversation, evolve(script, moves=script.moves[:-1]))
        if not script.moves or made.observations[-1].seen.refused:
            return made
        if conversation.play(last) is not None:
            refusal = Observation(script.params, script.moves[:-1], Seen(refused=(last,)))
            return evolve(made, observations=(refusal,))
        state = conversation.state()
        seen = evolve(look(conversation)[0], state=state)
        return evolve(made, observations=(Observation(script.params, script.moves, seen),))

    return way


def after_another(run: GameRun, question: str, reading: str) -> Way:
    """Play the game under another reading first; raises `NotSupported` if unsupported."""
    usual = games.specified(run.setup.game).default_rulings
    other = not_default({**run.setup.rulings, question: reading}, usual)

    def way(conversation: Conversation, script: Script) -> Performance:
        perform(conversation, run.setup.game, other, script)
        return run.perform(conversation, script)

    return way


def compare(run: GameRun, script: Script, way: Way, kind: str, name: str) -> None:
    """Play a script in two ways; what is different only in the second one is a finding."""
    plain = run.crew.first.work(run.perform, script)
    other = run.crew.first.work(way, script)
    fault = plain.fault or other.fault
    if fault is not None:
        run.evidence.fault(STAGE, evolve(script, name=name), fault)
        return
    if plain.made is None or other.made is None:
        if kind == "in full":  # other readings are optional
            reason = "the game is not supported if every option is given"
            run.evidence.skip(STAGE, name, reason)
        return
    expected, given = map(answers, (plain.made, other.made))
    if expected == given:
        run.evidence.add_case(STAGE, name)
        return
    found = confirmed(run, script, way, kind, (expected, given))
    if found == "in full" and by_the_rules(run, other.made) and not by_the_rules(run, plain.made):
        # It is right as it was asked last: what is to be told is how it answers otherwise.
        found, expected, given = "defaults", given, expected
    how = name.removeprefix(f"{script.name} ").removeprefix(f"{script.name}, ")
    how = HOW.get(found, how) if found != kind else how
    seen = plain.made.observations[-1].seen
    difference = otherwise(found, how, (expected, given))
    recorded(run, evolve(script, name=name), seen, difference)


def otherwise(kind: str, how: str, both: tuple[Any, Any]) -> Discrepancy:
    """Return the difference of two answers, the usual one first; `how` the other was asked for."""
    before, after = apart(*both)
    said = shown(after) if kind == STATE_FIRST else f"{shown(after)} ({how})"
    return Discrepancy(kind, shown(before), said)


def recorded(
    run: GameRun, script: Script, seen: Seen, difference: Discrepancy, stage: str = STAGE
) -> None:
    """Record that an engine gave another answer than it gave as usual."""
    observation = Observation(script.params, script.moves, seen)
    detection = Detection(observation, difference, f"{stage}: {script.name}")
    run.evidence.detections.append(detection)
    run.crew.first.afresh()  # it may still remember
    run.evidence.add_case(stage, script.name, [detection])


def confirmed(run: GameRun, script: Script, way: Way, kind: str, first: tuple[Any, Any]) -> str:
    """Return what a difference is due to: the other way, an earlier game, or chance.

    Fresh engines are asked again, in both ways, since one that remembers may answer to something else.
    """
    seat = run.crew.first
    again: list[list[Any]] = [[], []]
    for _ in range(REPEATS):
        for side, perform_so in enumerate((run.perform, way)):
            begin_afresh(run, script.params)
            made = seat.work(perform_so, script).made
            again[side].append(None if made is None else answers(made))
    if None in (*again[0], *again[1]):  # it broke down; what was seen before stands
        return kind
    steady = all(each == many[0] for many in again for each in many)
    if not steady:
        return "mind"
    return kind if (again[0][0], again[1][0]) == first else "earlier"


def by_the_rules(run: GameRun, performance: Performance) -> bool:
    """Return whether the last answer of an engine is that of the rulings in force."""
    last = performance.observations[-1]
    reference = run.rules.laboratory.reference(run.rules.in_force, last.params)
    return reference is not None and reference.explains(last)


def answers(performance: Performance) -> dict[str, Any]:
    """Return what an engine reported at the end of a script, or where it refused a move."""
    last = performance.observations[-1]
    legal = None if last.seen.legal is None else list(last.seen.legal)
    refused = list(last.seen.refused)
    return {"moves": list(last.moves), "legal": legal, "refused": refused, **facts(last.seen.state)}
