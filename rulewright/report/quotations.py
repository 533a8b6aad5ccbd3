"""The words of a rulebook as a page shows them: in which language, and in English where known."""

from __future__ import annotations

import re

from attrs import frozen

from rulewright.spec.registry import Quotation, Rulebook, words

CODES = {
    "Chinese": "zh",
    "Czech": "cs",
    "Dutch": "nl",
    "English": "en",
    "French": "fr",
    "German": "de",
    "Italian": "it",
    "Japanese": "ja",
    "Korean": "ko",
    "Polish": "pl",
    "Portuguese": "pt",
    "Russian": "ru",
    "Spanish": "es",
}
"""The codes (BCP 47) of languages that rulebooks name by their English names."""
CODE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*")


def code_of(language: str) -> str:
    """Find the BCP 47 code of a language, named or given as a code; "" (unknown, in HTML) for others."""
    return CODES.get(language) or (language if CODE.fullmatch(language) else "")


@frozen
class Quoted:
    """Words of a rulebook, the code of their language, and the same in English ("" where not known)."""

    text: str
    language: str
    english: str


def quoted(quotation: Quotation | str, book: Rulebook) -> Quoted:
    """Tell of a quotation, or of words that stand in one of the sources, what a page shows of it."""
    text = quotation if isinstance(quotation, str) else quotation.text
    named = "" if isinstance(quotation, str) else quotation.source
    language = next(
        (
            code_of(source.language)
            for source in book.sources
            if source.name == named or (not named and words(text) in words(source.text))
        ),
        "",
    )
    return Quoted(text, language, english_of(book, text) if language != "en" else "")


def english_of(book: Rulebook, text: str) -> str:
    """Find the translation of some words: those that a question is about first are translated."""
    return next(
        (each.english for each in book.questions if words(each.quotations[0].text) == words(text)),
        "",
    )
