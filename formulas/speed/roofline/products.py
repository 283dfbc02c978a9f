"""Intensities of matrix products and of attention."""

from sympy import Eq, Ge

from derive.records import derives, formula

from ...model.compute.products import matrix_product_flops
from ...sources import GEMM_GUIDE, SCALING_BOOK
from ...symbols.compute import B_hbm, F, b_elem, flops_per_mac
from ...symbols.model import a, d_head, g
from ...symbols.network import beta
from ...symbols.products import C_av, C_qk
from ...symbols.roofline import (
    C_op,
    I_mem,
    I_ridge,
    Q_mem,
    Q_net,
    n_few,
    n_ridge,
    n_row,
    s_kv,
    s_q,
    t_col,
    t_row,
)
from ...symbols.shapes import d_in, d_out
from ...symbols.tensor_parallel import C_gemm
from ...symbols.time import T_comm, T_comp
from .limits import compute_time, memory_intensity, memory_ridge, network_time


@formula(
    source=SCALING_BOOK.at("roofline, matrix multiplication", opened=True),
    leaves_out="caches too small to read each matrix just once",
    also_called=(
        "GEMM arithmetic intensity",
        "matmul intensity",
        "matmul arithmetic intensity",
    ),
)
def matrix_product_intensity():
    """Arithmetic intensity of a matrix multiplication (GEMM).

    Each matrix is read or written once.
    """
    return Eq(
        I_mem,
        flops_per_mac
        * n_row
        * d_in
        * d_out
        / (b_elem * (n_row * d_in + d_in * d_out + n_row * d_out)),
    )


@formula(
    source=SCALING_BOOK.at("roofline, matrix multiplication", opened=True),
    status="approximation",
    approximates=lambda: matrix_product_intensity.with_(n_row=n_few),
    leaves_out="the traffic of activations, which counts once the rows are many",
    also_called=(
        "GEMV intensity",
        "decode arithmetic intensity",
    ),
)
def few_rows_intensity():
    """Arithmetic intensity of a small-batch GEMM (decoding).

    Reading the weights is all the traffic, so every byte of them serves `n_few`
    tokens. With two-byte elements it is the number of tokens.
    """
    return Eq(I_mem, flops_per_mac * n_few / b_elem)


@formula(
    source=SCALING_BOOK.at(
        "roofline, matrix multiplication; inference, critical batch", opened=True
    ),
    leaves_out="the traffic of activations, kernels below peak",
    also_called=(
        "B_crit of inference",
        "compute-bound batch size",
    ),
)
def critical_rows():
    """Critical batch: tokens at which a GEMM becomes compute-bound.

    295 for bf16 on H100, 240 on TPU v5e.
    """
    return Eq(n_ridge, b_elem * F / (flops_per_mac * B_hbm))


@formula(
    source=GEMM_GUIDE.at("section 2.3, typical tile dimensions in cuBLAS"),
    leaves_out="writing the result, data shared between tiles",
    also_called=("tiled matmul intensity",),
)
def tile_intensity():
    """Arithmetic intensity of a GEMM tile.

    The tile reads a strip of each matrix; both strips are as long as the sums. With
    two-byte elements it is half the harmonic mean of the sides.
    """
    return Eq(I_mem, flops_per_mac * t_row * t_col / (b_elem * (t_row + t_col)))


@formula(
    source=SCALING_BOOK.at("inference, intensity of attention", opened=True),
    leaves_out="the causal mask, softmax, traffic of the scores, which fused kernels avoid",
    also_called=("FlashAttention arithmetic intensity",),
)
def attention_intensity():
    """Arithmetic intensity of attention (FlashAttention).

    Queries and outputs are read and written once for each query head, keys and
    values once for each key-value head.
    """
    return Eq(I_mem, flops_per_mac * s_q * s_kv * a / (b_elem * (s_q * a + s_kv * g)))


@formula(
    source=SCALING_BOOK.at("inference, intensity of attention", opened=True),
    status="approximation",
    approximates=lambda: attention_intensity.with_(s_q=1),
    leaves_out="the traffic of queries and outputs",
    also_called=(
        "decode attention intensity",
        "GQA intensity",
    ),
)
def generation_attention_intensity():
    """Arithmetic intensity of attention while decoding.

    Over a long KV cache it is the number of query heads that share a key-value
    head, for two-byte elements: far below any ridge point, however many sequences
    are batched.
    """
    return Eq(I_mem, flops_per_mac * a / (b_elem * g))


@formula(
    source=SCALING_BOOK.at("roofline, network communication", opened=True),
    status="bound",
    leaves_out="latency, overlap of the two",
    also_called=(
        "network roofline of a matmul",
        "split-K",
    ),
)
def split_sum_condition():
    """Split-K across two GPUs: minimum inner dimension to be compute-bound.

    Each GPU computes half of every sum, and sends its half to the other.
    """
    return Ge(d_in, 2 * b_elem * F / (flops_per_mac * beta))


@derives(matrix_product_intensity)
def three_matrices_once_each(page):
    """Divide FLOPs by traffic."""
    page.start(memory_intensity, "FLOPs per byte")
    page.put(matrix_product_flops.with_(C_gemm=C_op), "one matrix product")
    page.put(
        Eq(Q_mem, b_elem * (n_row * d_in + d_in * d_out + n_row * d_out)),
        "read the input and the weights, write the output",
    )


@derives(few_rows_intensity)
def weights_are_all_the_traffic(page):
    """Let the weights outweigh the activations."""
    page.start(matrix_product_intensity.with_(n_row=n_few), "three matrices, once each")
    page.approximate(
        Eq(I_mem, flops_per_mac * n_few / b_elem), "few rows move few activations", small=n_few
    )


@derives(critical_rows)
def rows_at_the_ridge(page):
    """Reach the ridge point."""
    page.start(memory_ridge, "where compute takes as long as memory")
    page.put(
        few_rows_intensity.with_(I_mem=I_ridge, n_few=n_ridge), "what few rows reach", for_=I_ridge
    )
    page.solve_for(n_ridge, "the number of rows that does")


@derives(tile_intensity)
def two_strips_for_a_tile(page):
    """Divide the FLOPs of a tile by its traffic."""
    page.start(memory_intensity, "FLOPs per byte")
    page.put(
        matrix_product_flops.with_(C_gemm=C_op, n_row=t_row, d_out=t_col), "the product of a tile"
    )
    page.put(Eq(Q_mem, b_elem * d_in * (t_row + t_col)), "a strip of each matrix")


@derives(attention_intensity)
def scores_over_cache(page):
    """Divide FLOPs by traffic."""
    page.start(memory_intensity, "FLOPs per byte")
    page.put(Eq(C_op, a * (C_qk + C_av)), "two products in each head")
    page.put(
        matrix_product_flops.with_(C_gemm=C_qk, n_row=s_q, d_in=d_head, d_out=s_kv),
        "a score for every pair of positions",
    )
    page.put(
        matrix_product_flops.with_(C_gemm=C_av, n_row=s_q, d_in=s_kv, d_out=d_head),
        "a mean of the values for every query",
    )
    page.put(
        Eq(Q_mem, b_elem * (2 * s_q * a * d_head + 2 * s_kv * g * d_head)),
        "queries and outputs of all heads, keys and values of fewer",
    )


@derives(generation_attention_intensity)
def the_cache_is_all_the_traffic(page):
    """Let the cache outweigh the queries."""
    page.start(attention_intensity.with_(s_q=1), "the query of one token, a cache of many")
    page.approximate(Eq(I_mem, flops_per_mac * a / (b_elem * g)), "the cache is long", large=s_kv)


@derives(split_sum_condition)
def half_a_product_each(page):
    """Compare two times."""
    page.start(Ge(T_comp, T_comm), "compute takes at least as long as communication")
    page.put(compute_time, "at peak")
    page.put(network_time, "at full bandwidth")
    page.put(Eq(C_op, C_gemm / 2), "each GPU has one half of the sums")
    page.put(matrix_product_flops, "one matrix product")
    page.put(Eq(Q_net, b_elem * n_row * d_out), "it sends its part of every result")
    page.solve_for(d_in, "the smallest length for which that is so")
