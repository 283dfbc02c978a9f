"""``derive estimate``: memory and step time of a whole run."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ..answers.givens import named_alike
from ..errors import UnknownName, UnreadableCommand, UnreadableValue
from ..runs import Run
from ..runs.composition import composition
from ..runs.readers import read_file
from ..units.reading import related, split_given
from . import ANSWERED, NOTHING_FOUND
from .asking import is_file
from .terminal import print_answer

CHOICES = ("sharding", "recompute", "schedule", "memory")
NAMED = ("model", "gpu", "link", "framework", "precision")
"""What an option names that is neither a letter nor a choice; name=value does, too."""
NO_LETTERS = frozenset({"files", "package", "place", "sink", "take", "limit", "aim", "top"})
"""Keywords of Python's doors: what would open a file or another book is no letter."""


def estimate(options: argparse.Namespace) -> int:
    """Estimate a run; the exit status says whether it fits."""
    run = Run(**run_names(options), **given_letters(options))
    result = run.estimate()
    if options.explain:
        print(result.explain(options.explain))
        return ANSWERED
    print_answer(result, as_json=options.json)
    return NOTHING_FOUND if result.fits is False else ANSWERED


def given_letters(options: argparse.Namespace, *, bounds: bool = False) -> dict[str, Any]:
    """Letters and choices as typed, those with an option of their own among them."""
    take_names(options)
    given: dict[str, Any] = {}
    for text in options.givens:
        name, relation, value = split_given(text)
        if relation != "=" and not bounds:
            raise UnreadableCommand(
                f"{text} is a bound, and one run has one value", "derive plan looks for runs in it"
            )
        if name in given:
            raise UnreadableCommand(
                f"{name} is given twice", f"see: derive {options.command} --help"
            )
        given[name] = related(relation, value) if bounds else value
    if taken := NO_LETTERS & given.keys():
        raise UnknownName("letter or choice", min(taken))
    # What has an option of its own is left to it.
    letters = {name: value for name, value in given.items() if name not in NAMED}
    return letters | {name: value for name in CHOICES if (value := getattr(options, name))}


def take_names(options: argparse.Namespace) -> None:
    """Move ``gpu=h100-sxm`` to the option of that name; refuses what is said twice."""
    for text in options.givens:
        try:
            name, _, value = split_given(text)
        except UnreadableValue:
            if shelf := _shelf(options, text):
                hint = f"{text} is in the catalogue: --{shelf} {text}"
                raise UnreadableCommand(f"{text!r} is no name=value", hint) from None
            raise
        if name not in NAMED and name not in CHOICES:
            continue
        if getattr(options, name) not in ("", value):
            first = f"--{name} {getattr(options, name)}"
            raise UnreadableCommand(f"{first} and {text} contradict each other")
        if name in NAMED:
            setattr(options, name, value)


def _shelf(options: argparse.Namespace, text: str) -> str:
    """The shelf of the catalogue that has an entry of this name: a model named without --model."""
    for key, entry in composition(options.package).laws.entries.items():
        if entry["shelf"] in NAMED and named_alike(text, (key, *entry["aliases"])):
            return str(entry["shelf"])
    return ""


def run_names(options: argparse.Namespace) -> dict[str, Any]:
    """What the options name: model, hardware, files, framework, precision."""
    take_names(options)
    files = [read_file(Path(name)) for name in options.config]
    model = options.model
    if is_file(model):
        files.insert(0, read_file(Path(model)))
        model = ""
    # What is typed comes first, then what a file of one framework tells, then what most use.
    framework = options.framework or next(
        (facts.framework for facts in files if facts.framework), "megatron-core"
    )
    precision = options.precision or next(
        (facts.precision for facts in files if facts.precision), None
    )
    if options.attained:
        from ..diagnosis.fit import read_attained

        files.append(read_attained(Path(options.attained)))
    return {
        "model": model,
        "gpu": options.gpu,
        "link": options.link,
        "framework": framework,
        "precision": precision,
        "files": files,
        "package": options.package,
    }
