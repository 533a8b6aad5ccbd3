"""Bugs that `rulewright verify --selftest` plants in a copy of this package; `plants.json` has them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import field, frozen

IMPLEMENTATION, SPECIFICATION, HARNESS = "implementation", "specification", "harness"


@frozen
class Probe:
    """A check of one game, under the options that find a bug soon."""

    check: str
    game: str
    params: Mapping[str, Any] = field(factory=dict)
    rulings: Mapping[str, str] = field(factory=dict)
    theorem: str = ""
    """The one theorem that is proved, if the check is that of the theorems."""


@frozen
class Plant:
    """A text that is replaced in one file, and the check that has to find it."""

    name: str
    about: str
    part: str
    """Where it lies: implementation, specification or harness."""
    file: str
    """Below the folder of the package."""
    right: str
    wrong: str
    trial: Probe
    found_by: str
    """What the failure says: another failure is no proof that this bug was found."""


DATA: Mapping[str, Any] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
PROBES = {each["check"]: Probe(**each) for each in DATA["probes"]}
TRIALS = tuple(PROBES.values())
"""What has to hold without a bug."""
PLANTS = tuple(
    Plant(
        **{key: value for key, value in each.items() if key != "check"}, trial=PROBES[each["check"]]
    )
    for each in DATA["plants"]
)
