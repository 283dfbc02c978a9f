"""A coverage-guided run against the readers of documents; not part of the test suite.

With atheris from the package index, in an environment of its own::

    python -m pip install atheris && python -m pip install -e .
    python tests/lint/fuzz.py -max_total_time=600 -max_len=600 FOLDER

A crash is written to a file, which the same command replays. What is fed goes
through the scanner, the parser of formulas and the finders of declarations and
damage, as Markdown and as LaTeX.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["derive.lint", "derive.notation"]):
    from derive.lint import Project, read_document
    from derive.lint.checks.terms import glossary
    from derive.lint.numbers.uses import uses_of
    from derive.lint.texts.damage import announced, bare_commands, recovered, stray_dollars
    from derive.notation import Rejection, parse_span


def once(data: bytes) -> None:
    """Read one text every way there is; anything raised is a find."""
    text = data.decode("utf-8", errors="replace")
    found = parse_span(text)
    if isinstance(found, Rejection) and found.kind == "unreadable":
        raise AssertionError(found.message)
    for name in ("x.md", "x.tex"):
        document = read_document(name, text)
        project = Project([document])
        uses_of(project, document)
        project.declarations(document)
        for find in (announced, bare_commands, stray_dollars):
            list(find(document))
        recovered(document)
        glossary(document)
        if len(document.masked) != len(document.text):
            raise AssertionError("the mask lost its length")


if __name__ == "__main__":
    atheris.Setup(sys.argv, once)
    atheris.Fuzz()
