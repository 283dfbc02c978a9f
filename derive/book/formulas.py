"""The page of a formula."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from derive.check.derivations import premises
from derive.check.worked import Outcome, as_printed, outcome
from derive.laws import Law
from derive.records import Case, Formula, Variants, exact
from derive.registry import Registry
from derive.units import number_text
from derive.written import as_typed, latex

from .checks import (
    check_of_derivations,
    check_of_solutions,
    check_of_units,
    derivations,
    evaluators,
    findings_of,
    solved,
    status_says,
)
from .documents import concerns
from .pen import Pen, first_sentence, names_in
from .pieces import Check, Given, Snippets, Tone, WorkedRow, WorkedTable
from .records import mentioned
from .shapes import ComputedPage, ConnectedPage, Difference, VariantGroup

Computed = tuple[Case, Outcome]


def computed_cases(pen: Pen, formula: Formula) -> list[Computed]:
    """Every case of a formula with what became of it."""
    computed: list[Computed] = []
    for case in pen.registry.cases_of(formula):
        try:
            computed.append((case, outcome(pen.registry, case)))
        except Exception as stop:  # noqa: BLE001  the checker tells it, a page only says that it differs
            computed.append((case, Outcome("", trouble=type(stop).__name__)))
    return computed


def worked(pen: Pen, formula: Formula, cases: Sequence[Computed]) -> list[WorkedTable]:
    """Cases with the same inputs and unknown, one table each."""
    groups: dict[tuple[str, ...], list[Computed]] = {}
    for case, computed in cases:
        if computed.target:
            inputs = (letter.name for letter in case.givens)
            groups.setdefault((case.constants, computed.target, *inputs), []).append(
                (case, computed)
            )
    return [
        _table(pen, formula, list(names), target, constants, rows)
        for (constants, target, *names), rows in groups.items()
    ]


def _table(
    pen: Pen, formula: Formula, names: list[str], target: str, constants: str, cases: list[Computed]
) -> WorkedTable:
    givens = [{letter.name: value for letter, value in case.givens.items()} for case, _ in cases]
    columns = {name: [pen.value(name, given[name]) for given in givens] for name in names}
    fixed = [name for name in names if len(cases) > 1 and len(set(columns[name])) == 1]
    said: list[Given] = [{**pen.letter(name), "value": columns[name][0]} for name in fixed]
    varied = [name for name in names if name not in fixed]
    return {
        "letters": [pen.letter(name) for name in varied],
        "fixed": said,
        "constants": constants,
        "target": pen.letter(target),
        "rows": [
            _row(
                pen,
                f"{formula.id}-{place + 1}",
                case,
                computed,
                [columns[n][place] for n in varied],
            )
            for place, (case, computed) in enumerate(cases)
        ],
    }


def _row(pen: Pen, name: str, case: Case, computed: Outcome, values: list[str]) -> WorkedRow:
    ours, how = "—", computed.trouble or "not computed"
    if computed.ours is not None and computed.printed is not None:
        ours = as_printed(computed.printed, Fraction(computed.ours.base))
        how = computed.printed.how
    return {
        "id": name,
        "values": values,
        "printed": case.gives,
        "ours": ours,
        "agrees": computed.agrees,
        "how": how,
        "note": case.note,
        "source": pen.cited(case.source),
    }


def check_of_cases(cases: Sequence[Computed]) -> Check:
    """How many published numbers there are, and whether they come out."""
    good, count = sum(computed.agrees for _, computed in cases), len(cases)
    label = f"{count} published value{'' if count == 1 else 's'}"
    tone: Tone = "good"
    says = "Every printed number comes out to its last printed digit or within its stated ratio."
    if not cases:
        label, tone = "no published value", "none"
        says = "No number from a source is compared with this formula yet."
    elif good < count:
        label, tone = f"{good} of {label}", "bad"
        says = f"{count - good} of {count} printed numbers do not come out."
    return {"id": "cases", "label": label, "tone": tone, "says": says}


def computed_page(pen: Pen, formula: Formula) -> ComputedPage:
    """What the page of one formula says, as far as it follows from that formula's own facts."""
    registry, law = pen.registry, pen.registry.law(formula.id)
    lead, rest = first_sentence(formula.prose)
    cases = computed_cases(pen, formula)
    solutions = solved(pen, law)
    proofs = derivations(pen, formula)
    ref = pen.formula(formula)
    return {
        "id": formula.id,
        "address": ref["address"],
        "subject": pen.subject(registry.subject(formula)),
        "title": formula.title,
        "lead": lead,
        "says": rest,
        "status": registry.status(formula),
        "status_says": status_says(registry, formula),
        "law": pen.typed(law.typed, display=True),
        "aloud": pen.aloud(law),
        "canonical": pen.settled(law.relation),
        "conditions": [pen.typed(condition) for condition in law.conditions],
        "evaluators": evaluators(registry, law),
        "leaves_out": formula.leaves_out,
        "symbols": [pen.row(letter.name) for letter in law.symbols],
        "constants": [pen.number(number.name) for number in law.constants],
        "checks": [
            check_of_units(registry, law, findings_of(registry, formula.id)),
            *check_of_derivations(proofs),
            check_of_cases(cases),
            check_of_solutions(solutions),
        ],
        "derivations": proofs,
        "worked": worked(pen, formula, cases),
        "solved": solutions,
        "snippets": snippets(pen, formula, law),
        "sources": [pen.cited(place) for place in formula.sources],
        "formerly": list(formula.formerly),
    }


def connections(
    pen: Pen, formula: Formula, groups: Mapping[str, list[Difference]]
) -> ConnectedPage:
    """What the page of one formula says of others; ``groups`` tells how variants differ."""
    registry = pen.registry
    return {
        "variants": [
            _variants(pen, group, formula, groups[group.name])
            for group in registry.variants_of(formula)
        ],
        "uses": pen.formulas(premises(registry).get(formula.id, ())),
        "used_by": pen.formulas(_users(registry).get(formula.id, ())),
        "mentioned_in": pen.formulas(_naming(registry).get(formula.id, ())),
        "terms": [
            pen.term(term.id)
            for term in registry.terms.values()
            if formula.id in term.formulas or term.id in mentioned(pen)[formula.id]
        ],
        "errata": concerns(pen, formula),
        "declared": pen.place(formula.declared),
    }


@lru_cache(maxsize=2)
def _users(registry: Registry) -> dict[str, list[str]]:
    """For each law that a derivation uses, the laws that are derived from it."""
    backward: dict[str, list[str]] = {}
    for law, used in premises(registry).items():
        for name in used:
            backward.setdefault(name, []).append(law)
    return backward


@lru_cache(maxsize=2)
def _naming(registry: Registry) -> dict[str, list[str]]:
    """For each name in backticks, the formulas whose prose holds it; none names itself."""
    mentioning: dict[str, list[str]] = {}
    for formula in registry.formulas.values():
        for name in names_in(formula.prose) - {formula.id}:
            mentioning.setdefault(name, []).append(formula.id)
    return mentioning


def _variants(
    pen: Pen, group: Variants, formula: Formula, differences: list[Difference]
) -> VariantGroup:
    return {
        "id": group.name,
        "title": group.title,
        "says": group.says,
        "members": [
            {
                "formula": pen.formula(member),
                "mathml": pen.brief(member.id)["mathml"],
                "who": who,
                "here": member is formula,
            }
            for member, who in group.members.items()
        ],
        "differences": [
            difference
            for difference in differences
            if formula.id in (difference["first"]["id"], difference["second"]["id"])
        ],
    }


def snippets(pen: Pen, formula: Formula, law: Law) -> Snippets:
    """Lines to copy: a question, if a published case can be asked, else the law."""
    case = next((case for case in pen.registry.cases_of(formula) if case.formula is formula), None)
    command, python = f"derive show {formula.id}", f'book["{formula.id}"]'
    if case:
        command, python = _asked(pen, formula, case)
    return {
        "command": command,
        "python": f"import derive\n\nbook = derive.load()\n{python}",
        "latex": latex(as_typed(law.typed), pen.letters),
        "mathml": pen.plain_mathml(law.typed),
    }


def _asked(pen: Pen, formula: Formula, case: Case) -> tuple[str, str]:
    """The first published case, as a question."""
    left = pen.registry.law(formula.id).typed.lhs
    target = case.of.name if case.of is not None else left.name
    given = {
        letter.name: number_text(exact(value)) if isinstance(value, float) else str(value)
        for letter, value in case.givens.items()
    }
    words = [f"{name}={value}" for name, value in given.items()]
    named = [
        f'{name}="{value}"' if " " in value else f"{name}={value}" for name, value in given.items()
    ]
    if case.constants:
        words += ["--constants", case.constants]
        named.append(f'constants="{case.constants}"')
    line = shlex.join(["derive", "solve", formula.id, target, *words])
    arguments = ", ".join([f'"{target}"', *named])
    return line, f'book["{formula.id}"].solve({arguments})'
