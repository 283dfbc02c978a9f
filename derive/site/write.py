"""The book as Markdown pages, one per record, and all else that a site builder reads, written.

Style, script, data and the font of the formulas are shared by the pages.
"""

from __future__ import annotations

import base64
import hashlib
import html
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from jinja2 import Environment

from derive import locate
from derive.book.shapes import Book
from derive.entries.store import Store
from derive.workers import meanwhile

from .figures import spanned
from .handwritten import as_written, handwritten
from .indexes import (
    WIDTH,
    by_letter,
    by_output,
    by_unit,
    maps_of,
    side_by_side,
    told_apart,
    with_capitals,
)
from .instrument import Instrument, Runs, answered, runs_data
from .layout import INDEXES, Layout, Report, layout_of
from .machine import citation, files_for_programs, index, words
from .onward import Limits, Onward
from .pictures import Pictures
from .templating import environment

PARTS = {
    "derive.css": "derive.css calculator.css".split(),
    "instrument.css": ["instrument.css"],
    "derive.js": ["derive.js"],
    "seek.js": "ranking.js seek.js".split(),
    "find.js": ["find.js"],
    "lost.js": ["lost.js"],
    "letters.js": ["letters.js"],
    "solver.js": "numbers.js arithmetics.js slopes.js search.js ranges.js solver.js".split(),
    "calculator.js": "showing.js values.js calculator.js".split(),
    "plot.js": "floats.js plot.js".split(),
    "units.js": ["words.js"],
    "limits.js": ["limits.js"],
    "instrument.js": "numbers.js floats.js showing.js values.js run.js instrument.js".split(),
}
"""What a page can ask for, and the files that are joined in it. A page brings the first two;
``derive.js`` fetches any other when its reader needs it."""

COMMENT = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*$", re.MULTILINE | re.DOTALL)


def assets(
    book: Book, layout: Layout, texts: Iterable[str], cache: Path | None = None
) -> dict[str, bytes]:
    """Every file below ``assets/`` that the pages ask for."""
    home = locate.templates() / "assets"
    files = {
        f"assets/derive/{name}": "".join(lean(home / file) for file in files).encode()
        for name, files in PARTS.items()
    }
    # One file: the table of units is of no use without the reader of their words.
    files["assets/derive/units.js"] += script("deriveUnits", book["units"]).encode()
    bounds = Limits(book).data(layout)
    files["assets/derive/limits.js"] += script("deriveBounds", bounds).encode()
    files["assets/derive/symbols.js"] = symbols_script(book).encode()
    files["assets/derive/notations.js"] = notations_script(book).encode()
    return files | font_files(characters(texts), cache)


def lean(file: Path) -> str:
    """A style sheet or script without the comments that stand on lines of their own."""
    text = COMMENT.sub("", file.read_text(encoding="utf-8"))
    return "".join(f"{line.strip()}\n" for line in text.splitlines() if line.strip())


def symbols_script(book: Book) -> str:
    """What the hover card of each letter says; a script, since a disk serves no data."""
    cards: dict[str, list[str]] = {
        name: [
            symbol["meaning"],
            " · ".join(fact for fact in (symbol["unit"], symbol["domain"]) if fact and fact != "1"),
            spanned(symbol["typical"]),
        ]
        for name, symbol in book["symbols"].items()
    }
    for name, number in book["constants"].items():
        cards[name] = [number["meaning"], f"{number['value']} {number['unit']}", ""]
    return script("deriveSymbols", cards)


def notations_script(book: Book) -> str:
    """The letters of every other document: how each is drawn, and what misleads."""
    letters = {
        name: {
            "title": notation["source"]["title"],
            "letters": {
                letter["id"]: [letter["mathml"], int(letter["converted"]), letter["warnings"]]
                for letter in notation["letters"]
            },
        }
        for name, notation in book["notations"].items()
        if notation["letters"]
    }
    return script("deriveLetters", letters)


def script(name: str, value: object) -> str:
    """Data as a script that a page can load from a disk; nothing in it ends the script."""
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return f"window.{name}={data};\n"


MATH = re.compile(r"<math\b.*?</math>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
ALWAYS = "0123456789+−=()[]/,.√"
"""On every site, whether a formula needs them today or not.

The sign of a root stands in no text: browsers draw it around what is below it, and
leave it out without a word where the font has none.
"""


def characters(texts: Iterable[str]) -> str:
    """Every character that stands inside a formula of these pages, once, in order."""
    found = set(ALWAYS)
    for text in texts:
        for formula in MATH.findall(text):
            found |= set(html.unescape(TAG.sub("", formula)))
    return "".join(sorted(letter for letter in found if letter.isprintable()))


def font_files(letters: str, cache: Path | None = None) -> dict[str, bytes]:
    """The subset and its licence, as files to put beside the site's style sheet."""
    source = stix()
    return {
        "assets/derive/stix-two-math.woff2": _cached(source, letters, cache),
        "assets/derive/stix-two-math-OFL.txt": licence(source).encode(),
    }


def stix() -> Path:
    """STIX Two Math as an installed package carries it."""
    package = find_spec("ziamath")
    assert package is not None, "ziamath, which carries the font, is not installed"
    assert package.submodule_search_locations is not None
    return Path(next(iter(package.submodule_search_locations))) / "fonts/STIXTwoMath-Regular.ttf"


def _cached(source: Path, letters: str, cache: Path | None) -> bytes:
    """The subset from an earlier build with the same letters and font, or a new one."""
    name = hashlib.sha256(f"{source.stat().st_size} {letters}".encode()).hexdigest()[:16]
    if cache is None:
        return subset(source, letters)
    store = Store(str(cache / "fonts.sqlite"))
    kept = store.text("font", name)
    if kept is None:
        kept = base64.b64encode(subset(source, letters)).decode()
        store.put_lasting([("font", name, kept)])
    store.close()
    return base64.b64decode(kept)


def subset(source: Path, letters: str) -> bytes:
    """The font with these characters alone; the stretchy parts of brackets come along."""
    from fontTools.subset import Options, Subsetter, load_font, save_font

    options = Options()
    options.flavor = "woff2"
    options.hinting = False
    options.layout_features = []  # letters for scripts double its size; browsers scale
    options.name_IDs = ["*"]
    options.notdef_outline = True
    files = io.BytesIO()
    with load_font(str(source), options) as font:
        cutter = Subsetter(options)
        cutter.populate(text=letters)
        cutter.subset(font)
        save_font(font, files, options)
    return files.getvalue()


def licence(source: Path) -> str:
    """The font's own copyright line above the text of its licence."""
    from fontTools.ttLib import TTFont

    with TTFont(source, lazy=True) as font:
        owner = font["name"].getDebugName(0)
    text = (locate.templates() / "assets" / "OFL.txt").read_text(encoding="utf-8")
    return f"{owner}\n\nThis copy holds only the characters that this site uses.\n\n{text}"


Todo = tuple[str, str, Any]
"""The kind of a page, its file, and what it is about."""


def pages(book: Book, layout: Layout | None = None, report: Report | None = None) -> dict[str, str]:
    """Every page of the book: the path of a Markdown file -> its text."""
    layout = layout or layout_of(book)
    return pages_with(environment(book, layout), book, layout, report or Report())


def pages_with(
    templates: Environment, book: Book, layout: Layout, report: Report
) -> dict[str, str]:
    """The same, with an environment that is already there."""
    templates.globals |= {
        "report": report.link,
        "published": layout.published,
        "maps": maps_of(book),
        "box_width": WIDTH,
        "citation": citation,
        "side_by_side": side_by_side,
        "onward": Onward(book),
        "told_apart": partial(told_apart, capitals=with_capitals(book)),
        "version": version("training-formulary"),
    }
    todo = [(kind, layout.file(address), record) for kind, address, record in records(book)]
    files = Counter(file for _, file, _ in todo)
    assert not (twice := files - Counter(set(files))), f"two records want one page: {twice}"

    def written(part: list[Todo]) -> dict[str, str]:
        return {file: page(templates, kind, file, record) for kind, file, record in part}

    # Every second page in a child, the others here.
    with meanwhile(lambda: written(todo[1::2])) as others:
        texts = written(todo[::2]) | others()
    return {file: texts[file] for file in files}


def page(templates: Environment, kind: str, file: str, record: Any) -> str:
    """One page, from the template of its kind."""
    text = templates.get_template(f"{kind}.md").render(file=file, it=record)
    return text.strip() + "\n"


def records(book: Book) -> Iterator[tuple[str, str, Any]]:
    """The kind, address and record of every page."""
    yield "home", "index", book
    yield "report", "report", book
    for kind in INDEXES:
        yield kind, kind, book
    yield "find_units", "find/units", by_unit(book)
    yield "find_outputs", "find/outputs", by_output(book)
    yield "find_letters", "find/letters", by_letter(book)
    for subject in book["subjects"]:
        yield "subject", subject["address"], subject
    for kind, shelf in shelves(book):
        for record in shelf.values():
            yield kind, record["address"], record


def shelves(book: Book) -> list[tuple[str, dict[str, Any]]]:
    """The records that have a page of their own, by kind."""
    return [
        ("formula", dict(book["formulas"])),
        ("symbol", dict(book["symbols"])),
        ("term", dict(book["terms"])),
        ("source", dict(book["sources"])),
        ("erratum", dict(book["errata"])),
        ("letters", dict(book["notations"])),
        ("entry", dict(book["catalogue"])),
    ]


def expected(book: Book, layout: Layout) -> set[str]:
    """The Markdown files that a book must have."""
    return {layout.file(address) for _, address, _ in records(book)}


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
    layout = layout_of(book, directory_urls=directory_urls, site=address)
    with meanwhile(partial(files_for_programs, book, layout)) as for_programs:
        templates = environment(book, layout)
        instrument = Instrument(runs, book, layout) if runs else None
        templates.globals["instrument"] = instrument.view() if instrument else None
        asked = runs.table["questions"] if runs else []
        templates.globals["questions"] = answered(asked, book, runs.package) if runs else []
        known = json.dumps(words(book, layout), ensure_ascii=False, sort_keys=True)
        run = {name: instrument.at(name) for name in instrument.values} if instrument else {}
        templates.globals["pictures"] = Pictures(pictures or [], book, run).on
        texts: dict[str, str | bytes] = {**pages_with(templates, book, layout, report or Report())}
        written = as_written(by_hand) if by_hand and by_hand.is_dir() else {}
        texts |= handwritten(written, book, templates)
        stamp = hashlib.sha256(known.encode()).hexdigest()[:8]
        files = {name: _stamped(text, stamp) for name, text in texts.items()}
        read = [text.decode() for name, text in files.items() if name.endswith(".md")]
        shared = assets(book, layout, [*read, known], cache)
        # The pages as written, as the terminal searches them: folded, their headings are HTML.
        known_by = index(book, layout, by_hand=written)
        shared[INDEX] = script("deriveIndex", known_by).encode()
        if instrument:
            shared[RUNS] = script("deriveRuns", runs_data(instrument)).encode()
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
