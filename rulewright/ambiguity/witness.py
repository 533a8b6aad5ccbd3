"""Find the shortest game on which two readings part: by search, shrinking random games, or proof."""

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
from rulewright.proofs.theorem import Exhibit, ShownGame, Theorem
from rulewright.wording.chance import rule_of_three
from rulewright.wording.numbers import counted

Note = Callable[[str], None]
HELD = 2_000
"""Positions in which a claim that readings never part is held against them: it is proved."""


@frozen
class Witness:
    """Where two readings part under some parameters, and how far that is known."""

    params: Mapping[str, Any]
    moves: tuple[Action, ...] | None
    exact: bool
    searched: str
    theorem: str | None = None


@define
class GamesPlayed:
    """The number of random games played in the search."""

    games: int = 0


class WrongParting(RulewrightError):
    """A game's `PARTINGS` say of two readings what a game, or a search, contradicts."""

    exit_status = 1

    def __init__(self, claim: Parting, found: str) -> None:
        """Say what is claimed, and what was found."""
        readings = " and ".join(f"{claim.question}={each}" for each in sorted(claim.readings))
        when = "never part"
        if claim.plies is not None:
            when = f"part after {counted(claim.plies, 'actions')}, not before"
        super().__init__(
            f"PARTINGS says that {readings} {when} (theorem {claim.theorem}), but {found}"
        )


def held_against(claim: Parting, nearest: Nearest) -> None:
    """Raise `WrongParting` if a search found something else than is claimed."""
    contradicted_by(claim, nearest.moves)
    if nearest.moves is not None and len(nearest.moves) != claim.plies:
        shortest = f"{' '.join(nearest.moves)}, and no shorter game parts them"
        raise WrongParting(claim, f"they part after {shortest}")
    if nearest.moves is None and claim.plies is not None:
        if nearest.complete:
            raise WrongParting(claim, "no reachable position parts them")
        if nearest.plies >= claim.plies:
            up_to = counted(nearest.plies, "actions")
            raise WrongParting(claim, f"no game of up to {up_to} parts them")


def contradicted_by(claim: Parting, moves: Sequence[Action] | None) -> None:
    """Raise `WrongParting` if a game that parts two readings is shorter than is claimed."""
    if moves is not None and (claim.plies is None or len(moves) < claim.plies):
        raise WrongParting(claim, f"they part after {' '.join(moves) or 'no action'}")


def search_summary(nearest: Nearest) -> str:
    """Describe what an exhaustive search covered."""
    positions = counted(nearest.positions, "positions")
    if nearest.complete:
        return f"Exhaustive search: all reachable positions ({nearest.positions:,}) were compared."
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
    """Return where two readings part under some parameters."""
    pair = sides.first.rulings[question], sides.second.rulings[question]
    claim = claimed(game, question, pair, params)
    never = claim is not None and claim.plies is None
    nearest = sides.nearest(
        min(budget.positions, HELD) if never else budget.positions,
        lambda count, plies: note(f"{count:,} positions, {plies} plies"),
    )
    if claim is not None:
        held_against(claim, nearest)
    if claim is not None and never:
        for moves in (each for manner in Manner for each in played(manner).shortest(1)):
            contradicted_by(claim, moves)
        searched = f"Theorem {claim.theorem} ({scope(game, claim)})."
        return Witness(params, None, True, searched, claim.theorem)
    if nearest.moves is not None or nearest.complete:
        return Witness(params, nearest.moves, True, search_summary(nearest))
    notes, tried, done = [search_summary(nearest)], 0, GamesPlayed()
    known = {nearest.plies + 1, None if claim is None else claim.plies}
    best: tuple[Action, ...] | None = None
    for moves in candidates(game, question, sides, budget, played, done):
        tried += 1
        note(f"shrinking game {tried}" + (f", best {len(best)}" if best else ""))
        short = shrunk(sides, moves)
        if short is not None and (best is None or len(short) < len(best)):
            best = short
        if best is not None and len(best) in known:
            break
    notes.append(
        f"{counted(done.games, 'random games')} were played, "
        f"and {counted(tried, 'games')} parting them shrunk."
    )
    if not tried:
        notes.append(f"They part in none: {rule_of_three(done.games, 'they do so')}.")
    if claim is not None and best is not None:
        contradicted_by(claim, best)
    witness = Witness(params, best, False, " ".join(notes))
    return proved(game, claim, witness, nearest)


def proved(game: str, claim: Parting | None, found: Witness, nearest: Nearest) -> Witness:
    """Mark a game as a shortest one if the search or a theorem excludes shorter ones."""
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
    """Return what a theorem says about two readings under some parameters; None if none does."""
    for each in games.partings(game):
        if (each.question, each.readings) == (question, frozenset(readings)) and dict(
            each.params
        ) == dict(params):
            return each
    return None


def scope(game: str, claim: Parting) -> str:
    """Return the scope of a theorem."""
    (theorem,) = (each for each in games.theorems(game) if each.name == claim.theorem)
    return theorem.scope


def candidates(  # noqa: PLR0917
    game: str,
    question: str,
    sides: EnginePair,
    budget: Budget,
    played: Callable[[Manner], Played],
    done: GamesPlayed,
) -> Iterator[tuple[Action, ...]]:
    """Yield games that part the readings: random ones, and those that theorems exhibit."""
    for manner in Manner:
        random_games = played(manner)
        done.games += random_games.games
        yield from random_games.shortest(budget.shrunk)
    engines = (sides.first, sides.second)
    for theorem, played_game in exhibited(game):
        if question in theorem.clauses or any(played_under(each, played_game) for each in engines):
            ply = None
            with suppress(RulewrightError):  # a game under other parameters may be illegal here
                ply = sides.parting(played_game.moves)
            if ply is not None:
                yield played_game.moves[:ply]


def exhibited(game: str) -> Iterator[tuple[Theorem, ShownGame]]:
    """Yield all games that theorems show, under any options, each with its theorem."""
    if game not in games.game_names("proofs"):
        return
    for theorem in games.theorems(game):
        for part in theorem.parts:
            if isinstance(part, Exhibit):
                game_shown = shown(part)
                if game_shown is not None:
                    yield theorem, game_shown


def played_under(engine: Engine[Any], played_game: ShownGame) -> bool:
    """Return whether a game has exactly the options of an engine."""
    return (dict(played_game.params), dict(played_game.rulings)) == (
        dict(engine.params),
        dict(engine.rulings),
    )


@cache
def shown(part: Exhibit) -> ShownGame | None:
    """Return the game of an exhibit, cached across pairs of readings."""
    return part.show().game


def shrunk(sides: EnginePair, moves: Sequence[Action]) -> tuple[Action, ...] | None:
    """Shrink a game on which the readings part; None if they do not."""

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
    """Return the best of the witnesses found under several option sets.

    That is a game on which the readings part, preferably one known to be shortest under its options,
    then the shorter one. Without such a game an undecided witness is returned, if there is one: the
    readings never part only if every option set is decided.
    """
    apart = [each for each in found if each.moves is not None]
    if apart:
        return min(apart, key=lambda each: (not each.exact, len(each.moves or ())))
    return min(found, key=lambda each: each.exact)
