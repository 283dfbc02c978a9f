"""The site judged by others: accessibility, valid HTML, weight, stillness.

Runs on the site in the folder that DERIVE_SITE names, else on the small book.
The judges are packages of npm, in the folder that DERIVE_JUDGES names; where
there is none, their tests are skipped and say so.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from links import lost_links
from serving import served_folder
from test_browser import build_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

JUDGES = os.environ.get("DERIVE_JUDGES", "")
SMALL = ["", "find/", "formulas/", "formulas/memory/", "formulas/memory/zero3_memory/"]
SMALL += ["symbols/", "symbols/n-cap/", "terms/", "terms/all-reduce/", "sources/zero/"]
WHOLE = ["", "find/", "find/letters/", "formulas/", "formulas/zero/", "formulas/zero/zero3_memory/"]
WHOLE += ["formulas/collectives/ring_all_reduce_time/", "symbols/", "symbols/n-cap/"]
WHOLE += ["terms/all-reduce/", "sources/", "errata/", "notation/", "tutorial/", "how-to/ask/"]
WHOLE += ["formulas/tensor_parallel/tensor_parallel_hides_communication/"]
WHOLE += ["symbols/psi-cap/", "formulas/pipeline/", "learn/memory/", "learn/pipelines/"]
WHOLE += ["learn/scaling/", "learn/reliability/", "learn/communication/", "symbols/h/"]
WHOLE += ["formulas/tensor_parallel/ffn_hides_tensor_parallelism/", "formulas/activations/"]
WHOLE += ["find/units/", "find/outputs/", "catalogue/", "catalogue/h100-sxm/", "report/"]
WHOLE += ["notation/scaling-book/", "errata/chinchilla/", "sources/chinchilla/"]
LOUD = ("error", "warning")
LOUDLY = ("serious", "critical")
EXCUSED = {
    # Letters inside a formula are links; the table below it has the same ones
    # as plain HTML (docs/explanation/site.md).
    "nested-interactive",
}
THEIRS = re.compile(
    r"Attribute “(autocomplete|autocorrect)” |^<label [^>]*for=\"__toc\"|"
    r"“” for attribute “tabindex” on element “label”"
)
"""What the theme's own header and navigation do; it is on every page and not ours."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory) -> Path:
    """The built site that is judged."""
    if os.environ.get("DERIVE_SITE"):
        return Path(os.environ["DERIVE_SITE"]).resolve()
    root = tmp_path_factory.mktemp("judged")
    build_site(root, "http://127.0.0.1/")
    return root / "site"


@pytest.fixture(scope="session")
def home(folder) -> Iterator[str]:
    with served_folder(folder) as address:
        yield address


@pytest.fixture(scope="session")
def names(folder) -> list[str]:
    """The pages that are judged."""
    return WHOLE if (folder / "formulas/zero/zero3_memory").is_dir() else SMALL


def judge(name: str) -> Path:
    """A package of npm by name, or a skip."""
    found = Path(JUDGES, "node_modules", name)
    if not JUDGES or not found.is_dir():
        pytest.skip(f"no {name}: set DERIVE_JUDGES to a folder in which npm has installed it")
    return found


@pytest.fixture(params=[1280, 390])
def page(browser: Browser, request) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": request.param, "height": 900})
    yield context.new_page()
    context.close()


def told(finding: Any) -> str:
    return f"{finding['id']} ({finding['impact']}): {finding['nodes'][0]['html'][:160]}"


def test_axe_finds_nothing_serious(page, home, names):
    script = (judge("axe-core") / "axe.min.js").read_text(encoding="utf-8")
    wrong: list[str] = []
    for name in names:
        page.emulate_media(color_scheme="light")
        page.goto(home + name)
        page.wait_for_load_state("networkidle")
        page.evaluate(script)
        for scheme, palette in (("light", "default"), ("dark", "slate")):
            page.emulate_media(color_scheme=scheme)
            page.wait_for_selector(f"body[data-md-color-scheme={palette}]")
            outcome = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
            bad = [each for each in outcome["violations"] if each["impact"] in LOUDLY]
            kept = [told(each) for each in bad if each["id"] not in EXCUSED]
            wrong += [f"{name} ({scheme}): {each}" for each in kept]

    assert [] == wrong, "\n".join(wrong)


@pytest.mark.slow
def test_the_html_of_every_page_is_valid(folder):
    jar = judge("vnu-jar") / "build/dist/vnu.jar"
    words = ["--format", "json", "--errors-only", "--skip-non-html", str(folder)]
    done = subprocess.run(
        ["java", "-jar", str(jar), *words], check=False, capture_output=True, text=True, timeout=900
    )
    messages = json.loads(done.stderr or '{"messages": []}')["messages"]
    judged = {one["url"] for one in messages}  # the theme's own faults are on every page
    ours = [
        f"{one['url'].rpartition('site/')[2]}:{one.get('lastLine')} {one['message']}"
        for one in messages
        if not THEIRS.search(one["message"]) and not THEIRS.search(one.get("extract", "").strip())
    ]

    assert [] == ours
    assert len(pages_of(folder)) <= len(judged)


LEADS_ON = '<meta http-equiv="refresh"'


def pages_of(folder: Path) -> list[Path]:
    """All pages but permanent and former names, which lead on at once."""
    return sorted(
        file for file in folder.rglob("index.html") if LEADS_ON not in file.read_text("utf-8")
    )


PARAGRAPH = re.compile(r"<p[^>]*>(?:<!--[^>]*-->\s*)?<(?:div|ul|ol|table|dl|h[1-6])\b")


def test_no_paragraph_holds_a_block(folder):
    """What Markdown makes of a block that stands too close to text; a browser takes it apart."""
    pages = {file: file.read_text(encoding="utf-8") for file in folder.rglob("index.html")}

    assert [] == [str(file) for file, text in pages.items() if PARAGRAPH.search(text)]


@pytest.mark.slow
def test_every_link_of_every_page_leads_somewhere(folder):
    assert [] == lost_links(folder)


@pytest.mark.slow
def test_pages_complain_of_nothing_and_ask_nothing_of_others(browser, home, folder):
    """Every tenth page of a large site, or as DERIVE_EACH says; every page of a small one."""
    files = pages_of(folder)
    step = int(os.environ.get("DERIVE_EACH", "10")) if len(files) > 300 else 1
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    said: list[tuple[str, str]] = []
    page.on("console", lambda one: said.append((page.url, one.text)) if one.type in LOUD else None)
    page.on("pageerror", lambda one: said.append((page.url, str(one))))
    page.on(
        "request",
        lambda one: None if one.url.startswith(home) else said.append((page.url, one.url)),
    )
    for file in files[::step]:
        page.goto(home + file.parent.relative_to(folder).as_posix() + "/")
        page.mouse.move(200, 300)
        if page.locator(".d-calc").count():
            page.locator(".d-calc").first.dispatch_event("pointerover")
            page.wait_for_function("document.querySelector('.d-calc').calculator")
    context.close()

    assert [] == said


def packed(*files: Path) -> int:
    """Bytes on the way, all files compressed one by one."""
    return sum(len(gzip.compress(file.read_bytes(), 9)) for file in files)


def loaded(page: Page, address: str) -> list[str]:
    """What a page asks for, without its own address."""
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    page.goto(address)
    page.wait_for_load_state("networkidle")
    return asked


BUDGETS = {
    "derive.css": 8,
    "instrument.css": 1.75,
    "instrument.js": 11,
    "derive.js": 3.5,
    "letters.js": 2,
    "seek.js": 6.5,
    "lost.js": 1,
    "find.js": 2.75,
    "solver.js": 14,
    "calculator.js": 9.5,
    "plot.js": 8,
    "units.js": 6.5,
    "stix-two-math.woff2": 30,
}
"""KB on the way, part by part; what grows with the knowledge is not among them."""


def test_a_formula_page_carries_little_of_ours(page, home, names, folder):
    name = next(one for one in names if one.endswith("zero3_memory/"))
    asked = [one.removeprefix(home).partition("?")[0] for one in loaded(page, home + name)]
    ours = [folder / one for one in asked if one.startswith("assets/derive/")]
    code = [one for one in ours if one.suffix in (".css", ".js")]

    assert packed(*code) <= 12 * 1024, {one.name: packed(one) for one in code}
    assert {"derive.css", "derive.js"} == {one.name for one in code}


@pytest.mark.parametrize(("name", "most"), BUDGETS.items())
def test_each_part_of_ours_keeps_to_its_weight(folder, name, most):
    file = folder / "assets/derive" / name

    assert packed(file) <= most * 1024


@pytest.mark.parametrize("late", [0, 0.5], ids=["at once", "late font"])
@pytest.mark.parametrize("kind", ["zero3_memory/", "n-cap/", "all-reduce/", "learn/memory/"])
def test_a_page_is_small_and_stands_still(page, home, names, kind, late):
    """On a slow phone, too, where a page is drawn before all of it is read."""
    name = next((one for one in names if one.endswith(kind)), None)
    if name is None:
        pytest.skip("the small book teaches nothing")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 6})
    page.add_init_script(
        "window.moved = 0; new PerformanceObserver(list => list.getEntries().forEach("
        "one => { if (!one.hadRecentInput) window.moved += one.value; }))"
        ".observe({type: 'layout-shift', buffered: true});"
    )
    if late:
        page.route("**/*.woff2", lambda route: (time.sleep(late), route.continue_()))
    page.goto(home + name)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)

    assert page.evaluate("document.querySelectorAll('*').length") <= 2500
    assert page.evaluate("window.moved") <= 0.02


def test_a_page_whose_font_never_comes_is_read_without_it(page, home, names):
    name = next(one for one in names if one.endswith("zero3_memory/"))
    page.route("**/*.woff2", lambda route: route.abort())
    page.goto(home + name)

    page.locator(".d-law math").wait_for(state="visible")
