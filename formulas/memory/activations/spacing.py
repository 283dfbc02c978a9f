"""Spacing: how many layers lie between activation checkpoints, and what is best."""

from sympy import Eq, sqrt

from derive.records import derives, formula

from ...sources import MEGATRON_2021, SUBLINEAR, TRAINING_BOOK
from ...symbols.activations import M_layer, b_mask, half_bytes, mask_bytes
from ...symbols.compute import b_elem
from ...symbols.model import L, a, d_ffn, h, s
from ...symbols.recomputation import M_ckpt, M_peak, M_peak_min, c_peak, k_ckpt, k_star, n_seg
from .layers import layer_activations
from .operations import norm_activations
from .strategies import UNUSUAL, input_bytes, linear_bytes, score_bytes, usual_layer

ESTIMATE = MEGATRON_2021.at("section 3.5", opened=True)
BOOK = TRAINING_BOOK.at("notation appendix, line 99, corrected", opened=True)


@formula(
    source=(ESTIMATE, BOOK),
    leaves_out="layers that do not divide evenly, embedding, loss",
    also_called=("activation checkpointing peak memory", "gradient checkpointing memory"),
)
def recomputation_peak_memory():
    """Peak activation memory with checkpoints every few layers.

    All checkpoints are kept, and one group of layers at a time is computed
    again and keeps everything.
    """
    return Eq(M_peak, M_ckpt * L / k_ckpt + M_layer * k_ckpt)


def room_for_the_optimum():
    """Where the optimum lies between a checkpoint at every layer and a single one."""
    return [M_layer <= L * M_ckpt, M_ckpt <= L * M_layer]


@formula(
    source=(ESTIMATE, BOOK),
    holds_when=room_for_the_optimum,
    leaves_out="layers that do not divide evenly",
    also_called=("optimal gradient checkpointing interval",),
)
def best_checkpoint_spacing():
    """Optimal activation checkpoint spacing.

    It depends on what a checkpoint costs beside a whole layer: cheap
    checkpoints should lie close together. A layer that outweighs `L` checkpoints
    asks for less than one layer between them: checkpoint each.
    """
    return Eq(k_star, sqrt(L * M_ckpt / M_layer))


@formula(
    source=ESTIMATE,
    holds_when=room_for_the_optimum,
    leaves_out="layers that do not divide evenly",
)
def best_checkpoint_number():
    """Optimal number of activation checkpoints.

    Layers over the optimal spacing: one checkpoint for each group of layers.
    """
    return Eq(n_seg, sqrt(L * M_layer / M_ckpt))


@formula(
    source=(ESTIMATE, BOOK),
    holds_when=room_for_the_optimum,
    leaves_out="layers that do not divide evenly",
)
def least_recomputation_memory():
    """Least peak activation memory with optimal checkpoints.

    At the optimum the checkpoints take as much as the one group that is being
    recomputed. Where a layer outweighs `L` checkpoints, the least is a checkpoint
    at every layer.
    """
    return Eq(M_peak_min, 2 * sqrt(L * M_ckpt * M_layer))


# allow laws_keep_inherited_alternatives: a layer whole is what a group computes again
@formula(
    source=(BOOK, ESTIMATE),
    holds_when=usual_layer,
    leaves_out=f"layers that do not divide evenly, tensor parallelism, fused kernels, {UNUSUAL}",
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
def transformer_checkpoint_spacing():
    """Optimal activation checkpoint spacing of a transformer.

    A layer's input takes 2 bytes per token and hidden unit, everything in it
    34 and more, so that a checkpoint at every layer or every second one is
    best.
    """
    return Eq(k_star, sqrt(input_bytes * L / (linear_bytes + score_bytes * a * s / h)))


@formula(
    source=SUBLINEAR.at("section 4.3, equation 1", opened=True),
    leaves_out="that the inside of a transformer layer is much larger than its input",
    also_called=("Chen et al. checkpointing cost",),
)
def unit_cost_peak():
    """Sublinear memory: peak with checkpoints as large as layers.

    In units of one layer: all checkpoints, and the one group that is open.
    """
    return Eq(c_peak, L / k_ckpt + k_ckpt)


# allow approximations_approximate: the size of the error is what the page is about
@formula(
    source=(
        SUBLINEAR.at("section 4.3, equation 1", opened=True),
        TRAINING_BOOK.at("notation appendix, line 99", opened=True),
    ),
    approximates=lambda: transformer_checkpoint_spacing,
    leaves_out="that the inside of a transformer layer is much larger than its input",
    also_called=("sqrt(n) checkpointing", "sublinear memory cost"),
)
def square_root_spacing():
    """Square-root checkpoint spacing.

    Holds for a chain of equal steps. In a transformer the input of a layer is
    far smaller than what the layer keeps, and this spacing is far too wide.
    """
    return Eq(k_star, sqrt(L))


@derives(best_checkpoint_spacing)
def least_peak(page):
    """Minimise the peak over the spacing."""
    page.start(recomputation_peak_memory, "checkpoints and one open group")
    page.minimise(k_ckpt, "few checkpoints leave a large group, many cost more", call=k_star)


@derives(best_checkpoint_number)
def layers_over_spacing(page):
    """Count the checkpoints at the best spacing."""
    page.start(Eq(n_seg, L / k_star), "one checkpoint for each group")
    page.put(best_checkpoint_spacing, "the best spacing")


@derives(least_recomputation_memory)
def peak_at_the_optimum(page):
    """Put the best spacing into the peak."""
    page.start(recomputation_peak_memory, "checkpoints and one open group")
    page.minimise(k_ckpt, "few checkpoints leave a large group, many cost more", call=k_star)
    page.at_optimum("both terms are equal there", call=M_peak_min)


@derives(transformer_checkpoint_spacing)
def input_against_layer(page):
    """Put in what a transformer layer keeps."""
    page.start(best_checkpoint_spacing, "for any chain of equal layers")
    page.put(norm_activations.with_(M_norm=M_ckpt), "a checkpoint is the input of the first norm")
    page.put(layer_activations, "everything that a layer keeps")
    page.put(Eq(d_ffn, 4 * h), "the network is four times as wide")
    page.put(Eq(b_elem, half_bytes), "sixteen-bit activations")
    page.put(Eq(b_mask, mask_bytes), "one byte for each entry of a mask")


@derives(square_root_spacing)
def least_unit_cost(page):
    """Minimise the peak over the spacing."""
    page.start(unit_cost_peak, "checkpoints and one open group, all of the same size")
    page.minimise(k_ckpt, "both terms are equal at the minimum", call=k_star)
