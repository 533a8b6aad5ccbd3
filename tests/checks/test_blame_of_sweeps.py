"""What a sweep of compiled code says of a difference."""

from __future__ import annotations

from rulewright.checks.exhaustive import failure_of
from rulewright.spec.coverage import RecordingRefuted


def test_a_sweep_names_the_implementation_and_no_recording() -> None:
    """Who reads the message has not recorded anything."""
    found = RecordingRefuted("the turn", 0, ["-1,0-0,0"], "blue", "red")
    said = failure_of("minoa", {"n": 1}, {}, found)
    assert "the specification says blue, the implementation says red" in said
    assert "recording" not in said
