"""Misspelt actions are offered in every game, and an engine that takes one deviates."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from random import Random
from unicodedata import normalize

import pytest
from common.players import MovesAnyway, Playing, ReadsFreely, ShufflesOnRefusal

from rulewright.conformance import QUICK, Conformity, check
from rulewright.conformance.adapter.conversation import Object
from rulewright.conformance.adapter.crew import Crew
from rulewright.conformance.adapter.faults import MalformedActions
from rulewright.conformance.adapter.observation import Observation, Seen
from rulewright.conformance.checking import silent
from rulewright.conformance.evidence.report import Status
from rulewright.conformance.evidence.rules import RulesInForce
from rulewright.conformance.evidence.setup import Setup
from rulewright.conformance.stages import misspelt
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.verdict.conclude import Conclusion
from rulewright.interface import MalformedAction
from rulewright.play import games
from rulewright.play.misspelt import misspellings

KIND = "misspelt action accepted"
PARAMS = {"minoa": {"n": 1}, "nonaga": {}, "dreieck": {"s": 2}, "ari": {"n": 4}}


def offered(player: Playing, game: str = "minoa") -> tuple[GameRun, Conclusion]:
    """Offer a player misspelt actions, nothing else, and draw the conclusion."""
    rulings = games.specified(game).default_rulings
    opens = Object(player)
    run = GameRun(Setup(game, PARAMS[game], rulings, QUICK, 1), Crew(opens), silent)
    misspelt.offer(run)
    conclusion = Conclusion(run)
    conclusion.draw()
    return run, conclusion


def plainly(text: str) -> str:
    """Read numbers as numbers, whatever noughts they begin with."""
    return re.sub(r"\d+", lambda number: str(int(number.group())), text)


def other_way_round(text: str) -> str:
    """Take a line with its two vertices in either order."""
    before, _, after = text.partition("-")
    return f"{after}-{before}"


READERS: list[tuple[str, Callable[[str], str], str]] = [
    ("minoa", str.lstrip, "blank before"),
    ("minoa", str.rstrip, "blank after"),
    ("minoa", lambda text: re.sub(r"([-,]) ", r"\1", text), "blank within"),
    ("dreieck", lambda text: text.replace(" :", ":"), "blank within"),
    ("ari", lambda text: text.removesuffix("\n"), "line end after"),
    ("nonaga", partial(normalize, "NFKC"), "other digits"),
    ("minoa", plainly, "leading zero"),
    ("minoa", other_way_round, "parts swapped"),
    ("minoa", lambda text: text[: len(text) // 2], "doubled"),
    ("ari", lambda text: text[:1].upper() + text[1:].swapcase(), "case swapped"),
    ("ari", lambda text: text.replace("A", "a").replace("B", "b"), "case swapped"),
    ("dreieck", str.lower, "case swapped"),
    ("nonaga", lambda text: text.replace("+", ""), "plus sign"),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "reads", "way"), READERS, ids=[f"{at}-{e[0]}-{e[2]}" for at, e in enumerate(READERS)]
)
def test_a_misspelt_action_that_is_taken_deviates(
    game: str, reads: Callable[[str], str], way: str
) -> None:
    """It is reported as such, with a game that the rules allow; no reading is blamed for it."""
    _, found = offered(ReadsFreely(reads), game)
    (deviation,) = found.deviations
    assert deviation.kind == KIND
    assert "misspelt" in deviation.sentence
    assert not deviation.clauses
    assert not deviation.explained_by
    assert way in deviation.source
    engine = games.specification(game, PARAMS[game])
    state = engine.initial()
    for action in deviation.moves:
        state = engine.play(state, action)
    with pytest.raises(MalformedAction):
        engine.play(state, deviation.action or "")


class ReadsFreelyLater(ReadsFreely):
    """Does so from the tenth action on only."""

    def play(self, action: str) -> None:
        """Play what was perhaps meant, or what is written."""
        if self.plies >= 9:
            super().play(action)
        else:
            Playing.play(self, action)


LATER: list[tuple[str, Callable[[str], str]]] = [
    ("dreieck", lambda text: text[:1] + text[1:].lower()),
    ("ari", str.rstrip),
    ("minoa", plainly),
    ("nonaga", lambda text: text.replace("+", "")),
]


@pytest.mark.parametrize(("game", "reads"), LATER, ids=[each[0] for each in LATER])
def test_a_misspelt_action_that_is_taken_late_only_deviates(
    game: str, reads: Callable[[str], str]
) -> None:
    """Some are offered late in a game as well."""
    _, found = offered(ReadsFreelyLater(reads), game)
    (deviation,) = found.deviations
    assert deviation.kind == KIND
    assert len(deviation.moves) >= 9
    assert "late in a game" in deviation.source


def test_an_action_of_another_reading_is_illegal_and_not_misspelt() -> None:
    """Captures may be declined by another reading of `claim`: such an action is spelt right."""
    rules = RulesInForce(Setup("dreieck", {}, games.specified("dreieck").default_rulings, QUICK, 1))
    moves = ("u0,0:aaa", "d0,0:aaa", "u1,0:aaa")
    kinds = {}
    for text in ("u0,1:aaa~", "u0,1:aaa ~"):
        observation = Observation({"k": 4, "s": 1}, moves, Seen(accepted=(text,)))
        (found,) = rules.discrepancies(observation)
        kinds[text] = found.kind
    assert kinds == {"u0,1:aaa~": "extra", "u0,1:aaa ~": "misspelt"}


def test_an_empty_text_that_is_taken_deviates() -> None:
    """Any legal action is played for it."""
    player = ReadsFreely(lambda text: text or player.legal()[0])
    _, found = offered(player)
    assert [(each.kind, each.action) for each in found.deviations] == [(KIND, "")]


@pytest.mark.slow
def test_other_readings_are_still_named() -> None:
    """Taking blanks says nothing about the rules, so the reading is found all the same."""
    player = ReadsFreely(str.strip, closure="coloured")
    (found,) = check(player, "minoa", {"n": 1}, effort=QUICK, seed=1).games
    assert found.verdict is Conformity.DEVIATES
    assert {each.kind for each in found.deviations if not each.explained_by} == {KIND}
    assert {each.explained_by for each in found.deviations} == {"", "closure=coloured"}
    assert "closure=coloured" in found.plays
    assert found.suggestion == "--ruling closure=coloured"


SAYS = [
    (MovesAnyway(), "the engine reports {"),
    (ShufflesOnRefusal(), 'the engine reports {"legal": '),
]


@pytest.mark.parametrize(("player", "says"), SAYS, ids=["state", "legal"])
def test_a_refused_action_leaves_the_position(player: Playing, says: str) -> None:
    """What `state` returns, and what `legal` lists."""
    _, found = offered(player)
    deviation = {each.kind: each for each in found.deviations}["refusal changed the position"]
    assert deviation.moves == ()
    assert f" was refused {says}" in deviation.sentence


@pytest.mark.slow
@pytest.mark.parametrize("game", games.game_names())
def test_what_the_rules_spell_is_never_offered(game: str) -> None:
    """Nothing is reported of an engine that is right, and in every game something was offered."""
    run, found = offered(Playing(), game)
    assert not found.deviations
    cases = run.evidence.cases
    assert {case.stage for case in cases} == {misspelt.STAGE}
    assert {case.status for case in cases} == {Status.PASSED}
    assert all(int(case.name.split()[0]) > 10 for case in cases)


def test_the_ways_to_be_misspelt() -> None:
    """They are made of the text alone."""
    ways = misspellings("0,0-1,0")
    assert ways["leading_zero"] == ("00,0-1,0", "0,0-1,00")
    assert ways["plus_sign"] == ("+0,0-1,0", "0,0-1,+0")
    assert ways["blank_within"] == ("0 ,0-1,0", "0, 0-1,0", "0,0-1 ,0", "0,0-1, 0")
    assert ways["line_end_after"] == ("0,0-1,0\n",)
    assert misspellings("0")["other_digits"] == ("\uff10",)
    assert "1,0-0,0" in ways["parts_swapped"]
    assert ways["case_swapped"] == ()
    assert misspellings("III@a1:12")["case_swapped"] == ("iii@A1:12", "iii@a1:12", "III@A1:12")
    assert misspellings("pass")["plus_sign"] == ()
    assert (ways["blank_before"], ways["empty"]) == ((" 0,0-1,0",), ("",))


@pytest.mark.parametrize("game", games.game_names())
def test_the_specification_and_the_implementation_agree_on_what_is_misspelt(game: str) -> None:
    """So a text that is offered is no action by the rules themselves."""
    engines = [games.specification(game, PARAMS[game]), games.implementation(game, PARAMS[game])]
    legal = engines[0].legal_actions(engines[0].initial())
    refused = 0
    for action in Random(1).sample(legal, min(len(legal), 6)):
        for text in (each for texts in misspellings(action).values() for each in texts):
            said = []
            for engine in engines:
                try:
                    engine.play(engine.initial(), text)
                    said.append("played")
                except MalformedAction:
                    said.append("misspelt")
                except Exception as error:  # noqa: BLE001 - the kind is compared
                    said.append(type(error).__name__)
            assert said[0] == said[1], text
            refused += said[0] == "misspelt"
    assert refused > 20


def test_an_action_of_another_board_is_a_wrong_answer_however_it_is_spelt() -> None:
    """What is an action on no board is a fault of the adapter."""
    rulings = games.specified("minoa").default_rulings
    rules = RulesInForce(Setup("minoa", {"n": 1}, rulings, QUICK, 1))
    listed = games.specification("minoa", {}).legal_actions(games.specification("minoa").initial())
    foreign = next(each for each in listed if rules.reference({"n": 1}).misspelling(each))
    observation = Observation({"n": 1}, (), Seen(legal=(foreign,)))
    assert "extra" in {each.kind for each in rules.discrepancies(observation)}
    assert rules.is_on_another_board(foreign)
    assert not rules.is_on_another_board(f"{foreign}!")
    with pytest.raises(MalformedActions):
        rules.discrepancies(Observation({"n": 1}, (), Seen(legal=(f"{foreign}!",))))
