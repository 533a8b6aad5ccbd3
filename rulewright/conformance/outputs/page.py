"""One HTML page that needs nothing else: verdict, questions, deviations with pictures, all cases."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.conformance.evidence.deviations import after
from rulewright.conformance.evidence.printable import options, whole
from rulewright.conformance.evidence.readings import beside_first, reading_verdicts
from rulewright.conformance.evidence.report import Report, Status
from rulewright.conformance.outputs.next_step import hint
from rulewright.conformance.outputs.summary import (
    BY_THE_ENGINE,
    BY_THE_RULES,
    READING_HEADER,
    fault_line,
    leading,
    left_out,
    met,
    outcome,
    reasons,
    sentence,
    unexplained_lines,
    verdict_line,
)
from rulewright.wording.numbers import counted
from rulewright.wording.signs import visible

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATE = Path(__file__).with_name("page.html.j2")


def shown(value: Any) -> Any:
    """Show all of a text that an adapter may have chosen; what is HTML already is ours."""
    if hasattr(value, "__html__"):
        return value
    return visible(value) if isinstance(value, str) else visible(str(value))


def environment() -> Environment:
    """Set up the templates: every text is escaped, and a missing name is an error."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 - only who writes a page needs it

    return Environment(
        loader=FileSystemLoader(TEMPLATE.parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=shown,
    )


def page(report: Report) -> str:
    """Write a report as an HTML page."""
    return (
        environment()
        .get_template(TEMPLATE.name)
        .render(
            report=report,
            beside_first=beside_first,
            reading_header=READING_HEADER,
            reading_verdicts=reading_verdicts,
            after=after,
            by_the_rules=BY_THE_RULES,
            by_the_engine=BY_THE_ENGINE,
            options=options,
            whole=whole,
            statuses=list(Status),
            fault_line=fault_line,
            hint=hint,
            leading=leading,
            left_out=left_out,
            met=met,
            outcome=outcome,
            sentence=sentence,
            counted=counted,
            reasons=reasons,
            unexplained_lines=unexplained_lines,
            verdict_line=verdict_line,
        )
    )
