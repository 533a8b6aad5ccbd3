"""The number of triangles, of sticks, and of pieces: each of them alone gives the size of the board.

The rulebook gives 96 triangles and 60 sticks in its text, and shows the board in a figure only.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.proofs.computed import Computed, Enumeration, FalseExhibit
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Assumption, Case, Claim, Theorem, Twin
from rulewright.proofs.unknowns import integer
from rulewright.spec.logic import Fact, Number, all_of, iff
from rulewright.spec.minoa.board import COLOURS, Board, Vertex, board_of
from rulewright.spec.minoa.facts import Rules
from rulewright.spec.minoa.options import Parameters

SIZE = 4
TRIANGLES, STICKS, PIECES = 96, 60, 24
"""What the rulebook names; the pieces are those of one game, whoever plays."""
IN_THE_BOX = {"red": 12, "blue": 12, "yellow": 8, "green": 6}
PLAYERS = (2, 3, 4)
CORNERS = 6
LARGEST_COUNTED = 10

COUNTS = Assumption(
    "boards_of_every_size_are_counted_alike",
    "The board of size n has 6n² triangles, 6n boundary lines, 9n² - 3n interior lines and "
    "3n(n + 1) + 1 vertices.",
    f"by counting the specification's boards for n = 1 to {LARGEST_COUNTED}, in the theorem itself",
)


def numbers_of(n: Number) -> dict[str, tuple[Number, int]]:
    """For each kind of material: how much there is at size n, and what the rulebook says."""
    return {
        "triangles": (6 * n * n, TRIANGLES),
        "sticks": (3 * n * (n + 1), STICKS),
        "pieces": (6 * n, PIECES),
    }


def each_gives_the_size(*, least: int | None = 1) -> Iterable[Case]:
    """Each number is the rulebook's exactly when the size is 4."""
    n = integer("n")
    sizes: tuple[Fact, ...] = () if least is None else (n >= least,)
    for name, (number, named) in numbers_of(n).items():
        yield Case(
            f"{named} {name}, so n = 4",
            sizes,
            iff(number == named, n == SIZE),
            decided="6n = 24 is n = 4, divided by 6" if name == "pieces" else "",
        )


def each_gives_the_others() -> Case:
    """Any one of the three numbers gives the two others."""
    n = integer("n")
    fits = [number == named for number, named in numbers_of(n).values()]
    sized = tuple(each_gives_the_size())
    return Case(
        "one number gives the others",
        (n >= 1,),
        all_of(iff(one, other) for one in fits for other in fits),
        sized,
        using=(),
    )


def negative_sizes_too() -> Case:
    """Claim, wrongly, that 60 sticks give the size among all whole numbers, negative ones too."""
    return next(case for case in each_gives_the_size(least=None) if "sticks" in case.label)


def boards_are_counted() -> Computed:
    """Count the specification's boards of small size."""
    sizes = range(1, LARGEST_COUNTED + 1)
    fine = (is_counted_alike(board_of(n)) for n in sizes)
    return Computed.of_each(fine, f"boards of size 1 to {LARGEST_COUNTED} counted")


def is_counted_alike(board: Board) -> bool:
    """Return whether a board has as many of everything as the formulas say."""
    n = board.n
    expected = {name: number for name, (number, _) in numbers_of(n).items()}
    counted = {
        "triangles": len(board.triangles),
        "sticks": board.supply,
        "pieces": len(board.boundary),
    }
    return (
        counted == expected
        and len(board.interior) == 9 * n * n - 3 * n
        and len(board.vertices) == board.supply + 1
    )


def pieces_are_dealt_evenly() -> Computed:
    """Deal the pieces: all of them to any number of players, out of what the box holds."""
    hands = {k: Rules(Parameters(SIZE, k)) for k in PLAYERS}
    dealt = all(k * rules.material == PIECES for k, rules in hands.items())
    largest = {
        colour: max(rules.material for rules in hands.values() if colour in rules.players)
        for colour in COLOURS
    }
    return Computed(
        dealt and largest == IN_THE_BOX,
        " = ".join(f"{k} x {rules.material}" for k, rules in hands.items()) + f" = {PIECES} pieces",
        len(hands),
    )


def corners(board: Board) -> list[Vertex]:
    """Find the corners of the hexagon: the vertices on two of its sides."""
    n = board.n
    return [(q, r) for q, r in board.vertices if [abs(q), abs(r), abs(q + r)].count(n) > 1]


def lines_at_corners(board: Board) -> list[int]:
    """Find the lines with an end in a corner."""
    ends = set(corners(board))
    return [line for line, joined in enumerate(board.lines) if ends & set(joined)]


def corners_have_too_few_lines() -> Computed:
    """Count the lines at the corners: too few for the pieces; and the boundary lines: just enough."""
    board = board_of(SIZE)
    near = lines_at_corners(board)
    at_rim = [line for line in near if line in board.boundary]
    return Computed(
        len(corners(board)) == CORNERS and len(at_rim) <= len(near) < PIECES == len(board.boundary),
        f"{len(at_rim)} boundary lines and {len(near) - len(at_rim)} interior lines at the corners, "
        f"{len(board.boundary)} boundary lines in all",
        len(near),
    )


def corners_suffice() -> Computed:
    """Claim, wrongly, that the lines at the corners take all pieces."""
    lines = len(lines_at_corners(board_of(SIZE)))
    return Computed(lines >= PIECES, f"{lines} lines for {PIECES} pieces", lines)


OF_BOARDS = "it is about boards, not about what lies on them"

THEOREMS = (
    Theorem(
        name="material_gives_the_size_of_the_board",
        statement="96 triangles, 60 sticks, and 24 pieces for 24 boundary lines each give side length "
        "4, and so each other; 24 pieces are dealt evenly to 2, 3 and 4 players; the lines at the "
        "corners are too few for them.",
        scope=TheoremScope(
            "facts", "every whole size from 1, with the numbers of a board of that size as formulas"
        ),
        clauses=("MIN-1", "MIN-4", "MIN-5", "MIN-8"),
        assumptions=(COUNTS,),
        parts=(
            Claim("each number gives size 4", each_gives_the_size, why_not_real=OF_BOARDS),
            Claim("each number gives the others", each_gives_the_others, why_not_real=OF_BOARDS),
            Enumeration("the formulas count the specification's boards", boards_are_counted),
            Enumeration("all pieces are dealt, whoever plays", pieces_are_dealt_evenly),
            Enumeration(
                "24 pieces do not fit the lines at the corners", corners_have_too_few_lines
            ),
            Twin(
                "60 sticks give the size among negative numbers too",
                negative_sizes_too,
                of="each number gives size 4",
                changed="the size may be negative",
            ),
            FalseExhibit(
                "the lines at the corners take all pieces",
                corners_suffice,
                of="24 pieces do not fit the lines at the corners",
                changed="the lines are enough",
            ),
        ),
    ),
)
