"""A summary for people: as Markdown, and as lines for a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulewright.conformance.evidence.deviations import after
from rulewright.conformance.evidence.printable import options
from rulewright.conformance.evidence.readings import beside_first, reading_verdicts
from rulewright.conformance.evidence.report import (
    Conformity,
    FaultMet,
    GameReport,
    Report,
    ReportedDeviation,
    Status,
)
from rulewright.conformance.outputs.next_step import hint
from rulewright.console.output import table
from rulewright.wording.numbers import counted, duration
from rulewright.wording.signs import visible


def verdict_line(game: GameReport) -> str:
    """Return the result of a game in one line."""
    rulings = " ".join(f"{name}={reading}" for name, reading in game.rulings.items())
    under = f" under {rulings}" if rulings else ""
    unsupported = game.count(Status.UNSUPPORTED)
    also = f"; {counted(unsupported, 'cases')} unsupported" if unsupported else ""
    unseen = f"; not compared: {', '.join(game.not_compared)}" if game.not_compared else ""
    return f"{game.game}: {game.outcome}{under}{also}{unseen}"


def stage_rows(game: GameReport) -> list[tuple[str, ...]]:
    """Count the cases of each stage."""
    return [
        (stage, *(str(counts[status]) for status in Status))
        for stage, counts in game.stages.items()
    ]


SPECIAL = re.compile(r"[\\|<>*_`\[\]~&!#]")
"""What means something in Markdown, wherever in a line."""
QUESTION_HEADER = ("question", "in force", "the engine", "evidence")
READING_HEADER = ("game", "question", "reading", "verdict", "runs", "passed", "deviations")
READING_NUMBERS = "runs passed deviations"
BY_THE_RULES, BY_THE_ENGINE = "the position by the rules", "the position as the engine reports it"
MARKED = "^ under what differs"
STAGE_HEADER = ("stage", *(status.value for status in Status))


def question_rows(game: GameReport) -> list[tuple[str, ...]]:
    """Say of each question what the engine does, and what that rests on."""
    return [(each.question, each.in_force, each.said, each.evidence) for each in game.questions]


def terminal(report: Report) -> Iterator[str]:
    """Yield the lines that the command prints, without control characters."""
    yield from map(visible, spoken(report))


def spoken(report: Report) -> Iterator[str]:
    """Yield the lines as they are."""
    language = f", {report.language}" if report.language else ""
    yield f"{report.name}{language}"
    yield from (fault_line(fault) for fault in report.faults)
    for game in report.games:
        yield ""
        yield from brief_lines(game) if beside_first(report, game) else game_lines(report, game)
    if report.readings:
        yield ""
        yield from table(READING_HEADER, reading_rows(report), READING_NUMBERS)
    yield ""
    messages = sum(game.messages for game in report.games)
    yield (
        f"{outcome(report)}; effort {report.effort}, seed {report.seed}, "
        f"{counted(messages, 'messages')}, {duration(report.seconds)}"
    )


def reading_rows(report: Report) -> list[tuple[str, ...]]:
    """Say of each reading what came of the runs under it."""
    return [
        (each.game, each.question, each.reading, each.verdict, *map(str, each.counts))
        for each in reading_verdicts(report)
    ]


def brief_lines(game: GameReport) -> Iterator[str]:
    """Yield the lines about a further run of a game, under other rulings."""
    yield f"{verdict_line(game)}; seed {game.seed}"
    yield f"  {game.plays}"
    for number, deviation in enumerate(game.deviations, start=1):
        known = f" (known: {deviation.known})" if deviation.known else ""
        cause = f" [{deviation.explained_by}]" if deviation.explained_by else ""
        yield f"  deviation {number}: {deviation.sentence}{cause}{known}"
    yield from (f"  {line}" for line in unexplained_lines(game))
    yield from (f"  {fault_line(fault)}" for fault in game.faults)
    yield from (f"  {line}" for line in declared_lines(game))


def outcome(report: Report) -> str:
    """Return the result of the run; and whether it fails only because of unsupported cases."""
    said = str(report.verdict.value)
    if report.verdict is Conformity.EXCEPT_KNOWN:
        said = f"agrees except for {counted(report.known, 'known differences')}"
    if not report.fails_strictly:
        return said
    cases = counted(report.unsupported, "cases")
    verb = "is" if report.unsupported == 1 else "are"
    but = f"{cases} {verb} unsupported, and --strict counts that as a failure: exit status 1"
    return f"{said}, but {but}"


def game_lines(report: Report, game: GameReport) -> Iterator[str]:
    """Yield the lines about one game."""
    numbers = " ".join(status.value for status in Status)
    yield game.title
    yield from table(STAGE_HEADER, stage_rows(game), numbers)
    yield from left_out(game)
    if game.questions:
        yield ""
        rows = question_rows(game)
        yield from table(QUESTION_HEADER, rows)
    for number, deviation in enumerate(game.deviations, start=1):
        yield ""
        yield from deviation_lines(number, deviation)
    if game.unexplained:
        yield ""
    yield from unexplained_lines(game)
    if game.faults:
        yield ""
    yield from (fault_line(fault) for fault in game.faults)
    for reason, number in reasons(game).items():
        yield f"unsupported ({counted(number, 'cases')}): {reason}"
    if game.declared:
        yield ""
    yield from declared_lines(game)
    yield ""
    yield verdict_line(game)
    if game.played:
        yield f"  played: {game.played}"
    yield f"  {game.plays}"
    if game.suggestion:
        yield f"  {hint(report, game)}"


def unexplained_lines(game: GameReport) -> Iterator[str]:
    """Say of each clause how many actions it decides that nothing explains, and the first of them."""
    for each in game.unexplained:
        unless = f", unless {' and '.join(each.perhaps)} explains it" if each.perhaps else ""
        under = f"under {', '.join(each.under)}, " if each.under else ""
        params = f" with {options(each.params)}" if each.params else ""
        number = f"{counted(each.actions, 'actions')} in {counted(each.positions, 'positions')}"
        brief = f"after {counted(len(each.moves), 'moves')}"
        when = brief if each.moves and not each.clauses else after(each.moves)
        yield (
            f"unexplained{unless}: {under}{each.kind}, {each.how}: {number}, "
            f"first {each.action!r}{params} {when}"
        )


def declared_lines(game: GameReport) -> Iterator[str]:
    """Say of each known difference what came of it, and how much none of them covers."""
    for each in game.declared:
        entry = each.difference
        numbers = ", ".join(map(str, each.deviations))
        shown = f" (deviation {numbers})" if numbers else ""
        yield f"known, until {entry.until}: {entry.about}: {each.status}{shown}: {entry.reason}"
    if game.beyond:
        answers = counted(game.beyond, "further wrong answers")
        yield f"no known difference covers {answers}, which no deviation shows"


def left_out(game: GameReport) -> Iterator[str]:
    """Say how many vectors do not apply, and why: they are neither passed nor failed."""
    for reason, number in game.left_out.items():
        yield f"not asked: {counted(number, 'vectors')}, as {reason}"


def reasons(game: GameReport) -> dict[str, int]:
    """Count the unsupported cases by the engine's reason."""
    found: dict[str, int] = {}
    for case in game.cases:
        if case.status is Status.UNSUPPORTED:
            found[case.detail] = found.get(case.detail, 0) + 1
    return found


def fault_line(fault: FaultMet) -> str:
    """Describe a fault in one line, with the options that are not the defaults."""
    context = [fault.doing]
    if fault.params:
        context.append(f"parameters {options(fault.params)}")
    if fault.rulings:
        context.append(f"rulings {options(fault.rulings)}")
    if fault.moves:
        context.append(f"after {' '.join(fault.moves)}")
    return f"fault ({fault.kind}): {fault.message} [{', '.join(context)}]"


def deviation_lines(number: int, deviation: ReportedDeviation) -> Iterator[str]:
    """Describe a deviation, with its position."""
    yield f"deviation {number}: {deviation.sentence}"
    if deviation.params:
        yield f"  parameters: {options(deviation.params)}"
    if deviation.explained_by:
        yield f"  explained by: {deviation.explained_by}"
    if deviation.known:
        yield f"  known: {deviation.known}"
    yield f"  {deviation.shortness}; {met(deviation)}"
    yield f"  {leading(deviation)}"
    for clause in deviation.clauses:
        yield f"  {clause.clause}: {clause.demand}"
        yield f"    “{clause.quotation}” ({clause.source})"
    for heading, board in drawings_of(deviation):
        if heading:
            yield f"  {heading}:"
        yield from (f"  {line}".rstrip() for line in board.splitlines())


def leading(deviation: ReportedDeviation) -> str:
    """Say how the clauses were found that follow, or why there are none."""
    return f"{deviation.because}{':' if deviation.clauses else ''}"


def drawings_of(deviation: ReportedDeviation) -> Iterator[tuple[str, str]]:
    """Yield the drawing of the position; if the engine's differs, both, each under its heading."""
    if deviation.their_text is None:
        yield "", deviation.text
        return
    yield BY_THE_RULES, deviation.text
    marked = f", {MARKED}" if "^" in deviation.their_text else ""
    yield f"{BY_THE_ENGINE}{marked}", deviation.their_text


def met(deviation: ReportedDeviation) -> str:
    """Say where a deviation was met."""
    return f"met in {counted(deviation.times, 'cases')}, first in {deviation.source}"


def markdown(report: Report) -> str:
    """Write a report as Markdown, for the summary of a build."""
    return "\n".join(markdown_lines(report)) + "\n"


def markdown_lines(report: Report) -> Iterator[str]:
    """Yield the lines of the Markdown summary."""
    yield f"# {escaped(report.name)}: {outcome(report)}"
    yield ""
    how = f"effort {report.effort}, seed {report.seed}, rulewright {report.version}"
    yield f"{code(report.command)}, {how}"
    for fault in report.faults:
        yield f"- {escaped(fault_line(fault))}"
    if report.readings:
        yield ""
        yield from markdown_table(READING_HEADER, reading_rows(report))
    for game in report.games:
        yield from markdown_game(report, game)


def markdown_game(report: Report, game: GameReport) -> Iterator[str]:
    """Yield the lines about one game."""
    yield ""
    yield f"## {escaped(verdict_line(game))}"
    yield ""
    yield sentence(escaped(game.plays))
    if game.suggestion:
        yield code(hint(report, game))
    yield ""
    yield from markdown_table(STAGE_HEADER, stage_rows(game))
    if game.left_out:
        yield ""
    yield from (f"- {escaped(line)}" for line in left_out(game))
    if game.questions:
        yield ""
        rows = question_rows(game)
        yield from markdown_table(QUESTION_HEADER, rows)
    for number, deviation in enumerate(game.deviations, start=1):
        yield from markdown_deviation(number, deviation)
    if game.unexplained:
        yield ""
    yield from (f"- {escaped(line)}" for line in unexplained_lines(game))
    if game.faults or reasons(game):
        yield ""
    yield from (f"- {escaped(fault_line(fault))}" for fault in game.faults)
    for reason, number in reasons(game).items():
        yield f"- unsupported ({counted(number, 'cases')}): {escaped(reason)}"
    if game.declared:
        yield ""
    yield from (f"- {escaped(line)}" for line in declared_lines(game))


def markdown_deviation(number: int, deviation: ReportedDeviation) -> Iterator[str]:
    """Yield the lines about one deviation."""
    yield ""
    yield f"### Deviation {number}: {escaped(deviation.sentence)}"
    yield ""
    if deviation.params:
        yield f"Parameters: {code(options(deviation.params))}."
    if deviation.explained_by:
        yield f"Explained by {code(deviation.explained_by)}."
    if deviation.known:
        yield f"Known: {escaped(deviation.known)}."
    yield f"{sentence(deviation.shortness)} {sentence(escaped(met(deviation)))}"
    yield sentence(leading(deviation))
    yield ""
    for clause in deviation.clauses:
        yield f"> **{clause.clause}** {escaped(clause.demand)}"
        yield f"> “{escaped(clause.quotation)}” ({clause.source})"
        yield ">"
    yield ""
    for heading, board in drawings_of(deviation):
        if heading:
            yield sentence(heading)
            yield ""
        yield "```text"
        yield board
        yield "```"


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table."""
    yield f"| {' | '.join(header)} |"
    yield "|---" * len(header) + "|"
    for row in rows:
        yield f"| {' | '.join(map(escaped, row))} |"


def sentence(text: str) -> str:
    """Return a statement as a sentence, or as what leads to a quotation."""
    begins_with_a_reading = "=" in text.partition(" ")[0]
    first = text[:1] if begins_with_a_reading else text[:1].upper()
    return f"{first}{text[1:]}{'' if text.endswith(':') else '.'}"


def escaped(text: str) -> str:
    """Write text so that Markdown shows it as it is, blanks apart."""
    return SPECIAL.sub(r"\\\g<0>", " ".join(visible(text).split()))


def code(text: str) -> str:
    """Write text as code; nothing if there is none."""
    shown = visible(text)
    fence = "`" * (max(map(len, re.findall("`+", shown)), default=0) + 1)
    return f"{fence} {shown} {fence}" if "`" in shown else shown and f"`{shown}`"
