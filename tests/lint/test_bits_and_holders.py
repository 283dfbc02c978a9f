"""Bits for bytes, and what is of a token, a step or a GPU: what is told, and what is not."""

from __future__ import annotations

import pytest

from derive.lint import Project, lint, read_document
from derive.registry import Registry, load

ROWS = r"""
| symbol | meaning | unit |
|---|---|---|
| $M$ | message from one stage to the next | {M} |
| $\beta$ | bandwidth of a link | bytes/second |
| $\tau$ | time of a transfer | seconds |
| $\epsilon$ | size of an element | bytes |
| $X$ | elements of a tensor | elements |
| $V$ | size of the vocabulary | tokens |
| $h$ | tokens that one optimizer step consumes | tokens |
| $Y$ | what one GPU sends to dispatch its tokens | bytes |
| $K$ | pool for the cache, on the whole replica | bytes |
| $P$ | weights of one such layer, router included | parameters |
| $p$ | pipeline stages | stages |
| $C$ | size of one checkpoint | bytes |
| $c$ | part of a checkpoint that a rank keeps | bytes |
| $\kappa$ | bytes of the key-value cache per token, all layers | bytes/token |

"""


@pytest.fixture(scope="module")
def registry() -> Registry:
    """The formulary."""
    return load()


def errors(registry: Registry, text: str) -> list[str]:
    """The messages of the errors in a document."""
    document = read_document("chapter.md", text)
    project = Project([document], registry, notations={"chapter.md": None})
    return [found.message for found in lint(project) if found.severity == "error"]


BITS = {
    "a row in bits among bytes": ("bits", r"$$ \tau = \frac{M}{\beta} $$", "counts bytes"),
    "bits behind a formula": ("bytes", r"It moves $2 \epsilon X$ bits.", "counts bytes"),
    "a binary logarithm in bytes": ("bytes", r"It needs $\log_2 V$ bytes.", "counts bits"),
    "a natural logarithm in bits": ("bytes", r"At first $\ln 50257 \approx 10.82$ bits.", "nats"),
    "a port in bytes": ("bytes", "A port of 200 GB/s has 25 GB/s.", "eight times"),
    "a port in bits twice": (
        "bytes", "A port of 200 gigabits per second carries 25 gigabits per second.", "eight times",
    ),
    "an adapter in bytes": (
        "bytes", r"A 400 gigabyte adapter, $\beta = 50 \times 10^9$ bytes/second, is fast.",
        "eight times",
    ),
    "what a vendor sells in bytes": (
        "bytes", r"We set $\beta = 50 \times 10^9$ bytes/second, sold as 400 GB/s.",
        "eight times",
    ),
    "bytes told again in bits": (
        "bytes", r"So $M = 67{,}108{,}864$ bytes, about 67.1 megabits.", "67.1 megabits",
    ),
    "an energy in watts": ("bytes", "It draws 82154 kWh, which is 82.2 MW.", "two kinds"),
}  # fmt: skip
FINE = {
    "bytes alone": ("bytes", r"$$ \tau = \frac{M}{\beta} $$"),
    "the factor is there": ("bits", r"$$ \tau = \frac{M}{8 \beta} $$"),
    "a number may hold the factor": ("bits", r"$$ \tau = \frac{M}{16 \beta} $$"),
    "what a vendor sells in bits": (
        "bytes",
        r"We set $\beta = 50 \times 10^9$ bytes/second, which the vendor sells as 400 Gbit/s.",
    ),
    "one of eight, then all": ("bytes", "It keeps 5 GB, about 40 GB in all."),
    "bytes told again, rightly": ("bytes", r"So $M = 67{,}108{,}864$ bytes, about 537 megabits."),
    "eight ports": ("bytes", "Eight ports of 50 GB/s give 400 GB/s."),
    "a port and its node": ("bytes", "A port of 400 GB/s, and 50 GB/s for a process."),
    "bits of a port": ("bytes", "A port of 200 Gbit/s has 25 GB/s."),
    "bytes of bits": ("bytes", r"It needs $\log_2 V$ bits, or $\frac{\log_2 V}{8}$ bytes."),
    "an amount in a second": ("bytes", "A link of 12.5 GB/s, or 12.5 GB in each second."),
}
OF_ANOTHER = {
    "a step and a sequence": r"It has $h = 2{,}097{,}152$ tokens in each sequence.",
    "a GPU and the group": "It sends $Y = 231.2$ MB for the whole group.",
    "a rank and all of them": "All ranks together send $Y = 600$ MB.",
    "a replica and its GPUs": "It has $K = 148$ GB on each of the four GPUs.",
    "a layer and an expert": "It has $P = 3.044$ billion parameters per expert.",
    "a checkpoint and a GPU": "It takes $C = 5.67$ TB per GPU.",
    "a checkpoint, told again": r"So $C = 5.6 \times 10^{12}$ bytes, or 5.6 TB per node.",
    "all layers and each": r"Here $\kappa = 327680$, or 327,680 bytes per token and layer.",
}
OF_THE_SAME = {
    "the step": r"It has $h = 2{,}097{,}152$ tokens in each step.",
    "a rank is a GPU": "It sends $Y = 231.2$ MB on each rank.",
    "stages and their micro-batches": "The first stage holds $p$ micro-batches.",
    "another scale": "It sends $Y = 231.2$ MB in each layer.",
    "a checkpoint and the job": "It takes $C = 5.67$ TB for the whole job.",
    "a part of it": "It takes $c = 5.67$ GB per GPU.",
    "a whole and its part": r"So $C = 148 \times 10^9$ bytes, or 37 GB on each of the four nodes.",
    "a count of them": r"With $h = 4096$ tokens, 32 sequences of them, it is small.",
    "no other": r"Here $\kappa = 327680$, or 327,680 bytes per token.",
}


@pytest.mark.parametrize(("unit", "text", "words"), BITS.values(), ids=BITS)
def test_bits_for_bytes_are_told(registry: Registry, unit: str, text: str, words: str):
    found = errors(registry, ROWS.replace("{M}", unit) + text)

    assert len(found) == 1
    assert words in found[0]


@pytest.mark.parametrize(("unit", "text"), FINE.values(), ids=FINE)
def test_what_is_right_in_bits_and_bytes_is_not_told(registry: Registry, unit: str, text: str):
    assert errors(registry, ROWS.replace("{M}", unit) + text) == []


@pytest.mark.parametrize("text", OF_ANOTHER.values(), ids=OF_ANOTHER)
def test_an_amount_of_one_thing_is_not_of_another(registry: Registry, text: str):
    (found,) = errors(registry, ROWS.replace("{M}", "bytes") + text)

    assert found.startswith("By its row in line")


@pytest.mark.parametrize("text", OF_THE_SAME.values(), ids=OF_THE_SAME)
def test_an_amount_of_what_its_row_says_is_fine(registry: Registry, text: str):
    assert errors(registry, ROWS.replace("{M}", "bytes") + text) == []
