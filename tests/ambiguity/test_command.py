"""`rulewright ambiguities` as it is used."""

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
def told_by_study(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the study come to three things that are known."""

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


@pytest.mark.usefixtures("told_by_study")
def test_all_is_told_and_the_seed_is_printed(tmp_path: Path) -> None:
    """The game, the drawing, the shares with their intervals, the solved board, the wording, the sum."""
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
        "they never part under the other default rulings. A theorem.",
        "no game was found on which they part. A little.",
        "3 pairs of readings: 1 parts, 1 never does, 1 not decided; effort quick, seed 5",
    ):
        assert words in done.output
    assert "seed 5" in done.stderr
    written = report.read_text(encoding="utf-8")
    assert written.endswith("1 not decided; effort quick, seed 5\n")
    assert written.strip() in done.stdout


def test_best_play_is_no_open_question_where_readings_never_part() -> None:
    """Only where they part, or may."""
    assert not any("best play" in line for line in report_lines(NEVER))
    assert sum("best play: not known" in line for line in report_lines(OPEN)) == 1


def test_how_many_games_can_be_compared_is_told_before_how_many_of_them_differ() -> None:
    """Where one reading permits less, the games of the other that it forbids are no such games."""
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
    assert "(3 of 5 chosen under full, 2 of 5 under literal; 3 were broken off before" in lines
    assert "Each of these games chosen under full is legal" in lines, (
        "those broken off are no exception"
    )


def test_no_share_is_told_where_no_game_can_be_compared() -> None:
    """0 % would be a claim about results, and none was seen."""
    none = Comparable(Share.of(0, 5), Share.of(0, 5))
    lines = list(report_lines(evolve(FOUND, comparable=none, changes_result=None)))
    assert sum(NOT_COMPARED in line for line in lines) == 1
    assert sum("of these the result differs" in line for line in lines) == 1, "greedy play alone"


@pytest.mark.usefixtures("told_by_study")
def test_as_json_it_is_one_object() -> None:
    """For programs."""
    done = run("minoa", "--seed", "5", "--json")
    told_json = json.loads(done.stdout)
    assert (told_json["seed"], told_json["effort"]) == (5, "normal")
    assert [each["exact"] for each in told_json["ambiguities"]] == [True, True, False]
    assert told_json["ambiguities"][0]["moves"] == ["-1,-3-0,-4"]
    assert told_json["ambiguities"][0]["comparable"]["by_first"]["hits"] == 3
    assert told_json["ambiguities"][0]["changes_result"]["games"] == 8


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
    """Minoa's ends part after 23 actions: random games are shrunken, or the theorem's game is."""
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
    assert (small.first, small.second) == ("nobody can force a win", "red can force a win")


@pytest.mark.soak
@pytest.mark.parametrize("game", ["nonaga", "ari", "dreieck"])
def test_every_pair_of_readings_can_be_studied(game: str) -> None:
    """Each has a witness that the specification confirms, or a theorem, or says that it is open."""
    found = study(game, QUICK, 1, lambda _: None)
    assert found
    for each in found:
        assert each.moves is not None or (each.theorem is not None) == each.exact
        assert (each.moves is None) == (each.disputed == "")


def test_an_unknown_question_is_an_error_of_the_caller() -> None:
    """Before any work is done."""
    with pytest.raises(UnknownQuestion):
        study("minoa", QUICK, 1, lambda _: None, "ending")
