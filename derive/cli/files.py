"""Files that a question names: the reader of runs reads them, a search takes them as entries."""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction
from pathlib import Path

from ..entries.knowledge import Knowledge
from ..entries.laws import Entry, Figure
from ..records.domains import SHELVES
from ..runs.composition import Composition, composition
from ..runs.facts import ASSUMED, Facts
from ..runs.readers import read_file
from .naming import is_file
from .outputs import plain

MOST_BELOW = 10**9
"""The largest denominator of a figure: a share of experts, or a quarter of a byte."""


def entries_of(options: argparse.Namespace, knowledge: Knowledge) -> tuple[Entry, ...]:
    """What the files of a question say, each an entry beside those of the catalogue."""
    files = [name for shelf in SHELVES for name in getattr(options, shelf) if is_file(name)]
    composed = composition(options.package)
    read = [read_file(Path(name)) for name in [*files, *options.config]]
    if unused := [key for facts in read for key in facts.unused]:
        print(f"derive: not used: {', '.join(map(plain, unused))}", file=sys.stderr)
    return tuple(_entry(knowledge, composed, facts) for facts in read)


def _entry(knowledge: Knowledge, composed: Composition, facts: Facts) -> Entry:
    """Facts as an entry: figures in the letters' own units, choices as the laws call them."""
    settled = dict(composed.in_laws(*one) for one in facts.choices.items())
    known = {
        name: one
        for name, one in settled.items()
        if name in knowledge.choices and one in knowledge.choices[name].alternatives
    }
    figures = tuple(
        Figure(name, _own(value, knowledge.unit(name).factor), usual=_is_usual(facts, name))
        for name, value in facts.letters.items()
    )
    return Entry(facts.origin, "model", facts.origin, "", (), facts.origin, figures, {}, {}, known)


def _is_usual(facts: Facts, name: str) -> bool:
    return facts.place(name).startswith(ASSUMED)


def _own(value: float, factor: Fraction) -> str:
    """A value in base units as the text of one in its letter's own unit."""
    return str((Fraction(value) / factor).limit_denominator(MOST_BELOW))
