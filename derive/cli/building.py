"""``derive book``, ``compile`` and ``site``: what is made from a whole knowledge package."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from ..errors import UnreadableCommand
from . import ANSWERED
from .outputs import marked_unfinished, put, room_for, room_for_site


def book(options: argparse.Namespace) -> int:
    """``derive book [-o FILE] [--schema] [--fresh]``."""
    file = room_for(options.output) if options.output else None
    if options.schema:
        from ..book.schema import book_schema

        text = json.dumps(book_schema(), indent=2, ensure_ascii=False)
        _put(text.encode(), file, options.output)
        return ANSWERED
    from ..book.making import book_bytes
    from ..progress import Bar, complain

    content = book_bytes(
        options.package,
        fresh=options.fresh,
        tell=complain,
        progress=Bar() if sys.stderr.isatty() else None,
    )
    _put(content, file, options.output)
    return ANSWERED


def compile(options: argparse.Namespace) -> int:  # noqa: A001  the command's name
    """``derive compile [-o FILE]``: every entry, so that no question has to wait for one."""
    from ..entries.whole import compile_whole
    from ..progress import Bar

    file = room_for(options.output) if options.output else ""
    count, path = compile_whole(options.package, str(file), progress=Bar("compiling formula"))
    print(f"{count} entries in {path}")
    return ANSWERED


def _put(content: bytes, file: Path | None, output: str) -> None:
    """Print a text, or put it into a file."""
    if file is None:
        # JSON is UTF-8, whatever the console speaks: it may be redirected into a file.
        sys.stdout.flush()
        sys.stdout.buffer.write(content + b"\n")
    else:
        put(file, content + b"\n", output)


def site(options: argparse.Namespace) -> int:
    """``derive site [-o DIR] [--url ADDRESS] [--serve]``: the pages, written and built."""
    try:
        from .. import site as pages
        from ..site.layout import read_address
    except ModuleNotFoundError as missing:
        raise UnreadableCommand(
            f"the site needs {missing.name}, which is not installed",
            "install it with: pip install 'training-formulary[site]'",
        ) from None

    if options.serve and options.url:
        raise UnreadableCommand("--serve has an address of its own: leave out --url")
    address = read_address(options.url) if options.url else ""
    folder = None if options.serve else room_for_site(options.output)
    if folder is None:
        pages.serve(options.package)
        return ANSWERED
    with marked_unfinished(folder):
        written = pages.build(options.package, folder, address=address, progress=True)
    print(f"{written} pages in {options.output}")
    return ANSWERED
