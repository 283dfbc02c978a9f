"""Verdicts on printed relations as sentences, in a document's own letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive.notation import Letter

from .holding import Holder, Verdict
from .index import Entry
from .wording import change_in_words, plain, worded

if TYPE_CHECKING:
    from derive.entries.vocabulary import Vocabulary


def guess(verdict: Verdict, law: str) -> str:
    """What to write instead, or to say."""
    if verdict.kind == "assumed":
        return f"Say so, or write {law}." if law else "Say so."
    if verdict.kind == "far":
        return f"Write {law}, or say where the other formula is from." if law else ""
    if verdict.kind == "convention":
        return "Say which convention is meant, and keep to it."
    return f"Write {law}." if law else ""


def quantity(verdict: Verdict, holder: Holder, latex: str) -> str:
    """The quantity that the print speaks of: its letter, and what it stands for."""
    side = verdict.pair.left
    text = plain(latex[slice(*side.at)])
    symbol = holder.subject(verdict.pair)
    note = holder.index.registry.symbols.get(symbol or "")
    return f"{text} ({note.meaning})" if note and isinstance(side, Letter) else text


def message(verdict: Verdict, what: str, holder: Holder, latex: str) -> str:
    """What is told of a verdict on some quantity."""
    registry = holder.index.registry
    entry = verdict.entry
    title = _title(verdict, registry)
    if verdict.kind == "erratum":
        assert verdict.erratum is not None
        return f"{what}: {verdict.erratum.says}"
    if verdict.kind == "left out":
        return f"{what} is {title} only where {_assumed(verdict, holder)}, which is not said."
    if verdict.kind == "assumed":
        says = f" {verdict.erratum.says}" if verdict.erratum else ""
        return f"{what} is {title} where {_assumed(verdict, holder)}.{says}"
    if verdict.kind == "convention":
        return f"{what} follows one convention of several: {_convention(verdict, registry)}."
    assert entry is not None
    if verdict.kind == "far":
        return (
            f"{what} is not {title}, nor one change away from it: more than one thing differs, "
            "or another formula is meant, which the registry does not have."
        )
    assert verdict.change is not None
    where = f", where {_assumed(verdict, holder)}" if verdict.assumptions else ""
    if verdict.lent is not None:
        glyph, name = verdict.lent
        where += (
            f", with {plain(holder.meaning.latex[glyph])} as the {registry.symbols[name].meaning}"
        )
    difference = change_in_words(
        verdict.change, latex, lambda name: worded(name, holder.meaning, registry)
    )
    return f"{what} is not {title}{where}: {difference}.{_unless(verdict, holder)}"


def _unless(verdict: Verdict, holder: Holder) -> str:
    """What the text may have meant, and does not say."""
    if verdict.unless is None or verdict.unless.entry is None:
        return ""
    held = _assumed(verdict.unless, holder)
    return f" It is `{verdict.unless.entry.id}` where {held}; if that is meant, say so."


def _title(verdict: Verdict, registry: Vocabulary) -> str:
    entry = verdict.entry
    if entry is None:
        return "what the registry says"
    if entry.together:
        return f"what {' and '.join(_named(law) for law in entry.together)} come to"
    if entry.is_premise:
        return _named(entry)
    formula = registry.formulas.get(entry.id)
    return f"`{entry.id}`" + (f" ({formula.title})" if formula else "")


def _named(entry: Entry) -> str:
    """A law by its name, or by that of the law whose derivation takes it."""
    return (
        f"what the derivation of `{entry.id}` takes it to be"
        if entry.is_premise
        else f"`{entry.id}`"
    )


def _assumed(verdict: Verdict, holder: Holder) -> str:
    """What must hold, in the document's letters where it has them."""
    registry = holder.index.registry
    parts = []
    for assumption in verdict.assumptions:
        letter = worded(assumption.name, holder.meaning, registry)
        value = worded(assumption.value, holder.meaning, registry)
        meaning = registry.symbols[assumption.name].meaning
        parts.append(f"{letter} = {value} ({meaning})")
    return " and ".join(parts)


def _convention(verdict: Verdict, registry: Vocabulary) -> str:
    """Who counts so, and the other ways of counting."""
    ids = [assumption.law for assumption in verdict.assumptions if assumption.law]
    ids += [verdict.entry.id] if verdict.entry else []
    for group in registry.variants:
        for formula, says in group.items():
            if formula in ids:
                others = "; ".join(said for member, said in group.items() if member != formula)
                return f"{says}. Others count {others}"
    return f"`{ids[0]}`" if ids else "another one"
