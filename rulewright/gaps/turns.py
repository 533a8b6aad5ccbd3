"""A player is due and has no action, and is passed over or not: what then is seldom written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, TypeAlias

from attrs import frozen

from rulewright.ambiguity.witness import exhibited, played_under
from rulewright.gaps.findings import Finding
from rulewright.gaps.subject import Subject
from rulewright.interface import Action, Engine, RulewrightError
from rulewright.play.driver import Allowance, Driver, driver_of
from rulewright.play.replay import states_if_legal
from rulewright.play.shorten import shortest

NAME = "player without an action"
SELDOM = 0.05
"""Who follows whom in fewer of the cases than this follows out of turn."""
MOST = 60
"""Random games played move by move for each way to play the game, at most."""
RECORDED = Allowance(40, 0)
"""Recorded games for each random game that is played move by move."""

Phase: TypeAlias = tuple[str, ...]
"""Whose turn it is, and what else a position says in a word."""


@frozen
class Order:
    """Which phase follows which, as seen in random games."""

    seen: Mapping[Phase, Counter[Phase]]

    @classmethod
    def of(cls, games: Sequence[Sequence[Phase]]) -> Order:
        """Count."""
        seen: dict[Phase, Counter[Phase]] = {}
        for phases in games:
            for one, other in pairwise(phases):
                if other:
                    seen.setdefault(one, Counter())[other] += 1
        return cls(seen)

    def due(self, before: Phase) -> Phase:
        """Give the phase that mostly follows."""
        return self.seen[before].most_common(1)[0][0]

    def out_of_turn(self, before: Phase, after: Phase) -> bool:
        """Tell whether a phase follows another only seldom."""
        if not after or before not in self.seen:
            return False
        counts = self.seen[before]
        return counts[after] < SELDOM * counts.total()


def phase_of(engine: Engine[Any], state: Any) -> Phase:
    """Read the phase: what the JSON form says in single words; () when the game is over."""
    if engine.is_over(state):
        return ()
    position = engine.to_json(state)
    return tuple(value for name, value in sorted(position.items()) if isinstance(value, str))


def out_of_turn(engine: Engine[Any], order: Order, moves: Sequence[Action]) -> int | None:
    """Find the first move after which somebody follows out of turn; None if there is none."""
    states = states_if_legal(engine, moves)
    if states is None:
        return None
    phases = [phase_of(engine, state) for state in states]
    for ply, (one, other) in enumerate(pairwise(phases), 1):
        if order.out_of_turn(one, other):
            return ply
    return None


def suspects(subject: Subject, engine: Engine[Any], order: Order) -> Iterator[tuple[Action, ...]]:
    """Give games in which somebody follows out of turn: random ones, and those that theorems show."""
    for line in subject.played(engine, min(subject.lines, MOST)):
        ply = out_of_turn(engine, order, line.moves)
        if ply is not None:
            yield line.moves[:ply]
    if len(engine.players) > 2:  # noqa: PLR2004
        yield from recorded(subject, driver_of(engine))
    for _, played_game in exhibited(subject.name) if subject.implemented else ():
        ply = (
            out_of_turn(engine, order, played_game.moves)
            if played_under(engine, played_game)
            else None
        )
        if ply is not None:
            yield tuple(played_game.moves[:ply])


def recorded(subject: Subject, driver: Driver) -> Iterator[tuple[Action, ...]]:
    """Look through many games by whose turn it is alone; with two players that says too little."""
    count = driver.allowed(RECORDED) * subject.lines
    for biased in (False, True) if count else ():
        done = driver.record(subject.seed, count, biased=biased, max_plies=subject.plies)
        one, other = done.turn[:-1], done.turn[1:]
        passed = (other >= 0) & (other != one) & (other != (one + 1) % len(done.players))
        for game in passed.any(axis=0).nonzero()[0].tolist():
            yield tuple(done.moves(game, int(passed[:, game].argmax()) + 1))


def find(subject: Subject) -> Iterator[Finding]:
    """Look in every way to play the game, until one shows it."""
    rulings = subject.default()
    for params in (*subject.specified.full_size, *subject.specified.played):
        engine = subject.engine(params, rulings)
        lines = list(subject.played(engine, min(subject.lines, MOST)))
        stuck = at_a_loss(subject, engine, [line.moves for line in lines])
        if stuck is not None:
            yield stuck
            return
        order = Order.of([[phase_of(engine, state) for state in line.states] for line in lines])
        found = sorted(suspects(subject, engine, order), key=len)[:3]
        told = [
            each for each in (confirmed(subject, params, order, moves) for moves in found) if each
        ]
        if told:
            yield min(told, key=lambda each: len(each.moves or ()))
            return


def is_at_a_loss(engine: Engine[Any], moves: Sequence[Action]) -> bool:
    """Tell whether moves lead to a position that is no end, and that has no action."""
    states = states_if_legal(engine, moves)
    return (
        states is not None
        and not engine.is_over(states[-1])
        and not engine.legal_actions(states[-1])
    )


def at_a_loss(
    subject: Subject, engine: Engine[Any], games: Sequence[tuple[Action, ...]]
) -> Finding | None:
    """Find a random game that can neither go on nor is over, and ask the specification about it."""
    met = [moves for moves in games if is_at_a_loss(engine, moves)]
    if not met:
        return None
    short = shortest(min(met, key=len), lambda some: is_at_a_loss(engine, some))
    reference = subject.reference(engine.params, engine.rulings)
    states = states_if_legal(reference, short)
    if states is None or not is_at_a_loss(reference, short):
        return None
    verdicts, own = reference.verdicts(states[-1]), tuple(reference.considered(states[-1]))
    clauses = tuple(
        clause
        for clause in verdicts.lanes
        if any(clause in verdicts.forbidding(lane) for lane in own)
    )
    begun = f"After {short[-1]}" if short else "At the start"
    return subject.finding(
        detector=NAME,
        title="A player who is to move has no legal action, and the game is not over",
        statement=f"{begun} it is the turn of {reference.turn(states[-1])}, for whom every action is "
        "forbidden; nothing says how the game goes on, or that it is over.",
        clauses=clauses,
        params=engine.params,
        rulings=engine.rulings,
        moves=tuple(short),
        measured=f"Found in {len(met)} of {len(games)} random games and shrunken to "
        f"{len(short)} actions. The specification was asked about all {len(own)} actions that can be "
        "written down there: none is legal.",
    )


def confirmed(
    subject: Subject, params: Mapping[str, Any], order: Order, moves: tuple[Action, ...]
) -> Finding | None:
    """Shrink a game, and ask the specification whether the one who was due had an action."""
    rulings = subject.default()
    engine = subject.engine(params, rulings)
    short = shortest(moves, lambda some: out_of_turn(engine, order, some) is not None)
    short = short[: out_of_turn(engine, order, short)]
    states = states_if_legal(engine, short)
    assert states is not None
    before, after = phase_of(engine, states[-2]), phase_of(engine, states[-1])
    due = order.due(before)
    position = engine.to_json(states[-1])
    names = [name for name, value in sorted(position.items()) if isinstance(value, str)]
    reference = subject.reference(params, rulings)
    with suppress(RulewrightError):  # words that do not go together make no position
        stranded = reference.read(position | dict(zip(names, due, strict=True)))
        if reference.legal_actions(stranded) or reference.is_over(stranded):
            return None
        verdicts = reference.verdicts(stranded)
        own = reference.considered(stranded)
        clauses = tuple(
            clause
            for clause in verdicts.lanes
            if any(clause in verdicts.forbidding(lane) for lane in own)
        )
        asked = subject.asked(params, rulings, short)
        return subject.finding(
            detector=NAME,
            title="A player who is due has no legal action, and the game is not over",
            statement=f"After {short[-1]} it is the turn of {' '.join(due)}, for whom every action is "
            f"forbidden; the engines go on with {' '.join(after)}.",
            clauses=clauses,
            questions=asked,
            params=params,
            rulings=rulings,
            moves=short,
            measured="Found in random games or in one that a theorem shows, and shrunken to "
            f"{len(short)} actions. The specification was asked about all {len(own)} actions that can "
            "be written down there: none is legal.",
        )
    return None
