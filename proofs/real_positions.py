"""Positions of recorded games, against which a claim about all positions is held.

A claim may be proved of fewer positions than it promises, if a premise excludes some. So its premises
are evaluated in positions of random games, which the specification plays under just the options that
the claim is about: a premise that is false in one of them fails the theorem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import z3
from attrs import frozen

from rulewright.spec.engine import Specification
from rulewright.spec.play import play

Values = Mapping[str, bool | int]
"""For each fact and number of a position, by the name that it has in the proofs, its value."""
LEAST_POSITIONS, LEAST_GAMES = 1_000, 100
SEED = 1


@frozen
class RealPositions:
    """Where the positions of recorded games come from, and how they are read."""

    options: str
    """The options in words."""
    engine: Callable[[], Specification[Any]]
    values: Callable[[Any], Values]
    """Reads a position of the specification."""
    stride: int = 5
    """One position in so many is looked at: enough for ten of each game."""
    games: int = LEAST_GAMES
    """How many are played: more than must be looked at, if some have no position that is wanted."""
    max_plies: int = 200
    wanted: Callable[[Any], bool] = lambda _: True
    """Which of the positions in which somebody is to move the claim speaks of."""

    def positions(self) -> Iterator[tuple[int, Values]]:
        """Yield the number of a game and a position of it, for positions that are not final."""
        engine = self.engine()
        games = range(self.games)
        for ply, found in enumerate(play(engine.in_bulk(), SEED, games, max_plies=self.max_plies)):
            for game in games:
                if (ply + game) % self.stride == 0:
                    state = found.state(game)
                    if engine.turn(state) is not None and self.wanted(state):
                        yield game, self.values(state)


def excluded(premises: Iterable[z3.BoolRef], real: RealPositions) -> str:
    """Say which premise a position of a recorded game breaks; empty if none does.

    Premises that speak of other things as well, of an action or of what is reached, are not evaluated.
    """
    looked: list[tuple[int, Values]] = list(real.positions())
    games = len({game for game, _ in looked})
    if len(looked) < LEAST_POSITIONS or games < LEAST_GAMES:
        return f"only {len(looked)} positions of {games} recorded games were looked at"
    names = set(looked[0][1])
    terms = {term.get_id(): term for term in premises if _unknowns(term) <= names}
    if not terms:
        return "none of its premises speaks of a position alone"
    together = z3.And(*terms.values())
    unknowns = sorted(_unknowns(together))
    sorts = {name: z3.Int if _is_number(looked[0][1][name]) else z3.Bool for name in unknowns}
    for game, values in looked:
        pairs = [(sorts[name](name), _value(values[name])) for name in unknowns]
        if z3.is_true(z3.simplify(z3.substitute(together, *pairs))):
            continue
        broken = next(
            term
            for term in terms.values()
            if not z3.is_true(z3.simplify(z3.substitute(term, *pairs)))
        )
        text = " ".join(str(broken).split())[:120]
        return f"a premise excludes a position of recorded game {game} ({real.options}): {text}"
    return ""


def _is_number(value: bool | int) -> bool:
    return not isinstance(value, bool)


def _value(value: bool | int) -> z3.ExprRef:
    return z3.IntVal(value) if _is_number(value) else z3.BoolVal(value)


def _unknowns(term: z3.ExprRef) -> set[str]:
    """Return the names of the uninterpreted constants of a term."""
    waiting, seen, found = [term], {term.get_id()}, set[str]()
    while waiting:
        each = waiting.pop()
        if each.num_args() == 0 and each.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            found.add(str(each.decl().name()))
        for child in each.children():
            if child.get_id() not in seen:
                seen.add(child.get_id())
                waiting.append(child)
    return found
