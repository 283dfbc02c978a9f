"""The rule that a letter's unit measures what its meaning says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from derive.entries.phrase_words import clause
from derive.frozen import Record
from derive.lazy import lazy_re
from derive.notation.reading import rows_of
from derive.units import Unit

from ..numbers.table_units import unit_of
from ..project import Project
from ..rules import Sight, about
from ..texts.declarations import Declaration
from ..texts.documents import Document
from ..texts.phrases import content

if TYPE_CHECKING:
    from derive.entries.vocabulary import Vocabulary
    from derive.records import Row


def meanings_and_units_agree(project: Project, document: Document) -> Iterator[Sight]:
    """Meanings and units agree.

    What: a row says what kind of quantity its letter is, a time, a size in
    bytes, a rate, and its unit column measures another kind.

    Why: one of the two is wrong, and every formula with the letter inherits it.

    Example: "network bandwidth" in "seconds". Write "bytes/s".
    """
    for letter in project.declarations(document):
        unit = unit_of(project, letter)
        kind = _kind_of(clause(letter.meaning)) if unit is not None else None
        if unit is None or kind is None or kind.fits(dict(unit.dimensions)):
            continue
        # "Tokens in one step" are no seconds; steps may be a time.
        is_no_time = dict(unit.dimensions) == _TIME and bool(_DATA.search(letter.meaning))
        # "Bytes that a rank sends in a step" are no bytes per second.
        is_no_rate = "/" in (letter.unit or "") and bool(_AMOUNT.search(letter.meaning))
        # "Bytes in which one token is stored" are no tokens per byte.
        turned = {name: -power for name, power in kind.dimensions.items()}
        is_turned = bool(turned) and turned == dict(unit.dimensions)
        yield about(
            f'{letter.latex} is "{clause(letter.meaning)}", {kind.says}, but its unit '
            f"is {letter.unit}.",
            letter,
            [("meaning", letter.meaning), ("unit", letter.unit or "")],
            f"Write {kind.unit}, or correct the meaning.",
            level="provable"
            if is_no_time or is_no_rate or is_turned or _is_plain(kind, letter, unit)
            else "",
            severity="error" if is_no_time or is_no_rate or is_turned else None,
        )
    yield from _against_notation(project, document)
    yield from _two_units(project, document)


_TIME = {"time": 1}
_AMOUNT = lazy_re(
    r"^(?:the\s+)?(?:bytes|seconds|joules|dollars)\s+(?:that|which|of|in|for|kept|sent|moved)\b"
    r"(?!.*\b(?:second|hour|day|time|rate)\b)",
    re.IGNORECASE,
)
_DATA = lazy_re(
    r"^(?:the\s+)?(?:number\s+of\s+)?(?:tokens|sequences|parameters|samples)\b", re.IGNORECASE
)


def _is_plain(kind: Kind, letter: Declaration, unit: Unit) -> bool:
    """Whether words leave no doubt; many write FLOPS, or FLOPs, for so many per second."""
    is_rate = (letter.unit or "").lower().endswith("flops")
    return kind.plain and bool(unit.dimensions) and not is_rate


def _against_notation(project: Project, document: Document) -> Iterator[Sight]:
    """Rows whose unit measures another dimension than the symbol that a notation leads them to."""
    notation = project.notation(document)
    if notation is None or (registry := project.registry) is None:
        return
    for letter in project.declarations(document):
        unit = unit_of(project, letter)
        kind = _kind_of(clause(letter.meaning))
        row = rows_of(notation, project.scopes(document).at(letter.line)).get(letter.glyph)
        if unit is None or row is None or (kind and not kind.fits(dict(unit.dimensions))):
            continue
        ours = _notation_unit(registry, row)
        if ours is not None and dict(ours.dimensions) != dict(unit.dimensions):
            known = ours.name or "no unit"
            yield about(
                f"{letter.latex} is in {letter.unit} here; what it means, {row.means}, is in "
                f"{known}.",
                letter,
                [("meaning", letter.meaning), ("unit", letter.unit or "")],
                f"Write {known}, or correct the meaning.",
                level="provable" if row.unit else "",
            )


def _notation_unit(registry: Vocabulary, row: Row) -> Unit | None:
    """The unit that a notation gives a letter: the document's own, else that of the symbol."""
    if not isinstance(row.means, str) or row.means not in registry.symbols or row.others:
        return None
    own = registry.units.known_unit(row.unit) if row.unit else None
    return own or registry.unit(row.means)


def _two_units(project: Project, document: Document) -> Iterator[Sight]:
    """Rows that give one letter one meaning and units of two dimensions."""
    first: dict[tuple[str, frozenset[str]], tuple[Declaration, Unit]] = {}
    for letter in project.declarations(document):
        unit = unit_of(project, letter)
        if unit is None or not letter.glyph:
            continue
        other, before = first.setdefault((letter.glyph, content(letter.meaning)), (letter, unit))
        if dict(before.dimensions) != dict(unit.dimensions) and other.reach.overlaps(letter.reach):
            yield about(
                f"{letter.latex} is in {letter.unit} here and in {other.unit} in line "
                f"{other.line}, with the same meaning.",
                letter,
                [(f"line {each.line}", each.meaning, each.unit or "") for each in (other, letter)],
                "Keep one row, with the right unit.",
            )


class Kind(Record):
    """A kind of quantity: the words that name it, and the hard dimensions it has."""

    words: re.Pattern[str]
    says: str
    dimensions: Mapping[str, int]
    unit: str
    loose: bool = False
    # The words name this kind of quantity, and nothing else that has a unit.
    plain: bool = False

    def fits(self, dimensions: Mapping[str, int]) -> bool:
        """Whether a unit measures this kind; a loose one is known by some of its dimensions."""
        if self.loose:
            return all(dimensions.get(name) == power for name, power in self.dimensions.items())
        return dict(self.dimensions) == dict(dimensions)


def _kind(
    words: str, says: str, unit: str, *, loose: bool = False, plain: bool = False, **dimensions: int
) -> Kind:
    named = re.compile(rf"(?:^|\b)(?:{words})$", re.IGNORECASE)
    return Kind(named, says, dimensions, unit, loose, plain)


# "The same, gathered a second time".
_NO_TURN = "".join(f"(?<!{word} )" for word in ("first", "second", "third", "last", "same", "one"))
# By the last words of the noun phrase that a meaning begins with.
_KINDS = (
    _kind("bandwidth", "bytes per second", "bytes/s", plain=True, information=1, time=-1),
    _kind("throughput", "a rate", "FLOP/s", loose=True, plain=True, time=-1),
    _kind(rf"latency|delay|{_NO_TURN}time|duration", "a time", "seconds", plain=True, time=1),
    _kind(
        "arithmetic intensity|memory intensity|communication intensity|operational intensity",
        "operations per byte", "FLOPs/byte", information=-1, operations=1,
    ),
    _kind("memory|footprint|bytes|message size|payload|buffer size", "an amount of memory",
          "bytes", information=1),
    _kind("flops|floating-point operations|compute budget", "operations", "FLOPs", operations=1),
    _kind("energy", "an energy", "joules", energy=1),
    _kind("ratio|fraction|probability|efficiency|utili[sz]ation|exponent|degree|speedup|"
          "number|count|tokens|parameters|layers|heads|experts|stages|steps|sequences|samples|"
          "examples|gpus|devices|workers|ranks|nodes|micro-?batches|dimension|sequence length|"
          "vocabulary size|batch size", "a number", "what is counted"),
)  # fmt: skip
# What is said per byte or per second has another dimension than its first words.
_TURNED = lazy_re(
    # "What the time of the accelerators costs".
    r"^what\b"
    r"|\b(?:inverse|reciprocal|over|divided by|relative to|per-\w+|(?:per|for (?:each|every)) "
    r"(?:byte|bit|FLOP|second|hour|dollar|USD|joule|operation))s?\b",
    re.IGNORECASE,
)
_HEAD = lazy_re(r"\s(?:of|per|for|in|to|with|from|on|at|by|between|that|whose|which|until|after)\b")


def measures_what_it_says(letter: Declaration, unit: Unit) -> bool:
    """Whether the words of a row name a kind of quantity, and its unit measures that."""
    kind = _kind_of(clause(letter.meaning))
    return kind is not None and bool(kind.dimensions) and kind.fits(dict(unit.dimensions))


def _kind_of(meaning: str) -> Kind | None:
    """The kind of quantity that a meaning names, if it names one."""
    head = _HEAD.split(meaning.strip(), maxsplit=1)[0].strip(" ,.;:")
    if _TURNED.search(meaning):
        return None
    return next((kind for kind in _KINDS if kind.words.search(head)), None)
