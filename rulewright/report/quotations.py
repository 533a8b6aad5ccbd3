"""Quotations as a page shows them: with their language, and a translation where known."""

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
"""BCP 47 codes by the English names of languages."""
CODE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*")


def code_of(language: str) -> str:
    """Return the BCP 47 code of a language (its name or code); "" (unknown, in HTML) for others."""
    return CODES.get(language) or (language if CODE.fullmatch(language) else "")


@frozen
class Quoted:
    """A quotation, the code of its language, and its English translation ("" if unknown)."""

    text: str
    language: str
    english: str


def quoted(quotation: Quotation | str, book: Rulebook) -> Quoted:
    """Return a quotation, or words from one of the sources, with language and translation."""
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
    """Return the translation of a question's first quotation; "" for any other words."""
    return next(
        (each.english for each in book.questions if words(each.quotations[0].text) == words(text)),
        "",
    )
