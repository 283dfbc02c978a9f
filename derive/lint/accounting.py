"""The rule that says how much of a document was compared at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from derive.notation import Chain, Rejection

from .comparing import formulas_of, verdicts_on
from .documents import Document
from .holding import Holder, Pair, Verdict, binds, glyph_of, pairs_of
from .project import Printed, Project
from .rules import Sight, sight_at

# Among more different formulas than these the rest counts as tested.
MOST_ASKED = 200


def formulas_are_held_against_the_registry(project: Project, document: Document) -> Iterator[Sight]:
    """Formulas are held against the registry.

    What: how many relations of the document agree with the registry, and how
    many could not be judged: no law speaks of these letters, or a letter has
    no meaning. One line says it, and nothing where all were judged.

    Why: silence about a formula that was not compared is no approval.

    Example: "Of 41 relations 20 agree with the registry, 15 speak of what it
    has no law for, 6 have letters without a meaning".
    """
    counts: Counter[str] = Counter()
    known: dict[tuple[int, Pair], bool] = {}
    first: Printed | None = None
    for printed, holder in formulas_of(project, document):
        for verdict in verdicts_on(printed, holder):
            if binds(verdict.pair) or not holder.glyphs(verdict.pair):
                continue
            counts[verdict.kind] += 1
            counts["exact"] += _exactly(holder, verdict, known)
            if verdict.kind in {"none", "unread"}:
                first = first or printed
    exact = counts.pop("exact", 0)
    total = counts.total()
    judged = total - counts["none"] - counts["unread"]
    own_words = not project.has_notation(document)
    if project.notation(document) is None and not (own_words and judged):
        yield from _without_notation(project, document)
    elif first is not None:
        agree = sum(counts[kind] for kind in ("equal", "assumed", "convention"))
        read = " Its letters are read by its own words, for want of a notation." * own_words
        yield sight_at(
            document,
            first.span,
            f"Of {total} relations {agree} agree with the registry, {exact} of them "
            "exactly (one normal form) and the others tested at points; "
            f"{counts['none']} could not be judged by any law of it, and {counts['unread']} have "
            f"letters without a meaning; this is the first of those.{read}",
            name="not judged",
            guess="Name a notation, or let `derive notation draft` begin one." if own_words else "",
        )


def _exactly(holder: Holder, verdict: Verdict, known: dict[tuple[int, Pair], bool]) -> bool:
    """Whether a print is exactly a law, as far as a few hundred of them are asked."""
    key = (id(holder), verdict.pair)
    if key not in known and (verdict.kind != "equal" or len(known) >= MOST_ASKED):
        return False
    if key not in known:
        known[key] = is_exact(holder, verdict)
    return known[key]


def _without_notation(project: Project, document: Document) -> Iterator[Sight]:
    """One line where a document with formulas has no notation."""
    composed = [
        printed
        for printed in project.printed(document)
        if isinstance(printed.parsed, Chain)
        and any(not binds(pair) and not all(map(glyph_of, (pair.left, pair.right)))
                for chain in printed.parsed.rows for pair in pairs_of(chain))
    ]  # fmt: skip
    if composed:
        several = "1 formula is" if len(composed) == 1 else f"{len(composed)} formulas are"
        yield sight_at(
            document,
            composed[0].span,
            f"{several} not held against the registry: nothing says what the letters of this "
            "document mean there.",
            name="no notation",
            guess="Name a notation, or let `derive notation draft` begin one.",
        )


# Work beyond this many operations is left to the points.
MOST_OPERATIONS = 400


def is_exact(holder: Holder, verdict: Verdict) -> bool:
    """Whether both sides have one normal form where the law's left letter is what the law says.

    False also where a normal form decides nothing, or would grow too large.
    """
    entry, pair = verdict.entry, verdict.pair
    if verdict.kind != "equal" or entry is None:
        return False
    from derive.algebra.equal import same_form
    from derive.algebra.field import Field
    from derive.algebra.standins import stand_in
    from derive.notation import to_sympy

    sides = [to_sympy(side, holder.meaning.ours) for side in (pair.left, pair.right)]
    if any(isinstance(side, Rejection) for side in sides):
        return False
    law = entry.relation
    left, right = (side.xreplace({law.lhs: law.rhs}) for side in sides)
    if left.count_ops() + right.count_ops() > MOST_OPERATIONS:
        return False
    registry = holder.index.registry
    # Plain letters: with their assumptions SymPy would lose roots and decide conditions early.
    standins = stand_in([left, right], registry.domains)
    ground = standins.ground(())
    return same_form(standins.strip(left), standins.strip(right), Field(ground))
