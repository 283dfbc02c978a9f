"""Names: the nearest known one, the part of an address; and foreign text as people are shown it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence


def guesses(name: str, known: Iterable[str], most: int = 3, alike: float = 0.55) -> tuple[str, ...]:
    """The known names closest to ``name``, nearest first; ``alike`` is 1 for the same letters."""
    # Only a slip of the pen pays for the search.
    import difflib

    lowered = {candidate.lower(): candidate for candidate in known}
    near = difflib.get_close_matches(name.lower()[:100], lowered, most, alike)
    return tuple(lowered[similar] for similar in near)


def but_for_case(name: str, known: Iterable[str]) -> str | None:
    """The one known name that differs only in its case: ``tp`` is ``TP``, ``n_gpu`` is ``N_gpu``.

    A single letter is none: ``n`` and ``N`` are two quantities.
    """
    lowered = name.lower()
    same = (
        [candidate for candidate in known if candidate.lower() == lowered] if len(name) > 1 else []
    )
    return same[0] if len(same) == 1 else None


def spoken(name: str, known: Iterable[str], called: Mapping[str, str]) -> str | None:
    """The known name that a word means: ``ZeRO-3`` is ``zero3``, and ``FSDP`` is called so too.

    Case, hyphens, underscores and spaces tell no two names apart.
    """
    plain = {_joined(one): one for one in known}
    return plain.get(_joined(name)) or {_joined(a): b for a, b in called.items()}.get(_joined(name))


def _joined(name: str) -> str:
    return "".join(name.lower().replace("-", " ").replace("_", " ").split())


def ascii_name(name: str) -> str:
    """The id that a Unicode letter or LaTeX command stands for: Ψ and ``\\Psi`` are ``Psi``."""
    text = name.strip().lstrip("\\")
    if len(text) == 1 and text in GREEK:
        return GREEK[text]
    head, _, tail = text.partition("_")
    head = GREEK.get(head, head)
    tail = tail.removeprefix("{").removesuffix("}").removeprefix("\\mathrm{").removesuffix("}")
    return f"{head}_{tail}" if tail else head


GREEK = dict(
    zip(
        "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ",
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma "
        "tau upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega".split(),
        strict=True,
    )
)


def slug(name: str) -> str:
    """An id in lower case with its capitals marked: ``N`` is ``n-cap``, ``TP`` ``tp-caps``."""
    letters = [place for place, letter in enumerate(name) if letter.isalpha()]
    capitals = [place for place in letters if name[place].isupper()]
    if not capitals:
        return name
    if capitals == letters[:1]:
        return f"{name.lower()}-cap"
    if capitals == letters:
        return f"{name.lower()}-caps"
    return "-".join([name.lower(), "cap", *(str(place + 1) for place in capitals)])


# --- foreign text -----------------------------------------------------------------


def visible(text: str) -> str:
    """Foreign text on its own lines, in which a terminal has nothing to obey.

    In JSON, whose strings alone can hold such characters, it says the same.
    """
    return "".join(c if c.isprintable() or c in "\n\t" else _escape(c) for c in text)


def _escape(character: str) -> str:
    """A character as JSON escapes it: beyond the first plane, in two halves."""
    halves = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{high:02x}{low:02x}" for high, low in zip(*[iter(halves)] * 2, strict=True))


def shown(text: str, most: int = 40) -> str:
    """Quote foreign text on one line: shortened, control characters made visible.

    A terminal obeys escape sequences, so no foreign character below space or
    outside the printable ones is ever passed on.
    """
    short = text if len(text) <= most else text[: most - 1] + "…"
    visible = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in short)
    return f"'{visible}'"


def listing(words: Sequence[str], joint: str = "or", most: int = 8) -> str:
    """Join words as a sentence does: ``a, b or c``."""
    kept = list(words[:most])
    if len(words) > most:
        return ", ".join(kept) + ", …"
    if len(kept) < 2:
        return "".join(kept)
    return f"{', '.join(kept[:-1])} {joint} {kept[-1]}"
