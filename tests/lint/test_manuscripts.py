"""Whole manuscripts with planted mistakes: each is told at its line, and nothing else is.

A line ends with the rule that must speak there, between doubled percent signs,
or with several of which one must. The marks are taken out before reading.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from derive.lint import lint, read_document
from derive.lint.project import Project
from derive.registry import Registry, load

FOLDER = Path(__file__).parent / "manuscripts"
MARK = re.compile(r"[ \t]*%%(?P<rules>[a-z_|&]+)%%[ \t]*$", re.MULTILINE)


@pytest.fixture(scope="module")
def registry() -> Registry:
    """The formulary."""
    return load()


def marked(path: Path) -> tuple[str, dict[int, list[set[str]]]]:
    """A manuscript without its marks; by line, sets of rules of each of which one must tell it."""
    text = path.read_text(encoding="utf-8")
    lines = {
        text.count("\n", 0, mark.start()) + 1: [
            set(rules.split("|")) for rules in mark["rules"].split("&")
        ]
        for mark in MARK.finditer(text)
    }
    return MARK.sub("", text), lines


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.iterdir()))
def test_what_was_planted_is_told_and_nothing_else(registry: Registry, name: str) -> None:
    text, planted = marked(FOLDER / name)
    loud = [
        (one.line, one.rule)
        for one in lint(Project([read_document(name, text)], registry))
        if one.severity != "info"
    ]
    missed = [
        (line, sorted(rules))
        for line, needed in planted.items()
        for rules in needed
        if not any(at == line and rule in rules for at, rule in loud)
    ]
    more = [
        (line, rule)
        for line, rule in loud
        if not any(rule in rules for rules in planted.get(line, ()))
    ]

    assert [] == missed
    assert [] == more
