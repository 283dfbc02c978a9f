"""Products: one matrix product under tensor parallelism, and the collective that it needs."""

from sympy import Eq, Ge

from derive.records import Case, derives, formula

from ...sources import INFRA_MATH, PLAYBOOK
from ...symbols.compute import F, I_tp, b_elem, flops_per_mac
from ...symbols.model import b, h, s
from ...symbols.network import beta
from ...symbols.parallelism import TP
from ...symbols.tensor_parallel import C_gemm, V_tp


@formula(
    source=INFRA_MATH.at("line 167, numerator", opened=True),
    leaves_out="attention scores, biases, norms",
)
def tp_matrix_compute():
    """Tensor-parallel matrix product: FLOPs of one GPU.

    A square weight matrix of width `h`, cut into `TP` parts, meets `s` times
    `b` tokens.
    """
    return Eq(C_gemm, flops_per_mac * s * b * h * h / TP)


@formula(
    source=(
        INFRA_MATH.at("line 162, corrected", opened=True),
        PLAYBOOK.at("appendix A3, overlap of compute and communication", opened=True),
    ),
    leaves_out="latency",
)
def tp_collective_volume():
    """Tensor-parallel matrix product: bytes that one GPU sends.

    Each rank holds one of `TP` shares of the activations and needs the others.
    """
    return Eq(V_tp, s * b * h * b_elem * (TP - 1) / TP)


@formula(
    source=(
        INFRA_MATH.at("line 167, corrected", opened=True),
        PLAYBOOK.at("appendix A3, overlap of compute and communication", opened=True),
    ),
    holds_when=lambda: [TP >= 2],
    leaves_out="latency, attention scores, biases, norms",
)
def tp_compute_to_communication():
    """Tensor-parallel arithmetic intensity of one square matrix product.

    One product of width `h` and the one all-gather or reduce-scatter beside it. A whole layer has
    three times the compute per byte: `tp_layer_compute_to_communication`.
    Neither the sequence nor the micro-batch matters: both compute and
    communication grow with them. With two-byte elements it is `h` over `TP` -
    1.
    """
    return Eq(I_tp, flops_per_mac * h / (b_elem * (TP - 1)))


@formula(
    source=INFRA_MATH.at("line 169", opened=True),
    status="bound",
    holds_when=lambda: [TP >= 2],
    leaves_out="latency, kernels below peak, attention scores",
)
def tp_product_hides_communication():
    """Tensor-parallel communication hides behind one square matrix product.

    One product of width `h` against one collective: the tightest pair that
    overlaps inside a layer. For the whole layer see
    `tensor_parallel_hides_communication`, which allows a degree three times as
    large, and for its feed-forward network alone `ffn_hides_tensor_parallelism`.
    """
    return Ge(flops_per_mac * h / (b_elem * (TP - 1)), F / beta)


@derives(tp_compute_to_communication)
def compute_over_volume(page):
    """Divide the FLOPs by the bytes."""
    page.start(Eq(I_tp, C_gemm / V_tp), "the intensity is FLOPs per byte")
    page.put(tp_matrix_compute, "one matrix product")
    page.put(tp_collective_volume, "and the collective that it waits for")


@derives(tp_product_hides_communication)
def intensity_reaches_the_ridge(page):
    """Compare two times."""
    page.start(
        Ge(C_gemm / F, V_tp / beta), "the compute takes at least as long as the communication"
    )
    page.put(tp_matrix_compute, "one matrix product")
    page.put(tp_collective_volume, "and the collective that it waits for")


worked = [
    Case(
        tp_compute_to_communication,
        {h: 32768, TP: 16, b_elem: "1 byte"},
        gives="4369.067 FLOP/byte",
        source=PLAYBOOK.at(
            "appendix A3, overlap of compute and communication, evaluated", opened=True
        ),
        note="FLOPs per element: twice the hidden size over 15",
    ),
    Case(
        tp_compute_to_communication,
        {h: 32768, TP: 16, b_elem: "2 byte"},
        gives="2185 FLOP/byte",
        within="0.05 %",
        source=INFRA_MATH.at("line 169", opened=True),
        note="2184.5; the text rounds up",
    ),
    Case(
        tp_product_hides_communication,
        {h: 32768, TP: 16, b_elem: "2 byte", F: "4 PFLOP/s"},
        gives="1.8 TB/s",
        of=beta,
        source=INFRA_MATH.at("line 169", opened=True),
        note="the smallest bandwidth that hides the communication",
    ),
]
