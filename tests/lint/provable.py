"""What the checker tells of a text at its default level, for tests of single sentences."""

from __future__ import annotations

from derive.lint import Project, lint, read_document
from derive.registry import load

REGISTRY = load()
STOPPED = "could not be checked"
"""What the finding says of a rule that stopped with an error of its own."""


def lines_of(text: str, *rules: str, path: str = "text.md") -> list[int]:
    """The lines in which an error is provable, without a notation."""
    project = Project([read_document(path, text)], REGISTRY, notations={path: None})
    found = lint(project, rules or None)
    assert not [each for each in found if STOPPED in each.message]
    return sorted(
        {each.line for each in found if each.severity == "error" and each.level == "provable"}
    )


def right_and_wrong(
    text: str, right: str | tuple[str, ...], wrong: str | tuple[str, ...], path: str = "text.md"
) -> tuple[list[int], list[int]]:
    """The lines told of a text with what is right put into its braces, and with what is wrong."""
    first, second = (
        lines_of(text.format(*([parts] if isinstance(parts, str) else parts)), path=path)
        for parts in (right, wrong)
    )
    return first, second
