"""The shortest game on which two readings part: searched, played at random and shrunken, or proved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from attrs import define, evolve, frozen

from rulewright.ambiguity.budget import Budget
from rulewright.impl.comparison import Manner
from rulewright.interface import Action, Engine, Nearest, RulewrightError
from rulewright.play import games
from rulewright.play.pair import EnginePair, Played
from rulewright.play.shorten import shortest
from rulewright.proofs.partings import Parting
from rulewright.proofs.theorem import Exhibit, PlayedGame, Theorem

Note = Callable[[str], None]


@frozen
class Witness:
    """Where two readings part under some parameters, and how far that is known."""

    params: Mapping[str, Any]
    moves: tuple[Action, ...] | None
    exact: bool
    searched: str
    theorem: str | None = None


@define
class Tally:
    """How many random games were played in the search."""

    games: int = 0


def counted(number: int, noun: str) -> str:
    """Write a number of things."""
    return f"{number:,} {noun.removesuffix('s') if number == 1 else noun}"


def said(nearest: Nearest) -> str:
    """Say what an exhaustive search covered."""
    positions = counted(nearest.positions, "positions")
    if nearest.complete:
        return f"Exhaustive search: all {positions} that can be reached were compared."
    if nearest.moves is not None:
        show = "shows" if nearest.positions == 1 else "show"
        return f"Exhaustive search: no shorter game parts them, as {positions} compared {show}."
    return (
        f"Exhaustive search: no game of up to {counted(nearest.plies, 'actions')} parts them; "
        f"{positions} were compared, each once."
    )


def find(  # noqa: PLR0917
    game: str,
    question: str,
    sides: EnginePair,
    params: Mapping[str, Any],
    budget: Budget,
    played: Callable[[Manner], Played],
    note: Note,
) -> Witness:
    """Find where two readings part under some parameters."""
    pair = sides.first.rulings[question], sides.second.rulings[question]
    claim = claimed(game, question, pair, params)
    if claim is not None and claim.plies is None:
        searched = f"Theorem {claim.theorem} ({scope(game, claim)})."
        return Witness(params, None, True, searched, claim.theorem)
    nearest = sides.nearest(
        budget.positions, lambda count, plies: note(f"{count:,} positions, {plies} plies")
    )
    if nearest.moves is not None or nearest.complete:
        return Witness(params, nearest.moves, True, said(nearest))
    looked, tried, done = [said(nearest)], 0, Tally()
    known = {nearest.plies + 1, None if claim is None else claim.plies}
    best: tuple[Action, ...] | None = None
    for moves in candidates(game, question, sides, budget, played, done):
        tried += 1
        note(f"shrinking game {tried}" + (f", best {len(best)}" if best else ""))
        short = shrunken(sides, moves)
        if short is not None and (best is None or len(short) < len(best)):
            best = short
        if best is not None and len(best) in known:
            break
    looked.append(
        f"{counted(done.games, 'random games')} were played, {tried} that part them shrunken."
    )
    witness = Witness(params, best, False, " ".join(looked))
    return proved(game, claim, witness, nearest)


def proved(game: str, claim: Parting | None, found: Witness, nearest: Nearest) -> Witness:
    """Say that a game is a shortest one where the search or a theorem leaves none shorter."""
    if found.moves is None:
        return found
    plies = len(found.moves)
    if plies == nearest.plies + 1:
        return evolve(found, exact=True, searched=f"{found.searched} So none is shorter.")
    if claim is not None and plies == claim.plies:
        because = f"No shorter game parts them: theorem {claim.theorem} ({scope(game, claim)})."
        return evolve(
            found, exact=True, searched=f"{found.searched} {because}", theorem=claim.theorem
        )
    return found


def claimed(
    game: str, question: str, readings: tuple[str, str], params: Mapping[str, Any]
) -> Parting | None:
    """Find what a theorem says about two readings under some parameters."""
    for each in games.partings(game):
        if (each.question, each.readings) == (question, frozenset(readings)) and dict(
            each.params
        ) == dict(params):
            return each
    return None


def scope(game: str, claim: Parting) -> str:
    """Quote the scope of a theorem."""
    (theorem,) = (each for each in games.theorems(game) if each.name == claim.theorem)
    return theorem.scope


def candidates(  # noqa: PLR0917
    game: str,
    question: str,
    sides: EnginePair,
    budget: Budget,
    played: Callable[[Manner], Played],
    done: Tally,
) -> Iterator[tuple[Action, ...]]:
    """Give games that part the readings: random ones, and those that theorems exhibit."""
    for manner in Manner:
        random_games = played(manner)
        done.games += random_games.games
        yield from random_games.shortest(budget.shrunk)
    engines = (sides.first, sides.second)
    for theorem, played_game in exhibited(game):
        if question in theorem.clauses or any(played_under(each, played_game) for each in engines):
            ply = None
            with suppress(RulewrightError):  # a game of other parameters is none of this one
                ply = sides.parting(played_game.moves)
            if ply is not None:
                yield played_game.moves[:ply]


def exhibited(game: str) -> Iterator[tuple[Theorem, PlayedGame]]:
    """Give the games that theorems show, whatever for, under whatever options, each with its theorem."""
    if game not in games.game_names("proofs"):
        return
    for theorem in games.theorems(game):
        for part in theorem.parts:
            if isinstance(part, Exhibit):
                game_shown = shown(part)
                if game_shown is not None:
                    yield theorem, game_shown


def played_under(engine: Engine[Any], played_game: PlayedGame) -> bool:
    """Tell whether a game is played under the very options of an engine."""
    return (dict(played_game.params), dict(played_game.rulings)) == (
        dict(engine.params),
        dict(engine.rulings),
    )


@cache
def shown(part: Exhibit) -> PlayedGame | None:
    """Give the game of an exhibit; replayed once, whatever number of readings are asked about it."""
    return part.show().game


def shrunken(sides: EnginePair, moves: Sequence[Action]) -> tuple[Action, ...] | None:
    """Leave out moves as long as the readings still part; None if they do not part at all."""

    def parts(some: Sequence[Action]) -> bool:
        return sides.parting(some) is not None

    if not parts(moves):
        return None
    while True:
        short = shortest(moves, parts)
        ply = sides.parting(short)
        short = short[:ply]
        if len(short) >= len(moves):
            return tuple(short)
        moves = short


def best_of(found: Sequence[Witness]) -> Witness:
    """Choose what to tell of several ways to play the game.

    A game on which the readings part, best one that is known to be a shortest of its way to play, else
    that of the fewest actions. If there is none, and one way is undecided, that one: only if all are
    decided do the readings never part.
    """
    apart = [each for each in found if each.moves is not None]
    if apart:
        return min(apart, key=lambda each: (not each.exact, len(each.moves or ())))
    return min(found, key=lambda each: each.exact)
