"""What a stranger does, from the front page, in at most four actions.

Runs on the whole site, in the folder that DERIVE_SITE names; the small book has no runs.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from serving import served_folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.browser

WHOLE = os.environ.get("DERIVE_SITE", "")


@pytest.fixture(scope="module")
def home() -> Iterator[str]:
    folder = Path(WHOLE).resolve()
    if not WHOLE or not (folder / "assets/derive/runs.js").is_file():
        pytest.skip("set DERIVE_SITE to the folder of the whole site")
    with served_folder(folder) as address:
        yield address


@pytest.fixture
def page(browser: Browser, home) -> Iterator[Page]:
    """The front page; whatever it complains of fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    opened.goto(home)
    yield opened
    context.close()
    assert [] == wrong


def woken(page: Page) -> None:
    """The scripts come with the first movement."""
    page.mouse.move(300, 300)
    page.mouse.move(320, 320)
    page.wait_for_selector(".d-run[data-started]")


def figure(page: Page, name: str) -> str:
    return page.inner_text(f"[data-figure='{name}']")


def test_the_answer_is_there_before_anything_is_done(page):
    assert "It fits." in page.inner_text(".d-run-verdict")
    assert re.fullmatch(r"\d+ days", figure(page, "T_train"))


def test_a_run_that_does_not_fit_says_so(page):
    woken(page)
    page.select_option("[data-of=model]", "llama-3-405b")
    page.fill("[data-of=p]", "1")

    assert "It does not fit." in page.inner_text(".d-run-verdict")


def test_days_to_train_follow_the_number_of_gpus(page):
    woken(page)
    before = float(figure(page, "T_train").split()[0])
    page.fill("[data-of=N_gpu]", "1024")

    assert 1.8 < float(figure(page, "T_train").split()[0].replace(",", "")) / before < 2.2


def test_links_stay_in_place_while_the_scripts_start(page):
    """One that is replaced between press and release is not followed."""
    page.evaluate("window.links = [...document.querySelectorAll('.d-run dd a, .d-run li a')]")
    woken(page)

    assert page.evaluate("links.length > 9 && links.every(link => link.isConnected)")


def test_the_bubble_leads_to_its_law_filled_in(page):
    page.click("[data-figure='f_bubble'] a")
    page.wait_for_selector(".d-calc[data-started]")

    assert "bubble_fraction" in page.url
    page.wait_for_function(
        "document.querySelector('.d-answer').textContent.includes('0.0857143')", timeout=5000
    )


def test_how_many_gpus_hold_70b(page):
    page.click("text=How many GPUs hold the model state of a 70B model")
    page.wait_for_function(
        "document.querySelector('.d-answer').textContent.includes('= 14')", timeout=5000
    )


def test_the_largest_degree_for_another_accelerator(page):
    woken(page)
    before = figure(page, "TP_most")
    page.select_option("[data-of=gpu]", "b200")

    assert before != figure(page, "TP_most")


def test_a_run_is_shared_by_its_address(page, browser):
    woken(page)
    page.fill("[data-of=TP]", "4")
    told, address = page.inner_text(".d-run-verdict"), page.url
    other = browser.new_page()
    other.goto(address)
    other.wait_for_selector(".d-run[data-started]")

    assert "4" == other.input_value("[data-of=TP]")
    assert told == other.inner_text(".d-run-verdict")
    other.close()


def test_the_best_layouts_are_found_and_taken(page):
    woken(page)
    page.click(".d-search-layouts")
    row = page.inner_text(".d-run-best tbody tr >> nth=0").split("\t")
    page.click(".d-run-best tbody tr >> nth=0 >> button")

    assert row[0] == page.input_value("[data-of=TP]")
    assert row[6] == figure(page, "R_gpu")


def test_what_cannot_be_is_named_beside_the_field(page):
    woken(page)
    page.fill("[data-of=N_gpu]", "100")
    assert "3.125 replicas" in page.inner_text(".d-run-wrong")
    page.fill("[data-of=N_gpu]", "many")

    assert "it does not begin with a number" in page.inner_text(".d-run-in .d-wrong:visible")


def test_without_scripts_the_page_shows_the_same_answer(page, browser, home):
    context = browser.new_context(java_script_enabled=False)
    silent = context.new_page()
    silent.goto(home)

    assert page.inner_text(".d-run-verdict") == silent.inner_text(".d-run-verdict")
    context.close()


TYPED = [
    ("how many gpus for 70B", "how-to/ask/"),
    ("gpus for 70b", "how-to/ask/"),
    ("h100s for 70B", "how-to/ask/"),
    ("all2all", "formulas/collectives/all_to_all_time/"),
    ("is the bubble acceptable", "formulas/pipeline/bubble_fraction/"),
    ("days to train", "formulas/utilization/training_time/"),
    ("letter N in megatron", "notation/megatron-2021/"),
    ("letters of the scaling book", "notation/scaling-book/"),
    ("does this run fit", "formulas/training_memory/memory_fits/"),
    ("gpus for qwen 72b", "how-to/ask/"),
    ("what is p in megatron", "notation/megatron-2021/"),
    ("theta in scaling book", "notation/scaling-book/"),
    ("is a 12% bubble ok", "formulas/pipeline/bubble_fraction/"),
    ("will 72b fit on 8 b200", "how-to/ask/"),
    ("989 TFLOPs", "catalogue/h100-sxm/"),
    ("largest TP", "formulas/tensor_parallel/tensor_parallel_hides_communication/"),
]


def typed(page: Page, words: str) -> list[str]:
    """Two actions: go to the search, type."""
    page.keyboard.press("/")
    page.keyboard.type(words)
    page.wait_for_selector(".d-seek-out a")
    return page.locator(".d-seek-out a").evaluate_all("all => all.map(one => one.href)")[:3]


@pytest.mark.parametrize(("words", "wanted"), TYPED)
def test_what_a_stranger_types_is_among_the_first_three(page, home, words, wanted):
    found = [one.removeprefix(home).partition("#")[0] for one in typed(page, words)]

    assert wanted in found


def test_the_largest_degree_for_an_accelerator_and_a_link(page):
    """Type, go there, choose the accelerator, choose the link."""
    typed(page, "largest TP")
    page.keyboard.press("Enter")
    page.wait_for_selector(".d-calc")
    page.locator(".d-preset").nth(0).select_option(label="NVIDIA H100 SXM, bf16")
    page.locator(".d-preset").nth(1).select_option(label="NVLink 4, one H100, one-direction")
    page.wait_for_selector(".d-limits-answer:not(:empty)")

    assert re.fullmatch(r"\d+ to \d+", page.inner_text(".d-asked .d-result"))
    assert "the shaded region is where the law holds" in (
        page.locator(".d-frame svg:visible").get_attribute("aria-label") or ""
    )
    assert 3 == page.locator(".d-limits li").count()
    page.locator(".d-limits input").first.check()
    assert page.locator(".d-frame .d-edge").count() == 1
    assert page.inner_text(".d-limits-all").startswith("Together: ")


def test_the_law_its_calculator_and_its_picture_are_on_the_first_screen(page, home):
    page.goto(f"{home}formulas/zero/zero3_memory/")
    for part in (".d-law", ".d-fields", ".d-answer", ".d-picture svg"):
        box = page.locator(part).first.bounding_box()

        assert box is not None
        assert box["y"] + box["height"] <= 800, part


def test_the_largest_degree_over_a_network_as_it_is_sold(page):
    """Type, go there, choose the accelerator, type the link: one port of 400 Gb/s is too slow."""
    typed(page, "max tp on b200 with 400 Gb/s")
    page.click("text=Tensor-parallel communication hides behind the compute of a dense layer")
    page.wait_for_selector(".d-calc")
    page.locator(".d-preset").nth(0).select_option(label="NVIDIA B200, bf16")
    page.locator(".d-row[data-row='4'] input[type=text]").fill("400 Gb/s")
    page.wait_for_function("document.querySelector('.d-outcome').innerText.includes('No')")

    assert "satisfies this" in page.inner_text(".d-outcome")


def test_laws_beside_the_answer_that_come_while_units_are_fetched(page):
    """A slow line: the script with the other laws comes between a question and its units."""
    held: dict[str, Route] = {}

    def hold(route: Route) -> None:
        held[Path(route.request.url.partition("?")[0]).stem] = route

    page.route(re.compile(r"/(limits|units)\.js"), hold)
    typed(page, "max tp on b200 with 400 Gb/s")
    page.click("text=Tensor-parallel communication hides behind the compute of a dense layer")
    page.wait_for_selector(".d-calc")
    page.locator(".d-preset").nth(0).select_option(label="NVIDIA B200, bf16")
    page.wait_for_selector(".d-outcome .d-reasons li")
    page.locator(".d-row[data-row='4'] input[type=text]").fill("400 Gb/s")
    for _ in range(100):
        if {"limits", "units"} == set(held):
            break
        page.wait_for_timeout(100)
    assert {"limits", "units"} == set(held)

    held["limits"].continue_()
    page.wait_for_function("Boolean(window.deriveLimits)")
    page.wait_for_timeout(100)
    held["units"].continue_()

    page.wait_for_function("document.querySelector('.d-outcome').innerText.includes('No')")


def test_what_is_chosen_before_the_first_script_is_there_counts(page, home):
    """A slow line: the fields can be filled in before anything listens to them."""
    held: dict[str, Route] = {}

    def hold(route: Route) -> None:
        held["first"] = route

    page.route(re.compile(r"/derive\.js"), hold)
    address = f"{home}formulas/tensor_parallel/tensor_parallel_hides_communication/"
    page.goto(address, wait_until="commit")
    page.locator(".d-preset").nth(0).select_option(label="NVIDIA B200, bf16")
    page.locator(".d-row[data-row='4'] input[type=text]").fill("40 GB/s")
    held["first"].continue_()
    page.wait_for_selector(".d-outcome .d-reasons li")

    asked = page.inner_text(".d-command code")
    assert "'F=2250 TFLOP/s'" in asked
    assert "'beta=40 GB/s'" in asked


def test_gpus_that_train_in_forty_days(page):
    """Type, go there, ask for the GPUs, type the days."""
    typed(page, "finish training in 40 days")
    page.keyboard.press("Enter")
    page.wait_for_selector(".d-calc")
    page.locator(".d-row", has_text="number of GPUs").locator("input[type=radio]").check()
    asked = page.locator(".d-row", has_text="time of the training run")
    asked.locator("input[type=text]").fill("<= 40 days")
    page.wait_for_function("document.querySelector('.d-outcome').innerText.includes('smallest')")


def test_does_a_model_that_is_no_example_fit(page):
    """Choose the model, the accelerator and how many."""
    woken(page)
    page.select_option("[data-of=model]", "qwen2.5-72b")
    page.select_option("[data-of=gpu]", "b200")
    page.fill("[data-of=N_gpu]", "512")

    assert "It fits. The fullest GPU holds" in page.inner_text(".d-run-verdict")
    assert "of 192 GB" in page.inner_text(".d-run-verdict")


def test_a_folded_part_opens_where_the_address_leads(page, home):
    page.goto(f"{home}formulas/zero/zero3_memory/#derivation")

    assert page.is_visible("#derivation ol.d-steps")


PRINTED = ["zero/zero3_memory", "pipeline/bubble_fraction", "scaling/compute_optimal_tokens"]
PRINTED += ["tensor_parallel/tensor_parallel_hides_communication"]


@pytest.mark.parametrize("name", PRINTED)
def test_a_formula_is_printed_on_two_pages(page, home, name):
    page.goto(f"{home}formulas/{name}/")
    printed = page.pdf(format="A4")

    assert 2 >= len(re.findall(rb"/Type\s*/Page[^s]", printed))


LISTS = ["symbols/", "symbols/h/", "formulas/", "terms/", "sources/", "sources/training-book/"]
LISTS += ["find/outputs/", "find/letters/", "find/units/", "symbols/n_fly/"]
LISTS += ["how-to/ask/", "reference/cli/", "reference/json/"]
LISTS += ["reference/python/", "reference/rules/"]


@pytest.mark.parametrize("name", LISTS)
def test_what_lists_very_much_is_no_endless_scroll_on_a_phone(page, home, name):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(home + name)

    assert page.evaluate("document.documentElement.scrollHeight") < 20_000


def test_a_page_calls_laws_by_their_titles_and_letters_by_their_signs(page, home):
    page.goto(f"{home}formulas/tensor_parallel/tensor_parallel_hides_communication/")
    page.locator(".d-calc").first.dispatch_event("pointerover")
    page.wait_for_function("document.querySelector('.d-calc').calculator")

    assert "tp_layer_compute_to_communication" not in page.inner_text(".d-lead")
    assert 1 == page.locator(".d-lead a[href*='tp_layer_compute_to_communication']").count()
    waits = page.locator(".d-state", has_text="not given")
    assert 2 == waits.count()
    assert 3 == waits.locator("math").count()
    assert "Psi_layer" not in waits.first.inner_text()


def test_the_front_page_answers_on_the_first_screen_of_a_phone_and_ends_soon(page, home):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(home)
    verdict = page.locator(".d-run-verdict").bounding_box()

    assert verdict
    assert verdict["y"] + verdict["height"] <= 844
    assert page.evaluate("document.documentElement.scrollHeight") < 6_000


def test_the_page_of_a_subject_prints_without_an_empty_sheet(page, home):
    page.goto(home + "formulas/zero/")

    assert 1 == len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format="A4")))


def test_a_folded_list_prints_unfolded(page, home):
    page.goto(home + "terms/")

    assert 3 < len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format="A4")))


def test_a_long_quotation_scrolls_in_its_own_box(page, home):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(home + "errata/infra-math/")

    assert 390 == page.evaluate("document.documentElement.scrollWidth")
