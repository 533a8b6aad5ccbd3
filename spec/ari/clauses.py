"""ARI, clause by clause: set-up, turn, legality, effect, end, score.

Each function is a formula; its name is the claim and its docstring the rulebook's demand. `before` is
the position as the player to move sees it, `move` what that player does. The board is finite, so
nothing is cut off: all pieces are looked at, and cells are numbers that comparisons bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from attrs import evolve

from rulewright.spec.ari.facts import (
    Army,
    Cell,
    Die,
    Facts,
    Move,
    Outlook,
    Piece,
    Position,
    Queen,
    Rules,
    View,
    die_of,
    lifted,
    queen_of,
)
from rulewright.spec.ari.geometry import (
    are_same,
    is_one_step_away,
    is_orthogonal_neighbour,
    is_vacant,
    share_a_cell,
)
from rulewright.spec.ari.pointing import (
    is_offered,
    threatens,
    vacant_offers,
)
from rulewright.spec.logic import (
    Fact,
    all_of,
    any_of,
    at_most,
    count,
    exactly_one,
    iff,
    implies,
    none_of,
    not_,
    only_where,
)

NONE: Facts = (False, False, False)
"""Of three dice, none."""


# ------------------------------------------------------------------------------------------- set-up


def the_board_is_empty_and_white_begins(rules: Rules) -> Position:
    """White puts one die on any cell: before that the board is empty (ARI-1)."""
    nothing = (False,) * len(Army().dice)
    return Position((Army(), Army()), (nothing, nothing), (True, False))


def dice_are_being_set_up(rules: Rules, before: View, move: Move) -> Fact:
    """Some die has not been put down yet."""
    return not_(before.dice_are_set_up)


@only_where(dice_are_being_set_up)
def each_die_is_set_up_on_a_target_cell_of_the_die_before(
    rules: Rules, before: View, move: Move
) -> Fact:
    """Set-up: the first die goes on any cell, each further one on a target cell of the last (ARI-1).

    Each player in turn puts down one of their dice, white first, until all six lie.
    """

    def demands() -> Iterator[Fact]:
        yield a_new_die_is_put_down(before, move)
        yield is_vacant(before.pieces, move.cell)
        yield is_chained(rules, before, move.cell)

    return all_of(demands())


def a_new_die_is_put_down(before: View, move: Move) -> Fact:
    """One of the own dice that are not on the board yet is put down."""
    return any_of(
        all_of((put, not_(die.present))) for put, die in zip(move.die, before.own.dice, strict=True)
    )


def is_chained(rules: Rules, before: View, cell: Cell) -> Fact:
    """There is no die before, or it offers the cell, or it offers no vacant cell (see `no_target`)."""
    reading = {
        "any_die": is_offered_by_any_die_or_none_offers,
        "any_cell": any_cell_will_do,
    }
    without_target = reading[rules.rulings.no_target]
    runs_dry = none_of(vacant_offers(rules, before, before.last))
    return any_of(
        (
            none_of(before.last),
            is_offered(rules, before.dice, before.last, cell),
            all_of((runs_dry, without_target(rules, before, cell))),
        )
    )


def dice_alternate_and_the_last_one_is_known(
    rules: Rules, position: Position, outlook: Outlook
) -> Fact:
    """While dice are set up the players take turns and the last die is known; no queen stands (ARI-1).

    Once all six lie there is no last die.
    """
    white, black = position.armies
    lie = [count(die.present for die in army.dice) for army in position.armies]
    marked = [fact for own in position.last for fact in own]
    own_last = zip(position.last, position.armies, position.turn, strict=True)
    unfinished = all_of(
        (
            none_of((white.queen.present, black.queen.present)),
            iff(position.turn[0], lie[0] == lie[1]),
            iff(position.turn[1], lie[0] == lie[1] + 1),
            any_of(position.turn),
            any_of((exactly_one(marked), none_of(dice_on_the_board(position)))),
            *(
                implies(last, all_of((die.present, not_(turn))))
                for lasts, army, turn in own_last
                for last, die in zip(lasts, army.dice, strict=True)
            ),
        )
    )
    done = all_of(dice_on_the_board(position))
    return all_of((implies(not_(done), unfinished), implies(done, none_of(marked))))


def the_own_queen_is_to_be_put_down(rules: Rules, before: View, move: Move) -> Fact:
    """All dice lie, and the own queen does not stand yet."""
    return all_of((before.dice_are_set_up, not_(before.own.queen.present)))


@only_where(the_own_queen_is_to_be_put_down)
def queens_are_put_on_vacant_cells_once_all_dice_lie(
    rules: Rules, before: View, move: Move
) -> Fact:
    """Then white and after that black put the queen on any vacant cell (ARI-2)."""
    return all_of((move.queen, is_vacant(before.pieces, move.cell)))


def white_puts_the_queen_first(rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """Queens stand only when all dice lie; white's is put first, and black's second (ARI-2)."""
    white, black = (army.queen.present for army in position.armies)
    done = all_of(dice_on_the_board(position))
    return all_of(
        (
            implies(any_of((white, black)), done),
            implies(all_of((done, none_of((white, black)))), position.turn[0]),
            implies(all_of((done, white, not_(black))), not_(position.turn[0])),
            implies(all_of((done, black, not_(white))), none_of(position.turn)),
        )
    )


# -------------------------------------------------------------------------- the readings: no_target


def any_cell_will_do(rules: Rules, before: View, cell: Cell) -> Fact:
    """`no_target=any_cell`: nothing is asked of the cell but what ARI-1 asks, that it is vacant."""
    return True


def is_offered_by_any_die_or_none_offers(rules: Rules, before: View, cell: Cell) -> Fact:
    """`no_target=any_die`: a target cell of any die on the board; if none is vacant, any cell."""
    everybody = (True,) * len(before.dice)
    return any_of(
        (
            is_offered(rules, before.dice, everybody, cell),
            none_of(vacant_offers(rules, before, everybody)),
        )
    )


# --------------------------------------------------------------------------------------------- turn


def a_turn_is_one_action(rules: Rules, before: View, move: Move) -> Fact:
    """A turn is one action: a queen step, a die move, or a strike (ARI-5)."""
    return exactly_one((*move.die, move.queen, *move.strike))


def the_turn_goes_to_the_other_player(
    rules: Rules, after: Position, mover: Facts, outlook: Outlook
) -> Position:
    """A turn is one action; a player left without one is passed over, or loses (ARI-5).

    `after` is the position after the action, nobody's turn if that ended the game; `mover` says who
    made it.
    """
    goes_on = any_of(after.turn)
    due = tuple(all_of((goes_on, other)) for other in reversed(mover))
    stuck = tuple(all_of((queens_stand(after), not_(can))) for can in outlook.can_act)
    reading = {"skip": the_turn_is_skipped, "loses": the_turn_is_lost}
    turn, newly = reading[rules.turn_without_action](due, stuck)
    lost = tuple(map(any_of, zip(after.lost, newly, strict=True)))
    return evolve(after, turn=turn, lost=lost)


def the_turn_is_skipped(due: Facts, stuck: Facts) -> tuple[Facts, Facts]:
    """`no_action=skip`: the turn goes to the other player; if neither can act, it is nobody's."""
    turn = tuple(
        all_of((not_(stuck[player]), any_of((due[player], all_of((due[other], stuck[other]))))))
        for player, other in ((0, 1), (1, 0))
    )
    return turn, (False, False)


def the_turn_is_lost(due: Facts, stuck: Facts) -> tuple[Facts, Facts]:
    """`no_action=loses`, and `threat=mate`: a player without a legal action loses."""
    turn = tuple(all_of((own, not_(none))) for own, none in zip(due, stuck, strict=True))
    return turn, tuple(map(all_of, zip(due, stuck, strict=True)))


def the_turn_is_one_players_who_can_act(rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """The turn is that of at most one player, who in play has a legal action (ARI-5)."""
    able = (
        implies(all_of((own, queens_stand(position))), can)
        for own, can in zip(position.turn, outlook.can_act, strict=True)
    )
    return all_of((at_most(1, position.turn), *able))


# ----------------------------------------------------------------------------------------- legality


def a_queen_goes_while_the_other_stands(rules: Rules, before: View, move: Move) -> Fact:
    """The own queen is put down, or steps, while the enemy queen stands."""
    return all_of((move.queen, before.enemy.queen.present))


@only_where(a_queen_goes_while_the_other_stands)
def the_queen_does_not_go_next_to_the_other_queen(rules: Rules, before: View, move: Move) -> Fact:
    """Queens may not stand next to each other, ever (ARI-3)."""
    return not_(are_next_to(rules, move.cell, before.enemy.queen.cell))


def queens_are_not_next_to_each_other(rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """No two queens stand next to each other (ARI-3)."""
    white, black = (army.queen for army in position.armies)
    return not_(all_of((white.present, black.present, are_next_to(rules, white.cell, black.cell))))


def are_next_to(rules: Rules, one: Cell, other: Cell) -> Fact:
    """Two cells are next to each other, as `next_to` is read."""
    reading = {"eight": is_one_step_away, "four": is_orthogonal_neighbour}
    return reading[rules.rulings.next_to](one, other)


def a_queen_steps(rules: Rules, before: View, move: Move) -> Fact:
    """In play, the own queen moves."""
    return all_of((before.in_play, move.queen))


@only_where(a_queen_steps)
def a_queen_steps_one_cell_to_a_vacant_cell(rules: Rules, before: View, move: Move) -> Fact:
    """Queen step: one cell in any of the eight directions, to a vacant cell (ARI-6)."""
    return all_of(
        (is_one_step_away(before.own.queen.cell, move.cell), is_vacant(before.pieces, move.cell))
    )


def a_queen_shares_her_cell_with_nobody(rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """No queen stands on the cell of a die, or of the other queen (ARI-6)."""
    white, black = (army.queen for army in position.armies)
    dice = [die for army in position.armies for die in army.dice]
    on_a_die = [share_a_cell(queen, die) for queen in (white, black) for die in dice]
    return none_of((*on_a_die, share_a_cell(white, black)))


def a_die_moves(rules: Rules, before: View, move: Move) -> Fact:
    """In play, an own die moves."""
    return all_of((before.in_play, any_of(move.die)))


@only_where(a_die_moves)
def a_die_goes_to_a_target_cell_or_beside_the_own_queen(
    rules: Rules, before: View, move: Move
) -> Fact:
    """Die move: an own die goes to a vacant target cell of any die, or beside the own queen (ARI-7).

    Any of the four orthogonal neighbours of the queen will do, and any orientation.
    """
    free = {"strike": is_vacant_for_a_die, "landing": is_vacant_or_the_enemy_queens}
    turning = {"free": the_die_may_be_turned, "kept": the_die_keeps_its_orientation}
    return all_of(
        (
            free[rules.rulings.capture](before, move.cell),
            any_of(
                (
                    is_offered_for_the_move(rules, before, move),
                    is_orthogonal_neighbour(move.cell, before.own.queen.cell),
                )
            ),
            turning[rules.rulings.orientation](before, move),
        )
    )


def no_two_dice_share_a_cell(rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """No two dice lie on one cell (ARI-7)."""
    dice = [die for army in position.armies for die in army.dice]
    return none_of(share_a_cell(*pair) for pair in combinations(dice, 2))


def only_a_threatening_die_strikes_the_enemy_queen(rules: Rules, before: View, move: Move) -> Fact:
    """Only queens are captured, and only a die that threatens the enemy queen strikes her (ARI-9)."""
    reading = {"open": the_own_queen_may_be_left_threatened, "mate": the_own_queen_is_not_exposed}
    return all_of(
        (
            *(
                may_strike(rules, before, die, strike)
                for strike, die in zip(move.strike, before.own.dice, strict=True)
            ),
            reading[rules.rulings.threat](rules, before, move),
        )
    )


def a_die_strikes(rules: Rules, before: View, die: Die, strike: Fact) -> Fact:
    """The own die in question strikes."""
    return strike


@only_where(a_die_strikes)
def may_strike(rules: Rules, before: View, die: Die, strike: Fact) -> Fact:
    """In play, an own die threatens the enemy queen."""

    def facts() -> Iterator[Fact]:
        yield before.in_play
        yield threatens(rules, before.pieces, die, before.enemy.queen)

    return all_of(facts())


# -------------------------------------------- the readings: lifting, own_face, orientation, capture


def is_offered_for_the_move(rules: Rules, before: View, move: Move) -> Fact:
    """The cell is a target cell that counts for the die that moves.

    `lifting=after` takes the die off the board first; then it offers nothing itself, and covers no
    side. `own_face=others` does not count its own target cells.
    """
    moving, nobody = (*move.die, *NONE), (*NONE, *NONE)
    taken = {"before": nobody, "after": moving}[rules.rulings.lifting]
    ignored = {"others": moving, "any": nobody}[rules.rulings.own_face]
    dice = tuple(lifted(die, off) for die, off in zip(before.dice, taken, strict=True))
    return is_offered(rules, dice, tuple(map(not_, ignored)), move.cell)


def the_die_may_be_turned(before: View, move: Move) -> Fact:
    """`orientation=free`: any of the die's orientations at each move."""
    return True


def the_die_keeps_its_orientation(before: View, move: Move) -> Fact:
    """`orientation=kept`: a die that moves keeps the orientation it has."""
    return all_of(
        implies(put, all_of(has == gets for has, gets in zip(die.sides, move.sides, strict=True)))
        for put, die in zip(move.die, before.own.dice, strict=True)
    )


def is_vacant_for_a_die(before: View, cell: Cell) -> Fact:
    """`capture=strike`: a die goes on vacant cells only."""
    return is_vacant(before.pieces, cell)


def is_vacant_or_the_enemy_queens(before: View, cell: Cell) -> Fact:
    """`capture=landing`: as if the enemy queen were not there."""
    return is_vacant((*before.dice, before.own.queen), cell)


def lands_on_the_enemy_queen(rules: Rules, before: View, move: Move) -> Fact:
    """A die is moved onto the cell of the enemy queen, and that captures her."""
    onto = all_of((any_of(move.die), before.in_play, are_same(move.cell, before.enemy.queen.cell)))
    return {"strike": False, "landing": onto}[rules.rulings.capture]


# ----------------------------------------------------------------------------- the readings: threat


def the_own_queen_may_be_left_threatened(rules: Rules, before: View, move: Move) -> Fact:
    """`threat=open`: a player may leave the own queen threatened."""
    return True


def an_action_captures_nothing(rules: Rules, before: View, move: Move) -> Fact:
    """In play, the action neither strikes nor lands on the enemy queen."""
    captures = any_of((*move.strike, lands_on_the_enemy_queen(rules, before, move)))
    return all_of((before.in_play, not_(captures)))


@only_where(an_action_captures_nothing)
def the_own_queen_is_not_exposed(rules: Rules, before: View, move: Move) -> Fact:
    """`threat=mate`: no enemy die threatens the own queen after an action that captures nothing."""
    queen = the_queen_goes_to_the_cell(rules, before, move)
    dice = (*the_die_goes_to_the_cell(rules, before, move), *before.enemy.dice)
    pieces: list[Piece] = [*dice, queen, before.enemy.queen]
    return none_of(threatens(rules, pieces, die, queen) for die in before.enemy.dice)


# ------------------------------------------------------------------------------------------- effect


def the_die_put_down_is_the_last_one(rules: Rules, before: View, move: Move) -> Facts:
    """Until all six lie, the die put down is the one that the next die goes by (ARI-1).

    One fact for each own die.
    """
    lying = [die.present for die in before.dice]
    after = (any_of((present, put)) for present, put in zip(lying, (*move.die, *NONE), strict=True))
    unfinished = not_(all_of(after))
    return tuple(all_of((put, unfinished)) for put in move.die)


def the_queen_goes_to_the_cell(rules: Rules, before: View, move: Move) -> Queen:
    """Queen step: the queen then stands on the cell, all others stay where they are (ARI-6)."""
    return queen_of(move.queen, Queen(True, move.cell), before.own.queen)


def the_die_goes_to_the_cell(rules: Rules, before: View, move: Move) -> tuple[Die, ...]:
    """Die move: the die then lies on the cell, with the orientation chosen; all others stay (ARI-7)."""
    return tuple(
        die_of(put, Die(True, move.cell, move.sides), die)
        for put, die in zip(move.die, before.own.dice, strict=True)
    )


def the_captured_queen_leaves_the_board(
    rules: Rules, before: View, move: Move
) -> tuple[Fact, Queen]:
    """A strike, or a landing where it captures, takes the enemy queen and wins (ARI-9).

    Gives whether a queen is captured, and the enemy queen afterwards.
    """
    captured = any_of((*move.strike, lands_on_the_enemy_queen(rules, before, move)))
    return captured, queen_of(captured, Queen(), before.enemy.queen)


# ---------------------------------------------------------------------------------------------- end


def nobody_has_the_turn_exactly_when_it_is_over(
    rules: Rules, position: Position, outlook: Outlook
) -> Fact:
    """While both queens stand, it is nobody's turn only for want of a legal action (ARI-9)."""
    stuck = tuple(map(not_, outlook.can_act))
    ended = {"skip": all_of(stuck), "loses": any_of(stuck)}[rules.turn_without_action]
    return implies(all_of((queens_stand(position), none_of(position.turn))), ended)


# -------------------------------------------------------------------------------------------- score


def who_captured_or_left_no_action_wins(rules: Rules, position: Position) -> Facts:
    """The player wins who captured the enemy queen, or whose opponent was left without an action.

    One fact for each player.
    """
    over = none_of(position.turn)
    return tuple(
        any_of(
            (
                all_of(
                    (
                        over,
                        position.armies[player].queen.present,
                        not_(position.armies[other].queen.present),
                    )
                ),
                position.lost[other],
            )
        )
        for player, other in ((0, 1), (1, 0))
    )


# ----------------------------------------------------------------------------- what is on the board


def dice_on_the_board(position: Position) -> list[Fact]:
    """For each of the six dice, white's first: it lies on the board."""
    return [die.present for army in position.armies for die in army.dice]


def queens_stand(position: Position) -> Fact:
    """Both queens stand."""
    return all_of(army.queen.present for army in position.armies)
