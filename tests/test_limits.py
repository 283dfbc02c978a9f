"""Where an inequality holds, as its plot shows it, and the other laws on the same letter."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from calculating import scripts
from fixture_book import search_row, small_book
from serving import served_folder
from test_browser import build_site
from test_calculator import begun, letters_of

from derive.book.build import unit_rows
from derive.book.calculator import calculator_data, with_closed_forms
from derive.book.checks import solved
from derive.book.entries import Piece, compute
from derive.book.opening import calculator_view
from derive.book.pen import Pen
from derive.book.plane import in_words, intervals, strips
from derive.registry import load
from derive.site.layout import layout_of
from derive.site.onward import Limits
from derive.site.templating import environment

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LAYER = "tensor_parallel_hides_communication"
PRODUCT = "tp_product_hides_communication"
NETWORK = "ffn_hides_tensor_parallelism"
STATE = "zero3_memory"
FEWEST = "fewest_gpus_for_memory"
BOUNDED = f"formulas/memory/{STATE}/#solve=N_dp&M_state<=80%20GB&Psi=70B"


# --- without a browser ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("holds", "ends"),
    [
        (lambda h: h <= 0.3, [(0, 0.3)]),
        (lambda h: h >= 0.3, [(0.3, 1)]),
        (lambda h: 0.2 < h < 0.31 or h > 0.9, [(0.2, 0.31), (0.9, 1)]),
        (lambda _: True, [(0, 1)]),
        (lambda _: False, []),
    ],
)
def test_a_column_is_cut_where_it_begins_and_ceases_to_hold(holds, ends):
    found = intervals(holds)

    assert len(ends) == len(found)
    for expected, one in zip(ends, found, strict=True):
        assert expected == pytest.approx(one, abs=1e-6)


def test_a_strip_ends_where_nothing_holds_any_more():
    found = list(strips(lambda at: intervals(lambda h: at <= 1 / 3 and h <= at)))

    assert 1 == len(found)
    assert 1 / 3 == pytest.approx(found[0][-1][0], abs=1e-6)


@pytest.mark.parametrize(
    ("ends", "says"),
    [
        ((0, 1), "everywhere"),
        ((0, 0.5), "up to 50"),
        ((0.5, 1), "from 50 on"),
        ((0.25, 0.5), "from 25 to 50"),
    ],
)
def test_a_stretch_is_told_without_the_ends_of_the_axis(ends, says):
    assert says == in_words(ends, lambda share: f"{100 * share:g}")


# --- in a browser --------------------------------------------------------------------


@pytest.fixture(scope="module")
def registry():
    return load()


@pytest.fixture(scope="module")
def built(tmp_path_factory, registry) -> Path:
    """The small site with three laws that bound TP, and one equation."""
    book: Any = small_book()
    book["units"] = unit_rows(registry)
    pen = Pen.of(registry)
    for name in (LAYER, PRODUCT, NETWORK, FEWEST, STATE):
        title, address = registry.formula(name).title, f"formulas/memory/{name}"
        if name != STATE:
            book["formulas"][name] = copy.deepcopy(book["formulas"][STATE])
            book["formulas"][name] |= {"id": name, "title": title, "address": address}
            book["search"].append(search_row("formula", name, [title], ""))
        pages = compute(pen, Piece("calculator", name, ""))
        found = solved(pen, registry.law(name))
        book["formulas"][name]["calculator"] = [with_closed_forms(one, found) for one in pages]
    root = tmp_path_factory.mktemp("limits")
    build_site(root, "http://127.0.0.1/", book)
    return root / "site"


@pytest.fixture(scope="module")
def site(built) -> Iterator[str]:
    with served_folder(built) as address:
        yield address


@pytest.fixture(params=[1280, 390])
def opened(browser: Browser, request) -> Iterator[Page]:
    """A page that fails the test for any error."""
    context = browser.new_context(viewport={"width": request.param, "height": 900})
    made = context.new_page()
    wrong: list[str] = []
    made.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    made.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    yield made
    context.close()
    assert [] == wrong


def address(site: str, name: str) -> str:
    return f"{site}formulas/memory/{name}/"


def drawn(page: Page) -> None:
    """Wait until the plot's script has drawn it."""
    page.locator(".d-plot").scroll_into_view_if_needed()
    page.wait_for_function("(document.querySelector('.d-calc').calculator || {}).plot")


def compared(page: Page) -> None:
    page.wait_for_selector(".d-limits-answer:not(:empty)")


def plot(page: Page) -> str:
    return page.locator(".d-frame svg:visible").get_attribute("aria-label") or ""


@pytest.mark.browser
def test_the_region_is_there_before_any_script_and_stays(browser, opened, site):
    still = browser.new_context(java_script_enabled=False)
    first = still.new_page()
    first.goto(address(site, LAYER))
    before = plot(first), first.locator(".d-frame .d-here:visible").text_content()
    assert first.locator(".d-region:visible").count() == 1
    assert first.locator(".d-key").is_visible()
    still.close()
    opened.goto(address(site, LAYER))
    begun(opened)
    drawn(opened)

    assert before == (plot(opened), opened.locator(".d-frame .d-here").text_content())
    assert opened.locator(".d-region").count() == 1


@pytest.mark.browser
def test_the_boundary_has_its_value_and_each_axis_its_letter_and_unit(opened, site):
    opened.goto(
        address(site, LAYER) + "#solve=TP&h=8192&b_elem=2%20byte&F=700%20TFLOP/s&beta=100%20GB/s"
    )
    drawn(opened)
    boundary = 1 + 6 * 8192 / (2 * 700e12 / 100e9)

    assert f"≤ {boundary:.4g} GPU" == opened.locator(".d-frame .d-here").text_content()
    assert f"TP from 2 GPU to {boundary:.4g} GPU" in plot(opened)
    assert "TP tensor-parallel degree, in GPU" == letters_of(opened, ".d-title-y")
    assert opened.locator(".d-title-x").inner_text().endswith("link bandwidth, in GB/s")

    opened.click(".d-plot .d-plot-bar summary")
    opened.select_option(".d-upward", label="F")

    assert plot(opened).startswith("F against beta; the shaded region is where the law holds")
    assert opened.locator(".d-title-y").inner_text().endswith("one GPU, in TFLOP/s")


@pytest.mark.browser
def test_where_nothing_satisfies_the_law_the_plot_still_shows_where_it_would(opened, site):
    opened.goto(address(site, LAYER) + "#solve=TP&h=1024&F=2000%20TFLOP/s&beta=50%20GB/s")
    drawn(opened)

    assert "No TP satisfies this" == letters_of(opened, ".d-answer")
    assert plot(opened).endswith("where beta is 50 GB/s, TP nowhere on this axis")
    assert opened.locator(".d-stale").count() == 0
    assert opened.locator(".d-region").count() == 1


@pytest.mark.browser
def test_a_bound_on_an_equation_shades_what_it_allows_and_marks_the_answer(opened, site):
    opened.goto(site + BOUNDED)
    drawn(opened)

    assert "80 GB at 14 GPU" == opened.locator(".d-frame .d-here").text_content()
    assert plot(opened).startswith("M_state against N_dp; the shaded region lies within")
    assert "smallest" in plot(opened)
    region, span = (opened.locator(one).bounding_box() for one in (".d-region", ".d-span"))
    assert region is not None
    assert span is not None
    assert region["x"] + region["width"] == pytest.approx(span["x"] + span["width"], abs=3)
    assert 0.4 < span["width"] / region["width"] < 0.8


@pytest.mark.browser
def test_a_letter_with_whole_stretches_of_values_is_shown_as_its_stretches(opened, site):
    opened.goto(address(site, FEWEST) + "#solve=N_gpu&M_need=300%20GB&M_hbm=70%20GB")
    drawn(opened)
    opened.click(".d-plot .d-plot-bar summary")
    opened.select_option(".d-upward", label="M_need")
    opened.select_option(".d-across", label="N_gpu")

    assert plot(opened).endswith("where N_gpu is 5 GPU, M_need from 280 GB to 350 GB")
    assert "from 280 GB to 350 GB" == opened.locator(".d-frame .d-here").text_content()
    assert opened.locator(".d-region").count() == 1


@pytest.mark.browser
def test_other_laws_on_the_letter_are_links_before_any_script(browser, site):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address(site, LAYER))
    links = page.locator(".d-limits li a").evaluate_all("all => all.map(one => one.href)")
    context.close()

    assert {address(site, PRODUCT), address(site, NETWORK)} == set(links)


@pytest.mark.browser
def test_the_other_laws_answer_with_the_values_of_the_page(opened, site):
    opened.goto(
        address(site, LAYER) + "#solve=TP&h=32768&b_elem=2%20byte&F=4%20PFLOP/s&beta=1.8%20TB/s"
    )
    compared(opened)
    row = opened.locator(".d-limits li", has_text="one square matrix product")

    assert "TP = 2 to 15; largest 15" == row.locator("output").inner_text().replace("\n", "")
    row.locator("a").click()
    opened.wait_for_function("(document.querySelector('.d-calc') || {}).calculator")
    assert PRODUCT in opened.url
    assert "TP = 2 to 15; largest 15" == letters_of(opened, ".d-answer")


@pytest.mark.browser
def test_laws_are_laid_over_each_other_with_the_keyboard(opened, site):
    opened.goto(
        address(site, LAYER) + "#solve=TP&h=32768&b_elem=2%20byte&F=4%20PFLOP/s&beta=1.8%20TB/s"
    )
    drawn(opened)
    compared(opened)
    alone = plot(opened)
    opened.locator(".d-limits li", has_text="square matrix product").locator("input").focus()
    opened.keyboard.press("Space")

    product = 1 + 2 * 32768 / (2 * 4e15 / 1.8e12)
    assert opened.locator(".d-edge").count() == 1
    assert opened.locator(".d-region").count() == 2
    assert f"{alone}; with the laws laid over from 2 GPU to {product:.4g} GPU" == plot(opened)
    together = letters_of(opened, ".d-limits-all")
    assert together.startswith("Together: TP = 2 GPU to 15 GPU; the upper end is set by")
    assert "one square matrix product" in together

    opened.keyboard.press("Space")
    assert alone == plot(opened)
    assert opened.locator(".d-limits-all").is_hidden()


@pytest.mark.browser
def test_what_a_law_needs_besides_is_named(opened, site):
    opened.goto(address(site, LAYER))
    begun(opened)
    compared(opened)
    row = opened.locator(".d-limits li", has_text="Feed-forward width")

    assert "assuming d_ffn = " in row.inner_text()
    assert "beta_bi = " in row.inner_text()


@pytest.mark.browser
def test_another_letter_has_other_limits(opened, site):
    opened.goto(address(site, NETWORK) + "#solve=TP&d_ffn=28000")
    compared(opened)

    assert 2 == opened.locator(".d-limits li").count()
    assert "Other limits on TP" == letters_of(opened, ".d-limits-title")
    opened.locator("input[value=beta_bi]").check()
    assert opened.locator(".d-limits").is_hidden()


@pytest.mark.browser
def test_the_other_laws_are_fetched_for_a_range_alone(opened, site):
    asked_for: list[str] = []
    opened.on("request", lambda one: asked_for.append(one.url.rpartition("/")[2]))
    opened.goto(address(site, STATE))
    begun(opened)
    drawn(opened)
    assert "limits.js" not in asked_for

    opened.goto(address(site, LAYER))
    opened.wait_for_load_state("networkidle")
    assert "limits.js" not in asked_for
    begun(opened)
    compared(opened)
    assert "limits.js" in asked_for


@pytest.mark.browser
def test_the_other_laws_answer_from_a_disk(opened, built):
    opened.goto((built / f"formulas/memory/{LAYER}/index.html").as_uri() + "#solve=TP&h=32768")
    compared(opened)
    opened.locator(".d-limits a", has_text="square matrix product").click()
    opened.wait_for_function("(document.querySelector('.d-calc') || {}).calculator")

    assert f"{PRODUCT}/index.html" in opened.url


PLOTTED = """(markup) => {
  document.body.innerHTML = markup;
  const box = document.querySelector(".d-calc"), told = () => [...box.querySelectorAll("svg")]
    .map((one) => [one.getAttribute("aria-label"), one.querySelector(".d-here").textContent]).pop();
  const before = told(), calculator = new deriveCalculator(box);
  new derivePlot(calculator, box.querySelector(".d-plot")).draw();
  return [before, told()];
}"""


@pytest.mark.browser
def test_the_script_draws_every_inequality_as_the_page_did(browser, registry):
    book: Any = small_book()
    macro = environment(book, layout_of(book)).get_template("blocks/calculator.html").module
    page = browser.new_page()
    page.add_script_tag(content=scripts())
    pen, differ = Pen.of(registry), []
    for formula in registry.formulas.values():
        if registry.law(formula.id).relation.rel_op == "==":
            continue
        data = calculator_data(registry, formula)
        view = calculator_view(pen, formula, data)
        before, after = page.evaluate(PLOTTED, str(macro.calculator(data, view)))
        differ += [] if before == after else [(formula.id, before, after)]
    page.close()

    assert [] == differ


def test_every_inequality_travels_once_with_its_letters(registry):
    book: Any = small_book()
    data = calculator_data(registry, registry.formula(LAYER))
    book["formulas"][STATE]["calculator"] = [{"data": data}]
    found = Limits(book).data(layout_of(book))

    assert [LAYER] == [one["id"] for one in found["laws"]]
    assert {"h", "TP", "F", "beta"} < set(found["letters"])
    assert not re.search("presets|value|optional", str([*found["letters"].values()]))
