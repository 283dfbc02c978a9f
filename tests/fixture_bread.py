"""A small package of three laws, and a program of its own that reads it."""

from __future__ import annotations

import os
import subprocess
import sys

SHARED = '''"""Letters and helpers."""

from derive.records import Source, symbol

BOOK = Source("book", "A book of bread")
t = symbol("t", "time of a loaf", "second")
t_all = symbol("t_all", "time of a batch", "second")
w = symbol("w", "weight", "byte")
r = symbol("r", "rate", "byte/second")
n = symbol("n", "loaves", "1", integer=True)
k = symbol("k", "ovens", "1", integer=True)


def share(whole, parts):
    """A part of a whole."""
    return whole / parts
'''
LAWS = '''"""Baking: how long it takes."""

from sympy import Eq

from derive.records import derives, formula

from .shared import *


@formula(source=BOOK.at("page 1"))
def oven_time():
    """Time of a loaf."""
    return Eq(t, w / r)


@formula(source=BOOK.at("page 2"), holds_when=lambda: [n >= 2])
def batch_time():
    """Time of a batch."""
    return Eq(t_all, n * w / r)


@formula(source=BOOK.at("page 3"))
def shared_time():
    """Time of a batch in several ovens."""
    return Eq(t_all, share(n * t, k))


@derives(batch_time)
def one_after_the_other(page):
    """Add up the loaves."""
    page.start(Eq(t_all, n * t), "one after the other")
    page.put(oven_time, "each loaf")
'''
CODE = "import sys; from derive.cli import main; sys.exit(main(sys.argv[1:]))"


def write(folder):
    """Put the package into a new folder."""
    folder.mkdir()
    (folder / "__init__.py").write_text('"""Bread: how it is made."""\n')
    (folder / "shared.py").write_text(SHARED)
    (folder / "baking.py").write_text(LAWS)


def edit(folder, file, old, new):
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new))


def run(*words, output=subprocess.PIPE, **variables):
    return subprocess.run(
        [sys.executable, "-c", CODE, *map(str, words)],
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        env={**os.environ, **variables},
    )
