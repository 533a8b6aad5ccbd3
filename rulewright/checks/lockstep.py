"""Play random games action by action; specification and implementation must agree on everything."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, cycle, islice
from random import Random
from time import perf_counter
from typing import Any

from attrs import frozen

from rulewright.checks.outcome import Effort, Outcome, Progress
from rulewright.checks.scope import scope_of, unique
from rulewright.checks.story import story
from rulewright.checks.unplayed import as_data, unplayed
from rulewright.play import games
from rulewright.play.changed import changed
from rulewright.play.lockstep import Disagreement, Lockstep, differs
from rulewright.play.rulings import covering, deviations, sample
from rulewright.play.shorten import shortest
from rulewright.wording.numbers import counted
from rulewright.wording.options import options

MOST_RULINGS = 64
OFFERED = 3
"""Illegal actions offered to both engines in each position."""
CHANGED, CHANGED_EVERY = 3, 4
"""Changed positions offered to both engines, and the number of plies from one offer to the next."""
LONGEST = 400
"""Plies after which an unfinished game is stopped."""


def option_sets(game: str, most: int, seed: int) -> list[tuple[dict[str, Any], dict[str, str]]]:
    """Return at most `most` option sets to check, the game's own first, then the most revealing.

    Next come a few sets in which any two readings meet, since some mistakes show only there; their
    parameters are those of the full-size game first, and rotate. Then follow the default rulings and
    each single deviation under all parameters, ordered so that each deviation and each choice of
    parameters comes early, and finally a sample drawn from the seed. Sets that the implementation does
    not support are skipped.
    """
    specified = games.specified(game)
    questions = specified.readings
    random = Random(seed)
    played = [dict(params) for params in specified.played]
    table = [(params, rulings) for params in played for rulings in deviations(questions)]
    others = [dict(params) for params in specified.full_size if dict(params) != played[0]]
    turning = chain(others, cycle(rotated(played, random)))
    meeting = list(zip(turning, covering(questions, random), strict=False))
    sizes = [(params, table[0][1]) for params in others[len(meeting) :]]
    drawn = [(random.choice(played), rulings) for rulings in sample(questions, MOST_RULINGS, seed)]
    random.shuffle(drawn)
    wanted = unique([table[0], *meeting, *sizes, *by_diagonals(table, random), *drawn])
    return list(islice((pair for pair in wanted if games.offered(game, *pair)), most))


def rotated(things: Sequence[Any], random: Random) -> list[Any]:
    """Rotate a list by a random amount."""
    at = random.randrange(len(things))
    return [*things[at:], *things[:at]]


def by_diagonals(pairs: list[tuple[Any, Any]], random: Random) -> list[tuple[Any, Any]]:
    """Order pairs, keeping the first, so that neighbours differ in both parts if possible.

    The order follows the diagonals of the table of pairs: every row and every column occurs among as
    many pairs as the longer side has entries.
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


def random_game(reference: Any, tested: Any, random: Random) -> int:
    """Play one random game on both engines; return the number of positions compared."""
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
        game.ranked()
        before, game = game, game.play(random.choice(game.seen.legal))
        offer_changed(game, before)
    game.reread()
    game.refuse("no action")
    return len(game.moves) + 1


def offer_changed(game: Lockstep, before: Lockstep) -> None:
    """Offer both engines positions that are changed in one place, on every few plies.

    They are drawn from the moves, so that the games of a seed do not depend on them.
    """
    if len(game.moves) % CHANGED_EVERY == 1:
        random = Random(" ".join(game.moves))
        for _ in range(CHANGED):
            game.offer(changed(game.seen.position, before.seen.position, random))


@frozen
class LockstepCheck:
    """Check all that can be observed, action by action: also refusals and random draws."""

    name: str = "lockstep"

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Play random games under every parameter set and a sample of the rulings."""
        began, positions, played, sets = perf_counter(), 0, 0, 0
        random = Random(seed)
        failure = ""
        chosen = effort.only or option_sets(game, effort.option_sets, seed)
        for params, rulings in chosen:
            sets += 1
            progress(f"{played} games, {positions} positions; next {options(params, rulings)}")
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
            scope=scope_of(game, chosen[:sets]),
        )
