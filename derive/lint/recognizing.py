"""Which of our symbols a phrase means: by its words, the rarer the more they say, and its unit."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from derive.frozen import Record
from derive.notation import normal_form
from derive.notation.reading import key_of
from derive.units import Unit

from .patterns import lazy_re
from .phrases import SAME_WORDS, clause, singular

if TYPE_CHECKING:
    from derive.entries.vocabulary import Vocabulary

MOST_CANDIDATES = 8
# Documents repeat their phrases; a run over many books must not keep all that it ever read.
MOST_REMEMBERED = 20_000
CLEAR = ((0.8, 0.15), (0.6, 0.3))
"""How well a phrase must fit, and how far ahead of the next symbol, to be read without asking."""
SHORTENED, USUAL, OTHER_KIND = 0.5, 0.15, 0.4
_STOP = frozenset(
    "a an the of in for on to by with from at as our its is are be and or that this all given used "
    "denote denotes represents stands means symbol value s each every it we which any one".split()
)
# Words that say how a quantity is taken rather than of what; they part meanings, but weigh little.
_LIGHT = {
    **dict.fromkeys("number numbers count counts total amount".split(), "number"),
    **dict.fromkeys("mean average".split(), "mean"),
    **dict.fromkeys("overall whole entire".split(), "whole"),
    **dict.fromkeys("training run".split(), "training"),
    "per": "per",
}
_LIGHT_WEIGHT = 0.6
_ALIKE = {
    **dict.fromkeys("checkpoint checkpoints snapshots checkpointing".split(), ("snapshot",)),
    **dict.fromkeys("interval period spacing".split(), ("time", "between")),
    **dict.fromkeys("duration runtime".split(), ("time",)),
    **dict.fromkeys("maximum max largest highest".split(), ("peak",)),
    **dict.fromkeys("min lowest smallest last".split(), ("minimum",)),
    **dict.fromkeys("final".split(), ("minimum",)),
    **dict.fromkeys("optimal optimum ideal".split(), ("best",)),
    **dict.fromkeys("utilisation".split(), ("utilization",)),
    **dict.fromkeys("expense spending".split(), ("cost",)),
    **dict.fromkeys("fraction".split(), ("share",)),
    **dict.fromkeys("group communicator".split(), ("collective",)),
}
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
_MEASURED = lazy_re(
    r",?\s*\b(?:measured\s+|counted\s+)?in\s+(?:bytes?|bits?|seconds?|tokens?|[GMKTP]?i?B|FLOPs?|ms|"
    r"sequences?|samples?|hours?|units?|USD|dollars?)(?:\s*(?:/|per)\s*\w+)?\s*$",
    re.IGNORECASE,
)


class Guess(Record):
    """A symbol that a phrase may mean, and how well it fits; 1 where all words agree."""

    symbol: str
    score: float


@lru_cache(maxsize=16384)
def words_of(phrase: str) -> frozenset[str]:
    """The words that carry a phrase, one for all that tables use for one thing."""
    plain = _MEASURED.sub("", clause(phrase)).casefold()
    plain = re.sub(r"\b(data|tensor|pipeline|expert|context)[ -]parallel(?:ism)?\b", r"\1-parallel",
                   plain)  # fmt: skip
    plain = re.sub(r"\bkey[ -/](?:and )?value\b|\bkv\b", "key-value", plain)
    plain = re.sub(r"\bmicro batch", "micro-batch", plain)
    words = []
    for word in re.findall(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", plain):
        if word in _STOP:
            continue
        if word in _LIGHT:
            words.append("#" + _LIGHT[word])
        elif word in _ALIKE:
            words.extend(_ALIKE[word])
        else:
            words.append(SAME_WORDS.get(word, singular(word)))
    return frozenset(words)


class Recognizer:
    """The symbols of a registry by the words that people use for them."""

    def __init__(self, registry: Vocabulary) -> None:
        self.registry = registry
        self.phrases = tuple(self._phrases())
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
        times = Counter(self._mentions())
        most = max(times.values(), default=1)
        self.known = {name: math.log(1 + n) / math.log(1 + most) for name, n in times.items()}

    def _mentions(self) -> Iterator[str]:
        """Our symbols as documents and published numbers speak of them."""
        for notation in self.registry.notations.values():
            for rows in notation.rows.values():
                yield from (row.means for row in rows if isinstance(row.means, str) and row.means)
        for case in self.registry.cases:
            yield from (letter for letter, _ in case)

    def _phrases(self) -> Iterator[tuple[str, frozenset[str], str]]:
        """Symbol, words, and the document whose words they are; empty for our own."""
        for note in self.registry.symbols.values():
            for name in (note.meaning, *note.aliases):
                words = words_of(name)
                if words:
                    yield note.id, words, ""
        for notation in self.registry.notations.values():
            for rows in notation.rows.values():
                for row in rows:
                    if isinstance(row.means, str) and row.means in self.registry.symbols:
                        words = words_of(row.says)
                        if words and row.kind == "quantity" and not row.others:
                            yield row.means, words, notation.id

    @cached_property
    def printed(self) -> dict[str, frozenset[str]]:
        """For each glyph, the symbols that we or other documents write so."""
        symbols: dict[str, set[str]] = {}
        for note in self.registry.symbols.values():
            for glyph in {normal_form(note.latex), note.id}:
                symbols.setdefault(glyph, set()).add(note.id)
        for notation in self.registry.notations.values():
            for rows in notation.rows.values():
                for row in rows:
                    if isinstance(row.means, str) and row.means:
                        symbols.setdefault(key_of(row.glyph), set()).add(row.means)
        return {glyph: frozenset(ids) for glyph, ids in symbols.items()}

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
        own = self.printed.get(glyph, frozenset())
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
