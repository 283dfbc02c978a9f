"""Answers and searches as plain text: what came out first, then its reason."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..names import listing
from .search_result import Found, Link, Option, Taken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from ..units import Interval, Quantity
    from .answer import Answer, Condition, Neighbour, Span, Uncertainty, Whole


MOST_SPANS = 6
MOST_POINTS = 24


def answer_text(answer: Answer, computed: Collection[str] = ()) -> str:
    """The whole answer: result, law, values, conditions, roots, steps.

    ``computed`` names letters whose values other laws gave, a step before.
    """
    conditions = [f"condition {held.text}   {decision(held)}" for held in answer.conditions]
    blocks = [
        _result(answer),
        _law(answer),
        _givens(answer, computed),
        "\n".join(conditions),
        _roots(answer),
        _sensitivity(answer),
        _working(answer),
    ]
    return "\n\n".join(block for block in blocks if block)


def _result(answer: Answer) -> str:
    lines = [headline(answer)]
    whole = answer.integer
    if whole is not None:
        lines += [f"  {neighbour.sentence}" for neighbour in telling(answer)]
        if whole.note:
            lines.append(f"  {whole.note}")
    if answer.reason:
        lines.append(f"  {answer.reason}")
    if answer.uncertain is not None:
        lines += [f"  {sentence}" for sentence in uncertain_text(answer, answer.uncertain)]
    return "\n".join(lines)


def telling(answer: Answer) -> tuple[Neighbour, ...]:
    """The neighbours that say something: beside a value that was computed there is no proof."""
    if answer.integer is None or (answer.kind == "equation" and is_computed(answer)):
        return ()
    return answer.integer.neighbours


def is_computed(answer: Answer) -> bool:
    """Whether the law gives the target as it stands, so that nothing was rearranged."""
    left, _, right = answer.law.partition(" = ")
    return left == answer.target and answer.target not in re.findall(r"\w+", right)


def uncertain_text(answer: Answer, about: Uncertainty) -> list[str]:
    """What uncertain givens do to the answer, in words."""
    letters = listing(about.letters, "and")
    if about.by == "ranges":
        wider = f"wider than needed by at most {about.slack:.1g} (relative)"
        return [f"holds all that {letters} can lead to, by interval arithmetic; {wider}"]
    if about.reading == "some":
        return [f"all that {letters} can lead to; its ends lie at ends of what was given"]
    possible = _whole_or_spans(answer.target, about.integer, about.intervals)
    return [
        f"safe: holds for every value of {letters}",
        f"possible: {possible}, for some value of {letters}",
    ]


def headline(answer: Answer) -> str:
    """One line that says what came out."""
    target, whole = answer.target, answer.integer
    if not answer.found:
        # What could not be settled is never called no solution.
        return f"{target}: {'no solution' if answer.is_settled else 'no solution found'}"
    if answer.value is not None:
        several = [root.value.format(6) for root in answer.roots if root.kept]
        if len(several) > 1:
            return f"{target} = {listing(several, 'or', MOST_POINTS)}"
        between = ""
        if whole is not None and whole.below != whole.above:
            ends = [str(end) for end in (whole.below, whole.above) if end is not None]
            between = f"   (whole numbers beside it: {', '.join(ends)})"
        return f"{target} = {answer.value.format(6)}{between}"
    return _whole_or_spans(target, whole, answer.intervals)


def _whole_or_spans(target: str, whole: Whole | None, intervals: Sequence[Span]) -> str:
    """A range in one line: whole numbers first where there are any."""
    points = [span.low for span in intervals if span.low is not None and span.low == span.high]
    if len(points) == len(intervals) > 1:
        return f"{target} = {listing([point.format(6) for point in points], 'or', MOST_POINTS)}"
    spans = _spans(target, intervals)
    if whole is None or not spans:
        return spans or f"no {target}"
    if whole.empty:
        return f"no {target}   ({spans})"
    if whole.smallest is None and whole.largest is None:
        return spans
    if whole.smallest is not None and whole.largest is not None:
        return f"{target} = {whole.smallest} to {whole.largest}   ({spans})"
    if whole.smallest is not None:
        return f"smallest {target} = {whole.smallest}   ({spans})"
    return f"largest {target} = {whole.largest}   ({spans})"


def _spans(target: str, intervals: Sequence[Span]) -> str:
    """Intervals as relations; of many the first ones and the last, the JSON has them all."""
    texts = [span_text(target, span) for span in intervals]
    if len(texts) > MOST_SPANS:
        left = len(texts) - MOST_SPANS
        texts = [*texts[: MOST_SPANS - 1], f"{left} more intervals", texts[-1]]
    return ", or ".join(texts)


def span_text(target: str, span: Span) -> str:
    """An interval as a relation: ``N_dp >= 14``."""
    if span.low is None and span.high is None:
        return f"any {target}"
    low_sign, high_sign = "<" if span.low_open else "<=", "<" if span.high_open else "<="
    if span.low is not None and span.low == span.high:
        return f"{target} = {span.low.format(6)}"
    if span.low is None:
        assert span.high is not None
        return f"{target} {high_sign} {span.high.format(6)}"
    if span.high is None:
        return f"{target} {low_sign.replace('<', '>')} {span.low.format(6)}"
    return f"{span.low.format(6)} {low_sign} {target} {high_sign} {span.high.format(6)}"


def _law(answer: Answer) -> str:
    lines = [f"law       {answer.law}   [{answer.formula}]"] if answer.law else []
    if answer.exact and not is_computed(answer):
        lines.append(f"solved    {answer.target} = {answer.exact}")
    lines.append(f"method    {METHODS[answer.method]}")
    if answer.residual is not None:
        lines.append(
            f"check     put back, the two sides differ by {answer.residual:.1g} (relative)"
        )
    return "\n".join(lines)


METHODS = {
    "closed": "closed form",
    "numeric": "numeric, certified by a change of sign",
    "set": "branch by branch",
    "catalogue": "a figure of the catalogue",
    "none": "none",
}


def _givens(answer: Answer, computed: Collection[str]) -> str:
    lines = [
        f"{'found' if name in computed else 'given'}     {name} {value_text(value)}"
        + (f"   ({answer.origins[name]})" if name in answer.origins else "")
        for name, value in answer.givens.items()
    ]
    origin = f" from {answer.constants}" if answer.constants else ""
    lines += [
        f"default   {name} {value_text(value)}{origin if name in answer.givens else ''}"
        for name, value in answer.defaults.items()
    ]
    if answer.constants:
        lines.append(f"constants {answer.constants}")
    return "\n".join(lines)


def value_text(value: Quantity | Interval) -> str:
    """What is known of a letter, with its sign: ``= 80 GB``, ``<= 80 GB``, ``in 1 to 2 GB``."""
    if hasattr(value, "low"):
        text = str(value)
        return text if text.startswith(("<", ">")) else f"in {text}"
    note = f"   ({value.read_as})" if value.read_as else ""
    return f"= {value.format(6)}{note}"


def _roots(answer: Answer) -> str:
    if len(answer.roots) < 2 and all(root.kept for root in answer.roots):
        return ""
    return "\n".join(
        f"root      {root.value.format(6)}   {'kept' if root.kept else 'rejected'}"
        f"{': ' + root.reason if root.reason else ''}"
        for root in answer.roots
    )


def _sensitivity(answer: Answer) -> str:
    """Elasticities, the largest first."""
    if not answer.sensitivity:
        return ""
    width = max(len(elasticity.letter) for elasticity in answer.sensitivity)
    lines = []
    for elasticity in answer.sensitivity:
        value = elasticity.value
        says = "unknown" if value is None else f"{float(value):+.4g} %"
        note = f"   ({elasticity.note})" if elasticity.note else ""
        lines.append(f"  {elasticity.letter:<{width}}  {says}{note}")
    head = f"sensitivity: where it grows by 1 %, {answer.target} changes by"
    return "\n".join([head, *lines])


def _working(answer: Answer) -> str:
    if not answer.steps:
        return ""
    width = max(len(step.text) for step in answer.steps)
    lines = [f"  {step.text.ljust(min(width, 70))}   {step.says}" for step in answer.steps]
    return "\n".join(["steps", *lines])


def decision(condition: Condition) -> str:
    """Whether a condition holds, in words."""
    words = {True: "holds", False: "DOES NOT HOLD", None: "was not decided"}
    return f"{words[condition.holds]}{'; ' + condition.note if condition.note else ''}"


# --- searches -----------------------------------------------------------------------


def found_text(outcome: Found) -> str:
    """A chain with its answer, the choices that are open, or why no law holds here."""
    if outcome.answer is None:
        return _choices(outcome) if outcome.options else _no_law(outcome)
    warned = [
        f"DOES NOT HOLD HERE: {condition.text}   [{law}]" for law, condition in outcome.broken
    ]
    text = answer_text(outcome.answer, {link.letter for link in outcome.chain[:-1]})
    head, *rest = text.split("\n", 1)
    lines = [*warned, head]
    if outcome.unused:  # a value for another case than was meant would look like the answer
        lines.append(f"  not used: {', '.join(outcome.unused)}; the answer does not depend on it")
    lines += rest
    if len(outcome.chain) > 1:
        lines.append("\nchain")
        for number, link in enumerate(outcome.chain, 1):
            lines += _link(number, link, is_last=link is outcome.chain[-1])
    lines += [
        f"condition {condition.text}   {words}   [{law}]"
        for law, condition in outcome.conditions
        if (words := decision(condition)) and len(outcome.chain) > 1
    ]
    lines += [
        f"choice    {name} = {alternative}   ({by})" for name, alternative, by in outcome.settled
    ]
    lines += [
        f"assumed   {taken.name} = {taken.value}   ({taken.says})" for taken in outcome.assumed
    ]
    lines += [
        f"check     {check.letter} = {check.value.format(6)} by {check.law}"
        for check in outcome.checks
    ]
    lines += [f"left out  {says}   [{law}]" for law, says in outcome.leaves_out]
    return "\n".join(lines)


def _link(number: int, link: Link, *, is_last: bool) -> list[str]:
    value = f" = {link.value.format(6)}" if link.value is not None else ""
    lines = [f"  {number}. {link.letter}{value}   [{link.law}]", f"       {link.text}"]
    if link.takes and not is_last:
        lines.append(f"       with {', '.join(_taken(taken) for taken in link.takes)}")
    return lines


def _taken(taken: Taken) -> str:
    origin = "default" if taken.default else taken.origin
    return f"{taken.letter} = {taken.value.format(6)}{f' ({origin})' if origin else ''}"


def _no_law(outcome: Found) -> str:
    is_value = all(refusal.letter == outcome.target for refusal in outcome.refused)
    says = "no value fits these givens" if is_value else "no law holds here"
    lines = [f"{outcome.target}: {says}"]
    return "\n".join([*lines, *(f"  {refusal}" for refusal in outcome.refused)])


def _choices(outcome: Found) -> str:
    """The open choices with their questions, then what each alternative gives.

    Where all alternatives but one lack letters, the value of that one comes first: it is
    what the givens suffice for, and still no answer, since nothing says that it is meant.
    """
    reached = [option for option in outcome.options if not option.refused]
    lacking = [option for option in outcome.options if option.missing]
    if len(reached) == 1 and 1 + len(lacking) == len(outcome.options) and not outcome.untried:
        lines = [f"{reached[0].headline}   if {chosen(reached[0], ' and ')}"]
        lines += [f"      by {', '.join(reached[0].laws)}"]
        lines += [f"      DOES NOT HOLD HERE: {condition}" for condition in reached[0].broken]
        lines += ["\n  nothing that was given settles this; others need more letters"]
        return "\n".join([*lines, *_lacking(lacking), "", *_small_print(outcome, reached)])
    lines = [f"{outcome.target}: depends on {listing([name for name, _ in outcome.asks], 'and')}"]
    lines += [f"  {name}: {asks}" for name, asks in outcome.asks]
    for option in reached:
        lines.append("")
        lines.append(f"  {chosen(option)}:   {option.headline}")
        lines.append(f"      by {', '.join(option.laws)}")
        lines += [f"      DOES NOT HOLD HERE: {condition}" for condition in option.broken]
    refused = dict.fromkeys(
        f"      {option.choices[-1][0]} = {option.choices[-1][1]}: {option.refused}"
        for option in outcome.options
        if option.refused and not option.missing
    )
    if refused:
        lines += ["\n  no value", *refused]
    if lacking:
        lines += ["\n  others need more letters", *_lacking(lacking)]
    return "\n".join([*lines, "", *_small_print(outcome, reached)])


def _lacking(options: Sequence[Option]) -> list[str]:
    """Alternatives without a value by the letters that their nearest laws lack."""
    by_letters: dict[tuple[str, ...], dict[str, list[str]]] = {}
    for option in options:
        choice, alternative = option.choices[-1]
        names = by_letters.setdefault(option.missing, {}).setdefault(choice, [])
        if alternative not in names:
            names.append(alternative)
    return [
        f"      with {listing(letters, 'and')}: "
        + "; ".join(f"{choice} = {listing(names, 'or')}" for choice, names in choices.items())
        for letters, choices in by_letters.items()
    ]


def _small_print(outcome: Found, reached: Sequence[Option]) -> list[str]:
    """What the alternatives assume and leave out, and how to settle the choices."""
    lines: list[str] = []
    assumed = dict.fromkeys(taken for option in reached for taken in option.assumed)
    lines += [f"assumed   {taken.name} = {taken.value}   ({taken.says})" for taken in assumed]
    left_out = dict.fromkeys(left for option in reached for left in option.leaves_out)
    lines += [f"left out  {says}   [{law}]" for law, says in left_out]
    if outcome.untried:
        lines.append(f"{outcome.untried} more combinations were not tried: settle a choice first")
    return [*lines, f"choose    with {_hint(reached[0])}"]


def chosen(option: Option, between: str = ", ") -> str:
    """What is chosen in an option."""
    return between.join(f"{name} = {alternative}" for name, alternative in option.choices)


def _hint(option: Option) -> str:
    """The choices of an option as one would type them; a condition holds signs and spaces."""
    typed = [f"{name}={alternative}" for name, alternative in option.choices]
    return " ".join(
        f'--choose "{choice}"' if " " in choice else f"--choose {choice}" for choice in typed
    )
