"""Who wins: somebody always does, nobody too early, and not always whoever captured most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import z3

from rulewright.proofs.dreieck.setting import any_position, effect, rules_of
from rulewright.proofs.theorem import Case
from rulewright.spec.logic import Fact, all_of, any_of, iff, not_

OVER = z3.Bool("over")


def totals(k: int, *, minus: bool = True) -> tuple[list[z3.ArithRef], Sequence[Fact]]:
    """For each player the points less the tiles not laid, and that the player wins."""
    rules = rules_of(k)
    position = any_position(rules)
    unlaid = effect("DRE-10", rules, position)
    wins: Sequence[Fact] = effect("DRE-11", rules, position.captured, unlaid, OVER)
    total = [
        captured - left if minus else captured
        for captured, left in zip(position.captured, unlaid, strict=True)
    ]
    return total, wins


def highest(k: int, *, minus: bool = True) -> Case:
    """Exactly the players whom nobody exceeds win, so that equal totals share the win."""
    total, wins = totals(k, minus=minus)
    return Case(
        f"the highest total wins, k={k}",
        (OVER,),
        all_of(
            iff(won, all_of(mine >= theirs for theirs in total))
            for won, mine in zip(wins, total, strict=True)
        ),
    )


def at_the_end(k: int, *, over: Fact = OVER) -> Iterator[Case]:
    """Somebody wins when the game is over, and nobody before."""
    _, wins = totals(k)
    yield Case(f"somebody wins, k={k}", (over,), any_of(wins))
    yield Case(f"nobody wins before, k={k}", (not_(OVER),), not_(any_of(wins)))


def a_tile_in_hand_costs_one(k: int, *, cost: int = 1) -> Case:
    """Of two positions that differ in one tile of one player, the total differs by one."""
    rules = rules_of(k)
    position = any_position(rules)
    first, *rest = position.left[0]
    without = type(position)(
        **{name: getattr(position, name) for name in position.__annotations__ if name != "left"},
        left=((False, *rest), *position.left[1:]),
    )
    now, then = (effect("DRE-10", rules, each)[0] for each in (position, without))
    return Case(f"a tile in hand costs {cost}, k={k}", (first,), now == then + cost)
