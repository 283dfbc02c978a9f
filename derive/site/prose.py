"""Prose of the knowledge as Markdown, and what errata quote of other documents as MathML.

In prose only backticks and dashes mean something. What is quoted is wrong on purpose, so nothing
in it is understood: letters, words and signs are set as they stand. A command that is not known
leaves the quotation as code.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

SPAN = re.compile(r"(`[^`\n]+`)")
SPECIAL = re.compile(r"([\\*_{}\[\]#!])")
OPENING = re.compile(r"^(?:([-+>#])|(\d+)([.)]))(?=\s)")
DASH = re.compile(r"^\s*[-*]\s+")
TITLED = frozenset({"formula", "term"})
"""What prose calls by its title: its id is for commands, a letter is drawn."""

Names = Mapping[str, Mapping[str, str]]
"""What a word in backticks may be the name of."""
NO_NAMES: Names = MappingProxyType({})


def escaped(text: str, names: Names = NO_NAMES, href: Callable[[str], str] = str) -> str:
    """Prose as Markdown that says the same: no HTML, no emphasis, lists and names kept.

    ``href`` is the link to an address from the page that the prose stands on.
    """

    def spelled(span: str) -> str:
        """Inline code as it is, and a record that has a title by that title."""
        title = _title(span, names)
        return f"[{_words(title)}]({href(names[_word(span)]['address'])})" if title else span

    return "\n\n".join(
        block for part in re.split(r"\n\s*\n", text) for block in _blocks(part, spelled)
    )


def _word(span: str) -> str:
    return span.strip("`")


def _title(span: str, names: Names) -> str:
    """The title by which a page calls what inline code names; none for letters and for code."""
    record = names.get(_word(span), {})
    return record["title"] if record.get("kind") in TITLED else ""


def _blocks(paragraph: str, spelled: Callable[[str], str]) -> Iterator[str]:
    """The paragraph, or the list, that some lines make."""
    lines = [line for line in paragraph.splitlines() if line.strip()]
    plain: list[str] = []
    items: list[str] = []
    for line in lines:
        if DASH.match(line):
            items.append(DASH.sub("", line))
        elif items:
            items[-1] += " " + line.strip()
        else:
            plain.append(line.strip())
    if plain:
        yield _opened(_line(" ".join(plain), spelled))
    if items:
        yield "\n".join(f"- {_opened(_line(item, spelled))}" for item in items)


def _line(text: str, spelled: Callable[[str], str]) -> str:
    """One line, escaped outside its code spans; Markdown itself escapes inside them."""
    return "".join(
        spelled(part) if SPAN.fullmatch(part) else _words(part) for part in SPAN.split(text)
    )


def _words(text: str) -> str:
    return SPECIAL.sub(r"\\\1", _entities(text))


def _entities(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _opened(line: str) -> str:
    """A line whose first character starts no list, quotation or heading."""
    return OPENING.sub(
        lambda found: f"\\{found[1]}" if found[1] else f"{found[2]}\\{found[3]}", line
    )


def plain(text: str, names: Names = NO_NAMES) -> str:
    """Prose on one line without marks, for descriptions and hover cards."""
    said = SPAN.sub(lambda found: _title(found[0], names) or found[0], text)
    return " ".join(said.replace("`", "").split())


def segments(text: str, names: Names) -> list[dict[str, str]]:
    """Prose in pieces for a template: text, code, and names with what they mean."""
    made: list[dict[str, str]] = []
    for part in SPAN.split(" ".join(text.split())):
        if not SPAN.fullmatch(part):
            made.append({"kind": "text", "text": part})
        else:
            word = _word(part)
            made.append({"kind": "code", **names.get(word, {}), "text": word})
    return [piece for piece in made if piece["text"]]


# --- quotations ------------------------------------------------------------------


TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[{}_^]|[A-Za-z]|[0-9]+(?:\.[0-9]+)?|\s+|.")
SIGNS = {
    "cdot": "·", "times": "×", "approx": "≈", "propto": "∝", "leq": "≤", "le": "≤", "geq": "≥",
    "ge": "≥", "gg": "≫", "ll": "≪", "sum": "∑", "to": "→", "quad": "\u2003", "qquad": "\u2003",
}  # fmt: skip
GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "eta": "η", "theta": "θ", "lambda": "λ",
    "mu": "μ", "sigma": "σ", "tau": "τ", "Psi": "Ψ", "Phi": "Φ", "Omega": "Ω", "Delta": "Δ",
}  # fmt: skip
WORDS = ("max", "min", "log", "exp", "ln")
UPRIGHT = ("text", "mathrm", "operatorname", "textrm")
PLAIN = ("mathbf", "mathit", "boldsymbol", "displaystyle", "left", "right")


class Unknown(Exception):
    """A command that is not drawn."""


def drawn(latex: str) -> str:
    """A quotation as ``<math>``; empty where something in it is not known."""
    tokens = TOKEN.findall(latex)
    try:
        body = _row(tokens, "")
    except (Unknown, IndexError):
        return ""
    return f"<math>{body}</math>"


def _row(tokens: list[str], end: str) -> str:
    """Tokens up to a closing one, as one row."""
    parts: list[str] = []
    while tokens and tokens[0] != end:
        sign = tokens.pop(0)
        if sign.isspace():
            continue
        if sign in "_^":
            _script(sign, parts, tokens)
        else:
            parts.append(_one(sign, tokens))
    if end:
        tokens.pop(0)
    return f"<mrow>{''.join(parts)}</mrow>"


def _script(sign: str, parts: list[str], tokens: list[str]) -> None:
    base = parts.pop() if parts else "<mrow></mrow>"
    script = _argument(tokens)
    name, other = ("msub", "^") if sign == "_" else ("msup", "_")
    if tokens[:1] == [other]:
        tokens.pop(0)
        second = _argument(tokens)
        low, high = (script, second) if sign == "_" else (second, script)
        parts.append(f"<msubsup>{base}{low}{high}</msubsup>")
    else:
        parts.append(f"<{name}>{base}{script}</{name}>")


def _argument(tokens: list[str]) -> str:
    _skip(tokens)
    sign = tokens.pop(0)
    return _row(tokens, "}") if sign == "{" else _one(sign, tokens)


def _skip(tokens: list[str]) -> None:
    while tokens and tokens[0].isspace():
        tokens.pop(0)


def _one(sign: str, tokens: list[str]) -> str:
    """What one token, with its arguments, is drawn as."""
    if sign == "{":
        return _row(tokens, "}")
    if sign.startswith("\\"):
        return _command(sign[1:], tokens)
    if sign[0].isdigit():
        return f"<mn>{sign}</mn>"
    if sign.isalpha():
        return f"<mi>{html.escape(sign)}</mi>"
    return f"<mo>{html.escape('−' if sign == '-' else sign)}</mo>"


def _command(name: str, tokens: list[str]) -> str:
    if name in SIGNS:
        return f"<mo>{SIGNS[name]}</mo>"
    if name in GREEK:
        return f"<mi>{GREEK[name]}</mi>"
    if name in WORDS:
        return f"<mi>{name}</mi>"
    if name in PLAIN:
        return ""
    if name in UPRIGHT:
        return f"<mtext>{html.escape(_verbatim(tokens))}</mtext>"
    if name == "frac":
        above = _argument(tokens)
        return f"<mfrac>{above}{_argument(tokens)}</mfrac>"
    if name == "sqrt":
        return f"<msqrt>{_argument(tokens)}</msqrt>"
    if not name.isalpha():
        return f"<mo>{html.escape(name)}</mo>" if name.strip(" ,;:!") else ""
    raise Unknown(name)


def _verbatim(tokens: list[str]) -> str:
    """Words in braces, as they stand."""
    _skip(tokens)
    if tokens[0] != "{":
        return tokens.pop(0)
    tokens.pop(0)
    made = ""
    while tokens[0] != "}":
        sign = tokens.pop(0)
        made += sign[1:] if sign.startswith("\\") and not sign[1:].isalpha() else sign
    tokens.pop(0)
    return made.replace(" ", "\u00a0")
