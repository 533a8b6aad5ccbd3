"""Begin a run: which games, which seed, and when it ends; what was chosen before is kept in the file."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from math import inf

from rulewright.campaign.file import CampaignFile
from rulewright.campaign.running import NAMED, TARGET, CampaignGoal, CampaignRun, Say, seed_of
from rulewright.parts import Executor
from rulewright.play.games import game_names

SEEDS = 2**32
ANSWER = 60.0
"""Seconds for one answer of an engine that is not compiled, at most."""


def goal_of(
    file: CampaignFile, seconds: float | None, held: int | None, limit: float
) -> CampaignGoal:
    """Return when a run ends: at the last target of the campaign if neither is given."""
    target = file.fact(TARGET) if held is None and seconds is None else held
    return CampaignGoal(
        inf if seconds is None else seconds, target, limit, answer=min(ANSWER, limit / 2)
    )


def opened_run(
    file: CampaignFile,
    named: Sequence[str],
    seed: int | None,
    executor: Executor,
    *,
    goal: CampaignGoal,
    heard_by: tuple[Say, Say, Say],
) -> CampaignRun:
    """Return a run of the games that are named, or of those of the campaign, or of all.

    `heard_by` are called with progress, findings and plans. Raises `OtherSeed`, and what a
    game raises that cannot be loaded.
    """
    chosen = seed_of(file, seed, secrets.randbelow(SEEDS))
    every = tuple(named) or tuple(file.fact(NAMED) or game_names())
    run = CampaignRun.opened(file, every, chosen, executor, goal=goal, heard_by=heard_by)
    file.set_fact(NAMED, every)
    if goal.held is not None:
        file.set_fact(TARGET, goal.held)
    return run
