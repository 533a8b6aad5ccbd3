"""What an author says once: readings, who quotes which sentence, and the options of an engine."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from rulewright.author import (
    Clause,
    NoParameters,
    OneByOne,
    PlainEngine,
    PlainGame,
    Question,
    Quotation,
    Reading,
    Rulebook,
    Source,
    SpecifiedGame,
    rulings_of,
)
from rulewright.interface import (
    IllegalAction,
    MalformedAction,
    MalformedPosition,
    UnknownReading,
    UsageError,
    choices_of,
)
from rulewright.play import games
from rulewright.spec.registry import unaccounted

EXAMPLES = Path(__file__).parents[2] / "examples"
TEXT = Source(
    "en",
    "English",
    "A game",
    "A game for two.\nThe board is empty. X begins, and takes\none stone. Whoever has no stone loses!",
    no_rule={"for two": "title"},
)


def question(name: str, *readings: str) -> Question:
    """Make a question."""
    return Question(
        name, "?", TEXT.quote("X begins"), tuple(Reading(each, "") for each in readings), ()
    )


# ----------------------------------------------------------------------------------------- readings


def test_a_question_declares_its_readings() -> None:
    """The class of the rulings has a field for each, and refuses other readings."""
    made: Any = rulings_of([question("row", "any", "across"), question("swap", "no", "mirror")])
    assert choices_of(made) == {"row": ("any", ("any", "across")), "swap": ("no", ("no", "mirror"))}
    assert made("across").swap == "no"
    with pytest.raises(UnknownReading, match="of question 'row'"):
        made("down")
    assert rulings_of((question("row", "any", "across"), question("swap", "no", "mirror"))) is made
    assert pickle.loads(pickle.dumps(made("across", "mirror"))) == made("across", "mirror")  # noqa: S301
    with pytest.raises(UsageError, match="'row' has no readings"):
        rulings_of([question("row")])
    with pytest.raises(UsageError, match="'row' has no readings"):
        _ = question("row").default
    for name in ("row size", "class", ""):
        with pytest.raises(UsageError, match=f"named '{name}': .* must be a Python name"):
            rulings_of([question(name, "any")])


def test_games_of_ours_could_say_it_once() -> None:
    """The classes that they write by hand are those that their questions make."""
    for name in games.game_names():
        game = games.specified(name)
        assert choices_of(rulings_of(game.rulebook.questions)) == choices_of(game.rulings)


def test_a_game_takes_its_options_from_its_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rulebook, parameters and readings, where it names none of its own."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(EXAMPLES))
    game: Any = games.specified("tictactoe")
    assert game.rulebook is game.engine.rulebook
    assert game.parameters is NoParameters
    assert game.rulings is game.engine.readings is rulings_of(game.rulebook.questions)
    larger = games.specified("breakthrough")
    assert larger.default_parameters == {"columns": 8, "rows": 8}
    with pytest.raises(UsageError, match="needs rulebook="):
        SpecifiedGame(engine=lambda *_: None, draw=game.draw)


def test_readings_that_a_class_names_itself_stay() -> None:
    """The old way works."""

    class Own(OneByOne[Any]):
        """Names both."""

        rulebook = Rulebook("own", "Own", (), (), (question("row", "any", "across"),))
        readings = NoParameters

    assert Own.readings is NoParameters


# ---------------------------------------------------------------------------------------- sentences


def test_sentences_end_with_a_stop_or_a_line() -> None:
    """A quotation is the sentence in which its words stand, or the words, for lint to report."""
    assert TEXT.sentences == (
        "A game for two.",
        "The board is empty.",
        "X begins, and takes",
        "one stone.",
        "Whoever has no stone loses!",
    )
    assert TEXT.quote("empty", "nowhere") == (
        Quotation("The board is empty.", "en"),
        Quotation("nowhere", "en"),
    )


def test_a_sentence_bears_what_quotes_it() -> None:
    """Power: what nobody quotes, and nobody excuses, is found."""
    clauses = [
        Clause("G-1", TEXT.quote("empty")),
        Clause("G-2", (Quotation("and takes one stone", "en"), Quotation("empty", "de"))),
        Clause("G-3", TEXT.quote("loses")),
    ]
    book = Rulebook("g", "G", (TEXT,), tuple(clauses), (question("row", "any"),))
    assert [(each.bears, each.no_rule) for each in book.sentences["en"]] == [
        ((), "title"),
        (("G-1",), ""),
        (("G-2", "row"), ""),
        (("G-2",), ""),
        (("G-3",), ""),
    ]
    assert unaccounted(TEXT, book.sentences["en"]) == ""
    fewer = Rulebook("g", "G", (TEXT,), tuple(clauses[:2]), (question("row", "any"),))
    assert unaccounted(TEXT, fewer.sentences["en"]) == "Whoever has no stone loses!"


# --------------------------------------------------------------------------- mistakes, in one line


def test_mistakes_of_an_author_are_told_in_one_line() -> None:
    """Constructors accept them, so that lint can report them all."""
    book = Rulebook("g", "G", (), (Clause("G-1", ()), Clause("G-2", (), permits=lambda *_: True)))
    assert (book["G-1"].name, book["G-1"].demand, book["G-1"].words.text) == ("G-1", "G-1.", "")
    with pytest.raises(LookupError, match=r"unknown clause 'G-7' of g"):
        _ = book["G-7"]
    with pytest.raises(LookupError, match="G-1 of g has no effect: its Clause must have effect="):
        book.effect("G-1")
    with pytest.raises(LookupError, match="unknown question 'row' of g"):
        book.question("row")


# ----------------------------------------------------------------------------- plain implementations


class Countdown(PlainEngine[int]):
    """Take one or two of `n` matches; a state is what is left. Who takes the last one wins."""

    game = "countdown"
    players = ("a", "b")

    def initial(self) -> int:
        """Begin."""
        return 2 * int(self.params["columns"])

    def is_action(self, action: str) -> bool:
        """One or two."""
        return action in {"1", "2"}

    def after(self, state: int) -> dict[str, int]:
        """Take them; an odd number left means that it is b's turn."""
        return {str(by): state - by for by in (1, 2) if by <= state}

    def turn(self, state: int) -> str | None:
        """Name who is to move."""
        return self.players[state % 2] if state else None

    def winners(self, state: int) -> tuple[str, ...]:
        """Let a win."""
        return () if state else ("a",)

    def to_json(self, state: int) -> dict[str, Any]:
        """Write what is left."""
        return {"left": state, "turn": self.turn(state)}

    def parsed(self, position: dict[str, Any]) -> int:
        """Read it."""
        return int(position["left"])


def test_a_plain_engine_needs_seven_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Legality, refusals, scores and the reading of positions follow."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(EXAMPLES))
    game = PlainGame(Countdown, games.specified("breakthrough").parameters, NoParameters)
    assert game.name == "countdown"
    engine = game.engine({"columns": 2})
    assert engine.params == {"columns": 2, "rows": 8}
    assert engine.legal_actions(4) == ("1", "2")
    assert engine.legal_actions(0) == ()
    assert engine.play(4, "2") == 2
    assert engine.scores(0) == {"a": 1, "b": 0}
    with pytest.raises(IllegalAction):
        engine.play(1, "2")
    with pytest.raises(IllegalAction):
        engine.play(0, "1")
    with pytest.raises(MalformedAction):
        engine.play(4, "3")
    assert engine.from_json({"left": 3, "turn": "b"}) == 3
    for wrong in ({"left": 3, "turn": "a"}, {"left": "x"}, {}):
        with pytest.raises(MalformedPosition, match=r'first one is \{"left": 4, "turn": "a"\}'):
            engine.from_json(wrong)
    with pytest.raises(UsageError, match="'columns' is 1"):
        game.engine({"columns": 1})
