"""Long jobs as parts: plain data, done anywhere, merged in any order."""

from rulewright.parts.executor import (
    ClusterLost,
    DoPart,
    Executor,
    NoResult,
    Note,
    PartCrashed,
    PartHung,
    in_flight,
    in_order,
    outcomes,
    results,
)
from rulewright.parts.local import LocalProcesses
from rulewright.parts.opening import executor_for
from rulewright.parts.part import (
    CRASH,
    DIFFERENCE,
    HANG,
    RAISED,
    REFUTED,
    PartFinding,
    PartOutcome,
    WorkPart,
)
from rulewright.parts.totals import Totals
from rulewright.parts.version import (
    ChangedSources,
    ClusterError,
    OtherSources,
    check_version,
    version_of,
)

__all__ = [
    "CRASH",
    "DIFFERENCE",
    "HANG",
    "RAISED",
    "REFUTED",
    "ChangedSources",
    "ClusterError",
    "ClusterLost",
    "DoPart",
    "Executor",
    "LocalProcesses",
    "NoResult",
    "Note",
    "OtherSources",
    "PartCrashed",
    "PartFinding",
    "PartHung",
    "PartOutcome",
    "Totals",
    "WorkPart",
    "check_version",
    "executor_for",
    "in_flight",
    "in_order",
    "outcomes",
    "results",
    "version_of",
]
