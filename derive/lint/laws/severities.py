"""How bad a verdict on a printed relation is."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from derive.findings import Level, Severity
from derive.notation import (
    Letter,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    glyphs_in,
    walk,
)

from .changes import Change
from .holding import SAME, Holder, Verdict, glyph_of
from .index import Entry

if TYPE_CHECKING:
    from derive.entries.vocabulary import Vocabulary

_PLUS_ONE = re.compile(r"\w+ \+ 1")
MOST_TIMES = Fraction(10)
PLAINLY = 1.35
"""What a change costs at most that nobody takes for another law: a factor, a power, a term."""


def severity_of(verdict: Verdict, registry: Vocabulary, *, own_words: bool) -> Severity | None:
    """How bad a verdict is; None for the rule's own severity, an error.

    ``own_words`` says that a document without a notation was read by what it
    says about its letters: then nothing is more than a warning.
    """
    severity = _in_a_notation(verdict, registry)
    if not own_words:
        return severity
    return severity or "warning" if verdict.kind in {"differs", "erratum"} else "info"


def level_of(verdict: Verdict, holder: Holder) -> Level:
    """How sure a verdict is: provable where a notation ties nearly every letter to the law.

    Another letter that measures the same may be the law, applied; a law with
    letters that the print does not have may be another law.
    """
    entry, change = verdict.entry, verdict.change
    # What rests on a convention or an assumption is a matter of what the author meant.
    if entry is None or verdict.kind in {"convention", "left out", "assumed"}:
        return "likely"
    if holder.meaning.own_words:
        if verdict.kind not in {"differs", "erratum"}:
            return "possible"
        sure = _is_tied(verdict, holder) and not (change and _is_another_number(change))
        return "provable" if sure else "likely"
    if verdict.kind in {"erratum", "far"}:
        far: Level = "possible" if _apart(verdict, holder) else "likely"
        return "provable" if verdict.kind == "erratum" else far
    if change is None or _may_be_meant(verdict, change, entry, holder):
        return "possible"
    # A letter where one belongs that is assumed to be nothing: another law is meant.
    assumed = change.by in {assumption.name for assumption in verdict.assumptions}
    if assumed or _is_small(change, entry) or _is_another_number(change) or _is_another_law(change):
        return "likely"
    if change.kind == "letter" and _measures_alike(change, holder):
        return "provable" if _lost_a_letter(verdict, holder) else "possible"
    # A letter that was read as one of the law that it is not said to be may be another one.
    plain = verdict.unless is None and (verdict.lent is None or change.kind in {"function", "sign"})
    return "provable" if plain and _apart(verdict, holder) <= 1 else "likely"


def _may_be_meant(verdict: Verdict, change: Change, entry: Entry, holder: Holder) -> bool:
    """Whether a print counts more than its law, or less on purpose."""
    return (
        _counts_more(change, holder, entry.letters)
        or _counts_several(verdict, change, holder)
        or _counts_one_more(verdict, change, holder)
        or _refines(verdict, holder)
        or _widens(verdict, holder)
        # Of two moments one stands for both: the law, applied to what the document has letters for.
        or (change.kind == "letter" and bool(change.instead))
        # One branch of a smaller or larger one is a case of it: "if all write at full speed".
        or change.by.startswith(("Min(", "Max("))
        or (change.kind == "letter" and _is_given_by(change, holder))
    )


def _is_small(change: Change, entry: Entry) -> bool:
    """Whether only a term is missing that is of a lower degree than all others of the law.

    The norms of a layer are so few parameters that nobody calls it wrong to leave them out.
    """
    tree = entry.tree
    if change.kind != "missing term" or not isinstance(tree, Sum):
        return False
    degrees = sorted(_degree(term) for term in tree.terms)
    names = re.findall(r"[A-Za-z_]\w*", change.by)
    missing = sum(name in entry.index.registry.symbols for name in names)
    return len(degrees) > 2 and missing <= degrees[0] < degrees[1]


def _is_another_number(change: Change) -> bool:
    """Whether a number stands where one many times as large belongs: nobody mistypes 34 as 2.

    Or a decimal where none belongs: "hence A = 1.2 g" is what an example comes to.
    """
    if change.kind != "number" or not isinstance(change.node, Number) or change.instead:
        return False
    try:
        wanted = Fraction(change.by)
    except ValueError:
        return False
    if wanted == 1 and "." in change.node.text:
        return True
    ratio = wanted / change.node.value if change.node.value else Fraction(0)
    return ratio > 0 and not 1 / MOST_TIMES <= ratio <= MOST_TIMES


def _is_another_law(change: Change) -> bool:
    """Whether a factor with a logarithm, or a sum of three terms, is missing: nobody forgets it."""
    if change.kind == "extra factor" and _PLUS_ONE.fullmatch(change.by):
        # What is lost as a share of all time, or over the time that is not: 1 - w, or 1 / (1 + w).
        return True
    signs = sum(change.by.count(sign) for sign in ("+", "-"))
    return change.kind == "missing factor" and ("log(" in change.by or signs > 1)


def _degree(term: Node) -> int:
    """How many letters a term multiplies; powers count, what divides counts against."""
    match term:
        case Letter():
            return 1
        case Product():
            return sum(map(_degree, term.factors))
        case Quotient():
            return _degree(term.over) - _degree(term.under)
        case Power(exponent=Number(value=power)):
            return round(float(power) * _degree(term.base))
        case Sum():
            return max(map(_degree, term.terms))
        case Negative():
            return _degree(term.body)
        case _:
            return 0


def _widens(verdict: Verdict, holder: Holder) -> bool:
    """Whether a bound leaves out letters of its law: a share that only makes it wider, perhaps."""
    bound = verdict.pair.operator not in SAME
    return bound and bool(verdict.entry and verdict.entry.letters - holder.letters(verdict.pair))


def _counts_more(change: Change, holder: Holder, letters: frozenset[str]) -> bool:
    """Whether a print adds a quantity that its law does not have: it counts that, too."""
    return change.kind == "extra term" and not holder.names_in(change.node) <= letters


def _counts_one_more(verdict: Verdict, change: Change, holder: Holder) -> bool:
    """Whether a print has r times a letter where its law has r - 1 times it: who begins where."""
    name = change.by.removeprefix("-").strip()
    parts = (part for side in (verdict.pair.left, verdict.pair.right) for part in walk(side))
    products = (part for part in parts if isinstance(part, Product))
    return change.kind in {"missing term", "extra term"} and any(
        name in holder.names_in(product) for product in products
    )


def _counts_several(verdict: Verdict, change: Change, holder: Holder) -> bool:
    """Whether a print is many times its law: of all sequences, layers or heads, and not of one."""
    assert verdict.entry is not None
    symbols = holder.index.registry.symbols
    added = {*holder.letters(verdict.pair)} - verdict.entry.letters
    return change.kind == "extra factor" and any(
        name in symbols and not holder.index.registry.unit(name).dimensions for name in added
    )


def _refines(verdict: Verdict, holder: Holder) -> bool:
    """Whether a print only adds what its law leaves out: a share as a factor, time over goodput.

    Or a term, where the document has another letter for what the law gives.
    """
    assert verdict.entry is not None
    assert verdict.change is not None
    if _only_coarser(verdict, holder.index.registry) and _has_a_variant(verdict, holder):
        return True
    added = holder.letters(verdict.pair) - verdict.entry.letters
    kinds = {"missing factor", "extra factor"}
    symbols = holder.index.registry.symbols
    # A share of it, or what one of several ranks has of it.
    plain = {"1", *holder.index.registry.units.places}
    return (
        verdict.change.kind in kinds
        and len(added) == 1
        and all(name in symbols and symbols[name].unit in plain for name in added)
    )


def _has_a_variant(verdict: Verdict, holder: Holder) -> bool:
    """Whether a document has another letter for the same quantity: another rule for the same."""
    ours = holder.meaning.ours
    own = ours.get(glyph_of(verdict.pair.left))
    return own is not None and sum(meaning == own for meaning in ours.values()) > 1


def _is_tied(verdict: Verdict, holder: Holder) -> bool:
    """Whether the words of a document say outright that a print is a law, letter by letter.

    What the law gives is named too, and no letter of the law is missing, or is another.
    """
    change, pair = verdict.change, verdict.pair
    if verdict.entry is None or change is None or change.kind == "letter":
        return False
    plain = verdict.lent is None and verdict.unless is None and not verdict.assumptions
    same = verdict.entry.letters == holder.letters(pair)
    gives = holder.letter_of(glyph_of(pair.left)) == verdict.entry.lhs
    explained = holder.glyphs(pair).keys() <= holder.meaning.tied
    return plain and same and gives and explained and change.cost <= PLAINLY


def _apart(verdict: Verdict, holder: Holder) -> int:
    """How many letters a print and its law do not share, what is assumed left aside."""
    assert verdict.entry is not None
    assumed = {assumption.name for assumption in verdict.assumptions}
    reader = holder.lending(verdict.lent) if verdict.lent else holder
    return len((verdict.entry.letters ^ reader.letters(verdict.pair)) - assumed)


def _lost_a_letter(verdict: Verdict, holder: Holder) -> bool:
    """Whether a print of a law's letters alone has one of them in the place of another.

    It is no law applied to another quantity: no letter is foreign to the law, and the
    document has one for the letter that is displaced.
    """
    assert verdict.entry is not None
    assert verdict.change is not None
    letters, wanted = holder.letters(verdict.pair), verdict.change.by
    plain = verdict.lent is None and verdict.unless is None and not verdict.assumptions
    return (
        plain
        and letters <= verdict.entry.letters <= letters | {wanted}
        and wanted in holder.meaning.expressible
    )


def _is_given_by(change: Change, holder: Holder) -> bool:
    """Whether a law makes one letter of another: ``n = min(m, p)`` on the first stage."""
    printed = holder.letter_of(glyph_of(change.node))
    return holder.index.gives(change.by, printed)


def may_be_misread(verdict: Verdict, holder: Holder) -> bool:
    """Whether the letter that a law wants may be the printed one, whose words were read wrongly.

    Nothing else in the document can be the law's letter, and both measure the same.
    """
    change, registry = verdict.change, holder.index.registry
    if not holder.meaning.own_words or change is None or change.kind != "letter":
        return False
    printed = holder.meaning.ours.get(glyph_of(change.node))
    names = set(printed.letters) if printed is not None else set()
    if change.by in names:
        # The letter of the law, in another unit than the registry counts it in.
        return True
    known = {*names, change.by} <= registry.symbols.keys()
    if change.by in holder.meaning.expressible or not known:
        return False
    wanted = registry.unit(change.by).dimensions
    return any(registry.unit(name).dimensions == wanted for name in names)


def _measures_alike(change: Change, holder: Holder) -> bool:
    """Whether the letter that is printed and the one of the law have one unit."""
    symbols = holder.index.registry.symbols
    own = symbols.get(holder.letter_of(glyph_of(change.node)))
    other = symbols.get(change.by)
    return own is not None and other is not None and own.unit == other.unit


def _in_a_notation(verdict: Verdict, registry: Vocabulary) -> Severity | None:
    """How bad it is where somebody registered what every letter means."""
    # Who writes "about" claims less: the same gap is a grade milder.
    about = verdict.pair.operator == "~"
    if verdict.kind == "assumed":
        return "warning" if verdict.erratum else "info"
    if verdict.kind == "convention":
        return "warning"
    if verdict.kind == "far":
        return "info" if about else "warning"
    if verdict.kind == "differs" and _only_coarser(verdict, registry):
        return "info" if about else "warning"
    if about or _without_a_degree(verdict, registry):
        return "warning"
    return None


def _only_coarser(verdict: Verdict, registry: Vocabulary) -> bool:
    """Whether the print only has a term more than a law that is itself an approximation."""
    change, entry = verdict.change, verdict.entry
    formula = registry.formulas.get(entry.id) if entry else None
    if change is None or formula is None:
        return False
    if change.kind in {"missing term", "extra term"} and verdict.pair.operator == "~":
        return True
    rough = formula.status == "approximation" or formula.is_approximation
    return rough and change.kind == "extra term" and not _beside_a_number(change.node, verdict)


def _beside_a_number(node: Node, verdict: Verdict) -> bool:
    """Whether a part is a number added to a number, `2 + 2`: nobody refines a law like that."""
    sums = (part for side in (verdict.pair.left, verdict.pair.right) for part in walk(side))
    return any(
        isinstance(part, Sum)
        and any(term is node for term in part.terms)
        and sum(not glyphs_in(term) for term in part.terms) > 1
        and not glyphs_in(node)
        for part in sums
    )


def _without_a_degree(verdict: Verdict, registry: Vocabulary) -> bool:
    """Whether a law about degrees alone is right where one is one: three degrees, and not four."""
    special = {"differs": verdict.unless, "left out": verdict}.get(verdict.kind)
    if special is None or special.entry is None:
        return False
    units = {registry.symbols[name].unit for name in special.entry.letters}
    return units <= registry.units.places and all(
        assumption.value == "1" for assumption in special.assumptions
    )
