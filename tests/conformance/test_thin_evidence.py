"""Few games say nothing of a reading, where much is not explained altogether."""

from __future__ import annotations

import pytest

from rulewright.conformance.adapter.observation import LEGAL, Observation, Seen
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.verdict.deciding import (
    MUCH,
    SOME,
    is_listed_beside_what_is_missing,
    is_of_a_kind_never_listed,
    is_thin,
    is_thin_where_it_shows,
    is_unclear,
)
from rulewright.conformance.verdict.doubts import ENOUGH, FEW, RATHER, Doubts, Weighed
from rulewright.conformance.verdict.weighing import Weigher
from rulewright.play import games

RULES = Hypothesis.of(games.specified("nonaga").default_rulings)
EVERY = 30
ITEM = frozenset({(LEGAL, "action")})


class WrongInSome(Weigher):
    """Has an action otherwise in the first games: those whose number is below a limit."""

    limit = 0

    def wrong(self, _: Hypothesis, observation: Observation) -> frozenset[tuple[str, str]]:
        """Return the item."""
        return ITEM if int(observation.moves[0]) < self.limit else frozenset()


def game(number: int, listed: tuple[str, ...] = ()) -> Observation:
    """Return the observation of a game."""
    return Observation({}, (str(number),), Seen(legal=listed))


@pytest.mark.parametrize(
    ("unexplained", "against", "listed", "thin"),
    [
        (int(MUCH * EVERY) + 1, 4, (), True),
        (int(MUCH * EVERY) + 1, ENOUGH - 1, (), True),
        (int(MUCH * EVERY) + 1, ENOUGH, (), False),
        (int(MUCH * EVERY) + 1, 4, ("action",), False),  # nothing is left out
        (int(MUCH * EVERY), 4, (), False),
        (int(SOME * EVERY) + 1, FEW, (), True),
        (int(SOME * EVERY) + 1, FEW + 1, (), False),
        (int(SOME * EVERY), FEW, (), False),
    ],
)
def test_few_games_are_thin_where_much_is_unexplained(
    unexplained: int, against: int, listed: tuple[str, ...], thin: bool
) -> None:
    """Nonaga's *win=immediate* was told for four games on the smallest board, of an engine with bugs.

    And Minoa's *end=full* for two, beside areas that are closed otherwise.
    """
    weigher = WrongInSome(Laboratory("nonaga"), RULES)
    weigher.limit = unexplained
    doubts = Doubts(weigher, RULES, (), tuple(game(number, listed) for number in range(EVERY)))
    found = Weighed("end_of_turn")
    for number in range(against):
        found.events.add(game(number), ITEM)
    assert is_thin(doubts, found) is thin


@pytest.mark.parametrize(("missing", "thin"), [(FEW + 1, False), (int(MUCH * EVERY) + 1, True)])
def test_what_is_listed_too_much_leaves_no_action_out(missing: int, thin: bool) -> None:
    """A disc that is never barred was why Nonaga's *removal=local* was not told apart."""
    weigher = WrongInSome(Laboratory("nonaga"), RULES)
    weigher.limit = EVERY
    each = tuple(game(number, () if number < missing else ("action",)) for number in range(EVERY))
    found = Weighed("end_of_turn")
    for one in each[: FEW + 1]:
        found.events.add(one, ITEM)
    assert is_thin(Doubts(weigher, RULES, (), each), found) is thin


@pytest.mark.parametrize(
    ("unexplained", "clean", "listed", "clear"),
    [
        (EVERY, ENOUGH, (), False),
        (EVERY, ENOUGH + 1, (), True),  # all of it in games in which nothing else is missing
        (ENOUGH, ENOUGH, (), True),
        (EVERY, ENOUGH, ("action",), True),  # what is listed is another matter
    ],
)
def test_a_departure_is_not_clear_where_more_is_missing_in_the_same_games(
    unexplained: int, clean: int, listed: tuple[str, ...], clear: bool
) -> None:
    """Nonaga's *placement=slide_in* was told of an engine that follows *four*, and counts wrongly."""
    weigher = WrongInSome(Laboratory("nonaga"), RULES)
    weigher.limit = unexplained
    doubts = Doubts(weigher, RULES, (), tuple(game(number, listed) for number in range(EVERY)))
    found = Weighed("anywhere")
    for number in range(ENOUGH + 1):
        found.events.add(game(number, listed), ITEM)
    for number in range(clean):
        found.clean.add(game(number, listed), ITEM)
    assert doubts.is_clear(found, (LEGAL, bool(listed))) is clear


class WrongEarly(Weigher):
    """Has an action otherwise after so many moves."""

    plies = 0

    def wrong(self, _: Hypothesis, observation: Observation) -> frozenset[tuple[str, str]]:
        """Return the item."""
        return ITEM if len(observation.moves) == self.plies else frozenset()


@pytest.mark.parametrize(
    ("wrong", "shown", "games", "spared", "thin"),
    [
        (2, 2, FEW + 1, 0, True),
        (2, 2, FEW, 0, False),
        (2, 2, ENOUGH, 0, False),
        (2, 3, FEW + 1, 0, False),
        (3, 2, FEW + 1, 0, False),
        (2, 2, FEW + 2, 1, False),  # one of them is wrong otherwise, as others are
    ],
)
def test_few_games_are_thin_where_as_many_moves_leave_most_unexplained(
    wrong: int, shown: int, games: int, spared: int, thin: bool
) -> None:
    """ARI's *no_target=any_die* was told of an engine whose dice follow the player's own last die."""
    weigher = WrongEarly(Laboratory("nonaga"), RULES)
    weigher.plies = wrong
    every = [
        Observation({}, (str(number), *("move",) * plies), Seen(legal=()))
        for plies in range(10)
        for number in range(EVERY)
    ]
    doubts = Doubts(weigher, RULES, (), tuple(every))
    found = Weighed("any_cell")
    for number in range(games):
        each = Observation({}, (str(number), *("move",) * (shown - 1)), Seen(legal=()))
        found.events.add(each, ITEM)
        if number >= spared:
            found.entire.add(each, ITEM)
    assert is_thin_where_it_shows(doubts, found) is thin


BY_BOTH = (LEGAL, "b-c")


@pytest.mark.parametrize(
    ("listed", "games", "never"),
    [
        (("a",), FEW + 1, True),
        (("a", "d-e"), FEW + 1, False),  # one of the kind is listed
        (("a",), FEW, False),
    ],
)
def test_a_reading_is_not_told_by_a_kind_of_actions_that_is_never_listed(
    listed: tuple[str, ...], games: int, never: bool
) -> None:
    """A guest's *climb=cairn* was told of an engine that knows no climbing."""
    every = tuple(game(number, listed) for number in range(games))
    departure = RULES.but(bar="none")
    known = {(departure, each): frozenset({BY_BOTH}) for each in every}
    known |= {(RULES, each): frozenset({BY_BOTH, (LEGAL, "a-b")}) for each in every}
    weigher = Weigher(Laboratory("nonaga"), RULES, known=known)
    doubts = Doubts(weigher, departure, (), every)
    assert is_of_a_kind_never_listed(doubts, "bar", Weighed("opponent")) is never
    kept = Doubts(weigher, RULES, (), every)
    assert not is_of_a_kind_never_listed(kept, "bar", Weighed("none"))


@pytest.mark.parametrize(
    ("unexplained", "entire", "missing_only", "unclear"),
    [
        (4, True, True, True),
        (3, True, True, False),  # hardly anything else is missing
        (4, False, True, False),  # more is wrong in the position in which it is listed
        (4, True, False, False),  # something is listed, too, that the other reading forbids
    ],
)
def test_a_reading_is_not_dismissed_for_what_is_missing_if_what_it_alone_permits_is_listed(
    unexplained: int, entire: bool, missing_only: bool, unclear: bool
) -> None:
    """ARI's *capture=strike* was told of an engine that lands: a bug left out most landings."""
    weigher = WrongInSome(Laboratory("nonaga"), RULES)
    weigher.limit = unexplained
    doubts = Doubts(weigher, RULES, (), tuple(game(number) for number in range(EVERY)))
    found = Weighed("four", refuted=4 * RATHER, supported=1)
    for number in range(4 * RATHER):
        found.events.add(game(number), ITEM)
    if not missing_only:
        found.events.add(game(EVERY, ("action",)), ITEM)
    (found.entire_against if entire else found.against).add(game(EVERY, ("action",)), ITEM)
    assert found.is_refuted
    assert is_listed_beside_what_is_missing(doubts, found) is unclear
    assert is_unclear("placement", found, doubts) is unclear
