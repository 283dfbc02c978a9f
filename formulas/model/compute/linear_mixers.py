"""Linear attention, Mamba-2, gated delta nets: compute that grows with length, not its square."""

from sympy import Eq

from derive.records import Case, derives, formula

from ...sources import GATED_DELTA_NET, LINEAR_ATTENTION, MAMBA2, MAMBA_CODE, MEGATRON_CODE
from ...symbols.flop_numbers import token_flops
from ...symbols.linear_attention import (
    C_mix,
    C_mtrain,
    L_mix,
    a_k,
    a_v,
    d_inner,
    d_k,
    d_state,
    d_vl,
    delta_products,
    gate_pair,
    n_bc,
    n_conv,
    n_ssm,
    scan_flops,
    state_flops,
)
from ...symbols.model import a, d_head, h

COUNTER = MEGATRON_CODE.at(
    "megatron/training/training.py, num_floating_point_operations", opened=True
)


@formula(
    source=LINEAR_ATTENTION.at("section 3.2.1, computational cost", opened=True),
    leaves_out="projections, the feature map, the normalizer; "
    "kernels that compute in chunks do more",
    also_called=("linear attention FLOPs", "recurrent linear attention", "linear transformer"),
)
def linear_attention_flops():
    """Linear attention core: forward FLOPs per token and layer.

    Each head adds one outer product to its state and reads it with one query. It
    does not depend on the length of the sequence.
    """
    return Eq(C_mix, state_flops * a * d_head**2)


@formula(
    source=(COUNTER, MAMBA2.at("section 6"), MAMBA_CODE.at("modules/mamba2.py", opened=True)),
    leaves_out="the short convolution, norms, the gate; kernels that compute in chunks do more",
    also_called=("Mamba FLOPs", "SSD FLOPs", "state-space model FLOPs", "Mamba layer FLOPs"),
)
def mamba_flops():
    """Mamba-2 (SSD): forward FLOPs per token and layer.

    One input projection gives values, gate, the vectors that write and read the
    state, and a step size per head; then come the scan and the output projection.
    Counted as Megatron-LM counts them. The first Mamba makes the write and read
    vectors and the step size by two narrow matrices of their own.
    """
    return Eq(
        C_mix,
        token_flops * h * (2 * d_inner + 2 * n_bc * d_state + n_ssm)
        + scan_flops * d_inner * d_state
        + token_flops * d_inner * h,
    )


@formula(
    source=(COUNTER, GATED_DELTA_NET.at("section 3.1, gated delta rule", opened=True)),
    holds_when=lambda: [Eq(d_k, d_vl)],
    leaves_out="norms, the output gate; kernels that compute in chunks do more",
    also_called=("Gated DeltaNet FLOPs", "GDN FLOPs", "Qwen3-Next linear attention FLOPs"),
)
def gated_delta_net_flops():
    """Gated delta net: forward FLOPs per token and layer.

    Projections of queries, keys, values and gates, a short convolution, the
    delta rule on each value head's state, and the projection out, as Megatron-LM
    counts them. A state is counted as square.
    """
    return Eq(
        C_mix,
        token_flops
        * (
            h * (2 * a_k * d_k + 2 * a_v * d_vl + gate_pair * a_v)
            + n_conv * (2 * a_k * d_k + a_v * d_vl)
            + delta_products * a_v * d_vl**2
            + h * a_v * d_vl
        ),
    )


@formula(
    source=COUNTER,
    leaves_out="attention, feed-forward and output layers, which come on top; recomputation",
    also_called=("hybrid model FLOPs", "linear layers training FLOPs"),
)
def mixer_training_flops():
    """Training FLOPs per token of the linear mixers of a hybrid model.

    All Mamba, delta-net or linear-attention layers: forward once, backward twice.
    """
    return Eq(C_mtrain, 3 * L_mix * C_mix)


@derives(linear_attention_flops)
def write_and_read_the_state(page):
    """Count one write and one read."""
    page.start(
        Eq(C_mix, a * (token_flops * d_head**2 + token_flops * d_head**2)),
        "each head writes an outer product to its state, and reads the state with its query",
    )


@derives(mamba_flops)
def in_scan_out(page):
    """Add up projection in, scan and projection out."""
    page.start(
        Eq(
            C_mix,
            token_flops * h * (d_inner + d_inner + n_bc * d_state + n_bc * d_state + n_ssm)
            + scan_flops * d_inner * d_state
            + token_flops * d_inner * h,
        ),
        "values, gate, write vector, read vector and step sizes; the state; the way out",
    )


worked = [
    Case(
        mamba_flops,
        {h: 2560, d_inner: 5120, n_bc: 1, d_state: 128, n_ssm: 80},
        gives="78.6e6 FLOP/(layer token)",
        within="9 %",
        source=MAMBA_CODE.at("README, parameters of a Mamba-2 block", opened=True),
        note="Mamba-2 2.7B: printed as about 3 x 2 x 2560 squared parameters, two FLOPs each; the "
        "state and its vectors come on top",
    ),
    Case(
        mamba_flops,
        {h: 2560, d_inner: 5120, n_bc: 1, d_state: 128, n_ssm: 80},
        gives="84951040 FLOP/(layer token)",
        source=MEGATRON_CODE.at("mamba_layer_flops, run with Mamba-2 2.7B", opened=True),
    ),
    Case(
        gated_delta_net_flops,
        {h: 2048, a_k: 16, d_k: 128, a_v: 32, d_vl: 128, n_conv: 4},
        gives="71630848 FLOP/(layer token)",
        source=MEGATRON_CODE.at("gdn_layer_flops, run with its default heads", opened=True),
        note="hidden size, heads and convolution of Qwen3-Next 80B-A3B",
    ),
]
