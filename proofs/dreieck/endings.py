"""Every game ends: a measure that falls with each action, and what it says of the number of actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import z3

from rulewright.proofs.dreieck.setting import (
    any_position,
    effect,
    is_sound,
    laid_on,
    number,
    passing,
    rules_of,
)
from rulewright.proofs.theorem import (
    Case,
    Claim,
    Exhibit,
    FalseExhibit,
    Finding,
    PlayedGame,
    Theorem,
    Twin,
)
from rulewright.spec.dreieck import GAME
from rulewright.spec.dreieck.board import FIRST, name_of
from rulewright.spec.dreieck.facts import Position
from rulewright.spec.logic import Fact, all_of, any_of, exactly_one, implies, not_

PLAYERS = (2, 3, 4)


def tiles_left(k: int, when: str) -> list[z3.ArithRef]:
    """For each player, the number of tiles left: any number."""
    return [z3.Int(f"tiles of {player} left {when}") for player in range(k)]


def measure(
    left: Sequence[z3.ArithRef], passes: Sequence[Fact], turn: Sequence[Fact]
) -> z3.ArithRef:
    """K for each tile left, less the passes, less 1 for each player who must still take over.

    These are the players with tiles left but the one who laid last, who sits one place and the passes
    before the player to move. If one of them has a single tile, that may be left over: 1 more.
    """
    k = len(left)
    last = [
        any_of(
            all_of((fact, turn[(player + count + 1) % k])) for count, fact in enumerate(passes[:k])
        )
        for player in range(k)
    ]
    to_come = [all_of((not_(own), left[player] > 0)) for player, own in enumerate(last)]
    single = [all_of((not_(own), left[player] == 1)) for player, own in enumerate(last)]
    waited = sum(count * number(fact) for count, fact in enumerate(passes))
    return k * sum(left) - waited - sum(map(number, to_come)) + number(any_of(single))


def is_on(position: Position, left: Sequence[z3.ArithRef]) -> tuple[Fact, ...]:
    """A tile has been laid, one player is to move, fewer than k have passed, and tiles are left."""
    return (
        *is_sound(position),
        exactly_one(position.passes[:-1]),
        not_(position.passes[-1]),
        *(count >= 0 for count in left),
        sum(left) > 0,
    )


def laying_lowers_it(k: int, *, by: int = 1) -> Case:
    """A tile laid lowers the measure by 1 at least, and not below zero."""
    rules = rules_of(k)
    before = any_position(rules)
    move = laid_on(rules, before, FIRST)
    passed = effect("DRE-6", rules, before, move)
    old, new = tiles_left(k, "before"), tiles_left(k, "after")
    over = sum(new) == 0
    turn = effect("DRE-2", rules, before.turn, False)
    lower, higher = measure(new, passed.passes, turn), measure(old, before.passes, before.turn)
    falls = (
        all_of((was - number(own) == now, implies(own, was > 0)))
        for was, now, own in zip(old, new, before.turn, strict=True)
    )
    remaining = z3.If(over, z3.IntVal(0), lower)
    return Case(
        f"laying lowers the measure by {by}, k={k}",
        (*is_on(before, old), *falls),
        all_of((remaining <= higher - by, remaining >= 0)),
    )


def passing_lowers_it(k: int) -> Case:
    """A pass lowers the measure by 1 at least; the k-th ends the game, with 0 left to come."""
    rules = rules_of(k)
    before = any_position(rules)
    passed = effect("DRE-6", rules, before, passing(rules))
    left = tiles_left(k, "before")
    turn = effect("DRE-2", rules, before.turn, False)
    lower, higher = measure(left, passed.passes, turn), measure(left, before.passes, before.turn)
    remaining = z3.If(passed.passes[-1], z3.IntVal(0), lower)
    return Case(f"passing lowers the measure, k={k}", is_on(before, left), remaining <= higher - 1)


def laying_takes_one_tile(k: int) -> Iterator[Case]:
    """What is laid leaves the hand of its player, and nothing else leaves any hand."""
    rules = rules_of(k)
    before = any_position(rules)
    move = laid_on(rules, before, FIRST)
    after = effect("DRE-3", rules, before, move)
    for player in range(k):
        for tile in range(len(rules.tiles)):
            held, still = before.left[player][tile], after.left[player][tile]
            laid = all_of((before.turn[player], move.tile[tile]))
            yield Case(
                f"tile {tile} of player {player}, k={k}",
                (implies(laid, held),),
                number(still) == number(held) - number(laid),
            )


def bound(k: int, n: int) -> int:
    """The most actions of a game with k players and n tiles each, n at least 2: k²n - 2k + 2."""
    return k * k * n - 2 * k + 2


def starts_at_the_bound(k: int) -> Case:
    """After the first tile the measure is one less than the bound, whatever n."""
    rules = rules_of(k)
    n = z3.Int("n")
    left = [n - 1, *([n] * (k - 1))]
    passes = effect("DRE-1", rules).passes
    turn = effect("DRE-2", rules, effect("DRE-1", rules).turn, False)
    return Case(
        f"the measure after the first tile, k={k}",
        (n >= 2,),  # noqa: PLR2004
        1 + measure(left, passes, turn) == k * k * n - 2 * k + 2,
    )


FIRST_LAID = """
    u0,0:abc d0,-1:bba d0,0:bdc u0,1:cdd u1,0:bdd d-1,0:acc u1,-1:bbb u-1,0:dac d-2,0:dcc
    u-2,1:ccc d1,0:ddd d1,-1:bdb d0,1:dad u0,2:dab u0,-1:aba u2,-1:bcd d-1,-1:aad d-2,1:cbc
    u-2,0:adc d2,-2:bcb d-3,0:aca d0,2:adb u-3,0:aaa d0,-2:cba
"""
"""All tiles of p1. The top one of p2's stack, `abc`, fits nowhere until the last of them lies."""
THEN_LAID = """
    u0,-2:bca u-1,-1:aad d-1,1:cda d-1,2:dba d-3,-1:aaa u1,2:abd u-3,-1:caa d-1,-2:baa
    d2,-1:cdd u3,-1:cbd d1,-2:cbb u0,3:bdb d-1,3:bbb d1,2:bdd u1,1:dda u-1,-2:cba u-1,3:abb
    u1,-2:ccb d-4,-1:cac d1,-3:dcc d3,-1:bcd u-4,0:cad u2,0:ddd u-4,-1:ccc
"""
"""All tiles of p2, while p1 has none."""


def longest_game() -> tuple[dict[str, list[str]], tuple[str, ...]]:
    """Give stacks, and a game in which one player lays all tiles before the other lays any."""
    halves = FIRST_LAID.split(), THEN_LAID.split()
    stacks = {
        player: [name_of(move.split(":")[1]) for move in half]
        for player, half in zip(("p1", "p2"), halves, strict=True)
    }
    moves = [move for half in halves for move in " pass ".join(half).split()]
    return stacks, tuple(moves)


def attained() -> Finding:
    """Replay the longest game of two players with 24 tiles each."""
    return played_for(bound(2, 24))


def exceeded() -> Finding:
    """Claim wrongly that it takes one action more."""
    return played_for(bound(2, 24) + 1)


def played_for(actions: int) -> Finding:
    """Replay the game; it must be over after so many actions, and not before."""
    stacks, moves = longest_game()
    engine = GAME.engine({"supply": "stack", "stacks": stacks})
    state, played = engine.initial(), 0
    while played < len(moves) and not engine.is_over(state):
        state = engine.play(state, moves[played])
        played += 1
    holds = engine.is_over(state) and played == len(moves) == actions
    return Finding(holds, f"a game of {played} actions", PlayedGame.of(engine, moves))


THEOREM = Theorem(
    name="every_game_ends",
    statement="A measure falls with each action, so every game ends: after at most k²n - 2k + 2 "
    "actions with k players and n >= 2 tiles each. Two players with 24 tiles each can take all 94 "
    "actions, with stacks.",
    scope="k = 2, 3, 4, any number of tiles, every reading. Exact for k = 2 and n = 24, with "
    "stacks under stuck=keep; else an upper bound, not known to be attained",
    clauses=("DRE-2", "DRE-6", "DRE-9", "stuck"),
    parts=(
        Claim(
            "a tile laid leaves one hand",
            lambda: (c for k in PLAYERS for c in laying_takes_one_tile(k)),
        ),
        Claim("laying lowers the measure", lambda: map(laying_lowers_it, PLAYERS)),
        Claim("passing lowers the measure", lambda: map(passing_lowers_it, PLAYERS)),
        Claim("what it is after the first tile", lambda: map(starts_at_the_bound, PLAYERS)),
        Exhibit("a game of 94 actions", attained),
        Twin("laying lowers the measure by two", lambda: laying_lowers_it(2, by=2)),
        FalseExhibit("a game of 95 actions", exceeded),
    ),
)
