"""Campaigns: checks that run for hours or on many machines, and keep what they have found in a file."""

from rulewright.campaign.examples import CampaignExamples
from rulewright.campaign.file import CampaignDiskFull, CampaignFile, CampaignInUse, NoCampaign
from rulewright.campaign.opening import goal_of, opened_run
from rulewright.campaign.state import CampaignState, state_of

__all__ = [
    "CampaignDiskFull",
    "CampaignExamples",
    "CampaignFile",
    "CampaignInUse",
    "CampaignState",
    "NoCampaign",
    "goal_of",
    "opened_run",
    "state_of",
]
