"""What holds for all tests."""

from __future__ import annotations

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell has begun the tests in the background. Programs that they start would inherit that, and
    # could not be interrupted.
    signal.signal(signal.SIGINT, signal.default_int_handler)
