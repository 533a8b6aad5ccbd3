"""Random games, action by action: specification and implementation must agree on everything."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any

from attrs import frozen

from rulewright import games
from rulewright.checks.outcome import Effort, Outcome, Progress
from rulewright.checks.picture import story
from rulewright.interface import choices_of
from rulewright.lockstep import Disagreement, Lockstep, differs, shortest
from rulewright.rulings import sample

MOST_RULINGS = 64
OFFERED = 3
"""Illegal actions offered to both engines in each position."""
LONGEST = 400
"""Plies after which a game that goes on is left."""


def option_sets(game: str, most: int, seed: int) -> list[tuple[dict[str, Any], dict[str, str]]]:
    """Choose parameters and rulings to check: the game's own first, then a spread of all.

    What the implementation does not play is left out.
    Rulings are sampled for each set of parameters; of the pairs, `most` are kept, drawn by the seed.
    """
    specified = games.specified(game)
    questions = {name: readings for name, (_, readings) in choices_of(specified.rulings).items()}
    first, *others = (
        (dict(params), rulings)
        for params in specified.played
        for rulings in sample(questions, MOST_RULINGS, seed)
        if games.offered(game, params, rulings)
    )
    kept = Random(seed).sample(others, min(most - 1, len(others)))
    return [first, *(pair for pair in others if pair in kept)]


def random_game(measure: Any, tested: Any, random: Random) -> int:
    """Play one random game on both; returns the number of positions compared."""
    game = Lockstep.begin(measure, tested)
    while not game.seen.over and len(game.moves) < LONGEST:
        legal = set(game.seen.legal)
        spelled = measure.candidates(game.states[0])
        for action in random.sample(spelled, min(OFFERED, len(spelled))):
            game.explained(measure.explain, action)
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
        for params, rulings in option_sets(game, effort.option_sets, seed):
            sets += 1
            measure = games.specification(game, params, rulings)
            tested = games.implementation(game, params, rulings)
            try:
                for _ in range(effort.lockstep_games):
                    positions += random_game(measure, tested, random)
                    played += 1
            except Disagreement as found:
                moves = shortest(found.moves, differs(measure, tested)) or found.moves
                failure = story(measure, moves, str(found))
                break
            progress(f"{played} games, {positions} positions")
        detail = f"{played} random games on both engines, {sets} sets of options"
        seconds = perf_counter() - began
        return Outcome(
            game, self.name, not failure, positions, "positions", seconds, detail, failure
        )
