"""Whose turn it is stays possible: one player's while the game is on, and nobody's at its end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product

from attrs import evolve

from rulewright.proofs.computed import Computed, Enumeration
from rulewright.proofs.dreieck.laying import PLAYERS, Laid
from rulewright.proofs.dreieck.setting import (
    BEGUN,
    BEYOND,
    IN_GAMES,
    LAYING,
    MIDDLE,
    after_a_pass,
    any_position,
    effect,
    is_sound,
    rules_of,
)
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.spec.dreieck import GAME
from rulewright.spec.dreieck.board import FIRST, Cell, players_of, tiles_of
from rulewright.spec.dreieck.facts import Outlook, Position, Rules
from rulewright.spec.dreieck.rulebook import RULEBOOK
from rulewright.spec.logic import Fact

CLAUSES = ("DRE-2", "DRE-9")
SUPPLIES = ("hand", "stack")


def is_possible(rules: Rules, position: Position, clause: str) -> Fact:
    """What a clause keeps true, when the game is over as DRE-9 says."""
    formula = RULEBOOK[clause].holds
    if formula is None:
        raise LookupError(f"{clause} keeps nothing true")
    return formula(rules, position, Outlook(effect("DRE-9", rules, position), ()))


def gone_on(rules: Rules, after: Position, *, ends: bool = True) -> Position:
    """The turn has gone on, unless the game has ended (DRE-2)."""
    over = effect("DRE-9", rules, after) if ends else False
    return evolve(after, turn=effect("DRE-2", rules, after.turn, over))


def before_it(rules: Rules, before: Position) -> tuple[Fact, ...]:
    """Somebody is to move in a position that is possible."""
    return (*is_sound(before), *(is_possible(rules, before, clause) for clause in CLAUSES))


def after_a_tile(
    clause: str, k: int, supply: str, cell: Cell = FIRST, *, ends: bool = True
) -> Case:
    """After a tile, whatever it captures, the position is possible."""
    here = Laid(k, cell, supply=supply)
    return Case(
        here.named,
        (*before_it(here.rules, here.before), *here.permitted),
        is_possible(here.rules, gone_on(here.rules, here.after, ends=ends), clause),
        under=here.rules,
        step=cell[0],
    )


def after_passing(clause: str, k: int, supply: str, *, begun: bool = True) -> Case:
    """After a pass the position is possible; nobody passes before the first tile."""
    rules = rules_of(k, supply=supply)
    before = any_position(rules)
    return Case(
        f"k={k}, {supply}",
        (*before_it(rules, before), *((before.begun,) if begun else ())),
        is_possible(rules, gone_on(rules, after_a_pass(rules, before)), clause),
        under=rules,
    )


def every_passing(clause: str) -> Iterator[Case]:
    """Two, three and four players, with hands and with stacks."""
    return (after_passing(clause, k, supply) for k, supply in product(PLAYERS, SUPPLIES))


def every_laying(clause: str) -> Iterator[Case]:
    """The same, a tile being laid on a cell of each kind."""
    ways = product(PLAYERS, SUPPLIES, MIDDLE)
    return (after_a_tile(clause, k, supply, cell) for k, supply, cell in ways)


def at_the_start(clause: str) -> Iterator[Case]:
    """The first position is possible."""
    for k, supply in product(PLAYERS, SUPPLIES):
        rules = rules_of(k, supply=supply)
        start = is_possible(rules, effect("DRE-1", rules), clause)
        yield Case(
            f"k={k}, {supply}", (), start, decided="nothing is unknown of the first position"
        )


def nobody_passes_first() -> Computed:
    """Look at what is permitted in the first position; whatever is on top of a stack may be laid."""
    names = tiles_of(4)
    fine = []
    for k, top in product(PLAYERS, (None, *names)):
        stack = [top, *(name for name in names if name != top)]
        stacks = {} if top is None else {"stacks": dict.fromkeys(players_of(k), stack)}
        engine = GAME.engine({"k": k, "supply": "stack" if stacks else "hand", **stacks})
        actions = engine.legal_actions(engine.initial())
        fine.append(bool(actions) and "pass" not in actions)
    return Computed.of_each(fine, "in the first position a tile is laid, and nobody may pass")


THEOREM = Theorem(
    name="one_player_is_to_move_until_the_game_is_over_and_nobody_then",
    statement="Whatever is laid, captured or passed, at most one player is to move, nobody exactly "
    "when the game is over, and nobody has passed once all tiles are laid; before the first tile it is "
    "p1 who is to move.",
    scope=TheoremScope(
        "window",
        "18 cells, every position in which somebody is to move, whatever is captured",
        inductive=True,
        params={"k": PLAYERS, "s": (4,), "supply": SUPPLIES},
        rim=(IN_GAMES, BEYOND),
    ),
    clauses=CLAUSES,
    parts=(
        *(
            Claim(
                f"{clause} {words}",
                partial(made, clause),
                real=real,
            )
            for clause in CLAUSES
            for words, made, real in (
                ("after a tile", every_laying, LAYING),
                ("after a pass", every_passing, BEGUN),
            )
        ),
        *(Claim(f"{clause} at the start", partial(at_the_start, clause)) for clause in CLAUSES),
        Enumeration("nobody passes first", nobody_passes_first),
        Twin(
            "the turn goes on after the end",
            lambda: after_a_tile("DRE-9", 2, "hand", ends=False),
            of="DRE-9 after a tile",
            changed="the turn goes on though the game has ended",
        ),
        Twin(
            "somebody passes before the first tile",
            lambda: after_passing("DRE-2", 2, "hand", begun=False),
            of="DRE-2 after a pass",
            changed="the first tile may not be laid yet",
        ),
    ),
    slow=True,
)
