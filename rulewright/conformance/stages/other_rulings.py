"""Games of vectors that depend on other rulings: by the rulings in force they go otherwise.

Where readings part, an engine may keep what it worked out under one of them for the other. And a game
that was given because random play does not get there says something under other readings, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from attrs import evolve, frozen

from rulewright.conformance.adapter.observation import Observation, Seen, spelled
from rulewright.conformance.adapter.scripts import Performance, Script
from rulewright.conformance.evidence.reference import Reference
from rulewright.conformance.stages.asking import (
    after_another,
    answers,
    by_the_rules,
    otherwise,
    recorded,
)
from rulewright.conformance.stages.run import GameRun, begin_afresh, play_cases
from rulewright.conformance.stages.vectors import suite
from rulewright.interface import Action, IllegalAction
from rulewright.play import games
from rulewright.vectors import Vector

STAGE = "other rulings"
EACH = 2
"""Vectors that are played by another reading and then by the one in force, for each reading."""
SHORT = 40
"""Most actions of such a vector."""


@frozen
class LeftOver:
    """A game that goes otherwise by the rulings in force, as far as it is legal by them."""

    vector: Vector
    script: Script


def other_rulings(run: GameRun) -> None:
    """Play vectors that depend on other rulings by those in force; the rules say what must hold."""
    if not run.setup.effort.late:
        return
    found = list(parted(run))
    run.crew.first.afresh()  # an answer that was given before may be kept, and right
    wrong = [*after_the_same(run, kept_apart(run, found))]
    if wrong:
        begin_afresh(run, wrong[0][1].script.params)
    for how, afterwards in wrong:
        held_against_alone(run, how, afterwards)
    room, chosen = run.setup.effort.late_plies, dict[tuple[str, tuple[Action, ...]], Script]()
    for each in found:
        room -= len(each.script.moves)
        if room >= 0:
            chosen.setdefault((spelled(each.script.params), each.script.moves), each.script)
    play_cases(run, STAGE, tuple(chosen.values()))


def parted(run: GameRun) -> Iterator[LeftOver]:
    """Yield the vectors that do not apply, the shortest first, as games by the rulings in force."""
    every = sorted(suite(run.setup.game), key=lambda vector: (len(vector.moves), vector.id))
    for vector in every:
        params = run.setup.params_sent(vector.params)
        differs = not vector.applies({}, run.setup.rulings)
        if differs and vector.applies(run.setup.given, vector.rulings) and run.rules.has(params):
            whole = Observation(params, vector.moves, Seen())
            name = f"the game of {vector.id} by the rulings in force"
            yield LeftOver(vector, Script(name, params, run.rules.up_to_first_illegal(whole).moves))


def kept_apart(
    run: GameRun, found: Iterable[LeftOver]
) -> Iterator[tuple[tuple[str, str], LeftOver]]:
    """Yield for each other reading some games in which it lists other actions in the end."""
    several = [each for each in found if len(each.script.moves) <= SHORT]
    for question, readings in games.specified(run.setup.game).readings.items():
        for reading in readings:
            if reading != run.setup.rulings[question]:
                telling = (each for each in several if tells(run, question, reading, each))
                yield from (((question, reading), each) for each in islice(telling, EACH))


def tells(run: GameRun, question: str, reading: str, each: LeftOver) -> bool:
    """Return whether a game with one other reading ends with other legal actions."""
    if each.vector.rulings.get(question) != reading:
        return False
    params, moves = each.script.params, each.script.moves
    hypothesis = run.rules.in_force.but(**{question: reading})
    other = run.rules.laboratory.reference(hypothesis, params)
    if other is None:
        return False
    listed = legal_by(other, moves)
    return listed is not None and listed != legal_by(run.rules.reference(params), moves)


def legal_by(reference: Reference, moves: tuple[Action, ...]) -> frozenset[Action] | None:
    """Return the legal actions after some moves; None if one of these is illegal."""
    try:
        return frozenset(reference.engine.legal_actions(reference.state(moves)))
    except IllegalAction:
        return None


def after_the_same(
    run: GameRun, pairs: Iterable[tuple[tuple[str, str], LeftOver]]
) -> Iterator[tuple[str, Performance]]:
    """Play games by another reading, then by those in force: the first answers are none to the second.

    Yield what was answered the second time, and after what, where that is not by the rules.
    """
    for reading, each in pairs:
        how = f"after the same game with {'='.join(reading)}"
        script = evolve(each.script, name=f"{each.vector.id} {how}", everywhere=True)
        done = run.crew.first.work(after_another(run, *reading), script)
        if done.fault is not None:
            run.evidence.fault(STAGE, script, done.fault)
        elif done.made is not None and by_the_rules(run, done.made):
            run.evidence.add_case(STAGE, script.name)
        elif done.made is not None:  # other readings are optional
            yield how, done.made


def held_against_alone(run: GameRun, how: str, afterwards: Performance) -> None:
    """Play a game again that no other came before: what is wrong then as well is no trace of another."""
    script = afterwards.script
    done = run.crew.first.work(run.perform, script)
    if done.fault is not None:
        run.evidence.fault(STAGE, script, done.fault)
        return
    alone = done.made
    if alone is None or answers(alone) == answers(afterwards):
        run.evidence.add_case(STAGE, script.name)
        return
    seen, both = alone.observations[-1].seen, (answers(alone), answers(afterwards))
    recorded(run, script, seen, otherwise("earlier", how, both), STAGE)
