"""`rulewright report` and `verify --report`, with stubbed checks and studies."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import frozen
from click.testing import CliRunner, Result

from rulewright.checks.outcome import Effort, Outcome, Progress
from rulewright.cli import application
from rulewright.report import GameStudy


@frozen
class Canned:
    """A check with a given outcome."""

    name: str = "stub"
    held: bool = True

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Hold or fail."""
        progress("half way")
        failure = "" if self.held else "expected 1"
        return Outcome(game, self.name, self.held, seed, "games", 0.25, effort.name, failure)


def run(monkeypatch: pytest.MonkeyPatch, *given: str, held: bool = True) -> Result:
    """Run a command with one check and a study that finds nothing, in this process."""

    def gather(  # noqa: PLR0917
        game: str,
        outcomes: tuple[Outcome, ...],
        effort: Effort,
        seed: int,
        progress: Progress,
        done: Progress,
    ) -> GameStudy:
        del effort, seed
        progress("studying")
        done("gaps: 3 in 2.0 s")
        return GameStudy(game, tuple(each for each in outcomes if each.game == game))

    monkeypatch.setattr("rulewright.checks.CHECKS", (Canned(held=held),))
    monkeypatch.setattr("rulewright.report.gather", gather)
    return CliRunner().invoke(application, [given[0], "--jobs", "1", *given[1:]])


def test_pages_are_written_for_the_games_that_are_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The entry page and theirs; the folder is created; the footer has seed and effort."""
    site = tmp_path / "new" / "site"
    result = run(
        monkeypatch, "report", "minoa", "ari", "--quick", "--seed", "5", "--output", str(site)
    )
    assert result.exit_code == 0, result.output
    assert {path.name for path in site.iterdir()} == {"index.html", "minoa.html", "ari.html"}
    assert result.stdout == f"{site}/index.html: 3 pages, seed 5\n"
    assert "minoa: gaps: 3 in 2.0 s\n" in result.stderr
    assert "effort quick, seed 5" in (site / "minoa.html").read_text(encoding="utf-8")
    assert "5 games" in (site / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["report", "verify"])
def test_what_failed_is_written_and_ends_with_status_1(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str
) -> None:
    """The pages are written anyway, and report it."""
    option = {"report": "--output", "verify": "--report"}[command]
    result = run(monkeypatch, command, "minoa", option, str(tmp_path), "--seed", "1", held=False)
    assert result.exit_code == 1
    assert "stub" in result.stdout
    assert "something did not hold" in (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "expected 1" in (tmp_path / "minoa.html").read_text(encoding="utf-8")


def test_verify_writes_no_pages_unless_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With `--report` its own output is the same."""
    plain = run(monkeypatch, "verify", "minoa", "--seed", "1")
    paged = run(monkeypatch, "verify", "minoa", "--seed", "1", "--report", str(tmp_path))
    assert (plain.exit_code, paged.exit_code) == (0, 0)
    assert plain.stdout == paged.stdout
    assert (tmp_path / "minoa.html").exists()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (("--quick", "--thorough", "--output", "site"), "exclude each other"),
        (("--output", "site", "minao"), "did you mean 'minoa'?"),
        ((), "Missing option '--output'"),
        (("--output", "site", "--seed", "-1"), "--seed"),
    ],
)
def test_a_wrong_input_is_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: tuple[str, ...], expected: str
) -> None:
    """Status 2, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    result = run(monkeypatch, "report", *given)
    assert result.exit_code == 2
    assert expected in result.stderr
    assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("given", [("report", "--output"), ("verify", "--report")])
def test_a_folder_that_cannot_be_made_is_reported_before_any_work(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: tuple[str, str]
) -> None:
    """A file stands in the way; no check is run."""
    (tmp_path / "site").write_text("mine", encoding="utf-8")
    result = run(monkeypatch, given[0], "minoa", given[1], str(tmp_path / "site"), "--seed", "1")
    assert result.exit_code == 2
    assert "cannot make the folder" in result.stderr
    assert "stub held" not in result.stderr
    assert (tmp_path / "site").read_text(encoding="utf-8") == "mine"


def test_pages_that_are_there_are_kept_and_linked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The entry page lists the games of both runs, each with its own effort and seed."""
    output = "--output", str(tmp_path)
    for games, seed in ((("minoa", "ari"), "5"), (("nonaga", "ari"), "6")):
        result = run(monkeypatch, "report", *games, "--quick", "--seed", seed, *output)
        assert result.exit_code == 0, result.output
        assert f"index.html: 3 pages, seed {seed}" in result.stdout
    index = (tmp_path / "index.html").read_text(encoding="utf-8")
    cards = [part.split("</li>")[0] for part in index.split('<li class="card">')[1:]]
    assert ["minoa" in cards[0], "nonaga" in cards[1], "ari" in cards[2]] == [True] * 3
    assert ["effort quick, seed 5" in card for card in cards] == [True, False, False]
    assert "3 board games" in index
    assert index.count('.html#checks">minoa') == index.count('.html#checks">ari') == 1
    for game in ("minoa", "nonaga", "ari"):
        page = (tmp_path / f"{game}.html").read_text(encoding="utf-8")
        links = page.split('<nav aria-label="Games">')[1].split("</nav>")[0]
        for other in ("minoa", "nonaga", "ari"):
            assert (f'<a href="{other}.html" aria-current="page">' in links) == (game == other)
            assert links.count(f'href="{other}.html"') == 1
    assert "effort quick, seed 5" in (tmp_path / "minoa.html").read_text(encoding="utf-8")


def test_a_page_that_was_removed_is_not_linked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nor is one that somebody else has made touched."""
    output = "--output", str(tmp_path)
    run(monkeypatch, "report", "minoa", "--seed", "5", *output)
    (tmp_path / "minoa.html").unlink()
    run(monkeypatch, "report", "ari", "--seed", "5", *output)
    assert "minoa" not in (tmp_path / "index.html").read_text(encoding="utf-8")
    (tmp_path / "index.html").write_bytes(b"\xff not ours")
    (tmp_path / "ari.html").write_text("somebody's own page")
    run(monkeypatch, "report", "minoa", "--seed", "5", *output)
    assert "ari.html" not in (tmp_path / "minoa.html").read_text(encoding="utf-8")
    assert (tmp_path / "ari.html").read_text() == "somebody's own page"
