"""The site in a real browser: formulas, hover cards, keys, phone, dark, disk."""

from __future__ import annotations

import base64
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from fixture_book import small_book

from derive.site.write import characters, documents, font_files, write

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from derive.book.shapes import Book

pytestmark = pytest.mark.browser

CHECKOUT = Path(__file__).resolve().parent.parent
FORMULA = "formulas/memory/zero3_memory/"
PAGES = ["", FORMULA, "formulas/", "formulas/memory/", "symbols/", "symbols/n-cap/"]
PAGES += ["find/", "find/units/", "find/outputs/", "find/letters/"]
PAGES += ["terms/", "terms/all-reduce/", "sources/", "sources/zero/", "report/"]
NAV = "Home: index.md,Formulas: formulas/index.md,Symbols: symbols/index.md,Terms: terms/index.md"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def served(tmp_path_factory) -> Iterator[str]:
    """The address, on this machine, of the small book as MkDocs builds it.

    The theme swaps pages only where it knows the site's address, so that is
    settled before the site is built.
    """
    root = tmp_path_factory.mktemp("browser")
    handler = partial(Quiet, directory=str(root / "site"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        address = f"http://127.0.0.1:{server.server_port}/"
        build_site(root, address)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield address
        server.shutdown()


@pytest.fixture(scope="session")
def site(served, tmp_path_factory) -> Path:
    """The folder of the same site."""
    return next(tmp_path_factory.getbasetemp().glob("browser*/site"))


def build_site(root: Path, address: str, book: Book | None = None) -> None:
    home = (CHECKOUT / "templates").as_posix()
    look = f"theme:\n  custom_dir: {home}/theme\n"
    nav = "nav:\n" + "".join(f"  - {one}\n" for one in NAV.split(","))
    head = f"INHERIT: {home}/mkdocs.yml\nsite_name: Small\nsite_url: {address}\n"
    (root / "mkdocs.yml").write_text(head + look + nav)
    write(root / "docs/generated", documents(book or small_book()))
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "DERIVE_WRITTEN": "1"}
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"],
        cwd=root,
        env={**env, "PYTHONPATH": str(CHECKOUT)},
        check=True,
        timeout=300,
    )


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that fails the test for any error it meets and any request that leaves the site."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    opened.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    opened.on(
        "request",
        lambda asked: (
            None
            if asked.url.startswith(("http://127.0.0.1:", "file:", "data:", "blob:"))
            else wrong.append(f"request: {asked.url}")
        ),
    )
    yield opened
    context.close()
    assert [] == wrong


ROOT = """<style>
@font-face {{ font-family: "Ours"; src: url(data:font/woff2;base64,{font}); }}
math {{ font-family: "Ours"; font-size: 40px; }}
</style>
<math><msqrt><mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow></msqrt></math>"""


def test_a_root_has_its_sign(page):
    """Room left of what is below the root, and something drawn in it."""
    math = "<math><msqrt><mi>x</mi></msqrt></math>"
    font = font_files(characters([math]))["assets/derive/stix-two-math.woff2"]
    page.set_content(ROOT.format(font=base64.b64encode(font).decode()))
    page.evaluate("document.fonts.load('40px Ours')")
    left, inside = (page.locator(one).bounding_box()["x"] for one in ("msqrt", "msqrt > mrow"))

    assert 40 / 2 < inside - left < 40 * 1.5


def tip(page: Page) -> str:
    card = page.locator(".d-tip")
    return "\n".join(card.locator("p").all_inner_texts()) if card.is_visible() else ""


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 390])
def test_every_page_fits_its_screen_and_asks_nothing_of_others(page, served, width):
    page.set_viewport_size({"width": width, "height": 900})
    too_wide = []
    for name in PAGES:
        page.goto(served + name)
        page.wait_for_load_state("networkidle")
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            too_wide.append(name)

    assert [] == too_wide


def test_formulas_are_set_in_the_font_that_is_shipped(page, served):
    page.goto(served + FORMULA)
    page.evaluate("document.fonts.ready")

    assert page.evaluate("document.fonts.check('20px \"STIX Two Math Subset\"')")
    loaded = "[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)"
    assert any("STIX Two Math Subset" in family for family in page.evaluate(loaded))


def test_brackets_grow_with_what_they_hold(page, served):
    page.goto(served + "formulas/collectives/ring_all_reduce_time/")
    page.evaluate("document.fonts.ready")
    height = "e => e.getBoundingClientRect().height"
    brackets = page.locator(".d-law mo", has_text="(")

    assert brackets.last.evaluate(height) > 1.4 * page.locator(".d-law mn").first.evaluate(height)


def test_pointing_at_a_letter_tells_what_it_is(page, served):
    page.goto(served + FORMULA)

    page.hover(".d-law a[data-s=N_dp]")

    assert "data-parallel degree\nGPU · an integer of at least 1\ntypically 1 to 1024" == tip(page)
    page.mouse.move(5, 5)
    page.wait_for_selector(".d-tip", state="hidden")


def test_a_hover_card_stays_inside_the_screen(page, served):
    page.set_viewport_size({"width": 390, "height": 700})
    page.goto(served + FORMULA)

    for letter in page.locator(".d-law a[data-s]").all():
        letter.hover()
        box = page.locator(".d-tip").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390


def test_a_finger_sees_the_card_with_its_first_tap_and_the_page_with_its_second(browser, served):
    context = browser.new_context(viewport={"width": 390, "height": 700}, has_touch=True)
    page = context.new_page()
    page.goto(served + FORMULA)
    letter = page.locator(".d-law a[data-s=Psi]")

    letter.tap()

    page.wait_for_selector(".d-tip p")
    assert page.url.endswith(FORMULA)
    assert tip(page).startswith("number of parameters")
    page.locator("h1").tap()
    assert "" == tip(page)
    letter.tap()
    letter.tap()
    page.wait_for_url("**/symbols/psi-cap/")
    context.close()


def test_escape_closes_the_card_and_keeps_the_place(page, served):
    page.goto(served + FORMULA)
    page.focus(".d-law")
    page.keyboard.press("ArrowRight")
    assert tip(page)

    page.keyboard.press("Escape")

    assert "" == tip(page)
    assert page.evaluate("document.activeElement.matches('.d-law')")


def test_a_formula_is_one_tab_stop_and_arrows_walk_its_letters(page, served):
    page.goto(served + FORMULA)
    page.focus(".d-law")
    names = []
    for _ in range(5):
        page.keyboard.press("ArrowRight")
        names.append(page.evaluate("document.activeElement.dataset.s"))

    assert ["M_state", "b_param", "Psi", "N_dp", "N_dp"] == names
    page.keyboard.press("Home")
    assert "M_state" == page.evaluate("document.activeElement.dataset.s")
    page.keyboard.press("Tab")
    assert not page.evaluate("!!document.activeElement.closest('.d-law')")


def test_enter_on_a_letter_opens_its_page(page, served):
    page.goto(served + FORMULA)
    page.focus(".d-law")
    page.keyboard.press("ArrowRight")

    page.keyboard.press("Enter")
    page.wait_for_url("**/symbols/m_state-cap/")

    page.wait_for_selector(".d-symbol-title")
    assert "model-state memory of one GPU" in page.locator("h1").inner_text()


def swapped(route) -> None:
    """A page for which the theme swaps its pages, as a site of others may ask."""
    answer = route.fetch()
    body = answer.text().replace('"features": [', '"features": ["navigation.instant", ')
    route.fulfill(response=answer, body=body)


def test_pages_that_the_theme_swaps_in_work_like_loaded_ones(page, served):
    page.route(f"{served}symbols/n-cap/", swapped)
    # The theme swaps pages once it has read which there are, and loads those asked for before.
    page.goto(served + "symbols/n-cap/", wait_until="networkidle")
    page.evaluate("window.stillHere = true")
    page.click("a.d-card-title >> nth=0")
    page.wait_for_selector(".d-law")

    page.hover(".d-law a[data-s=alpha]")

    assert page.evaluate("window.stillHere === true")
    assert tip(page).startswith("latency of one message")


def test_the_site_works_from_a_disk(page, site):
    page.goto(site.joinpath("index.html").as_uri())

    page.click("text=Memory")
    page.click("a.d-card-title >> nth=0")
    page.hover(".d-law a[data-s=Psi]")

    assert page.url.endswith("formulas/memory/zero3_memory/index.html")
    assert tip(page).startswith("number of parameters")
    page.click(".md-tabs__link >> text=Terms")
    assert "Terms" == page.locator("h1").inner_text().strip("¶ ")


def test_the_text_is_there_without_scripts(browser, served):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(served + FORMULA)

    page.click(".d-law a[data-s=Psi]")

    assert page.url.endswith("/symbols/psi-cap/")
    context.close()


CONTRAST = """
() => {
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((c) => c / 255).map((c) =>
      c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const paint = (colours) => {
    pen.clearRect(0, 0, 1, 1);
    for (const colour of colours) { pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1); }
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const under = (e) => e ? [...under(e.parentElement), getComputedStyle(e).backgroundColor] : [];
  const seen = document.querySelectorAll(
    "article p, article li, article td, article th, article dt, article dd, article a, " +
    "article span, article h1, article h2, article mo, article mn, .md-tabs__link");
  return [...seen].filter((e) => e.offsetParent && e.innerText && !e.closest(".headerlink"))
    .map((e) => {
      const ground = under(e);
      const a = luminance(paint(ground));
      const b = luminance(paint([...ground, getComputedStyle(e).color]));
      return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), e.className || e.tagName];
    }).filter(([ratio]) => ratio < 4.5).map(([ratio, name]) => `${name} ${ratio.toFixed(2)}`);
}
"""


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_is_legible_in_both_schemes(browser, served, scheme):
    context = browser.new_context(color_scheme=scheme)
    page = context.new_page()
    pale = set()
    for name in PAGES:
        page.goto(served + name)
        page.wait_for_load_state("networkidle")
        pale |= set(page.evaluate(CONTRAST))
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    context.close()

    assert set() == pale
    assert ("rgb(255, 255, 255)" == ground) == (scheme == "light")


# The theme fades the colours of links. On a busy machine that takes its time: each fading
# is sent to its end, until no other has begun.
FADED = """
() => {
  const fading = document.getAnimations().filter((one) => one instanceof CSSTransition);
  fading.forEach((one) => one.finish());
  return fading.length === 0;
}
"""


def searched(page: Page, words: str) -> list[str]:
    """What the search in the head of a page finds, best first."""
    page.keyboard.press("/")
    page.keyboard.type(words)
    page.wait_for_selector(".d-seek-out a")
    return page.locator(".d-seek-out a").evaluate_all("all => all.map(e => e.href)")


@pytest.mark.parametrize("place", ["server", "disk"])
@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("N_dp", "symbols/n_dp-cap/"),
        ("Ψ", "symbols/psi-cap/"),
        ("zero3_mem", "formulas/memory/zero3_memory/"),
        ("all reduces", "terms/all-reduce/"),
        ("ring", "terms/ring/"),
    ],
)
def test_the_search_in_the_head_finds_letters_names_and_words(
    page, served, site, place, words, wanted
):
    page.goto(served if place == "server" else (site / "index.html").as_uri())

    found = searched(page, words)
    assert wanted in found[0]
    assert (place == "disk") == found[0].endswith("index.html")


def test_the_search_draws_laws(page, served):
    page.goto(served)
    searched(page, "zero 3")

    law = page.locator(".d-seek-out li").first.locator(".d-hit-law")
    assert "𝑀state" == law.inner_text().split(" =")[0].replace("\n", "")
    assert 2 <= law.locator("var").count()


def wrong_address(page: Page, served: str, site: Path, path: str) -> None:
    """Open an address that has no page, as a publisher's server answers it."""
    body = (site / "404.html").read_text(encoding="utf-8")
    page.route(served + path, lambda route: route.fulfill(body=body, content_type="text/html"))
    page.goto(served + path)


def test_a_wrong_address_suggests_what_is_near(page, served, site):
    wrong_address(page, served, site, "memory/zero3-memroy/")
    page.wait_for_selector(".d-lost .d-hits a")

    first = page.locator(".d-lost .d-hits a").first.get_attribute("href")
    assert first.endswith("formulas/memory/zero3_memory/")


@pytest.mark.parametrize(
    ("name", "leads"),
    [("f/zero3_memory/", "formulas/memory/zero3_memory/"), ("s/N_dp", "symbols/n_dp-cap/")],
)
def test_a_permanent_name_leads_to_its_page(page, served, site, name, leads):
    if name.startswith("f/"):
        page.goto(served + name)
    else:
        wrong_address(page, served, site, name)

    page.wait_for_url(served + leads)


def test_a_permanent_name_leads_to_its_page_from_a_disk_too(page, site):
    page.goto((site / "f/zero3_memory/index.html").as_uri() + "#derivation")
    page.wait_for_selector(".d-law")

    assert page.url.endswith("/formulas/memory/zero3_memory/index.html#derivation")


def test_paper_is_white_for_those_who_read_in_the_dark_too(browser, served):
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    page.goto(served + FORMULA)
    page.emulate_media(media="print", color_scheme="dark")
    page.wait_for_function(FADED)
    pale = page.evaluate(CONTRAST)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    context.close()

    assert [] == pale
    assert ground in {"rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"}


def test_the_search_works_from_the_keyboard(page, served):
    page.goto(served + "terms/")
    searched(page, "N_dp")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/symbols/n_dp-cap/")

    page.keyboard.press("/")
    page.wait_for_selector(".d-seek.d-open")
    page.keyboard.press("Escape")
    assert page.locator(".d-seek-out").is_hidden()


# --- letters of another document ------------------------------------------------


def shown(page: Page) -> str:
    """The law of the page, as plain text."""
    return "".join(str(page.locator(".d-law math").first.text_content()).split())


def choose(page: Page, name: str) -> None:
    """Choose the letters of a document; its notice comes once all of them are put."""
    page.locator("select.d-letters").select_option(name)
    page.locator(".d-notice").wait_for(state="visible" if name else "detached")


def test_a_page_is_read_in_the_letters_of_another_document_and_back(page, served):
    page.goto(served + FORMULA)
    before = shown(page)
    choose(page, "ring-paper")
    theirs = shown(page)
    notice = page.locator(".d-notice").inner_text()
    choose(page, "")

    assert before.replace("𝑁dp", "P") == theirs
    assert "P also means the number of ranks there" in notice
    assert before == shown(page)
    assert 0 == page.locator(".d-notice").count()


def test_the_choice_is_remembered_on_the_next_page(page, served):
    page.goto(served + FORMULA)
    choose(page, "ring-paper")
    page.goto(served + "formulas/collectives/ring_all_reduce_time/")
    page.locator(".d-notice").wait_for()

    assert "𝑛GP" in shown(page)


def test_a_letter_of_another_document_keeps_its_link_and_its_card(page, served):
    page.goto(served + FORMULA)
    choose(page, "ring-paper")
    letter = page.locator('.d-law a[data-s="N_dp"]')
    letter.hover()
    page.locator(".d-tip").wait_for()

    assert "data-parallel degree" in tip(page)
    assert letter.get_attribute("href").endswith("symbols/n_dp-cap/")


# --- finding ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("Ψ", "number of parameters"),
        ("Psi", "number of parameters"),
        ("N_dp", "data-parallel degree"),
        ("MB", "micro-batch"),
        ("zero3", "Model-state memory of one GPU under ZeRO-3"),
        ("pipeline idle", "Idle share of a pipeline's total time"),
        ("Patarasuk", "Bandwidth optimal"),
        ("ring8", "Eight ranks"),
    ],
)
@pytest.mark.parametrize("door", ["server", "disk"])
def test_a_record_is_found_by_word_letter_and_acronym(page, served, site, typed, first, door):
    page.goto(served + "find/" if door == "server" else (site / "find/index.html").as_uri())
    page.locator("#d-query").fill(typed)
    page.locator(".d-hits li").first.wait_for()

    assert first in page.locator(".d-hits li").first.inner_text()


def test_what_was_found_is_followed_from_a_disk(page, site):
    page.goto((site / "find/index.html").as_uri() + "#q=zero3")
    page.locator(".d-hits a").first.click()

    assert "Model-state memory" in page.locator("h1").inner_text()


def test_known_letters_lead_to_the_formula_of_a_wanted_one(page, served):
    page.goto(served + "find/")
    for name in ("Psi", "N_dp"):
        page.locator("#d-have").fill(name)
        page.wait_for_selector(".d-find.d-ready")
        page.keyboard.press("Enter")
    page.locator("#d-want").fill("M_state")
    page.locator(".d-ways li").first.wait_for()
    way = page.locator(".d-ways a").first

    assert "1 formula gives model-state memory of one GPU" in page.locator(".d-told").inner_text()
    assert way.get_attribute("href").endswith("formulas/memory/zero3_memory/#solve=M_state")


def test_what_is_missing_is_named(page, served):
    page.goto(served + "find/")
    page.locator("#d-have").fill("N")
    page.wait_for_selector(".d-find.d-ready")
    page.keyboard.press("Enter")
    page.locator("#d-want").fill("f_bubble")

    assert "No formula joins" in page.locator(".d-told").inner_text()
