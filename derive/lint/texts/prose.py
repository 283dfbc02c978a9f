"""Letters that sentences introduce: suggestions only, for prose is not reliable."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator
from itertools import pairwise

from derive.lazy import lazy_re

from .bullets import bullet_rows
from .definition_lists import Row
from .documents import Document, Span, before_formula, behind_formula
from .glyphs import is_glyph

MEASURED = (
    r"(?:[kMGT]?i?B|bytes?|bits?|s|ms|seconds?|minutes?|hours?|days?|FLOPs?|tokens?|watts?|joules?"
    r"|dollars?|USD|nats?|requests?|(?:[A-Za-z]+-)?hours?|kilograms?|kWh)"
)
COUNTED = (
    r"(?:parameters?|steps?|sequences?|samples?|layers?|heads?|experts?|ranks?|GPUs?|devices?|nodes?"
    r"|stages?|count|ratio)"
)
PER = r"(?:\s*/\s*(?:[A-Za-z]+(?:-[a-z]+)?|\([A-Za-z -]+\))|\s+per\s+[a-z]+)?"
_MANY = r"(?:[^\W\d_][\w-]*)"
_UNIT = (
    rf"\((?:(?:again|also|both|all)\s+)?(?:in\s+)?(?P<unit>(?:{MEASURED}|{COUNTED}){PER}"
    r"|(?:accelerator|GPU|device)[ -]hours|dimensionless|1/[a-z]+)\)"
)
# "The run lasts $t$ (seconds)", "$w$ for the parameters of the network (parameters)".
_ONLY_A_UNIT = lazy_re(rf"\$*(?:\*\*|__)?\s*{_UNIT}")
# "The load $I$, in watts, is then".
_IN_A_UNIT = lazy_re(
    rf"\$*(?:\*\*|__)?(?:\s[^.,;:$()\\]{{3,40}})?,\s+(?:measured\s+)?in\s+(?P<unit>{MEASURED}{PER}),"
)
_UNIT_BEHIND = lazy_re(
    r"\$*(?:\*\*|__)?,?\s+(?:(?:for|is|be|being|are|denotes?|stands?\s+for)\s+)?(?:the|an?)\s"
    rf"[^.,;:$()\\]{{3,60}}{_UNIT}(?=\s*(?:[.,;]|and\b|\Z))"
)
_GLOSS = lazy_re(r"\$*(?:\*\*|__)?\s*\((?P<meaning>[^()$]{3,90})[,;)]")
_VERB = lazy_re(
    r"\$*(?:\*\*|__)?,?\s+(?P<meaning>(?:is|are|be|being|denotes?|represents?|stands?\s+for|refers?\s+to|"
    r"means|counts?|indicates?|measures|defines?|defined\s+as|equals)\b[^.;$]{3,90})"
)
_APPOSED = lazy_re(
    r"\$*(?:\*\*|__)?(?:,|\s+for|:|\s+[—–-]+)\s+(?P<meaning>(?:the|a|an)\s[^.,;$()]{3,70})"
)
_ELIDED = lazy_re(r"\$*(?:\*\*|__)?\s+(?P<meaning>(?:the|a|an)\s[^.,;$()]{3,70})")
_WRITES = lazy_re(r"\b(?:we|to|let us)\s+(?:now\s+)?(?:write|put|define)\s+\$+\s*$", re.IGNORECASE)
_FOR_WHAT = lazy_re(r"\$*\s+for\s+(?P<meaning>(?:the|a|an)\s[^.,;:()]{3,70})")
_LISTING = lazy_re(r"\b(?:let|where|here|with|denote|if)\b[^.;]*$", re.IGNORECASE)
_COUNTED = lazy_re(
    rf"\$*(?:\*\*|__)?\s+(?P<meaning>(?:{_MANY}\s){{0,2}}(?:{_MANY}s|GPUs|batch|memory))\b"
)
_BEFORE_COUNTED = lazy_re(
    r"\b(?:with|across|over|among|amongst|into|has|have|having|between|on|for|of|using|assume|"
    r"assuming|given|let|in|all|the|from|per|by|and)\s*(?:\*\*|__)?\$+\s*$",
    re.IGNORECASE,
)
_NOUN = lazy_re(
    rf"(?P<meaning>(?:{_MANY}[ ]){{0,3}}(?P<last>{_MANY}))"
    r"[\"”’')]?[,:]?\s+(?:of\s+)?(?:\*\*|__)?\$+\s*$"
)
_BRACKETED = lazy_re(
    r"(?P<meaning>[^.;:()$|]{2,90}?)(?:\*\*|__|\s)*\((?:[^()$]{0,20}\s)?(?:\*\*|__)?\$+\s*$"
)
_SAID_TO_BE = lazy_re(
    rf"\b(?:whose\s|(?P<article>(?:the|a|an|our)\s))(?P<meaning>(?:{_MANY}\s){{1,6}}?)"
    r"(?:is|are)\s+(?:\*\*|__)?\$+\s*$",
    re.IGNORECASE,
)
# "Whose residual stream is $w$ wide" gives a width.
_EXTENT = lazy_re(r"\$*(?:\*\*|__)?\s+(?P<how>wide|deep|long)\b")
_EXTENTS = {"wide": "width", "deep": "depth", "long": "length"}
_GOES_ON = lazy_re(r"\s(?:takes?|lasts?|needs?|requires?|costs?|is|are|has|gives?)\s*$")
_ENDED = lazy_re(r"\$*(?:\*\*|__)?(?:\s*[.,;]|\s+(?:and|where|with)\b|\s*$)")
_LASTING = lazy_re(
    rf"(?:^|[.,;:]\s|\band\s|\bif\s)(?P<meaning>(?:{_MANY}\s){{1,5}}?)takes?\s+\$+\s*$",
    re.IGNORECASE,
)
_MEASURES = {"bytes": ("bytes", "bits"), "time": ("seconds", "s", "hours", "minutes")}
# What a sentence denies, it does not declare.
_DENIED = lazy_re(r"\b(?:neither|nor|not|never|no longer)\b[^.;:,]{0,30}$", re.IGNORECASE)
_DENIES = lazy_re(
    r"\$*\s+(?:is|are|does|do|must|should|can|will)\s*(?:not|never|no longer|n't)\b|\$*\s+never\b"
)
_INTRODUCED = lazy_re(
    r"\b(?:let|here|with|and|that)\s*,?\s*\$+\s*$|\bwhere\b[^.;]*$", re.IGNORECASE
)
_EXPLAINS = lazy_re(
    r"(?:is|are|be|being)\s+(?:the|a|an|its|our)\b|denote|represent|stands?\s|refers?\s|counts?\s|"
    r"indicate|measure|define"
)
_LET = lazy_re(
    r"\b(?:let|denote(?:d)?(?:\s+by)?|write|call(?:ed)?)\s+(?:\*\*|__)?\$+\s*$", re.IGNORECASE
)
# "With probability $e^{-\\lambda y}$", "throws away $G (\\tau/2 + \\rho)$": a sentence names the
# result of a formula, and declares nothing.
_COMPOSED = lazy_re(r"^\s*e\s*\^|\^\{?\s*-|\([^()]*[-+/*][^()]*\)\s*$")
_NO_NOUN = frozenset(
    "item a an the and or of in is are to so be we you it that this these those for with as at by "
    "on from was were not than then per must can will would should may all both which while when "
    "who each every into over under about most more less if but also only thus hence since "
    "because where let use uses using used gives give given equals equal send sends have has "
    "having get gets take takes set sets means mean contain contains contributes contributing "
    "require requires requiring need needs cost costs becomes become approximately about roughly "
    "times plus minus divided multiplied between among across through until unless within "
    "whenever after before hold holds writes write compute computes yields yield makes make reach "
    "reaches satisfy satisfies assume assuming denote denotes called e.g i.e via large small "
    "typical when because ratio around does do reduces scales grows along reads takes".split()
)

_EITHER = frozenset("compute cost costs".split())


def prose_rows(document: Document) -> Iterator[Row]:
    """Every letter that a sentence introduces, with the words around it."""
    listed = {row.span for row in bullet_rows(document)}
    # The unit at the end of an item is that of the letter which the item opens with.
    items = {span.line for span in listed}
    spans = [
        span
        for span in document.spans
        if span.table < 0
        and span not in listed
        and is_glyph(span.latex)
        and not _COMPOSED.search(span.latex)
    ]
    every = ((place, _meaning(document, span)) for place, span in enumerate(spans))
    meanings = {place: meaning for place, meaning in every if meaning}
    _share(document, spans, meanings)
    for place, meaning in sorted(meanings.items()):
        span = spans[place]
        after = _after(document, span.end)
        bracket = _ONLY_A_UNIT.match(after) or _IN_A_UNIT.match(after) or _UNIT_BEHIND.match(after)
        of_item = span.line in items
        unit = None if of_item or _is_only_counted(meaning, bracket) else bracket
        yield Row(
            span, span.latex.strip(), meaning, explicit=_is_explicit(document, span),
            bracketed=f"({unit['unit']})" if unit else "",
        )  # fmt: skip
    yield from _written_for(document, listed)


_MEASURED = lazy_re(
    r"\b(?:time|latency|duration|bandwidth|speed|memory|size|message|bytes|seconds)\b",
    re.IGNORECASE,
)


def _is_only_counted(meaning: str, bracket: re.Match[str] | None) -> bool:
    """Whether a letter is measured, and what stands in brackets only counts: "(GPUs)"."""
    counts = bracket is not None and re.fullmatch(COUNTED, bracket["unit"]) is not None
    return counts and _MEASURED.search(meaning) is not None


def _written_for(document: Document, listed: Collection[Span]) -> Iterator[Row]:
    """Letters introduced with a formula: "we write $h = a / b$ for the share of"."""
    for span in document.spans:
        letter = span.latex.partition("=")[0].strip()
        if span.table >= 0 or span in listed or "=" not in span.latex or not is_glyph(letter):
            continue
        said = _FOR_WHAT.match(_after(document, span.end))
        if said and _WRITES.search(_before(document, span.start)):
            yield Row(span, letter, _clean(said["meaning"]), explicit=True)


def _is_explicit(document: Document, span: Span) -> bool:
    """Whether a sentence says outright what a letter is: ``where $B$ denotes the ...``."""
    after = _after(document, span.end)
    said = r"\$*\s+(?:denotes?|represents?|stands?\s+for|refers?\s+to|being\s+the)\s"
    if re.match(said, after):
        return True
    introduced = re.search(
        r"\b(?:where|let|here)\s*,?\s*\$+\s*$", _before(document, span.start), re.IGNORECASE
    )
    if _ELIDED.match(after) and _LISTING.search(_before(document, span.start)):
        return True
    return bool(introduced and re.match(r"\$*\s+(?:is|be|are)\s+(?:the|a|an)\s", after))


def _share(document: Document, spans: list[Span], meanings: dict[int, str]) -> None:
    """What is said of ``$t_f$ and $t_b$`` together holds for both."""
    for place in reversed(range(len(spans) - 1)):
        between = _between(document, spans[place], spans[place + 1])
        joined = re.fullmatch(r"\$*(?:,|\s+and|\s+or|,\s+and|/)\s*\$*", between)
        if joined and place + 1 in meanings:
            meanings.setdefault(place, meanings[place + 1])
    for place, (span, other) in enumerate(pairwise(spans)):
        between = _between(document, span, other)
        if place in meanings and re.fullmatch(r"\$*(?:,|\s+and|,\s+and)\s*\$*", between):
            meanings.setdefault(place + 1, meanings[place])


def _between(document: Document, span: Span, other: Span) -> str:
    return before_formula(behind_formula(document.text[span.end : other.start]))


def _meaning(document: Document, span: Span) -> str:
    """The words that introduce a letter, or nothing."""
    before = _before(document, span.start)
    after = _after(document, span.end)
    if _DENIED.search(before) or _DENIES.match(after):
        return ""
    bracketed = _BRACKETED.search(before)
    if bracketed and re.match(r"\$*(?:\*\*|__)?\s*[),;]", after):
        return _clean(bracketed["meaning"])
    patterns = (_GLOSS, _APPOSED, *((_ELIDED,) if _LISTING.search(before) else ()))
    for pattern in patterns:
        match = pattern.match(after)
        if pattern is _GLOSS and _ONLY_A_UNIT.match(after) and _NOUN.search(before):
            continue
        if match and not _names_the_next(match, before):
            return _clean(match["meaning"])
    match = _VERB.match(after)
    if match and _introduces(before, match["meaning"]):
        return _clean(match["meaning"])
    counted = _counted(before, after)
    if counted:
        return counted
    noun = _NOUN.search(before)
    if noun is not None and _is_noun(noun):
        return _clean(noun["meaning"])
    return _said_to_be(before, after) or _clean(after[:60] if _LET.search(before) else "")


def _said_to_be(before: str, after: str) -> str:
    """What a sentence says to be a letter: "the rate is $r$", "whose stream is $w$ wide"."""
    said, extent = _SAID_TO_BE.search(before), _EXTENT.match(after)
    if said and extent:
        return f"{_EXTENTS[extent['how']]} of {_clean(said['meaning'])}"
    if said and said["article"] and _ENDED.match(after):
        return _clean(said["article"] + said["meaning"])
    return ""


def _names_the_next(apposed: re.Match[str], before: str) -> bool:
    """Whether ``the number $P$, the throughput $R$`` says what the next letter is.

    So does ``with $G$ GPUs of utilization $U$, the run takes``, which begins another sentence.
    """
    noun = _NOUN.search(before)
    follows = apposed.string[apposed.end() :].startswith("$") or _GOES_ON.search(apposed["meaning"])
    listed = re.match(r"\$*,", apposed.group()) is not None
    return listed and bool(follows) and noun is not None and _is_noun(noun)


def _is_noun(noun: re.Match[str]) -> bool:
    """Whether the last word before a letter is a noun: ``the training compute $C$``."""
    last, words = noun["last"].casefold(), noun["meaning"].casefold().split()
    either = last in _EITHER and len(words) > 1 and words[0] in {"the", "a", "total", "training"}
    return either or last not in _NO_NOUN


def _counted(before: str, after: str) -> str:
    """What a letter counts, ``with $p$ pipeline stages``; of a measured one, what it measures."""
    counted = _COUNTED.match(after)
    if counted is None:
        return ""
    words = list(
        itertools.takewhile(
            lambda word: word.casefold() not in _NO_NOUN, counted["meaning"].split()
        )
    )
    lasting = _LASTING.search(before)
    if lasting and words and words[0] in _MEASURES["time"]:
        return f"time of {_clean(lasting['meaning'])}"
    if not words or not _BEFORE_COUNTED.search(before):
        return ""
    noun = _NOUN.search(before)
    if words[0] in itertools.chain(*_MEASURES.values()) and noun and _is_noun(noun):
        return _clean(noun["meaning"])
    return _clean(" ".join(words))


def _introduces(before: str, meaning: str) -> bool:
    """Whether ``$g$ is ...`` says what a letter is, not how large it is."""
    return bool(_INTRODUCED.search(before) or _EXPLAINS.match(meaning))


def _before(document: Document, start: int) -> str:
    """The words before a formula, in its paragraph."""
    text = document.masked[max(0, start - 160) : start]
    return re.sub(r"\s+", " ", before_formula(text.rpartition("\n\n")[2]))


def _after(document: Document, end: int) -> str:
    """The words behind a formula, in its paragraph."""
    text = behind_formula(document.masked[end : end + 160])
    # What another formula or environment begins is no longer said of this one.
    text = re.split(r"\n\n|\n\s*\\(?:\[|begin|end|item)", text, maxsplit=1)[0]
    return re.sub(r"\s+", " ", text)


def _clean(words: str) -> str:
    """Words without emphasis and double spaces."""
    plain = " ".join(re.sub(r"[*_`]+", " ", words).split()).strip(" ,;:.")
    return re.sub(r"(?:,?\s+(?:and|or|by))+$", "", plain)
