"""The font of the formulas, cut down to the characters that a site uses."""

from __future__ import annotations

import base64
import hashlib
import html
import io
import re
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from derive import locate
from derive.entries.store import Store

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
    made = io.BytesIO()
    with load_font(str(source), options) as font:
        cutter = Subsetter(options)
        cutter.populate(text=letters)
        cutter.subset(font)
        save_font(font, made, options)
    return made.getvalue()


def licence(source: Path) -> str:
    """The font's own copyright line above the text of its licence."""
    from fontTools.ttLib import TTFont

    with TTFont(source, lazy=True) as font:
        owner = font["name"].getDebugName(0)
    text = (locate.templates() / "assets" / "OFL.txt").read_text(encoding="utf-8")
    return f"{owner}\n\nThis copy holds only the characters that this site uses.\n\n{text}"
