"""The models and accelerators of a registry by their names, and the letters of their shapes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from derive.entries.phrase_words import words_of
from derive.frozen import Record

from ..texts.phrases import kinds_of

if TYPE_CHECKING:
    from derive.entries.vocabulary import Vocabulary

LONGEST_TITLE = 4
"""A title of more words describes a thing, and names none."""
_SIZE_BEHIND = r"(?!\w|\.\d|[-\s~]*\d+(?:\.\d+)?\s?[BM]\b)"
# Models are called by rounded counts of weights and tokens.
_ROUNDED = frozenset(("Psi", "Psi_act", "D"))
# Words of a heading that make no other thing of what it names: no "frozen", "kept" or "on a GPU".
_BESIDE = frozenset(
    "stream inner visit visited carry carrie transformer model network query total hidden".split()
)


class Known(Record, eq=False):
    """A model or an accelerator of the catalogue: its figures by letter, and what misleads."""

    id: str
    title: str
    source: str
    # What a model is, by letter, in whole numbers.
    shape: Mapping[str, float]
    # The peaks of an accelerator that its maker quotes with sparsity, by precision, in FLOP/s,
    # with the dense ones.
    sparse: Mapping[str, tuple[float, float]]


class Catalogue:
    """The models and accelerators of a registry by their names, and its letters by their words."""

    def __init__(self, registry: Vocabulary) -> None:
        self.units = registry.units
        self.known: dict[str, Known] = {}
        names = set[str]()
        for row in registry.catalog:
            thing = self._thing(row) if row["shelf"] in {"model", "gpu"} else None
            for name in (row["id"], row["title"], *row["aliases"]):
                # A family's name, and a description, name no single model.
                is_one = re.search(r"[a-z].*\d", name.casefold()) is not None
                if thing and is_one and len(name.split()) <= LONGEST_TITLE:
                    self.known.setdefault(_folded(name), thing)
                    names.add(_spelled(name))
        longest_first = "|".join(sorted(names, key=lambda name: (-len(name), name)))
        self.pattern = re.compile(
            rf"(?<![\w.-])(?:{longest_first or '(?!)'}){_SIZE_BEHIND}",
            re.IGNORECASE,
        )
        shapes = {letter for thing in self.known.values() for letter in thing.shape}
        self.counts = {letter: registry.symbols[letter].unit for letter in shapes}
        self.meanings = {letter: registry.symbols[letter].meaning for letter in shapes}
        # What letters are called, and whether that is of each of something.
        self.phrases = [
            (letter, frozenset(word for word in words if word[0] != "#"), "#per" in words)
            for letter, words, _ in registry.phrases if letter in shapes
        ]  # fmt: skip
        self.widths = frozenset(letter for letter, words, _ in self.phrases if "width" in words)

    def _thing(self, row: Mapping[str, Any]) -> Known:
        shape = {
            name: float(value) for name, value, *_, usual in row["figures"]
            if not usual and name not in _ROUNDED and value.isdigit()
        }  # fmt: skip
        sparse = dict[str, tuple[float, float]]()
        for quoted, peak in row["quoted"].items():
            precision, _, how = quoted.partition(", ")
            dense = {value for _, value, *_ in row["choices"].get(precision, ())}
            if how == "sparse" and len(dense) == 1:
                sparse[precision] = self._rate(peak), self._rate(*dense)
        return Known(row["id"], row["title"], row["source"], shape, sparse)

    def _rate(self, text: str) -> float:
        number, _, unit = text.partition(" ")
        return float(number) * float(self.units.unit(unit).factor)

    def named(self, text: str) -> list[tuple[int, int, Known]]:
        """The things that a text names, with their places."""
        return [
            (name.start(), name.end(), thing) for name in self.pattern.finditer(text)
            # What is quoted as code tells nothing.
            if (thing := self.known.get(_folded(name.group()))) is not None
            and text.count("`", 0, name.start()) % 2 == 0
        ]  # fmt: skip

    def letters_of(self, phrase: str, *, counted: bool) -> frozenset[str]:
        """The letters of a shape that words may be of; of what is counted, those counted so."""
        words = frozenset(word for word in words_of(phrase) if word[0] != "#")
        if not words:
            return frozenset()
        if counted:
            return frozenset(
                letter for letter, known, _ in self.phrases
                if self.counts[letter] in words and words <= known
            )  # fmt: skip
        return frozenset(letter for letter, known, _ in self.phrases if known == words)

    def headed(self, heading: str) -> frozenset[str]:
        """The letters of a shape whose name a heading holds, the longest one: "inner width of"."""
        kinds, every = kinds_of(heading), words_of(heading)
        if kinds and "amount" not in kinds:
            return frozenset()
        words = frozenset(word for word in every if word[0] != "#")
        names = {
            letter: len(known) for letter, known, of_each in self.phrases
            if known and known <= words <= known | _BESIDE and (of_each or "#per" not in every)
        }  # fmt: skip
        if not names:
            return self.letters_of(heading, counted=True) or self.letters_of(heading, counted=False)
        longest = max(names.values())
        return frozenset(letter for letter, length in names.items() if length == longest)


@lru_cache(maxsize=4)
def catalogue_of(registry: Vocabulary) -> Catalogue:
    """The catalogue of a registry, made once."""
    return Catalogue(registry)


def _folded(name: str) -> str:
    """A name however it is spelled: "Llama-2-70B", "Llama 2 70B"."""
    return re.sub(r"[-\s_~]+", "", name).casefold()


def _spelled(name: str) -> str:
    """The pattern of a name; its words and numbers may stand apart, or not."""
    parts = re.findall(r"[a-z]+|[\d.]+|[^\s\w-]", name.casefold())
    return r"[-\s_~]*".join(map(re.escape, parts))
