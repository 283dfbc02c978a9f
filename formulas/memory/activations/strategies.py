"""Strategies: activation memory by what is split and what is computed again."""

from sympy import Eq

from derive.records import Variants, constant, divides, formula

from ...sources import INFRA_MATH, KORTHIKANTI, MEGATRON_CODE, SCALING_BOOK, ZERO
from ...symbols.activations import b_mask, half_bytes, mask_bytes
from ...symbols.compute import b_elem
from ...symbols.memory import M_act
from ...symbols.model import L, a, b, d_ffn, g, h, s
from ...symbols.parallelism import TP
from ...symbols.recomputation import hidden_tensors, n_ckpt

linear_bytes = constant(
    "linear_bytes",
    34,
    "byte",
    "bytes kept per token and hidden unit outside the attention core",
    says="Inputs of the matrix products, the activation function, dropout masks and norms.",
)
score_bytes = constant(
    "score_bytes",
    5,
    "byte",
    "bytes kept per entry of the attention matrix",
    says="The softmax output and the dropped-out scores at 2 bytes each, the mask at 1.",
)
whole_bytes = constant(
    "whole_bytes",
    10,
    "byte",
    "bytes kept whole on every tensor-parallel rank",
    says="Norm inputs, dropout masks and layer inputs, which tensor parallelism does not split.",
)
split_bytes = constant(
    "split_bytes",
    24,
    "byte",
    "bytes that tensor parallelism splits",
    says="Everything between the two matrix products of attention and of the feed-forward network.",
)
input_bytes = constant(
    "input_bytes",
    2,
    "byte",
    "bytes of a layer's input per token and hidden unit",
    says="One half-precision number.",
)

NOT_COUNTED = "embedding, output layer and loss, pipeline stages in flight, fused kernels"
UNUSUAL = "a gate in the feed-forward network, heads together not as wide as the hidden vector"
PLAIN = f"{UNUSUAL}, {NOT_COUNTED}"


def usual_layer():
    """Where 34 bytes are true: a network of four times the width, all heads, dropout, 16 bits."""
    return [Eq(d_ffn, 4 * h), Eq(g, a), Eq(b_mask, mask_bytes), Eq(b_elem, half_bytes)]


@formula(
    source=(
        KORTHIKANTI.at("equation 1, all layers", opened=True),
        INFRA_MATH.at("line 26, corrected", opened=True),
    ),
    holds_when=usual_layer,
    leaves_out=PLAIN,
    also_called=("Korthikanti activation memory", "total activation memory"),
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
def activation_memory():
    """Activation memory, no parallelism, nothing recomputed.

    The first term grows with the tokens of the micro-batch, the second with
    the attention matrices: `a` of them, each `s` by `s`. Sixteen-bit
    activations, a plain feed-forward network four times as wide as `h`,
    multi-head attention, and dropout after each block.
    """
    return Eq(M_act, L * s * b * h * (linear_bytes + score_bytes * a * s / h))


# allow laws_keep_inherited_alternatives: the law divides by the degrees
@formula(
    source=KORTHIKANTI.at("section 4.2.1, table 2", opened=True),
    holds_when=lambda: [*usual_layer(), divides(TP, a)],
    leaves_out=PLAIN,
    holds_for={
        "context_split": "whole",
        "feed_forward": "standard",
        "layers": "dense",
        "activation_count": "layers",
        "recompute": "none",
        "kernel": "scores",
        "sequence": "whole",
        "pipelined": "no",
    },
)
def activation_memory_tp():
    """Activation memory under tensor parallelism.

    Attention and feed-forward network are split over `TP` ranks; norms and
    dropouts between them stay whole.
    """
    return Eq(
        M_act, L * s * b * h * (whole_bytes + split_bytes / TP + score_bytes * a * s / (h * TP))
    )


# allow laws_keep_inherited_alternatives: the law divides by the degrees
@formula(
    source=KORTHIKANTI.at("equation 4, table 2", opened=True),
    holds_when=lambda: [*usual_layer(), divides(TP, a), divides(TP, s)],
    leaves_out=PLAIN,
    holds_for={
        "context_split": "whole",
        "feed_forward": "standard",
        "layers": "dense",
        "activation_count": "layers",
        "recompute": "none",
        "kernel": "scores",
        "sequence": "shared",
        "pipelined": "no",
    },
)
def activation_memory_tp_sp():
    """Activation memory under tensor and sequence parallelism.

    What tensor parallelism leaves whole is cut along the sequence, so that
    every byte is shared by the `TP` ranks.
    """
    return Eq(M_act, L * s * b * h / TP * (linear_bytes + score_bytes * a * s / h))


# allow laws_keep_inherited_alternatives: the law divides by the degrees
@formula(
    source=KORTHIKANTI.at("equation 6, table 2", opened=True),
    holds_when=lambda: [*usual_layer(), divides(TP, a), divides(TP, s)],
    leaves_out=PLAIN,
    also_called=("34 Lsbh/t",),
    holds_for={
        "context_split": "whole",
        "feed_forward": "standard",
        "layers": "dense",
        "activation_count": "layers",
        "recompute": "selective",
        "sequence": "shared",
        "pipelined": "no",
    },
)
def activation_memory_selective():
    """Activation memory, selective recomputation with TP and SP.

    The attention core is computed again in the backward pass instead of being
    kept, which removes the part that grows with the square of `s`.
    """
    return Eq(M_act, linear_bytes * L * s * b * h / TP)


# allow laws_keep_inherited_alternatives: TP is in the law, and a recomputed core is not kept
@formula(
    source=(
        KORTHIKANTI.at("table 2", opened=True),
        MEGATRON_CODE.at(
            "megatron/training/theoretical_memory_usage.py, without sequence parallelism",
            opened=True,
        ),
    ),
    holds_when=lambda: [*usual_layer(), divides(TP, a)],
    leaves_out=PLAIN,
    also_called=("10 + 24/t",),
    holds_for={
        "context_split": "whole",
        "feed_forward": "standard",
        "layers": "dense",
        "activation_count": "layers",
        "recompute": "selective",
        "sequence": "whole",
        "pipelined": "no",
    },
)
def activation_memory_tp_selective():
    """Activation memory, selective recomputation with TP alone.

    Without sequence parallelism 10 of the 34 bytes stay whole on every GPU.
    """
    return Eq(M_act, L * s * b * h * (whole_bytes + split_bytes / TP))


@formula(
    source=(
        SCALING_BOOK.at("applied training, question on checkpoints", opened=True),
        INFRA_MATH.at("line 35", opened=True),
    ),
    leaves_out="context parallelism, the one layer that is being recomputed, " + NOT_COUNTED,
)
def checkpointed_activation_memory():
    """Activation memory with a few checkpointed tensors per layer.

    With one tensor per layer it is full recomputation from the layer's
    input. All tokens of the batch count here, `s` times `b` of them.
    """
    return Eq(M_act, n_ckpt * b_elem * L * s * b * h)


@formula(
    source=ZERO.at("section 3.2, footnote 3", opened=True),
    leaves_out="the attention matrices, tensor, pipeline and context parallelism",
)
def activation_memory_twelve_tensors():
    """ZeRO paper's activation memory estimate: twelve hidden tensors per layer.

    A rough count for GPT-2, everything kept. The footnote counts elements; bytes need
    the size of an element as well.
    """
    return Eq(M_act, hidden_tensors * b_elem * h * b * s * L)


# allow laws_keep_inherited_alternatives: with nothing split, sequence parallelism changes nothing
@formula(
    source=KORTHIKANTI.at("section 5, table 2", opened=True),
    holds_when=lambda: [Eq(b_elem, half_bytes)],
    leaves_out="the one layer that is being recomputed, " + NOT_COUNTED,
    also_called=(
        "full activation checkpointing",
        "2sbhL",
        "torch.utils.checkpoint",
    ),
    holds_for={
        "context_split": "whole",
        "activation_count": "layers",
        "recompute": "full",
        "model_split": "whole",
    },
)
def activation_memory_full_recompute():
    """Activation memory with full recomputation.

    Only the input of each layer is kept, in 16 bits; the rest is computed again,
    layer by layer, in the backward pass.
    """
    return Eq(M_act, input_bytes * L * s * b * h)


strategies = Variants(
    "activation-strategies",
    "Activation memory by what is split and what is recomputed",
    {
        activation_memory: "nothing split, nothing recomputed",
        activation_memory_tp: "tensor parallelism",
        activation_memory_tp_sp: "tensor and sequence parallelism",
        activation_memory_tp_selective: "tensor parallelism, attention core recomputed",
        activation_memory_selective: "tensor and sequence parallelism, attention core recomputed",
        activation_memory_full_recompute: "every layer recomputed from its input",
    },
    says="One quantity under six strategies; at `TP` = 1 the first three agree.",
)
