"""Style, script, data and the font of the formulas, which the pages share."""

from __future__ import annotations

import base64
import hashlib
import html
import io
import json
import re
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from derive import locate
from derive.book.shapes import Book
from derive.entries.store import Store

from .figures import spanned
from .onward import Limits

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
    book: Book, texts: Iterable[str], cache: Path | None = None, *, directory_urls: bool = True
) -> dict[str, bytes]:
    """Every file below ``assets/`` that the pages ask for."""
    home = locate.templates() / "assets"
    files = {
        f"assets/derive/{name}": "".join(lean(home / file) for file in files).encode()
        for name, files in PARTS.items()
    }
    # One file: the table of units is of no use without the reader of their words.
    files["assets/derive/units.js"] += script("deriveUnits", book["units"]).encode()
    bounds = Limits(book).data(directory_urls=directory_urls)
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
