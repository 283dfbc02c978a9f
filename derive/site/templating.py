"""The templates, the few filters that they need, and prose of the knowledge as Markdown.

In prose only backticks and dashes mean something. What errata quote of other documents is wrong
on purpose, so nothing in it is understood: letters, words and signs are set as they stand, as
MathML. A command that is not known leaves the quotation as code.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from derive import locate
from derive.book.pen import first_sentence
from derive.book.schema import called, is_mathml
from derive.book.shapes import Book

from .figures import commanded, in_short, in_words, spanned, typed
from .indexes import by_area, central_first, under_subjects
from .layout import Layout
from .onward import Limits, bare

SPAN = re.compile(r"(`[^`\n]+`)")
SPECIAL = re.compile(r"([\\*_{}\[\]#!])")
OPENING = re.compile(r"^(?:([-+>#])|(\d+)([.)]))(?=\s)")
DASH = re.compile(r"^\s*[-*]\s+")
TITLED = frozenset({"formula", "term"})
"""What prose calls by its title: its id is for commands, a letter is drawn."""

Names = Mapping[str, Mapping[str, str]]
"""What a word in backticks may be the name of."""
NO_NAMES: Names = MappingProxyType({})


def escaped(text: str, names: Names = NO_NAMES, href: Callable[[str], str] = str) -> str:
    """Prose as Markdown that says the same: no HTML, no emphasis, lists and names kept.

    ``href`` is the link to an address from the page that the prose stands on.
    """

    def spelled(span: str) -> str:
        """Inline code as it is, and a record that has a title by that title."""
        title = _title(span, names)
        return f"[{_words(title)}]({href(names[_word(span)]['address'])})" if title else span

    return "\n\n".join(
        block for part in re.split(r"\n\s*\n", text) for block in _blocks(part, spelled)
    )


def _word(span: str) -> str:
    return span.strip("`")


def _title(span: str, names: Names) -> str:
    """The title by which a page calls what inline code names; none for letters and for code."""
    record = names.get(_word(span), {})
    return record["title"] if record.get("kind") in TITLED else ""


def _blocks(paragraph: str, spelled: Callable[[str], str]) -> Iterator[str]:
    """The paragraph, or the list, that some lines make."""
    lines = [line for line in paragraph.splitlines() if line.strip()]
    plain: list[str] = []
    items: list[str] = []
    for line in lines:
        if DASH.match(line):
            items.append(DASH.sub("", line))
        elif items:
            items[-1] += " " + line.strip()
        else:
            plain.append(line.strip())
    if plain:
        yield _opened(_line(" ".join(plain), spelled))
    if items:
        yield "\n".join(f"- {_opened(_line(item, spelled))}" for item in items)


def _line(text: str, spelled: Callable[[str], str]) -> str:
    """One line, escaped outside its code spans; Markdown itself escapes inside them."""
    return "".join(
        spelled(part) if SPAN.fullmatch(part) else _words(part) for part in SPAN.split(text)
    )


def _words(text: str) -> str:
    return SPECIAL.sub(r"\\\1", _entities(text))


def _entities(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _opened(line: str) -> str:
    """A line whose first character starts no list, quotation or heading."""
    return OPENING.sub(
        lambda found: f"\\{found[1]}" if found[1] else f"{found[2]}\\{found[3]}", line
    )


def plain(text: str, names: Names = NO_NAMES) -> str:
    """Prose on one line without marks, for descriptions and hover cards."""
    said = SPAN.sub(lambda found: _title(found[0], names) or found[0], text)
    return " ".join(said.replace("`", "").split())


def segments(text: str, names: Names) -> list[dict[str, str]]:
    """Prose in pieces for a template: text, code, and names with what they mean."""
    made: list[dict[str, str]] = []
    for part in SPAN.split(" ".join(text.split())):
        if not SPAN.fullmatch(part):
            made.append({"kind": "text", "text": part})
        else:
            word = _word(part)
            made.append({"kind": "code", **names.get(word, {}), "text": word})
    return [piece for piece in made if piece["text"]]


# --- quotations ------------------------------------------------------------------


TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[{}_^]|[A-Za-z]|[0-9]+(?:\.[0-9]+)?|\s+|.")
SIGNS = {
    "cdot": "·", "times": "×", "approx": "≈", "propto": "∝", "leq": "≤", "le": "≤", "geq": "≥",
    "ge": "≥", "gg": "≫", "ll": "≪", "sum": "∑", "to": "→", "quad": "\u2003", "qquad": "\u2003",
}  # fmt: skip
GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "eta": "η", "theta": "θ", "lambda": "λ",
    "mu": "μ", "sigma": "σ", "tau": "τ", "Psi": "Ψ", "Phi": "Φ", "Omega": "Ω", "Delta": "Δ",
}  # fmt: skip
WORDS = ("max", "min", "log", "exp", "ln")
UPRIGHT = ("text", "mathrm", "operatorname", "textrm")
PLAIN = ("mathbf", "mathit", "boldsymbol", "displaystyle", "left", "right")


class Unknown(Exception):
    """A command that is not drawn."""


def drawn(latex: str) -> str:
    """A quotation as ``<math>``; empty where something in it is not known."""
    tokens = TOKEN.findall(latex)
    try:
        body = _row(tokens, "")
    except (Unknown, IndexError):
        return ""
    return f"<math>{body}</math>"


def _row(tokens: list[str], end: str) -> str:
    """Tokens up to a closing one, as one row."""
    parts: list[str] = []
    while tokens and tokens[0] != end:
        sign = tokens.pop(0)
        if sign.isspace():
            continue
        if sign in "_^":
            _script(sign, parts, tokens)
        else:
            parts.append(_one(sign, tokens))
    if end:
        tokens.pop(0)
    return f"<mrow>{''.join(parts)}</mrow>"


def _script(sign: str, parts: list[str], tokens: list[str]) -> None:
    base = parts.pop() if parts else "<mrow></mrow>"
    script = _argument(tokens)
    name, other = ("msub", "^") if sign == "_" else ("msup", "_")
    if tokens[:1] == [other]:
        tokens.pop(0)
        second = _argument(tokens)
        low, high = (script, second) if sign == "_" else (second, script)
        parts.append(f"<msubsup>{base}{low}{high}</msubsup>")
    else:
        parts.append(f"<{name}>{base}{script}</{name}>")


def _argument(tokens: list[str]) -> str:
    _skip(tokens)
    sign = tokens.pop(0)
    return _row(tokens, "}") if sign == "{" else _one(sign, tokens)


def _skip(tokens: list[str]) -> None:
    while tokens and tokens[0].isspace():
        tokens.pop(0)


def _one(sign: str, tokens: list[str]) -> str:
    """What one token, with its arguments, is drawn as."""
    if sign == "{":
        return _row(tokens, "}")
    if sign.startswith("\\"):
        return _command(sign[1:], tokens)
    if sign[0].isdigit():
        return f"<mn>{sign}</mn>"
    if sign.isalpha():
        return f"<mi>{html.escape(sign)}</mi>"
    return f"<mo>{html.escape('−' if sign == '-' else sign)}</mo>"


def _command(name: str, tokens: list[str]) -> str:
    if name in SIGNS:
        return f"<mo>{SIGNS[name]}</mo>"
    if name in GREEK:
        return f"<mi>{GREEK[name]}</mi>"
    if name in WORDS:
        return f"<mi>{name}</mi>"
    if name in PLAIN:
        return ""
    if name in UPRIGHT:
        return f"<mtext>{html.escape(_verbatim(tokens))}</mtext>"
    if name == "frac":
        above = _argument(tokens)
        return f"<mfrac>{above}{_argument(tokens)}</mfrac>"
    if name == "sqrt":
        return f"<msqrt>{_argument(tokens)}</msqrt>"
    if not name.isalpha():
        return f"<mo>{html.escape(name)}</mo>" if name.strip(" ,;:!") else ""
    raise Unknown(name)


def _verbatim(tokens: list[str]) -> str:
    """Words in braces, as they stand."""
    _skip(tokens)
    if tokens[0] != "{":
        return tokens.pop(0)
    tokens.pop(0)
    made = ""
    while tokens[0] != "}":
        sign = tokens.pop(0)
        made += sign[1:] if sign.startswith("\\") and not sign[1:].isalpha() else sign
    tokens.pop(0)
    return made.replace(" ", "\u00a0")


# --- the templates ----------------------------------------------------------------


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
