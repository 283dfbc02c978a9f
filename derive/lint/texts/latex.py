r"""LaTeX read into a document: formulas, tables, sections and macros, each at its place.

Files that are only named (``\input``, ``\include``) are not followed; the
document says which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from derive.lazy import lazy_re

from .documents import (
    Allowance,
    Block,
    Cell,
    Document,
    Heading,
    Span,
    Table,
    blank,
    in_dollars,
    line_starts,
    place_in,
    tables_in_dollars,
)
from .dollars import MOST_CHARACTERS
from .macros import Macros
from .masks import allowance

_NEW_ROW = lazy_re(r"\\tabularnewline(?![A-Za-z])")
_COMMENT = lazy_re(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_APART = lazy_re(
    r"\\begin\{(?P<env>\w*[Vv]erbatim\w*\*?|lstlisting|minted|comment|alltt|asy|filecontents\*?)\}"
    r".*?(?:\\end\{(?P=env)\}|\Z)"
    r"|\\(?:verb|lstinline)\*?(?P<mark>[^A-Za-z\s*{])[^\n]*?(?P=mark)",
    re.DOTALL,
)
_MATH = (
    "equation|align|alignat|flalign|gather|multline|eqnarray|displaymath|math|IEEEeqnarray|dmath"
)
_OPEN = lazy_re(
    rf"\\begin\{{(?P<env>{_MATH})(?P<star>\*?)\}}|\\(?P<bracket>[(\[])|\\(?P<escaped>[\s\S])"
    r"|(?P<dollars>\$\$?)"
)
_TABLE = lazy_re(r"\\begin\{(tabular[x*]?|longtable|tabu|tblr|array)\}")
_SECTION = lazy_re(
    r"\\(?P<kind>part|chapter|section|subsection|subsubsection|paragraph)\*?"
    r"(?:\[[^\]]*\])?\{(?P<title>(?:[^{}]|\{[^{}]*\})*)\}"
)
_LEVELS = dict(zip(("part", "chapter", "section", "subsection", "subsubsection", "paragraph"),
                   range(6), strict=True))  # fmt: skip
_NAMED = lazy_re(r"\\(?P<how>input|include|subfile|import)\*?\{(?P<file>[^}]*)\}")
_TITLE = lazy_re(r"\\title(?:\[[^\]]*\])?\{(?P<title>(?:[^{}]|\{[^{}]*\})*)\}")
_RULES = lazy_re(
    r"\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot|endlastfoot)\b"
    r"|\\(?:cline|cmidrule)(?:\([^)]*\))?\{[^}]*\}|\\rowcolor(?:\[[^\]]*\])?\{[^}]*\}"
)
_LEAD = lazy_re(r"(?:\s|\\label\{[^}]*\}|\\nonumber|\\displaystyle)*")
_WIDTH = lazy_re(r"\s*(?:\[[^\]]*\])?")
_GROUP = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_COLUMN = lazy_re(
    rf"(?P<before>>\s*{_GROUP})|[<@!]\s*{_GROUP}"
    rf"|\*\s*\{{(?P<times>\d+)\}}\s*(?P<several>{_GROUP})"
    rf"|(?P<kind>[A-Za-z])(?:\s*(?:\[[^\]]*\]|{_GROUP}))*"
)
_COLUMN_TYPE = lazy_re(
    rf"\\newcolumntype\{{(?P<letter>[A-Za-z])\}}(?:\[\d\])?(?P<columns>{_GROUP})"
)
_ONLY_WORDS = lazy_re(r"\\(?:text(?:bf|it|rm|sf)?|mathrm|mbox)\{(?P<words>[^{}]*)\}")
# Columns of a type that is made of a type, and so on; and of one that stands many times.
MOST_NESTED, MOST_COLUMNS, MOST_SPECIFIED = 3, 50, 2_000


def read_latex(path: str, text: str) -> Document:
    """Read a LaTeX manuscript."""
    starts, lines = line_starts(text), tuple(text.split("\n"))
    masked, allowances = _masked(text)
    begin = masked.find("\\begin{document}")
    body = begin + len("\\begin{document}") if begin >= 0 else 0
    # Macros may be defined anywhere, the preamble first of all.
    macros = Macros.of([masked], masked)
    tables = tuple(_expanded(table, macros) for table in _tables(masked, starts, body))
    # Dollars in what a table says of its columns are those of its cells.
    chars = list(masked)
    for match in _TABLE.finditer(masked, body):
        blank(chars, *_columns_of(masked, match))
    formulas = sorted((*_formulas("".join(chars), body), *_cell_formulas(masked, tables)))
    spans = tuple(_spans(masked, starts, formulas, macros, tables))
    title = _TITLE.search(masked)
    prose = re.sub(r"[^\n]", " ", masked[:body]) + masked[body:]
    return Document(
        path=path,
        text=text,
        masked=in_dollars(prose, spans),
        kind="tex",
        title=_words(title["title"]) if title else "",
        spans=spans,
        tables=tuple(tables_in_dollars(tables, spans)),
        headings=tuple(_headings(masked, starts, body)),
        blocks=tuple(_paragraphs(prose)),
        allowances=tuple(allowances),
        skipped=tuple(
            (place_in(starts, match.start())[0], match["file"]) for match in _NAMED.finditer(masked)
        ),
        lines=lines,
        starts=starts,
    )


def _expanded(table: Table, macros: Macros) -> Table:
    """A table whose cells know what their macros print."""

    def cells(row: tuple[Cell, ...]) -> tuple[Cell, ...]:
        shown = [macros.expanded(cell.text, cell.start)[0] for cell in row]
        return tuple(
            cell.replaced(expanded=text) if text != cell.text else cell
            for cell, text in zip(row, shown, strict=True)
        )

    return table.replaced(header=cells(table.header), rows=tuple(map(cells, table.rows)))


def _masked(text: str) -> tuple[str, list[Allowance]]:
    """The text without verbatim stretches and comments, at equal length."""
    chars = list(text)
    allowances: list[Allowance] = []
    for match in _APART.finditer(text):
        blank(chars, match.start(), match.end())
    shown = "".join(chars)
    for match in _COMMENT.finditer(shown):
        start = match.end(1)
        allowances += allowance(match.group()[1:], shown.count("\n", 0, start) + 1)
        blank(chars, start, match.end())
    return "".join(chars), allowances


def _words(latex: str) -> str:
    """A title as plain words."""
    return " ".join(re.sub(r"\\[A-Za-z]+\*?|[{}~\\]", " ", latex).split())


def _formulas(text: str, place: int) -> Iterator[tuple[int, int, bool]]:
    """Offsets of every formula without delimiters, and whether it stands alone."""
    while (match := _OPEN.search(text, place)) is not None:
        place = match.end()
        if match["escaped"]:
            continue
        if match["env"]:
            closing = f"\\end{{{match['env']}{match['star']}}}"
            display = match["env"] != "math"
        elif match["bracket"]:
            closing = "\\" + {"(": ")", "[": "]"}[match["bracket"]]
            display = match["bracket"] == "["
        else:
            closing, display = match["dollars"], len(match["dollars"]) == 2
        end = _closing(text, place, closing)
        if end < 0:
            continue
        if text[place:end].strip():
            yield place, end, display
        place = end + len(closing)


def _closing(text: str, place: int, closing: str) -> int:
    """The offset of what closes a formula; a blank line ends the search."""
    reach = place + MOST_CHARACTERS
    limit = text.find("\n\n", place, reach)
    limit = min(len(text), reach) if limit < 0 else limit
    end = text.find(closing, place, limit)
    while end >= 0 and closing == "$" and text[end - 1] == "\\":
        end = text.find(closing, end + 1, limit)
    return end


def _spans(
    text: str,
    starts: tuple[int, ...],
    formulas: Sequence[tuple[int, int, bool]],
    macros: Macros,
    tables: tuple[Table, ...],
) -> Iterator[Span]:
    cells = [
        (cell.start, cell.start + len(cell.text), (number, row, column))
        for number, table in enumerate(tables)
        for row, some in enumerate((table.header, *table.rows), -1)
        for column, cell in enumerate(some)
    ]
    for start, end, display in formulas:
        latex, origins = macros.expanded(text[start:end], start)
        lead = _LEAD.match(text, start, end)
        place = place_in(starts, lead.end() if lead else start)
        table, row, cell = next(
            (cell for first, last, cell in cells if first <= start < last), (-1, -1, -1)
        )
        yield Span(
            latex, start, end, *place, display, table=table, row=row, cell=cell, origins=origins
        )


def _tables(text: str, starts: tuple[int, ...], body: int) -> Iterator[Table]:
    """Every tabular, row by row."""
    own = {match["letter"]: match["columns"] for match in _COLUMN_TYPE.finditer(text)}
    for match in _TABLE.finditer(text, body):
        if match[1] == "array":
            continue
        end = text.find(f"\\end{{{match[1]}}}", match.end())
        columns, begin = _columns_of(text, match)
        if end < 0 or begin > end:
            continue
        in_math = tuple(_columns_in_math(text[columns + 1 : begin - 1], own))
        shown = _RULES.sub(lambda match: " " * len(match.group()), text[begin:end])
        # Where a column has line breaks of its own, rows end with another command.
        shown = _NEW_ROW.sub(lambda match: "\\\\".rjust(len(match.group())), shown)
        rows = [
            cells
            for start, stop in _parts(shown, 0, len(shown), "\\\\")
            if shown[start:stop].strip()
            and (cells := _typeset(_cells(shown, starts, start, stop, begin), in_math))
        ]
        if rows:
            yield Table(rows[0][0].line, rows[0], tuple(rows[1:]))


def _columns_of(text: str, table: re.Match[str]) -> tuple[int, int]:
    """The offsets of what a table says of its columns, behind its options and its width."""
    match = _WIDTH.match(text, table.end())
    place = begin = match.end() if match else table.end()
    for _ in range(2 if table[1] in {"tabularx", "tabular*"} else 1):
        begin, place = place, _behind_group(text, place)
    return begin, place


def _behind_group(text: str, place: int) -> int:
    """The offset behind the group in braces that begins at a place; none is very long."""
    depth, end = 0, min(place + MOST_SPECIFIED, len(text))
    while place < end:
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        place += 1
        if depth == 0:
            break
    return place


def _columns_in_math(columns: str, own: Mapping[str, str], depth: int = 0) -> Iterator[bool]:
    r"""For each column whether its cells are formulas, as those of ``>{$}c<{$}`` are."""
    opened = False
    for match in _COLUMN.finditer(columns):
        if match["before"]:
            opened = opened or "$" in match["before"] or r"\(" in match["before"]
        elif match["several"]:
            several = list(_columns_in_math(match["several"][1:-1], own, depth))
            yield from several * min(int(match["times"]), MOST_COLUMNS)
        elif match["kind"]:
            meant = own.get(match["kind"], "") if depth < MOST_NESTED else ""
            yield opened or any(_columns_in_math(meant[1:-1], own, depth + 1))
            opened = False


def _typeset(cells: Iterator[Cell], in_math: Sequence[bool]) -> tuple[Cell, ...]:
    """Cells of a row; a formula gets the dollars that its column has, a word in it loses them."""
    typeset = []
    for place, cell in enumerate(cells):
        words = _ONLY_WORDS.fullmatch(cell.text)
        if not cell.text or "$" in cell.text or not any(in_math[place : place + 1]):
            typeset.append(cell)
        elif words or cell.text.startswith(r"\multicolumn"):
            typeset.append(cell.replaced(text=words["words"] if words else cell.text))
        else:
            # The first dollar stands where the print has none, so that all else keeps its place.
            typeset.append(cell.replaced(text=f"${cell.text}$", start=cell.start - 1))
    return tuple(typeset)


def _cell_formulas(text: str, tables: Sequence[Table]) -> Iterator[tuple[int, int, bool]]:
    """Cells that are formulas by their column, without the dollars that they do not print."""
    for table in tables:
        for cell in (cell for row in (table.header, *table.rows) for cell in row):
            if cell.text.startswith("$") and text[cell.start] != "$":
                yield cell.start + 1, cell.start + len(cell.text) - 1, False


def _parts(text: str, start: int, end: int, mark: str) -> Iterator[tuple[int, int]]:
    """Stretches between marks that stand outside braces and dollars."""
    depth, inside, place, begin = 0, False, start, start
    while place < end:
        if depth == 0 and not inside and text.startswith(mark, place):
            yield begin, place
            place += len(mark)
            option = re.compile(r"\*?\[[^\]]*\]").match(text, place) if mark != "&" else None
            place = begin = option.end() if option else place
            continue
        char = text[place]
        if char == "\\":
            place += 1
        elif char in "{}":
            depth += 1 if char == "{" else -1
        elif char == "$":
            inside = not inside
        place += 1
    yield begin, end


def _cells(text: str, starts: tuple[int, ...], start: int, end: int, base: int) -> Iterator[Cell]:
    for left, right in _parts(text, start, end, "&"):
        content = text[left:right]
        place = base + left + len(content) - len(content.lstrip())
        yield Cell(content.strip(), place, *place_in(starts, place))


def _headings(text: str, starts: tuple[int, ...], body: int) -> Iterator[Heading]:
    for match in _SECTION.finditer(text, body):
        line, _ = place_in(starts, match.start())
        yield Heading(line, _LEVELS[match["kind"]] + 1, _words(match["title"]))


def _paragraphs(text: str) -> Iterator[Block]:
    """Stretches between blank lines."""
    for match in re.finditer(r"\S(?:.|\n(?!\s*\n))*", text):
        yield Block(match.start(), match.end())
