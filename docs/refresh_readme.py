"""Bring the parts of the README that are written by machine up to date.

`python docs/refresh_readme.py` lists the theorems of all games, with their statements.
`python docs/refresh_readme.py verify test` also runs these targets of make, and puts their output in.
"""  # noqa: INP001

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from textwrap import fill

from rulewright.play import games

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
LONGEST = 60
"""Lines of an output that the README shows; of a longer one, the last."""


def main(targets: list[str]) -> int:
    """Write the README anew."""
    text = between(README.read_text(encoding="utf-8"), "theorems", theorems())
    for target in targets:
        text = between(text, f"output of make {target}", output(target))
    README.write_text(text, encoding="utf-8")
    return 0


def between(text: str, name: str, body: str) -> str:
    """Put a body between the markers of a name; raises LookupError where they are missing."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    if text.count(begin) != 1 or text.count(end) != 1:
        raise LookupError(f"the README needs the markers {begin} and {end}, once each")
    before, rest = text.split(begin)
    return f"{before}{begin}\n{body}\n{end}{rest.split(end)[1]}"


def theorems() -> str:
    """List the theorems of each game: what they say, and their names."""
    return "\n\n".join(
        "\n".join((f"### {games.specified(name).rulebook.title}", "", *listed(name)))
        for name in games.game_names()
    )


def listed(name: str) -> Iterator[str]:
    """List the theorems of a game."""
    for theorem in games.theorems(name):
        yield fill(f"- {theorem.statement} (`{theorem.name}`)", 110, subsequent_indent="  ")


def output(target: str) -> str:
    """Run a target of make, and show what it prints on standard output."""
    make = which("make") or "make"
    done = subprocess.run(  # noqa: S603 - the targets are the caller's
        [make, "--no-print-directory", target],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    lines = [line.rstrip() for line in ESCAPES.sub("", done.stdout).splitlines()]
    kept = lines if len(lines) <= LONGEST else ["...", *lines[-LONGEST:]]
    return "\n".join(("```text", f"$ make {target}", *kept, "```"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
