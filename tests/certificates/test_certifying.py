"""Certificates from the first question to the checked folder; and all that can be wrong on the way."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from os import mkfifo
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner
from common.full_disk import without_room
from common.queries import CHOICE, ORDER, pigeons

from rulewright.certificates.answers import check
from rulewright.certificates.clauses import Encoding
from rulewright.certificates.folder import summary
from rulewright.certificates.text import Assertions, RefusedError
from rulewright.certifying.certifier import Certifier
from rulewright.certifying.keeping import Kept, digest
from rulewright.cli import application
from rulewright.commands.certificates import NOT_SHOWN
from rulewright.proofs.solving import SAT, UNSAT, Query

TEXT = pigeons(2)
CLAIM = Query("claim", TEXT, UNSAT)
WITNESS = Query("witness", "(declare-fun a () Bool)(assert a)", SAT, model={"a": True})


def certifier(folder: Path | None = None, kept: Path | None = None) -> Certifier:
    """Make one that keeps nothing, unless a folder is named."""
    return Certifier(Kept(kept), folder)


@pytest.mark.parametrize("text", [TEXT, ORDER, CHOICE, pigeons(4)])
def test_an_unsatisfiable_query_is_certified(text: str) -> None:
    """By clauses, or where integers have no bounds by multipliers."""
    found = certifier()([Query("query", text, UNSAT), WITNESS])
    assert (found.certified, found.evaluated, found.agreed, found.without) == (1, 1, 0, 0)
    assert (found.against, found.missing) == ("", "")


@pytest.mark.parametrize("text", [TEXT, "x" * 100_000])
def test_a_full_disk_keeps_nothing(text: str, tmp_path: Path) -> None:
    """It is no error: the query is certified again next time. And no empty file stays."""
    kept = Kept(tmp_path)
    with without_room():
        kept.put(text, "certificate", text)
        assert kept.get(text, "certificate") is None
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
    kept.put(text, "certificate", text)
    assert kept.get(text, "certificate") == text


def test_a_query_that_constants_decide_is_counted_apart() -> None:
    """It gets a certificate, but counts for nothing else."""
    text = "(declare-fun a () Bool)(assert a)(assert (not true))"
    found = certifier()([Query("query", text, UNSAT, decided=True)])
    assert (found.decided, found.certified) == (1, 0)


@pytest.mark.parametrize(
    ("query", "why"),
    [
        (Query("q", WITNESS.text, SAT, model={"a": False}), "q: the model does not satisfy"),
        (Query("q", WITNESS.text, SAT, model={}), "q: the model has no value for symbol a"),
        (Query("q", WITNESS.text, UNSAT), "q: CaDiCaL found a model of its clauses"),
    ],
)
def test_a_wrong_answer_of_the_solver_is_found(query: Query, why: str) -> None:
    """It is an error of the solver, never a verdict; those after it are not looked at."""
    found = certifier()([CLAIM, query, CLAIM])
    assert found.certified == 1
    assert found.against.startswith(why)


def test_a_query_that_the_checker_refuses_has_no_certificate() -> None:
    """Z3 writes the name -1 without bars, which other readers take for a number."""
    found = certifier()([Query("q", "(declare-fun -1 () Bool)(assert (not (= -1 -1)))", UNSAT)])
    assert (found.certified, found.against) == (0, "")


def test_what_is_counted_is_in_the_right_number() -> None:
    """One certificate, and two of them."""
    assert str(certifier()([CLAIM, WITNESS])).startswith("1 certificate, 1 model evaluated, 0 ")
    assert str(certifier()([CLAIM, CLAIM])).startswith("2 certificates, 0 models evaluated, 0 ")


def test_what_is_kept_is_only_checked(tmp_path: Path) -> None:
    """Without CaDiCaL, if need be; what is kept but wrong is made again."""
    assert certifier(kept=tmp_path)([CLAIM]).kept == 0
    again = certifier(kept=tmp_path)
    again.cadical = None
    assert (again([CLAIM]).kept, again([CLAIM]).certified) == (1, 1)
    (path,) = tmp_path.rglob("*.gz")
    for content in (b"", b"nonsense", path.read_bytes()[:40]):
        path.write_bytes(content)
        found = certifier(kept=tmp_path)([CLAIM])
        assert (found.kept, found.certified) == (0, 1)
    Kept(tmp_path).put(TEXT, "certificate", "diagrams\n1 0 1 0")
    assert certifier(kept=tmp_path)([CLAIM]).kept == 0


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    """And is no error."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert certifier(kept=tmp_path / "file")([CLAIM]).certified == 1


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of two queries with their certificates."""
    place = tmp_path / "certificates"
    place.mkdir()
    found = certifier(place)([CLAIM, Query("order", ORDER, UNSAT), WITNESS])
    write_manifest(place, [vars_of(entry) for entry in found.entries])
    return place


def vars_of(entry: object) -> dict[str, object]:
    """Return the fields of an entry, and the theorem that it is of."""
    from attrs import asdict  # noqa: PLC0415

    return {"theorem": "a_theorem", **asdict(entry)}  # type: ignore[arg-type]


def write_manifest(
    place: Path,
    queries: list[dict[str, object]],
    version: int = 1,
    asked: int | None = None,
    **more: str,
) -> None:
    """List queries, and the one theorem that asks them."""
    number = len(queries) if asked is None else asked
    theorem = {
        "name": "a_theorem",
        "statement": "Two pigeons are not in one hole.",
        "scope": "all pigeons",
        "clauses": ["PIG-1"],
        "assumptions": [],
        "queries": number,
        **more,
    }
    manifest = {"format": version, "game": "pigeons", "theorems": [theorem], "queries": queries}
    (place / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def listed(place: Path) -> list[dict[str, object]]:
    """Return what the manifest lists."""
    queries: list[dict[str, object]] = json.loads((place / "manifest.json").read_text())["queries"]
    return queries


def test_a_folder_is_checked_where_no_solver_can_be_imported(tmp_path: Path) -> None:
    """By the command and by the checker's own entry point."""
    folder = tmp_path / "proved"
    folder.mkdir()
    asked = [
        evolve(query, name=f"a_theorem-{name}")
        for query, name in (
            (CLAIM, "01-a-000-proof"),
            (Query("order", ORDER, UNSAT), "01-a-001-proof"),
            (WITNESS, "01-a-000-witness"),
        )
    ]
    entries = certifier(folder)(asked).entries
    write_manifest(folder, [vars_of(entry) for entry in entries], verdict="proved")
    blocked = "import sys; sys.modules.update(z3=None, pysat=None, cvc5=None)"
    line = "2 unsat with a certificate, 1 sat with a model, 0 without: all right"
    for run, said in (
        (
            "from rulewright.cli import main; main()",
            ["a_theorem: 2 proofs, 1 witness", NOT_SHOWN, line],
        ),
        ("import runpy; runpy.run_module('rulewright.certificates')", [line]),
    ):
        arguments = ["certificates", "check", str(folder)] if "cli" in run else [str(folder)]
        done = subprocess.run(
            [sys.executable, "-c", f"{blocked}; {run}", *arguments],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.splitlines() == said


def swapped(place: Path) -> None:
    """Exchange the certificates of two queries."""
    one, other = place / "claim.certificate", place / "order.certificate"
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)


def stamped(place: Path) -> None:
    """Exchange the certificates of two queries, and their digests."""
    swapped(place)
    queries = listed(place)
    queries[0]["certificate"], queries[1]["certificate"] = (
        queries[1]["certificate"],
        queries[0]["certificate"],
    )
    write_manifest(place, queries)


def truncated(place: Path) -> None:
    """Cut a certificate in half."""
    path = place / "claim.certificate"
    path.write_text(path.read_text()[: len(path.read_text()) // 2], encoding="utf-8")


def truncated_and_stamped(place: Path) -> None:
    """The same, with the digest of what is left."""
    truncated(place)
    queries = listed(place)
    queries[0]["certificate"] = digest((place / "claim.certificate").read_text())
    write_manifest(place, queries)


def weakened(place: Path) -> None:
    """Leave an assertion out of a query; the digest fits."""
    path = place / "claim.smt2"
    path.write_text(path.read_text().replace("(assert (or p0.0 p0.1))\n", ""), encoding="utf-8")
    queries = listed(place)
    queries[0]["query"] = digest(path.read_text())
    write_manifest(place, queries)


def answered_otherwise(place: Path) -> None:
    """Turn an answer around."""
    queries = listed(place)
    queries[2]["answer"] = "unsat"
    write_manifest(place, queries)


def uncertified(place: Path) -> None:
    """Leave a query without its certificate, as one that a second solver agreed on is."""
    queries = listed(place)
    queries[0]["certificate"] = None
    (place / "claim.certificate").unlink()
    write_manifest(place, queries)


def with_text(place: Path, name: str, kind: str, text: str) -> None:
    """Replace a query or a certificate, and its digest."""
    suffix = {"query": "smt2", "certificate": "certificate"}[kind]
    (place / f"{name}.{suffix}").write_text(text, encoding="utf-8")
    queries = listed(place)
    for query in queries:
        if query["name"] == name:
            query[kind] = digest(text)
    write_manifest(place, queries)


def repeated_by_another_name(place: Path) -> None:
    """List the files of a query once more, by a path that leads to them."""
    queries = listed(place)
    write_manifest(place, [*queries, {**queries[0], "name": "../certificates/claim"}])


def waiting_for_a_writer(place: Path) -> None:
    """Put a pipe where the manifest should be."""
    (place / "manifest.json").unlink()
    mkfifo(place / "manifest.json")


def never_ending(place: Path) -> None:
    """Put a device that never ends, and one that waits for a writer, where files should be."""
    (place / "claim.smt2").unlink()
    (place / "claim.smt2").symlink_to("/dev/zero")
    (place / "order.smt2").unlink()
    mkfifo(place / "order.smt2")


LONG = "".join(f"(declare-fun x{each} () Bool)" for each in range(3000))
SUM_OF_MANY = f"{LONG}(assert (<= (+ {' '.join(f'(ite x{i} 1 0)' for i in range(3000))}) 1500))"


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("witness", '{"a": false, "a": true}', "JSON names a key twice"),
        ("witness", '{"a": true, "unused": NaN}', "no JSON object that has each key once: "),
        ("witness", '[["a", true]]', "no JSON object"),
        ("witness", "[" * 100_000, "no JSON object"),
        ("witness", '{"a": 1}', "the model has no value for symbol a"),
        ("claim", "", "unknown encoding"),
        ("claim", "diagrams\n", "the certificate does not end with the empty clause"),
        ("claim", "diagrams", "the certificate does not end with the empty clause"),
        ("claim", "diagrams\r\n", "unknown encoding"),
    ],
)
def test_what_is_no_certificate_is_refused(folder: Path, name: str, text: str, why: str) -> None:
    """Whatever its digest says."""
    with_text(folder, name, "certificate", text)
    lines, right = summary(folder)
    assert not right
    assert any(line.startswith(f"{name}: {why}") for line in lines), lines


@pytest.mark.parametrize(
    "step",
    [
        "{next} 1 0 0",
        "{last} 1 0 1 0",
        "1 1 0 1 0",
        "{later} 1 0 1 0",
        "0{next} 1 0 1 0",
        "{next} -0 0 1 0",
        "{next} 01 0 1 0",
        "{next} 1 0 -1 0",
        "{next} 1 0 0 0",
        "{next} 1 0 99999 0",
        "{next} 1 0 1 0 ",
        "{next} 1 0 1",
        "{next} \u0661 0 1 0",
        "{next} 1 0 1 0\r",
        "{next} 1 0 " + "9" * 5000 + " 0",
        "farkas 1 0 -1 0",
        "farkas 0 0",
    ],
)
def test_a_step_that_is_out_of_order_or_range_is_refused(step: str) -> None:
    """The numbers of clauses go on by one, and hints are numbers of earlier clauses."""
    text = "(declare-fun a () Bool)(assert a)(assert (not a))"
    assert Encoding(Assertions(text), "diagrams").clauses == [(1,), (2,), (-2,)]
    check(text, UNSAT, "diagrams\n4 1 0 1 0\n5 0 2 3 0")
    with pytest.raises(RefusedError):
        check(text, UNSAT, f"diagrams\n{step.format(next=4, last=3, later=5)}\n5 0 2 3 0")


def test_what_stands_behind_the_empty_clause_is_read(folder: Path) -> None:
    """Nothing of a certificate is skipped."""
    certificate = (folder / "claim.certificate").read_text("utf-8")
    with_text(folder, "claim", "certificate", certificate + "and so on\n")
    assert not summary(folder)[1]


@pytest.mark.parametrize(
    "text",
    [
        '(set-info :a ";")(assert false)(set-info :b ";\n")',
        '(set-info :status ";")(assert false)(set-info :status ";\n)',
        "(declare-fun a () Bool); told\r(assert false)",
        "(declare-fun a () Bool)(assert a)|",
        "(declare-fun || () Bool)(assert |",
        "(declare-fun a () Int)(assert (<= a ٣))",
        "(declare-fun a () Int)(assert (<= " + "1" * 400 + " a))",
        "(assert " + "(not " * 100_000 + "true" + ")" * 100_000 + ")",
        SUM_OF_MANY,
    ],
)
def test_a_text_that_other_readers_read_otherwise_is_refused(folder: Path, text: str) -> None:
    """Strings that hide an assertion, comments that end early, digits of other scripts, and the like."""
    for name in ("claim", "witness"):
        with_text(folder, name, "query", text)
    lines, right = summary(folder)
    assert not right
    assert any(line.startswith("claim: ") for line in lines)
    assert text == SUM_OF_MANY or any(line.startswith("witness: ") for line in lines), lines


def test_a_manifest_that_lists_fewer_queries_than_the_theorem_asks_is_refused(folder: Path) -> None:
    """Also if their files are gone, and what is left is right."""
    queries = listed(folder)
    for kind in ("smt2", "certificate"):
        (folder / f"{queries[0]['name']}.{kind}").unlink()
    write_manifest(folder, queries[1:], asked=len(queries))
    with pytest.raises(RefusedError, match="do not add up"):
        summary(folder)


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda place: (place / "claim.smt2").unlink(), "claim: no plain file in this folder"),
        (never_ending, "order: no plain file"),
        (never_ending, "claim: no plain file"),
        (repeated_by_another_name, "../certificates/claim: no plain file in this folder"),
        (
            lambda place: (place / "claim.certificate").unlink(),
            "claim: no plain file in this folder",
        ),
        (lambda place: (place / "other.smt2").touch(), "other.smt2: not listed"),
        (lambda place: (place / "claim.smt2").write_bytes(b"\xff"), "claim: claim.smt2 is not"),
        (truncated, "claim: claim.certificate is not what the manifest lists"),
        (truncated_and_stamped, "claim: "),
        (swapped, "claim: claim.certificate is not"),
        (stamped, "claim: "),
        (weakened, "claim: "),
        (answered_otherwise, "witness: "),
    ],
)
def test_a_spoilt_folder_is_not_all_right(
    folder: Path, spoil: Callable[[Path], object], why: str
) -> None:
    """Status 1, and one line for each file that is wrong."""
    spoil(folder)
    done = CliRunner().invoke(application, ["certificates", "check", str(folder)])
    assert done.exit_code == 1
    assert any(line.startswith(why) for line in done.stdout.splitlines()), done.stdout
    assert done.stdout.splitlines()[-1].endswith(" wrong")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda place: (place / "manifest.json").unlink(),
        lambda place: (place / "manifest.json").write_text("[]", encoding="utf-8"),
        lambda place: (place / "manifest.json").write_text('{"form', encoding="utf-8"),
        lambda place: (place / "manifest.json").write_text("[" * 100_000, encoding="utf-8"),
        lambda place: (place / "manifest.json").write_text('{"queries": [], "queries": []}'),
        lambda place: (place / "manifest.json").write_text(
            (place / "manifest.json").read_text().replace('"theorem": "a_theorem", ', "", 1)
        ),
        waiting_for_a_writer,
        lambda place: write_manifest(place, listed(place), version=2),
        lambda place: write_manifest(place, [*listed(place), listed(place)[0]]),
        lambda place: write_manifest(place, [{"name": "claim"}]),
        lambda place: write_manifest(place, [{**listed(place)[0], "name": 3, "query": 4}]),
    ],
)
def test_a_folder_without_a_manifest_is_bad_input(
    folder: Path, spoil: Callable[[Path], object]
) -> None:
    """Status 2, and one line."""
    spoil(folder)
    done = CliRunner().invoke(application, ["certificates", "check", str(folder)])
    if done.exit_code == 1:  # readable, but its files are not
        assert done.stdout.splitlines()[-1].endswith(" wrong")
        return
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ")
    assert "manifest.json" in done.stderr
    assert "Error(" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_a_manifest_lacks_is_named(folder: Path) -> None:
    """A raw `KeyError('theorem')` was told."""
    path = folder / "manifest.json"
    whole = path.read_text("utf-8")
    for text, why in (
        (whole.replace('"theorem": "a_theorem", ', "", 1), "something in it has no 'theorem'"),
        (whole.replace('"queries": [', '"queries": 7, "others": [', 1), "is of another type"),
        (whole.replace('"format": 1', '"format": 2', 1), "not of format 1"),
    ):
        assert text != whole
        path.write_text(text, encoding="utf-8")
        done = CliRunner().invoke(application, ["certificates", "check", str(folder)])
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr.startswith(f"error: no readable manifest.json in '{folder}': ")
        assert why in done.stderr


def test_a_folder_in_which_a_certificate_is_missing_has_nothing_wrong(folder: Path) -> None:
    """But it is not all right."""
    uncertified(folder)
    lines, right = summary(folder)
    assert not right
    assert lines == [
        "1 unsat with a certificate, 1 sat with a model, 1 without: not all right",
    ]


def test_a_manifest_that_names_a_key_twice_is_said_to(folder: Path) -> None:
    """Whichever of its objects does: readers take the first value or the last."""
    path = folder / "manifest.json"
    text = path.read_text("utf-8")
    for more in ('"format": 1, "format"', '"queries": [], "queries"'):
        path.write_text(text.replace(more.split(", ")[-1], more, 1), encoding="utf-8")
        with pytest.raises(RefusedError, match="names a key twice"):
            summary(folder)


def test_an_empty_manifest_shows_nothing(tmp_path: Path) -> None:
    """Nothing to check is not all right."""
    write_manifest(tmp_path, [])
    assert summary(tmp_path)[1] is False


def test_the_text_is_that_of_the_certificate() -> None:
    """A certificate for one query is refused for another."""
    encoded = certifier()
    made = encoded._certificate(CLAIM, Counter())
    assert made is not None
    check(TEXT, UNSAT, made)
    assert encoded.cadical is not None
    encoded.cadical.stop()
