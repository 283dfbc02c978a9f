"""No function of the algebra hands a text to SymPy, which would run it."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import os

import pytest
from algebra_laws import HERE, all_reduce, x, y, z
from sympy import Eq, Integer, Sum, Symbol

from derive.algebra.closed_forms import PowerSum
from derive.algebra.field import Field
from derive.algebra.judge import Candidate, Outcome
from derive.algebra.page import Page
from derive.algebra.rewriting import Case
from derive.algebra.standins import Ground, stand_in
from derive.algebra.tidy import tidy
from derive.records import Domain, derives

MODULES = (
    "closed_forms compare equal evaluate field judge moves page programs_of proof "
    "rearrange relations rewriting sets signs standins tidy"
).split()
MARKER = "DERIVE_TEXT_WAS_RUN"
TEXT = f"__import__('os').environ.__setitem__('{MARKER}', '1')"
LAW = Eq(x, y * z)
i = Symbol("i")


@derives(all_reduce)
def nothing(page):
    page.start(LAW, "a law")


def good_values():
    """A value for every name that a parameter of the algebra has."""
    expression, ground = y + z, Ground({x: Domain(), y: Domain(), z: Domain()})
    field = Field(ground)
    relations = "relation law current claimed condition a b"
    letters = "letter target over name old new own small large m for_ call"
    expressions = (
        "expression formal difference left right lhs rhs side other known value_of place "
        "polynomial number base exponent slope root fact thing node"
    )
    return {
        **dict.fromkeys(relations.split(), LAW),
        **dict.fromkeys(letters.split(), x),
        **dict.fromkeys(expressions.split(), expression),
        "domains": {},
        "ground": ground,
        "field": field,
        "given": (),
        "conditions": (),
        "domain": Domain(),
        "point": {x: 1, y: 2, z: 3},
        "digits": 50,
        "degree": 2,
        "sense": 1,
        "to": Integer(0),
        "roots": {},
        "verdict": None,
        "standins": stand_in([LAW], {}),
        "candidate": Candidate(y * z),
        "fraction": tidy(expression, {}),
        "total": Sum(i, (i, 1, 5)),
        "things": [LAW],
        "taken": {x},
        "ranges": {x: (1, 2)},
        "derivation": nothing,
        "laws": lambda law: law(),
        "premise": LAW,
        "why": "a reason",
        "solve": lambda *_: Outcome("none"),
        "letters": [x],
        "relations": [LAW],
        "case": Case(x, ()),
        "powersum": PowerSum(x, Integer(1), {0: y, 1: z}),
        "kind": "start",
        "source": HERE,
    }


def functions():
    for name in MODULES:
        module = importlib.import_module(f"derive.algebra.{name}")
        for title, function in vars(module).items():
            own = inspect.isfunction(function) and function.__module__ == module.__name__
            if own and not title.startswith("_"):
                yield pytest.param(function, id=f"{name}.{title}")


def methods():
    for title, method in vars(Page).items():
        if inspect.isfunction(method) and not title.startswith("_"):
            yield pytest.param(method, id=title)


def called_with_text(function, bound):
    """Call it once for each argument with a text there, and once with texts alone."""
    names = list(inspect.signature(function).parameters)[len(bound) :]
    signature = inspect.signature(function)
    for texts in [*([name] for name in names), names]:
        values = {**good_values(), **dict.fromkeys(texts, TEXT)}
        positional = [
            values.get(name, x)
            for name in names
            if signature.parameters[name].kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
        ]
        keywords = {
            name: values.get(name, x)
            for name in names
            if signature.parameters[name].kind is inspect.Parameter.KEYWORD_ONLY
        }
        # Any refusal is fine; running the text is not.
        with contextlib.suppress(Exception):
            result = function(*bound, *positional, **keywords)
            if inspect.isgenerator(result):
                list(zip(range(3), result, strict=False))


@pytest.mark.parametrize("function", list(functions()))
def test_a_text_is_never_run(function, monkeypatch):
    monkeypatch.delenv(MARKER, raising=False)

    called_with_text(function, ())

    assert MARKER not in os.environ


@pytest.mark.parametrize("method", list(methods()))
def test_a_page_never_runs_a_text(method, monkeypatch):
    monkeypatch.delenv(MARKER, raising=False)
    for begun in (False, True):
        page = Page(lambda law: law(), {})
        if begun:
            page.start(LAW, "a law")
        called_with_text(method, (page,))

    assert MARKER not in os.environ


def test_the_marker_would_be_seen(monkeypatch):
    monkeypatch.delenv(MARKER, raising=False)

    exec(TEXT)

    assert os.environ.pop(MARKER) == "1"
