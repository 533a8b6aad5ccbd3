"""Parts and their outcomes as data, and their merge in any order."""

from __future__ import annotations

import pickle
import shutil
from functools import reduce
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from common.parts_work import GAME, counted, made
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.parts import PartFinding, PartOutcome, Totals, WorkPart, version, version_of
from rulewright.parts.distinct import KEPT, estimated, hash_of, smallest
from rulewright.parts.processes import silent
from rulewright.parts.version import OtherSources, check_version


def some_outcomes(count: int) -> list[PartOutcome]:
    """Do some parts here."""
    return [counted(part, silent) for part in made(count, rules="any")]


def test_parts_and_outcomes_travel_as_json_and_pickled() -> None:
    """Nothing is lost, and the key is the same for everybody who makes the part."""
    for outcome in some_outcomes(12):
        assert PartOutcome.of_json(outcome.as_json()) == outcome
        assert pickle.loads(pickle.dumps(outcome)) == outcome  # noqa: S301 - our own
        part = WorkPart.of_json(outcome.part.as_json())
        assert (part, hash(part), part.key) == (outcome.part, hash(outcome.part), outcome.part.key)
        for finding in outcome.findings:
            assert PartFinding.of_json(finding.as_json()) == finding


def test_every_field_of_a_part_is_in_its_key() -> None:
    """Except that the same work under another version of the rules can be recognised."""
    (part,) = made(1, rules="one")
    changes = {
        "game": "ari",
        "check": "other",
        "params": {"n": 1},
        "rulings": {"end": "literal"},
        "seed": 2,
        "share": {"number": 1},
        "rules": "two",
    }
    others = {name: evolve(part, **{name: value}) for name, value in changes.items()}
    assert len({part.key, *(other.key for other in others.values())}) == len(changes) + 1
    assert [name for name, other in others.items() if other.work == part.work] == ["rules"]


@settings(max_examples=30, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(0, 40))
def test_the_order_of_a_merge_does_not_matter(random: Random, count: int) -> None:
    """Neither does how the parts are grouped."""
    outcomes = some_outcomes(count)
    expected = reduce(lambda total, each: total + Totals.of(each), outcomes, Totals())
    random.shuffle(outcomes)
    at = random.randrange(count + 1)
    one = reduce(lambda total, each: total + Totals.of(each), outcomes[:at], Totals())
    other = reduce(lambda total, each: Totals.of(each) + total, outcomes[at:], Totals())
    assert one + other == other + one == expected
    assert Totals.of_json(expected.as_json()) == expected
    assert expected.parts == count
    assert expected.counts.get("games", 0) == count
    assert len(expected.findings) == sum(number % 10 == 3 for number in range(count))


def test_what_is_kept_of_a_million_positions_stays_small() -> None:
    """The estimate is exact for few, and near for many, however they are split."""
    hashes = [hash_of(str(number).encode()) for number in range(20_000)]
    assert estimated(smallest(hashes[:100], hashes[:50])) == 100
    kept = smallest(smallest(hashes[:15_000]), smallest(hashes[10_000:]))
    assert kept == smallest(hashes)
    assert len(kept) == KEPT
    assert 0.8 < estimated(kept) / len(hashes) < 1.2


def test_the_version_rests_on_the_game_and_on_what_all_games_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A changed byte of either gives another version; another game's sources do not."""
    copy = tmp_path / "rulewright"
    shutil.copytree(version.HERE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(version, "HERE", copy)

    def versions() -> tuple[str, str]:
        version.sources.cache_clear()
        version.whole_digest.cache_clear()
        return version.whole_digest("nonaga"), version.whole_digest("minoa")

    try:
        before = versions()
        append(copy / "spec" / "nonaga" / "clauses.py")
        of_one_game = versions()
        append(copy / "spec" / "logic.py")
        of_both = versions()
        append(copy / "commands" / "verify.py")
        assert versions() == of_both
    finally:
        version.sources.cache_clear()
        version.whole_digest.cache_clear()
    assert of_one_game[0] != before[0]
    assert of_one_game[1] == before[1]
    assert of_both[0] != of_one_game[0]
    assert of_both[1] != before[1]


def append(file: Path) -> None:
    """Change a file."""
    file.write_text(file.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")


def test_a_part_for_other_sources_is_refused_in_one_line() -> None:
    """It names both digests."""
    (part,) = made(1, rules="0123456789abcdef")
    with pytest.raises(OtherSources) as refused:
        check_version(part)
    assert "0123456789abcdef" in str(refused.value)
    assert version_of(GAME) in str(refused.value)
    assert "\n" not in str(refused.value)
    check_version(evolve(part, rules=version_of(GAME)))
