"""The facts of Miwin's dice: what they show, and that each beats the next in a circle."""

from __future__ import annotations

from itertools import combinations, permutations, product

import z3

from rulewright.proofs.ari.setting import NUMBERS
from rulewright.proofs.computed import Computed, Enumeration, FalseExhibit
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.proofs.unknowns import integer
from rulewright.spec.ari.board import Net, orientations, turnings
from rulewright.spec.ari.options import DICE
from rulewright.spec.ari.symmetry import mirrored_net
from rulewright.spec.logic import all_of, any_of

LABELS: Net = (0, 1, 2, 3, 4, 5)
WAYS = 24
MOST = 9
"""The highest number on a die."""


def sides_of_turnings() -> list[tuple[z3.ArithRef, ...]]:
    """The four sides of a die with six unknown numbers, in each of its turnings."""
    face = [integer(f"face.{label}") for label in LABELS]
    return [tuple(face[label] for label in lying[1:5]) for lying in turnings(LABELS)]


def turnings_differ(*, distinct: bool = True) -> Case:
    """Any two turnings show different quadruples of sides, if the six numbers differ."""
    shown = sides_of_turnings()
    faces = [integer(f"face.{label}") for label in LABELS]
    given = [fact for face in faces for fact in (face >= 1, face <= MOST)]
    given += [z3.Distinct(faces)] if distinct else []
    return Case(
        "two turnings differ in some side",
        tuple(given),
        all_of(
            any_of(a != b for a, b in zip(*pair, strict=True)) for pair in combinations(shown, 2)
        ),
    )


def counted() -> Computed:
    """Count the quadruples of every arrangement of every die."""
    found = [len(orientations(net)) for die in DICE for net in permutations(NUMBERS[die])]
    fine = set(found) == {WAYS} and len(turnings(LABELS)) == WAYS
    detail = f"{len(found)} arrangements, quadruples of each: {sorted(set(found))}"
    return Computed(fine, detail, len(found))


def mirrored() -> Computed:
    """A die shows the same quadruples as its mirror image, whatever its numbers."""
    same = {lying[1:5] for lying in turnings(LABELS)} == {
        lying[1:5] for lying in turnings(mirrored_net(LABELS))
    }
    return Computed(same, "a die and its mirror image show the same quadruples", WAYS)


def turned_only() -> Computed:
    """Claim wrongly that a die can be turned into its mirror image, top and bottom included."""
    ways = turnings(LABELS)
    return Computed(mirrored_net(LABELS) in ways, "the mirror image is a turning", len(ways))


ORIENTATIONS = Theorem(
    "a_die_orientation_is_determined_by_its_sides",
    "Each of the 24 turnings of a die shows its own four sides, for every arrangement of six different "
    "numbers; and a die shows what its mirror image shows.",
    TheoremScope("facts", "all dice with six different numbers"),
    ("ARI-4", "orientation"),
    (
        Claim(
            "24 turnings, 24 quadruples",
            turnings_differ,
            why_not_real="it is about a die, wherever it stands",
        ),
        Enumeration("every arrangement of every die", counted),
        Enumeration("mirror images", mirrored),
        Twin(
            "also if numbers repeat",
            lambda: turnings_differ(distinct=False),
            of="24 turnings, 24 quadruples",
            changed="the six numbers need not differ",
        ),
        FalseExhibit(
            "mirror images by turning alone",
            turned_only,
            of="mirror images",
            changed="top and bottom count as well, not the four sides alone",
        ),
    ),
)


def wins(one: str, other: str) -> tuple[int, int]:
    """Count the throws of two dice in which the first is higher, and those that tie."""
    throws = list(product(NUMBERS[one], NUMBERS[other]))
    return sum(a > b for a, b in throws), sum(a == b for a, b in throws)


def sums() -> Computed:
    """Add up the numbers of each die."""
    totals = {die: sum(NUMBERS[die]) for die in DICE}
    return Computed(set(totals.values()) == {30}, f"sums {totals}", len(totals))


def circle(dice: tuple[str, ...]) -> Computed:
    """Each die beats the next one, the last one the first, 17 to 16 of 36 with 3 ties."""
    pairs = list(zip(dice, (*dice[1:], dice[0]), strict=True))
    holds = all(wins(*pair) == (17, 3) and wins(*pair[::-1]) == (16, 3) for pair in pairs)
    detail = "17 : 16 with 3 ties, " + ", ".join(" over ".join(pair) for pair in pairs)
    return Computed(holds, detail, 36 * len(pairs))


MATERIAL = Theorem(
    "dice_numbers_sum_to_thirty_and_the_dice_beat_each_other_in_a_circle",
    "The numbers of each die add up to 30; III beats IV, IV beats V and V beats III, each in 17 of 36 "
    "throws, loses in 16 and ties in 3.",
    TheoremScope("facts", "the dice III, IV and V"),
    ("ARI-1",),
    (
        Enumeration("sums", sums),
        Enumeration("all 36 throws of each pair", lambda: circle(DICE)),
        FalseExhibit(
            "the circle the other way round",
            lambda: circle(DICE[::-1]),
            of="all 36 throws of each pair",
            changed="the dice are taken in the other order",
        ),
    ),
)
