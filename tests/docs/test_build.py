"""The documentation is built, with warnings as errors, and says what the registry says."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest

from rulewright.play import games

pytestmark = pytest.mark.slow


def page(site: Path, name: str) -> str:
    """Read a page; where its words may break does not matter."""
    return unescape((site / f"{name}.html").read_text(encoding="utf-8").replace("<wbr>", ""))


@pytest.mark.parametrize("name", games.game_names())
def test_every_clause_question_and_reading_has_its_place(site: Path, name: str) -> None:
    """Whatever the registry holds is on the page of the game."""
    book, text = games.specified(name).rulebook, page(site, f"generated/{name}/rules")
    for clause in book.clauses:
        assert f'id="{name}-{clause.identifier.lower()}"' in text
        assert all(formula.__name__ in text for formula in clause.formulas)
    for question in book.questions:
        anchor = f"{name}-{question.name}".replace("_", "-")
        assert f'id="{anchor}"' in text
        assert all(reading.name in text for reading in question.readings)


@pytest.mark.parametrize("name", games.game_names())
def test_every_theorem_is_listed_with_its_verdict(site: Path, name: str) -> None:
    """By name; a verdict that does not hold is not to be overlooked."""
    text, theorems = page(site, f"generated/{name}/theorems"), games.theorems(name)
    assert all(theorem.name in text for theorem in theorems)
    assert text.count("12345 queries") == len(theorems)
    assert text.count("<strong>open, does not hold</strong>") == 2
    assert "not run" not in text


@pytest.mark.parametrize("name", games.game_names())
def test_every_shrunken_game_is_counted(site: Path, name: str) -> None:
    """One section for each set of parameters."""
    text = without_quotes(page(site, f"generated/{name}/counts"))
    for params in games.specified(name).exhausted:
        assert without_quotes(", ".join(f"{key}={value}" for key, value in params.items())) in text


def without_quotes(text: str) -> str:
    """Drop quotation marks: the page has typographic ones."""
    return re.sub("[\"'\u2018\u2019\u201c\u201d]", "", text)


def test_the_search_index_knows_the_pages(site: Path) -> None:
    """The site is complete enough to be searched without a network."""
    text = (site / "searchindex.js").read_text(encoding="utf-8")
    known = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
    assert {"index", "idea", "first-quarter", "proofs", "protocol"} <= set(known["docnames"])


def test_pages_need_nothing_from_elsewhere(site: Path) -> None:
    """No style, script or picture comes over the network."""
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert 'src="http' not in text
        assert 'rel="stylesheet" type="text/css" href="http' not in text
