"""Study every pair of readings of every question of a game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from typing import Any

from attrs import evolve

from rulewright.ambiguity import witness as witnesses
from rulewright.ambiguity.budget import BUDGETS, Budget
from rulewright.ambiguity.dispute import Dispute, dispute
from rulewright.ambiguity.findings import Ambiguity, Comparable, Share, Solved
from rulewright.ambiguity.witness import Witness
from rulewright.checks.outcome import Effort, Progress
from rulewright.impl.comparison import Manner
from rulewright.interface import UnknownQuestion
from rulewright.parts import Executor, Note, WorkPart, check_version, results, version_of
from rulewright.play import games
from rulewright.play.driver import Value, driver_of
from rulewright.play.lockstep import replay_both
from rulewright.play.pair import EnginePair, PlainPair, Played, pair_of
from rulewright.spec.registry import Question

Pair = tuple[str, str]
PART = "ambiguity"
"""The kind of part that studies a pair of readings."""


def study(
    game: str, effort: Effort, seed: int, progress: Progress, question: str | None = None
) -> tuple[Ambiguity, ...]:
    """Study all questions of a game, or one; raises `UnknownGame` or `UnknownQuestion`."""
    return tuple(studied(game, effort, seed, progress, question))


def studied(
    game: str, effort: Effort, seed: int, progress: Progress, question: str | None = None
) -> Iterator[Ambiguity]:
    """Yield each ambiguity as soon as it is studied; see `study`."""
    for each, pair in pairs_of(game, question):
        yield ambiguity(game, each, pair, BUDGETS[effort.name], seed, progress)


def pairs_of(game: str, question: str | None = None) -> Iterator[tuple[Question, Pair]]:
    """Yield each pair of readings, with its question; raises `UnknownGame` or `UnknownQuestion`."""
    book = games.specified(game).rulebook
    names = [each.name for each in book.questions]
    if question is not None and question not in names:
        raise UnknownQuestion(question, names, f"of {game}")
    for each in book.questions:
        if question in (None, each.name):
            for pair in combinations([reading.name for reading in each.readings], 2):
                yield each, pair


def studied_with(
    executor: Executor, game: str, effort: Effort, seed: int, question: str | None = None
) -> Iterator[Ambiguity]:
    """Yield what `studied` does, with an executor: each pair of readings is a part.

    Raises `NoResult` and `ClusterError` as well.
    """
    parts = (
        part_of(game, each, pair, effort.name, seed) for each, pair in pairs_of(game, question)
    )
    yield from results(executor, study_part, parts)


def part_of(game: str, question: Question, pair: Pair, effort: str, seed: int) -> WorkPart:
    """Return the part that studies a pair of readings."""
    share = {"question": question.name, "readings": list(pair), "effort": effort}
    return WorkPart(game, PART, {}, {}, seed, share, version_of(game))


def study_part(part: WorkPart, note: Note) -> Ambiguity:
    """Study the pair of readings of a part; raises `OtherSources`."""
    check_version(part)
    one, other = part.share["readings"]
    ((question, _), *_) = pairs_of(part.game, part.share["question"])
    budget = BUDGETS[part.share["effort"]]
    return ambiguity(part.game, question, (one, other), budget, part.seed, note)


def rulings_of(game: str, question: str, pair: Pair) -> tuple[dict[str, str], dict[str, str]]:
    """Return two sets of rulings: two readings of one question, the defaults of the others."""
    default = games.specified(game).default_rulings
    return default | {question: pair[0]}, default | {question: pair[1]}


def ambiguity(  # noqa: PLR0917
    game: str, question: Question, pair: Pair, budget: Budget, seed: int, progress: Progress
) -> Ambiguity:
    """Study one pair of readings."""

    def note(line: str) -> None:
        progress(f"{question.name}={pair[0]}|{pair[1]}: {line}")

    rulings = rulings_of(game, question.name, pair)
    found: list[tuple[Witness, EnginePair, Callable[[Manner], Played]]] = []
    for params in games.specified(game).full_size:
        sides = pair_of(game, params, rulings, seed)
        slow = budget.plain if isinstance(sides, PlainPair) else 1
        within = evolve(
            budget,
            positions=budget.positions // slow,
            games=budget.games // slow,
            greedy_games=budget.greedy_games // slow,
        )
        played = player(sides, within, seed, note)
        found.append(
            (
                witnesses.find(game, question.name, sides, params, within, played, note),
                sides,
                played,
            )
        )
        if found[-1][0].moves is not None and found[-1][0].exact:
            break
    best = witnesses.best_of([each[0] for each in found])
    counted = next((each for each in found if each[0].moves is not None), None)
    differ = Dispute("", "") if best.moves is None else confirmed(game, question, best, rulings)
    quotation = question.quotations[0]
    return Ambiguity(
        game=game,
        question=question.name,
        quotation=quotation.text,
        source=quotation.source,
        first=pair[0],
        second=pair[1],
        params=dict(best.params),
        moves=best.moves,
        exact=best.exact,
        searched=best.searched,
        disputed=differ.disputed,
        what=differ.what,
        theorem=best.theorem,
        **shares(counted),
        solved=solved(game, rulings, budget, note),
        wording=question.wording,
        english=question.english,
    )


def player(
    sides: EnginePair, budget: Budget, seed: int, note: Callable[[str], None]
) -> Callable[[Manner], Played]:
    """Return a function that plays the random games of each manner once, on demand."""

    @cache
    def play(manner: Manner) -> Played:
        counts = {Manner.GREEDY: budget.greedy_games, Manner.BIASED: budget.games // 5}
        count = counts.get(manner, budget.games)
        note(f"{count:,} {manner.name.lower()} games")
        return sides.play(seed, count, manner, budget.most_plies)

    return play


def confirmed(
    game: str, question: Question, witness: Witness, rulings: tuple[dict[str, str], dict[str, str]]
) -> Dispute:
    """Describe a witness after checking that the specification agrees with the engines about it.

    Raises `Disagreement` if it does not.
    """
    moves = witness.moves or ()
    sides = [
        tuple(make(game, witness.params, each) for each in rulings)
        for make in (games.fastest, games.specification)
    ]
    for engine, reference in zip(*sides, strict=True):
        replay_both(reference, engine, moves)
    engines = sides[1]
    return dispute(question.name, (engines[0], engines[1]), moves)


def shares(
    counted: tuple[Witness, EnginePair, Callable[[Manner], Played]] | None,
) -> dict[str, Any]:
    """Count the random games that show a difference, and those whose result changes."""
    names = ("shows", "changes_result", "greedy_shows", "greedy_changes_result")
    if counted is None:
        return dict.fromkeys(names) | {"counted": {}}
    witness, _, played = counted
    found: dict[str, Any] = {"counted": dict(witness.params)}
    for prefix, manner in (("", Manner.UNIFORM), ("greedy_", Manner.GREEDY)):
        games_played = played(manner)
        comparable = comparable_of(games_played)
        found[f"{prefix}shows"] = Share.of(
            int((games_played.parted >= 0).sum()), games_played.games
        )
        found[f"{prefix}comparable"] = comparable
        found[f"{prefix}changes_result"] = (
            Share.of(int(games_played.changed.sum()), comparable.games)
            if comparable.games
            else None
        )
    return found


def comparable_of(games_played: Played) -> Comparable:
    """Count the games that can be played to an end under both readings, by the reading that chose."""
    halves = [games_played.comparable[half::2] for half in (0, 1)]
    first, second = (Share.of(int(half.sum()), len(half)) for half in halves)
    cut = [int(games_played.broken_off[half::2].sum()) for half in (0, 1)]
    return Comparable(first, second, (cut[0], cut[1]))


def solved(
    game: str,
    rulings: tuple[dict[str, str], dict[str, str]],
    budget: Budget,
    note: Callable[[str], None],
) -> tuple[Solved, ...]:
    """Solve the boards that can be visited in full, under both readings."""
    done = []
    for params in games.specified(game).exhausted:
        note(f"solving {params}")
        first, second = (value(game, params, each, budget.solved) for each in rulings)
        if first is not None and second is not None:
            positions = first.positions + second.positions
            trivial = len(first.results | second.results) <= 1
            done.append(Solved(dict(params), first.said, second.said, positions, trivial))
    return tuple(done)


def value(game: str, params: Any, rulings: dict[str, str], most: int) -> Value | None:
    """Return the result of best play; None if there are too many positions."""
    return value_of(game, json.dumps(dict(params)), json.dumps(rulings), most)


@cache
def value_of(game: str, params: str, rulings: str, most: int) -> Value | None:
    """Solve a game under options in JSON, cached across pairs of readings."""
    engine = games.fastest(game, json.loads(params), json.loads(rulings))
    return driver_of(engine).value(most)
