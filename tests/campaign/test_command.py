"""`rulewright campaign`: its options, and what it says of bad ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from common.campaign_runs import played
from markupsafe import escape

from rulewright.campaign import CampaignFile
from rulewright.campaign.opening import goal_of
from rulewright.campaign.running import TARGET
from rulewright.commands.campaign import campaign_command, read_duration, read_target
from rulewright.console.options import BadOption
from rulewright.interface import RulewrightError

ANY: tuple[object, object] = (None, None)


def said(*arguments: str) -> str:
    """Return what a command prints; raises the error that it ends with."""
    result = CliRunner().invoke(campaign_command, arguments)
    if isinstance(result.exception, RulewrightError):
        raise result.exception
    assert not result.exception, result.output
    return result.output


@pytest.mark.parametrize(
    ("text", "seconds"), [("90s", 90), ("30m", 1_800), ("8h", 28_800), ("1h30m", 5_400)]
)
def test_a_time_is_read_with_its_units(text: str, seconds: float) -> None:
    """As a person writes it."""
    assert read_duration(*ANY, text) == seconds


@pytest.mark.parametrize("text", ["8", "h", "3x", "-1h", "", "0s", "1h 30m"])
def test_a_time_without_a_unit_is_refused(text: str) -> None:
    """A number alone might be anything."""
    with pytest.raises(BadOption, match="--for"):
        read_duration(*ANY, text)


@pytest.mark.parametrize(("text", "held"), [("held=1e9", 10**9), ("held=500", 500)])
def test_a_target_is_read(text: str, held: int) -> None:
    """Powers of ten as well."""
    assert read_target(*ANY, text) == held


@pytest.mark.parametrize("text", ["1e9", "held", "held=", "held=0", "held=inf", "lost=3"])
def test_another_target_is_refused(text: str) -> None:
    """Only positions that have held can be counted on."""
    with pytest.raises(BadOption, match="such as held=1e9"):
        read_target(*ANY, text)


def test_the_last_target_counts_where_none_is_given(tmp_path: Path) -> None:
    """Unless there is a limit of time."""
    with CampaignFile.write(str(tmp_path / "c")) as file:
        assert goal_of(file, None, None, 60.0).held is None
        file.set_fact(TARGET, 500)
        assert goal_of(file, None, None, 60.0).held == 500
        assert goal_of(file, 10.0, None, 60.0).held is None
        assert goal_of(file, None, 900, 60.0).held == 900


def test_a_campaign_is_shown_reported_and_exported(
    guest: Callable[..., str], tmp_path: Path
) -> None:
    """From the file alone."""
    game, file, page = guest("hides an action"), tmp_path / "c", tmp_path / "page.html"
    findings = played(file, game, 4_000).state.findings
    assert said("status", str(file)).startswith("found: difference")
    status = json.loads(said("status", str(file), "--json"))
    assert status["findings"] == len(findings) > 0
    said("report", str(file), "--output", str(page))
    shown = page.read_text("utf-8")
    assert [
        each.finding.headline for each in findings if escape(each.finding.headline) not in shown
    ] == []
    assert "<svg" in shown
    said("export", str(file), "--output", str(tmp_path / "suite"))
    suite = json.loads((tmp_path / "suite" / game / "campaign.json").read_text("utf-8"))
    assert suite["schema"] == 1
    assert {" ".join(each["moves"]) for each in suite["vectors"]} == {
        " ".join(each.finding.moves) for each in findings
    }


@pytest.mark.parametrize("command", ["status", "report", "export"])
def test_a_file_that_is_not_there_is_not_made(tmp_path: Path, command: str) -> None:
    """Only `run` begins a campaign."""
    more = () if command == "status" else ("--output", str(tmp_path / "out"))
    with pytest.raises(RulewrightError, match="'rulewright campaign run' begins one"):
        said(command, str(tmp_path / "none"), *more)
    assert not list(tmp_path.iterdir())
