"""The rule that says how much of a document was compared at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from derive.notation import Chain

from ..claims.comparing import formulas_of, verdicts_on
from ..laws.exactness import is_exact
from ..laws.holding import Holder, Pair, Verdict, binds, glyph_of, pairs_of
from ..project import Printed, Project
from ..rules import Sight, sight_at
from ..texts.documents import Document

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
    agreeing: list[tuple[Holder, Verdict]] = []
    first: Printed | None = None
    for printed, holder in formulas_of(project, document):
        for verdict in verdicts_on(printed, holder):
            if binds(verdict.pair) or not holder.glyphs(verdict.pair):
                continue
            counts[verdict.kind] += 1
            if verdict.kind == "equal":
                agreeing.append((holder, verdict))
            if verdict.kind in {"none", "unread"}:
                first = first or printed
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
            f"Of {total} relations {agree} agree with the registry, {_exact(agreeing)} of them "
            "exactly (one normal form) and the others tested at points; "
            f"{counts['none']} could not be judged by any law of it, and {counts['unread']} have "
            f"letters without a meaning; this is the first of those.{read}",
            name="not judged",
            guess="Name a notation, or let `derive notation draft` begin one." if own_words else "",
        )


def _exact(agreeing: Iterable[tuple[Holder, Verdict]]) -> int:
    """How many prints are exactly a law, as far as a few hundred of them are asked."""
    known: dict[tuple[int, Pair], bool] = {}
    exact = 0
    for holder, verdict in agreeing:
        key = (id(holder), verdict.pair)
        if key not in known:
            known[key] = (
                len(known) < MOST_ASKED
                and verdict.entry is not None
                and is_exact(holder, verdict.entry, verdict.pair)
            )
        exact += known[key]
    return exact


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
