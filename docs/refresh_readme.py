"""Update the generated parts of the README and of the pages of theorems and findings.

`python docs/refresh_readme.py` writes the ten theorems of `ten-theorems.json` into the README, all
theorems into `theorems.md`, and the findings of `findings.json` into `findings.md`. With `verify` behind
it, it also runs this target of make and puts its output into the README.
"""  # noqa: INP001

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from textwrap import fill

sys.path.insert(0, str(Path(__file__).parent / "_ext"))
from findings_page import all_findings

from rulewright.play import games

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
TEN = ROOT / "docs" / "ten-theorems.json"
"""The theorems that the README retells, by game and name. They are chosen here and nowhere else."""
THEOREMS = ROOT / "docs" / "theorems.md"
FINDINGS = ROOT / "docs" / "findings.md"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
LONGEST = 60
"""Lines of output that the README shows; longer output loses its beginning."""


def main(targets: list[str]) -> int:
    """Rewrite the generated parts."""
    replace(THEOREMS, "theorems", all_theorems())
    replace(README, "ten theorems", ten_theorems())
    replace(FINDINGS, "findings", all_findings())
    for target in targets:
        replace(README, f"output of make {target}", output(target))
    return 0


def replace(path: Path, name: str, body: str) -> None:
    """Replace what stands between the markers of a name in a file."""
    path.write_text(between(path.read_text("utf-8"), name, body), encoding="utf-8")


def between(text: str, name: str, body: str) -> str:
    """Put a body between the markers of a name; raises LookupError where they are missing."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    if text.count(begin) != 1 or text.count(end) != 1:
        raise LookupError(f"the markers {begin} and {end} are needed, once each")
    before, rest = text.split(begin)
    return f"{before}{begin}\n{body}\n{end}{rest.split(end)[1]}"


def ten_theorems() -> str:
    """List the ten theorems that the README retells."""
    chosen = json.loads(TEN.read_text("utf-8"))
    return "\n".join(line for game in chosen for line in retold(game, chosen[game]))


def retold(game: str, theorems: dict[str, str]) -> Iterator[str]:
    """Retell theorems of a game in plain words."""
    title = games.specified(game).rulebook.title
    for name, words in theorems.items():
        yield item(f"**{title}**: {words} (`{name}`)")


def all_theorems() -> str:
    """List the theorems of every game: statement and name."""
    sections = (
        (
            f"## {games.specified(game).rulebook.title}",
            "",
            *(item(f"{each.statement} (`{each.name}`)") for each in games.theorems(game)),
        )
        for game in games.game_names()
    )
    return "\n\n".join("\n".join(section) for section in sections)


def item(text: str) -> str:
    """Wrap an item of a list."""
    return fill(f"- {text}", 110, subsequent_indent="  ", break_on_hyphens=False)


def output(target: str) -> str:
    """Run a target of make and return its standard output as a block."""
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
