"""What other readings say: held against the two specifications, compared by other code."""

from __future__ import annotations

from random import Random

import pytest
from common.referee import RefereeClient, line

from rulewright.play import games
from rulewright.play.pair import PlainPair
from rulewright.referee.lines import LineOfPlay, reached
from rulewright.referee.readings import readings_of


@pytest.mark.parametrize(
    ("game", "params"),
    [("minoa", {"n": 2}), ("nonaga", {}), ("dreieck", {"s": 2}), ("ari", {"n": 5})],
)
def test_a_parting_is_where_two_specifications_first_differ(
    game: str, params: dict[str, object]
) -> None:
    """On random games, for every reading; `PlainPair.parting` is the judge."""
    compared = parted = 0
    specified = games.specified(game)
    own = games.specification(game, params)
    for seed in (1,):
        random, moves, state = Random(seed), list[str](), own.initial()
        while own.legal_actions(state) and len(moves) < 6:
            moves.append(random.choice(own.legal_actions(state)))
            state = own.play(state, moves[-1])
        answer = readings_of(reached(LineOfPlay(game, params, {}, None, tuple(moves))))
        for question in answer["questions"]:
            for reading in question["readings"]:
                rulings = specified.default_rulings | {question["question"]: reading["reading"]}
                pair = PlainPair(own, games.specification(game, params, rulings))
                expected = pair.parting(moves)
                found = reading["parts"]
                # A move that the other reading forbids is forbidden in the position before it.
                ply = None if found is None else found["ply"] - found["illegal_move"]
                assert ply == expected, (question["question"], reading, moves)
                compared += 1
                parted += expected is not None
    assert compared > 4
    assert parted or game == "dreieck"


def test_under_another_reading_this_stick_is_illegal(referee: RefereeClient) -> None:
    """The example of the issue: closure=coloured forbids what closure=line permits."""
    found = referee.fine(
        "parting",
        {"game": "minoa", "question": "closure", "readings": ["line", "coloured"], "seconds": 20},
    )
    assert found["found"]
    action = found["disputed"]
    here = referee.fine("readings", found["line"])
    (closure,) = (each for each in here["questions"] if each["question"] == "closure")
    (coloured,) = closure["readings"]
    assert coloured["here"] == "fewer"
    assert action in coloured["fewer"]["examples"]
    assert f"under closure=coloured {coloured['fewer']['count']} more action" in coloured["said"]
    ply = len(found["line"]["moves"])
    assert coloured["parts"]["ply"] == ply
    beyond = found["line"] | {"moves": [*found["line"]["moves"], action]}
    after = referee.fine("readings", beyond)
    assert [
        (each["ply"], each["reading"]) for each in after["parted"] if each["question"] == "closure"
    ] == [(ply, "coloured")]
    assert after["forbidden"] == [
        {
            "ply": ply + 1,
            "question": "closure",
            "reading": "coloured",
            "said": f"under closure=coloured {action} is illegal",
        }
    ]


def test_the_shortest_game_on_which_two_readings_part_is_found_and_said_to_be(
    referee: RefereeClient,
) -> None:
    """Read literally, the first piece ends the game of Minoa (a theorem says so)."""
    found = referee.fine(
        "parting", {"game": "minoa", "question": "end", "readings": ["full", "literal"]}
    )
    assert found["exact"]
    assert len(found["line"]["moves"]) == 1
    assert found["other"]["rulings"]["end"] == "literal"
    # Where the game is over under one reading alone, the position cannot arise under the other: what is
    # said is about where the same moves lead, there and further on.
    (end, *_) = referee.fine("readings", found["line"])["questions"]
    (literal,) = (each for each in end["readings"] if each["reading"] == "literal")
    assert (literal["here"], literal["over"], literal["elsewhere"]) == ("result", True, True)
    assert literal["said"] == (
        "under end=literal the same moves lead elsewhere: the game is over; red won"
    )
    (end, *_) = referee.fine("readings", found["other"])["questions"]
    (full,) = (each for each in end["readings"] if each["reading"] == "full")
    assert (full["here"], full["over"], full["turn"]) == ("result", False, "blue")
    line = found["line"] | {"moves": [*found["line"]["moves"], "0,0-1,0"]}
    beyond = referee.fine("readings", line)
    assert [(each["ply"], each["reading"]) for each in beyond["forbidden"]] == [(2, "literal")]


def test_readings_that_are_none_are_refused(referee: RefereeClient) -> None:
    """In one line each."""
    asked = {"game": "minoa", "question": "end", "readings": ["full", "full"]}
    assert referee.post("parting", asked)[1]["error"]["kind"] == "SameReading"
    asked = {"game": "minoa", "question": "ende", "readings": ["full", "literal"]}
    assert "did you mean 'end'?" in referee.post("parting", asked)[1]["error"]["message"]
    asked = {"game": "minoa", "question": "end", "readings": ["full", "fuller"]}
    assert referee.post("parting", asked)[0] == 422


def test_a_search_without_the_time_says_how_far_it_came(referee: RefereeClient) -> None:
    """Also if the time is up while engines are compiled: that is no error."""
    for seconds in (0.3, 6):
        asked = {"game": "nonaga", "question": "removal", "readings": ["path", "local"]}
        found = referee.fine("parting", asked | {"seconds": seconds})
        if not found["exact"]:
            assert f"The search stopped after {seconds} s." in found["searched"]
        referee.fine("position", line("nonaga"))
    assert found["found"]  # the suite has such a game
    parted = referee.fine("readings", found["line"])["parted"]
    assert (len(found["line"]["moves"]), "local") in [(at["ply"], at["reading"]) for at in parted]
