"""Detect supplies named in the rulebook that are never used up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from attrs import frozen

from rulewright.gaps.findings import Finding, Unlooked
from rulewright.gaps.subject import Subject
from rulewright.interface import Action, Engine, Json
from rulewright.play import games
from rulewright.play.random_games import Line
from rulewright.wording.chance import rule_of_three
from rulewright.wording.numbers import counted

AMOUNT = re.compile(r"\b(\d+)((?:\s+[^\W\d]+){1,2})")
LEAST = 2
"""Smaller numbers are not supplies."""
JUDGED = 200
"""Most positions with a supply used up to judge."""


@frozen
class Amount:
    """A supply that a clause names, and the list in a position that holds such things."""

    clause: str
    quotation: str
    number: int
    name: str


def amounts(subject: Subject, position: Json) -> Iterator[Amount]:
    """Yield the numbers in quotations that stand beside the name of a list in positions."""
    lists = {name for name, value in position.items() if isinstance(value, list | dict)}
    seen: set[tuple[int, str]] = set()
    for clause in subject.rulebook.clauses:
        for quotation in clause.quotations:
            for number, words in AMOUNT.findall(quotation.text):
                for word in words.lower().split():
                    found = (int(number), word)
                    if word in lists and found not in seen and found[0] >= LEAST:
                        seen.add(found)
                        judge = judging(subject, quotation.text, clause.identifier)
                        yield Amount(judge, quotation.text, *found)


@frozen
class Use:
    """How far a supply was used in random games."""

    most: int = 0
    """The largest number of things in any position."""
    positions: int = 0
    """Unfinished positions with all of them used."""
    refused: int = 0
    """Forbidden actions there that would use one more."""
    decisive: int = 0
    """Those forbidden by the clause alone."""
    moves: tuple[Action, ...] = ()
    """A game that ends with `most` things in place."""


def find(subject: Subject) -> Iterator[Finding | Unlooked]:
    """Search for supplies that are never used up, or whose exhaustion never restricts a player."""
    params, rulings = subject.specified.full_size[0], subject.default()
    engine = subject.engine(params, rulings)
    named = tuple(amounts(subject, engine.to_json(engine.initial())))
    if not named:
        yield subject.unlooked(
            "material limit",
            "no quotation has a number in digits beside the name of a list in the positions",
        )
    lines = list(subject.played(engine)) if named else []
    for amount in named:
        found = use(subject, engine, lines, amount)
        if found.most > amount.number:
            continue  # the number means something else
        if found.most < amount.number or found.decisive == 0:
            yield unused_supply(subject, amount, found, len(lines), params)


def use(subject: Subject, engine: Engine[Any], lines: list[Line], amount: Amount) -> Use:
    """Count a supply in every position, and judge the positions in which it is used up."""
    reference = subject.reference(engine.params, engine.rulings)
    users: set[Action] = set()
    most, spent = 0, []
    moves: tuple[Action, ...] = ()
    for line in lines:
        sizes = [len(engine.to_json(state)[amount.name]) for state in line.states]
        if max(sizes) > most:
            most = max(sizes)
            moves = line.moves[: sizes.index(most)]
        grown = zip(line.moves, sizes, sizes[1:], strict=False)
        users.update(action for action, before, after in grown if after > before)
        full = zip(line.states, sizes, strict=True)
        spent += [state for state, size in full if size >= amount.number]
    positions = refused = decisive = 0
    for state in spent[:JUDGED]:
        here = reference.from_json(engine.to_json(state))
        if reference.is_over(here):
            continue
        positions += 1
        verdicts = reference.verdicts(here)
        for lane in reference.considered(here):
            forbidding = verdicts.forbidding(lane)
            if verdicts.candidates[lane] in users and forbidding:
                refused += 1
                decisive += forbidding == (amount.clause,)
    return Use(most, positions, refused, decisive, moves)


def unused_supply(
    subject: Subject, amount: Amount, found: Use, looked: int, params: Any
) -> Finding:
    """Report a supply that is more than enough."""
    what = f"{amount.number} {amount.name}"
    if found.most < amount.number:
        title = f"The {what} were never seen to be used up"
        saying = f"no game examined used more than {found.most}."
    else:
        title = f"The supply of {what} was never seen to restrict a player"
        saying = (
            "where all were used, every action that would need one more was also forbidden by other "
            "clauses."
        )
    return subject.finding(
        detector="material limit",
        title=title,
        statement=f"The rulebook provides {what}; {saying}{evidence(subject, amount)}",
        clauses=(amount.clause,),
        params=params,
        rulings=subject.default(),
        moves=found.moves,
        quotation=amount.quotation,
        measured=f"A sample, not a proof: {counted(looked, 'random games')} used at most "
        f"{found.most} of {amount.number} ({rule_of_three(looked, 'it is otherwise')}); of "
        f"{counted(found.refused, 'actions')} for one more, in "
        f"{counted(found.positions, 'positions')} with all used, "
        f"{found.decisive} were forbidden by {amount.clause} alone.",
    )


def evidence(subject: Subject, amount: Amount) -> str:
    """Name the theorems that cite the clause, the number and the things."""
    if subject.name not in games.game_names("proofs"):
        return ""
    naming = {
        clause.identifier
        for clause in subject.rulebook.clauses
        if any(quotation.text == amount.quotation for quotation in clause.quotations)
    }
    speaking = [
        theorem.name
        for theorem in games.theorems(subject.name)
        if naming & set(theorem.clauses)
        and str(amount.number) in theorem.statement
        and amount.name in theorem.statement
    ]
    return f" Relevant theorems: {', '.join(speaking)}." if speaking else ""


def judging(subject: Subject, quotation: str, clause: str) -> str:
    """Return the clause about actions with the same quotation; else the given one."""
    for each in subject.rulebook.speaking_of_actions():
        if any(quoted.text == quotation for quoted in each.quotations):
            return each.identifier
    return clause
