"""What published texts get wrong: one page per document, and where formulas point to it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from derive.check.errata import Disproof, disproof
from derive.laws import law_of
from derive.records import Erratum, Formula, Source, Use, exact
from derive.units import number_text

from .pen import Pen, short_name
from .pieces import Concern, FormulaCard, Given, Misprint
from .records import natural
from .shapes import ErrataPage
from .words import address, first_sentence, names_in

COMPUTED = "Computed anew: here the two differ"
DOUBLED = "Computed anew: doubled here, they differ"
CITED = "By its sources"


def errata_page(
    pen: Pen, source: Source, errata: list[Erratum], misprints: list[Misprint]
) -> ErrataPage:
    """The page of a document's errata; ``made`` are the same, computed."""
    places = {erratum.id: pen.place(erratum.declared) for erratum in errata}
    return {
        "id": source.id,
        "address": address("errata", source.id),
        "source": pen.source(source),
        "short": short_name(source),
        "counted": _counted(misprints),
        "errata": [{**misprint, "declared": places[misprint["id"]]} for misprint in misprints],
    }


def misprints(pen: Pen, errata: list[Erratum]) -> list[Misprint]:
    """What a document gets wrong, in the order of its places, each computed anew."""
    ordered = sorted(errata, key=lambda erratum: natural(erratum.place.place))
    return [_misprint(pen, erratum) for erratum in ordered]


def _counted(misprints: list[Misprint]) -> str:
    """How many there are, and how many of them a computation proves."""
    computed = sum(
        bool(misprint["printed_gives"]) and misprint["tone"] == "good" for misprint in misprints
    )
    noun = "erratum" if len(misprints) == 1 else "errata"
    return f"{len(misprints)} {noun}, {computed or 'none'} of them proved by computation"


def _misprint(pen: Pen, erratum: Erratum) -> Misprint:
    proof = disproof(pen.registry, erratum)
    corrected = erratum.corrected
    words = isinstance(corrected, str)
    place = erratum.place.place or erratum.id
    return {
        "id": erratum.id,
        "place": f"{place[:1].upper()}{place[1:]}",
        "printed": erratum.printed,
        "says": erratum.says,
        "law": [] if isinstance(corrected, str) else [_card(pen, corrected)],
        "corrected": corrected if isinstance(corrected, str) else "",
        "tone": "bad" if not proof.proved else "fair" if words else "good",
        "how": _how(erratum, proof),
        "point": _point(pen, erratum) if proof.machine else [],
        "target": [pen.letter(proof.target)] if proof.target else [],
        "printed_gives": "" if proof.printed is None else str(proof.printed),
        "law_gives": "" if proof.corrected is None else str(proof.corrected),
        "ratio": _ratio(proof.ratio),
        "proof": [pen.cited(place) for place in erratum.proof],
        "declared": "",
    }


def _card(pen: Pen, corrected: Formula | Use) -> FormulaCard:
    """The right law, with the letters of its use."""
    card = pen.card(corrected.id)
    if isinstance(corrected, Formula):
        return card
    return {**card, "mathml": pen.typed(law_of(corrected).typed)["mathml"]}


def _how(erratum: Erratum, proof: Disproof) -> str:
    """The kind of the proof in words, or why there is none."""
    if not proof.machine:
        return CITED
    if not proof.proved:
        return f"Not proved: {_why(proof)}"
    return DOUBLED if r"\propto" in erratum.printed else COMPUTED


def _why(proof: Disproof) -> str:
    if proof.missing:
        return f"no value for {', '.join(proof.missing)}"
    return proof.trouble or "the two agree here"


def _point(pen: Pen, erratum: Erratum) -> list[Given]:
    return [
        {**pen.letter(letter.name), "value": pen.value(letter.name, _said(value))}
        for letter, value in (erratum.differs_at or {}).items()
    ]


def _said(value: object) -> object:
    """A float as the decimal that was typed."""
    return number_text(exact(value)) if isinstance(value, float) else value


def _ratio(ratio: Fraction | None) -> str:
    return "" if ratio is None else number_text(ratio)


def concerns(pen: Pen, formula: Formula) -> list[Concern]:
    """The errata that a formula corrects, or whose words name it."""
    return [
        {"erratum": pen.erratum(erratum), "says": first_sentence(erratum.says)[0]}
        for erratum in pen.registry.errata.values()
        if formula.id in _named(erratum)
    ]


def _named(erratum: Erratum) -> Iterable[str]:
    if isinstance(erratum.corrected, str):
        return names_in(f"{erratum.says} {erratum.corrected}")
    return {erratum.corrected.id, *names_in(erratum.says)}
