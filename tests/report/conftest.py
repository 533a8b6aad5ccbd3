"""A site made of small studies."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulewright.ambiguity import Ambiguity, Comparable, Share, Solved
from rulewright.checks import Outcome
from rulewright.gaps import Finding
from rulewright.play import games
from rulewright.play.random_games import random_line
from rulewright.report import GameStudy, ReportRun, pages_of, write_site
from rulewright.report.study import ForbiddenAlone, Statistics

OUTLINES = ("minoa", "nonaga", "dreieck", "ari")
"""Our own games: guests may come and go."""
PARTING = Ambiguity(
    game="minoa",
    question="end",
    quotation="A game ends when all areas can be assigned to a single player.",
    source="en",
    first="full",
    second="literal",
    params={},
    moves=("-1,-3-0,-4",),
    exact=True,
    searched="All 156 games of one action.",
    disputed="whether the game is over",
    what="end=full: the game goes on; end=literal: over, red wins",
    theorem=None,
    shows=Share.of(9990, 10_000),
    changes_result=Share.of(5000, 8000),
    comparable=Comparable(Share.of(5000, 5000), Share.of(3000, 5000)),
    greedy_shows=Share.of(1, 10_000),
    greedy_changes_result=None,
    greedy_comparable=Comparable(Share.of(0, 5000), Share.of(0, 5000)),
    solved=(Solved({"n": 1}, "red wins", "nobody wins", 1234),),
    wording="The game ends as soon as every edge is occupied & every area <b>belongs</b>.",
)
DISPUTED = Ambiguity(
    game="minoa",
    question="closure",
    quotation="All areas must trace to an edge.",
    source="en",
    first="line",
    second="coloured",
    params={"n": 2},
    moves=("-1,-1-0,-1",),
    exact=False,
    searched="some games",
    disputed="0,-2-0,-1",
    what="closure=line permits it, closure=coloured does not",
    theorem=None,
    shows=None,
    changes_result=None,
    greedy_shows=None,
    greedy_changes_result=None,
    solved=(),
    wording="",
)
FINDING = Finding(
    game="minoa",
    detector="supply that is never used up",
    title="The sticks never run out",
    statement="A script such as <script>alert('no')</script> must not run.",
    clauses=("MIN-8",),
    questions=(),
    params={"n": 1},
    rulings={},
    moves=("-1,0-0,0",),
    proof=None,
    quotation="60 black sticks",
    measured="all 44 positions",
)


def random_moves(game: str, plies: int, seed: int = 1) -> tuple[str, ...]:
    """Play some random actions on the specification."""
    return random_line(games.specification(game), Random(seed), plies).moves


def outcomes(game: str) -> tuple[Outcome, ...]:
    """Outcomes of two checks: one theorem was proved, and one clause was counted."""
    first = games.theorems(game)[0].name
    clause = games.specified(game).rulebook.speaking_of_actions()[0].identifier
    proved = {
        "status": "proved",
        "holds": True,
        "seconds": 1.25,
        "queries": 17,
        "detail": "1 claim, 1 broken twin",
        "cross_check": "not asked",
        "decided": 1,
        "enumerated": 2,
        "replayed": "3 of 4 counterexamples replayed",
        "certification": {"summary": "9 certificates, 7 models evaluated"},
        "witness": None,
    }
    counted = {"held": 1234, "failed": 567, "alone": 89}
    return (
        Outcome(game, "theorems", True, 1, "theorems", 1.25, data={"theorems": {first: proved}}),
        Outcome(game, "bulk", True, 99, "positions", 2.5, data={"coverage": {clause: counted}}),
    )


def minoa_study() -> GameStudy:
    """Minoa, with one of everything."""
    return GameStudy(
        game="minoa",
        outcomes=outcomes("minoa"),
        statistics=(
            Statistics(
                {"n": 4, "k": 2}, {}, {70: 3, 80: 10, 83: 7}, 400, 1, {"red": 12, "blue": 8}
            ),
        ),
        forbidden={
            "MIN-6": ForbiddenAlone("MIN-6", {"n": 1}, {}, ("-1,0-0,0",), "-1,0-0,0"),
        },
        sample=random_moves("minoa", 12),
        ambiguities=(PARTING, DISPUTED),
        findings=(FINDING,),
    )


@pytest.fixture(scope="session")
def studies() -> tuple[GameStudy, ...]:
    """A study of each game of ours."""
    small = (GameStudy(game, outcomes(game), sample=random_moves(game, 7)) for game in OUTLINES[1:])
    return (minoa_study(), *small)


@pytest.fixture(scope="session")
def pages(studies: tuple[GameStudy, ...]) -> dict[str, str]:
    """The pages of these studies."""
    return pages_of(studies, ReportRun("quick", 7, "0.1.0"))


@pytest.fixture(scope="session")
def site(pages: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same pages in a folder."""
    folder = tmp_path_factory.mktemp("site")
    write_site(folder, pages)
    return folder
