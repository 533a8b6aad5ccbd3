"""Detect games that need never end because a position can repeat."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from rulewright.gaps.findings import Finding
from rulewright.gaps.freedom import shape_and_words
from rulewright.gaps.subject import Subject
from rulewright.interface import Action, Engine
from rulewright.play.random_games import Line
from rulewright.play.replay import state_if_legal
from rulewright.play.shorten import shortest
from rulewright.wording.numbers import counted

LENGTHS = (2, 4, 6, 8, 12)
"""Cycle lengths to try, in this order."""
TRIES = 60
"""Ways out to try for each length."""
HOPELESS = 20
"""Ways out after which a length is abandoned if no action has ever led nearer to home."""
STEPS = 3_000
"""Actions searched on the way back, for each way out."""


def pieces(engine: Engine[Any], state: Any) -> Counter[str]:
    """Count the facts of a position by their paths, without top-level words and numbers."""

    def leaves(value: Any, path: str) -> Iterator[str]:
        if isinstance(value, dict):
            for name, each in value.items():
                yield from leaves(each, f"{path}/{name}")
        elif isinstance(value, list) and any(isinstance(each, list | str) for each in value):
            yield from (f"{path}: {json.dumps(each)}" for each in value)
        elif path.count("/") > 1:
            yield f"{path}: {json.dumps(value)}"

    return Counter(leaves(engine.to_json(state), ""))


def distance(one: Counter[str], other: Counter[str]) -> int:
    """Count the facts that only one of two positions has."""
    return ((one - other) | (other - one)).total()


class WayBack:
    """A search for a way back in a given number of actions, guided by the distance from home."""

    def __init__(self, engine: Engine[Any], home: Any, most_changed: int) -> None:
        """Prepare a search for the way to `home`, if an action changes about `most_changed` facts."""
        self.engine = engine
        self.home = pieces(engine, home)
        self.turn = engine.turn(home)
        self.most_changed = most_changed
        self.left = STEPS
        self.nearer = False

    def search(self, state: Any, left: int) -> tuple[Action, ...] | None:
        """Return `left` actions that restore the home position; None if none were found."""
        here = distance(pieces(self.engine, state), self.home)
        if left == 0:
            return () if here == 0 and self.engine.turn(state) == self.turn else None
        for action in self.engine.legal_actions(state):
            if self.left <= 0:
                return None
            self.left -= 1
            after = self.engine.play(state, action)
            if self.engine.is_over(after):
                continue
            far = distance(pieces(self.engine, after), self.home)
            self.nearer |= far < here
            if far > (left - 1) * self.most_changed:
                continue
            rest = self.search(after, left - 1)
            if rest is not None:
                return (action, *rest)
        return None


def cycle(subject: Subject, engine: Engine[Any], lines: list[Line]) -> tuple[Line, int] | None:
    """Return a game that ends with a cycle, and the length of the cycle; short cycles first.

    Half of each cycle is drawn at random; the other half is searched for.
    """
    changed = most_changed(engine, lines)
    for length in LENGTHS:
        nearer = False
        random = Random(f"{subject.seed} {length}")
        for attempt in range(TRIES):
            line = lines[attempt % len(lines)]
            ply = random.randrange(len(line.moves) // 2, len(line.moves) + 1)
            way, state = way_out(engine, line.states[ply], length // 2, random)
            if engine.is_over(state) or not way:
                continue
            back = WayBack(engine, line.states[ply], changed)
            rest = back.search(state, length - len(way))
            nearer = nearer or back.nearer
            if not nearer and attempt >= HOPELESS:
                break
            found = None if rest is None else closed(engine, line.states[ply], (*way, *rest))
            if found is not None:
                begun = shortest(line.moves[:ply], partial(leads_to_cycle, engine, found))
                return Line((*begun, *found), ()), length
    return came_back(engine, lines)


def came_back(engine: Engine[Any], lines: list[Line]) -> tuple[Line, int] | None:
    """Return the shortest cycle within a random game, and its length; None if no position repeats."""
    best: tuple[Line, int, int] | None = None
    for line in lines:
        met: dict[Any, int] = {}
        for ply, state in enumerate(line.states):
            since = met.get(state)
            met[state] = ply
            if since is not None and (best is None or ply - since < best[2] - best[1]):
                best = line, since, ply
    if best is None:
        return None
    line, since, ply = best
    found = line.moves[since:ply]
    begun = shortest(line.moves[:since], partial(comes_back, engine, found))
    return Line((*begun, *found), ()), len(found)


def comes_back(engine: Engine[Any], found: tuple[Action, ...], begun: Sequence[Action]) -> bool:
    """Return whether a cycle is still one after another beginning."""
    home = state_if_legal(engine, begun)
    return home is not None and state_if_legal(engine, found, home) == home


def leads_to_cycle(engine: Engine[Any], found: tuple[Action, ...], begun: Sequence[Action]) -> bool:
    """Return whether, after another beginning, both halves of the actions still close a cycle."""
    home = state_if_legal(engine, begun)
    if home is None:
        return False
    state = state_if_legal(engine, found[: len(found) // 2], home)
    end = None if state is None else state_if_legal(engine, found[len(found) // 2 :], state)
    return end is not None and end in {home, state}


def way_out(
    engine: Engine[Any], state: Any, length: int, random: Random
) -> tuple[tuple[Action, ...], Any]:
    """Play random actions, drawing each shape of action equally often."""
    moves: list[Action] = []
    while len(moves) < length and not engine.is_over(state):
        by_shape: dict[str, list[Action]] = {}
        for action in engine.legal_actions(state):
            by_shape.setdefault(shape_and_words(action)[0], []).append(action)
        if not by_shape:
            break
        moves.append(random.choice(by_shape[random.choice(sorted(by_shape))]))
        state = engine.play(state, moves[-1])
    return tuple(moves), state


def closed(engine: Engine[Any], home: Any, moves: tuple[Action, ...]) -> tuple[Action, ...] | None:
    """Return the actions after which a position repeats exactly; None if it does not.

    History kept in a state may repeat only after the actions are played a second time.
    """
    once = state_if_legal(engine, moves, home)
    if once is None or once == home:
        return None if once is None else moves
    return (*moves, *moves) if state_if_legal(engine, moves, once) == once else None


def most_changed(engine: Engine[Any], lines: list[Line]) -> int:
    """Return how many facts an action changes at most in three quarters of cases, from a few games."""
    seen = sorted(
        distance(pieces(engine, one), pieces(engine, other))
        for line in lines[:3]
        for one, other in zip(line.states[:40], line.states[1:41], strict=False)
    )
    return seen[len(seen) * 3 // 4] if seen else 0


def find(subject: Subject) -> Iterator[Finding]:
    """Search the full-size game for a cycle, and count the random games that do not end."""
    params, rulings = subject.specified.full_size[0], subject.default()
    engine = subject.engine(params, rulings)
    lines = list(subject.played(engine, min(subject.lines, 30)))
    unfinished = sum(not engine.is_over(line.states[-1]) for line in lines)
    found = cycle(subject, engine, lines)
    if found is None:
        return
    line, length = found
    clause = subject.reference(params, rulings).ending_clause
    yield subject.finding(
        detector="endless play",
        title="The game need never end",
        statement=f"The last {length} of these actions lead back to the position before them, and "
        "nothing in the rules forbids playing them again.",
        clauses=(clause,),
        params=params,
        rulings=rulings,
        moves=line.moves,
        measured=f"The shortest cycle found has {counted(length, 'actions')}; the search does not "
        f"establish whether there is a shorter one, or a shorter way to it. {unfinished} of "
        f"{counted(len(lines), 'random games')} were not over after "
        f"{counted(subject.plies, 'actions')}.",
    )
