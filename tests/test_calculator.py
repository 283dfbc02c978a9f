"""The calculators: what they read, what they answer, and how they are used."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from calculating import empty_page, scripts
from fixture_book import small_book
from serving import served_folder
from test_browser import build_site

from derive.answers.givens import read_given
from derive.book.build import unit_rows
from derive.book.calculator import calculator_data, with_closed_forms
from derive.book.checks import solved
from derive.book.entries import Piece, compute
from derive.book.opening import calculator_view
from derive.book.pen import Pen
from derive.entries.compiling import knowledge_of
from derive.errors import DeriveError
from derive.registry import load
from derive.site.layout import layout_of
from derive.site.templating import environment
from derive.units import Interval, Quantity

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

ASSETS = Path(__file__).resolve().parent.parent / "templates/assets"
FORMULA = "formulas/memory/zero3_memory/"


@pytest.fixture(scope="module")
def registry():
    return load()


@pytest.fixture(scope="module")
def page(browser: Browser, registry) -> Iterator[Page]:
    with empty_page(browser, registry) as opened:
        yield opened


@pytest.fixture(scope="module")
def known(registry) -> dict[str, Any]:
    """The data of every calculator."""
    made = {one.id: calculator_data(registry, one) for one in registry.formulas.values()}
    return {name: data for name, data in made.items() if data is not None}


# --- reading and showing -----------------------------------------------------------

TYPED = [
    ("M_state", "80 GB"), ("M_state", "80"), ("M_state", "1.5e3 GiB"), ("M_state", "640 Gbit"),
    ("M_state", "32,768 kB"), ("M_state", "80 GB/GPU"), ("M_state", "1_000 MB"),
    ("Psi", "70B"), ("Psi", "7.5e9"), ("Psi", "128k"), ("Psi", "1.3 billion"),
    ("N_dp", "64"), ("N_dp", "64 GPUs"), ("N_dp", "64 ranks"), ("N_dp", "1/2"),
    ("T_ar", "5 us"), ("T_ar", "2 hours"), ("T_ar", "12 ms"), ("T_ar", "1.5 µs"), ("T_ar", "-1 s"),
    ("N_dp", "128/2"), ("M_state", "1/3 GB"), ("f_bubble", "1/3"), ("f_bubble", "1/0"),
    ("f_bubble", "1/3/3"), ("beta", "400 Gb/s"), ("beta", "1/2 Gb per second"), ("T_ar", "3 Gb/s"),
    ("f_bubble", "0.2 one"), ("f_bubble", "0.2 number"), ("N_dp", "8 dimensionless"),
    ("beta", "400 Gbit/s"), ("beta", "900 GB/s"), ("beta", "50 Gbps"),
    ("f_bubble", "5 %"), ("f_bubble", "0.05"), ("f_bubble", "1.2"), ("f_bubble", "−0.1"),
    ("M_state", "eighty"), ("M_state", "80 gb"), ("M_state", "80 Gb"), ("M_state", "80 KB"),
    ("M_state", "80 parsecs"), ("M_state", "80 GB/s"), ("M_state", ""), ("M_state", "1,00 GB"),
    ("M_state", "80 GB^2"), ("M_state", "80 GB)"), ("M_state", "80 (GB"), ("M_state", "80 GB*"),
    ("M_state", "80 GB/s/s"), ("M_state", "10**9"), ("M_state", "1e999"), ("M_state", "9" * 61),
    ("M_state", "40..80 GB"), ("M_state", "800 MB .. 2 GB"), ("M_state", "40.."),
    ("Psi", "7B..70B"), ("beta", "400..500 Gbit/s"), ("Psi", "7..70B"), ("N_dp", "8..64"),
    ("M_state", "..80 GB"),
    ("M_state", "80..40 GB"), ("M_state", "4..8..9 GB"), ("M_state", ".."), ("M_state", "40..GB"),
    ("M_state", "40 GB..80 s"), ("Psi", "7B..70 GB"), ("f_bubble", "1..5 %"), ("N_dp", "-4..8"),
    ("M_state", "80 <b>"), ("N_dp", "2.5"), ("N_dp", "0"), ("Psi", "70 tokens"), ("Psi", "7__0"),
    ("Psi", "7b"), ("Psi", "13bn params"), ("R_tok", "1.2M token/s"), ("R_tok", "300k tok/s"),
    ("R_tok", "1M..2M token/s"), ("M_state", "80G"), ("F", "989 tflops"), ("F", "989T"),
    ("beta", "900 G"), ("C_op", "1 tflops"), ("R_gpu", "3k tokens/s/GPU"),
]  # fmt: skip


def test_values_are_read_as_the_terminal_reads_them(page, registry, known):
    letters = {
        one["id"]: one for data in known.values() for one in data["letters"]
    }  # fmt: skip
    found = page.evaluate(
        "all => all.map(([letter, text]) => readAs(letter, text))",
        [[letters[name], text] for name, text in TYPED],
    )

    wrong = [
        (name, text, said, got)
        for (name, text), got in zip(TYPED, found, strict=True)
        if (said := in_terminal(registry, name, text)) != tuple(got)
    ]
    assert [] == wrong


def in_terminal(registry: Any, name: str, text: str) -> tuple[str, str]:
    try:
        value = read_given(knowledge_of(registry), name, text)
    except DeriveError as problem:
        return "", str(problem)
    ends = (value.low, value.high) if isinstance(value, Interval) else (value,)
    return "..".join("" if end is None else whole_text(Fraction(end.base)) for end in ends), ""


def whole_text(base: Fraction) -> str:
    return f"{base.numerator}/{base.denominator}"


def test_values_are_shown_as_the_terminal_shows_them(page, registry, known):
    draw = random.Random(3)
    letters = list({one["id"]: one for data in known.values() for one in data["letters"]}.values())
    cases = [
        [letter, float(f"{10 ** draw.uniform(-9, 18) * float(Fraction(letter['factor'])):.5g}")]
        for letter in draw.sample(letters, 200)
        for _ in range(5)
    ]
    found = page.evaluate("all => all.map(([l, v]) => deriveShowing.format(l, v, 6))", cases)

    wrong = [
        (letter["id"], base, said, got)
        for (letter, base), got in zip(cases, found, strict=True)
        if (said := shown(registry, letter, base)) != got
    ]
    assert [] == wrong


def shown(registry: Any, letter: Any, base: float) -> str:
    unit = registry.unit(letter["id"])
    return Quantity(Fraction(repr(base)) / unit.factor, unit).format(6)


# --- every calculator before and after its script ------------------------------------


@pytest.fixture(scope="module")
def views(registry, known) -> dict[str, Any]:
    """How every calculator looks before its script runs."""
    pen = Pen.of(registry)
    return {name: calculator_view(pen, registry.formula(name), known[name]) for name in known}


@pytest.mark.slow
def test_no_calculator_begins_where_a_condition_fails(known, views):
    failing = [
        (name, one["says"], shown["state"])
        for name, view in views.items()
        for one, shown in zip(known[name]["conditions"], view["conditions"], strict=True)
        if shown["state"] != "holds"
        and not any(known[name]["letters"][place]["value"] == "" for place in one["uses"])
    ]

    assert [] == failing


@pytest.mark.slow
def test_every_calculator_has_a_first_plot_unless_its_law_is_a_number(known, views):
    without = [name for name, view in views.items() if not view["plot"]]

    assert without
    assert [] == [name for name in without if len(known[name]["letters"]) > 1]


@pytest.mark.slow
def test_labels_below_a_first_plot_stand_apart(views):
    touching = []
    for name, view in views.items():
        for plot in view["plot"]:
            # A letter is some six units wide.
            labels = [
                (tick["at"] - wide * (1 if tick["anchor"] == "end" else 0.5), wide)
                for tick in plot["across"]
                if (wide := len(tick["label"]) * 6)
            ]
            touching += [
                (name, first, second)
                for first, second in pairwise(labels)
                if sum(first) >= second[0]
            ]

    assert touching == []


@pytest.mark.slow
def test_the_first_answer_of_every_calculator_stays_when_its_script_runs(
    browser, registry, known, views
):
    book: Any = small_book()
    macro = environment(book, layout_of(book)).get_template("blocks/calculator.html").module
    opened = browser.new_page()
    opened.add_script_tag(content=f"window.deriveUnits={json.dumps(unit_rows(registry))};")
    opened.add_script_tag(content=scripts())
    changed = []
    for name, view in views.items():
        found = opened.evaluate(STARTED, str(macro.calculator(known[name], view)))
        changed += [(name, *pair) for pair in found if pair[0] != pair[1]]
    opened.close()

    assert [] == changed


STARTED = r"""(markup) => {
  document.body.innerHTML = markup;
  const box = document.querySelector(".d-calc");
  const told = () => [".d-answer", ".d-command code", ".d-result:not([hidden])", ".d-conditions"]
    .map((one) => (box.querySelector(one)?.textContent ?? "").replace(/\s+/g, " ").trim());
  const before = told();
  new deriveCalculator(box);
  return told().map((after, k) => [before[k], after]);
}"""


# --- on a page -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(tmp_path_factory, registry) -> Path:
    """The folder of the small site with the calculators of two real formulas."""
    book: Any = small_book()
    book["units"] = unit_rows(registry)
    pen = Pen.of(registry)
    for name in ("zero3_memory", "ring_all_reduce_time"):
        pages = compute(pen, Piece("calculator", name, ""))
        found = solved(pen, registry.law(name))
        book["formulas"][name]["calculator"] = [with_closed_forms(one, found) for one in pages]
    root = tmp_path_factory.mktemp("calculators")
    build_site(root, "http://127.0.0.1/", book)
    return root / "site"


@pytest.fixture(scope="module")
def site(built) -> Iterator[str]:
    """The address of the same."""
    with served_folder(built) as address:
        yield address


@pytest.fixture
def opened(browser: Browser, site) -> Iterator[Page]:
    """A page of that site that fails the test for any error and any request that leaves it."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    made = context.new_page()
    wrong: list[str] = []
    made.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    made.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    home = (site, "file:", "blob:")
    made.on("request", lambda one: None if one.url.startswith(home) else wrong.append(one.url))
    yield made
    context.close()
    assert [] == wrong


def begun(page: Page) -> None:
    """Touch the calculator, and wait until it runs."""
    page.locator(".d-calc .d-outcome").hover()
    page.wait_for_function("document.querySelector('.d-calc').calculator")


def letters_of(page: Page, selector: str) -> str:
    """Text with the indices of its letters behind a low line."""
    return page.evaluate(
        """selector => [...document.querySelectorAll(selector)].map((one) => {
          const copy = one.cloneNode(true);
          copy.querySelectorAll("msub > :nth-child(2)").forEach((low) => low.prepend("_"));
          return copy.textContent.replace(/\\s+/g, " ").trim();
        }).join(" | ")""",
        selector,
    )


def test_the_first_answer_is_there_before_any_script_and_stays(browser, opened, site):
    still = browser.new_context(java_script_enabled=False)
    first = still.new_page()
    first.goto(site + FORMULA)
    before = first.locator(".d-answer").inner_text(), first.locator(".d-command code").inner_text()
    assert first.locator(".d-frame path:visible").count() == 1
    still.close()

    opened.goto(site + FORMULA)
    begun(opened)

    assert before == (
        opened.locator(".d-answer").inner_text(),
        opened.locator(".d-command code").inner_text(),
    )
    assert "GB" in before[0]


def test_nothing_of_the_calculator_is_fetched_before_its_reader_touches_it(opened, site):
    asked_for: list[str] = []
    opened.on("request", lambda one: asked_for.append(one.url.rpartition("/")[2]))
    opened.goto(site + FORMULA)
    opened.wait_for_load_state("networkidle")

    assert "calculator.js" not in asked_for
    begun(opened)
    assert "calculator.js" in asked_for
    assert "units.js" not in asked_for


def test_units_beyond_a_letters_own_are_fetched_when_one_is_typed(opened, site):
    opened.goto(site + FORMULA)
    begun(opened)
    opened.fill("[aria-label='Value of N_dp']", "64 GPUs")
    opened.keyboard.press("Tab")

    opened.wait_for_function("window.deriveWords && !document.querySelector('[aria-invalid=true]')")
    assert "64" == opened.input_value("[aria-label='Value of N_dp']")


def test_a_question_is_asked_with_the_keyboard_alone(opened, site):
    opened.goto(site + FORMULA)
    opened.keyboard.press("Tab")
    for _ in range(200):
        if opened.evaluate("!!document.activeElement.closest('.d-calc .d-pick')"):
            break
        opened.keyboard.press("Tab")
    opened.wait_for_function("document.querySelector('.d-calc').calculator")
    while opened.evaluate("document.activeElement.value") != "N_dp":
        opened.keyboard.press("ArrowDown")
    opened.keyboard.press("Tab")
    typed = {"Value of Psi": "70B", "Value of M_state": "<= 80 GB"}
    for _ in range(60):
        label = opened.evaluate("document.activeElement.getAttribute('aria-label')") or ""
        if label in typed:
            opened.keyboard.press("Control+A")
            opened.keyboard.type(typed.pop(label))
        if not typed:
            break
        opened.keyboard.press("Shift+Tab")
    opened.keyboard.press("Tab")

    assert "smallest 𝑁_dp = 14" == letters_of(opened, ".d-answer")
    reasons = letters_of(opened, ".d-reasons li")
    assert "𝑁_dp = 14: 𝑀_state = 80 GB, so 𝑀_state ≤ 80 GB holds" in reasons
    assert "𝑁_dp = 13: 𝑀_state = 86.1538 GB, so 𝑀_state ≤ 80 GB does not hold" in reasons
    command = opened.locator(".d-command code").inner_text()
    assert command.startswith("derive solve zero3_memory N_dp 'M_state <= 80 GB'")


def test_a_question_is_shared_by_its_address(opened, site):
    opened.goto(site + FORMULA + "#solve=N_dp&M_state<=80%20GB&Psi=70B")
    opened.wait_for_function("document.querySelector('.d-calc').calculator")
    assert "smallest 𝑁_dp = 14" == letters_of(opened, ".d-answer")

    opened.fill("[aria-label='Value of M_state']", "40 GB")
    opened.keyboard.press("Tab")
    opened.click(".d-link")
    link = opened.evaluate("navigator.clipboard.readText()")
    opened.goto("about:blank")
    opened.goto(link)
    opened.wait_for_function("document.querySelector('.d-calc').calculator")

    assert "smallest 𝑁_dp = 28" == letters_of(opened, ".d-answer")


def test_what_cannot_be_read_is_told_beside_its_field(opened, site):
    opened.goto(site + FORMULA)
    begun(opened)

    opened.fill("[aria-label='Value of Psi']", "70 GB")

    # The table of all units is fetched when a unit is typed that the letter does not name.
    opened.wait_for_selector("[aria-label='Value of Psi'][aria-invalid='true']")
    field = opened.locator("[aria-label='Value of Psi']")
    assert "true" == field.get_attribute("aria-invalid")
    described = (field.get_attribute("aria-describedby") or "").split()
    said = " ".join(opened.locator(f"[id='{one}']").inner_text() for one in described)
    assert "Psi: '70 GB' is in GB, which does not convert to param" in said
    assert "One of the values cannot be read." == opened.locator(".d-answer").inner_text()


def test_a_preset_fills_its_fields_and_a_kept_curve_stays(opened, site):
    opened.goto(site + FORMULA)
    begun(opened)
    opened.click(".d-plot .d-plot-bar summary")
    opened.click(".d-keep")

    opened.select_option(".d-preset >> nth=0", index=2)

    assert opened.locator(".d-curve").count() == 2
    assert opened.locator(".d-legend").is_visible()


def test_it_works_from_a_disk(opened, built):
    page = (built / FORMULA / "index.html").as_uri()
    opened.goto(page + "#solve=N_dp&M_state<=80%20GB&Psi=70B")
    opened.wait_for_function("document.querySelector('.d-calc').calculator")
    assert "smallest 𝑁_dp = 14" == letters_of(opened, ".d-answer")

    opened.fill("[aria-label='Value of Psi']", "140e9 params")
    opened.keyboard.press("Tab")

    opened.wait_for_function("document.querySelector('.d-answer').textContent.includes('28')")
    assert "smallest 𝑁_dp = 28" == letters_of(opened, ".d-answer")
    assert opened.url.startswith(page + "#solve=N_dp")
    assert "140e9%20param" in opened.url


def test_an_axis_has_one_unit_in_title_ticks_and_point_the_chosen_one(opened, site):
    opened.goto(site + FORMULA)
    begun(opened)
    opened.locator(".d-plot").scroll_into_view_if_needed()
    opened.wait_for_function("!document.querySelector('.d-plot svg + svg')")
    upward = opened.locator(".d-plot svg text[text-anchor=end]:not(.d-here)")

    assert opened.locator(".d-plot .d-title-y").inner_text().endswith("in GB")
    assert any(" GB" in label for label in upward.all_text_contents())

    opened.locator("select.d-unit-of").first.select_option("GiB")
    opened.wait_for_function("document.querySelector('.d-plot .d-here').textContent.match('GiB')")

    assert opened.locator(".d-plot .d-title-y").inner_text().endswith("in GiB")
    assert any(" GiB" in label for label in upward.all_text_contents())
    assert not any(" GB" in label for label in upward.all_text_contents())


def test_it_works_on_pages_that_the_theme_swaps_in(opened, site):
    opened.goto(site + "symbols/n-cap/")
    opened.click("a.d-card-title >> nth=0")
    opened.wait_for_selector(".d-calc")
    begun(opened)

    opened.fill("[aria-label='Value of N']", "16")

    assert "ring_all_reduce_time" in opened.locator(".d-command code").inner_text()
    assert "N=16" in opened.locator(".d-command code").inner_text().replace("'", "")


def test_a_range_leads_to_a_range(opened, site):
    opened.goto(site + FORMULA)
    begun(opened)

    opened.fill("[aria-label='Value of Psi']", "7e9..70e9")
    opened.fill("[aria-label='Value of N_dp']", "64")
    opened.keyboard.press("Tab")

    assert "1.75 GB ≤ 𝑀_state ≤ 17.5 GB" == letters_of(opened, ".d-answer")
    reasons = letters_of(opened, ".d-reasons li")
    assert "all that Ψ can lead to; its ends lie at ends of what was given" in reasons
    command = opened.locator(".d-command code").inner_text()
    assert "'Psi=7e9..70e9 param' 'N_dp=64 GPU'" in command


def test_a_bound_is_met_for_every_value_of_a_range(opened, site):
    opened.goto(site + FORMULA + "#solve=N_dp&M_state<=80%20GB&Psi=7e9..70e9%20param")
    opened.wait_for_function("document.querySelector('.d-calc').calculator")

    assert "smallest 𝑁_dp = 14" == letters_of(opened, ".d-answer")
    reasons = letters_of(opened, ".d-reasons li")
    assert "safe: holds for every value of Ψ" in reasons
    assert "possible: smallest 𝑁_dp = 2, for some value of Ψ" in reasons
    assert "𝑀_state ≤ 80 GB at Ψ = 70 billion parameters does not hold" in reasons


def test_bounds_on_several_letters_are_met_together_and_the_binding_one_is_named(opened, site):
    opened.goto(site + FORMULA + "#solve=N_dp&M_state<=80%20GB&Psi=70B&N_dp>=20")
    opened.wait_for_function("document.querySelector('.d-calc').calculator")
    assert "smallest 𝑁_dp = 20" == letters_of(opened, ".d-answer")
    assert "𝑁_dp ≥ 20 GPU does not hold" in letters_of(opened, ".d-reasons li")

    opened.goto(site + FORMULA + "#solve=Psi&M_state<=80%20GB&N_dp=8..16%20GPU")
    opened.reload()
    opened.wait_for_function("document.querySelector('.d-calc').calculator")

    assert "Ψ ≤ 40 billion parameters" == letters_of(opened, ".d-answer")
    assert "upper end set by 𝑀_state ≤ 80 GB at 𝑁_dp = 8 GPU" in letters_of(opened, ".d-reasons li")


def test_a_range_without_an_end_where_it_matters_is_refused_with_words(opened, site):
    opened.goto(site + FORMULA + "#solve=N_dp&M_state<=80%20GB&Psi>=7e9%20param")
    opened.wait_for_function("document.querySelector('.d-calc').calculator")

    assert "Ψ has no upper end here" in letters_of(opened, ".d-answer")
    assert "'Psi >= 7e9 param'" in opened.locator(".d-command code").inner_text()


def test_what_is_known_on_the_page_find_is_filled_in(opened, site):
    opened.goto(site + "find/")
    opened.locator("#d-have").fill("Psi=70B")
    opened.wait_for_selector(".d-find.d-ready")
    opened.keyboard.press("Enter")
    opened.locator("#d-have").fill("M_state")
    opened.keyboard.press("Enter")
    opened.locator(".d-chips input").nth(1).fill("<= 80 GB")
    opened.locator("#d-want").fill("N_dp")
    asked = opened.url
    opened.locator(".d-ways a", has_text="ZeRO-3").first.click()
    opened.wait_for_function("(document.querySelector('.d-calc') || {}).calculator")

    assert "smallest 𝑁_dp = 14" == letters_of(opened, ".d-answer")
    command = opened.locator(".d-command code").inner_text()
    assert "derive solve zero3_memory N_dp" in command
    assert all(word in command for word in ("'M_state <= 80 GB'", "Psi=70B"))

    opened.goto(asked)
    opened.reload()
    opened.locator(".d-ways li").first.wait_for()
    fields = opened.locator(".d-chips input").all()
    assert ["70B", "<= 80 GB"] == [field.input_value() for field in fields]
