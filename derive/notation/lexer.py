"""LaTeX as tokens with positions, each command by its meaning; spaces and sizes fall away."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from ..names import GREEK as GREEK_LETTERS
from .nodes import LIMITS, Refused, Span

GREEK = frozenset(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa varkappa lambda "
    "mu nu xi pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta "
    "Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell hbar infty imath jmath".split()
)
UNICODE = {
    **GREEK_LETTERS, "Υ": "Upsilon",
    "ϕ": "phi", "ϵ": "epsilon", "µ": "mu", "ℓ": "ell", "∞": "infty", "∑": "sum", "∏": "prod",
    "√": "sqrt", "∂": "partial", "∇": "nabla", "∫": "int", "×": "times", "·": "cdot",
    "⋅": "cdot", "∗": "ast", "÷": "div", "−": "minus", "≈": "approx", "≃": "simeq", "≅": "cong",
    "∼": "sim", "≡": "equiv", "≔": "coloneqq", "≤": "leq", "≥": "geq", "⩽": "leq", "⩾": "geq",
    "≪": "ll", "≫": "gg", "≠": "neq", "∝": "propto", "→": "to", "⇒": "Rightarrow", "∈": "in",
    "…": "ldots", "⌈": "lceil", "⌉": "rceil", "⌊": "lfloor", "⌋": "rfloor", "‖": "Vert",
    "⊗": "otimes", "⊙": "odot", "⊕": "oplus", "±": "pm",
}  # fmt: skip
RELATIONS = {
    "=": "=", "==": "=", ":=": "=", "<": "<", ">": ">", "<=": "<=", ">=": ">=", "<<": "<<",
    ">>": ">>", "!=": "!=", "equiv": "=", "coloneqq": "=", "triangleq": "=", "doteq": "=",
    "eq": "=", "approx": "~", "simeq": "~", "sim": "~", "cong": "~", "approxeq": "~",
    "lt": "<", "gt": ">", "le": "<=", "leq": "<=", "leqslant": "<=", "lesssim": "<=",
    "ge": ">=", "geq": ">=", "geqslant": ">=", "gtrsim": ">=", "ll": "<<", "gg": ">>",
    "ne": "!=", "neq": "!=", "propto": "prop",
}  # fmt: skip
SIGNS = {
    "+": "+", "-": "-", "minus": "-", "*": "*", "times": "*", "cdot": "*", "ast": "*",
    "star": "*", "/": "/", "div": "/", "bmod": "mod", "mod": "mod",
}  # fmt: skip
SPLITS = {
    "\\": "row", "newline": "row", "cr": "row", "quad": "gap", "qquad": "gap",
    "implies": "implies", "Rightarrow": "implies", "Longrightarrow": "implies",
    "iff": "implies", "Leftrightarrow": "implies", "Longleftrightarrow": "implies",
    "therefore": "implies",
}  # fmt: skip
BRACKETS = {
    "(": ("open", "("), ")": ("close", "("), "[": ("open", "["), "]": ("close", "["),
    "lbrack": ("open", "["), "rbrack": ("close", "["), "lparen": ("open", "("),
    "rparen": ("close", "("), "lbrace": ("open", "set"), "rbrace": ("close", "set"),
    "lceil": ("open", "ceil"), "rceil": ("close", "ceil"), "lfloor": ("open", "floor"),
    "rfloor": ("close", "floor"), "lvert": ("open", "abs"), "rvert": ("close", "abs"),
    "langle": ("open", "angle"), "rangle": ("close", "angle"), "|": ("bar", "|"),
    "vert": ("bar", "|"), "mid": ("bar", "|"),
}  # fmt: skip
IGNORED = frozenset(
    ", ; : ! > / - left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl "
    "Biggr bigm Bigm displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits "
    "nonumber notag rm bf it sf tt cal strut mathstrut hfill thinspace medspace thickspace "
    "enspace space negthinspace nobreak allowbreak relax centering small large Large".split()
) | {" ", "\n", "\t"}
DROPPED = frozenset(
    "tag label phantom vphantom hphantom color hspace vspace textcolor class style intertext "
    "shortintertext".split()
)
WRAPPERS = frozenset(
    "mathbf boldsymbol bm pmb boxed fbox underline underbrace overbrace ensuremath mathsurround "
    "colorbox cancel bcancel mathord mathop mathrel mathbin mathinner smash".split()
)
TEXTS = frozenset(
    "text textbf textit textrm textsf texttt textnormal textsc emph mathrm mathit mathsf mathtt "
    "mathnormal operatorname mbox hbox textup textmd".split()
)
ALPHABETS = {"mathcal": "cal", "mathscr": "cal", "mathbb": "bb", "mathfrak": "frak"}
ACCENTS = frozenset(
    "hat bar tilde vec dot ddot overline widehat widetilde check breve acute mathring".split()
)
FUNCTIONS = frozenset(
    "max min log ln lg exp sqrt ceil floor abs round sin cos tan sinh cosh tanh arctan gcd lcm "
    "sizeof".split()
)
# What is well known and yet no scalar expression: the kind of rejection, and its name on paper.
REFUSED = {
    **dict.fromkeys("int iint oint".split(), ("integral", "an integral")),
    "partial": ("derivative", "a derivative"),
    **dict.fromkeys("lim limsup liminf".split(), ("limit-of", "a limit")),
    **dict.fromkeys("arg argmax argmin sup inf".split(),
                    ("index-operator", "a choice over an index")),
    **dict.fromkeys("in notin subset subseteq supset cup cap setminus emptyset forall "
                    "exists".split(), ("set", "a statement about sets")),
    "circ": ("function", "a composition of functions"),
    **dict.fromkeys("odot otimes oplus bigoplus bigotimes det tr ker dim".split(),
                    ("tensor", "a statement about arrays")),
    **dict.fromkeys("ldots cdots dots vdots ddots dotsc dotsb".split(),
                    ("ellipsis", "a list with something left out")),
    **dict.fromkeys("to rightarrow leftarrow longrightarrow mapsto gets leftrightarrow uparrow "
                    "downarrow xrightarrow nearrow searrow hookrightarrow Leftarrow".split(),
                    ("arrow", "a transition from one thing to another")),
    **dict.fromkeys("Vert lVert rVert".split(), ("norm", "a norm")),
    **dict.fromkeys("pm mp".split(), ("plus-minus", "two values at once")),
    **dict.fromkeys("Pr perp".split(), ("probability", "a probability")),
    **dict.fromkeys("land lor lnot neg vee wedge top".split(), ("logic", "a logical statement")),
}  # fmt: skip
# Environments that only arrange rows.
ROWS = frozenset(
    "align aligned alignat equation gather gathered split multline eqnarray flalign math "
    "displaymath".split()
)
BRANCHES = frozenset({"cases", "dcases"})
CONNECTIVES = frozenset(
    "when if for where with and or given assuming provided otherwise since because as so then "
    "hence thus while but under unless until i.e. e.g. such s.t. in at by on from per via using "
    "implies means is are".split()
)
FORMATS = re.compile(r"(?:bf|fp|tf|int|uint|float|bfloat)\d+|[Ee]\dm\d|e\dM\d")
SCALES = {
    "k": 3, "K": 3, "M": 6, "B": 9, "G": 9, "T": 12, "thousand": 3, "million": 6,
    "billion": 9, "trillion": 12,
}  # fmt: skip
_PREFIX = "[kKMGTPEmunµμ]?"
_WORD = (
    f"(?:{_PREFIX}i?(?:B|b|bit|bits|byte|bytes|Bytes|FLOP|FLOPs|FLOPS|OPS|flops|s|W|Wh|Hz|J|bps|g)"
    "|sec|second|seconds|min|minute|minutes|h|hr|hour|hours|d|day|days|week|weeks|month|months"
    "|year|years|USD|dollars|nat|nats|%|GPUs?|devices?|tokens?|param|params|parameters?|steps?"
    "|samples?|sequences?|layers?|heads?|ranks?|nodes?|experts?|examples?|micro-?batch(?:es)?)"
)
UNIT = re.compile(rf"{_WORD}(?:\s*(?:/|per)\s*{_WORD})*")


# --- tokens -----------------------------------------------------------------------


class Token(NamedTuple):
    """One sign of the print: what it is, what it says, and where.

    ``name`` tells commands apart that say the same: ``\\times`` and ``\\star`` multiply.
    ``apart`` says that a space was set before it on purpose, ``\\log_2 P\\, \\theta``.
    """

    kind: str
    text: str
    start: int
    end: int
    name: str = ""
    apart: bool = False

    @property
    def at(self) -> Span:
        """Its place in the print."""
        return (self.start, self.end)


_LEXEME = re.compile(
    r"(?P<space>[\s~]+)"
    r"|(?P<number>(?:\d{1,3}(?:(?:,|\{,\}|\\,|\\ )\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
    r"(?:[eE][+-]?\d+(?![A-Za-z]))?)"
    r"|(?P<letters>[A-Za-z]+(?:\d+[A-Za-z]*|\\_[A-Za-z0-9]+)*)"
    # In Markdown some escape the backslash itself; no row begins with the word "times".
    r"|\\(?:\\(?=(?:times|cdot|c?dots|ldots|frac|sqrt|leq?|geq?|neq|approx|Rightarrow"
    r"|left|right|sum|prod|log|forall|bigoplus)(?![A-Za-z])))?(?P<command>[A-Za-z]+\*?|.|\n)"
    r"|(?P<arrow>->|=>|<-(?!\d))"
    r"|(?P<dots>\.\.\.)"
    r"|(?P<relation>:=|==|<=|>=|<<|>>|!=)"
    r"|(?P<gap>&&)"
    r"|(?P<char>.)",
    re.DOTALL,
)
_ESCAPED = {"_": ("letters", "_"), "%": ("percent", "%"), "$": ("currency", "$"), "&": ("amp", "&")}
_MARKS = {"dots": ("command", "ldots"), "arrow": ("command", "to"), "gap": ("split", "gap")}
_CHARS = {
    "{": ("group", "{"), "}": ("endgroup", "}"), "^": ("sup", "^"), "_": ("sub", "_"),
    ",": ("comma", ","), ";": ("comma", ";"), "'": ("prime", "'"), "’": ("prime", "'"),
    "!": ("factorial", "!"), "%": ("percent", "%"), "$": ("currency", "$"), "€": ("currency", "€"),
    ".": ("stop", "."), ":": ("colon", ":"),
}  # fmt: skip


def tokens_of(latex: str) -> list[Token]:
    """All tokens of a span."""
    if len(latex) > LIMITS.characters:
        raise Refused(
            "too-long", (0, len(latex)), f"longer than {LIMITS.characters} characters; not read"
        )
    tokens: list[Token] = []
    position = 0
    columns = _columns(latex)
    while position < len(latex):
        match = _LEXEME.match(latex, position)
        assert match is not None
        kind = str(match.lastgroup)
        if position in columns:
            tokens.append(Token("split", "gap", position, position + 1))
        if kind == "command":
            if match.group() == "\\!" and _ONE_SIDED.match(latex, match.end()):
                # Nobody moves one side of a sign nearer alone: it may be an escaped factorial.
                raise Refused("command", match.span(), "an escaped factorial, or a space")
            position = _command(latex, match, tokens)
            continue
        position = match.end()
        if kind == "char":
            _char(match.group(), match.start(), tokens)
        elif kind != "space":
            tokens.append(_plain(kind, match))
    return tokens[:1] + [
        token._replace(apart=True) if _SET_APART.search(latex, before.end, token.start) else token
        for before, token in pairwise(tokens)
    ]


_SET_APART = re.compile(r"\\[,;: ]")

_MARK = re.compile(r"(?<!\\)&|\\\\")
_RELATED = re.compile(
    r"\s*(?::?=|[<>≈≤≥~]|\\(?:approx|leq?|geq?|sim|simeq|equiv|propto|ll|gg)(?![A-Za-z]))"
)

_ONE_SIDED = re.compile(r"\s*=(?!\s*\\!)")


def _columns(latex: str) -> frozenset[int]:
    """Marks that part two equations of one row: the second of ``a &= b & c &= d``."""
    # Two equations side by side need a mark in each, and one between them.
    if latex.count("&") < 3:
        return frozenset()
    columns: set[int] = set()
    row: list[int] = []
    for match in [*_MARK.finditer(latex), None]:
        if match is not None and match.group() == "&":
            row.append(match.start())
            continue
        related = [bool(_RELATED.match(latex, place + 1)) for place in row]
        columns.update(
            row[place]
            for place in range(1, len(row) - 1, 2)
            if related[place - 1] and related[place + 1] and not related[place]
        )
        row = []
    return frozenset(columns)


def _plain(kind: str, match: re.Match[str]) -> Token:
    """A number, a run of letters, or a sign of several characters."""
    text, start, end = match.group(), match.start(), match.end()
    if kind == "number":
        mantissa, _, power = text.lower().partition("e")
        digits = sum(c.isdigit() for c in mantissa)
        if digits > LIMITS.digits or len(power) > 5 or abs(int(power or 0)) > LIMITS.exponent:
            raise Refused("limit", (start, end), "a number with more digits than are read")
    if kind == "relation":
        return Token("relation", RELATIONS[text], start, end)
    if kind in _MARKS:
        return Token(*_MARKS[kind], start, end)
    return Token(kind, text.replace("\\_", "_"), start, end)


def _char(char: str, start: int, tokens: list[Token]) -> None:
    """A single character: a sign, a bracket, or a letter of another alphabet."""
    end = start + 1
    if char in _CHARS:
        tokens.append(Token(*_CHARS[char], start, end))
    elif char in RELATIONS:
        tokens.append(Token("relation", RELATIONS[char], start, end))
    elif char in SIGNS:
        tokens.append(Token("sign", SIGNS[char], start, end))
    elif char in BRACKETS:
        tokens.append(Token(*BRACKETS[char], start, end))
    elif char in UNICODE:
        tokens.append(_named(UNICODE[char], start, end))
    elif char == "&":
        _column(start, tokens)
    elif char == "\\":
        raise Refused("unbalanced", (start, end), "ends in the middle of a command")
    else:
        raise Refused("character", (start, end), f"the sign {char!a} has no reading here")


def _column(start: int, tokens: list[Token]) -> None:
    """An alignment mark; in cases it parts a value from its condition."""
    marks = [token for token in tokens if token.kind in {"begin", "end"}]
    if marks and marks[-1].kind == "begin" and marks[-1].text in BRANCHES:
        tokens.append(Token("split", "gap", start, start + 1))


def _named(name: str, start: int, end: int) -> Token:
    """A command that takes no argument of its own kind."""
    if name in RELATIONS:
        return Token("relation", RELATIONS[name], start, end)
    if name in SIGNS:
        return Token("sign", SIGNS[name], start, end, name)
    if name in SPLITS:
        return Token("split", SPLITS[name], start, end)
    if name in BRACKETS:
        return Token(*BRACKETS[name], start, end)
    return Token("command", name, start, end)


def _command(latex: str, match: re.Match[str], tokens: list[Token]) -> int:
    """Append what a command stands for; returns where reading goes on."""
    name, start, end = match["command"], match.start(), match.end()
    bare = name.rstrip("*") if len(name) > 1 else name
    if name in _ESCAPED:
        tokens.append(Token(*_ESCAPED[name], start, end))
    elif name in {"{", "}"}:
        tokens.append(Token("open" if name == "{" else "close", "set", start, end))
    elif name == "|":
        tokens.append(Token("command", "Vert", start, end))
    elif bare in TEXTS:
        return _text(latex, bare, start, end, tokens)
    elif bare in {"begin", "end"}:
        content, stop = argument(latex, end)
        tokens.append(Token(bare, content.strip().rstrip("*"), start, stop))
        return _skip_options(latex, stop) if bare == "begin" else stop
    elif bare in WRAPPERS:
        tokens.append(Token("wrap", bare, start, end))
    elif bare in DROPPED:
        return argument(latex, end)[1]
    elif bare in {"overset", "stackrel"}:
        return _marked_relation(latex, start, end, tokens)
    elif bare not in IGNORED:
        tokens.append(_named(bare, start, end))
        return _skip_options(latex, end) if name == "\\" else end
    return _sided(latex, bare, end, tokens) if bare in {"left", "right"} else end


def _marked_relation(latex: str, start: int, end: int, tokens: list[Token]) -> int:
    """A relation with a remark above it, such as ``\\stackrel{def}{=}``."""
    content, stop = argument(latex, argument(latex, end)[1])
    sign = RELATIONS.get(content.strip().lstrip("\\"))
    if sign is None:
        raise Refused("command", (start, stop), "something above a sign that is no relation")
    tokens.append(Token("relation", sign, start, stop))
    return stop


def _text(latex: str, name: str, start: int, end: int, tokens: list[Token]) -> int:
    """A word set upright; mathematics inside it is read as a group."""
    content, stop = argument(latex, end)
    # Words stand without the escapes of LaTeX.
    plain = re.sub(r"\\([ _%&#,\-/;:!])", lambda m: m[1] if m[1] in "_%&#" else " ", content)
    if "\\" in plain or "^" in plain or "$" in plain or "{" in plain:
        if name.startswith("text") or name in {"mbox", "hbox"}:
            raise Refused("prose", (start, stop), "a formula inside words inside a formula")
        tokens.append(Token("wrap", name, start, end))
        return end
    tokens.append(Token("text", plain, start, stop))
    return stop


def argument(latex: str, position: int) -> tuple[str, int]:
    """The braced argument at a position, or the single sign, and the place behind it."""
    while position < len(latex) and latex[position].isspace():
        position += 1
    if position >= len(latex):
        raise Refused("unbalanced", (position, position), "ends where more must follow")
    if latex[position] != "{":
        return latex[position], position + 1
    depth, place = 0, position
    while place < len(latex):
        char = latex[place]
        if char == "\\":
            place += 1
        elif char in "{}":
            depth += 1 if char == "{" else -1
            if depth == 0:
                return latex[position + 1 : place], place + 1
        place += 1
    raise Refused("unbalanced", (position, len(latex)), "a brace is opened and never closed")


def _skip_options(latex: str, position: int) -> int:
    """Step over ``[2pt]`` behind a row break, or options of an environment."""
    match = re.compile(r"\*?\[[\d. a-z]*\]|\{\d*\}").match(latex, position)
    return match.end() if match else position


def _sided(latex: str, side: str, position: int, tokens: list[Token]) -> int:
    """Step over the empty bracket of ``\\left.``; a bar after it opens or closes."""
    sign = latex[position : position + 1]
    if sign == "[" and side == "left":
        # It begins at its command: so set it holds a factor, and no index of an array.
        tokens.append(Token("open", sign, position - len("\\left"), position + 1))
        return position + 1
    if sign == "|":
        kind = "open" if side == "left" else "close"
        tokens.append(Token(kind, "abs", position, position + 1))
    return position + 1 if sign in {".", "|"} else position
