"""A law searched by typing it: ``6 N D``, ``6ND``, ``(p-1)/m``, in any book's letters."""

from __future__ import annotations

import re

from .words import LITTLE, folded, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

TOKEN = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*|[0-9]+(?:\.[0-9]+)?|[-+/^=()<>,]")
RELATIONS = {"≥": ">", "≤": "<", ">=": ">", "<=": "<", "==": "="}
COMMAND = re.compile(r"\\(?:math\w+|text|operatorname)\b")
FUNCTIONS = frozenset({"sqrt", "log", "exp", "max", "min", "ceil", "floor"})

TIMES = re.compile(r"\S *[*×] *\S")
FACTOR = re.compile(r"[-+*/×=^(),]")
BESIDE = re.compile(r"[A-Za-z][A-Za-z-]{2,}[,:?]?")
"""A word that somebody types beside a law, to say what he means: ``(p-1)/m bubble``."""

WHOLE, SAME_PARTS, PART = 1000, 800, 150
"""What it counts that a whole side was typed, its parts in another order, or a stretch of it."""
SHAPE, AGREES, LEAST_SHAPE = 240, 60, 3
"""The same, if a side has that shape in other letters; each letter that agrees; the least signs."""
LEAST_SPOKEN = 600
"""The same of a law in words, of a thousand, below which its factors agree by accident."""


def law_tokens(text: str) -> list[str]:
    """Letters, numbers and signs of a law; products are written without a sign."""
    for typed, sign in RELATIONS.items():
        text = text.replace(typed, sign)
    plain = folded(COMMAND.sub("", text.replace("**", "^")))
    return TOKEN.findall(
        plain.replace("*", " ").replace("·", " ").replace("{", "").replace("}", "")
    )


def spelled(name: str) -> str:
    """One letter of a law as it is compared: ``N_{\\mathrm{dp}}`` is ``n_dp``."""
    return "".join(law_tokens(COMMAND.sub("", name).replace("\\", "")))


def typed_law(query: str, letters: Iterable[str]) -> list[str]:
    """The tokens of a query that may be a part of a law; empty where it cannot be one.

    Letters that nobody spells so are single letters written side by side: ``6ND``.
    """
    known = FUNCTIONS.union(letters)
    found: list[str] = []
    for token in law_tokens(query.replace("\\", "")):
        if token[0].isalpha() and token not in known:
            if len(token) > 6 or "_" in token:
                return []
            found += token
        else:
            found.append(token)
    return found if len(found) > 2 and any(token[0].isalpha() for token in found) else []


def without_words(query: str) -> str:
    """A query without the words before and after the law in it."""
    parts = query.split()
    law = [at for at, part in enumerate(parts) if not BESIDE.fullmatch(part)]
    return " ".join(parts[law[0] : law[-1] + 1]) if law else ""


def spoken_factors(query: str) -> list[list[str]]:
    """The factors of a law that is typed in words, each as words; empty where it is not one.

    Only a sign of multiplication tells a law from a phrase: ``6 * params * tokens`` is one,
    ``400 GB/s`` and ``h100 + infiniband`` are not.
    """
    if not TIMES.search(query):
        return []
    factors = [words(part) for part in FACTOR.split(query)]
    telling = [[word for word in factor if word not in LITTLE] for factor in factors]
    return [factor for factor in telling if factor] if sum(map(bool, telling)) > 2 else []


def spoken_likeness(fitting: Sequence[frozenset[str]], law: list[str]) -> int:
    """How much the factors say about a law, by the tokens that each of them may mean.

    Each factor takes one token; what either has alone counts against it.
    """
    right = _sides(law)[1] if _sides(law) else law
    left_over = [token for token in dict.fromkeys(right) if token[0].isalnum()]
    most = max(len(fitting), len(left_over))
    met = 0
    for meant in sorted(fitting, key=len):
        token = next((token for token in left_over if token in meant), None)
        if token is not None:
            left_over.remove(token)
            met += 1
    share = WHOLE * met // most
    return share if share >= LEAST_SPOKEN else 0


def likeness(typed: list[str], law: list[str], spellings: Mapping[str, frozenset[str]]) -> int:
    """How much a typed part says about a law: nothing unless every token of it is there."""
    sides = [law, *_sides(law)]
    for side in sides:
        if len(side) == len(typed) and _same(typed, side, spellings):
            return WHOLE
    if any(_same_parts(typed, side, spellings) for side in sides):
        return SAME_PARTS
    places = range(len(law) - len(typed) + 1)
    if any(_same(typed, law[at : at + len(typed)], spellings) for at in places):
        return PART + 300 * len(typed) // len(law)
    return max((_shape(typed, side, spellings) for side in _sides(law)), default=0)


def _sides(law: list[str]) -> list[list[str]]:
    for at, sign in enumerate(law):
        if sign in RELATIONS.values():
            return [law[:at], law[at + 1 :]]
    return []


def _same(typed: list[str], part: list[str], spellings: Mapping[str, frozenset[str]]) -> bool:
    return all(
        mine == theirs or mine in spellings.get(theirs, ())
        for mine, theirs in zip(typed, part, strict=True)
    )


def _shape(typed: list[str], side: list[str], spellings: Mapping[str, frozenset[str]]) -> int:
    """How much it says that both have the same numbers and signs, and letters as often.

    Other books use other letters and another order: ``1/(1-f+f/N)`` is Amdahl's
    ``1 / (f_ser + (1 - f_ser) / N)``. One letter at least has to agree.
    """
    if _signature(typed) != _signature(side) or len(_signature(typed)[0]) < LEAST_SHAPE:
        return 0
    letters = {token for token in side if token[0].isalpha()}
    agree = sum(
        any(_same([one], [x], spellings) for x in letters) for one in set(typed) if one[0].isalpha()
    )
    return SHAPE + AGREES * agree if agree else 0


def _signature(tokens: list[str]) -> tuple[list[str], list[int]]:
    """Numbers and signs, and how often each letter occurs; brackets follow from the order."""
    letters = [token for token in tokens if token[0].isalpha()]
    others = sorted(sign for sign in tokens if not sign[0].isalpha() and sign not in "()")
    return others, sorted(map(letters.count, set(letters)))


def _same_parts(typed: list[str], side: list[str], spellings: Mapping[str, frozenset[str]]) -> bool:
    """Whether both hold the same letters and numbers, in whatever order."""
    mine = [token for token in typed if token[0].isalnum()]
    theirs = [token for token in side if token[0].isalnum()]
    if len(mine) != len(theirs) or len(mine) < 3 or len(typed) != len(side):
        return False
    for token in [one for one in mine if one in theirs]:
        if token in theirs:
            theirs.remove(token)
            mine.remove(token)
    for token in mine:
        at = next((i for i, x in enumerate(theirs) if _same([token], [x], spellings)), -1)
        if at < 0:
            return False
        del theirs[at]
    return True
