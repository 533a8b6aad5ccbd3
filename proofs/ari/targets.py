"""How many target cells a die has that lies alone, and when the set-up can run dry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.proofs.ari.setting import (
    FULL_SIZE,
    SIDES,
    SIZE,
    any_die,
    arranged_anyhow,
    lies_as_usual,
    pieces_apart,
    rules_of,
    shows_numbers,
)
from rulewright.proofs.computed import Computed, Enumeration, Exhibit, FalseExhibit, replay
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.spec.ari import GAME, geometry, pointing
from rulewright.spec.ari.board import cells
from rulewright.spec.ari.facts import Cell, Die, Rules, View
from rulewright.spec.ari.options import DICE
from rulewright.spec.logic import Fact, all_of, any_of, count, none_of

ALONE_ONLY = "it speaks of a die alone on the board"
FEW_DICE = "it speaks of the first dice of the set-up, whosever they are, in the order they are put"
"""Why no position of a game is held against claims."""


def offers(rules: Rules, dice: tuple[Die, ...], die: Die) -> list[Fact]:
    """For each side of a die: it offers a target cell (ARI-4)."""
    return [pointing.offers(rules, dice, die, side)[0] for side in SIDES]


def alone(name: str, least: int, *, usual: bool) -> Case:
    """A die alone on the board has some number of target cells."""
    rules, die = rules_of(), any_die("die")
    arranged = lies_as_usual(rules, die.sides, name) if usual else arranged_anyhow(die, name)
    return Case(
        f"die {name}: at least {least}",
        (geometry.is_on_the_board(rules, die.cell), shows_numbers(die.sides), arranged),
        count(offers(rules, (die,), die)) >= least,
    )


def counted() -> Computed:
    """Count the target cells of the usual dice on every cell, in every orientation."""
    rules = rules_of()
    found: dict[int, int] = {}
    for name in DICE:
        for x, y in cells(SIZE).values():
            for sides in rules.orientations(name):
                die = Die(True, Cell(x, y), sides)
                number = sum(offers(rules, (die,), die))
                found[number] = found.get(number, 0) + 1
    listed = ", ".join(f"{found[number]} with {number}" for number in sorted(found))
    looked = sum(found.values())
    return Computed(min(found) == 2 and looked == 16_200, listed, looked)  # noqa: PLR2004


ALONE = Theorem(
    "a_lone_die_always_points_somewhere",
    "A die alone on the board has at least one target cell, on every cell, in every orientation, for "
    "every arrangement of its numbers; die V, and every usual die, has at least two, and no more can be "
    "promised.",
    TheoremScope("board", "a die anywhere on it, and no other", params=FULL_SIZE),
    ("ARI-1", "ARI-4", "no_target"),
    (
        Claim(
            "at least one, however arranged",
            lambda: [
                alone(name, least, usual=False) for name, least in (("III", 1), ("IV", 1), ("V", 2))
            ],
            why_not_real=ALONE_ONLY,
        ),
        Claim(
            "at least two, arranged as usual",
            lambda: [alone(n, 2, usual=True) for n in DICE],
            why_not_real=ALONE_ONLY,
        ),
        Enumeration("all 16,200 ways to put down a usual die", counted),
        Twin(
            "die III however arranged has two",
            lambda: alone("III", 2, usual=False),
            of="at least one, however arranged",
            changed="one target cell more",
        ),
        Twin(
            "die IV however arranged has two",
            lambda: alone("IV", 2, usual=False),
            of="at least one, however arranged",
            changed="one target cell more",
        ),
        Twin(
            "a usual die V has three",
            lambda: alone("V", 3, usual=True),
            of="at least two, arranged as usual",
            changed="one target cell more",
        ),
    ),
)


def chain(length: int) -> tuple[Rules, tuple[Die, ...]]:
    """Some dice, put down one after the other."""
    return rules_of(), tuple(any_die(f"die.{index}") for index in range(length))


def set_up(rules: Rules, dice: tuple[Die, ...]) -> Iterator[Fact]:
    """Each die after the first lies on a target cell of the one before; each lies as some usual die."""
    yield pieces_apart(rules, dice)
    for index, die in enumerate(dice):
        yield any_of(lies_as_usual(rules, die.sides, name) for name in DICE)
        if index:
            earlier = dice[:index]
            last = tuple(number == index - 1 for number in range(index))
            yield pointing.is_offered(rules, earlier, last, die.cell)


def never_dry(length: int) -> Case:
    """The last of some dice offers a vacant target cell."""
    rules, dice = chain(length)
    found = []
    for side in SIDES:
        is_open, target = pointing.offers(rules, dice, dice[-1], side)
        found.append(all_of((is_open, geometry.is_vacant(dice, target))))
    return Case(f"after {length} dice", tuple(set_up(rules, dice)), any_of(found))


def runs_dry(game: tuple[str, ...], **params: Any) -> Computed:
    """After a game the last die offers no vacant target cell."""
    engine = GAME.engine(params)
    state = replay(engine, game)
    before: View = state.view
    dry = none_of(pointing.vacant_offers(rules_of(), before, before.last))
    detail = f"dry after {len(game)} dice: {' '.join(game)}"
    return Computed.of_game(engine, game, bool(dry), detail)


DRY = ("III@d1:9712", "III@d10:5961", "IV@c10:1495", "IV@c1:9813")
DRY_AFTER_TWO = ("IV@g9:4951", "III@f9:7296")
SEVEN_OPPOSITE_NINE = {"IV": [3, 4, 9, 5, 1, 8], "III": [1, 7, 2, 9, 6, 5]}
"""Dice whose numbers sit so that they can show the sides of that game; V as usual."""

RUNS_DRY = Theorem(
    "the_set_up_can_run_dry_after_four_dice_but_not_before",
    "With the usual dice the last of one, two or three dice always offers a vacant target cell; the "
    "last of four may offer none, as a game shows. However the numbers are arranged, a first die always "
    "offers one; with other arrangements than the usual the second of two may not.",
    TheoremScope(
        "board", "dice put down one after the other; two games, replayed", params=FULL_SIZE
    ),
    ("ARI-1", "ARI-4", "no_target"),
    (
        Claim(
            "not after one, two or three dice",
            lambda: map(never_dry, (1, 2, 3)),
            why_not_real=FEW_DICE,
        ),
        Claim(
            "not after one, however arranged",
            lambda: [alone(n, 1, usual=False) for n in DICE],
            why_not_real=ALONE_ONLY,
        ),
        Exhibit("a game of four dice", lambda: runs_dry(DRY)),
        Exhibit(
            "a game of two dice arranged otherwise",
            lambda: runs_dry(DRY_AFTER_TWO, nets=SEVEN_OPPOSITE_NINE),
        ),
        Twin(
            "not after four dice either",
            lambda: never_dry(4),
            of="not after one, two or three dice",
            changed="one die more",
        ),
        FalseExhibit(
            "that game without its last die",
            lambda: runs_dry(DRY[:-1]),
            of="a game of four dice",
            changed="the game without its last action",
        ),
    ),
)
