"""Every area traces to an edge: at the start, and after every action, however `closure` is read.

Under `closure=line` the clause that lets a stick pass says just what must hold after it. Under
`closure=coloured` it says less: both parts of a split area carry a piece. The rest is carried over from
before: an area that the stick does not touch stays, and one that it does not split stays as well.
"""

from __future__ import annotations

from functools import partial

from rulewright.proofs.computed import Computed, Enumeration, Exhibit
from rulewright.proofs.minoa.pieces import BY_ACTIONS
from rulewright.proofs.minoa.setting import (
    ANY_GAME,
    IN_GAMES,
    PLAYED,
    after,
    any_move,
    any_position,
    engine,
    holds,
    layers_on_the_board,
    permitted,
    rules_of,
)
from rulewright.proofs.reachability import BY_LAYERS, AbstractReach, complement
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.spec.logic import all_of

CLOSURES = ("line", "coloured")
PLAYERS = (2, 3, 4)
PERMITS = ("MIN-3", "MIN-4", "MIN-5", "MIN-6", "MIN-9")


def action_keeps_edges(k: int, closure: str, dropped: str = "") -> Case:
    """Play an arbitrary action, permitted by all clauses but one, where all areas trace to an edge."""
    reach = AbstractReach("area")
    rules = rules_of(reach, k, closure=closure)
    before, move = any_position(rules), any_move(rules)
    given = (
        *holds(rules, before, "MIN-4", "MIN-5", "MIN-9"),
        *(permitted(rules, before, move, each) for each in PERMITS if each != dropped),
    )
    kept = all_of(holds(rules, after(rules, before, move), "MIN-9"))
    return Case(
        f"k={k}, closure={closure}: every action keeps MIN-9",
        (
            *given,
            *(fact for call in reach.calls for fact in call.closed()),
            *(
                call.inside(region)
                for call in reach.calls
                for other in reach.calls[-3:]
                if call is not other
                for region in (other.marks, complement(other.marks))
            ),
        ),
        kept,
        under=rules,
    )


def at_the_start() -> Computed:
    """Look at the initial position under all readings and numbers of players."""
    games = [engine({"k": k}, closure=closure) for k in PLAYERS for closure in CLOSURES]
    fine = (all(holds(game.rules, game.initial(), "MIN-9")) for game in games)
    return Computed.of_each(fine, f"MIN-9 holds at the start of {len(games)} games")


def line_permits_more() -> Computed:
    """Find the two sticks after which the readings part: a corner cut off, without a piece."""
    line, coloured = engine(closure="line"), engine(closure="coloured")
    start = line.initial()
    for one in line.legal_actions(start)[::-1]:
        if line.rules.board.number[one] in line.rules.board.boundary:
            continue
        state = line.play(start, one)
        more = set(line.legal_actions(state)) - set(coloured.legal_actions(state))
        if more:
            moves = (one, min(more))
            detail = f"{moves[1]} after {moves[0]} is legal under line, not coloured"
            return Computed.of_game(line, moves, True, detail)
    return Computed(False, "the readings never part after one stick", 1)


THEOREM = Theorem(
    name="every_area_traces_to_an_edge",
    statement="Every area has a boundary line at the start, and every action keeps it so, under both "
    "readings of closure; under closure=coloured every area carries a piece as soon as there are two "
    "areas.",
    scope=TheoremScope(
        "board",
        "any action, the pieces of MIN-10 included",
        inductive=True,
        params=ANY_GAME,
        readings={"closure": CLOSURES},
        rim=(IN_GAMES,),
    ),
    clauses=("MIN-1", "MIN-4", "MIN-7", "MIN-9", "MIN-10", "closure"),
    assumptions=(BY_LAYERS, BY_ACTIONS),
    parts=(
        *layers_on_the_board(),
        Enumeration("it holds at the start", at_the_start),
        *(
            Claim(
                f"every action keeps it, k={k}, closure={closure}",
                partial(action_keeps_edges, k, closure),
                real=PLAYED,
            )
            for closure in CLOSURES
            for k in PLAYERS
        ),
        Exhibit("closure=line permits what closure=coloured forbids", line_permits_more),
        *(
            Twin(
                f"every action keeps it without MIN-9, closure={closure}",
                partial(action_keeps_edges, 2, closure, "MIN-9"),
                of=f"every action keeps it, k=2, closure={closure}",
                changed="MIN-9 need not permit the action",
            )
            for closure in CLOSURES
        ),
    ),
    slow=True,
)
