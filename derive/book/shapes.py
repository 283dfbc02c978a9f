"""The pages of a book; see the package's docstring for what their strings hold."""

from __future__ import annotations

from typing import TypedDict

from . import pieces
from .calculating import CalculatorPage


class ComputedPage(TypedDict):
    """What the page of a formula says, as far as it follows from the formula's own facts."""

    id: str
    address: str
    subject: pieces.Ref
    title: str
    lead: str
    says: str
    status: str
    status_says: str
    law: pieces.Written
    aloud: list[pieces.Said]
    canonical: pieces.Written
    conditions: list[pieces.Written]
    evaluators: pieces.Evaluators
    leaves_out: str
    symbols: list[pieces.SymbolRow]
    constants: list[pieces.ConstantRow]
    checks: list[pieces.Check]
    derivations: list[pieces.DerivationPage]
    worked: list[pieces.WorkedTable]
    solved: list[pieces.Solved]
    snippets: pieces.Snippets
    sources: list[pieces.Cited]
    formerly: list[str]


class ConnectedPage(TypedDict):
    """What the page of a formula says of other records."""

    variants: list[VariantGroup]
    uses: list[pieces.Ref]
    used_by: list[pieces.Ref]
    mentioned_in: list[pieces.Ref]
    terms: list[pieces.Ref]
    errata: list[pieces.Concern]
    declared: str


class FormulaPage(ComputedPage, ConnectedPage):
    """All that the page of a formula says; a law that no program holds has no calculator."""

    calculator: list[CalculatorPage]


class PublishedValue(TypedDict):
    """A value of a fitted constant, in the set it belongs to."""

    set: str
    value: str
    says: str
    source: pieces.Cited


class SymbolPage(TypedDict):
    """All that the page of a symbol says."""

    id: str
    address: str
    mathml: pieces.MathML
    latex: str
    letter: str
    meaning: str
    says: str
    unit: str
    measures: str
    accepts: list[pieces.AcceptedUnit]
    domain: str
    default: str
    typical: str
    aliases: list[str]
    gives: list[pieces.FormulaCard]
    enters: list[pieces.FormulaCard]
    published: list[PublishedValue]
    same_letter: list[pieces.SymbolRow]
    elsewhere: list[LetterElsewhere]
    terms: list[pieces.Ref]
    source: list[pieces.Cited]
    declared: str


class Confusable(TypedDict):
    """Another term, and what tells the two apart."""

    term: pieces.Ref
    says: str


class TermPage(TypedDict):
    """All that the page of a term says; ``lead`` is its hover card."""

    id: str
    address: str
    name: str
    lead: str
    says: str
    acronym: str
    synonyms: list[str]
    spellings: list[str]
    autolink: bool
    not_to_confuse: list[Confusable]
    symbols: list[pieces.SymbolRow]
    formulas: list[pieces.FormulaCard]
    mentioned_in: list[pieces.Ref]
    sources: list[pieces.Cited]
    declared: str


class CitedPlace(TypedDict):
    """A place in a source, and what this book takes from it."""

    place: str
    formulas: list[pieces.Ref]
    cases: list[pieces.Ref]
    others: list[pieces.Ref]


class SourcePage(TypedDict):
    """All that the page of a source says."""

    id: str
    address: str
    title: str
    authors: str
    year: str
    kind: str
    identifier: str
    link: str
    says: str
    short: str
    places: list[CitedPlace]
    errata: list[pieces.Ref]
    notations: list[pieces.Ref]


class ErrataPage(TypedDict):
    """All that the page of a document's errata says; ``id`` is its source's."""

    id: str
    address: str
    source: pieces.Ref
    short: str
    counted: str
    errata: list[pieces.Misprint]


class NotationPage(TypedDict):
    """All that the page of a document's letters says."""

    id: str
    address: str
    source: pieces.Ref
    title: str
    says: str
    counted: str
    scopes: list[LetterScope]
    reuses: list[Reused]
    letters: list[TheirLetter]
    declared: str


class SubjectPage(TypedDict):
    """One room of the knowledge."""

    id: str
    address: str
    title: str
    says: str
    formulas: list[pieces.FormulaCard]


class UnitRow(TypedDict):
    """A unit that may be typed: every spelling, and its exact factor to base units.

    A ``role`` of place is a kind that holds a share, such as a GPU.
    """

    name: str
    symbol: str
    aliases: list[str]
    factor: str
    dimensions: dict[str, int]
    kinds: dict[str, int]
    role: str


class AreaRow(TypedDict):
    """Subjects that belong together, by id; ``title`` is empty for those in no area."""

    title: str
    subjects: list[str]


class SearchRow(TypedDict):
    """A record as the search knows it: names, the words of its prose, how often it is wanted."""

    kind: str
    id: str
    title: str
    more: str
    names: list[str]
    words: str
    law: str
    prior: int
    formulas: list[str]


class Book(TypedDict):
    """A registry, computed; ``schema`` is the version of this shape."""

    schema: int
    title: str
    made_by: dict[str, str]
    statistics: pieces.Statistics
    units: list[UnitRow]
    areas: list[AreaRow]
    subjects: list[SubjectPage]
    formulas: dict[str, FormulaPage]
    symbols: dict[str, SymbolPage]
    constants: dict[str, pieces.ConstantRow]
    constant_sets: dict[str, ConstantSetPage]
    terms: dict[str, TermPage]
    sources: dict[str, SourcePage]
    errata: dict[str, ErrataPage]
    notations: dict[str, NotationPage]
    catalogue: dict[str, CatalogueEntry]
    search: list[SearchRow]


# --- what may be named in a question ------------------------------------------------


class CatalogueFigure(TypedDict):
    """A published figure of an entry of the catalogue."""

    symbol: str
    value: str
    says: str
    source: pieces.Cited


class CatalogueEntry(TypedDict):
    """Something that can be named in a question instead of typing its figures.

    ``figures`` hold always; of the ``choices`` one is named, and the first is
    taken where none is. ``quoted`` figures would mislead as givens.
    """

    id: str
    address: str
    shelf: str
    title: str
    says: str
    aliases: list[str]
    figures: list[CatalogueFigure]
    choices: dict[str, list[CatalogueFigure]]
    quoted: dict[str, str]
    source: pieces.Cited
    declared: str


class ConstantSetPage(TypedDict):
    """Fitted constants that were published together, by the id of their symbol."""

    id: str
    says: str
    values: dict[str, str]
    source: pieces.Cited
    declared: str


class Gap(TypedDict):
    """The largest gap of ``tried`` points: "80 % of", or "3 times", the first, and where."""

    share: str
    at: list[pieces.Given]
    tried: int


class Difference(TypedDict):
    """What lies exactly between two conventions: first minus second, first over second.

    ``relation`` gives one from the other; lists hold one form or none, and
    ``trouble`` says why there is none. ``gap`` is how far they are apart at
    most, as a share of the first.
    """

    first: pieces.Ref
    second: pieces.Ref
    equal: bool
    strength: str
    difference: list[pieces.Written]
    ratio: list[pieces.Written]
    relation: list[pieces.Written]
    gap: list[Gap]
    trouble: str


class VariantMember(TypedDict):
    """A convention, and who uses it."""

    formula: pieces.Ref
    mathml: pieces.MathML
    who: str
    here: bool


class VariantGroup(TypedDict):
    """One quantity in several conventions."""

    id: str
    title: str
    says: str
    members: list[VariantMember]
    differences: list[Difference]


class Foreign(TypedDict):
    """A letter of another document; ``mathml`` is empty where nothing here can draw it."""

    mathml: pieces.MathML
    latex: str


class ForeignRow(Foreign):
    """What a letter of another document stands for: our symbol, or ``written`` in several."""

    ours: list[pieces.SymbolRow]
    written: pieces.MathML
    says: str
    unit: str
    remarks: list[str]


class LetterScope(TypedDict):
    """A stretch of a document and its letters."""

    id: str
    title: str
    holds: str
    rows: list[ForeignRow]


class Reused(TypedDict):
    """Letters of which their own document says that they change their meaning."""

    letters: list[Foreign]
    says: str


class TheirLetter(TypedDict):
    """What a document writes for a symbol of ours, with what misleads there."""

    id: str
    mathml: str
    converted: bool
    warnings: list[str]


class LetterElsewhere(Foreign):
    """Another letter for a symbol of ours, and who writes it so."""

    notations: list[pieces.Ref]
