"""Nothing is lost: each player's tiles are left, on the table, or captured by another player."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import z3
from attrs import evolve

from rulewright.proofs.computed import Computed, Enumeration
from rulewright.proofs.dreieck.captures import a_pass_changes_nothing, every_pass
from rulewright.proofs.dreieck.laying import (
    ELSEWHERE,
    PLAYERS,
    Laid,
    LaidAndCaptured,
    every_laid,
    every_laying,
    layers_in_the_window,
)
from rulewright.proofs.dreieck.setting import (
    BEYOND,
    EVERY_SUPPLY,
    LAYING,
    MIDDLE,
    REAL,
    after_a_pass,
    any_position,
    is_sound,
    number,
    rules_of,
    tops_are_left,
)
from rulewright.proofs.reachability import BY_LAYERS
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin, added_up, lemma
from rulewright.proofs.unknowns import integer
from rulewright.spec.dreieck import GAME
from rulewright.spec.dreieck.board import tiles_of
from rulewright.spec.dreieck.facts import Position, Rules
from rulewright.spec.logic import Fact, all_of, count, exactly_one, iff, implies, not_

# ----------------------------------------------------------------------------- what DRE-7 may take


def only_from_others(here: Laid, cell: int) -> Fact:
    """A tile that is taken is one of another player, and not the one just laid."""
    other = all_of((here.others[cell], not_(here.move.at.get(cell, False))))
    return implies(here.taken[cell], other)


def lost(here: Laid, player: int, cell: int) -> Fact:
    """A tile of a player is taken from a cell."""
    return all_of((here.laid.owner[player][cell], here.taken[cell]))


def takes_only_from_others(here: LaidAndCaptured) -> Case:
    """What is captured are tiles of others, and not the one just laid."""
    return Case(
        f"only tiles of others are captured, {here.named}",
        here.given,
        all_of(only_from_others(here, cell) for cell in range(len(here.taken))),
        under=here.rules,
        step=here.cell[0],
    )


def takes_own(here: LaidAndCaptured) -> Case:
    """Claim wrongly that whoever is to move has no tile beside a captured one."""
    return Case("nothing is ever captured", here.given, all_of(not_(gone) for gone in here.taken))


# ------------------------------------------------------- what becomes of a tile, whatever is taken


def keeps_each_players_tiles(here: Laid, cell: int, *, only_others: bool = True) -> Case:
    """On a cell each player has the tiles as before, more the one laid, less the one taken.

    What is taken is of one player, who is not to move; what stays shows the symbols that it showed.
    """
    at = here.move.at.get(cell, False)
    facts: list[Fact] = []
    for player, turn in enumerate(here.before.turn):
        before, after = here.before.owner[player][cell], here.after.owner[player][cell]
        gone = lost(here, player, cell)
        facts += (
            number(after) == number(before) + number(all_of((turn, at))) - number(gone),
            implies(gone, not_(turn)),
        )
    losses = sum(number(lost(here, player, cell)) for player in range(here.k))
    stays = all_of((here.before.lies(cell), not_(here.taken[cell])))
    shown = zip(here.before.symbols[cell], here.after.symbols[cell], strict=True)
    return Case(
        f"cell {cell} keeps each player's tiles, {here.named}",
        (*here.permitted, *([only_from_others(here, cell)] if only_others else [])),
        all_of(
            (
                *facts,
                losses == number(here.taken[cell]),
                *(
                    implies(stays, iff(old, new))
                    for corner, after in shown
                    for old, new in zip(corner, after, strict=True)
                ),
            )
        ),
    )


def keeps_each_players_hand(here: Laid, tile: int) -> Case:
    """For each player: a tile is left after the action unless its owner has laid it."""
    return Case(
        f"tile {tile} is left unless it is laid, {here.named}",
        here.permitted,
        all_of(
            number(after[tile])
            == number(before[tile]) - number(all_of((turn, here.move.tile[tile])))
            for before, after, turn in zip(
                here.before.left, here.after.left, here.before.turn, strict=True
            )
        ),
    )


def lays_one_tile(here: Laid) -> Case:
    """The tile that is laid is one of the set, and one of the mover's."""
    return Case(
        f"one tile is laid, {here.named}",
        here.permitted,
        all_of(
            (
                exactly_one(here.move.tile),
                *(
                    sum(number(all_of((turn, tile))) for tile in here.move.tile) == number(turn)
                    for turn in here.before.turn
                ),
            )
        ),
    )


def is_taken_by_the_mover(here: Laid, cell: int) -> Case:
    """A tile that is taken is lost by its owner to who is to move, who is another player."""
    turns = here.before.turn
    losses = [lost(here, player, cell) for player in range(here.k)]
    return Case(
        f"what is taken from cell {cell} is lost to the mover, {here.named}",
        (*here.permitted, only_from_others(here, cell)),
        all_of(
            (
                *(
                    sum(number(all_of((turn, loss))) for turn in turns) == number(loss)
                    for loss in losses
                ),
                *(
                    sum(number(all_of((turn, loss))) for loss in losses)
                    == number(all_of((turn, here.taken[cell])))
                    for turn in turns
                ),
                *(
                    number(all_of((turn, loss))) == 0
                    for turn, loss in zip(turns, losses, strict=True)
                ),
            )
        ),
    )


def counts_what_is_taken(here: Laid) -> Case:
    """Who is to move counts one for each tile taken, the others nothing."""
    return Case(
        f"what is taken is counted, {here.named}",
        here.permitted,
        all_of(
            after == before + sum(number(all_of((turn, gone))) for gone in here.taken)
            for before, after, turn in zip(
                here.before.captured, here.after.captured, here.before.turn, strict=True
            )
        ),
        decided="DRE-8 counts just so: the same sum stands on both sides",
    )


def keeps_tops_left(here: Laid) -> Case:
    """Who lays the top tile has one of those below it on top, if any is left."""
    return Case(
        f"what is on top is left, {here.named}",
        here.permitted,
        all_of(tops_are_left(here.after)),
        under=here.rules,
        step=here.cell[0],
    )


def keeps_tops_left_by_a_pass(rules: Rules) -> Case:
    """Whether the top tile stays or goes to the bottom, what is on top is left."""
    before = any_position(rules)
    after = after_a_pass(rules, before)
    return Case(
        f"what is on top is left after a pass, k={rules.params.k}, {rules.rulings.stuck}",
        is_sound(before),
        all_of(tops_are_left(after)),
        under=rules,
    )


def every_stack() -> Iterator[Rules]:
    """Two, three and four players with stacks, under both readings of `stuck`."""
    return (rules_of(k, supply="stack", stuck=name) for name in ("keep", "bury") for k in PLAYERS)


def tops_stay_left() -> Iterator[Case]:
    """What is on top of a stack is left, after a tile is laid and after a pass."""
    yield from map(keeps_tops_left_by_a_pass, every_stack())
    yield from (keeps_tops_left(here) for here in every_laid() if here.supply == "stack")


def every_row(here: Laid) -> Iterator[Case]:
    """Cell by cell, tile by tile, and what is counted."""
    for cell in range(len(here.before.window.cells)):
        yield keeps_each_players_tiles(here, cell)
        yield is_taken_by_the_mover(here, cell)
    for tile in range(len(here.rules.tiles)):
        yield keeps_each_players_hand(here, tile)
    yield lays_one_tile(here)
    yield counts_what_is_taken(here)


def becomes_of_each_tile() -> Iterator[Case]:
    """The rows of every tile that can be laid."""
    return (row for here in every_laid() for row in every_row(here))


# ------------------------------------------------------------------------------------ adding it up


def lost_before(player: int, to: int) -> z3.ArithRef:
    """How many tiles of a player another one has captured: any number."""
    return integer(f"lost {player} to {to}")


def lost_after(here: Laid, player: int, to: int, *, forgotten: int | None = None) -> z3.ArithRef:
    """The same after the action: one more for each tile that is taken (but from a cell `forgotten`)."""
    cells = (cell for cell in range(len(here.taken)) if cell != forgotten)
    taken = (number(all_of((here.before.turn[to], lost(here, player, cell)))) for cell in cells)
    return lost_before(player, to) + sum(taken)


def is_full(position: Position, lost: Callable[[int, int], z3.ArithRef]) -> tuple[Fact, ...]:
    """What the window shows of each set is whole; what is captured was lost, by others."""
    players = range(len(position.owner))
    full = [integer(f"full set of {player}") for player in players]
    return tuple(
        all_of(
            (
                count(position.left[player])
                + count(position.owner[player])
                + sum(lost(player, to) for to in players)
                == full[player],
                position.captured[player] == sum(lost(other, player) for other in players),
                lost(player, player) == 0,
            )
        )
        for player in players
    )


def sets_stay_full(here: Laid, *, forgotten: int | None = None) -> Case:
    """Add up what is left, lies on the cells of the window, and was lost: each set stays full."""
    before = is_full(here.before, lost_before)
    added = added_up(
        f"each player's set stays full, {here.named}",
        (
            *here.permitted,
            *(only_from_others(here, cell) for cell in range(len(here.taken))),
            *before,
        ),
        all_of(is_full(here.after, partial(lost_after, here, forgotten=forgotten))),
        tuple(every_row(here)),
        using=before,
    )
    return evolve(added, under=here.rules, step=here.cell[0])


def every_sum() -> Iterator[Case]:
    """Whatever tile is laid, by whoever of two, three and four players."""
    return map(sets_stay_full, every_laid())


def full_sets_at_the_start() -> Computed:
    """Before the first action each player holds the full set, and nothing lies or was taken."""
    starts = {}
    for k in PLAYERS:
        engine = GAME.engine({"k": k})
        position = engine.to_json(engine.initial())
        starts[k] = (
            all(sorted(left) == list(tiles_of(4)) for left in position["left"].values())
            and len(position["left"]) == k
            and not position["tiles"]
            and not any(position["captured"].values())
        )
    return Computed.of_each(
        starts.values(), f"full sets at the start for k={', '.join(map(str, starts))}"
    )


THEOREM = Theorem(
    name="nothing_is_lost",
    statement="For each player, tiles left, on the table and captured by others are the full set, at "
    "all times; and what a player has captured are these tiles of the others. A tile leaves the hand "
    "only when its owner lays it, and the table only when another player captures it; what stays "
    "shows what it showed.",
    scope=TheoremScope(
        "window",
        "each of 18 cells and each tile, and all of them added up",
        params=EVERY_SUPPLY,
        any_others=True,
        rim=(BEYOND,),
    ),
    clauses=("DRE-1", "DRE-3", "DRE-6", "DRE-7", "DRE-8", "trigger", "outline", "claim", "stuck"),
    assumptions=(BY_LAYERS, ELSEWHERE),
    parts=(
        *layers_in_the_window(),
        Claim(
            "only tiles of others are captured",
            lambda: map(takes_only_from_others, every_laying()),
            real=LAYING,
        ),
        lemma("whichever of them, each tile is kept or counted", becomes_of_each_tile),
        Claim(
            "what is on top of a stack is left",
            tops_stay_left,
            real=LAYING,
            evident="a pass leaves all stacks as they are",
        ),
        Claim(
            "a pass changes nothing",
            lambda: map(a_pass_changes_nothing, every_pass()),
            real=REAL,
        ),
        Enumeration("the full sets at the start", full_sets_at_the_start),
        Claim("it adds up", every_sum, real=LAYING),
        Twin(
            "nothing is ever captured",
            lambda: takes_own(LaidAndCaptured(2, MIDDLE[0])),
            of="only tiles of others are captured",
            changed="no tile at all",
        ),
        Twin(
            "it does not matter whose tiles are taken",
            lambda: keeps_each_players_tiles(Laid(2, MIDDLE[0]), 0, only_others=False),
            of="whichever of them, each tile is kept or counted",
            changed="what is taken need not be another player's",
        ),
        Twin(
            "a captured tile may be forgotten",
            lambda: sets_stay_full(Laid(2, MIDDLE[0]), forgotten=0),
            of="it adds up",
            changed="what is taken from one cell is not counted as lost",
        ),
    ),
    slow=True,
)
