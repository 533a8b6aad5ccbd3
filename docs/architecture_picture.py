"""Draw which package imports which.

`python docs/architecture_picture.py` writes `docs/images/architecture.svg`: the floors of the import
contract, and an arrow for each import, unless a chain of other arrows implies it.
"""  # noqa: INP001

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from configparser import ConfigParser
from itertools import pairwise
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "images" / "architecture.svg"
WIDTH, HEIGHT = 116, 34
"""Of a box, in pixels."""
ACROSS, DOWN = 140, 66
"""From box to box, in pixels."""
SWEEPS = 8

Imports = Mapping[str, frozenset[str]]
Floors = Mapping[str, int]


def packages() -> frozenset[str]:
    """Name the packages of the library, and the module of the command line."""
    found = (path.parent.name for path in (ROOT / "rulewright").glob("*/__init__.py"))
    return frozenset((*found, "cli"))


def floors() -> Floors:
    """Return the floor of each package, 0 being the lowest, from the contract in `.importlinter`."""
    contracts = ConfigParser()
    contracts.read(ROOT / ".importlinter", encoding="utf-8")
    layers = contracts["importlinter:contract:floors"]["layers"].split("\n")
    rising = [re.findall(r"rulewright\.(\w+)", layer) for layer in reversed(layers) if layer]
    return {name: number for number, layer in enumerate(rising) for name in layer}


def imports() -> Imports:
    """Return the packages that each package imports."""
    graph = grimp.build_graph("rulewright", cache_dir=None)
    names = packages()
    pairs = {
        (module.split(".")[1], imported.split(".")[1])
        for module in graph.modules - {"rulewright"}
        for imported in graph.find_modules_directly_imported_by(module) - {"rulewright"}
    }
    return {
        name: frozenset(to for source, to in pairs if source == name != to) & names
        for name in sorted(names)
    }


def below(known: Imports, name: str, above: tuple[str, ...] = ()) -> frozenset[str]:
    """Return all that a package imports, through others too; raises ValueError on a circle."""
    if name in above:
        raise ValueError(
            f"the packages import each other in a circle: {' > '.join((*above, name))}"
        )
    return known[name].union(*(below(known, each, (*above, name)) for each in known[name]))


def arrows(known: Imports) -> list[tuple[str, str]]:
    """List the imports that no chain of others implies."""
    return [
        (name, to)
        for name in known
        for to in sorted(known[name])
        if not any(to in below(known, other) for other in known[name])
    ]


def paths(known: Imports, on: Floors) -> list[list[tuple[int, str]]]:
    """Return the places of each arrow, one on every floor that it passes."""
    return [
        [
            (at, name if at == top else to if at == bottom else f"{name}>{to}")
            for at in range(top, bottom - 1, -1)
        ]
        for name, to in arrows(known)
        for top, bottom in [(on[name], on[to])]
    ]


def places(known: Imports, on: Floors) -> dict[tuple[int, str], float]:
    """Return how far to the right each box and each passing arrow is, so that few arrows cross."""
    lines = paths(known, on)
    rows: dict[int, list[tuple[int, str]]] = {}
    for each in sorted({(on[name], name) for name in known}.union(*lines)):
        rows.setdefault(each[0], []).append(each)
    at = {each: spread(row, number) for row in rows.values() for number, each in enumerate(row)}
    links = [pair for line in lines for pair in pairwise(line)]
    for sweep in range(SWEEPS):
        for number in sorted(rows, reverse=bool(sweep % 2)):
            rows[number].sort(key=lambda each: middle(each, links, at))
            at |= {each: spread(rows[number], place) for place, each in enumerate(rows[number])}
    return at


def spread(row: list[tuple[int, str]], number: int) -> float:
    """Return the place of a member of a row whose middle is at 0."""
    return number - (len(row) - 1) / 2


def middle(
    each: tuple[int, str],
    links: list[tuple[tuple[int, str], tuple[int, str]]],
    at: Mapping[tuple[int, str], float],
) -> float:
    """Return the mean place of what a place is linked with."""
    others = [at[b if a == each else a] for a, b in links if each in {a, b}]
    return sum(others) / len(others) if others else at[each]


def picture(known: Imports, on: Floors) -> Iterator[str]:
    """Draw the floors, the lowest at the bottom."""
    at = places(known, on)
    wide = (max(at.values()) - min(at.values())) * ACROSS + WIDTH + 8
    left = 4 + WIDTH / 2 - min(at.values()) * ACROSS
    top = max(number for number, _ in at)
    tall = top * DOWN + HEIGHT + 8

    def point(each: tuple[int, str]) -> tuple[float, float]:
        return left + at[each] * ACROSS, 4 + HEIGHT / 2 + (top - each[0]) * DOWN

    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {tall:g}" '
        f'width="{wide:g}" height="{tall:g}" role="img" font-family="sans-serif" font-size="15">'
    )
    yield "<title>The packages of rulewright: each imports those that its arrows lead to</title>"
    yield (
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
        'orient="auto"><path d="M0 0 8 4 0 8z" fill="#8a8f98"/></marker></defs>'
    )
    for line in paths(known, on):
        yield arrow(line[0][1], line[-1][1], [point(each) for each in line])
    for name in known:
        x, y = point((on[name], name))
        linked = (ROOT / "rulewright" / name).is_symlink()
        yield (
            f'<g data-package="{name}" data-floor="{on[name]}">'
            f'<rect x="{x - WIDTH / 2:g}" y="{y - HEIGHT / 2:g}" width="{WIDTH}" height="{HEIGHT}" '
            f'rx="5" fill="{"#1f7a4d" if linked else "#2b5c94"}"/>'
            f'<text x="{x:g}" y="{y + 5:g}" text-anchor="middle" fill="#fff">{name}</text></g>'
        )
    yield "</svg>"


def arrow(name: str, to: str, points: list[tuple[float, float]]) -> str:
    """Draw an arrow through its places, from the foot of a box to the top of another."""
    (x, y), *inner, (last, end) = points
    way = [f"M{x:g} {y + HEIGHT / 2:g}"]
    at = y + HEIGHT / 2
    for across, down in (*((a, b) for a, b in inner), (last, end - HEIGHT / 2 - 1)):
        half = (at + down) / 2
        way.append(f"C{x:g} {half:g} {across:g} {half:g} {across:g} {down:g}")
        x, at = across, down
    return (
        f'<path data-from="{name}" data-to="{to}" d="{" ".join(way)}" fill="none" '
        'stroke="#8a8f98" stroke-width="1.6" marker-end="url(#tip)"/>'
    )


def main() -> int:
    """Write the picture."""
    PICTURE.write_text("\n".join(picture(imports(), floors())) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
