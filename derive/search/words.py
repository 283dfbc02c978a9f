"""Words as they are compared, laws as they are typed, and what counts how much in the ranking.

Case, accents, hyphens, plurals and endings are folded. A law is searched by typing it:
``6 N D``, ``6ND``, ``(p-1)/m``, in any book's letters. The browser has the same.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from itertools import pairwise

from ..names import GREEK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any, TypeAlias

    from .ranking import Record

    Tokens: TypeAlias = tuple[str, ...]


WORD = re.compile(r"[a-z]+|[0-9]+")
SAID = (
    (re.compile(r"(?<=[a-z])2(?=[a-z])"), " to "),  # all2all
    (re.compile(r"(?<=[a-z][0-9]00)s(?![a-z0-9])"), ""),  # h100s
    (re.compile(r"(?<=[cgnt]pu)s(?![a-z0-9])"), ""),  # GPUs: words on -us are no plurals
    (re.compile(r"(?<![a-z0-9_])ag(?![a-z0-9_])"), "all gather"),
    (re.compile(r"(?<![a-z0-9_])rs(?![a-z0-9_])"), "reduce scatter"),
    (re.compile(r"(?<![a-z0-9_])ib(?![a-z0-9_])"), "infiniband"),
    (re.compile(r"(?<![a-z0-9_])ssm(?![a-z0-9_])"), "state space model"),
    (re.compile(r"\$(?= *(?:/|per\b))"), " cost "),  # $/token
    (re.compile(r"\bvram\b"), "gpu memory"),
    (re.compile(r"\bfine-?tun(?:e|ed|ing)\b"), "fine tuning"),
    (re.compile(r"\blr\b"), "learning rate"),
    (re.compile(r"\bthru"), "through"),
    (re.compile(r"(?<![a-z])(?:biggest|max(?:imum|imal)?)(?![a-z])"), "largest"),
)
"""What people write for words, and the words."""
LONGEST = 200
"""Characters of a query that are read; nobody types more."""

VALUE = re.compile(r"(?<![a-z0-9.])[0-9][0-9.,]*(?:e[0-9]+|%|[a-z]{1,2}(?![a-z0-9]))")
"""An amount that somebody has: 70b, 80gb, 5 %. It tells one question from another, hardly a law."""

LITTLE = frozenset(
    "a across an and any are at bad be better big by calculate calculator can could do doe enough "
    "equation fast for formula from get go good had has have high how i if in into is it its large "
    "low many may me much my need of on or per save should slow so some take than that the then "
    "there they this to use using versu vs want was we were what when which why will with would "
    "you your".split()
)

ENDINGS = (("ies", 3, "y"), ("tches", 2, ""), ("nches", 2, ""), ("xes", 2, ""), ("sses", 2, ""))
"""Plurals that are more than an s: the ending, how much of it goes, what comes instead."""
VERBS = (("pute", "putation"), ("ize", "ization"))
"""Endings of verbs and of their nouns, which stand for both; of five letters or fewer, as size,
a word is no such verb. The noun is the longer: a slip in it is still recognized."""
KEPT = ("ss", "us", "is", "as")
"""Words on these are no plurals: loss, radius, axis, bias."""


def folded(text: str) -> str:
    """Lower case without accents; Greek letters by their names."""
    if text.isascii():
        return text.lower().replace("'", "")
    spelled = "".join(f" {GREEK[c]} " if c in GREEK else c for c in text)
    plain = unicodedata.normalize("NFKD", spelled)
    return "".join(c for c in plain if not unicodedata.combining(c)).lower().replace("'", "")


def words(text: str) -> list[str]:
    """The words of a text, letters apart from digits, each by its stem."""
    plain = folded(text)
    for written, meant in SAID:
        plain = written.sub(meant, plain)
    return [stem(word) for word in WORD.findall(plain)]


def different_words(text: str, names: Iterable[str] = ()) -> str:
    """The words of a prose that say something and do not stand in its names, once each."""
    known = {word for name in names for word in words(name)}
    return " ".join(sorted(set(words(text)) - known - LITTLE))


def joined(names: Iterable[list[str]]) -> dict[str, tuple[str, str]]:
    """Two neighbouring words of a name, by how they look when they are written as one."""
    parted: dict[str, tuple[str, str]] = {}
    for name in names:
        for first, second in pairwise(name):
            if len(first) > 1 < len(second) and first.isalpha() and second.isalpha():
                parted.setdefault(first + second, (first, second))
    return parted


def called_so(name: str, records: Iterable[Record], kind: str) -> list[str]:
    """The ids of the records of which a name is one, but for case, hyphens and plurals."""
    wanted = words(name[:LONGEST])
    return [
        one.id
        for one in records
        if one.kind == kind and any(words(known) == wanted for known in one.names)
    ]


@cache
def stem(word: str) -> str:
    """A word without the ending that a plural or a verb gives it."""
    for ending, least, put in ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word[:-least] + put
    if word.endswith("s") and len(word) > 3 and not word.endswith(KEPT):
        word = word[:-1]
    for ending, noun in VERBS:
        if word.endswith(ending) and len(word) > 5:
            return word.removesuffix(ending) + noun
    if word.endswith("ing") and len(word) > 6:
        return word[:-3]
    if word.endswith("ed") and len(word) > 5:
        return word[:-2]
    return word[:-3] if word.endswith("ism") and len(word) > 6 else word


def distance(first: str, second: str, most: int) -> int:
    """Letters typed wrong, left out, put in or swapped between two words; ``most + 1`` if more.

    Optimal string alignment: Damerau's four slips, no part edited twice.
    """
    if abs(len(first) - len(second)) > most:
        return most + 1
    before: list[int] = []
    last = list(range(len(second) + 1))
    for row, here in enumerate(first, 1):
        now = [row]
        for column, there in enumerate(second, 1):
            cost = min(last[column] + 1, now[-1] + 1, last[column - 1] + (here != there))
            if row > 1 < column and here == second[column - 2] and first[row - 2] == there:
                cost = min(cost, before[column - 2] + 1)
            now.append(cost)
        if min(now) > most:
            return most + 1
        before, last = last, now
    return min(last[-1], most + 1)


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


# --- laws as they are typed -------------------------------------------------------


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


def spoken_likeness(fitting: Sequence[frozenset[str]], law: Tokens) -> int:
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


def likeness(typed: Tokens, law: Tokens, spellings: Mapping[str, frozenset[str]]) -> int:
    """How much a typed part says about a law: nothing unless every token of it is there."""
    sides = [law, *_sides(law)]
    for side in sides:
        if len(side) == len(typed) and _same(typed, side, spellings):
            return WHOLE
    if any(_same_parts(typed, side, spellings) for side in sides):
        return SAME_PARTS
    # Hardly any part of a law begins as what was typed: the others cost one look.
    begins = (
        at for at, token in enumerate(law[: max(len(law) - len(typed) + 1, 0)])
        if token == typed[0] or typed[0] in spellings.get(token, ())
    )  # fmt: skip
    if any(_same(typed, law[at : at + len(typed)], spellings) for at in begins):
        return PART + 300 * len(typed) // len(law)
    return max((_shape(typed, side, spellings) for side in _sides(law)), default=0)


@lru_cache(maxsize=4096)
def _sides(law: Tokens) -> list[Tokens]:
    for at, sign in enumerate(law):
        if sign in RELATIONS.values():
            return [law[:at], law[at + 1 :]]
    return []


def _same(
    typed: Sequence[str], part: Sequence[str], spellings: Mapping[str, frozenset[str]]
) -> bool:
    return all(
        mine == theirs or mine in spellings.get(theirs, ())
        for mine, theirs in zip(typed, part, strict=True)
    )


def _shape(typed: Tokens, side: Tokens, spellings: Mapping[str, frozenset[str]]) -> int:
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


@lru_cache(maxsize=4096)
def _signature(tokens: Tokens) -> tuple[list[str], list[int]]:
    """Numbers and signs, and how often each letter occurs; brackets follow from the order."""
    letters = [token for token in tokens if token[0].isalpha()]
    others = sorted(sign for sign in tokens if not sign[0].isalpha() and sign not in "()")
    return others, sorted(map(letters.count, set(letters)))


def _same_parts(typed: Tokens, side: Tokens, spellings: Mapping[str, frozenset[str]]) -> bool:
    """Whether both hold the same letters and numbers, in whatever order."""
    if len(typed) != len(side):
        return False
    mine = [token for token in typed if token[0].isalnum()]
    theirs = [token for token in side if token[0].isalnum()]
    if len(mine) != len(theirs) or len(mine) < 3:
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
