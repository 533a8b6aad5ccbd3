"""Each question matters: shortest games on which its readings part, and which reading takes in which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve

from rulewright.proofs.computed import Computed, Enumeration, Exhibit, FalseExhibit, game_of
from rulewright.proofs.dreieck.holes import OUTER_AND_EVERY
from rulewright.proofs.dreieck.laying import Laid, layers_in_the_window
from rulewright.proofs.dreieck.parting import alike_for, for_each, part_after, sides
from rulewright.proofs.dreieck.setting import (
    BEYOND,
    MIDDLE,
    any_position,
    booleans,
    permitted,
    rules_of,
)
from rulewright.proofs.dreieck.tables import no_capture_by, one_neighbour_by, triggers_agree_by
from rulewright.proofs.reachability import BY_LAYERS, AbstractReach, complement
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Part, Theorem, Twin
from rulewright.proofs.unknowns import boolean
from rulewright.spec.dreieck import regions
from rulewright.spec.dreieck.board import players_of, tiles_of
from rulewright.spec.dreieck.facts import Facts, Rules
from rulewright.spec.dreieck.options import Parameters, Rulings
from rulewright.spec.logic import Fact, all_of, at_most, iff, implies

FIVE = ("u0,0:aaa", "d-1,0:aab", "u-1,0:aab", "d-1,-1:aaa", "u-1,1:bab")
"""Two players: p1's three tiles take the first one of p2; the vacated cell has three neighbours."""
CORNER = ("u0,0:aaa", "d0,0:aaa", "u0,1:aaa")
"""Three players: p1 and p3 lie at two of the three edges of p2's tile; `u1,0` is the third."""
TWO, THREE, SIX = {"k": 2}, {"k": 3}, {"k": 6, "s": 1}
LOOSE = {"match": "one"}


def parts_after(
    name: str, params: Mapping[str, object], question: str, *moves: str, **rulings: str
) -> Part:
    """Show a game after whose last action the readings of a question part."""
    return Exhibit(name, lambda: part_after(sides(params, question, **rulings), moves))


# ------------------------------------------------------------------------------- one and all


def alike_with_few_neighbours(most: int) -> Iterator[Case]:
    """Where a tile has so few neighbours, `all` and `one` permit the same."""
    for cell in MIDDLE:
        here, loose = Laid(2, cell), rules_of(match="one")
        (every,), (some,) = (
            permitted(rules, here.before, here.move, "DRE-4") for rules in (here.rules, loose)
        )
        beside = [here.before.lies(other) for other, _ in here.around]
        yield Case(
            f"alike with at most {most} neighbours, {cell[0]}",
            (at_most(most, beside),),
            iff(every, some),
        )


ONE_AND_ALL = Theorem(
    name="match_one_differs_from_all_after_five_actions",
    statement="The readings `all` and `one` of match permit the same wherever a tile has one "
    "neighbour. With two players they part after five actions, with more after four, by a capture, and "
    "not before.",
    scope=TheoremScope(
        "window",
        "18 cells, a tile laid on a cell of each kind that has one neighbour",
        params={"s": (4,)},
        readings={"match": ("all", "one")},
        also="The least: any number of symbols and players, hands or stacks, the other readings the "
        "default ones; the games: s = 4",
        rim=(BEYOND,),
    ),
    clauses=("DRE-4", "match"),
    parts=(
        Claim(
            "alike with one neighbour",
            lambda: alike_with_few_neighbours(1),
            why_not_real="it speaks of a tile laid beside one other",
        ),
        Enumeration("each tile of four actions has one at most", lambda: one_neighbour_by(2, 5)),
        Enumeration(
            "with more players, each tile of three actions",
            lambda: for_each(*(one_neighbour_by(k, 4) for k in (3, 4))),
        ),
        parts_after("a vacated cell", TWO, "match", *FIVE),
        parts_after("a vacated cell, three players", THREE, "match", *CORNER, "u1,0:aba"),
        Twin(
            "alike with two neighbours",
            lambda: next(alike_with_few_neighbours(2)),
            of="alike with one neighbour",
            changed="two neighbours",
        ),
        FalseExhibit(
            "each tile of five actions has one at most",
            lambda: one_neighbour_by(2, 6),
            of="each tile of four actions has one at most",
            changed="one action more",
        ),
    ),
)

# --------------------------------------------------------------------- completing and standing

BACK = ("u0,0:aaa", "d0,0:aaa", "d-1,0:aaa", "d0,-1:aaa", "u0,0:aaa")
"""p4 captures p1's tile; p5 lays into the vacated cell and closes the own region."""
RING = game_of(
    "u0,0:acb d0,-1:aca d-1,0:abd u-1,1:dba u1,-1:acc d-1,1:bca u0,1:bcc d1,-1:cdc u1,0:cdc"
)
"""Two players: p1 lies at all three edges of the empty cell `d0,0`, and no tile was taken there: under
`match=all` the one that was would be the only one that fits."""
LOST_TWICE: dict[int, tuple[str, ...]] = {
    3: game_of(
        "u0,0:ccc d0,0:cdc d-1,0:ccb u1,0:cad u-1,0:dcb d0,-1:acc u0,1:cdd u0,0:ccc d-1,-1:acd"
    ),
    4: game_of("u0,0:abb d-1,0:aba d0,0:bcb u1,0:bac u0,1:bcd d0,0:bcb d1,-1:dab"),
    5: ("u0,0:abb", "d0,0:bab", "d-1,0:abc", "d0,-1:aba", "u0,0:abb", "u0,1:bad"),
}
"""By number of players, `match=all`: a tile is taken, another player lays the same one in its place."""


def standing_falls() -> Computed:
    """Replay it, and let p6 lay a tile far from p5's: any of them will do."""
    pair = sides(SIX, "trigger")
    state = pair[0].initial()
    for move in BACK:
        state = pair[0].play(state, move)
    every = [part_after(pair, (*BACK, action)) for action in pair[0].legal_actions(state)]
    return for_each(*every) if len(every) > 1 else Computed(False, "p6 has no choice", 1)


COMPLETING_AND_STANDING = Theorem(
    name="trigger_completing_differs_from_standing_after_six_actions",
    statement="A region that its owner closed stands under `completing`, and falls to the next tile of "
    "another player under `standing`: after six actions from three players on, after seven with two, "
    "and not before. With two, three and four players these games match at one edge only; under "
    "match=all there are games of eleven, nine and seven actions, and of six with five players.",
    scope=TheoremScope(
        "games",
        "the least: any number of symbols and players, hands or stacks, both readings of match, the "
        "other readings the default ones; the games: s = 4",
        also="That under match=all none is shorter is not a part of this theorem: a search of all "
        "tables says so (docs/dreieck.md)",
    ),
    clauses=("DRE-7", "trigger", "match"),
    parts=(
        Enumeration("two players, six actions", lambda: triggers_agree_by(2, 6)),
        Enumeration(
            "more players, five actions",
            lambda: for_each(*(triggers_agree_by(k, 5) for k in (3, 4, 5))),
        ),
        Exhibit("six players, one symbol", standing_falls),
        parts_after("two players", TWO, "trigger", *FIVE, "d-1,0:aac", "d0,0:aca", **LOOSE),
        parts_after(
            "three players", THREE, "trigger", *CORNER, "u1,0:aba", "d0,0:aab", "d-1,0:aab", **LOOSE
        ),
        parts_after("two players who match all", TWO, "trigger", *RING, "d0,0:ccb", "d-2,1:daa"),
        *(
            parts_after(f"{k} players who match all", {"k": k}, "trigger", *game)
            for k, game in LOST_TWICE.items()
        ),
        FalseExhibit(
            "the ring parts them",
            lambda: part_after(sides(TWO, "trigger"), RING),
            of="two players who match all",
            changed="the game without its last two actions",
        ),
        FalseExhibit(
            "two players, seven actions",
            lambda: triggers_agree_by(2, 7),
            of="two players, six actions",
            changed="one action more",
        ),
        FalseExhibit(
            "five actions part them",
            lambda: part_after(sides(SIX, "trigger"), BACK),
            of="six players, one symbol",
            changed="the game without its last action",
        ),
    ),
)

# ------------------------------------------------------------------------------ must and may

MUST_AND_MAY = Theorem(
    name="claim_must_differs_from_may_after_three_actions",
    statement="The readings `must` and `may` of claim part when a capture can be declined: after three "
    "actions from three players on, after four with two, and not before.",
    scope=TheoremScope(
        "games",
        "the least: any number of symbols and players, hands or stacks, both readings of match, the "
        "other readings the default ones; the games: k = 2 and 3, s = 4",
    ),
    clauses=("DRE-7", "claim"),
    parts=(
        Enumeration("two players, four actions capture nothing", lambda: no_capture_by(2, 4)),
        Enumeration("more players, three actions capture nothing", lambda: no_capture_by(3, 3)),
        parts_after("p1 may decline", TWO, "claim", *FIVE[:4]),
        parts_after("p1 may decline, three players", THREE, "claim", *CORNER),
        FalseExhibit(
            "two players, five actions capture nothing",
            lambda: no_capture_by(2, 5),
            of="two players, four actions capture nothing",
            changed="one action more",
        ),
        FalseExhibit(
            "more players, four actions capture nothing",
            lambda: no_capture_by(3, 4),
            of="more players, three actions capture nothing",
            changed="one action more",
        ),
    ),
)

# ------------------------------------------------------------------------------ keep and bury

STACKS = {"p1": ["aaa", "bbb", "abb", "aab"], "p2": ["bbb", "aab", "abb", "aaa"]}
STUCK = {"s": 2, "supply": "stack", "stacks": STACKS}


def stacks_for(k: int) -> Mapping[str, object]:
    """Stack four symbols so that the top tile of p2 does not fit beside that of p1."""
    names = tiles_of(4)
    tops = {"p1": "aaa", **dict.fromkeys(players_of(k)[1:], "bbb")}
    stacks = {
        player: [top, *(name for name in names if name != top)] for player, top in tops.items()
    }
    return {"k": k, "supply": "stack", "stacks": stacks}


def every_stack() -> Iterator[Mapping[str, list[str]]]:
    """Yield stacks for two players with two symbols, by the tiles on top."""
    names = tiles_of(2)
    for first in names:
        for top in names:
            yield {
                "p1": [first, *(name for name in names if name != first)],
                "p2": [top, *(name for name in names if name != top)],
            }


def alike_from_stacks(plies: int) -> Computed:
    """Compare `keep` and `bury` for whatever lies on top of both stacks."""
    found = [
        alike_for(sides({"s": 2, "supply": "stack", "stacks": stacks}, "stuck"), plies)
        for stacks in every_stack()
    ]
    bad = [each for each in found if not (each.holds and each.looked)]
    looked = sum(each.looked for each in found)
    return bad[0] if bad else Computed(True, f"alike for {len(found)} pairs of stacks", looked)


KEEP_AND_BURY = Theorem(
    name="stuck_keep_differs_from_bury_after_two_actions",
    statement="The readings `keep` and `bury` of stuck can part at the first pass, after two actions, "
    "and not before.",
    scope=TheoremScope(
        "games",
        "the least: k = 2, s = 2, stacks with every pair of tiles on top; whatever the players and "
        "symbols, the first tile can always be laid, so nobody passes before the second action; the "
        "games: also k = 2, 3, 4 and s = 4",
    ),
    clauses=("DRE-6", "stuck"),
    parts=(
        Enumeration("no single action parts them", lambda: alike_from_stacks(1)),
        parts_after("p2 passes", STUCK, "stuck", "u0,0:aaa", "pass"),
        *(
            parts_after(
                f"p2 of {k} passes, four symbols", stacks_for(k), "stuck", "u0,0:aaa", "pass"
            )
            for k in (2, 3, 4)
        ),
        FalseExhibit(
            "two actions do not part them either",
            lambda: alike_from_stacks(2),
            of="no single action parts them",
            changed="two actions",
        ),
    ),
)

# ----------------------------------------------------------------- which reading takes in which


def stricter_permits_less(question: str, clause: str, stricter: str, wider: str) -> Iterator[Case]:
    """What a clause permits under the one reading it permits under the other."""
    for cell in MIDDLE:
        here = Laid(2, cell)
        move = evolve(here.move, captures=boolean("captures"))
        (narrow,), (wide,) = (
            permitted(ruled(**{question: name}), here.before, move, clause)
            for name in (stricter, wider)
        )
        yield Case(f"{question}: {stricter} within {wider}, {cell[0]}", (narrow,), wide)


def ruled(**rulings: str) -> Rules:
    """Fix readings, for three players and four symbols."""
    return Rules(Parameters(3), Rulings(**rulings))


def triggers(first: str = "completing", second: str = "standing") -> Iterator[Case]:
    """Of any cells at all as a region: where the one trigger looks and fires, the other does."""
    looks_at = {"completing": regions.others_beside_the_tile, "standing": regions.others_anywhere}
    for cell in MIDDLE:
        here = Laid(3, cell)
        across = booleans("across", range(len(here.before.window.cells)))
        looks, fires = (
            (
                *looks_at[name](here.before, here.move),
                regions.is_triggered(rules_of(3, trigger=name), here.move, across),
            )
            for name in (first, second)
        )
        for number, (one, other) in enumerate(zip(looks, fires, strict=True)):
            is_trigger = number == len(looks) - 1
            if one is not False:
                yield Case(
                    f"{first} within {second}, fact {number}, {cell[0]}",
                    (one,),
                    other,
                    decided="`standing` fires wherever it looks" if is_trigger else "",
                )


def outlines(first: str = "every", second: str = "outer") -> Case:
    """Of any cells at all as a region: enclosed on the one outline is enclosed on the other."""
    reach = AbstractReach("outside")
    laid = any_position(rules_of(3))
    region = booleans("region", range(len(laid.window.cells)))

    def enclosed(outline: str) -> Fact:
        rules = rules_of(3, reach=reach, outline=outline)
        across: Facts = regions.cells_across_edges_that_count(rules, laid, region)
        return all_of(implies(fact, laid.lies(cell)) for cell, fact in enumerate(across))

    one, other = enclosed(first), enclosed(second)
    (outside,) = reach.calls
    return Case(
        f"enclosed on {first} is enclosed on {second}",
        (one, outside.inside(complement(region))),
        other,
    )


OF_ONE_FORMULA = "it compares two readings of one formula, whatever lies where"
BY_ONE_READING = "it is given what one reading permits, or takes, and no more"

READINGS_ARE_ORDERED = Theorem(
    name="of_two_readings_one_permits_or_takes_more",
    statement="What match=all permits, `one` permits; what claim=must permits, `may` permits; of any "
    "region, where trigger=completing looks and fires, `standing` does; and a region enclosed at every "
    "edge is enclosed at its outer ones, so under trigger=standing outline=outer takes all that `every` "
    "takes.",
    scope=TheoremScope(
        "window",
        "18 cells, a tile laid on a cell of each kind, any region whatever",
        params={"k": (3,), "s": (4,)},
        readings={
            "match": ("all", "one"),
            "claim": ("must", "may"),
            "trigger": ("completing", "standing"),
            "outline": ("outer", "every"),
        },
        also="Not claimed: under trigger=completing, `every` fires from inside a hole as well; `keep` "
        "and `bury` hold other tiles, not fewer",
        rim=(BEYOND,),
    ),
    clauses=("DRE-4", "DRE-7", "match", "claim", "trigger", "outline"),
    assumptions=(BY_LAYERS,),
    parts=(
        *layers_in_the_window(),
        Claim(
            "match",
            lambda: stricter_permits_less("match", "DRE-4", "all", "one"),
            why_not_real=BY_ONE_READING,
        ),
        Claim(
            "claim",
            lambda: stricter_permits_less("claim", "DRE-7", "must", "may"),
            why_not_real=BY_ONE_READING,
            evident=OF_ONE_FORMULA,
        ),
        Claim("trigger", triggers, why_not_real=BY_ONE_READING, evident=OF_ONE_FORMULA),
        Claim("outline", outlines, why_not_real=BY_ONE_READING),
        Twin(
            "match the other way",
            lambda: next(stricter_permits_less("match", "DRE-4", "one", "all")),
            of="match",
            changed="the two readings change places",
        ),
        Twin(
            "claim the other way",
            lambda: next(stricter_permits_less("claim", "DRE-7", "may", "must")),
            of="claim",
            changed="the two readings change places",
        ),
        Twin(
            "outline the other way",
            lambda: outlines("outer", "every"),
            of="outline",
            changed="the two readings change places",
        ),
    ),
)

THEOREMS = (
    ONE_AND_ALL,
    OUTER_AND_EVERY,
    COMPLETING_AND_STANDING,
    MUST_AND_MAY,
    KEEP_AND_BURY,
    READINGS_ARE_ORDERED,
)
