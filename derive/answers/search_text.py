"""What a search hands out, in the lines of a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from ..quoting import listing
from .answer_text import answer_text, decision
from .search_result import Found, Link, Option, Taken


def found_text(outcome: Found) -> str:
    """A chain with its answer, the choices that are open, or why no law holds here."""
    if outcome.answer is None:
        return _choices(outcome) if outcome.options else _refused(outcome)
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


def _refused(outcome: Found) -> str:
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
        lines = [f"{reached[0].headline}   if {_chosen(reached[0], ' and ')}"]
        lines += [f"      by {', '.join(reached[0].laws)}"]
        lines += [f"      DOES NOT HOLD HERE: {condition}" for condition in reached[0].broken]
        lines += ["\n  nothing that was given settles this; others need more letters"]
        return "\n".join([*lines, *_lacking(lacking), "", *_small_print(outcome, reached)])
    lines = [f"{outcome.target}: depends on {listing([name for name, _ in outcome.asks], 'and')}"]
    lines += [f"  {name}: {asks}" for name, asks in outcome.asks]
    for option in reached:
        lines.append("")
        lines.append(f"  {_chosen(option)}:   {option.headline}")
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


def _chosen(option: Option, between: str = ", ") -> str:
    return between.join(f"{name} = {alternative}" for name, alternative in option.choices)


def _hint(option: Option) -> str:
    """The choices of an option as one would type them; a condition holds signs and spaces."""
    typed = [f"{name}={alternative}" for name, alternative in option.choices]
    return " ".join(
        f'--choose "{choice}"' if " " in choice else f"--choose {choice}" for choice in typed
    )
