"""Play that can go on for ever: a game that comes back to a position it was in."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from attrs import frozen

from rulewright.gaps.findings import Finding
from rulewright.gaps.subject import Line, Subject
from rulewright.interface import Action, Engine

LENGTHS = (2, 4, 6, 8, 12)
"""Lengths of cycles that are tried, in this order."""
TRIES = 60
"""Ways out that are tried for each length."""
STEPS = 4_000
"""Actions that are looked at on the way back, for each way out."""


def pieces(engine: Engine[Any], state: Any) -> Counter[str]:
    """Take a position's JSON form apart into what it says."""

    def leaves(value: Any, path: str) -> Iterator[str]:
        if isinstance(value, dict):
            for name, each in value.items():
                yield from leaves(each, f"{path}/{name}")
        elif isinstance(value, list) and any(isinstance(each, list | str) for each in value):
            yield from (f"{path}: {json.dumps(each)}" for each in value)
        else:
            yield f"{path}: {json.dumps(value)}"

    return Counter(leaves(engine.to_json(state), ""))


def distance(one: Counter[str], other: Counter[str]) -> int:
    """Count what two positions say differently, those things said of one only."""
    return ((one - other) | (other - one)).total()


@frozen
class Home:
    """The position to come back to."""

    state: Any
    pieces: Counter[str]


class WayBack:
    """A search for a way home in a given number of actions, by what each action puts right."""

    def __init__(self, engine: Engine[Any], home: Home, most_changed: int) -> None:
        """Look for the way to `home`; an action changes at most about `most_changed` things."""
        self.engine = engine
        self.home = home
        self.most_changed = most_changed
        self.left = STEPS

    def search(self, state: Any, left: int) -> tuple[Action, ...] | None:
        """Find actions that lead home, exactly `left` of them; None if none were found."""
        if left == 0:
            return () if state == self.home.state else None
        for action in self.engine.legal_actions(state):
            if self.left <= 0:
                return None
            self.left -= 1
            after = self.engine.play(state, action)
            if self.engine.is_over(after):
                continue
            far = distance(pieces(self.engine, after), self.home.pieces)
            if far > (left - 1) * self.most_changed:
                continue
            rest = self.search(after, left - 1)
            if rest is not None:
                return (action, *rest)
        return None


def cycle(subject: Subject, engine: Engine[Any], lines: list[Line]) -> tuple[Line, int] | None:
    """Find a game that ends where it was `length` actions before; the shortest cycle tried first.

    Half the way is drawn by lot; the other half is searched, each action putting something right.
    """
    changed = most_changed(engine, lines)
    for length in LENGTHS:
        random = Random(f"{subject.seed} {length}")
        for attempt in range(TRIES):
            line = lines[attempt % len(lines)]
            ply = random.randrange(len(line.moves)) if line.moves else 0
            state = line.states[ply]
            way: list[Action] = []
            home = Home(state, pieces(engine, state))
            while len(way) < length // 2 and not engine.is_over(state):
                way.append(random.choice(engine.legal_actions(state)))
                state = engine.play(state, way[-1])
            if engine.is_over(state) or len(way) < length // 2:
                continue
            back = WayBack(engine, home, changed).search(state, length - length // 2)
            if back is not None:
                return Line((*line.moves[:ply], *way, *back), ()), length
    return None


def most_changed(engine: Engine[Any], lines: list[Line]) -> int:
    """Count how much a single action changes, in most cases; seen on a few games."""
    seen = sorted(
        distance(pieces(engine, one), pieces(engine, other))
        for line in lines[:3]
        for one, other in zip(line.states[:40], line.states[1:41], strict=False)
    )
    return seen[len(seen) * 3 // 4] if seen else 0


def find(subject: Subject) -> Iterator[Finding]:
    """Look for a cycle in the game itself, and for random games that do not end."""
    params, rulings = subject.specified.full_size[0], subject.default()
    engine = subject.engine(params, rulings)
    lines = list(subject.played(engine, min(subject.lines, 30)))
    unfinished = sum(not engine.is_over(line.states[-1]) for line in lines)
    found = cycle(subject, engine, lines)
    if found is None:
        return
    line, length = found
    clause = subject.measure(params, rulings).ending_clause
    yield Finding(
        game=subject.name,
        detector="endless play",
        title="The game can go on for ever",
        statement=f"The last {length} of these actions lead back to the position before them, and "
        "nothing in the rules forbids to play them again.",
        clauses=(clause,),
        questions=(),
        params=dict(params),
        rulings=rulings,
        moves=line.moves,
        proof=None,
        quotation=subject.quotation(clause),
        measured=f"The shortest cycle found has {length} actions; {unfinished} of {len(lines)} random "
        f"games were not over after {subject.plies} actions.",
    )
