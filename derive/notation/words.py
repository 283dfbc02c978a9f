"""The words of printed mathematics: commands by what they mean on paper."""

from __future__ import annotations

import re

GREEK = frozenset(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi "
    "pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta "
    "Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell hbar infty imath jmath".split()
)
UNICODE = {
    **dict(zip("αβγδεζηθικλμνξπρστυφχψω", (
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma "
        "tau upsilon phi chi psi omega"
    ).split(), strict=True)),
    **dict(zip("ΓΔΘΛΞΠΣΥΦΨΩ", (
        "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
    ).split(), strict=True)),
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
    "tag label phantom vphantom hphantom color hspace vspace textcolor class style".split()
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
