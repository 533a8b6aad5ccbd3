"""What holds for all tests, and a real browser for those that look at pages."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from importlib.util import find_spec
from shutil import which
from typing import Any

import pytest

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell has begun the tests in the background. Programs that they start would inherit that, and
    # could not be interrupted.
    signal.signal(signal.SIGINT, signal.default_int_handler)


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
