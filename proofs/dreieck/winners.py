"""Who wins: somebody always does, nobody too early, and not always whoever captured most."""

from __future__ import annotations

from attrs import evolve

from rulewright.proofs.computed import Computed, Exhibit, FalseExhibit, game_of, replay
from rulewright.proofs.dreieck.laying import PLAYERS
from rulewright.proofs.dreieck.setting import any_position, effect, rules_of
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.proofs.unknowns import boolean
from rulewright.spec.dreieck import GAME
from rulewright.spec.dreieck.board import tiles_of
from rulewright.spec.dreieck.facts import Facts, Position
from rulewright.spec.logic import Fact, Number, all_of, any_of, iff, implies, none_of, not_

OVER = boolean("over")
"""Whether the game is over: nothing else is known of it here."""


def any_end(k: int) -> tuple[Position, tuple[Number, ...], Facts]:
    """A position, how many tiles of each player have not been laid, and which players win."""
    rules = rules_of(k)
    position = any_position(rules)
    unlaid = effect("DRE-10", rules, position)
    return position, unlaid, effect("DRE-11", rules, position.captured, unlaid, OVER)


def highest_total(k: int, *, cost: int = 1) -> Case:
    """Exactly the players whose total nobody exceeds win, so that equal totals share the win."""
    position, unlaid, wins = any_end(k)
    totals = [
        captured - cost * left for captured, left in zip(position.captured, unlaid, strict=True)
    ]
    best = (
        iff(won, all_of(mine >= theirs for theirs in totals))
        for won, mine in zip(wins, totals, strict=True)
    )
    return Case(f"cost {cost}, k={k}", (OVER,), all_of(best))


def somebody(k: int, *, over: Fact = OVER) -> Case:
    """When the game is over, somebody wins."""
    _, _, wins = any_end(k)
    return Case(f"k={k}", (over,), any_of(wins))


def nobody_before(k: int) -> Case:
    """Nobody wins before the game is over."""
    _, _, wins = any_end(k)
    return Case(f"k={k}", (not_(OVER),), none_of(wins))


def all_laid(k: int, *, left: bool = False) -> Case:
    """When all tiles have been laid, exactly those who captured most win."""
    position, _, wins = any_end(k)
    points = position.captured
    none_left = () if left else (none_of(fact for own in position.left for fact in own),)
    best = (
        iff(won, all_of(mine >= theirs for theirs in points))
        for won, mine in zip(wins, points, strict=True)
    )
    return Case(f"k={k}", (OVER, *none_left), all_of(best))


def cost_of_a_tile(k: int, *, laid: bool = False) -> Case:
    """Each tile that a player has not laid costs just that player a point."""
    rules = rules_of(k)
    position = any_position(rules)
    before = effect("DRE-10", rules, position)
    first, *others = position.left
    costs = []
    for tile, left in enumerate(first):
        rest = tuple(False if each == tile else fact for each, fact in enumerate(first))
        after = effect("DRE-10", rules, evolve(position, left=(rest, *others)))
        costs_one = all_of((before[0] == after[0] + 1, *map(alike, before[1:], after[1:])))
        costs.append(costs_one if laid else implies(left, costs_one))
    why = "" if laid else "both sums have the same terms, but for that tile"
    return Case(f"k={k}", (), all_of(costs), decided=why)


def alike(one: Number, other: Number) -> Fact:
    """Two numbers are equal."""
    return one == other


CAPTURED_MORE = game_of("""
    u0,0:aab d0,0:acb u0,1:bcc d-1,1:bcb u1,0:aac d0,1:ccc pass d1,0:abc pass u0,2:ccb pass pass
""")
"""p1 takes the second tile with the fifth action. Then `ddd` is on top of both stacks: of p1's at once,
of p2's three tiles later."""


def captured_more(winner: str = "p2") -> Computed:
    """Replay a game in which p1 captures more, and p2 wins."""
    first, second = ["aab", "bcc", "aac", "ddd"], ["acb", "bbc", "ccc", "abc", "bcc", "ddd"]
    stacks = {"p1": with_the_rest(first), "p2": with_the_rest(second)}
    engine = GAME.engine({"supply": "stack", "stacks": stacks})
    state = replay(engine, CAPTURED_MORE)
    scores = engine.scores(state)
    reached = (
        state.captured[0] > state.captured[1]
        and scores == {"p1": -20, "p2": -19}
        and engine.winners(state) == (winner,)
    )
    return Computed.of_game(
        engine, CAPTURED_MORE, reached, "p1 captured a tile, p2 none, and p2 wins by -19 to -20"
    )


def with_the_rest(first: list[str]) -> list[str]:
    """A stack that begins with some tiles."""
    return [*first, *(name for name in tiles_of(4) if name not in first)]


OF_TOTALS = "any tiles left and captured are given, whether or not a game ends with them"

THEOREM = Theorem(
    name="the_highest_total_wins_and_not_always_whoever_captured_most",
    statement="When the game is over somebody wins, and nobody before: exactly those whose captured "
    "tiles less their own tiles not laid are the most. Each tile not laid costs its owner one point, "
    "and nobody else any. So when all tiles have been laid, those who captured most win. Otherwise a "
    "player can win who captured nothing, against one who captured a tile.",
    scope=TheoremScope(
        "facts",
        "the end of a game; any tiles left, any tiles captured",
        params={"k": PLAYERS, "s": (4,)},
        also="The game: two players with stacks, default readings",
    ),
    clauses=("DRE-10", "DRE-11"),
    parts=(
        Claim(
            "the highest total wins",
            lambda: map(highest_total, PLAYERS),
            why_not_real=OF_TOTALS,
        ),
        Claim("somebody wins", lambda: map(somebody, PLAYERS), why_not_real=OF_TOTALS),
        Claim(
            "nobody wins before the end",
            lambda: map(nobody_before, PLAYERS),
            why_not_real=OF_TOTALS,
            evident="that the game is over is a premise of the formula",
        ),
        Claim(
            "a tile not laid costs one point",
            lambda: map(cost_of_a_tile, PLAYERS),
            why_not_real=OF_TOTALS,
        ),
        Claim(
            "all tiles laid: who captured most wins",
            lambda: map(all_laid, PLAYERS),
            why_not_real=OF_TOTALS,
        ),
        Exhibit("who captured nothing wins", captured_more),
        Twin(
            "tiles not laid cost nothing",
            lambda: highest_total(2, cost=0),
            of="the highest total wins",
            changed="a tile not laid costs nothing",
        ),
        Twin(
            "somebody wins before the end",
            lambda: somebody(2, over=not_(OVER)),
            of="somebody wins",
            changed="the game is not over",
        ),
        Twin(
            "a tile that was laid costs a point",
            lambda: cost_of_a_tile(2, laid=True),
            of="a tile not laid costs one point",
            changed="it may have been laid",
        ),
        Twin(
            "who captured most always wins",
            lambda: all_laid(2, left=True),
            of="all tiles laid: who captured most wins",
            changed="tiles may be left",
        ),
        FalseExhibit(
            "who captured more wins",
            lambda: captured_more("p1"),
            of="who captured nothing wins",
            changed="the winner",
        ),
    ),
)
