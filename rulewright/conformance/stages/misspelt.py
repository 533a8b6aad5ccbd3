"""Offer misspelt actions, early and late in games: an engine must refuse them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from attrs import evolve

from rulewright.conformance.adapter.observation import spelled
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.reference import Reference
from rulewright.conformance.stages.run import GameRun
from rulewright.interface import Action, Json
from rulewright.play.driver import driver_of
from rulewright.play.misspelt import form, misspellings

STAGE = "spelling"
POSITIONS = 4
"""Positions of one game in which misspelt actions are offered."""
LATE = (POSITIONS + 3, 24)
LONGEST = 48
"""Actions of a longer game; after so many as `LATE` has, and before the last, more are offered."""


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
        offer_late(run, params, Random(f"late {run.setup.seed} {number}"))


def offer_late(run: GameRun, params: Json, random: Random) -> None:
    """Offer misspelt actions late in a game; what is accepted is left out the next time."""
    script = offering_late(run, params, random)
    number = sum(map(len, script.offers.values()))
    found: list[Detection] = []
    accepted: set[Action] | None = None
    while script.offers and accepted != set():
        detections = run.play_as_one(STAGE, [script])
        if detections is None:
            return
        found.extend(detections)
        accepted = {each for wrong in detections for each in wrong.observation.seen.accepted}
        offers = {ply: without(accepted, texts) for ply, texts in script.offers.items()}
        script = evolve(script, offers=offers)
    if number:
        name = f"{number} misspelt actions late in a game {spelled(params)}"
        run.evidence.add_case(STAGE, name, found)


def without(accepted: set[Action], texts: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return texts but for those that were accepted."""
    return tuple(each for each in texts if each not in accepted)


def offering_late(run: GameRun, params: Json, random: Random) -> Script:
    """Return a random game in which an action, misspelt in every way, is offered a few times."""
    reference = run.rules.reference(params)
    plies = min(LONGEST, run.setup.effort.plies)
    (moves,) = driver_of(reference.engine).lines(random.randrange(2**31), 1, max_plies=plies)
    offers: dict[int, tuple[Action, ...]] = {}
    for ply in sorted({*LATE, len(moves) - 1}):
        legal = reference.engine.legal_actions(reference.state(moves[:ply]))
        if POSITIONS <= ply <= len(moves) and legal:
            action = random.choice(legal)
            offers[ply] = tuple(text for _, text in misspelt_texts(run, reference, legal, action))
    looks = frozenset(offers)
    return Script("late in a game", params, moves, everywhere=True, offers=offers, looks=looks)


def misspelt_texts(
    run: GameRun, reference: Reference, legal: Sequence[Action], action: Action
) -> Iterator[tuple[str, str]]:
    """Yield each way to misspell an action, with each text that is none of the legal ones."""
    known = set(legal)
    for way, texts in misspellings(action).items():
        yield from (
            (way, text)
            for text in texts
            if text not in known and run.rules.misspelling(reference, text)
        )


def offering(run: GameRun, params: Json, random: Random) -> Iterator[Script]:
    """Yield the scripts for some parameters."""
    reference = run.rules.reference(params)
    for moves, action in occasions(run, reference, random):
        legal = reference.engine.legal_actions(reference.state(moves))
        for way, text in misspelt_texts(run, reference, legal, action):
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
