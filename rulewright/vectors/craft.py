"""Make vectors: what the specification says after some moves, and the rulings that it depends on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from attrs import evolve

from rulewright.interface import Action, IllegalAction, RulewrightError
from rulewright.play import games
from rulewright.play.rulings import sample
from rulewright.play.view import View, view
from rulewright.vectors.bench import Bench, Options
from rulewright.vectors.hunt import Difference, last_view, played, seen_by
from rulewright.vectors.run import failure, plain, wrong
from rulewright.vectors.vector import Expectation, Forbidden, Vector, hash_of, identifier

SHOWN = 4
"""Actions that a vector about one difference names, at most, of each sort."""
MOST_LEGAL = 400
"""A complete legal set is written down up to this size; of a larger one a few actions are."""
SETS = 1024
"""Sets of rulings of which it is asked whether the implementation plays by them, at most."""
COMBINATIONS = 16
"""Random sets of rulings under which it is tried whether a vector rests on a ruling."""


class Wrong(RulewrightError):
    """The two engines of a game disagree, so there is nothing to write down."""

    exit_status = 1


def about_a_difference(bench: Bench, difference: Difference) -> Vector | None:
    """Make the vector that says just what a mutant gets wrong.

    None where what the mutant says is no proper answer.
    """
    options, moves, mutant = difference.options, difference.moves, difference.mutant
    tested, rival = bench.tested(options), bench.rival(mutant, options)
    truth = true_view(bench, options, moves)
    lie = bench.kept(seen_by(difference), partial(last_view, rival, moves))
    if lie is None:
        return None
    refused = refused_actions(tested, rival, moves, truth) if lie == truth else ()
    expect = (
        Expectation(allowed=refused) if refused else what_differs(bench, options, moves, truth, lie)
    )
    if expect == Expectation():
        return None
    subjects = (
        (mutant.subject,)
        if mutant.swap is None
        else games.specified(bench.game).rulebook.question(mutant.subject).clauses
    )
    how = "middle" if difference.middle else "start"
    slug = (
        f"{mutant.subject}-{how}" if mutant.swap is None else f"{mutant.subject}-{mutant.swap[0]}"
    )
    vector = Vector(
        id=spelled(slug),
        game=bench.game,
        params=dict(options.params),
        rulings=dict(options.rulings),
        clauses=tuple(sorted({*subjects, *(c for f in expect.forbidden for c in f.clauses)})),
        questions=(),
        comment=told(difference),
        moves=moves,
        expect=expect,
    )
    return finished(bench, vector, options)


def told(difference: Difference) -> str:
    """Say what a vector about a difference is for."""
    mutant = difference.mutant
    who = f"Catches an engine in which {mutant.subject} {mutant.about}"
    if mutant.swap is not None:
        who = f"Catches an engine that {mutant.about} ({mutant.subject})"
    if difference.middle:
        return f"{who}, in the middle of a game."
    if difference.is_shortest:
        return f"{who}; no shorter game does under these options."
    return (
        f"{who}; shrunk by leaving out moves, with no shorter game among those of fewer than "
        f"{max(difference.searched, 1)} moves."
    )


def refused_actions(
    tested: Any, rival: Any, moves: Sequence[Action], truth: View
) -> tuple[Action, ...]:
    """List actions that are legal after moves, and that a mutant lists as legal but does not play."""
    del tested
    state = played(rival, moves)
    found = []
    for action in spread(truth.legal, 40):
        try:
            rival.play(state, action)
        except IllegalAction:
            found.append(action)
        except Exception:  # noqa: BLE001, S110 - a mutant that broke has given no answer
            pass
    return tuple(sorted(found[:SHOWN]))


def what_differs(
    bench: Bench, options: Options, moves: Sequence[Action], truth: View, lie: View
) -> Expectation:
    """Say what the rules say where a mutant says otherwise: no more than that."""
    mine, theirs = set(truth.legal), set(lie.legal)
    if mine != theirs and not truth.over:
        spelled_here = set(bench.reference(options).candidates(at(bench, options, moves)))
        return Expectation(
            allowed=spread(sorted(mine - theirs), SHOWN),
            forbidden=forbidden(
                bench, options, moves, spread(sorted((theirs - mine) & spelled_here), SHOWN)
            ),
        )
    expect = Expectation()
    if plain(truth.position) != plain(lie.position):
        expect = evolve(expect, position=plain(truth.position))
    if (truth.over, truth.turn) != (lie.over, lie.turn):
        expect = evolve(expect, over=truth.over, turn=truth.turn)
    if truth.scores != lie.scores:
        expect = evolve(expect, scores=dict(truth.scores))
    if truth.winners != lie.winners:
        expect = evolve(expect, winners=truth.winners)
    return expect


def everything(
    bench: Bench, options: Options, moves: Sequence[Action], slug: str, comment: str
) -> Vector:
    """Make the vector that says all there is to say after some moves.

    Of a very large legal set a few actions are named, and a few that are not in it.
    """
    truth = true_view(bench, options, moves)
    small = len(truth.legal) <= MOST_LEGAL
    vector = Vector(
        id=spelled(slug),
        game=bench.game,
        params=dict(options.params),
        rulings=dict(options.rulings),
        clauses=(),
        questions=(),
        comment=comment,
        moves=tuple(moves),
        expect=Expectation(
            legal=truth.legal if small else None,
            allowed=() if small else of_each_shape(truth.legal, 4 * SHOWN),
            forbidden=illegal_samples(bench, options, moves, truth, SHOWN if small else 3 * SHOWN),
            position=plain(truth.position),
            over=truth.over,
            turn=truth.turn,
            scores=dict(truth.scores),
            winners=truth.winners,
        ),
    )
    named = {clause for each in vector.expect.forbidden for clause in each.clauses}
    return finished(bench, evolve(vector, clauses=tuple(sorted(named))), options)


def finished(bench: Bench, vector: Vector, options: Options) -> Vector:
    """Keep the rulings that a vector depends on, name them as its questions, and give it its identifier.

    Rulings are kept as well without which it would speak of games that the implementation does not
    play, so that there would be one witness only. Raises `Wrong` if either engine says otherwise than
    the vector.
    """
    reference = bench.reference(options)
    for found in (
        failure(bench.tested(options), vector),
        *wrong(reference, at(bench, options, vector.moves), vector),
    ):
        if found is not None:
            raise Wrong(str(found))
    needed = depends_on(bench, vector, options)
    named = needed | bench.kept(
        ("unwitnessed", options.key), lambda: without_a_second_witness(bench, options)
    )
    kept = {name: reading for name, reading in vector.rulings.items() if name in named}
    vector = evolve(vector, rulings=kept, questions=tuple(sorted(needed)))
    return evolve(vector, id=identifier(vector.id, vector))


def depends_on(bench: Bench, vector: Vector, options: Options) -> set[str]:
    """Find the questions whose readings decide whether a vector holds.

    Under rulings by which the implementation does not play, the specification says so.
    """

    def holds(rulings: Mapping[str, str]) -> bool:
        return failure(bench.told(Options(options.params, rulings)), vector) is None

    return decisive(bench, vector, options, holds)


def without_a_second_witness(bench: Bench, options: Options) -> set[str]:
    """Find the questions whose readings decide whether the implementation plays at all.

    All sets of rulings are looked at, unless they are very many.
    """

    def offered(rulings: Mapping[str, str]) -> bool:
        return bench.offers(Options(options.params, rulings))

    base = dict(options.rulings)
    needed: set[str] = set()
    for drawn in bench.kept("sets", lambda: sample(bench.questions, SETS, bench.seed)):
        needed |= culprits_in(drawn, base, needed, offered)
    return needed


def decisive(
    bench: Bench, vector: Vector, options: Options, holds: Callable[[Mapping[str, str]], bool]
) -> set[str]:
    """Find the questions whose readings decide whether something holds of rulings.

    Those that decide it by themselves, and those that do so together in one of some random sets of
    rulings.
    """
    base, needed = dict(options.rulings), set()
    for question, readings in bench.questions.items():
        others = (reading for reading in readings if reading != base[question])
        if not all(holds(base | {question: reading}) for reading in others):
            needed.add(question)
    random = Random(f"{bench.seed} {vector.moves} {vector.params}")
    for _ in range(COMBINATIONS):
        drawn = {q: random.choice(list(readings)) for q, readings in bench.questions.items()}
        needed |= culprits_in(drawn, base, needed, holds)
    return needed


def culprits_in(
    drawn: Mapping[str, str], base: Mapping[str, str], needed: Iterable[str], holds: Any
) -> set[str]:
    """Find what is needed besides, so that something holds of rulings that have the base's readings."""
    more: set[str] = set()
    rulings = dict(drawn) | {name: base[name] for name in needed}
    while not holds(rulings):
        more |= culprits(rulings, base, holds)
        rulings |= {name: base[name] for name in more}
    return more


def culprits(rulings: Mapping[str, str], base: Mapping[str, str], holds: Any) -> set[str]:
    """Find a smallest set of deviations under which a vector still does not hold."""
    deviating = [name for name in rulings if rulings[name] != base[name]]
    for name in list(deviating):
        fewer = [other for other in deviating if other != name]
        if not holds(dict(base) | {other: rulings[other] for other in fewer}):
            deviating = fewer
    return set(deviating)


def true_view(bench: Bench, options: Options, moves: Sequence[Action]) -> View:
    """See what the specification says after moves; raises `Wrong` if the implementation differs."""
    tested = bench.tested(options)
    state = played(tested, moves)
    reference = bench.reference(options)
    given, expected = view(tested, state), view(reference, at(bench, options, moves))
    if given != expected:
        raise Wrong(f"{bench.game} {options.key}: the engines differ after {' '.join(moves)}")
    return expected


def at(bench: Bench, options: Options, moves: Sequence[Action]) -> Any:
    """Find the specification's state after moves, played one by one; all on the way are kept."""
    reference, state = bench.reference(options), None
    for plies in range(len(moves) + 1):
        before = state
        state = bench.kept(
            ("state", options.key, tuple(moves[:plies])),
            lambda: reference.play(before, moves[plies - 1]) if plies else reference.initial(),  # noqa: B023
        )
    return state


def forbidden(
    bench: Bench, options: Options, moves: Sequence[Action], actions: Iterable[Action]
) -> tuple[Forbidden, ...]:
    """Name the clauses that forbid actions."""
    reference, state = bench.reference(options), at(bench, options, moves)
    return tuple(
        Forbidden(action, tuple(each.clause for each in reference.explain(state, action)))
        for action in actions
    )


def illegal_samples(
    bench: Bench, options: Options, moves: Sequence[Action], truth: View, most: int
) -> tuple[Forbidden, ...]:
    """Choose illegal actions: for each set of clauses that forbids some, one of them."""
    reference, state = bench.reference(options), at(bench, options, moves)
    legal = set(truth.legal)
    spelled_here = [action for action in reference.candidates(state) if action not in legal]
    random = Random(f"{bench.seed} {options.key} {moves}")
    small = len(truth.legal) <= MOST_LEGAL
    # Where the complete legal set stands there, it does not matter which illegal actions are named.
    kinds = [spelled_here] if small else list(by_shape(spelled_here).values())
    some = [
        action
        for alike in kinds
        for action in random.sample(alike, min(8 * most // len(kinds), len(alike)))
    ]
    chosen: dict[tuple[str, tuple[str, ...]], Forbidden] = {}
    for each in forbidden(bench, options, moves, some):
        chosen.setdefault(("" if small else shape(each.action), each.clauses), each)
    fewest_first = sorted(chosen.values(), key=lambda each: (len(each.clauses), each.action))
    return tuple(sorted(fewest_first[:most], key=lambda each: each.action))


def of_each_shape(actions: Sequence[Action], most: int) -> tuple[Action, ...]:
    """Choose some of many, of each shape as many, and evenly; one of each shape at least."""
    shapes = by_shape(actions).values()
    share = max(most // max(len(shapes), 1), 1)
    return tuple(sorted(action for alike in shapes for action in spread(alike, share)))


def by_shape(actions: Iterable[Action]) -> dict[str, list[Action]]:
    """Sort actions into shapes, in the order in which they are given."""
    found: dict[str, list[Action]] = {}
    for action in actions:
        found.setdefault(shape(action), []).append(action)
    return found


def shape(action: Action) -> str:
    """Find the shape of an action: its text without numbers, and without small letters but one."""
    return re.sub(r"[a-z]+", "x", re.sub(r"-?\d+", "#", action))


def spread(actions: Sequence[Action], most: int) -> tuple[Action, ...]:
    """Choose some of many, evenly, the first and the last among them."""
    if len(actions) <= most:
        return tuple(actions)
    return tuple(actions[index * (len(actions) - 1) // max(most - 1, 1)] for index in range(most))


def spelled(text: str) -> str:
    """Make a slug: small letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def once(vectors: Iterable[Vector]) -> Iterator[Vector]:
    """Leave out what is there already."""
    seen: set[str] = set()
    for vector in vectors:
        content = hash_of(vector)
        if content not in seen:
            seen.add(content)
            yield vector
