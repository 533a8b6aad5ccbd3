"""What Minoa's theorems speak of: an arbitrary position, and the rulebook's formulas over it.

Everything a theorem says of the rules goes through `RULEBOOK`, or through the very formulas of
`spec.minoa.clauses`: no rule is written down a second time here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from attrs import evolve, frozen

from rulewright.interface import Action
from rulewright.proofs.reachability import AbstractReach, steps_of_layers
from rulewright.proofs.reading import Values
from rulewright.proofs.real_positions import RealPositions
from rulewright.proofs.theorem import Claim, Twin
from rulewright.proofs.unknowns import boolean
from rulewright.spec.logic import Fact, all_of
from rulewright.spec.minoa.board import Board, board_of
from rulewright.spec.minoa.facts import Move, Outlook, Position, Rules
from rulewright.spec.minoa.game import Minoa
from rulewright.spec.minoa.options import Parameters, Rulings
from rulewright.spec.minoa.rulebook import RULEBOOK

__all__ = [  # what is proved about: other modules take the rulebook from here
    "RULEBOOK"
]

SIZE = 4
BOARD = board_of(SIZE)
NO_OUTLOOK = Outlook((), False)
"""For clauses that do not look at it."""
DEALS = ((2, "separate"), (3, "separate"), (4, "separate"), (4, "shared"))
"""Numbers of players, and readings of `partners`."""


def rules_of(reach: AbstractReach, k: int = 2, **rulings: str) -> Rules:
    """Fix full size, the players and the readings, and leave reachability abstract."""
    return Rules(Parameters(SIZE, k), Rulings(**rulings), reach)


def any_position(rules: Rules) -> Position:
    """A position of which nothing is known: a fact for each line, and for each piece on it."""
    names = rules.board.names
    return Position(
        sticks=tuple(boolean(f"stick.{name}") for name in names),
        pieces=tuple(
            tuple(boolean(f"{player}.{name}") for name in names) for player in rules.players
        ),
        turn=tuple(boolean(f"turn.{player}") for player in rules.players),
    )


def owners(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Who owns areas: each player, or each team under `partners=shared`."""
    alone = tuple((player,) for player in range(len(rules.players)))
    return {"separate": alone, "shared": rules.teams}[rules.rulings.partners]


@frozen(slots=False)
class Deal:
    """An arbitrary position for a number of players, under a reading of `partners`."""

    k: int
    partners: str
    reach: ClassVar[str] = "area"
    """What reachability, which is left abstract, is called."""
    rulings: ClassVar[Mapping[str, str]] = {}
    """Readings of other questions."""

    @cached_property
    def rules(self) -> Rules:
        """The rules, with reachability left abstract."""
        return rules_of(AbstractReach(self.reach), self.k, partners=self.partners, **self.rulings)

    @cached_property
    def position(self) -> Position:
        """The position, of which nothing is known."""
        return any_position(self.rules)

    def name(self) -> str:
        """Name the number of players, and the reading of `partners` where it matters."""
        return f"k={self.k}" + (f", partners={self.partners}" if self.k == 4 else "")  # noqa: PLR2004


def any_move(rules: Rules) -> Move:
    """A move of which nothing is known."""
    names = rules.board.names
    return Move(
        stick=tuple(boolean(f"put.stick.{name}") for name in names),
        piece=tuple(
            tuple(boolean(f"put.{player}.{name}") for name in names) for player in rules.players
        ),
    )


def holds(rules: Rules, position: Position, *identifiers: str) -> tuple[Fact, ...]:
    """What clauses keep true in every position (those that do not look at the outlook)."""
    clauses = [RULEBOOK[identifier] for identifier in identifiers]
    return tuple(
        clause.holds(rules, position, NO_OUTLOOK) for clause in clauses if clause.holds is not None
    )


def permitted(rules: Rules, before: Position, move: Move, *identifiers: str) -> Fact:
    """The clauses let a move pass: those named, or all that speak of actions."""
    return all_of(
        clause.permits(rules, before, move)
        for clause in RULEBOOK.speaking_of_actions()
        if clause.permits is not None and (not identifiers or clause.identifier in identifiers)
    )


def effect(identifier: str, *arguments: object) -> Any:
    """Apply what a clause says follows; raises LookupError where the clause has no effect."""
    formula = RULEBOOK[identifier].effect
    if formula is None:
        raise LookupError(f"{identifier} has no effect")
    return formula(*arguments)


def put_down(rules: Rules, before: Position, move: Move) -> Position:
    """Put down what is played (MIN-7)."""
    position: Position = effect("MIN-7", rules, before, move)
    return position


def after(rules: Rules, before: Position, move: Move) -> Position:
    """Put down what is played, and what follows at once (MIN-7, MIN-10)."""
    position: Position = effect("MIN-10", rules, put_down(rules, before, move), move)
    return position


def engine(params: dict[str, int] | None = None, **rulings: str) -> Minoa:
    """The executable specification, under the rulebook that is proved about."""
    return Minoa(params, rulings, RULEBOOK)


def minoa(params: dict[str, Any], rulings: dict[str, str]) -> Minoa:
    """Make the game under the rulebook that is proved about."""
    return engine(params, **rulings)


def values_of(rules: Rules, position: Position) -> Values:
    """Read a position: the value of each fact of `any_position`."""
    kinds = (("stick", position.sticks), *zip(rules.players, position.pieces, strict=True))
    values: dict[str, bool | int] = {
        f"{kind}.{name}": bool(fact)
        for kind, facts in kinds
        for name, fact in zip(rules.board.names, facts, strict=True)
    }
    turns = zip(rules.players, position.turn, strict=True)
    return values | {f"turn.{player}": bool(fact) for player, fact in turns}


def has_a_vacant_line(position: Position) -> bool:
    """Some boundary line is vacant."""
    return not all(any(own[line] for own in position.pieces) for line in BOARD.boundary)


def put_by(rules: Rules, position: Position, line: Action) -> Values:
    """Read what is put down on a line: the value of each fact of `any_move`."""
    inside = {rules.board.names[number] for number in rules.board.interior}
    mover = next(player for player, due in zip(rules.players, position.turn, strict=True) if due)
    put = f"put.{'stick' if line in inside else mover}.{line}"
    kinds = ("stick", *rules.players)
    names = [f"put.{kind}.{name}" for kind in kinds for name in rules.board.names]
    return {name: name == put for name in names}


def stick_put_by(rules: Rules, position: Position, line: Action) -> Values | None:
    """Actions that put down a stick."""
    is_inside = rules.board.names.index(line) in rules.board.interior
    return put_by(rules, position, line) if is_inside else None


REAL = RealPositions(minoa, values_of, 160)
NOT_FULL = evolve(REAL, wanted=has_a_vacant_line)
PLAYED = evolve(REAL, steps=put_by)
STICKS = evolve(REAL, steps=stick_put_by)
"""Positions of recorded games at full size; those with a vacant boundary line; with what is played, or
with the sticks that are."""
IN_GAMES = "tests/proofs/test_rims.py::test_what_is_kept_holds_in_every_position_of_a_game"
"""The test of what happens at the rim of an induction."""
ANY_GAME: dict[str, tuple[int, ...]] = {"n": (SIZE,), "k": (2, 3, 4)}
"""The parameters of full size, as a scope has them."""


def positions(moves: Sequence[str], game: Minoa) -> list[Position]:
    """Play a game on the specification; the position before each move and after the last.

    Raises `IllegalAction` for a move that the rules forbid.
    """
    line = [game.initial()]
    for move in moves:
        line.append(game.play(line[-1], move))
    return line


def triangle_links(board: Board) -> list[tuple[int, int]]:
    """For each interior line, its two triangles."""
    return [(board.sides[line][0], board.sides[line][1]) for line in board.interior]


def layers_on_the_board() -> tuple[Claim, Twin]:
    """The induction steps of reachability on the triangles of the full-size board."""
    return steps_of_layers("step", len(BOARD.triangles), triangle_links(BOARD))
