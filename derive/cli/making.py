"""What is made: a book, a compiled store, a site; the skeleton of a record, or of a package."""

from __future__ import annotations

import argparse
import json
import keyword
import re
import sys
from importlib.metadata import version
from pathlib import Path

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


FORMULA = '''\
from sympy import Eq

from derive.records import Case, formula

from .sources import SOURCE
from .symbols import left, letter, right


@formula(
    source=SOURCE.at("section or equation"),
    holds_when=lambda: [],
    leaves_out="what the law does not count",
)
def {name}():
    """Noun phrase that names what is given.

    One short paragraph: what it says, and names of letters in backticks.
    """
    return Eq(left, right)


worked = [
    Case({name}, {{letter: "value unit"}}, gives="printed value", source=SOURCE.at("table")),
]
'''

SYMBOL = """\
from derive.records import symbol

{name} = symbol(
    "{name}",
    "meaning in a noun phrase",
    "unit",
    latex=r"{name}",
    typical="low..high",
    says="One sentence that tells it from its neighbours.",
)
"""

TERM = """\
from derive.records import Term

from .sources import SOURCE

term = Term(
    "{name}",
    "the word",
    "A definition of one or two sentences, in your own words.",
    synonyms=(),
    symbols=(),
    formulas=(),
    sources=(SOURCE.at("section"),),
)
"""

SKELETONS = {"formula": FORMULA, "symbol": SYMBOL, "term": TERM}


NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")

PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "0.1.0"
description = "Formulas that are checked, solved and published by training-formulary."
requires-python = ">=3.11"
dependencies = ["training-formulary>={version}"]

[tool.hatch.build.targets.wheel]
packages = ["{name}"]

[tool.pytest.ini_options]
testpaths = ["tests"]
"""

START = '''\
"""{title}: formulas, each written once."""
'''

SOURCES = '''\
"""The documents from which the formulas are taken."""

from derive.records import Source

LITTLE = Source(
    "little-1961",
    "A Proof for the Queuing Formula: L = lambda W",
    authors="Little",
    year=1961,
    identifier="doi:10.1287/opre.9.3.383",
)
'''

SYMBOLS = '''\
"""The letters: each is declared once, with its meaning and its unit."""

from derive.records import symbol

L = symbol("L", "mean number in the system", "", typical="0.1..1000")
W = symbol("W", "mean time in the system", "second", typical="0.001..1000")
rate = symbol("rate", "arrival rate", "1/second", latex=r"\\lambda", typical="0.01..1000")
'''

LAWS = '''\
"""First laws: an example to replace."""

from sympy import Eq

from derive.records import formula

from .sources import LITTLE
from .symbols import L, W, rate


@formula(source=LITTLE.at("main theorem"), leaves_out="a system that is still filling")
def littles_law():
    """Number in the system, from arrival rate and time.

    It holds for whatever arrives, stays for a while and leaves.
    """
    return Eq(L, rate * W)
'''

TESTS = '''\
"""Every rule of the checker is a test; an answer is one more."""

from importlib.metadata import version
from pathlib import Path

import derive
from derive.pytest_plugin import knowledge

PACKAGE = Path(__file__).parent.parent / "{name}"

test_knowledge = knowledge(PACKAGE)


def test_a_law_is_solved_for_any_letter():
    answer = derive.load(PACKAGE)["littles_law"].solve("W", L=20, rate="4 1/second")

    assert str(answer.value) == "5 s"
'''

README = """\
# {name}

Formulas with units, each written once. The files:

- `{name}/sources.py`: where the formulas are from
- `{name}/symbols.py`: the letters, with meaning and unit
- `{name}/laws.py`: the laws; each further file is a subject of its own
- `tests/`: every rule of the checker as a test

```sh
derive check {name}
derive solve littles_law W L=20 rate="4 1/second" --package {name}
derive site --package {name}
pytest
```
"""

FILES = {
    "pyproject.toml": PROJECT,
    "README.md": README,
    "{name}/__init__.py": START,
    "{name}/sources.py": SOURCES,
    "{name}/symbols.py": SYMBOLS,
    "{name}/laws.py": LAWS,
    "tests/test_{name}.py": TESTS,
}


def new(options: argparse.Namespace) -> int:
    """``derive new formula|symbol|term|package [NAME]``: a skeleton, or a folder of files."""
    if options.what == "package":
        print(new_package(options.name or "my_formulas"))
        return ANSWERED
    name = options.name or f"new_{options.what}"
    if not name.replace("-", "_").isidentifier() or len(name) > 60:
        raise UnreadableCommand(f"{name[:60]!r} is no name: use letters, digits and _")
    print(SKELETONS[options.what].format(name=name))
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
    try:
        for path, text in FILES.items():
            file = folder / path.format(**words)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text.format(**words), encoding="utf-8")
    except OSError as wrong:
        raise unwritable(folder, wrong) from None
    return f"{len(FILES)} files in {name}; now: cd {name} && derive check {name}"
