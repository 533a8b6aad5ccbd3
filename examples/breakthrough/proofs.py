"""What follows from the rules of Breakthrough, proved over the clauses that are run."""

from __future__ import annotations

from breakthrough import clauses as says
from breakthrough.spec import GAME, Breakthrough
from rulewright import proofs
from rulewright.author import exactly_one

PLAYED = proofs.RealPositions(GAME.engine, proofs.facts_in, games=400, stride=1)


def can_move(columns: int, *, going_on: bool = True) -> proofs.Case:
    """Whoever is to move has a legal action, in any position without two pieces on a square."""
    engine = Breakthrough({"columns": columns, "rows": 4})
    here = proofs.any_position(engine)
    over = says.nobody_has_the_turn_exactly_when_it_is_over(engine.rules, here)
    given = [exactly_one(here.turn), says.no_square_holds_two_pieces(engine.rules, here)]
    given += [over] if going_on else []
    return proofs.Case(f"{columns} columns", given, engine.can_act(here), under=engine.rules)


NAME, OVER = "the foremost piece can move", "the game may be over"
THEOREMS = (
    proofs.Theorem(
        "whoever_is_to_move_can_move",
        "While the game goes on, the player whose turn it is has a legal action.",
        proofs.TheoremScope("board", "every position", params={"columns": (2, 3, 4), "rows": (4,)}),
        ("BRK-2", "BRK-3", "BRK-4"),
        (
            proofs.Claim(NAME, lambda: map(can_move, (2, 3, 4)), real=PLAYED),
            proofs.Twin("no end", lambda: can_move(2, going_on=False), of=NAME, changed=OVER),
        ),
    ),
)
