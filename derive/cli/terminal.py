"""What a terminal shows: JSON, weight and colour, plain text elsewhere, and a note on an old name.

``NO_COLOR`` (no-color.org) switches it off whatever it holds, as long as it
holds something; ``FORCE_COLOR`` switches it on for a pipe.
"""

from __future__ import annotations

import json
import os
import sys

from ..names import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TextIO

    from ..entries.knowledge import Knowledge


STYLES = {"bold": "1", "faint": "2", "red": "31", "cyan": "36"}


def coloured(stream: TextIO | None = None) -> bool:
    """Whether what is written there may carry colour."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return (stream or sys.stdout).isatty() and os.environ.get("TERM") != "dumb"


def styled(text: str, style: str, stream: TextIO | None = None) -> str:
    """A text in a style, where its reader is a terminal."""
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if text and coloured(stream) else text


def print_json(data: object) -> None:
    """Print an answer as JSON."""
    print(json.dumps(data, indent=2, ensure_ascii=False))


def print_answer(answer: Any, *, as_json: bool) -> None:
    """Print an answer in words, or as the JSON of its ``to_dict``."""
    if as_json:
        print_json(answer.to_dict())
    else:
        print(answer)


def with_bold_head(text: str) -> str:
    """A text whose first line, the answer, stands out."""
    head, end, rest = text.partition("\n")
    return f"{styled(head, 'bold')}{end}{rest}"


def formula_id(knowledge: Knowledge, name: str) -> str:
    """The id of a formula; under another name with a note on standard error."""
    current = knowledge.formula_id(name)
    if current != name:
        formerly = name in knowledge.formulas[current]["formerly"]
        is_called = "is now called" if formerly else "is"
        print(f"derive: note: {shown(name)[1:-1]} {is_called} {current}", file=sys.stderr)
    return current
