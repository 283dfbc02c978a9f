"""Operations: what each operation of a transformer layer keeps for the backward pass."""

from sympy import Eq

from derive.records import Case, derives, divides, formula

from ...sources import (
    FLASH_ATTENTION_CODE,
    INFRA_MATH,
    KORTHIKANTI,
    LLM_ANALYSIS,
    ML_ENGINEERING,
    PLAYBOOK,
)
from ...symbols.activations import (
    M_av,
    M_core,
    M_down,
    M_drop,
    M_fused,
    M_gelu,
    M_hid,
    M_norm,
    M_out,
    M_qk,
    M_qkv,
    M_score,
    M_sdrop,
    M_soft,
    M_up,
    b_mask,
    b_stat,
)
from ...symbols.compute import b_elem
from ...symbols.model import a, b, d_ffn, g, h, s
from ...symbols.parallelism import TP

ATTENTION = KORTHIKANTI.at("section 4.1, attention", opened=True)
FEED_FORWARD = KORTHIKANTI.at("section 4.1, feed-forward network", opened=True)
UNFUSED = "kernels that compute it again instead of keeping it"
WIDE = "heads together not as wide as the hidden vector"


@formula(
    source=(
        ML_ENGINEERING.at("training/performance, hidden states", opened=True),
        KORTHIKANTI.at("section 4.1", opened=True),
    ),
    status="definition",
    also_called=("size of a hidden-state tensor",),
    holds_for={"context_split": "whole", "sequence": "whole"},
)
def hidden_tensor_memory():
    """Memory of one hidden tensor (s b h).

    The residual stream and most tensors of a layer have this size: one value
    for each token of the micro-batch and each hidden unit.
    """
    return Eq(M_hid, b_elem * s * b * h)


@formula(
    source=(
        INFRA_MATH.at("line 67, corrected", opened=True),
        PLAYBOOK.at("sequence parallelism, table of shapes", opened=True),
    ),
    leaves_out="the moment at which a whole tensor is gathered",
    holds_for={"context_split": "whole", "sequence": "shared"},
)
def sharded_hidden_tensor_memory():
    """Memory of one hidden tensor under tensor and sequence parallelism.

    A tensor is cut along the sequence or along the hidden size, never along
    both, so that one GPU holds one of `TP` shares of it.
    """
    return Eq(M_hid, b_elem * s * b * h / TP)


@formula(
    source=ATTENTION,
    status="definition",
    also_called=("attention matrix memory",),
    holds_for={"model_split": "whole", "context_split": "whole"},
)
def score_tensor_memory():
    """Memory of one attention-score tensor (a s^2 b).

    One value for each head and each pair of positions. FlashAttention never
    keeps one.
    """
    return Eq(M_score, b_elem * a * s**2 * b)


@formula(
    source=ATTENTION, status="definition", holds_for={"sequence": "whole", "context_split": "whole"}
)
def projection_activations():
    """QKV projection activation memory.

    All three read the same input, which is kept once.
    """
    return Eq(M_qkv, b_elem * s * b * h)


@formula(
    source=ATTENTION,
    status="definition",
    holds_when=lambda: [Eq(g, a)],
    leaves_out=WIDE,
    holds_for={"sequence": "whole", "model_split": "whole", "context_split": "whole"},
)
def query_key_activations():
    """QK^T product activation memory.

    The gradient of a product needs both factors: queries and keys.
    """
    return Eq(M_qk, 2 * b_elem * s * b * h)


@formula(
    source=ATTENTION,
    status="definition",
    leaves_out=UNFUSED,
    also_called=("attention probabilities",),
    holds_for={"model_split": "whole", "context_split": "whole"},
)
def softmax_activations():
    """Softmax activation memory.

    The gradient of a softmax needs its output, one value for each head and pair of
    positions.
    """
    return Eq(M_soft, b_elem * a * s**2 * b)


@formula(
    source=ATTENTION,
    status="definition",
    leaves_out=UNFUSED,
    holds_for={"model_split": "whole", "context_split": "whole"},
)
def score_dropout_activations():
    """Attention dropout mask memory.

    Which of the scores were dropped; nothing without attention dropout.
    """
    return Eq(M_sdrop, b_mask * a * s**2 * b)


@formula(
    source=ATTENTION,
    status="definition",
    holds_when=lambda: [Eq(g, a)],
    leaves_out=f"{WIDE}, {UNFUSED}",
    holds_for={"sequence": "whole", "model_split": "whole", "context_split": "whole"},
)
def value_activations():
    """Attention-over-values activation memory.

    Both factors of the product: the scores after dropout, and the values.
    """
    return Eq(M_av, s * b * (b_elem * a * s + b_elem * h))


@formula(
    source=ATTENTION,
    status="definition",
    leaves_out=WIDE,
    holds_for={"sequence": "whole", "model_split": "whole", "context_split": "whole"},
)
def output_projection_activations():
    """Attention output projection activation memory.

    Its input: the outputs of all heads, joined.
    """
    return Eq(M_out, b_elem * s * b * h)


@formula(
    source=(ATTENTION, FEED_FORWARD),
    status="definition",
    leaves_out="models without dropout: set b_mask to 0",
    holds_for={"sequence": "whole", "context_split": "whole"},
)
def block_dropout_activations():
    """Dropout mask memory after a block.

    One entry for each hidden unit. Models trained without dropout keep none:
    set `b_mask` to 0.
    """
    return Eq(M_drop, b_mask * s * b * h)


@formula(
    source=FEED_FORWARD,
    status="definition",
    holds_for={"sequence": "whole", "context_split": "whole"},
)
def first_matrix_activations():
    """Up-projection activation memory of the feed-forward network.

    Its input, one hidden tensor. In a gated network the gate projection reads
    the same tensor.
    """
    return Eq(M_up, b_elem * s * b * h)


@formula(
    source=FEED_FORWARD,
    status="definition",
    leaves_out=UNFUSED,
    holds_for={"sequence": "whole", "model_split": "whole", "context_split": "whole"},
)
def activation_function_activations():
    """Activation function (GeLU) activation memory.

    Its input, as wide as the feed-forward network, in one layer.
    """
    return Eq(M_gelu, b_elem * s * b * d_ffn)


@formula(
    source=FEED_FORWARD,
    status="definition",
    holds_for={"sequence": "whole", "model_split": "whole", "context_split": "whole"},
)
def second_matrix_activations():
    """Down-projection activation memory of the feed-forward network.

    Its input: the output of the activation function, as wide as the network.
    """
    return Eq(M_down, b_elem * s * b * d_ffn)


@formula(
    source=KORTHIKANTI.at("section 4.1, layer norm", opened=True),
    status="definition",
    also_called=("LayerNorm input",),
    holds_for={"sequence": "whole", "context_split": "whole"},
)
def norm_activations():
    """LayerNorm or RMSNorm activation memory.

    The norm can be computed again from its input, which is kept. The statistics are
    a few numbers per token.
    """
    return Eq(M_norm, b_elem * s * b * h)


@formula(
    source=FLASH_ATTENTION_CODE.at("flash_attn/flash_attn_interface.py, softmax_lse", opened=True),
    leaves_out="queries, keys, values and the output, which are counted with their matrices",
    also_called=("log-sum-exp memory of FlashAttention",),
    holds_for={"model_split": "whole", "context_split": "whole", "kernel": "fused"},
)
def fused_attention_core_activations():
    """FlashAttention core activation memory: softmax statistics.

    The scores are computed again in the backward pass from one log-sum-exp per
    row of each attention matrix, so nothing grows with the square of the
    sequence. The first FlashAttention kept two numbers per row, maximum and sum.
    """
    return Eq(M_core, b_stat * a * s * b)


# allow laws_keep_inherited_alternatives: the law divides by the degrees
@formula(
    source=(
        LLM_ANALYSIS.at("issue 27, estimated from measurements", opened=True),
        FLASH_ATTENTION_CODE.at("flash_attn/flash_attn_interface.py, softmax_lse", opened=True),
    ),
    holds_when=lambda: [divides(TP, a)],
    leaves_out="queries, keys and values, which are counted with their matrices; heads together "
    "not as wide as the hidden vector",
    also_called=("flash attention saved tensors per GPU",),
    holds_for={"sequence": "whole", "kernel": "fused", "context_split": "whole"},
)
def fused_kernel_activations():
    """FlashAttention activation memory on one GPU.

    Its output, which is also the input of the output projection, and the statistics
    of the softmax.
    """
    return Eq(M_fused, s * b * (b_elem * h + b_stat * a) / TP)


@derives(fused_kernel_activations)
def output_and_statistics(page):
    """Add the output to the statistics."""
    page.start(Eq(M_fused, (M_out + M_core) / TP), "heads are dealt out")
    page.put(output_projection_activations, "the output of the kernel")
    page.put(fused_attention_core_activations, "one statistic for each row")


worked = [
    Case(
        hidden_tensor_memory,
        {b_elem: "2 byte", b: 1, s: 32768, h: 4096},
        gives="0.25 GiB",
        source=ML_ENGINEERING.at("training/performance/README.md, hidden states", opened=True),
    ),
]
