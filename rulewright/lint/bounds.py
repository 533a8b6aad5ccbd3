"""Whether compiled code of a guest keeps within its arrays: played once more, with the indexes checked.

Machine code does not check them: what lies outside an array is read as if it were right, or is
overwritten. With ``NUMBA_BOUNDSCHECK=1``, which must be set before anything is compiled, it raises an
`IndexError`; so the games are played in a process of their own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from attrs import define, field

from rulewright.impl.drivers import unnamed_content, written_in_part, wrong_weight
from rulewright.impl.numbers import numbered_otherwise
from rulewright.interface import Action, Engine, RulewrightError
from rulewright.lint.finding import LintFinding, finding
from rulewright.lint.sampling import described, option_sets
from rulewright.lint.sources import SourceFiles
from rulewright.play import games
from rulewright.play.attribution import GuestMistake, attributed, guest_of, raised_by, shown
from rulewright.play.driver import driver_of, is_compiled
from rulewright.play.nearest import every_position

GAMES, LONGEST = 3, 200
"""Random games under each set of options, and plies after which one is stopped."""
RECORDED = 8
"""Games recorded by compiled code alone, evenly and biased each."""
VISITED = 2_000
"""Positions nearest to the start that are looked at, under each set of options."""
PATIENCE = 120.0
"""Seconds after which the process is stopped."""
LEFT = "the compiled code reads or writes outside of an array"
SAID = "index is out of bounds"
"""What Numba says."""


class TooSlowToCheck(Exception):
    """The process did not end in time, or not as it should."""


def leaves_its_arrays(game: str, seed: int, files: SourceFiles) -> Iterator[LintFinding]:
    """Yield what is read or written outside of an array; raises `TooSlowToCheck`.

    Of a game without compiled code of its own nothing is yielded.
    """
    if not games.is_guest(game) or game not in games.game_names("impl"):
        return
    engine: Any = games.fastest(game)
    if not is_compiled(engine):
        return
    for found in asked(game, seed):
        module = sys.modules[type(engine.kernel).__module__]
        place = (Path(module.__file__).resolve(), 1) if module.__file__ else files.anywhere
        if found.get("place"):
            file, _, line = found["place"].rpartition(":")
            place = Path(file).resolve(), int(line)
        moves = " ".join(found["moves"]) or "no move"
        where = f"under {found['options']}, after {moves}"
        if "remedy" in found:
            kind = "exception" if "place" in found else "result"
            yield finding(kind, place, f"{found['what']}, {where}", found["remedy"])
            continue
        what = f"{LEFT}, {where}"
        yield finding("exception", place, what, "check its indexes, with NUMBA_BOUNDSCHECK=1 set")


def asked(game: str, seed: int) -> Sequence[Mapping[str, Any]]:
    """Play in another process; return what is wrong, where an array is left last.

    Raises `TooSlowToCheck`.
    """
    try:
        ended = subprocess.run(  # noqa: S603 - this interpreter and this module
            [sys.executable, "-m", "rulewright.lint.bounds", game, str(seed)],
            env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        last = ended.stdout.strip().rpartition("\n")[2]
        found: list[Mapping[str, Any]] = json.loads(last)["found"]
    except (subprocess.TimeoutExpired, ValueError) as error:
        raise TooSlowToCheck from error
    return found


def look(game: str, seed: int) -> list[dict[str, Any]]:
    """Play random games by compiled code; return what is wrong, with the options and the moves."""
    reasons: list[dict[str, Any]] = []
    for params, rulings in option_sets(games.specified(game)):
        if not games.offered(game, params, rulings):
            continue
        engine = games.implementation(game, params, rulings)
        moves: list[Action] = []
        options = described({**params, **rulings})
        asked_for = Reasons(options)
        try:
            found = wrong_in(engine, seed, moves, asked_for)
        except Exception as error:  # noqa: BLE001 - it is asked whose it is
            found, stopped = what_raised(error), True
        else:
            stopped = bool(found)
        reasons = reasons or asked_for.wrong
        if stopped:
            return [*reasons, found | {"options": options, "moves": moves}]
    return reasons


def what_raised(error: Exception) -> dict[str, Any]:
    """Say what an exception shows: nothing more where an array is left; raises what is no guest's."""
    if isinstance(error, IndexError) and SAID in str(error):
        return {}
    mistake = attributed(error)
    if not isinstance(mistake, GuestMistake):
        raise error
    return {"what": mistake.what, "place": mistake.place, "remedy": "mend the code there"}


@define
class Reasons:
    """What a notation says of illegal actions, as far as it is wrong."""

    options: str
    wrong: list[dict[str, Any]] = field(factory=list)
    """The first that was found."""

    def answers(self, engine: Any, state: Any, action: Action, moves: Sequence[Action]) -> bool:
        """Ask why an action is illegal; note an answer that is none, and return whether it is one."""
        notation = engine.notation
        place = {}
        try:
            said = notation.reason(engine.key(state), notation.code(action))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is the notation's
            what = f"raises {raised_by(error)}"
            found = None if isinstance(error, RulewrightError) else guest_of(error)
            place = {"place": shown(found[1])} if found else {}
        else:
            what = "" if isinstance(said, str) and said.strip() else f"returns {said!r}"
        if what and not self.wrong:
            self.wrong.append(
                {
                    "what": f"`reason` of the notation {what} of {action!r}, which is illegal",
                    "remedy": "return a text that says why, whatever the position and the action",
                    "options": self.options,
                    "moves": list(moves),
                }
                | place
            )
        return not what


def wrong_in(engine: Any, seed: int, moves: list[Action], reasons: Reasons) -> dict[str, Any]:
    """Play an engine, and write to `moves` how far; return what is wrong; empty if nothing is."""
    written: dict[str, Any] = {}
    for number in range(GAMES):
        moves.clear()
        if wrong := play(engine, Random(f"{seed} {number}"), moves, written, reasons):
            return wrong
    for line, state in islice(every_position(engine), VISITED):
        moves[:] = line
        if wrong := wrong_of(engine, state, written):
            return wrong
    moves.clear()
    for biased in (False, True):
        driver_of(engine).record(seed, RECORDED, biased=biased, max_plies=LONGEST)
    return {}


def wrong_of(engine: Any, state: Any, written: dict[str, Any]) -> dict[str, Any]:
    """Return what is wrong with what a kernel says of a state; empty if nothing is."""
    return (
        weighed_wrongly(engine, state)
        or written_wrongly(engine, state)
        or numbered_wrongly(engine, state)
        or written_twice(engine, state, written)
    )


def written_wrongly(engine: Any, state: Any) -> dict[str, Any]:
    """Return what is written of a state in part, or has no name; empty if all is as it should be."""
    if name := written_in_part(engine, state):
        what = f"`{name}` leaves a number as it was before"
        return {"what": what, "remedy": "write all numbers, whatever they held"}
    code = unnamed_content(engine, state)
    if code is None:
        return {}
    named = len(engine.notation.contents)
    what = f"`write_board` writes {code}, and `contents` of the notation has {named} names"
    return {"what": what, "remedy": "name each code that is written, 0 first"}


def weighed_wrongly(engine: Any, state: Any) -> dict[str, Any]:
    """Return which action of a state has a weight that none may have; empty if none has."""
    found = wrong_weight(engine, state)
    if found is None:
        return {}
    what = f"`weight` returns {found.weight} of {found.action} by temper {found.temper}"
    return {"what": what, "remedy": f"a weight is from 1 to {found.heaviest}"}


def numbered_wrongly(engine: Any, state: Any) -> dict[str, Any]:
    """Return which action of a state has no number of its own; empty if each has one."""
    action = numbered_otherwise(engine, state)
    if not action:
        return {}
    what = f"`number` of {action} is not below `number_count`, or `numbered` does not lead back from it"
    return {"what": what, "remedy": "give each legal action of a position a number of its own"}


def written_twice(engine: Any, state: Any, written: dict[str, Any]) -> dict[str, Any]:
    """Return that a state is written as another one was; empty if it is not. It is remembered."""
    text = json.dumps(engine.to_json(state), sort_keys=True)
    if written.setdefault(text, state) == state:
        return {}
    what = "`write_key` writes another key for a position that was met otherwise"
    return {"what": what, "remedy": "equal positions have equal keys, whatever led to them"}


def play(
    engine: Engine[Any],
    random: Random,
    moves: list[Action],
    written: dict[str, Any],
    reasons: Reasons,
) -> dict[str, Any]:
    """Play one game, and ask everything in each position; return what is wrong with one."""
    state = engine.initial()
    while len(moves) < LONGEST:
        if wrong := wrong_of(engine, state, written):
            return wrong
        engine.scores(state)
        engine.winners(state)
        with suppress(RulewrightError):  # some engines read no positions
            engine.from_json(engine.to_json(state))
        legal = engine.legal_actions(state)
        if engine.is_over(state) or not legal:
            return {}
        again = moves[-1] if moves else legal[-1]
        if again in legal or reasons.answers(engine, state, again, moves):
            with suppress(RulewrightError):
                engine.play(state, again)
        moves.append(random.choice(legal))
        state = engine.play(state, moves[-1])
    return {}


if __name__ == "__main__":
    print(json.dumps({"found": look(sys.argv[1], int(sys.argv[2]))}))
