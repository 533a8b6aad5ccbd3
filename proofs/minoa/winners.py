"""Who wins: whoever has most, partners together, and not always with the largest territory."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.proofs.computed import Computed, Exhibit, FalseExhibit, game_of, replay
from rulewright.proofs.minoa.setting import any_position, effect, engine, rules_of
from rulewright.proofs.reachability import AbstractReach
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.proofs.unknowns import boolean, integer
from rulewright.spec.logic import Fact, Number, all_of, any_of, iff, none_of, not_
from rulewright.spec.minoa.facts import Facts, Rules

PLAYERS = (2, 3, 4)
OVER = boolean("over")
"""Whether the game is over: nothing else is known of it here."""


def any_totals(k: int) -> tuple[Rules, list[Number], Facts]:
    """The rules, what each team has together, and which players win."""
    rules = rules_of(AbstractReach("area"), k)
    totals: list[Number] = [integer(f"total.{name}") for name in rules.team_names]
    return rules, totals, effect("MIN-13", rules, totals, OVER)


def most_wins(k: int, *, alone: bool = False) -> Case:
    """Exactly the players win whose team has no less than any other."""
    rules, totals, wins = any_totals(k)
    best = [all_of(own >= other for other in totals) for own in totals]
    right = [
        iff(wins[player], best[team])
        for team, members in enumerate(rules.teams)
        for player in (members[:1] if alone else members)
    ]
    others = (not_(wins[player]) for members in rules.teams for player in members[1:] if alone)
    return Case(f"k={k}", (OVER,), all_of((*right, *others)))


def somebody(k: int, *, over: Fact = OVER) -> Case:
    """When the game is over, somebody wins."""
    _, _, wins = any_totals(k)
    return Case(f"k={k}", (over,), any_of(wins))


def nobody_before(k: int) -> Case:
    """Nobody wins before the game is over."""
    _, _, wins = any_totals(k)
    return Case(f"k={k}", (not_(OVER),), none_of(wins))


def adds_up(k: int, *, least: int = 0) -> Case:
    """A team has at least as much as any of its players: nothing that a player owns is lost to it."""
    rules = rules_of(AbstractReach("carried"), k)
    position = any_position(rules)
    alone: Sequence[Number] = effect("MIN-12", rules, position)
    totals: Sequence[Number] = effect("MIN-14", rules, position)
    enough = (
        totals[team] >= alone[player] + least
        for team, members in enumerate(rules.teams)
        for player in members
    )
    return Case(f"k={k}, {least} more", (), all_of(enough))


LARGEST_LOSES = game_of("""
    -2,0--1,-1 -1,1--1,2 1,3-2,2 -3,1--2,1 -1,0--1,1 -3,-1--3,0 -1,0-0,0 -1,-3-0,-4 2,2-3,1 -1,-1--1,0
    2,-2-2,-1 1,0-1,1 -1,2-0,2 0,-1-1,-1 -2,3--1,2 0,-3-1,-4 -1,-3--1,-2 -3,-1--2,-1 3,-1-4,-2 -1,2--1,3
    2,0-2,1 0,0-1,0 4,-1-4,0 2,-3-3,-3 2,-3-2,-2 1,1-1,2 4,-4-4,-3 0,-3-1,-3 -1,3--1,4 -1,-1-0,-1
    -3,4--2,4 2,0-3,0 1,2-2,2 0,-2-1,-3 -2,-1--1,-2 -2,1--1,1 3,-1-3,0 0,0-0,1 4,-3-4,-2 -4,1--3,1
    0,-4-0,-3 -1,4-0,3 -4,0--3,-1 -2,2--2,3 0,3-0,4 -3,3--2,3 -2,-1--1,-1 -2,-2--1,-2 4,-2-4,-1 3,0-4,0
    -3,2--3,3 3,-4-3,-3 -4,4--3,3 3,0-4,-1 1,-1-2,-2 -4,3--4,4 1,2-1,3 3,-3-4,-4 2,1-3,1 -4,3--3,2
    -1,-3-0,-3 1,2-2,1 3,-2-3,-1 3,-3-4,-3 0,4-1,3 1,-3-2,-4 1,-3-1,-2 -4,1--4,2 -2,4--1,4 -2,3--2,4
    -3,4--2,3 3,-4-4,-4 0,-4-1,-4 -4,2--3,1 -4,0--3,0 -4,2--4,3 3,1-4,0 -4,0--4,1 1,-4-2,-4
""")


def largest_loses(winners: tuple[str, ...] = ("red", "yellow")) -> Computed:
    """Replay a game in which blue has the largest territory, and red and yellow win."""
    game = engine({"k": 4})
    last = replay(game, LARGEST_LOSES)
    scores = game.scores(last)
    reached = (
        game.is_over(last)
        and scores == {"red": 25, "blue": 31, "yellow": 24, "green": 16}
        and game.winners(last) == winners
    )
    detail = "blue has 31, more than anybody; red and yellow win, 49 to 47"
    return Computed.of_game(game, LARGEST_LOSES, reached, detail)


OF_TOTALS = "any totals are given, whether or not a position has them"

THEOREM = Theorem(
    name="partners_win_together_and_not_always_with_the_largest_territory",
    statement="When the game is over somebody wins, and nobody before: exactly the players whose team "
    "has no less than any other, partners together, and without partners each for themselves. A team "
    "has at least what each of its players has. With four players the largest territory can belong to a "
    "player who loses.",
    scope=TheoremScope(
        "facts",
        "any totals; for the totals of teams every position, whatever its areas and the pieces on them",
        params={"n": (4,), "k": PLAYERS},
        also="The game: four players, default readings",
    ),
    clauses=("MIN-12", "MIN-13", "MIN-14"),
    parts=(
        Claim("whoever has most wins", lambda: map(most_wins, PLAYERS), why_not_real=OF_TOTALS),
        Claim("somebody wins", lambda: map(somebody, PLAYERS), why_not_real=OF_TOTALS),
        Claim(
            "nobody wins before the end",
            lambda: map(nobody_before, PLAYERS),
            why_not_real=OF_TOTALS,
            evident="that the game is over is a premise of the formula",
        ),
        Claim(
            "a team has what each of its players has",
            lambda: adds_up(4),
            why_not_real="whose areas are is open: what they add up to is what is said",
        ),
        Exhibit("the largest territory loses", largest_loses),
        Twin(
            "of partners only the first wins",
            lambda: most_wins(4, alone=True),
            of="whoever has most wins",
            changed="one partner alone wins",
        ),
        Twin(
            "somebody wins before the end",
            lambda: somebody(2, over=not_(OVER)),
            of="somebody wins",
            changed="the game is not over",
        ),
        Twin(
            "a team has more than each of its players",
            lambda: adds_up(4, least=1),
            of="a team has what each of its players has",
            changed="one triangle more",
        ),
        FalseExhibit(
            "the largest territory wins",
            lambda: largest_loses(("blue", "green")),
            of="the largest territory loses",
            changed="the winners",
        ),
    ),
)
