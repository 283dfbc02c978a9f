"""Each rule on a small document of its own: what it tells, word by word, and what it leaves alone.

The documents lie in ``cases``, beside what the rule must tell of them;
``DERIVE_RECORD=1`` writes what it tells now, to be read before it is kept.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from derive.findings import report
from derive.lint import RULES, Project, lint, read_document
from derive.registry import Registry, load

HERE = Path(__file__).parent
ABOUT_FORMULAS = tuple(
    f".{name}"
    for name in (
        "accounting chains comparing conventions degrees units_in_formulas units_behind_formulas "
        "sides solved_formulas worked".split()
    )
)
CASES = sorted(path for path in (HERE / "cases").iterdir() if path.suffix != ".txt")


@pytest.fixture(scope="module")
def registry() -> Registry:
    """The formulary, for units and terms."""
    return load()


def told(registry: Registry, case: Path) -> str:
    """What the rule of this name tells of the case, with the document beside it if there is one."""
    beside = HERE / "beside" / case.name
    documents = [
        read_document(f"{path.parent.name}/{path.name}", path.read_text(encoding="utf-8"))
        for path in (beside, case)
        if path.is_file()
    ]
    project = Project(documents, registry, whole=True)
    return report(lint(project, [case.stem])) + "\n"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_rule_tells_what_it_must(registry: Registry, case: Path) -> None:
    expected = case.with_suffix(".txt")
    found = told(registry, case)
    if os.environ.get("DERIVE_RECORD"):
        expected.write_text(found, encoding="utf-8")

    assert expected.read_text(encoding="utf-8") == found


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_says_what_why_and_gives_an_example(rule) -> None:
    page = rule.page

    assert rule.name.replace("_", " ") == page.split("\n")[0].rstrip(".").lower()
    assert all(f"\n{word}: " in page for word in ("What", "Why", "Example")), page


def test_every_rule_about_letters_and_text_has_a_case() -> None:
    # The rules about what formulas say have tests of their own.
    others = {rule.name for rule in RULES if rule.check.__module__.endswith(ABOUT_FORMULAS)}

    assert {rule.name for rule in RULES} - others == {case.stem for case in CASES}
