"""Files that a question names: the reader of runs reads them, a search takes them as entries."""

from __future__ import annotations

import os.path

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from fractions import Fraction

    from ..entries.knowledge import Knowledge
    from ..entries.laws import Entry
    from ..runs.composition import Composition
    from ..runs.facts import Facts

ENDINGS = (".json", ".toml", ".yaml", ".yml", ".sh", ".txt", ".args")
MOST_BELOW = 10**9
"""The largest denominator of a figure: a share of experts, or a quarter of a byte."""


def is_file(name: str) -> bool:
    """Whether a name is that of a file or folder, and none of the catalogue or of a hub."""
    if name.endswith(ENDINGS) or "\\" in name or name.startswith((".", "/", "~")):
        return True
    return "/" in name and os.path.exists(name)  # noqa: PTH110  pathlib takes longer to import than this


def entries_of(options: argparse.Namespace, knowledge: Knowledge) -> tuple[Entry, ...]:
    """What the files of a question say, each an entry beside those of the catalogue."""
    # Few questions name a file: the others need not pay for the reader of runs.
    import sys
    from pathlib import Path

    from ..records.domains import SHELVES
    from ..runs.composition import composition
    from ..runs.readers import read_file
    from .outputs import plain

    files = [name for shelf in SHELVES for name in getattr(options, shelf) if is_file(name)]
    composed = composition(options.package)
    facts_of_files = [read_file(Path(name)) for name in [*files, *options.config]]
    if unused := [key for facts in facts_of_files for key in facts.unused]:
        print(f"derive: not used: {', '.join(map(plain, unused))}", file=sys.stderr)
    return tuple(_entry(knowledge, composed, facts) for facts in facts_of_files)


def _entry(knowledge: Knowledge, composed: Composition, facts: Facts) -> Entry:
    """Facts as an entry: figures in the letters' own units, choices as the laws call them."""
    from ..entries.laws import Entry, Figure
    from ..runs.facts import ASSUMED

    settled = dict(composed.in_laws(*choice) for choice in facts.choices.items())
    known = {
        name: alternative
        for name, alternative in settled.items()
        if name in knowledge.choices and alternative in knowledge.choices[name].alternatives
    }
    figures = tuple(
        Figure(
            name,
            _in_own_unit(value, knowledge.unit(name).factor),
            usual=facts.place(name).startswith(ASSUMED),
        )
        for name, value in facts.letters.items()
    )
    return Entry(facts.origin, "model", facts.origin, "", (), facts.origin, figures, {}, {}, known)


def _in_own_unit(value: float, factor: Fraction) -> str:
    """A value in base units as the text of one in its letter's own unit."""
    from fractions import Fraction

    return str((Fraction(value) / factor).limit_denominator(MOST_BELOW))
