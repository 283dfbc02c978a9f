"""What of a Markdown text is no prose: front matter, code, comments; masked at equal length."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from derive.frozen import Mutable, fresh
from derive.lazy import lazy_re

from .documents import Allowance, blank
from .dollars import MOST_CHARACTERS, closing_run, is_prose
from .tables import DIRECTIVE

_FRONT = lazy_re(
    r"\A---[ \t]*\n(?P<body>.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE
)
_ALONE = lazy_re(r"^[ \t>]*\$\$[ \t]*$", re.MULTILINE)
_TITLE = lazy_re(r"^title[ \t]*:[ \t]*(?P<title>[^\n]+)$", re.MULTILINE)
_APART = lazy_re(
    r"^(?P<lead>(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*)"
    r"(?P<fence>`{3,}|~{3,}|:{3,}(?=\{math\}))(?P<info>[^\n`]*)\n"
    r"|(?P<block>\{%-?[ \t]*katex\([^)\n]*block[^)\n]*\)[ \t]*-?%\}"
    r"|^\[(?:stem|latexmath)\][ \t]*\n\+{4}[ \t]*\n|^[ \t]*\.\. math::[^\n]*\n)"
    r"|(?P<inline>\{%-?[ \t]*katex\([^)\n]*\)[ \t]*-?%\}|\{\{<[ \t]*katex\b[^>\n]*>\}\}"
    r"|\{\{[ \t]*katex\([ \t]*body[ \t]*=[ \t]*\"|:math:`|\b(?:stem|latexmath):\[)"
    r"|(?P<note>%%(?=[^\n%]))|^[ \t]*(?P<remark>%(?!%)[^\n]*)"
    r"|^(?P<slashes>/{4,}(?=[ \t]*$)|//(?=[ \t]))"
    r"|^[ \t>]*(?P<display>\$\$|\\begin\{(?P<environment>(?:equation|align|gather|multline)\*?)\})"
    r"[ \t]*$"
    r"|(?P<escaped>(?<![\w$\\])\\\$(?=[^\s\d$]))"
    r"|(?P<code>`+)"
    r"|(?P<html><!--)"
    r"|(?P<liquid>\{%-?[ \t]*(?P<word>\w+)[^%\n]*%\})"
    r"|(?P<script><(?P<tag>script|style|pre|code|math|svg|kbd|samp|textarea)\b)"
    r"|(?P<element><(?!(?:table|t[rhd])\b)[A-Za-z][\w-]*(?:\s+[\w:-]+(?:=(?:\"[^\"]*\"|'[^']*'))?){0,30}"
    r"\s+[\w:-]+=(?:\"[^\"]*\"|'[^']*')\s*/?>)",
    re.MULTILINE | re.IGNORECASE,
)
# "math:" above "'\\bw': '\\beta'" in the front matter of MyST.
_MACRO = lazy_re(
    r"^[ \t]+(?P<mark>[\"']?)\\{1,2}(?P<name>[A-Za-z]+)(?P=mark)[ \t]*:[ \t]*(?P<body>\S[^\n]*)",
    re.MULTILINE,
)
_OF_TEXT = lazy_re(
    r"[ \t]*\{(?:admonition|note|tip|hint|important|warning|caution|attention|danger|error|seealso"
    r"|dropdown|margin|sidebar|topic|card|exercise|solution|proof|prf:[a-z]+|table)\}"
)
# A formula may stand between ``\\$`` and ``\\$``: a page's own Markdown takes the backslash away.
_TO_ITS_END = lazy_re(r"(?P<inside>[^$\n]{1,400}?)(?<!\s)\\?\$(?![A-Za-z0-9])")
_COMMAND, _LETTER = lazy_re(r"\\[A-Za-z]"), lazy_re(r"[A-Za-z]'?(?:\\?_\{?\w\}?)?")
_OPTIONS = lazy_re(r"(?:[ \t]*:[\w-]+:[^\n]*\n|[ \t]*\n)+")
_OPTIONS_BEHIND = lazy_re(r"(?:\n[ \t]+:[\w-]+:[^\n]*)+")
_DIRECTIVE = lazy_re(
    r"derive:[ \t]*allow[ \t]+(?P<rule>[\w-]+)(?:[ \t]+(?P<glyph>(?!because\b)\S+))?"
    r"(?:[ \t]+because[ \t]+(?P<reason>.*\S))?",
    re.DOTALL,
)


class Masking(Mutable):
    """The text while it is masked, and what was found on the way."""

    chars: list[str]
    hidden: list[tuple[int, int]] = fresh(factory=list)
    formulas: list[tuple[int, int]] = fresh(factory=list)
    allowances: list[Allowance] = fresh(factory=list)
    title: str = ""
    # Whether two slashes begin a comment.
    asciidoc: bool = False
    # The macros that its front matter defines, as LaTeX does.
    macros: list[str] = fresh(factory=list)
    # What was looked for up to the end, and is nowhere: nothing is looked for twice in vain.
    absent: set[str] = fresh(factory=set)
    # Where the fences of notes end, whose text is read.
    closing: set[int] = fresh(factory=set)
    # Where the notes end that are open, the innermost last.
    notes: list[int] = fresh(factory=list)

    def blank(self, start: int, end: int) -> None:
        """Blank a stretch; lines stay."""
        blank(self.chars, start, end)

    def is_hidden(self, offset: int) -> bool:
        """Whether readers do not see this place."""
        return any(start <= offset < end for start, end in self.hidden)


def masked(text: str, *, asciidoc: bool = False) -> Masking:
    """Mask a Markdown text; fences that hold mathematics are kept as formulas."""
    masking = Masking(list(text), asciidoc=asciidoc)
    front = _FRONT.match(text)
    place = 0
    if front:
        title = _TITLE.search(front["body"])
        masking.title = title["title"].strip().strip("\"'").strip() if title else ""
        masking.macros += map(_definition, _MACRO.finditer(front["body"]))
        masking.blank(0, front.end())
        place = front.end()
    opened = -1
    # One pattern for all that may begin here, since what begins first hides the rest: a dollar in
    # a fence is code, a fence in a comment is none.
    while (match := _APART.search(text, place)) is not None:
        kind = next((name for name in _READERS if match[name]), "")
        if kind:
            place = _READERS[kind](text, match, masking)
        else:
            opened, place = _liquid(text, match, masking, opened)
    if opened >= 0:
        masking.hidden.append((opened, len(text)))
    return masking


def _definition(macro: re.Match[str]) -> str:
    """A macro of the front matter as LaTeX defines it; double quotes double the backslashes."""
    body = macro["body"].strip()
    if len(body) > 1 and body[0] == body[-1] and body[0] in "\"'":
        body = body[1:-1].replace("\\\\", "\\") if body[0] == '"' else body[1:-1]
    count = len(set(re.findall(r"#\d", body)))
    return f"\\newcommand{{\\{macro['name']}}}{f'[{count}]' if count else ''}{{{body}}}"


def _fence(text: str, match: re.Match[str], masking: Masking) -> int:
    """Blank a fenced block, or keep what it says is mathematics."""
    mark = match["fence"]
    if match.start() in masking.closing:
        return match.end()
    close = re.compile(rf"^[ \t>]*{re.escape(mark[0])}{{{len(mark)},}}[ \t]*$", re.MULTILINE)
    while masking.notes and masking.notes[-1] <= match.start():
        masking.notes.pop()
    # What stands in a note ends with it.
    limit = masking.notes[-1] if masking.notes else len(text)
    end = close.search(text, match.end(), limit)
    body_end, stop = (end.start(), end.end()) if end else (limit, limit)
    if end and DIRECTIVE.match(match["fence"] + match["info"]):
        return stop
    if end and _OF_TEXT.match(match["info"]):
        # What stands in a note of MyST is read on like all other text.
        start = _behind_options(text, match.end(), body_end)
        masking.blank(match.start("fence"), start)
        masking.blank(end.start(), stop)
        masking.closing.add(end.start())
        masking.notes.append(end.start())
        return start
    if match["info"].strip().casefold().split(" ")[0] in {"math", "{math}"}:
        masking.formulas.append((_behind_options(text, match.end(), body_end), body_end))
    masking.blank(match.start("fence"), stop)
    return stop


def _behind_options(text: str, start: int, end: int) -> int:
    """The offset behind the options of a directive, ``:label: eq-one``."""
    options = _OPTIONS.match(text, start, end)
    return options.end() if options else start


# What ends a formula, by how it begins.
_ENDS = (
    ("{%", lazy_re(r"\{%-?[ \t]*end(?:katex)?[ \t]*-?%\}")),
    ("{{<", lazy_re(r"\{\{<[ \t]*/[ \t]*katex[ \t]*>\}\}")),
    ("{{", lazy_re(r"\"[^}\n]*\)[ \t]*\}\}")),
    (":math", lazy_re(r"`")),
    ("[", lazy_re(r"^\+{4}[ \t]*$", re.MULTILINE)),
    ("", lazy_re(r"(?<!\\)\]")),
)


def _foreign(text: str, match: re.Match[str], masking: Masking) -> int:
    """A formula as Zola, Hugo, AsciiDoc and Sphinx write it; left as text where it never ends."""
    opening = match.group().lstrip()
    if opening.startswith(".. math::"):
        return _directive(text, match, masking)
    closing = next(pattern for mark, pattern in _ENDS if opening.startswith(mark))
    end = closing.search(text, match.end()) if closing.pattern not in masking.absent else None
    if end is None:
        masking.absent.add(closing.pattern)
        return match.end()
    masking.blank(match.start(), match.end())
    masking.blank(end.start(), end.end())
    content = text[match.end() : end.start()]
    first = match.end() + len(content) - len(content.lstrip())
    last = match.end() + len(content.rstrip())
    if content.strip().startswith("$"):
        return end.start()
    if match["block"]:
        masking.formulas.append((match.end(), end.start()))
        masking.blank(match.end(), end.start())
    elif first < last:
        # Dollars in place of the other marks, and all else reads on as it does.
        masking.chars[first - 1] = masking.chars[last] = "$"
    return end.end()


def _directive(text: str, match: re.Match[str], masking: Masking) -> int:
    """What ``.. math::`` holds: the rest of its line, and lines that are indented further."""
    indent = len(match.group()) - len(match.group().lstrip(" \t"))
    deeper = rf"[ \t]{{{indent + 1},}}[^\n]*(?:\n|\Z)"
    body = re.compile(rf"(?:[ \t]*\n|{deeper})*").match(text, match.end())
    stop = body.end() if body else match.end()
    start = _behind_options(text, match.end(), stop)
    own = text.index("::", match.start()) + 2
    if text[own : match.end()].strip():
        # The formula begins on the line of the directive; options behind it are none of it.
        options = _OPTIONS_BEHIND.search(text, own, stop)
        if options is not None:
            masking.formulas += _equations(text, own, options.start())
        start = options.end() if options is not None else own
    masking.formulas += _equations(text, start, stop)
    masking.blank(match.start(), stop)
    return max(stop, match.end())


def _equations(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """The equations of a directive, which blank lines part; none ends inside an environment."""
    begun = start
    for gap in (*re.compile(r"\n[ \t]*(?=\n)").finditer(text, start, stop), None):
        end = gap.start() if gap else stop
        held = text[begun:end]
        if gap is None or held.count("\\begin{") == held.count("\\end{"):
            if held.strip():
                yield begun, begun + len(held.rstrip())
            begun = end


def _note(text: str, match: re.Match[str], masking: Masking) -> int:
    """Blank a comment of Obsidian, between doubled percent signs."""
    end = text.find("%%", match.end())
    if end < 0:
        return match.end()
    masking.blank(match.start(), end + 2)
    return end + 2


def _display(text: str, match: re.Match[str], masking: Masking) -> int:
    """Keep a formula on lines of its own, in dollars or an environment, in which lines are blank.

    Jekyll and Pandoc read it; a paragraph would end at the first of them.
    """
    alone = _ALONE
    if match["environment"]:
        alone = re.compile(r"\\end\{" + re.escape(match["environment"]) + r"\}")
    close = alone.search(text, match.end(), match.end() + MOST_CHARACTERS)
    if close is None:
        return match.end()
    inside = text[match.end() : close.start()]
    parted = re.search(r"\n[ \t]*\n", inside)
    if parted and (is_prose(inside) or "$" in inside or not re.search(r"\\[A-Za-z]", inside)):
        return match.end()
    if parted:
        masking.formulas.append((match.end(), close.start()))
        masking.blank(match.start(), close.end())
    return close.end()


def _escaped(text: str, match: re.Match[str], masking: Masking) -> int:
    """Dollars in place of escaped ones round what is surely a formula; money has no partner."""
    found = _TO_ITS_END.match(text, match.end())
    if found is None or is_prose(found["inside"]):
        return match.end()
    # Who forgets the second backslash means a formula only if nothing else can be meant.
    closes = text[found.end("inside")] == "\\" and _LETTER.fullmatch(found["inside"])
    if not closes and not _COMMAND.search(found["inside"]):
        return match.end()
    masking.chars[match.start() : match.end()] = " $"
    masking.chars[found.end("inside") : found.end()] = "$ "[: found.end() - found.end("inside")]
    return found.end()


def _code(text: str, match: re.Match[str], _: Masking) -> int:
    """Step over code in backticks, in which nothing else begins."""
    close = closing_run(text, len(match["code"]), match.end(), len(text))
    if close < 0 or text.find("\n\n", match.end(), close) >= 0:
        return match.end()
    return close + len(match["code"])


def _whole(_: str, match: re.Match[str], masking: Masking) -> int:
    """Blank a tag of HTML, or a line behind a percent sign, which MyST and LaTeX do not print."""
    masking.blank(match.start(), match.end())
    return match.end()


def _comment(text: str, match: re.Match[str], masking: Masking) -> int:
    """Blank an HTML comment; what it allows is kept."""
    start = match.start()
    end = text.find("-->", start)
    stop = end + 3 if end >= 0 else len(text)
    masking.allowances.extend(
        allowance(text[start + 4 : end if end >= 0 else stop], text.count("\n", 0, stop) + 1)
    )
    masking.blank(start, stop)
    return stop


def _slashes(text: str, match: re.Match[str], masking: Masking) -> int:
    """Blank a comment of AsciiDoc: a line behind two slashes, or lines between four of them."""
    if not masking.asciidoc:
        return match.end()
    mark = match["slashes"]
    line = text.find("\n", match.end())
    end = line if len(mark) == len("//") else text.find(f"\n{mark}\n", match.end())
    stop = end + (len(mark) + 1 if len(mark) > len("//") else 0) if end >= 0 else len(text)
    masking.blank(match.start(), stop)
    return stop


def _script(text: str, match: re.Match[str], masking: Masking) -> int:
    """Blank raw HTML that is code."""
    end = _closing(match["tag"].lower()).search(text, match.end())
    stop = end.end() if end else match.end()
    masking.blank(match.start(), stop)
    return stop


_READERS: dict[str, Callable[[str, re.Match[str], Masking], int]] = {
    "fence": _fence, "block": _foreign, "inline": _foreign, "note": _note, "remark": _whole,
    "display": _display, "escaped": _escaped, "code": _code, "html": _comment,
    "slashes": _slashes, "element": _whole, "script": _script,
}  # fmt: skip


@cache
def _closing(tag: str) -> re.Pattern[str]:
    return re.compile(f"</{tag}(?:[^<>\n]*>)?", re.IGNORECASE)


def _liquid(text: str, match: re.Match[str], masking: Masking, opened: int) -> tuple[int, int]:
    """Blank a Liquid tag, and note what stands between comment tags."""
    masking.blank(match.start(), match.end())
    word = match["word"]
    if word == "comment" and opened < 0:
        return match.end(), match.end()
    if word == "endcomment" and opened >= 0:
        masking.hidden.append((opened, match.start()))
        return -1, match.end()
    if word in {"highlight", "raw"}:
        end = text.find("end" + word, match.end())
        if word == "highlight" and end >= 0:
            masking.blank(match.end(), end)
            return opened, end
    return opened, match.end()


def allowance(comment: str, line: int) -> list[Allowance]:
    """What a comment allows, and from which line on."""
    return [
        Allowance(line, m["rule"], m["glyph"] or "", " ".join((m["reason"] or "").split()))
        for m in _DIRECTIVE.finditer(comment)
    ]
