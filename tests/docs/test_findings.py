"""What is known about the games: each finding has its theorem, and each game can be stepped through."""

from __future__ import annotations

import re

import pytest
from findings_page import all_findings, anchor, findings, game_of, page
from refresh_readme import FINDINGS, between

from rulewright.play import games

EVERY = [(game, finding) for game, listed in findings().items() for finding in listed]
HOW = re.compile("proved|shown by a game|enumerated")


def test_the_page_is_up_to_date() -> None:
    """`python docs/refresh_readme.py` would change nothing."""
    text = FINDINGS.read_text("utf-8")
    assert between(text, "findings", all_findings()) == text


def test_every_game_has_findings_each_of_them_from_a_theorem() -> None:
    """No sentence appears twice, and each says how it is known."""
    assert set(findings()) == set(games.game_names("proofs"))
    for game, finding in EVERY:
        assert finding["theorem"] in {each.name for each in games.theorems(game)}
        assert HOW.match(finding["how"])
        assert ("game" in finding["how"]) == ("exhibit" in finding)
    assert len({finding["words"] for _, finding in EVERY}) == len(EVERY) > 30


@pytest.mark.parametrize("game", sorted(findings()))
def test_every_game_that_is_shown_holds(game: str) -> None:
    """The exhibit is replayed on the specification; the page has a link to it, and to no other."""
    shown = [finding for finding in findings()[game] if "exhibit" in finding]
    assert len(shown) >= 4
    for finding in shown:
        assert game_of(game, finding).moves
    linked = re.findall(rf"findings/{game}\.html#([a-z0-9-]+)", FINDINGS.read_text("utf-8"))
    assert linked == [f"finding-{anchor(finding)}" for finding in shown]


def test_an_exhibit_without_a_game_is_refused() -> None:
    """A finding must not promise a game that the theorem does not show."""
    wrong = {
        "theorem": "a_player_can_be_left_without_a_step",
        "exhibit": "a position without a disc step",
    }
    with pytest.raises(LookupError, match="shows no game"):
        game_of("nonaga", wrong)


def test_a_page_has_every_position_of_its_games() -> None:
    """Drawn, with the controls of the report, below the sentence that it shows."""
    finding = next(each for each in findings()["nonaga"] if "exhibit" in each)
    text = page("nonaga", [finding])
    assert f'<section id="finding-{anchor(finding)}">' in text
    assert f'data-replay="{anchor(finding)}"' in text
    assert text.count("Action 9 of 9") == 1
    assert "<script>" in text
    assert "http" not in re.sub(r"http://www\.w3\.org/\S+", "", text)
