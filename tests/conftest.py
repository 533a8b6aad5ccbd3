"""What holds for all tests, and a real browser for those that look at pages."""

from __future__ import annotations

import gc
import json
import os
import signal
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import Any

import pytest

SOAKED = Path(__file__).with_name("soak.json")
"""Tests that only `make soak` runs, each with what CI runs of the same kind; all cases if none is."""
TOGETHER = {
    "documentation": (
        "tests/docs/test_build.py",
        "tests/docs/test_layout.py",
        "tests/docs/test_accessibility.py",
    ),
    "planted in Nonaga": (
        "tests/power/test_nonaga.py::test_a_planted_bug",
        "tests/power/test_nonaga.py::test_the_copy_with_all_bugs",
    ),
    "referee": ("tests/referee/",),
    "report": ("tests/report/",),
}
"""Files that share what takes long to make, so that one process runs them: how their names begin.

The marks of pytest-xdist for this do not reach its scheduler with pytest 9.2.
"""
APART = (
    "tests/conformance/test_command.py",
    "tests/docs/test_documents.py",
    "tests/examples/test_conform.py",
    "tests/guests/test_commands.py",
    "tests/power/",
    "tests/proofs/test_prove.py",
)
"""Where each test takes its turn. All other files run as a whole: what they make is made once, and what
one test has compiled is compiled for the next one."""
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")

# What a run keeps, such as syntax trees and terms, need not be looked through again and again.
gc.set_threshold(50_000, 20, 50)
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell has begun the tests in the background. Programs that they start would inherit that, and
    # could not be interrupted.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Leave what was imported and collected out of garbage collection."""
    gc.freeze()


def is_soaked(entry: dict[str, Any], item: pytest.Item) -> bool:
    """Return whether an entry names a test: the function, and a part of the name of the case."""
    function, _, case = item.nodeid.partition("[")
    named = any(part in case for part in entry["cases"]) or not entry["cases"]
    return bool(function == entry["test"] and named)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests of `soak.json`; an entry of a collected file that names no test is an error."""
    whole = {item.nodeid.partition("::")[0] for item in items}
    selected = any("::" in each for each in config.args)
    for entry in json.loads(SOAKED.read_text("utf-8")):
        found = [item for item in items if is_soaked(entry, item)]
        if not found and not selected and entry["test"].partition("::")[0] in whole:
            raise pytest.UsageError(
                f"soak.json names {entry['test']}, {entry['cases']}: no such test"
            )
        for item in found:
            item.add_marker(pytest.mark.soak)
    slow_files_first(items)


def slow_files_first(items: list[pytest.Item]) -> None:
    """Begin with the files that have most slow tests, so that no process ends long after the others."""
    slow = Counter(item.path for item in items if item.get_closest_marker("slow"))
    items.sort(key=lambda item: -slow[item.path])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Hand the tests of a group, and those of most files, to one process, in their order."""
    from xdist.scheduler import LoadScopeScheduling  # noqa: PLC0415 - it may be missing

    class ByGroup(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            groups = (name for name, starts in TOGETHER.items() if nodeid.startswith(starts))
            file = nodeid.partition("::")[0]
            return next(groups, nodeid if nodeid.startswith(APART) else file)

    config.option.loadscopereorder = False
    return ByGroup(config, log)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium; without one, a failure in CI and a skip with its reason elsewhere."""
    program = next(filter(None, map(which, PROGRAMS)), None)
    missing = [] if find_spec("playwright") else ["Python package playwright (extra [dev])"]
    missing += [] if program else [f"browser (any of {', '.join(PROGRAMS)}) on the path"]
    if missing:
        reason = f"pages are not tested in a browser: no {' and no '.join(missing)}"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - it may be missing

    with sync_playwright() as started:
        opened = started.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def guests_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check guests here, for tests that replace what no other process would know of."""
    monkeypatch.setattr("rulewright.checks.verification.must_be_apart", lambda _: False)
