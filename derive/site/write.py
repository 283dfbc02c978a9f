"""The folder of documents that a site builder reads, written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from derive.book.shapes import Book
from derive.workers import meanwhile

from .assets import assets, script
from .finding import index
from .handwritten import as_written, handwritten
from .instrument import Instrument, Runs
from .layout import layout_of
from .machine import files_for_programs
from .pages import pages_with
from .pictures import Pictures
from .published import Published
from .questions import answered
from .report import Report
from .runs_data import runs_data
from .templating import environment
from .words import words

WORDS = ".words.json"
INDEX = "assets/derive/index.js"
RUNS = "assets/derive/runs.js"
KEPT = {".gitkeep"}


@dataclass(frozen=True, slots=True)
class Written:
    """What a write did to a folder."""

    pages: int
    changed: int
    removed: int


def documents(
    book: Book,
    *,
    by_hand: Path | None = None,
    directory_urls: bool = True,
    report: Report | None = None,
    address: str = "",
    cache: Path | None = None,
    runs: Runs | None = None,
    pictures: list[dict[str, Any]] | None = None,
) -> dict[str, bytes]:
    """Every file of the folder: pages, hand-written pages, assets, words.

    ``address`` is where the site is published; empty where that is not known.
    ``runs`` are the whole runs that the front page asks about, ``pictures`` says what
    is drawn on which pages.
    """
    layout = layout_of(book)
    machine = partial(files_for_programs, book, layout, directory_urls=directory_urls)
    with meanwhile(machine) as for_programs:
        templates = environment(book, layout)
        instrument = Instrument(runs, book, layout) if runs else None
        templates.globals["instrument"] = instrument.view() if instrument else None
        asked = runs.table["questions"] if runs else []
        templates.globals["questions"] = answered(asked, book, runs.package) if runs else []
        known = json.dumps(
            words(book, layout, directory_urls=directory_urls), ensure_ascii=False, sort_keys=True
        )
        run = {name: instrument.at(name) for name in instrument.values} if instrument else {}
        templates.globals["pictures"] = Pictures(pictures or [], book, run).on
        published = Published(address, directory_urls)
        made = pages_with(templates, book, layout, report or Report(), published)
        texts: dict[str, str | bytes] = dict(made)
        written = as_written(by_hand) if by_hand and by_hand.is_dir() else {}
        texts |= handwritten(written, book, templates)
        stamp = hashlib.sha256(known.encode()).hexdigest()[:8]
        files = {name: _stamped(text, stamp) for name, text in texts.items()}
        read = [text.decode() for name, text in files.items() if name.endswith(".md")]
        # The pages as written, as the terminal searches them: folded, their headings are HTML.
        known_by = index(book, layout, directory_urls=directory_urls, by_hand=written)
        found = script("deriveIndex", known_by)
        shared = assets(book, [*read, known], cache, directory_urls=directory_urls) | {
            INDEX: found.encode()
        }
        if instrument:
            data = runs_data(instrument, directory_urls=directory_urls)
            shared[RUNS] = script("deriveRuns", data).encode()
        return {**files, WORDS: known.encode(), **shared, **for_programs()}


def _stamped(text: str | bytes, stamp: str) -> bytes:
    """A page with the stamp of the words that it was written for.

    A site builder that keeps unchanged pages then sees that a new term
    changes them.
    """
    if isinstance(text, bytes):
        return text
    head, mark, rest = text.partition("<!--fs:page ")
    name, end, rest = rest.partition("-->")
    return f"{head}{mark}{name} {stamp}{end}{rest}".encode() if mark else text.encode()


def write(folder: Path, files: Mapping[str, bytes]) -> Written:
    """Make ``folder`` hold these files and no others, touching only what differs."""
    changed = 0
    for name, content in files.items():
        target = folder / name
        if not target.is_file() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            changed += 1
    removed = _remove_others(folder, set(files) | KEPT)
    pages = sum(name.endswith(".md") for name in files)
    return Written(pages, changed, removed)


def _remove_others(folder: Path, wanted: set[str]) -> int:
    """Delete what an earlier write left; empty folders go too."""
    removed = 0
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path.relative_to(folder).as_posix() not in wanted:
            path.unlink()
            removed += 1
    return removed
