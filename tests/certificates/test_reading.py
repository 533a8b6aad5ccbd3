"""Texts of queries that other readers would take otherwise, and those that would take for ever."""

from __future__ import annotations

import pytest

from rulewright.certificates import text as reading
from rulewright.certificates.answers import holds
from rulewright.certificates.clauses import Encoding
from rulewright.certificates.text import Assertions, RefusedError

NO_SYMBOLS = r"-1 -1a 1a 1.0 #b1 #x1 :a [ a] ` a`b größe a\b a'b a{b a,b ² ٣ 007"
RESERVED = "_ as ! exists forall lambda match par assert check-sat set-info true ite and"
SYMBOLS = "|red/on/-1,0| |-1| |1a| |größe| |a;b| |(| k!0 ?x1 $x2 counted!3 -a a-1 a.b/c @x ~ <>"
"""What the provers write, with / where they write a space, and what else SMT-LIB allows."""
MOST = "rulewright.certificates.clauses.MOST"
BOUNDED = f"(declare-fun a () Int)(assert (<= 0 a))(assert (<= a {10**18 - 1}))"
CHOICES = "".join(f"(declare-fun c{each} () Bool)" for each in ("", *range(80)))


@pytest.mark.parametrize(
    "text",
    [
        "(check-sat)(assert true)",
        "(check-sat)(check-sat)",
        "(declare-fun a () Bool)(assert a)(check-sat)(assert (not a))",
        "(assert true)(set-logic ALL)",
        "(set-logic ALL)(set-logic ALL)",
        "(assert (= |5| 6))",
        "(assert (= |5| 5))",
        "(assert (= 05 5))",
        "(assert (= 00 0))",
        "(assert (= -1 (- 1)))",
        "(assert |true|)",
        "(assert (|and| true))",
        "(|assert| true)",
        "(assert (|let| ((a true)) a))",
        "(set-info |:status| unknown)",
        "(declare-fun || () Bool)",
        "(declare-fun |a\\b| () Bool)",
        "(declare-fun |a\0b| () Bool)",
        "(declare-fun |a\rb| () Bool)",
        "; a comment\0\n(assert true)",
        "(declare-fun a () Bool)[",
        "(declare-fun a () Bool)5a",
        "\ufeff(assert true)",
    ],
)
def test_what_is_an_error_to_other_readers_is_refused(text: str) -> None:
    """Or means something else to them."""
    with pytest.raises(RefusedError):
        Assertions(text)


@pytest.mark.parametrize("name", (NO_SYMBOLS + " " + RESERVED).split())
def test_what_is_no_name_is_refused(name: str) -> None:
    """Where it is declared, and where it is bound."""
    for text in ("(declare-fun {0} () Bool)", "(assert (let (({0} true)) {0}))"):
        with pytest.raises(RefusedError):
            Assertions(text.format(name))


@pytest.mark.parametrize("name", RESERVED.split())
def test_a_word_of_the_language_is_no_name_between_bars_either(name: str) -> None:
    """There it would be the same word."""
    with pytest.raises(RefusedError):
        Assertions(f"(declare-fun |{name}| () Bool)")


@pytest.mark.parametrize("name", [each.replace("/on/", " on ") for each in SYMBOLS.split()])
def test_names_that_the_provers_write_are_read(name: str) -> None:
    """A name between bars is the same one without them."""
    query = Assertions(f"(set-logic ALL)(declare-fun {name} () Bool)(assert {name})(check-sat)")
    assert query.symbols.keys() == {name.strip("|")}
    assert holds(query, {name.strip("|"): True})


def nested(start: str, step: str, end: str) -> str:
    """Bind a name again and again to something of what it was."""
    bound = "".join(f"(let ((x {step.format(each)})) " for each in range(80))
    return f"(let ((x {start})) {bound}{end}{')' * 81}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"{BOUNDED}(assert (<= (* {'a ' * 12}) 5))", "more than 20,000 variables"),
        (
            f"{CHOICES}(assert {nested('(ite c 1 0)', '(+ x (ite c{} x 0))', '(<= x 5)')})",
            "its sums are long",
        ),
        (f"(assert {nested('999999999999999999', '(* x x)', '(<= x 5)')})", "too large"),
    ],
)
def test_what_would_take_for_ever_is_refused(
    text: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Products of sums, and sums of choices, grow without a limit."""
    monkeypatch.setattr(MOST, 20_000)
    query = Assertions(text)
    with pytest.raises(RefusedError, match=why):
        Encoding(query, "diagrams")


def test_a_model_in_which_numbers_get_too_large_is_refused() -> None:
    """The same product, computed."""
    text = f"(assert {nested('999999999999999999', '(* x x)', '(<= x 5)')})"
    with pytest.raises(RefusedError, match="a huge one"):
        holds(Assertions(text), {})


def test_a_diagram_that_shares_next_to_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left differs after each choice, though little depends on it: few variables, many nodes."""
    monkeypatch.setattr(MOST, 20_000)
    declared = "".join(f"(declare-fun a{each} () Bool)" for each in range(40))
    weighed = " ".join(f"(* {2**45 + 2**each} (ite a{each} 1 0))" for each in range(40))
    query = Assertions(f"{declared}(assert (<= (+ {weighed}) {20 * 2**45 + 2**41}))")
    with pytest.raises(RefusedError, match="more than 20,000 nodes"):
        Encoding(query, "diagrams")


def test_what_is_asserted_several_times_is_gone_through_once() -> None:
    """Each conjunction names the one before twice."""
    text = f"(declare-fun a () Int)(assert {nested('(<= 0 a)', '(and x x)', 'x')})"
    assert Encoding(Assertions(text), "diagrams").integers == 2
    bounded = f"{text}(assert (<= a 6))"
    assert Encoding(Assertions(bounded), "diagrams").integers == 1


def test_a_short_text_of_very_many_terms_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """`distinct` is about all pairs: 3,000 arguments, of 32 kB, took three gigabytes."""
    pairs = " ".join(f"(+ x {number})" for number in range(100))
    query = f"(declare-fun x () Int)(assert (distinct {pairs}))"
    assert len(Assertions(query).terms) > 9_900
    monkeypatch.setattr(reading, "MOST", 9_000)
    with pytest.raises(RefusedError, match="it takes more than 9,000 terms"):
        Assertions(query)
