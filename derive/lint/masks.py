"""What of a Markdown text is no prose: front matter, code, comments; masked at equal length."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

from .documents import Allowance

_FRONT = re.compile(
    r"\A---[ \t]*\n(?P<body>.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE
)
_TITLE = re.compile(r"^title[ \t]*:[ \t]*(?P<title>[^\n]+)$", re.MULTILINE)
_APART = re.compile(
    r"^(?P<lead>(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*)"
    r"(?P<fence>`{3,}|~{3,}|:{3,}(?=\{math\}))(?P<info>[^\n`]*)\n"
    r"|(?P<code>`+)"
    r"|(?P<html><!--)"
    r"|(?P<liquid>\{%-?[ \t]*(?P<word>\w+)[^%\n]*%\})"
    r"|(?P<script><(?P<tag>script|style|pre|code|math|svg|kbd|samp|textarea)\b)"
    r"|(?P<element><(?!(?:table|t[rhd])\b)[A-Za-z][\w-]*(?:\s+[\w:-]+(?:=(?:\"[^\"]*\"|'[^']*'))?){0,30}"
    r"\s+[\w:-]+=(?:\"[^\"]*\"|'[^']*')\s*/?>)",
    re.MULTILINE | re.IGNORECASE,
)
_OPTIONS = re.compile(r"(?:[ \t]*:[\w-]+:[^\n]*\n|[ \t]*\n)+")
_DIRECTIVE = re.compile(
    r"derive:[ \t]*allow[ \t]+(?P<rule>[\w-]+)(?:[ \t]+(?P<glyph>(?!because\b)\S+))?"
    r"(?:[ \t]+because[ \t]+(?P<reason>.*\S))?",
    re.DOTALL,
)


@dataclass(slots=True)
class Masking:
    """The text while it is masked, and what was found on the way."""

    chars: list[str]
    hidden: list[tuple[int, int]] = field(default_factory=list)
    formulas: list[tuple[int, int]] = field(default_factory=list)
    allowances: list[Allowance] = field(default_factory=list)
    title: str = ""

    def blank(self, start: int, end: int) -> None:
        """Blank a stretch; lines stay."""
        self.chars[start:end] = ["\n" if char == "\n" else " " for char in self.chars[start:end]]


def masked(text: str) -> Masking:
    """Mask a Markdown text; fences that hold mathematics are kept as formulas."""
    found = Masking(list(text))
    front = _FRONT.match(text)
    place = 0
    if front:
        title = _TITLE.search(front["body"])
        found.title = title["title"].strip().strip("\"'").strip() if title else ""
        found.blank(0, front.end())
        place = front.end()
    opened = -1
    while (match := _APART.search(text, place)) is not None:
        if match["fence"]:
            place = _fence(text, match, found)
        elif match["code"]:
            place = _code(text, match)
        elif match["html"]:
            place = _comment(text, match.start(), found)
        elif match["element"]:
            found.blank(match.start(), match.end())
            place = match.end()
        elif match["script"]:
            place = _script(text, match, found)
        else:
            opened, place = _liquid(text, match, found, opened)
    if opened >= 0:
        found.hidden.append((opened, len(text)))
    return found


def _fence(text: str, match: re.Match[str], found: Masking) -> int:
    """Blank a fenced block, or keep what it says is mathematics."""
    mark = match["fence"]
    close = re.compile(rf"^[ \t>]*{re.escape(mark[0])}{{{len(mark)},}}[ \t]*$", re.MULTILINE)
    end = close.search(text, match.end())
    body_end, stop = (end.start(), end.end()) if end else (len(text), len(text))
    if match["info"].strip().casefold().split(" ")[0] in {"math", "{math}"}:
        options = _OPTIONS.match(text, match.end(), body_end)
        found.formulas.append((options.end() if options else match.end(), body_end))
    found.blank(match.start("fence"), stop)
    return stop


def _code(text: str, match: re.Match[str]) -> int:
    """Step over code in backticks, in which nothing else begins."""
    limit = text.find("\n\n", match.end())
    close = re.compile(rf"(?<!`){match['code']}(?!`)").search(
        text, match.end(), limit if limit >= 0 else len(text)
    )
    return close.end() if close else match.end()


def _comment(text: str, start: int, found: Masking) -> int:
    """Blank an HTML comment; what it allows is kept."""
    end = text.find("-->", start)
    stop = end + 3 if end >= 0 else len(text)
    found.allowances.extend(
        allowance(text[start + 4 : end if end >= 0 else stop], text.count("\n", 0, stop) + 1)
    )
    found.blank(start, stop)
    return stop


def _script(text: str, match: re.Match[str], found: Masking) -> int:
    """Blank raw HTML that is code."""
    end = _closing(match["tag"].lower()).search(text, match.end())
    stop = end.start() if end else match.end()
    found.blank(match.start(), stop)
    return stop


@cache
def _closing(tag: str) -> re.Pattern[str]:
    return re.compile(f"</{tag}", re.IGNORECASE)


def _liquid(text: str, match: re.Match[str], found: Masking, opened: int) -> tuple[int, int]:
    """Blank a Liquid tag, and note what stands between comment tags."""
    found.blank(match.start(), match.end())
    word = match["word"]
    if word == "comment" and opened < 0:
        return match.end(), match.end()
    if word == "endcomment" and opened >= 0:
        found.hidden.append((opened, match.start()))
        return -1, match.end()
    if word in {"highlight", "raw"}:
        end = text.find("end" + word, match.end())
        if word == "highlight" and end >= 0:
            found.blank(match.end(), end)
            return opened, end
    return opened, match.end()


def allowance(comment: str, line: int) -> list[Allowance]:
    """What a comment allows, and from which line on."""
    return [
        Allowance(line, m["rule"], m["glyph"] or "", " ".join((m["reason"] or "").split()))
        for m in _DIRECTIVE.finditer(comment)
    ]
