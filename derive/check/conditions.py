"""Rules about conditions and choices: each excludes something, and not everything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

import sympy
from sympy.core.relational import Relational

from derive.algebra.equal import points
from derive.algebra.evaluate import Undefined, truth
from derive.algebra.signs import polynomial_sign
from derive.algebra.standins import Ground, stand_in
from derive.entries.alternatives import inherited_choices, made_up, rivals
from derive.errors import KnowledgeProblem
from derive.records import Choice, Domain, Entry, Formula, SymbolNote
from derive.registry import Registry

from .code import Quote, first_line, keyword_line
from .laws import written
from .rules import Seen, did_you_mean, domains_of, law_or_none


def laws_hold_for_declared_alternatives(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """Laws hold for declared alternatives.

    What: every choice that a law's `holds_for` names is declared, and so is every
    alternative.

    Why: a law with a misspelt alternative would never be used in a chain, or meet
    one that it excludes.

    Example: `holds_for={"feed_forward": "gate"}` where the alternatives are
    `standard` and `gated`.
    """
    said = formula.holds_for or {}
    named = {name: (names,) if isinstance(names, str) else names for name, names in said.items()}
    yield from _unknown(registry, named, first_line(formula.declared))


def laws_keep_inherited_alternatives(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """Laws keep inherited alternatives.

    What: a law that declares `holds_for` names every choice that its derivations
    need, or a comment says why it holds for every alternative.

    Why: without `holds_for` a law takes its alternatives from its premises. With it,
    what is written is all, and each choice that is not named again is given up in
    silence: the law is then used where its own premises do not hold, or competes with
    laws that it was told apart from.

    Example: `holds_for={"layers": "dense"}` at a law that follows from one for
    `attention_count = causal`.
    """
    if formula.holds_for is None:
        return
    inherited = inherited_choices(registry, formula.id)
    dropped = sorted(inherited.keys() - formula.holds_for.keys())
    if dropped:
        yield Seen(
            "It names alternatives, and drops those that it would inherit.",
            keyword_line(formula.declared, "holds_for", formula.id),
            [(name, " | ".join(sorted(inherited[name]))) for name in dropped],
            "Name them in holds_for, or say why it holds for every alternative: "
            "# allow laws_keep_inherited_alternatives: ...",
        )


def entries_settle_declared_alternatives(registry: Registry, entry: Entry) -> Iterator[Seen]:
    """Entries settle declared alternatives.

    What: every choice that an entry of the catalogue `settles` is declared, and so
    is its alternative.

    Why: a misspelt one settles nothing, and the question is asked in vain.

    Example: `settles={"feed_forward": "glu"}`.
    """
    named = {name: (alternative,) for name, alternative in entry.settles.items()}
    yield from _unknown(registry, named, first_line(entry.declared))


def _unknown(
    registry: Registry, named: Mapping[str, tuple[str, ...]], quote: Quote
) -> Iterator[Seen]:
    for name, alternatives in named.items():
        choice = registry.choices.get(name)
        if choice is None:
            guess = did_you_mean(name, registry.choices)
            yield Seen(f"There is no choice {name}.", quote, guess=guess)
        else:
            yield from _no_alternatives(choice, alternatives, quote)


def _no_alternatives(choice: Choice, named: Iterable[str], quote: Quote) -> Iterator[Seen]:
    for alternative in named:
        if alternative not in choice.alternatives:
            guess = did_you_mean(alternative, choice.alternatives)
            yield Seen(f"{choice.id} has no alternative {alternative}.", quote, guess=guess)


def choices_name_their_own_alternatives(_: Registry, choice: Choice) -> Iterator[Seen]:
    """Choices name their own alternatives.

    What: whatever a choice says of its alternatives names one of them.

    Why: an assumption that is no alternative is never taken.

    Example: `assumed="densely"` where the alternatives are `dense` and `experts`.
    """
    assumed = [choice.assumed] if choice.assumed else []
    named = [*choice.shown_by, *choice.means, *choice.when, *assumed, *choice.called.values()]
    yield from _no_alternatives(choice, dict.fromkeys(named), first_line(choice.declared))


def laws_of_one_letter_are_told_apart(registry: Registry, note: SymbolNote) -> Iterator[Seen]:
    """Laws of one letter are told apart.

    What: of two laws that give one letter, a choice says when which of them holds,
    or both are said to hold in every run.

    Why: two laws of which nothing is known cannot both be taken for true. A search
    asks which of them is meant, although a choice might settle that.

    Example: `decode_step_time` and `memory_bound_decode_time`, both of `T_dec`.
    """
    try:
        laws = rivals(registry).get(note.id, ())
    except KnowledgeProblem:  # a law that cannot be read is told by another rule
        return
    if laws:
        yield Seen(
            f"No choice tells {'this law' if len(laws) == 1 else 'these laws'} of {note.id} "
            "from the others.",
            rows=[(law, f"asked for as {made_up(registry, note.id)}") for law in laws],
            guess="Say with holds_for when each of them holds; {} means in every run.",
        )


LOOKED_AT = 400
"""Random points at which a condition is tried before it is called false."""


def conditions_say_something(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """Conditions say something.

    What: under the domains of its letters, no condition of a formula is always
    true, none is always false, and all of them together can be met.

    Why: a condition that is always true hides the one that was meant, and one
    that is always false means that the formula never holds.

    Example: `holds_when=lambda: [N_dp >= 1]` for an integer that is at least 1;
    the author probably meant `N_dp >= 2`.
    """
    law = law_or_none(registry, formula)
    if law is None:
        return
    quote = keyword_line(formula.declared, "holds_when", formula.id)
    decided = False
    for condition in law.conditions:
        always = settled(condition, domains_of(registry))
        if always is not None:
            decided = True
            yield Seen(
                f"The condition {written(condition)} is always {str(always).lower()}.",
                quote,
                _domains(registry, condition),
                "Leave it out, or write the condition that was meant."
                if always
                else "With it, the formula never holds.",
            )
    if len(law.conditions) > 1 and not decided and not _met(law.conditions, domains_of(registry)):
        yield Seen(
            "The conditions cannot be met together.",
            quote,
            _domains(registry, *law.conditions),
            "With them, the formula never holds.",
        )


def _domains(registry: Registry, *conditions: Any) -> list[tuple[str, ...]]:
    """The domains of the letters of some conditions, each letter once."""
    names = dict.fromkeys(
        name
        for condition in conditions
        for name in sorted(letter.name for letter in condition.free_symbols)
        if name in registry.symbols
    )
    return [(name, f"is {registry.symbols[name].domain}") for name in names]


def settled(condition: Any, domains: Mapping[Any, Domain]) -> bool | None:
    """Whether a condition is always true or always false on the domains; ``None`` where neither.

    Inequalities between polynomials are decided exactly. Elsewhere "false" means
    that no point of many satisfied it, and "true" is never said.
    """
    if not condition.free_symbols:
        try:
            return truth(condition, {})
        except Undefined:
            return None
    standins = stand_in([condition], domains)
    plain = standins.strip(condition)
    # An equation is met on a thin set: the sign of a difference decides nothing about it.
    if isinstance(plain, Relational) and not isinstance(plain, sympy.Eq | sympy.Ne):
        exact = _by_sign(plain, standins.domains)
        if exact is not None:
            return exact
    return None if _met([condition], domains) else False


def _by_sign(relation: Relational, domains: Mapping[Any, Domain]) -> bool | None:
    """The inequality, from the sign of the difference of its sides on the closed domains."""
    greater = isinstance(relation, sympy.Ge | sympy.Gt)
    gap = relation.lhs - relation.rhs if greater else relation.rhs - relation.lhs
    gap, weak = sympy.expand(gap), isinstance(relation, sympy.Ge | sympy.Le)
    if not gap.is_polynomial(*gap.free_symbols):
        return None
    everywhere = polynomial_sign(gap, domains, ends=True)
    if everywhere is not None:
        return everywhere >= 0 if weak else everywhere > 0
    # Zero may be reached at an end of a domain, which only decides one of each pair.
    inside = polynomial_sign(gap, domains)
    return True if weak and inside == 1 else False if not weak and inside == -1 else None


def _met(conditions: Any, domains: Mapping[Any, Domain]) -> bool:
    """Whether some point of the domains satisfies all conditions."""
    standins = stand_in(conditions, domains)
    stripped = [standins.strip(condition) for condition in conditions]
    letters = set().union(*(condition.free_symbols for condition in stripped))
    # Points drawn without regard to the conditions come first: mostly one of them meets all.
    free = Ground(standins.domains)
    for point in islice(points(free, letters), LOOKED_AT):
        try:
            if all(truth(condition, point) for condition in stripped):
                return True
        except Undefined:
            continue
    # Conditions such as an equation are met by no random point; the guided search decides.
    return next(points(standins.ground(conditions), letters), None) is not None
