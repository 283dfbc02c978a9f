"""The site: every record a page, every page a record, every link somewhere to go."""

from __future__ import annotations

import json
import os
import posixpath
import re
import subprocess
import sys
from pathlib import Path

import pytest
from fixture_book import small_book
from json_schema import problems
from links import lost_links, read_links
from markdown import Markdown

from derive.book.pen import slug
from derive.book.schema import called
from derive.errors import UnknownName
from derive.site import Project, markdown_files, missing_pages
from derive.site.handwritten import expanded
from derive.site.indexes import side_by_side, told_apart
from derive.site.layout import Layout, Report, built, final, layout_of, relative
from derive.site.machine import words
from derive.site.onward import Onward
from derive.site.templating import environment, escaped, plain, segments, thousands
from derive.site.write import WORDS, characters, documents, expected, font_files, pages, stix, write

CHECKOUT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def book():
    return small_book()


@pytest.fixture(scope="module")
def pages_of_book(book):
    """The pages of the small book, for all that only read them."""
    return pages(book)


@pytest.fixture(scope="module")
def files_of_book(book):
    """The files of its site, for all that only read them."""
    return documents(book)


@pytest.fixture(scope="module")
def written(book, tmp_path_factory):
    """A project as `derive site` leaves it before a builder runs."""
    root = tmp_path_factory.mktemp("project")
    base = (CHECKOUT / "templates/mkdocs.yml").as_posix()
    nav = "nav:\n  - Home: index.md\n  - Formulas: formulas/index.md\n"
    (root / "mkdocs.yml").write_text(f"INHERIT: {base}\nsite_name: Small\n{nav}")
    write(root / "docs/generated", documents(book, cache=root / "cache"))
    return Project.read(root / "mkdocs.yml")


# --- records and pages ---------------------------------------------------------


def test_each_record_is_a_page_and_each_page_a_record(book, pages_of_book):
    made = pages_of_book

    assert expected(book, layout_of(book)) == set(made)
    assert 26 + 2 + 4 + 4 + 2 == len(made)


def test_letters_that_differ_in_case_alone_have_pages_of_their_own(pages_of_book):
    files = [name.lower() for name in pages_of_book]

    assert len(set(files)) == len(files)
    assert {"symbols/n.md", "symbols/n-cap.md"} <= set(files)


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("n", "n"),
        ("N", "n-cap"),
        ("N_dp", "n_dp-cap"),
        ("TP", "tp-caps"),
        ("alpha_N", "alpha_n-cap-7"),
    ],
)
def test_an_address_is_the_name_in_lower_case_with_its_capitals_marked(name, address):
    assert address == slug(name)


def test_a_page_has_every_part_that_its_record_fills(pages_of_book):
    text = pages_of_book["formulas/memory/zero3_memory.md"]

    folded = ["In words", "How it follows", "Published values", "Solved for each symbol", "Use it"]
    folded += ["Other conventions", "What was checked"]
    assert folded == [part for part in folded if f"<summary><h2>{part}</h2></summary>" in text]
    parts = ["Symbols", "Connections", "Sources"]
    assert parts == [part for part in parts if f"\n## {part} " in text]
    for badge in ("units checked", "derivation replayed: tested", "solved for 4 of 4"):
        assert 2 == text.count(f">{badge}<")


def test_a_law_is_there_in_words_too(pages_of_book):
    text = pages_of_book["formulas/memory/zero3_memory.md"]

    words = '<span data-s="N">The number of ranks</span> is no &amp; &lt;b&gt;less&lt;/b&gt;.'
    assert f'<p id="aloud">{words}</p>' in text
    assert 'aria-describedby="aloud"' in text


@pytest.mark.slow
def test_what_lies_between_two_conventions_is_told_from_either_side():
    book = small_book()
    (group,) = book["formulas"]["zero3_memory"]["variants"]
    (between,) = group["differences"]
    ours = pages(book)["formulas/memory/zero3_memory.md"]
    between["first"], between["second"] = between["second"], between["first"]
    theirs = pages(book)["formulas/memory/zero3_memory.md"]

    assert "Farthest apart, by 50 % of this, at " in ours
    assert "Farthest apart, by 50 % of that, at " in theirs
    assert "this − that" in ours
    assert "that − this" in theirs
    assert "of 9 points tried in the typical ranges." in ours


def test_a_part_without_content_is_left_out(book):
    book = small_book()
    page = book["formulas"]["zero3_memory"]
    page.update(derivations=[], worked=[], variants=[], conditions=[], leaves_out="")

    text = pages(book)["formulas/memory/zero3_memory.md"]

    for heading in ("How it follows", "Published values", "Other conventions", "Holds when"):
        assert heading not in text


def test_a_badge_is_there_only_with_its_check(book):
    book = small_book()
    page = book["formulas"]["zero3_memory"]
    page["checks"] = [check for check in page["checks"] if check["id"] != "units"]

    assert "units checked" not in pages(book)["formulas/memory/zero3_memory.md"]


def test_an_erratum_shows_the_print_the_law_and_where_they_part(pages_of_book):
    text = pages_of_book["errata/ring.md"]

    assert "<mo>)</mo><mi>α</mi><mo>&amp;</mo><mo>&lt;</mo><mi>b</mi>" in text
    assert 'href="../formulas/collectives/ring_all_reduce_time.md"' in text
    assert "7 us as printed, 14 us by the law, which is 2 times the print" in text
    assert 1 == text.count("<dt>At</dt>")
    assert 1 == text.count("By its sources.")


def test_an_entry_opens_calculators_with_its_figures_filled_in():
    book = small_book()
    letter = {"kinds": {}, "dimensions": {}, "count": True}
    letters = [{"id": "T_ar", **letter}, {"id": "N", **letter}]
    for name, target in (("ring_all_reduce_time", 0), ("bubble_fraction", 1)):
        data = {"letters": letters, "target": target}
        book["formulas"][name]["calculator"] = [{"data": data}]
    (entry,) = book["catalogue"].values()
    entry["choices"], entry["figures"] = {}, [{"symbol": "N", "value": "8e9 param"}]
    assert [] == Onward(book).opened({**entry, "shelf": "model"})
    entry["shelf"] = "gpu"

    (opened,) = Onward(book).opened(entry)

    assert "formulas/collectives/ring_all_reduce_time" == opened["address"]
    assert "#solve=T_ar&N%3D8B%20param" == opened["hash"]


def test_a_letter_of_derivations_alone_names_them():
    book = small_book()
    formula = book["formulas"]["ring_all_reduce_time"]
    step = {"mathml": '<math><mi data-s="i_hop">i</mi><mi data-s="N">N</mi></math>'}
    formula["derivations"] = [{"steps": [step]}]

    assert {"i_hop"} == set(Onward(book).replayed)


def test_a_term_without_laws_leads_to_its_neighbours():
    book = small_book()
    book["terms"]["ring"]["formulas"] = []

    text = pages(book)["terms/ring.md"]

    assert "Terms of the same subject" in text
    assert '<li><a href="all-reduce.md">' in text


def test_long_tables_of_the_reference_are_opened_on_demand(book):
    def table(rows):
        return "| key | meaning |\n| --- | --- |\n" + "".join(
            f"| `k{i}` | is |\n" for i in range(rows)
        )

    text = f"# Keys\n\n{table(30)}\n## Few\n\n{table(3)}"

    made = expanded(text, "reference/keys.md", book, environment(book, layout_of(book)))

    assert 1 == made.count("<details")
    assert "<summary>30 rows: k0, k1, k2, k3, …</summary>\n<!--fs:end-->\n\n| key |" in made
    assert "<details" not in expanded(
        text, "how-to/keys.md", book, environment(book, layout_of(book))
    )


@pytest.mark.parametrize(
    ("names", "document", "headings"),
    [
        (["infra-math-tensor-traffic", "infra-math-tensor-size", "infra-math-bubble"],
         "infra-math", ["Tensor traffic", "Tensor size", "Bubble"]),
        (["guide-book-loss", "guide-book-warmup", "guide-book-noise"], "at-scale",
         ["Loss", "Warmup", "Noise"]),
        (["glossary-mfu", "glossary-hbm", "glossary-lamb", "beta-of-two"], "training-book",
         ["MFU", "Hbm", "Lamb", "Beta of two"]),
        (["chinchilla-constants"], "chinchilla", ["Constants"]),
        (["ring"], "ring", ["Ring"]),
    ],
)  # fmt: skip
def test_errata_are_headed_by_what_they_are_about(names, document, headings):
    assert headings == list(told_apart(names, document, {"mfu": "MFU"}).values())


def test_an_erratum_is_told_where_its_formula_and_its_source_are(pages_of_book):
    made = pages_of_book

    formula = made["formulas/collectives/ring_all_reduce_time.md"]
    assert 'href="../../errata/ring.md#ring-steps"' in formula
    assert "Errata that concern it" not in made["formulas/memory/zero3_memory.md"]
    assert 'href="../errata/ring.md"' in made["sources/ring.md"]
    assert 'href="../notation/ring-paper.md"' in made["sources/ring.md"]
    assert 'href="../notation/ring-paper.md"' in made["symbols/n_dp-cap.md"]


def test_a_letter_that_cannot_be_drawn_is_shown_as_code(pages_of_book):
    text = pages_of_book["notation/ring-paper.md"]

    assert r"<code>\odd{P}</code>" in text
    assert r"<code>P</code></th>" not in text
    assert 'href="../symbols/n-cap.md"' in text
    assert "a &lt;b&gt;list&lt;/b&gt;" in text


# --- text is text ----------------------------------------------------------------


def test_no_text_of_the_knowledge_becomes_markup(book):
    mark = '<img src=x onerror="alert(1)">'
    book = small_book()
    page = book["formulas"]["zero3_memory"]
    page.update(title=mark, lead=mark, says=f"{mark}\n\n- {mark}", leaves_out=mark)
    page["symbols"][0]["meaning"] = mark
    book["terms"]["all-reduce"]["lead"] = mark

    made = pages(book)

    assert [] == [name for name, text in made.items() if "<img" in text]


@pytest.mark.parametrize(
    ("prose", "markdown"),
    [
        ("plain words", "plain words"),
        ("a * b * c", r"a \* b \* c"),
        ("x_y and `x_y`", r"x\_y and `x_y`"),
        ("a < b & c", "a &lt; b &amp; c"),
        ("`a < b`", "`a < b`"),
        ("two\nlines", "two lines"),
        ("one\n\ntwo", "one\n\ntwo"),
        ("- one\n- two\n  goes on", "- one\n- two goes on"),
        ("first\n- then", "first\n\n- then"),
        ("1. not a list", r"1\. not a list"),
        ("# no heading", r"\# no heading"),
        ("[no](link)", r"\[no\](link)"),
        ("{: .none }", r"\{: .none \}"),
    ],
)
def test_prose_keeps_paragraphs_lists_and_names_and_nothing_else(prose, markdown):
    assert markdown == escaped(prose)


@pytest.mark.slow
def test_a_letter_of_very_many_formulas_lists_them_by_subject(book):
    book = small_book()
    card = {"formula": book["formulas"]["zero3_memory"], "mathml": "<math><mi>M</mi></math>"}
    book["symbols"]["N"]["enters"] = [card] * 12
    few = pages(book)["symbols/n-cap.md"]
    book["symbols"]["N"]["enters"] = [card] * 13
    many = pages(book)["symbols/n-cap.md"]

    subject = book["formulas"]["zero3_memory"]["subject"]["title"]
    assert 12 == few.count("d-card-law")
    assert 0 == many.count("d-card-law")
    assert f'<h3>{subject}</h3> <span class="d-count">13</span>' in many
    assert 13 == many.count("zero3_memory.md")


NAMES = {
    "n": {"kind": "symbol", "address": "symbols/n", "title": "message size"},
    "a_law": {"kind": "formula", "address": "formulas/a_law", "title": "A law [of *two*]"},
    "ring": {"kind": "term", "address": "terms/ring", "title": "ring"},
}


def test_prose_calls_a_formula_by_its_title_and_keeps_code_and_letters():
    said = "by `a_law`, `n` and `a_law n=3`\n- a `ring`"

    markdown = escaped(said, NAMES, lambda address: f"../{address}.md")

    assert (
        r"by [A law \[of \*two\*\]](../formulas/a_law.md), `n` and `a_law n=3`"
        "\n\n- a [ring](../terms/ring.md)"
    ) == markdown
    assert "by A law [of *two*], n and a_law n=3 - a ring" == plain(said, NAMES)


def test_no_page_of_a_record_calls_a_formula_by_its_id_in_prose(book):
    book = small_book()
    formula, term = book["formulas"]["zero3_memory"], book["terms"]["all-reduce"]
    formula["says"] = formula["leaves_out"] = "see `ring_all_reduce_time`"
    term["lead"] = "see `zero3_memory`"

    made = pages(book)

    title = book["formulas"]["ring_all_reduce_time"]["title"]
    page = made["formulas/memory/zero3_memory.md"]
    assert f"see [{title}](../collectives/ring_all_reduce_time.md)" in page
    assert f'see <a href="../collectives/ring_all_reduce_time.md">{title}</a>' in page
    assert "`zero3_memory`" not in made["terms/all-reduce.md"]
    assert "zero3_memory" not in made["terms/all-reduce.md"].partition("hide:")[0]


def test_prose_in_a_table_is_cut_at_its_names():
    names = {"n": {"kind": "symbol", "address": "symbols/n"}}

    found = segments("of `n` or\n`other`", names)

    assert ["of ", "n", " or ", "other"] == [piece["text"] for piece in found]
    assert ["text", "symbol", "text", "code"] == [piece["kind"] for piece in found]


def test_a_description_is_one_line_without_marks():
    assert "the n of all" == plain("the `n`\n of  all")


@pytest.mark.parametrize(
    ("texts", "name", "label"),
    [
        (("𝑁", "dp"), "N_dp", "N_dp"),
        (("Ψ", "emb"), "Psi_emb", "Ψemb Psi_emb"),
        (("ℒ", "aux"), "loss_aux", "ℒaux loss_aux"),
        (("MFU", "old"), "MFU_old", "MFUold MFU_old"),
        (("𝜎", "q", "2"), "q_var", "σ q2 q_var"),
    ],
)
def test_a_link_is_called_by_what_a_browser_sees(texts, name, label):
    drawn = "".join(f"<mtext>{text}</mtext>" for text in texts)

    assert label == called(f"<math><msub>{drawn}</msub></math>", name)


# --- addresses ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "source", "href"),
    [
        ("symbols/n/", "formulas/memory/law/", "../../../symbols/n/"),
        ("formulas/", "formulas/memory/law/", "../../"),
        ("formulas/memory/law/", "formulas/memory/law/", "./"),
        ("", "symbols/n/", "../../"),
        ("symbols/n/", "", "symbols/n/"),
        ("symbols/n.html", "formulas/memory/law.html", "../../symbols/n.html"),
        ("assets/a.css", "index.html", "assets/a.css"),
    ],
)
def test_a_link_is_relative_to_the_page_it_is_on(target, source, href):
    assert href == relative(target, source)


@pytest.mark.parametrize("directory_urls", [True, False])
def test_a_file_has_one_address(directory_urls):
    layout = Layout(frozenset({"symbols"}))

    files = [layout.file(address) for address in ("symbols", "symbols/n", "index")]
    found = [built(file, directory_urls=directory_urls) for file in files]

    pretty = ["symbols/index.html", "symbols/n/index.html", "index.html"]
    plain_files = ["symbols/index.html", "symbols/n.html", "index.html"]
    assert (pretty if directory_urls else plain_files) == found


@pytest.mark.parametrize(
    ("href", "page", "pretty", "plain_file"),
    [
        ("../symbols/n.md", "terms/a.md", "../../symbols/n/", "../symbols/n.html"),
        ("../symbols/index.md#n", "terms/a.md", "../../symbols/#n", "../symbols/index.html#n"),
        ("symbols/n.md", "index.md", "symbols/n/", "symbols/n.html"),
        ("../index.md", "symbols/index.md", "../", "../index.html"),
        ("b.md", "terms/a.md", "../b/", "b.html"),
    ],
)
def test_a_link_between_files_becomes_a_link_between_pages(href, page, pretty, plain_file):
    assert pretty == final(href, page, directory_urls=True)
    assert plain_file == final(href, page, directory_urls=False)


def test_every_link_of_every_page_names_a_page(pages_of_book):
    made = pages_of_book

    lost = [
        (file, link)
        for file, text in made.items()
        for link in re.findall(r'href="([^"#]+)', text)
        if posixpath.normpath(posixpath.join(posixpath.dirname(file), link)) not in made
    ]

    assert [] == lost


@pytest.mark.parametrize(
    ("report", "link"),
    [
        (Report(), "../report/"),
        (Report(repo="https://example.org/r/"), "https://example.org/r/issues/new?title=n%26m"),
        (Report("mail?about={id}&what={title}"), "mail?about=n%26m&what=a%20b"),
        (Report("{repo}/x"), "../report/"),
    ],
)
def test_a_report_goes_where_the_configuration_says(report, link):
    assert link == report.link("n&m", "a b", "symbols/n.md", "../report/")


# --- the Markdown extension --------------------------------------------------------


@pytest.fixture
def rendered(book, tmp_path):
    """A function from Markdown to HTML, with the words of the small book."""
    file = tmp_path / "words.json"
    file.write_text(json.dumps(words(book, layout_of(book))))
    options = {"derive.markdown_extension": {"words": str(file)}}

    def render(text: str) -> str:
        extensions = ["attr_list", "tables", "derive.markdown_extension"]
        return Markdown(extensions=extensions, extension_configs=options).convert(text)

    return render


def linked(html: str) -> list[str]:
    return re.findall(r'class="d-term"[^>]*>([^<]*)<', html)


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("An all-reduce, then an all-reduce.", ["all-reduce"]),
        ("Two all-reduces.", ["all-reduces"]),
        ("All-reduce first.", ["All-reduce"]),
        ("## One\n\nAn all-reduce.\n\n## Two\n\nAn all-reduce.", ["all-reduce", "all-reduce"]),
        ("## An all-reduce\n\nNone here.", []),
        ("`all-reduce run`, [all-reduce](x.md)", []),
        ("    all-reduce as code", []),
        ("A ring is a common word.", []),
        ("an un-all-reduced thing", []),
        ("An MB, some MBs.", ["MB"]),
        ("80 mb are no acronym", []),
        ("*an all-reduce* and a micro-batch", ["all-reduce", "micro-batch"]),
        ("an all-reduce\n{: .nolink }", []),
        ("| a |\n|---|\n| micro-batches |", ["micro-batches"]),
    ],
)
def test_the_first_mention_of_a_term_in_a_section_is_a_link(rendered, text, links):
    assert links == linked(rendered(text))


def test_a_term_has_no_link_to_its_own_page(rendered):
    text = "<!--fs:page terms/all-reduce.md-->\n\nAn all-reduce of one micro-batch."

    assert ["micro-batch"] == linked(rendered(text))


def test_the_text_around_a_link_stays(rendered):
    html = rendered("Say **an all-reduce** once; a micro-batch, twice.")

    assert "Say an all-reduce once; a micro-batch, twice." == re.sub(r"<[^>]*>", "", html)


@pytest.mark.parametrize(
    ("page", "href"),
    [("index.md", "symbols/n-cap/"), ("formulas/memory/x.md", "../../../symbols/n-cap/")],
)
def test_a_symbol_in_backticks_is_typeset_and_linked(rendered, page, href):
    html = rendered(f"<!--fs:page {page}-->\n\nWith `N` ranks, `x < y`.")

    assert f'<a href="{href}" data-s="N" aria-label="N"><math' in html
    assert "<code>x &lt; y</code>" in html


def test_a_formula_in_backticks_is_linked_and_keeps_its_look(rendered):
    html = rendered("<!--fs:page symbols/n.md-->\n\nSee `bubble_fraction`.")

    assert "<code>bubble_fraction</code></a>" in html
    assert 'href="../formulas/memory/bubble_fraction.md"' in html


def test_finished_html_passes_through_whole(rendered):
    block = "<div>\n\n*no* `N` all-reduce\n\n    four\n</div>"

    assert block in rendered(f"before\n\n<!--fs:begin-->\n{block}\n<!--fs:end-->\n\nafter")


def test_links_in_finished_html_become_addresses(rendered):
    block = '<p><a href="../symbols/n.md#x">n</a> <a href="https://example.org/a.md">a</a></p>'

    html = rendered(f"<!--fs:page terms/a.md-->\n\n<!--fs:begin-->\n{block}\n<!--fs:end-->\n")

    assert 'href="../../symbols/n/#x"' in html
    assert 'href="https://example.org/a.md"' in html


def test_a_page_without_words_is_left_alone(tmp_path):
    options = {"derive.markdown_extension": {"words": str(tmp_path / "none.json")}}

    made = Markdown(extensions=["derive.markdown_extension"], extension_configs=options)

    assert "<p>An all-reduce of <code>N</code></p>" == made.convert("An all-reduce of `N`")


def test_a_word_of_two_terms_links_to_neither(book):
    book = small_book()
    book["terms"]["ring"].update(autolink=True, spellings=["all-reduce", "ring"])

    found = words(book, layout_of(book))["words"]

    assert "all-reduce" not in found
    assert "ring" == found["ring"]


# --- files -----------------------------------------------------------------------------


def test_a_page_written_by_hand_gets_the_formulas_it_asks_for(book):
    templates = environment(book, layout_of(book))

    text = expanded("---\ntitle: T\n---\n\n<!--fs:zero3_memory/law-->\n", "a/b.md", book, templates)

    assert text.startswith("---\ntitle: T\n---\n\n<!--fs:page a/b.md-->")
    assert "<math" in text
    assert 'href="../symbols/n_dp-cap.md"' in text


@pytest.mark.parametrize("mark", ["zero4_memory/law", "zero3_memory/proof", "totals"])
def test_a_mark_that_means_nothing_is_an_error(book, mark):
    templates = environment(book, layout_of(book))

    with pytest.raises(UnknownName, match=mark.split("/")[mark.endswith("proof")]):
        expanded(f"<!--fs:{mark}-->\n", "a.md", book, templates)


@pytest.mark.slow
def test_pages_written_by_hand_come_along(book, tmp_path):
    (tmp_path / "generated").mkdir()
    (tmp_path / "generated/old.md").write_text("old")
    (tmp_path / "index.md").write_text("# Mine\n")
    (tmp_path / "picture.svg").write_text("<svg/>")

    made = documents(book, by_hand=tmp_path, cache=tmp_path / "generated/.cache")

    assert b"# Mine" in made["index.md"]
    assert b"<svg/>" == made["picture.svg"]
    assert "generated/old.md" not in made


def test_writing_again_touches_nothing(tmp_path):
    files = {"a.md": b"a", "deep/b.md": b"b", "c.txt": b"c"}
    (tmp_path / "stale").mkdir()
    (tmp_path / "stale/x.md").write_text("x")
    (tmp_path / ".gitkeep").write_text("")

    first = write(tmp_path, files)
    again = write(tmp_path, files)

    assert (2, 3, 1) == (first.pages, first.changed, first.removed)
    assert (2, 0, 0) == (again.pages, again.changed, again.removed)
    assert {"a.md", "deep", "c.txt", ".gitkeep"} == {path.name for path in tmp_path.iterdir()}


@pytest.mark.slow
def test_a_new_term_changes_every_page(book):
    other = small_book()
    other["terms"]["ring"].update(autolink=True)
    before, after = documents(book), documents(other)

    same = [name for name in before if name.endswith(".md") and before[name] == after[name]]

    assert [] == same


def test_the_font_holds_the_letters_of_the_pages_and_its_licence(pages_of_book):
    letters = characters(pages_of_book.values())

    made = font_files(letters)

    assert {"Ψ", "𝛼", "−", "≥"} <= set(letters)
    font = made["assets/derive/stix-two-math.woff2"]
    assert b"wOF2" == font[:4]
    assert len(font) < 30_000 < stix().stat().st_size
    licence = made["assets/derive/stix-two-math-OFL.txt"].decode()
    assert licence.startswith("Copyright 2001-2020 The STIX Fonts Project Authors")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence


def test_scripts_need_neither_eval_nor_handlers_in_the_page(files_of_book):
    files = files_of_book

    script = files["assets/derive/derive.js"].decode()
    assert [] == re.findall(r"\beval\b|innerHTML|new Function|document\.write", script)
    assert [] == [name for name, text in files.items() if re.search(rb"<[^>]* on\w+=", text)]


def test_nothing_is_asked_of_another_host(files_of_book):
    asks = re.compile(rb"""(?:src|url\(|@import|fetch\()\W{0,3}(?:https?:)?//""")
    files = files_of_book

    assert [] == [name for name, text in files.items() if asks.search(text)]


# --- builders ---------------------------------------------------------------------------


def run(project: Project, *words: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "DERIVE_WRITTEN": "1"}
    env["PYTHONPATH"] = str(CHECKOUT)
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=project.root,
        env=env,
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.slow
@pytest.mark.parametrize("builder", ["mkdocs", "zensical"])
def test_both_builders_make_every_page_and_every_link_holds(written, builder):
    done = run(written, builder, "build", "--strict")

    assert 0 == done.returncode, done.stderr
    assert [] == missing_pages(written)
    built_pages = [one.relative_to(written.site) for one in written.site.rglob("index.html")]
    assert len(markdown_files(written)) == sum(one.parts[0] != "f" for one in built_pages)
    assert [] == lost_links(written.site)
    page = (written.site / "formulas/memory/zero3_memory/index.html").read_text()
    assert page.count("<math") > 20
    assert 'class="d-term"' in page
    assert 0 == read_links(written.site / "formulas/memory/zero3_memory/index.html").nested
    assert not (written.site / WORDS).exists()
    assert [] == [one for one in written.site.rglob("*.html") if "<!--fs:" in one.read_text()]


@pytest.mark.slow
def test_the_navigation_does_not_grow_with_the_formulas(written):
    assert 0 == run(written, "mkdocs", "build", "--strict").returncode
    page = (written.site / "symbols/n/index.html").read_text()

    assert "zero3_memory" not in re.sub(r"<article.*?</article>", "", page, flags=re.DOTALL)


@pytest.mark.slow
def test_the_plugin_writes_the_pages_of_a_package_that_mkdocs_builds_alone(tmp_path):
    package = tmp_path / "kitchen"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "baking.py").write_text(
        '"""Baking: how long a loaf takes."""\n'
        "from sympy import Eq\n"
        "from derive.records import Source, formula, symbol\n"
        'BOOK = Source("book", "A book of bread", authors="Baker", year=1900)\n'
        't = symbol("t", "time in the oven", "second")\n'
        'w = symbol("w", "weight of a loaf", "byte")\n'
        'r = symbol("r", "rate of baking", "byte/second")\n'
        '@formula(source=BOOK.at("page 1"))\n'
        "def oven_time():\n"
        '    """Time of one loaf in the oven."""\n'
        "    return Eq(t, w / r)\n"
    )
    (tmp_path / "docs/generated").mkdir(parents=True)
    base = (CHECKOUT / "templates/mkdocs.yml").as_posix()
    (tmp_path / "mkdocs.yml").write_text(
        f"INHERIT: {base}\nsite_name: Bread\nnav:\n  - Home: index.md\n"
    )
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "DERIVE_PACKAGE": str(package)}
    env["PYTHONPATH"] = str(CHECKOUT)

    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=tmp_path,
        env=env,
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )

    assert 0 == done.returncode, done.stderr
    assert (tmp_path / "site/formulas/baking/oven_time/index.html").is_file()


# --- for programs ----------------------------------------------------------------


def test_each_formula_is_a_file_of_data_and_the_list_names_it(book, files_of_book):
    files = files_of_book
    listed = json.loads(files["api/formulas.json"])

    assert sorted(book["formulas"]) == sorted(one["id"] for one in listed)
    for one in listed:
        assert book["formulas"][one["id"]] == json.loads(files[one["data"]])


def test_the_book_lies_beside_its_schema_and_is_valid(book, files_of_book):
    files = files_of_book
    found, schema = json.loads(files["api/book.json"]), json.loads(files["api/book.schema.json"])

    assert book == found
    assert [] == list(problems(found, schema, schema))
    assert all(name in files["llms.txt"].decode() for name in ("api/book.json", "api/book.schema"))


def test_the_list_for_programs_has_each_formula_under_its_subject(book, files_of_book):
    text = files_of_book["llms.txt"].decode()

    assert text.startswith("# A small formulary\n")
    for subject in book["subjects"]:
        part = text.split(f"## {subject['title']}\n")[1].split("\n## ")[0]
        assert [card["formula"]["title"] for card in subject["formulas"]] == re.findall(
            r"- \[(.*?)\]", part
        )


def test_sections_of_a_long_page_that_is_looked_up_are_opened_by_their_headings(book):
    templates = environment(book, layout_of(book))
    part = "## First `part` (`one`)\n\n### Below\n\n```sh\n## no heading\n```\n\n## Second\n\n"
    long = "# Long\n\n" + part + "line\n" * 600
    text = expanded(long, "reference/long.md", book, templates)

    assert ["First part (one)", "Second"] == re.findall("<summary><h2>(.*?)</h2>", text)
    anchors = re.findall('^<div id="(.*?)"></div>$', text, re.MULTILINE)
    assert ["first-part-one", "second"] == anchors
    assert text.count("<details") == text.count("</details>") == 2
    assert "### Below" in text
    assert expanded(long, "how-to/long.md", book, templates).count("<details") == 2
    assert '</h2><span class="d-glyphs">Below</span></summary>' in text
    assert "<details" not in expanded(long, "learn/long.md", book, templates)
    assert "<details" not in expanded("# Short\n\n" + part, "reference/short.md", book, templates)


@pytest.mark.slow
@pytest.mark.parametrize("urls", [True, False])
def test_an_old_address_leads_to_the_page_of_today(urls):
    book = small_book()
    book["formulas"]["zero3_memory"]["formerly"] = ["stage_three"]
    files = documents(book, directory_urls=urls)
    old = "formulas/memory/stage_three" + ("/index.html" if urls else ".html")
    href = "../zero3_memory/" if urls else "zero3_memory.html"

    assert f'content="0; url={href}"' in files[old].decode()
    assert f'rel="canonical" href="{href}"' in files[old].decode()


@pytest.mark.slow
@pytest.mark.parametrize("urls", [True, False])
def test_a_permanent_name_leads_to_the_page_of_its_formula(urls):
    book = small_book()
    book["formulas"]["zero3_memory"]["formerly"] = ["stage_three"]
    files = documents(book, directory_urls=urls)
    page = "formulas/memory/zero3_memory"
    href = f"../../{page}/" if urls else f"../{page}.html"

    for name in ("zero3_memory", "stage_three"):
        file = f"f/{name}" + ("/index.html" if urls else ".html")
        assert f'content="0; url={href}"' in files[file].decode()


def test_the_search_of_the_pages_knows_each_record_of_the_book_with_its_address(
    book, files_of_book
):
    data = files_of_book["assets/derive/index.js"].decode()
    found = json.loads(data.partition("=")[2].rpartition(";")[0])
    known = [one[0] for kind in ("formulas", "symbols") for one in found[kind]]
    known += [one[1] for one in found["others"]]

    assert sorted(row["id"] for row in book["search"]) == sorted(known)
    assert all(one[9].endswith("/") or "#" in one[9] for one in found["others"])


def test_subjects_are_shown_by_area_and_those_in_none_at_the_end(book):
    first, *others = [subject["id"] for subject in book["subjects"]]
    areas = [{"title": "What fits", "subjects": others}, {"title": "", "subjects": [first]}]
    home = pages({**book, "areas": areas})["index.md"]
    shown = re.findall(r'<h2 class="d-area">(.*?)</h2>|href="formulas/(\w+)/index.md"', home)

    assert [("What fits", "")] + [("", name) for name in (*others, first)] == shown


def test_a_page_says_how_to_cite_it(pages_of_book):
    page = pages_of_book["formulas/memory/zero3_memory.md"]

    assert "@misc{formulary:zero3_memory," in page
    assert r"note         = {Formula \texttt{zero3\_memory}}," in page
    assert '<meta itemprop="identifier" content="zero3_memory">' in page
    assert "<script" not in page


@pytest.mark.slow
@pytest.mark.parametrize(("urls", "end"), [(True, "zero3_memory/"), (False, "zero3_memory.html")])
def test_a_citation_has_the_address_of_its_page_where_the_site_has_one(
    book, urls, end, pages_of_book
):
    page = pages(book, layout_of(book, directory_urls=urls, site="https://example.org/f/"))
    address = f"https://example.org/f/formulas/memory/{end}"

    assert f"  url          = {{{address}}}," in page["formulas/memory/zero3_memory.md"]
    assert f'<link itemprop="url" href="{address}">' in page["formulas/memory/zero3_memory.md"]
    assert "url  " not in pages_of_book["formulas/memory/zero3_memory.md"]


def test_what_a_citation_holds_is_no_command_of_tex():
    book = small_book()
    book["formulas"]["zero3_memory"]["title"] = r"50 % of {A} & \B_x"

    assert r"title        = {50 \% of A \& B\_x}," in pages(book)["formulas/memory/zero3_memory.md"]


def test_the_page_of_an_entry_says_how_to_name_it_and_where_its_figures_are_from(pages_of_book):
    made = pages_of_book

    page, index = made["catalogue/ring-8.md"], made["catalogue/index.md"]
    assert "--gpu ring-8\n" in page
    assert "<code>--gpu ring-8:small</code>" in page
    assert 'href="../symbols/n-cap.md"' in page
    assert 'From <a href="../sources/ring.md"' in page
    assert "<nowhere else>" not in page
    assert '<a href="ring-8.md">' in index
    assert "<code>ring-8</code>" in index


def test_entries_stand_side_by_side_with_the_figures_that_most_of_them_have(book):
    entry = book["catalogue"]["ring-8"]
    other = {**entry, "id": "other", "figures": [], "choices": {}}
    shown = side_by_side([entry, entry, other])

    first = next(iter(entry["choices"].values()))
    assert shown["columns"] == [one["symbol"] for one in [*first, *entry["figures"]]]
    assert [bool(row["figures"]) for row in shown["rows"]] == [True, True, False]


@pytest.mark.parametrize(
    ("figure", "shown"),
    [
        ("137405399040 byte", "137,405,399,040 byte"),
        ("3.35 TB/s", "3.35 TB/s"),
        ("80", "80"),
        ("", ""),
    ],
)
def test_long_whole_numbers_are_set_in_groups(figure, shown):
    assert shown == thousands(figure)


def test_a_remark_above_a_listing_is_no_part_of_it(book):
    templates = environment(book, layout_of(book))
    text = expanded("Before.\n\n<!-- file: a.py -->\n```python\nx\n```\n", "a.md", book, templates)

    assert "<!-- file: a.py -->\n\n```python" in text
