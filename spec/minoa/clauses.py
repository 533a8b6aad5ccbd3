"""Minoa, clause by clause: set-up, turn, legality, effect, end, score.

Each function is a formula; its name is the claim and its docstring the rulebook's demand.
`before` is the position an action is played in, `move` what the action puts down.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.spec.logic import (
    Fact,
    Link,
    Number,
    all_of,
    any_of,
    at_least,
    at_most,
    count,
    exactly_one,
    iff,
    implies,
    none_of,
    not_,
)
from rulewright.spec.minoa.facts import Facts, Move, Outlook, Position, Rules

# ------------------------------------------------------------------------------------------ set-up


def board_is_empty_at_the_start(rules: Rules) -> Position:
    """The board is empty at the start; there are 3n(n+1) sticks, and 6n/k pieces a player (MIN-1)."""
    nothing = (False,) * len(rules.board.lines)
    return Position(nothing, (nothing,) * len(rules.players), red_begins(rules))


# -------------------------------------------------------------------------------------------- turn


def red_begins(rules: Rules) -> Facts:
    """Red begins (MIN-2)."""
    return tuple(player == "red" for player in rules.players)


def turns_go_round_in_order(rules: Rules, mover: Facts, outlook: Outlook) -> Facts:
    """Red begins; turns go round in the order red, blue, yellow, green (MIN-2).

    The next turn belongs to the first player after the mover who has a legal move, unless the game is
    over; whether anybody is passed over is for the question `stranded` to say.
    """
    players = range(len(mover))
    able = outlook.can_move
    first_able = (
        any_of(
            all_of((mover[last], none_of(able[q] for q in between(last, player, players))))
            for last in players
        )
        for player in players
    )
    return tuple(
        all_of((not_(outlook.over), can, first))
        for can, first in zip(able, first_able, strict=True)
    )


def between(last: int, player: int, players: range) -> list[int]:
    """List the players who sit after `last` and before `player`, going round."""
    size = len(players)
    return [(last + step) % size for step in range(1, (player - last - 1) % size + 1)]


def turn_belongs_to_one_who_can_move(rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """The turn is that of at most one player, and while the game is on that one can move (MIN-2)."""
    able = (
        implies(own, any_of((outlook.over, can)))
        for own, can in zip(position.turn, outlook.can_move, strict=True)
    )
    return all_of((at_most(1, position.turn), *able))


def turn_is_exactly_one_stick_or_one_own_piece(rules: Rules, before: Position, move: Move) -> Fact:
    """A turn is exactly one stick or one piece of the player's own colour; there is no pass (MIN-3)."""
    own = (
        implies(any_of(piece), turn) for piece, turn in zip(move.piece, before.turn, strict=True)
    )
    everything = (*move.stick, *(fact for piece in move.piece for fact in piece))
    return all_of((exactly_one(everything), *own))


# ---------------------------------------------------------------------------------------- legality


def sticks_go_on_interior_lines_only(rules: Rules, before: Position, move: Move) -> Fact:
    """Sticks go on interior lines only (MIN-4)."""
    return none_of(move.stick[line] for line in rules.board.boundary)


def no_stick_lies_on_the_boundary(rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """No boundary line carries a stick (MIN-4)."""
    return none_of(position.sticks[line] for line in rules.board.boundary)


def pieces_go_on_boundary_lines_only(rules: Rules, before: Position, move: Move) -> Fact:
    """Pieces go on boundary lines only (MIN-5)."""
    return none_of(piece[line] for piece in move.piece for line in rules.board.interior)


def no_piece_lies_in_the_interior(rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """No interior line carries a piece (MIN-5)."""
    return none_of(own[line] for own in position.pieces for line in rules.board.interior)


def a_line_carries_at_most_one_stick_or_piece(rules: Rules, before: Position, move: Move) -> Fact:
    """A line carries at most one stick or piece: what is put down goes on a vacant line (MIN-6)."""
    return none_of(
        all_of((taken, any_of((stick, *pieces))))
        for taken, stick, *pieces in zip(occupied(before), move.stick, *move.piece, strict=True)
    )


def no_line_carries_two_things(rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """No line carries more than one stick or piece (MIN-6)."""
    return all_of(
        at_most(1, things) for things in zip(position.sticks, *position.pieces, strict=True)
    )


def a_stick_needs_supply_and_a_piece_needs_a_hand(
    rules: Rules, before: Position, move: Move
) -> Fact:
    """A stick needs a stick left in the supply, a piece needs a piece left in the hand (MIN-8)."""
    return all_of(
        (
            implies(any_of(move.stick), at_most(rules.board.supply - 1, before.sticks)),
            *(
                implies(any_of(piece), at_most(rules.material - 1, own))
                for piece, own in zip(move.piece, before.pieces, strict=True)
            ),
        )
    )


def no_more_lies_on_the_board_than_there_is(
    rules: Rules, position: Position, outlook: Outlook
) -> Fact:
    """There are no more sticks than the supply, no more pieces than the players' material (MIN-8)."""
    return all_of(
        (
            at_most(rules.board.supply, position.sticks),
            *(at_most(rules.material, own) for own in position.pieces),
        )
    )


def closed_areas_trace_to_an_edge(rules: Rules, before: Position, move: Move) -> Fact:
    """Every area that a stick closes off must trace to an edge, as `closure` is read (MIN-9)."""
    reading = {
        "line": every_area_has_a_boundary_line_after_the_stick,
        "coloured": both_parts_of_a_split_area_carry_a_piece,
    }
    return implies(any_of(move.stick), reading[rules.rulings.closure](rules, before, move))


def every_area_traces_to_an_edge(rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """No area is without an edge; and none without a piece, if `closure` is read so (MIN-9)."""
    reading = {
        "line": every_area_has_a_boundary_line,
        "coloured": every_area_carries_a_piece_once_there_are_two,
    }
    return all_of(
        (
            every_area_has_a_boundary_line(rules, position),
            reading[rules.rulings.closure](rules, position),
        )
    )


# ---------------------------------------------------------------------------- the readings: closure


def every_area_has_a_boundary_line(rules: Rules, position: Position) -> Fact:
    """Every triangle is in one area with a triangle at the boundary, vacant or not."""
    return all_of(connected_to(rules, position.sticks, boundary_triangles(rules)))


def every_area_has_a_boundary_line_after_the_stick(
    rules: Rules, before: Position, move: Move
) -> Fact:
    """`closure=line`: after the stick, every area has a boundary line."""
    return all_of(connected_to(rules, joined(before.sticks, move.stick), boundary_triangles(rules)))


def both_parts_of_a_split_area_carry_a_piece(rules: Rules, before: Position, move: Move) -> Fact:
    """`closure=coloured`: if the stick splits an area, both parts carry a piece; else it is free."""
    sticks = joined(before.sticks, move.stick)
    one_side, other_side = (beside(rules, move.stick, side) for side in (0, 1))
    one_part = connected_to(rules, sticks, one_side)
    other_part = connected_to(rules, sticks, other_side)
    whole = any_of(all_of(pair) for pair in zip(one_part, other_side, strict=True))
    return any_of(
        (
            whole,
            all_of(
                (
                    carries_a_piece(rules, before, one_part),
                    carries_a_piece(rules, before, other_part),
                )
            ),
        )
    )


def every_area_carries_a_piece_once_there_are_two(rules: Rules, position: Position) -> Fact:
    """Every area carries a piece, or there is one area only."""
    first = [True] + [False] * (len(rules.board.triangles) - 1)
    undivided = all_of(connected_to(rules, position.sticks, first))
    return any_of(
        (undivided, all_of(connected_to(rules, position.sticks, at_pieces(rules, position))))
    )


# ------------------------------------------------------------------------------------------ effect


def what_is_played_is_put_down_and_nothing_moves(
    rules: Rules, before: Position, move: Move
) -> Position:
    """What has been placed never moves: a move adds its own stick or piece and takes nothing (MIN-7)."""
    return Position(
        sticks=joined(before.sticks, move.stick),
        pieces=tuple(joined(own, new) for own, new in zip(before.pieces, move.piece, strict=True)),
        turn=before.turn,
    )


def last_pieces_fill_the_vacant_boundary(rules: Rules, placed: Position, move: Move) -> Position:
    """A last piece sends the only hand left to all vacant boundary lines at once (MIN-10).

    `placed` is the position with the move's own stick or piece put down. When its player has no
    piece left and exactly one other player has, those go on all vacant boundary lines.
    """
    vacant = [not_(fact) for fact in occupied(placed)]
    boundary = set(rules.board.boundary)

    def filled(fills: Fact, own: Facts) -> Facts:
        return tuple(
            any_of((lies, all_of((fills, vacant[line])))) if line in boundary else lies
            for line, lies in enumerate(own)
        )

    return Position(
        sticks=placed.sticks,
        pieces=tuple(map(filled, who_fills(rules, placed, move), placed.pieces)),
        turn=placed.turn,
    )


def who_fills(rules: Rules, placed: Position, move: Move) -> Facts:
    """For each player: theirs is the only hand left after somebody's last piece (MIN-10)."""
    empty = [at_least(rules.material, own) for own in placed.pieces]
    last = any_of(
        all_of((any_of(piece), done)) for piece, done in zip(move.piece, empty, strict=True)
    )
    players = range(len(empty))
    return tuple(
        all_of((last, not_(empty[own]), *(empty[q] for q in players if q != own)))
        for own in players
    )


def nobody_is_left_alone_with_pieces(rules: Rules, position: Position, outlook: Outlook) -> Fact:
    """Never does exactly one player still have pieces in hand (MIN-10)."""
    return not_(exactly_one(at_most(rules.material - 1, own) for own in position.pieces))


# --------------------------------------------------------------------------------------------- end


def game_ends_when_all_areas_are_assigned(
    rules: Rules, position: Position, can_move: Sequence[Fact]
) -> Fact:
    """The game ends when all areas can be assigned to a single player, as `end` is read (MIN-11).

    `can_move` says of each player whether they would have a legal move; if nobody has one, the game
    ends under every reading.
    """
    reading = {
        "full": all_of(
            (boundary_is_full(rules, position), every_area_has_one_owner(rules, position))
        ),
        "literal": every_area_has_one_owner(rules, position),
        "exhausted": False,
    }
    return any_of((reading[rules.rulings.end], none_of(can_move)))


def a_stranded_player_ends_the_game(rules: Rules, due: Facts, can_move: Sequence[Fact]) -> Fact:
    """`stranded=over`: the game ends when the player who is due has no legal move (MIN-11)."""
    reading = {
        "skip": False,
        "over": any_of(all_of((own, not_(can))) for own, can in zip(due, can_move, strict=True)),
    }
    return reading[rules.rulings.stranded]


def nobody_has_the_turn_exactly_when_it_is_over(
    rules: Rules, position: Position, outlook: Outlook
) -> Fact:
    """Nobody has the turn exactly when the game is over (MIN-11)."""
    return iff(none_of(position.turn), outlook.over)


def boundary_is_full(rules: Rules, position: Position) -> Fact:
    """Every boundary line is occupied."""
    taken = occupied(position)
    return all_of(taken[line] for line in rules.board.boundary)


def every_area_has_one_owner(rules: Rules, position: Position) -> Fact:
    """Every area carries pieces of exactly one owner: a player, or a team under `partners=shared`."""
    owners = {
        "separate": tuple((player,) for player in range(len(position.pieces))),
        "shared": rules.teams,
    }[rules.rulings.partners]
    carried = [areas_carrying(rules, position, owner) for owner in owners]
    return all_of(exactly_one(facts) for facts in zip(*carried, strict=True))


# ------------------------------------------------------------------------------------------- score


def territory_is_the_areas_of_one_player_alone(
    rules: Rules, position: Position
) -> tuple[Number, ...]:
    """Territory is the number of triangles in areas that carry pieces of that player alone (MIN-12)."""
    carried = [areas_carrying(rules, position, (player,)) for player in range(len(position.pieces))]
    return tuple(
        count(
            all_of((own, none_of(others)))
            for own, *others in zip(mine, *carried[:player], *carried[player + 1 :], strict=True)
        )
        for player, mine in enumerate(carried)
    )


def partners_add_their_territories(rules: Rules, position: Position) -> tuple[Number, ...]:
    """With four players red and yellow are partners, and blue and green; they add up (MIN-14).

    One total for each team of `rules.teams`. Under `partners=shared` a team's total has its shared
    areas as well.
    """
    alone = territory_is_the_areas_of_one_player_alone(rules, position)
    carried = [areas_carrying(rules, position, team) for team in rules.teams]
    together = tuple(
        count(
            all_of((own, none_of(others)))
            for own, *others in zip(mine, *carried[:team], *carried[team + 1 :], strict=True)
        )
        for team, mine in enumerate(carried)
    )
    added = tuple(sum(alone[player] for player in team) for team in rules.teams)
    return {"separate": added, "shared": together}[rules.rulings.partners]


def largest_territory_wins(rules: Rules, totals: Sequence[Number], over: Fact) -> Facts:
    """The largest territory wins; equal largest territories share the win (MIN-13).

    `totals` has one number for each team; the result one fact for each player.
    """
    best = [all_of((over, *(own >= other for other in totals))) for own in totals]
    by_player = {
        player: best[team] for team, members in enumerate(rules.teams) for player in members
    }
    return tuple(by_player[player] for player in sorted(by_player))


# ---------------------------------------------------------------------------- areas and what they carry


def occupied(position: Position) -> list[Fact]:
    """For each line: it carries a stick or a piece."""
    return [any_of(things) for things in zip(position.sticks, *position.pieces, strict=True)]


def joined(lying: Facts, new: Facts) -> Facts:
    """For each line: something lay there, or comes to lie there."""
    return tuple(any_of(pair) for pair in zip(lying, new, strict=True))


def free_links(rules: Rules, sticks: Facts) -> list[Link]:
    """The ways from triangle to triangle: across interior lines that carry no stick."""
    sides = rules.board.sides
    return [(sides[line][0], sides[line][1], not_(sticks[line])) for line in rules.board.interior]


def connected_to(rules: Rules, sticks: Facts, start: Sequence[Fact]) -> list[Fact]:
    """For each triangle: its area contains a triangle of the start."""
    return rules.reach(start, free_links(rules, sticks))


def boundary_triangles(rules: Rules) -> list[Fact]:
    """For each triangle: one of its sides is a boundary line."""
    at_boundary = {rules.board.sides[line][0] for line in rules.board.boundary}
    return [triangle in at_boundary for triangle in range(len(rules.board.triangles))]


def at_pieces(rules: Rules, position: Position, owner: Sequence[int] | None = None) -> list[Fact]:
    """For each triangle: one of its boundary lines carries a piece (of an owner, if given)."""
    players = range(len(position.pieces)) if owner is None else owner
    carried: list[list[Fact]] = [[] for _ in rules.board.triangles]
    for line in rules.board.boundary:
        carried[rules.board.sides[line][0]] += [position.pieces[player][line] for player in players]
    return [any_of(facts) for facts in carried]


def areas_carrying(rules: Rules, position: Position, owner: Sequence[int]) -> list[Fact]:
    """For each triangle: its area carries a piece of the owner."""
    return connected_to(rules, position.sticks, at_pieces(rules, position, owner))


def beside(rules: Rules, sticks: Facts, side: int) -> list[Fact]:
    """For each triangle: a stick lies on a line that has the triangle on its side 0 or 1."""
    found: list[list[Fact]] = [[] for _ in rules.board.triangles]
    for line in rules.board.interior:
        found[rules.board.sides[line][side]].append(sticks[line])
    return [any_of(facts) for facts in found]


def carries_a_piece(rules: Rules, position: Position, part: Sequence[Fact]) -> Fact:
    """A part of the board, given by its triangles, carries a piece of anybody."""
    return any_of(all_of(pair) for pair in zip(part, at_pieces(rules, position), strict=True))
