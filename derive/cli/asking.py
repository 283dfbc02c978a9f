"""``derive solve`` and ``derive evaluate``."""

from __future__ import annotations

import argparse
import json

from .. import answers
from ..answers import Answer, Found, Wish, gather
from ..records import SHELVES
from ..registry import load
from . import ANSWERED, NOTHING_FOUND
from .renamed import named


def _ask(options: argparse.Namespace, target: str | None) -> int:
    """Ask, print the answer, and tell by the exit status whether there is one."""
    registry = load(options.package)
    givens = gather(options.givens, options.at_most, options.at_least)
    formula = named(registry, options.formula)
    answer = answers.solve(registry, formula.id, target, givens, _wish(options))
    _print(answer, options)
    return ANSWERED if answer.found else NOTHING_FOUND


def _wish(options: argparse.Namespace) -> Wish:
    return Wish(
        divides=getattr(options, "divides", None),
        power_of=getattr(options, "power_of", None),
        unit=options.unit,
        constants=options.constants,
        sensitivity=options.sensitivity,
        catalog=tuple((shelf, name) for shelf in SHELVES for name in getattr(options, shelf)),
    )


def find(options: argparse.Namespace) -> int:
    """``derive find TARGET name=value ...``: a chain of formulas, or the choice between several."""
    registry = load(options.package)
    givens = gather(options.givens, options.at_most, options.at_least)
    using = [named(registry, name).id for name in options.using]
    found = answers.find(registry, options.target, givens, using, _wish(options))
    _print(found, options)
    return ANSWERED if found.answer is not None and found.answer.found else NOTHING_FOUND


def solve(options: argparse.Namespace) -> int:
    """``derive solve FORMULA TARGET name=value ...``."""
    return _ask(options, options.target)


def evaluate(options: argparse.Namespace) -> int:
    """``derive evaluate FORMULA name=value ...``: the left side of the law."""
    return _ask(options, None)


def _print(answer: Answer | Found, options: argparse.Namespace) -> None:
    """Print an answer in the form that was asked for."""
    if options.json:
        print(json.dumps(answer.to_dict(), indent=2, ensure_ascii=False))
    elif options.form == "markdown":
        print(answer.markdown(), end="")
    elif options.form == "latex":
        print(answer.working())
    else:
        print(answer)
