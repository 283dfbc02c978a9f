"""Volumes: bytes of dispatch and combine, and when they hide behind the experts."""

from sympy import Eq, Ge

from derive.records import derives, formula

from ...communication.collectives.volumes import all_to_all_volume
from ...model.compute.products import matrix_product_flops
from ...sources import MLSYSIM, SCALING_BOOK_GPUS
from ...symbols.collectives import T_a2a
from ...symbols.compute import F, b_elem, flops_per_mac
from ...symbols.expert_parallel import V_disp, V_ep, x_hot
from ...symbols.experts import d_exp, k
from ...symbols.layout import n_mb
from ...symbols.model import h
from ...symbols.network import beta
from ...symbols.parallelism import EP
from ...symbols.tensor_parallel import C_gemm, n_pass

EVEN = (
    "tensor-parallel ranks, each of which sends its share of the tokens, tokens that stay by "
    "chance or design, two experts on one GPU, router and scales"
)


# allow counts_agree_in_kind: every token is sent once for each of its experts
@formula(
    source=MLSYSIM.at("MoERoutingModel", opened=True),
    leaves_out=EVEN,
    also_called=("expert-parallel all-to-all volume", "token dispatch bytes"),
)
def expert_dispatch_volume():
    """MoE dispatch volume: all-to-all bytes of one GPU.

    Each token goes to `k` experts, of which one share is on the GPU already.
    The results come back in a second all-to-all of the same size.
    """
    return Eq(V_disp, b_elem * n_mb * h * k * (EP - 1) / EP)


# allow counts_agree_in_kind: every token is sent once for each of its experts
@formula(
    source=MLSYSIM.at("MoERoutingModel", opened=True),
    leaves_out=EVEN,
    also_called=("expert parallelism traffic per layer",),
)
def expert_layer_volume():
    """MoE all-to-all volume of one layer, forward and backward.

    Dispatch and combine in every forward pass, and both again in the backward
    pass: four in a step, six if the layer is computed again.
    """
    return Eq(V_ep, 2 * (n_pass + 1) * b_elem * n_mb * h * k * (EP - 1) / EP)


# allow counts_agree_in_kind: every token is sent once for each of its experts
@formula(
    source=MLSYSIM.at("MoERoutingModel, hot experts", opened=True),
    leaves_out=f"latency, {EVEN}",
    also_called=("token dispatch time",),
)
def expert_dispatch_time():
    """MoE dispatch time with imbalanced experts.

    An all-to-all ends when its busiest member has everything.
    """
    return Eq(T_a2a, x_hot * b_elem * n_mb * h * k * (EP - 1) / (EP * beta))


@formula(
    source=SCALING_BOOK_GPUS.at("expert parallelism, three matrices and any GPUs", opened=True),
    status="bound",
    holds_when=lambda: [EP >= 2],
    leaves_out=f"latency, kernels below peak, {EVEN}",
    also_called=("EP overlap condition",),
    holds_for={"feed_forward": "gated"},
)
def expert_width_hides_dispatch():
    """MoE all-to-all hides behind the experts: minimum expert width.

    For experts of three matrices, in the forward pass, against dispatch and combine
    together. Tokens, experts per token and hidden size cancel. Narrow experts need
    fast links, or few GPUs.
    """
    return Ge(d_exp, 2 * b_elem * F * (EP - 1) / (3 * flops_per_mac * EP * beta))


@derives(expert_dispatch_volume)
def tokens_to_all_ranks(page):
    """Send each token to its experts."""
    page.start(
        all_to_all_volume.with_(V_a2a=V_disp, N=EP, n=b_elem * n_mb * h * k),
        "one copy of a token's hidden vector for each of its experts",
    )


@derives(expert_layer_volume)
def dispatch_and_combine(page):
    """Count the passes."""
    page.start(
        Eq(V_ep, 2 * (n_pass + 1) * V_disp), "there and back, in forward and backward passes"
    )
    page.put(expert_dispatch_volume, "the tokens of a micro-batch")


@derives(expert_dispatch_time)
def busiest_member(page):
    """Wait for the busiest GPU."""
    page.start(Eq(T_a2a, x_hot * V_disp / beta), "it has that many times the mean")
    page.put(expert_dispatch_volume, "the mean")


@derives(expert_width_hides_dispatch)
def three_products_two_exchanges(page):
    """Compare two times."""
    page.start(
        Ge(3 * C_gemm / F, 2 * V_disp / beta),
        "the three matrices of an expert take at least as long as dispatch and combine",
    )
    page.put(
        matrix_product_flops.with_(n_row=n_mb * k, d_in=h, d_out=d_exp),
        "each token once for each of its experts",
    )
    page.put(expert_dispatch_volume, "the tokens of a micro-batch")
    page.solve_for(d_exp, "the smallest width for which that is so")
