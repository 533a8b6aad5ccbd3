"""Misspelt actions: texts that are close to an action, but that an engine must refuse.

Nothing here knows a game: an action is a text of numbers and letters with signs between them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random

from rulewright.conformance.adapter.observation import spelled
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.reference import Reference
from rulewright.conformance.stages.run import GameRun
from rulewright.interface import Action, Json

STAGE = "spelling"
NUMBER = re.compile(r"\d+")
UNSIGNED = re.compile(r"(?<![-+\d])\d+")
SIGN = re.compile(r"\W")
"""What separates the parts of an action; a minus is one, too."""
POSITIONS = 4
"""Positions of one game in which misspelt actions are offered."""


def ends(found: list[re.Match[str]]) -> list[re.Match[str]]:
    """Keep the first and the last, which may be the same."""
    return list(dict.fromkeys((*found[:1], *found[-1:])))


def inserted(sign: str, pattern: re.Pattern[str], action: Action) -> Iterator[str]:
    """Put a sign in front of the first match, or of the last one."""
    for match in ends(list(pattern.finditer(action))):
        yield f"{action[: match.start()]}{sign}{action[match.start() :]}"


def parts_swapped(action: Action) -> Iterator[str]:
    """Exchange what stands before a separator and what stands behind it."""
    for sign in SIGN.finditer(action):
        before, after = action[: sign.start()], action[sign.end() :]
        if before and after:
            yield f"{after}{sign.group()}{before}"


WAYS: dict[str, Callable[[Action], Iterable[str]]] = {
    "blank_before": lambda action: [f" {action}"],
    "blank_after": lambda action: [f"{action} "],
    "case_swapped": lambda action: [action.swapcase()],
    "leading_zero": partial(inserted, "0", NUMBER),
    "plus_sign": partial(inserted, "+", UNSIGNED),
    "parts_swapped": parts_swapped,
    "doubled": lambda action: [action * 2],
    "empty": lambda _: [""],
}


def misspellings(action: Action) -> dict[str, tuple[str, ...]]:
    """List texts close to an action, by the way in which they are wrong; some may be actions."""
    return {
        name: tuple(each for each in dict.fromkeys(way(action)) if each != action)
        for name, way in WAYS.items()
    }


def form(action: Action) -> str:
    """Return the form of an action, shared by all actions that are spelt alike."""
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"-?\d+", "0", action))


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
