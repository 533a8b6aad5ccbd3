"""The rules of Minoa as compiled code.

There is no stick supply in a row: legal sticks make a forest, and a forest on 3n(n+1)+1 vertices
has at most 3n(n+1) sticks, which is the supply (MIN-8). Nor is there a test for pieces that are
left without a place: vacant boundary lines and pieces in all hands are equally many throughout.
"""

from __future__ import annotations

import numpy as np

from rulewright.impl import kernel
from rulewright.impl.bits import count_ones, lowest_one, nth_one
from rulewright.impl.dispatch import leaf, provides
from rulewright.impl.kernel import Row
from rulewright.impl.minoa.areas import (
    add_territories,
    all_assigned,
    bar_splits_without_pieces,
    count_pieces,
    find_areas,
    join,
)
from rulewright.impl.minoa.board import EXHAUSTED, FOUR, FULL, HANDS, Minoa
from rulewright.impl.rows import entry

TURN, VACANCIES = 0, 1
OVER = -1


# --- turns and the end ----------------------------------------------------------------------------


@leaf
def some_stick_is_legal(game: Minoa, row: Row) -> bool:
    """Return whether any stick can be placed."""
    for word in range(game.words):  # noqa: SIM110
        if entry(row, game.at_legal + word):
            return True
    return False


@leaf
def has_ended(game: Minoa, row: Row) -> bool:
    """Return whether the reading of `end` in force ends the game here (MIN-11)."""
    if game.end == EXHAUSTED:
        return False
    if game.end == FULL and row[VACANCIES]:
        return False
    return all_assigned(game, row)


@leaf
def pass_turn(game: Minoa, row: Row, changed: bool) -> None:
    """End the game or pass the turn to the player who has it next (MIN-2, `stranded`).

    If no area has `changed`, in extent or pieces, the game has not ended, as it had not before.
    """
    mover = row[TURN]
    row[TURN] = OVER
    if changed and has_ended(game, row):
        return
    stick = some_stick_is_legal(game, row)
    for _ in range(game.player_count if game.skip else 1):
        mover += 1
        if mover == game.player_count:
            mover = 0
        if stick or entry(row, HANDS + mover):
            row[TURN] = mover
            return


@leaf
def place_piece(game: Minoa, row: Row, line: int) -> None:
    """Put a piece of the player to move on boundary line `line`; deal the last ones (MIN-10)."""
    mover = row[TURN]
    row[np.uint64(game.at_owner + line)] = mover + 1
    row[np.uint64(game.at_vacant + (line >> 6))] &= ~(1 << (line & 63))
    row[VACANCIES] -= 1
    row[np.uint64(HANDS + mover)] -= 1
    if entry(row, HANDS + mover) == 0 and row[VACANCIES]:
        deal_last_pieces(game, row)


@leaf
def deal_last_pieces(game: Minoa, row: Row) -> None:
    """If one player alone has pieces left, put them on all vacant boundary lines (MIN-10)."""
    owner = 0
    for player in range(game.player_count):
        if entry(row, HANDS + player) == row[VACANCIES]:
            owner = player + 1
    if owner:
        for line in range(game.rim):
            if entry(row, game.at_owner + line) == 0:
                row[np.uint64(game.at_owner + line)] = owner
        for word in range(game.rim_words):
            row[np.uint64(game.at_vacant + word)] = 0
        row[VACANCIES] = 0
        row[np.uint64(HANDS + owner - 1)] = 0


# --- what the drivers call ------------------------------------------------------------------------


@provides(kernel.start, Minoa)
def start(game: Minoa, row: Row) -> None:
    """Empty the board (MIN-1)."""
    for place in range(game.at_area):
        row[np.uint64(place)] = entry(game.opening, place)


@provides(kernel.turn, Minoa)
def turn(game: Minoa, row: Row) -> int:  # noqa: ARG001
    """Return the player to move, -1 when over."""
    return row[TURN]  # type: ignore[no-any-return]


@provides(kernel.legal_count, Minoa)
def legal_count(game: Minoa, row: Row) -> int:
    """Count legal sticks and vacant boundary lines."""
    if row[TURN] == OVER:
        return 0
    count = row[VACANCIES] if entry(row, HANDS + row[TURN]) else 0
    for word in range(game.words):
        count += count_ones(entry(row, game.at_legal + word))
    return count


@provides(kernel.nth_legal, Minoa)
def nth_legal(game: Minoa, row: Row, index: int) -> int:
    """Return a legal line by its rank: sticks first, then pieces."""
    place, base, words = game.at_legal, 0, game.words
    for _ in range(2):
        for word in range(words):
            bits = entry(row, place + word)
            here = count_ones(bits)
            if index < here:
                return base + 64 * word + nth_one(bits, index)
            index -= here
        place, base, words = game.at_vacant, game.interior, game.rim_words
    return -1


@provides(kernel.list_legal, Minoa)
def list_legal(game: Minoa, row: Row, actions: Row) -> int:
    """List the legal lines in ascending order."""
    if row[TURN] == OVER:
        return 0
    count = 0
    place, base, words = game.at_legal, 0, game.words
    for _ in range(2 if entry(row, HANDS + row[TURN]) else 1):
        for word in range(words):
            bits = entry(row, place + word)
            while bits:
                actions[count] = base + 64 * word + lowest_one(bits)
                bits &= bits - 1
                count += 1
        place, base, words = game.at_vacant, game.interior, game.rim_words
    return count


@provides(kernel.is_legal, Minoa)
def is_legal(game: Minoa, row: Row, action: int) -> bool:
    """Return whether a stick or piece can be placed on a line."""
    if row[TURN] == OVER:
        return False
    if action < game.interior:
        return (entry(row, game.at_legal + (action >> 6)) >> (action & 63)) & 1 == 1
    vacant = entry(row, game.at_owner + action - game.interior) == 0
    return vacant and entry(row, HANDS + row[TURN]) > 0


@provides(kernel.play, Minoa)
def play(game: Minoa, row: Row, action: int) -> None:
    """Place a stick or a piece, and see whose turn it is then."""
    if action < game.interior:
        row[np.uint64(game.at_sticks + (action >> 6))] |= 1 << (action & 63)
        changed = join(game, row, action)
    else:
        changed = True
        place_piece(game, row, action - game.interior)
    if game.coloured:
        bar_splits_without_pieces(game, row)
    pass_turn(game, row, changed)


@provides(kernel.weight, Minoa)
def weight(game: Minoa, row: Row, action: int, temper: int) -> int:
    """Prefer what uniform play rarely does.

    Tempers: 0 splits areas early; 1 plays pieces first (last pieces, MIN-10, while few sticks lie);
    2 plays sticks first (sixty sticks, many areas, hands that stay full); 3 puts pieces beside the
    player's own and splits beside them (areas of one colour: early ends); 4 is uniform.
    """
    piece = action >= game.interior
    if temper == 0:
        return 1 if piece or not splits(game, row, action) else 40
    if temper == 1:
        return 40 if piece else 1
    if temper == 2:  # noqa: PLR2004
        return 1 if piece else 40
    if temper == 3:  # noqa: PLR2004
        if piece:
            return 40 if lies_beside_own(game, row, action - game.interior) else 1
        return 40 if splits(game, row, action) else 1
    return 1


@leaf
def splits(game: Minoa, row: Row, line: int) -> bool:
    """Return whether both components that a stick would join touch the rim."""
    start, end = game.ends[2 * line], game.ends[2 * line + 1]
    start_label, end_label = row[game.at_label + start], row[game.at_label + end]
    return row[game.at_corners + start_label] > 0 and row[game.at_corners + end_label] > 0  # type: ignore[no-any-return]


@leaf
def lies_beside_own(game: Minoa, row: Row, line: int) -> bool:
    """Return whether a boundary line has a neighbour with a piece of the player to move."""
    before = line - 1 if line else game.rim - 1
    after = line + 1 if line + 1 < game.rim else 0
    own = row[TURN] + 1
    return row[game.at_owner + before] == own or row[game.at_owner + after] == own  # type: ignore[no-any-return]


@provides(kernel.write_scores, Minoa)
def write_scores(game: Minoa, row: Row, scores: Row) -> None:
    """Count the triangles in areas with pieces of one player alone (MIN-12)."""
    add_territories(game, row, FOUR, scores)


@provides(kernel.write_winners, Minoa)
def write_winners(game: Minoa, row: Row, winners: Row) -> None:
    """Mark the players, or the teams (MIN-14), with the largest territory (MIN-13)."""
    if row[TURN] != OVER:
        for player in range(game.player_count):
            winners[player] = 0
        return
    add_territories(game, row, game.team_stride, winners)
    if game.teams and game.team_stride == FOUR:  # else they are team totals already
        for player in range(2):
            winners[player] += winners[player + 2]
            winners[player + 2] = winners[player]
    most = 0
    for player in range(game.player_count):
        most = max(most, winners[player])
    for player in range(game.player_count):
        winners[player] = 1 if winners[player] == most else 0


@provides(kernel.write_board, Minoa)
def write_board(game: Minoa, row: Row, board: Row) -> None:
    """Write 1 for a stick and 2 + player for a piece; places are lines by their numbers."""
    for line in range(game.interior):
        board[line] = (row[game.at_sticks + (line >> 6)] >> (line & 63)) & 1
    for line in range(game.rim):
        owner = row[game.at_owner + line]
        board[game.interior + line] = owner + 1 if owner else 0


@provides(kernel.write_key, Minoa)
def write_key(game: Minoa, row: Row, key: Row) -> None:
    """Write the turn, the set of sticks, and for each player the set of own boundary lines."""
    key[0] = row[TURN]
    for word in range(game.words):
        key[1 + word] = row[game.at_sticks + word]
    pieces = 1 + game.words
    for place in range(pieces, game.key_size):
        key[place] = 0
    for line in range(game.rim):
        owner = row[game.at_owner + line]
        if owner:
            place = pieces + (owner - 1) * game.rim_words + (line >> 6)
            key[place] |= 1 << (line & 63)


@provides(kernel.read_key, Minoa)
def read_key(game: Minoa, key: Row, row: Row) -> None:
    """Place all sticks and pieces of a key on the empty board."""
    for place in range(game.at_area):
        row[place] = game.opening[place]
    for word in range(game.words):
        bits = key[1 + word]
        row[game.at_sticks + word] = bits
        while bits:
            join(game, row, 64 * word + lowest_one(bits))
            bits &= bits - 1
    for player in range(game.player_count):
        for word in range(game.rim_words):
            bits = key[1 + game.words + player * game.rim_words + word]
            row[game.at_vacant + word] &= ~bits
            row[VACANCIES] -= count_ones(bits)
            row[HANDS + player] -= count_ones(bits)
            while bits:
                row[game.at_owner + 64 * word + lowest_one(bits)] = player + 1
                bits &= bits - 1
    if game.coloured:
        bar_splits_without_pieces(game, row)
    row[TURN] = key[0]


# --- positions from outside -----------------------------------------------------------------------


@leaf
def cycle_in(game: Minoa, key: Row, row: Row) -> int:
    """Return the stick of a key that closes a cycle with those before it; -1 if there is none."""
    for place in range(game.at_area):
        row[place] = game.opening[place]
    for word in range(game.words):
        bits = key[1 + word]
        while bits:
            line = 64 * word + lowest_one(bits)
            start, end = game.ends[2 * line], game.ends[2 * line + 1]
            if row[game.at_label + start] == row[game.at_label + end]:
                return line
            join(game, row, line)
            bits &= bits - 1
    return -1


@leaf
def standing(game: Minoa, key: Row, row: Row) -> tuple[int, int, bool, bool]:
    """Judge a position without cycles, whatever its turn.

    Returns the number of areas, how many of them carry no piece, whether the game has ended by the
    reading of `end`, and whether any stick can be placed.
    """
    kernel.read_key(game, key, row)
    ended = has_ended(game, row)
    areas = find_areas(game, row)
    count_pieces(game, row, areas)
    bare = 0
    for area in range(areas):
        if row[game.at_marks + area] == 0:
            bare += 1
    return areas, bare, ended, some_stick_is_legal(game, row)
