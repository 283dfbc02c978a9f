"""Gated layers: activations with SwiGLU, grouped or latent attention, experts, and no dropout."""

from sympy import Eq

from derive.records import Case, Variants, derives, divides, formula

from ...sources import (
    FLASH_ATTENTION_CODE,
    KORTHIKANTI,
    MEGATRON_CODE,
    PLAYBOOK,
)
from ...symbols.activations import (
    M_attn,
    M_core,
    M_down,
    M_ffn,
    M_gelu,
    M_layer,
    M_norm,
    M_out,
    M_qkv,
    M_up,
    b_layer,
    b_stat,
    n_fly,
)
from ...symbols.compute import b_elem
from ...symbols.experts import E_sh, d_exp, k
from ...symbols.latent_attention import d_nope, d_rope, d_v, r_kv, r_q
from ...symbols.memory import M_act
from ...symbols.model import L, a, b, d_ffn, d_head, g, h, s
from ...symbols.parallelism import CP, TP, p
from .operations import (
    activation_function_activations,
    first_matrix_activations,
    fused_attention_core_activations,
    norm_activations,
    output_projection_activations,
    projection_activations,
    second_matrix_activations,
)

LINEAR = MEGATRON_CODE.at(
    "megatron/core/tensor_parallel/layers.py, tensors that a linear layer saves", opened=True
)
SWIGLU = MEGATRON_CODE.at(
    "megatron/core/fusions/fused_bias_swiglu.py, tensors that SwiGLU saves", opened=True
)
FLASH = FLASH_ATTENTION_CODE.at(
    "flash_attn/flash_attn_interface.py, tensors that the forward pass saves", opened=True
)
LATENT = MEGATRON_CODE.at(
    "megatron/core/transformer/multi_latent_attention.py, queries, keys and values", opened=True
)
EXPERTS = MEGATRON_CODE.at(
    "megatron/core/transformer/moe/experts.py, router weights inside the activation", opened=True
)
NO_DROPOUT = "dropout, biases, statistics of the norms, rotary tables"


# allow laws_keep_inherited_alternatives: with nothing split, sequence parallelism changes nothing
@formula(
    source=(SWIGLU, LINEAR),
    leaves_out=NO_DROPOUT,
    also_called=("SwiGLU activation memory", "gated MLP activation memory"),
    holds_for={
        "model_split": "whole",
        "context_split": "whole",
        "feed_forward": "gated",
        "layers": "dense",
        "gate_kernel": "fused",
    },
)
def gated_feed_forward_activations():
    """Gated feed-forward (SwiGLU) activation memory with a fused kernel.

    The input of the gate and up projections, which they share; the outputs of
    both, which the fused activation function keeps; and the input of the down
    projection.
    """
    return Eq(M_ffn, b_elem * s * b * (h + 3 * d_ffn))


# allow laws_keep_inherited_alternatives: with nothing split, sequence parallelism changes nothing
@formula(
    source=PLAYBOOK.at("memory calculator of the page, swiglu", opened=True),
    leaves_out=NO_DROPOUT,
    also_called=("unfused SwiGLU activation memory",),
    holds_for={
        "model_split": "whole",
        "context_split": "whole",
        "feed_forward": "gated",
        "layers": "dense",
        "gate_kernel": "apart",
    },
)
def unfused_gated_feed_forward_activations():
    """Gated feed-forward (SwiGLU) activation memory without a fused kernel.

    The activation function and the product with the gate are two operations:
    the output of the function is kept as well, a fourth tensor of the width of
    the network.
    """
    return Eq(M_ffn, b_elem * s * b * (h + 4 * d_ffn))


# allow laws_keep_inherited_alternatives: with nothing split, sequence parallelism changes nothing
@formula(
    source=(FLASH, LINEAR),
    holds_when=lambda: [g <= a, divides(g, a)],
    leaves_out=NO_DROPOUT,
    also_called=("GQA activation memory", "MQA activation memory"),
    holds_for={
        "model_split": "whole",
        "context_split": "whole",
        "attention": "grouped",
        "kernel": "fused",
    },
)
def grouped_attention_activations():
    """Attention activation memory with FlashAttention and grouped queries.

    The input of the projections; queries, keys and values; the output of the
    kernel, which is the input of the output projection; and one log-sum-exp for
    each query and head. Fewer key-value heads keep less.
    """
    return Eq(M_attn, s * b * (b_elem * (h + 2 * d_head * (a + g)) + b_stat * a))


@formula(
    source=(LATENT, FLASH, LINEAR),
    leaves_out=NO_DROPOUT,
    also_called=("MLA activation memory",),
    holds_for={
        "model_split": "whole",
        "context_split": "whole",
        "attention": "latent",
        "kernel": "fused",
    },
)
def latent_attention_activations():
    """Multi-head latent attention (MLA) activation memory, nothing recomputed.

    The input of the down-projections; the compressed vectors before and after
    their norms; queries and keys with both parts, values and the output of all
    heads, since keys and values are unpacked for the kernel in training.
    """
    return Eq(
        M_attn,
        s
        * b
        * (b_elem * (h + 2 * (r_q + r_kv) + 2 * a * (d_nope + d_rope) + 2 * a * d_v) + b_stat * a),
    )


# allow laws_keep_inherited_alternatives: with nothing split, sequence parallelism changes nothing
@formula(
    source=(SWIGLU, FLASH, LINEAR),
    holds_when=lambda: [g <= a, divides(g, a)],
    leaves_out=NO_DROPOUT,
    also_called=("Llama activation memory per layer",),
    holds_for={
        "context_split": "whole",
        "feed_forward": "gated",
        "attention": "grouped",
        "recompute": "none",
        "kernel": "fused",
        "gate_kernel": "fused",
        "layers": "dense",
        "model_split": "whole",
    },
)
def gated_layer_activations():
    """Activation memory per layer of the Llama shape: SwiGLU, GQA, FlashAttention.

    Two norms, attention with grouped queries and a gated feed-forward network;
    no dropout. Full recomputation keeps the input of the layer alone.
    """
    return Eq(
        M_layer,
        s * b * (b_elem * (4 * h + 2 * d_head * (a + g) + 3 * d_ffn) + b_stat * a),
    )


@formula(
    source=(SWIGLU, FLASH, LINEAR),
    holds_when=lambda: [g <= a, divides(g, a)],
    leaves_out=f"softmax statistics, {NO_DROPOUT}",
)
def gated_layer_bytes():
    """Activation bytes per token and hidden unit of the Llama shape.

    33.5 for Llama 3 70B in half precision. The GPT layer with dropout has 34, and
    Megatron-LM's memory report, 18 plus four times `d_ffn` / `h`, gives 32.
    """
    return Eq(b_layer, b_elem * (4 + 2 * d_head * (a + g) / h + 3 * d_ffn / h))


# allow laws_keep_inherited_alternatives: with nothing split, sequence parallelism changes nothing
@formula(
    source=(EXPERTS, SWIGLU, LINEAR),
    leaves_out="tensor and context parallelism, which share the tokens, uneven routing, router "
    f"logits, padding to whole blocks, {NO_DROPOUT}",
    also_called=("mixture-of-experts activation memory",),
    holds_for={
        "model_split": "whole",
        "context_split": "whole",
        "feed_forward": "gated",
        "layers": "experts",
    },
)
def expert_layer_activations():
    """MoE feed-forward activation memory on one GPU, with balanced routing.

    The input of router and shared experts; for each of the `k` copies of a
    token its permuted input, the outputs of gate and up projections, and the
    weighted input of the down projection; and three tensors of the width of the
    shared experts. A GPU receives as many copies as it sends, so that expert
    parallelism leaves it unchanged.
    """
    return Eq(M_ffn, b_elem * s * b * (h + k * (h + 3 * d_exp) + 3 * d_exp * E_sh))


# allow laws_keep_inherited_alternatives: the law divides by the degrees
@formula(
    source=(KORTHIKANTI.at("section 4.2.3, for a gated layer", opened=True), SWIGLU, FLASH),
    holds_when=lambda: [
        g <= a,
        divides(g, a),
        divides(TP, g),
        divides(p, L),
        divides(TP * CP, s),
    ],
    leaves_out=f"embedding, output layer and loss, {NO_DROPOUT}",
    also_called=("Llama activation memory per pipeline stage",),
    holds_for={
        "feed_forward": "gated",
        "layers": "dense",
        "attention": "grouped",
        "activation_count": "layers",
        "recompute": "none",
        "kernel": "fused",
        "gate_kernel": "fused",
        "sequence": "shared",
    },
)
def gated_stage_activations():
    """Activation memory of a pipeline stage of the Llama shape, under TP, SP and CP.

    Tensor parallelism cuts heads and widths, sequence parallelism what lies
    between, context parallelism the sequence: every byte is shared by `TP`
    times `CP` GPUs.
    """
    return Eq(
        M_act,
        n_fly
        * L
        * s
        * b
        * (b_elem * (4 * h + 2 * d_head * (a + g) + 3 * d_ffn) + b_stat * a)
        / (p * TP * CP),
    )


# allow laws_keep_inherited_alternatives: the law divides by the degrees
@formula(
    source=KORTHIKANTI.at("section 5, a portion stored on each rank", opened=True),
    holds_when=lambda: [divides(p, L), divides(TP * CP, s)],
    leaves_out="the one layer that is being recomputed, embedding, output layer and loss",
    also_called=("full activation recomputation per pipeline stage",),
    holds_for={
        "activation_count": "layers",
        "recompute": "full",
        "sequence": "shared",
    },
)
def full_recompute_stage_activations():
    """Full-recompute activation memory of a pipeline stage, under TP, SP and CP.

    The input of each layer, for every micro-batch in flight, whatever the layer
    is made of.
    """
    return Eq(M_act, n_fly * L * b_elem * s * b * h / (p * TP * CP))


@derives(gated_feed_forward_activations)
def gate_and_up_kept(page):
    """Add what the three matrices and the activation function keep."""
    page.start(
        Eq(M_ffn, M_up + 2 * M_gelu + M_down),
        "one input of gate and up projections, their two outputs, and the input of the third",
    )
    page.put(first_matrix_activations, "one hidden tensor for both projections")
    page.put(activation_function_activations, "as wide as the network, for each of the two")
    page.put(second_matrix_activations, "as wide as the network")


@derives(unfused_gated_feed_forward_activations)
def function_output_kept_too(page):
    """Keep the output of the function as well."""
    page.start(
        Eq(M_ffn, M_up + 3 * M_gelu + M_down),
        "the input of the function, its output, and the other factor",
    )
    page.put(first_matrix_activations, "one hidden tensor for both projections")
    page.put(activation_function_activations, "as wide as the network, for each of the three")
    page.put(second_matrix_activations, "as wide as the network")


@derives(grouped_attention_activations)
def saved_by_the_kernel(page):
    """Add what the projections and the kernel save."""
    page.start(
        Eq(
            M_attn,
            M_qkv + b_elem * s * b * d_head * (a + 2 * g) + M_out + M_core,
        ),
        "the input of the projections; queries, keys and values; the output; the statistics",
    )
    page.put(projection_activations, "one hidden tensor")
    page.put(
        output_projection_activations.with_(h=a * d_head), "as wide as all query heads together"
    )
    page.put(fused_attention_core_activations, "one number for each query and head")


@derives(gated_layer_activations)
def gated_blocks_and_norms(page):
    """Add attention, feed-forward network and two norms."""
    page.start(Eq(M_layer, M_attn + M_ffn + 2 * M_norm), "the parts of a layer")
    page.put(grouped_attention_activations, "grouped queries in a fused kernel")
    page.put(gated_feed_forward_activations, "a gated network with a fused activation")
    page.put(norm_activations, "one norm before each block")


@derives(gated_layer_bytes)
def gated_bytes_per_unit(page):
    """Divide by tokens and hidden units."""
    page.start(
        Eq(b_layer, (M_layer - M_core) / (s * b * h)), "per token and hidden unit, no statistics"
    )
    page.put(gated_layer_activations, "what a layer keeps")
    page.put(fused_attention_core_activations, "the statistics of the softmax")


@derives(expert_layer_activations)
def copies_of_each_token(page):
    """Count a gated network for each copy, and one for the shared experts."""
    page.start(
        Eq(M_ffn, M_up + k * (M_up + 2 * M_gelu + M_down) + E_sh * (2 * M_gelu + M_down)),
        "the common input, the networks of the copies, and the shared ones on the common input",
    )
    page.put(first_matrix_activations, "one hidden tensor")
    page.put(activation_function_activations.with_(d_ffn=d_exp), "as wide as one expert")
    page.put(second_matrix_activations.with_(d_ffn=d_exp), "as wide as one expert")


@derives(gated_stage_activations)
def layers_of_a_stage_shared(page):
    """Share the layers of a stage."""
    page.start(
        Eq(M_act, n_fly * L / p * M_layer / (TP * CP)),
        "layers of a stage, for every micro-batch in flight, shared by all ranks",
    )
    page.put(gated_layer_activations, "what a layer keeps")


@derives(full_recompute_stage_activations)
def inputs_of_a_stage_shared(page):
    """Keep the inputs of the layers of a stage."""
    page.start(
        Eq(M_act, n_fly * L / p * M_norm / (TP * CP)),
        "the input of a layer is the input of its first norm",
    )
    page.put(norm_activations, "one hidden tensor")


fusion = Variants(
    "gated-feed-forward-activations",
    "SwiGLU activation memory, by whether the activation function is fused",
    {
        gated_feed_forward_activations: "fused: Megatron-LM, TransformerEngine, Liger",
        unfused_gated_feed_forward_activations: "two operations: plain PyTorch, the Playbook",
    },
    says="The difference is one tensor of the width of the network.",
)

worked = [
    Case(
        gated_layer_bytes,
        {h: 8192, a: 64, g: 8, d_head: 128, d_ffn: 28672, b_elem: "2 byte"},
        gives="33.5 byte",
        source=SWIGLU,
        note="Llama 3 70B, counted from the tensors that the code saves; printed nowhere",
    ),
]
