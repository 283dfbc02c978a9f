"""Times of a layer: products, attention core, memory, forward and backward pass."""

from sympy import Eq, Max, Min

from derive.records import formula

from ...memory.activations.strategies import score_bytes
from ...sources import (
    DEEPSEEK_V2,
    FLASH_ATTENTION_2,
    FLASH_ATTENTION_CODE,
    KORTHIKANTI,
    ROOFLINE,
    SCALING_BOOK,
)
from ...symbols.compute import B_hbm, F, b_elem, flops_per_mac
from ...symbols.experts import d_exp, k
from ...symbols.latent_attention import d_nope, d_rope, d_v
from ...symbols.layout import n_mb
from ...symbols.model import a, d_ffn, h, s
from ...symbols.parallelism import TP
from ...symbols.runs_attained import F_mm, e_att, e_mem, e_mm, gradient_pass, t_host
from ...symbols.runs_exchanges import n_abwd, x_fa2, x_wait
from ...symbols.runs_layers import (
    C_core,
    Psi_load,
    Psi_pass,
    Q_core,
    T_core,
    T_dmem,
    T_dprod,
    T_prod,
    T_xmem,
    T_xprod,
    W_io,
    n_mat,
    t_dbwd,
    t_dfwd,
    t_xbwd,
    t_xfwd,
)
from ...symbols.runs_step import d_att
from ...symbols.stages import n_sp

TIME = ROOFLINE.at("section 3", opened=True)
COUNTED = FLASH_ATTENTION_CODE.at("benchmarks/benchmark_flash_attention.py, flops", opened=True)
MANY = "waves that fill the chip only in part, clock and power limits"


# allow counts_agree_in_kind: tensors are counted by their entries
@formula(
    source=(TIME, SCALING_BOOK.at("roofline", opened=True)),
    leaves_out=MANY,
    status="approximation",
    also_called=(
        "matmul time of a layer",
        "GEMM time",
    ),
)
def product_time():
    """GEMM time of one layer forward, per micro-batch.

    FLOPs at the attainable share of the peak, and after them the bytes of weights,
    inputs and outputs: so small matrices come out slower.
    """
    return Eq(
        T_prod,
        flops_per_mac * n_mb * Psi_pass / (e_mm * F_mm)
        + b_elem * (Psi_load + n_mb * W_io) / (e_mem * B_hbm),
    )


# allow counts_agree_in_kind: tensors are counted by their entries
@formula(
    source=(FLASH_ATTENTION_2.at("section 4.1", opened=True), COUNTED),
    also_called=("FlashAttention FLOPs",),
    holds_for={"kernel": "fused"},
)
def fused_core_operations():
    """Attention core FLOPs with FlashAttention, causal, forward.

    Of rows that one document fills: the kernel skips the masked half.
    """
    return Eq(C_core, flops_per_mac * n_mb * s * a * d_att / TP)


# allow counts_agree_in_kind: tensors are counted by their entries
@formula(
    source=KORTHIKANTI.at("appendix A", opened=True),
    also_called=("unfused attention FLOPs",),
    holds_for={"kernel": "scores"},
)
def full_core_operations():
    """Attention core FLOPs without mask skipping, forward.

    Masked scores are computed too.
    """
    return Eq(C_core, 2 * flops_per_mac * n_mb * s * a * d_att / TP)


@formula(
    source=DEEPSEEK_V2.at("section 2.1", opened=True),
    also_called=("MLA head dim",),
)
def latent_head_width():
    """Effective head size of MLA.

    Queries and keys have a part with and one without position; scores then meet
    values of another size.
    """
    return Eq(d_att, (d_nope + d_rope + d_v) / 2)


# allow counts_agree_in_kind: tensors are counted by their entries
@formula(
    source=KORTHIKANTI.at("section 4.1, attention block, the sizes alone", opened=True),
    status="approximation",
    leaves_out="elements of other than two bytes, attention without dropout, which moves fewer",
    also_called=("score memory traffic",),
    holds_for={"kernel": "scores"},
)
def score_traffic():
    """Attention score traffic without FlashAttention, forward.

    Separate kernels write and read the score matrices; the bytes moved are taken to be
    as many as an unfused core saves: 5 for each pair of positions, in half precision
    with dropout.
    """
    return Eq(Q_core, score_bytes * n_mb * s * a / TP)


@formula(
    source=TIME,
    leaves_out=MANY,
    status="approximation",
    also_called=(
        "attention kernel time",
        "FlashAttention time",
    ),
    holds_for={"attention_kernel": "native"},
)
def core_time():
    """Attention core time of one layer forward.

    FLOPs at the attainable share of the peak, and the traffic of scores that are
    not fused.
    """
    return Eq(T_core, C_core / (e_att * F) + Q_core / (e_mem * B_hbm))


@formula(
    source=(
        FLASH_ATTENTION_2.at("section 4.1, H100", opened=True),
        ROOFLINE.at("section 3", opened=True),
    ),
    leaves_out=MANY,
    status="approximation",
    also_called=("FlashAttention-2 time",),
    holds_for={"attention_kernel": "flash-2"},
)
def older_kernel_core_time():
    """Attention core time of one layer forward with FlashAttention-2.

    The kernel was written for the A100; on a later accelerator it attains a share of
    what a kernel for that generation does.
    """
    return Eq(T_core, C_core / (x_fa2 * e_att * F) + Q_core / (e_mem * B_hbm))


@formula(
    source=TIME,
    leaves_out=MANY,
    status="approximation",
    also_called=(
        "elementwise time",
        "non-GEMM time",
    ),
)
def dense_memory_bound_time():
    """Memory-bound time of a dense layer forward.

    Norms, residual sums and position encoding read or write twelve hidden tensors,
    the activation function one tensor per matrix of the network.
    """
    return Eq(T_dmem, b_elem * n_mb * (12 * h / n_sp + n_mat * d_ffn / TP) / (e_mem * B_hbm))


@formula(
    source=TIME,
    leaves_out=f"activation functions of shared experts, {MANY}",
    status="approximation",
    also_called=(
        "MoE permute time",
        "elementwise time of an MoE layer",
    ),
)
def expert_memory_bound_time():
    """Memory-bound time of an MoE layer forward.

    Each copy of a token is written and read on the way to its expert and back.
    """
    return Eq(
        T_xmem, b_elem * n_mb * (12 * h / n_sp + k * (4 * h + n_mat * d_exp) / TP) / (e_mem * B_hbm)
    )


@formula(
    source=TIME,
    leaves_out=MANY,
    status="approximation",
    also_called=("dense layer forward time",),
)
def dense_forward_time():
    """Forward time of a dense layer.

    The GPU's work, or the time in which the host launches kernels, whichever is
    longer; both, one after the other, where the host waits for each kernel.
    """
    return Eq(
        t_dfwd,
        Max(T_dprod + T_core + T_dmem, t_host) + x_wait * Min(T_dprod + T_core + T_dmem, t_host),
    )


@formula(
    source=(COUNTED, TIME),
    leaves_out=MANY,
    status="approximation",
    also_called=("dense layer backward time",),
)
def dense_backward_time():
    """Backward time of a dense layer.

    Two matrix products for each one forward; in a fused attention kernel two and a
    half, since it computes the scores again.
    """
    return Eq(
        t_dbwd,
        Max(
            gradient_pass * (T_dprod + T_dmem) + n_abwd * T_core,
            gradient_pass * t_host,
        )
        + x_wait
        * Min(
            gradient_pass * (T_dprod + T_dmem) + n_abwd * T_core,
            gradient_pass * t_host,
        ),
    )


@formula(
    source=TIME,
    leaves_out=MANY,
    status="approximation",
    also_called=("MoE layer forward time",),
)
def expert_forward_time():
    """Forward time of an MoE layer.

    The GPU's work, or the time in which the host launches kernels, whichever is
    longer; both, one after the other, where the host waits for each kernel.
    """
    return Eq(
        t_xfwd,
        Max(T_xprod + T_core + T_xmem, t_host) + x_wait * Min(T_xprod + T_core + T_xmem, t_host),
    )


@formula(
    source=(COUNTED, TIME),
    leaves_out=MANY,
    status="approximation",
    also_called=("MoE layer backward time",),
)
def expert_backward_time():
    """Backward time of an MoE layer.

    Two matrix products for each one forward; in a fused attention kernel two and a
    half, since it computes the scores again.
    """
    return Eq(
        t_xbwd,
        Max(
            gradient_pass * (T_xprod + T_xmem) + n_abwd * T_core,
            gradient_pass * t_host,
        )
        + x_wait
        * Min(
            gradient_pass * (T_xprod + T_xmem) + n_abwd * T_core,
            gradient_pass * t_host,
        ),
    )
