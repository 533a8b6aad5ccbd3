"""A campaign in one process: what was planted is found, kept, and looked at first."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from attrs import evolve
from common.campaign_runs import Here, played, totals_of
from common.guest_forms import edited

from rulewright.campaign import CampaignFile, CampaignInUse, NoCampaign, state_of
from rulewright.campaign.export import exported, vector_of
from rulewright.campaign.file import CampaignDamaged, CampaignDiskFull
from rulewright.campaign.page import page_of
from rulewright.campaign.plan import GameInView, OptionsToPlay, planned_round
from rulewright.campaign.running import OtherSeed, seed_of
from rulewright.campaign.telling import lines_of
from rulewright.campaign.work import LAWS, EnginesOfPart, done
from rulewright.campaign.wrong import finding_of, wrong_after
from rulewright.parts import PartCrashed, Totals, WorkPart, version
from rulewright.play import games
from rulewright.play.replay import state_after
from rulewright.vectors.failures import first_failure
from rulewright.vectors.vector import read_vector

Guest = Callable[..., str]
HIDES, RAISES, HANGS = "hides an action", "raises", "hangs"
POSITIONS = 4_000


def test_a_planted_difference_is_found_shrunk_kept_and_reported_first(
    guest: Guest, tmp_path: Path
) -> None:
    """Rhomb hides an action in a position that about one game of eighty reaches."""
    game, file = guest(HIDES), tmp_path / "c"
    first = played(file, game, POSITIONS)
    assert first.run.found > 0
    with CampaignFile.read(str(file)) as opened:
        (finding, *_) = state_of(opened, "c").findings
    assert finding.finding.kind == "difference"
    assert list(finding.finding.moves) == ["a1", "c3"]
    again = played(file, game, POSITIONS)
    assert again.said[0].startswith("still there: difference")
    assert " ".join(finding.finding.moves) in again.said[0]
    assert again.run.parts == 0  # what was done is never done again


def test_a_game_with_a_swap_is_shown_without_it(guest: Guest) -> None:
    """Removing moves cannot do that: the nearest games are tried as well."""
    part = WorkPart(guest(HIDES), "lockstep", {"n": 3}, {}, 0, {}, "")
    moves = ("c3", "swap", "a1", "b2")
    engines = EnginesOfPart.of(part)
    wrong = wrong_after(part, engines, moves, limit=60.0)
    assert wrong is not None
    assert wrong.moves == moves[:3]
    found, by_moves = finding_of(part, lambda: EnginesOfPart.of(part), wrong, lambda *_: None)
    assert by_moves
    assert found.moves == ("a1", "c3")


def test_a_finding_is_gone_once_it_is_mended_and_older_results_do_not_count(
    guest: Guest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mended package has another version: nothing of the old one is in its totals."""
    game, file = guest(HIDES), tmp_path / "c"
    before = played(file, game, POSITIONS)
    right = guest()
    folder = tmp_path / "games"
    mended = (folder / right / "plain.py").read_text("utf-8").replace(right, game)
    # A new process would load the mended package; in this one the engines are replaced.
    (folder / game / "plain.py").write_text(mended, encoding="utf-8")
    reload(game, monkeypatch)
    after = played(file, game, 500)
    assert any(line.startswith("gone: difference") for line in after.said)
    assert not any(line.startswith("found") for line in after.said)
    (state,) = after.state.games
    assert not after.state.findings
    assert [older.parts for older in state.older] == [before.run.parts]
    assert state.positions < before.state.games[0].positions


def reload(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget a guest's package, as a new process would."""
    for name in [each for each in sys.modules if each.partition(".")[0] == game]:
        monkeypatch.delitem(sys.modules, name)
    version.sources.cache_clear()
    version.whole_digest.cache_clear()
    version.check_loaded.cache_clear()


# An alarm that rings in Hypothesis's callback of the garbage collector is lost there, and rings again.
@pytest.mark.filterwarnings("ignore:Exception ignored in.*gc_callback")
@pytest.mark.parametrize(
    ("wrong", "kind", "answer"), [(RAISES, "raised", 60.0), (HANGS, "hang", 0.4)]
)
def test_code_that_breaks_down_or_hangs_is_a_finding_with_its_moves(
    guest: Guest, tmp_path: Path, wrong: str, kind: str, answer: float
) -> None:
    """The code raises, or never ends, in the same position; it is shortened to two or three moves."""
    result = played(tmp_path / "c", guest(wrong), 2_000, answer=answer)
    found = [each.finding for each in result.state.findings]
    assert {each.kind for each in found} == {kind}
    reached = [games.specification(each.game, each.params, each.rulings) for each in found]
    positions = [
        engine.to_json(state_after(engine, each.moves))
        for engine, each in zip(reached, found, strict=True)
    ]
    assert any(each["red"] == ["a1"] and each["blue"] == ["c3"] for each in positions)
    assert all(len(each.moves) <= 3 for each in found) or kind == "hang"
    assert all(each.rulings and each.params == {"n": 3} for each in found)


def test_a_part_that_kills_its_workers_is_a_finding_with_its_options(
    guest: Guest, tmp_path: Path
) -> None:
    """The executor gives up after three deaths; the part is not handed out again."""

    class Dying(Here):
        def submit(self, work: Any, given: Any, limit: float = 0.0) -> Future[Any]:
            if given.share["number"] == 0:
                future: Future[Any] = Future()
                future.set_exception(PartCrashed("its process was killed"))
                self.finished.append(future)
                return future
            return super().submit(work, given, limit)

    file, game = tmp_path / "c", guest()
    first = played(file, game, 400, executor=Dying())
    assert {each.finding.kind for each in first.state.findings} == {"crash"}
    assert all(each.finding.rulings for each in first.state.findings)
    assert played(file, game, 400, executor=Dying()).run.parts == 0


def test_the_totals_are_the_same_however_it_was_interrupted(guest: Guest, tmp_path: Path) -> None:
    """Every few parts the coordinator is interrupted, in the middle of a round."""
    game = guest(HIDES)
    whole = played(tmp_path / "whole", game, POSITIONS)

    class Interrupted(Here):
        left = 6

        def submit(self, work: Any, given: Any, limit: float = 0.0) -> Future[Any]:
            self.left -= work is done
            if not self.left:
                raise KeyboardInterrupt
            return super().submit(work, given, limit)

    runs = 0
    while True:
        runs += 1
        try:
            last = played(
                tmp_path / "pieces", game, POSITIONS, executor=Interrupted(backwards=True)
            )
        except KeyboardInterrupt:
            continue
        break
    assert runs > 3
    assert totals_of(last.state) == totals_of(whole.state)


def test_nothing_that_was_reported_is_lost_on_a_full_disk(guest: Guest, tmp_path: Path) -> None:
    """SQLite refuses to let the file grow; with room again the totals are those of a quiet run."""
    game, file = guest(), tmp_path / "c"
    played(file, game, 300)
    reported = parts_in(file)
    make_tight(file)

    def small(opened: CampaignFile) -> None:
        pages = opened.row("PRAGMA page_count")[0]
        opened.database.execute(f"PRAGMA max_page_count = {pages}")

    with pytest.raises(CampaignDiskFull, match="every part that was reported as done is kept"):
        played(file, game, POSITIONS, prepare=small)
    assert parts_in(file) >= reported > 0
    assert totals_of(played(file, game, POSITIONS).state) == totals_of(
        played(tmp_path / "quiet", game, [300, POSITIONS]).state
    )


def make_tight(file: Path) -> None:
    """Rewrite a campaign in small pages, so that few more parts have room in those that there are."""
    with sqlite3.connect(file, isolation_level=None) as opened:
        for order in ("PRAGMA journal_mode = DELETE", "PRAGMA page_size = 512", "VACUUM"):
            opened.execute(order)
    opened.close()
    assert not file.with_name(f"{file.name}-wal").exists()


def parts_in(file: Path) -> int:
    """Count the parts that are done."""
    with CampaignFile.read(str(file)) as opened:
        return int(opened.row("SELECT count(*) FROM parts")[0])


def test_a_file_that_is_no_campaign_is_refused_and_left_alone(tmp_path: Path) -> None:
    """Text, a database of something else, a campaign of a later version, a folder, nothing at all."""
    text, other, later = tmp_path / "text", tmp_path / "other", tmp_path / "later"
    text.write_text("no database at all, but long enough to be looked at", encoding="utf-8")
    sqlite3.connect(other).execute("CREATE TABLE games (name TEXT)").connection.close()
    CampaignFile.write(str(later)).close()
    with sqlite3.connect(later) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    for file, says in ((text, "no campaign"), (other, "no campaign"), (later, "schema 99")):
        content = file.read_bytes()
        for opening in (CampaignFile.write, CampaignFile.read):
            with pytest.raises(NoCampaign, match=says):
                opening(str(file))
        assert file.read_bytes() == content
    with pytest.raises(NoCampaign, match="there is no campaign"):
        CampaignFile.read(str(tmp_path / "none"))
    with pytest.raises(NoCampaign, match="is a folder"):
        CampaignFile.write(str(tmp_path))
    assert not (tmp_path / "none").exists()
    with pytest.raises(NoCampaign, match="a device or a pipe"):
        CampaignFile.write(os.devnull)
    with pytest.raises(NoCampaign, match="cannot write '/proc/none': unable to open"):
        CampaignFile.write("/proc/none")


EDITS = (
    "DROP TABLE examples",
    "UPDATE facts SET value = 'x' WHERE name = 'seed'",
    "DELETE FROM facts",
    "UPDATE tallies SET totals = '[]'",
    "UPDATE findings SET finding = '{}'",
    "UPDATE rounds SET plan = '{', closed = NULL",
    "UPDATE versions SET sizes = 'none'",
)


def test_a_campaign_that_was_edited_is_refused_in_one_line(guest: Guest, tmp_path: Path) -> None:
    """Whatever does not read as a coordinator writes it: nothing goes on from there."""
    game, file = guest(HIDES), tmp_path / "c"
    held = found = 0
    while not found:  # games are played for a share of time
        held += 600
        found = played(file, game, held).run.found
    for number, edit in enumerate(EDITS):
        edited_one = tmp_path / f"edited {number}"
        copyfile(file, edited_one)
        with sqlite3.connect(edited_one) as database:
            assert database.execute(edit).rowcount, edit
        database.close()
        with pytest.raises(CampaignDamaged, match="is damaged, or was edited") as refused:
            played(edited_one, game, held + 300)
        assert "\n" not in str(refused.value), edit
    copyfile(file, unedited := tmp_path / "unedited")
    assert played(unedited, game, held + 300).said


def test_a_second_coordinator_is_refused(tmp_path: Path) -> None:
    """Also under another name of the file; once the first one is gone it is let in."""
    file, link = tmp_path / "c", tmp_path / "link"
    with CampaignFile.write(str(file)):
        link.symlink_to(file)
        for name in (file, link):
            with pytest.raises(CampaignInUse, match="one campaign has one coordinator"):
                CampaignFile.write(str(name))
        CampaignFile.read(str(file)).close()
    CampaignFile.write(str(link)).close()


def test_a_campaign_has_one_seed(tmp_path: Path) -> None:
    """Another seed would make other parts of the same numbers."""
    with CampaignFile.write(str(tmp_path / "c")) as file:
        assert [seed_of(file, None, 5), seed_of(file, None, 6), seed_of(file, 5, 7)] == [5, 5, 5]
        with pytest.raises(OtherSeed, match="has the seed 5, not 8"):
            seed_of(file, 8, 9)


def test_games_go_where_little_was_seen() -> None:
    """A clause that rarely forbids alone, a pair of readings, and an occasion get more games."""
    readings = {"one": ("a", "b"), "other": ("c", "d")}
    options = [
        OptionsToPlay({}, {}),
        OptionsToPlay({}, {"one": "b"}),
        OptionsToPlay({}, {"one": "b", "other": "d"}),
        OptionsToPlay({"n": 3}, {}, "a capture"),
    ]
    clauses = {"X-1": (0, 9_000, 9_000), "X-2": (0, 1, 1), "X-9": (0, 0, 0)}
    seen = {
        0: Totals(9, {"games": 900, "positions": 90_000}, {"X-1": (0, 9_000, 9_000)}),
        1: Totals(9, {"games": 900, "positions": 90_000}, clauses),
        2: Totals(1, {"games": 1, "positions": 10}),
        3: Totals(9, {"games": 900, "positions": 90_000}),
    }
    view = GameInView(options, ("recorded", "laws"), readings, ("a capture",), "X-9", seen)
    plan = planned_round(view, 2, 64)
    why = {item.why: item.options for item in plan.items}
    assert why["X-2 alone forbade 1 candidate so far"] == 1
    assert why["one=b and other=d met in 1 game"] == 2
    assert why["the occasion 'a capture' was never met"] == 3
    assert not any("X-9" in each or "X-1" in each for each in why)
    assert plan.parts == 32
    rare = sum(item.parts for item in plan.items if item.why not in {*why} - rare_of(why))
    assert rare == 12
    assert [plan.item(at).kind for at in range(plan.parts)]
    with pytest.raises(LookupError, match="there is no part 32"):
        plan.item(32)


def rare_of(whys: dict[str, int]) -> set[str]:
    """Return the reasons that name something rare."""
    return {each for each in whys if "so far" in each or "met" in each}


def test_never_stands_beside_the_rule_of_three(guest: Guest, tmp_path: Path) -> None:
    """In the terminal, in JSON and on the page: 3/N is the most that is likely."""
    result = played(tmp_path / "c", guest(), POSITIONS)
    (game,) = result.state.games
    rule = f"no difference was found in {game.games:,} games: by the rule of three it happens in "
    rule += f"fewer than 1 of {game.games // 3:,} such games (95 %)"
    assert rule in "\n".join(lines_of(result.state))
    assert rule in game.as_json()["never"]
    page = page_of(result.state)
    assert rule in page
    assert page.count('<svg class="chart"') == 4
    assert "distinct positions, estimated" in page


def test_findings_are_exported_as_vectors_that_only_the_right_engine_passes(
    guest: Guest, tmp_path: Path
) -> None:
    """The vectors name no ruling that does not matter, and fail on what was found."""
    game = guest(HIDES)
    result = played(tmp_path / "c", game, POSITIONS)
    text, count, without = exported(result.state)[game]
    content = json.loads(text)
    assert count == len(content["vectors"]) > 0
    assert not without
    for each in content["vectors"]:
        vector = read_vector(game, each)
        given = game, vector.params, vector.rulings
        assert first_failure(games.specification(*given), vector) is None
        assert first_failure(games.implementation(*given), vector) is not None
        assert not vector.rulings


def test_a_broken_symmetry_is_exported_where_the_implementation_is_wrong(
    guest: Guest, tmp_path: Path
) -> None:
    """The moves of the finding may lead to the image, which the implementation has right."""
    game = guest(HIDES)
    result = played(tmp_path / "c", game, POSITIONS)
    (found, *_) = (each.finding for each in result.state.findings)
    for moves in (("a1", "c3"), ("c3", "a1")):
        vector = vector_of(evolve(found, check=LAWS, kind="refuted", moves=moves))
        assert vector is not None
        assert vector.moves == ("a1", "c3")
    assert vector_of(evolve(found, check=LAWS, kind="refuted", moves=("b2",))) is None


@pytest.mark.parametrize("kind", ["specified", "plain"])
def test_a_right_guest_has_no_finding_with_an_implementation_or_without(
    guest: Guest, tmp_path: Path, kind: str
) -> None:
    """Of a specification alone both evaluations of its rules are compared, and its symmetries."""
    result = played(tmp_path / "c", guest(kind=kind), 400)
    (game,) = result.state.games
    assert not result.state.findings
    assert game.positions >= 400
    assert game.totals.clauses["RHO-3"][2] > 0
    assert 0 < game.totals.distinct <= game.positions


def test_a_refuted_claim_is_a_finding(guest: Guest, tmp_path: Path) -> None:
    """The specification claims a symmetry that it has not; few games show it."""
    game = guest(kind="specified")
    edited(
        tmp_path / "games" / game,
        "spec.py",
        "return image[action]",
        'return {"a1": "a1", "c3": "c3"}.get(action, image[action])',
    )
    result = played(tmp_path / "c", game, 3 * POSITIONS)
    assert {each.finding.kind for each in result.state.findings} == {"refuted"}
    assert played(tmp_path / "c", game, 3 * POSITIONS).said[0].startswith("still there: refuted")
