"""Layer activations: attention, feed-forward network and norms of one layer, summed."""

from sympy import Eq

from derive.records import Case, Variants, derives, formula

from ...sources import COOKBOOK, FLASH_ATTENTION_CODE, KORTHIKANTI, MEGATRON_CODE, MLSYSIM
from ...symbols.activations import (
    M_attn,
    M_av,
    M_core,
    M_down,
    M_drop,
    M_ffn,
    M_gelu,
    M_layer,
    M_norm,
    M_out,
    M_qk,
    M_qkv,
    M_sdrop,
    M_soft,
    M_up,
    b_layer,
    b_mask,
    b_stat,
)
from ...symbols.compute import b_elem
from ...symbols.memory import M_act
from ...symbols.model import L, a, b, d_ffn, g, h, s
from .operations import (
    activation_function_activations,
    block_dropout_activations,
    first_matrix_activations,
    fused_attention_core_activations,
    norm_activations,
    output_projection_activations,
    projection_activations,
    query_key_activations,
    score_dropout_activations,
    second_matrix_activations,
    softmax_activations,
    value_activations,
)

HEADS = "heads together not as wide as the hidden vector"
UNFUSED = f"fused kernels, {HEADS}"


# allow laws_keep_inherited_alternatives: with nothing split, sequence parallelism changes nothing
@formula(
    source=KORTHIKANTI.at("section 4.1, attention", opened=True),
    holds_when=lambda: [Eq(g, a)],
    leaves_out=UNFUSED,
    holds_for={
        "model_split": "whole",
        "context_split": "whole",
        "attention": "grouped",
        "kernel": "scores",
    },
)
def attention_activations():
    """Attention block activation memory of one layer.

    With 2-byte elements and 1-byte masks: 11 bytes per token and hidden unit,
    and 5 per entry of the attention matrices.
    """
    return Eq(M_attn, s * b * ((5 * b_elem + b_mask) * h + (2 * b_elem + b_mask) * a * s))


# allow laws_keep_inherited_alternatives: with nothing split, sequence parallelism changes nothing
@formula(
    source=KORTHIKANTI.at("section 4.1, attention", opened=True),
    leaves_out="fused kernels",
    also_called=("softmax and attention-score activations", "5as^2b"),
    holds_for={"model_split": "whole", "context_split": "whole", "kernel": "scores"},
)
def attention_core_activations():
    """Attention core activation memory of one layer.

    Softmax output, dropout mask and dropped-out scores: what selective
    recomputation does not keep.
    """
    return Eq(M_core, (2 * b_elem + b_mask) * a * s**2 * b)


# allow laws_keep_inherited_alternatives: with nothing split, sequence parallelism changes nothing
@formula(
    source=KORTHIKANTI.at("section 4.1, feed-forward network", opened=True),
    leaves_out="the gate of a gated network, fused kernels",
    also_called=("MLP activation memory", "FFN activation memory"),
    holds_for={
        "model_split": "whole",
        "context_split": "whole",
        "feed_forward": "standard",
        "layers": "dense",
    },
)
def feed_forward_activations():
    """Feed-forward block activation memory of one layer.

    With four times the hidden size, 2-byte elements and 1-byte masks: 19
    bytes per token and hidden unit.
    """
    return Eq(M_ffn, s * b * ((b_elem + b_mask) * h + 2 * b_elem * d_ffn))


# allow laws_keep_inherited_alternatives: with nothing split, sequence parallelism changes nothing
@formula(
    source=(
        KORTHIKANTI.at("equation 1", opened=True),
        COOKBOOK.at("calc/calc_transformer_mem.py", opened=True),
    ),
    holds_when=lambda: [Eq(g, a)],
    leaves_out=f"the gate of a gated network, {UNFUSED}",
    also_called=("activations per layer", "sbh(34 + 5as/h)"),
    holds_for={
        "attention": "grouped",
        "context_split": "whole",
        "feed_forward": "standard",
        "recompute": "none",
        "kernel": "scores",
        "layers": "dense",
        "model_split": "whole",
    },
)
def layer_activations():
    """Activation memory per transformer layer, nothing recomputed.

    For any element size and feed-forward width, with a plain feed-forward
    network: every tensor that the backward pass reads is kept.
    """
    return Eq(
        M_layer,
        s
        * b
        * ((8 * b_elem + 2 * b_mask) * h + 2 * b_elem * d_ffn + (2 * b_elem + b_mask) * a * s),
    )


# allow laws_keep_inherited_alternatives: with nothing split, sequence parallelism changes nothing
@formula(
    source=FLASH_ATTENTION_CODE.at("flash_attn/flash_attn_interface.py, softmax_lse", opened=True),
    holds_when=lambda: [Eq(g, a)],
    leaves_out=f"the gate of a gated network, {HEADS}",
    also_called=("activations per layer with fused attention",),
    holds_for={
        "attention": "grouped",
        "context_split": "whole",
        "feed_forward": "standard",
        "recompute": "none",
        "kernel": "fused",
        "layers": "dense",
        "model_split": "whole",
    },
)
def fused_layer_activations():
    """Activation memory per transformer layer with FlashAttention.

    It grows linearly with the sequence; the statistics of the softmax are a
    small addition.
    """
    return Eq(M_layer, s * b * ((8 * b_elem + 2 * b_mask) * h + 2 * b_elem * d_ffn + b_stat * a))


# allow laws_keep_inherited_alternatives: TP is 1, and no kernel keeps a core that is recomputed
@formula(
    source=(
        MEGATRON_CODE.at("megatron/training/theoretical_memory_usage.py", opened=True),
        KORTHIKANTI.at("table 2, selective", opened=True),
    ),
    holds_when=lambda: [Eq(g, a)],
    leaves_out=f"the gate of a gated network, {HEADS}",
    also_called=("34sbh", "selective activation recomputation memory per layer"),
    holds_for={
        "attention": "grouped",
        "context_split": "whole",
        "feed_forward": "standard",
        "recompute": "selective",
        "layers": "dense",
        "model_split": "whole",
    },
)
def selective_layer_activations():
    """Activation memory per transformer layer with selective recomputation.

    All that a layer keeps but scores, softmax and attention dropout, which are
    computed again. `selective_layer_bytes` gives it per token and hidden unit.
    """
    return Eq(M_layer, s * b * ((8 * b_elem + 2 * b_mask) * h + 2 * b_elem * d_ffn))


@formula(
    source=MEGATRON_CODE.at("megatron/training/theoretical_memory_usage.py", opened=True),
    holds_when=lambda: [Eq(g, a)],
    leaves_out=f"the gate of a gated network, {HEADS}",
    also_called=(
        "18 + 4f/h bytes",
        "34 sbh with any FFN",
    ),
)
def selective_layer_bytes():
    """Activation bytes per token and hidden unit with selective recomputation.

    18 and 4 times the widening of the feed-forward network, with 2-byte elements
    and 1-byte masks: 34 where it is four times as wide as `h`.
    """
    return Eq(b_layer, 8 * b_elem + 2 * b_mask + 2 * b_elem * d_ffn / h)


@formula(
    source=(
        COOKBOOK.at("calc/calc_transformer_mem.py", opened=True),
        KORTHIKANTI.at("equation 1, all layers", opened=True),
    ),
    holds_when=lambda: [Eq(d_ffn, 4 * h), Eq(g, a)],
    leaves_out="a gate in the feed-forward network, heads together not as wide as the hidden "
    "vector, embedding, output layer and loss, pipeline stages in flight, fused kernels",
    also_called=("(16c+2) + (2c+1)as/h",),
    holds_for={
        "attention": "grouped",
        "context_split": "whole",
        "feed_forward": "standard",
        "layers": "dense",
        "activation_count": "layers",
        "recompute": "none",
        "kernel": "scores",
        "model_split": "whole",
    },
)
def activation_memory_any_precision():
    """Activation memory of all layers, for any element size.

    Feed-forward network four times as wide as `h`. With `b_elem` = 2 bytes and
    masks of one byte the coefficients are 34 and 5.
    """
    return Eq(
        M_act,
        L * s * b * h * (16 * b_elem + 2 * b_mask + (2 * b_elem + b_mask) * a * s / h),
    )


@derives(attention_activations)
def attention_by_operation(page):
    """Add what the operations of attention keep."""
    page.start(
        Eq(M_attn, M_qkv + M_qk + M_soft + M_sdrop + M_av + M_out + M_drop),
        "seven operations keep something",
    )
    page.put(projection_activations, "queries, keys and values come from one input")
    page.put(query_key_activations, "a product needs both factors for its gradients")
    page.put(softmax_activations, "the gradient of a softmax needs its output")
    page.put(score_dropout_activations, "which scores were dropped")
    page.put(value_activations, "again both factors")
    page.put(output_projection_activations, "the input of the last matrix")
    page.put(block_dropout_activations, "which outputs were dropped")


@derives(attention_core_activations)
def core_by_operation(page):
    """Take from attention what has one value per pair of positions."""
    page.start(
        Eq(M_core, M_soft + M_sdrop + M_av - M_out),
        "of attention over the values only the scores belong to the core; "
        "the values are as large as the input of the output projection",
    )
    page.put(softmax_activations, "the output of the softmax")
    page.put(score_dropout_activations, "which scores were dropped")
    page.put(value_activations, "the scores after dropout, and the values")
    page.put(output_projection_activations, "as large as the values")


@derives(feed_forward_activations)
def feed_forward_by_operation(page):
    """Add what the operations of the feed-forward network keep."""
    page.start(Eq(M_ffn, M_up + M_gelu + M_down + M_drop), "four operations keep something")
    page.put(first_matrix_activations, "the input of the first matrix")
    page.put(activation_function_activations, "the input of the activation function")
    page.put(second_matrix_activations, "the input of the second matrix")
    page.put(block_dropout_activations, "which outputs were dropped")


@derives(layer_activations)
def three_blocks(page):
    """Add attention, feed-forward network and two norms."""
    page.start(Eq(M_layer, M_attn + M_ffn + 2 * M_norm), "the parts of a layer")
    page.put(attention_activations, "seven operations")
    page.put(feed_forward_activations, "four operations")
    page.put(norm_activations, "one norm before each block")


@derives(fused_layer_activations)
def core_replaced(page):
    """Replace the attention core."""
    page.start(
        Eq(M_layer, M_attn - s * b * (2 * b_elem + b_mask) * a * s + M_core + M_ffn + 2 * M_norm),
        "scores and their masks are not kept",
    )
    page.put(attention_activations, "attention with its scores")
    page.put(fused_attention_core_activations, "one statistic per row instead")
    page.put(feed_forward_activations, "four operations")
    page.put(norm_activations, "one norm before each block")


@derives(selective_layer_activations)
def core_left_out(page):
    """Leave the attention core out."""
    page.start(Eq(M_layer, M_attn + M_ffn + 2 * M_norm - M_core), "the core is computed again")
    page.put(attention_activations, "attention with its scores")
    page.put(attention_core_activations, "the scores and their masks")
    page.put(feed_forward_activations, "four operations")
    page.put(norm_activations, "one norm before each block")


@derives(selective_layer_bytes)
def per_token_and_unit(page):
    """Divide by tokens and hidden units."""
    page.start(Eq(b_layer, M_layer / (s * b * h)), "per token and hidden unit")
    page.put(selective_layer_activations, "what a layer keeps without the core")


@derives(activation_memory_any_precision)
def all_layers(page):
    """Count all layers of the usual width."""
    page.start(Eq(M_act, L * M_layer), "every layer keeps as much")
    page.put(layer_activations, "one layer")
    page.put(Eq(d_ffn, 4 * h), "the network is four times as wide")


layer_kinds = Variants(
    "layer-activations",
    "Activation memory of one layer, by what becomes of the attention core",
    {
        layer_activations: "kept: the counting of the Korthikanti paper",
        fused_layer_activations: "one statistic per row kept: fused attention kernels",
        selective_layer_activations: "nothing kept: selective recomputation, Megatron-LM's report",
    },
    says="All else is equal; the difference is what grows with the square of the sequence.",
)

HALF = {b_elem: "2 byte", b_mask: "1 byte"}

worked = [
    Case(
        selective_layer_bytes,
        {d_ffn: 16384, h: 4096, **HALF},
        gives="34 byte",
        source=MEGATRON_CODE.at("megatron/training/theoretical_memory_usage.py", opened=True),
    ),
    Case(
        activation_memory_any_precision,
        {L: 80, h: 8192, a: 64, s: 8192, b: 1, **HALF},
        gives="1770.00 GiB",
        source=COOKBOOK.at(
            "calc/calc_transformer_mem.py, Llama 3 70B without recomputation", opened=True
        ),
    ),
    Case(
        activation_memory_any_precision,
        {L: 32, h: 4096, a: 32, s: 4096, b: 1, **HALF},
        gives="97.00 GiB",
        source=COOKBOOK.at("calc/calc_transformer_mem.py, Llama 2 7B", opened=True),
    ),
    Case(
        activation_memory_any_precision,
        {L: 96, h: 12288, a: 96, s: 2048, b: 1, **HALF},
        gives="256.5 GiB",
        source=MLSYSIM.at("calc_activation_memory, GPT-3 175B", opened=True),
    ),
]
