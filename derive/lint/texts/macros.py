r"""Macros of a document: ``\newcommand`` with arguments, expanded with positions kept.

The quantities of the LaTeX package siunitx are written out as people print them
without it: ``\num{13e9}`` is ``13e9``, ``\qty{26}{\giga\byte}`` and ``\SI{26}{GB}``
are ``26\,\text{GB}``. What is more than one number and one unit (lists, ranges,
uncertainties) stays as it is, and is then not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from derive.frozen import Record, fresh
from derive.lazy import lazy_re
from derive.notation.lexer import argument
from derive.notation.nodes import Refused

_DEFINITION = lazy_re(
    r"\\(?P<how>(?:re)?newcommand|providecommand|DeclareMathOperator|DeclareRobustCommand"
    r"|DeclareSIUnit|def)"
    r"\*?\s*(?:\{\s*\\(?P<braced>[A-Za-z]+|.)\s*\}|\\(?P<bare>[A-Za-z]+|.))"
    r"\s*(?P<hashes>(?:#\d)*)(?:\[(?P<count>\d)\])?(?:\[(?P<default>[^\]]*)\])?\s*(?=\{)"
)
# "Here $\\lg$ is the logarithm to base two": for others it is the one to base ten.
_BINARY = lazy_re(
    r"\\lg\$?\s+(?:is|denotes|means|stands\s+for)\s+(?:the\s+)?"
    r"(?:binary|(?:logarithm|log)\s+(?:to|in|of|with)\s+(?:the\s+)?base\s+\$?(?:2|two)\b)"
)
_CALL = lazy_re(r"\\([A-Za-z]+|.)", re.DOTALL)
# Macros that double each other would fill the memory after a few dozen rounds, as the "billion
# laughs" of XML do.
DEPTH, LENGTH = 12, 20_000
_QUANTITIES = (r"\num", r"\qty", r"\SI", r"\si", r"\unit")


# Characters with the offsets where they stand in the document.
Chars = list[tuple[str, int]]


class Macro(Record):
    """What a command stands for: its body, and how many arguments it takes."""

    body: str
    count: int = 0
    default: str | None = None


class Macros(Record):
    """The commands that a document defines."""

    table: Mapping[str, Macro] = fresh(factory=dict)

    @classmethod
    def of(cls, texts: Iterable[str], prose: str = "") -> Macros:
        """Collect the definitions in some texts, and what the prose says of a command."""
        table: dict[str, Macro] = {}
        for text in texts:
            if "\\" not in text:
                continue
            for match in _DEFINITION.finditer(text):
                try:
                    body, _ = argument(text, match.end())
                except Refused:
                    continue
                name = match["braced"] or match["bare"]
                if match["how"] == "DeclareMathOperator":
                    body = f"\\operatorname{{{body}}}"
                if match["how"] == "DeclareSIUnit":
                    body = re.sub(r"\\[,;: ]|[~\s]+", "-", body.strip())
                count = int(match["count"] or len(match["hashes"]) // 2)
                table[name] = Macro(body, count, match["default"])
        if _BINARY.search(prose):
            table.setdefault("lg", Macro(r"\log_2 "))
        return cls(table)

    def expanded(self, latex: str, start: int) -> tuple[str, tuple[int, ...]]:
        """A formula with its macros expanded, and the offset of each character.

        Definitions inside it fall away. Without any macro the offsets are
        empty: each character stands where it stands. What grows beyond bounds
        stays unexpanded.
        """
        quantities = any(name in latex for name in _QUANTITIES)
        if not quantities and not any(f"\\{name}" in latex for name in self.table):
            return latex, ()
        chars = [(char, start + place) for place, char in enumerate(latex)]
        chars = _without_definitions(latex, chars)
        for _ in range(DEPTH):
            grown, changed = self._once(chars)
            if len(grown) > LENGTH:
                return latex, ()
            chars = grown
            if not changed:
                break
        else:
            # A macro that holds itself never ends.
            return latex, ()
        # A macro may stand for a quantity.
        text = _text(chars)
        if any(name in text for name in _QUANTITIES):
            chars = without_siunitx(chars)
        return _text(chars), tuple(place for _, place in chars)

    def _once(self, chars: Chars) -> tuple[Chars, bool]:
        """Expand each macro once, from left to right."""
        text = _text(chars)
        expanded: Chars = []
        place, changed = 0, False
        for match in _CALL.finditer(text):
            macro = self.table.get(match[1])
            if macro is None or match.start() < place:
                continue
            try:
                arguments, stop = _arguments(chars, text, match.end(), macro)
            except Refused:
                continue
            expanded += chars[place : match.start()]
            at = chars[match.start()][1]
            filled = _filled(macro, arguments, at)
            if expanded and filled and expanded[-1][0].isalpha() and filled[0][0].isalpha():
                # ``J\\x`` is no letter ``Jx``, and ``\\tau\\x`` no command of that name.
                expanded.append((" ", at))
            expanded += filled
            place, changed = stop, True
        return expanded + chars[place:], changed


def _text(chars: Chars) -> str:
    return "".join(char for char, _ in chars)


def _arguments(chars: Chars, text: str, place: int, macro: Macro) -> tuple[list[Chars], int]:
    """The arguments behind a macro, with their offsets, and the place behind them."""
    arguments: list[Chars] = []
    at = chars[place - 1][1]
    if macro.default is not None and macro.count:
        option = re.compile(r"\s*\[([^\]]*)\]").match(text, place)
        if option:
            arguments.append(chars[option.start(1) : option.end(1)])
            place = option.end()
        else:
            arguments.append([(char, at) for char in macro.default])
    while len(arguments) < macro.count:
        content, stop = argument(text, place)
        braced = text[place:stop].lstrip().startswith("{")
        begin = stop - len(content) - (1 if braced else 0)
        arguments.append(chars[begin : begin + len(content)])
        place = stop
    return arguments, place


def _filled(macro: Macro, arguments: list[Chars], at: int) -> Chars:
    """The body with its arguments put in; its own characters stand where the macro stood."""
    filled: Chars = []
    place = 0
    for match in re.finditer(r"#(\d)", macro.body):
        filled += [(char, at) for char in macro.body[place : match.start()]]
        number = int(match[1]) - 1
        filled += arguments[number] if number < len(arguments) else []
        place = match.end()
    filled += [(char, at) for char in macro.body[place:]]
    # A word may follow at once: ``\\newcommand{\\x}{\\alpha}`` in ``\\x y``.
    return [*filled, (" ", at)] if re.search(r"\\[A-Za-z]+$", macro.body) else filled


def _without_definitions(latex: str, chars: Chars) -> Chars:
    """The characters without those of definitions."""
    dropped: set[int] = set()
    for match in _DEFINITION.finditer(latex):
        try:
            _, stop = argument(latex, match.end())
        except Refused:
            continue
        dropped.update(range(match.start(), stop))
    return [char for place, char in enumerate(chars) if place not in dropped]


_QUANTITY = lazy_re(r"\\(?P<name>num|qty|SI|si|unit)(?![A-Za-z])\s*(?:\[[^\]]*\])?\s*(?=\{)")
_NUMBER = lazy_re(r"[-+]?(?:\d[\d ~]*)?(?:[.,]\d+)?(?:[eEdD][-+]?\d+)?")
_PREFIXES = {
    "kilo": "k", "mega": "M", "giga": "G", "tera": "T", "peta": "P", "exa": "E", "milli": "m",
    "micro": "u", "nano": "n", "kibi": "Ki", "mebi": "Mi", "gibi": "Gi", "tebi": "Ti", "pebi": "Pi",
}  # fmt: skip
_UNITS = {
    "byte": "B", "bit": "bit", "second": "s", "minute": "min", "hour": "h", "day": "day",
    "watt": "W", "joule": "J", "hertz": "Hz", "percent": "%", "gram": "g", "kilogram": "kg",
    "metre": "m", "meter": "m", "kelvin": "kelvin", "volt": "V", "ampere": "ampere",
    "litre": "litre", "liter": "litre", "celsius": "celsius", "degreecelsius": "celsius",
    # The package knows none of these; authors declare them.
    "flop": "FLOP", "flops": "FLOPS", "token": "token", "dollar": "USD", "usd": "USD",
}  # fmt: skip
_POWERS = frozenset(("squared", "cubed", "square", "cubic", "raiseto", "tothe"))
_TOKEN = lazy_re(
    r"\\(?P<name>[A-Za-z]+)|(?P<word>[A-Za-zµμ%][A-Za-zµμ%-]*)|(?P<space>(?:[\s.{}]|\\[,;: ])+)|."
)
_LITERAL = lazy_re(r"[A-Za-zµμ%]+(?:/[A-Za-zµμ%]+)?")


def spoken_units(text: str) -> str:
    r"""A text with what siunitx prints in place of its commands: ``\unit{\milli\second}`` is ms."""
    plain = _text(without_siunitx([(char, 0) for char in text]))
    return re.sub(r"\\text\{([^{}]*)\}", r" \1", plain).replace("\\, ", " ").strip()


def without_siunitx(chars: Chars) -> Chars:
    """Characters with their places, quantities written out."""
    text = _text(chars)
    written: Chars = []
    place = 0
    for match in _QUANTITY.finditer(text):
        if match.start() < place:
            continue
        try:
            plain, stop = _written(text, match)
        except Refused:
            continue
        if plain:
            at, last = chars[match.start()][1], chars[stop - 1][1]
            written += [*chars[place : match.start()], *((char, at) for char in plain[:-1])]
            written.append((plain[-1], last))
            place = stop
    return written + chars[place:]


def _written(text: str, match: re.Match[str]) -> tuple[str, int]:
    """What a command prints, and where it ends; empty where it is not read."""
    content, stop = argument(text, match.end())
    number = "" if match["name"] in {"si", "unit"} else _number(content)
    if match["name"] == "num":
        return number, stop
    if match["name"] in {"qty", "SI"}:
        content, stop = argument(text, stop)
        if not number:
            return "", stop
    unit = _unit(content)
    if unit == "%":
        return f"{number}\\%", stop
    # 12 B alone would be read as twelve billion.
    unit = "byte" if unit == "B" else unit
    return (f"{number}\\,\\text{{{unit}}}" if unit else ""), stop


def _number(content: str) -> str:
    """One number as the package takes it; a comma is a decimal mark there."""
    plain = content.strip()
    if not _NUMBER.fullmatch(plain) or not re.search(r"\d", plain):
        return ""
    plain = re.sub(r"[ ~]", "", plain).replace(",", ".")
    mantissa, _, power = re.sub("[dD]", "e", plain.lower()).partition("e")
    return f"{mantissa or '1'}e{int(power)}" if power else mantissa


def _unit(content: str) -> str:
    r"""``\giga\byte\per\second`` or ``GB/s`` as ``GB/s``; empty where it is anything else.

    ``\per`` is of the one unit behind it: ``\usd\per\kilo\watt\per\hour`` is USD/(kW h).
    """
    plain = content.strip().replace("~", " ")
    if _LITERAL.fullmatch(plain):
        return plain
    if plain == r"\%":
        return "%"
    above, below, prefix, divided = list[str](), list[str](), "", False
    for token in _TOKEN.finditer(plain):
        name = (token["name"] or "").lower()
        units = below if divided else above
        if name == "per":
            divided = True
        elif name in _PREFIXES:
            prefix = _PREFIXES[name]
        elif (name or token["word"]) and name not in _POWERS:
            units.append(prefix + _UNITS.get(name, token["name"] or token["word"]))
            prefix, divided = "", False
        elif not token["space"]:
            return ""
    if prefix or divided or not above:
        return ""
    top = " ".join(above)
    per = f"({' '.join(below)})" if len(below) > 1 else "".join(below)
    return f"{top}/{per}" if below else top
