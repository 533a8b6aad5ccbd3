"""Choose positions for their own sake: rare ones, larger games, endgames, endings, random ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any, TypeAlias

from attrs import frozen

from rulewright.interface import Action
from rulewright.play import games
from rulewright.vectors.bench import Bench, Options
from rulewright.vectors.craft import everything, once, shape
from rulewright.vectors.occasions import where_met
from rulewright.vectors.vector import Vector

Taken: TypeAlias = tuple[Options, tuple[Action, ...], str]
"""Options, moves, and what there is to say of the position besides its kind."""
LATEST = 6
"""How many actions before the end an endgame begins, at most."""
ALIKE = 2
"""Positions taken of each sort of event, and of each way to end."""
LONG = 40
"""Moves of a long game, at least."""
PARTS = 3
"""Positions taken of each game with larger parameters."""


def named_occasions(bench: Bench) -> Iterator[Taken]:
    """Give positions of what the game names as rare; one may show several such things."""
    for occasion in games.specified(bench.game).occasions:
        for options, moves in where_met(bench, occasion):
            yield options, moves, f"{occasion.name}."


def larger_games(bench: Bench) -> Iterator[Taken]:
    """Give positions with parameters beyond those of the game itself: early, later, and late ones."""
    for params in games.specified(bench.game).larger:
        options = Options(dict(params), bench.default)
        if not bench.offers(options):
            continue
        most = LONGEST[bench.is_large]
        for biased in (False, True):
            line = bench.recording(options, biased=biased).moves(int(biased))[:most]
            for number in range(1, PARTS + 1):
                yield options, tuple(line[: len(line) * number // PARTS]), ""


def late_positions(bench: Bench) -> Iterator[Taken]:
    """Give the last position but one of the longest recorded games, where they are long."""
    for params in bench.played:
        options = Options(params, bench.default)
        for biased in (False, True):
            recording = bench.recording(options, biased=biased)
            lines = [recording.moves(game) for game in range(recording.turn.shape[1])]
            longest = max(lines, key=len)
            if len(longest) > LONG:
                yield options, tuple(longest[:-1]), ""


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
                yield each, tuple(line[: random.randint(0, len(line))]), ""


def endgames(bench: Bench) -> Iterator[Taken]:
    """Give positions shortly before the end of games."""
    random = Random(f"{bench.seed} {bench.game} endgames")
    for options, line, _ in finished_games(bench):
        yield options, line[: max(len(line) - random.randint(1, LATEST), 0)], ""


def endings(bench: Bench) -> Iterator[Taken]:
    """Give finished games, a few of each way to end.

    Ways differ in the options, in who wins, and in the shape of the last action.
    """
    seen: dict[Any, int] = {}
    for options, line, _ in finished_games(bench):
        engine = bench.tested(options)
        state = engine.initial()
        for action in line:
            state = engine.play(state, action)
        way = (options.key, engine.winners(state), shape(line[-1]))
        seen[way] = seen.get(way, 0) + 1
        if seen[way] <= ALIKE:
            yield options, line, ""


def finished_games(bench: Bench) -> Iterator[Taken]:
    """Give recorded games that came to an end: a round of all options, then the next round."""
    rounds: list[list[Taken]] = []
    for options in bench.options():
        for biased in (True, False):
            recording = bench.recording(options, biased=biased)
            ended = [g for g in range(recording.turn.shape[1]) if recording.turn[-1, g] < 0]
            rounds.append([(options, tuple(recording.moves(game)), "") for game in ended])
    for number in range(max(map(len, rounds), default=0)):
        for some in rounds:
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
                happened.setdefault(event, []).append((options, line[:ply], ""))
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


@frozen
class Kind:
    """A kind of vectors made for depth: how positions are chosen, and what a vector says of itself."""

    positions: Callable[[Bench], Iterator[Taken]]
    most: int
    comment: str
    of_any_length: bool = False


KINDS: Mapping[str, Kind] = {
    "occasions": Kind(
        named_occasions, 90, "Where something occurs that the game names as rare:", True
    ),
    "larger": Kind(larger_games, 40, "With parameters beyond those of the game itself."),
    "late": Kind(late_positions, 20, "Late in a long game.", True),
    "rare": Kind(rare_events, 60, "Just after something that seldom happens."),
    "endgames": Kind(endgames, 50, "Shortly before the end of a game."),
    "endings": Kind(endings, 50, "A game that has ended."),
    "random": Kind(random_positions, 110, "A position of a random game."),
}
"""Each kind by its name, in the order in which they are made."""
FILLING = "random"
"""The kind, made last, of which there are more where the others are few."""
TRIED = 4
"""How many positions are looked at for each one wanted."""


LONGEST = {True: LONG, False: 100}
"""The most moves of a vector made for depth: in large games, and in others."""


def chosen(bench: Bench, name: str, at_least: int = 0) -> tuple[Vector, ...]:
    """Make the vectors of one kind; more than usual if so many at least are wanted."""
    kind = KINDS[name]
    most = max(kind.most, at_least)
    made = (
        everything(bench, options, moves, name, f"{kind.comment} {about}".strip())
        for options, moves, about in islice(kind.positions(bench), TRIED * most)
        if kind.of_any_length or len(moves) <= LONGEST[bench.is_large]
    )
    return tuple(islice(once(made), most))
