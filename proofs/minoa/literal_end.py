"""Under `end=literal` the board is one player's as soon as one piece lies on it, undivided.

The literal reading of MIN-11 does not ask for a full boundary. So the first piece on a board that is
still one area ends the game; and with a single piece on the board it is only then that all areas are
assigned.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from attrs import frozen

from rulewright.proofs.computed import Computed, Enumeration, Exhibit, FalseExhibit, replay
from rulewright.proofs.minoa.setting import (
    ANY_GAME,
    BOARD,
    DEALS,
    Deal,
    effect,
    engine,
    holds,
    layers_on_the_board,
    owners,
    positions,
)
from rulewright.proofs.reachability import BY_LAYERS, AbstractReach, Reached, complement
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.proofs.unknowns import boolean
from rulewright.spec.logic import Fact, all_of, any_of, exactly_one, implies, none_of
from rulewright.spec.minoa import clauses
from rulewright.spec.minoa.facts import Facts, Position

FIRST = 0
"""The triangle from which it is judged whether the board is one area."""
SPLIT = ("-4,0--3,0", "-4,1--3,0")
"""Two sticks that part the triangle at a boundary line from the rest of the board."""
ON_ONE_SIDE, ON_THE_OTHER = "-4,0--4,1", "3,1-4,0"


@frozen(slots=False)
class Literal(Deal):
    """An arbitrary position under `end=literal`, its areas, and whether it is over."""

    rulings = {"end": "literal"}  # noqa: RUF012 - nobody changes it

    @cached_property
    def can_move(self) -> Facts:
        """For each player: they could move; nothing is known of it."""
        return tuple(boolean(f"can_move.{player}") for player in self.rules.players)

    @cached_property
    def over(self) -> Fact:
        """MIN-11 ends the game."""
        ends: Fact = effect("MIN-11", self.rules, self.position, self.can_move)
        return ends

    def reached(self, start: list[Fact]) -> Reached:
        """Find what is connected to a start."""
        reach = self.rules.reach
        assert isinstance(reach, AbstractReach)
        return reach.answer(start, clauses.free_links(self.rules, self.position.sticks))

    @cached_property
    def first_area(self) -> Reached:
        """The area of the first triangle."""
        return self.reached([each == FIRST for each in range(len(BOARD.triangles))])

    def carried(self, *owner: int) -> Reached:
        """The areas that carry pieces of an owner."""
        return self.reached(clauses.at_pieces(self.rules, self.position, owner))

    @cached_property
    def owners(self) -> tuple[Reached, ...]:
        """For each owner, as MIN-11 reads it: the areas that carry their pieces."""
        return tuple(self.carried(*owner) for owner in owners(self.rules))

    @cached_property
    def everybody(self) -> tuple[Reached, ...]:
        """The areas of each owner, and of each player alone (MIN-12)."""
        alone = tuple(self.carried(player) for player in range(self.k))
        return (*self.owners, *(each for each in alone if each not in self.owners))

    @cached_property
    def is_undivided(self) -> Fact:
        """All triangles are in the area of the first."""
        return all_of(self.first_area.marks)


def settings() -> Iterable[Literal]:
    """Make the settings, one for each number of players and reading."""
    return (Literal(*deal) for deal in DEALS)


def some_piece_and_all_of(here: Literal, player: int) -> tuple[Fact, ...]:
    """Some pieces lie on the boundary, and all of them are one player's."""
    return (
        *holds(here.rules, here.position, "MIN-5"),
        any_of(here.position.pieces[player]),
        *(none_of(own) for each, own in enumerate(here.position.pieces) if each != player),
    )


def nothing_carries_what_is_not_there(areas: Iterable[Reached]) -> tuple[Fact, ...]:
    """Say of areas that they stay in the empty set, if that contains their start."""
    return tuple(each.inside([False] * len(each.marks)) for each in areas)


def one_area_one_owner(here: Literal, player: int, *, undivided: bool = True) -> Case:
    """On the undivided board, with pieces of one player only, the game is over."""
    first, mine = here.first_area, here.everybody
    return Case(
        f"{here.name()}: {here.rules.players[player]} owns the undivided board",
        (
            *((here.is_undivided,) if undivided else ()),
            *some_piece_and_all_of(here, player),
            *(fact for each in mine for fact in each.closed()),
            *(first.inside(complement(each.marks)) for each in mine),
            *(first.inside(each.marks) for each in mine),
            *nothing_carries_what_is_not_there(mine),
        ),
        all_of((here.over, *whole_board_is_territory_of(here, player))),
    )


def whole_board_is_territory_of(here: Literal, player: int) -> tuple[Fact, ...]:
    """All triangles count for one player, none for anybody else (MIN-12)."""
    territories = effect("MIN-12", here.rules, here.position)
    return tuple(
        number == (len(BOARD.triangles) if each == player else 0)
        for each, number in enumerate(territories)
    )


def every_player_and_reading() -> Iterable[Case]:
    """List the cases, one for each player under each number of players and reading."""
    for here in settings():
        for player in range(here.k):
            yield one_area_one_owner(here, player)


def one_piece(position: Position) -> Fact:
    """Exactly one piece lies on the board."""
    return exactly_one(piece for own in position.pieces for piece in own)


def one_piece_owns_one_area(here: Literal, *, pieces: str = "one") -> Case:
    """With exactly one piece, and somebody able to move, the game is over on one area only."""
    first, owners = here.first_area, here.owners
    everything = (piece for own in here.position.pieces for piece in own)
    number = one_piece(here.position) if pieces == "one" else any_of(everything)
    return Case(
        f"{here.name()}: one piece owns one area",
        (
            *holds(here.rules, here.position, "MIN-5"),
            number,
            any_of(here.can_move),
            *first.closed(),
            *(each.inside(first.marks) for each in owners),
            *(each.inside(complement(first.marks)) for each in owners),
        ),
        implies(here.over, here.is_undivided),
    )


def the_first_move_ends_the_game() -> Computed:
    """Play every possible first piece: each ends the game, with all triangles for red."""
    game = engine(end="literal")
    ends = []
    for line in BOARD.boundary:
        last = game.play(game.initial(), BOARD.names[line])
        ends.append(game.is_over(last) and game.scores(last) == {"red": 96, "blue": 0})
    return Computed.of_each(ends, f"each of {len(ends)} first pieces ends the game 96:0")


def the_shortest_literal_game() -> Computed:
    """Play one piece; the game is over, 96 to 0."""
    game = engine(end="literal")
    last = replay(game, (ON_ONE_SIDE,))
    red_has_all = game.scores(last) == {"red": 96, "blue": 0} and game.winners(last) == ("red",)
    fine = game.is_over(last) and red_has_all
    return Computed.of_game(game, (ON_ONE_SIDE,), fine, "the first move ends the game 96:0")


def a_split_keeps_the_game_going() -> Computed:
    """Split the board, then play a piece on either side; only the second one ends the game."""
    game = engine(end="literal")
    moves = (*SPLIT, ON_ONE_SIDE, ON_THE_OTHER)
    *earlier, last = positions(moves, game)
    over = game.is_over(last) and not any(map(game.is_over, earlier))
    fine = over and game.scores(last) == {"red": 1, "blue": 95}
    detail = "after a split the first piece does not end the game, the second may: 1:95"
    return Computed.of_game(game, moves, fine, detail)


def the_default_reading_ends_at_once_too() -> Computed:
    """Claim, wrongly, that under `end=full` the first piece ends the game."""
    game = engine(end="full")
    last = replay(game, (ON_ONE_SIDE,))
    return Computed(game.is_over(last), "the game goes on", 1)


THEOREMS = (
    Theorem(
        name="a_piece_on_the_undivided_board_ends_the_game_under_the_literal_reading",
        statement="Under end=literal, as soon as the board is one area and carries pieces of one player "
        "only, on whatever boundary lines, the game is over and all 96 triangles are that player's; so "
        "a first piece on the undivided board ends the game 96 to 0. With exactly one piece on the "
        "board, and somebody able to move, it is over on the undivided board only.",
        scope=TheoremScope(
            "board",
            "every set of sticks, every boundary line",
            params=ANY_GAME,
            readings={"end": ("literal",), "partners": ("separate", "shared")},
        ),
        clauses=("MIN-11", "MIN-12", "end", "partners"),
        assumptions=(BY_LAYERS,),
        parts=(
            *layers_on_the_board(),
            Claim(
                "one player's pieces on the undivided board end the game",
                every_player_and_reading,
                why_not_real="it speaks of pieces of one player, which end the game",
            ),
            Claim(
                "with one piece the game is over on the undivided board only",
                lambda: (one_piece_owns_one_area(here) for here in settings()),
                why_not_real="it speaks of positions with exactly one piece",
            ),
            Exhibit("the first move ends the game", the_shortest_literal_game),
            Exhibit("a split keeps the game going", a_split_keeps_the_game_going),
            Enumeration("every first piece ends the game", the_first_move_ends_the_game),
            Twin(
                "one player's pieces end the game on a divided board too",
                lambda: one_area_one_owner(Literal(2, "separate"), 0, undivided=False),
                of="one player's pieces on the undivided board end the game",
                changed="the board may be divided",
            ),
            Twin(
                "with any number of pieces the game is over on the undivided board only",
                lambda: one_piece_owns_one_area(Literal(2, "separate"), pieces="some"),
                of="with one piece the game is over on the undivided board only",
                changed="any number of pieces",
            ),
            FalseExhibit(
                "under end=full the first piece ends the game",
                the_default_reading_ends_at_once_too,
                of="the first move ends the game",
                changed="under end=full",
            ),
        ),
        slow=True,
    ),
)
