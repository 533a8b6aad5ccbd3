"""Games that the theorems show; each was found by search, and is replayed on the specification."""

from __future__ import annotations

from rulewright.proofs.computed import game_of

BESIDE = ("0,-2>1,-2", "0,-2>2,-3", "2,-2>2,-1")
HOOKED = ("0,-2>1,-2", "0,-2>-2,-1", "2,-2>2,-1", "-1,-1>0,-2", "1,-2>2,-2")
THINNED = (*BESIDE, "2,-2>-2,-1", "1,-2>1,1")
ENCLOSED = game_of(
    "0,-2>0,1 0,-2>-2,-1 0,2>-1,2 -1,-1>-3,0 -2,2>-2,1 0,-1>-3,-1 -1,2>-2,2 -1,0>-1,-1 -2,1>-1,1"
)

LOOSENED = game_of("2,0>2,-1 2,0>1,2 0,2>1,2 -1,2>0,3 2,-1>-1,-1 0,2>1,-3 1,2>0,3")

TOLD_APART: dict[tuple[str, str, str], tuple[tuple[str, ...], str]] = {
    ("removal", "path", "local"): (ENCLOSED, "0,0>-1,0"),
    ("removal", "local", "four"): ((*BESIDE, "2,-2>1,-3", "1,-2>1,1"), "1,-2>0,-2"),
    ("removal", "four", "rim"): (BESIDE, "0,-1>-1,3"),
    ("placement", "slide_in", "anywhere"): (HOOKED, "-1,2>-1,-1"),
    ("placement", "slide_across", "anywhere"): (HOOKED, "-1,2>-1,-1"),
    ("placement", "four", "anywhere"): (HOOKED, "-1,2>-1,-1"),
    ("connectivity", "throughout", "connected"): (THINNED, "1,-2>2,-2"),
    ("connectivity", "connected", "contact"): (LOOSENED, "1,1>-1,-2"),
    ("connectivity", "contact", "free"): (THINNED, "1,-2>-1,-2"),
    ("bar", "opponent", "none"): (BESIDE, "2,-3>-1,3"),
}
"""For a question and two of its readings: moves, and an action that only the second one allows."""
PARTS_UNDER_FREE = (*THINNED, "1,-2>-1,-2")
PARTS_UNDER_CONTACT = (*LOOSENED, "1,1>-1,-2")
SLIDES_IN, SLIDES_ACROSS = "0,0>-1,-2", "0,0>-1,0"
"""Under `removal=local`, after `ENCLOSED`: one only slides in, the other only slides across."""
NO_PIECE_STEP = game_of(
    "-2,2>1,-1 -1,2>1,2 0,2>1,1 -2,2>0,3 2,0>-1,0 2,-1>1,3 1,1>-2,1 -1,1>0,4 0,-2>-1,-1 1,-2>1,4"
)
THERE_AND_BACK = game_of(
    "-2,2>1,-1 1,-2>-1,3 -2,0>1,0 -1,-1>3,-2 1,-1>-2,2 -1,3>1,-2 1,0>-2,0 3,-2>-1,-1"
)
"""Played twice, a cycle the second time: the barred disc is the same as after the first time."""
QUICK_WIN = game_of(
    "-2,2>1,-1 -2,1>1,2 0,2>1,1 1,-2>0,3 1,-1>-1,-1 -1,2>2,1 1,1>2,1 0,3>-1,-2 2,0>-1,0"
)

NO_DISC_STEP = game_of(
    "0,-2>0,1 -1,-1>-3,1 -2,0>-3,1 2,-1>-1,3 0,1>0,-2 1,1>0,3 0,2>0,3 -1,3>2,-3 0,-2>0,2 -1,2>-3,0 "
    "-3,1>-3,0 -3,1>2,-1 0,2>0,-2 -2,1>3,-2 2,-2>2,-3"
)
"""A game to a position without a disc step."""

NEITHER_STEP = game_of(
    "-2,2>-2,1 1,-2>-2,3 0,2>0,-1 2,-1>-3,3 -2,1>-2,3 -1,-1>-3,1 0,-1>0,2 1,1>-3,4 -2,3>-3,4 "
    "-2,3>-1,3 0,2>-2,2 -3,1>0,3 0,-2>0,3 -1,3>-1,-1 -2,2>1,-1 -1,2>-2,-1 0,3>0,-2 -2,1>-3,0 "
    "-2,0>-3,0 -2,0>-2,1 0,-2>0,3 0,-2>-3,-1 1,-1>-3,-1 -2,1>-1,3 0,3>-1,3 -1,0>-4,0 -3,0>-4,0 "
    "-3,0>-1,-2 -1,3>0,3 -1,3>1,2 -3,-1>1,-1 -1,-2>1,3 0,3>1,3 0,3>2,1 1,-1>1,0 0,2>0,-2 2,0>2,1 "
    "0,1>1,-2 1,0>2,0 0,-2>-3,2 2,1>1,2 1,-2>2,2 2,0>2,2 -3,2>0,3 1,2>0,3 1,2>2,-1 2,-2>-3,3 "
    "1,0>-4,4 -3,4>-4,4 2,-2>3,1 2,2>2,-1 -3,4>-4,3 -4,4>-4,3 -4,4>1,1 2,-1>2,2 3,1>-1,2"
)
"""A game, under `connectivity=throughout`, to a position in which a player has neither step."""
