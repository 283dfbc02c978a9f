"""What one place says of a run: conventions of frameworks, shares of peaks that were attained."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from derive.errors import UnknownName

from ..names import guesses
from .composition import Composition
from .laws import compiled

GIVEN = "given"
"""The origin of what the user named."""
ASSUMED = "assumed"
"""How the origin begins of what nobody said of this run: a model's usual sequence length."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Letters in base units, choices, and keys that were not used, with their places.

    ``framework`` is set by a file that only one framework has, ``precision`` by one
    that names the format of the large products.
    """

    origin: str
    letters: Mapping[str, Any] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    unused: tuple[str, ...] = ()
    framework: str = ""
    precision: str = ""

    def place(self, name: str) -> str:
        """Where this layer says a letter or a choice."""
        return self.places.get(name, self.origin)


# --- conventions: data of the package -----------------------------------------------


PRECISIONS = {
    "bf16": ("bfloat16", "bf16-mixed", "amp_bf16"),
    "fp16": ("float16", "half", "fp16-mixed", "amp_fp16"),
    "fp8": ("float8", "mxfp8", "amp_fp8"),
    "fp4": ("nvfp4", "mxfp4"),
}
"""The formats of large products that the conventions know, as the catalogue names them.

Recipes that differ in how they scale their blocks are one format here: the conventions of
the frameworks do not tell them apart.
"""
LOW_PRECISIONS = ("fp8", "fp4")
SHARES = ("e_mm", "e_att", "e_mem", "e_in", "e_out")
GPUS_PER_NODE = 8.0


@dataclass(frozen=True, slots=True)
class Conventions:
    """What is taken where a run does not say it."""

    data: Mapping[str, Any]
    attained: Mapping[str, Any]

    @property
    def defaults(self) -> Facts:
        """The weakest layer."""
        return _facts("default", self.data["defaults"])

    def framework(self, name: str, precision: str) -> Facts:
        """What a framework does in a precision; raises ``UnknownName``."""
        facts = self._named("framework", name)
        own = self.data["framework"][name].get(kind_of(precision), {})
        letters = {**facts.letters, **_facts("", own).letters}
        return Facts(facts.origin, letters, facts.choices)

    def settled(self, choice: str, alternative: str) -> Facts:
        """Letters that an alternative of a choice settles."""
        return self._named(choice, alternative)

    def _named(self, kind: str, name: str) -> Facts:
        known = self.data[kind]
        if name not in known:
            raise UnknownName(kind, name, guesses(name, list(known)) or tuple(known))
        return _facts(f"convention, {kind} {name}", known[name])

    def hardware(self, composed: Composition, gpu: str, link: str, precision: str) -> list[Facts]:
        """Figures of an accelerator, its links, and the shares that runs on it attained."""
        layers = []
        if gpu:
            entry = composed.laws.entry_named("gpu", gpu)
            layers.append(_accelerator(entry, precision))
            layers.append(self._shares(entry["id"], precision))
        for name in filter(None, link.split(",")):
            shelved, _, choice = name.strip().partition(":")
            entry = composed.laws.entry_named("link", shelved)
            if choice and choice not in entry["choices"]:
                known = tuple(entry["choices"])
                raise UnknownName("choice", choice, guesses(choice, known) or known, entry["title"])
            letters: dict[str, float] = {}
            for figures in entry["choices"].values():
                letters |= figures
            kept = {k: v for k, v in letters.items() if k in ("beta_in", "beta_out")}
            layers.append(Facts(entry["title"], kept))
        return layers

    def _shares(self, gpu: str, precision: str) -> Facts:
        for name, generation in self.attained["generation"].items():
            if gpu in generation["gpus"]:
                low = kind_of(precision) in LOW_PRECISIONS
                used = {share: generation[share] for share in SHARES}
                used["e_mm"] = generation["e_mm_low" if low else "e_mm"]
                letters = {share: row["share"] for share, row in used.items()}
                links = generation.get("links_in_node", {})
                letters["beta_in"] = links.get(gpu, generation["link_in_node"])
                letters["x_fa2"] = generation.get("x_fa2", 1.0)
                letters["beta_out"] = generation["link_between_nodes"]
                letters["G_node"] = generation.get("gpus_per_node", {}).get(gpu, GPUS_PER_NODE)
                origin = f"attained on generation {name}"
                places = {
                    share: f"{origin}, {row['low']} to {row['high']} with one group left out"
                    for share, row in used.items()
                }
                return Facts(origin, letters, places=places)
        return Facts("no attained shares are known")


def kind_of(precision: str) -> str:
    """The number format of the large products; raises ``UnknownName``."""
    name = precision.lower()
    for kind, others in PRECISIONS.items():
        if name == kind or name in others:
            return kind
    # All four: by its letters fp32 is nearest to fp8, and that is not what it means.
    raise UnknownName("precision", precision, tuple(PRECISIONS), "an estimate")


def _accelerator(entry: Mapping[str, Any], precision: str) -> Facts:
    choices = entry["choices"]
    kind = kind_of(precision)
    if kind not in choices and kind not in LOW_PRECISIONS:
        kind = "bf16" if "bf16" in choices else "fp16"
    if kind not in choices:
        raise UnknownName("precision", precision, tuple(choices), entry["title"])
    # A utilization is told of the peak that all large products had before there was fp8.
    usual = next((name for name in ("bf16", "fp16") if choices.get(name)), kind)
    letters = {**entry["figures"], **choices[usual], "F_mm": choices[kind]["F"]}
    places = dict.fromkeys(choices[usual], f"{entry['title']}, {usual}")
    places |= {"F_mm": f"{entry['title']}, {kind}"}
    return Facts(entry["title"], letters, places=places)


def _facts(origin: str, row: Mapping[str, Any]) -> Facts:
    letters = {name: float(value) for name, value in row.get("letters", {}).items()}
    return Facts(origin, letters, row.get("choices", {}))


@functools.cache
def conventions(package: str | Path | None = None) -> Conventions:
    """The conventions of a package."""
    data = compiled(package)
    return Conventions(data["conventions"], data["attained"])
