"""Sample positions for their own sake: rare ones, larger games, endgames, endings, random ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

from attrs import frozen

from rulewright.play.driver import moves_of
from rulewright.play.replay import state_after, state_if_legal
from rulewright.vectors.choosing import shape
from rulewright.vectors.drafting import draft_in_full, without_repetitions
from rulewright.vectors.occasions import first_occurrences
from rulewright.vectors.suite import read_shared
from rulewright.vectors.variants import Scenario, Variants
from rulewright.vectors.vector import Vector

LATEST = 6
"""Maximum number of actions between an endgame position and the end."""
OF_EACH_ENDING = 2
"""Finished games for each way to end."""
LONG = 40
"""Minimum number of moves of a long game."""
PARTS = 3
"""Positions from each game with larger parameters."""
TRIED = 4
"""Positions tried for each one wanted."""


def named_occasions(variants: Variants) -> Iterator[Scenario]:
    """Yield positions of the game's rare occasions."""
    for occasion in variants.specified.occasions:
        yield from first_occurrences(variants, occasion)


def larger_games(variants: Variants) -> Iterator[Scenario]:
    """Yield positions with parameters beyond the game's own: early, later, and late ones."""
    for variant in map(variants.of, variants.specified.larger):
        if variant.is_witnessed:
            for biased in (False, True):
                moves = variant.recording(biased=biased).moves(int(biased))
                line = tuple(moves[: variants.scale.longest])
                for number in range(1, PARTS + 1):
                    yield Scenario(variant, line[: len(line) * number // PARTS])


def late_positions(variants: Variants) -> Iterator[Scenario]:
    """Yield the last position but one of the longest recorded games, where they are long."""
    for variant in variants.played:
        for biased in (False, True):
            longest = max(moves_of(variant.recording(biased=biased)), key=len)
            if len(longest) > LONG:
                yield Scenario(variant, longest[:-1])


def random_positions(variants: Variants) -> Iterator[Scenario]:
    """Yield positions of uniformly random games, without end.

    Every other one is of the game's own parameters and default rulings.
    """
    random = Random(f"{variants.seed} {variants.game} random")
    while True:
        for selected in variants.selected():
            for variant in (variants.own, selected):
                recording = variant.recording(biased=False)
                line = tuple(recording.moves(random.randrange(recording.turn.shape[1])))
                yield Scenario(variant, line[: random.randint(0, len(line))])


def endgames(variants: Variants) -> Iterator[Scenario]:
    """Yield positions shortly before the end of games."""
    random = Random(f"{variants.seed} {variants.game} endgames")
    for game in finished_games(variants):
        end = max(len(game.moves) - random.randint(1, LATEST), 0)
        yield Scenario(game.variant, game.moves[:end])


def endings(variants: Variants) -> Iterator[Scenario]:
    """Yield finished games, a few of each way to end.

    Ways differ in the options, in who wins, and in the shape of the last action.
    """
    seen: dict[Any, int] = {}
    for game in finished_games(variants):
        engine = game.variant.implementation
        state = state_after(engine, game.moves)
        way = (game.variant.key, engine.winners(state), shape(game.moves[-1]))
        seen[way] = seen.get(way, 0) + 1
        if seen[way] <= OF_EACH_ENDING:
            yield game


def finished_games(variants: Variants) -> Iterator[Scenario]:
    """Yield recorded games that came to an end: a round of all options, then the next round."""
    rounds: list[list[Scenario]] = []
    for variant in variants.selected():
        for biased in (True, False):
            recording = variant.recording(biased=biased)
            lines = zip(moves_of(recording), recording.turn[-1], strict=True)
            rounds.append([Scenario(variant, line) for line, turn in lines if turn < 0])
    for number in range(max(map(len, rounds), default=0)):
        for some in rounds:
            if number < len(some) and some[number].moves:
                yield some[number]


def rare_events(variants: Variants) -> Iterator[Scenario]:
    """Yield positions of biased games just after rare events, the rarest first."""
    happened: dict[Any, list[Scenario]] = {}
    for variant in variants.selected():
        for line in moves_of(variant.recording(biased=True)):
            for ply, event in enumerate(events(Scenario(variant, line)), start=1):
                happened.setdefault(event, []).append(Scenario(variant, line[:ply]))
    for event in sorted(happened, key=lambda each: (len(happened[each]), repr(each))):
        after = happened[event]
        yield after[0]
        if len(after) > 1:
            yield after[len(after) // 2]


def events(game: Scenario) -> Iterator[tuple[Any, ...]]:
    """Yield the event of each action of a game.

    That is its shape, how the scores changed and for whom, whether the turn passed on, and whether the
    number of legal actions rose, fell much, or fell to one.
    """
    engine = game.variant.implementation
    state = engine.initial()
    for action in game.moves:
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
        yield (shape(action), change, mover == then, then is None, trend)
        state = after


def rare_turns(variants: Variants) -> Iterator[Scenario]:
    """Yield positions of the games in the suite's `rare-turns.json`: random play hardly meets them.

    Each game is played under several rulings, as far as they allow it; from a given number of moves
    on, every position is taken.
    """
    for game in read_shared(variants.game, "rare-turns.json") or ():
        moves = tuple(game["moves"])
        for rulings in game["rulings"]:
            variant = variants.of(game["params"], rulings)
            for plies in range(game["from"], len(moves) + 1):
                line = moves[:plies]
                if (
                    variant.is_witnessed
                    and state_if_legal(variant.implementation, line) is not None
                ):
                    yield Scenario(variant, line, game["about"])


@frozen
class Kind:
    """A kind of sampled vectors: how positions are chosen, and what the comment says."""

    positions: Callable[[Variants], Iterator[Scenario]]
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
    "turns": Kind(rare_turns, 250, "Where a turn is not like others:", True),
}
"""The kinds by name, in the order in which they are made."""
FILLING = "random"
"""The kind that makes up for a lack of those before it."""
CHOSEN = "turns"
"""The last kind: its games are given, and it takes no other vector's place."""


def sampled_vectors(variants: Variants, name: str, at_least: int = 0) -> tuple[Vector, ...]:
    """Make the vectors of one kind; more than usual if `at_least` demands it."""
    kind = KINDS[name]
    most = max(kind.most, at_least)
    drafts = (
        draft_in_full(each, name, f"{kind.comment} {each.about}".strip())
        for each in islice(kind.positions(variants), TRIED * most)
        if kind.of_any_length or len(each.moves) <= variants.scale.longest
    )
    return tuple(islice(without_repetitions(drafts), most))
