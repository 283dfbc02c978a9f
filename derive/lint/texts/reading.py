"""Manuscripts on disk: which files are some, and how each is read into a document.

A Jupyter notebook is JSON in which each line of a cell stands in a line of its own:
its Markdown cells are read with each line where the file has it, so that a finding
names the line that an editor shows. Code, outputs and all else are blank.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from errno import EFBIG, EINVAL
from pathlib import Path
from typing import TYPE_CHECKING, Any

from derive.errors import NoSuchDocument
from derive.lazy import lazy_re
from derive.locate import is_folder

if TYPE_CHECKING:
    from .documents import Document

SUFFIXES = frozenset((".md", ".markdown", ".tex", ".latex", ".ltx", ".qmd", ".rmd"))
MOST_BYTES = 50_000_000
TEX_SUFFIXES = frozenset((".tex", ".latex", ".ltx", ".sty"))
_STRING = lazy_re(r'\s*("(?:[^"\\]|\\.)*"),?\s*')
_SOURCE = lazy_re(r'\s*"source"\s*:\s*\[\s*')


def manuscripts(paths: Sequence[str | Path]) -> Iterator[Path]:
    """The files that are named, and those in the folders that are named."""
    for path in map(Path, paths):
        if is_folder(path):
            files = sorted(
                Path(folder) / name
                for folder, folders, names in os.walk(path)
                for name in names
                if Path(name).suffix.lower() in SUFFIXES
                and _is_file(Path(folder) / name)
                and not any(part.startswith(".") for part in Path(folder).relative_to(path).parts)
            )
            if not files:
                missing = "there is no Markdown or LaTeX in this folder"
                raise NoSuchDocument(str(path), f"{missing}; other texts are read by their names")
            yield from files
        else:
            yield path


def _is_file(path: Path) -> bool:
    """Whether there is a file at all: a link may lead nowhere, or to itself."""
    try:
        return path.is_file()
    except OSError:
        return False


def read_manuscript(path: str | Path) -> Document:
    """A manuscript on disk; raises ``NoSuchDocument`` whatever keeps it from being read."""
    try:
        return read_document(path)
    except OSError as problem:
        raise NoSuchDocument(str(path), problem.strerror or "it cannot be read") from None
    except ValueError:  # a name that no disk takes
        raise NoSuchDocument(str(path), "no file can have this name") from None


def read_document(path: str | Path, text: str | None = None) -> Document:
    """Read a manuscript from a file, or from a text that goes by this name.

    Bytes that are no UTF-8 become replacement characters, line ends become
    plain ones. Raises ``OSError`` where there is no file, and ``NoSuchDocument`` for
    what only goes by the name of a notebook.
    """
    from .latex import read_latex
    from .markdown import read_markdown

    name = str(path)
    if text is None:
        text = _bytes(Path(path)).decode("utf-8-sig", errors="replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    if Path(name).suffix.lower() == ".ipynb":
        cells = _markdown_of(text)
        if cells is None:
            why = "it is no notebook with each line of a cell in a line of its own"
            raise NoSuchDocument(name, f"{why}: save it with Jupyter")
        return read_markdown(name, cells)
    return (read_latex if _is_latex(name, text) else read_markdown)(name, text)


def _bytes(path: Path) -> bytes:
    """The bytes of a manuscript; devices and files without end are no manuscript."""
    if path.exists() and not path.is_dir() and not path.is_file():
        raise OSError(EINVAL, "it is a device or a pipe, not a file")
    # One byte more than allowed tells a large file from one that just fits, without its size.
    with path.open("rb") as stream:
        content = stream.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise OSError(EFBIG, f"it is larger than {MOST_BYTES // 1_000_000} MB; lint its chapters")
    return content


def _is_latex(name: str, text: str) -> bool:
    """Whether a manuscript is LaTeX, by its name, or by its first lines."""
    if Path(name).suffix.lower() in TEX_SUFFIXES:
        return True
    return Path(name).suffix.lower() not in {".md", ".markdown"} and (
        "\\documentclass" in text[:20_000] or "\\begin{document}" in text[:20_000]
    )


def _markdown_of(content: str) -> str | None:
    """The text of the Markdown cells; None where the content is no notebook laid out in lines."""
    try:
        cells = list(_cells(json.loads(content)))
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
        return None
    printed = content.split("\n")
    shown = [""] * len(printed)
    after = 0
    for kind, lines in cells:
        first = _source_line(printed, lines, after)
        if first is None:
            return None
        after = first + len(lines)
        if kind == "markdown":
            shown[first:after] = [line.removesuffix("\n") for line in lines]
    return "\n".join(shown)


def _cells(data: Any) -> Iterator[tuple[str, list[str]]]:
    """The kind and the lines of each cell that has any."""
    for cell in data["cells"]:
        source = cell["source"]
        lines = source.splitlines(keepends=True) if isinstance(source, str) else list(source)
        if any("\n" in line[:-1] for line in lines):
            raise ValueError("several lines in one string")
        if lines:
            yield str(cell["cell_type"]), lines


def _source_line(printed: Sequence[str], lines: Sequence[str], after: int) -> int | None:
    """The first line of a cell's source in the file."""
    for place in range(after, len(printed)):
        if _SOURCE.fullmatch(printed[place]) and all(
            _string_at(printed, place + 1 + number) == line for number, line in enumerate(lines)
        ):
            return place + 1
    return None


def _string_at(printed: Sequence[str], place: int) -> str | None:
    """What a line holds, if it is one string."""
    match = _STRING.fullmatch(printed[place]) if place < len(printed) else None
    return str(json.loads(match[1])) if match else None
