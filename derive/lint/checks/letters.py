"""Rules about letters: declared, used, told apart."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from derive.lazy import lazy_re
from derive.notation.lexer import GREEK

from ..numbers.suppositions import is_of_others
from ..numbers.uses import Use, uses_of
from ..project import Project
from ..rules import Sight, about
from ..texts.declarations import Declaration
from ..texts.documents import Document
from ..texts.glyphs import base_of
from .collisions import differ, told_rows

# Among more names than these, none is guessed.
MOST_GUESSED = 400
# A table that forgets more than a fifth of its letters never meant to list them all.
LEAST_LISTED, MOST_FORGOTTEN = 5, 0.2
# Sentences declare letters less surely than tables: of so many letters at most so many may be left.
LEAST_EXPLAINED, MOST_UNEXPLAINED = 10, 2
# Of more variants than these, each that is declared stands for itself alone.
FEW = 2
MOST_FACTORS = 3
_SHIFTED = lazy_re(r"_\{[^{}]*\w\s*[-+]\s*\w")
_INDICES = frozenset("ijklqrt")
# The unit of an amount within a formula, "4\\,\\mathrm{GB}".
_BEHIND_A_NUMBER = lazy_re(r"\d\s*(?:\\[,;: ]|~)\s*\Z")
_UPRIGHT = r"\\(?:text(?:rm|it|normal)?|mathrm|operatorname)\s*\{[^{}]*\}"
# "``\\text{with one device:}``" and "``\\text{ pages}``" are words beside a formula.
_REMARK = lazy_re(r"\\text(?:rm|it|normal)?\{(?:\s[^{}]*|[^{}]*:)\}")
_RELATION = lazy_re(r"[=<>,]|\\(?:approx|sim|leq?|geq?|qquad|quad)(?![A-Za-z])")
_WORDS = lazy_re(rf"{_UPRIGHT}|\\(?:[dt]?frac|times|cdot|left|right|quad)(?![A-Za-z])")


def letters_are_declared(project: Project, document: Document) -> Iterator[Sight]:
    """Letters are declared.

    What: a letter occurs in a formula, and no table, list or sentence of the
    document says what it is. A letter that stands alone on the left of an
    equation is explained by it, and one with a subscript by the letter itself:
    both are told as information, as are indices.

    Why: the reader must guess, and two readers guess differently.

    Example: `time to send $m$ bytes is $\\alpha + \\beta m$`, and no row for
    `m`. Add one: `| $m$ | Size of a message | bytes |`.
    """
    declared = {letter.glyph for letter in project.declarations(document)}
    uses = uses_of(project, document)
    defined = {use.glyph for use in uses if use.defines}
    subscripts = {use.glyph.partition("_")[2] for use in uses if "_" in use.glyph} | {
        glyph.partition("_")[2] for glyph in declared
    }
    bound = {use.glyph for use in uses if use.index}
    listed = _listed(project, document, uses)
    only = _only_one(document, uses, declared | defined)
    lines: dict[str, set[int]] = {}
    for use in uses:
        lines.setdefault(use.glyph, set()).add(use.line)
    folded = {name.casefold(): name for name in sorted(declared, reverse=True)}
    # "The paper writes $K$ for our $k$": nobody else does.
    reported = {
        use.glyph for use in uses
        if use.glyph not in declared
        and len(lines[use.glyph]) == 1
        and is_of_others(document, use.span.start)
    }  # fmt: skip
    for use in uses:
        if use.glyph in declared or use.glyph in reported:
            continue
        reported.add(use.glyph)
        if _is_index(use, bound, subscripts):
            yield _info(use, f"The index {use.glyph} is declared nowhere.")
        elif _says_itself(use) or _is_product(use, declared) or _is_unit(project, use):
            yield _info(use, f"{use.printed} explains itself.")
        elif _INTRODUCED.search(document.masked, max(use.span.start - NEAR, 0), use.span.start):
            yield _info(use, f"{use.glyph} is explained where it is supposed.")
        elif use.glyph in defined:
            yield _info(use, f"{use.glyph} is explained by its formula alone; no words say it.")
        elif listed and _is_a_stray_variant(use, uses, declared):
            yield _stray(use, declared)
        elif family := _family_of(use, declared, defined, lines):
            yield _info(use, f"{use.glyph} is not declared, but {family}.")
        else:
            sight = _undeclared(document, use, len(lines[use.glyph]), _meant(use.glyph, folded))
            sure = listed or use.glyph == only
            yield sight.replaced(level="provable") if sure else sight


# "Let a page hold $x$ tokens", "LoRA of rank $r$": what it is stands around it.
_INTRODUCED = lazy_re(
    r"\b(?:(?:let|suppose|assume|imagine|say)\s+(?:that\s+)?(?:an?|the|each|every|one|there)\b[^.;:$=]{0,40}"
    r"|of\s+(?:rank|degree|order|size|width|depth|length))"
    r"[$\\(`\s]*\Z",
    re.IGNORECASE,
)
NEAR = 70


def _is_index(use: Use, bound: Collection[str], subscripts: Collection[str]) -> bool:
    """Whether a letter runs over something, here or in a sum of the document."""
    is_bound = use.index or (use.alone and use.glyph in bound)
    return is_bound or (use.glyph in _INDICES and use.glyph in subscripts)


def _is_a_stray_variant(use: Use, uses: Sequence[Use], declared: Collection[str]) -> bool:
    """Whether a letter with a subscript stands in one formula alone, beside declared variants."""
    base, _, script = use.glyph.partition("_")
    variants = [name for name in declared if name.startswith(f"{base}_")]
    # Of T_g, T_t and T_w none is counted: each is a time of its own.
    named = len(variants) > FEW and not any(
        other.glyph.endswith(f"_{script}") and other.glyph != use.glyph for other in uses
    )
    if not script or (_instance_of(use.glyph, declared) and not named):
        return False
    once = sum(other.glyph == use.glyph for other in uses) == 1
    return once and bool(variants) and not use.alone and script.isalpha()


def _only_one(document: Document, uses: Sequence[Use], explained: Collection[str]) -> str:
    """The letter that stands once, beside others, where nearly all others are explained."""
    used = {use.glyph for use in uses if not use.index}
    unexplained = {
        glyph for glyph in used if glyph not in explained and base_of(glyph) not in explained
    }
    if len(unexplained) > MOST_UNEXPLAINED or len(used - unexplained) < LEAST_EXPLAINED:
        return ""
    alone = [use for use in uses if use.glyph in unexplained]
    times = Counter(use.glyph for use in alone)
    once = [
        use.glyph for use in alone
        if times[use.glyph] == 1 and _is_letter(use.glyph) and not use.alone
        and not _is_usual(document, use)
    ]  # fmt: skip
    return once[0] if len(once) == 1 else ""


# "It grows as $C n^2$ with a constant", "for a small $e$", "the transposed $W^T$".
_USUAL = lazy_re(
    r"\b(?:constants?|small|tiny|positive|arbitrary|some|any|variance|deviation|transposed?|matri\w+|vectors?"
    r"|O\(|grows?|scales?)\b",
    re.IGNORECASE,
)


def _is_usual(document: Document, use: Use) -> bool:
    """Whether the words around a letter, or its power, say what everybody calls so."""
    start, end = max(use.span.start - NEAR, 0), use.span.end + NEAR
    return use.span.latex[use.inside :].startswith(f"{use.printed}^T") or (
        _USUAL.search(document.masked, start, end) is not None
    )


def _stray(use: Use, declared: Collection[str]) -> Sight:
    base = use.glyph.partition("_")[0]
    names = ", ".join(sorted(name for name in declared if name.partition("_")[0] == base))
    return about(
        f"{use.printed} is used once, and nothing in the document says what it is.",
        use,
        guess=f"Did you mean one of {names}? Else declare it before its first use.",
        name=use.glyph,
        level="provable",
    )


def _is_product(use: Use, declared: Collection[str]) -> bool:
    """Whether letters that are declared stand side by side, as in a cell: ``$wJ$``."""
    as_printed = use.printed == use.glyph and len(use.glyph) <= MOST_FACTORS
    return as_printed and all(letter in declared for letter in use.glyph)


def _says_itself(use: Use) -> bool:
    """Whether a name is a word of a remark, or of a side in words: ``\\text{idle} / \\text{all}``.

    A name alone, such as ``\\text{seqlen}``, is one of a letter.
    """
    if not re.match(_UPRIGHT, use.printed):
        return False
    if _REMARK.fullmatch(use.printed):
        return True
    latex = use.span.latex
    ends = [0, *(sign.end() for sign in _RELATION.finditer(latex)), len(latex) + 1]
    start, end = (
        max(at for at in ends if at <= use.inside),
        min(at for at in ends if at > use.inside),
    )
    side = _RELATION.sub("", latex[start:end])
    several = len(re.findall(_UPRIGHT, side)) > 1 and "\\_" not in side
    return several and re.search(r"[A-Za-z0-9]", _WORDS.sub("", side)) is None


def _is_unit(project: Project, use: Use) -> bool:
    """Whether an upright name is a unit: "decimal $\\mathrm{GB} = 10^9$ bytes"."""
    before = use.span.latex[: use.inside]
    # The letter of a box is told without it: ``10 \\text{s}^{-1}``.
    upright = any(
        re.match(_UPRIGHT, shown) for shown in (use.printed, use.span.latex[use.inside :])
    )
    if upright and _BEHIND_A_NUMBER.search(before):
        return True
    return upright and project.units is not None and project.units.find(use.glyph) is not None


def _listed(project: Project, document: Document, uses: Sequence[Use]) -> bool:
    """Whether the document lists its letters, so that one outside the list was forgotten.

    It does where tables and lists name nearly all of the letters that its formulas use.
    """
    rows = {letter.glyph for letter in project.declarations(document) if letter.firm}
    used = {use.glyph for use in uses if not use.index}
    # ``p_new`` is a variant of a letter that is listed.
    forgotten = {glyph for glyph in used - rows if base_of(glyph) not in rows}
    return len(rows) >= LEAST_LISTED and len(forgotten) <= MOST_FORGOTTEN * len(used)


def _family_of(
    use: Use, declared: Collection[str], defined: Collection[str], used: Collection[str]
) -> str:
    """What is declared that a letter is a variant or an instance of, in words."""
    glyph, base = use.glyph, base_of(use.glyph)
    if base != glyph and base in declared:
        return f"{base} is"
    if sum(name.startswith(f"{glyph}_") for name in declared) > 1:
        return "letters with its name are"
    # "$H_{p - 1}$" is the last of all $H_r$.
    instance = f"{base}_0" if _SHIFTED.search(use.printed) else glyph
    family = _instance_of(instance, {*declared, *defined}) or _step_of(glyph, defined, used)
    return f"{family} is" if family else ""


def _step_of(glyph: str, defined: Collection[str], used: Collection[str]) -> str:
    """The letter of which this is one step: "B_n" follows from "B_{n-1}", whatever n is."""
    base, _, script = glyph.partition("_")
    steps = (name for name in defined if name.startswith(f"{base}_") and f"{name}-1" in used)
    return next(iter(sorted(steps)), "") if script else ""


def _instance_of(glyph: str, declared: Collection[str]) -> str:
    """The declared letter of which this is one, as ``k_0`` and ``k_n`` are of ``k_i``."""
    base, _, script = glyph.partition("_")
    names = set(_INDICES)
    # "x_{c-1}" is the last of all x_k.
    if script.isdigit() or script in _INDICES or re.search(r"\w[-+]\w", script):
        # An index may have a row of its own: "position of a stage".
        names |= {name for name in declared if "_" not in name}
    elif script not in declared:
        return ""
    return next((f"{base}_{name}" for name in sorted(names) if f"{base}_{name}" in declared), "")


def _info(use: Use, message: str) -> Sight:
    return about(message, use, name=use.glyph, severity="info")


def _meant(glyph: str, folded: Mapping[str, str]) -> str:
    """A declared letter that differs little: in case, or in a few signs of a long name."""
    case = folded.get(glyph.casefold(), "")
    if case or len(glyph) < 4 or len(folded) > MOST_GUESSED:
        return case
    near = difflib.get_close_matches(glyph.casefold(), sorted(folded), 1, 0.75)
    return folded[near[0]] if near else ""


def _undeclared(document: Document, use: Use, lines: int, meant: str) -> Sight:
    what = "function" if use.function else "letter" if _is_letter(use.glyph) else "name"
    more = f" It is used in {lines} lines." if lines > 1 else ""
    shown = document.text[use.span.start : use.span.end].strip()
    return about(
        f"The {what} {use.printed} is used, and nothing in the document says what it is.{more}",
        use,
        [("used in", shown[:100])],
        (f"Did you mean {meant}, which is declared? Else declare it" if meant else "Declare it")
        + f' before its first use: "where ${use.printed}$ is ...", or a row in the table of '
        "symbols.",
        name=use.glyph,
    )


def _is_letter(glyph: str) -> bool:
    return len(glyph) == 1 or glyph in GREEK


def declared_letters_are_used(project: Project, document: Document) -> Iterator[Sight]:
    """Declared letters are used.

    What: a letter has a row in a table or an item in a list, and no formula of
    the project uses it. Asked only of a whole project (`--project`): the
    appendix of a book declares letters for the chapters.

    Why: a row that explains nothing is a row that nobody corrects.

    Example: `V` is declared as the vocabulary size, and no chapter uses it.
    """
    if not project.whole:
        return
    used = {
        use.glyph
        for other in project.documents
        for use in uses_of(project, other)
        if not (use.alone and use.span.table >= 0)
    }
    bases = {glyph.partition("_")[0] for glyph in used}
    for letter in project.declarations(document):
        if letter.firm and letter.glyph and letter.glyph not in used | bases:
            yield about(
                f"{letter.latex} is declared and used in no formula of the project.",
                letter,
                guess="Drop the row, or use the letter where its quantity is meant.",
                severity="info",
            )


def letters_differ_by_more_than_case(project: Project, document: Document) -> Iterator[Sight]:
    """Letters differ by more than case.

    What: two declared letters differ only in upper and lower case, or one is
    the other with a subscript and another meaning (`L` layers, `L_\\infty`
    loss). Told once per pair, as information: the pairs are common.

    Why: read aloud, or in handwriting, they are one letter.

    Example: `B` for the global batch and `b` for that of one GPU.
    """
    seen: dict[str, Declaration] = {}
    folded: dict[str, Declaration] = {}
    for letter in project.declarations(document):
        if not letter.firm or not letter.glyph or letter.glyph in seen:
            continue
        other = folded.setdefault(letter.glyph.casefold(), letter)
        if other is not letter:
            yield _near(letter, other, "only in upper and lower case")
        base = letter.glyph.partition("_")[0]
        other_ = seen.get(base)
        if other_ is not None and base != letter.glyph and differ(letter, other_):
            yield _near(letter, other_, "by a subscript, and mean unrelated things")
        seen[letter.glyph] = letter


def _near(letter: Declaration, other: Declaration, how: str) -> Sight:
    return about(
        f"{letter.latex} and {other.latex} (line {other.line}) differ {how}.",
        letter,
        told_rows(other, letter),
        severity="info",
    )
