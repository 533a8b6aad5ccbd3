"""The rules of Dreieck nimmt as compiled code: whole positions, turns, and what the drivers call.

Where the specification tries every tile on every cell and floods the whole table, this keeps for each
empty cell the set of ways in which symbols fit there, a machine word for four symbols (see `table`),
and walks along outlines (see `regions`). A legal set is the intersection of these sets with the hand.
"""

from __future__ import annotations

import numpy as np

from rulewright.impl import kernel
from rulewright.impl.bits import count_ones, lowest_one, nth_one
from rulewright.impl.dispatch import leaf, provides
from rulewright.impl.dreieck.board import (
    CAPTURED,
    FIRST_NUMBER,
    IN_HAND,
    LAST_CODE,
    NODES,
    ON_TABLE,
    OVER,
    PASS,
    PASSES,
    TURN,
    WORD,
    Dreieck,
)
from rulewright.impl.dreieck.regions import list_captures, remove_captured, would_capture
from rulewright.impl.dreieck.table import (
    add_node,
    fit,
    fit_beside,
    hold,
    node_at,
    put,
    take_from_hand,
    turn_over_next,
)
from rulewright.impl.dreieck.tempers import preference
from rulewright.impl.kernel import Row
from rulewright.impl.rows import clear, entry

# --- whole positions ------------------------------------------------------------------------------


@leaf
def deal(game: Dreieck, row: Row) -> None:
    """Deal the full sets and clear the table (DRE-1); the first cell takes every tile as named."""
    clear(row, 0, game.at_hand)
    clear(row, game.at_index, game.at_index + game.index_mask + 1)
    for player in range(game.player_count):
        hold(game, row, player)
    node = add_node(game, row, game.first)
    for word in range(game.words):
        row[np.uint64(game.at_fits + node * game.words + word)] = game.named[word]


@leaf
def lay_out(game: Dreieck, key: Row, row: Row) -> None:
    """Lay all tiles of a key on the empty table."""
    deal(game, row)
    row[TURN], row[PASSES] = key[0], key[1]
    for place in range(game.player_count):
        row[np.uint64(CAPTURED + place)] = key[2 + place]
        row[np.uint64(game.at_top + place)] = key[2 + game.player_count + place]
    begun = False
    for player in range(game.player_count):
        for tile in range(game.tiles):
            place = player * game.tiles + tile
            where = key[2 + 2 * game.player_count + place]
            row[np.uint64(game.at_where + place)] = where
            if where != IN_HAND:
                begun = True
            if where >= ON_TABLE:
                cell = (where - ON_TABLE) // game.ways
                node = node_at(game, row, cell)
                if node < 0:
                    node = add_node(game, row, cell)
                put(game, row, node, player + 1, (where - ON_TABLE) % game.ways)
        hold(game, row, player)
    if begun:
        for node in range(row[NODES]):
            fit(game, row, node)


# --- turns and the end ----------------------------------------------------------------------------


@leaf
def all_laid(game: Dreieck, row: Row) -> bool:
    """Return whether nobody has a tile left."""
    for place in range(game.player_count * game.words):  # noqa: SIM110
        if entry(row, game.at_hand + place):
            return False
    return True


@leaf
def pass_turn(game: Dreieck, row: Row) -> None:
    """Pass the turn to the next player, or to nobody when the game is over (DRE-2, DRE-9)."""
    if row[PASSES] == game.player_count or all_laid(game, row):
        row[TURN] = OVER
    else:
        row[TURN] = row[TURN] + 1 if row[TURN] + 1 < game.player_count else 0


@leaf
def layings(game: Dreieck, row: Row, node: int) -> int:
    """Count the ways in which the player to move can lay a tile on a node."""
    hand = game.at_hand + row[TURN] * game.words
    fits = game.at_fits + node * game.words
    count = 0
    for word in range(game.words):
        count += count_ones(entry(row, fits + word) & entry(row, hand + word))
    return count


@leaf
def some_tile_can_be_laid(game: Dreieck, row: Row) -> bool:
    """Return whether the player to move can lay a tile anywhere."""
    for node in range(row[NODES]):  # noqa: SIM110
        if layings(game, row, node):
            return True
    return False


@leaf
def forms(game: Dreieck, row: Row, node: int) -> int:
    """Return the number of forms of an action on a node: two where captures can be declined."""
    return 2 if game.may and would_capture(game, row, node) else 1


@leaf
def action_of(game: Dreieck, row: Row, node: int, way: int, leaves: int) -> int:
    """Number the action that lays a tile on a node."""
    return 1 + 2 * (entry(row, game.at_cell + node) * game.ways + way) + leaves


@leaf
def cell_and_way(game: Dreieck, place: int) -> tuple[int, int]:
    """Part ``cell * ways + way``; with four symbols without a division."""
    if game.ways == WORD:
        return place // WORD, place % WORD
    return place // game.ways, place % game.ways


# --- what the drivers call ------------------------------------------------------------------------


@provides(kernel.start, Dreieck)
def start(game: Dreieck, row: Row) -> None:
    """Set the game up."""
    deal(game, row)


@provides(kernel.turn, Dreieck)
def turn(game: Dreieck, row: Row) -> int:  # noqa: ARG001
    """Return the player to move, -1 when over."""
    return row[TURN]  # type: ignore[no-any-return]


@provides(kernel.legal_count, Dreieck)
def legal_count(game: Dreieck, row: Row) -> int:
    """Count the ways to lay a tile, or the pass if there is none (DRE-6)."""
    if row[TURN] == OVER:
        return 0
    total = 0
    if game.plain:
        held = entry(row, game.at_hand + row[TURN])
        for place in range(game.at_fits, game.at_fits + row[NODES]):
            total += count_ones(entry(row, place) & held)
        return total or 1
    for node in range(row[NODES]):
        count = layings(game, row, node)
        if count:
            total += count * forms(game, row, node)
    return total or 1


@provides(kernel.nth_legal, Dreieck)
def nth_legal(game: Dreieck, row: Row, index: int) -> int:
    """Return a legal action by its rank: node by node, the forms that decline captures last."""
    hand = game.at_hand + row[TURN] * game.words
    if game.plain:
        held = entry(row, hand)
        for node in range(row[NODES]):
            fitting = entry(row, game.at_fits + node) & held
            here = count_ones(fitting)
            if index < here:
                return action_of(game, row, node, nth_one(fitting, index), 0)
            index -= here
        return PASS
    for node in range(row[NODES]):
        count = layings(game, row, node)
        if count == 0:
            continue
        here = count * forms(game, row, node)
        if index >= here:
            index -= here
            continue
        leaves = 1 if index >= count else 0
        index -= leaves * count
        for word in range(game.words):
            bits = entry(row, game.at_fits + node * game.words + word) & entry(row, hand + word)
            inside = count_ones(bits)
            if index < inside:
                return action_of(game, row, node, 64 * word + nth_one(bits, index), leaves)
            index -= inside
    return PASS


@provides(kernel.list_legal, Dreieck)
def list_legal(game: Dreieck, row: Row, actions: Row) -> int:
    """List the legal actions in the order of `nth_legal`."""
    if row[TURN] == OVER:
        return 0
    hand = game.at_hand + row[TURN] * game.words
    total = 0
    for node in range(row[NODES]):
        if layings(game, row, node) == 0:
            continue
        for leaves in range(forms(game, row, node)):
            for word in range(game.words):
                bits = entry(row, game.at_fits + node * game.words + word) & entry(row, hand + word)
                while bits:
                    way = 64 * word + lowest_one(bits)
                    actions[total] = action_of(game, row, node, way, leaves)
                    bits &= bits - 1
                    total += 1
    if total == 0:
        actions[0] = PASS
        return 1
    return total


@provides(kernel.is_legal, Dreieck)
def is_legal(game: Dreieck, row: Row, action: int) -> bool:
    """Return whether an action is legal."""
    if row[TURN] == OVER:
        return False
    if action == PASS:
        return not some_tile_can_be_laid(game, row)
    cell, way = cell_and_way(game, (action - 1) >> 1)
    node = node_at(game, row, cell)
    if node < 0:
        return False
    word, bit = way >> 6, way & 63
    fits = entry(row, game.at_fits + node * game.words + word)
    held = entry(row, game.at_hand + row[TURN] * game.words + word)
    if ((fits & held) >> bit) & 1 == 0:
        return False
    return (action - 1) & 1 == 0 or (game.may and would_capture(game, row, node) > 0)


@provides(kernel.play, Dreieck)
def play(game: Dreieck, row: Row, action: int) -> None:
    """Lay a tile and take what it captures, or pass; then pass the turn."""
    mover = row[TURN]
    if action == PASS:
        row[PASSES] += 1
        if game.stacked and game.bury and entry(row, game.at_top + mover) >= 0:
            turn_over_next(game, row, mover)
            hold(game, row, mover)
    else:
        place, leaves = (action - 1) >> 1, (action - 1) & 1
        cell, way = cell_and_way(game, place)
        node = node_at(game, row, cell)
        row[PASSES] = 0
        put(game, row, node, mover + 1, way)
        take_from_hand(game, row, mover, cell, way)
        fit_beside(game, row, node)
        if leaves == 0:
            remove_captured(game, row, mover, list_captures(game, row, node, mover))
    pass_turn(game, row)


@provides(kernel.weight, Dreieck)
def weight(game: Dreieck, row: Row, action: int, temper: int) -> int:
    """Prefer what uniform play rarely does (see `preference`)."""
    return preference(game, row, action, temper)


# --- what is written down -------------------------------------------------------------------------


@leaf
def count_scores(game: Dreieck, row: Row, scores: Row) -> None:
    """Count captured tiles, less the own ones that are left (DRE-8, DRE-10)."""
    for player in range(game.player_count):
        scores[player] = row[CAPTURED + player]
        for tile in range(game.tiles):
            if row[game.at_where + player * game.tiles + tile] == IN_HAND:
                scores[player] -= 1


@provides(kernel.write_scores, Dreieck)
def write_scores(game: Dreieck, row: Row, scores: Row) -> None:
    """Write the score of each player as it stands."""
    count_scores(game, row, scores)


@provides(kernel.write_winners, Dreieck)
def write_winners(game: Dreieck, row: Row, winners: Row) -> None:
    """Mark the players with the highest score (DRE-11)."""
    for player in range(game.player_count):
        winners[player] = 0
    if row[TURN] != OVER:
        return
    count_scores(game, row, winners)
    most = winners[0]
    for player in range(game.player_count):
        most = max(most, winners[player])
    for player in range(game.player_count):
        winners[player] = 1 if winners[player] == most else 0


@leaf
def code_of(number: int) -> int:
    """Code a number for the written board: 0, -1, 1, -2, 2 and so on."""
    code = FIRST_NUMBER + (2 * number if number >= 0 else -2 * number - 1)
    return min(code, LAST_CODE)


@provides(kernel.write_board, Dreieck)
def write_board(game: Dreieck, row: Row, board: Row) -> None:
    """Write how each tile of each player lies, and the two coordinates of its cell.

    After these, for each player the number of tiles taken and the place of the top tile in the stack
    at the start; at the end the number of passes.
    """
    tiles = game.player_count * game.tiles
    for tile in range(tiles):
        where = row[game.at_where + tile]
        board[3 * tile] = where
        board[3 * tile + 1] = 0
        board[3 * tile + 2] = 0
        if where >= ON_TABLE:
            cell, way = (where - ON_TABLE) // game.ways, (where - ON_TABLE) % game.ways
            board[3 * tile] = ON_TABLE + 3 * (cell & 1) + game.turn_of[way]
            board[3 * tile + 1] = code_of((cell >> 1) // game.span - game.reach)
            board[3 * tile + 2] = code_of((cell >> 1) % game.span - game.reach)
    for player in range(game.player_count):
        top = row[game.at_top + player]
        board[3 * tiles + 2 * player] = code_of(row[CAPTURED + player])
        board[3 * tiles + 2 * player + 1] = code_of(top) if game.stacked and top >= 0 else 0
    board[3 * tiles + 2 * game.player_count] = code_of(row[PASSES])


@provides(kernel.write_key, Dreieck)
def write_key(game: Dreieck, row: Row, key: Row) -> None:
    """Write turn, passes, tiles taken, where each tile is, and the tops of the stacks."""
    key[0], key[1] = row[TURN], row[PASSES]
    for place in range(game.player_count):
        key[2 + place] = row[CAPTURED + place]
        key[2 + game.player_count + place] = row[game.at_top + place]
    for place in range(game.player_count * game.tiles):
        key[2 + 2 * game.player_count + place] = row[game.at_where + place]


@provides(kernel.read_key, Dreieck)
def read_key(game: Dreieck, key: Row, row: Row) -> None:
    """Make the position of a key."""
    lay_out(game, key, row)


# --- positions from outside -----------------------------------------------------------------------


@leaf
def can_lay(game: Dreieck, key: Row, row: Row, player: int) -> bool:
    """Return whether a player could lay a tile of the hand, or from the top of the stack."""
    lay_out(game, key, row)
    row[TURN] = player
    return some_tile_can_be_laid(game, row)


@leaf
def neighbours_disagree(game: Dreieck, key: Row, row: Row) -> int:
    """Return the cell of a laid tile that a neighbour does not match; -1 if there is none."""
    lay_out(game, key, row)
    for node in range(row[NODES]):
        owner = row[game.at_owner + node]
        if owner:
            row[game.at_owner + node] = 0
            fit(game, row, node)
            row[game.at_owner + node] = owner
            way = row[game.at_way + node]
            fits = (row[game.at_fits + node * game.words + (way >> 6)] >> (way & 63)) & 1
            for edge in range(3):
                if fits == 0 and row[game.at_owner + row[game.at_near + 3 * node + edge]]:
                    return row[game.at_cell + node]  # type: ignore[no-any-return]
    return -1
