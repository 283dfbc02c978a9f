"""The instrument of the front page: the same figures as an estimate, in the browser too."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest

import derive
from derive import locate
from derive.book.calculator import calculator_data
from derive.registry import load
from derive.site.instrument import Instrument, Runs, answered, runs_data
from derive.site.layout import Layout

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

ASSETS = Path(__file__).resolve().parent.parent / "templates/assets"
SCRIPTS = ("numbers.js", "floats.js", "run.js")


@pytest.fixture(scope="module")
def runs() -> Runs:
    found = Runs.read(None, locate.knowledge())
    assert found is not None
    return found


@pytest.fixture(scope="module")
def book(runs) -> Any:
    """As much of a book as the instrument reads: the calculators of the laws that it names."""
    registry = load()
    rows = [*runs.table["steps"], *runs.table["bounds"], *runs.compiled["estimate"]["steps"]]
    names = {row["by"] for row in rows if "by" in row}
    names |= {row["formula"] for row in runs.table["questions"]}
    made = {}
    for name in sorted(names):
        data = calculator_data(registry, registry.formula(name))
        made[name] = {
            "title": registry.formula(name).title,
            "address": f"formulas/some/{name}",
            "calculator": [] if data is None else [{"data": data}],
        }
    return {"formulas": made, "catalogue": {}}


@pytest.fixture(scope="module")
def instrument(runs, book) -> Instrument:
    return Instrument(runs, book, Layout(directory_urls=False))


def test_the_page_opens_with_what_an_estimate_says(instrument):
    run = derive.Run(
        model="llama-3-70b",
        gpu="h100-sxm",
        N_gpu=2048,
        TP=8,
        p=4,
        s=8192,
        b=1,
        B=2048,
        recompute="selective",
        sharding="zero1",
    )
    estimate = run.estimate()
    figures = {row["of"]: row["text"] for row in instrument.view()["figures"]}

    assert math.isclose(estimate.memory, instrument.at("M_gpu"))
    assert f"{estimate.mfu['causal'] * 100:.3g} %" == figures["MFU"]
    assert (
        f"{15e12 / 2048 / estimate.tokens_per_second_per_gpu / 86400:.0f} days"
        == figures["T_train"]
    )
    assert f"{100 * 3 / 35:.3g} %" == figures["f_bubble"]


def test_the_largest_degree_is_the_one_that_the_engine_finds(instrument):
    at = instrument.at
    answer = derive.load()["gated_layer_hides_tensor_parallelism"].solve(
        "TP",
        d_head=at("d_head"),
        a=at("a"),
        g=at("g"),
        d_ffn=at("d_ffn"),
        F=f"{at('F')} FLOP/s",
        beta=f"{at('beta_in')} byte/s",
    )

    assert answer.integer is not None
    assert answer.integer.largest == at("TP_most")


def test_every_figure_leads_to_its_law_with_its_values(instrument):
    view = instrument.view()
    links = [row["href"] for row in [*view["figures"], *view["parts"]] if row["href"]]

    assert len(links) >= len(view["figures"])
    assert all("#solve=" in link for link in links)
    bubble = next(row["href"] for row in view["figures"] if row["of"] == "f_bubble")
    assert bubble.endswith("#solve=f_bubble&p%3D4%20stage&m%3D32%20microbatch")


def test_the_command_under_the_instrument_asks_the_same(instrument, capsys):
    from derive.cli import main

    words = instrument.command().split()[1:]
    assert 0 == main(words)
    assert "memory of one GPU   42.19 GB" in capsys.readouterr().out


def test_the_questions_are_answered_by_the_engine(runs, book):
    made = answered(runs.table["questions"], book, None)

    assert ["At least 14 of 80 GB.", "At least 133.", "Up to 45 GPUs."] == [
        one["answer"] for one in made
    ]
    assert "solve=N_dp&M_state<=80 GB&Psi=70e9" == unquote(made[0]["hash"])


def test_a_package_without_runs_has_no_instrument(tmp_path):
    assert Runs.read(tmp_path, tmp_path) is None


# --- the same in the browser ------------------------------------------------------------------


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    opened = context.new_page()
    opened.goto("about:blank")
    for name in SCRIPTS:
        opened.add_script_tag(path=ASSETS / name)
    yield opened
    context.close()


def some_runs(runs: Runs) -> Iterator[dict[str, Any]]:
    rng = random.Random(11)
    table = runs.table
    for _ in range(120):
        tp, stages, ranks = (
            rng.choice([1, 2, 4, 8]),
            rng.choice([1, 2, 4, 8]),
            rng.choice([1, 4, 16]),
        )
        micro = rng.choice([1, 2])
        letters = {
            "N_gpu": tp * stages * ranks,
            "TP": tp,
            "p": stages,
            "b": micro,
            "s": rng.choice([2048, 4096, 8192]),
            "B": ranks * micro * rng.choice([8, 32]),
            "D": 1e12,
            "price_gpu": 2 / 3600,
        }
        choices = {row["choice"]: rng.choice(list(row["offers"])) for row in table["choices"]}
        yield {
            "model": rng.choice(table["models"]),
            "gpu": rng.choice(table["gpus"]),
            "letters": letters,
            "choices": choices,
        }


WANTED = ("M_gpu", "T_step", "R_gpu", "MFU", "M_act", "t_dlay")


@pytest.mark.browser
def test_the_browser_composes_the_same_run(page, instrument, runs):
    data = runs_data(instrument)
    asked = list(some_runs(runs))
    found = page.evaluate(
        "([data, asked, wanted]) => asked.map(one => { var run = deriveRun.run(data, one);"
        "return [run.trouble, wanted.map(name => String(run.at(name)))]; })",
        [data, asked, list(WANTED)],
    )
    compared = 0
    for one, (trouble, figures) in zip(asked, found, strict=True):
        letters = {
            name: value for name, value in one["letters"].items() if name not in ("D", "price_gpu")
        }
        try:
            run = runs.run(model=one["model"], gpu=one["gpu"], **letters, **one["choices"])
            estimate = run.estimate()
        except derive.DeriveError:
            assert trouble, one
            continue
        if trouble:
            continue
        compared += 1
        for name, text in zip(WANTED, figures, strict=True):
            value = estimate.values.get(name, math.nan)
            value = value[estimate.stage] if isinstance(value, list) else value
            assert float(text) == pytest.approx(value, rel=1e-9, nan_ok=True), (name, one)

    assert compared > 60


@pytest.mark.browser
def test_the_best_layouts_exist_and_fit(page, instrument):
    data = runs_data(instrument)
    asked = {
        "model": "llama-3-70b",
        "gpu": "h100-sxm",
        "choices": {"sharding": "zero1", "schedule": "1f1b"},
        "letters": {
            "N_gpu": 512,
            "TP": 8,
            "p": 4,
            "b": 1,
            "s": 8192,
            "B": 1024,
            "D": 1e12,
            "price_gpu": 1e-3,
        },
    }
    found = page.evaluate(
        "([data, asked]) => deriveRun.layouts(data, asked).map(one => "
        "[one.run.at('M_gpu'), one.run.capacity, one.run.at('R_gpu'), one.layout])",
        [data, asked],
    )
    rates = [rate for _, _, rate, _ in found]

    assert len(found) > 5
    assert all(memory <= capacity for memory, capacity, _, _ in found)
    assert sorted(rates, reverse=True) == rates


@pytest.mark.browser
def test_a_layout_that_cannot_be_is_named(page, instrument):
    data = runs_data(instrument)
    letters = {
        "N_gpu": 100,
        "TP": 8,
        "p": 4,
        "b": 1,
        "s": 8192,
        "B": 1024,
        "D": 1e12,
        "price_gpu": 1e-3,
    }
    asked = {"model": "llama-3-70b", "gpu": "h100-sxm", "choices": {}, "letters": letters}
    found = page.evaluate("([data, asked]) => deriveRun.run(data, asked).trouble", [data, asked])

    assert ["GPUs do not divide into TP × pipeline stages: 3.125 replicas"] == found
