"""Territories: each triangle counts once, for one player or for nobody.

Reachability stays abstract here, and nothing is assumed of it: whatever areas there are, and whatever
pieces they carry, the clauses about territory never count a triangle twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import zip_longest

from attrs import frozen

from rulewright.proofs.computed import Computed, Exhibit
from rulewright.proofs.minoa import setting
from rulewright.proofs.minoa.setting import (
    ANY_GAME,
    BOARD,
    DEALS,
    Deal,
    effect,
    engine,
    owners,
    positions,
)
from rulewright.proofs.reachability import number
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin, lemma
from rulewright.proofs.unknowns import boolean, once
from rulewright.spec.logic import Fact, Number, all_of, any_of, count, none_of
from rulewright.spec.minoa import clauses
from rulewright.spec.registry import Clause


@frozen(slots=False)
class CountedTerritories(Deal):
    """An arbitrary position, and what each side's count is made of: a player's, or a team's."""

    reach = "carried"

    @cached_property
    def totals(self) -> tuple[Number, ...]:
        """What the clauses count: territories (MIN-12), or the totals of teams (MIN-14)."""
        clause = "MIN-14" if self.partners == "shared" else "MIN-12"
        totals: tuple[Number, ...] = effect(clause, self.rules, self.position)
        return totals

    @cached_property
    def owned(self) -> tuple[tuple[Fact, ...], ...]:
        """For each triangle, for each side: its area carries pieces of that side alone."""
        carried = [
            clauses.areas_carrying(self.rules, self.position, side) for side in owners(self.rules)
        ]
        return tuple(
            tuple(
                all_of((own, none_of(marks[:side] + marks[side + 1 :])))
                for side, own in enumerate(marks)
            )
            for marks in zip(*carried, strict=True)
        )

    @cached_property
    def unassigned(self) -> tuple[Fact, ...]:
        """For each triangle: it counts for nobody."""
        return tuple(map(none_of, self.owned))

    @cached_property
    def all_assigned(self) -> Fact:
        """Every area has one owner, as MIN-11 asks."""
        return clauses.every_area_has_one_owner(self.rules, self.position)

    def once(self, triangle: int) -> Case:
        """A triangle counts for one side, or is unassigned."""
        sides = sum(map(number, self.owned[triangle]))
        return Case(
            f"{self.name()}: triangle {triangle}",
            (),
            sides + number(self.unassigned[triangle]) == 1,
        )

    def assigned(self, triangle: int) -> Case:
        """When all areas are assigned, a triangle counts for one side."""
        return Case(
            f"{self.name()}: triangle {triangle} is assigned",
            (self.all_assigned,),
            sum(map(number, self.owned[triangle])) == 1,
        )


TRIANGLES = range(len(BOARD.triangles))


def settings() -> tuple[CountedTerritories, ...]:
    """Find the settings, one for each number of players and reading, under the rulebook as it is."""
    return _settings(setting.RULEBOOK.clauses)


@once
def _settings(_clauses: tuple[Clause, ...]) -> tuple[CountedTerritories, ...]:
    return tuple(CountedTerritories(*deal) for deal in DEALS)


def each_triangle_counts_once() -> Iterable[Case]:
    """List the cases: each triangle, under each number of players and reading."""
    return (here.once(triangle) for here in settings() for triangle in TRIANGLES)


def each_triangle_is_assigned() -> Iterable[Case]:
    """The same when all areas are assigned."""
    return (here.assigned(triangle) for here in settings() for triangle in TRIANGLES)


def they_sum_to_all_triangles() -> Iterable[Case]:
    """Territories and unassigned triangles are 96 together."""
    for here in settings():
        yield Case(
            f"{here.name()}: territories and unassigned areas",
            (),
            sum(here.totals) + count(here.unassigned) == len(TRIANGLES),
            lemmas=tuple(map(here.once, TRIANGLES)),
        )


def final_scores_sum_to_all_triangles() -> Iterable[Case]:
    """When all areas are assigned, the totals are 96 together."""
    for here in settings():
        yield Case(
            f"{here.name()}: final scores",
            (here.all_assigned,),
            sum(here.totals) == len(TRIANGLES),
            lemmas=tuple(map(here.assigned, TRIANGLES)),
            using=(),
        )


def the_full_reading_assigns_all_areas() -> Iterable[Case]:
    """Under `end=full` a game that ends while somebody can move has all areas assigned."""
    for here in settings():
        able = tuple(boolean(f"able.{player}") for player in here.rules.players)
        yield Case(
            f"{here.name()}: what `end=full` asks for",
            (effect("MIN-11", here.rules, here.position, able), any_of(able)),
            here.all_assigned,
        )


def without_unassigned_areas() -> Case:
    """Claim, wrongly, that territories alone are always 96 together."""
    here = settings()[0]
    return Case("territories alone", (), sum(here.totals) == len(TRIANGLES))


def with_a_full_boundary_only() -> Case:
    """Claim, wrongly, that a full boundary is enough for scores of 96 together."""
    here = settings()[0]
    return Case(
        "a full boundary",
        (clauses.boundary_is_full(here.rules, here.position),),
        sum(here.totals) == len(TRIANGLES),
    )


def drawn_game() -> tuple[str, ...]:
    """Spell a game in which red takes one half of the rim, and blue draws a line across the middle.

    Red plays twelve pieces; blue eight sticks, which part the board in two halves, and three pieces.
    Red's last piece fills the other half with blue's.
    """
    ends = {BOARD.names[line]: BOARD.lines[line] for line in range(len(BOARD.lines))}
    upper = {name for name, line in ends.items() if all(r >= 0 for _, r in line)}
    across = [name for name, line in ends.items() if all(r == 0 for _, r in line)]
    rim = [BOARD.names[line] for line in BOARD.boundary]
    red = [name for name in rim if name in upper]
    blue = across + [name for name in rim if name not in upper][: len(red) - 1 - len(across)]
    return tuple(name for pair in zip_longest(red, blue) for name in pair if name is not None)


def a_drawn_game() -> Computed:
    """Play that game; it ends 48:48, and both win."""
    game = engine()
    *_, last = positions(drawn_game(), game)
    drawn = game.scores(last) == {"red": 48, "blue": 48} and game.winners(last) == ("red", "blue")
    fine = game.is_over(last) and drawn
    detail = f"a game of {len(drawn_game())} actions ends 48:48"
    return Computed.of_game(game, drawn_game(), fine, detail)


SUM = Theorem(
    name="territories_and_unassigned_areas_sum_to_96",
    statement="In every position the players' territories and the unassigned triangles are 96 together. "
    "When a game has ended because all areas are assigned (end=full), the final scores are 96 together; "
    "under partners=shared the totals of the two teams are. 48:48 is possible.",
    scope=TheoremScope(
        "board",
        "every position, whatever its areas and the pieces they carry",
        params=ANY_GAME,
        readings={"partners": ("separate", "shared")},
    ),
    clauses=("MIN-11", "MIN-12", "MIN-13", "MIN-14", "partners", "end"),
    parts=(
        lemma(
            "each triangle counts once or is unassigned",
            each_triangle_counts_once,
            evident="it is what the formula of a territory does with any owners and any areas",
        ),
        Claim("territories and unassigned areas are 96 together", they_sum_to_all_triangles),
        lemma("when all areas are assigned, each triangle counts once", each_triangle_is_assigned),
        Claim(
            "final scores are 96 together",
            final_scores_sum_to_all_triangles,
            why_not_real="it speaks of the end of a game",
        ),
        Claim(
            "the full reading assigns all areas",
            the_full_reading_assigns_all_areas,
            why_not_real="it speaks of the end of a game",
        ),
        Twin(
            "territories alone are always 96 together",
            without_unassigned_areas,
            of="territories and unassigned areas are 96 together",
            changed="unassigned areas are left out",
        ),
        Twin(
            "a full boundary makes the scores 96 together",
            with_a_full_boundary_only,
            of="final scores are 96 together",
            changed="the boundary is full, but areas need not be assigned",
        ),
        Exhibit("a drawn game", a_drawn_game),
    ),
    slow=True,
)
