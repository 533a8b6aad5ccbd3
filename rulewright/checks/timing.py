"""The limit of time of checks: that of the play floor."""

from __future__ import annotations

from rulewright.play.time_limit import OverTheLimit, within

__all__ = ["OverTheLimit", "within"]
