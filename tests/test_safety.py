"""No text is ever executed: every public function is handed code in every argument."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import derive
from derive.cli import main

# Doors that write pages, start servers or run tests by design; theirs are tests of their own.
APART = (
    "derive.site",
    "derive.cli",
    "derive.__main__",
    "derive.mkdocs_plugin",
    "derive.pytest_plugin",
)


def payloads(marker: Path) -> list[str]:
    """Text that leaves a marker where anything evaluates it, as Python or through SymPy."""
    touch = f"__import__('pathlib').Path({str(marker)!r}).touch()"
    return [touch, f"(lambda: {touch})()", f"[{touch}][0]", f"{touch} or 1"]


def modules() -> Iterator[Any]:
    """Every module of the engine that is not a door by itself."""
    for found in pkgutil.walk_packages(derive.__path__, "derive."):
        if not found.name.startswith(APART):
            yield importlib.import_module(found.name)


def callables() -> list[tuple[str, Callable[..., Any]]]:
    """Public functions and classes, each once, by where they are defined."""
    found: dict[str, Callable[..., Any]] = {}
    for module in modules():
        for name, value in vars(module).items():
            is_ours = getattr(value, "__module__", "") == module.__name__
            if not name.startswith("_") and is_ours and callable(value):
                found[f"{module.__name__}.{name}"] = value
    return sorted(found.items())


def taken(function: Callable[..., Any]) -> list[inspect.Parameter]:
    """The parameters of a function, or nothing where it tells none."""
    try:
        return list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return []


def called(function: Callable[..., Any], text: str) -> None:
    """Call a function with the text in every place; whatever it raises is its answer."""
    positional, named = [], {}
    for one in taken(function):
        if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD, one.VAR_POSITIONAL):
            positional.append(text)
        elif one.kind is one.KEYWORD_ONLY:
            named[one.name] = text
    result = function(*positional, **named)
    if inspect.isgenerator(result):
        next(result, None)


class TookTooLong(BaseException):
    """A call that hangs on text is as bad as one that runs it."""


def ring(*_: object) -> None:
    raise TookTooLong


@pytest.mark.slow
def test_no_public_function_runs_what_it_is_handed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    marker = tmp_path / "executed"
    previous = signal.signal(signal.SIGALRM, ring)
    guilty, tried = [], 0
    try:
        for name, function in callables():
            for text in payloads(marker):
                signal.alarm(10)
                try:
                    called(function, text)
                except TookTooLong:
                    guilty.append(f"{name} hangs")
                except Exception:  # noqa: BLE001  refusing is what we want
                    pass
                finally:
                    signal.alarm(0)
                tried += 1
                if marker.exists():
                    marker.unlink()
                    guilty.append(f"{name} runs {text}")
    finally:
        signal.signal(signal.SIGALRM, previous)

    assert guilty == []
    assert tried > 1000


@pytest.mark.slow
@pytest.mark.parametrize("place", range(3))
def test_the_terminal_runs_nothing_it_is_handed(tmp_path: Path, place: int) -> None:
    marker = tmp_path / "executed"
    for text in payloads(marker):
        words = ["zero3_memory", "N_dp", "Psi=70e9"]
        words[place] = text
        for typed in (
            ["solve", *words],
            ["solve", *words, f"M_state={text}"],
            ["solve", *words, "M_state=1 GB", "--in", text],
            ["solve", *words, "--constants", text, "--gpu", text],
            ["show", text],
            ["compare", text, text],
            ["list", text],
        ):
            assert main(typed) == 2
        assert not marker.exists()
