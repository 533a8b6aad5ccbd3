"""Which vectors kill which mutants; and of a mutant that none kills, why it cannot be told apart."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any, TypeAlias

from attrs import frozen

from rulewright.impl.drivers import explore
from rulewright.impl.steps import steps
from rulewright.interface import RulewrightError
from rulewright.play import games
from rulewright.play.lockstep import Lockstep
from rulewright.play.mutants import OFF, Mutant, mutants_of
from rulewright.spec.coverage import RecordingRefuted
from rulewright.vectors.bench import Bench, Options
from rulewright.vectors.run import failure
from rulewright.vectors.vector import Vector, hash_of
from rulewright.wording.numbers import counted

SHORT = {True: 2, False: 6}
"""A vector of at most so many moves is tried on every mutant; any other on those it was made for. In
large games, and in others."""
MOST_POSITIONS = 400_000
"""A shrunken game with more positions is no evidence: it is not visited."""
MOST_ONE_BY_ONE = 60_000
"""A shrunken game with more actions is not visited, where it is played by the game interface."""


MadeFor: TypeAlias = Mapping[str, Mapping[str, str]]
"""Mutants that a vector was made for, and the rulings under which it was."""


@frozen
class Alike:
    """Why a mutant cannot be told apart: what was searched, or what a theorem says."""

    reason: str
    data: Mapping[str, Any]


def kills(
    bench: Bench, vectors: Sequence[Vector], made_for: Mapping[str, MadeFor]
) -> dict[str, tuple[str, ...]]:
    """Find for each mutant the vectors that it fails, each tried by playing all its moves.

    `made_for` names, by the hash that ends an identifier, the mutants it was made for, and under which
    rulings. A mutant plays by these; if it has no such, by those that the vector names, the rest being
    default. One that crashes has not failed.
    """
    engines: dict[str, Any] = {}
    short = SHORT[bench.is_large]
    found: dict[str, tuple[str, ...]] = {}
    for mutant in mutants_of(bench.game):
        engines.clear()
        found[mutant.id] = tuple(
            vector.id
            for vector in vectors
            if is_tried(mutant, vector, made_for, short)
            and is_killed(engines, mutant, vector, made_for.get(hash_of(vector), {}).get(mutant.id))
        )
    return found


def is_tried(mutant: Mutant, vector: Vector, made_for: Mapping[str, MadeFor], short: int) -> bool:
    """Tell whether a vector is tried on a mutant.

    A swapped reading plays at the speed of the implementation, so all vectors that depend on the
    question are tried on it.
    """
    if mutant.swap is not None:
        return vector.rulings.get(mutant.subject) == mutant.swap[0]
    return len(vector.moves) <= short or mutant.id in made_for.get(hash_of(vector), ())


def is_killed(
    engines: dict[str, Any],
    mutant: Mutant,
    vector: Vector,
    rulings: Mapping[str, str] | None = None,
) -> bool:
    """Play a vector on a mutant; tell whether it fails by a proper answer.

    It plays by `rulings`, which agree with those that the vector names; by these if there are none.
    """
    in_force = dict(vector.rulings if rulings is None else rulings)
    options = json.dumps([vector.params, in_force], sort_keys=True)
    try:
        if options not in engines:
            engines[options] = mutant.engine(vector.game, vector.params, in_force)
        return failure(engines[options], vector) is not None
    except RulewrightError:
        return False
    except Exception:  # noqa: BLE001 - a mutant may break in any way, and that proves nothing
        return False


def covering(killed_by: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Choose few vectors that still kill every mutant that any kills: the most useful one each time."""
    waiting = {mutant for mutant, vectors in killed_by.items() if vectors}
    by_vector: dict[str, set[str]] = {}
    for mutant, vectors in killed_by.items():
        for vector in vectors:
            by_vector.setdefault(vector, set()).add(mutant)
    chosen = []
    while waiting:
        best = min(by_vector, key=lambda each: (-len(by_vector[each] & waiting), each))
        chosen.append(best)
        waiting -= by_vector[best]
    return tuple(sorted(chosen))


def alike(bench: Bench, mutant: Mutant, known: Mapping[str, Any]) -> Alike | None:
    """Find out why nothing tells a mutant apart; None if there is no reason to be sure of it."""
    if mutant.id in known:
        return Alike(known[mutant.id]["reason"], known[mutant.id])
    return permits_all_that_is_spelled(bench, mutant) or shrunken_games_in_full(bench, mutant)


class Untouchable:
    """A position at which nobody may look."""

    def __getattr__(self, name: str) -> Any:
        """Refuse."""
        raise LookupError(name)


def permits_all_that_is_spelled(bench: Bench, mutant: Mutant) -> Alike | None:
    """Show that a clause, switched off, permits no more: it permits every action that can be spelled.

    Its formula is evaluated on all of them with a position that cannot be looked at.
    """
    game = games.specified(bench.game)
    if mutant.swap is not None or not mutant.id.endswith(OFF):
        return None
    permits = game.rulebook[mutant.subject].permits
    if permits is None:
        return None

    def blind(rules: Any, before: Any, move: Any) -> Any:
        del before
        return permits(rules, Untouchable(), move)

    rulebook = game.rulebook.replacing(mutant.subject, permits=blind)
    counts = []
    for params in bench.played:
        engine: Any = game.engine(params, bench.default, rulebook)
        start = engine.initial()
        try:
            verdicts = engine.judge(start)
        except Exception:  # noqa: BLE001 - whatever went wrong, it looked at the position
            return None
        everything = (1 << len(verdicts.candidates)) - 1
        if verdicts.lanes[mutant.subject] not in {True, everything, -1}:
            return None
        counts.append({"params": params, "actions": len(verdicts.candidates)})
    return Alike(
        "The notation cannot spell an action that the clause forbids: its formula, which does not look "
        "at the position, permits every action that can be spelled.",
        {"kind": "every action", "evaluated": counts},
    )


BY_THE_SPECIFICATION = "by_the_specification_alone"
"""Marks what is shown without a second witness, since the implementation does not play there."""


class Differs(Exception):
    """A mutant says otherwise somewhere."""


@frozen
class Visit:
    """How much of a game was compared."""

    positions: int
    actions: int


def everywhere(options: Options) -> bool:
    """Leave nothing out."""
    del options
    return True


def shrunken_games_in_full(
    bench: Bench, mutant: Mutant, among: Callable[[Options], bool] = everywhere
) -> Alike | None:
    """Visit every position of the shrunken games, under all readings, and compare every action.

    Only under options `among` which it is to be looked.
    """
    searched, positions, played = [], 0, 0
    too_large: list[dict[str, Any]] = bench.kept("too large", list)
    for params, rulings in product(
        games.specified(bench.game).exhausted, all_rulings(bench, mutant)
    ):
        options = Options(dict(params), rulings)
        if options.params in too_large or not among(options):
            continue
        try:
            visit = bench.kept(
                ("visit", mutant.id, options.key), partial(visited, bench, mutant, options)
            )
        except Differs:
            return None
        if visit is None and not bench.is_compiled:
            too_large.append(dict(params))  # that would be so of any other mutant, after as long
        if visit is not None:
            positions += visit.positions
            played += visit.actions
            row: dict[str, Any] = {"params": dict(params), "rulings": rulings}
            searched.append(row if bench.offers(options) else row | {BY_THE_SPECIFICATION: True})
    if not searched:
        return None
    shrunken = any(row["params"] for row in searched)
    where = (
        f"{len(searched)} shrunken games"
        if shrunken
        else f"the whole game under {counted(len(searched), 'combinations')} of readings"
    )
    return Alike(
        f"In every position that can be reached in {where} ({positions} "
        f"positions, {played} actions) it says the same of every action and comes to the same position.",
        {"kind": "exhaustive", "positions": positions, "actions": played, "games": searched},
    )


def visited(bench: Bench, mutant: Mutant, options: Options) -> Visit | None:
    """Compare a whole game; None if its positions are too many. Raises `Differs`."""
    return (in_bulk if bench.is_compiled else one_by_one)(bench, mutant, options)


def in_bulk(bench: Bench, mutant: Mutant, options: Options) -> Visit | None:
    """Let a mutant judge every action of a compiled game; None if its positions are too many.

    Raises `Differs`.
    """
    tested = bench.tested(options)
    found = explore(tested, limit=MOST_POSITIONS)
    if not found.complete:
        return None
    rival: Any = judge_of(bench, mutant, options)
    if rival.to_json(rival.initial()) != tested.to_json(tested.initial()):
        raise Differs
    positions, played = 0, 0
    try:
        for count, recording in steps(found):
            rival.check(recording)
            positions += count
            played += recording.plies
    except RecordingRefuted as error:
        raise Differs from error
    return Visit(positions, played)


def one_by_one(bench: Bench, mutant: Mutant, options: Options) -> Visit | None:
    """Play every action of a game on a mutant as well; None if they are too many.

    The game is played by the specification where the implementation does not play: what is the same
    there needs no second witness, since no vector speaks of it. Raises `Differs`.
    """
    reference, rival = bench.told(options), judge_of(bench, mutant, options)
    try:
        layer = [Lockstep.begin(reference, rival)]
        known, played = {game.states[0] for game in layer}, 0
        while layer:
            following = []
            steps_on = ((game, action) for game in layer for action in game.seen.legal)
            for here, action in steps_on:
                after, played = here.play(action), played + 1
                if played > MOST_ONE_BY_ONE:
                    return None
                if after.states[0] not in known:
                    known.add(after.states[0])
                    following.append(after)
            layer = following
    except Exception as error:
        raise Differs from error
    return Visit(len(known), played)


def judge_of(bench: Bench, mutant: Mutant, options: Options) -> Any:
    """Make the specification that says what a mutant says."""
    game = games.specified(bench.game)
    if mutant.rulebook is not None:
        return game.engine(options.params, options.rulings, mutant.rulebook)
    assert mutant.swap is not None
    return game.engine(options.params, {**options.rulings, mutant.subject: mutant.swap[1]})


def all_rulings(bench: Bench, mutant: Mutant) -> Iterable[dict[str, str]]:
    """Give the default rulings and each single deviation that a mutant concerns."""
    base = games.specified(bench.game).default_rulings
    if mutant.swap is not None:
        base |= {mutant.subject: mutant.swap[0]}
    yield base
    for question, readings in bench.questions.items():
        for reading in readings:
            if question != mutant.subject and reading != base[question]:
                yield base | {question: reading}
