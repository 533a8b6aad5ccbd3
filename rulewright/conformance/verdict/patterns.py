"""Bugs as they are met in the field, recognised by what they do to the answers, whatever the game.

A pattern is found in what readings leave over. It has a name and words, and it accounts for items of
observations; what is left of them is explained by other means.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any

from rulewright.conformance.adapter.observation import LEGAL, Observation, Seen
from rulewright.conformance.evidence.printable import options
from rulewright.conformance.evidence.reference import Item
from rulewright.conformance.verdict.anywhere import listed_anywhere
from rulewright.conformance.verdict.directions import missing_directions
from rulewright.conformance.verdict.endings import (
    end_too_soon,
    going_on,
    stops_after,
    stuck_player,
    unnoticed_end,
)
from rulewright.conformance.verdict.half_followed import followed_for_some
from rulewright.conformance.verdict.half_of_the_ends import ends_of_some
from rulewright.conformance.verdict.ignored import another_start, ignored_later, listed
from rulewright.conformance.verdict.kinds import KindOfAction, is_by_chance, kinds, spelt
from rulewright.conformance.verdict.moved_before import never_moved_again
from rulewright.conformance.verdict.moved_last import own_last_stays
from rulewright.conformance.verdict.ordering import in_another_order, ordered_as_texts
from rulewright.conformance.verdict.residue import Pattern, Residue
from rulewright.conformance.verdict.results import other_results, results_late
from rulewright.interface import Action
from rulewright.wording.numbers import counted

CHANCES = 4
"""Times that an action of a kind must be legal, and missing, before a kind is said to be missing."""
WITH_SOME = 20
"""The same where it is said of games with some parameters only: any bug is like that here and there."""
PLACES = 3
"""Positions in which some of a kind must be missing: those of one position are alike by chance."""
MOST_KINDS = 3
"""Kinds of actions that are said to be missing at most."""
MAIN = 1 / 2
"""Share of all missing actions that a kind must have: kinds of a few fit any other bug by chance."""
UNLISTED = "plays what it does not list"
"""The name of a bug that may be told by another name as well."""
Contradicts = Callable[[Seen, Sequence[Action], Action], bool]
"""Whether an action was not treated as it is listed."""


def patterns_in(residue: Residue) -> list[Pattern]:
    """Find patterns one after the other, each in what the ones before leave over."""
    found: list[Pattern] = []
    for finder in FINDERS:
        for pattern in finder(residue):
            found.append(pattern)
            for key, items in pattern.accounts.items():
                observation, wrong = residue.wrong[key]
                residue.wrong[key] = observation, wrong - items
            residue.wrong = {key: each for key, each in residue.wrong.items() if each[1]}
    return found


# ------------------------------------------------------------------------- listed and not as played


def played_unlisted(residue: Residue) -> Iterator[Pattern]:
    """Illegal actions are played, although the engine does not list them."""
    yield from unlike_the_list(
        residue,
        UNLISTED,
        "it accepts illegal actions that it does not list itself ({})",
        lambda seen, legal, action: action in seen.accepted and action not in legal,
        is_legal=False,
    )


def refused_listed(residue: Residue) -> Iterator[Pattern]:
    """Legal actions are refused, although the engine lists them."""
    yield from unlike_the_list(
        residue,
        "refuses what it lists",
        "it refuses legal actions that it lists itself ({})",
        lambda seen, legal, action: action in seen.refused and action in legal,
        is_legal=True,
    )


def unlike_the_list(
    residue: Residue, name: str, words: str, contradicts: Contradicts, *, is_legal: bool
) -> Iterator[Pattern]:
    """Find actions, legal or illegal ones, that are not treated as the engine's list has it."""

    def shows(each: Observation, item: Item) -> bool:
        legal = each.seen.legal
        if item[0] != LEGAL or legal is None or not contradicts(each.seen, legal, item[1]):
            return False
        truth = residue.expected(each)
        return (
            truth is not None and (item[1] in truth[0].engine.legal_actions(truth[1])) == is_legal
        )

    accounts = {
        key: found
        for key, (each, wrong) in residue.wrong.items()
        if (found := frozenset(item for item in wrong if shows(each, item)))
    }
    if accounts:
        yield Pattern(name, words.format(counted(len(accounts), "times")), accounts, shows)


# ------------------------------------------------------------------------------- actions of one kind


def missing_kinds(residue: Residue) -> Iterator[Pattern]:
    """No action of some kind is ever listed: a bounded board, a direction, a kind of move.

    What holds in all games is said once; then what holds in those with some parameters.
    """
    every = tuple(dict.fromkeys(params for params, _ in residue.wrong))
    played = tuple(dict.fromkeys(each.key[0] for each in residue.observations))
    if len(every) > 1:
        anywhere = {kind: {"": accounts} for kind, accounts in missing_with(residue, played)}
        for several in of_one_bug(anywhere):
            by_params = dict.fromkeys(played, tuple(several))
            yield of_a_kind(any_of(several), by_params, together(several))
    found: dict[KindOfAction, Missing] = {}
    times = WITH_SOME if len(played) > 1 else CHANCES
    for params in every:
        for kind, accounts in missing_with(residue, (params,), times):
            found.setdefault(kind, {})[params] = accounts
    for several in of_one_bug(found):
        yield of_kinds(several, is_said=played != ("{}",))


Missing = dict[str, dict[Any, frozenset[Item]]]
"""For each set of parameters, what is missing in its games."""


def of_one_bug(found: Mapping[KindOfAction, Missing]) -> Iterator[dict[KindOfAction, Missing]]:
    """Yield kinds that are missing for one reason: a board that ends too soon.

    It has several sides, and they lie elsewhere with other parameters. Each is of what lies far out, and
    of the same cell of an action, or of whichever cell does.
    """
    bound: dict[tuple[Any, ...], dict[KindOfAction, Missing]] = {}
    for kind, missing in found.items():
        if kind.is_bound:
            bound.setdefault((kind.shape, kind.of_any_words), {})[kind] = missing
    for several in bound.values():
        cells = {kind.cell for kind in several} - {None}
        if len(cells) <= 1:
            yield several
        else:
            yield from ({kind: missing} for kind, missing in several.items())
    yield from ({kind: missing} for kind, missing in found.items() if not kind.is_bound)


def missing_with(
    residue: Residue, params: Collection[str], times: int = CHANCES
) -> Iterator[tuple[KindOfAction, dict[Any, frozenset[Item]]]]:
    """Find such kinds in the games with some parameters, with what is missing of each: so many times."""
    played = [each for each in residue.observations if each.key[0] in params]
    listed = {action for each in played for action in each.seen.legal or ()}
    asked = residue.of_right_turn(played)
    keys = {each.key for each in asked}
    wrong = {
        key: frozenset(action for part, action in items if part == LEGAL)
        for key, (_, items) in residue.wrong.items()
        if key in keys
    }
    if sum(len(actions - listed) for actions in wrong.values()) < times:
        return
    chances: Counter[Action] = Counter()
    for each in asked:
        truth = residue.expected(each)
        if truth is None:
            continue
        legal = truth[0].engine.legal_actions(truth[1])
        if each.seen.legal is None:
            chances.update({*each.seen.refused} & {*legal})
        else:
            chances.update(legal)
    every = sum(len(actions & chances.keys()) for actions in wrong.values())
    missing = {key: actions & chances.keys() - listed for key, actions in wrong.items()}
    of_each = tuple(kinds(sorted({*chances, *listed})))
    for _ in range(MOST_KINDS):
        lacking = Counter(each for actions in missing.values() for each in actions)
        least = max(times, MAIN * every)
        best = widest(of_each, chances, listed, lacking, least)
        if best is None:
            return
        accounts = {
            key: frozenset((LEGAL, each) for each in actions if best.belongs(each))
            for key, actions in missing.items()
        }
        accounts = {key: items for key, items in accounts.items() if items}
        every -= sum(map(len, accounts.values()))
        if len(accounts) >= PLACES:
            yield best, accounts
        missing = {
            key: frozenset(each for each in actions if not best.belongs(each))
            for key, actions in missing.items()
        }


def of_kinds(missing: Mapping[KindOfAction, Missing], *, is_said: bool) -> Pattern:
    """Say which kinds are missing with which parameters, if that is to be said."""
    by_params: dict[str, tuple[KindOfAction, ...]] = {}
    for kind, by in missing.items():
        for params in by:
            by_params[params] = (*by_params.get(params, ()), kind)
    alike: dict[tuple[KindOfAction, ...], list[str]] = {}
    for params, several in by_params.items():
        alike.setdefault(several, []).append(options(json.loads(params)) or "default parameters")
    said = [
        f"{any_of(several)}{f' with {listed(with_which)}' if is_said else ''}"
        for several, with_which in alike.items()
    ]
    return of_a_kind("; nor one ".join(said), by_params, together(missing))


def any_of(several: Iterable[KindOfAction]) -> str:
    """Say of which kinds an action may be."""
    return " or ".join(kind.words for kind in several)


def together(missing: Mapping[KindOfAction, Missing]) -> dict[Any, frozenset[Item]]:
    """Return for each observation what is missing of any of some kinds."""
    found: dict[Any, frozenset[Item]] = {}
    for by in missing.values():
        for accounts in by.values():
            for key, items in accounts.items():
                found[key] = found.get(key, frozenset()) | items
    return found


def of_a_kind(
    said: str,
    kinds_by_params: Mapping[str, Sequence[KindOfAction]],
    accounts: dict[Any, frozenset[Item]],
) -> Pattern:
    """Say which kinds are missing, with an action that shows it."""
    known_as = f"it never lists an action {said}"
    actions = [action for items in accounts.values() for _, action in items]
    words = f"{known_as} (legal {counted(len(actions), 'times')}, as {min(actions)!r})"
    shows = partial(is_missing, kinds_by_params)
    return Pattern(
        "a kind of actions is missing", words, accounts, shows, known_as, is_general=True
    )


def is_missing(
    kinds_by_params: Mapping[str, Sequence[KindOfAction]], observation: Observation, item: Item
) -> bool:
    """Return whether an action of some kinds is not listed, in a game with some parameters."""
    several = kinds_by_params.get(observation.key[0], ())
    if item[0] != LEGAL or not any(kind.belongs(item[1]) for kind in several):
        return False
    seen = observation.seen
    return item[1] not in {*(seen.legal or ()), *seen.accepted}


def widest(
    of_each: Iterable[KindOfAction],
    chances: Counter[Action],
    listed: set[Action],
    lacking: Counter[Action],
    least: float,
) -> KindOfAction | None:
    """Return the kind that is never listed and of which the most actions are missing, enough of them."""
    alike: dict[tuple[str, bool], list[Action]] = {}
    for action, any_words in product(lacking, (False, True)):
        spelling = spelt(action, of_any_words=any_words)
        alike.setdefault((spelling, any_words), []).append(action)
    best, most = None, 0
    for kind in of_each:
        missing = alike.get((kind.shape, kind.of_any_words), ())
        if sum(map(lacking.__getitem__, missing)) < max(least, most + 1):
            continue
        if any(map(kind.belongs, listed)):  # of most kinds one of the first is listed
            continue
        found = sum(lacking[each] for each in missing if kind.belongs(each))
        if found >= least and found > most and not is_by_chance(kind, chances, listed):
            best, most = kind, found
    return best


FINDERS: tuple[Callable[[Residue], Iterable[Pattern]], ...] = (
    ordered_as_texts,
    in_another_order,
    played_unlisted,
    refused_listed,
    listed_anywhere,
    another_start,
    ignored_later,
    results_late,
    stops_after,
    going_on,
    ends_of_some,
    stuck_player,
    unnoticed_end,
    end_too_soon,
    other_results,
    followed_for_some,
    never_moved_again,
    own_last_stays,
    missing_directions,
    missing_kinds,
)
"""What looks for patterns, in this order."""
