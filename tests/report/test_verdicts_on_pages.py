"""Verdicts on the pages: what was not run, not counted or left out is never called held."""

from __future__ import annotations

from attrs import evolve
from common.reader import RUN, Reader, page_with

from rulewright.checks import Outcome
from rulewright.checks.unplayed import Unplayed, as_data
from rulewright.play import games
from rulewright.report import GameStudy, pages_of
from rulewright.report.exhibits import Exhibits
from rulewright.report.tables import TheoremRow


def test_only_a_theorem_that_was_proved_is_called_proved(studies: tuple[GameStudy, ...]) -> None:
    """The others are `not run`; one that does not hold says so, on both pages."""
    (minoa, *_) = studies
    total = len(games.theorems("minoa"))
    page = pages_of((minoa,), RUN)["minoa.html"]
    assert page.count('<span class="verdict good">proved</span>') == 1
    assert page.count('<span class="verdict none">not run</span>') == total - 1
    proved = dict(minoa.data("theorems"))
    (name,) = proved
    bad = Outcome(
        "minoa",
        "theorems",
        False,
        0,
        "theorems",
        1.0,
        failure=f"{name}: open",
        data={"theorems": {name: proved[name] | {"status": "open", "holds": False}}},
    )
    failed = pages_of((evolve(minoa, outcomes=(bad,)),), RUN)
    assert '<span class="verdict bad">open: does not hold</span>' in failed["minoa.html"]
    assert '<span class="verdict good">proved</span>' not in failed["minoa.html"]
    assert "something did not hold" in failed["index.html"]
    assert f'0 <span class="quiet">of {total}, 1 failed' in failed["index.html"]
    assert f"{name}: open" in Reader(failed["minoa.html"]).text


def test_the_game_of_a_theorem_is_shown_under_its_own_options(
    studies: tuple[GameStudy, ...],
) -> None:
    """Under the default rulings the same action is legal too, and the game would continue."""
    name = next(each.name for each in games.theorems("minoa") if "end=literal" in each.scope)
    rulings = {**games.specification("minoa").rulings, "end": "literal"}
    witness = {"params": {"n": 4, "k": 2}, "rulings": rulings, "moves": ["-1,-3-0,-4"]}
    verdict = next(iter(studies[0].data("theorems").values())) | {"witness": witness}
    outcome = evolve(studies[0].outcomes[0], data={"theorems": {name: verdict}})
    made = page_with(studies[0], outcomes=(outcome,))
    assert "Played under end=literal." in made.text
    replayed = Exhibits(studies[0]).of_theorem(TheoremRow(games.theorems("minoa")[0], verdict))
    assert replayed is not None
    assert "The game is over: red won" in replayed.frames[-1].said


def test_a_theorem_with_a_proof_shows_what_it_stands_on(pages: dict[str, str]) -> None:
    """Times, queries, and what was checked without the solver."""
    text = Reader(pages["minoa.html"]).text
    assert "Z3proved: 17 queries, 1.2 s; 1 claim, 1 broken twin" in text.replace(
        " proved", "proved"
    )
    assert "9 certificates, 7 models evaluated; 2 enumerated, " in text


def test_nothing_checked_is_not_called_held(studies: tuple[GameStudy, ...]) -> None:
    """An empty study claims nothing; the others say how many checks held."""
    pages = pages_of((GameStudy("minoa"),), RUN)
    assert "nothing was checked" in pages["index.html"]
    assert '<span class="verdict good">' not in pages["index.html"]
    assert "2 checks held" in pages_of(studies, RUN)["index.html"]


def test_a_check_that_was_left_out_is_not_called_held(studies: tuple[GameStudy, ...]) -> None:
    """It is listed with its reason, is not green, and does not count as held."""
    reason = "no compiled engine plays <it> in bulk"
    left_out = Outcome("minoa", "laws", True, 0, "cases", 0.0, detail=reason, left_out=reason)
    study = evolve(studies[0], outcomes=(*studies[0].outcomes, left_out))
    pages = pages_of((study,), RUN)
    for name, page in pages.items():
        row = page.split("laws</t", 1)[1].split("</tr>")[0]
        assert '<span class="verdict none">left out</span>' in row, name
        assert "verdict good" not in row
        assert Reader(row).text.count(reason) == 1
        assert "0 cases" not in row
    assert "2 checks held 1 left out" in Reader(pages["index.html"]).text
    alone = pages_of((evolve(study, outcomes=(left_out,)),), RUN)["index.html"]
    card = Reader(alone.split('<li class="card">')[1].split("</dl>")[0]).text
    assert f"nothing was checked 1 left out laws: {reason}" in card
    assert "something did not hold" not in Reader(alone).text
    assert reason not in pages["index.html"].split('<li class="card">')[1].split("</dl>")[0]


def test_what_the_engines_disagree_about_is_on_the_entry_page(
    studies: tuple[GameStudy, ...],
) -> None:
    """All checks held, but something else did not: the card says what."""
    odd = evolve(studies[0], unstudied=("gaps: whose turn <it> is",))
    card = pages_of((odd,), RUN)["index.html"].split('<li class="card">')[1].split("</dl>")[0]
    said = Reader(card).text
    assert "something did not hold" in said
    assert "Not reported, because the engines disagree: gaps: whose turn <it> is" in said


def test_a_reading_that_was_left_out_is_named_with_the_verdict(
    studies: tuple[GameStudy, ...],
) -> None:
    """The checks held, but not for that reading: no engine plays it."""
    data = as_data([Unplayed("closure", "coloured", "no engine here plays it")])
    outcome = Outcome("minoa", "lockstep", True, 3, "positions", 0.1, data=data)
    pages = pages_of((evolve(studies[0], outcomes=(*studies[0].outcomes, outcome)),), RUN)
    assert "3 checks held 1 reading left out" in Reader(pages["index.html"]).text
    checks = Reader(pages["minoa.html"].split('id="checks"')[1].split("</section>")[0]).text
    assert "left out No check compared the engines under this reading:" in checks
    assert "closure coloured: no engine here plays it" in checks


def test_clauses_not_counted_are_not_shown_as_none(studies: tuple[GameStudy, ...]) -> None:
    """A missing count is not 0; a count is compared with all clauses that could forbid."""
    speaking = len(games.specified("minoa").rulebook.speaking_of_actions())
    cards = [
        Reader(pages_of((evolve(studies[0], outcomes=outcomes),), RUN)["index.html"]).text
        for outcomes in (studies[0].outcomes[:1], studies[0].outcomes)
    ]
    assert "clauses seen to forbid alone not counted" in cards[0].replace("alonenot", "alone not")
    assert f"1 of {speaking} that constrain actions" in cards[1]


def test_counts_of_clauses_are_shown(pages: dict[str, str]) -> None:
    """Held, failed, and alone, of the clause that was counted; what was never seen is a warning."""
    card = pages["minoa.html"].split('id="rule-MIN-3"')[1].split("</article>")[0]
    assert all(f"<dd>{count}</dd>" in card for count in ("1,234", "567", "89"))
    assert "never seen" not in card
    assert "nothing was counted" in pages["minoa.html"]


def test_a_clause_that_was_never_alone_is_pointed_out() -> None:
    """It may never forbid anything alone."""
    counted = {"MIN-9": {"held": 5, "failed": 2, "alone": 0}}
    outcome = Outcome("minoa", "bulk", True, 1, "positions", 0.1, data={"coverage": counted})
    page = pages_of((GameStudy("minoa", (outcome,)),), RUN)["minoa.html"]
    assert "never seen to fail alone" in page
