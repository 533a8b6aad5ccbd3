"""Misspelt actions: texts that are close to an action, and that an engine must refuse all the same.

Nothing is known here of any game: an action is a text with numbers, letters and signs between them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
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


def blank_before(action: Action) -> Iterator[str]:
    """Put a blank in front."""
    yield f" {action}"


def blank_after(action: Action) -> Iterator[str]:
    """Put a blank behind."""
    yield f"{action} "


def case_swapped(action: Action) -> Iterator[str]:
    """Write capitals small, and the reverse."""
    yield action.swapcase()


def leading_zero(action: Action) -> Iterator[str]:
    """Put a nought in front of the first number, or of the last one."""
    for number in ends(list(NUMBER.finditer(action))):
        yield f"{action[: number.start()]}0{action[number.start() :]}"


def plus_sign(action: Action) -> Iterator[str]:
    """Put a plus in front of the first number that has no sign, or of the last such one."""
    for number in ends(list(UNSIGNED.finditer(action))):
        yield f"{action[: number.start()]}+{action[number.start() :]}"


def parts_swapped(action: Action) -> Iterator[str]:
    """Exchange what stands before a separator and what stands behind it."""
    for sign in SIGN.finditer(action):
        before, after = action[: sign.start()], action[sign.end() :]
        if before and after:
            yield f"{after}{sign.group()}{before}"


def doubled(action: Action) -> Iterator[str]:
    """Write the action twice."""
    yield action * 2


def empty(action: Action) -> Iterator[str]:
    """Write nothing."""
    del action
    yield ""


WAYS: tuple[Callable[[Action], Iterator[str]], ...] = (
    blank_before,
    blank_after,
    case_swapped,
    leading_zero,
    plus_sign,
    parts_swapped,
    doubled,
    empty,
)


def ends(found: list[re.Match[str]]) -> list[re.Match[str]]:
    """Keep the first and the last, which may be the same."""
    return list(dict.fromkeys((*found[:1], *found[-1:])))


def misspellings(action: Action) -> dict[str, tuple[str, ...]]:
    """List texts close to an action, by the way in which they are wrong; some may be actions."""
    return {
        way.__name__: tuple(each for each in dict.fromkeys(way(action)) if each != action)
        for way in WAYS
    }


def form(action: Action) -> str:
    """Give the form of an action: actions that are spelt alike have the same one."""
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"-?\d+", "0", action))


def offer(run: GameRun) -> None:
    """Offer misspelt actions: one game for each text, so that one that is taken hides no other."""
    for number, params in enumerate(run.parameters()):
        scripts = list(offering(run, params, Random(f"{run.setup.seed} {number}")))
        results = run.play_as_one(STAGE, scripts)
        if results is None:
            continue
        if not scripts:
            run.evidence.skip(STAGE, spelled(params), "no legal action")
            continue
        detections = [each for _, wrong in results for each in wrong]
        name = f"{len(scripts)} misspelt actions {spelled(params)}"
        run.evidence.judge(STAGE, name, detections[0] if detections else None)


def offering(run: GameRun, params: Json, random: Random) -> Iterator[Script]:
    """Make the scripts for some parameters."""
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
    """Play a random game, and give an action of each form where it is first seen to be legal."""
    moves: tuple[Action, ...] = ()
    known: set[str] = set()
    given = 0
    while len(moves) <= run.setup.budget.plies and given < POSITIONS:
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
