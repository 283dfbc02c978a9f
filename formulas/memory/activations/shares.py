"""Shares: activation memory under one strategy relative to another."""

from sympy import Eq

from derive.records import Case, derives, divides, formula

from ...sources import KORTHIKANTI
from ...symbols.activations import M_base, M_core, M_layer, b_mask, half_bytes, mask_bytes
from ...symbols.compute import b_elem
from ...symbols.memory import M_act
from ...symbols.model import a, d_ffn, h, s
from ...symbols.parallelism import TP
from ...symbols.recomputation import f_core, x_act
from .layers import attention_core_activations, layer_activations
from .splits import MODELS
from .strategies import (
    UNUSUAL,
    activation_memory_full_recompute,
    activation_memory_selective,
    activation_memory_tp,
    activation_memory_tp_selective,
    activation_memory_tp_sp,
    input_bytes,
    linear_bytes,
    score_bytes,
    split_bytes,
    usual_layer,
    whole_bytes,
)

FIGURE = KORTHIKANTI.at("figure 7")


@formula(
    source=FIGURE,
    holds_when=lambda: [*usual_layer(), divides(TP, a), divides(TP, s)],
    leaves_out=UNUSUAL,
)
def sequence_parallel_activation_ratio():
    """Sequence parallelism: activation memory relative to tensor parallelism.

    Both with tensor parallelism, and everything kept.
    """
    return Eq(
        x_act,
        (linear_bytes + score_bytes * a * s / h)
        / TP
        / (whole_bytes + split_bytes / TP + score_bytes * a * s / (h * TP)),
    )


@formula(source=FIGURE, holds_when=lambda: [*usual_layer(), divides(TP, a)], leaves_out=UNUSUAL)
def selective_activation_ratio():
    """Selective recomputation: activation memory relative to keeping everything.

    Both with tensor parallelism and without sequence parallelism.
    """
    return Eq(
        x_act,
        (whole_bytes + split_bytes / TP)
        / (whole_bytes + split_bytes / TP + score_bytes * a * s / (h * TP)),
    )


@formula(
    source=FIGURE,
    holds_when=lambda: [*usual_layer(), divides(TP, a), divides(TP, s)],
    leaves_out=UNUSUAL,
)
def sequence_parallel_selective_activation_ratio():
    """Sequence parallelism and selective recomputation: relative activation memory.

    Relative to tensor parallelism alone: about a fifth for the models of the
    paper.
    """
    return Eq(
        x_act,
        linear_bytes / TP / (whole_bytes + split_bytes / TP + score_bytes * a * s / (h * TP)),
    )


# allow laws_keep_inherited_alternatives: what is split cancels in the ratio
@formula(
    source=FIGURE,
    holds_when=lambda: [*usual_layer(), divides(TP, a)],
    leaves_out=f"the one layer that is being recomputed, {UNUSUAL}",
    holds_for={
        "activation_count": "layers",
        "feed_forward": "standard",
        "layers": "dense",
        "pipelined": "no",
        "recompute": "full",
        "sequence": "whole",
    },
)
def full_recompute_activation_ratio():
    """Full recomputation: activation memory relative to keeping everything.

    Relative to tensor parallelism alone, which keeps everything: below a tenth
    for the models of the paper.
    """
    return Eq(
        x_act, input_bytes / (whole_bytes + split_bytes / TP + score_bytes * a * s / (h * TP))
    )


# allow laws_keep_inherited_alternatives: it compares keeping all with recomputing the core
@formula(
    source=KORTHIKANTI.at("section 5", opened=True),
    holds_when=usual_layer,
    leaves_out=f"embedding, output layer and loss, {UNUSUAL}",
    holds_for={
        "context_split": "whole",
        "feed_forward": "standard",
        "kernel": "scores",
        "layers": "dense",
        "attention": "grouped",
        "model_split": "whole",
        "sequence": "whole",
    },
)
def selective_recompute_saving():
    """Share of activation memory that selective recomputation saves.

    It grows with the sequence: with many tokens the attention core is nearly
    everything.
    """
    return Eq(f_core, score_bytes * a * s / h / (linear_bytes + score_bytes * a * s / h))


def _relative(page, law):
    """Divide a strategy by the baseline."""
    page.start(Eq(x_act, M_act / M_base), "compare with tensor parallelism alone")
    page.put(law, "the strategy")
    page.put(activation_memory_tp.with_(M_act=M_base), "the baseline")


@derives(sequence_parallel_activation_ratio)
def split_over_whole(page):
    """Divide by the baseline."""
    _relative(page, activation_memory_tp_sp)


@derives(selective_activation_ratio)
def selective_over_whole(page):
    """Divide by the baseline."""
    _relative(page, activation_memory_tp_selective)


@derives(sequence_parallel_selective_activation_ratio)
def both_over_whole(page):
    """Divide by the baseline."""
    _relative(page, activation_memory_selective)


@derives(full_recompute_activation_ratio)
def inputs_over_whole(page):
    """Divide by the baseline."""
    _relative(page, activation_memory_full_recompute)


@derives(selective_recompute_saving)
def core_over_layer(page):
    """Divide the attention core by the layer."""
    page.start(Eq(f_core, M_core / M_layer), "what is not kept, as a share")
    page.put(attention_core_activations, "scores and their masks")
    page.put(layer_activations, "everything that a layer keeps")
    page.put(Eq(d_ffn, 4 * h), "the network is four times as wide")
    page.put(Eq(b_elem, half_bytes), "sixteen-bit activations")
    page.put(Eq(b_mask, mask_bytes), "one byte for each entry of a mask")


FIGURE_7 = (
    (sequence_parallel_activation_ratio, {"1T": "58.31", "22B": "66.84"}),
    (selective_activation_ratio, {"1T": "62.04", "22B": "49.42", "530B": "62.04"}),
    (
        sequence_parallel_selective_activation_ratio,
        {"175B": "18.49", "22B": "16.18", "530B": "20.27"},
    ),
    (full_recompute_activation_ratio, {"175B": "8.71", "1T": "9.42", "22B": "7.64"}),
)


def _widths(model):
    """The letters of the ratios for one model."""
    return {letter: MODELS[model][letter] for letter in (a, h)}


figure_7 = [
    Case(
        law,
        {**_widths(model), s: 2048, TP: 8},
        gives=f"{printed} %",
        source=FIGURE,
        within="1.2 %",
        note="read off the figure",
    )
    for law, row in FIGURE_7
    for model, printed in row.items()
]

savings = [
    Case(
        selective_recompute_saving,
        {**_widths(model), s: 2048},
        gives=f"{printed} %",
        source=KORTHIKANTI.at("section 5", opened=True),
    )
    for model, printed in (("175B", "70"), ("530B", "65"))
]
