"""The pages without a browser: nothing lost, nothing unescaped, nothing overclaimed."""

from __future__ import annotations

import re

import pytest
from attrs import evolve
from common.reader import RUN, Reader, page_with

from rulewright.checks import Outcome
from rulewright.gaps import Beside, Clear
from rulewright.interface import RulewrightError
from rulewright.play import games
from rulewright.report import GameStudy, ReportRun, pages_of, write_site
from rulewright.report.pages import percent, prose, said
from rulewright.report.quotations import code_of

NAMES = ["minoa", "nonaga", "dreieck", "ari"]


def test_there_is_a_page_for_each_game(pages: dict[str, str]) -> None:
    """And an entry page that links to all of them."""
    assert set(pages) == {"index.html", *(f"{name}.html" for name in NAMES)}
    links = Reader(pages["index.html"]).links
    assert {f"{name}.html" for name in NAMES} <= set(links)


def test_every_link_leads_somewhere(pages: dict[str, str]) -> None:
    """Each target exists, once; more than a hundred links are checked."""
    read = {name: Reader(page) for name, page in pages.items()}
    looked_at = 0
    for name, reader in read.items():
        assert len(reader.ids) == len(set(reader.ids)), name
        for link in reader.links:
            page, _, place = link.partition("#")
            target = read[page or name]
            assert not place or place in target.ids, f"{name}: {link}"
            looked_at += 1
    assert looked_at > 400


def test_a_page_needs_no_network(pages: dict[str, str]) -> None:
    """Nothing is loaded: the URL of the SVG namespace is only a name."""
    for page in pages.values():
        assert [source for source in Reader(page).sources if source != "data:,"] == []
        rest = page.replace('xmlns="http://www.w3.org/2000/svg"', "")
        rest = rest.replace('xmlns=\\"http://www.w3.org/2000/svg\\"', "")
        assert not re.search(r"https?://|url\(|@import", rest)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_not_too_large(pages: dict[str, str], name: str) -> None:
    """Two megabytes; these small studies stay well below that."""
    assert 20_000 < len(pages[f"{name}.html"].encode()) < 1_000_000


@pytest.mark.parametrize("name", NAMES)
def test_every_sentence_and_clause_is_there(pages: dict[str, str], name: str) -> None:
    """The rulebook word for word; each sentence links to all that it bears on."""
    book, reader = games.specified(name).rulebook, Reader(pages[f"{name}.html"])
    text = reader.text.replace("*", "")
    sentences = [each for source in book.sources for each in book.sentences[source.name]]
    assert len(sentences) > 15
    for sentence in sentences:
        assert " ".join(sentence.text.split()).replace("*", "") in text
        assert all(f"#rule-{each}" in reader.links for each in sentence.bears)
        assert not sentence.no_rule or f"no rule: {sentence.no_rule}" in text
    named = {each.identifier for each in book.clauses} | {each.name for each in book.questions}
    assert {f"rule-{each}" for each in named} <= set(reader.ids)


def test_texts_are_escaped() -> None:
    """In every text field, whatever its source."""
    evil = "</script><script>alert('x')</script><b>&"
    outcome = Outcome("minoa", evil, False, 1, evil, 0.1, evil, evil)
    run = ReportRun(evil, 1, evil)
    study = GameStudy("minoa", (outcome,))
    for page in pages_of((study,), run).values():
        assert "<script>alert" not in page
        assert page.count("&lt;script&gt;alert") >= 3
        assert page.count("<script") == page.count("</script>")


def test_the_scripts_data_cannot_end_the_script(pages: dict[str, str]) -> None:
    """The finding that contains a script is escaped in the page, and `<` in the JSON."""
    page = pages["minoa.html"]
    data = page.split('<script type="application/json" id="replays">')[1].split("</script>")[0]
    assert "<" not in data
    assert "\\u003csvg" in data
    assert "&lt;script&gt;alert(&#39;no&#39;)" in page


@pytest.mark.parametrize("name", NAMES)
def test_languages_are_given_by_their_codes(pages: dict[str, str], name: str) -> None:
    """A screen reader knows `de` but not `German`. Each source has its own language."""
    book, page = games.specified(name).rulebook, pages[f"{name}.html"]
    codes = {"English": "en", "German": "de"}
    assert set(re.findall(r'\blang="([^"]*)"', page)) <= {"en", "de"}
    for source in book.sources:
        sentences = len(book.sentences[source.name])
        assert page.count(f'<span lang="{codes[source.language]}">') >= sentences > 0


def test_a_language_is_a_code_or_unknown() -> None:
    """HTML writes an unknown language as an empty attribute."""
    given = ["German", "English", "de", "en-GB", "zh-Hant-TW", "Klingon", "<b>", ""]
    assert [code_of(each) for each in given] == [
        "de",
        "en",
        "de",
        "en-GB",
        "zh-Hant-TW",
        "",
        "",
        "",
    ]


@pytest.mark.parametrize("name", NAMES[1:])
def test_german_quotations_are_translated(pages: dict[str, str], name: str) -> None:
    """Below the words that each question is about, marked as English."""
    questions = games.specified(name).rulebook.questions
    for question in questions:
        card = pages[f"{name}.html"].split(f'id="rule-{question.name}"')[1].split("</article>")[0]
        first = card.split("</blockquote>")[0]
        german, _, english = first.partition("In English: ")
        assert Reader(german).text.endswith(prose_text(question.quotations[0].text))
        assert '<p lang="de">' in german
        assert '<span lang="en">' in english
        assert Reader(english).text == prose_text(question.english) != ""


def prose_text(text: str) -> str:
    """Return a text as it is shown."""
    return Reader(str(prose(text))).text


def test_what_a_gap_quotes_is_in_its_language(studies: tuple[GameStudy, ...]) -> None:
    """Words of the German text are German, translated if a question quotes them; others unknown."""
    question = games.specified("nonaga").rulebook.question("bar")
    clause = games.specified("nonaga").rulebook.clauses[0].quotations[0].text
    base = evolve(
        studies[0].findings[0], game="nonaga", clauses=(), params={}, rulings={}, moves=None
    )
    findings = tuple(
        evolve(base, quotation=text) for text in (question.quotations[0].text, clause, "no words")
    )
    page = pages_of((evolve(studies[1], findings=findings),), RUN)["nonaga.html"]
    cards = [page.split(f'id="gap-{number}"')[1].split("</article>")[0] for number in (1, 2, 3)]
    assert [re.findall(r'\blang="([^"]*)"', card) for card in cards] == [["de", "en"], ["de"], [""]]


def test_an_ambiguity_shows_what_each_reading_says(pages: dict[str, str]) -> None:
    """The disputed action, the clause that forbids it, and shares with intervals."""
    text = Reader(pages["minoa.html"].split('id="rule-closure"')[1].split("</article>")[0]).text
    assert "line permits 0,-2-0,-1" in text.replace("linepermits", "line permits")
    assert "forbids 0,-2-0,-1" in text
    assert "MIN-9" in text
    ends = Reader(pages["minoa.html"].split('id="rule-end"')[1].split("</article>")[0]).text
    assert "99.9 % 9,990 of 10,000 games; 95 %: 99.8 % to > 99.9 %" in ends
    assert "0.01 % 1 of 10,000 games" in ends
    assert "The last position under literal" in ends


def test_a_share_is_never_rounded_to_none_or_all() -> None:
    """0 % and 100 % are reserved for what never and what always happened."""
    assert [percent(each) for each in (0, 1, 0.5, 0.031, 0.0004, 1e-7, 0.9999, 0.999)] == [
        "0 %",
        "100 %",
        "50 %",
        "3.1 %",
        "0.04 %",
        "< 0.01 %",
        "> 99.9 %",
        "99.9 %",
    ]


def test_prose_marks_names_and_escapes_the_rest() -> None:
    """Backquotes make code, asterisks make strong, angle brackets stay what they are."""
    assert prose("a `b<c`  **d** <e>") == "a <code>b&lt;c</code> <strong>d</strong> &lt;e&gt;"
    assert prose("an allen *äußeren* Kanten") == "an allen <em>äußeren</em> Kanten"
    assert prose("*so* <weit>, **und** *x y*!") == (
        "<em>so</em> &lt;weit&gt;, <strong>und</strong> <em>x y</em>!"
    )
    assert prose("2*k*n and a * b * c") == "2*k*n and a * b * c"


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: object) -> None:
    """No page is partly written."""
    from pathlib import Path  # noqa: PLC0415

    target = Path(str(tmp_path)) / "missing"
    with pytest.raises(RulewrightError, match=r"cannot write .*index.html"):
        write_site(target, {"index.html": "<p>"})
    assert not target.exists()


def test_what_rests_on_a_theorem_that_was_not_run_is_not_called_shown(
    studies: tuple[GameStudy, ...],
) -> None:
    """The first theorem was proved for the page, the second was not run."""
    proved, other = (theorem.name for theorem in games.theorems("minoa")[:2])
    ambiguity = studies[0].ambiguities[0]
    seen = {
        name: page_with(
            studies[0],
            ambiguities=(evolve(ambiguity, theorem=name, searched=f"By theorem {name} (all)."),),
        )
        for name in (proved, other)
    }
    assert "shortest They part after 1 action" in seen[proved].text
    assert "not run for this page" not in seen[proved].text
    assert "shortest, if the theorem holds They part after 1 action" in seen[other].text
    assert (
        f"By theorem {other.replace('_', ' ')} (not run for this page) (all)." in seen[other].text
    )
    assert f"#theorem-{other}" in seen[other].links
    never = evolve(ambiguity, moves=None, theorem=other)
    seen_never = page_with(studies[0], ambiguities=(never,)).text
    assert "no difference under the other default rulings, if the theorem holds" in seen_never
    assert "if the theorem holds" not in page_with(studies[0], ambiguities=(ambiguity,)).text


def test_readings_that_never_part_do_so_under_the_other_default_rulings(
    studies: tuple[GameStudy, ...],
) -> None:
    """With the theorem's own words, which say under which; best play is then no open question."""
    (parting,) = games.partings("nonaga")
    (theorem,) = (each for each in games.theorems("nonaga") if each.name == parting.theorem)
    assert theorem.statement.startswith("Under `removal=path`")
    first, second = sorted(parting.readings)
    never = evolve(
        studies[0].ambiguities[0],
        game="nonaga",
        question=parting.question,
        first=first,
        second=second,
        moves=None,
        theorem=theorem.name,
        shows=None,
        changes_result=None,
        greedy_shows=None,
        solved=(),
    )
    text = page_with(studies[1], ambiguities=(never,)).text
    assert "no difference under the other default rulings" in text
    assert f"It says: “{prose_text(theorem.statement)}”" in text
    assert "Best play: not known" not in text
    open_still = page_with(studies[1], ambiguities=(evolve(never, exact=False),)).text
    assert "Best play: not known" in open_still
    assert "no difference" not in open_still


def test_how_many_of_the_games_that_can_be_compared_differ_is_shown(pages: dict[str, str]) -> None:
    """The share is of these games only; if there are none, the page says so."""
    text = Reader(pages["minoa.html"]).text
    assert (
        "8,000 of 10,000 games can be played to an end under both readings (5,000 of 5,000 chosen "
        "under full, 3,000 of 5,000 under literal)." in text
    )
    assert "5,000 of 8,000 games" in text
    assert "No game can be compared: each takes an action that the other reading forbids" in text
    assert text.count("changes their result") == 1


def test_no_list_is_empty(studies: tuple[GameStudy, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """A clause without questions and theorems has no lists of them; here no game has theorems."""
    monkeypatch.setattr(games, "theorems", lambda _: ())
    pages = pages_of(studies, RUN)
    bare = [
        clause
        for name in NAMES
        for clause in games.specified(name).rulebook.clauses
        if not any(clause.identifier in q.clauses for q in games.specified(name).rulebook.questions)
    ]
    assert bare, "no clause would have an empty list"
    for name, page in pages.items():
        assert not re.search(r"<dl\b[^>]*>\s*</dl>", page), name


def test_one_pair_of_one_question_is_in_the_singular(studies: tuple[GameStudy, ...]) -> None:
    """On the cards of the entry page."""
    minoa = studies[0]
    pages = pages_of((evolve(minoa, ambiguities=minoa.ambiguities[:1]),), RUN)
    count = len(games.specified("minoa").rulebook.questions)
    assert f"1 pair of readings, {count} questions" in Reader(pages["index.html"]).text


def test_what_each_reading_says_is_shown_separately(studies: tuple[GameStudy, ...]) -> None:
    """One entry for each; no stray backquotes from the names of questions."""
    assert said(studies[0].ambiguities[0]) == [
        ("full", "the game goes on"),
        ("literal", "over, red wins"),
    ]
    page = pages_of(studies[:1], RUN)["minoa.html"]
    without_sources = re.sub(r"<pre.*?</pre>", "", page, flags=re.DOTALL)
    assert without_sources != page
    assert "`" not in Reader(without_sources).text


def test_the_other_board_of_an_asymmetry_is_shown_and_what_is_in_order(
    studies: tuple[GameStudy, ...],
) -> None:
    """The page shows the other position and its forbidden action; what is in order is no gap."""
    start = games.specification("minoa", {"n": 1})
    position = start.to_json(start.initial())
    finding = evolve(
        studies[0].findings[0], beside=Beside("The renamed position", position, "-1,0-0,0")
    )
    clear = Clear("minoa", "asymmetry", "12 renamings change <nothing>.", {"k": 3}, {}, "20 games.")
    (plain,) = (pages_of(studies[:1], RUN)["minoa.html"],)
    page = pages_of((evolve(studies[0], findings=(finding,), clear=(clear,)),), RUN)
    text = Reader(page["minoa.html"]).text
    assert "The renamed position, in which -1,0-0,0 is forbidden:" in text
    assert "Examined and found in order" in text
    assert "12 renamings change <nothing>." in text
    assert page["minoa.html"].count("<svg xmlns") == plain.count("<svg xmlns") + 1
    assert "gaps1" in Reader(page["index.html"]).text


def test_the_page_s_style_does_not_reach_into_pictures(studies: tuple[GameStudy, ...]) -> None:
    """Pictures have classes of their own, `board` among them: a size for it would cut the board."""
    page = pages_of(studies[:1], RUN)["minoa.html"]
    pictures = " ".join(re.findall(r"<svg xmlns.*?</svg>", page, re.DOTALL))
    drawn = set(re.findall(r'class="(\w+)', pictures))
    style = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)[0]
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", style)
    sized = {
        name
        for selectors, properties in rules
        if re.search(r"(?<![-\w])(width|height|x|y|r)\s*:", properties)
        for selector in selectors.split(",")
        for name in re.findall(r"(?:^|\s)(?<!> )\.(\w+)$", selector.strip())
    }
    assert "board" in drawn
    assert sized
    assert not sized & drawn
