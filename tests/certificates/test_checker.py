"""The checker: what it reads, what its clauses mean, and that it believes nothing else than proofs."""

from __future__ import annotations

import ast
import random
import subprocess
import sys
from itertools import product
from pathlib import Path
from shutil import copytree

import pytest
from common.queries import assignments, has_model, pigeons, random_query
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright import certificates
from rulewright.certificates.answers import by_arithmetic, check, holds, refute
from rulewright.certificates.clauses import Encoding
from rulewright.certificates.text import Assertions, RefusedError
from rulewright.certifying.cadical import CaDiCaL
from rulewright.certifying.certifier import Certifier
from rulewright.certifying.hints import with_hints
from rulewright.certifying.keeping import Kept

FOLDER = Path(certificates.__file__).parent
FILES = {"text.py", "clauses.py", "answers.py", "folder.py", "__init__.py", "__main__.py"}
MOST_LINES = 400


def lines_of_code(text: str) -> int:
    """Count lines that are neither blank nor comments nor docstrings."""
    documented: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            documented |= set(range(node.lineno, (node.end_lineno or 0) + 1))
    return sum(
        bool(line.strip()) and line.strip()[0] != "#" and number not in documented
        for number, line in enumerate(text.splitlines(), start=1)
    )


def test_the_checker_is_small_enough_to_be_read() -> None:
    """Reader, encoder, the checks of models and proofs, the folder and the command, all in all."""
    sizes = {path.name: lines_of_code(path.read_text("utf-8")) for path in FOLDER.glob("*.py")}
    assert set(sizes) == FILES
    assert 0 < sum(sizes.values()) <= MOST_LINES
    assert lines_of_code('"""Doc."""\n\n# why\nx = 1\n') == 1


def test_the_checker_imports_the_standard_library_alone() -> None:
    """And its own modules; a copy of the folder runs anywhere."""
    imported = {
        name.split(".")[0]
        for path in FOLDER.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom) and not node.level
            else []
        )
    }
    assert imported
    assert imported <= sys.stdlib_module_names


@pytest.mark.parametrize(
    "text",
    [
        "(assert true",
        "(assert true))",
        "(assert x)",
        "(declare-fun x () Real)",
        "(declare-fun x () Int)(declare-fun x () Bool)",
        "(declare-fun |5| () Int)",
        "(declare-fun true () Bool)",
        "(declare-fun f (Int) Int)",
        "(declare-fun x () Int)(assert x)",
        "(declare-fun x () Int)(assert (and x true))",
        "(declare-fun x () Int)(assert (= x true))",
        "(assert (not true false))",
        "(assert (= true))",
        "(assert (let ((true false)) true))",
        "(assert (let ((a true) (a false)) a))",
        "(assert (let ((a true)) b))",
        "(assert (forall ((x Int)) true))",
        "(assert (ite true 1 false))",
        "(assert (<= 1 (div 4 2)))",
        "(assert (= (f true true) (f true true)))",
        '(assert (let ((" true)) true))',
        "(assert (let () true))",
        "(declare-fun a () Bool)(assert (let (xa) x))",
        "; a comment\r(assert false)",
        "(declare-fun \f () Bool)",
        "(declare-fun | () Bool)",
        "(assert (= (ite true true) (ite true true)))",
        "(assert ())",
        "(define-fun x () Int 3)",
        'assert "true"',
        "(push 1)",
    ],
)
def test_what_is_not_understood_is_refused(text: str) -> None:
    """No part of a query is skipped."""
    with pytest.raises(RefusedError):
        Assertions(text)


def test_bindings_hide_and_end() -> None:
    """All of one `let` at once, in the scope outside; and names mean again what they did."""
    text = "(declare-fun a () Bool)(declare-fun b () Bool)(assert {})"
    swapped = Assertions(text.format("(let ((a b) (b a)) (and a (not b)))"))
    assert holds(swapped, {"a": False, "b": True})
    after = Assertions(text.format("(and (let ((a b)) a) (not a))"))
    assert holds(after, {"a": False, "b": True})
    assert not holds(after, {"a": True, "b": True})


@pytest.mark.parametrize("model", [{}, {"x": True}, {"x": "2"}, {"x": 2.0}])
def test_a_model_needs_a_value_of_the_right_sort(model: dict[str, object]) -> None:
    """Nothing is completed or converted."""
    with pytest.raises(RefusedError, match="no value for symbol x"):
        holds(Assertions("(declare-fun x () Int)(assert (= x 2))"), model)


def satisfiable(clauses: list[tuple[int, ...]], fixed: dict[int, bool]) -> bool:
    """Try all values, by splitting and unit propagation."""
    left = [
        [one for one in clause if abs(one) not in fixed]
        for clause in clauses
        if not any(fixed.get(abs(one)) == (one > 0) for one in clause)
    ]
    if not left:
        return True
    shortest = min(left, key=len)
    return bool(shortest) and any(
        satisfiable([tuple(each) for each in left], {**fixed, abs(shortest[0]): value})
        for value in ([shortest[0] > 0] if len(shortest) == 1 else [True, False])
    )


@settings(max_examples=120, deadline=None)
@given(seed=st.integers(0, 10**9), depth=st.integers(1, 2))
def test_the_clauses_have_a_model_just_if_the_query_has_one(seed: int, depth: int) -> None:
    """By brute force on both sides, for terms of all operators."""
    text = random_query(seed, depth)
    encoded = Encoding(Assertions(text), "diagrams")
    assert encoded.integers == 1  # every symbol is bounded
    assert satisfiable(encoded.clauses, {}) == has_model(text)


def test_all_small_sums_are_encoded_as_they_are() -> None:
    """Each inequality over three Booleans with coefficients from -2 to 2, against all eight models."""
    checked = 0
    for weights in product(range(-2, 3), repeat=3):
        for limit in range(-3, 4):
            terms = " ".join(
                f"(* {spelt(w)} (ite {name} 1 0))" for w, name in zip(weights, "abc", strict=True)
            )
            text = "".join(f"(declare-fun {name} () Bool)" for name in "abc")
            for values in product((False, True), repeat=3):
                facts = " ".join(
                    name if value else f"(not {name})"
                    for name, value in zip("abc", values, strict=True)
                )
                query = Assertions(
                    f"{text}(assert (<= (+ {terms}) {spelt(limit)}))(assert (and {facts}))"
                )
                total = sum(w for w, value in zip(weights, values, strict=True) if value)
                assert satisfiable(Encoding(query, "diagrams").clauses, {}) == (total <= limit)
                checked += 1
    assert checked == 5**3 * 7 * 8


def test_all_small_choices_between_sums_are_encoded_as_they_are() -> None:
    """Each choice between two sums of two Booleans and a constant, against all eight models."""
    checked = 0
    declared = "".join(f"(declare-fun {name} () Bool)" for name in "abc")
    for weights in product((-1, 1, 2), repeat=4):
        one, other = (
            f"(+ (* {spelt(first)} (ite a 1 0)) (* {spelt(second)} (ite b 1 0)) {constant})"
            for first, second, constant in ((*weights[:2], 2), (*weights[2:], 0))
        )
        for a, b, c in product((False, True), repeat=3):
            total = weights[0] * a + weights[1] * b + 2 if c else weights[2] * a + weights[3] * b
            values = zip("abc", (a, b, c), strict=True)
            facts = " ".join(name if value else f"(not {name})" for name, value in values)
            for said in (total, total + 1):
                equal = f"(= (ite c {one} {other}) {spelt(said)})"
                query = Assertions(f"{declared}(assert (and {equal} {facts}))")
                assert satisfiable(Encoding(query, "diagrams").clauses, {}) == (said == total)
                checked += 1
    assert checked == 3**4 * 8 * 2


def spelt(number: int) -> str:
    """Spell a number: SMT-LIB has no sign."""
    return str(number) if number >= 0 else f"(- {-number})"


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_what_linear_arithmetic_leaves_open_excludes_no_model(seed: int) -> None:
    """The clauses with sums left open are implied: any model of the query satisfies them."""
    text = random_query(seed)
    try:
        encoded = Encoding(Assertions(text), "linear")
    except RefusedError:
        return
    if has_model(text):
        assert satisfiable(encoded.clauses, {})


def proof_of(text: str) -> str:
    """Make a certificate."""
    encoded = Encoding(Assertions(text), "diagrams")
    cadical = CaDiCaL()
    found = cadical.solve(encoded.clauses, 20)
    cadical.stop()
    steps = with_hints(encoded.clauses, found.lines)
    assert steps is not None
    lines = (" ".join(map(str, (number, *one, 0, *hints, 0))) for number, one, hints in steps)
    return "\n".join(["diagrams", *lines])


@pytest.fixture(scope="module")
def pigeonhole() -> tuple[str, str]:
    """A query with its certificate."""
    text = pigeons(3)
    return text, proof_of(text)


def is_accepted(text: str, certificate: str) -> bool:
    """Return whether the checker accepts a certificate; it refuses in one way only."""
    try:
        check(text, "unsat", certificate)
    except RefusedError:
        return False
    return True


def changed(certificate: str, draw: random.Random) -> str:
    """Change, drop, repeat or exchange something."""
    lines = certificate.splitlines()
    place = draw.randrange(len(lines))
    words = lines[place].split()
    word = draw.randrange(len(words))
    kind = draw.randrange(7)
    if kind == 0:
        del lines[place]
    elif kind == 1:
        other = draw.randrange(len(lines))
        lines[place], lines[other] = lines[other], lines[place]
    else:
        try:
            number = int(words[word])
        except ValueError:
            number = 0
        new = [number + draw.choice([-1, 1]), -number, draw.randrange(1, 300), 0]
        if kind == 2:
            del words[word]
        elif kind == 3:
            words.insert(word, str(draw.choice(new)))
        else:
            words[word] = draw.choice([*map(str, new), "x", "farkas"])
        lines[place] = " ".join(words)
    return "\n".join(lines)


def is_proof(text: str, certificate: str) -> bool:
    """Check a certificate anew and slowly: each clause must follow, whatever its hints are."""
    encoded = Encoding(Assertions(text), "diagrams")
    known = [set(clause) for clause in encoded.clauses]
    for line in certificate.splitlines()[1:]:
        numbers = [int(word) for word in line.split()[1:]]
        clause = set(numbers[: numbers.index(0)])
        true, grows = {-literal for literal in clause}, True
        conflict = False
        while grows and not conflict:
            grows = False
            for each in known:
                left = {literal for literal in each if -literal not in true}
                conflict = conflict or not left
                if len(left) == 1 and not left <= true:
                    true |= left
                    grows = True
        if not conflict:
            return False
        if not clause:
            return True
        known.append(clause)
    return False


CHANGES = 1500
ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")


def test_a_proof_has_no_numbers_with_leading_zeros(pigeonhole: tuple[str, str]) -> None:
    """Nor negative hints, nor digits of other scripts: other readers might take them otherwise."""
    text, certificate = pigeonhole
    first, *lines = certificate.splitlines()
    *step, hint, end = lines[0].split()
    for other in (f"0{hint}", f"-{hint}", hint.translate(ARABIC)):
        assert not is_accepted(text, "\n".join((first, " ".join((*step, other, end)), *lines[1:])))
    assert is_accepted(text, "\n".join((first, " ".join((*step, hint, end)), *lines[1:])))


@pytest.mark.parametrize("choice", ["(ite b i (* 2 i))", "(ite b i 0)", "(* i (ite b i i))"])
def test_an_integer_that_can_only_be_zero_is_encoded(choice: str) -> None:
    """It is a sum of nothing."""
    text = (
        "(declare-fun b () Bool)(declare-fun i () Int)(assert (<= 0 i))(assert (<= i 0))"
        f"(assert (<= 1 {choice}))"
    )
    assert is_accepted(text, proof_of(text))


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_a_changed_certificate_is_refused_unless_it_still_is_a_proof(
    pigeonhole: tuple[str, str], seed: int
) -> None:
    """Whatever is accepted is a proof by another check; the soak test tries 10,000 changes."""
    text, certificate = pigeonhole
    draw = random.Random(seed)
    refused = 0
    assert is_accepted(text, certificate)
    for _ in range(CHANGES if seed == 1 else 10_000):
        other = changed(certificate, draw)
        if not is_accepted(text, other):
            refused += 1
        else:
            assert other == certificate or is_proof(text, other)
    assert refused > CHANGES // 2


def test_a_query_that_has_a_model_has_no_proof(pigeonhole: tuple[str, str]) -> None:
    """The certificate of one query proves nothing of another, and no change makes it do so."""
    _, certificate = pigeonhole
    text = pigeons(3).replace("(assert (or p0.0 p0.1 p0.2))\n", "")
    draw = random.Random(1)
    assert not any(is_accepted(text, changed(certificate, draw)) for _ in range(300))


@pytest.mark.parametrize(
    "certificate",
    ["", "diagrams", "adders\n", "diagrams\n2 0 1 0", "diagrams\n99 0 0", "diagrams\nfarkas 0 0"],
)
def test_an_empty_proof_is_refused(certificate: str) -> None:
    """Even of a query that has no model; and the answer is one of two words."""
    text = "(declare-fun a () Bool)(assert a)(assert (not a))"
    assert not is_accepted(text, certificate)
    assert is_accepted(text, "diagrams\n4 0 2 3 0")
    with pytest.raises(RefusedError, match="no answer"):
        check(text, "proved", "diagrams\n4 0 2 3 0")


SUM = """(declare-fun x () Int)(declare-fun y () Int)
(assert (<= (+ x y) 3))(assert (>= x 2))(assert (>= y 2))"""


@pytest.mark.parametrize(
    ("multipliers", "accepted"),
    [
        ((1, 1, 1), True),
        ((2, 2, 2), True),
        ((1, 1, 0), False),
        ((-1, 1, 1), False),
        ((1, 1), False),
    ],
)
def test_multipliers_must_add_up_to_a_contradiction(
    multipliers: tuple[int, ...], accepted: bool
) -> None:
    """No integer may remain, and no multiplier is negative."""
    query = Assertions(SUM)
    literals = [-clause[0] for clause in Encoding(query, "linear").clauses[1:]]
    step = f"farkas {' '.join(map(str, literals))} 0 {' '.join(map(str, multipliers))} 0"
    certificate = f"linear\n{step}\n6 0 2 3 4 5 0"
    if accepted:
        refute(query, certificate)
    else:
        with pytest.raises(RefusedError):
            refute(query, certificate)


def test_booleans_in_sums_count_for_at_most_1() -> None:
    """Also where the clause fixes one of them; a multiplier of a plain literal adds nothing."""
    meaning = {2: (((5, 1), (6, 1)), 0), -2: (((5, -1), (6, -1)), -1)}
    by_arithmetic(meaning, (-2, -5), (1, 0))  # they add up to 0 at most, so 5 is false
    with pytest.raises(RefusedError):
        by_arithmetic(meaning, (-2, 5), (1, 0))
    with pytest.raises(RefusedError):
        by_arithmetic(meaning, (2, -5), (1, 1))


@pytest.mark.parametrize("seed", range(25))
def test_whatever_has_no_model_gets_a_certificate(seed: int) -> None:
    """And whatever has one gets none."""
    text = random_query(seed)
    certifier = Certifier(Kept(None))
    assert certifier.cadical is not None
    read = Assertions(text)
    made = [
        certificate
        for sums in ("diagrams", "linear")
        if not (sums == "linear" and "*" in text)
        and (certificate := _made(certifier, read, sums)) is not None
    ]
    certifier.cadical.stop()
    assert (len(made) > 0) != has_model(text)
    for certificate in made:
        check(text, "unsat", certificate)
    assert any(True for _ in assignments())


def _made(certifier: Certifier, read: Assertions, sums: str) -> str | None:
    from rulewright.certifying.certifier import ContradictionError  # noqa: PLC0415

    try:
        return certifier._by(Encoding(read, sums), 10, [])
    except ContradictionError:
        return None


def test_a_copy_of_the_folder_checks_certificates(
    pigeonhole: tuple[str, str], tmp_path: Path
) -> None:
    """With Python alone: neither rulewright nor any package can be imported there."""
    copytree(FOLDER, tmp_path / "checker")
    text, certificate = pigeonhole
    (tmp_path / "query").write_text(text, encoding="utf-8")
    (tmp_path / "proof").write_text(certificate, encoding="utf-8")
    program = (
        "from pathlib import Path; from checker.answers import check; "
        "check(Path('query').read_text(), 'unsat', Path('proof').read_text()); print('ok')"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("ok\n", "")
