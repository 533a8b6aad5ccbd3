"""Check laws that hold for any game: symmetries of the board and of the players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from time import perf_counter
from typing import Any, NoReturn

from attrs import frozen

from rulewright.checks.lockstep import option_sets
from rulewright.checks.outcome import Effort, Outcome, Progress, skipped
from rulewright.checks.scope import scope_of
from rulewright.checks.story import story, unsteadiness
from rulewright.checks.witness import limit
from rulewright.interface import BeyondTheImplementation, IllegalAction, Symmetry, UsageError
from rulewright.play import games
from rulewright.play.difference import called, difference
from rulewright.play.lockstep import Disagreement
from rulewright.play.view import View, view
from rulewright.play.watch import Alive, watched
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


def keeps(
    engine: Any, state: Any, symmetry: Symmetry, action: str | None, moves: Sequence[str]
) -> None:
    """Check that the view of a position, and of the one after an action, matches that of its image.

    Raises `Disagreement` if it does not.
    """
    seen = view(engine, state)
    if action is None:
        matches(engine, symmetry, seen, moves)
    else:
        reached = view(engine, played(engine, state, action, moves))
        matches(engine, symmetry, seen, moves, action=action, reached=reached)


def matches(
    engine: Any,
    symmetry: Symmetry,
    seen: View,
    moves: Sequence[str],
    *,
    action: str = "",
    reached: View | None = None,
) -> None:
    """Check the same of views that are known; they are costly in long games."""
    try:
        image = engine.from_json(symmetry.position(seen.position))
        same(engine, symmetry, renamed(seen, symmetry), view(engine, image), moves)
        if reached is not None:
            other = view(engine, engine.play(image, symmetry.action(action)))
            same(engine, symmetry, renamed(reached, symmetry), other, (*moves, action))
    except UsageError as refusal:
        broken(engine, symmetry, moves, f"the image is refused: {refusal}")


def played(engine: Any, state: Any, action: str, moves: Sequence[str]) -> Any:
    """Play an action that the engine lists; raises `Disagreement` if it refuses it all the same."""
    try:
        return engine.play(state, action)
    except IllegalAction as refusal:
        what = f"{called(engine)} does not play an action that it lists ({under(engine)})"
        raise Disagreement(what, moves, None, None, said=str(refusal)) from None


def same(
    engine: Any, symmetry: Symmetry, expected: View, given: View, moves: Sequence[str]
) -> None:
    """Raise `Disagreement` unless two views are equal."""
    if expected != given:
        sides = "the position, renamed,", "the image of the position"
        broken(engine, symmetry, moves, difference(expected, given, sides))


def broken(engine: Any, symmetry: Symmetry, moves: Sequence[str], said: str) -> NoReturn:
    """Raise `Disagreement`, which names the engine, its options and what claims the symmetry."""
    clauses = f"; {', '.join(symmetry.clauses)}" if symmetry.clauses else ""
    theorem = f"; claimed by the theorem {symmetry.theorem}" if symmetry.theorem else ""
    said_by = f"{under(engine)}{clauses}{theorem}"
    what = f"{called(engine)} does not keep the symmetry {symmetry.name!r} ({said_by})"
    raise Disagreement(what, moves, None, None, said=said)


def under(engine: Any) -> str:
    """Write the options that an engine plays under."""
    return options(engine.params, engine.rulings)


def random_game(engine: Any, symmetries: Any, random: Random, alive: Alive = lambda: None) -> int:
    """Check the laws in every position of one random game; return the number of cases."""
    state, cases = engine.initial(), 0
    moves: list[str] = []
    seen: View | None = None
    while (
        not engine.is_over(state)
        and len(moves) < LONGEST
        and (legal := engine.legal_actions(state))
    ):
        alive()
        action = random.choice(legal)
        able = applicable(engine, state, symmetries)
        chosen = random.sample(able, min(2, len(able)))
        before, state = state, played(engine, state, action, moves)
        if chosen:
            was, seen = seen or view(engine, before), view(engine, state)
            for symmetry in chosen:
                matches(engine, symmetry, was, moves, action=action, reached=seen)
        else:
            seen = None
        cases += len(chosen)
        moves.append(action)
    able = applicable(engine, state, symmetries)
    for symmetry in able:
        alive()
        matches(engine, symmetry, seen or view(engine, state), moves)
    return cases + len(able)


def noted(answered: Alive, progress: Progress, said: str) -> None:
    """Note that the code of a game has answered; a long game takes minutes, but each answer seconds."""
    answered()
    progress(said)


def mirrored_game(engine: Any, symmetries: Any, random: Random, alive: Alive = lambda: None) -> int:
    """Play one random game twice, the second time renamed; return the number of cases.

    For an engine that reads no positions. A symmetry is followed as long as it applies, and only if the
    start is its own image.
    """
    start = engine.initial()
    able = [each for each in applicable(engine, start, symmetries) if unmoved(engine, start, each)]
    if not able:
        return 0
    symmetry, state, cases = random.choice(able), start, 0
    moves: list[str] = []
    images: list[Any] = [start]
    states: list[Any] = [start]
    while (
        not engine.is_over(state)
        and len(moves) < LONGEST
        and (legal := engine.legal_actions(state))
        and symmetry.applies(engine.to_json(state))
    ):
        alive()
        action = random.choice(legal)
        state = played(engine, state, action, moves)
        moves.append(action)
        states.append(state)
    for ply, (action, reached) in enumerate(zip(moves, states[1:], strict=True), start=1):
        alive()
        try:
            images.append(engine.play(images[-1], symmetry.action(action)))
        except IllegalAction as refusal:
            broken(
                engine, symmetry, moves[: ply - 1], f"the image of {action} is refused: {refusal}"
            )
        expected = renamed(view(engine, reached), symmetry)
        same(engine, symmetry, expected, view(engine, images[-1]), moves[:ply])
        cases += 1
    return cases


def unmoved(engine: Any, start: Any, symmetry: Symmetry) -> bool:
    """Return whether a position is its own image."""
    seen = view(engine, start)
    return renamed(seen, symmetry) == seen


def applicable(engine: Any, state: Any, symmetries: Any) -> list[Symmetry]:
    """Return the symmetries that apply to a position."""
    position = engine.to_json(state)
    return [symmetry for symmetry in symmetries if symmetry.applies(position)]


@frozen
class LawsCheck:
    """Check the symmetries that the specification names, on both engines."""

    name: str = "laws"
    answers: float = 2.0

    def left_out(self, game: str) -> str:
        """Return why this check is skipped: the game names no symmetry."""
        named = tuple(games.specified(game).symmetries(games.specification(game)))
        return "" if named else "its specification names no symmetry"

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Play random games and compare each position with its images."""
        began, cases, names, failure = perf_counter(), 0, set(), ""
        random, witness = Random(seed), effort.witness
        specified, missing = games.specified(game), witness.missing(game)
        most = max(effort.option_sets // 4, FEWEST, len(specified.full_size))
        chosen = effort.only or option_sets(game, most, seed, witness)
        if not chosen:
            none = f"{witness.called} supports none of the options that are checked"
            return skipped(game, self.name, missing or none)
        sides: dict[str, int] = {}
        with watched(game, limit(witness, game, effort.answer)) as answered:
            for params, rulings in chosen:
                said = f"{cases} positions compared with an image; next {options(params, rulings)}"
                alive = partial(noted, answered, progress, said)
                alive()
                reference = games.specification(game, params, rulings)
                symmetries = tuple(specified.symmetries(reference))
                names |= {symmetry.name for symmetry in symmetries}
                engines: list[Any] = [reference]
                if not missing and witness.plays(game, params, rulings):
                    engines.append(witness.engine(game, params, rulings))
                for engine in engines:
                    try:
                        play = random_game if reads(engine) else mirrored_game
                        for _ in range(max(effort.lockstep_games // 4, 1)):
                            found = play(engine, symmetries, random, alive)
                            sides[called(engine)] = sides.get(called(engine), 0) + found
                    except Disagreement as found_wrong:
                        failure = story(reference, found_wrong.moves, found_wrong.headline)
                        failure += unsteadiness(engine, found_wrong.moves)
                        break
                cases = sum(sides.values())
                if failure:
                    break
                progress(f"{cases} positions compared with an image")
        without = missing or f"{witness.called} keeps no symmetry from the start of a game"
        left = () if sides.get(witness.called) else (f"{witness.called}: {without}",)
        return Outcome(
            game=game,
            check=self.name,
            held=not failure,
            cases=cases,
            unit="cases",
            seconds=perf_counter() - began,
            detail=f"{len(names)} {'symmetry' if len(names) == 1 else 'symmetries'}, "
            + ("both engines" if len(sides) > 1 else "the specification alone"),
            failure=failure,
            scope=scope_of(game, chosen, *left),
        )


def reads(engine: Any) -> bool:
    """Return whether an engine reads positions; raises `Disagreement` if not the one it begins with."""
    try:
        engine.from_json(engine.to_json(engine.initial()))
    except BeyondTheImplementation:
        return False
    except UsageError as refusal:
        under = options(engine.params, engine.rulings)
        said = f"{called(engine)} refuses the position that it begins with ({under})"
        raise Disagreement(said, (), None, None, said=str(refusal)) from refusal
    return True
