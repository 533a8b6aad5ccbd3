"""Every game ends: a measure that falls with each action, and what it says of the number of actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import z3

from rulewright.proofs.computed import Computed, Exhibit, FalseExhibit
from rulewright.proofs.dreieck.captures import a_pass_changes_nothing, every_pass
from rulewright.proofs.dreieck.laying import PLAYERS, Laid
from rulewright.proofs.dreieck.setting import (
    BEGUN,
    BEYOND,
    IN_GAMES,
    REAL,
    after_a_pass,
    any_position,
    effect,
    is_sound,
    number,
    rules_of,
)
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.proofs.unknowns import integer
from rulewright.spec.dreieck import GAME
from rulewright.spec.dreieck.board import FIRST, name_of
from rulewright.spec.dreieck.facts import Position
from rulewright.spec.logic import Fact, all_of, any_of, exactly_one, implies, not_, pick

FULL = 24
"""Tiles of each player, with four symbols."""


def tiles_left(k: int, when: str) -> list[z3.ArithRef]:
    """For each player, the number of tiles left: any number."""
    return [integer(f"tiles of {player} left {when}") for player in range(k)]


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
    here = Laid(k, FIRST)
    before, after = here.before, here.after
    old, new = tiles_left(k, "before"), tiles_left(k, "after")
    over = sum(new) == 0
    turn = effect("DRE-2", here.rules, after.turn, False)
    lower, higher = measure(new, after.passes, turn), measure(old, before.passes, before.turn)
    falls = (
        all_of((was - number(own) == now, implies(own, was > 0)))
        for was, now, own in zip(old, new, before.turn, strict=True)
    )
    remaining = pick(over, 0, lower)
    return Case(
        f"laying lowers the measure by {by}, k={k}",
        (*is_on(before, old), *falls),
        all_of((remaining <= higher - by, remaining >= 0)),
        under=here.rules,
    )


def passing_lowers_it(k: int) -> Case:
    """A pass lowers the measure by 1 at least; the k-th ends the game, with 0 left to come."""
    rules = rules_of(k)
    before = any_position(rules)
    passed = after_a_pass(rules, before)
    left = tiles_left(k, "before")  # and after: see `a_pass_changes_nothing`
    turn = effect("DRE-2", rules, passed.turn, False)
    lower, higher = measure(left, passed.passes, turn), measure(left, before.passes, before.turn)
    remaining = pick(passed.passes[-1], 0, lower)
    return Case(
        f"passing lowers the measure, k={k}",
        is_on(before, left),
        remaining <= higher - 1,
        under=rules,
    )


def laying_takes_one_tile(k: int) -> Iterator[Case]:
    """What is laid leaves the hand of its player, and nothing else leaves any hand."""
    here = Laid(k, FIRST)
    for player in range(k):
        for tile in range(len(here.rules.tiles)):
            held, still = here.before.left[player][tile], here.after.left[player][tile]
            laid = all_of((here.before.turn[player], here.move.tile[tile]))
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
    n = integer("n")
    left = [n - 1, *([n] * (k - 1))]
    passes = effect("DRE-1", rules).passes
    turn = effect("DRE-2", rules, effect("DRE-1", rules).turn, False)
    return Case(
        f"the measure after the first tile, k={k}",
        (n >= 2,),  # noqa: PLR2004
        1 + measure(left, passes, turn) == k * k * n - 2 * k + 2,
    )


LAID = {
    2: (
        """
        u0,0:abc d0,-1:bba d0,0:bdc u0,1:cdd u1,0:bdd d-1,0:acc u1,-1:bbb u-1,0:dac d-2,0:dcc
        u-2,1:ccc d1,0:ddd d1,-1:bdb d0,1:dad u0,2:dab u0,-1:aba u2,-1:bcd d-1,-1:aad d-2,1:cbc
        u-2,0:adc d2,-2:bcb d-3,0:aca d0,2:adb u-3,0:aaa d0,-2:cba
        """,
        """
        u0,-2:bca u-1,-1:aad d-1,1:cda d-1,2:dba d-3,-1:aaa u1,2:abd u-3,-1:caa d-1,-2:baa
        d2,-1:cdd u3,-1:cbd d1,-2:cbb u0,3:bdb d-1,3:bbb d1,2:bdd u1,1:dda u-1,-2:cba u-1,3:abb
        u1,-2:ccb d-4,-1:cac d1,-3:dcc d3,-1:bcd u-4,0:cad u2,0:ddd u-4,-1:ccc
        """,
    ),
    3: (
        """
        u0,0:abc d0,0:bdc d0,-1:aba u0,-1:daa u0,1:cdc u1,-1:abb d0,-2:dad d-1,0:aca d1,-1:bbb
        d-1,1:ccc d0,1:ddc u1,0:bbd d1,0:bdd u1,-2:dca u0,2:cdb d-1,2:cbc u-1,1:acc u-1,0:aaa
        u0,-2:ddd d-2,1:acd u-2,1:bad d0,2:dab u-1,3:cbb u0,3:bac
        """,
        """
        d0,3:abc u1,3:aab u-1,2:ccc d-2,2:cca d-2,3:cbd u-2,2:dca u-2,3:acd u1,1:ddd d1,1:dbd
        u-2,4:dbb d1,2:aaa d-1,-1:daa u2,1:dab d2,0:dad d-1,-2:ddc u2,2:aca u2,-1:bbb d2,-1:bcb
        d-3,4:dbc u-3,4:cdc u-3,5:cbc d1,3:abb u2,3:adb d-3,5:bac
        """,
        """
        u-2,5:bca u3,0:daa d-3,3:adc d-3,2:dad d1,-2:cba u2,-2:cdb d-3,1:bda d3,-1:bad u-3,3:dac
        d0,-3:ddd u0,-3:bdd d1,-3:dcd d2,-2:dbb d-1,3:bcb d-1,-3:bdc u-1,4:bcc d-1,4:cdc
        d-2,0:aab d-2,5:cca u-2,0:bab d-3,0:bbb u-3,6:caa d3,0:aaa d-4,4:ccc
        """,
    ),
    4: (
        """
        u0,0:abc d-1,0:acd d0,0:bbc u-1,1:dcd u-1,0:aad d-2,0:adc d0,-1:dba u-2,0:cac d-1,1:ccd
        u0,1:cbc u1,-1:dbb d-1,-1:aaa d1,-1:bbb d1,-2:dbd d-3,0:ccc d0,1:bdc u-2,1:cdb u1,-2:ddd
        d0,-2:dda u0,-2:bda d-2,-1:aac d-1,-2:baa u-1,-2:bba d-3,1:cba
        """,
        """
        u-3,2:abc u0,-1:ada u-1,-1:aaa d-2,1:ddb u-2,2:bda d-2,-2:baa u-1,2:dcc d-1,2:cbc
        u-2,-1:aac u1,0:bbb d-2,2:dca u1,1:bbd d-4,2:acd u-3,0:ccc d-3,-1:acc d1,1:bcd d1,-3:ddd
        u-1,3:cbd u1,2:dcd u1,-3:add u2,1:bbc u-2,-2:bba d-3,-2:bad d-3,2:bac
        """,
        """
        u-3,3:cab d1,-4:ada u-2,3:acc d-2,3:cdc d-4,3:cbc u0,2:cdb d1,0:bbb u-3,-1:dac u2,0:bcb
        d0,2:ddb d-1,3:bad u2,-1:bdb u2,-2:dab u-2,4:cdd d-2,4:ddd d2,-1:dcb d2,-3:cad u-1,4:dad
        d-4,0:ccc u3,-3:caa d3,-3:aaa u3,-2:aab d3,-2:abb d-3,3:acb
        """,
        """
        u-3,4:bca d-4,-1:dcb d-4,4:bac u-3,1:cca u-4,2:dad u-4,3:dcc d0,-3:adb u0,-3:aab
        u0,3:bda d0,-4:aaa u-4,4:cbc d-4,1:cad d-3,4:cda d2,0:cbb d-5,2:ddc u-5,3:cdb u-4,-1:ddb
        d-4,-2:ddd d-1,4:aad d-1,-3:abb u0,-4:caa d-2,-3:bbb d-5,4:ccc u-2,-3:dbb
        """,
    ),
}
"""For each number of players the tiles in the order in which they are laid: first all of p1, then all
of p2, and so on. The top tile of the other stacks, `abc`, fits nowhere until its turn has come."""


def longest(k: int) -> int:
    """Actions of such a game with 24 tiles each: k - 1 passes after every tile but the last of each."""
    return k * (k * FULL - k + 1)


def longest_game(k: int) -> tuple[dict[str, list[str]], tuple[str, ...]]:
    """Return stacks, and a game in which each player lays all tiles before the next one lays any."""
    laid = [each.split() for each in LAID[k]]
    stacks = {
        f"p{player}": [name_of(move.split(":")[1]) for move in own]
        for player, own in enumerate(laid, 1)
    }
    meanwhile = " pass" * (k - 1) + " "
    return stacks, tuple(move for own in laid for move in meanwhile.join(own).split())


def played_for(k: int, actions: int) -> Computed:
    """Replay that game; it must be over after so many actions, and not before."""
    stacks, moves = longest_game(k)
    engine = GAME.engine({"k": k, "supply": "stack", "stacks": stacks})
    state, played = engine.initial(), 0
    while played < len(moves) and not engine.is_over(state):
        state = engine.play(state, moves[played])
        played += 1
    holds = engine.is_over(state) and played == len(moves) == actions
    return Computed.of_game(engine, moves, holds, f"a game of {played} actions")


THEOREM = Theorem(
    name="every_game_ends",
    statement="A measure falls with each action, so every game ends: after at most k²n - 2k + 2 "
    "actions with k players and n >= 2 tiles each. With 24 tiles each and stacks two players can take "
    "all 94 actions, three can take 210 of 212, and four 372 of 378.",
    scope=TheoremScope(
        "window",
        "18 cells, any number of tiles",
        inductive=True,
        params={"k": PLAYERS, "s": (4,), "supply": ("hand", "stack")},
        any_others=True,
        also="Exact for k=2 and n=24, with stacks under stuck=keep; else an upper bound, not known to "
        "be attained. The games: stuck=keep",
        rim=(IN_GAMES, BEYOND),
    ),
    clauses=("DRE-2", "DRE-6", "DRE-9", "stuck"),
    parts=(
        Claim(
            "a tile laid leaves one hand",
            lambda: (c for k in PLAYERS for c in laying_takes_one_tile(k)),
            why_not_real="it is given that the tile laid was held, and no more",
        ),
        Claim(
            "a pass leaves all hands",
            lambda: map(a_pass_changes_nothing, every_pass()),
            real=REAL,
        ),
        Claim("laying lowers the measure", lambda: map(laying_lowers_it, PLAYERS), real=BEGUN),
        Claim("passing lowers the measure", lambda: map(passing_lowers_it, PLAYERS), real=BEGUN),
        Claim(
            "what it is after the first tile",
            lambda: map(starts_at_the_bound, PLAYERS),
            why_not_real="it speaks of the position after the first tile alone",
        ),
        *(
            Exhibit(f"a game of {longest(k)} actions", partial(played_for, k, longest(k)))
            for k in LAID
        ),
        Twin(
            "laying lowers the measure by two",
            lambda: laying_lowers_it(2, by=2),
            of="laying lowers the measure",
            changed="by two instead of one",
        ),
        FalseExhibit(
            "a game of 95 actions",
            lambda: played_for(2, longest(2) + 1),
            of=f"a game of {longest(2)} actions",
            changed="one action more is claimed",
        ),
    ),
    slow=True,
)
