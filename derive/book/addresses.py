"""Addresses: ids in lower case with their capitals marked.

``N`` and ``n`` are two symbols and one file on a disk that ignores case.
"""

from __future__ import annotations

from derive.registry import slug


def address(kind: str, name: str, subject: str = "") -> str:
    """The path of a record's page, without a slash at either end."""
    folders = {
        "formula": f"formulas/{subject}", "subject": "formulas",
        "errata": "errata", "notation": "notation", "entry": "catalogue",
    }  # fmt: skip
    folder = folders.get(kind, f"{kind}s")
    return f"{folder}/{slug(name)}"
