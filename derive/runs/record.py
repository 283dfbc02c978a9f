"""A run: letters with their values, settled choices, and where each of them was said.

A run is put together from layers: conventions of a framework, a catalogued
model or a model's file, a framework's file, and what the user names. A later
layer wins over an earlier one; two files that disagree are an error.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from derive.errors import Contradiction, OutsideDomain, UnknownName
from derive.units import Interval, Quantity

from ..names import guesses
from .composition import Composition, composition
from .facts import ASSUMED, GIVEN, NEAR, Facts, conventions, kind_of
from .laws import with_unit

if TYPE_CHECKING:
    from .estimate import Estimate


class Run:
    """One run, or many at once where letters are arrays.

    ``model``, ``gpu`` and ``link`` are names of the catalogue, ``framework`` one of
    the conventions; choices and letters are given by name, letters as numbers
    in their own unit or as text with one: ``Run(model="llama-3-70b",
    gpu="h100-sxm", N_gpu=64, TP=8, B=256, s=8192, sharding="zero1")``.
    """

    def __init__(
        self,
        *,
        model: str = "",
        gpu: str = "",
        link: str = "",
        framework: str = "megatron-core",
        precision: str | None = None,
        files: Iterable[Facts] = (),
        package: str | Path | None = None,
        **given: Any,
    ) -> None:
        self.composition = composition(package)
        self.conventions = conventions(package)
        gpu, _, peak = gpu.partition(":")
        self.names = {"model": model, "gpu": gpu, "link": link, "framework": framework}
        self.precision = _precision(precision, gpu, peak)
        own = _given(self.composition, given)
        layers = self._layers(tuple(files), own)
        self.letters: dict[str, Any] = {}
        self.choices: dict[str, str] = {}
        self.origins: dict[str, str] = {}
        self.replaced: dict[str, tuple[str, float]] = {}
        for layer in layers:
            if layer is own:
                self.replaced = _replaced(own.letters, self.letters, self.origins)
            for name, value in layer.letters.items():
                self.letters[name], self.origins[name] = value, layer.place(name)
            for name, value in layer.choices.items():
                self.choices[name], self.origins[name] = value, layer.place(name)
        self.unused = tuple(key for layer in layers for key in layer.unused)
        if "N_gpu" not in own.letters and "N_dp" in own.letters:
            self.letters.pop("N_gpu", None)

    def _layers(self, files: tuple[Facts, ...], own: Facts) -> list[Facts]:
        """All layers, the weakest first."""
        book = self.conventions
        entries = _entries(self.composition, self.names["model"], "model")
        said = [*entries, *files]
        _agree(said)
        framework = book.framework(self.names["framework"], self.precision)
        choices = {**book.defaults.choices, **framework.choices}
        for layer in (*said, own):
            choices |= layer.choices
        hardware = book.hardware(
            self.composition, self.names["gpu"], self.names["link"], self.precision
        )
        return [
            book.defaults,
            book.settled("network", choices["network"]),
            book.settled("memory", choices["memory"]),
            framework,
            *hardware,
            *said,
            own,
        ]

    def changed(
        self, letters: Mapping[str, Any], choices: Mapping[str, str] | None = None, place: str = ""
    ) -> Run:
        """The same run with other letters, in base units, and other choices.

        Letters that follow from those have to be among them, or nowhere in the run.
        """
        other = copy.copy(self)
        other.letters = {**self.letters, **letters}
        other.choices = {**self.choices, **(choices or {})}
        other.origins = {**self.origins, **dict.fromkeys([*letters, *(choices or {})], place)}
        return other

    def own(self, letter: str, value: float) -> str:
        """A value in base units as text, in the letter's own unit."""
        note = self.composition.laws.letter(letter)
        if note is None:
            return f"{value:.6g}"
        unit = "" if note.unit == "1" else f" {note.unit}"
        return f"{value / note.factor:.6g}{unit}"

    def estimate(self) -> Estimate:
        """Memory and time of the run, each part a law with its inputs."""
        from .estimate import estimate

        return estimate(self)

    def estimates(self) -> dict[str, Any]:
        """Every letter of many runs at once, where letters of this one are arrays."""
        from .estimate import estimate_many

        return estimate_many(self)

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self.names.items() if value)
        return f"Run({said})"


def _precision(named: str | None, gpu: str, peak: str) -> str:
    """The precision of the large products: as it is named, or by the peak, ``h100-sxm:fp8``."""
    if named is not None and peak and kind_of(named) != kind_of(peak):
        raise Contradiction(
            "two precisions of the large products", f"precision = {named}", f"gpu = {gpu}:{peak}"
        )
    return named if named is not None else peak or "bf16"


SOFT = ("default", "convention", ASSUMED)
"""How the origin begins of what is there to be named otherwise."""


def _replaced(
    own: Mapping[str, Any], letters: Mapping[str, Any], origins: Mapping[str, str]
) -> dict[str, tuple[str, float]]:
    """What a model, a file or an accelerator says otherwise than the user: its place and value."""
    return {
        name: (origins[name], letters[name])
        for name, value in own.items()
        if name in letters
        and not origins[name].startswith(SOFT)
        and isinstance(value, (int, float))
        and value != letters[name]
    }


def _given(composed: Composition, given: Mapping[str, Any]) -> Facts:
    """What the user named: choices by their name, everything else letters."""
    letters: dict[str, Any] = {}
    choices: dict[str, str] = {}
    for typed, said in given.items():
        name, value = composed.from_laws(typed, said) if isinstance(said, str) else (typed, said)
        if name in composed.choices or name == "memory":
            declared = name in composed.choices
            choices[name] = composed.alternative(name, str(value)) if declared else str(value)
            continue
        letter = composed.laws.letter(name)
        if letter is None:
            known = [*composed.laws.letters(), *composed.choices]
            raise UnknownName("letter or choice", name, guesses(name, known))
        if letter.name in letters:
            raise Contradiction(
                f"{letter.name} is given twice",
                f"{letter.name} = {letters[letter.name]:g}",
                f"{name} = {value}",
            )
        letters[letter.name] = inside(composed, letter.name, value)
    # Whoever says how many experts or chunks there are does not have to say that there are some.
    implied = {
        "E": ("layers", "experts"),
        "r_kv": ("attention", "latent"),
        "v": ("schedule", "interleaved"),
    }
    for name, (choice, alternative) in implied.items():
        count = letters.get(name, 0)
        if isinstance(count, float) and count > 1 and choice in composed.choices:
            choices.setdefault(choice, alternative)
    return Facts(GIVEN, letters, choices)


def read_letter(composed: Composition, name: str, value: Any) -> Any:
    """A value in base units: a number in the letter's own unit, an array, text, or a quantity."""
    letter = composed.laws.letter(name)
    assert letter is not None
    if isinstance(value, str):
        try:
            return float(value) * letter.factor
        except ValueError:
            return with_unit(letter, value)
    if isinstance(value, Quantity | Interval):
        return with_unit(letter, value)
    return value * letter.factor


def inside(composed: Composition, name: str, value: Any) -> Any:
    """A value in base units, held to the domain of its letter; arrays are taken as they are."""
    read = read_letter(composed, name, value)
    letter = composed.laws.letter(name)
    assert letter is not None
    if isinstance(read, (int, float)) and not (
        math.isfinite(read) and letter.domain.contains(_own(read, letter.factor))
    ):
        raise OutsideDomain(name, str(value), str(letter.domain))
    return read


def _own(value: float, factor: float) -> Fraction:
    """A value in its letter's own unit; what floats lost on the way to base units is given back."""
    own = value / factor
    return Fraction(round(own) if abs(own - round(own)) <= NEAR * abs(own) else own)


def _entries(composed: Composition, name: str, shelf: str) -> list[Facts]:
    """A catalogued model as a layer: its figures, and what they settle."""
    if not name:
        return []
    entry = composed.laws.entry_named(shelf, name)
    letters = {k: v for k, v in entry["figures"].items() if k not in ("Psi", "D", "Psi_act")}
    for figures in entry["choices"].values():
        letters |= {k: v for k, v in figures.items() if k not in ("Psi", "D", "Psi_act")}
        break
    assumed = dict.fromkeys(entry["usual"], f"{ASSUMED}, as {entry['title']} was trained")
    settled = dict(composed.from_laws(*settling) for settling in entry["settles"].items())
    choices = {
        name: alternative for name, alternative in settled.items() if name in composed.choices
    }
    return [Facts(entry["title"], letters, {**shape_choices(letters), **choices}, assumed)]


def shape_choices(letters: Mapping[str, Any]) -> dict[str, str]:
    """What the letters of a model's shape settle."""
    choices = {"layers": "experts" if "E" in letters else "dense"}
    choices["attention"] = "latent" if "r_kv" in letters else "grouped"
    return choices


def _agree(layers: Iterable[Facts]) -> None:
    """Two places that say different things of one letter are an error."""
    said: dict[str, tuple[Any, Facts]] = {}
    for layer in layers:
        for name, value in layer.letters.items():
            if name in said and said[name][0] != value:
                first, known = said[name]
                raise Contradiction(
                    f"two places disagree on {name}",
                    f"{known.place(name)}: {first:g}",
                    f"{layer.place(name)}: {value:g}",
                )
            said[name] = (value, layer)
