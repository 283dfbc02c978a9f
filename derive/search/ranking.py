"""The ranking: how well the names of a record answer to the words that were typed.

Pages of prose are rows of the index, too: each page, and each question that it answers.
Whole numbers only, so that the browser, which runs the same steps, comes to
the same order.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect

from ..frozen import Record as Row
from .words import (
    AMOUNT,
    ASKED,
    ASKS,
    BEGINS,
    CARD,
    COMMON,
    EXACT,
    FEW,
    HUMP,
    HUMPED,
    IN_PROSE,
    INHERITED,
    KINDS,
    LEAST,
    LEAST_INHERITED,
    LETTER,
    LETTER_IN,
    LITTLE,
    LONGER,
    LONGEST,
    MAYBE_ASKED,
    MOST_WORDS,
    NOT_ASKED,
    SENTENCE,
    SLIP,
    SURE,
    VALUE,
    WEAK,
    different_words,
    distance,
    folded,
    joined,
    law_tokens,
    likeness,
    spelled,
    spoken_factors,
    spoken_likeness,
    typed_law,
    without_words,
    words,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any, TypeAlias

    Meanings: TypeAlias = dict[str, list[tuple[int, int]]]


NO_GUIDES = frozenset({"generated", "decisions"})
"""Folders of documents that are pages of records, or notes for those who change the engine."""

FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
FIELD = re.compile(r"^(title|description): *(.+)$", re.MULTILINE)
HEADING = re.compile(r"^(#+) +(.*?)(?: *\{:.*\})?$", re.MULTILINE)
LISTING = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
MARK = re.compile(r"<[^>]*>|\]\([^)]*\)|[*`\[]")
QUESTION = re.compile(r"^\*\*(?:\d+\. )?((?:(?!\*\*).)+\?)\*\*", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (derive (?:.*\\\n)*.*)$", re.MULTILINE)


def guide_rows(pages: Mapping[str, str]) -> Iterator[list[object]]:
    """The rows of pages by their file below the folder of documents, and of their questions."""
    for file in sorted(pages):
        if file.endswith(".md") and file != "index.md" and file.partition("/")[0] not in NO_GUIDES:
            yield _page(file, pages[file])
            yield from _questions(file, pages[file])


def _page(file: str, text: str) -> list[object]:
    front = FRONT.match(text)
    said = dict(FIELD.findall(front[1])) if front else {}
    body = MARK.sub(" ", LISTING.sub(" ", text[front.end() :] if front else text))
    headings = [(len(marks), title.strip()) for marks, title in HEADING.findall(body)]
    first = next((title for level, title in headings if level == 1), file)
    title = said.get("title", "") or first
    below = [heading for level, heading in headings if level > 1]
    # Whoever has seen the address, or the menu, asks by its words.
    file_words = file.removesuffix(".md").rpartition("/")[2].replace("-", " ")
    more, names = said.get("description", ""), list(dict.fromkeys([title, file_words, *below]))
    return ["page", file.removesuffix(".md"), title, more, names, different_words(more, names)]


def _questions(file: str, text: str) -> Iterator[list[object]]:
    """Each question in bold, with the heading above it and the first command below it."""
    asked = list(QUESTION.finditer(text))
    ends = [*(one.start() for one in asked[1:]), len(text)]
    for here, end in zip(asked, ends, strict=False):
        part = text[here.end() : end]
        command = COMMAND.search(part)
        above = [title for _, title in HEADING.findall(LISTING.sub(" ", text[: here.start()]))]
        place = f"{file.removesuffix('.md')}#{_anchor(above[-1]) if above else ''}"
        question = " ".join(MARK.sub("", here[1]).split())
        said = command[1] if command else ""
        yield ["question", place, question, said, [question], different_words(said)]


def _anchor(heading: str) -> str:
    """The part of an address that Python-Markdown gives a heading."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())


# --- the ranking ------------------------------------------------------------------


class Record(Row):
    """One thing that can be found.

    ``names`` are what people call it, the title among them; ``words`` the
    stems of its prose; ``law`` the law of a formula as text; ``prior`` how often it is
    wanted; ``formulas`` those that a term lists.
    """

    kind: str
    id: str
    title: str
    more: str
    names: tuple[str, ...]
    words: str
    law: str = ""
    prior: int = 0
    formulas: Sequence[str] = ()

    def __repr__(self) -> str:
        return f"<{self.kind} {self.id}: {self.title}>"


class Index:
    """The records with what is computed of them once."""

    def __init__(self, rows: Sequence[Sequence[Any]]) -> None:
        self.records = [Record(*row) for row in rows]
        own = [[words(name) for name in record.names] for record in self.records]
        self._joined = joined(name for names in own for name in names)
        inherited = self._inherited(own)
        self._names: list[list[tuple[list[str], int]]] = []
        self._prose: list[frozenset[str]] = []
        self._where: dict[str, set[int]] = {}
        for number, record in enumerate(self.records):
            names = [(self._split(name), 10) for name in own[number]]
            names += inherited.get(record.id, []) if record.kind == "formula" else []
            prose = frozenset(self._split(record.words.split()))
            self._names.append(names)
            self._prose.append(prose)
            for word in prose.union(*(name for name, _ in names)):
                self._where.setdefault(word, set()).add(number)
        self._in_order = sorted(self._where)
        entries = (record for record in self.records if record.kind == "entry")
        self._entries = {word for entry in entries for word in words(entry.id)}
        self._spellings: dict[str, frozenset[str]] = {}
        self._known_laws: dict[int, tuple[str, ...]] | None = None

    def _inherited(self, own: list[list[list[str]]]) -> dict[str, list[tuple[list[str], int]]]:
        """The names that formulas have from the terms that list them."""
        found: dict[str, list[tuple[list[str], int]]] = {}
        for record, names in zip(self.records, own, strict=True):
            for place, formula in enumerate(record.formulas):
                share = INHERITED[place] if place < len(INHERITED) else LEAST_INHERITED
                some = found.setdefault(formula, [])
                some += [(self._split(name), share) for name in names]
        return found

    def _split(self, name: list[str]) -> list[str]:
        """Words of which some name has the parts apart, parted: allreduce, all reduce."""
        return [part for word in name for part in self._joined.get(word, (word,))]

    # --- a query ------------------------------------------------------------------

    def search(self, query: str, most: int = 0) -> list[Record]:
        """What a query finds, best first."""
        found = [self.records[number] for _, number in self.ranked(query)]
        return found[:most] if most else found

    def ranked(self, query: str) -> list[tuple[int, int]]:
        """Score and number of every record that answers, best first."""
        query = query[:LONGEST].strip()
        plain = folded(query)
        amounts = {word for found in VALUE.findall(plain) for word in words(found)}
        asks = query.endswith("?") or any(word in ASKS for word in plain.split()[:1])
        asked = ASKED if asks else MAYBE_ASKED if amounts else NOT_ASKED
        meant = ["gpu"] if asked > 0 and CARD.search(plain) else []
        meant += ["letter"] if LETTER_IN.search(plain) else []
        parted = HUMPED.sub(self._parted, query)
        typed = list(dict.fromkeys(self._split([*words(parted), *meant])))[:MOST_WORDS]
        near = [self._near(word) for word in typed]
        weights = [self._weight(word, like) for word, like in zip(typed, near, strict=True)]
        of_laws = _lowered(typed, weights, amounts, 1)
        of_machines = _lowered(typed, weights, amounts, AMOUNT)
        examples = {word for word in amounts if word.isdigit()} | self._entries
        laws = self._laws(query)
        telling = [word for word in typed if word not in LITTLE]
        patient = len(telling) >= SENTENCE or all(word in self._where for word in telling)
        found, weak = list[tuple[int, int]](), list[tuple[int, int]]()
        meanings = _meanings(near)
        for number in self._candidates(typed, near).union(laws):
            kind = self.records[number].kind
            question, mine = kind == "question", of_machines
            if kind != "entry":
                # Qwen 72B is no Llama 70B, but who asks about the one is answered by the other.
                others = examples - self._words_of(number)
                mine = _lowered(typed, of_machines if question else of_laws, others, 1)
            score = self._score(number, meanings, mine)
            if laws and number not in laws and score < SURE:
                score //= 2
            extra = _asked(asked, score) if question else self._extra(number, query)
            if number in laws or score >= LEAST:
                found.append((score + extra + laws.get(number, 0), number))
            elif score >= WEAK and patient:
                weak.append((score + extra, number))
        return sorted(found, key=_order) + sorted(weak if len(found) < FEW else [], key=_order)

    def _parted(self, word: re.Match[str]) -> str:
        """A word with its humps apart, unless somebody is called so."""
        whole = "".join(words(word[0]))
        return word[0] if whole in self._where or whole in self._joined else HUMP.sub(" ", word[0])

    def _near(self, word: str) -> dict[str, int]:
        """The words of the index that a typed word may mean, and how well each agrees."""
        known = self._where
        like, longer = {word: EXACT} if word in known else {}, dict[str, int]()
        if len(word) < 2 or word.isdigit():
            return like
        # In their order those that begin with a word stand right behind it.
        end = bisect(self._in_order, word + chr(sys.maxunicode))
        for other in self._in_order[bisect(self._in_order, word) : end]:
            like[other] = BEGINS if len(word) > 2 else BEGINS // 2
        for length in range(4, len(word)):
            if word[:length] in known:
                longer[word[:length]] = LONGER
        return like or {**self._slips(word), **longer}

    def _slips(self, word: str) -> dict[str, int]:
        """The nearest words of the index to one that it does not know."""
        if len(word) < 4:
            return {}
        most = 2 if len(word) > 7 else 1
        apart = {other: distance(word, other, most) for other in self._where if len(other) > 2}
        least = min(apart.values(), default=most + 1)
        return {
            other: SLIP - least if other[0] == word[0] else SLIP - least - 2
            for other, far in apart.items()
            if far == least <= most
        }

    def _weight(self, word: str, like: dict[str, int]) -> int:
        if word in LITTLE:
            return 1
        if not like:
            return 3
        best = max(like.values())
        count = max(len(self._where[other]) for other, how in like.items() if how == best)
        weight = next((weight for most, weight in COMMON if count <= most), 2)
        return weight if word.isalpha() and len(word) > 1 else (weight + 1) // 2

    def _words_of(self, number: int) -> frozenset[str]:
        return self._prose[number].union(*(name for name, _ in self._names[number]))

    def _candidates(self, typed: list[str], near: list[dict[str, int]]) -> set[int]:
        """The records that have a word which says something."""
        telling = [like for word, like in zip(typed, near, strict=True) if word not in LITTLE]
        known = (other for like in telling or near for other in like)
        return {number for other in known for number in self._where[other]}

    def _score(self, number: int, meanings: Meanings, weights: list[int]) -> int:
        """The best of a record's names, helped by its prose; of about a thousand."""
        said = [0] * len(weights)
        for word in self._prose[number].intersection(meanings):
            for typed, how in meanings[word]:
                said[typed] = max(said[typed], IN_PROSE * how)
        total, best = sum(weights), 0
        for name, share in self._names[number]:
            met, filled = _met(name, meanings, len(weights))
            got = sum(
                weight * max(share * how, in_prose)
                for weight, how, in_prose in zip(weights, met, said, strict=True)
            )
            cover = 10 * got // total
            best = max(best, cover * cover * (600 + 400 * filled // 1000) // 1000000)
        return best

    def _extra(self, number: int, query: str) -> int:
        record = self.records[number]
        exact = record.kind == "symbol" and query in record.names
        return KINDS.get(record.kind, 0) + record.prior + (LETTER if exact else 0)

    # --- a law that is typed --------------------------------------------------------

    def _laws(self, query: str) -> dict[int, int]:
        """The formulas of whose law the query is a part."""
        if self._known_laws is None:
            self._spellings = dict(self._letters())
            laws = ((number, record.law) for number, record in enumerate(self.records))
            self._known_laws = {number: tuple(law_tokens(law)) for number, law in laws if law}
        letters = {one for some in self._spellings.values() for one in some if len(one) > 1}
        agree: dict[int, int] = {}
        typed = [
            tuple(tokens)
            for part in {query, without_words(query)}
            if (tokens := typed_law(part, letters))
        ]
        for number, law in self._known_laws.items() if typed else ():
            agree[number] = max(likeness(part, law, self._spellings) for part in typed)
        if not any(agree.values()):
            fitting = [self._meant(factor) for factor in spoken_factors(query)]
            agree = {
                number: spoken_likeness(fitting, law)
                for number, law in (self._known_laws.items() if fitting else ())
            }
        return {number: like for number, like in agree.items() if like}

    def _meant(self, factor: list[str]) -> frozenset[str]:
        """The letters, and the number, that the words of a factor may mean in a law."""
        meant = {"".join(factor)}
        for record, names in zip(self.records, self._names, strict=True):
            if record.kind == "symbol" and any(set(factor) <= set(name) for name, _ in names):
                meant.add(spelled(record.id))
        return frozenset(meant)

    def _letters(self) -> Iterator[tuple[str, frozenset[str]]]:
        """How each letter may be typed: by its own names, or without what is below it."""
        for record in self.records:
            if record.kind == "symbol":
                own = {spelled(name) for name in record.names if " " not in name}
                yield spelled(record.id), frozenset(own | {one.partition("_")[0] for one in own})


def _meanings(near: list[dict[str, int]]) -> Meanings:
    """By each word of the index which typed words may mean it, and how well each agrees."""
    meanings: Meanings = {}
    for place, like in enumerate(near):
        for word, how in like.items():
            meanings.setdefault(word, []).append((place, how))
    return meanings


def _met(name: list[str], meanings: Meanings, count: int) -> tuple[list[int], int]:
    """How well each typed word is met in a name; and of a thousand, how much of the name."""
    met = [0] * count
    whole = filled = 0
    for word in name:
        weight = 1 if word in LITTLE else 4
        whole += 10 * weight
        # Few words of a name are meant by any typed word: the others cost one look.
        if word in meanings:
            filled += weight * max(how for _, how in meanings[word])
            for place, how in meanings[word]:
                met[place] = max(met[place], how)
    return met, 1000 * filled // whole if whole else 0


def _order(answer: tuple[int, int]) -> tuple[int, int]:
    return -answer[0], answer[1]


def _lowered(typed: list[str], weights: list[int], words: set[str], to: int) -> list[int]:
    """What each typed word weighs; some words weigh less."""
    return [to if word in words else w for word, w in zip(typed, weights, strict=True)]


def _asked(most: int, score: int) -> int:
    """What counts for a question besides its score; the more, the better it agrees."""
    return most * min(score, SURE) // SURE if most > 0 else most
