"""Random games, action by action: specification and implementation must agree on everything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import cycle, islice
from random import Random
from time import perf_counter
from typing import Any

from attrs import frozen

from rulewright.checks.outcome import Effort, Outcome, Progress
from rulewright.checks.story import story
from rulewright.checks.unplayed import as_data, unplayed
from rulewright.play import games
from rulewright.play.lockstep import Disagreement, Lockstep, differs
from rulewright.play.rulings import covering, deviations, sample
from rulewright.play.shorten import shortest
from rulewright.wording.numbers import counted

MOST_RULINGS = 64
OFFERED = 3
"""Illegal actions offered to both engines in each position."""
LONGEST = 400
"""Plies after which a game that goes on is left."""


def option_sets(game: str, most: int, seed: int) -> list[tuple[dict[str, Any], dict[str, str]]]:
    """Choose parameters and rulings to check: the game's own first, then what tells most.

    Then come few sets in which any two readings meet, as a mistake can show only where they do; their
    parameters go round. What is left of `most` is filled with the default rulings and each single
    deviation under every choice of parameters, in an order that lets each of both in as early as can
    be, and then with a sample under parameters drawn by the seed. What the implementation does not
    play is left out.
    """
    specified = games.specified(game)
    questions = specified.readings
    random = Random(seed)
    played = [dict(params) for params in specified.played]
    table = [(params, rulings) for params in played for rulings in deviations(questions)]
    meeting = list(zip(cycle(rotated(played, random)), covering(questions, random), strict=False))
    drawn = [(random.choice(played), rulings) for rulings in sample(questions, MOST_RULINGS, seed)]
    random.shuffle(drawn)
    wanted = unique([table[0], *meeting, *by_diagonals(table, random), *drawn])
    return list(islice((pair for pair in wanted if games.offered(game, *pair)), most))


def rotated(things: Sequence[Any], random: Random) -> list[Any]:
    """List things from a place that is drawn, round to that place."""
    at = random.randrange(len(things))
    return [*things[at:], *things[:at]]


def by_diagonals(pairs: list[tuple[Any, Any]], random: Random) -> list[tuple[Any, Any]]:
    """Order pairs, the first one first, so that every two neighbours differ in both if possible.

    Goes round the diagonals of the table that the pairs make: each row and each column is met as soon
    as there are as many pairs as the longer side has places.
    """
    rows = unique(row for row, _ in pairs)
    columns = unique(column for _, column in pairs)
    first_row, *other_rows = rows
    first_column, *other_columns = columns
    random.shuffle(other_rows)
    random.shuffle(other_columns)
    rows, columns = [first_row, *other_rows], [first_column, *other_columns]
    longer = max(len(rows), len(columns))
    ordered = [
        (rows[step % len(rows)], columns[(step + turn) % len(columns)])
        for turn in range(len(columns))
        for step in range(longer)
    ]
    return unique([*ordered, *pairs])


def unique(things: Iterable[Any]) -> list[Any]:
    """List things that need not have a hash, each once, in their order."""
    found: list[Any] = []
    for each in things:
        if each not in found:
            found.append(each)
    return found


def random_game(reference: Any, tested: Any, random: Random) -> int:
    """Play one random game on both; returns the number of positions compared."""
    game = Lockstep.begin(reference, tested)
    while not game.seen.over and game.seen.legal and len(game.moves) < LONGEST:
        legal = set(game.seen.legal)
        spelled = reference.candidates(game.states[0])
        for action in random.sample(spelled, min(OFFERED, len(spelled))):
            game.explained(reference.explain, action)
            if action not in legal:
                game.refuse(action)
        if random.random() < 0.05:  # noqa: PLR2004 - now and then is enough
            game.reread()
        game = game.play(random.choice(game.seen.legal))
    game.reread()
    game.refuse("no action")
    return len(game.moves) + 1


@frozen
class LockstepCheck:
    """Legal sets, positions, turns, results, refusals and explanations, one action at a time."""

    name: str = "lockstep"

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Play random games under every parameter set and a sample of the rulings."""
        began, positions, played, sets = perf_counter(), 0, 0, 0
        random = Random(seed)
        failure = ""
        chosen = option_sets(game, effort.option_sets, seed)
        for params, rulings in chosen:
            sets += 1
            reference = games.specification(game, params, rulings)
            tested = games.implementation(game, params, rulings)
            try:
                for _ in range(effort.lockstep_games):
                    positions += random_game(reference, tested, random)
                    played += 1
            except Disagreement as found:
                moves = shortest(found.moves, differs(reference, tested)) or found.moves
                failure = story(reference, moves, str(found))
                break
            progress(f"{played} games, {positions} positions")
        under = "set" if sets == 1 else "sets"
        detail = f"{counted(played, 'random games')} on both engines, {sets} {under} of options"
        seconds = perf_counter() - began
        return Outcome(
            game,
            self.name,
            not failure,
            positions,
            "positions",
            seconds,
            detail,
            failure,
            data=as_data(unplayed(game, chosen)),
        )
