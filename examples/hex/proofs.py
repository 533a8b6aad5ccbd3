"""What follows from the rules of Hex on small boards, proved over the clauses that are run."""

from __future__ import annotations

from hex import clauses as says
from hex.spec import GAME, Hex
from rulewright import proofs
from rulewright.author import all_of, any_of, exactly_one, not_

SIDES = (2, 3)
PLAYED = proofs.RealPositions(GAME.engine, proofs.facts_in, games=200, stride=1)
FULL = "exactly one chain"


def filled(n: int, *, empty: int = 0) -> proofs.Case:
    """With a stone on each cell one colour has a chain; or all but the last `empty`."""
    engine = Hex({"n": n})
    here = proofs.any_position(engine)
    taken = [any_of(pair) for pair in zip(*here.stones, strict=True)]
    given = [says.no_cell_carries_two_stones(engine.rules, here), *taken[: n * n - empty]]
    joined = says.both_joined(engine.rules, here)
    return proofs.Case(f"side {n}", given, exactly_one(joined), under=engine.rules)


def apart(n: int, *, single: bool = True) -> proofs.Case:
    """Never do both colours have a chain."""
    engine = Hex({"n": n})
    here = proofs.any_position(engine)
    given = [says.no_cell_carries_two_stones(engine.rules, here)] if single else []
    red, blue = says.both_joined(engine.rules, here)
    return proofs.Case(f"side {n}", given, not_(all_of((red, blue))), under=engine.rules)


SCOPE = proofs.TheoremScope("board", "every position", params={"n": SIDES})
THEOREMS = (
    proofs.Theorem(
        "no_game_of_hex_is_drawn",
        "When all cells are taken, exactly one colour has a chain.",
        proofs.TheoremScope("board", "every full board", params={"n": SIDES}),
        ("HEX-3", "HEX-5"),
        (
            proofs.Claim(
                FULL, lambda: map(filled, SIDES), why_not_real="it speaks of full boards alone"
            ),
            proofs.Twin("a gap", lambda: filled(3, empty=1), of=FULL, changed="a cell is empty"),
        ),
    ),
    proofs.Theorem(
        "two_chains_exclude_each_other",
        "Never do both colours have a chain.",
        SCOPE,
        ("HEX-3", "HEX-5"),
        (
            proofs.Claim("not both", lambda: map(apart, SIDES), real=PLAYED),
            proofs.Twin(
                "two on a cell",
                lambda: apart(2, single=False),
                of="not both",
                changed="a cell may carry two stones",
            ),
        ),
    ),
)
