"""Answers for notebooks and documents: as Markdown, as LaTeX, and as flowcharts for Mermaid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..units import Interval, Quantity
from .answer import Answer, Span, Step
from .answer_text import chosen, headline, telling, uncertain_text, value_text
from .search_result import Found, Option
from .working import value_latex

LETTERS = {"\\": r"\backslash{}", "_": r"\_", "%": r"\%", "&": r"\&", "#": r"\#", "$": r"\$"}
LETTERS |= {"{": r"\{", "}": r"\}", "~": r"\sim{}", "^": r"\wedge{}"}
MARKS = str.maketrans({mark: f"\\{mark}" for mark in r"\`*_{}[]<>#|$"})


def plain(text: str) -> str:
    """Words inside LaTeX."""
    return rf"\text{{{''.join(LETTERS.get(sign, sign) for sign in text)}}}"


def escaped(text: str) -> str:
    """Words inside Markdown."""
    return text.translate(MARKS)


# --- LaTeX ------------------------------------------------------------------


def result_latex(answer: Answer) -> str:
    """What came out, as LaTeX."""
    if not answer.found:
        return rf"{plain('no ')}{answer.latex}{plain(': ' + answer.reason)}"
    if answer.value is not None:
        return f"{answer.latex} = {value_latex(answer.value)}"
    whole = answer.integer
    if whole is not None and whole.smallest is not None and whole.largest is not None:
        return rf"{answer.latex} \in \{{{whole.smallest}, \ldots, {whole.largest}\}}"
    if whole is not None and whole.smallest is not None:
        return rf"{answer.latex} \ge {whole.smallest}"
    if whole is not None and whole.largest is not None:
        return rf"{answer.latex} \le {whole.largest}"
    return rf"\;{plain('or')}\; ".join(_span_latex(answer.latex, span) for span in answer.intervals)


def _span_latex(letter: str, span: Span) -> str:
    left, right = ("<" if is_open else r"\le" for is_open in (span.low_open, span.high_open))
    low = "" if span.low is None else f"{value_latex(span.low)} {left} "
    high = "" if span.high is None else f" {right} {value_latex(span.high)}"
    return f"{low}{letter}{high}"


def answer_latex(answer: Answer) -> str:
    """The working of an answer as one display, line by line with its reasons."""
    rows = [rf"& {step.latex} && {plain(step.says)}" for step in answer.steps if step.latex]
    if answer.value is None:
        rows.append(rf"& {result_latex(answer)} && {plain('the answer')}")
    return _display(rows)


def found_latex(outcome: Found) -> str:
    """A chain as one display; competing chains one below the other."""
    if outcome.answer is None:
        rows = [rf"& {plain(_chosen(option))}" for option in outcome.options]
        return _display(rows)
    rows = []
    if len(outcome.chain) > 1:
        for link in outcome.chain:
            rows.append(rf"& {link.latex} && {plain(link.law)}")
            if link.value is not None:
                rows.append(rf"& \quad {plain(link.letter)} = {value_latex(link.value)} &&")
    chain = f"{_display(rows)}\n" if rows else ""
    return chain + answer_latex(outcome.answer)


def _display(rows: Iterable[str]) -> str:
    body = " \\\\\n".join(rows)
    return f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}"


# --- Markdown ---------------------------------------------------------------


def answer_markdown(answer: Answer) -> str:
    """The working of an answer, line by line, with givens and conditions."""
    none = f"**no {escaped(answer.target)}: {escaped(answer.reason)}**"
    blocks = [f"**${result_latex(answer)}$**" if answer.found else none]
    if answer.integer is not None:
        blocks += [f"- {escaped(neighbour.sentence)}" for neighbour in telling(answer)]
    if answer.uncertain is not None:
        blocks += [
            f"- {escaped(sentence)}" for sentence in uncertain_text(answer, answer.uncertain)
        ]
    blocks += [_step(step) for step in answer.steps]
    blocks.append(_givens(answer))
    blocks += [
        f"- condition {escaped(condition.text)}: {HOLDS[condition.holds]}"
        for condition in answer.conditions
    ]
    blocks += [
        f"- where {escaped(elasticity.letter)} grows by 1 %, {escaped(answer.target)} changes by "
        f"{float(elasticity.value):+.4g} %"
        for elasticity in answer.sensitivity
        if elasticity.value is not None
    ]
    return _joined(blocks)


def _step(step: Step) -> str:
    if not step.latex:
        return f"{escaped(step.says)}: {escaped(step.text)}"
    return f"{escaped(step.says)}\n\n$$\n{step.latex}\n$$"


def _givens(answer: Answer) -> str:
    origins = {name: answer.origins.get(name, "given") for name in answer.givens}
    origins |= dict.fromkeys(answer.defaults, "default")
    values = {**answer.givens, **answer.defaults}
    rows = [
        f"| {escaped(name)} | {escaped(_value(values[name]))} | {escaped(origin)} |"
        for name, origin in origins.items()
    ]
    return "\n".join(["| letter | value | from |", "|---|---|---|", *rows]) if rows else ""


def _value(value: Quantity | Interval) -> str:
    return value.format(6) if isinstance(value, Quantity) else str(value)


HOLDS = {True: "holds", False: "**does not hold**", None: "was not decided"}


def found_markdown(outcome: Found) -> str:
    """A chain with its answer, or the chains to choose from."""
    if outcome.answer is None:
        head = f"{escaped(outcome.target)} depends on " + ", ".join(
            f"`{name}` ({escaped(asks)})" for name, asks in outcome.asks
        )
        return _joined([head, *(f"- {escaped(_chosen(option))}" for option in outcome.options)])
    blocks = [answer_markdown(outcome.answer)]
    if len(outcome.chain) > 1:
        blocks.append("Chain:")
        for number, link in enumerate(outcome.chain, 1):
            value = "" if link.value is None else f" = {link.value.format(6)}"
            head = f"{number}. {escaped(link.letter)}{escaped(value)} by `{link.law}`"
            blocks.append(f"{head}: ${link.latex}$")
    blocks += [
        f"- **does not hold here**: {escaped(condition.text)} of `{law}`"
        for law, condition in outcome.broken
    ]
    blocks += [
        f"- assumed: {escaped(f'{taken.name} = {taken.value}')}" for taken in outcome.assumed
    ]
    blocks += [f"- left out by `{law}`: {escaped(says)}" for law, says in outcome.leaves_out]
    return _joined(blocks)


def _chosen(option: Option) -> str:
    """The alternatives of an option and what they give, in one line."""
    return f"{chosen(option)}: {option.refused or option.headline}"


def _joined(blocks: Iterable[str]) -> str:
    """Blocks with a blank line between them; items of one list stay together."""
    text = ""
    last = ""
    for block in blocks:
        if not block:
            continue
        listed = block[:2] == "- " and last[:2] == "- "
        counted = block[:1].isdigit() and last[:1].isdigit()
        text += ("" if not text else "\n" if listed or counted else "\n\n") + block
        last = block
    return text + "\n"


def answer_mermaid(answer: Answer) -> str:
    """One law: what it was given, and what came out."""
    return _chart([(answer.formula, tuple(_known(answer)), answer.target)], _values(answer), answer)


def found_mermaid(outcome: Found) -> str:
    """A chain; where a choice is open, its alternatives with what each gives."""
    if outcome.answer is None:
        rows = [f'    target["{_quoted(outcome.target)}"]']
        for number, option in enumerate(outcome.options):
            says = option.refused or option.headline
            rows.append(f'    target -->|"{_quoted(chosen(option))}"| o{number}["{_quoted(says)}"]')
        return _flow(rows)
    values = _values(outcome.answer)
    for link in outcome.chain:
        values |= {
            taken.letter: f"{taken.letter} {value_text(taken.value)}" for taken in link.takes
        }
    for link in outcome.chain:
        if link.value is not None:
            values[link.letter] = f"{link.letter} {value_text(link.value)}"
    laws = [(link.law, link.uses, link.letter) for link in outcome.chain]
    # The one law of a question that no chain leads to, and the limits of a range.
    laws = laws or [(outcome.answer.formula, tuple(_known(outcome.answer)), outcome.target)]
    return _chart(laws, values, outcome.answer)


def _known(answer: Answer) -> dict[str, Any]:
    return {**answer.givens, **answer.defaults}


def _values(answer: Answer) -> dict[str, str]:
    return {name: f"{name} {value_text(value)}" for name, value in _known(answer).items()}


def _chart(
    laws: Iterable[tuple[str, tuple[str, ...], str]], values: Mapping[str, str], answer: Answer
) -> str:
    """Letters as boxes, laws as rounded ones between what they take and what they give.

    The target stands apart: in a range or through a given letter it is what a law takes.
    """
    ids: dict[str, str] = {}
    rows = []

    def box(letter: str) -> str:
        if letter in ids:
            return ids[letter]
        ids[letter] = f"letter{len(ids)}"
        says = headline(answer) if letter == answer.target else values.get(letter, letter)
        rows.append(f'    {ids[letter]}["{_quoted(says)}"]')
        return ids[letter]

    for number, (law, uses, gives) in enumerate(laws):
        rows.append(f'    law{number}(["{_quoted(law)}"])')
        rows += [f"    {letter} --> law{number}" for letter in [box(name) for name in uses]]
        end = box(gives)
        rows.append(f"    law{number} --> {end}")
    if answer.target in ids:
        rows.append(f"    style {ids[answer.target]} stroke-width:3px")
    return _flow(rows)


def _flow(rows: Iterable[str]) -> str:
    return "\n".join(["flowchart LR", *rows]) + "\n"


def _quoted(text: str) -> str:
    """Text inside Mermaid's quotes: what ends them or begins an entity is written as one."""
    return text.replace("#", "#35;").replace('"', "#quot;").replace("<", "#lt;").replace("\n", " ")
