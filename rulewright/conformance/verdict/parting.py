"""Games on which two hypotheses part, and how a hypothesis parts from what was observed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random

from rulewright.conformance.adapter.observation import Observation, spelled
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.printable import apart, shown
from rulewright.conformance.evidence.reference import Reference, item_of
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.stages.vectors import suite
from rulewright.interface import Action, Json, RulewrightError
from rulewright.play.shorten import shortest
from rulewright.vectors.suite import read_shared

MOST_KNOWN = 40
"""Known games that are looked at for a shorter one."""
MOST_TRIED = 8
"""Of these, games that are tried on the engine."""


def separating(
    run: GameRun, pair: tuple[Hypothesis, Hypothesis], parameters: Sequence[Json] | None = None
) -> Observation | None:
    """Find a game on which two hypotheses differ, without asking the engine; None if none is found."""
    return next(separations(run, pair, parameters), None)


def separations(
    run: GameRun, pair: tuple[Hypothesis, Hypothesis], parameters: Sequence[Json] | None = None
) -> Iterator[Observation]:
    """Yield games on which two hypotheses differ, without asking the engine.

    Known games about what they differ in are tried first, then random ones, with the parameters of the
    run or those given. Each is shown as the first has it.
    """
    laboratory, effort, seed = run.rules.laboratory, run.setup.effort, run.setup.seed
    one, other = pair
    known = known_games(run, pair) if parameters is None else ()
    for params, moves in known:
        reference, tested = laboratory.reference(one, params), laboratory.reference(other, params)
        found = None
        if reference is not None and tested is not None:
            found = parting_on(reference, tested, moves)
        if reference is not None and found is not None:
            yield Observation(params, found, reference.seen(reference.state(found)))
    for params in run.parameters() if parameters is None else parameters:
        reference, tested = laboratory.reference(one, params), laboratory.reference(other, params)
        if reference is None or tested is None:
            continue
        for number in range(effort.separations):
            found = parting(reference, tested, Random(f"{seed} {number}"), effort.plies)
            if found is not None:
                yield Observation(params, found, reference.seen(reference.state(found)))


def known_games(
    run: GameRun, pair: tuple[Hypothesis, Hypothesis]
) -> Iterator[tuple[Json, tuple[Action, ...]]]:
    """Yield the games of theorems, then those of vectors about what two hypotheses read otherwise.

    The games of vectors come shortest first. Where parameters are fixed, games that are known with other
    values of these come last: they may well part there, too.
    """
    one, other = pair
    questions = {name for name, reading in one.rulings if other.readings[name] != reading}
    every = [
        (game["params"], tuple(game["moves"]))
        for game in read_shared(run.setup.game, "games.json") or ()
    ]
    every += [
        (vector.params, vector.moves)
        for vector in sorted(suite(run.setup.game), key=lambda each: (len(each.moves), each.moves))
        if questions & {*vector.questions}
    ]
    sent = [(wanted, run.setup.params_sent(wanted), moves) for wanted, moves in every]
    for is_wanted in (True, False):
        for wanted, params, moves in sent:
            supported = spelled(params) not in run.evidence.unsupported and run.rules.has(params)
            if as_given(params, wanted) == is_wanted and supported:
                yield params, moves


def as_given(sent: Json, wanted: Json) -> bool:
    """Return whether parameters that a run sends are those that a game is about."""
    return all(sent.get(name, value) == value for name, value in wanted.items())


def shorter_games(
    run: GameRun, pair: tuple[Hypothesis, Hypothesis], plies: int
) -> list[tuple[Json, tuple[Action, ...]]]:
    """Find known games on which two hypotheses part, of fewer actions than given, shortest first."""
    one, other = pair
    found: dict[tuple[str, tuple[Action, ...]], Json] = {}
    for params, moves in islice(known_games(run, pair), MOST_KNOWN):
        reference = run.rules.laboratory.reference(one, params)
        tested = run.rules.laboratory.reference(other, params)
        if reference is None or tested is None:
            continue
        line = parting_on(reference, tested, moves[: plies - 1])
        if line is not None:
            found.setdefault((spelled(params), line), params)
    lines = sorted(found.items(), key=lambda each: (len(each[0][1]), each[0]))
    return [(params, line) for (_, line), params in lines[:MOST_TRIED]]


def parting_on(
    reference: Reference, tested: Reference, moves: tuple[Action, ...]
) -> tuple[Action, ...] | None:
    """Return the first position of a game that two engines have otherwise, if it can be played."""
    for plies in range(len(moves) + 1):
        try:
            seen = reference.seen(reference.state(moves[:plies]))
        except RulewrightError:
            return None
        if not tested.explains(Observation({}, moves[:plies], seen)):
            return moves[:plies]
    return None


def parting(
    reference: Reference, tested: Reference, random: Random, plies: int
) -> tuple[Action, ...] | None:
    """Play a random game of one engine on both, up to the first position that differs; shrink it."""

    def differs(line: tuple[Action, ...]) -> bool:
        try:
            seen = reference.seen(reference.state(line))
        except RulewrightError:
            return False
        return not tested.explains(Observation({}, line, seen))

    moves: tuple[Action, ...] = ()
    while len(moves) <= plies:
        if differs(moves):
            return shortest(moves, differs, until_stuck=True, replays=200)
        legal = reference.engine.legal_actions(reference.state(moves))
        if not legal:
            return None
        moves = (*moves, random.choice(legal))
    return None


def breaking(
    laboratory: Laboratory, hypothesis: Hypothesis, observations: Iterable[Observation]
) -> Observation | None:
    """Find the first observation that a hypothesis does not explain."""
    return next((each for each in observations if not laboratory.explains(hypothesis, each)), None)


def sentence(
    laboratory: Laboratory,
    hypothesis: Hypothesis,
    observation: Observation,
    known: Hypothesis | None = None,
) -> str:
    """Say how a hypothesis differs from an observation, in what another one has right if it is given."""
    reference = laboratory.asked(hypothesis, observation)
    if reference is None:
        return "it cannot be played with these parameters"
    try:
        differences = reference.discrepancies(observation)
    except Exception as error:  # noqa: BLE001 - a mutant may break in any way
        return f"it breaks: {type(error).__name__}"
    right = frozenset() if known is None else laboratory.wrong(known, observation)
    differences = tuple(each for each in differences if item_of(each) not in right)
    if not differences:
        return ""
    found = differences[0]
    about = f" {found.action!r}" if found.action is not None else ""
    more = f" (and {len(differences) - 1} more)" if len(differences) > 1 else ""
    expected, given = map(shown, apart(found.expected, found.given))
    return f"{found.kind}{about}: it says {expected}, the engine {given}{more}"
