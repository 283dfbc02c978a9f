"""Lines that lost their formulas: gaps, fragments and dollars without a partner."""

from __future__ import annotations

import re
from collections.abc import Iterator

from derive.frozen import Record
from derive.lazy import lazy_re

from .documents import Block, Document, Span, shown_text

# Dollars of other countries stand behind a letter.
_CURRENCY = frozenset("A C S R US NT HK NZ AU CA SG MX USD Z BR".split())
_COMMAND = lazy_re(
    r"\\(?:frac|sqrt|sum|prod|int|mathrm|mathbf|mathcal|mathbb|text|operatorname|left|right|cdot|"
    r"times|approx|leq?|geq?|ll|gg|neq|partial|nabla|infty|propto|eta|alpha|beta|gamma|delta|Delta|"
    r"epsilon|varepsilon|theta|Theta|lambda|mu|pi|rho|sigma|Sigma|tau|phi|Phi|psi|Psi|omega|Omega|"
    r"ell|log|exp|max|min|hat|bar|tilde|vec|lceil|rceil|lfloor|rfloor|in|to|rightarrow)(?![A-Za-z])"
)
# What a shell puts in: ``$GLOBAL_BATCH_SIZE``, ``$HOME/models``, ``$env:PATH``, ``${LINK}``,
# ``$(nproc)``, ``$(cat hosts)``.
_VARIABLE = lazy_re(
    r"[A-Za-z]\w*[A-Z][A-Z_]\w*(?![\w$^{])|[A-Za-z_]\w+(?:/|:[A-Za-z_])"
    r"|[a-z]{3,}(?:_[a-z]{3,})+(?![\w$^{])|\{\w{2,}[}:]|\([a-z]{3,}[\s)]"
)
# Neither closes a formula nor opens one: ``= $800/month``, ``+ 14 % = $100M+``.
_AMOUNT = lazy_re(
    r"[<>~]?\s?\d(?![\d.,]*\s*(?:/\s*\d[\d.,]*\s*(?==))?(?:\\[A-Za-z]|[_^=]|[A-Za-z]\s*[_^=]))"
)
# A command without what it is set round is spoken of.
_MENTIONED = lazy_re(
    r"\\(?:[A-Za-z]+\{\}|(?:text|mathrm|mathbf|mathcal|mathbb|operatorname)(?![A-Za-z]|\s*\{))"
)
# What defines a macro is for the typesetter.
_DEFINES = lazy_re(r"\s*\\(?:(?:re)?newcommand|providecommand|DeclareMathOperator|def\\)")
_ANNOUNCED = lazy_re(
    r"(?:\w[\w -]{0,30}\s)?(?:relation|formula|equation|identity|expression|definition|rule|law|"
    r"estimate|objective|update|budget|cost|bound)s?\s*:\s*$",
    re.IGNORECASE,
)
_DEFINED = lazy_re(
    r"\b(?:is|are|becomes|be|as|relation(?:ship)?)\s+(?:then\s+)?(?:defined|given|approximated|"
    r"calculated|computed|expressed|described|estimated)\s*(?:by|as)?\s*:\s*$"
)
_GLUED = lazy_re(r"(?P<end>[a-z0-9}$)\]])(?P<next>[A-Z][a-z]* [a-z]+)")
_OPENS = lazy_re(
    r"[A-Za-z]?\\[A-Za-z]+|[A-Za-z]\w*[_^=]|\d[\d.,]*(?:\^|\s*/\s*\d[\d.,]*\s*=\s*\d)"
    r"|[A-Za-z]\s*(?:[=<>]|\\(?:[lg]eq?|approx|sim|propto|times|cdot|ll|gg|in|to)(?![A-Za-z]))"
    # "$D + (D - 1)/c micro-batches", "$o\,p and not".
    r"|[A-Za-z](?:\\[,;!]\s*[A-Za-z\\]|\s[-+*]\s(?:[A-Za-z]\b|[(\\]))"
)
_BRACKETS = lazy_re(r"(?<!\\)\\{1,2}[(\[](?!\w+\])")
_MATHLIKE = lazy_re(r"\\[A-Za-z]+|[_^]\{|[_^][A-Za-z0-9]|[A-Za-z0-9}]\s*[=<>+]\s*[A-Za-z0-9\\{]")


class Damage(Record):
    """What is wrong with a line: a stray dollar or bare LaTeX, and where."""

    line: int
    column: int
    kind: str
    shown: str


_DOLLAR = lazy_re(r"(?<!\\)\$")
# Two words behind each other that no command prints.
_PROSE = lazy_re(r"(?<![\\A-Za-z{])[A-Za-z]{2,}\s+[a-z]{2,}(?![A-Za-z}])")
_NAME, _WORD_BEHIND = lazy_re(r"[A-Za-z]{3}$"), lazy_re(r"[A-Za-z]{3}")


# Before a dollar behind its amount: "3 k$", "1.2 bn$".
_THOUSANDS = frozenset(("k", "K", "M", "B", "bn", "mn"))


def stray_dollars(document: Document) -> Iterator[Damage]:
    """Dollars that pair with none, where what they touch is mathematics and not money."""
    odd = dict(_odd_dollars(document)) if document.kind == "tex" else {}
    yield from odd.values()
    text = shown_text(document)
    for match in re.finditer(r"(?<!\\)\$+", text):
        if document.block_at(match.start()) in odd:
            continue
        before = text[max(0, match.start() - 60) : match.start()].rpartition("\n")[2]
        after = text[match.end() : match.end() + 60].partition("\n")[0]
        # ``__gpu$xla``: a name of a program.
        if _VARIABLE.match(after) or (_NAME.search(before) and _WORD_BEHIND.match(after)):
            continue
        if _is_mathematics(before, after):
            line, column = document.place(match.start())
            yield Damage(
                line, column, "dollar", (before[-30:] + match.group() + after[:30]).strip()
            )


def _odd_dollars(document: Document) -> Iterator[tuple[Block, Damage]]:
    """Formulas of LaTeX that hold the prose between two of them: a dollar before that is lost.

    LaTeX pairs all dollars of a paragraph; where their number is odd, each behind the lost one
    pairs with the next one's.
    """
    for block in document.blocks:
        if len(_DOLLAR.findall(document.masked, block.start, block.end)) % 2:
            spans = document.spans_between(block.start, block.end)
            span = next((span for span in spans if _PROSE.search(span.latex)), None)
            if span is not None:
                shown = " ".join(f"${span.latex.strip()}$".split())
                yield block, Damage(span.line, span.column, "dollar", shown[:60])


def stray_brackets(document: Document) -> Iterator[Damage]:
    r"""Openings ``\\(`` and ``\\[`` of formulas that nothing closes; an escaped bracket is none."""
    text = shown_text(document)
    for match in _BRACKETS.finditer(text):
        after = text[match.end() : match.end() + 60].partition("\n")[0].lstrip()
        if _OPENS.match(after):
            line, column = document.place(match.start())
            yield Damage(line, column, "bracket", (match.group() + after[:40]).strip())


# "| k$ a month", "| M$ (with all)".
_MONEY = lazy_re(r"\s*(?:\(|an?\s|per\s|/|in\s+all|total)")


def _is_mathematics(before: str, after: str) -> bool:
    """Whether a lone dollar closes or opens a formula; before digits it is money."""
    if _AMOUNT.match(after):
        return False
    if before[-1:].isspace() and not after[:1].isspace():
        return _OPENS.match(after) is not None
    last = re.search(r"[A-Za-z0-9]+$", before)
    if last and not last.group().isdigit():
        return _ends_formula(before[: last.start()], last.group(), after)
    if before[-1:] in {"}", ")", "]", "'"} or re.search(r"[_^=<>+*/-]\s*\w?$", before):
        return bool(_MATHLIKE.search(before))
    if re.search(r"[_^]\d+$|[=<>]\s*[\d.]+$", before):
        return True
    return _OPENS.match(after) is not None


def _ends_formula(before: str, word: str, after: str) -> bool:
    """Whether a word in front of a dollar is a letter of a formula, and no currency or price."""
    if before[-1:] in {"\\", "_", "^"}:
        return True
    letters = word.lstrip("0123456789")
    closes = after[:1] in {"", " ", ",", ".", ";", ":", ")"}
    if len(letters) > 2 or not closes:
        return False
    if letters != word:
        # `100M$` is money, unless other commands are left of its formula.
        return bool(_COMMAND.search(before))
    # "2.01 M$", "cost (M$)", "| k$ a month".
    scaled = word in _THOUSANDS and (
        re.search(r"(?:\d\s?|\()$", before)
        or (re.search(r"(?:\||\s\s)\s*$", before) and _MONEY.match(after))
    )
    return word not in _CURRENCY and not scaled


def bare_commands(document: Document) -> Iterator[Damage]:
    """LaTeX commands that stand in the prose, the first of each line."""
    text = shown_text(document)
    reported: set[int] = set()
    for match in _COMMAND.finditer(text):
        line, column = document.place(match.start())
        if _MENTIONED.match(text, match.start()) or _DEFINES.match(document.line_at(line)):
            continue
        if line not in reported:
            reported.add(line)
            yield Damage(line, column, "command", text[match.start() : match.start() + 40])


def announced(document: Document) -> Iterator[tuple[int, str]]:
    """Lines that announce a formula and end, and what comes instead of it.

    ``gone`` where prose goes on at once, ``leaked`` where the next line begins
    with what is left of a formula, glued to the sentence.
    """
    for number, line in enumerate(document.lines, 1):
        shown = document.masked_line(number)
        if not line.rstrip().endswith(":"):
            continue
        if not _ANNOUNCED.fullmatch(shown.strip()) and not _DEFINED.search(shown):
            continue
        following = next(
            (place for place in range(number + 1, min(number + 4, len(document.lines) + 1))
             if document.lines[place - 1].strip()),
            0,
        )  # fmt: skip
        if not following:
            yield number, "gone"
            continue
        kind = _what_follows(document, following)
        if kind:
            yield number, kind


def _what_follows(document: Document, line: int) -> str:
    """Whether a formula, a fragment of one, or nothing of the kind stands on a line."""
    text = document.line_at(line).strip()
    spans = [span for span in document.spans if span.line == line]
    leads = text[:1] in {"$", "|", "-", "*", "`", ">", "<"} or text.startswith(
        ("\\[", "\\(", "\\begin")
    )
    if glued_fragment(text):
        return "leaked"
    if re.match(r"where\b", text):
        return "gone"
    if leads or (spans and spans[0].column < 40):
        return ""
    if not document.masked_line(line).strip():
        return ""
    words = re.findall(r"[A-Za-z]{2,}", text[:80])
    return "gone" if len(words) >= 5 and not re.match(r"\S{1,12}\s*[=≈<>]", text) else ""


def glued_fragment(text: str) -> str:
    """What is left of a formula at the head of a line, up to the sentence that it is glued to."""
    glued = _GLUED.search(text[:200])
    fragment = text[: glued.start("next")] if glued else ""
    return fragment if "$" in fragment or "\\" in fragment else ""


def recovered(document: Document) -> tuple[Span, ...]:
    """Formulas as they may have been, where their delimiters were lost.

    To be offered as guesses, never as what the author wrote.
    """
    spans: list[Span] = []
    for number in sorted(damaged_lines(document)):
        line = document.line_at(number)
        for start, end in _fragments(document, number, line):
            begin = document.starts[number - 1] + start
            latex = line[start:end]
            spans.append(Span(latex, begin, begin + len(latex), number, start + 1))
    return tuple(spans)


def _fragments(document: Document, number: int, line: str) -> Iterator[tuple[int, int]]:
    """Stretches of a damaged line that look like formulas."""
    for table in document.tables:
        for row in table.rows:
            for cell in row:
                if cell.line == number and _COMMAND.search(cell.text) and "$" not in cell.text:
                    yield cell.column - 1, cell.column - 1 + len(cell.text)
                    return
    fragment = glued_fragment(line) or line[:200]
    first = fragment.find("$")
    if first > 0:
        yield _tail(fragment[:first]), first
    elif first < 0 and glued_fragment(line):
        yield 0, len(fragment)


def _tail(before: str) -> int:
    """Where the formula that ends in front of a dollar begins: behind the last plain word."""
    place = len(before)
    for match in reversed(list(re.finditer(r"\S+", before))):
        if re.fullmatch(r"[A-Za-z]+[a-z]+[,.;:]?", match.group()):
            break
        place = match.start()
    return place


def damaged_lines(document: Document) -> frozenset[int]:
    """Lines whose formulas are not to be trusted."""
    return frozenset(place.line for place in (*stray_dollars(document), *bare_commands(document)))
