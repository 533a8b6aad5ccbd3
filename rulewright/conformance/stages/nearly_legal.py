"""Offer actions that are nearly legal: those of another reading, and neighbours of legal ones.

An engine may list what it must and take more: whoever plays it by its lists alone does not notice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from random import Random

from rulewright.conformance.adapter.observation import spelled
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence import spelling
from rulewright.conformance.evidence.reference import BREAKING, Reference
from rulewright.conformance.stages.random_games import spread
from rulewright.conformance.stages.run import GameRun, play_cases
from rulewright.interface import Action, Json
from rulewright.play import games
from rulewright.play.driver import driver_of

STAGE = "nearly legal actions"
POSITIONS = 5
"""Positions of a game in which such actions are offered, and in those before them: a turn may have two
steps, and every position at equal distances the same one."""
DRAWN = 6
"""Games of which the longest is chosen: an engine may take more late in a game only."""
OF_READINGS = 2
"""Actions of each other reading that are offered in a position."""
BESIDE = 12
"""Neighbours of legal actions that are offered in a position."""
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, -1), (-1, 1))
"""From a cell to its neighbours."""


def nearly_legal_actions(run: GameRun) -> None:
    """Offer such actions in some positions of a game with each set of parameters."""
    scripts = [
        script
        for number, params in enumerate(run.parameters())
        for script in offering(run, params, Random(f"{STAGE} {run.setup.seed} {number}"))
    ]
    play_cases(run, STAGE, scripts)


def offering(run: GameRun, params: Json, random: Random) -> Iterator[Script]:
    """Yield a script for each of some positions; what is accepted hides nothing elsewhere."""
    reference, plies = run.rules.reference(params), run.setup.effort.plies
    driver, seed = driver_of(reference.engine), random.randrange(2**31)
    moves = max(driver.lines(seed, DRAWN, biased=True, max_plies=plies), key=len)
    for ply in sorted(
        {max(each - back, 0) for each in spread(len(moves), POSITIONS) for back in (0, 1)}
    ):
        here = moves[:ply]
        offers = tuple(offered(run, reference, here, random))
        if offers:
            name = f"after {ply} actions {spelled(params)}"
            yield Script(name, params, here, offers={ply: offers})


def offered(
    run: GameRun, reference: Reference, moves: Sequence[Action], random: Random
) -> Iterator[Action]:
    """Choose what to offer in a position."""
    legal = reference.engine.legal_actions(reference.state(moves))
    known = set(legal)
    for others in of_other_readings(run, reference, moves):
        wrong = [each for each in others if each not in known]
        for action in random.sample(wrong, min(OF_READINGS, len(wrong))):
            known.add(action)
            yield action
    near = (text for each in random.sample(legal, len(legal)) for text in beside(each, random))
    yield from first_of(near, known)


def first_of(actions: Iterable[Action], known: set[Action]) -> Iterator[Action]:
    """Yield the first actions that are not known, `BESIDE` at most."""
    given = 0
    for action in actions:
        if given == BESIDE:
            return
        if action not in known:
            known.add(action)
            given += 1
            yield action


def of_other_readings(
    run: GameRun, reference: Reference, moves: Sequence[Action]
) -> Iterator[tuple[Action, ...]]:
    """Yield what is legal in the same position by each other reading of a question."""
    position = reference.engine.to_json(reference.state(moves))
    for question, readings in games.specified(run.setup.game).readings.items():
        for reading in readings:
            hypothesis = run.rules.in_force.but(**{question: reading})
            other = run.rules.laboratory.reference(hypothesis, reference.engine.params)
            if hypothesis == run.rules.in_force or other is None:
                continue
            try:
                yield tuple(other.engine.legal_actions(other.engine.from_json(position)))
            except BREAKING:  # there is no such position by that reading
                continue


def beside(action: Action, random: Random) -> Iterator[Action]:
    """Yield neighbours: with one number changed by one, with another last cell, one cell farther on.

    What goes from a cell to another may also end one cell before that.
    """
    short = one_cell_short(action)
    if short:
        yield short
    numbers = range(len(spelling.numbers(action)))
    if numbers:
        yield rewritten(action, {random.choice(numbers): random.choice((-1, 1))})
    if numbers and len(numbers) % 2 == 0:
        for moved in dict.fromkeys((numbers[-2:], numbers)):
            step = random.choice(STEPS)
            yield rewritten(action, {at: step[at % 2] for at in moved})


def one_cell_short(action: Action) -> Action:
    """Return an action along a line whose last cell is one nearer to the first; "" if there is none."""
    cells = spelling.numbers(action)
    if len(cells) != 2 * len(STEPS[0]):
        return ""
    q, r = cells[2] - cells[0], cells[3] - cells[1]
    far = max(abs(q), abs(r))
    is_straight = far > 1 and (q // far, r // far) in STEPS and q % far == r % far == 0
    return rewritten(action, {2: -q // far, 3: -r // far}) if is_straight else ""


def rewritten(action: Action, changes: dict[int, int]) -> Action:
    """Return an action in which some of its numbers are larger or smaller."""
    numbers = count()

    def change(found: re.Match[str]) -> str:
        by, own = changes.get(next(numbers), 0), found.group()
        is_number = own[-1].isdigit()
        return str(int(own) + by) if is_number else chr(ord(own) + by)

    return spelling.NUMBER.sub(change, action)
