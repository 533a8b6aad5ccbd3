"""Offer actions that are nearly legal: those of another reading, and neighbours of legal ones.

An engine may list what it must and take more: whoever plays it by its lists alone does not notice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, count
from random import Random
from typing import Any

from rulewright.conformance.adapter.observation import spelled
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence import spelling
from rulewright.conformance.evidence.reference import Reference
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
OF_PLAYERS = 4
"""Actions of each other player, if it were the turn of that one."""
OF_A_FORM = 4
"""Actions of each form that are legal elsewhere in the game."""
BESIDE = 16
"""Neighbours of legal actions that are offered in a position."""
LONG = 3
"""Signs of a word, two of which are exchanged."""
TURN = "turn"
"""The part of a position that says whose turn it is, where it has that name."""
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
    plies_looked_at = {
        max(each - back, 0) for each in spread(len(moves), POSITIONS) for back in (0, 1)
    }
    known = by_form(reference, moves, plies_looked_at)
    for ply in sorted(plies_looked_at):
        here = moves[:ply]
        offers = tuple(offered(run, reference, here, (random, known)))
        if offers:
            name = f"after {ply} actions {spelled(params)}"
            yield Script(name, params, here, offers={ply: offers})


def by_form(
    reference: Reference, moves: Sequence[Action], plies: Iterable[int]
) -> dict[str, list[Action]]:
    """Return the actions of a game, and those that are legal on the way, by their form."""
    found: dict[str, list[Action]] = {}
    listed = (reference.engine.legal_actions(reference.state(moves[:ply])) for ply in sorted(plies))
    for action in dict.fromkeys((*moves, *chain.from_iterable(listed))):
        found.setdefault(spelling.frame(action), []).append(action)
    return found


def offered(
    run: GameRun,
    reference: Reference,
    moves: Sequence[Action],
    drawn: tuple[Random, Mapping[str, Sequence[Action]]],
) -> Iterator[Action]:
    """Choose what to offer in a position, of all that is legal elsewhere, too."""
    random, elsewhere = drawn
    legal = reference.engine.legal_actions(reference.state(moves))
    if not legal:
        return
    known = set(legal)
    several = (
        (OF_READINGS, of_other_readings(run, reference, moves)),
        (OF_PLAYERS, of_other_players(reference, moves)),
        (OF_A_FORM, elsewhere.values()),
    )
    for most, kinds in several:
        for kind in kinds:
            wrong = [each for each in kind if each not in known]
            chosen = random.sample(wrong, min(most, len(wrong)))
            known.update(chosen)
            yield from chosen
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
    for question, readings in games.specified(run.setup.game).readings.items():
        for reading in readings:
            hypothesis = run.rules.in_force.but(**{question: reading})
            other = run.rules.laboratory.reference(hypothesis, reference.engine.params)
            if hypothesis == run.rules.in_force or other is None:
                continue
            legal = other.legal_in(reference, moves)
            if legal is not None:
                yield legal


def of_other_players(reference: Reference, moves: Sequence[Action]) -> Iterator[tuple[Action, ...]]:
    """Yield what each other player could do in the same position."""
    engine: Any = reference.engine
    position = engine.to_json(reference.state(moves))
    for player in engine.players:
        if player == position.get(TURN, player):
            continue
        with suppress(Exception):  # it may be no position: a guest's code may raise anything there
            yield tuple(engine.legal_actions(engine.from_json({**position, TURN: player})))


def beside(action: Action, random: Random) -> Iterator[Action]:
    """Yield neighbours: with one number changed by one, with another last cell, one cell farther on.

    What goes from a cell to another may also end one cell before that, and a word be in another order.
    """
    yield from last_exchanged(action, random)
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


def last_exchanged(action: Action, random: Random) -> Iterator[Action]:
    """Yield an action with two signs of its last word or number exchanged, if that makes it another."""
    words = [*spelling.WORD.finditer(action)]
    if not words:
        return
    last = words[-1]
    word = [*last.group()]
    if len(word) >= LONG and "-" not in word:
        one, other = random.sample(range(len(word)), 2)
        word[one], word[other] = word[other], word[one]
        changed = f"{action[: last.start()]}{''.join(word)}{action[last.end() :]}"
        if changed != action:
            yield changed


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
