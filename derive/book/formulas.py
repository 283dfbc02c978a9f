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

from .checks import check_of_derivations, check_of_units, derivations, findings_of, status_says
from .conventions import Difference, VariantGroup
from .errata import concerns
from .pen import Pen
from .pieces import Check, Given, Ref, Snippets, WorkedRow, WorkedTable
from .records import mentioned
from .shapes import ComputedPage, ConnectedPage
from .solutions import check_of_solutions, evaluators, solved
from .words import first_sentence, names_in

Computed = tuple[Case, Outcome]


def computed_cases(pen: Pen, formula: Formula) -> list[Computed]:
    """Every case of a formula with what became of it."""
    return [(case, _tried(pen, case)) for case in pen.registry.cases_of(formula)]


def _tried(pen: Pen, case: Case) -> Outcome:
    try:
        return outcome(pen.registry, case)
    except Exception as stop:  # noqa: BLE001  the checker tells it, a page only says that it differs
        return Outcome("", trouble=type(stop).__name__)


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
    pen: Pen,
    formula: Formula,
    names: list[str],
    target: str,
    constants: str,
    cases: list[Computed],
) -> WorkedTable:
    columns = {name: [pen.value(name, _given(case, name)) for case, _ in cases] for name in names}
    fixed = [name for name in names if len(cases) > 1 and len(set(columns[name])) == 1]
    said: list[Given] = [{**pen.letter(name), "value": columns[name][0]} for name in fixed]
    varied = [name for name in names if name not in fixed]
    rows = [
        _row(
            pen,
            f"{formula.id}-{place + 1}",
            case,
            computed,
            [columns[column][place] for column in varied],
        )
        for place, (case, computed) in enumerate(cases)
    ]
    return {
        "letters": [pen.letter(name) for name in varied],
        "fixed": said,
        "constants": constants,
        "target": pen.letter(target),
        "rows": rows,
    }


def _given(case: Case, name: str) -> object:
    return next(value for letter, value in case.givens.items() if letter.name == name)


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
    good = sum(computed.agrees for _, computed in cases)
    count = len(cases)
    noun = "published value" if count == 1 else "published values"
    if not cases:
        return {
            "id": "cases",
            "label": "no published value",
            "tone": "none",
            "says": "No number from a source is compared with this formula yet.",
        }
    if good == count:
        says = (
            "Every printed number comes out to its last printed digit or within its stated ratio."
        )
        return {"id": "cases", "label": f"{count} {noun}", "tone": "good", "says": says}
    return {
        "id": "cases",
        "label": f"{good} of {count} {noun}",
        "tone": "bad",
        "says": f"{count - good} of {count} printed numbers do not come out.",
    }


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
        "used_by": used_by(pen, formula.id),
        "mentioned_in": mentioned_in(pen, formula),
        "terms": _terms(pen, formula),
        "errata": concerns(pen, formula),
        "declared": pen.place(formula.declared),
    }


def used_by(pen: Pen, name: str) -> list[Ref]:
    """The formulas whose derivations use this one."""
    return pen.formulas(_users(pen.registry).get(name, ()))


@lru_cache(maxsize=2)
def _users(registry: Registry) -> dict[str, list[str]]:
    """For each law that a derivation uses, the laws that are derived from it."""
    backward: dict[str, list[str]] = {}
    for law, used in premises(registry).items():
        for name in used:
            backward.setdefault(name, []).append(law)
    return backward


def mentioned_in(pen: Pen, formula: Formula) -> list[Ref]:
    """The formulas whose prose names this one."""
    return pen.formulas(_naming(pen.registry).get(formula.id, ()))


@lru_cache(maxsize=2)
def _naming(registry: Registry) -> dict[str, list[str]]:
    """For each name in backticks, the formulas whose prose holds it; none names itself."""
    mentioning: dict[str, list[str]] = {}
    for formula in registry.formulas.values():
        for name in names_in(formula.prose) - {formula.id}:
            mentioning.setdefault(name, []).append(formula.id)
    return mentioning


def _terms(pen: Pen, formula: Formula) -> list[Ref]:
    """The terms that name this formula, or that its prose uses."""
    inside = mentioned(pen)[formula.id]
    terms = pen.registry.terms.values()
    return [pen.term(term.id) for term in terms if formula.id in term.formulas or term.id in inside]


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
    command, python = _asked(pen, formula, case) if case else _shown(formula)
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
    given = {letter.name: _typed(value) for letter, value in case.givens.items()}
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


def _typed(value: object) -> str:
    """A given as it would be typed."""
    return number_text(exact(value)) if isinstance(value, float) else str(value)


def _shown(formula: Formula) -> tuple[str, str]:
    return f"derive show {formula.id}", f'book["{formula.id}"]'
