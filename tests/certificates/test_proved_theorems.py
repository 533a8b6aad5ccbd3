"""A folder of right certificates shows no theorem that its queries do not prove."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.certifying.certifier import Certifier
from rulewright.certifying.keeping import Kept
from rulewright.checks.proving import Asked, proved
from rulewright.cli import application
from rulewright.commands import prove as command
from rulewright.commands.certificates import NOT_SHOWN, is_decided
from rulewright.play import games

NAME = "play_can_go_on_for_ever"
PROOF = f"{NAME}-00-a_piece_step_changes_where_the_mover_s_pieces_stand-000-proof"
Manifest = dict[str, Any]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A theorem's queries and certificates, as `prove --certify DIR` writes them."""
    place = tmp_path_factory.mktemp("proofs")
    patch = pytest.MonkeyPatch()
    patch.setattr(
        "rulewright.checks.proving.certifier", lambda *_: Certifier(Kept(None), folder=place)
    )
    verdict = proved("nonaga", Asked(certify=True, certificates=place), NAME, lambda _: None)
    patch.undo()
    (theorem,) = (each for each in games.theorems("nonaga") if each.name == NAME)
    assert verdict.holds
    command.write_manifest(place, [(theorem, verdict)], "nonaga")
    return place


def checked(place: Path) -> tuple[int, list[str]]:
    """Run the command; return its status and lines."""
    done = CliRunner().invoke(application, ["certificates", "check", str(place)])
    return done.exit_code, done.stdout.splitlines()


def test_what_is_written_is_all_right(written: Path) -> None:
    """Status 0, and what shows the theorem: who knows its proof sees whether a part is left out."""
    status, lines = checked(written)
    assert (status, len(lines)) == (0, 3)
    (theorem,) = json.loads((written / "manifest.json").read_text("utf-8"))["theorems"]
    kinds = "1 proof, 1 witness, 1 refuted twin"
    assert lines[0] == f"{theorem['name']}: {kinds}"
    assert lines[1] == NOT_SHOWN
    assert lines[2].endswith("all right")


def renamed(manifest: Manifest, place: Path, kind: str, other: str) -> None:
    """Call a query of a kind one of another kind, its files as well."""
    query = next(each for each in manifest["queries"] if each["name"].endswith(f"-{kind}"))
    old, new = query["name"], query["name"].removesuffix(kind) + other
    for suffix in ("smt2", "certificate"):
        (place / f"{old}.{suffix}").rename(place / f"{new}.{suffix}")
    query["name"] = new


def refuted(manifest: Manifest, _: Path) -> None:
    """Say that the theorem does not hold."""
    manifest["theorems"][0]["verdict"] = "refuted"


def without_a_verdict(manifest: Manifest, _: Path) -> None:
    """Say nothing about whether the theorem holds."""
    del manifest["theorems"][0]["verdict"]


def listed_twice(manifest: Manifest, _: Path) -> None:
    """List the theorem again, as it is."""
    manifest["theorems"].append(manifest["theorems"][0])


def no_whole_number(manifest: Manifest, _: Path) -> None:
    """Count its queries by a number that is not whole, though it is the same."""
    manifest["theorems"][0]["queries"] = float(manifest["theorems"][0]["queries"])


def counterexample(manifest: Manifest, place: Path) -> None:
    """Have a model of what must have none: a claim that is refuted, but called proved."""
    renamed(manifest, place, "twin", "proof")


def twin_that_holds(manifest: Manifest, place: Path) -> None:
    """Have no model of what is wrong on purpose."""
    renamed(manifest, place, "proof", "twin")


def of_no_kind(manifest: Manifest, place: Path) -> None:
    """Call a counterexample by a word that says nothing."""
    renamed(manifest, place, "twin", "example")


def vacuous(manifest: Manifest, place: Path) -> None:
    """Leave out what is given."""
    without(manifest, place, "witness")


def of_another_theorem(manifest: Manifest, _: Path) -> None:
    """Have the queries prove something else."""
    manifest["theorems"][0]["name"] = "something_else"
    for query in manifest["queries"]:
        query["theorem"] = "something_else"


def another_without_a_query(manifest: Manifest, _: Path) -> None:
    """Call proved what only computations are said to show."""
    manifest["theorems"].append({**manifest["theorems"][0], "name": "one_is_two", "queries": 0})


def of_chess(manifest: Manifest, _: Path) -> None:
    """Say that the theorem is about another game."""
    manifest["game"] = "chess"


def of_no_game(manifest: Manifest, _: Path) -> None:
    """Leave out which game the theorem is about."""
    del manifest["game"]


def without_a_digest(manifest: Manifest, _: Path) -> None:
    """List a query, but not what its text is."""
    manifest["queries"][0]["query"] = None


def without(manifest: Manifest, place: Path, *kinds: str) -> None:
    """Leave out queries of some kinds, consistently."""
    for query in [*manifest["queries"]]:
        if query["name"].rpartition("-")[2] in kinds:
            manifest["queries"].remove(query)
            for suffix in ("smt2", "certificate"):
                (place / f"{query['name']}.{suffix}").unlink()
    manifest["theorems"][0]["queries"] = len(manifest["queries"])


def twin_alone(manifest: Manifest, place: Path) -> None:
    """Leave all out that proves the theorem."""
    without(manifest, place, "proof", "witness")


def witness_alone(manifest: Manifest, place: Path) -> None:
    """Leave the proof out."""
    without(manifest, place, "proof")


def named(kind: str, other: str) -> Callable[[Manifest, Path], None]:
    """Return what gives a query a name in which something else follows the theorem."""

    def renamed_whole(manifest: Manifest, place: Path) -> None:
        query = next(each for each in manifest["queries"] if each["name"].endswith(f"-{kind}"))
        for suffix in ("smt2", "certificate"):
            (place / f"{query['name']}.{suffix}").rename(place / f"{NAME}-{other}.{suffix}")
        query["name"] = f"{NAME}-{other}"

    return renamed_whole


def described(key: str, *values: object) -> Callable[[Manifest, Path], None]:
    """Return what says something else of the theorem, or nothing."""

    def changed(manifest: Manifest, _: Path) -> None:
        del manifest["theorems"][0][key]
        manifest["theorems"][0].update(zip([key], values, strict=False))

    return changed


def clearing_the_screen(manifest: Manifest, _: Path) -> None:
    """Add a theorem whose name hides what stands before it."""
    name = "\x1b[2Jevery_game_is_fair: 1 proof"
    manifest["theorems"].append({**manifest["theorems"][0], "name": name, "queries": 0})


def without_its_certificate(manifest: Manifest, place: Path) -> None:
    """Have another solver agree with the proof, in place of its certificate."""
    query = next(each for each in manifest["queries"] if each["name"].endswith("-proof"))
    (place / f"{query['name']}.certificate").unlink()
    query |= {"certificate": None, "agrees": "cvc5"}


def decided_by_a_constant(manifest: Manifest, place: Path) -> None:
    """Have the proof rest on an assertion that is false whatever the rules are."""
    query = next(each for each in manifest["queries"] if each["name"].endswith("-proof"))
    for suffix, key, text in (
        ("smt2", "query", "(assert false)\n"),
        ("certificate", "certificate", "diagrams\n3 0 1 2 0\n"),
    ):
        (place / f"{query['name']}.{suffix}").write_text(text, encoding="utf-8", newline="\n")
        query[key] = sha256(text.encode()).hexdigest()


def spoilt(written: Path, place: Path, spoil: Callable[[Manifest, Path], None]) -> Path:
    """Copy a folder, with something changed in it or its manifest."""
    place.mkdir()
    for path in written.iterdir():
        (place / path.name).write_bytes(path.read_bytes())
    manifest = json.loads((place / "manifest.json").read_text("utf-8"))
    spoil(manifest, place)
    (place / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return place


def test_a_theorem_without_a_query_is_not_shown(written: Path, tmp_path: Path) -> None:
    """It may be proved by what is computed, so it is not wrong; but whoever reads the line knows."""
    status, lines = checked(spoilt(written, tmp_path / "proofs", another_without_a_query))
    assert status == 0
    said = "1 of 2 theorems asks for no proof, so nothing here shows it: one_is_two"
    assert said in lines
    assert lines[-1].endswith("all right, but for 1 theorem without a proof")


def test_a_folder_of_witnesses_alone_shows_nothing(written: Path, tmp_path: Path) -> None:
    """Its proofs may have been left out; or its cases are decided, as those of one of ARI's are."""
    status, lines = checked(spoilt(written, tmp_path / "proofs", witness_alone))
    assert status == 1
    found = "0 unsat with a certificate, 2 sat with a model, 0 without"
    assert lines == [
        f"{NAME}: 1 witness, 1 refuted twin",
        f"1 of 1 theorem asks for no proof, so nothing here shows it: {NAME}",
        NOT_SHOWN,
        f"{found}: not all right",
    ]


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (refuted, f"{NAME}: the theorem is refuted, not proved"),
        (without_a_verdict, f"{NAME}: the theorem is without a verdict, not proved"),
        (listed_twice, f"{NAME}: the theorem is listed 2 times"),
        (of_no_game, "manifest.json: it does not say its game"),
        (without_a_digest, f"{PROOF}: manifest.json lists no digest of its text"),
        (no_whole_number, f"{NAME}: 3.0 is no number of queries"),
        (counterexample, f"{NAME}: no theorem is proved that has sat for {NAME}-"),
        (twin_that_holds, f"{NAME}: no theorem is proved that has unsat for {NAME}-"),
        (of_no_kind, f"{NAME}: no theorem is proved that has sat for {NAME}-"),
        (vacuous, f"{NAME}: no query says that what is given can be"),
        (of_another_theorem, f"something_else: {NAME}-"),
        (clearing_the_screen, r"'\x1b[2Jevery_game_is_fair: 1 proof': no name of a theorem"),
        (twin_alone, f"{NAME}: no query says that what is given can be"),
        *(
            (named(kind, name), f"{NAME}: {NAME}-{name} does not name a part")
            for kind, name in (
                ("proof", "proof"),
                ("proof", "00-x-proof"),
                ("proof", "00-x-00-proof"),
                ("proof", "0-x-000-proof"),
                ("proof", "00-x y-000-proof"),
                ("proof", "00-x-000-proof-proof"),
                ("witness", "witness"),
                ("witness", "00-x-000-proof-witness"),
                ("twin", "twin"),
                ("twin", "00-x-000-twin"),
            )
        ),
        *(
            (described(key, *values), f"{NAME}: the manifest does not say its {key}")
            for key in ("statement", "scope")
            for values in ((), (None,), ("",), (3,), (["x"],), ("\u200b",))
        ),
        *(
            (described(key, *values), f"{NAME}: the manifest does not list its {key}")
            for key in ("clauses", "assumptions")
            for values in ((), (None,), ("NON-2",), ([3],), ({"NON-2": 1},))
        ),
    ],
)
def test_queries_that_do_not_prove_the_theorem_are_not_all_right(
    written: Path, tmp_path: Path, spoil: Callable[[Manifest, Path], None], why: str
) -> None:
    """Though each certificate shows the answer that is listed."""
    status, lines = checked(spoilt(written, tmp_path / "proofs", spoil))
    assert status == 1
    assert lines[0].startswith(why), lines
    assert lines[-1].endswith(" wrong")


def test_what_has_no_certificate_is_named_and_is_no_proof(written: Path, tmp_path: Path) -> None:
    """Two programs that agree have shown nothing that can be checked."""
    place = spoilt(written, tmp_path / "proofs", without_its_certificate)
    status, lines = checked(place)
    assert status == 1
    assert lines[0] == f"{NAME}: 1 witness, 1 refuted twin, 1 without a certificate"
    assert lines[1].startswith(f"{NAME}-")
    assert lines[1].endswith("-proof has no certificate: cvc5 agrees")
    assert lines[-1].endswith("1 without: not all right")


def test_no_solver_agrees_that_there_is_a_model(written: Path, tmp_path: Path) -> None:
    """What is noted beside a witness without a certificate says nothing: agreement is of `unsat`."""

    def agreed(manifest: Manifest, place: Path) -> None:
        query = next(each for each in manifest["queries"] if each["name"].endswith("-witness"))
        query |= {"certificate": None, "agrees": "cvc5"}
        (place / f"{query['name']}.certificate").unlink()

    status, lines = checked(spoilt(written, tmp_path / "proofs", agreed))
    assert status == 1
    assert next(each for each in lines if "no certificate" in each).endswith("has no certificate")


def test_a_wrong_certificate_is_no_proof(written: Path, tmp_path: Path) -> None:
    """It is not counted as one beside the line that calls it wrong."""
    place = spoilt(written, tmp_path / "proofs", lambda *_: None)
    (path,) = place.glob("*-proof.certificate")
    path.write_text("diagrams\n", encoding="utf-8")
    status, lines = checked(place)
    assert status == 1
    assert lines[0] == f"{NAME}: 1 witness, 1 refuted twin"


def test_what_a_constant_decides_is_told(written: Path, tmp_path: Path) -> None:
    """It may be as it should be; it is where rules say nothing."""
    status, lines = checked(spoilt(written, tmp_path / "proofs", decided_by_a_constant))
    assert status == 0
    kinds = "1 proof (1 decided by a constant), 1 witness, 1 refuted twin"
    assert lines[0] == f"{NAME}: {kinds}"


@pytest.mark.parametrize(
    ("asserted", "decided"),
    [
        ("false", True),
        ("(not true)", True),
        ("(and (not false) (or (not true) false))", True),
        ("; x\nfalse", True),
        ("(not a)) ; (assert false)\n(assert a", False),
        ("(or a false)", False),
        ("(=> true a)", False),
    ],
)
def test_what_decides_a_query_is_read_and_not_searched_for(asserted: str, decided: bool) -> None:
    """A comment decides nothing, and `false` may be written otherwise."""
    assert is_decided(f"(declare-fun a () Bool)(assert {asserted})") is decided


def test_assumptions_are_counted(written: Path, tmp_path: Path) -> None:
    """A theorem that rests on some is not like others."""
    assume = described("assumptions", ["the earth is flat"])
    _, lines = checked(spoilt(written, tmp_path / "proofs", assume))
    assert lines[0].endswith("1 refuted twin; rests on 1 assumption")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda *_: None, ["the same: 1 theorem, 3 queries"]),
        (described("statement", "Another."), [f"{NAME}: another statement", "1 differ"]),
        (
            another_without_a_query,
            ["one_is_two: the theorem is only in {other}", "1 differ"],
        ),
        (decided_by_a_constant, [f"{PROOF}: another text", "1 differ"]),
        (of_another_theorem, None),
        (of_chess, ["manifest.json: another game", "1 differ"]),
    ],
)
def test_two_folders_are_compared(
    written: Path,
    tmp_path: Path,
    spoil: Callable[[Manifest, Path], None],
    said: list[str] | None,
) -> None:
    """Whoever makes the queries anew sees whether they are those of the theorems."""
    other = spoilt(written, tmp_path / "proofs", spoil)
    done = CliRunner().invoke(application, ["certificates", "compare", str(written), str(other)])
    same = said is not None and len(said) == 1
    assert done.exit_code == (0 if same else 1)
    if said is not None:
        assert done.stdout.splitlines() == [each.format(other=other) for each in said]


@pytest.mark.parametrize("action", ["compare", "export"])
@pytest.mark.parametrize("file", ["manifest.json", f"{PROOF}.smt2"])
def test_a_file_that_never_ends_is_not_read(
    written: Path, tmp_path: Path, action: str, file: str
) -> None:
    """A pipe that nobody writes to: whoever reads it waits for ever."""
    place = spoilt(written, tmp_path / "proofs", lambda *_: None)
    (place / file).unlink()
    os.mkfifo(place / file)
    other = written if action == "compare" else tmp_path / "new"
    done = CliRunner().invoke(application, ["certificates", action, str(place), str(other)])
    assert done.exit_code == 2
    assert done.stderr.endswith(f": no plain file: {file}\n")


def test_what_is_listed_twice_is_not_compared(written: Path, tmp_path: Path) -> None:
    """The first of two theorems of one name may say anything."""
    other = spoilt(written, tmp_path / "proofs", listed_twice)
    done = CliRunner().invoke(application, ["certificates", "compare", str(other), str(written)])
    assert done.exit_code == 2
    assert f"{NAME} is listed 2 times" in done.stderr


def test_what_lists_no_theorem_is_not_compared(tmp_path: Path) -> None:
    """Two folders with nothing in them are not the same proofs."""
    command.write_manifest(tmp_path, (), "nonaga")
    asked = ["certificates", "compare", str(tmp_path), str(tmp_path)]
    done = CliRunner().invoke(application, asked)
    assert done.exit_code == 2
    assert "lists no theorem" in done.stderr


def test_another_answer_is_told(written: Path, tmp_path: Path) -> None:
    """The texts are the same."""
    other = spoilt(
        written, tmp_path / "proofs", lambda manifest, _: manifest["queries"][0].update(answer="x")
    )
    done = CliRunner().invoke(application, ["certificates", "compare", str(written), str(other)])
    assert done.exit_code == 1
    assert done.stdout.splitlines()[0].endswith(": another answer")


def test_a_folder_with_another_manifest_is_left_alone(tmp_path: Path) -> None:
    """Applications have a file of that name, too."""
    (tmp_path / "manifest.json").write_text('{"name": "my application"}', encoding="utf-8")
    (tmp_path / "mine.smt2").write_text("(check-sat)", encoding="utf-8")
    asked = ["prove", "nonaga", "--theorem", NAME, "--certify", str(tmp_path)]
    done = CliRunner().invoke(application, asked)
    assert done.exit_code == 2
    assert "has other files" in done.stderr
    assert {each.name for each in tmp_path.iterdir()} == {"manifest.json", "mine.smt2"}


def test_certificates_are_exported_into_an_empty_folder(written: Path, tmp_path: Path) -> None:
    """Files of other proofs would stand beside them, and a link would lead elsewhere."""
    asked = ["certificates", "export", str(written), str(tmp_path)]
    assert CliRunner().invoke(application, asked).exit_code == 0
    again = CliRunner().invoke(application, asked)
    assert again.exit_code == 2
    assert "has other files" in again.stderr
