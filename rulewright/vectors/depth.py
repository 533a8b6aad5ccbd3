"""Choose positions for their own sake: random ones, rare events, endgames, and every way to end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any, TypeAlias

from rulewright.interface import Action
from rulewright.vectors.bench import Bench, Options
from rulewright.vectors.craft import everything, once
from rulewright.vectors.vector import Vector

Taken: TypeAlias = tuple[Options, tuple[Action, ...]]
"""Options, and moves."""
LATEST = 6
"""How many actions before the end an endgame begins, at most."""
ALIKE = 2
"""Positions taken of each sort of event, and of each way to end."""


def random_positions(bench: Bench) -> Iterator[Taken]:
    """Give positions of uniformly random games, from the start to the end, without an end.

    Every other one is of the game's own parameters and default rulings.
    """
    random = Random(f"{bench.seed} {bench.game} random")
    own = Options(bench.played[0], bench.default)
    while True:
        for options in bench.options():
            for each in (own, options):
                recording = bench.recording(each, biased=False)
                line = recording.moves(random.randrange(recording.turn.shape[1]))
                yield each, tuple(line[: random.randint(0, len(line))])


def endgames(bench: Bench) -> Iterator[Taken]:
    """Give positions shortly before the end of games."""
    random = Random(f"{bench.seed} {bench.game} endgames")
    for options, line in finished_games(bench):
        yield options, line[: max(len(line) - random.randint(1, LATEST), 0)]


def endings(bench: Bench) -> Iterator[Taken]:
    """Give finished games, a few of each way to end.

    Ways differ in the options, in who wins, and in the shape of the last action.
    """
    seen: dict[Any, int] = {}
    for options, line in finished_games(bench):
        engine = bench.tested(options)
        state = engine.initial()
        for action in line:
            state = engine.play(state, action)
        way = (options.key, engine.winners(state), shape(line[-1]))
        seen[way] = seen.get(way, 0) + 1
        if seen[way] <= ALIKE:
            yield options, line


def finished_games(bench: Bench) -> Iterator[Taken]:
    """Give recorded games that came to an end: a round of all options, then the next round."""
    games = []
    for options in bench.options():
        for biased in (True, False):
            recording = bench.recording(options, biased=biased)
            ended = [g for g in range(recording.turn.shape[1]) if recording.turn[-1, g] < 0]
            games.append([(options, tuple(recording.moves(game))) for game in ended])
    for number in range(max(map(len, games), default=0)):
        for some in games:
            if number < len(some) and some[number][1]:
                yield some[number]


def rare_events(bench: Bench) -> Iterator[Taken]:
    """Give positions of biased games just after something that seldom happens, the rarest first.

    An event is what an action did: its shape, how the scores changed and for whom, whether the turn
    passed on, and whether the number of legal actions rose, fell much, or fell to one.
    """
    happened: dict[Any, list[Taken]] = {}
    for options in bench.options():
        recording = bench.recording(options, biased=True)
        for game in range(recording.turn.shape[1]):
            line = tuple(recording.moves(game))
            for ply, event in events(bench, options, line):
                happened.setdefault(event, []).append((options, line[:ply]))
    for event in sorted(happened, key=lambda each: (len(happened[each]), repr(each))):
        taken = happened[event]
        yield taken[0]
        if len(taken) > 1:
            yield taken[len(taken) // 2]


def events(
    bench: Bench, options: Options, line: tuple[Action, ...]
) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Tell what each action of a game did."""
    engine = bench.tested(options)
    state = engine.initial()
    for ply, action in enumerate(line, start=1):
        after = engine.play(state, action)
        mover, then = engine.turn(state), engine.turn(after)
        before, now = engine.scores(state), engine.scores(after)
        change = tuple(
            (player == mover, (now[player] > before[player]) - (now[player] < before[player]))
            for player in engine.players
            if now[player] != before[player]
        )
        had, has = len(engine.legal_actions(state)), len(engine.legal_actions(after))
        trend = "one" if has == 1 else "rose" if has > had else "fell" if 2 * has < had else ""
        yield ply, (shape(action), change, mover == then, then is None, trend)
        state = after


def shape(action: Action) -> str:
    """Find the shape of an action: its text without numbers, and without small letters but one."""
    return re.sub(r"[a-z]+", "x", re.sub(r"-?\d+", "#", action))


KINDS: Mapping[str, tuple[Callable[[Bench], Iterator[Taken]], int, str]] = {
    "rare": (rare_events, 60, "Just after something that seldom happens."),
    "endgames": (endgames, 50, "Shortly before the end of a game."),
    "endings": (endings, 50, "A game that has ended."),
    "random": (random_positions, 110, "A position of a random game."),
}
"""What is chosen, how many at most, and what a vector of the kind says of itself."""
FILLING = "random"
"""The kind, made last, of which there are more where the others are few."""
TRIED = 4
"""How many positions are looked at for each one wanted."""


LONGEST = {True: 40, False: 100}
"""The most moves of a vector made for depth: in large games, and in others."""


def chosen(bench: Bench, kind: str, at_least: int = 0) -> tuple[Vector, ...]:
    """Make the vectors of one kind; more than usual if so many at least are wanted."""
    positions, usual, comment = KINDS[kind]
    most = max(usual, at_least)
    made = (
        everything(bench, options, moves, kind, comment)
        for options, moves in islice(positions(bench), TRIED * most)
        if len(moves) <= LONGEST[bench.is_large]
    )
    return tuple(islice(once(made), most))
