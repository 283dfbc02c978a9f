"""``derive book``: everything computed from a knowledge package, as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from ..errors import UnreadableCommand
from . import ANSWERED


def book(options: argparse.Namespace) -> int:
    """``derive book [-o FILE] [--schema] [--fresh]``."""
    if options.schema:
        from ..book.schema import book_schema

        text = json.dumps(book_schema(), indent=2, ensure_ascii=False)
        _put(text.encode(), options.output)
        return ANSWERED
    from ..book.making import book_bytes
    from ..book.progress import Bar, complain

    if options.output:
        _ask_for_room(Path(options.output).resolve())
    content = book_bytes(options.package, fresh=options.fresh, tell=complain, progress=Bar())
    _put(content, options.output)
    return ANSWERED


def _ask_for_room(file: Path) -> None:
    """Refuse a place where no file can be, before the work is done."""
    if file.is_dir() or not file.parent.is_dir():
        reason = "it is a folder" if file.is_dir() else f"there is no folder {file.parent}"
        raise UnreadableCommand(f"{file} cannot be written: {reason}")


def _put(content: bytes, output: str) -> None:
    """Print a text, or put it into a file, whole or not at all."""
    if not output:
        # JSON is UTF-8, whatever the console speaks: it may be redirected into a file.
        sys.stdout.flush()
        sys.stdout.buffer.write(content + b"\n")
        return
    from ..book.cache import replace, why

    file, content = Path(output).resolve(), content + b"\n"
    try:
        if file.exists() and not file.is_file():
            file.write_bytes(content)  # a device or a pipe is written to, not replaced
        else:
            replace(file, content)
    except OSError as wrong:
        raise UnreadableCommand(f"{output} cannot be written: {why(wrong)}") from None
