"""Grids: tensor parallelism over two axes, where each collective involves fewer ranks."""

from sympy import Eq

from derive.records import derives, formula

from ...model.compute.products import matrix_product_flops
from ...sources import INFRA_MATH
from ...symbols.compute import flops_per_mac
from ...symbols.layout import n_mb
from ...symbols.model import h
from ...symbols.tensor_parallel import (
    C_gemm,
    I_tp_2d,
    TP_x,
    TP_y,
    V_tp_gather,
    V_tp_scatter,
    b_gath,
    b_scat,
)
from .layers import tp_all_gather_volume, tp_reduce_scatter_volume


@formula(
    source=INFRA_MATH.at("line 175, corrected", opened=True),
    holds_when=lambda: [TP_x * TP_y >= 2],
    leaves_out="latency, attention scores, biases, norms",
)
def grid_compute_to_communication():
    """2D tensor-parallel arithmetic intensity: FLOPs per byte.

    The weight matrix is cut along both axes. Inputs are gathered over `TP_y`
    ranks, partial sums reduced over `TP_x`. With one rank on either axis it is
    the ratio of one dimension, `tp_compute_to_communication`.
    """
    return Eq(I_tp_2d, flops_per_mac * h / (b_gath * (TP_y - 1) + b_scat * (TP_x - 1)))


@derives(grid_compute_to_communication)
def both_axes_communicate(page):
    """Divide the FLOPs by the bytes of both axes."""
    page.start(Eq(I_tp_2d, C_gemm / (V_tp_gather + V_tp_scatter)), "FLOPs per byte, on both axes")
    page.put(
        matrix_product_flops.with_(n_row=n_mb, d_in=h / TP_x, d_out=h / TP_y),
        "each GPU holds one block of the matrix",
    )
    page.put(
        tp_all_gather_volume.with_(h=h / TP_x, TP=TP_y),
        "its block of rows needs a share of the input, from the ranks of its column",
    )
    page.put(
        tp_reduce_scatter_volume.with_(h=h / TP_y, TP=TP_x),
        "its block of columns gives a share of the output, to the ranks of its row",
    )
