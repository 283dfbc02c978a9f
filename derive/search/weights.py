"""What counts how much in the ranking, and the tables that the browser's ranking shares."""

from __future__ import annotations

import re

from ..names import GREEK
from .words import ENDINGS, LITTLE, SAID, VERBS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

EXACT, BEGINS, LONGER, SLIP = 10, 8, 7, 7
"""How well two words agree: equal, a beginning typed, an ending typed too much, a typing error."""

IN_PROSE = 4
"""The share of ten that a word counts where the prose of a record has it, not its name."""

INHERITED = (10, 8, 6)
"""The share of ten that the name of a term counts for the formulas that it lists, in turn."""
LEAST_INHERITED = 5

COMMON = ((2, 10), (8, 8), (25, 6), (80, 4), (200, 3))
"""What a word weighs by the number of records that have it, at most."""

ASKS = frozenset("how what which can may when why will is are do does should".split())

KINDS = {
    "formula": 90,
    "term": 40,
    "symbol": 20,
    "entry": 20,
    "page": -150,
    "source": -120,
    "notation": -150,
    "errata": -180,
}
"""What is wanted more often, of two records that answer equally well."""

ASKED, MAYBE_ASKED, NOT_ASKED = 200, 150, -200
"""What counts for a question, if the query asks, says an amount without asking, or does neither."""

SURE = 600
"""What a question must agree by to gain all that; what agrees less gains its share. Where a law is
typed, its letters are no words: names that agree less count half."""

AMOUNT = 3
"""What a word of an amount weighs for a question or a machine; it tells one from another."""

CARD = re.compile(r"(?<![a-z0-9])(?:gb|h|a|b|v|mi)[1-9]00(?![0-9])")
"""An accelerator by its short name: whoever asks how many of it asks for GPUs."""

SPELLED = "|".join(sorted(set(GREEK.values())))
LETTER_IN = re.compile(rf"(?:^|\s)(?:[a-z](?:_\w+)?|{SPELLED})\s+in\s")
"""A letter in a document: whoever asks what it is there asks for the list of its letters."""

LETTER = 250
"""What it counts that the query is a letter exactly as it is written."""

MOST_WORDS = 24
LEAST, WEAK = 120, 30
"""Below this share of a thousand, what agrees is an accident. Less is taken where few agree
more with a sentence, or with words that are all known."""

FEW = 3
"""Answers below which those that agree less follow them."""

SENTENCE = 4
"""Words that say something, from which a query is a sentence: no name has them all."""

HUMPED = re.compile(r"[A-Za-z]*[a-z][A-Z][a-z][A-Za-z]*")
HUMP = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
"""Words of a program that are written together: ncclAllReduce."""


def tables() -> dict[str, Any]:
    """What the browser's ranking has to know as this one does, as plain data."""
    return {
        "greek": GREEK,
        "little": sorted(LITTLE),
        "asks": sorted(ASKS),
        "endings": ENDINGS,
        "verbs": VERBS,
        "kinds": KINDS,
        "common": COMMON,
        "letter": LETTER_IN.pattern,
        "said": [(written.pattern, meant) for written, meant in SAID],
    }
