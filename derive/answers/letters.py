"""A letter of a formula by what people call it: ``tokens_per_second``, ``hidden_size``."""

from __future__ import annotations

from ..errors import UnknownName
from ..names import but_for_case
from ..search.words import LITTLE, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..entries.knowledge import Knowledge
    from ..records.domains import SymbolNote

__all__ = ["letter_asked", "letter_called"]

MOST_GUESSES = 3


def letter_asked(knowledge: Knowledge, name: str) -> SymbolNote:
    """A letter by any of its names or by what people call it; raises ``UnknownName``.

    The guess speaks of meanings before spellings: whoever types ``cost`` has no slip of the pen.
    """
    try:
        return knowledge.symbol(name)
    except UnknownName as unknown:
        every = knowledge.index["symbols"]
        called = but_for_case(name, every) or letter_called(knowledge, name, every)
        if called is not None:
            return knowledge.symbols[called]
        raise UnknownName("symbol", name, _meant(knowledge, name) or unknown.guesses) from None


def _meant(knowledge: Knowledge, name: str) -> tuple[str, ...]:
    """The letters whose meaning holds all the words of a name, the briefest first."""
    wanted = _telling(name)
    called = knowledge.row("letters")
    sizes = {
        letter: min(sizes)
        for letter, names in called.items()
        if (sizes := [len(said) for other in names if wanted <= (said := _telling(other))])
    }
    return tuple(sorted(sizes, key=sizes.__getitem__)[:MOST_GUESSES] if wanted else ())


def letter_called(knowledge: Knowledge, name: str, among: Iterable[str]) -> str | None:
    """The one letter with exactly these words as its meaning, or as its name in the glossary.

    Two letters that answer are none: whoever asks must say which.
    """
    wanted = _telling(name)
    called = knowledge.row("letters")
    answering = {
        letter
        for letter in among
        if any(wanted == _telling(other) for other in called.get(letter, ()))
    }
    return answering.pop() if wanted and len(answering) == 1 else None


def _telling(name: str) -> frozenset[str]:
    return frozenset(words(name)) - LITTLE
