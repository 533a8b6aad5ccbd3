"""Detect games that end at once or never, and results with no winner or several."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from rulewright.gaps.findings import Clear, Finding, Unlooked
from rulewright.gaps.subject import Subject
from rulewright.interface import Action, Engine
from rulewright.play.driver import Allowance, driver_of
from rulewright.play.nearest import Between, Bound, search_of
from rulewright.play.random_games import Line
from rulewright.play.replay import state_after, state_if_legal
from rulewright.wording.numbers import counted
from rulewright.wording.players import listed, scores_of

EARLIEST = Allowance(20_000, 2_000)
"""Positions searched from the start for an end, the nearest first."""
WINNING = re.compile(r"\b(win|wins|won|winner|winners|draw)\b", re.IGNORECASE)
SMALL = Allowance(50_000, 10_000)
"""Most positions of a small board that is visited in full."""
LONG_GAMES = Allowance(6, 0)
LONG = 5_000
"""Random games, and most actions of each, to play if no shorter game ends."""


@frozen
class Earliest:
    """The result of a search for the nearest end."""

    moves: tuple[Action, ...] | None
    """The actions that lead to it; None if none was found."""
    positions: int
    """Positions searched."""
    plies: int
    """All positions after at most this many actions were searched."""


def earliest_end(engine: Engine[Any], plies: int) -> Earliest:
    """Search for the nearest end within some plies and the positions that the driver allows."""
    if engine.is_over(engine.initial()):
        return Earliest((), 1, 0)
    most = driver_of(engine).allowed(EARLIEST)
    search = search_of(engine, Bound(plies, most, between=Between.ACTIONS))
    for step in search.steps():
        if step.is_new and engine.is_over(step.state):
            return Earliest(step.moves, search.positions + 1, search.plies)
    return Earliest(None, search.positions, plies if search.complete else search.plies)


def at_once(subject: Subject) -> Iterator[Finding | Clear]:
    """Search, under the default and each other reading, for an end before all have had a turn."""
    every = [("", subject.default()), *subject.deviations()]
    plain: set[tuple[Action, ...]] = set()
    for question, rulings in every:
        for params in subject.specified.full_size:
            engine = subject.engine(params, rulings)
            found = earliest_end(engine, len(engine.players))
            if found.moves is None and not question:
                yield not_at_once(subject, engine, found)
            if found.moves is None or found.moves in plain:
                continue
            if not question:
                plain.add(found.moves)
            yield ended(subject, question, rulings, params, found.moves, found.positions)
            break


def not_at_once(subject: Subject, engine: Engine[Any], found: Earliest) -> Clear:
    """Report how far it is known that no game ends at once."""
    turns = len(engine.players)
    exhaustive = found.plies >= turns
    return Clear(
        game=subject.name,
        detector="end at once",
        statement="No game is over before every player has had a turn."
        if exhaustive
        else f"No end was found, but not every game of {counted(turns, 'actions')} was searched.",
        params=dict(engine.params),
        rulings=dict(engine.rulings),
        measured=f"{counted(found.positions, 'positions')}, the nearest to the start: "
        + (
            f"all after at most {counted(found.plies, 'actions')}."
            if found.plies
            else "not even all after one action."
        ),
    )


def ended(  # noqa: PLR0917
    subject: Subject,
    question: str,
    rulings: Mapping[str, str],
    params: Mapping[str, Any],
    moves: tuple[Action, ...],
    positions: int,
) -> Finding:
    """Report a game that ends at once."""
    reference = subject.reference(params, rulings)
    state = state_after(reference, moves)
    scores = scores_of(reference, state)
    winners = listed(reference.winners(state))
    clause = reference.ending_clause
    return subject.finding(
        detector="end at once",
        title="The game can be over before every player has had a turn",
        statement=f"Under {subject.under_which(question, rulings)} the game is over after "
        f"{len(moves)} of its actions ({' '.join(moves) or 'none'}): {winners} won ({scores}).",
        clauses=(clause,),
        questions=(question,),
        params=params,
        rulings=rulings,
        moves=moves,
        measured=f"Exhaustive search from the start ({positions:,} positions): no end is nearer.",
    )


def never(subject: Subject) -> Iterator[Finding | Unlooked]:
    """Yield the small boards on which no reachable position is an end."""
    rulings = subject.default()
    if not subject.specified.exhausted:
        yield subject.unlooked(
            "end never reached", "the specification names no small board to visit in full"
        )
    for params in subject.specified.exhausted:
        engine = subject.engine(params, rulings)
        positions = endless(engine)
        if positions is None:
            continue
        clause = subject.reference(params, rulings).ending_clause
        yield subject.finding(
            detector="end never reached",
            title="On a small board the game cannot end",
            statement="No reachable position ends the game.",
            clauses=(clause,),
            params=params,
            rulings=rulings,
            proof=f"all {positions:,} reachable positions were visited",
            measured=f"{positions:,} positions, none of them an end.",
        )


def endless(engine: Engine[Any]) -> int | None:
    """Count the positions of a game that cannot end; None if it can, or has too many positions."""
    driver = driver_of(engine)
    found = driver.visit(driver.allowed(SMALL))
    return found.positions if found.complete and not found.finished else None


def about_winning(subject: Subject, ending: str) -> list[str]:
    """Return the clauses about winning, last first, and the one that ends the game."""
    found = [
        clause.identifier for clause in subject.rulebook.clauses if WINNING.search(clause.demand)
    ]
    return list(dict.fromkeys((*found[::-1], ending)))


def results(subject: Subject) -> Iterator[Finding | Unlooked]:
    """Search for games that end without a winner, or with several."""
    rulings = subject.default()
    known: set[str] = set()
    unfinished = 0
    for params in subject.specified.full_size:
        engine = subject.engine(params, rulings)
        over, played = finished(subject, engine)
        unfinished += not over
        usual = partners_in(subject, params, rulings, [winners for _, winners in over])
        shared = [line for line, winners in over if len(winners) > usual]
        nobody = [line for line, winners in over if not winners]
        for lines, what, title in (
            (shared, "several winners", "The result can be shared"),
            (nobody, "no winner", "The game can end without a winner"),
        ):
            if lines and title not in known:
                known.add(title)
                line = min(lines, key=lambda each: len(each.moves))
                clauses = about_winning(subject, subject.reference(params, rulings).ending_clause)
                yield subject.finding(
                    detector="result shared or undefined",
                    title=title,
                    statement=f"The game ends with {what}: "
                    f"{listed(engine.winners(line.states[-1]))} "
                    f"after {counted(len(line.moves), 'actions')}.",
                    clauses=clauses,
                    questions=asking_who_wins(subject, engine, line.moves),
                    params=params,
                    rulings=rulings,
                    moves=line.moves,
                    measured=f"{len(lines)} of {counted(len(over), 'finished random games')} "
                    f"(of {played:,} played).",
                )
    if unfinished == len(subject.specified.full_size):
        yield subject.unlooked("result shared or undefined", "no random game ended")


def asking_who_wins(
    subject: Subject, engine: Engine[Any], moves: Sequence[Action]
) -> Iterator[str]:
    """Yield the questions with a reading under which others win the same finished game."""
    winners = engine.winners(state_after(engine, moves))
    for name, readings in subject.readings().items():
        for reading in readings:
            other = subject.engine(engine.params, {**engine.rulings, name: reading})
            state = state_if_legal(other, moves)
            if state is not None and other.is_over(state) and other.winners(state) != winners:
                yield name
                break


def finished(
    subject: Subject, engine: Engine[Any]
) -> tuple[list[tuple[Line, tuple[str, ...]]], int]:
    """Play random games; return the finished ones with their winners, and how many were played.

    If none finishes and the engine is compiled, much longer games are played, half of them biased
    towards rare actions.
    """
    lines = list(subject.played(engine))
    over = [line for line in lines if engine.is_over(line.states[-1])]
    driver = driver_of(engine)
    long_games = driver.allowed(LONG_GAMES)
    if not over and long_games:
        lines = [
            Line(moves, (state_after(engine, moves),))
            for biased in (False, True)
            for moves in driver.lines(subject.seed, long_games, biased=biased, max_plies=LONG)
        ]
        over = [line for line in lines if engine.is_over(line.states[-1])]
    return [(line, engine.winners(line.states[-1])) for line in over], len(lines)


def partners_in(
    subject: Subject,
    params: Mapping[str, Any],
    rulings: Mapping[str, str],
    winners: Iterable[tuple[str, ...]],
) -> int:
    """Return how many winners are no shared result: one, or the size of the smallest winning side."""
    reference = subject.reference(params, rulings)
    if not reference.totals(reference.initial()):
        return 1
    return max(min(map(len, winners), default=1), 1)
