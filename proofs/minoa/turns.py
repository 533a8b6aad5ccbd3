"""Whose turn it is: that of one player, who can move, until the game is over.

Who can move is left open: whatever that comes to, the formulas give the turn to one who can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import product

from attrs import evolve, frozen

from rulewright.proofs.computed import Computed, Enumeration
from rulewright.proofs.minoa import setting
from rulewright.proofs.minoa.pieces import BY_ACTIONS
from rulewright.proofs.minoa.setting import (
    ANY_GAME,
    DEALS,
    IN_GAMES,
    REAL,
    any_position,
    engine,
    rules_of,
)
from rulewright.proofs.reachability import AbstractReach
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.proofs.unknowns import boolean
from rulewright.spec.logic import Fact, any_of, at_most
from rulewright.spec.minoa.evaluation import Evaluation
from rulewright.spec.minoa.facts import Facts, Outlook, Position, Rules

ENDS = ("full", "literal", "exhausted")
STRANDED = ("skip", "over")
BEGUN = evolve(REAL, max_plies=20, stride=4)
"""Positions early in games: only their turns are looked at."""


@frozen(slots=False)
class PassingOn:
    """What an action has put down, and the turn that is passed on."""

    rules: Rules

    @cached_property
    def placed(self) -> Position:
        """Any position, with the turn of whoever acted."""
        return any_position(self.rules)

    @cached_property
    def able(self) -> Facts:
        """For each player, whether they can move now: nothing is known of it."""
        return tuple(boolean(f"able.{player}") for player in self.rules.players)

    @cached_property
    def after(self) -> Position:
        """The position with the turn passed on (MIN-2, MIN-11)."""
        return self.evaluation.passed_on(self.placed, self.able)

    @cached_property
    def outlook(self) -> Outlook:
        """What follows from what was put down."""
        turn = self.placed.turn
        return Outlook(
            self.able, self.evaluation.over(self.placed, (*turn[-1:], *turn[:-1]), self.able)
        )

    @cached_property
    def evaluation(self) -> Evaluation:
        """The formulas of the specification, as it runs them."""
        return Evaluation(self.rules, setting.RULEBOOK)

    @property
    def somebody_acted(self) -> Fact:
        """Some player had the turn."""
        return any_of(self.placed.turn)

    @property
    def nobody_else_did(self) -> Fact:
        """The turn was that of one player at most."""
        return at_most(1, self.placed.turn)

    def keeps(self, identifier: str) -> Fact:
        """What a clause keeps true holds once the turn is passed on."""
        holds = setting.RULEBOOK[identifier].holds
        if holds is None:
            raise LookupError(f"{identifier} keeps nothing true")
        return holds(self.rules, self.after, self.outlook)


def every_passing() -> Iterator[PassingOn]:
    """Two, three and four players, under each reading of what ends a game."""
    for (k, partners), end, stranded in product(DEALS, ENDS, STRANDED):
        reach = AbstractReach("area")
        yield PassingOn(rules_of(reach, k, partners=partners, end=end, stranded=stranded))


def kept(here: PassingOn, identifier: str, *given: Fact) -> Case:
    """Whoever acted, and whoever can move: the clause holds after the turn is passed on."""
    options = here.rules.rulings
    label = f"k={here.rules.params.k}, {options.partners}, {options.end}, {options.stranded}"
    return Case(label, given, here.keeps(identifier), under=here.rules)


def one_who_can_move_is_due() -> Iterator[Case]:
    """The turn was that of one player, and goes to one who can move."""
    return (
        kept(here, "MIN-2", here.somebody_acted, here.nobody_else_did) for here in every_passing()
    )


def nobody_is_due_when_it_is_over() -> Iterator[Case]:
    """Nobody has the turn exactly when the game is over."""
    return (kept(here, "MIN-11", here.somebody_acted) for here in every_passing())


def red_can_begin() -> Computed:
    """At the start one player has the turn, who can move; the game is not over."""
    starts = {}
    for (k, partners), end, stranded in product(DEALS, ENDS, STRANDED):
        game = engine({"k": k}, partners=partners, end=end, stranded=stranded)
        state = game.initial()
        starts[k, partners, end, stranded] = (
            game.turn(state) == "red"
            and bool(game.legal_actions(state))
            and not game.is_over(state)
        )
    return Computed.of_each(starts.values(), f"red begins, and can move, in {len(starts)} games")


def first(make: Callable[[PassingOn], Case]) -> Case:
    """Make a case of two players, under the default readings."""
    return make(next(every_passing()))


ONE = "the turn goes to one player, who can move"
NOBODY = "nobody has the turn exactly when the game is over"

THEOREM = Theorem(
    name="the_turn_is_that_of_one_who_can_move_until_the_game_is_over",
    statement="After every action the turn is that of one player, who has a legal move; it is nobody's "
    "exactly when the game is over.",
    scope=TheoremScope(
        "board",
        "every position, whoever acted and whoever can move then",
        inductive=True,
        params=ANY_GAME,
        readings={"end": ENDS, "stranded": STRANDED, "partners": ("separate", "shared")},
        any_others=True,
        apart="Only four players have partners",
        rim=(IN_GAMES,),
    ),
    clauses=("MIN-2", "MIN-11", "end", "stranded", "partners"),
    assumptions=(BY_ACTIONS,),
    parts=(
        Enumeration("at the start", red_can_begin),
        Claim(ONE, one_who_can_move_is_due, real=BEGUN),
        Claim(NOBODY, nobody_is_due_when_it_is_over, real=BEGUN),
        Twin(
            "even if two had the turn",
            lambda: first(lambda here: kept(here, "MIN-2", here.somebody_acted)),
            of=ONE,
            changed="the turn was that of one player at most",
        ),
        Twin(
            "even if nobody had acted",
            lambda: first(lambda here: kept(here, "MIN-11", here.nobody_else_did)),
            of=NOBODY,
            changed="somebody had the turn",
        ),
    ),
    slow=True,
)
