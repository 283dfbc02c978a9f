"""What every test may ask for: the checkout, a browser, the same luck each time."""

from __future__ import annotations

import gc
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from campaign import SEED, sized
from hypothesis import HealthCheck, settings

from derive.workers import RARELY

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHECKOUT = Path(__file__).resolve().parent.parent
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

# No promise here is about speed, and a slow machine is no counterexample.
settings.register_profile(
    "here",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
    max_examples=sized(30, 300),
)
settings.register_profile("ci", settings.get_profile("here"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_report_header() -> str:
    """What draws the samples of this run, and what repeats it."""
    return f"seed {SEED}: DERIVE_SEED={SEED} repeats this run, DERIVE_EACH=1 tries everything"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The same below what failed: a quiet run has no head."""
    if terminalreporter.stats.get("failed"):
        terminalreporter.line(pytest_report_header())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests come first, so that no worker waits at the end for a long one.

    Whoever asks for a browser is a browser test, marked or not; those are slow, and come last. A
    browser leaves threads behind, and beside a thread no child can be forked, which is what tests
    of children hold: workers take tests in this order.
    """
    for item in items:
        if {"chromium", "browser"} & set(getattr(item, "fixturenames", ())):
            item.add_marker("browser")
        if item.get_closest_marker("browser"):
            item.add_marker("slow")
    long = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(
        key=lambda item: (item.get_closest_marker("browser") is not None, item.path not in long)
    )


def pytest_collection_finish(session: pytest.Session) -> None:
    """Look for circles of objects rarely, and never among what was collected.

    Six thousand tests and a book of SymPy's trees stay until the end, and would be walked through
    again and again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*RARELY)


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache for the tests alone, all workers' of one run: nobody's own is read or written.

    ``DERIVE_TESTS_CACHE`` names a folder that several runs share: what one has computed, the
    next one finds.
    """
    with pytest.MonkeyPatch.context() as patch:
        base = tmp_path_factory.getbasetemp()
        worker = "PYTEST_XDIST_WORKER" in os.environ
        shared = os.environ.get("DERIVE_TESTS_CACHE")
        home = base.parent if worker else base
        folder = Path(shared or home / "cache-of-all")
        patch.setenv("DERIVE_CACHE", str(folder))
        if os.environ.get("PYTHONDONTWRITEBYTECODE"):
            # Who wants no byte code beside the code gets none there; without any, each of some
            # hundred children would compile the engine anew.
            patch.delenv("PYTHONDONTWRITEBYTECODE")
            patch.setenv("PYTHONPYCACHEPREFIX", str(home / "bytecode-of-all"))
        yield folder


@pytest.fixture
def heeding_interrupts() -> Iterator[None]:
    """Ctrl-C is heeded, here and in programs started here, also where tests run behind `&`."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def bread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of three laws, with a cache of its own."""
    from fixture_bread import write

    monkeypatch.setenv("DERIVE_CACHE", str(tmp_path / "cache"))
    write(tmp_path / "bread")
    return tmp_path / "bread"


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The folder that holds pyproject.toml."""
    return CHECKOUT


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of the Chromium to drive.

    Pages are opened where ``DERIVE_BROWSER=required`` asks for it, as `.ci/run` does: it takes
    as long as all the rest, and a browser that happens to be installed asks for nothing.
    ``DERIVE_CHROMIUM`` names one that is not on the path.
    """
    if os.environ.get("DERIVE_BROWSER") != "required":
        pytest.skip("DERIVE_BROWSER=required opens pages in a browser; .ci/run does")
    named = os.environ.get("DERIVE_CHROMIUM")
    found = named or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if found is None:
        pytest.fail(
            f"no Chromium on the path (looked for {', '.join(CHROMIUM_NAMES)}); "
            "install one, or name it in DERIVE_CHROMIUM"
        )
    return found


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """One headless Chromium for the session; open a page of your own in it."""
    from playwright.sync_api import sync_playwright

    # A container's root user has no sandbox, and its shared memory is small.
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield launched
        launched.close()
