"""Formulas in a stretch of Markdown prose, by the strict rules for dollars.

An opening dollar is not followed by a space nor preceded by a digit, a closing
one not preceded by a space nor followed by a digit; ``$$`` may stand inside a
line. A pair that holds money and words is none.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from derive.lazy import lazy_re


class Found(NamedTuple):
    """Offsets of a formula without its delimiters, and of the whole."""

    start: int
    end: int
    outer_start: int
    outer_end: int
    double: bool


# No formula is longer; what never closes is not looked for through a whole book.
MOST_CHARACTERS = 20_000
MOST_LINES = 3
_OPEN = lazy_re(
    r"(?P<code>`+)|\\\\(?P<double>[(\[])|\\(?P<single>[(\[])"
    r"|\\begin\{(?P<env>equation|align|gather|multline|eqnarray|alignat|displaymath|math|flalign)"
    r"(?P<star>\*?)\}|(?P<escape>\\[\s\S])|(?P<dollars>\$\$?)"
)
_WORD = lazy_re(r"(?<![\\A-Za-z_{^])[A-Za-z]{2,}(?![A-Za-z}])")
# "6abc / d", "2aP/n" and "6Pb/F" are factors, "2GB/s" is no formula.
_FACTORS = lazy_re(
    r"\d+(?![kKMGTPE]i?[Bb](?![a-z]|/[A-Z](?![A-Za-z])))(?:[a-z]{2,3}|[A-Za-z]{2,3}(?=/))(?:/[A-Za-z]{1,2})?"
)
# "16 (t - 1)bsh": so are letters right behind a bracket.
_ORDINAL = lazy_re(r"[-\d](?:st|nd|rd|th)|\)[a-z]{2,3}")
_PRODUCT = lazy_re(r"(?!USD|EUR|GBP|CAD|AUD)[A-Z]{2,5}")
_SIGNS = lazy_re(r"[\\^_=<>{}*+~]")
_MARKED = lazy_re(r"[_^=<>×·÷≤≥α-ω]|\\[A-Za-z]")
# ``$SEQ_LEN (always), then $RANK``: what a shell puts in. ``${x_1}$`` is a letter with its index,
# and ``${Loss}(w)$`` a function.
_VARIABLE = lazy_re(
    r"[A-Z]{2,}(?:_(?:[A-Z][A-Z0-9]+|\d{2,}))+(?![\w${])(?!\s*[=<>+*/^\\-])"
    r"|\{(?![A-Za-z]_\w\})[A-Za-z]\w{2,}\}(?![$^]|_(?:\w|\{[^{}$]*\})\s*[$=<>+]"
    r"|\s*(?:[(\[=<>]|\{\}|\\[A-Za-z]+)[^$]{0,200}\$)"
)
_SINGLE = lazy_re(r"[A-Za-z]'?|[A-Z][a-z]+")
_WRAPPED = lazy_re(r"[A-Za-z][_^]\n?\w")
_PLAIN_SUM = lazy_re(r"[A-Za-z]'?(?:\s*[-+]\s*(?:[A-Za-z]|\d+))+")
_UPRIGHT = lazy_re(
    r"\\(?:text\w*|math\w+|operatorname|mbox)\*?\s*\{(?:[^{}]|\{[^{}]*\})*\}|\\[A-Za-z]+"
)
_COMMAND = lazy_re(r"\\[A-Za-z]")
_SIGN_ALONE = lazy_re(
    r"[-+]|\\(?:sim|approx|simeq|times|pm|mp|le|leq|ge|geq|lesssim|gtrsim|cdot)\s*"
)
_SURE = lazy_re(r"\\[A-Za-z]|[A-Za-z]?\s*[_^]|[A-Za-z]\$")
_LATIN = lazy_re(r"[A-Za-z0-9]")
# What would begin a list or underline a heading, where it does not go on with a formula.
_MARK = lazy_re(r"\n[ \t>]*(?P<mark>[-+*#=]|\d)(?=[-=#\d]*[.)]?[ \t]*\s)")
# It begins where blanks begin: tried from each of them, a line of blanks, which is what is left of
# a page's HTML, would take quadratic time.
_PARAGRAPH = lazy_re(r"(?<![ \t])(?:[ \t]*\S[^\n]*(?:\n|\Z))+")
# Words that stand in sentences and in no formula; a pair of dollars that holds two holds prose.
_STOP = frozenset(
    "a an and the of or in is are to so be we you it that this for with as at by on from was were "
    "not than then per must can will would should may all both which while when who each every "
    "into over under about most more less".split()
)


def formulas(text: str, start: int, end: int) -> Iterator[Found]:
    """All formulas between two offsets."""
    place = start
    while (match := _OPEN.search(text, place, end)) is not None:
        place = match.end()
        if match["code"]:
            place, formula = _code(text, match, start, end)
        elif match["dollars"]:
            place, formula = _dollars(text, match, start, end)
        elif match["env"]:
            place, formula = _environment(text, match, end)
        elif match["single"] or match["double"]:
            place, formula = _bracket(text, match, end)
        else:
            continue
        if formula is not None:
            yield formula


def guarded(text: str) -> str:
    """The text with a letter for each mark of a list inside a formula, which no list takes apart.

    A line of a formula may begin with a sign: "$a" and "+ b$".
    """
    chars = list(text)
    for paragraph in _PARAGRAPH.finditer(text):
        if _MARK.search(paragraph.group()):
            for formula in formulas(text, *paragraph.span()):
                for mark in _MARK.finditer(text, formula.start - 1, formula.end):
                    chars[mark.start("mark")] = "x"
    return "".join(chars)


def _code(text: str, match: re.Match[str], start: int, end: int) -> tuple[int, Found | None]:
    """Step over code in backticks; two dialects write formulas there."""
    mark = match["code"]
    close = closing_run(text, len(mark), match.end(), end)
    if close < 0:
        return match.end(), None
    inside, stop = (match.end(), close), close + len(mark)
    if text[max(start, match.start() - 6) : match.start()] == "{math}":
        return stop, Found(*inside, match.start() - 6, stop, double=False)
    if text[match.start() - 1 : match.start()] == "$" == text[stop : stop + 1]:
        return stop + 1, Found(*inside, match.start() - 1, stop + 1, double=False)
    return stop, None


# Looked up for every backtick: searching the rest of the text each time took quadratic time on
# documents of unpaired backticks.
@lru_cache(maxsize=8)
def _runs(text: str) -> dict[int, list[int]]:
    """Where the runs of backticks of each length begin."""
    starts: dict[int, list[int]] = {}
    for match in re.finditer(r"`+", text):
        starts.setdefault(len(match.group()), []).append(match.start())
    return starts


def closing_run(text: str, length: int, start: int, end: int) -> int:
    """The offset of the next run of just so many backticks between two offsets, or -1."""
    places = _runs(text).get(length, [])
    place = bisect_left(places, start)
    return places[place] if place < len(places) and places[place] + length <= end else -1


def code_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Offsets of code in backticks."""
    place = start
    while (match := re.compile(r"\\`|`+").search(text, place, end)) is not None:
        place = match.end()
        if match.group().startswith("\\"):
            continue
        close = closing_run(text, len(match.group()), match.end(), end)
        if close >= 0:
            yield match.start(), close + len(match.group())
            place = close + len(match.group())


def _dollars(text: str, match: re.Match[str], start: int, end: int) -> tuple[int, Found | None]:
    """A formula between dollars, or nothing if this dollar opens none."""
    if text[match.end() : match.end() + 1] == "`":
        return match.end(), None
    double = match["dollars"] == "$$"
    for size in (2, 1) if double else (1,):
        formula = _pair(text, match.start(), size, start, end)
        if formula is not None:
            return formula.outer_end, formula
    return match.start() + (2 if double else 1), None


def _pair(text: str, at: int, size: int, start: int, end: int) -> Found | None:
    """The formula that a dollar, or two, opens."""
    inner = at + size
    if size == 1 and (inner >= end or _VARIABLE.match(text, inner)):
        return None
    spaced = text[inner : inner + 1].isspace()
    # Behind a digit a dollar is money, unless a formula must follow: ``2$x_1$``, ``70$^\\circ$``.
    if at > start and text[at - 1].isdigit() and not _SURE.match(text, inner):
        return None
    close = inner
    while True:
        close = text.find("$", close, min(end, inner + MOST_CHARACTERS))
        if close < 0:
            return None
        if _escaped(text, close) or (size == 2 and text[close : close + 2] != "$$"):
            close += 1
            continue
        break
    after = text[close + size : close + size + 1]
    # Behind a sign alone a digit may follow: ``$\\sim$6000``.
    if close == inner or (after.isdigit() and not _SIGN_ALONE.fullmatch(text, inner, close)):
        return None
    loose = spaced or text[close - 1].isspace()
    if size == 1 and loose and not _is_surely(text[inner:close], after):
        return None
    if not text[inner:close].strip() or is_prose(text[inner:close]):
        return None
    return Found(inner, close, at, close + size, size == 2)


def _is_surely(content: str, after: str) -> bool:
    """Whether a formula with a blank at one of its ends is one all the same: ``$W^* $``, ``$ x$``.

    Half of the dialects take it for one.
    """
    inside = content.strip()
    lines = content.count("\n")
    if lines == 1 and _WRAPPED.fullmatch(inside):
        return True
    if lines and "\\begin{" not in inside and (lines > MOST_LINES or not _COMMAND.search(inside)):
        return False
    if _LATIN.match(after) and not _COMMAND.search(inside):
        return False
    if not (_MARKED.search(inside) or _SINGLE.fullmatch(inside) or _PLAIN_SUM.fullmatch(inside)):
        return False
    bare = _UPRIGHT.sub("+", inside)
    return not any(_beside_words(bare, word) for word in _WORD.finditer(bare))


def _escaped(text: str, place: int) -> bool:
    """Whether an odd number of backslashes stands before a sign."""
    back = place
    while back and text[back - 1] == "\\":
        back -= 1
    return (place - back) % 2 == 1


def is_prose(content: str) -> bool:
    """Whether a pair of dollars holds words or money instead of a formula."""
    # Nothing but a sign may take the place of a command: it parts the words beside it.
    bare = _UPRIGHT.sub("+", content)
    # Capitals side by side are letters multiplied: `4BD / W` is no money.
    candidates = [
        word for word in _WORD.finditer(bare)
        if not _PRODUCT.fullmatch(word.group()) and not _ORDINAL.fullmatch(bare, word.start() - 1,
                                                                         word.end())
    ]  # fmt: skip
    words = [word.group().casefold() for word in candidates]
    # Among signs `by` and `to` are letters: ``ax + by = c``, ``(v, to)``.
    said = [word for word in candidates if _beside_words(bare, word)]
    plain = any(word.group().casefold() in _STOP for word in said)
    signs = _SIGNS.search(content)
    if words and content[:1].isdigit() and _closes_first(content):
        return True
    if plain and (len(words) >= 2 or not signs):
        return True
    if signs is None:
        return (len(words) >= 3 and bool(said)) or (
            len(words) >= 1
            and content.lstrip()[:1].isdigit()
            and not _FACTORS.fullmatch(content.strip())
        )
    return len(words) >= 5 and len(said) >= 2 and "\\" not in content


def _closes_first(content: str) -> bool:
    """Whether a bracket closes that was opened outside: ``1) or *dear* (``."""
    depth = 0
    for char in content:
        depth += (char in "([") - (char in ")]")
        if depth < 0:
            return True
    return False


def _beside_words(text: str, word: re.Match[str]) -> bool:
    """Whether only blanks part a word from another, or from a number: words of a sentence do so."""
    before = re.search(
        r"(?:[^\W\d_]{2}|\d|\b[aI])\s+$", text[max(0, word.start() - 40) : word.start()]
    )
    after = re.match(r"\s+(?:[^\W\d_]{2}|\d|[aI]\b)", text[word.end() : word.end() + 40])
    return bool(before or after)


def _bracket(text: str, match: re.Match[str], end: int) -> tuple[int, Found | None]:
    r"""A formula between ``\(`` and ``\)``, ``\[`` and ``\]``, with one backslash or two."""
    sign = match["single"] or match["double"]
    slashes = "\\\\" if match["double"] else "\\"
    reach = min(end, match.end() + MOST_CHARACTERS)
    close = text.find(slashes + {"(": ")", "[": "]"}[sign], match.end(), reach)
    if close < 0 or not text[match.end() : close].strip() or "\n\n" in text[match.end() : close]:
        return match.end(), None
    content = text[match.end() : close]
    # An escaped bracket of the prose, ``\\(see above\\)``, is no formula.
    if is_prose(content) or (not _SIGNS.search(content) and re.search(r"[^\W\d_]{3}", content)):
        return match.end(), None
    stop = close + len(slashes) + 1
    return stop, Found(match.end(), close, match.start(), stop, sign == "[")


def _environment(text: str, match: re.Match[str], end: int) -> tuple[int, Found | None]:
    """A formula in an environment that stands in the prose."""
    closing = f"\\end{{{match['env']}{match['star']}}}"
    close = text.find(closing, match.end(), min(end, match.end() + MOST_CHARACTERS))
    if close < 0:
        return match.end(), None
    return close + len(closing), Found(
        match.end(), close, match.start(), close + len(closing), double=True
    )
