"""The rule about numbers of a sentence: what it reckons in words is reckoned again."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator

from derive.lazy import lazy_re
from derive.notation import Chain, Letter, Number, Sum

from ..claims.system_reading import system_of
from ..laws.wording import plain
from ..numbers.system import System
from ..project import Project
from ..rules import Sight
from ..texts.declarations import key_of_letter
from ..texts.documents import Document
from ..words import proportions, ratios, totals_and_shares
from ..words.digits import digits_in
from ..words.proportions import is_in_bits
from ..words.quantities import Amount
from ..words.reckoning import Operation, Slip, is_another_size, slips
from ..words.sentences import Sentence, doubted, sentence_end, sentences
from .bits_and_bytes import bits_put_in, ports_in_bytes
from .unit_columns import row_of_each, units_of_rows

# The first operation whose words and units fit speaks of an amount.
OPERATIONS: tuple[Operation, ...] = (
    proportions.signs, proportions.conversion, totals_and_shares.total, ratios.change,
    ratios.percent_of_two, totals_and_shares.share, totals_and_shares.share_applied,
    totals_and_shares.rest, proportions.product, totals_and_shares.unsaid_total,
)  # fmt: skip
_AT_ONCE = lazy_re(
    r"\b(?:overlap|parallel(?!ism)|concurren|simultaneous|hid(?:e|den|es)\b|at\s+once)",
    re.IGNORECASE,
)
_DIGITS = lazy_re(r"\d[\d,]*(?:\.\d+)?(?=\D|$)")
_POWER = lazy_re(r"[\d,.]+ ?[×·] ?10\^ ?-?\d+")
# "640 000 GPU hours for each GPU": those of all of them.
_OF_ALL_FOR_EACH = lazy_re(
    r"\d[$`}\s~]*(?P<hours>(?P<one>GPU|accelerator|device|node)[- ]hours?)\s+(?:for|on|per)\s+"
    r"(?:(?:each|every|one|an?|single)\s+)*(?P=one)\b(?!-)"
)
# "2 + 2 + 12 = 16 bytes for each GPU": those of one parameter.
_FEW_BYTES = lazy_re(
    r"(?<![\w.,^{])(?P<shown>(?P<bytes>\d{1,2}(?:\.\d+)?)[$`}\s~]+bytes)\s+(?:per|(?:for|on|in)\s+(?:each|every))\s+"
    r"(?P<noun>GPU|accelerator|device|rank|node|replica)s?\b"
    r"(?!\s+and\s+(?:parameter|weight|layer|token|step|sequence|head|expert)|-)"
)
_OF_WEIGHTS = lazy_re(
    r"\b(?:weights|gradients|optimi[sz]er|moments|master\s+copy|model\s+states?)\b", re.IGNORECASE
)
# "The waste falls to a share of 3.1, nearly all of it restarts": percent, or a tenth of it.
_SHARE = lazy_re(
    r"\ba\s+(?:share|fraction|proportion)\s+of\s+[$`]*(?P<share>\d+\.\d+)[$`]*(?=[,;]\s(?!\d)|[.)]\s|[.)]?\Z)",
    re.IGNORECASE,
)
# "This is 5.38, so that they need at least 5 devices": five are too few.
_COUNTED = lazy_re(
    r"\b(?:is|gives|makes|comes\s+to|equals|=|or|yields)\s*[$`]*\s*(?P<given>\d{1,4}\.\d{1,4})[$`]*,\s+"
    r"(?:and\s+)?(?:so|hence|thus|therefore|which\s+means|meaning)\b(?P<inner>[^.;:()$]{0,80}?)\b"
    r"(?:(?P<least>at\s+least|no\s+fewer\s+than)|(?P<most>at\s+most|no\s+more\s+than))\s+[$`]*"
    r"(?P<count>\d{1,4})(?![.,\d]*\d)[$`]*\s+[a-z]",
    re.IGNORECASE,
)
LEAST_BYTES = 2
NEAR = 160
"""So many characters before a ratio in words its letter may stand."""
EXACTLY, PERCENT = 0.01, 100
AROUND = 600
"""So many characters around a total words may say that its parts overlap, or what is counted."""
MANY, TOO_MANY = 1_000.0, 1e12


def numbers_of_a_sentence_agree(project: Project, document: Document) -> Iterator[Sight]:
    """Numbers of a sentence agree.

    What: a sentence tells one amount twice, in two units, and the two do not
    agree; or a number that it reckons in words does not follow: a total from
    its parts, a share of a whole, what is left of it, what is halved, doubled or
    a number of times another one, a product of a count and an amount of each, a
    bill, a sum in plain digits; or a port of so many bytes moves an eighth of
    them, as it does of bits; or GPU hours are said to be those of each GPU, or the few
    bytes of one parameter those of a GPU; or a share is more than the whole; or a
    count that is needed is less than the number before it.
    Nothing is said where a sentence denies, asks or imagines, where units differ,
    or where it can be read in two ways.

    Why: nobody converts a printed number again, and the one that is wrong is
    the one that is quoted.

    Example: `42.9 GB, or 46 GiB`: it is 40 GiB.
    """
    if project.units is None:
        return
    system = system_of(project, document)
    pieces = [(block.start, block.end) for block in document.blocks if block.kind != "heading"]
    yield from _hours_of_each(document)
    yield from _bytes_of_each(document)
    yield from _shares_above_one(document)
    yield from _rounded_wrong(document)
    read = [_with_what_they_take(some) for some in sentences(document, project.units, pieces)]
    for sentence, goes_on in itertools.chain(*read):
        contradictions = list(_contradictions(document, sentence))
        contradictions += _in_bits(project, system, sentence)
        contradictions += _upside_down(project, document, sentence)
        yield from contradictions
        if any(_SPREAD.search(gap) for gap in sentence.gaps):
            # "934 µs ± 1.42 µs per loop (7 runs, 1,000 loops each)" measures, and reckons nothing.
            continue
        contradicted = {(sight.line, sight.column) for sight in contradictions}
        for slip in _slips(sentence):
            if document.place(slip.told.start) in contradicted:
                continue
            # "It" may be another thing; but not for a number that has the very digits.
            if goes_on and not is_another_size(slip.told.value / slip.gives, EXACTLY):
                continue
            # Times that overlap do not add up.
            overlaps = " + " in slip.what and dict(slip.told.dimensions) == {"time": 1}
            if overlaps and _overlap(document, slip):
                continue
            if not (
                _is_shown(document, slip)
                or _is_worked_out(project, document, slip)
                or _has_a_formula(system, sentence, slip)
            ):
                yield _sight(document, slip)


def _with_what_they_take(some: list[Sentence]) -> Iterator[tuple[Sentence, bool]]:
    """Sentences; "at 0.08 dollars per kWh this is 82 dollars" goes on with what "this" is."""
    yield from ((sentence, False) for sentence in some[:1])
    for before, sentence in itertools.pairwise(some):
        rate = sentence.amounts[0] if len(sentence.amounts) > 1 else None
        goes_on = (
            rate is not None
            and bool(before.amounts)
            and not doubted(before.words)
            and any(power < 0 for _, power in (*rate.dimensions, *rate.counted))
            and _AT_A_RATE.fullmatch(sentence.gaps[0]) is not None
            and _IT_IS.match(sentence.gaps[1]) is not None
        )
        amounts = (*(before.amounts[-1:] if goes_on else ()), *sentence.amounts)
        gaps = (*([""] if goes_on else ()), *sentence.gaps)
        yield sentence.replaced(amounts=amounts, gaps=gaps), goes_on


_AT_A_RATE = lazy_re(r"\s*(?:At|With|For|Over)\s*[$`]*\s*")
_IT_IS = lazy_re(r"\s*,?\s*(?:this|that|it|they)\s+[a-z]+\b")
_SPREAD = lazy_re(r"±|\\pm\b|\+/-")


def _hours_of_each(document: Document) -> Iterator[Sight]:
    """GPU hours, which are those of all, said to be those of each GPU."""
    for said in _OF_ALL_FOR_EACH.finditer(document.masked):
        yield Sight(
            f"{said['hours']} count those of each {said['one']} already.",
            *document.place(said.start("hours")),
            rows=[("said", " ".join(said.group().split()))],
            guess=f"Write hours for each {said['one']}, or {said['hours']} in all.",
        )


def _bytes_of_each(document: Document) -> Iterator[Sight]:
    """A few bytes of weights, gradients and optimizer, said to be those of a whole GPU."""
    for said in _FEW_BYTES.finditer(document.masked):
        before = document.masked[max(said.start() - AROUND, 0) : said.start()]
        if float(said["bytes"]) >= LEAST_BYTES and _OF_WEIGHTS.search(before):
            shown = " ".join(re.sub(r"[$`}~]", " ", said["shown"]).split())
            yield Sight(
                f"{shown} of weights and optimizer are those of one parameter, and of no "
                f"{said['noun']}.",
                *document.place(said.start("shown")),
                rows=[("said", " ".join(said.group().split()))],
                guess="Write bytes per parameter, or the bytes of all parameters.",
            )


def _shares_above_one(document: Document) -> Iterator[Sight]:
    """A share of a whole, told as a plain number that is larger than the whole."""
    for said in _SHARE.finditer(document.masked):
        if float(said["share"]) > 1:
            yield Sight(
                f"A share of {said['share']} is more than the whole.",
                *document.place(said.start("share")),
                rows=[("said", " ".join(said.group().split()))],
                guess=f"Write {said['share']} %, or {float(said['share']) / PERCENT:g}.",
            )


def _rounded_wrong(document: Document) -> Iterator[Sight]:
    """A whole number that does not reach what was worked out before, or goes beyond it."""
    for said in _COUNTED.finditer(document.masked):
        given, count = float(said["given"]), int(said["count"])
        short = said["least"] and count == math.floor(given)
        beyond = said["most"] and count == math.ceil(given)
        # "5.00" may be a little less than five.
        room = 10.0 ** -len(said["given"].partition(".")[2])
        if (short or beyond) and abs(given - count) > room and not doubted(said["inner"]):
            right = math.ceil(given) if short else math.floor(given)
            yield Sight(
                f"{count} is {'less' if short else 'more'} than {said['given']}: it takes {right}.",
                *document.place(said.start("count")),
                rows=[("said", " ".join(said.group().split()))],
                guess=f"Write {right}.",
            )


def _contradictions(document: Document, sentence: Sentence) -> Iterator[Sight]:
    """Two amounts of a sentence that cannot both be right."""
    for sold, moved, wrong in ports_in_bytes(sentence):
        yield Sight(
            f"{sold.shown} are eight times {moved.shown}: one of them counts bits.",
            *document.place(wrong.start),
            rows=[("first", sold.shown), ("second", moved.shown)],
            guess="Write the larger one in bits, or the smaller one in bytes.",
        )
    for first, again in proportions.in_another_kind(sentence):
        yield Sight(
            f"{first.shown} and {again.shown} are said to be the same, and measure two kinds of "
            "things.",
            *document.place(again.start),
            rows=[("first", first.shown), ("again", again.shown)],
            guess="Correct the unit of one of them.",
        )
    for first, again in totals_and_shares.share_as_percent(sentence):
        yield Sight(
            f"A share of {first.shown} is {PERCENT * first.value:g} %; here it is {again.shown}.",
            *document.place(again.start),
            rows=[("first", first.shown), ("again", again.shown)],
            guess=f"Write {PERCENT * first.value:g} %.",
        )
    for first, again, powers in proportions.of_so_many(sentence):
        yield Sight(
            f"{again.shown} are {10.0**powers:g} times {first.shown}, and are told for another "
            "number of them.",
            *document.place(again.start),
            rows=[("of one", first.shown), ("of many", again.shown)],
            guess="Correct the number that they are told for, or one of the amounts.",
        )


def _in_bits(project: Project, system: System, sentence: Sentence) -> Iterator[Sight]:
    """A letter in bytes to which a sentence gives the number of bits that it names before."""
    # The values of a book are many, and few sentences speak of bits.
    if not any(map(is_in_bits, sentence.amounts)):
        return
    document = system.document
    end = sentence_end(document, sentence.amounts[-1].end)
    values = [value for value in system.values if sentence.start <= value.offset < end]
    for rate, value in bits_put_in(sentence, values, units_of_rows(project, document)):
        yield Sight(
            f"{plain(value.glyph)} is in {system.units.get(value.glyph)} by its row; "
            f"{plain(value.shown)} counts the bits of {rate.shown}.",
            *document.place(value.offset),
            plain(value.glyph),
            rows=[("first", rate.shown), ("printed", plain(value.shown))],
            guess="Divide by 8, or correct the unit.",
        )


def _upside_down(project: Project, document: Document, sentence: Sentence) -> Iterator[Sight]:
    """A ratio told as one over it: "at 20 parameters per token", right behind tokens over them."""
    if not any(len(amount.counted) > 1 for amount in sentence.amounts):
        return
    rows = row_of_each(project, document)
    kinds = {glyph: dict(unit.kinds) for glyph, (_, unit) in rows.items() if not unit.dimensions}
    for amount in sentence.amounts:
        counted = dict(amount.counted)
        turned = {noun: -power for noun, power in counted.items()}
        if amount.dimensions or len(counted) < 2 or counted in kinds.values():
            continue
        for span in document.spans_between(max(amount.start - NEAR, 0), amount.start):
            glyphs = {
                key_of_letter(span.latex.partition("=")[0].strip()),
                key_of_letter(span.latex),
            }
            for glyph in glyphs:
                unit = rows[glyph][0].unit or "" if glyph in rows else ""
                if kinds.get(glyph) == turned:
                    yield Sight(
                        f"{amount.shown} turns {plain(glyph)} upside down: it is in {unit}.",
                        *document.place(amount.start),
                        plain(glyph),
                        rows=[("said", amount.shown), ("row", unit)],
                        guess="Exchange the two, or correct the row.",
                    )
                    return


def _slips(sentence: Sentence) -> Iterator[Slip]:
    """The slips of a sentence; what is imagined is converted all the same."""
    return slips(sentence, [proportions.conversion] if doubted(sentence.words) else OPERATIONS)


def _overlap(document: Document, slip: Slip) -> bool:
    """Whether the text around a total says that things happen at the same time."""
    place = slip.told.start
    return _AT_ONCE.search(document.masked[max(place - AROUND, 0) : place + AROUND]) is not None


def _is_shown(document: Document, slip: Slip) -> bool:
    """Whether an amount stands in a span of code together with what it is reckoned from."""
    text, offset = document.masked, slip.told.start
    line = text.rfind("\n", 0, offset) + 1
    opened = text.rfind("`", line, offset)
    return text.count("`", line, offset) % 2 == 1 and any(map(str.isdigit, text[opened:offset]))


def _is_worked_out(project: Project, document: Document, slip: Slip) -> bool:
    """Whether a formula works an amount out in numbers of its own: ``2 \\cdot 140 / 50 = 5.6``.

    A ring passes everything twice, whatever the words around it say.
    """
    return any(
        printed.span.start <= slip.told.start < printed.span.end
        and isinstance(printed.parsed, Chain)
        and not all(isinstance(side, Letter | Number) for side in printed.parsed.members[:-1])
        for printed in project.printed(document)
    )


def _has_a_formula(system: System, sentence: Sentence, slip: Slip) -> bool:
    """Whether a sentence reckons by a formula that takes more than the values it gives."""
    first, last = sentence.start, slip.told.start
    claimed = next((value for value in system.values if value.offset <= last < value.end), None)
    laws = system.definitions.get(claimed.glyph, ()) if claimed is not None else ()
    parts = slip.what.count(" + ") + 1
    if any(isinstance(law.side, Sum) and len(law.side.terms) != parts for law in laws):
        # "With $c = 4$ bytes for each 128 elements $h = 1 + c / 128$ is": by its own formula.
        return True
    given = {value.glyph for value in system.values if first <= value.offset < last}
    return any(
        first <= law.offset < last and given & law.needs and not law.needs <= given
        for law in system.named
    )


def _sight(document: Document, slip: Slip) -> Sight:
    said, unit, scale = _as_printed(slip.told)
    unit, gives = f" {unit}".rstrip(), slip.gives / scale
    many = MANY <= abs(gives) < TOO_MANY
    digits = max(3, digits_in(said))
    shown, written = (f"{gives:,.0f}",) * 2 if many else (f"{gives:.4g}", f"{gives:.{digits}g}")
    return Sight(
        f"{slip.what} is {shown}{unit}; the text says {said}{unit}.",
        *document.place(slip.told.start),
        rows=[("gives", f"{gives:.6g}{unit}"), ("printed", f"{said}{unit}")],
        guess=f"Write {written}{unit}, or correct the other number.",
    )


def _as_printed(amount: Amount) -> tuple[str, str, float]:
    """The digits of an amount, the unit behind them, and how many one of the digits counts."""
    power, number = _POWER.match(amount.shown), _DIGITS.match(amount.shown)
    if power is not None:
        return power.group(), amount.shown[power.end() :].strip(), 1.0
    if number is None:
        return (amount.shown, "", 1.0) if amount.in_words else (f"{amount.value:g}", amount.unit, 1)
    said = number.group()
    unit = amount.shown.removeprefix(said).replace("\\", "").strip() or amount.unit
    # A number with "million" behind it is answered in millions.
    return said, unit, amount.value / float(said.replace(",", ""))
