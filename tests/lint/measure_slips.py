"""Measures the checker on single slips that are drawn in clean manuscripts.

    python tests/lint/measure_slips.py FILE... [--each N] [--seed SEED] [--verbose]

In each file up to N places of a kind are changed, one at a time: two digits of a
number are exchanged, in prose or in a table; a sign, a quotient, a coefficient
or a maximum of a formula is turned, a factor is dropped. A slip is told when an
error or a warning that the clean file does not have stands at its line, or at
the first line of its display. Not every slip contradicts something: a value that
nothing follows from may be any other. What is compared is one version with another.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from measure_manuscripts import opening_line

from derive.lint.running import lint_files
from derive.registry import Registry, load

Slip = tuple[str, int, int, str]
"""The kind of a slip, where it begins and ends, and what stands there instead."""
DISPLAY = re.compile(
    r"\$\$(?P<a>.+?)\$\$|\\\[(?P<b>.+?)\\\]"
    r"|\\begin\{(?:equation|align|gather)\*?\}(?P<c>.+?)\\end\{(?:equation|align|gather)\*?\}"
    r"|(?<![\\$])\$(?P<d>[^$\n]*=[^$\n]*)\$(?!\$)",
    re.DOTALL,
)
NUMBER = re.compile(r"(?<![\w.\\{^_,])\d+(?:(?:,|\{,\})\d{3})*(?:\.\d+)?(?![\w}])")
QUOTIENT = re.compile(r"\\[dt]?frac\{(?P<over>[^{}]+)\}\{(?P<under>[^{}]+)\}")
SIGN = re.compile(r"(?<=[\w})\s])\s*(?P<sign>[+-])\s*(?=[\w\\(])")
COEFFICIENT = re.compile(r"(?<![\w^_.,}{])(?P<n>[2-9])(?![\w.,])\s*(?=\\?[A-Za-z(])")
EXTREME = re.compile(r"(?<![_{])\\(?P<name>min|max)(?![A-Za-z])")
LETTER = r"(?:\\[a-z]{2,}(?<!\\frac)|(?<![\\A-Za-z{])[A-Za-z])(?![A-Za-z{])(?:_\w|_\{[^{}]*\})?"
FACTOR = re.compile(rf"{LETTER}(?:\s*\\,\s*|\s+)(?P<lost>{LETTER})(?!\s*[\^_(])")
LEAST_DIGITS = 3


def slips(text: str) -> Iterator[Slip]:
    """Every slip that can be made in a manuscript."""
    for span in DISPLAY.finditer(text):
        start, latex = next((span.start(name), span[name]) for name in "abcd" if span[name])
        for kind, first, last, new in _in_formula(latex, latex.find("=") + 1):
            yield kind, start + first, start + last, new
    for number in NUMBER.finditer(text):
        new = with_digits_exchanged(number.group())
        line = text[text.rfind("\n", 0, number.start()) + 1 :].partition("\n")[0]
        if new and not line.startswith("#"):
            table = line.count("|") > 1 or line.count("&") > 1
            yield "table" if table else "prose", *number.span(), new


def _in_formula(latex: str, behind: int) -> Iterator[Slip]:
    """The slips behind the first sign of equality of a formula."""
    for quotient in QUOTIENT.finditer(latex, behind):
        new = f"{{{quotient['under']}}}{{{quotient['over']}}}"
        yield "quotient", quotient.start("over") - 1, quotient.end(), new
    for sign in SIGN.finditer(latex, behind):
        if latex[sign.start("sign") - 1] not in "{^_":
            yield "sign", *sign.span("sign"), "-" if sign["sign"] == "+" else "+"
    for number in COEFFICIENT.finditer(latex, behind):
        other = 4 if number["n"] == "2" else int(number["n"]) - 1
        yield "coefficient", *number.span("n"), str(other)
    for extreme in EXTREME.finditer(latex, behind):
        yield "extreme", *extreme.span("name"), "max" if extreme["name"] == "min" else "min"
    for factor in FACTOR.finditer(latex, behind):
        yield "factor", *factor.span("lost"), ""


def with_digits_exchanged(number: str) -> str:
    """A number with its first two different neighbours exchanged; "" of one with few digits."""
    digits = [place for place, char in enumerate(number) if char.isdigit()]
    if len(re.sub(r"\D", "", number).lstrip("0")) < LEAST_DIGITS:
        return ""
    for first, second in pairwise(digits):
        left, right = number[first], number[second]
        if left != right and "0" not in (left, right):
            return number[:first] + right + number[first + 1 : second] + left + number[second + 1 :]
    return ""


def findings_in(path: Path, text: str, registry: Registry) -> set[tuple[int, str]]:
    """The lines and messages of the errors and warnings of a text."""
    path.write_text(text, encoding="utf-8")
    found = lint_files([path], registry, notation=None, unmapped=False)
    return {(each.line, each.message) for each in found if each.severity != "info"}


def main() -> int:
    """Print the share that is told, by kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--each", type=int, default=4)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    registry = load()
    drawn_of, told_of = Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        for file in options.files:
            text, copy = file.read_text(encoding="utf-8"), Path(folder) / file.name
            clean = findings_in(copy, text, registry)
            source = random.Random(f"{options.seed} {file.name}")
            some = list(slips(text))
            for kind in sorted({slip[0] for slip in some}):
                alike = [slip for slip in some if slip[0] == kind]
                for _, start, end, new in source.sample(alike, min(options.each, len(alike))):
                    slipped = text[:start] + new + text[end:]
                    line = text.count("\n", 0, start) + 1
                    places = {line, opening_line(slipped.split("\n"), line)}
                    hit = any(
                        at in places for at, _ in findings_in(copy, slipped, registry) - clean
                    )
                    drawn_of[kind] += 1
                    told_of[kind] += hit
                    if options.verbose and not hit:
                        shown = f"{text[start - 20 : start]}[{text[start:end]} -> {new}]"
                        sys.stdout.write(f"{file}:{line} {kind}: {' '.join(shown.split())}\n")
    for kind, count in sorted(drawn_of.items()):
        sys.stdout.write(f"{kind:<12} {told_of[kind]:>4} of {count:>4}\n")
    sys.stdout.write(
        f"{'all':<12} {told_of.total():>4} of {drawn_of.total():>4} (seed {options.seed})\n"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
