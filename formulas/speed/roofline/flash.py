"""FlashAttention: what attention moves between HBM and chip."""

from sympy import Eq, ceiling

from derive.records import Case, Variants, derives, formula

from ...sources import (
    FLASH_ATTENTION,
    FLASH_ATTENTION_2,
    FLASH_ATTENTION_CODE,
    FLASH_FROM_SCRATCH,
)
from ...symbols.compute import b_elem
from ...symbols.model import a, b, d_head, g, s
from ...symbols.roofline import (
    Q_attn,
    Q_step,
    dropout_mask_passes,
    mask_byte,
    score_passes,
    t_q,
    training_score_passes,
    training_tensor_passes,
)

ALGORITHMS = FLASH_ATTENTION_2.at("algorithm 1, forward pass", opened=True)


@formula(
    source=FLASH_ATTENTION.at("section 2.2, algorithm 0, and theorem 2", opened=True),
    holds_when=lambda: [Eq(g, a)],
    leaves_out="mask and dropout as kernels of their own, caches of the GPU",
    also_called=("attention IO", "HBM accesses of standard attention", "unfused attention traffic"),
    holds_for={"kernel": "scores"},
)
def standard_attention_traffic():
    """Standard attention: HBM traffic of one layer forward.

    Of one sequence: queries, keys, values and output once; the matrix of scores is
    written and read as scores, then as probabilities. It grows with the square of the
    length.
    """
    return Eq(Q_attn, b_elem * a * (4 * s * d_head + score_passes * s**2))


@formula(
    source=(
        FLASH_ATTENTION.at("section 2.2 and algorithm 3, with mask and dropout", opened=True),
        FLASH_ATTENTION.at("figure 2, left", opened=True),
    ),
    holds_when=lambda: [Eq(g, a)],
    leaves_out="random numbers, caches of the GPU, the mask itself, which all heads share",
    also_called=(
        "attention training IO",
        "HBM traffic of attention forward and backward",
        "unfused attention training traffic",
    ),
    holds_for={"kernel": "scores"},
)
def standard_attention_training_traffic():
    """Standard attention: HBM traffic of one layer, forward and backward.

    Each of matrix products, mask, softmax and dropout is a kernel of its own that reads
    and writes all scores; the dropout mask is kept as booleans. FlashAttention moved
    4.4 GB where this moves 40.3 GB.
    """
    return Eq(
        Q_step,
        b
        * a
        * (
            b_elem * (training_tensor_passes * s * d_head + training_score_passes * s**2)
            + mask_byte * dropout_mask_passes * s**2
        ),
    )


@formula(
    source=(
        ALGORITHMS,
        FLASH_ATTENTION.at("theorem 2", opened=True),
        FLASH_ATTENTION_CODE.at("csrc/flash_attn/src/flash_fwd_kernel.h", opened=True),
    ),
    leaves_out="softmax statistics, the causal mask, blocks that the L2 cache still holds",
    also_called=("FlashAttention IO", "FlashAttention HBM accesses", "IO-aware attention"),
    holds_for={"kernel": "fused"},
)
def flash_attention_traffic():
    """FlashAttention: HBM traffic of one layer forward.

    Of one sequence. Scores never leave the chip. Queries and output move once, keys
    and values once for each query head and tile of queries: the larger the tile, the
    less traffic. The last tile may be partly empty and costs as much as a full one.
    """
    return Eq(Q_attn, b_elem * a * d_head * (2 * s + 2 * s * ceiling(s / t_q)))


@derives(standard_attention_traffic)
def three_kernels(page):
    """Add up three kernels."""
    page.start(
        Eq(
            Q_attn,
            b_elem * a * ((2 * s * d_head + s**2) + 2 * s**2 + (s**2 + s * d_head + s * d_head)),
        ),
        "scores from queries and keys; softmax; output from probabilities and values",
    )


@derives(standard_attention_training_traffic)
def kernel_by_kernel(page):
    """Add up the kernels of both passes."""
    page.start(
        Eq(
            Q_step,
            b
            * a
            * (
                (
                    b_elem * (4 * s * d_head + s**2 + 2 * s**2 + 2 * s**2 + 2 * s**2 + s**2)
                    + mask_byte * s**2
                )
                + (
                    b_elem * (8 * s * d_head + s**2 + s**2 + 2 * s**2 + 3 * s**2 + 2 * s**2)
                    + mask_byte * s**2
                )
            ),
        ),
        "forward: scores, mask, softmax, dropout, output; backward: gradients of values and "
        "probabilities, dropout, softmax, gradients of queries and keys",
    )


@derives(flash_attention_traffic)
def one_walk_over_the_keys_per_tile(page):
    """Read keys and values for each tile of queries."""
    page.start(
        Eq(Q_attn, b_elem * a * (2 * s * d_head + ceiling(s / t_q) * (2 * s * d_head))),
        "queries in and output out; all keys and values for each tile of queries",
    )


kernels = Variants(
    "attention-traffic",
    "HBM traffic of attention, by kernel",
    {
        standard_attention_traffic: "scores in HBM",
        flash_attention_traffic: "scores on the chip: FlashAttention",
    },
)

TRAFFIC = FLASH_FROM_SCRATCH.at("benchmarks/results/naive_memory.csv", opened=True)
published = [
    *(
        Case(
            standard_attention_traffic,
            {b_elem: 4, a: 1, d_head: 64, s: length},
            gives=f"{printed} byte",
            source=TRAFFIC,
            note="one head in fp32; three kernels, as the file adds them up",
        )
        for length, printed in (
            (128, 393216),
            (512, 4718592),
            (1024, 17825792),
            (2048, 69206016),
            (4096, 272629760),
        )
    ),
    Case(
        standard_attention_training_traffic,
        {b: 64, a: 16, s: 1024, d_head: 64, b_elem: 2},
        gives="40.3 GB",
        source=FLASH_ATTENTION.at("figure 2, left", opened=True),
        note="GPT-2 medium on an A100, measured; FlashAttention moves 4.4 GB",
    ),
]
