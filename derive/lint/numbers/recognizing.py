"""Which of our symbols a phrase means: by its words, the rarer the more they say, and its unit."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from derive.entries.phrase_words import clause, words_of
from derive.frozen import Record
from derive.lazy import lazy_re
from derive.units import Unit

if TYPE_CHECKING:
    from derive.entries.vocabulary import Vocabulary

MOST_CANDIDATES = 8
# Documents repeat their phrases; a run over many books must not keep all that it ever read.
MOST_REMEMBERED = 20_000
CLEAR = ((0.8, 0.15), (0.6, 0.3))
"""How well a phrase must fit, and how far ahead of the next symbol, to be read without asking."""
SHORTENED, USUAL, OTHER_KIND = 0.5, 0.15, 0.4
_LIGHT_WEIGHT = 0.6
"""What a word weighs that says how a quantity is taken rather than of what."""
# What kind of quantity a phrase names; two phrases of different kinds are of two things.
_KINDS = frozenset(
    "#number size time memory exponent ratio share bandwidth latency price cost byte throughput "
    "probability degree energy loss rate utilization compute efficiency factor index interval "
    "variance norm".split()
)
# What stands behind these words says when, not what.
_CIRCUMSTANCE = lazy_re(
    r"\s(?:under|with|using|during|when|while|if|for|after|within)\s", re.IGNORECASE
)
HEADS = 0.9


class Guess(Record):
    """A symbol that a phrase may mean, and how well it fits; 1 where all words agree."""

    symbol: str
    score: float


class Recognizer:
    """The symbols of a registry by the words that people use for them."""

    def __init__(self, registry: Vocabulary) -> None:
        self.registry = registry
        self.phrases = registry.phrases
        counted = Counter(word for _, words, _ in self.phrases for word in words)
        total = len(self.phrases)
        # A word weighs by its inverse document frequency: what few symbols share says more.
        self.weights = {word: math.log(1 + total / times) for word, times in counted.items()}
        self.rarest = math.log(1 + total)
        self._having: dict[str, list[int]] = {}
        for place, (_, words, _) in enumerate(self.phrases):
            for word in words:
                self._having.setdefault(word, []).append(place)
        self._remembered: dict[tuple[frozenset[str], str], dict[str, float]] = {}
        times = registry.named
        most = max(times.values(), default=1)
        self.known = {name: math.log(1 + n) / math.log(1 + most) for name, n in times.items()}

    def weight(self, word: str) -> float:
        """How much a word says."""
        return _LIGHT_WEIGHT if word.startswith("#") else self.weights.get(word, self.rarest)

    def likeness(self, phrase: frozenset[str], theirs: frozenset[str]) -> float:
        """How much of two phrases is the same, by weight."""
        # The weighted Jaccard index of two sets of words.
        both = sum(map(self.weight, phrase & theirs))
        return both / sum(map(self.weight, phrase | theirs)) if both else 0.0

    def guesses(
        self, meaning: str, glyph: str = "", unit: Unit | None = None, *, without: str = ""
    ) -> list[Guess]:
        """The symbols that a phrase may mean, the best first.

        ``without`` leaves out what a document of this id taught.
        """
        best = dict(self._likeliest(words_of(meaning), without))
        head = _CIRCUMSTANCE.split(clause(meaning), maxsplit=1)[0]
        for symbol, score in self._likeliest(words_of(head), without).items():
            best[symbol] = max(best.get(symbol, 0.0), HEADS * score)
        own = self.registry.printed.get(glyph, frozenset())
        found = [
            Guess(symbol, round(self._rated(symbol, score, own, unit), 3))
            for symbol, score in best.items()
        ]
        return sorted(found, key=lambda guess: (-guess.score, guess.symbol))[:MOST_CANDIDATES]

    def _likeliest(self, phrase: frozenset[str], without: str) -> dict[str, float]:
        """How like its likest phrase each symbol is."""
        key = (phrase, without)
        if key not in self._remembered:
            if len(self._remembered) >= MOST_REMEMBERED:
                self._remembered.clear()
            self._remembered[key] = self._compared(phrase, without)
        return self._remembered[key]

    def _compared(self, phrase: frozenset[str], without: str) -> dict[str, float]:
        best: dict[str, float] = {}
        # Only phrases that share a word are like at all.
        near = sorted({place for word in phrase for place in self._having.get(word, ())})
        heavy = {word for word in phrase if not word.startswith("#")}
        for symbol, words, source in (self.phrases[place] for place in near):
            if source and source == without:
                continue
            score = self.likeness(phrase, words)
            if phrase & _KINDS and words & _KINDS and not phrase & words & _KINDS:
                score -= OTHER_KIND
            elif heavy and heavy <= words and not (words - phrase) & _KINDS:
                # Who leaves words out means what everybody speaks of.
                score += SHORTENED * (1 - score) * self.known.get(symbol, 0.0)
            if score > best.get(symbol, 0.2):
                best[symbol] = score
        return best

    def _rated(self, symbol: str, score: float, own: frozenset[str], unit: Unit | None) -> float:
        """A likeness, with what the letter and the unit say, and how often a symbol is used."""
        usual = USUAL * self.known.get(symbol, 0.0)
        return score + usual + 0.1 * (symbol in own) + self._fit(symbol, unit)

    def _fit(self, symbol: str, unit: Unit | None) -> float:
        """Whether a unit measures the same; hard dimensions must agree."""
        if unit is None:
            return 0.0
        same = dict(self.registry.unit(symbol).dimensions) == dict(unit.dimensions)
        return 0.05 if same else -0.6


def sure(guesses: Iterable[Guess]) -> str:
    """The symbol that fits clearly best; empty where none does.

    The worse a phrase fits, the farther behind all others must be.
    """
    some = list(guesses)
    if not some:
        return ""
    ahead = some[0].score - some[1].score if len(some) > 1 else some[0].score
    clear = any(some[0].score >= least and ahead >= margin for least, margin in CLEAR)
    return some[0].symbol if clear else ""


@lru_cache(maxsize=4)
def recognizer_of(registry: Vocabulary) -> Recognizer:
    """The recognizer of a registry, made once."""
    return Recognizer(registry)
