"""Open choices: a question asked once for every alternative, until all that matter are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ..entries.knowledge import Knowledge
from ..errors import ContradictoryGivens, NotAnswerable, Unreachable
from ..frozen import Mutable, fresh
from ..names import listing
from ..units import Quantity
from .scenario import HOLDS, Scenario
from .search_result import Assumed, Found, Option
from .searching import NEARLY, Search

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .finding import Question

MOST_ASKED = 80
MOST_MISSING = 3
"""Of how many laws that were not assumed it is said what they need."""


class OpenQuestion(Exception):
    """A choice, or a condition, on which a chain depends and that nothing settles.

    ``letter`` is the one that the law in question gives, whichever it is solved for.
    """

    def __init__(self, choice: str, letter: str) -> None:
        super().__init__(choice, letter)
        self.choice = choice
        self.letter = letter


class Budget(Mutable):
    """How many scenarios may still be asked; what is left out is counted, and said."""

    left: int = MOST_ASKED
    cut: int = 0


def asked(question: Question, scenario: Scenario, budget: Budget) -> Found:
    """The answer, or the open choices with what each alternative gives.

    An alternative under which no law gives the letter at all is none: the givens
    exclude it. Where all others agree, or one is left, the choice does not matter.
    Of laws that only a made-up choice tells apart, the one that the givens suffice
    for is assumed, and said: whoever means another one would have to give more.
    """
    try:
        return question.under(scenario)
    except OpenQuestion as wanted:
        choice, letter = wanted.choice, wanted.letter
    knowledge, target = question.knowledge, question.known.target.id
    if choice not in knowledge.choices:
        return _condition(question, scenario, choice, budget)
    tried = Tried()
    for alternative in scenario.alternatives(knowledge.choices[choice]):
        if budget.left <= 0:
            budget.cut += 1
            continue
        budget.left -= 1
        settled = scenario.with_(choice, alternative, "tried")
        try:
            outcome = asked(question, settled, budget)
        except (Unreachable, NotAnswerable, ContradictoryGivens) as refusal:
            if _has_law(knowledge, settled, choice, letter):
                search = Search(knowledge, question.known, settled)
                law, missing = _lacks(search, choice, letter)
                lacks = f"{law} needs {listing(missing, 'and')}" if missing else ""
                tried.rows.append(
                    Option(
                        ((choice, alternative),), refused=lacks or _short(refusal), missing=missing
                    )
                )
                tried.failed += 1
                if lacks and _is_out_of_reach(search):
                    tried.lacking.append(lacks)
        else:
            tried.reached[alternative] = outcome
            tried.rows += _rows(((choice, alternative),), outcome)
    if all(row.refused for row in tried.rows):
        return _refused(Search(knowledge, question.known, scenario), tried)
    return _only(knowledge, scenario, choice, tried, budget) or Found(
        target,
        None,
        options=tuple(tried.rows),
        asks=_questions(knowledge, tried.rows),
        untried=budget.cut,
    )


class Tried(Mutable):
    """What came of the alternatives of one choice.

    ``reached`` are outcomes of those that led anywhere, ``failed`` counts those
    that did not; ``lacking`` says of those what they would need that nothing gives.
    """

    rows: list[Option] = fresh(factory=list)
    reached: dict[str, Found] = fresh(factory=dict)
    failed: int = 0
    lacking: list[str] = fresh(factory=list)


def _refused(search: Search, tried: Tried) -> Found:
    """Why no alternative gives anything: the laws that do not hold; else what they lack."""
    target = search.known.target.id
    refusals = {
        str(refusal): refusal for outcome in tried.reached.values() for refusal in outcome.refused
    }
    if not refusals:
        raise Unreachable(target, search.nearest(target))
    return Found(target, None, refused=tuple(refusals.values()))


def _only(
    knowledge: Knowledge, scenario: Scenario, choice: str, tried: Tried, budget: Budget
) -> Found | None:
    """The one outcome where a choice does not matter, or one law alone can be meant."""
    # A law that nothing tells apart from those that hold anyway is never taken unasked.
    if choice in scenario.last or budget.cut:
        return None
    answers = {name: reached for name, reached in tried.reached.items() if reached.answer}
    agreed = _agreed(list(answers.values())) if len(answers) == len(tried.reached) else None
    if agreed is not None and not tried.failed:
        return _settled(agreed, choice, answers)
    # Declared alternatives are facts of a run: what was not given does not decide them.
    is_made_up = bool(knowledge.choices[choice].letter)
    is_one = agreed is not None or len(tried.reached) == 1
    if is_made_up and is_one and tried.failed == len(tried.lacking) > 0:
        alternative, outcome = next(iter(tried.reached.items()))
        why = _why_assumed(tried.lacking, list(tried.reached))
        return _assumed(outcome, Assumed(choice, alternative, why))
    return None


def _rows(this: tuple[tuple[str, str], ...], outcome: Found) -> list[Option]:
    """What came of one alternative: an answer, more open choices, or why nothing did."""
    if outcome.answer is not None:
        return [_row(this, outcome)]
    if outcome.options:
        return [option.replaced(choices=(*this, *option.choices)) for option in outcome.options]
    return [Option(this, refused="; ".join(str(refusal) for refusal in outcome.refused))]


def _settled(outcome: Found, choice: str, answers: Mapping[str, Found]) -> Found:
    """An answer that does not depend on a choice, and why it does not."""
    why = "the only one that fits the givens" if len(answers) == 1 else "all alternatives agree"
    others = (row for row in outcome.settled if row[0] != choice)
    return outcome.replaced(settled=((choice, next(iter(answers)), why), *others))


def _is_out_of_reach(search: Search) -> bool:
    """Whether letters are missing under a scenario, whatever else is chosen: no chain exists."""
    search = Search(search.knowledge, search.known, search.scenario.replaced(is_strict=False))
    known = search.known
    if search.plan([known.target.id], search.points) is not None:
        return False
    return all(search.through(name) is None for name in known.typed & search.points)


def _why_assumed(missing: Sequence[str], reached: Sequence[str]) -> str:
    """Why a law is the one that is meant, with what the others would need."""
    suffice = "the only one that these givens suffice for"
    if len(reached) > 1:
        suffice = f"{listing(reached, 'and')} agree, and these givens suffice for no other"
    shown, more = missing[:MOST_MISSING], len(missing) - MOST_MISSING
    rest = f"; {more} others need more, too" if more > 0 else ""
    return f"{suffice}: {'; '.join(shown)}{rest}"


def _assumed(outcome: Found, taken: Assumed) -> Found:
    """An outcome that rests on a law which was taken since no other one can be computed."""
    if outcome.answer is None:
        options = [
            option.replaced(assumed=(taken, *option.assumed)) if not option.refused else option
            for option in outcome.options
        ]
        return outcome.replaced(options=tuple(options))
    settled = tuple(row for row in outcome.settled if row[0] != taken.name)
    return outcome.replaced(settled=settled, assumed=(taken, *outcome.assumed))


def _condition(question: Question, scenario: Scenario, condition: str, budget: Budget) -> Found:
    """A condition that nobody can decide: the answer where it holds."""
    settled = scenario.replaced(decided=scenario.decided | {condition})
    outcome = asked(question, settled, budget)
    if outcome.answer is None and not outcome.options:
        return outcome
    rows = _rows(((condition, HOLDS),), outcome)
    asks = _questions(question.knowledge, rows)
    return Found(question.known.target.id, None, options=tuple(rows), asks=asks)


def _row(choices: tuple[tuple[str, str], ...], outcome: Found) -> Option:
    assert outcome.answer is not None
    from .answer_text import headline

    return Option(
        choices,
        tuple(link.law for link in outcome.chain),
        tuple(link.text for link in outcome.chain),
        outcome.leaves_out,
        outcome.answer.value,
        headline(outcome.answer),
        tuple(f"{law}: {condition.text}" for law, condition in outcome.broken),
        outcome.assumed,
    )


def _agreed(answers: list[Found]) -> Found | None:
    """The first answer, where all have one and the same value."""
    values = [outcome.answer.value for outcome in answers if outcome.answer is not None]
    if len(answers) > 1 and not all(_is_same(value, values[0]) for value in values):
        return None
    return answers[0] if answers else None


def _is_same(value: Quantity | None, other: Quantity | None) -> bool:
    """Whether two values are one, but for the last digits of irrational numbers."""
    if value is None or other is None:
        return False
    ours, theirs = Fraction(value.base), Fraction(other.base)
    return abs(ours - theirs) <= NEARLY * max(abs(ours), abs(theirs))


def _has_law(knowledge: Knowledge, scenario: Scenario, choice: str, letter: str) -> bool:
    """Whether a letter can have a value under the alternative that a scenario settles.

    A run has each alternative of a declared choice, whether or not a law of the
    letter tells them apart; an alternative that is a law has that one law alone.
    """
    is_law = bool(knowledge.choices[choice].letter)
    return any(
        tool.is_equation
        and tool.gives == letter
        and (choice in tool.needs or not is_law)
        and not scenario.excludes(tool)
        for tool in knowledge.tools
    )


def _lacks(search: Search, choice: str, letter: str) -> tuple[str, tuple[str, ...]]:
    """The nearest law of an alternative and the letters that it lacks, if any."""
    have = search.reachable(search.known.target.id) | {letter}
    near = sorted(
        (len(missing), tool.id, tuple(sorted(missing)))
        for tool in search.knowledge.tools
        if tool.is_equation and tool.gives == letter and choice in tool.needs
        if not search.scenario.excludes(tool)
        for missing in [tool.letters - have]
    )
    return (near[0][1], near[0][2]) if near else ("", ())


def _short(refusal: Exception) -> str:
    """A refusal in one line: what the nearest law misses."""
    if isinstance(refusal, Unreachable) and refusal.nearest:
        law, missing = refusal.nearest[0]
        return f"{law} needs {listing(missing, 'and')}" if missing else f"{law} is not enough"
    return str(refusal)


def _questions(knowledge: Knowledge, rows: list[Option]) -> tuple[tuple[str, str], ...]:
    """Each open choice with its question, in the order in which they come up."""
    names = dict.fromkeys(name for row in rows for name, _ in row.choices)
    return tuple(
        (name, knowledge.choices[name].asks if name in knowledge.choices else "Does this hold?")
        for name in names
    )
