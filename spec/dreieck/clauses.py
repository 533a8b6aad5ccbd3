"""Dreieck nimmt, clause by clause: set-up, turn, legality, effect, capture, end, score.

Each function is a formula; its name is the claim and its docstring the rulebook's demand.
`before` is the position an action is played in, `move` the action, `laid` the position in which the
tile lies and nothing has been taken yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve

from rulewright.spec.dreieck.board import FIRST, window_around
from rulewright.spec.dreieck.facts import (
    Facts,
    Move,
    Outlook,
    Position,
    Rules,
    Symbols,
    parts,
    possible,
)
from rulewright.spec.dreieck.regions import (
    cells_across_edges_that_count,
    is_triggered,
    links_of_one_player,
    others_anywhere,
    others_beside_the_tile,
)
from rulewright.spec.dreieck.tiles import (
    all_tiles_are_laid,
    emptied,
    in_some_turn,
    lies_there,
    next_of_stack,
    numbered,
    shown_after,
    stacks_keep_their_order,
)
from rulewright.spec.logic import (
    Fact,
    Number,
    all_of,
    any_of,
    at_most,
    count,
    if_then_else,
    iff,
    implies,
    none_of,
    not_,
)

# ------------------------------------------------------------------------------------------ set-up


def everyone_starts_with_the_full_set(rules: Rules) -> Position:
    """Everyone starts with the full set of tiles of their own colour; the table is empty (DRE-1)."""
    window = window_around(())
    nothing = (False,) * len(window.cells)
    blank = (False,) * len(rules.symbols)
    tiles = range(len(rules.tiles))
    return Position(
        window=window,
        owner=(nothing,) * len(rules.players),
        symbols=((blank, blank, blank),) * len(window.cells),
        left=((True,) * len(tiles),) * len(rules.players),
        top=tuple(tuple(tile == stack[0] for tile in tiles) for stack in rules.stacks),
        captured=(0,) * len(rules.players),
        passes=tuple(number == 0 for number in range(len(rules.players) + 1)),
        begun=False,
        turn=tuple(player == rules.players[0] for player in rules.players),
    )


def a_tile_of_the_own_set_that_is_left_is_laid(rules: Rules, before: Position, move: Move) -> Fact:
    """A player lays a tile of the own set that is left; from a stack, the top one (DRE-1)."""
    held = before.top if rules.stacked else before.left
    own = (
        any_of(all_of((turn, tiles[tile])) for turn, tiles in zip(before.turn, held, strict=True))
        for tile in range(len(rules.tiles))
    )
    return implies(
        move.lays,
        any_of(all_of(pair) for pair in zip(move.tile, own, strict=True)),
    )


def nobody_has_a_tile_twice(rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """No player has a tile twice, laid or not; stacks keep their order (DRE-1)."""
    return all_of(
        (
            *(
                at_most(1, (left, *(lies_there(position, own, name, c) for c in possible(own))))
                for own, tiles in zip(position.owner, position.left, strict=True)
                for name, left in zip(numbered(rules), tiles, strict=True)
            ),
            *stacks_keep_their_order(rules, position),
        )
    )


# -------------------------------------------------------------------------------------------- turn


def turns_alternate(rules: Rules, mover: Facts, over: Fact) -> Facts:
    """Turns alternate, p1 first (DRE-2)."""
    return tuple(all_of((not_(over), mover[player - 1])) for player in range(len(mover)))


def one_player_is_to_move_and_p1_begins(rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """At most one player is to move; before the first tile that is p1, and nobody has passed (DRE-2)."""
    fresh = all_of((position.turn[0], position.passes[0]))
    return all_of((at_most(1, position.turn), any_of((position.begun, fresh))))


# ---------------------------------------------------------------------------------------- legality


def a_tile_is_laid_beside_a_laid_tile(rules: Rules, before: Position, move: Move) -> Fact:
    """A tile is laid on an empty cell beside a laid tile; the first on u0,0, as it is named (DRE-3).

    The table has no other landmark: so the first tile shows the least of its rotations.
    """
    around = before.window.around
    first = before.window.number.get(FIRST)
    return all_of(
        implies(
            at,
            all_of(
                (
                    not_(before.lies(cell)),
                    if_then_else(
                        before.begun,
                        any_of(before.lies(other) for other, _ in around[cell]),
                        all_of((cell == first, move.named)),
                    ),
                )
            ),
        )
        for cell, at in move.at.items()
    )


def the_tile_leaves_the_hand_for_its_cell(rules: Rules, before: Position, move: Move) -> Position:
    """The tile that is laid leaves its player's hand, or stack, and lies on its cell (DRE-3).

    The window must reach beyond the cell.
    """
    left = tuple(
        tuple(
            all_of((held, not_(all_of((turn, move.lays, laid)))))
            for held, laid in zip(own, move.tile, strict=True)
        )
        for own, turn in zip(before.left, before.turn, strict=True)
    )
    top = tuple(
        next_of_stack(order, own, held, all_of((turn, move.lays)))
        for order, own, held, turn in zip(rules.stacks, before.top, left, before.turn, strict=False)
    )
    return evolve(
        before,
        owner=tuple(
            tuple(
                any_of((lies, all_of((turn, move.at.get(cell, False)))))
                for cell, lies in enumerate(own)
            )
            for own, turn in zip(before.owner, before.turn, strict=True)
        ),
        symbols=tuple(
            shown_after(shown, move.symbols, move.at[cell]) if cell in move.at else shown
            for cell, shown in enumerate(before.symbols)
        ),
        left=left,
        top=top,
        begun=any_of((before.begun, move.lays)),
    )


def the_table_is_never_empty_after_the_first_tile(
    rules: Rules, position: Position, outlook: Outlook
) -> Fact:
    """After the first tile the table is never empty, and before it nothing lies there (DRE-3)."""
    return iff(position.begun, any_of(fact for own in position.owner for fact in own))


def symbols_at_the_common_edge_equal(rules: Rules, before: Position, move: Move) -> Fact:
    """The two symbols at the common edge equal those of the neighbour, as `match` is read (DRE-4)."""
    reading = {"all": matches_every_neighbour, "one": matches_some_neighbour}[rules.rulings.match]
    return all_of(implies(at, reading(before, cell, move.symbols)) for cell, at in move.at.items())


def laid_neighbours_agree(rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """`match=all`: any two tiles that share an edge show the same symbols at it (DRE-4)."""
    reading = {
        "all": all_of(
            implies(
                all_of((position.lies(one), position.lies(other))),
                agree(position.symbols[one], position.symbols[other], shared),
            )
            for one, other, shared in position.window.joints
        ),
        "one": True,
    }
    return reading[rules.rulings.match]


def a_tile_may_be_turned_never_flipped(rules: Rules, symbols: Symbols) -> Facts:
    """A tile may be turned, never flipped (DRE-5).

    For each tile: the symbols on the corners, read counter-clockwise from one of them, are its name.
    """
    return tuple(in_some_turn(symbols, name) for name in numbered(rules))


def who_can_lay_a_tile_must(rules: Rules, before: Position, move: Move) -> Fact:
    """A player who can lay a tile must; a player who cannot must pass (DRE-6)."""
    return implies(move.passes, not_(move.could_lay))


def a_pass_is_counted(rules: Rules, before: Position, move: Move) -> Position:
    """A pass is counted, a tile ends the count; the top tile goes where `stuck` says (DRE-6)."""
    idle = none_of((move.passes, move.lays))
    passes = tuple(
        any_of(
            (
                all_of((move.passes, before.passes[number - 1] if number else False)),
                all_of((move.lays, number == 0)),
                all_of((idle, fact)),
            )
        )
        for number, fact in enumerate(before.passes)
    )
    buried = {"keep": False, "bury": move.passes}[rules.rulings.stuck]
    top = tuple(
        next_of_stack(order, own, held, all_of((turn, buried)))
        for order, own, held, turn in zip(
            rules.stacks, before.top, before.left, before.turn, strict=False
        )
    )
    return evolve(before, passes=passes, top=top)


def who_passed_could_not_lay(rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """The players who passed since the last tile could not lay one, and still cannot (DRE-6)."""
    players = range(len(position.turn))
    return all_of(
        (
            *(
                implies(
                    all_of((position.passes[number], position.turn[player])),
                    none_of(outlook.could_lay[player - back] for back in range(1, number + 1)),
                )
                for number in players
                for player in players
            ),
            implies(position.passes[-1], none_of(outlook.could_lay)),
        )
    )


# ----------------------------------------------------------------------------------------- capture


def a_capture_is_declined_only_where_it_may_be(rules: Rules, before: Position, move: Move) -> Fact:
    """Captures are carried out, or may be declined where there are any, as `claim` is read (DRE-7)."""
    reading = {"must": False, "may": move.captures}
    return implies(move.leaves, reading[rules.rulings.claim])


def enclosed_regions_of_others_are_captured(rules: Rules, laid: Position, move: Move) -> Facts:
    """A tile captures the regions of other players whose enclosure it completes (DRE-7).

    For each cell: the tile on it is captured. All these regions are captured at the same moment: each
    is looked at with everything lying. What is declined, or not laid, captures nothing.
    """
    among = {
        "completing": others_beside_the_tile,
        "standing": others_anywhere,
    }[rules.rulings.trigger](laid, move)
    lies = [laid.lies(cell) for cell in range(len(among))]
    taken: list[Fact] = [False] * len(among)
    for region in parts(rules, among, links_of_one_player(laid)):
        across = cells_across_edges_that_count(rules, laid, region)
        caught = all_of(
            (
                not_(move.leaves),
                all_of(implies(*pair) for pair in zip(across, lies, strict=True)),
                is_triggered(rules, move, across),
            )
        )
        taken = [
            any_of((gone, all_of((caught, inside))))
            for gone, inside in zip(taken, region, strict=True)
        ]
    return tuple(taken)


def one_point_for_each_captured_tile(
    rules: Rules, laid: Position, taken: Facts, move: Move
) -> Position:
    """One point for each captured tile, for who laid the last one; they leave for good (DRE-8)."""
    kept = tuple(map(not_, taken))
    return evolve(
        laid,
        owner=tuple(
            tuple(all_of(pair) for pair in zip(own, kept, strict=True)) for own in laid.owner
        ),
        symbols=tuple(
            emptied(shown, stays) for shown, stays in zip(laid.symbols, kept, strict=True)
        ),
        captured=tuple(
            number + count(all_of((turn, gone)) for gone in taken)
            for number, turn in zip(laid.captured, laid.turn, strict=True)
        ),
    )


def nothing_is_lost(rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """What is neither left nor on the table has been captured, and not by its owner (DRE-8)."""
    present = [
        count((*left, *own)) for left, own in zip(position.left, position.owner, strict=True)
    ]
    full = len(rules.tiles)
    players = range(len(present))
    return all_of(
        (
            sum(position.captured) + sum(present) == full * len(present),
            *(
                position.captured[player]
                + sum(present[other] for other in players if other != player)
                <= full * (len(present) - 1)
                for player in players
            ),
        )
    )


# --------------------------------------------------------------------------------- end and score


def all_tiles_laid_or_all_have_passed_ends_the_game(rules: Rules, position: Position) -> Fact:
    """The game ends when all tiles have been laid, or all players have passed in turn (DRE-9)."""
    return any_of((all_tiles_are_laid(position), position.passes[-1]))


def nobody_has_the_turn_exactly_when_it_is_over(
    rules: Rules, position: Position, outlook: Outlook
) -> Fact:
    """Nobody has the turn exactly when it is over; nobody passes once all is laid (DRE-9)."""
    return all_of(
        (
            iff(none_of(position.turn), outlook.over),
            implies(all_tiles_are_laid(position), position.passes[0]),
        )
    )


def minus_one_point_for_each_own_tile_not_laid(
    rules: Rules, position: Position
) -> tuple[Number, ...]:
    """Minus one point for each own tile not laid (DRE-10): for each player, how many these are."""
    return tuple(count(own) for own in position.left)


def the_highest_total_wins(
    rules: Rules, points: Sequence[Number], minus: Sequence[Number], over: Fact
) -> Facts:
    """The highest total wins; equal totals share the win (DRE-11).

    One player's total is at least another's when own points and the other's minus points together
    are at least the other's points and the own minus points: so nothing goes below zero.
    """
    players = range(len(points))
    return tuple(
        all_of(
            (
                over,
                *(
                    points[one] + minus[other] >= points[other] + minus[one]
                    for other in players
                    if other != one
                ),
            )
        )
        for one in players
    )


# ------------------------------------------------------------------------- the readings: match


def matches_every_neighbour(before: Position, cell: int, symbols: Symbols) -> Fact:
    """`match=all`: the edge symbols match at every neighbouring tile."""
    return all_of(
        implies(before.lies(other), agree(symbols, before.symbols[other], shared))
        for other, shared in before.window.around[cell]
    )


def matches_some_neighbour(before: Position, cell: int, symbols: Symbols) -> Fact:
    """`match=one`: the edge symbols match at one neighbouring tile at least, if there is any."""
    around = before.window.around[cell]
    return any_of(
        (
            none_of(before.lies(other) for other, _ in around),
            *(
                all_of((before.lies(other), agree(symbols, before.symbols[other], shared)))
                for other, shared in around
            ),
        )
    )


def agree(mine: Symbols, theirs: Symbols, shared: Iterable[tuple[int, int]]) -> Fact:
    """On the corners that two cells share, the same symbols are shown."""
    return all_of(
        iff(own, other)
        for corner, their_corner in shared
        for own, other in zip(mine[corner], theirs[their_corner], strict=True)
    )
