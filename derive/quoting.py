"""Foreign text as it is shown to people, and words joined as a sentence does."""

from __future__ import annotations

from collections.abc import Sequence


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
