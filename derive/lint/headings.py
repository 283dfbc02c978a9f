"""Headings: their numbers, and those that a text prints without marks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .documents import Heading

_ROMAN = r"[IVX]{1,5}"
_NUMBER = re.compile(rf"(?P<number>(?:[A-Z]|\d+|{_ROMAN})(?:\.\d+)*)[.)]?[ \t]+(?P<title>\S.*)")
_PLAIN = re.compile(r"(?P<number>(?:[A-Z]\.)?\d+(?:\.\d+)*)\.?[ \t]+(?P<title>[A-Z(].{0,90})")
_MARKS = re.compile(r"[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}|\{#[^}]*\}\s*$")


def heading_number(content: str) -> tuple[str, str]:
    """A heading's words without emphasis, and its number: ``1.2``, ``C.1``, ``IV``."""
    words = " ".join(re.sub(r"\*\*|__|`|\{#[^}]*\}\s*$", "", content).split())
    match = _NUMBER.match(words)
    return words, match["number"] if match else ""


def plain_headings(lines: Sequence[str], masked: str) -> tuple[Heading, ...]:
    """Headings without ``#``, in a text that marks none: short numbered lines, ``C.1 Notation``.

    A numbered line with a neighbour that counts on from it is an item of a list.
    """
    shown = masked.split("\n")
    found: list[Heading] = []
    for number, line in enumerate(lines, 1):
        match = _PLAIN.fullmatch(line.strip())
        if (
            match is None
            or line[:1] in " \t"
            or line.rstrip()[-1:] in ".,;:"
            or not _is_prose(shown, number)
        ):
            continue
        if _in_list(lines, number, match["number"]):
            continue
        level = match["number"].count(".") + 1
        found.append(Heading(number, level, line.strip(), match["number"], hashed=False))
    return tuple(found)


def _is_prose(shown: Sequence[str], number: int) -> bool:
    """Whether a line is prose, not code or a cell."""
    line = shown[number - 1] if number <= len(shown) else ""
    return bool(line.strip()) and "|" not in line


def _in_list(lines: Sequence[str], number: int, own: str) -> bool:
    """Whether the line above or below carries the number before or after this one."""
    if not own.isdigit():
        return False
    for neighbour, wanted in ((number - 2, int(own) - 1), (number, int(own) + 1)):
        if 0 <= neighbour < len(lines) and re.match(rf"\s*{wanted}[.)]\s", lines[neighbour]):
            return True
    return False
