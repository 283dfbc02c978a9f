"""The letters of another document change letters and no number, in every law and every document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from derive.book.documents import notation_page
from derive.book.pen import Pen
from derive.registry import load
from derive.site.write import lean, notations_script

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LETTERS = Path(__file__).resolve().parent.parent / "templates/assets/letters.js"

SWITCHED = """(name) => {
  const article = document.querySelector("article"), choice = document.querySelector("select");
  const signs = "mn, mo, .number", before = article.innerHTML;
  const mine = [...article.querySelectorAll(signs)];
  const texts = mine.map((one) => one.textContent);
  const letters = article.textContent;
  const choose = (value) => { choice.value = value; choice.dispatchEvent(new Event("change")); };
  choose(name);
  const inOrder = mine.every((one, k) => !k || mine[k - 1].compareDocumentPosition(one) & 4);
  const kept = mine.every((one, k) => article.contains(one) && one.textContent === texts[k]);
  const changed = article.textContent !== letters;
  choose("");
  return { kept: kept && inOrder, changed: changed, restored: article.innerHTML === before };
}"""


READ = """([name, ids]) => {
  const choice = document.querySelector("select");
  choice.value = name;
  choice.dispatchEvent(new Event("change"));
  const read = (node) => {
    const parts = [...node.children].map(read);
    if (node.localName === "mfrac") return `[${parts[0]} : ${parts[1]}]`;
    return parts.length && node.localName !== "mtext" ? parts.join("") : node.textContent;
  };
  return ids.map((id) => read(document.querySelector(`#${id} math`)));
}"""


@pytest.fixture(scope="module")
def switched(browser: Browser) -> Iterator[Page]:
    """A page with every law and the switch of letters."""
    registry = load()
    pen = Pen.of(registry)
    book: Any = {
        "notations": {name: notation_page(pen, one) for name, one in registry.notations.items()}
    }
    names = [name for name, one in book["notations"].items() if one["letters"]]
    page = browser.new_page()
    page.set_content(markup(pen, names))
    page.add_script_tag(content=notations_script(book))
    page.add_script_tag(content=lean(LETTERS))
    yield page
    page.close()


def test_every_document_s_letters_change_letters_alone_and_back(switched: Page) -> None:
    options = switched.locator("option").all()
    names = [name for one in options if (name := one.get_attribute("value"))]

    found = {name: switched.evaluate(SWITCHED, name) for name in names}

    assert len(names) > 5
    assert {name: {"kept": True, "changed": True, "restored": True} for name in names} == found


# There beta is the time that one byte takes, one over our bandwidth; [a : b] is a fraction.
OVER = {
    "long_message_time": "𝑇msg=𝑚𝛽",
    "ring_all_gather_time": "𝑇ag=(𝑝−1)(𝛼+[𝑚𝛽 : 𝑝])",
    "long_all_gather_time": "𝑇ag=[(𝑝−1)𝑚𝛽 : 𝑝]",
    "double_tree_all_reduce_time": "𝑇ar=2log2(𝑝)𝛼+2𝑚𝛽",
    "latency_bandwidth_crossover": "𝑛*=𝛼/𝛽",
    "roofline": "𝐹att=min(𝐹,𝐵hbm𝐼mem,𝐼net/𝛽)",
    "ring_half_performance_size": "𝑛1/2=𝑝𝛼/𝛽",
}


def test_one_over_a_letter_is_written_as_by_hand(switched: Page) -> None:
    found = switched.evaluate(READ, ["distributed-appendix", list(OVER)])

    assert list(OVER.values()) == found


def test_no_law_has_one_over_a_letter_in_brackets(switched: Page) -> None:
    switched.evaluate(READ, ["distributed-appendix", []])
    texts = switched.locator("article p math").all_text_contents()

    assert [] == [
        name
        for name, text in zip(load().formulas, texts, strict=True)
        if "(1𝛽)" in "".join(text.split())
    ]


def markup(pen: Pen, names: list[str]) -> str:
    """Every law, as a page shows it, with a number beside it that is no part of a formula."""
    options = "".join(f"<option value={json.dumps(name)}>{name}</option>" for name in names)
    laws = "".join(
        f"<p id={name}>{pen.brief(name)['mathml'].replace('<a ', '<a href=x ')}"
        "<b class=number>4.2 GB</b></p>"
        for name in pen.registry.formulas
    )
    choice = (
        f'<label><select class="d-letters"><option value=""></option>{options}</select></label>'
    )
    return f"<div class=d-top>{choice}</div><article>{laws}</article>"
