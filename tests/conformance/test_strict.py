"""What is not supported is never shown as a plain pass: last line, badge, headings, exit status."""

from __future__ import annotations

import json

import pytest
from attrs import evolve
from common.players import Counts, Playing, TellsNoPosition

from rulewright.conformance import QUICK, Report, check
from rulewright.conformance.evidence.report import CaseResult, Status
from rulewright.conformance.outputs import texts
from rulewright.conformance.outputs.summary import terminal

BUT = "conforms, but 1 case is unsupported, and --strict counts that as a failure: exit status 1"


def report(player: Playing, *, strict: bool) -> Report:
    """Check a player of Minoa on the smallest board."""
    return evolve(check(player, "minoa", {"n": 1}, effort=QUICK, seed=1), strict=strict)


def badge(of: Report) -> tuple[str, str]:
    """Give message and colour of the badge."""
    made = json.loads(texts(of)["badge.json"])
    return made["message"], made["color"]


@pytest.fixture(scope="module")
def in_part() -> Report:
    """An engine that is right in what it supports, which is not all."""
    return report(TellsNoPosition(), strict=False)


@pytest.fixture(scope="module")
def whole() -> Report:
    """An engine that is right, and supports everything."""
    return report(Counts(), strict=False)


def test_a_pass_in_part_is_not_bright_green(in_part: Report, whole: Report) -> None:
    """The status is 0, the count is shown, and no output has the green of a pass."""
    assert in_part.exit_status() == 0
    assert badge(in_part) == ("conforms, 1 unsupported", "yellowgreen")
    assert list(terminal(in_part))[-1].startswith("conforms; effort quick")
    green = badge_colour(whole)
    assert green not in texts(in_part)["badge.svg"]


def badge_colour(of: Report) -> str:
    """Find the colour of the right half of the badge."""
    return texts(of)["badge.svg"].split('fill="#')[2].split('"')[0]


def test_where_everything_must_be_supported_it_is_said_why_it_fails(in_part: Report) -> None:
    """The last line, the badge and the headings: none says that it conforms and leaves it at that."""
    strict = evolve(in_part, strict=True)
    assert strict.exit_status() == 1
    assert list(terminal(strict))[-1].startswith(f"{BUT}; effort quick")
    assert badge(strict) == ("1 unsupported", "red")
    assert f"{BUT}\n" in texts(strict)["summary.md"]
    assert f"{BUT}</span></h1>" in texts(strict)["report.html"]
    (game,) = strict.games
    more = evolve(game, cases=(*game.cases, CaseResult("vectors", "x", Status.UNSUPPORTED, "no")))
    assert "but 2 cases are unsupported" in list(terminal(evolve(strict, games=(more,))))[-1]


@pytest.mark.parametrize("strict", [False, True])
def test_a_whole_pass_is_one_in_either_case(whole: Report, strict: bool) -> None:
    """Nothing is unsupported: green."""
    found = evolve(whole, strict=strict)
    assert found.exit_status() == 0
    assert badge(found) == ("conforms", "brightgreen")
    assert list(terminal(found))[-1].startswith("conforms; effort quick")
