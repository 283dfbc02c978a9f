"""Edit after edit: a book of kept entries is, byte for byte, the book computed from nothing."""

from __future__ import annotations

import random
import re
import shutil
import string

import pytest
from campaign import campaign, sized

from derive.book.build import book_of
from derive.book.making import book_bytes, dumped, title_of
from derive.book.pen import finder, mentions
from derive.locate import knowledge
from derive.records import Term
from derive.registry import load

WORDS = '''"""Words of bakers: what they mean."""

from derive.records import Case, ConstantSet, Term, Variants

from .baking import batch_time, oven_time, shared_time
from .shared import *

PAGE = BOOK.at("page 9")
oven = Term("oven", "oven", "A hot box. It bakes.", formulas=("oven_time",), sources=(PAGE,))
loaf = Term("loaf", "loaf", "One bread.", plural="loaves", not_to_confuse=(("oven", "it is hot"),))
WHO = {batch_time: "bakers", shared_time: "guilds"}
ways = Variants("ways", "Two ways", WHO, "One or several.")
worked = [Case(oven_time, {w: "2 B", r: "1 B/s"}, gives="2 s", source=BOOK.at("table 1"))]
'''
EDITS = [
    ("baking.py", r"Time of a (\w+)\.", ["loaf", "bread", "loaves"]),
    ("baking.py", r"in several (\w+)\.", ["ovens", "loaves", "`oven_time`", "places"]),
    ("baking.py", r"Eq\(t, (.*)\)\n", ["w / r", "2 * w / r", "w / r + 1 * t / 9"]),
    ("baking.py", r"Eq\(t_all, (n .*|w .*)\)\n", ["n * w / r", "w * n / r"]),
    ("baking.py", r"n >= (\d)", ["2", "3", "4"]),
    ("baking.py", r"page (\d)\"\)\)\ndef shared", ["3", "4", "5"]),
    ("baking.py", r"Add (.*)\.", ["up the loaves", "them up, see `shared_time`"]),
    ("shared.py", r"\"weight(.*)\", \"byte\"", ["", " of a loaf"]),
    ("shared.py", r"A book of (\w+)", ["bread", "loaves"]),
    ("shared.py", r"whole (.) parts", ["/", "*"]),
    ("words.py", r"A hot (\w+)\.", ["box", "room"]),
    ("words.py", r"Term\(\"oven\", \"(\w+)\"", ["oven", "furnace", "time"]),
    ("words.py", r"gives=\"(\d) s\"", ["2", "4"]),
    ("words.py", r"shared_time: \"(\w+)\"", ["guilds", "towns"]),
]


def edited(folder, luck):
    """One place of a file put otherwise."""
    name, pattern, choices = luck.choice(EDITS)
    file = folder / name
    text = file.read_text()
    found = re.search(pattern, text)
    assert found is not None, pattern
    start, end = found.span(1)
    file.write_text(text[:start] + luck.choice(choices) + text[end:])


def from_nothing(folder):
    """The book of what is loaded, with no cache and in no child."""
    registry = load(folder)
    return dumped(book_of(registry, title_of(registry)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(sized(1, 4)))
def test_any_edits_leave_the_book_that_is_computed_from_nothing(bread, seed):
    (bread / "words.py").write_text(WORDS)
    luck = random.Random(seed)
    for _ in range(8):
        load(bread, fresh=True)
        told = []

        assert from_nothing(bread) == book_bytes(bread, tell=told.append)
        assert [] == told
        edited(bread, luck)


# --- terms in prose -------------------------------------------------------------------

TERMS = [
    Term("loaf", "loaf", "Bread.", plural="loaves"),
    Term("all-reduce", "all-reduce", "Sum.", acronym="AR"),
    Term("ring", "ring", "A ring.", autolink=False),
    Term("zero", "ZeRO", "It.", synonyms=("sharded optimizer", "k-means", "naïve share")),
    Term("dot", ".dot", "It begins with no letter."),
    Term("k", "mask", "It holds a k."),
]


@pytest.mark.parametrize("seed", range(20))
def test_terms_are_found_by_their_first_word_as_by_looking_for_each(seed):
    luck = random.Random(seed)
    bits = ["loaf", "LOAVES", "loafs", "all-reduce", "all", "-reduces", "AR", "ar", "`ring`"]
    bits += ["ring", "ZeRO", "zeros", "sharded optimizer", "Sharded", "optimizers", "K-means"]
    bits += ["NAÏVE share", ".dot", "x.dot", "ma\u017fk", "mas\u212a", "\n", "_", "ß", " "]
    bits += string.punctuation
    found = finder(TERMS)
    for _ in range(200):
        prose = "".join(luck.choice(bits) + luck.choice(["", " "]) for _ in range(6))

        assert [one for one in TERMS if mentions(prose, one)] == found(prose), prose


# --- the formulary ----------------------------------------------------------------------

ANYWHERE = [
    (r'^    """([A-Z][^\n"]*)\.$', r'    """\1 again.'),
    (r"return Eq\((\w+), (?=\w)", r"return Eq(\1, 3 * "),
    (r'says="([A-Z][^"\n]{10,})"', r'says="See \1"'),
    (r'\.at\("(section [^"]+)"\)', r'.at("\1, twice")'),
    (r'typical="(\d+)\.\.', r'typical="1\1..'),
    (r'meaning="([^"\n]+)"', r'meaning="\1 here"'),
]


def edited_anywhere(folder, luck):
    """One place of the formulary put otherwise; a law may be wrong then, and its page says so."""
    files = sorted(folder.rglob("*.py"))
    while True:
        file = luck.choice(files)
        pattern, other = luck.choice(ANYWHERE)
        before = file.read_text(encoding="utf-8")
        found = list(re.finditer(pattern, before, re.MULTILINE))
        if found:
            one = luck.choice(found)
            after = before[: one.start()] + one.expand(other) + before[one.end() :]
            file.write_text(after, encoding="utf-8")
            return


@pytest.mark.slow
@campaign
def test_edits_anywhere_in_the_formulary_leave_the_book_computed_from_nothing(
    tmp_path, monkeypatch
):
    """Two cold builds: minutes. The edits are one after the other, the last book has them all."""
    monkeypatch.setenv("DERIVE_CACHE", str(tmp_path / "kept"))
    folder = tmp_path / "formulas"
    shutil.copytree(knowledge(), folder, ignore=shutil.ignore_patterns("__pycache__"))
    book_bytes(folder)
    luck = random.Random(5)
    for _ in range(10):
        edited_anywhere(folder, luck)
        load(folder, fresh=True)
        told = []
        warm = book_bytes(folder, tell=told.append)

        assert [] == told
    monkeypatch.setenv("DERIVE_CACHE", str(tmp_path / "empty"))

    assert book_bytes(folder) == warm
