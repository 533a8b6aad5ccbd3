"""Offer misspelt actions: an engine must refuse them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rulewright.conformance.adapter.observation import spelled
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.reference import Reference
from rulewright.conformance.stages.run import GameRun
from rulewright.interface import Action, Json
from rulewright.play.misspelt import form, misspellings

STAGE = "spelling"
POSITIONS = 4
"""Positions of one game in which misspelt actions are offered."""


def offer(run: GameRun) -> None:
    """Offer misspelt actions, each in a game of its own, so that an accepted one hides no other."""
    for number, params in enumerate(run.parameters()):
        scripts = list(offering(run, params, Random(f"{run.setup.seed} {number}")))
        detections = run.play_as_one(STAGE, scripts)
        if not scripts:
            run.evidence.skip(STAGE, spelled(params), "no legal action")
        elif detections is not None:
            name = f"{len(scripts)} misspelt actions {spelled(params)}"
            run.evidence.add_case(STAGE, name, detections)


def offering(run: GameRun, params: Json, random: Random) -> Iterator[Script]:
    """Yield the scripts for some parameters."""
    reference = run.rules.reference(params)
    for moves, action in occasions(run, reference, random):
        legal = set(reference.engine.legal_actions(reference.state(moves)))
        for way, texts in misspellings(action).items():
            for text in texts:
                if text not in legal and run.rules.misspelling(reference, text):
                    name = f"{action!r}, {way.replace('_', ' ')}"
                    yield Script(name, params, moves, offers={len(moves): (text,)}, again=True)


def occasions(
    run: GameRun, reference: Reference, random: Random
) -> Iterator[tuple[tuple[Action, ...], Action]]:
    """Play a random game, and yield an action of each form where it is first legal."""
    moves: tuple[Action, ...] = ()
    known: set[str] = set()
    given = 0
    while len(moves) <= run.setup.effort.plies and given < POSITIONS:
        legal = reference.engine.legal_actions(reference.state(moves))
        if not legal:
            return
        new = [each for each in legal if form(each) not in known]
        if not new and len(moves) < POSITIONS:
            new = [random.choice(legal)]  # spelt alike, but perhaps read in another phase of a turn
        for each in {form(action): action for action in random.sample(new, len(new))}.values():
            yield moves, each
            given += 1
        known.update(map(form, new))
        moves = (*moves, random.choice(legal))
