"""Bugs about winners and scores: those of the position before, or simply other ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from attrs import define, field

from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.reference import Item, Reference
from rulewright.conformance.verdict.kinds import sign
from rulewright.conformance.verdict.residue import Pattern, Residue
from rulewright.protocol.messages import StateAnswer
from rulewright.wording.numbers import counted

RESULTS = SCORES, WINNERS = ("scores", "winners")
OVER, POSITION = "over", "position."
TELLING = 3
"""Positions in which a result must be that of the position before, and differ from what is right."""


@define
class Lateness:
    """How one part of the results relates to that of the position before."""

    is_late: bool = True
    """Whether it is that of the position before, wherever it was reported."""
    telling: int = 0
    """Positions in which that is not the right one."""
    values: set[str] = field(factory=set)
    """What was reported in these."""

    @property
    def is_shown(self) -> bool:
        """Whether it cannot be a part that always stays as it is, either."""
        return self.is_late and self.telling >= TELLING and len(self.values) > 1

    @property
    def is_silent(self) -> bool:
        """Whether it may be late, or never change."""
        return self.is_late and self.telling > 0 and not self.is_shown


def value(reference: Reference, part: str, state: Any) -> Any:
    """Return one part of the results of a state."""
    engine = reference.engine
    return {"scores": engine.scores, "winners": engine.winners, OVER: engine.is_over}[part](state)


def before(reference: Reference, observation: Observation) -> Any:
    """Return the state before the last action; at the start, the start."""
    return reference.state(observation.moves[:-1])


def results_late(residue: Residue) -> Iterator[Pattern]:
    """Results are those of the position before the last action."""
    if not any(map(residue.items, RESULTS)):
        return
    parts = {part: Lateness() for part in (*RESULTS, OVER)}
    for each, reference, state in residue.expectations():
        if each.seen.state is not None:
            earlier = before(reference, each)
            for part, found in parts.items():
                look(found, reference, part, (state, earlier), each.seen.state)
    shown = [part for part, found in parts.items() if found.is_shown]
    if not shown:
        return
    # An end that is noticed a position late is noticed by then.
    parts[OVER].is_late = parts[OVER].is_late and not goes_on_and_on(residue)
    silent = [part for part, found in parts.items() if found.is_silent]
    shows = partial(is_late, residue, frozenset((*shown, *silent)))
    accounts = {
        key: due
        for key, (each, items) in residue.wrong.items()
        if (due := frozenset(item for item in items if shows(each, item)))
    }
    times = counted(max(parts[part].telling for part in shown), "positions")
    known_as = f"{' and '.join(shown)} are those of the position before"
    words = f"{known_as}, wherever that differs ({times})"
    if silent:
        words += f"; {' and '.join(silent)} may be late as well: the end never shows in them"
    yield Pattern("late results", words, accounts, shows, known_as, is_general=True, covers=shows)


def goes_on_and_on(residue: Residue) -> bool:
    """Return whether the engine goes on after an action that was played past the end."""
    return any(
        bool(each.seen.legal) or (each.seen.state is not None and not each.seen.state.over)
        for each, _ in residue.wrong.values()
        if residue.is_past_end(each)
    )


def look(
    found: Lateness,
    reference: Reference,
    part: str,
    states: tuple[Any, Any],
    answer: StateAnswer,
) -> None:
    """Take down what one answer shows of a part, with the state that it is about and the one before."""
    now, earlier = (value(reference, part, each) for each in states)
    given = getattr(answer, part)
    found.is_late = found.is_late and given == earlier
    if now != earlier:
        found.telling += 1
        found.values.add(repr(given))


def is_late(residue: Residue, parts: frozenset[str], each: Observation, item: Item) -> bool:
    """Return whether an item of an observation is a result of the position before."""
    truth, answer = residue.expected(each), each.seen.state
    if truth is None or answer is None:
        return OVER in parts and residue.is_past_end(each)
    reference, state = truth
    if OVER in parts and reference.engine.is_over(state) and not answer.over:
        return True
    part, earlier = item[0], before(reference, each)
    return part in parts and getattr(answer, part) == value(reference, part, earlier)


def other_results(residue: Residue) -> Iterator[Pattern]:
    """The game ends when it should, with other winners or scores.

    Where the position is another one as well, the results follow from that; from scores, the winners.
    """
    for name in RESULTS:
        item = (name, "")
        follow = {item, (WINNERS, "")}
        accounts = {
            key: wrong & follow
            for key, (_, wrong) in residue.wrong.items()
            if item in wrong and stands_alone(wrong)
        }
        if accounts:
            words = f"{name!r} is wrong in {counted(len(accounts), 'positions')}"
            with_it = sum(len(items) > 1 for items in accounts.values())
            words += f", and {WINNERS!r} with it in {with_it:,}" if with_it else ""
            words += manner(residue, name, accounts)
            shows = partial(is_alone, residue, name)
            yield Pattern(f"other {name}", words, accounts, shows)


def manner(residue: Residue, name: str, keys: Iterable[Any]) -> str:
    """Say how a result is wrong, as far as that is the same in all positions; "" if it is not."""
    given, right, over = [], [], set()
    for key in keys:
        observation = residue.wrong[key][0]
        truth, answer = residue.expected(observation), observation.seen.state
        if truth is None or answer is None:
            return ""
        reference, state = truth
        given.append(getattr(answer, name))
        right.append(value(reference, name, state))
        over.add(bool(reference.engine.is_over(state)))
    if len(given) < TELLING:
        return ""
    how = in_which_way(given, right)
    when = ""
    if len(over) == 1:
        when = "once the game is over" if True in over else "before the end"
    said = [each for each in (how, when) if each]
    return f": {', '.join(said)}" if said else ""


def in_which_way(given: Sequence[Any], right: Sequence[Any]) -> str:
    """Say in which way results are always wrong: too many or too few of what there is."""
    pairs = [*zip(given, right, strict=True)]
    if not all(isinstance(each, Mapping) for pair in pairs for each in pair):
        if any(isinstance(each, Mapping) for pair in pairs for each in pair):
            return ""
        sets = [(set(one), set(other)) for one, other in pairs]
        ways = {"nobody": all(not one for one, _ in sets)}
        ways |= {"too few players": all(one < other for one, other in sets)}
        ways |= {"too many players": all(one > other for one, other in sets)}
        return next((way for way, holds in ways.items() if holds), "")
    if any(one.keys() != other.keys() for one, other in pairs):
        return ""
    if all(not any(one.values()) for one, _ in pairs):
        return "always zero"
    signs = {
        sign(one[player] - other[player])
        for one, other in pairs
        for player in one
        if one[player] != other[player]
    }
    if len(signs) != 1:
        return ""
    return "too high" if 1 in signs else "too low"


def stands_alone(wrong: frozenset[Item]) -> bool:
    """Return whether a result that is wrong does not follow from something else that is."""
    return not any(part == OVER or part.startswith(POSITION) for part, _ in wrong)


def is_alone(residue: Residue, name: str, observation: Observation, item: Item) -> bool:
    """Return whether an item is a certain result, or winners that follow from it, and nothing else."""
    wrong = residue.laboratory.wrong(residue.hypothesis, observation)
    follows = item[0] == WINNERS and (name, "") in wrong
    return (item[0] == name or follows) and stands_alone(wrong)
