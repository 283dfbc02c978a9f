"""The pictures of the site: drawn to scale, said in words, on pages that exist."""

from __future__ import annotations

import json
import math
import shutil
import subprocess
import tomllib
from itertools import pairwise
from typing import Any

import pytest
from fixture_book import small_book

from derive import locate
from derive.drawings.passes import idle
from derive.site.figures import amount, in_short, in_words, short, spanned, typed
from derive.site.layout import layout_of
from derive.site.pictures import DRAWN, OF_A_LAW, Pictures, read_pictures
from derive.site.pictures.bars import NAMES, checkpoints, duration, schedule, slots_of, spans_of
from derive.site.pictures.curves import contours, least, valley
from derive.site.pictures.drawing import WIDTH
from derive.site.templating import environment

ROWS = read_pictures(locate.knowledge())


# Narayanan et al. 2021, section 2.2: idle over total time is (p - 1) / (v m + p - 1);
# Qi et al. 2023, table 1: with B and W as long as F, ZB-H1 waits p - 1 forward passes.
@pytest.mark.parametrize(
    ("kind", "stages", "batches", "chunks", "share"),
    [
        ("gpipe", 4, 8, 1, 3 / 11),
        ("1f1b", 4, 8, 1, 3 / 11),
        ("1f1b", 8, 12, 1, 7 / 19),
        ("interleaved", 4, 8, 2, 3 / 19),
        ("interleaved", 2, 4, 4, 1 / 17),
        ("zero-bubble", 4, 8, 1, 3 / 27),
    ],
)
def test_a_schedule_waits_as_long_as_its_law_says(kind, stages, batches, chunks, share):
    slots = slots_of(kind, stages, batches, chunks)

    assert share == pytest.approx(idle(slots, stages), rel=1e-12)


@pytest.mark.parametrize("kind", NAMES)
def test_no_gpu_does_two_things_at_once(kind):
    chunks = 2 if kind == "interleaved" else 1
    for stage in range(4):
        own = sorted(
            (one for one in slots_of(kind, 4, 8, chunks) if one.stage == stage),
            key=lambda one: one.start,
        )

        assert all(a.end <= b.start + 1e-9 for a, b in pairwise(own))


def test_every_picture_says_in_words_what_it_shows():
    values = {"F": 1e15, "B": 3e12, "I": 50.0, "M_lin": 1e6, "M_lffn": 3e6, "TP": 4, "N": 8}
    values |= {"interval": 1800.0, "writing": 120.0, "restart": 600.0}
    for name, draw in DRAWN.items():
        for kind in NAMES if name == "schedule" else ("all-reduce",):
            made = draw(values, kind)

            assert made.title
            assert len(made.says) > 60
            assert made.shapes


def test_nothing_is_drawn_outside_its_picture():
    values = {
        "F": 1e15,
        "B": 3e12,
        "I": 50.0,
        "M_lin": 1e6,
        "M_lffn": 3e6,
        "TP": 8,
        "N": 8,
        "p": 8,
        "m": 64,
        "interval": 36000.0,
        "writing": 0.5,
        "restart": 0.0,
    }
    for name, draw in DRAWN.items():
        for kind in NAMES if name == "schedule" else ("broadcast",):
            made = draw(values, kind)
            boxes = [one for one in made.shapes if one["kind"] in ("rect", "frame")]

            assert [] == [
                one
                for one in boxes
                if one["x"] < -0.5
                or one["y"] < -0.5
                or one["x"] + one["w"] > WIDTH + 0.5
                or one["y"] + one["h"] > made.height + 0.5
            ], (name, kind)


def test_contours_pass_where_the_loss_is_least_for_its_compute():
    def loss(n: float, d: float) -> float:
        return 1.69 + 406.4 / n**0.34 + 410.7 / d**0.28

    made = contours(loss, 70e9)

    assert "Contours of equal loss" in made.says
    assert sum(one["kind"] == "circle" for one in made.shapes) >= 3
    # On two logarithmic axes equal compute, 6 N D, is a straight line that falls to the right.
    (line,) = (one["path"] for one in made.shapes if one.get("dashed"))
    assert 2 == len(line[1:].split("L"))


def test_a_contour_picture_s_path_is_the_law_s_own_optimum():
    # Hoffmann et al. 2022, equation 4, with the constants of equation 10.
    def loss(n: float, d: float) -> float:
        return 1.69 + 406.4 / n**0.34 + 410.7 / d**0.28

    compute = 5.76e23
    size = (0.34 * 406.4 / (0.28 * 410.7)) ** (1 / 0.62) * (compute / 6) ** (0.28 / 0.62)

    assert size == pytest.approx(least(lambda n: loss(n, compute / 6 / n), 1e6, 1e14), rel=1e-6)


def test_a_failure_loses_half_an_interval_and_a_restart():
    spans = spans_of(interval=1800, writing=120, restart=600)
    lengths = dict.fromkeys(("work", "checkpoint", "lost", "restart"), 0.0)
    for span in spans:
        lengths[span.kind] += span.end - span.start

    assert {"work": 7200, "checkpoint": 480, "lost": 900, "restart": 600} == lengths


def test_a_run_goes_on_from_its_last_checkpoint():
    spans = spans_of(interval=1800, writing=120, restart=600)

    assert 4 * 1800 == spans[-1].after
    assert all(first.end == second.start for first, second in pairwise(spans))
    assert {"lost": 900.0} == {
        first.kind: first.after - second.before
        for first, second in pairwise(spans)
        if first.after != second.before
    }


def test_the_picture_of_a_run_says_what_its_time_line_holds():
    drawn = checkpoints({"interval": 1800, "writing": 120, "restart": 600}, "")

    assert (
        "A checkpoint every 30 min: a failure halfway costs 15 min of work and 10 min to restart"
        == (drawn.title)
    )
    assert "2 hours of work take 2.55 hours" in drawn.says


# Young 1974: the overhead T/t + t/(2 M) is least at t = sqrt(2 T M), where it is sqrt(2 T / M).
@pytest.mark.parametrize(("writing", "mtbf"), [(30.0, 10800.0), (1.56, 7200.0), (600.0, 86400.0)])
def test_the_bottom_of_the_valley_is_young_s_interval(writing, mtbf):
    best, lowest = math.sqrt(2 * writing * mtbf), math.sqrt(2 * writing / mtbf)
    parts = [("writing", lambda t: writing / t), ("lost work", lambda t: t / (2 * mtbf))]
    drawn = valley(lambda t: writing / t + t / (2 * mtbf), parts)

    assert f"least at {duration(best)} between checkpoints" in drawn.title
    assert f"{100 * lowest:.3g} % of the time of work" in drawn.title


def test_a_law_is_drawn_over_its_letters_with_the_values_of_the_page():
    # cost = rare / time + often time, as its calculator holds it
    steps = [["input", 1], ["input", 2], ["div"], ["input", 3], ["input", 2], ["mul", 2]]
    names = ("cost", "rare", "time", "often")
    page: Any = {
        "data": {
            "letters": [{"id": name, "units": [["1", "1", ""]]} for name in names],
            "target": 0,
            "alone": {"0": {"inputs": list(names), "steps": [*steps, ["add", 2]]}},
        },
        "view": {"fields": [{"text": text, "unit": "1"} for text in ("", "40", "1", "1")]},
    }
    book: Any = {"formulas": {"upkeep": {"calculator": [page]}}}
    row = {
        "draws": "valley",
        "law": "upkeep",
        "over": ["time"],
        "letters": {"rare": "rare"},
        "fixed": {"often": 0.1},
        "parts": [
            {"title": "washing", "given": {"often": 0.0}},
            {"title": "mending", "given": {"rare": 0.0}},
        ],
        "formulas": ["upkeep"],
    }
    (drawn,) = Pictures([row], book, {}).on("formula", "upkeep")

    assert "Washing and mending cost least at 20 s between checkpoints: 400 %" in drawn["title"]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0 s"), (90, "1.5 min"), (3600, "1 hour"), (5400, "1.5 hours"), (172800, "2 days")],
)
def test_a_time_is_said_in_the_unit_that_reads_best(seconds, text):
    assert text == duration(seconds)


def test_every_page_with_a_picture_exists(knowledge_names):
    wanted = {
        (kind, name)
        for row in ROWS
        for kind in ("formulas", "terms", "subjects")
        for name in row.get(kind, ())
    }

    assert set() == wanted - knowledge_names


@pytest.fixture(scope="module")
def knowledge_names() -> set[tuple[str, str]]:
    from derive.registry import load

    registry = load()
    return {
        *(("formulas", name) for name in registry.formulas),
        *(("terms", name) for name in registry.terms),
        *(("subjects", name) for name in registry.subjects),
    }


def test_a_picture_is_drawn_from_the_values_of_its_calculator():
    book = small_book()
    row = {"draws": "ring", "kind": "all-reduce", "letters": {"N": "N"}, "fixed": {"N": 4}}
    drawn = Pictures([{**row, "terms": ["all-reduce"]}], book, {}).on("term", "all-reduce")

    assert ["Ring all-reduce, 4 ranks: 6 steps, each sends 1/4 of the message"] == [
        one["title"] for one in drawn
    ]


def test_a_picture_on_a_page_has_its_title_and_its_words():
    book = small_book()
    templates = environment(book, layout_of(book))
    row = {"draws": "tree", "kind": "broadcast", "fixed": {"N": 8}, "terms": ["all-reduce"]}
    (picture,) = Pictures([row], book, {}).on("term", "all-reduce")
    text = templates.get_template("blocks/picture.html").render(file="x.md", picture=picture)

    assert f'<title id="{picture["id"]}-title">{picture["title"]}</title>' in text
    assert picture["says"] in text


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (43.54e9, "bytes", "43.5 GB"),
        (421.9e6, "bytes", "422 MB"),
        (0.0857, "percent", "8.57 %"),
        (11.93, "seconds", "11.9 s"),
        (0.0123, "seconds", "12.3 ms"),
        (123.4 * 86400, "days", "123 days"),
        (12.1e6, "money", "$12.1 million"),
        (7.5e9, "count", "7.5 billion"),
        (2048, "count", "2,048"),
        (math.nan, "days", "not known"),
    ],
)
def test_a_number_is_written_as_a_person_writes_it(value, kind, text):
    assert text == amount(value, kind)


def test_a_schedule_that_is_not_drawn_whole_says_so_and_what_all_of_it_waits():
    whole, part = (schedule({"p": 4, "m": m}, "1f1b") for m in (8, 64))

    assert "1F1B: 4 stages, 8 micro-batches, 27.3 % of the time idle" == whole.title
    assert (
        "1F1B: 4 stages, 12 of 64 micro-batches, "
        f"{100 * 3 / 67:.3g} % of the time idle with all, {100 * 3 / 15:.3g} % of what is drawn"
    ) == part.title


@pytest.mark.parametrize(("stages", "colour"), [(4, "on"), (64, "ink")])
def test_the_words_of_the_bar_below_a_schedule_stand_on_a_colour_of_their_own(stages, colour):
    *_, at_work, words = schedule({"p": stages, "m": 16}, "1f1b").shapes
    edge = at_work["x"] + at_work["w"]

    assert colour == words["colour"]
    if colour == "on":
        assert edge >= words["x"] + 6 * len(words["words"])
    else:
        assert edge <= words["x"]


WRITTEN = [
    ("6.44245e9 param", "6.44245 billion parameters"),
    ("182.574e9 token", "182.574 billion tokens"),
    ("-3.5e7 token/s", "-35 million token/s"),
    ("7e9..70e9 param", "7 billion..70 billion parameters"),
    ("0.5e7", "5 million"),
    ("1.4e12 token", "1.4 trillion tokens"),
    ("999.9995e3", "999,999.5"),
    ("1e3", "1000"),
    ("750e-6", "0.00075"),
    ("185.185e-9 USD/token", "1.85185 × 10⁻⁷ USD/token"),
    ("1e-8 at 5.76e23 FLOP", "10⁻⁸ at 5.76 × 10²³ FLOP"),
    ("1e15", "10¹⁵"),
    ("0e5", "0"),
    ("x_1e9 and 1e9b", "x_1e9 and 1e9b"),
    ("𝑀 = 80 GB", "𝑀 = 80 GB"),
]
IN_THE_BROWSER = """
globalThis.window = { deriveNumbers: {} };
const read = require("fs").readFileSync;
require("vm").runInThisContext(read("templates/assets/showing.js", "utf8"));
console.log(JSON.stringify(JSON.parse(read(0, "utf8")).map(window.deriveShowing.NAME)));
"""


def test_a_power_of_ten_is_written_in_words_or_as_it_is_set():
    assert [words for _, words in WRITTEN] == [in_words(text) for text, _ in WRITTEN]
    assert ["182.6B token", "7B..70B", "10⁻⁸ USD"] == [
        in_short(text) for text in ("182.6e9 token", "7e9..70e9", "1e-8 USD")
    ]
    assert ["67 billion", "64"] == [in_words("67000000000.0"), in_words("64.0")]


@pytest.mark.parametrize(("name", "written"), [("inWords", in_words), ("inShort", in_short)])
def test_the_browser_writes_numbers_as_the_pages_do(checkout, name, written):
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node on the path")
    texts = [text for text, _ in WRITTEN]

    done = subprocess.run(
        [node, "-e", IN_THE_BROWSER.replace("NAME", name)],
        input=json.dumps(texts), capture_output=True, text=True, check=True, cwd=checkout,
    )  # fmt: skip

    assert [written(text) for text in texts] == json.loads(done.stdout)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("100e6..2e12", "100 million to 2 trillion"),
        ("1e-9..100e-6 USD/token", "10⁻⁹ to 0.0001 USD/token"),
        ("1..1048576", "1 to 1,048,576"),
        ("1 hour..100 day", "1 hour to 100 days"),
        ("standard", "standard"),
    ],
)
def test_a_typical_range_is_written_as_a_person_writes_it(text, words):
    assert words == spanned(text)


def test_a_field_has_the_letter_of_a_scale_only_where_it_reads_it():
    counts, bytes_ = (
        {"count": of, "kinds": {}, "dimensions": {} if of else {"information": 1}}
        for of in (True, False)
    )

    assert ["7B", "1e-8", "7e9"] == [
        typed("7e9", counts), typed("1e-8", counts), typed("7e9", bytes_)
    ]  # fmt: skip


def test_three_digits_are_enough():
    assert ["0.05", "687", "1,406,011", "0"] == [short(x) for x in (0.05, 687.2, 1406011.05, 0)]


def test_the_table_of_pictures_names_drawings_that_exist():
    with (locate.knowledge() / "pictures.toml").open("rb") as stream:
        rows = tomllib.load(stream)["pictures"]

    assert {row["draws"] for row in rows} <= {*DRAWN, *OF_A_LAW}
