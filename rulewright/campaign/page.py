"""The page about a campaign: findings with their boards, coverage over time, what was never seen."""

from __future__ import annotations

from collections.abc import Iterator

from jinja2 import ChoiceLoader, PackageLoader
from markupsafe import Markup

from rulewright import __version__
from rulewright.campaign.state import CampaignState, GameState
from rulewright.campaign.telling import CURVES, every_of
from rulewright.interface import RulewrightError
from rulewright.parts import PartFinding
from rulewright.play import games
from rulewright.play.replay import state_after
from rulewright.report.charts import LEFT, RIGHT, WIDE, chart, text
from rulewright.report.pages import environment
from rulewright.spec.svg import number
from rulewright.wording.options import options

HIGH, TOP = 90.0, 22.0
"""Height of a curve, and of what stands above it."""


def page_of(state: CampaignState) -> str:
    """Return the page as HTML."""
    report = environment()
    both = ChoiceLoader([PackageLoader("rulewright.campaign"), *filter(None, [report.loader])])
    template = report.overlay(loader=both).get_template("campaign.html.j2")
    return template.render(
        state=state, version=__version__, options=options, drawn=drawn, charts=charts_of
    )


def drawn(finding: PartFinding) -> Markup:
    """Draw the position that the moves of a finding lead to; nothing if that cannot be drawn."""
    try:
        engine = games.specification(finding.game, finding.params, finding.rulings)
        position = engine.to_json(state_after(engine, finding.moves))
        picture = games.specified(finding.game).draw.svg(engine, position, finding.moves[-1])
    except RulewrightError as refusal:
        return Markup("<p class='quiet'>not drawn: {}</p>").format(str(refusal))
    return Markup("<figure>{}</figure>").format(Markup(picture))  # noqa: S704 - drawings escape


def charts_of(game: GameState) -> Iterator[Markup]:
    """Yield a chart for each thing that is counted over time."""
    for name, what in CURVES.items():
        if len(game.points) > 1 and every_of(game, name) != "none":
            yield Markup(curve_of(game, name, what))  # noqa: S704 - charts escape what they show


def curve_of(game: GameState, name: str, what: str) -> str:
    """Draw a count over the games played, as steps from one complete round to the next."""
    points = [(int(each["games"]), int(each.get(name, 0))) for each in game.points]
    most_games = max(1, *(played for played, _ in points))
    most = max(1, *(count for _, count in points))
    full = WIDE - LEFT - RIGHT

    def elements() -> Iterator[str]:
        places = [
            (LEFT + full * played / most_games, TOP + HIGH * (1 - count / most))
            for played, count in points
        ]
        line = "L".join(f"{number(x)} {number(y)}" for x, y in [(LEFT, TOP + HIGH), *places])
        yield f'<path class="grid" d="M{number(LEFT)} {number(TOP)}H{number(WIDE - RIGHT)}"/>'
        yield f'<path class="axis" d="M{number(LEFT)} {number(TOP + HIGH)}H{number(WIDE - RIGHT)}"/>'
        yield f'<path d="M{line}" fill="none" stroke="var(--bar)" stroke-width="2"/>'
        last = points[-1][1]
        yield text(LEFT, 14, f"{what}: {last:,}{every_of(game, name)}")
        yield text(LEFT, TOP + HIGH + 16, "0")
        yield text(WIDE - RIGHT, TOP + HIGH + 16, f"{most_games:,} games", "end")

    values = (
        f"{game.game}: {what}, from {points[0][1]:,} to {points[-1][1]:,} in {most_games:,} games"
    )
    return chart(values, TOP + HIGH + 22, elements())
