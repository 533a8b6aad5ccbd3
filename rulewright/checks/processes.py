"""The processes that checks run in; see `rulewright.parts.processes`."""

from rulewright.parts.executor import Note
from rulewright.parts.processes import WorkerLost, cores, side_by_side, silent

__all__ = ["Note", "WorkerLost", "cores", "side_by_side", "silent"]
