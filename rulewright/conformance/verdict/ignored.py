"""Options that an engine ignores, and games that begin otherwise."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from attrs import evolve

from rulewright.conformance.adapter.observation import Observation, Seen
from rulewright.conformance.evidence.printable import options
from rulewright.conformance.evidence.reference import BREAKING, Item, Reference
from rulewright.conformance.verdict.residue import Pattern, Residue
from rulewright.conformance.verdict.weighing import spread
from rulewright.interface import Json
from rulewright.play import games
from rulewright.wording.numbers import counted

FOLLOWING = 6
"""Observations that other parameters must explain, the start among them."""
MOST_LISTED = 3
"""Sets of parameters that are named."""


def another_start(residue: Residue) -> Iterator[Pattern]:
    """The game begins from another position, with some parameters or with all."""
    found: dict[str, dict[str, tuple[Observation, Json]]] = {}
    starts = [each for each, _ in residue.wrong.values() if not each.moves]
    starts = [each for each in starts if residue.expected(each) and each.seen.state is not None]
    instead_of = {start.key: asked_instead(residue, start) for start in starts}
    ignored = {instead for _, instead in instead_of.values() if instead}
    for start in starts:
        params, instead = instead_of[start.key]
        if not instead:  # other bugs may hide what was seen to be ignored
            params, instead = asked_instead(residue, start, ignored)
        truth = residue.expected(start)
        if instead or (truth is not None and differs_at_the_start(truth, start.seen)):
            found.setdefault(instead, {})[start.key[0]] = start, params
    for instead, shown in found.items():
        accounts = {key: wrong for key, (_, wrong) in residue.wrong.items() if key[0] in shown}
        shows = partial(is_with, frozenset(shown))
        if instead:
            words = f"it plays as if {instead} been asked for"
            others = {sent: params for sent, (_, params) in shown.items()}
            covers = partial(is_right_with, residue, others)
            yield Pattern(
                "an option is ignored", words, accounts, shows, known_as=words, covers=covers
            )
        else:
            with_which = listed([asked(start) for start, _ in shown.values()])
            words = f"it begins from another position with {with_which}"
            yield Pattern("another start", words, accounts, shows, known_as=words)


def ignored_later(residue: Residue) -> Iterator[Pattern]:
    """An option is ignored that makes no difference at the start: a board that is empty, say."""
    wrong = wrong_with(residue)
    found, unsure = explaining(residue, wrong)
    while found:
        most = max(found, key=lambda words: sum(len(wrong[sent]) for sent in found[words]))
        others = found.pop(most)
        if max(len(wrong[sent]) for sent in others) >= FOLLOWING:
            yield as_if(residue, unsure.get(most, most), others)
        for each in found.values():
            for sent in others:
                each.pop(sent, None)
        found = {words: each for words, each in found.items() if each}


def as_if(residue: Residue, instead: str, others: Mapping[str, Json]) -> Pattern:
    """Return the bug that other parameters are played with than some that were sent."""
    covers = partial(is_right_with, residue, others)
    accounts = {
        key: items
        for key, (observation, wrong) in residue.wrong.items()
        if (items := frozenset(item for item in wrong if covers(observation, item)))
    }
    words = f"it plays as if {instead} been asked for"
    shows = partial(is_with, frozenset(others))
    return Pattern("an option is ignored", words, accounts, shows, known_as=words, covers=covers)


def explaining(
    residue: Residue, wrong: Mapping[str, Sequence[Observation]]
) -> tuple[dict[str, dict[str, Json]], dict[str, str]]:
    """Return parameters with which all is right, by what is said of them and by those that were sent.

    Then what is said of them instead where it cannot be seen which value it is: games that are legal on
    the board that was asked for are the same on several others.
    """
    found: dict[str, dict[str, Json]] = {}
    names: dict[str, str] = {}
    certain: set[str] = set()
    for sent, observations in wrong.items():
        if not any(map(says_more_than_no, observations)):
            continue
        same = [each for each in residue.observations if each.key[0] == sent]
        some = (*spread(observations, FOLLOWING), *spread(same, 2 * FOLLOWING), *same)
        for params, words in other_parameters(residue.laboratory.game, observations[0].params):
            if are_right(residue, params, some):
                found.setdefault(words, {})[sent] = params
                names[words], others = near(residue, observations[0].params, params)
                if not any(are_right(residue, each, some) for each in others):
                    certain.add(words)
    unsure = {words: f"another {name!r} had" for words, name in names.items()}
    return found, {words: each for words, each in unsure.items() if words not in certain}


def says_more_than_no(observation: Observation) -> bool:
    """Return whether anything was answered but refusals: with most parameters an action is illegal."""
    seen = observation.seen
    return seen.state is not None or bool(seen.legal) or bool(seen.accepted)


def near(residue: Residue, sent: Json, instead: Json) -> tuple[str, list[Json]]:
    """Return the parameter that is another, and parameters with other values of it, close to both."""
    defaults = games.specified(residue.laboratory.game).default_parameters
    before, after = ({**defaults, **each} for each in (sent, instead))
    name = next((each for each in after if after[each] != before[each]), "")
    both = [each for each in (before.get(name), after.get(name)) if type(each) is int]
    values = {each + by for each in both for by in (-1, 1)} - {*both}
    return name, [{**sent, name: value} for value in sorted(values)]


def wrong_with(residue: Residue) -> dict[str, list[Observation]]:
    """Return what is wrong with each set of parameters with which something is, but not the start."""
    found: dict[str, list[Observation]] = {}
    for (sent, _), (observation, _) in residue.wrong.items():
        found.setdefault(sent, []).append(observation)
    begins = {each.key[0] for each, _ in residue.wrong.values() if not each.moves}
    return {sent: wrong for sent, wrong in found.items() if sent not in begins}


def are_right(residue: Residue, params: Json, observations: Iterable[Observation]) -> bool:
    """Return whether all of some observations are right with other parameters."""
    reference = residue.laboratory.reference(residue.hypothesis, params)
    return reference is not None and not any(
        reference.wrong(evolve(each, params=params)) for each in observations
    )


def is_right_with(
    residue: Residue, others: Mapping[str, Json], observation: Observation, item: Item
) -> bool:
    """Return whether an item is as other parameters have it, which were played instead."""
    params = others.get(observation.key[0])
    if params is None or observation.seen.state is None:
        return False
    reference = residue.laboratory.reference(residue.hypothesis, params)
    assert reference is not None
    try:
        state = reference.state(observation.moves)
    except BREAKING:
        return False
    wrong = reference.about_state(state, observation.seen.state)
    return all(each.part != item[0] for each in wrong)


def is_with(sent: Collection[str], observation: Observation, _: Item) -> bool:
    """Return whether an observation was made with some of the parameters."""
    return observation.key[0] in sent


def differs_at_the_start(expected: tuple[Reference, Any], seen: Seen) -> bool:
    """Return whether a start has another position, and not only other words for the right one."""
    reference, state = expected
    if seen.state is None or (seen.legal is not None and not listed_otherwise(expected, seen)):
        return False
    return any(
        each.kind == "position" and (each.part not in reference.aside or is_given(each.given))
        for each in reference.about_state(state, seen.state)
    )


def is_given(part: Json) -> bool:
    """Return whether a part of a position says anything: what is never set is no other position."""
    return any(value is not None for value in part.values())


def listed_otherwise(expected: tuple[Reference, Any], seen: Seen) -> bool:
    """Return whether other actions are listed."""
    reference, state = expected
    return {*(seen.legal or ())} != {*reference.engine.legal_actions(state)}


def asked_instead(
    residue: Residue, start: Observation, ignored: Collection[str] | None = None
) -> tuple[Json, str]:
    """Find parameters with which a start, and what follows, would be right; "" if there are none.

    Only among those that are known to be ignored, if there are any given: then a start is enough.
    """
    for params, words in other_parameters(residue.laboratory.game, start.params):
        if ignored is not None and words not in ignored:
            continue
        if are_right(residue, params, shortest_of(residue, start) if ignored is None else (start,)):
            return params, words
    return {}, ""


def shortest_of(residue: Residue, start: Observation) -> Iterator[Observation]:
    """Yield the start, and the next observations with the same parameters."""
    same = (each for each in residue.observations if each.key[0] == start.key[0])
    return islice(same, FOLLOWING)


def other_parameters(game: str, params: Json) -> Iterator[tuple[Json, str]]:
    """Yield parameters without one of them, or with another value, and say which."""
    for name in params:
        fewer = {other: value for other, value in params.items() if other != name}
        yield fewer, f"'{name}' had not"
    found = games.specified(game)
    known = [{**found.default_parameters, **each} for each in (*found.played, *found.larger)]
    for name in found.default_parameters:
        values = [each[name] for each in known if isinstance(each[name], int | str)]
        for value in dict.fromkeys(values):
            yield {**params, name: value}, f"{name}={value} had"


def listed(texts: Sequence[str]) -> str:
    """List some texts, no more than a few; a single one is not left out for being one too many."""
    shown = [*texts[: MOST_LISTED if len(texts) > MOST_LISTED + 1 else None]]
    more = len(texts) - len(shown)
    return ", with ".join(shown + ([counted(more, "other sets of parameters")] if more else []))


def asked(observation: Observation) -> str:
    """Say with which parameters a game was asked for."""
    return options(observation.params) or "default parameters"
