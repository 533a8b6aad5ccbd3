"""`verify` against wrong guests: none holds; the reason is true, and the game shows it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from attrs import frozen
from click.testing import CliRunner, Result
from common.guest_forms import edited

from rulewright.cli import application

FOUND, LOST, BROKEN = 1, 4, 5

AFTER = (
    "        return {cell: state | {(cell, player)} for cell in self.cells - dict(state).keys()}"
)
WINNERS = "        return () if won is None else (won,)"
WRITTEN = '        return pieces | {"turn": self.turn(state)}'
SPELT = "    def is_action(self, action: Action) -> bool:"
SEARCH = "            length, latest = 0, None\n"
FULL = '    """When the board is full the game is over (<ID>-5)."""\n'


@frozen
class Attack:
    """An edit of a game that `rulewright new game` has written, and what `verify` must say."""

    name: str
    file: str
    old: str
    new: str
    status: int
    says: str
    """A regular expression."""
    players: int = 2
    checks: tuple[str, ...] = ()
    """The checks that are run, where the others only take time."""


def of_implementation(
    name: str, old: str, new: str, status: int, says: str, *checks: str
) -> Attack:
    """Return an attack on `impl.py`."""
    return Attack(name, "impl.py", old, new, status, says, checks=checks)


def before(line: str, code: str) -> tuple[str, str]:
    """Return an edit that puts a line of code before another one."""
    return line, f"{line[: len(line) - len(line.lstrip())]}{code}\n{line}"


IN_LINE = "lockstep failed\n{} after \\d+ moves?: .*\n(.*\n)*game: .*\nmoves \\(\\d+\\): "
ATTACKS = (
    of_implementation(
        "one line of the larger board alone",
        SEARCH,
        f"{SEARCH}            if (self.params['side'], line[0]) == (3, 'a3'):\n"
        "                continue\n",
        FOUND,
        IN_LINE.format("over"),
    ),
    of_implementation(
        "scores at the very end",
        *before(WINNERS, "won = self.players[0] if len(state) == 9 else won"),
        FOUND,
        IN_LINE.format("(scores|winners)"),
    ),
    of_implementation(
        "winners while the game is on",
        *before(WINNERS, "won = 'red' if len(state) == 7 else won"),
        FOUND,
        IN_LINE.format("(scores|winners)"),
    ),
    of_implementation(
        "positions as JSON, late",
        *before(WRITTEN, "pieces = pieces | ({'red': []} if len(state) == 8 else {})"),
        FOUND,
        IN_LINE.format("position"),
    ),
    of_implementation(
        "positions read",
        *before(
            "        if len(dict(state)) < len(state):",
            "state = state if len(state) != 5 else frozenset()",
        ),
        FOUND,
        "the implementation refuses it|position after",
        "lockstep",
    ),
    of_implementation(
        "misspelt actions",
        SPELT,
        "    def play(self, state, action):\n"
        "        return super().play(state, action.strip().lower())\n\n" + SPELT,
        FOUND,
        "refusal of '.*' (at|after) .*: the implementation plays it",
        "lockstep",
    ),
    of_implementation(
        "no reading but one",
        'self.rulings["full"] == "last"',
        "self.params",
        FOUND,
        IN_LINE.format("(scores|winners)"),
        "lockstep",
    ),
    of_implementation(
        "an action fewer",
        *before(AFTER, "if len(state) == 6:\n            return {}"),
        FOUND,
        "legal after 6 moves: only the specification has",
        "lockstep",
    ),
    of_implementation(
        "actions by chance",
        AFTER,
        AFTER.replace("        return ", "        found = ")
        + "\n        import random\n        if random.random() < 0.02 and len(found) > 1:\n"
        "            found.popitem()\n        return found",
        FOUND,
        "they depend on more than the moves|(legal|playing '..') (after|at)|position after",
    ),
    of_implementation(
        "an exception, late",
        *before(AFTER, "if len(state) == 6:\n            raise RuntimeError('no such row')"),
        BROKEN,
        r"its code raises RuntimeError: no such row \(.*impl\.py:\d+\)",
    ),
    of_implementation(
        "the end of Python",
        *before(AFTER, "if len(state) == 6:\n            raise SystemExit(0)"),
        BROKEN,
        r"its code raises SystemExit: 0 \(.*impl\.py:\d+\)",
    ),
    of_implementation(
        "the end of the process",
        *before(AFTER, "if len(state) == 6:\n            __import__('os')._exit(0)"),
        BROKEN,
        r"its code raises SystemExit: os\._exit\(0\) \(.*impl\.py:\d+\)",
    ),
    of_implementation(
        "the death of the process",
        *before(AFTER, "if len(state) == 6:\n            __import__('signal').raise_signal(9)"),
        LOST,
        r"lockstep of attack_\d+_kite has no result: .*its last progress was",
    ),
    of_implementation(
        "no end of recursion",
        *before(AFTER, "if len(state) == 6:\n            return self.after(state)"),
        BROKEN,
        r"its code raises RecursionError: .* \(.*impl\.py:\d+\)",
    ),
    of_implementation(
        "a list for a mapping",
        AFTER,
        "        return sorted(self.cells)",
        BROKEN,
        r"`after` returns \[.*\]: it must be a mapping of actions to states \(.*impl\.py:\d+\)",
    ),
    of_implementation(
        "a turn of nobody's",
        "return None if over else self.players[len(state) % len(self.players)]",
        'return None if over else "green"',
        BROKEN,
        "turn at the start: the specification says red, the implementation says green",
    ),
    Attack(
        "whatever is written is an action",
        "impl.py",
        "return action in self.cells",
        "return True",
        FOUND,
        r"impl\.py:\d+: `is_action` returns True of 'no such action': it is no action",
        checks=("lint",),
    ),
    Attack(
        "a clause under one reading",
        *("clauses.py", FULL),
        FULL + '    if rules.rulings.full == "last":\n        raise ValueError("not yet")\n',
        BROKEN,
        r"its code raises ValueError: not yet \(.*clauses\.py:\d+\)",
    ),
    Attack(
        "the row of the third player",
        *("impl.py", "if owner is not None and length"),
        'if owner in {"red", "blue"} and length',
        FOUND,
        IN_LINE.format("over"),
        players=3,
        checks=("lockstep",),
    ),
    Attack(
        "a theorem that proves nothing",
        *("proofs.py", "    if empty:\n", "    given.append(False)\n    if empty:\n"),
        FOUND,
        "the claim would be vacuous",
        checks=("theorems",),
    ),
)


def verified(folder: Path, attack: Attack, name: str, patch: pytest.MonkeyPatch) -> Result:
    """Write the game, plant the edit, and verify it quickly."""
    options = ["--players", str(attack.players), "--board", "hex", "--folder", str(folder)]
    written = CliRunner().invoke(application, ["new", "game", name, *options])
    assert written.exit_code == 0, written.stderr
    prefix = re.search(r'"([A-Z]{3})-1"', (folder / name / name / "rulebook.py").read_text("utf-8"))
    assert prefix is not None
    old, new = (text.replace("<ID>", prefix[1]) for text in (attack.old, attack.new))
    edited(folder / name / name, attack.file, old, new)
    patch.setenv("RULEWRIGHT_GAMES", str(folder))  # only now: a folder is listed once
    command = ["verify", name, "--quick", "--seed", "1", "--jobs", "1"]
    command += [f"--check={check}" for check in attack.checks]
    return CliRunner().invoke(application, command)


@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_a_wrong_guest_never_holds(
    attack: Attack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It fails, or is broken; it is no bug of ours, and a check is lost only with its process."""
    done = verified(tmp_path, attack, f"attack_{ATTACKS.index(attack)}_kite", monkeypatch)
    said = done.stdout + done.stderr
    assert done.exit_code == attack.status, said
    assert re.search(attack.says, done.stdout), said
    assert "bug in rulewright" not in said
    assert ("LOST" in said) == (attack.status == LOST)
