"""What a text only supposes: conditions, cases beside the example, values of the example itself.

"For c = 0.1" supposes a value, "if m >= p" opens a case, "(at g = 1 nothing is lost)" has one
that no example takes, and "our running example has n = 64" holds wherever nothing nearer does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from derive.lazy import lazy_re
from derive.notation import Chain

from ..laws.probing import letters_in
from ..project import Printed
from ..texts.declarations import key_of_letter
from ..texts.documents import Document, Span
from ..words.sentences import sentence_start
from .statements import Definition

BEHIND, REACH, IN_BRACKETS = 40, 200, 120
"""So many characters before a formula its words are looked for."""
# What is rounded up to a value has it.
_UP_TO = lazy_re(
    r"(?<!\badd )(?<!\badds )(?<!\bround )(?<!\brounded )(?<!\bround it )(?<!\brounds )"
    r"\bup\s+to\s+\$*\Z"
)
# "An eight-bit format ($e = 1$, $k = 600$)", or "(Whoever sums in fp32 has $g = 4$ ...)": a case
# beside the example.
_OPENED = lazy_re(
    r"(?<!\\)\(\s*(?:[A-Z][a-z]+\s[^()$]*)?(?:\$\$?[^$()]*\$\$?,?\s*(?:and\s+)?)*\$?\$?\Z"
)
_CLAUSE_ENDS = lazy_re(r"[.;:?!](?:\s|$)|\n\n")
_CONDITION = lazy_re(r"(?:tem)?[\s*-]*(?:If|When|Were|Suppose)\s[^.;$]*,\s*[\\$(]*\Z")
_VERBS = r"\b(?:gives?|leaves?|makes?|means?|yields?|turns?)"
_GIVES = lazy_re(rf"[\s$\\),]*{_VERBS}\b")
# "$n = 1$ is the plain schedule, $p = 1$ has no idle time".
_IS_THEN = lazy_re(r"[\s$\\)]*\b(?:is|has|recovers?|restores?|reduces?|removes?|keeps?|needs?)\b")
_GIVEN = lazy_re(rf"{_VERBS}\s+[$\\(]*\Z")
_RUNNING = lazy_re(
    r"\b(?:(?:running|worked|guiding|standing|our|the)\s+example(?:\s+model|\s+run|\s+cluster)?|throughout)"
    r"\b(?!\s+(?:above|below|before|of\b))[^.;]{0,40}\b(?:has|have|is|are|uses?|takes?|runs?|we)\b"
    r"|\b(?:runs?|used|the\s+same|followed|kept|fixed)\s+through(?:out)?\b|\bunless\s+(?:\w+\s+)?"
    r"(?:say|says|said|state|stated|noted|mentioned)\s+otherwise\b|\bunless\s+otherwise\s+\w+\b",
    re.IGNORECASE,
)
_HEADED = lazy_re(
    r"(?:\\(?:sub)*(?:section|paragraph)\*?\{|[*_]*)\s*(?:The\s+|Our\s+|A\s+)?(?:running|standing|guiding)\s+"
    r"(?:example|case)\b[^.:}\n]{0,20}[.:}*]",
    re.IGNORECASE,
)
_WOULD = lazy_re(r"\b(?:would|could|were)\b")
_FROM = lazy_re(r"\b[Ff]rom\s+\$*\Z")
_ON = lazy_re(r"\$*\s+(?:[A-Za-z/]+\s+){0,4}?(?:on|onwards?|upwards?)\b")
_SUPPOSES = lazy_re(
    # What asks for a value supposes none: it follows.
    r"\b(?i:(?<!ask\s)(?<!asks\s)(?<!call\s)(?<!calls\s)(?<!computes\s)(?<!runs\s)(?<!lasts\s)"
    r"(?<!waits\s)(?<!works\s)(?<!trains\s)(?<!idle\s)(?<!busy\s)(?<!stops\s)(?<!room\s)(?<!enough\s)(?<!space\s)(?<!suffices\s)for|(?:as|than)\s+(?:with|at)|if|when|suppose|assume|say|let|choose|both|either|neither|want(?:ed|ing)?"
    r"|to\s+(?:reach|get|attain|achieve))\s+(?:an?\s+)?"
    # "For 30 days, or $T = 2.592 \\times 10^6$": in words first.
    # Without a comma "for a gigabyte that is $T = 3$" is what follows.
    r"(?:(?:\$\$?|\\\()?|[^.;:$]{1,30}(?:,?\s+or|,\s+(?:i\.e\.|that\s+is|so))\s+(?:\$\$?|\\\())\Z"
)
# "A prompt of $n = 8192$ is far below", "2. *In blocks* of $z = 2^{20}$": of any other than the
# example's.
_ANY_OTHER = lazy_re(
    r"(?:\A|[.:!?]\s+|,\s+(?=a)|\n\s*\n\s*|\n\s*(?:[-*+]|\d+\.)\s+)[*_]*(?:[Aa]n?|In|For)\s+(?:[a-z-]+[*_]*\s+){1,3}"
    r"(?:of|with)\s+(?:\$\$?|\\\()?\Z"
)
# "At $n = 8192$ the second term is": what a sentence opens with is put in.
_AT_FIRST = lazy_re(r"(?:\A|[.!?]\s+|\n\s*\n\s*|\]\s*|\}\s*)At\s+(?:\$|\\\()?\Z")
_ON_CONDITION = lazy_re(
    r"\b(?i:where|whenever|unless|until|as|at|case|with|condition|solving)\s+(?:\$\$?|\\\()?\Z"
)


def _leads_to(words: re.Pattern[str], document: Document, offset: int) -> bool:
    """Whether words stand before a place, up to it."""
    return words.search(document.masked[max(offset - REACH, 0) : offset]) is not None


def is_supposed(document: Document, offset: int, *, conditions: bool = False) -> bool:
    """Whether words suppose a value, and do not say that it follows: "for c = 0.1".

    With ``conditions`` also where they only say when it holds: "with m = p".
    """
    ways = (_SUPPOSES, _ANY_OTHER, _AT_FIRST, *((_ON_CONDITION,) if conditions else ()))
    start = max(offset - BEHIND, 0)
    return any(words.search(document.masked, start, offset) is not None for words in ways)


_WHEN = lazy_re(
    r"(?:\b(?i:if|when|whenever|unless)|(?:\A|[.;:!?]\s+|\n)(?:With|For|Taking|Setting))"
    r"\s+(?:\$\$?|\\\()?\Z"
)


def is_conditional(document: Document, offset: int) -> bool:
    """Whether a formula only says when something holds: "when $D = K m$", "With $D = 20 N$"."""
    return _WHEN.search(document.masked, max(offset - BEHIND, 0), offset) is not None


# "For $a = 256$ and $u = 0.8$, that is": a list of what is supposed ends before a comma, or "this".
_LISTED = lazy_re(r"\b(?i:for|if|when|suppose|assume)\s+(?:\$[^$]+\$,?\s+(?:and\s+)?){1,4}\$\Z")
_LIST_ENDS = lazy_re(r"\s*\$(?:,|\s+(?:this|that|it|we|one|the)\b)")


def is_last_supposed(document: Document, offset: int, end: int) -> bool:
    """Whether a formula ends a list of what a sentence supposes."""
    listed = _LISTED.search(document.masked, max(offset - REACH, 0), offset)
    return listed is not None and _LIST_ENDS.match(document.masked, end) is not None


# "With $S = 13$ and the values found above, $f = 0.08$ and $E = 1.5$, the sum is": a list, too.
_WITH_A_LIST = lazy_re(
    r"(?:\A|[.:!?]\s+|\n\s*\n\s*|\n)With\s(?:(?!\b(?:is|are|gives?|makes?|comes?|yields?|needs?|takes?|we|it|this"
    r"|that|the\s+\w+\s+(?:is|are))\b|\b(?:holds?|keeps?|stores?|sends?|costs?|moves?|leaves?)\s+[$\\])"
    r"[^.;:!?]|\.(?=\d))*\Z"
)
_THEN_THE = lazy_re(
    r"(?:[^.;:!?]{0,60}?(?:\.\d+[^.;:!?]{0,40}?)?,|[$)\\]*)\s+"
    r"(?:the|this|that|we|it|one|an?|our|each|every)\s"
)


# "A model with $N = 8 \\times 10^9$ and $D = 1.5 \\times 10^{13}$ has 1875 tokens per parameter".
_ONE_WITH = lazy_re(
    r"(?:\A|[.:!?}]\s+|\n\s*\n\s*|\n)(?:An?|The|Our|Its)\s(?:[a-z-]+\s){1,4}(?:with|of)\s(?:(?!\b(?:is|are|gives?"
    r"|makes?|comes?|yields?|needs?|takes?|we|it|this|that)\b)[^.;:!?]|\.(?=\d))*\sand\s[$\\(]*\Z"
)
_THEN_HAS = lazy_re(r"[$)\\]*\s+(?:has|have|is|needs?|takes?|costs?|gets?|holds?|would|can)\s")


def is_listed_with(document: Document, offset: int, end: int) -> bool:
    """Whether a value is one of those that a sentence begins with, before it says what follows."""
    return (
        _leads_to(_WITH_A_LIST, document, offset)
        and _THEN_THE.match(document.masked, end) is not None
    ) or (
        _leads_to(_ONE_WITH, document, offset) and _THEN_HAS.match(document.masked, end) is not None
    )


# "Take a run with $k = 100$ and $w = 2000$": what an example begins with follows from nothing.
_TAKEN = lazy_re(
    r"(?:\A|[.:!?]\s+|\n\s*\n\s*|\n\s*[*+-]\s+)(?:Now\s+|Again,?\s+)?(?:Take|Consider|Assume|Suppose|Imagine"
    r"|Picture)\b(?:(?!\b(?:then|gives?|so|hence|thus|therefore|which|makes?|comes?|yields?|leaves?"
    r"|means|needs?|takes?|is|are)\b)[^.;:!?]|\.(?=\d))*\Z"
)


def is_taken(document: Document, offset: int) -> bool:
    """Whether a sentence tells with a value what its example is, and nothing follows yet."""
    return _leads_to(_TAKEN, document, offset)


# "- $a = 1$: $T = 1.5$ s, 171 sequences per second": a point of a list is headed by its case.
_POINT_OPENS = lazy_re(r"(?:\\item|\n\s*(?:[-*+]|\d+\.))\s+[$\\(*_`:a-z]*\Z")
_POINT_GOES_ON = lazy_re(r"[$\\)*_`]*:\s")


def heads_a_point(document: Document, offset: int, end: int) -> bool:
    """Whether a value says, at the head of a point of a list, which case the point is about."""
    return _POINT_GOES_ON.match(document.masked, end) is not None and (
        _POINT_OPENS.search(document.text, max(offset - BEHIND, 0), offset) is not None
    )


_OPENS_WITH_IF = lazy_re(r"[\s*_>-]*(?:If|When|Were|Had|Should)\s")


def opens_with_if(document: Document, offset: int) -> bool:
    """Whether the sentence of a place says first in words when it holds: "If each node reads"."""
    return _OPENS_WITH_IF.match(document.masked, sentence_start(document, offset)) is not None


# "Suppose now that the GPUs are doubled and $A$ is halved.": what follows is of that case.
_CHANGED = lazy_re(
    r"(?:\A|[.:!?]\s+|\n)(?:Now\s+)?(?:Suppose|Imagine|Assume|What\s+if)\b[^.!?$]{0,200}"
    r"\b(?:doubl|halv|tripl|quadrupl)(?:es?|ed|ing)\b"
)


def is_of_a_changed_case(document: Document, offset: int) -> bool:
    """Whether a paragraph supposes before a place that something is doubled, or halved."""
    block = document.block_at(offset)
    return block is not None and _CHANGED.search(document.masked[block.start : offset]) is not None


def is_imagined(document: Document, offset: int) -> bool:
    """Whether a sentence imagines another case: "Were there more, it would be x / y = 7".

    Or "Without a mask it would be x / y".
    """
    return _IMAGINED.search(document.masked, sentence_start(document, offset), offset) is not None


_IMAGINED = lazy_re(r"(?:^|\s)(?:Were|Had)\s|\b[Ww]ithout\b[^.;:$]*\bwould\s+be\b")


_SUBSTITUTED = lazy_re(
    r"\b(?:(?i:put|insert|substitut|plug|set)(?:s|e|ing|ting)?|step\s+(?:takes|uses))\s{1,2}[$\\(]*\Z"
)


def is_substituted(document: Document, offset: int) -> bool:
    """Whether a formula is only put into another one: "Put $t = F / 6n$ into (1)"."""
    return _SUBSTITUTED.search(document.masked, max(offset - BEHIND, 0), offset) is not None


_OPENS_WITH_CONDITION = lazy_re(
    r"(?:\A|[.;:!?]\s+|\n\s*\n\s*|\\end\{\w+\*?\}\s*)"
    r"(?:(?i:if|when|where|once|as\s+long\s+as|provided)\b[^.;:!?]*[$<>=\\]"
    r"|(?i:for|with|at)\b[^.;:!?]*[<>=\\])[^.;:!?]*,[^.;:!?]*\Z"
    # "With a single micro-batch".
    r"|(?:\A|[.;:!?]\s+|\n\s*\n\s*)(?:For|With|At)\s+(?:a\s+single|only\s+one|just\s+one|one)\s[^.;:!?]*\Z"
)


def is_of_a_case(document: Document, offset: int) -> bool:
    """Whether the sentence of a place opens with a condition: "If $m \\ge p$, the stage needs"."""
    return _leads_to(_OPENS_WITH_CONDITION, document, offset)


_AT_A_POINT = lazy_re(r"\b(?:at|until|beyond|above|below)\s+(?:\$|\\\()?\s*\Z")


def is_of_a_point(document: Document, offset: int) -> bool:
    """Whether a formula tells where something happens: "both cost the same at $x = 12 w$"."""
    return _AT_A_POINT.search(document.masked[max(offset - 20, 0) : offset]) is not None


# "Manuals often state the share; in that convention the same all-gather reads".
_OF_OTHERS = lazy_re(
    r"\b(?:(?:that|this|the\s+other|another)\s+convention|(?:some|many|other)\s+(?:authors|papers|reports"
    r"|people|texts)|manuals|others|(?:common|frequent|usual|popular|tempting|easy)\s+(?:slip|mistake|error)"
    r"|paper\b[^.;:!?]*\bwrites?)"
    r"\b[^.;:!?]*\Z",
    re.IGNORECASE,
)


def is_of_others(document: Document, offset: int) -> bool:
    """Whether a sentence tells how others write something, in a convention of their own."""
    return _leads_to(_OF_OTHERS, document, offset)


# "A square product, $c = k = r$, has": letters that are one in this case.
_EQUAL_LETTERS = lazy_re(
    r"(?:\A|[.;:!?]\s+|\n\s*[*+-]\s+|\n\s*\n\s*)[^.;:!?]*"
    r"\$\s*(?:\\?[A-Za-z]+(?:_\w|_\{\w+\})?\s*=\s*)+\\?[A-Za-z]+(?:_\w|_\{\w+\})?\s*\$\$?,"
    r"[^.;:!?$]*[\s$]*\Z"
)


_EQUAL_PAIR = lazy_re(
    r"\b(?i:with|for|if|when|where)\s+\$+\s*(?P<one>\\?[A-Za-z]+)\s*=\s*(?P<other>\\?[A-Za-z]+)\s*\$+"
    r"[^.;:!?=]*[\s$]*\Z"
)


def equal_letters(document: Document, offset: int) -> tuple[str, str] | None:
    """The two letters that a sentence supposes to be equal: "With $w = y$ the ratio is"."""
    pair = _EQUAL_PAIR.search(document.masked, max(offset - REACH, 0), offset)
    return (key_of_letter(pair["one"]), key_of_letter(pair["other"])) if pair else None


def supposes_equal_letters(document: Document, offset: int) -> bool:
    """Whether a sentence supposes, before a formula, that some letters are equal."""
    return _leads_to(_EQUAL_LETTERS, document, offset)


_SUPPOSED_LIST = lazy_re(
    r"\b(?i:for|with|at|if|when|under|setting)\s+(?:\$[^$]+\$[\s,]*(?:and\s+)?)*[\s$]*\Z"
)
_CASE_OPENS = lazy_re(r"(?:\A|[.;:!?]\s+|\n\s*\n\s*)(?:If|When|Suppose|Put|Let)\s[^.;:!?]*\Z")


def is_of_another_case(document: Document, definition: Definition) -> bool:
    """Whether a formula behind an example is of a case of its own.

    "With $c = q$ and $f = 8m/3$", "when the second is twice the first, $y = 2 x$", "a gate that
    keeps $f = 4m$ gives".
    """
    offset = definition.offset
    start = document.text.rfind("\n\n", 0, offset)
    return (
        _SUPPOSED_LIST.search(document.text, max(start, offset - REACH), offset) is not None
        or _leads_to(_CASE_OPENS, document, offset)
        or _GIVES.match(document.masked, definition.printed.span.end) is not None
        # "From $l = 34 m / (5 q)$ on" is where something begins to hold.
        or bound_in_words(document, definition.printed.span) != ""
    )


# With one node, $m = 1$, nothing leaves it.
_OF_ONE = lazy_re(
    r"\b(?:with|for|on|in)\s+(?:only\s+)?(?:one|a\s+single|no)\s+[a-z]+\s*,\s*[$\\(`]*\Z",
    re.IGNORECASE,
)


_WITHOUT = lazy_re(
    r"\b(?:without|omit\w*|neglect\w*|ignor\w*|leave\w*\s+(?:it|them|this|that)\s+out|dropp?\w*)\b"
)


def does_without(document: Document, glyphs: Sequence[str], start: int) -> bool:
    """Whether the text says before a formula that it does without a letter: "ours have none"."""
    for span in document.spans_between(max(start - 2 * REACH, 0), start):
        if span.latex.partition("=")[0].strip().strip("\\") in glyphs:
            end = min(start, span.end + REACH)
            if _WITHOUT.search(document.masked, span.end, end):
                return True
    return False


def is_special(document: Document, printed: Printed, row: Chain, value: float) -> bool:
    """Whether a value is supposed once, to say in words what would be then, and no example's."""
    span = printed.span
    start = sentence_start(document, span.start)
    if value in {0.0, 1.0} and (
        _CONDITION.match(document.masked, start, span.start)
        # "$N = 1$ gives $T = 0$": both say what would be then.
        or _GIVES.match(document.masked, span.end)
        or _IS_THEN.match(document.masked, span.end)
        or _GIVEN.search(document.masked, max(span.start - BEHIND, 0), span.start)
        or _OF_ONE.search(document.masked, max(span.start - BEHIND, 0), span.start)
    ):
        return True
    if _OPENED.search(document.masked, max(span.start - IN_BRACKETS, 0), span.start):
        return True
    if not is_supposed(document, span.start, conditions=True):
        return False
    end = _CLAUSE_ENDS.search(document.masked, span.end)
    behind = document.masked[span.end : end.start() if end else span.end]
    from_letters = any(letters_in(side) for side in row.members[1:])
    numbers = any(char.isdigit() for char in behind)
    formulas = any(char in "$\\" for char in behind.strip(" $\n"))
    return (
        _WOULD.search(behind) is not None
        or (value in {0.0, 1.0} and not numbers)
        or (from_letters and not numbers and not formulas)
    )


_EQUATED = lazy_re(
    r"\b(?:set(?:ting)?|equat(?:es?|ed|ing)|balanc\w+|if|when|where|until|condition|solv\w+|requir\w+|want\w*|ask\w*"
    r"|needs?|breaks?\s+even|cross\w*|meet|alike|as\s+(?:long|large|small|much)\s+as)\b[^.;:!?]*\Z",
    re.IGNORECASE,
)


def is_equated(document: Document, printed: Printed) -> bool:
    """Whether words before a relation make it a condition: "both are alike when", "setting"."""
    return _leads_to(_EQUATED, document, printed.span.start)


def is_running(document: Document, offset: int) -> bool:
    """Whether a sentence gives a value to the example that runs through the text.

    So do all of a paragraph that is headed so.
    """
    block = document.block_at(offset)
    if block is not None and _HEADED.match(document.text, block.start, offset):
        return True
    first = max(offset - REACH, 0)
    start = sentence_start(document, offset, first)
    return _RUNNING.search(document.masked, max(start, first), offset) is not None


# "A toy case to check code against", "As a sanity check take".
_TOY = lazy_re(
    r"\b(?:toy|tiny|miniature|sanity)[\s-]+(?:cases?|examples?|models?|checks?|clusters?|setups?)\b",
    re.IGNORECASE,
)


def is_toy(document: Document, offset: int) -> bool:
    """Whether the paragraph of a place tells a small case beside the example of the text."""
    block = document.block_at(offset)
    return block is not None and _TOY.search(document.masked, block.start, offset) is not None


def bound_in_words(document: Document, span: Span) -> str:
    """The sign of a bound that words make of a value: "from w = 5000 on", "up to w = 5000"."""
    if _UP_TO.search(document.masked, max(span.start - BEHIND, 0), span.start):
        return "<="
    above = _FROM.search(document.masked, max(span.start - BEHIND, 0), span.start)
    return ">=" if above and _ON.match(document.masked, span.end) else ""
