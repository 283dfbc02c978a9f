"""A first notation file for a document, from its own tables, with what could not be decided."""

from __future__ import annotations

import re
from collections.abc import Iterator

from derive.entries.phrase_words import clause

from ..numbers.implied import readings
from ..numbers.recognizing import Guess, recognizer_of
from ..numbers.table_units import unit_of
from ..numbers.uses import uses_of
from ..project import Project
from ..texts.declarations import Declaration
from ..texts.documents import Document
from ..texts.reach import Reach, heading_reach


def draft(project: Project, document: Document) -> str:
    """A notation file for a document, in the format of ``formulas/notations``.

    A row whose symbol could not be decided means nothing yet and names the
    candidates in its note; its line ends with ``# ?``. One that rests on words
    alone, and on no formula, ends with ``# guessed``.
    """
    stretches = list(_stretches(project, document))
    name = _identifier(document.title or "draft")
    slug = name.replace("_", "-")
    title = document.title or document.path
    lines = [
        f'"""{_one_line(title)}: a first notation, drafted from its own tables.',
        "",
        "Lines that end with `# ?` could not be decided: fill in the id of a symbol, or say",
        'wanted="ID" where the formulary has none. `# guessed` lines rest on words alone: look',
        "at each of them before you use it.",
        '"""',
        "",
        "from derive.records import Notation, Reuse, Row, Scope, Source",
        "",
        f"{name} = Notation(",
        f"    {_quoted(slug)},",
        f'    source=Source({_quoted(name.replace("_", "-"))}, {_quoted(title)}, kind="document"),',
        f"    titles=({_quoted(title)},),",
        "    scopes=(",
        *(f"        {scope}," for scope, _, _ in stretches),
        "    ),",
        "    rows={",
    ]
    for _, scope_id, rows in stretches:
        lines += [
            f"        {_quoted(scope_id)}: (",
            *(_row(project, document, row) for row in rows),
            "        ),",
        ]
    lines += ["    },", ")  # fmt: skip", ""]
    return "\n".join(lines)


def _stretches(
    project: Project, document: Document
) -> Iterator[tuple[str, str, list[Declaration | str]]]:
    """Each stretch as a ``Scope(...)``, its id, and its rows."""
    by_heading: dict[int, list[Declaration | str]] = {}
    declared: set[str] = set()
    for letter in project.declarations(document):
        if letter.firm and letter.glyph:
            place = letter.reach.section[-1] if letter.reach.section else -1
            by_heading.setdefault(place, []).append(letter)
            declared.add(letter.glyph)
    outer = next((place for place in by_heading if _holds_throughout(document, place)), None)
    undeclared = _used(project, document, declared)
    if not by_heading or undeclared:
        outer = -1 if outer is None else outer
        by_heading.setdefault(outer, []).extend(undeclared)
    names: set[str] = set()
    ids: dict[int, str] = {}
    for place in sorted(by_heading, key=lambda name: (name != outer, name)):
        heading = document.headings[place] if place >= 0 else None
        ids[place] = _fresh(_identifier(heading.title if heading else "document"), names)
        within = ids[outer] if outer is not None and place != outer else ""
        yield _scope(document, place, ids[place], within), ids[place], by_heading[place]


def _holds_throughout(document: Document, place: int) -> bool:
    reach = heading_reach(document.headings[place]) if place >= 0 else Reach(throughout=True)
    return reach is not None and reach.throughout


def _scope(document: Document, place: int, name: str, within: str) -> str:
    parts = [_quoted(name)]
    if place >= 0:
        heading = document.headings[place]
        parts.append(_quoted(heading.title))
        reach = heading_reach(heading) or Reach()
        parts += [f"parts={reach.parts}"] * (reach.parts is not None)
        parts += [f"chapters={reach.chapters}"] * (reach.chapters is not None)
    if within:
        parts.append(f"within={_quoted(within)}")
    return f"Scope({', '.join(parts)})"


def _used(project: Project, document: Document, declared: set[str]) -> list[str]:
    """Letters of formulas that no row declares, each once, in the order of the print."""
    glyphs: dict[str, str] = {}
    for use in uses_of(project, document):
        if not use.index and use.glyph not in declared:
            glyphs.setdefault(use.glyph, use.printed)
    return list(glyphs.values())


def _row(project: Project, document: Document, letter: Declaration | str) -> str:
    """One row; undecided ones are marked."""
    if isinstance(letter, str):
        return f'            Row({_quoted(letter)}, "", note="declared nowhere"),  # ?'
    read = next((read for read in readings(project, document) if read.said == letter), None)
    sure = read.symbol if read is not None else ""
    parts = [
        _quoted(letter.latex),
        _quoted(sure),
        _quoted(_one_line(clause(letter.meaning) or letter.meaning)),
    ]
    if letter.unit:
        parts.append(_quoted(_one_line(letter.unit)))
    parts.append(f"line={letter.line}")
    if not sure:
        listed = ", ".join(option.symbol for option in candidates(project, letter)[:3])
        parts.append(f"note={_quoted('undecided: ' + listed if listed else 'no symbol fits')}")
    # What only words say is a guess; a formula that is then a law of ours confirms it.
    mark = "" if read is not None and read.confirmed else "  # guessed" if sure else "  # ?"
    return f"            Row({', '.join(parts)}),{mark}"


def candidates(project: Project, letter: Declaration) -> list[Guess]:
    """Symbols that a row may mean, the best first, by words, letter and unit."""
    if project.registry is None:
        return []
    recognizer = recognizer_of(project.registry)
    return recognizer.guesses(letter.meaning, letter.glyph, unit_of(project, letter))


def _identifier(words: str) -> str:
    """Words as a name of Python."""
    parts = re.findall(r"[a-z0-9]+", words.casefold())[:5]
    name = "_".join(parts) or "draft"
    return name if name[0].isalpha() else f"part_{name}"


def _fresh(name: str, taken: set[str]) -> str:
    number, fresh = 2, name
    while fresh in taken:
        number, fresh = number + 1, f"{name}_{number}"
    taken.add(fresh)
    return fresh


def _one_line(words: str) -> str:
    return " ".join(words.split())


def _quoted(words: str) -> str:
    """Words as a text of Python; raw where backslashes are in them."""
    plain = _one_line(words)
    if "\\" in plain and '"' not in plain and not plain.endswith("\\"):
        return f'r"{plain}"'
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'
