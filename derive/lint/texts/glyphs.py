"""Letters as people write them in tables: between dollars, in bold, with HTML, or bare."""

from __future__ import annotations

import re
from collections.abc import Iterator

from derive.lazy import lazy_re
from derive.notation import normal_form
from derive.notation.lexer import GREEK, UNICODE

_RELATION = lazy_re(
    r"\\(?:leq?|geq?|in|approx|sim|to|times|cdot|frac|sum|prod|ldots|dots)\b|[=<>+]"
)
_BARE = lazy_re(
    r"(?:[A-Za-z]|[Α-Ωα-ωϕϵℓ]|[A-Z][A-Za-z0-9]{1,6}|[a-z]+(?:_[A-Za-z0-9]+)+|[A-Za-z][A-Za-z0-9]*)"
    r"(?:_\{?[A-Za-z0-9,]+\}?)?[*'′]?"
)
_HTML = lazy_re(r"<sub>(.*?)</sub>", re.IGNORECASE)
_SCRIPT = lazy_re(
    r"[_^]\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}|\\(?:math|text)[a-z]+\s*\{[^{}]*\}|\\[A-Za-z]+|.)"
)
# ``\\hat\\tau``, where braces are left out.
_ACCENT = lazy_re(r"^\\(?:hat|bar|tilde|vec|dot|widehat|widetilde|overline)\s*(?=\\[A-Za-z])")
_PAIR = lazy_re(r"\\(?P<first>[A-Za-z]+)\s+[A-Za-z]")
_SUP = lazy_re(r"<sup>(.*?)</sup>", re.IGNORECASE)


def split_glyphs(latex: str) -> list[tuple[str, int]]:
    """The letters of a list such as ``A, B``, each with its place; empty if it is more."""
    parts = list(_parts(latex))
    letters = [(text.strip(), start + len(text) - len(text.lstrip())) for text, start in parts]
    if not all(text and is_glyph(text) for text, _ in letters):
        return []
    return letters


def base_of(glyph: str) -> str:
    """A letter without its scripts: W of ``W_q``."""
    return glyph.partition("_")[0].partition("^")[0]


# "$e^{-24/37.5}$" is a number.
_EXPONENTIAL = lazy_re(r"(?:e|\\mathrm\s*\{e\})\s*\^\s*(?:\d|\{[-+\d./\s]+\})")


def is_glyph(latex: str) -> bool:
    """Whether LaTeX is one letter, with scripts and perhaps arguments."""
    if _EXPONENTIAL.fullmatch(latex.strip()):
        return False
    # The normal form of ``n_{1/2}``, half of something, has lost its braces.
    outside = re.sub(r"\\?\([^()]*\)$|(?<=_\d)/\d$", "", latex.strip())
    return (
        not _RELATION.search(_without_scripts(outside))
        and bool(normal_form(latex))
        and (_is_single(outside))
    )


def _without_scripts(latex: str) -> str:
    return _SCRIPT.sub("", latex)


def _is_single(latex: str) -> bool:
    """Whether what is left without scripts is one base."""
    rest = _ACCENT.sub("", _without_scripts(latex).strip())
    rest = re.sub(r"\\(?:left|right|,|;|!|:| )", "", rest)
    base = re.fullmatch(
        r"(?:\\(?:nabla|Delta|delta|partial)\s*)?"
        r"(?:[A-Za-z]+'*|\\[A-Za-z]+(?:\s*\{[^{}]*\}|\s+[A-Za-z])?|\{[^{}]*\}|[^\W\d_])"
        r"(?:\([^()]*\))?'*",
        rest,
    )
    # ``\\hat x`` is one letter, ``\\lambda y`` are two.
    pair = _PAIR.match(rest)
    return base is not None and not (pair and pair["first"] in GREEK)


def _parts(latex: str) -> Iterator[tuple[str, int]]:
    """Stretches between commas outside brackets."""
    depth, begin, place = 0, 0, 0
    while place < len(latex):
        char = latex[place]
        if char == "\\":
            place += 1
        depth += (char in "({[") - (char in ")}]")
        if char in ",;" and depth == 0:
            yield latex[begin:place], begin
            begin = place + 1
        place += 1
    yield latex[begin:], begin


def bare_glyphs(cell: str) -> list[tuple[str, int]]:
    """The letters of a cell without dollars, as LaTeX, each with its place.

    ``**d**<sub>model</sub>`` is one, ``d\\_model (D)`` are two. Empty where the
    cell holds words.
    """
    letters: list[tuple[str, int]] = []
    place = 0
    for part in re.split(r"(,|(?<!<)/|;|\s+or\s+|\s+and\s+|\(|\))", cell):
        text = part.strip()
        if text and text not in {",", "/", ";", "or", "and", "(", ")"}:
            latex = bare_latex(text)
            if not latex:
                return []
            marks = len(text) - len(text.lstrip("*_`"))
            letters.append((latex, place + part.find(text) + marks))
        place += len(part)
    return letters


def bare_latex(text: str) -> str:
    """A letter written without dollars, as LaTeX; empty if it is none."""
    plain = re.sub(r"\*\*|`|(?<![\w\\])_(?=\w)|(?<=\w)_(?!\w)", "", text).replace("\\_", "_")
    plain = re.sub(r"\*(?=\w)|(?<=\w)\*(?=[\s<]|$)", "", plain) if plain.count("*") > 1 else plain
    plain = _HTML.sub(r"_{\1}", plain)
    plain = _SUP.sub(r"^{\1}", plain)
    bare = re.sub(r"[_^]\{[^{}]*\}", "", plain)
    if not _BARE.fullmatch(bare) or (len(bare) > 2 and bare.islower() and "_" not in bare + plain):
        return ""
    latex = "".join(f"\\{UNICODE[c]}" if c in UNICODE else c for c in plain)
    match = re.fullmatch(r"([A-Za-z]+)_([A-Za-z0-9_]{2,})", latex)
    if match:
        return f"{match[1]}_{{{match[2].replace('_', chr(92) + '_')}}}"
    return latex
