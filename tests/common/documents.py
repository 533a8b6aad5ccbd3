"""The blocks and sessions of a document, and how printed output is compared with them.

A `console` block holds commands (`$ rulewright ...`) and what they print: on standard output, and
where a command fails, on standard error too. In the expected text, `...` stands for anything within
a line, and a line `...` for any number of lines. Lines that begin with `> ` continue the command. A
command may end in `# exit status 2`; without that it must end with 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
STATUS = re.compile(r"\s# exit status (?P<status>\d+)$")


@frozen
class Command:
    """A command of a session, and what it should print."""

    text: str
    expected: tuple[str, ...]
    place: str

    @property
    def status(self) -> int:
        """The exit status that the document promises."""
        found = STATUS.search(self.text)
        return int(found["status"]) if found else 0


def blocks(path: Path, kind: str) -> Iterator[tuple[int, str]]:
    """Yield the fenced blocks of a kind, with the line on which each begins."""
    text = path.read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        if found["kind"] == kind:
            yield text.count("\n", 0, found.start()) + 2, found["text"]


def commands(path: Path) -> Iterator[Command]:
    """Yield the commands of the sessions of a document."""
    for start, session in blocks(path, "console"):
        lines = session.splitlines()
        at = [number for number, line in enumerate(lines) if line.startswith("$ ")]
        assert at[:1] == [0], f"{path.name}:{start}: a session begins with a command"
        for begin, end in zip(at, [*at[1:], len(lines)], strict=True):
            said = list(takewhile(lambda line: line.startswith("> "), lines[begin + 1 : end]))
            text = "\n".join(line[2:] for line in (lines[begin], *said))
            expected = tuple(line.rstrip() for line in lines[begin + 1 + len(said) : end])
            yield Command(text, expected, f"{path.relative_to(ROOT)}:{start + begin}")


def pattern(expected: tuple[str, ...]) -> str:
    """Make the regular expression that expected output stands for."""
    lines = (
        "(?:.*\n)*?"
        if line.strip() == "..."
        else ".*?".join(map(re.escape, line.split("..."))) + "[ ]*\n"
        for line in expected
    )
    return "".join(lines) + r"\n*"
