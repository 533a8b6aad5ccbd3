"""Nonaga, clause by clause: set-up, piece step, disc step, turn, end.

Each function is a formula; its name is the claim and its docstring the rulebook's demand.
`before` is the position a step is made in, `move` where the step begins and ends; `made` is the
board after a step, before the turn has passed on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve, frozen

from rulewright.spec.logic import (
    Fact,
    Link,
    all_of,
    any_of,
    at_least,
    at_most,
    count,
    exactly_one,
    if_then_else,
    implies,
    none_of,
    not_,
    only_where,
)
from rulewright.spec.nonaga.board import corners, hexagon
from rulewright.spec.nonaga.facts import (
    Facts,
    Move,
    Outlook,
    Position,
    Rules,
    lines_with,
    possible,
)


def is_a_disc_step(rules: Rules, before: Position, move: Move) -> Fact:
    """The step to be made is the disc step."""
    return before.disc_step


def is_a_piece_step(rules: Rules, before: Position, move: Move) -> Fact:
    """The step to be made is the piece step."""
    return not_(before.disc_step)


in_a_disc_step = only_where(is_a_disc_step)
in_a_piece_step = only_where(is_a_piece_step)


# ------------------------------------------------------------------------------------------ set-up


def discs_form_a_hexagon_with_pieces_alternating_on_its_corners(rules: Rules) -> Position:
    """The discs form a hexagon, the pieces alternate on its six corners (NON-1)."""
    n, cells = rules.params.n, rules.window.cells
    starts = {"red": corners(n)[0::2], "black": corners(n)[1::2]}
    nothing = (False,) * len(cells)
    inside = set(hexagon(n))
    return Position(
        discs=tuple(cell in inside for cell in cells),
        pieces=tuple(tuple(cell in starts[player] for cell in cells) for player in rules.players),
        turn=(True, False),
        disc_step=False,
        barred=nothing,
        won=(False, False),
    )


def no_disc_or_piece_is_lost_and_each_piece_has_its_own_disc(
    rules: Rules, position: Position, outlook: Outlook
) -> Fact:
    """All the discs are there, three pieces of each colour, each piece on a disc of its own (NON-1)."""
    per_cell = zip(position.discs, *position.pieces, strict=True)
    return all_of(
        (
            count(position.discs) == rules.discs,
            *(count(own) == 3 for own in position.pieces),  # noqa: PLR2004 - three pieces
            *(
                all_of((at_most(1, pieces), implies(any_of(pieces), disc)))
                for disc, *pieces in per_cell
            ),
        )
    )


# -------------------------------------------------------------------------------------- piece step


@in_a_piece_step
def piece_slides_straight_as_far_as_it_can(rules: Rules, before: Position, move: Move) -> Fact:
    """One of the mover's pieces slides in a straight line over vacant discs, as far as it can (NON-2).

    It goes until the next cell has no disc or carries a piece; it cannot stop earlier.
    """
    return all_of(
        (
            begins_on(move, carried_by_the_mover(before)),
            ends_on(move, ends_of_ways(rules, vacant_discs(before), move.origin)),
        )
    )


def ends_of_ways(rules: Rules, passable: Sequence[Fact], start: Sequence[Fact]) -> list[Fact]:
    """For each cell: in some direction it is the last to which a piece slides from its start."""
    blocked = [not_(fact) for fact in passable]
    ends: list[list[Fact]] = [[] for _ in passable]
    for lines in rules.grid.lines:
        for line in lines_with(start, lines):
            here: Fact = False
            for cell, following in zip(line, (*line[1:], None), strict=True):
                here = any_of((start[cell], all_of((here, passable[cell]))))
                stops = True if following is None else blocked[following]
                ends[cell].append(all_of((here, stops)))
    return [any_of(ways) for ways in ends]


@in_a_piece_step
def piece_moves_at_least_one_cell(rules: Rules, before: Position, move: Move) -> Fact:
    """The piece moves at least one cell (NON-3)."""
    return not_(ends_on(move, move.origin))


def whoever_is_to_move_a_piece_can(rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """Whoever is to move a piece has one that can move (NON-3)."""
    return all_of(
        implies(all_of((own, not_(position.disc_step))), can)
        for own, can in zip(position.turn, outlook.can_step, strict=True)
    )


# --------------------------------------------------------------------------------------- disc step


@in_a_disc_step
def moved_disc_carries_no_piece(rules: Rules, before: Position, move: Move) -> Fact:
    """The moved disc carries no piece (NON-4)."""
    return begins_on(move, vacant_discs(before))


def a_barred_disc_carries_no_piece_of_who_relocated_it(
    rules: Rules, position: Position, outlook: Outlook
) -> Fact:
    """A disc just relocated carries no piece but one that has moved there since (NON-4)."""
    here = zip(position.barred, zip(*position.pieces, strict=True), strict=True)
    return none_of(
        all_of((barred, piece, not_(all_of((mine, position.disc_step)))))
        for barred, pieces in here
        for piece, mine in zip(pieces, position.turn, strict=True)
    )


@in_a_disc_step
def moved_disc_can_be_slid_out(rules: Rules, before: Position, move: Move) -> Fact:
    """The moved disc can be slid out without moving another disc, as `removal` is read (NON-5)."""
    reading = {
        "path": can_slide_arbitrarily_far_away,
        "local": has_two_touching_vacant_neighbours,
        "four": touches_at_most_four_discs,
        "rim": touches_at_most_five_discs,
    }
    return reading[rules.rulings.removal](rules, before, move)


def whoever_is_to_relocate_a_disc_can(rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """Whoever is to relocate a disc has one that can be relocated (NON-5)."""
    due = all_of((any_of(position.turn), position.disc_step))
    return implies(due, outlook.can_relocate)


@in_a_disc_step
def disc_just_relocated_stays(rules: Rules, before: Position, move: Move) -> Fact:
    """The disc that the opponent relocated in the turn before may not be moved (NON-6)."""
    reading = {"opponent": before.barred, "none": (False,) * len(before.barred)}
    return not_(begins_on(move, reading[rules.rulings.bar]))


def at_most_one_disc_is_barred(rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """At most one disc was relocated in the turn before, none once the game is over (NON-6)."""
    on_discs = (
        implies(barred, disc) for barred, disc in zip(position.barred, position.discs, strict=True)
    )
    over = none_of(position.turn)
    return all_of(
        (at_most(1, position.barred), *on_discs, not_(all_of((over, any_of(position.barred)))))
    )


@in_a_disc_step
def disc_goes_where_it_touches_two_others(rules: Rules, before: Position, move: Move) -> Fact:
    """It is put on another vacant cell, touching at least two of the other discs (NON-7)."""
    reading = {
        "anywhere": touches_at_least_two_others,
        "slide_in": all_put_down(touches_at_least_two_others, can_slide_in_from_far_away),
        "slide_across": all_put_down(touches_at_least_two_others, can_slide_across),
        "four": touches_two_to_four_others,
    }
    vacant = [not_(disc) for disc in before.discs]
    return all_of((ends_on(move, vacant), reading[rules.rulings.placement](rules, before, move)))


def a_barred_disc_lies_as_it_was_put_down(
    rules: Rules, position: Position, outlook: Outlook
) -> Fact:
    """A disc just relocated touches at least two others, as `placement` is read (NON-7)."""
    laid = Move(position.barred, position.barred)
    reading = {
        "anywhere": touches_at_least_two_others,
        "slide_in": all_put_down(can_slide_in_from_far_away, touches_at_least_two_others),
        "slide_across": touches_at_least_two_others,
        "four": touches_two_to_four_others,
    }
    return implies(any_of(position.barred), reading[rules.rulings.placement](rules, position, laid))


@in_a_disc_step
def another_disc_may_be_left_with_one_contact(rules: Rules, before: Position, move: Move) -> Fact:
    """Another disc may be left with a single contact; how loose is for `connectivity` (NON-8)."""
    reading = {
        "connected": discs_are_one_group_after,
        "throughout": all_put_down(discs_are_one_group_after, discs_are_one_group_meanwhile),
        "contact": every_disc_touches_another_after,
        "free": anything_goes,
    }
    return reading[rules.rulings.connectivity](rules, before, move)


def field_holds_together(rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """The field holds together as far as `connectivity` demands (NON-8)."""
    reading: dict[str, Callable[[Rules, Sequence[Fact]], Fact]] = {
        "connected": are_one_group,
        "throughout": are_one_group,
        "contact": each_touches_another,
        "free": lambda *_: True,
    }
    return reading[rules.rulings.connectivity](rules, position.discs)


# ---------------------------------------------------------------------------- the readings: removal


def can_slide_arbitrarily_far_away(rules: Rules, before: Position, move: Move) -> Fact:
    """`removal=path`: as a round disc among the others, which stay fixed, it can leave the field."""
    reached = reached_by_sliding(rules, before, move, move.origin)
    return any_of(reached[cell] for cell in rules.grid.rim)


def has_two_touching_vacant_neighbours(rules: Rules, before: Position, move: Move) -> Fact:
    """`removal=local`: two vacant cells are neighbours of the disc and of each other."""
    return any_of(
        all_of((move.origin[cell], free))
        for cell, others in enumerate(rules.grid.neighbours)
        for free in vacant_in_a_row(before, others)
    )


def vacant_in_a_row(before: Position, others: Sequence[int | None]) -> list[Fact]:
    """For each two successive ones of the cells round a cell: both are vacant."""
    vacant = [True if other is None else not_(before.discs[other]) for other in others]
    return [all_of((vacant[way - 1], vacant[way])) for way in range(6)]


def touches_at_most_four_discs(rules: Rules, before: Position, move: Move) -> Fact:
    """`removal=four`: it has at most four neighbouring discs."""
    return touches(rules, before.discs, move.origin, lambda discs: at_most(4, discs))


def touches_at_most_five_discs(rules: Rules, before: Position, move: Move) -> Fact:
    """`removal=rim`: it has at most five neighbouring discs."""
    return touches(rules, before.discs, move.origin, lambda discs: at_most(5, discs))


# -------------------------------------------------------------------------- the readings: placement


def touches_at_least_two_others(rules: Rules, before: Position, move: Move) -> Fact:
    """`placement=anywhere`: at least two of the other discs touch the cell, an enclosed hole or not."""
    return ends_beside(rules, before, move, lambda discs: at_least(2, discs))


def touches_two_to_four_others(rules: Rules, before: Position, move: Move) -> Fact:
    """`placement=four`: two to four of the other discs touch the cell."""
    at_most_four = ends_beside(rules, before, move, lambda discs: at_most(4, discs))
    return all_of((touches_at_least_two_others(rules, before, move), at_most_four))


def ends_beside(
    rules: Rules, before: Position, move: Move, enough: Callable[[list[Fact]], Fact]
) -> Fact:
    """The others beside the cell where the disc is put down are as many as they should be."""
    others = without_the_moved(before, move)
    beside = [enough([others[other] for other in around]) for around in rules.grid.around]
    return ends_on(move, beside)


def can_slide_in_from_far_away(rules: Rules, before: Position, move: Move) -> Fact:
    """`placement=slide_in`: with the moved disc off, the cell can be reached from far away."""
    rim = set(rules.grid.rim)
    far_away = tuple(cell in rim for cell in range(len(before.discs)))
    return ends_on(move, reached_by_sliding(rules, before, move, far_away))


def can_slide_across(rules: Rules, before: Position, move: Move) -> Fact:
    """`placement=slide_across`: the cell can be reached from the one the disc came from."""
    return ends_on(move, reached_by_sliding(rules, before, move, move.origin))


# ----------------------------------------------------------------------- the readings: connectivity


def discs_are_one_group_after(rules: Rules, before: Position, move: Move) -> Fact:
    """`connectivity=connected`: after the disc step all discs are one connected group."""
    return are_one_group(rules, with_the_moved(before, move))


def discs_are_one_group_meanwhile(rules: Rules, before: Position, move: Move) -> Fact:
    """`connectivity=throughout`: the others are one group also while the disc is in the hand."""
    return are_one_group(rules, without_the_moved(before, move))


def every_disc_touches_another_after(rules: Rules, before: Position, move: Move) -> Fact:
    """`connectivity=contact`: after the disc step every disc touches another one."""
    return each_touches_another(rules, with_the_moved(before, move))


def anything_goes(rules: Rules, before: Position, move: Move) -> Fact:
    """`connectivity=free`: no demand."""
    return True


# -------------------------------------------------------------------------------------------- turn


def piece_or_disc_comes_to_lie_where_it_was_moved(
    rules: Rules, before: Position, move: Move
) -> Position:
    """The step is made: the piece slides, or the disc is relocated; nothing else moves (NON-2)."""
    disc_step = before.disc_step
    put = tuple(all_of((disc_step, target)) for target in move.target)
    stays = tuple(all_of((not_(disc_step), barred)) for barred in before.barred)
    relocated = with_the_moved(before, move)
    return evolve(
        before,
        discs=tuple(
            if_then_else(disc_step, new, old)
            for new, old in zip(relocated, before.discs, strict=True)
        ),
        pieces=tuple(
            tuple(
                if_then_else(
                    all_of((mine, not_(disc_step))),
                    any_of((target, all_of((lay, not_(origin))))),
                    lay,
                )
                for lay, origin, target in zip(own, move.origin, move.target, strict=True)
            )
            for own, mine in zip(before.pieces, before.turn, strict=True)
        ),
        barred=tuple(any_of(pair) for pair in zip(put, stays, strict=True)),
    )


@frozen
class Beginning:
    """What becomes of a turn that begins: for each player, whether it is so."""

    steps: Facts
    """The player moves a piece."""
    relocates: Facts
    """The player cannot, and goes on with the disc step."""
    loses: Facts
    """The player can do neither, or cannot do what is due, and loses."""
    passes: Facts
    """The player can do neither, and the turn goes over without an action."""


def turn_begins(rules: Rules, due: Facts, outlook: Outlook, can_relocate: Fact) -> Beginning:
    """A turn begins with the piece step; `no_piece_step` says what follows if there is none."""
    anybody = any_of(due)
    able = any_of(map_all(due, outlook.can_step))
    no_piece_step = all_of((anybody, not_(able)))
    goes_on = {"skip": no_piece_step, "loses": False}[rules.rulings.no_piece_step]
    lost = {"skip": False, "loses": no_piece_step}[rules.rulings.no_piece_step]
    relocates = all_of((goes_on, can_relocate))
    no_disc_step = all_of((goes_on, not_(relocates)))
    lost_too = {"skip": False, "loses": no_disc_step}[rules.rulings.no_disc_step]
    passes = {"skip": no_disc_step, "loses": False}[rules.rulings.no_disc_step]
    return Beginning(
        steps=of_each(due, able),
        relocates=of_each(due, relocates),
        loses=of_each(due, any_of((lost, lost_too))),
        passes=of_each(due, passes),
    )


def turn_is_a_piece_step_and_a_disc_step(
    rules: Rules, made: Position, outlook: Outlook
) -> Position:
    """A turn is a piece step and then a disc step of one player; the turns alternate (NON-9).

    `no_piece_step` and `no_disc_step` say what becomes of a step that cannot be made. If both players
    in a row can do nothing, the game ends without a winner. The first player whose three pieces stand
    together wins, as `win` is read.
    """
    mover, disc_step = made.turn, made.disc_step
    together = any_of(map_all(mover, three_together(rules, made)))
    at_once = {
        "immediate": all_of((not_(disc_step), together)),
        "end_of_turn": all_of((disc_step, together)),
    }
    won = at_once[rules.rulings.win]
    on = all_of((any_of(mover), not_(won)))
    due = all_of((on, not_(disc_step)))
    relocates = all_of((due, outlook.can_relocate))
    no_disc_step = all_of((due, not_(relocates)))
    lost = {"skip": False, "loses": no_disc_step}[rules.rulings.no_disc_step]
    skipped = {"skip": no_disc_step, "loses": False}[rules.rulings.no_disc_step]
    won_without = {"immediate": False, "end_of_turn": all_of((skipped, together))}[
        rules.rulings.win
    ]
    goes_over = any_of((all_of((on, disc_step)), all_of((skipped, not_(won_without)))))

    next_in_turn = of_each(opponents(mover), goes_over)
    unbarred = outlook.can_relocate_unbarred
    first_can_relocate = if_then_else(disc_step, outlook.can_relocate, unbarred)
    first = turn_begins(rules, next_in_turn, outlook, first_can_relocate)
    second = turn_begins(rules, opponents(first.passes), outlook, unbarred)

    lose = any_of_each(of_each(mover, lost), first.loses, second.loses)
    win = any_of((won, won_without))
    still_barred = any_of(
        (relocates, all_of((disc_step, any_of((*first.steps, *first.relocates)))))
    )
    return evolve(
        made,
        turn=any_of_each(
            of_each(mover, relocates), first.steps, first.relocates, second.steps, second.relocates
        ),
        disc_step=any_of((relocates, *first.relocates, *second.relocates)),
        barred=tuple(all_of((still_barred, barred)) for barred in made.barred),
        won=any_of_each(of_each(mover, win), opponents(lose)),
    )


# --------------------------------------------------------------------------------------------- end


def three_together(rules: Rules, position: Position) -> Facts:
    """For each player: three pieces stand on directly neighbouring discs, one touching both others."""
    return tuple(
        touches(rules, own, own, lambda others: at_least(2, others)) for own in position.pieces
    )


def nobody_moves_exactly_when_the_game_is_over(
    rules: Rules, position: Position, outlook: Outlook
) -> Fact:
    """While somebody is to move nobody has three together, unless a disc step is still due (NON-9).

    Both never have; and nobody is to move only when the game has ended.
    """
    over = none_of(position.turn)
    return all_of(
        (
            at_most(1, position.turn),
            only_who_is_to_finish_the_turn_has_three_together(rules, position),
            implies(over, has_ended(rules, position, outlook)),
        )
    )


def only_who_is_to_finish_the_turn_has_three_together(rules: Rules, position: Position) -> Fact:
    """At most one player has three together; while the game is on, one who still owes a disc step."""
    together = three_together(rules, position)
    waits = {"immediate": False, "end_of_turn": position.disc_step}[rules.rulings.win]
    over = none_of(position.turn)
    return all_of(
        (
            at_most(1, together),
            *(
                implies(own, any_of((over, all_of((waits, mine)))))
                for own, mine in zip(together, position.turn, strict=True)
            ),
        )
    )


def has_ended(rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """The board is one on which a game can have ended."""
    return any_of(
        (
            *three_together(rules, position),
            *ways_to_lose(rules, outlook),
            nobody_can_do_anything(rules, outlook),
        )
    )


def ways_to_lose(rules: Rules, outlook: Outlook) -> Facts:
    """For each player: that player can have lost on this board, for want of a step.

    A disc step can have been wanting although one disc could go: it was barred.
    """
    disc_loses = rules.rulings.no_disc_step == "loses"
    piece_loses = rules.rulings.no_piece_step == "loses"
    stuck = all_of((disc_loses, not_(outlook.can_relocate)))
    return tuple(any_of((stuck, all_of((piece_loses, not_(can))))) for can in outlook.can_step)


def nobody_can_do_anything(rules: Rules, outlook: Outlook) -> Fact:
    """Neither player can make either step, and both steps are skipped when impossible."""
    skipping = rules.rulings.no_piece_step == rules.rulings.no_disc_step == "skip"
    idle = none_of((*outlook.can_step, outlook.can_relocate_unbarred))
    return all_of((skipping, idle))


def who_has_won(rules: Rules, position: Position, outlook: Outlook) -> Facts:
    """Who has won a finished game, as far as the board tells: nobody where it admits two results.

    Three together have won; but if then no disc step was possible and `no_disc_step=loses`, under
    `win=end_of_turn` they have lost. Without three together, the one who wanted a step has lost, if
    only one of the two can have been that one.
    """
    over = none_of(position.turn)
    together = three_together(rules, position)
    late = {"immediate": False, "end_of_turn": rules.rulings.no_disc_step == "loses"}
    wanted = all_of((late[rules.rulings.win], not_(outlook.can_relocate_unbarred)))
    undone = all_of((over, any_of(together), wanted))
    lose = all_of((over, none_of(together), exactly_one(ways_to_lose(rules, outlook))))
    by_loss = of_each(opponents(ways_to_lose(rules, outlook)), lose)
    won = of_each(together, all_of((over, not_(undone))))
    lost = of_each(opponents(together), undone)
    return any_of_each(won, lost, by_loss)


# ----------------------------------------------------------------------------- discs and what touches


def begins_on(move: Move, there: Sequence[Fact]) -> Fact:
    """The step begins on one of some cells."""
    return any_of(all_of(pair) for pair in zip(move.origin, there, strict=True))


def ends_on(move: Move, there: Sequence[Fact]) -> Fact:
    """The step ends on one of some cells."""
    return any_of(all_of(pair) for pair in zip(move.target, there, strict=True))


def carried_by_the_mover(before: Position) -> list[Fact]:
    """For each cell: it carries a piece of the player to move."""
    return [any_of(map_all(pieces, before.turn)) for pieces in zip(*before.pieces, strict=True)]


def vacant_discs(before: Position) -> list[Fact]:
    """For each cell: it holds a disc that carries no piece."""
    per_cell = zip(before.discs, *before.pieces, strict=True)
    return [all_of((disc, none_of(pieces))) for disc, *pieces in per_cell]


def without_the_moved(before: Position, move: Move) -> list[Fact]:
    """For each cell: it holds a disc while the moved one is in the hand."""
    return [
        all_of((disc, not_(origin))) for disc, origin in zip(before.discs, move.origin, strict=True)
    ]


def with_the_moved(before: Position, move: Move) -> list[Fact]:
    """For each cell: it holds a disc once the moved one is put down."""
    others = without_the_moved(before, move)
    return [any_of(pair) for pair in zip(others, move.target, strict=True)]


def touches(
    rules: Rules, discs: Sequence[Fact], cells: Sequence[Fact], enough: Callable[[list[Fact]], Fact]
) -> Fact:
    """One of some cells has a number of discs beside it that is as it should be."""
    return any_of(
        all_of((cells[cell], enough([discs[other] for other in rules.grid.around[cell]])))
        for cell in possible(cells)
    )


def reached_by_sliding(
    rules: Rules, before: Position, move: Move, start: Sequence[Fact]
) -> list[Fact]:
    """For each cell: the moved disc can get there from the start, the others staying where they are.

    It steps between adjacent vacant cells whose two common neighbours do not both hold a disc.
    """
    others = without_the_moved(before, move)
    links: list[Link] = [
        (cell, other, gate_is_open(others, (cell, other), beside))
        for cell, other, beside in rules.grid.gates
    ]
    return rules.reach(start, links)


def gate_is_open(others: Sequence[Fact], ends: tuple[int, int], beside: Sequence[int]) -> Fact:
    """A round disc passes from one cell to the next: both are vacant, and so is a cell beside both."""
    narrow = all_of(others[cell] for cell in beside) if len(beside) == 2 else False  # noqa: PLR2004
    return none_of((others[ends[0]], others[ends[1]], narrow))


def are_one_group(rules: Rules, discs: Sequence[Fact]) -> Fact:
    """Discs are one connected group: all can be reached from the first of them."""
    links: list[Link] = [
        (cell, other, all_of((discs[cell], discs[other]))) for cell, other in rules.grid.pairs
    ]
    reached = rules.reach(first_of(discs), links)
    return all_of(implies(disc, mark) for disc, mark in zip(discs, reached, strict=True))


def first_of(discs: Sequence[Fact]) -> list[Fact]:
    """For each cell: it holds a disc, and no cell before it does."""
    first: list[Fact] = []
    none_yet: Fact = True
    for disc in discs:
        first.append(all_of((disc, none_yet)))
        none_yet = all_of((none_yet, not_(disc)))
    return first


def each_touches_another(rules: Rules, discs: Sequence[Fact]) -> Fact:
    """Every disc touches another one."""
    return all_of(
        implies(disc, any_of(discs[other] for other in around))
        for disc, around in zip(discs, rules.grid.around, strict=True)
    )


# ------------------------------------------------------------------------------ facts of both players


def opponents(facts: Facts) -> Facts:
    """For each player: what is so of the opponent."""
    return (facts[1], facts[0])


def of_each(facts: Facts, fact: Fact) -> Facts:
    """For each player: it is so of that player, and the fact holds."""
    return tuple(all_of((own, fact)) for own in facts)


def map_all(left: Sequence[Fact], right: Sequence[Fact]) -> list[Fact]:
    """For each of several: both facts hold."""
    return [all_of(pair) for pair in zip(left, right, strict=True)]


def any_of_each(*rows: Facts) -> Facts:
    """For each player: one of several facts holds."""
    return tuple(any_of(facts) for facts in zip(*rows, strict=True))


def all_put_down(
    *demands: Callable[[Rules, Position, Move], Fact],
) -> Callable[[Rules, Position, Move], Fact]:
    """Make the demand that all of several are met."""
    return lambda rules, before, move: all_of(demand(rules, before, move) for demand in demands)
