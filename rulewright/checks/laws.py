"""Check laws that hold for any game: symmetries of the board and of the players."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any

from attrs import frozen

from rulewright.checks.lockstep import option_sets
from rulewright.checks.outcome import Effort, Outcome, Progress
from rulewright.checks.scope import scope_of
from rulewright.checks.story import story
from rulewright.interface import Symmetry
from rulewright.play import games
from rulewright.play.lockstep import Disagreement
from rulewright.play.view import View, view
from rulewright.wording.options import options

LONGEST = 400
FEWEST = 4
"""Option sets at least, and as many as the game has full sizes."""


def renamed(seen: View, symmetry: Symmetry) -> View:
    """Return an engine's view of a position, renamed."""
    in_order = list(seen.scores)
    winners = {symmetry.player(name) for name in seen.winners}
    scores = {symmetry.player(name): score for name, score in seen.scores.items()}
    return View(
        over=seen.over,
        turn=None if seen.turn is None else symmetry.player(seen.turn),
        legal=tuple(sorted(map(symmetry.action, seen.legal))),
        scores={name: scores[name] for name in in_order},
        winners=tuple(name for name in in_order if name in winners),
        position=symmetry.position(seen.position),
    )


def keeps(engine: Any, state: Any, symmetry: Symmetry, action: str | None) -> None:
    """Check that the view of a position, and of the one after an action, matches that of its image.

    Raises `Disagreement` if it does not.
    """
    seen = view(engine, state)
    image = engine.from_json(symmetry.position(seen.position))
    same(engine, symmetry, renamed(seen, symmetry), view(engine, image), "position")
    if action is not None:
        after = renamed(view(engine, engine.play(state, action)), symmetry)
        other = view(engine, engine.play(image, symmetry.action(action)))
        same(engine, symmetry, after, other, f"position after {action}")


def same(engine: Any, symmetry: Symmetry, expected: View, given: View, what: str) -> None:
    """Raise `Disagreement` unless two views are equal."""
    if expected != given:
        raise Disagreement(f"{what} under {symmetry.name} ({engine!r})", [], expected, given)


def random_game(engine: Any, symmetries: Any, random: Random) -> int:
    """Check the laws in every position of one random game; return the number of cases."""
    state, cases = engine.initial(), 0
    moves: list[str] = []
    while (
        not engine.is_over(state)
        and len(moves) < LONGEST
        and (legal := engine.legal_actions(state))
    ):
        action = random.choice(legal)
        try:
            able = applicable(engine, state, symmetries)
            for symmetry in random.sample(able, min(2, len(able))):
                keeps(engine, state, symmetry, action)
                cases += 1
        except Disagreement as found:
            raise Disagreement(found.what, moves, found.expected, found.given) from found
        state = engine.play(state, action)
        moves.append(action)
    able = applicable(engine, state, symmetries)
    for symmetry in able:
        keeps(engine, state, symmetry, None)
    return cases + len(able)


def applicable(engine: Any, state: Any, symmetries: Any) -> list[Symmetry]:
    """Return the symmetries that apply to a position."""
    position = engine.to_json(state)
    return [symmetry for symmetry in symmetries if symmetry.applies(position)]


@frozen
class LawsCheck:
    """Check the symmetries that the specification names, on both engines."""

    name: str = "laws"

    def left_out(self, game: str) -> str:
        """Return why this check is skipped: the game names no symmetry."""
        named = tuple(games.specified(game).symmetries(games.specification(game)))
        return "" if named else "its specification names no symmetry"

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Play random games and compare each position with its images."""
        began, cases, names, failure = perf_counter(), 0, set(), ""
        random = Random(seed)
        specified = games.specified(game)
        most = max(effort.option_sets // 4, FEWEST, len(specified.full_size))
        chosen = effort.only or option_sets(game, most, seed)
        for params, rulings in chosen:
            progress(f"{cases} positions compared with an image; next {options(params, rulings)}")
            reference = games.specification(game, params, rulings)
            symmetries = tuple(specified.symmetries(reference))
            names |= {symmetry.name for symmetry in symmetries}
            for engine in (reference, games.implementation(game, params, rulings)):
                try:
                    for _ in range(max(effort.lockstep_games // 4, 1)):
                        cases += random_game(engine, symmetries, random)
                except Disagreement as found:
                    failure = story(reference, found.moves, str(found))
            if failure:
                break
            progress(f"{cases} positions compared with an image")
        return Outcome(
            game=game,
            check=self.name,
            held=not failure,
            cases=cases,
            unit="cases",
            seconds=perf_counter() - began,
            detail=f"{len(names)} {'symmetry' if len(names) == 1 else 'symmetries'}, both engines",
            failure=failure,
            scope=scope_of(game, chosen),
        )
