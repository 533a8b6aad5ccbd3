"""The page about ARI: its pictures show what it says, and its numbers are those of the tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ari_pictures import IMAGES, pictures
from common.ari_arrangements import ARRANGED, LAYERS

from rulewright.proofs.ari.play import MATES
from rulewright.proofs.ari.readings import PAIRS, ReadingPair, part

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "ari.md").read_text("utf-8")
PICTURES = dict(pictures())
TITLE = re.compile(r"<title>(.*?)</title>")


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_shows_its_position(name: str) -> None:
    """What it says to those who cannot see it is what it would say if it were drawn now."""
    drawn = (IMAGES / name).read_text("utf-8")
    first = TITLE.search(PICTURES[name])
    assert first is not None
    assert f"<title>{first[1]}</title>" in drawn
    assert f"images/{name}" in PAGE


def test_the_mate_is_that_of_the_theorem() -> None:
    """The moves on the page are those that are replayed."""
    assert " ".join(MATES[4]) in PAGE


@pytest.mark.parametrize("pair", PAIRS, ids=lambda each: each.question)
def test_the_games_part_as_the_page_says(pair: ReadingPair) -> None:
    """So many actions are legal by one reading alone."""
    found = part(pair.question, pair.game)
    alone = max(map(int, re.findall(r"(\d+) (?:legal )?by", found.detail)))
    assert f"| `{pair.question}` | {len(pair.game)} | {alone:,} " in PAGE


def test_the_numbers_are_those_of_the_tests() -> None:
    """Counts of positions that the exhaustive tests demand."""
    assert f"{sum(LAYERS['any_die']):,}" in PAGE
    assert f"{sum(LAYERS['any_cell']):,}" in PAGE
    assert f"{sum(LAYERS['any_die'][:5]):,}" in PAGE
    assert all(f"{count:,}" in PAGE for count in ARRANGED.values())
