"""Rules about what records say of each other by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from derive.names import listing
from derive.records import Case, Declared, Derivation, Formula, Term, Use
from derive.registry import Registry

from .code import Quote, declaration, keyword_line, line_with
from .derivations import replay_of
from .rules import Seen, did_you_mean, law_or_none, place_of, relative
from .worked import formula_of


def areas_hold_every_subject(registry: Registry, _: Registry) -> Iterator[Seen]:
    """Areas hold every subject.

    What: a package that names areas has a folder for each of them, and every
    module with formulas lies in one; a package without `AREAS` has none.

    Why: the site shows the subjects by area, and a subject in none is not looked for.

    Example: `AREAS = ("memory", "sped")`; the folder is `speed`.
    """
    for area in registry.areas:
        if not area.subjects:
            folders = {file.parent.name for file in registry.folder.glob("*/__init__.py")}
            start = Declared(str(registry.folder / "__init__.py"), 1, registry.name)
            yield Seen(
                f"The area {area.id} holds no subject.",
                line_with(start, f'"{area.id}"'),
                guess=did_you_mean(area.id, folders, "Take it out."),
                file=start.file,
            )
    placed = {name for area in registry.areas for name in area.subjects}
    known = {registry.subject(formula) for formula in registry.formulas.values()}
    for name in sorted(known & set(registry.subjects) - placed) if registry.areas else ():
        subject = registry.subjects[name]
        yield Seen(
            f"The subject {name} is in no area.",
            Quote("", subject.declared.line),
            rows=[("areas", ", ".join(area.id for area in registry.areas))],
            guess=f"Move {relative(registry, subject.declared.file)} into the folder of an area.",
            file=subject.declared.file,
        )


def links_of_terms_exist(registry: Registry, term: Term) -> Iterator[Seen]:
    """Links of terms exist.

    What: the symbols, the formulas and the other terms that a term names are
    records of the package.

    Why: the site makes links of them.

    Example: `symbols=("N_dpp",)`; the letter is `N_dp`.
    """
    others = tuple(name for name, _ in term.not_to_confuse)
    for kind, names, known in (
        ("symbol", term.symbols, registry.symbols),
        ("formula", term.formulas, registry.formulas),
        ("term", others, registry.terms),
    ):
        for name in names:
            if name in known:
                continue
            yield Seen(
                f"There is no {kind} {name}.",
                line_with(term.declared, f'"{name}"'),
                guess=did_you_mean(name, known, "Declare it, or remove the link."),
            )


def no_word_has_two_terms(registry: Registry, term: Term) -> Iterator[Seen]:
    """No word has two terms.

    What: no name, synonym, acronym or plural of a term is also one of another.

    Why: words in the text become links to their term. A word of two terms would
    lead to one of them by chance.

    Example: "bubble" as a synonym of both `bubble-ratio` and `bubble-fraction`.
    """
    own = words(term)
    place = (term.declared, term.id)
    for other in registry.terms.values():
        shared = sorted(own & words(other))
        if (other.declared, other.id) >= place or not shared:
            continue
        yield Seen(
            f'The word "{shared[0]}" belongs to two terms.',
            line_with(term.declared, shared[0]),
            [(either.id, place_of(registry, either.declared)) for either in (other, term)],
            "Take it from one of them, or set the two apart with not_to_confuse.",
        )


def words(term: Term) -> set[str]:
    """The words that mean a term, as a reader compares them."""
    spelled = (term.name, *term.synonyms, term.acronym, term.plural)
    return {" ".join(word.lower().split()) for word in spelled if word}


def former_names_are_free(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """Former names are free.

    What: a former name of a formula is not the name, or a former name, of
    another.

    Why: old addresses lead to the new page; an old address of two formulas
    leads to one of them by chance.

    Example: `formerly=("bubble_ratio",)` while `bubble_ratio` still exists.
    """
    for name in formula.formerly:
        takers = [
            other.id
            for other in registry.formulas.values()
            if other.id == name or (other.id != formula.id and name in other.formerly)
        ]
        if takers:
            yield Seen(
                f"The former name {name} is taken by {listing(takers, 'and')}.",
                keyword_line(formula.declared, "formerly", formula.id),
                guess="Remove it here or there.",
            )


def no_formula_name_is_another_formulas(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """No formula name is another formula's.

    What: a name that a formula is also called is not its own title, and not the
    title or another name of a formula outside its groups of variants.

    Why: whoever searches by that name must arrive at the formula that was meant;
    conventions of one quantity may share it, since their pages name each other.

    Example: `also_called=("ZeRO-3",)` at both the memory and the traffic of ZeRO-3.
    """
    takers = _names_of_formulas(registry)
    groups = registry.variants_of(formula)
    # Conventions of one quantity share its everyday name: that is what the group is for.
    friends = {formula.id, *(member.id for group in groups for member in group.members)}
    for name in formula.also_called:
        if spelled(name) == spelled(formula.title) or formula.also_called.count(name) > 1:
            others = [formula.id]
        else:
            others = sorted(takers[spelled(name)] - friends)
        if others:
            yield Seen(
                f'The name "{name}" is taken by {listing(others, "and")}.',
                line_with(formula.declared, f'"{name}"', formula.id),
                guess="Say what sets the two apart, or remove it here or there.",
            )


def spelled(name: str) -> str:
    """A name as a reader compares it: without case, hyphens and double spaces."""
    return " ".join(name.lower().replace("-", " ").split())


@lru_cache(maxsize=8)
def _names_of_formulas(registry: Registry) -> dict[str, set[str]]:
    """The formulas that bear a name, as their title or beside it."""
    takers: dict[str, set[str]] = {}
    for formula in registry.formulas.values():
        for name in (formula.title, *formula.also_called):
            takers.setdefault(spelled(name), set()).add(formula.id)
    return takers


def givens_occur_in_the_law(registry: Registry, case: Case) -> Iterator[Seen]:
    """Givens occur in the law.

    What: each value that a worked case gives belongs to a letter of its law.

    Why: a given that the law does not contain changes nothing; the case then
    tests less than it shows, or the wrong letter was taken.

    Example: a case of `data_parallel_memory` that gives `N_dp`.
    """
    if law_or_none(registry, formula_of(case)) is None:
        return
    letters = set(case.formula().free_symbols)
    idle = sorted(letter.name for letter in case.givens if letter not in letters)
    if idle:
        yield Seen(
            f"The law does not contain {listing(idle, 'and')}.",
            declaration(case.declared),
            [("given", *(letter.name for letter in case.givens))],
            f"Its letters are {listing(sorted(letter.name for letter in letters), 'and')}.",
        )


def replaced_letters_occur(registry: Registry, record: Derivation | Case) -> Iterator[Seen]:
    """Replaced letters occur.

    What: each letter that `.with_(...)` replaces occurs in the law that is used.

    Why: a slip in the name replaces nothing, and the law is used as it stands.

    Example: `alpha_beta_time.with_(N=n / 2)`, where the law contains `n`.
    """
    uses = [record.formula] if isinstance(record, Case) else replay_of(registry, record).premises
    for use in uses:
        if not isinstance(use, Use):
            continue
        letters = {letter.name for letter in use.formula().free_symbols}
        for name, _ in use.replaced:
            if name in letters:
                continue
            known = f"Its letters are {listing(sorted(letters), 'and')}."
            yield Seen(
                f"{use.id} contains no letter {name} to be replaced.",
                line_with(use.declared, f"{name}="),
                guess=did_you_mean(name, letters, known),
            )
