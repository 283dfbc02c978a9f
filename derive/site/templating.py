"""The templates, and the few filters that they need."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from derive import locate
from derive.book.schema import called, is_mathml
from derive.book.shapes import Book
from derive.book.words import first_sentence

from .figures import commanded, in_short, in_words, spanned, typed
from .indexes import by_area, central_first, under_subjects
from .layout import Layout
from .onward import Limits, bare
from .prose import drawn, escaped, plain, segments

LETTER = re.compile(r'<a data-s="([^"]+)"')
WORD = re.compile(r"([A-Za-z_]\w*)")
INNER = re.compile(r'<a data-s="[^"]+"[^>]*>(.*?)</a>')


def environment(book: Book, layout: Layout) -> Environment:
    """A Jinja2 environment whose pages can link to everything in ``book``.

    A page's context holds ``file``, its Markdown file: links are relative to
    it, so that a site works under any address and without a server.
    """
    made = Environment(
        loader=FileSystemLoader(locate.templates()),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "ensure_ascii": False}
    made.globals |= {"book": book, "areas": by_area(book), "limits": Limits(book).on}
    # What whole runs and pictures a package has is known to whoever writes the whole site.
    made.globals |= {"instrument": None, "questions": [], "pictures": lambda _kind, _name: []}
    letters, names = addresses_of_letters(book), named(book)

    @pass_context
    def url(context: Context, address: str) -> str:
        return layout.href(address, context["file"])

    @pass_context
    def math(context: Context, mathml: str) -> Markup:
        return Markup(linked(checked(mathml), letters, layout, context["file"]))  # noqa: S704  # it is MathML

    @pass_context
    def prose(context: Context, text: str) -> Markup:
        return Markup(escaped(text, names, partial(url, context)))  # noqa: S704  # escaped for Markdown

    made.filters |= {
        "url": url,
        "math": math,
        "glyph": lambda mathml: Markup(INNER.sub(r"\1", checked(mathml))),  # noqa: S704  # it is MathML
        "plain": lambda text: plain(text, names),
        "prose": prose,
        "code": Markup,  # a code fence shows it as it is
        "segments": lambda text: segments(text, names),
        "grouped": grouped,
        "central_first": lambda items: central_first(items, book),
        "by_subject": lambda items: under_subjects(items, book),
        "thousands": thousands,
        "first_sentence": lambda text: first_sentence(text)[0] or text,
        "bare": bare,
        "called": called,
        "as_printed": as_printed,
        "lettered": lettered,
        "spanned": spanned,
        "commanded": commanded,
        "in_short": in_short,
        "in_words": in_words,
        "typed": typed,
    }
    return made


def as_printed(text: str) -> Markup:
    """A quotation of a document: its LaTeX drawn, anything else as code."""
    mathml = drawn(text) if "\\" in text else ""
    if mathml and is_mathml(mathml):
        return Markup(mathml)  # noqa: S704  # it is MathML
    return Markup("<code>{}</code>").format(text)


def lettered(text: str, fields: list[dict[str, str]]) -> Markup:
    """Words in which the names of a calculator's letters are drawn."""
    glyphs = {one["id"]: INNER.sub(r"\1", checked(one["mathml"])) for one in fields}
    return Markup().join(
        Markup(glyphs[word]) if word in glyphs else word  # noqa: S704  # it is MathML
        for word in WORD.split(text)
    )


def thousands(figure: str) -> str:
    """A figure whose whole number of many digits is set in groups of three."""
    number, *unit = figure.split(" ")
    return " ".join([f"{int(number):,}" if number.isdecimal() else number, *unit])


def checked(mathml: str) -> str:
    """MathML as it is; anything else is no part of a page."""
    assert is_mathml(mathml), f"not MathML: {mathml[:80]}"
    return mathml


def linked(mathml: str, letters: Mapping[str, str], layout: Layout, page: str) -> str:
    """The letters of a formula as links; one tab stop per formula, so none of its own."""

    def link(found: re.Match[str]) -> str:
        href = layout.href(letters[found[1]], page)
        return f'<a href="{href}" tabindex="-1" data-s="{found[1]}"'

    return LETTER.sub(link, mathml)


def addresses_of_letters(book: Book) -> dict[str, str]:
    """Where the explanation of each letter and each typed number is."""
    found = {name: f"symbols#number-{name}" for name in book["constants"]}
    return found | {name: symbol["address"] for name, symbol in book["symbols"].items()}


def named(book: Book) -> dict[str, dict[str, str]]:
    """What a name in backticks may mean; a symbol wins over a formula, that over a term."""
    records: dict[str, dict[str, str]] = {}
    for name, term in book["terms"].items():
        records[name] = {"kind": "term", "address": term["address"], "title": term["name"]}
    for name, page in book["formulas"].items():
        records[name] = {"kind": "formula", "address": page["address"], "title": page["title"]}
    for name, symbol in book["symbols"].items():
        about = {"kind": "symbol", "address": symbol["address"], "title": symbol["meaning"]}
        records[name] = {**about, "mathml": symbol["mathml"]}
    return records


def grouped(items: list[dict[str, Any]], key: str) -> list[tuple[str, list[dict[str, Any]]]]:
    """Items under the first letter of ``key``, both in order."""
    found: dict[str, list[dict[str, Any]]] = {}
    for item in sorted(items, key=lambda one: str(one[key]).lower()):
        found.setdefault(str(item[key])[:1].upper(), []).append(item)
    return list(found.items())
