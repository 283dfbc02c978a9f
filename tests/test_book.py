"""The book: what its strings are, and that each badge is computed."""

from __future__ import annotations

import json
import re

import pytest

from derive.book.build import book_of
from derive.book.pen import first_sentence, mentions, short_name
from derive.book.records import link, measures, natural
from derive.book.schema import is_mathml
from derive.records import Source, Term
from derive.registry import load
from derive.site.write import pages

LOAVES = '''"""Baking: how long a loaf takes."""

from sympy import Eq

from derive.records import Case, Source, Term, derives, formula, symbol

BOOK = Source("book", "A book of bread", authors="Baker, Miller", year=1900)
t = symbol("t", "time in the oven", "second", typical="1..3600")
t_all = symbol("t_all", "time of the whole batch", "second")
w = symbol("w", "weight of a loaf", "byte", says="As a message.")
r = symbol("r", "rate of baking", "byte/second")
n = symbol("n", "loaves", "1", integer=True)


@formula(source=BOOK.at("page 1"), holds_when=lambda: [n >= 2])
def batch_time():
    """Time of a batch of loaves.

    One loaf after the other, each as `oven_time` says. The oven stays on.
    """
    return Eq(t_all, n * w / r)


@formula(source=BOOK.at("page 2"))
def oven_time():
    """Time of one loaf in the oven."""
    return Eq(t, w / r)


@derives(batch_time)
def one_after_the_other(page):
    """Add up the loaves."""
    page.start(Eq(t_all, n * t), "one after the other")
    page.put(oven_time, "each loaf")


cases = [
    Case(oven_time, {w: "1 kB", r: "1 kB/s"}, gives="1 s", source=BOOK.at("table 1")),
    Case(oven_time, {w: "2 kB", r: "1 kB/s"}, gives="2 s", source=BOOK.at("table 1")),
]
loaf = Term("loaf", "loaf", "A piece of bread. It is eaten.", plural="loaves", symbols=("w",))
'''


def bread(folder, *changes):
    """The book of a small package, with some of its text replaced."""
    text = LOAVES
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "baking.py").write_text(text)
    return book_of(load(folder), "Bread")


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    return bread(tmp_path_factory.mktemp("bread") / "loaves")


ERRATA = """
from derive.records import Erratum, Notation, Row, Scope

errata = [
    Erratum("slow", BOOK.at("page 1"), "number", "Too short.", oven_time, (BOOK.at("page 2"),),
            printed="1 s", differs_at={w: "2 kB", r: "1 kB/s"}),
    Erratum("words", BOOK.at("page 3"), "words", "The word is wrong.", "See `oven_time`.",
            (BOOK.at("page 4"),)),
]
baker = Notation(
    "baker", source=BOOK, titles=("A book of bread",), scopes=(Scope("book"),),
    rows={"book": (
        Row("m", "w", "weight"),
        Row("\\\\rho", 1 / r, "time of a byte", "second/byte"),
        Row("\\\\odd{x}{y}", says="crust"),
        Row("m", "t", "another time", others=("t_all",)),
    )},
)
"""


@pytest.fixture(scope="module")
def errata(tmp_path_factory):
    """The bread, with a book about it that errs and has letters of its own."""
    folder = tmp_path_factory.mktemp("errata") / "loaves"
    return bread(folder, ("\ncases = [", f"{ERRATA}\ncases = ["))


def badges(book, name):
    return {
        check["id"]: (check["label"], check["tone"]) for check in book["formulas"][name]["checks"]
    }


def test_a_book_is_plain_data(book):
    assert book == json.loads(json.dumps(book))


def test_every_check_that_passes_has_its_badge(book):
    found = badges(book, "batch_time")

    assert ("units checked", "good") == found["units"]
    assert ("derivation replayed: exact", "good") == found["derivation"]
    assert ("no published value", "none") == found["cases"]
    assert ("solved for 4 of 4", "good") == found["solved"]
    assert ("2 published values", "good") == badges(book, "oven_time")["cases"]
    assert "derivation" not in badges(book, "oven_time")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "formula", "badge", "turned"),
    [
        (("Eq(t, w / r)", "Eq(t, w * r)"), "oven_time", "units", ("units disagree", "bad")),
        (
            ('gives="2 s"', 'gives="3 s"'),
            "oven_time",
            "cases",
            ("1 of 2 published values", "bad"),
        ),
        (
            ("Eq(t_all, n * t)", "Eq(t_all, n**2 * t)"),
            "batch_time",
            "derivation",
            ("derivation fails", "bad"),
        ),
        (
            ("n * w / r)", "n * w / r * (1 + 2**n + 3**n))"),
            "batch_time",
            "solved",
            ("solved for 3 of 4", "fair"),
        ),
    ],
    ids=["units", "cases", "derivation", "solved"],
)
def test_a_badge_goes_from_its_page_when_its_check_is_broken(
    book, tmp_path, change, formula, badge, turned
):
    passing = badges(book, formula)[badge][0]

    broken = bread(tmp_path / "loaves", change)

    assert turned == badges(broken, formula)[badge]
    file = f"formulas/baking/{formula}.md"
    assert f">{passing}</a>" in pages(book)[file]
    assert f">{passing}<" not in pages(broken)[file]
    assert f">{turned[0]}</a>" in pages(broken)[file]


def test_a_page_says_what_its_formula_says(book):
    page = book["formulas"]["batch_time"]

    assert "Time of a batch of loaves" == page["title"]
    assert "One loaf after the other, each as `oven_time` says." == page["lead"]
    assert "The oven stays on." == page["says"]
    assert "derived" == page["status"]
    assert ["n >= 2"] == [one["text"].replace("≥", ">=") for one in page["conditions"]]
    assert ["t_all", "n", "w", "r"] == [row["id"] for row in page["symbols"]]
    assert ["loaf"] == [term["id"] for term in page["terms"]]
    assert "baking.py:15" == page["declared"]


def test_links_go_both_ways(book):
    assert ["oven_time"] == [one["id"] for one in book["formulas"]["batch_time"]["uses"]]
    assert ["batch_time"] == [one["id"] for one in book["formulas"]["oven_time"]["used_by"]]
    assert ["batch_time"] == [one["id"] for one in book["formulas"]["oven_time"]["mentioned_in"]]
    assert ["oven_time"] == [one["formula"]["id"] for one in book["symbols"]["t"]["gives"]]
    assert 2 == len(book["symbols"]["w"]["enters"])
    places = book["sources"]["book"]["places"]
    assert ["page 1", "page 2", "table 1"] == [one["place"] for one in places]


def test_cases_with_the_same_inputs_share_a_table(book):
    [table] = book["formulas"]["oven_time"]["worked"]

    assert ["w"] == [letter["id"] for letter in table["letters"]]
    assert [("r", "1 kB/s")] == [(given["id"], given["value"]) for given in table["fixed"]]
    assert [("1 s", "1 s"), ("2 s", "2 s")] == [(r["printed"], r["ours"]) for r in table["rows"]]


def test_a_snippet_is_the_question_of_a_published_case(book):
    snippets = book["formulas"]["oven_time"]["snippets"]

    assert "derive solve oven_time t 'w=1 kB' 'r=1 kB/s'" == snippets["command"]
    assert snippets["python"].endswith('book["oven_time"].solve("t", w="1 kB", r="1 kB/s")')


def test_letters_of_a_formula_are_marked_and_hold_no_address(book):
    law = book["formulas"]["oven_time"]["law"]["mathml"]

    assert ["t", "w", "r"] == re.findall(r'<a data-s="(\w+)"', law)
    assert "href" not in law


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("<math><mi>n</mi></math>", True),
        ('<math display="block"><mtext class="symbol"><a data-s="n">n</a></mtext></math>', True),
        ("<math><mo>&lt;</mo></math>", True),
        ("n", False),
        ('<math><mi onclick="x">n</mi></math>', False),
        ('<math><a href="javascript:x">n</a></math>', False),
        ("<math></math><script></script><math></math>", False),
        ("<math><mo><</mo></math>", False),
    ],
)
def test_only_mathml_counts_as_mathml(text, holds):
    assert holds == is_mathml(text)


@pytest.mark.parametrize(
    ("prose", "lead", "rest"),
    [
        ("", "", ""),
        ("One.", "One.", ""),
        ("One. Two.", "One.", "Two."),
        ("It has 2.5 parts. Two.", "It has 2.5 parts.", "Two."),
        ("One\nline.\n\nMore.", "One line.", "More."),
        ("- a\n- b", "", "- a\n- b"),
    ],
)
def test_the_lead_is_the_first_sentence(prose, lead, rest):
    found, others = first_sentence(prose)

    assert lead == found
    assert rest == others.strip()


@pytest.mark.parametrize(
    ("prose", "found"),
    [("two loaves", True), ("Loaf after loaf", True), ("loafing about", False), ("", False)],
)
def test_a_term_is_mentioned_by_any_of_its_spellings(prose, found):
    assert found == mentions(prose, Term("loaf", "loaf", "Bread.", plural="loaves"))


@pytest.mark.parametrize(
    ("prose", "found"),
    [("ZeRO shards", True), ("two ZeROs", True), ("leading zeros", False), ("zero", False),
     ("Sharded Optimizer", True)],
)  # fmt: skip
def test_capitals_tell_a_term_from_a_common_word(prose, found):
    assert found == mentions(prose, Term("zero", "ZeRO", "It.", synonyms=("sharded optimizer",)))


def test_an_erratum_is_computed_where_a_law_decides_and_cited_elsewhere(errata):
    formula, words = errata["errata"]["book"]["errata"]

    assert ("1 s", "2 s", "2") == (formula["printed_gives"], formula["law_gives"], formula["ratio"])
    assert ("good", "fair") == (formula["tone"], words["tone"])
    assert ["w", "r"] == [given["id"] for given in formula["point"]]
    assert "By its sources" in words["how"]
    assert "2 errata, 1 of them proved by computation" == errata["errata"]["book"]["counted"]


def test_an_erratum_that_is_none_says_so(tmp_path):
    same = bread(
        tmp_path / "loaves",
        ("\ncases = [", f"{ERRATA}\ncases = ["),
        ('printed="1 s"', 'printed="2 s"'),
    )

    [found, _] = same["errata"]["book"]["errata"]
    assert ("bad", "Not proved: the two agree here") == (found["tone"], found["how"])


def test_the_formula_and_the_source_name_the_erratum(errata):
    concerns = errata["formulas"]["oven_time"]["errata"]

    assert ["errata/book#slow", "errata/book#words"] == [
        one["erratum"]["address"] for one in concerns
    ]
    assert [] == errata["formulas"]["batch_time"]["errata"]
    assert ["errata/book"] == [one["address"] for one in errata["sources"]["book"]["errata"]]
    assert ["baker"] == [one["id"] for one in errata["sources"]["book"]["notations"]]


def test_a_letter_of_another_document_is_ours_converted_or_told(errata):
    [scope] = errata["notations"]["baker"]["scopes"]
    ours, converted, free, again = scope["rows"]

    assert ["w"] == [row["id"] for row in ours["ours"]]
    assert "<mfrac>" in converted["written"]
    assert converted["remarks"][0].startswith("another quantity")
    assert ["no symbol here yet"] == free["remarks"]
    assert "" == free["mathml"]
    assert ["also means `t_all`", "also weight in the same table"] == again["remarks"]
    assert ["also another time in the same table"] == ours["remarks"]


def test_a_symbol_names_its_other_letters_but_not_its_own(errata):
    [other] = errata["symbols"]["w"]["elsewhere"]

    assert ("m", ["baker"]) == (other["latex"], [one["id"] for one in other["notations"]])
    assert [] == errata["symbols"]["n"]["elsewhere"]


@pytest.mark.parametrize(
    ("authors", "year", "short"),
    [
        ("Baker", 1900, "Baker 1900"),
        ("Baker, Miller", 1900, "Baker et al. 1900"),
        ("Baker et al.", 0, "Baker et al."),
        ("", 1900, "A book"),
    ],
)
def test_a_source_has_a_short_name(authors, year, short):
    assert short == short_name(Source("b", "A book", authors=authors, year=year))


@pytest.mark.parametrize(
    ("identifier", "address"),
    [
        ("arXiv:1910.02054v3", "https://arxiv.org/abs/1910.02054v3"),
        ("doi:10.1/x", "https://doi.org/10.1/x"),
        ("https://example.org/a", "https://example.org/a"),
        ("javascript:alert(1)", ""),
        ("commit abc", ""),
    ],
)
def test_an_identifier_leads_somewhere_only_by_its_form(identifier, address):
    assert address == link(identifier)


def test_places_are_sorted_as_people_count():
    places = ["table 10", "section 5.3", "table 2", "section 5.12", "page 1"]

    assert ["page 1", "section 5.3", "section 5.12", "table 2", "table 10"] == sorted(
        places, key=natural
    )


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        ("byte", "information"),
        ("byte/second", "information per time"),
        ("1", "a pure number"),
        ("second^-1", "one per time"),
    ],
)
def test_a_unit_is_told_in_words(unit, words):
    table = load().units

    assert words == measures(table.unit(unit))
