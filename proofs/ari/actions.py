"""At full size, with the usual dice, the player to move in play always has a legal action."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from rulewright.proofs.ari.setting import (
    FULL_SIZE,
    IN_PLAY,
    SIDES,
    SIZE,
    lies_as_usual,
    permits,
    pieces_apart,
    position_in_play,
    rules_of,
)
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin, lemma
from rulewright.spec.ari import GAME, clauses, geometry, pointing
from rulewright.spec.ari.facts import Cell, Move, Rules, View
from rulewright.spec.ari.options import DICE, Parameters, Rulings
from rulewright.spec.logic import Fact, Number, all_of, any_of, not_

NONE = (False,) * len(DICE)
STEPS = [(east, north) for east in (-1, 0, 1) for north in (-1, 0, 1) if east or north]


def legal(rules: Rules, before: View, move: Move) -> Fact:
    """The action goes to a cell of the board, and every clause permits it."""
    return all_of(
        (
            geometry.is_on_the_board(rules, move.cell),
            *(
                permits(clause.identifier, rules, before, move)
                for clause in GAME.rulebook.speaking_of_actions()
            ),
        )
    )


def usual_position(rules: Rules, before: View) -> tuple[Fact, ...]:
    """Any position in play with the usual dice: pieces apart, queens not next to each other."""
    queens = before.own.queen.cell, before.enemy.queen.cell
    return (
        pieces_apart(rules, before.pieces),
        not_(clauses.are_next_to(rules, *queens)),
        *(
            lies_as_usual(rules, die.sides, name)
            for army in (before.own, before.enemy)
            for name, die in zip(DICE, army.dice, strict=True)
        ),
    )


def queen_steps(rules: Rules, before: View) -> Iterator[Fact]:
    """For each of the eight directions: the queen can step there."""
    start = before.own.queen.cell
    for east, north in STEPS:
        cell = Cell(start.x + east, start.y + north)
        yield legal(rules, before, Move(NONE, True, NONE, cell, (0, 0, 0, 0)))


def die_moves(rules: Rules, before: View, cell: Cell) -> Iterator[Fact]:
    """For each own die: it can move to the cell, as it lies."""
    for index, die in enumerate(before.own.dice):
        moving = tuple(index == other for other in range(len(DICE)))
        yield legal(rules, before, Move(moving, False, NONE, cell, die.sides))


def beside_the_queen(before: View) -> list[Cell]:
    """The four orthogonal neighbours of the own queen."""
    return [geometry.stepped(before.own.queen.cell, side, 1) for side in SIDES]


def an_offer_is_a_move(rules: Rules, before: View) -> Iterator[Case]:
    """A vacant cell that a die offers, or beside the queen, is one to which an own die can move."""
    given = usual_position(rules, before)
    for index, die in enumerate(before.dice):
        for side in SIDES:
            is_open, cell = pointing.offers(rules, before.dice, die, side)
            vacant = geometry.is_vacant(before.pieces, cell)
            moves = any_of(die_moves(rules, before, cell))
            yield Case(f"die {index}, side {side}", (*given, is_open, vacant), moves)
    for side, cell in enumerate(beside_the_queen(before)):
        there = geometry.is_on_the_board(rules, cell)
        vacant = geometry.is_vacant(before.pieces, cell)
        moves = any_of(die_moves(rules, before, cell))
        yield Case(f"beside the queen, {side}", (*given, there, vacant), moves)


def something_is_offered(rules: Rules, before: View, *, steps: bool = True) -> Case:
    """The queen can step, or a die offers a vacant cell, or there is one beside the queen."""
    offered = pointing.vacant_offers(rules, before, (True,) * len(before.dice))
    beside = (
        all_of((geometry.is_on_the_board(rules, cell), geometry.is_vacant(before.pieces, cell)))
        for cell in beside_the_queen(before)
    )
    stepping = queen_steps(rules, before) if steps else ()
    return Case(
        f"something is offered on the board of size {rules.n}",
        usual_position(rules, before),
        any_of((*offered, *beside, *stepping)),
    )


def bands(rules: Rules, coordinate: Number) -> dict[str, Fact]:
    """The first line of the board, the inner ones, and the last."""
    return {
        "first": coordinate == 1,
        "inner": all_of((coordinate > 1, coordinate < rules.n)),
        "last": coordinate == rules.n,
    }


def something_is_offered_anywhere(rules: Rules, before: View) -> Iterator[Case]:
    """The same, corner by corner and edge by edge, where the queen stands; then all together."""
    whole = something_is_offered(rules, before)
    queen = before.own.queen.cell
    parts = [
        Case(f"column {column}, row {row}", (*whole.given, where, level), whole.then)
        for column, where in bands(rules, queen.x).items()
        for row, level in bands(rules, queen.y).items()
    ]
    yield from parts
    yield evolve(whole, lemmas=tuple(parts), using=(pieces_apart(rules, before.pieces),))


def there_is_an_action(rules: Rules, before: View) -> Case:
    """The queen can step, or a die can move to a cell that is offered, or beside the queen."""
    offers = tuple(an_offer_is_a_move(rules, before))
    return Case(
        "there is an action",
        usual_position(rules, before),
        any_of((*queen_steps(rules, before), *(each.then for each in offers))),
        (something_is_offered(rules, before), *offers),
        using=(),
        under=rules,
    )


def sized(n: int = SIZE) -> Rules:
    """The narrowest reading of every question about moves: the defaults, and orientation kept."""
    if n == SIZE:
        return rules_of(orientation="kept")
    return Rules(Parameters(n), Rulings(orientation="kept"))


ALWAYS = Theorem(
    "at_full_size_there_is_always_an_action",
    "In every position in play on the board of size 15 with the usual dice, reachable or not, the "
    "player to move has a queen step or a die move: the question no_action never arises there.",
    TheoremScope(
        "board",
        "every position in play with the usual dice, reachable or not",
        params=FULL_SIZE,
        readings={"orientation": ("kept",), "threat": ("open",)},
        also="So under orientation=free, which permits more",
    ),
    ("ARI-5", "ARI-6", "ARI-7", "no_action"),
    (
        lemma(
            "what is offered can be moved to",
            lambda: an_offer_is_a_move(sized(), position_in_play()),
            evident="it spells out, offer by offer, which moves the rule permits",
        ),
        Claim(
            "something is offered",
            lambda: something_is_offered_anywhere(sized(), position_in_play()),
            why_not_real="it goes by where the queen stands; the last claim speaks of all positions",
        ),
        Claim(
            "so there is an action",
            lambda: there_is_an_action(sized(), position_in_play()),
            real=IN_PLAY,
        ),
        Twin(
            "also without queen steps",
            lambda: something_is_offered(sized(), position_in_play(), steps=False),
            of="something is offered",
            changed="queen steps do not count",
        ),
        Twin(
            "also on the board of size 5",
            lambda: something_is_offered(sized(5), position_in_play()),
            of="something is offered",
            changed="the board has size 5",
        ),
    ),
    slow=True,
)
