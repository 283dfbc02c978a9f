"""The list of formulas as text and as data. Standard library only."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Row = Mapping[str, str]


def list_json(rows: Sequence[Row]) -> str:
    """Id, title and subject of each formula, as JSON."""
    return json.dumps({"schema": 1, "formulas": rows}, indent=2, ensure_ascii=False)


def list_text(rows: Sequence[Row], titles: Mapping[str, str]) -> str:
    """The formulas below the titles of their subjects."""
    width = max((len(row["id"]) for row in rows), default=0)
    lines: list[str] = []
    last = ""
    for row in rows:
        if row["subject"] != last:
            last = row["subject"]
            lines += [*([""] if lines else []), f"{titles[last]} ({last})"]
        lines.append(f"  {row['id']:<{width}}  {row['title']}")
    return "\n".join(lines)
