"""What is made: a book, a compiled store, a site; the skeleton of a record, or of a package."""

from __future__ import annotations

import argparse
import json
import keyword
import re
import sys
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path

from .. import locate
from ..errors import UnreadableCommand
from . import ANSWERED
from .outputs import marked_unfinished, plain, put, room_for, room_for_site, unwritable


def book(options: argparse.Namespace) -> int:
    """``derive book [-o FILE] [--schema] [--fresh]``."""
    file = room_for(options.output) if options.output else None
    if options.schema:
        from ..book.schema import book_schema

        text = json.dumps(book_schema(), indent=2, ensure_ascii=False)
        _put(text.encode(), file, options.output)
        return ANSWERED
    from ..book.making import book_bytes
    from ..workers import Bar, complain

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
    from ..entries.compiling import compile_whole
    from ..workers import Bar

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


# --- skeletons --------------------------------------------------------------------


NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


def new(options: argparse.Namespace) -> int:
    """``derive new formula|symbol|term|package [NAME]``: a skeleton, or a folder of files."""
    if options.what == "package":
        print(new_package(options.name or "my_formulas"))
        return ANSWERED
    name = options.name or f"new_{options.what}"
    if not name.replace("-", "_").isidentifier() or len(name) > 60:
        raise UnreadableCommand(f"{name[:60]!r} is no name: use letters, digits and _")
    print(_named(locate.templates() / "new" / f"{options.what}.txt", {"name": name}))
    return ANSWERED


def new_package(name: str) -> str:
    """Write the files of a package into a new folder; what to type next."""
    # A package of the name derive would hide this one from whoever works beside it.
    if not NAME.fullmatch(name) or keyword.iskeyword(name) or name == "derive":
        raise UnreadableCommand(
            f"{plain(name)} cannot be the name of a package",
            "use small letters, digits and _, such as: derive new package queueing",
        )
    folder = Path(name)
    if folder.exists():
        raise UnreadableCommand(f"there is a {plain(name)} here already", "nothing was written")
    title = name.replace("_", " ").capitalize()
    words = {"name": name, "title": title, "version": version("training-formulary")}
    begun = locate.templates() / "new" / "package"
    files = sorted(file for file in begun.rglob("*") if file.is_file())
    try:
        for file in files:
            place = str(file.relative_to(begun)).replace("NAME", name).removesuffix(".txt")
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            (folder / place).write_text(_named(file, words), encoding="utf-8")
    except OSError as wrong:
        raise unwritable(folder, wrong) from None
    return f"{len(files)} files in {name}; now: cd {name} && derive check {name}"


def _named(file: Path, words: Mapping[str, str]) -> str:
    """The text of a skeleton with its words put in."""
    text = file.read_text(encoding="utf-8")
    for name, word in words.items():
        text = text.replace(f"{{{name}}}", word)
    return text
