"""The five documents: every error and warning that must be told, and the lines that are right.

The documents are not part of this project: ``DERIVE_SEEDS`` names the folder
that holds them, one file each, whose names begin with 000 to 004.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest

from derive.findings import Finding
from derive.lint import Document, Project, lint, read_document
from derive.registry import load

HERE = Path(__file__).parent
TABLE: dict[str, Any] = json.loads((HERE / "acceptance.json").read_text(encoding="utf-8"))
SEEDS = os.environ.get("DERIVE_SEEDS", "")

pytestmark = pytest.mark.skipif(not SEEDS, reason="DERIVE_SEEDS names no folder of documents")


@pytest.fixture(scope="module")
def documents() -> dict[str, Document]:
    """The five documents by number."""
    return {path.name[:3]: read_document(path) for path in sorted(Path(SEEDS).glob("00*"))}


@pytest.fixture(scope="module")
def found(documents: dict[str, Document]) -> dict[str, list[Finding]]:
    """What is told of each document, all read together."""
    project = Project(documents.values(), load())
    told: dict[str, list[Finding]] = {name: [] for name in documents}
    for one in lint(project):
        told[Path(one.file).name[:3]].append(one)
    return told


def numbers(text: str) -> set[int]:
    """The lines of a list such as ``92-94,99``."""
    lines: set[int] = set()
    for part in text.split(","):
        low, _, high = part.partition("-")
        lines |= set(range(int(low), int(high or low) + 1))
    return lines


def case_id(row: list[Any]) -> str:
    """What a row of the table is called."""
    return f"{row[0]}:{row[1][0]} {row[3][0]} {' '.join(row[4])}"


@pytest.mark.parametrize("row", TABLE["must"], ids=case_id)
def test_it_is_told_at_its_line(found: dict[str, list[Finding]], row: list[Any]) -> None:
    document, lines, severity, rules, words = row
    told = [
        one
        for one in found[document]
        if one.line in lines and one.rule in rules and one.severity == severity
    ]

    assert any(all(word in f"{one}\n{one.message}" for word in words) for one in told), told


@pytest.mark.parametrize("row", TABLE["lists"], ids=lambda row: f"{row[1]} {row[3]}")
def test_damaged_lines_are_told_and_no_others(
    found: dict[str, list[Finding]], row: list[Any]
) -> None:
    document, rule, severity, word, lines = row
    told = {
        one.line
        for one in found[document]
        if one.rule == rule and one.severity == severity and word in one.message
    }

    assert numbers(lines) == told


@pytest.mark.parametrize("row", TABLE["ok"], ids=lambda row: f"{row[0]}:{row[1]}")
def test_what_is_right_is_left_alone(found: dict[str, list[Finding]], row: list[Any]) -> None:
    document, line, rules = row
    told = [
        one
        for one in found[document]
        if one.line == line and one.rule in rules and one.severity != "info"
    ]

    assert [] == told


def test_every_formula_is_found_at_its_place(documents: dict[str, Document]) -> None:
    counted = {name: len(document.spans) for name, document in documents.items()}

    assert TABLE["spans"] == counted
    for document in documents.values():
        for span in document.spans:
            assert span.latex == document.text[span.start : span.end]
            shown = document.line_at(span.line)[span.column - 1 :]
            assert shown.startswith(span.latex.strip()[:20].split("\n")[0]), span


@pytest.mark.parametrize("name", ["000", "001", "003"])
def test_the_formulas_are_those_of_the_hand_written_readings(
    documents: dict[str, Document], name: str
) -> None:
    gold = json.loads((HERE.parent / "gold" / f"notation_{name}.json").read_text("utf-8"))
    spans = "\n".join(f"{span.line}\t{span.latex}" for span in documents[name].spans)

    assert gold["digest"] == hashlib.sha256(spans.encode()).hexdigest()


def test_what_stands_in_a_comment_fails_nothing(found: dict[str, list[Finding]]) -> None:
    hidden = [one for one in found["003"] if 106 <= one.line <= 204]

    assert hidden
    assert all(one.commented for one in hidden)


def test_nothing_is_read_twice_as_a_quoted_formula(documents: dict[str, Document]) -> None:
    latex = [span.latex for span in documents["004"].spans]

    assert ["Y=XW_1+XW_2", "N", "D"] == latex
