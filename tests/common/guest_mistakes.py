"""Mistakes of authors, planted in the guests: each an edit of a package, and what must be said of it."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from common.guest_forms import edited

FOUND, EXCEPTION = 1, 5
"""Exit statuses: something is wrong with the package, or its code raised an exception."""


@frozen
class Mistake:
    """One edit of one file of a guest."""

    name: str
    guest: str
    file: str
    old: str
    """What is replaced; ``<game>`` stands for the name of the copy."""
    new: str
    at: str
    """The file that the finding names."""
    line: str
    """What stands in the line that it names; "" if it is a line of no interest."""
    says: str
    """What it says."""
    status: int = FOUND
    kind: str = "plain"

    def plant(self, package: Path) -> None:
        """Make it."""
        edited(package, self.file, self.old.replace("<game>", package.name), self.new)


MISTAKES = (
    Mistake(
        "a sentence is not accounted for",
        *("rhomb", "rulebook.py"),
        *("zip(LINES, BEARS, strict=True)", "zip(LINES[:-1], BEARS[:-1], strict=True)"),
        *("rulebook.txt", "Whoever completes", "no sentence accounts for 'Whoever completes"),
    ),
    Mistake(
        "a sentence names an unknown clause",
        *("rhomb", "rulebook.py", '("RHO-3",), ("RHO-4"', '("RHO-9",), ("RHO-4"'),
        *("rulebook.py", '"RHO-9"', "'RHO-9', which is no clause and no question"),
    ),
    Mistake(
        "a sentence names an unknown question",
        *("rhomb", "rulebook.py", '("RHO-4", "swap")', '("RHO-4", "swop")'),
        *("rulebook.py", '"swop"', "did you mean 'swap'?"),
    ),
    Mistake(
        "a question is no field of the rulings",
        *("rhomb", "rulebook.py", '"swap",\n            "Where', '"swop",\n            "Where'),
        *("rulebook.py", '"swop"', "the question 'swop' is no field of the rulings"),
    ),
    Mistake(
        "the ending clause is unknown",
        *("rhomb", "spec.py", 'ending_clause = "RHO-5"', 'ending_clause = "RHO-7"'),
        *("spec.py", 'ending_clause = "RHO-7"', "`ending_clause` is 'RHO-7'"),
    ),
    Mistake(
        "readings are in another order",
        *("rhomb", "clauses.py", 'field("mirror", "stay")', 'field("stay", "mirror")'),
        *("rulebook.py", '"swap"', "the default would be 'mirror' here and 'stay' there"),
    ),
    Mistake(
        "the rulings know fewer readings than the question",
        *("rhomb", "clauses.py", 'field("mirror", "stay")', 'field("mirror")'),
        *("rulebook.py", '"swap"', "has the readings mirror, stay, its field mirror"),
    ),
    Mistake(
        "a clause has no quotation",
        *("rhomb", "rulebook.py", '"RHO-3",\n            (LINES[3],)', '"RHO-3",\n            ()'),
        *("rulebook.py", '"RHO-3"', "RHO-3 quotes nothing"),
    ),
    Mistake(
        "a symmetry is forgotten",
        *("skirmish", "spec.py", "symmetries=symmetries", "symmetries=lambda _: ()"),
        *("spec.py", "symmetries=", "'left and right' is not claimed"),
    ),
    Mistake(
        "a symmetry is false",
        *("skirmish", "spec.py", "letters[::-1]", "letters[1:] + letters[:1]"),
        *("spec.py", "", "the symmetry 'left and right' is claimed, but"),
    ),
    Mistake(
        "the folder is named otherwise than the game",
        *("rhomb", "rulebook.py", 'game="<game>"', 'game="rhombus"'),
        *("rulebook.py", 'game="rhombus"', "but its rulebook says game='rhombus'"),
    ),
    Mistake(
        "a name in a clause is unknown",
        *("rhomb", "clauses.py", "return any_of(reached[", "return any_off(reached["),
        *("clauses.py", "any_off", "raises NameError: name 'any_off' is not defined"),
        status=EXCEPTION,
    ),
    Mistake(
        "there is no GAME",
        *("rhomb", "spec.py", "GAME = SpecifiedGame(", "GAMES = SpecifiedGame("),
        *("spec.py", "", "has no GAME"),
    ),
    Mistake(
        "a drawing raises",
        *(
            "rhomb",
            "drawing.py",
            'n = engine.params["n"]\n        on =',
            "n = self.nothing\n        on =",
        ),
        *("drawing.py", "self.nothing", "raises AttributeError"),
        status=EXCEPTION,
    ),
    Mistake(
        "Python's not and or in a formula",
        *("rhomb", "clauses.py"),
        "return implies(move[-1], all_of((before.turn[1], lone)))",
        "return not move[-1] or all_of((before.turn[1], lone))",
        *("clauses.py", "not move[-1] or", "use the combinators"),
    ),
    Mistake(
        "Python's if in a formula",
        *(
            "skirmish",
            "clauses.py",
            "    white_is_far = ",
            "    if here.turn[0]:\n        pass\n    white_is_far = ",
        ),
        *("clauses.py", "if here.turn[0]:", "use the combinators"),
    ),
    Mistake(
        "Python's and in a formula",
        *("trefoil", "clauses.py"),
        "return implies(move[-1], any_of(stuck))",
        "return not_(move[-1] and not_(any_of(stuck)))",
        *("clauses.py", "move[-1] and", "use the combinators"),
    ),
    Mistake(
        "a reading changes nothing",
        *("rhomb", "clauses.py", 'if rules.rulings.swap == "mirror":', "if rules.rulings.swap:"),
        *("rulebook.py", '"stay"', "the reading swap=stay differs from swap=mirror in none"),
    ),
    Mistake(
        "a clause is evaluated by nothing",
        *("trefoil", "spec.py"),
        'following = self.effect("TRE-2", self.rules, state.turn)',
        "following = (state.turn[-1], *state.turn[:-1])",
        *("clauses.py", "def the_next_player_follows", "nothing evaluates the_next_player_follows"),
    ),
    Mistake(
        "positions of games break a clause that holds in all",
        *(
            "trefoil",
            "spec.py",
            "return evolve(here, turn=tuple(both((due, not_(over))) for due in following))",
            "return evolve(here, turn=following)",
        ),
        *("", "", "TRE-6"),
    ),
    Mistake(
        "a player is due without a move",
        *(
            "trefoil",
            "clauses.py",
            "return implies(move[-1], any_of(stuck))",
            "return not_(move[-1])",
        ),
        *("spec.py", "", "is due and has no legal action"),
    ),
    Mistake(
        "the next position is not returned",
        *("trefoil", "spec.py", "return evolve(here, turn=", "evolve(here, turn="),
        *("spec.py", "def played", "`played` returns None: it must be a Position"),
    ),
    Mistake(
        "the winners are too few",
        *("trefoil", "spec.py", "return won", "return won[:1]"),
        *("spec.py", "def wins", "`wins` returns (False,): it must be one for each of 3 players"),
    ),
    Mistake(
        "an implementation names its winner as a text",
        *("trefoil", "plain.py"),
        "return tuple(name for name in COLOURS if over and scores[name] == most)",
        'return "red"',
        *("plain.py", "def winners", "`winners` returns 'red': it must be a tuple of names"),
    ),
    Mistake(
        "an implementation writes no JSON",
        *("rhomb", "plain.py", '"blue": sorted(state.blue)', '"blue": set(state.blue)'),
        *("plain.py", "def to_json", ": it must be JSON"),
    ),
    Mistake(
        "a formula takes too few arguments",
        *(
            "rhomb",
            "clauses.py",
            "def a_stone_goes_on_an_empty_cell(rules: Rules, before: Position, move: Facts)",
        ),
        "def a_stone_goes_on_an_empty_cell(rules: Rules, before: Position)",
        *(
            "clauses.py",
            "def a_stone_goes",
            "cannot be called with 3 arguments: it is given (rules",
        ),
    ),
    Mistake(
        "the theorems are nothing",
        *("rhomb", "proofs.py", "THEOREMS = (", "THEOREMS = print("),
        *("proofs.py", "", "is of type NoneType: set THEOREMS = (Theorem(...), ...)"),
    ),
    Mistake(
        "a formula asks for a reading that there is not",
        *("trefoil", "clauses.py"),
        'if rules.rulings.end == "all":\n        return none_of(able)',
        'if rules.rulings.end == "every":\n        return none_of(able)',
        *("clauses.py", '== "every"', "'every' is compared with the reading of 'end'"),
    ),
)
