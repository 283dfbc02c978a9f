"""The rule about areas: every subject is found on the front page, once."""

from __future__ import annotations

from collections.abc import Iterator

from derive.quoting import listing
from derive.records import Area
from derive.registry import Registry, guesses

from .code import line_with
from .findings import Seen
from .records import relative


def areas_hold_every_subject_once(registry: Registry, _: Registry) -> Iterator[Seen]:
    """Areas hold every subject once.

    What: an area names modules that hold formulas, and each of these is in one
    area; a package without areas has none to name.

    Why: the site shows the subjects by area, and a subject in two areas, or in
    none, is looked for in the wrong place.

    Example: `Area("Memory", ("zero", "actvations"))`; the module is `activations`.
    """
    known = {registry.subject(one) for one in registry.formulas.values()}
    placed: dict[str, Area] = {}
    for area in registry.areas:
        for name in area.subjects:
            if name not in known:
                near = guesses(name, known)
                guess = f"Did you mean {listing(near)}?" if near else "Take it out."
                yield _seen(area, name, f"There is no subject {name} with formulas.", guess)
            elif name in placed:
                told = f"The subject {name} is in {placed[name].title} already."
                yield _seen(area, name, told, "Name it in one area.")
            placed.setdefault(name, area)
    for name in sorted(known - set(placed)) if registry.areas else ():
        subject = registry.subjects[name]
        yield Seen(
            f"The subject {name} is in no area.",
            rows=[("areas", ", ".join(area.title for area in registry.areas))],
            guess=f"Name it in one area in {relative(registry, registry.areas[0].declared.file)}.",
            line=subject.declared.line,
            file=subject.declared.file,
        )


def _seen(area: Area, name: str, message: str, guess: str) -> Seen:
    quote = line_with(area.declared, f'"{name}"')
    return Seen(message, quote.text, guess=guess, line=quote.line, file=area.declared.file)
