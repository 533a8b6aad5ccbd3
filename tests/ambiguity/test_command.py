"""`rulewright ambiguities` on the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from click.testing import CliRunner, Result

from rulewright.ambiguity import Ambiguity, Comparable, Share, Solved, study
from rulewright.ambiguity.telling import NOT_COMPARED, report_lines
from rulewright.checks import QUICK
from rulewright.cli import application
from rulewright.interface import UnknownQuestion
from rulewright.proofs.partings import Parting
from rulewright.wording.options import options

FOUND = Ambiguity(
    game="minoa",
    question="end",
    quotation="A game ends when all areas can be assigned to a single player.",
    source="en",
    first="full",
    second="literal",
    params={},
    moves=("-1,-3-0,-4",),
    exact=True,
    searched="All of it.",
    disputed="whether the game is over",
    what="end=full: no; end=literal: yes",
    theorem=None,
    shows=Share.of(9, 10),
    changes_result=Share.of(6, 8),
    greedy_shows=Share.of(10, 10),
    greedy_changes_result=Share.of(0, 7),
    solved=(Solved({"n": 1}, "nobody can force a win", "red can force a win", 36),),
    wording="Say it so.",
    comparable=Comparable(Share.of(3, 5), Share.of(5, 5)),
    greedy_comparable=Comparable(Share.of(5, 5), Share.of(2, 5)),
)
NEVER = evolve(FOUND, moves=None, shows=None, searched="A theorem.", solved=())
OPEN = evolve(NEVER, exact=False, searched="A little.")


@pytest.fixture
def three_ambiguities(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the study report three known ambiguities."""

    def studied(
        game: str, effort: Any, seed: int, progress: Any, question: str | None
    ) -> Iterator[Ambiguity]:
        del game, effort, seed, question
        progress("half way")
        yield from (FOUND, NEVER, OPEN)

    monkeypatch.setattr("rulewright.ambiguity.studied", studied)


def run(*given: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(application, ["ambiguities", *given])


@pytest.mark.usefixtures("three_ambiguities")
def test_everything_is_printed_with_the_seed(tmp_path: Path) -> None:
    """The game, the drawing, the shares with intervals, the solved board, the wording, the summary."""
    report = tmp_path / "report.txt"
    done = run("minoa", "--seed", "5", "--quick", "--report", str(report))
    assert done.exit_code == 0, done.output
    for words in (
        "  question: When does the game end?",
        "the shortest game on which they part: 1 action",
        "90.00 % of 10 games (95 %: 59.58 to 98.21 %)",
        "solved (n=1): full: nobody can force a win; literal: red can force a win (differs",
        "proposed wording: Say it so.",
        "red 96 (11 in hand)",
        f"they never part under the other default rulings ({options(NEVER.params)}). A theorem.",
        "no game was found on which they part. A little.",
        "3 pairs of readings: 1 parts, 1 never does, 1 not decided; effort quick, seed 5",
    ):
        assert words in done.output
    assert "seed 5" in done.stderr
    written = report.read_text(encoding="utf-8")
    assert written.endswith("1 not decided; effort quick, seed 5\n")
    assert written.strip() in done.stdout


def test_best_play_is_no_open_question_where_readings_never_part() -> None:
    """Best play is reported as unknown only where they part, or may."""
    assert not any("best play" in line for line in report_lines(NEVER))
    assert sum("best play: not known" in line for line in report_lines(OPEN)) == 1


def test_the_number_of_comparable_games_comes_before_the_share_that_differs() -> None:
    """Where one reading permits less, the games that it forbids are not comparable."""
    lines = "\n".join(report_lines(FOUND))
    assert (
        "8 of 10 games can be played to an end under both readings (3 of 5 chosen under full, "
        "5 of 5 under literal);\n    of these the result differs in 75.00 % of 8 games"
    ) in lines
    assert "7 of 10 games" in lines
    whole = Comparable(Share.of(5, 5), Share.of(5, 5))
    assert "    all 10 games can be played to an end under both readings;" in report_lines(
        evolve(FOUND, comparable=whole)
    )
    assert lines.count("Each of these games chosen under") == 1
    assert "Each of these games chosen under full is legal under the other reading too" in lines
    cut = evolve(FOUND, greedy_comparable=Comparable(Share.of(3, 5), Share.of(2, 5), (2, 1)))
    lines = "\n".join(report_lines(cut))
    assert "(3 of 5 chosen under full, 2 of 5 under literal; 3 were cut off before" in lines
    assert "Each of these games chosen under full is legal" in lines, (
        "those cut off are no exception"
    )


def test_no_share_is_reported_where_no_game_is_comparable() -> None:
    """0 % would be a claim about results, but none was seen."""
    none = Comparable(Share.of(0, 5), Share.of(0, 5))
    lines = list(report_lines(evolve(FOUND, comparable=none, changes_result=None)))
    assert sum(NOT_COMPARED in line for line in lines) == 1
    assert sum("of these the result differs" in line for line in lines) == 1, "greedy play alone"


@pytest.mark.usefixtures("three_ambiguities")
def test_the_json_output_is_one_object() -> None:
    """With the ambiguities, the seed and the effort."""
    done = run("minoa", "--seed", "5", "--json")
    written = json.loads(done.stdout)
    assert (written["seed"], written["effort"]) == (5, "normal")
    assert [each["exact"] for each in written["ambiguities"]] == [True, True, False]
    assert written["ambiguities"][0]["moves"] == ["-1,-3-0,-4"]
    assert written["ambiguities"][0]["comparable"]["by_first"]["hits"] == 3
    assert written["ambiguities"][0]["changes_result"]["games"] == 8


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("mino",), "did you mean 'minoa'?"),
        (
            ("minoa", "--question", "ending"),
            "unknown question 'ending' of minoa: did you mean 'end'?",
        ),
        (("--question", "end"), "--question needs one game"),
        (("minoa", "--quick", "--thorough"), "exclude each other"),
    ],
)
def test_a_wrong_input_gets_one_line(given: tuple[str, ...], words: str) -> None:
    """And exit status 2."""
    done = run(*given, "--seed", "1")
    assert done.exit_code == 2
    assert words in done.stderr
    assert done.stdout == ""


@pytest.mark.slow
def test_a_theorem_makes_the_found_game_a_shortest_one() -> None:
    """Minoa's ends part after 23 actions: a random game is shrunk, or the theorem's is."""
    found = {
        (each.first, each.second): each for each in study("minoa", QUICK, 1, lambda _: None, "end")
    }
    late = found["full", "exhausted"]
    assert late.moves is not None
    assert len(late.moves) == 23
    assert late.exact
    assert late.theorem == "the_shortest_game_of_two_has_23_actions"
    for pair in (("full", "literal"), ("literal", "exhausted")):
        assert found[pair].exact
        assert len(found[pair].moves or ()) == 1
    (small,) = found["full", "literal"].solved
    alone = "nobody can force being the only winner"
    assert (small.first, small.second) == (alone, "red can force a win")


@pytest.mark.soak
@pytest.mark.parametrize("game", ["nonaga", "ari", "dreieck"])
def test_every_pair_of_readings_can_be_studied(game: str) -> None:
    """Each has a witness that the specification confirms, or a theorem, or is reported as open."""
    found = study(game, QUICK, 1, lambda _: None)
    assert found
    for each in found:
        assert each.moves is not None or (each.theorem is not None) == each.exact
        assert (each.moves is None) == (each.disputed == "")


def test_an_unknown_question_is_an_error_of_the_caller() -> None:
    """Before any work is done."""
    with pytest.raises(UnknownQuestion):
        study("minoa", QUICK, 1, lambda _: None, "ending")


def test_a_search_that_finds_a_longer_game_contradicts_a_theorem(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It looked at all shorter ones; only a shorter one was taken for a contradiction."""
    claim = Parting("closure", ("line", "coloured"), "x", 0)
    monkeypatch.setattr("rulewright.play.games.partings", lambda _: (claim,))
    arguments = ["ambiguities", "minoa", "--question", "closure", "--quick", "--seed", "1"]
    result = CliRunner().invoke(application, arguments)
    assert result.exit_code == 1
    assert "part after 0 actions, not before (theorem x), but they part after " in result.stderr
    assert ", and no shorter game parts them" in result.stderr


@pytest.mark.parametrize(
    ("plies", "said"),
    [
        (None, "never part (theorem x), but they part after "),
        (200, "part after 200 actions, not before (theorem x), but they part after "),
        (1, "part after 1 action, not before (theorem x), but no game of up to "),
    ],
)
def test_what_a_game_contradicts_is_not_taken_from_a_theorem(
    monkeypatch: pytest.MonkeyPatch, plies: int | None, said: str
) -> None:
    """A theorem may be about the question, and say something else of it than `PARTINGS` does."""
    claim = Parting("connectivity", ("connected", "contact"), "x", plies)
    monkeypatch.setattr("rulewright.play.games.partings", lambda _: (claim,))
    arguments = ["ambiguities", "nonaga", "--question", "connectivity", "--quick", "--seed", "1"]
    result = CliRunner().invoke(application, arguments)
    assert result.exit_code == 1
    assert "PARTINGS says that connectivity=connected and connectivity=contact " in result.stderr
    assert said in result.stderr
