"""Lighthouse on a built site: medians of several runs, phone and desktop, compressed serving.

    npm install --prefix FOLDER --no-save --no-package-lock lighthouse@12.8.2
    .venv/bin/python tests/lighthouse.py FOLDER [SITE] [--runs 5] [--pages find/] [--forms phone]

Needs Node 18 to 20 and Chromium. Prints one line per page and form; asserts nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from serving import served_folder

PAGES = (
    "",
    "formulas/zero/zero3_memory/",
    "formulas/collectives/ring_all_reduce_time/",
    "formulas/pipeline/",
    "symbols/n_dp-cap/",
    "symbols/",
    "terms/all-reduce/",
    "formulas/",
    "find/",
    "how-to/ask/",
    "reference/cli/",
    "learn/pipelines/",
)
PARTS = ("performance", "accessibility", "best-practices", "seo")
FORMS = ("phone", "desktop")
FLAGS = "--headless --no-sandbox --disable-gpu --disable-background-networking"


def main() -> None:
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("tools", type=Path, help="where npm has installed lighthouse")
    asked.add_argument("site", type=Path, nargs="?", default=Path("site"))
    asked.add_argument("--runs", type=int, default=5)
    asked.add_argument("--pages", nargs="+", default=PAGES, help="addresses, in place of the usual")
    asked.add_argument("--forms", nargs="+", default=FORMS, choices=FORMS)
    given = asked.parse_args()
    head = "  ".join([*PARTS, "TBT/ms", "machine"])
    tell(f"{'page':44} {'form':8} {head}   (medians of {given.runs})")
    with served_folder(given.site) as home:
        for page in given.pages:
            for form in given.forms:
                runs = [run(given.tools, home + page, form) for _ in range(given.runs)]
                said = [
                    f"{statistics.median(one[part] for one in runs):{len(part)}.0f}"
                    for part in (*PARTS, "TBT/ms", "machine")
                ]
                tell(f"{page:44} {form:8} {'  '.join(said)}")


def tell(line: str) -> None:
    """One line, at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def run(tools: Path, address: str, form: str) -> dict[str, float]:
    """The four marks of one run, out of a hundred; how long it blocked, and how fast it ran.

    ``machine`` is Lighthouse's own measure: below some 2000 the phone it plays is too slow.
    """
    profile = tempfile.mkdtemp()
    command = [
        "node", str(tools / "node_modules/lighthouse/cli/index.js"), address,
        "--quiet", "--output=json", f"--chrome-flags={FLAGS} --user-data-dir={profile}",
        *(["--preset=desktop"] if form == "desktop" else []),
    ]  # fmt: skip
    found = {**os.environ, "CHROME_PATH": shutil.which("chromium") or ""}
    done = subprocess.run(
        command, check=True, capture_output=True, text=True, env=found, timeout=300
    )
    shutil.rmtree(profile, ignore_errors=True)
    told = json.loads(done.stdout)
    marks = {part: 100 * (told["categories"][part]["score"] or 0) for part in PARTS}
    blocked = told["audits"]["total-blocking-time"]["numericValue"]
    return marks | {"TBT/ms": blocked, "machine": told["environment"]["benchmarkIndex"]}


if __name__ == "__main__":
    main()
