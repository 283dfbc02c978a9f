"""The LaTeX of a letter -> its parts: base, accent, subscript, superscript.

Only what letters are made of is read: ``N_{\\mathrm{dp}}``, ``\\Psi``,
``n^{*}``, ``L_\\infty``, ``\\tilde s``. Anything else is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from derive.errors import UnreadableLatex
from derive.records.notes import latex_of_name

from ..frozen import Record

MOST_CHARACTERS = 100


class Mark(Record):
    """A run of characters of one kind: plain Unicode, and whether it is set in italics."""

    text: str
    italic: bool


class Glyph(Record):
    """A letter as it is drawn; ``accent`` is a combining character or empty."""

    base: Mark
    accent: str = ""
    below: tuple[Mark, ...] = ()
    above: tuple[Mark, ...] = ()

    @property
    def is_word(self) -> bool:
        """Whether the base has several letters, so that neighbours need room."""
        return len(self.base.text) > 1

    def __str__(self) -> str:
        below = "".join(mark.text for mark in self.below)
        above = "".join(mark.text for mark in self.above)
        head = self.base.text + self.accent + (f"_{below}" if below else "")
        if not above:
            return head
        return head + (
            above if above in MARKS_ABOVE else f"^{above}" if len(above) == 1 else f"^({above})"
        )


class LetterStyle(Record):
    """How one letter, or the number of one constant, is shown: LaTeX, link, tooltip."""

    latex: str = ""
    href: str = ""
    tooltip: str = ""


Letters = Mapping[str, LetterStyle]

LOWER_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε",
    "zeta": "ζ", "eta": "η", "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ",
    "varkappa": "ϰ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "omicron": "ο", "pi": "π",
    "rho": "ρ",
    "varrho": "ϱ", "sigma": "σ", "varsigma": "ς", "tau": "τ", "upsilon": "υ", "phi": "ϕ",
    "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
}  # fmt: skip
UPPER_GREEK = {
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π",
    "Sigma": "Σ", "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip
SIGNS = {"infty": "∞", "ell": "ℓ", "star": "⋆", "ast": "*", "prime": "′", "dagger": "†"}
MARKS_ABOVE = ("*", "⋆", "′", "′′", "†")
ACCENTS = {
    "hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303", "widetilde": "\u0303",
    "bar": "\u0304", "overline": "\u0304", "dot": "\u0307", "vec": "\u20d7",
}  # fmt: skip
UPRIGHT = ("mathrm", "text", "textrm", "operatorname", "mathit")
SCRIPT = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "𝒜ℬ𝒞𝒟ℰℱ𝒢ℋℐ𝒥𝒦ℒℳ𝒩𝒪𝒫𝒬ℛ𝒮𝒯𝒰𝒱𝒲𝒳𝒴𝒵", strict=True))
TOKEN = re.compile(r"\\[A-Za-z]+|\\[,;_&%]|[A-Za-z0-9]|[{}_^*'+,.()/\-]|\s+")
WORD = re.compile(r"(?:[A-Za-z0-9 ,.+/()\-]|\\[,_])*")


def glyph(id: str, letters: Letters) -> Glyph:  # noqa: A002  the letter's own word
    """The glyph of a letter: by its style, or by its id where it has none."""
    return read_glyph(latex_of(id, letters))


def latex_of(id: str, letters: Letters) -> str:  # noqa: A002  the letter's own word
    """The LaTeX of a letter: by its style, or by its id where it has none."""
    style = letters.get(id)
    return (style.latex if style else "") or latex_of_name(id)


@lru_cache(maxsize=4096)
def read_glyph(latex: str) -> Glyph:
    """Take the LaTeX of a letter apart; raises where it is not that of one letter."""
    if not latex or len(latex) > MOST_CHARACTERS:
        raise UnreadableLatex(latex, f"a letter takes 1 to {MOST_CHARACTERS} characters")
    return _Reader(latex).glyph()


class _Reader:
    """A cursor over the text of one letter."""

    def __init__(self, latex: str) -> None:
        self.latex = latex
        self.at = 0

    def glyph(self) -> Glyph:
        accent, base = self.head()
        below: tuple[Mark, ...] = ()
        above: tuple[Mark, ...] = ()
        while self.at < len(self.latex):
            piece = self.take()
            if piece == "_" and not below:
                below = self.group()
            elif piece == "^" and not above:
                above = self.group()
            elif piece == "'" and not above:
                above = (Mark("′", italic=False),)
            else:
                raise self.refused(f"{piece!r} is not expected there")
        return Glyph(base, accent, below, above)

    def head(self) -> tuple[str, Mark]:
        """The accent, or none, and the base under it."""
        piece = self.take()
        if piece[1:] not in ACCENTS or piece[0] != "\\":
            return "", self.mark(piece)
        marks = self.group()
        if len(marks) != 1:
            raise self.refused("an accent sits on one letter")
        return ACCENTS[piece[1:]], marks[0]

    def group(self) -> tuple[Mark, ...]:
        """One mark, or the marks between braces."""
        piece = self.take()
        if piece != "{":
            return (self.mark(piece),)
        marks: list[Mark] = []
        while (piece := self.take()) != "}":
            marks.append(self.mark(piece))
        if not marks:
            raise self.refused("the braces hold nothing")
        return tuple(marks)

    def mark(self, piece: str) -> Mark:
        """The mark that a piece stands for."""
        name = piece[1:]
        if piece[0] != "\\":
            return self.plain(piece)
        if name in UPRIGHT:
            return Mark(self.word(), italic=name == "mathit")
        if name == "mathcal":
            return Mark("".join(SCRIPT.get(c, c) for c in self.word()), italic=False)
        if name in LOWER_GREEK:
            return Mark(LOWER_GREEK[name], italic=True)
        known = UPPER_GREEK | SIGNS | {",": ","}
        if name not in known:
            raise self.refused(f"{piece} is not known here")
        return Mark("\u2009" if name == "," else known[name], italic=False)

    def plain(self, piece: str) -> Mark:
        if piece in "{}_^" or piece.isspace():
            raise self.refused(f"{piece!r} is not expected there")
        return Mark({"'": "′", "-": "−"}.get(piece, piece), italic=piece.isalpha())

    def word(self) -> str:
        """The letters between the braces of an upright word."""
        matched = WORD.match(self.latex, self.at + 1)
        if self.latex[self.at : self.at + 1] != "{" or matched is None:
            raise self.refused("a word stands in braces")
        self.at = matched.end()
        if self.take() != "}" or not matched.group().strip():
            raise self.refused("a word is made of letters and digits")
        return matched.group().replace("\\,", "\u2009").replace("\\_", "_")

    def take(self) -> str:
        """The next piece; blanks between tokens mean nothing."""
        while True:
            matched = TOKEN.match(self.latex, self.at)
            if matched is None:
                ends = self.at == len(self.latex)
                raise self.refused("it ends too early" if ends else "a character is not known")
            self.at = matched.end()
            if not matched.group().isspace():
                return matched.group()

    def refused(self, why: str) -> UnreadableLatex:
        return UnreadableLatex(self.latex, why)
