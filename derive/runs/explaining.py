"""What is behind a letter of an estimate: the chain of laws, down to what was given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive.errors import MissingLetters, UnknownName
from derive.names import guesses

from .wording import in_words

if TYPE_CHECKING:
    from .composition import Step
    from .estimate import Estimate
    from .record import Run


def explanation(estimate: Estimate, part: str) -> str:
    """The chain of laws that gives a letter, each with its inputs.

    ``part`` is a letter, another name of one, or an aim of a plan such as ``cost``.
    Raises ``MissingLetters`` for a letter that the run does not suffice for.
    """
    by = {step.of: step for step in estimate.steps}
    lines: list[str] = []
    said: set[str] = set()
    open_letters = [_letter(estimate, part)]
    while open_letters:
        letter = open_letters.pop(0)
        step = by.get(letter)
        # What has no law behind it stands beside the law that takes it.
        if letter in said or (lines and not _goes_on(step)):
            continue
        said.add(letter)
        lines += _told(estimate, letter, step)
        open_letters += step.needs(estimate.run.composition.laws) if step else ()
    return "\n".join(lines)


def _letter(estimate: Estimate, part: str) -> str:
    composed = estimate.run.composition
    note = composed.laws.letter(part)
    aims: list[str] = composed.space["aims"].get(part, {"letters": []})["letters"]
    for name in (part, *([note.name] if note else []), *aims):
        if name in estimate.values:
            return name
    for name in (*([note.name] if note else []), *aims):
        if lacks := missing(estimate.run, name):
            raise MissingLetters([(lack, _meaning(estimate.run, lack)) for lack in lacks])
    raise UnknownName("letter", part, guesses(part, estimate.values), "the estimate")


def missing(run: Run, letter: str) -> list[str]:
    """The letters that a run would have to say for another one to follow."""
    steps = run.composition.settled(run.choices, run.letters.keys())
    behind = run.composition.behind(steps, [letter])
    known = {*run.letters, "i_stage", "x_in", "x_out", *(step.of for step in behind)}
    needed = (name for step in behind for name in step.needs(run.composition.laws))
    return [name for name in dict.fromkeys(needed) if name not in known]


def _goes_on(step: Step | None) -> bool:
    return step is not None and step.number is None


def _told(estimate: Estimate, letter: str, step: Step | None) -> Sequence[str]:
    run, laws = estimate.run, estimate.run.composition.laws
    head = f"{letter} = {_own(estimate, letter, step)}"
    if step is None or step.number is not None:
        says = ", ".join(filter(None, (_meaning(run, letter), _origin(estimate, letter, step))))
        return [f"{head}   {says}".rstrip()]
    if not step.by:
        how = "the same as" if step.same else "the largest of the stages,"
        return [f"{head}   {how} {step.same or step.largest}"]
    law = laws.law(step.by)
    by = {other.of: other for other in estimate.steps}
    lines = [f"{head}   {step.by}: {law.title}", f"  {law.law}"]
    for own, name in zip(law.program.inputs, step.needs(laws), strict=True):
        renamed = f"{own} is {name}" if own != name else name
        value = _own(estimate, name, by.get(name), own)
        origin = _origin(estimate, name, by.get(name))
        lines.append(f"    {renamed} = {value}   {origin}".rstrip())
    return lines


def _origin(estimate: Estimate, letter: str, step: Step | None) -> str:
    """Where a letter was said, or the choice that settles it."""
    if step is not None and step.number is not None:
        return ", ".join(f"{choice} {estimate.run.choices[choice]}" for choice in step.when)
    return estimate.run.origins.get(letter, "")


def _own(estimate: Estimate, letter: str, step: Step | None, called: str = "") -> str:
    """A letter as text; one that only an estimate has is in the unit of what it stands for."""
    laws = estimate.run.composition.laws
    if laws.letter(letter) is None:
        letter_of_law = laws.law(step.by).gives if step and step.by else called
        return in_words(estimate.run, letter_of_law, estimate.at_fullest(letter))
    return in_words(estimate.run, letter, estimate.at_fullest(letter))


def _meaning(run: Run, letter: str) -> str:
    note = run.composition.laws.letter(letter)
    return note.meaning if note else ""
