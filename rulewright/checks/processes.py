"""The processes that checks run in; see `rulewright.parts.processes`."""

from rulewright.parts.processes import Note, WorkerLost, cores, side_by_side, silent

__all__ = ["Note", "WorkerLost", "cores", "side_by_side", "silent"]
