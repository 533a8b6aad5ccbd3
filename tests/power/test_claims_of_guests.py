"""A guest's claim says of games what its formulas say of unknowns, or it is not proved."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

import re
from pathlib import Path

import pytest
from common.copied import proved, theorems_to_be_written

from rulewright.play import games

PROOFS = """
from attrs import evolve
from rulewright.author import (
    all_of, any_of, count, exactly_one, if_then_else, iff, implies, is_constant, not_, pick,
)
from rulewright.proofs import (
    Case, Claim, Computed, Exhibit, FalseExhibit, RealPositions, Theorem, TheoremScope, Twin,
    Parting, any_move, any_position, boolean, facts_in, game_of, moves_in, state_after,
)
from PACKAGE.clauses import Position, a_mark_goes_on_an_empty_square, no_square_carries_two_marks
from PACKAGE.spec import GAME, TicTacToe

ENGINE = TicTacToe()
STEPS = moves_in(GAME.engine)

def played(values=facts_in):
    return RealPositions(GAME.engine, values, games=200, stride=1, steps=STEPS)

def case(*, also=lambda before, after: (), legal=True, engine=ENGINE, part=None, label="one mark"):
    before, move = any_position(engine), any_move(engine)
    if part is not None:
        before = evolve(before, **part)
    after = engine.played(before, move)
    rules = engine.rules
    given = [exactly_one(move), exactly_one(before.turn), no_square_carries_two_marks(rules, before)]
    if legal:
        given.append(a_mark_goes_on_an_empty_square(rules, before, move))
    then = all_of((no_square_carries_two_marks(rules, after), *also(before, after)))
    return Case(label, given, then, under=rules)

def theorem(*claims, scope=TheoremScope("board", "every position, every action"), twin=None):
    parts = claims or (Claim("kept", case, real=played()),)
    broken = Twin("anywhere", lambda: case(legal=False), of=parts[0].name, changed="any square")
    return Theorem("kept", "No square carries two.", scope, ("TTT-3",), (*parts, twin or broken))
"""


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the theorems of a game to be written."""
    return theorems_to_be_written(tmp_path, monkeypatch, "crosses")


def said_of(planted: Path, written: str) -> tuple[int, str]:
    """Prove what is written; return the exit status, and what is printed."""
    return proved(planted, PROOFS.replace("from PACKAGE", f"from {planted.parent.name}") + written)


def test_what_is_right_is_proved(planted: Path) -> None:
    status, said = said_of(planted, "THEOREMS = (theorem(),)")
    assert "1 of 1 theorems hold" in said
    assert "on trust" not in said
    assert status == 0


DISSOLVED = {
    "`is` on a fact": "[implies(before.turn[0] is True, after.turn[0])]",
    "a filter by `is`": "[x for x, y in zip(after.marks[0], before.marks[1]) if y is True]",
    "what is constant": "[iff(x, y) for x, y in zip(after.marks[0], before.marks[0]) if is_constant(y)]",
}


@pytest.mark.parametrize("also", DISSOLVED.values(), ids=DISSOLVED)
def test_a_conclusion_that_leaves_unknowns_out_is_computed_in_games(
    planted: Path, also: str
) -> None:
    """It says nothing of unknowns, and something false of the plain values of a position."""
    claim = f'Claim("k", lambda: case(also=lambda before, after: {also}), real=played())'
    status, said = said_of(planted, f"THEOREMS = (theorem({claim}),)")
    assert "its conclusion is false, though it was proved of unknowns" in said
    assert ", where " in said
    assert status == 1


def test_a_function_that_gives_its_cases_once_is_refused(planted: Path) -> None:
    once = "made = iter([case()])\nTHEOREMS = (theorem(Claim('k', lambda: made, real=played())),)"
    status, said = said_of(planted, once)
    assert "its function must make all of them whenever it is called" in said
    assert status == 1


LATE = {
    "a late variable": '*(Claim(f"of {q}", lambda: case(label=q), real=played()) for q in "xo")',
    "an unused one": 'Claim("k", lambda: [case(label=q) for q in "xo"], real=played())',
}


@pytest.mark.parametrize("claims", LATE.values(), ids=LATE)
def test_a_case_that_is_said_twice_was_to_be_another(planted: Path, claims: str) -> None:
    status, said = said_of(planted, f"THEOREMS = (theorem({claims}),)")
    assert "the same case" in said
    assert "does a function use the last value of a loop's variable" in said
    assert status == 1


MISREAD = {
    "kept by the rules alone": "lambda rules, here: KEPT.setdefault(1, facts_in(rules, here))",
    "read from the other player": (
        "lambda rules, here: facts_in(rules, evolve(here, marks=(here.marks[0], here.marks[0])))"
    ),
}


@pytest.mark.parametrize("values", MISREAD.values(), ids=MISREAD)
def test_values_that_are_not_those_of_the_position_are_refused(planted: Path, values: str) -> None:
    claim = f"Claim('k', case, real=played({values}))"
    status, said = said_of(planted, f"KEPT = {{}}\nTHEOREMS = (theorem({claim}),)")
    assert "`values` reads 'marks." in said
    assert "in the game" in said
    assert status == 1


OWN_NAMES = """
from PACKAGE.clauses import no_square_carries_two_marks

def named(facts, player):
    return {f"{player} {at}": fact for at, fact in enumerate(facts)}

def read(rules, here):
    "By the players' names."
    found = {f"{player} due": due for player, due in zip(ENGINE.players, here.turn)}
    for player, own in zip(PLAYERS, here.marks):
        found.update(named(own, player))
    return found

def own():
    marks = tuple(
        tuple(boolean(f"{player} {at}") for at in range(9)) for player in ENGINE.players
    )
    return Position(marks, tuple(boolean(f"{player} due") for player in ENGINE.players))

HERE = own()

def due(legal=True):
    here, move = WHICH, any_move(ENGINE)
    given = [exactly_one(move), exactly_one(here.turn), no_square_carries_two_marks(ENGINE.rules, here)]
    given += [a_mark_goes_on_an_empty_square(ENGINE.rules, here, move)] if legal else []
    then = no_square_carries_two_marks(ENGINE.rules, ENGINE.played(ALSO, move))
    return Case("one mark", given, then, under=ENGINE.rules)

CLAIM = Claim("k", due, real=played(read))
TWIN = Twin("t", lambda: due(legal=False), of="k", changed="any square")
THEOREMS = (theorem(CLAIM, twin=TWIN),)
"""
IMAGE = "evolve(here, marks=here.marks[::-1])"


@pytest.mark.parametrize(
    ("players", "which", "also", "refused"),
    [
        ("ENGINE.players", "own()", "here", False),
        ("ENGINE.players", "own()", IMAGE, False),
        ("ENGINE.players", "HERE", "here", False),
        ("ENGINE.players[::-1]", "own()", "here", True),
        ("ENGINE.players[::-1]", "HERE", "here", True),
    ],
)
def test_names_of_ones_own_are_read_from_where_formulas_have_them(
    planted: Path, players: str, which: str, also: str, refused: bool
) -> None:
    """A position may be played from that is an image of another one."""
    written = OWN_NAMES.replace("PACKAGE", planted.parent.name).replace("PLAYERS", players)
    status, said = said_of(planted, written.replace("WHICH", which).replace("ALSO", also))
    why = "claim 'k': `values` reads 'x 0' otherwise than formulas have it: there it is marks.0.0"
    assert (why in said) == refused
    assert (status == 1) == refused, said


def test_a_part_of_a_position_that_is_presupposed_is_read(planted: Path) -> None:
    """What is given of it would be held against no game, nor looked at in all positions."""
    unread = """
def unread(rules, here):
    "Whose turn it is does not matter."
    return {name: value for name, value in facts_in(rules, here).items() if "turn" not in name}

THEOREMS = (theorem(Claim("k", case, real=played(unread))),)
"""
    status, said = said_of(planted, unread)
    assert "claim 'k': `values` leaves out 'turn.0', which is turn.0 of a position" in said
    assert status == 1


def test_a_step_that_is_read_as_another_is_refused(planted: Path) -> None:
    """The action is named as the game names it, so it must be the one that is played."""
    lied = """
def other(rules, here, action):
    "Some other action."
    return {f"action {each}": each == ENGINE.actions[0] for each in ENGINE.actions}

STEPS = other
THEOREMS = (theorem(),)
"""
    status, said = said_of(planted, lied)
    assert "`steps` reads 'action " in said
    assert status == 1


def test_parts_of_a_position_that_are_no_unknowns_are_refused_or_told(planted: Path) -> None:
    """A class of positions may give a part a default that nobody wrote."""
    fixed = """
def of_x(here):
    "It is X's turn."
    return here.turn[0]

def alone():
    return RealPositions(GAME.engine, facts_in, games=400, stride=1, steps=STEPS, wanted=of_x)

THEOREMS = (theorem(Claim('k', lambda: case(part={'turn': (True, False)}), real=REAL())),)
"""
    status, said = said_of(planted, fixed.replace("REAL", "played"))
    why = "it plays from positions in which turn.0 is True, and not as in a recorded game, on ply 1"
    assert f"claim 'k': {why}" in said
    assert status == 1
    status, said = said_of(planted, fixed.replace("REAL", "alone"))
    told = "plays from positions of which parts are no unknowns: turn.0=True and 1 more"
    assert f"on trust: claim 'k' {told}" in said
    assert status == 0


RIM = """
SCOPE = TheoremScope(
    "board", "every position, every action", inductive=True, rim=("NAMED::test_it",)
)
THEOREMS = (theorem(scope=SCOPE),)
"""


@pytest.mark.parametrize(
    ("file", "text", "why"),
    [
        ("", "", "NAMED::test_it, which it names, is not here"),
        (
            "other.py",
            "",
            "names NAMED::test_it for what happens at its rim (`rim`), and there is no",
        ),
        ("NAMED", "def other(): ...", "and there is no such test"),
        ("NAMED", "def test_it(: ...", "and there is no such test"),
        ("NAMED", "class A:\n    def test_it(self): ...", ""),
        ("NAMED", "def test_it(): ...", ""),
    ],
)
def test_the_test_that_a_rim_names_is_looked_for(
    planted: Path, file: str, text: str, why: str
) -> None:
    """In the folder of the game and above it; where a package is installed, there may be no tests."""
    named = f"tests_{planted.parent.name}/test_game.py"
    if file:
        path = planted.parents[1] / named.replace(
            "test_game.py", file.replace("NAMED", "test_game.py")
        )
        path.parent.mkdir()
        path.write_text(text, encoding="utf-8")
    status, said = said_of(planted, RIM.replace("NAMED", named))
    assert why.replace("NAMED", named) in said
    assert ("there is no such test" in said) == (status == 1)
    assert ("is not here" in said) == (not file)


def test_a_formula_of_another_reading_than_its_case_is_under_is_told(planted: Path) -> None:
    """A conclusion may be built of the default by mistake; one that compares two readings says so."""
    both = """
def under(reading):
    own = TicTacToe(rulings={"row": reading})
    also = lambda before, after: [implies(all_of(WHICH.wins(before)), all_of(WHICH.wins(before)))]
    return case(also=also, engine=own, label=reading)

SCOPE = TheoremScope("board", "every position, every action", readings={"row": ("any", "across")})
CLAIM = Claim("k", lambda: map(under, ("any", "across")), real=played())
THEOREMS = (theorem(CLAIM, scope=SCOPE),)
"""
    told = "on trust: 'across' of 'k' is under row=across, and has a formula of row=any as well"
    assert told in said_of(planted, both.replace("WHICH", "ENGINE"))[1]
    assert "has a formula of" not in said_of(planted, both.replace("WHICH", "own"))[1]


ALIKE = """
def twice(legal=True):
    one = case(legal=legal)
    here, there = WHICH
    same = [iff(x, y) for x, y in zip(here, there)]
    return Case("w", [*one.given, *same], one.then, under=one.under)

THEOREMS = (theorem(Claim("k", twice, real=played())),)
"""


@pytest.mark.parametrize(
    ("which", "told", "holds"),
    [
        (
            '([boolean("marked")], [boolean("marked")])',
            "on trust: claim 'k' has a premise that excludes nothing, Not(Xor(marked, marked)):",
            True,
        ),
        (
            "(any_position(ENGINE).marks[0], any_position(ENGINE).marks[0])",
            "it has the unknowns of two calls of any_position, which are the same",
            False,
        ),
    ],
)
def test_a_premise_that_two_things_of_one_name_are_alike_is_told_or_refused(
    planted: Path, which: str, told: str, holds: bool
) -> None:
    status, said = said_of(planted, ALIKE.replace("WHICH", which))
    assert told in said
    assert (status == 0) == holds


EACH_OTHER = """
def compared(legal=True):
    one = case(legal=legal)
    some = [[boolean(f"some {which} {n}") for n in range(3)] for which in "ab"]
    most = [count(mine) <= count(other) for mine in some for other in some]
    return Case("w", [*one.given, *WHICH], one.then, under=one.under)

THEOREMS = (theorem(Claim("k", compared, real=played())),)
"""


@pytest.mark.parametrize(("which", "told"), [("most", False), ("[all_of(most[::3])]", True)])
def test_what_is_compared_with_each_other_may_be_with_itself(
    planted: Path, which: str, told: bool
) -> None:
    """A loop over all pairs of players was said to call two things alike."""
    status, said = said_of(planted, EACH_OTHER.replace("WHICH", which))
    assert status == 0, said
    assert ("has a premise that excludes nothing" in said) == told


TYPO = {
    "a number that stays": "count(before.marks[0]) == count(before.marks[0])",
    "implied": "implies(before.turn[0], all_of((any_of(before.turn), iff(*before.turn[:1] * 2))))",
    "a choice": "any_of((before.turn[0], not_(before.turn[0])))",
    "nothing": "any_of((before.turn[0], before.turn[1]))",
}


@pytest.mark.parametrize(("name", "also"), TYPO.items())
def test_a_part_of_a_conclusion_that_is_so_of_everything_is_told(
    planted: Path, name: str, also: str
) -> None:
    """Here `before` stands twice, where the second was to be `after`."""
    claim = f'Claim("k", lambda: case(also=lambda before, after: [{also}]), real=played())'
    status, said = said_of(planted, f"THEOREMS = (theorem({claim}),)")
    told = "on trust: claim 'k' has a conclusion with a part that is so whatever is given, "
    assert (told in said) == (name != "nothing"), said
    assert status == 0


UNMET = {
    "implies": "implies(never, all_of(after.marks[0]))",
    "not all of": "not_(all_of((never, not_(all_of(after.marks[0])))))",
    "pick": "pick(never, count(after.marks[0]), 0) < 1",
    "if then else": "if_then_else(never, all_of(after.marks[0]), not_(all_of(after.turn)))",
}


@pytest.mark.parametrize("then", UNMET.values(), ids=UNMET)
def test_a_condition_that_no_game_meets_is_told_however_it_is_written(
    planted: Path, then: str
) -> None:
    written = f"""
def empty(before, after):
    never = all_of(before.turn)
    return [{then}]

THEOREMS = (theorem(Claim("k", lambda: case(also=empty), real=played())),)
"""
    _, said = said_of(planted, written)
    assert "that no game was found to meet: And(turn.0, turn.1)" in said


def test_another_engine_than_that_of_the_game_is_refused(planted: Path) -> None:
    other = """
class Earlier(TicTacToe):
    def played(self, state, move):
        return state

EARLIER = Earlier()
THEOREMS = (theorem(Claim("k", lambda: case(engine=EARLIER), real=played())),)
"""
    status, said = said_of(planted, other)
    assert "its positions are played by Earlier, which is not the engine of the game" in said
    assert status == 1


SHOWN = """
GAMES = TheoremScope("games", "one game")
OTHER = TicTacToe(rulings={"row": "across"})

def shown(right, engine):
    holds = engine.turn(state_after(engine, game_of("a1"))) == ("o" if right else "x")
    return HOW

PART = Exhibit("x", lambda: shown(True, WHICH))
TWIN = FalseExhibit("f", lambda: shown(False, WHICH), of="x", changed="whose turn it is")
THEOREMS = (theorem(PART, scope=GAMES, twin=TWIN),)
"""
OWN, RECORDED = (
    'Computed(holds, "a game", 1)',
    'Computed.of_game(engine, game_of("a1"), holds, "a game")',
)


@pytest.mark.parametrize(
    ("how", "which", "told"),
    [
        (OWN, "ENGINE", "on trust: exhibit 'x' is computed by its own code"),
        (RECORDED, "OTHER", "on trust: exhibit 'x' shows a game of row=across, which its scope"),
        (RECORDED, "ENGINE", ""),
    ],
)
def test_what_ties_an_exhibit_to_no_game_of_its_scope_is_told(
    planted: Path, how: str, which: str, told: str
) -> None:
    status, said = said_of(planted, SHOWN.replace("HOW", how).replace("WHICH", which))
    assert told in said
    assert ("on trust" in said) == bool(told)
    assert status == 0


@pytest.mark.parametrize("named", ["no_such_theorem", "kept"])
def test_a_parting_names_a_theorem_about_its_question(planted: Path, named: str) -> None:
    """Or two readings that never part would be taken for some that do, because nobody compared them."""
    parting = f"Parting('row', ('any', 'across'), {named!r}, plies=1)"
    said_of(planted, f"THEOREMS = (theorem(),)\nPARTINGS = ({parting},)")
    with pytest.raises(
        games.NotOffered, match=f"{named!r}, which is no theorem that is about the qu"
    ):
        games.partings(planted.parent.name)


@pytest.mark.parametrize(
    ("named", "why"),
    [
        (
            "('any', 'acros'), 'kept', 1",
            "the readings acros, any of 'row': name two of any, straight",
        ),
        ("('any',), 'kept', 1", "the readings any of 'row': name two of any, straight, across"),
        ("('any', 'across'), 'kept', 1, {'n': 3}", "the parameters {'n': 3}: name those that the"),
    ],
)
def test_a_parting_names_what_the_game_has(planted: Path, named: str, why: str) -> None:
    """What was said of readings that there are not was held against nothing."""
    about = "THEOREMS = (evolve(theorem(), clauses=('TTT-4', 'row')),)"
    said_of(planted, f"from attrs import evolve\n{about}\nPARTINGS = (Parting('row', {named}),)")
    with pytest.raises(games.NotOffered, match=re.escape(why)):
        games.partings(planted.parent.name)


MISTAKEN = {
    "Claim('k', case(), real=played())": "Claim: `make` must be a function that makes it, not a Case",
    "Claim('k', case, real='played')": "Claim: `real` must be a RealPositions, not 'played'",
    "Claim('k', case, real=RealPositions(GAME, facts_in))": (
        "RealPositions: `engine` must be what makes engines, such as GAME.engine, not a SpecifiedGame"
    ),
    "Claim('k', lambda: case().then, real=played())": "its function returns a BoolRef",
    "Claim('k', lambda: [case().then], real=played())": "returns a BoolRef among its cases",
    "Claim('k', lambda: Case('w', (), True, under=ENGINE), real=played())": (
        "Case: `under` must be the rules of an engine (`engine.rules`), not a TicTacToe"
    ),
    "Claim('k', lambda: Case('w', (), True, lemmas=(1,)), real=played())": (
        "Case: `lemmas` must be a tuple of cases, not one with an int"
    ),
    "Claim('k', lambda: Case('w', case().then, True), real=played())": (
        "a tuple of facts is needed, not a BoolRef: (fact,)"
    ),
    "Exhibit('k', lambda: True)": "its function returns a bool: it must return a Computed",
    "Exhibit('k', Computed(True, 'x', 1))": "`show` must be a function that makes it, not a Computed",
}


@pytest.mark.parametrize(("claim", "why"), MISTAKEN.items())
def test_a_mistake_in_a_part_is_told_in_one_line(planted: Path, claim: str, why: str) -> None:
    """It is the author's mistake, and none of rulewright."""
    status, said = said_of(planted, f"THEOREMS = (theorem({claim}),)")
    assert why in said
    assert "internal error" not in said
    assert status in {1, 5}
