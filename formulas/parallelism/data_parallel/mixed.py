"""Mixed: data and tensor parallelism over the same GPUs, and their best proportion."""

from sympy import Eq, Ge, Max, sqrt

from derive.records import Case, Variants, derives, formula

from ...communication.collectives.meshes import mesh_all_gather_time, mesh_reduce_scatter_time
from ...sources import SCALING_BOOK
from ...symbols.collectives import beta_bi
from ...symbols.compute import F, b_elem, flops_per_mac
from ...symbols.data_parallel import N_dp_opt, T_at, T_wt, n_axes_dp, n_axes_tp
from ...symbols.flops import n_step
from ...symbols.layout import n_gpu_tok
from ...symbols.model import d_ffn, h
from ...symbols.network import T_ag, T_rs
from ...symbols.parallelism import TP, N_dp, N_gpu
from ...symbols.time import T_comm, T_comp

ONE_BLOCK = "attention, gates, latency, kernels below peak, degrees that are not whole"
MOVED = f"{ONE_BLOCK}, what a chip holds itself of a vector: nothing moves at a degree of one"
LATER_EDITION = SCALING_BOOK.at(
    "training, combining FSDP and tensor parallelism, commit dea4256", opened=True
)


@formula(
    source=SCALING_BOOK.at("training, combining FSDP and tensor parallelism", opened=True),
    leaves_out=ONE_BLOCK,
)
def block_compute_time():
    """Feed-forward block: forward compute time, shared by all GPUs.

    Two matrix products for all tokens of the step, over all GPUs at their peak
    rate.
    """
    return Eq(T_comp, 2 * flops_per_mac * n_step * h * d_ffn / (N_gpu * F))


@formula(
    source=SCALING_BOOK.at("training, combining FSDP and tensor parallelism", opened=True),
    leaves_out=MOVED,
    holds_for={"collective": "mesh", "latency": "neglected", "feed_forward": "standard"},
)
def block_weight_time():
    """Feed-forward block: FSDP weight all-gather time.

    Both matrices, once. More replicas leave fewer tensor-parallel ranks, and each
    must gather more.
    """
    return Eq(T_wt, 2 * b_elem * h * d_ffn * N_dp / (N_gpu * n_axes_dp * beta_bi))


@formula(
    source=SCALING_BOOK.at("training, combining FSDP and tensor parallelism", opened=True),
    leaves_out=MOVED,
)
def block_activation_time():
    """Feed-forward block: tensor-parallel communication time, forward.

    One all-gather and one reduce-scatter of the activations of a replica's tokens. More
    replicas leave fewer tokens to each.
    """
    return Eq(T_at, 2 * b_elem * n_step * h / (N_dp * n_axes_tp * beta_bi))


# allow counts_agree_in_kind: tokens are compared with the width that they meet
@formula(
    source=SCALING_BOOK.at("training, combining FSDP and tensor parallelism", opened=True),
    leaves_out=MOVED,
    also_called=(
        "X_opt",
        "optimal FSDP and TP mix",
    ),
    holds_for={"collective": "mesh", "latency": "neglected", "feed_forward": "standard"},
)
def best_data_parallel_degree():
    """Optimal FSDP degree beside tensor parallelism.

    For the forward pass, where data and tensor parallelism take all GPUs between them.
    Weights and activations then take equally long, so it is the best both where the
    two add up and where they overlap.
    """
    return Eq(N_dp_opt, sqrt(n_step * N_gpu * n_axes_dp / (d_ffn * n_axes_tp)))


# allow counts_agree_in_kind: tokens are compared with the width that they meet
@formula(
    source=LATER_EDITION,
    status="bound",
    leaves_out=MOVED,
    holds_for={"collective": "mesh", "latency": "neglected", "feed_forward": "standard"},
)
def mixed_hides_communication():
    """FSDP with TP: tokens per GPU that hide overlapping communication.

    In the forward pass, at the best degree (`best_data_parallel_degree`); at any other
    it takes more. Compute grows with the batch, communication with its square root only.
    """
    return Ge(
        n_gpu_tok,
        (b_elem * F / (flops_per_mac * beta_bi)) ** 2 / (n_axes_dp * n_axes_tp * d_ffn),
    )


# allow counts_agree_in_kind: tokens are compared with the width that they meet
@formula(
    source=SCALING_BOOK.at(
        "training, combining FSDP and tensor parallelism, first edition", opened=True
    ),
    status="bound",
    leaves_out=MOVED,
    holds_for={"collective": "mesh", "latency": "neglected", "feed_forward": "standard"},
)
def mixed_in_turn_hides_communication():
    """FSDP with TP: tokens per GPU that hide their communications one after the other.

    In the forward pass, at the best degree (`best_data_parallel_degree`); at any other
    it takes more. Twice the communication asks for four times the batch.
    """
    return Ge(
        n_gpu_tok,
        4 * (b_elem * F / (flops_per_mac * beta_bi)) ** 2 / (n_axes_dp * n_axes_tp * d_ffn),
    )


@derives(block_weight_time)
def weights_gathered_over_replicas(page):
    """Gather two matrices over the replicas."""
    page.start(
        mesh_all_gather_time.with_(T_ag=T_wt, n=2 * b_elem * h * d_ffn / TP, n_axes=n_axes_dp),
        "two matrices, of which tensor parallelism leaves one share",
    )
    page.put(Eq(TP, N_gpu / N_dp), "all GPUs are replicas of tensor-parallel groups")


@derives(block_activation_time)
def activations_over_ranks(page):
    """Gather and reduce over the tensor-parallel ranks."""
    page.start(Eq(T_at, T_ag + T_rs), "the input is gathered, the output reduced")
    page.put(
        mesh_all_gather_time.with_(n=b_elem * n_step * h / N_dp, n_axes=n_axes_tp),
        "the tokens of one replica",
    )
    page.put(
        mesh_reduce_scatter_time.with_(n=b_elem * n_step * h / N_dp, n_axes=n_axes_tp),
        "the same tokens",
    )


@derives(best_data_parallel_degree)
def least_communication(page):
    """Minimise the sum of both."""
    page.start(Eq(T_comm, T_wt + T_at), "one axis after the other")
    page.put(block_weight_time, "grows with the replicas")
    page.put(block_activation_time, "shrinks with the replicas")
    page.minimise(N_dp, "the best number of replicas", call=N_dp_opt)


@derives(mixed_hides_communication)
def longer_axis_behind_compute(page):
    """Let the longer communication hide at the best degree."""
    page.start(Ge(T_comp, Max(T_wt, T_at)), "both axes communicate at once")
    _at_the_best_degree(page)
    page.rewrite(
        Ge(
            sqrt(n_gpu_tok),
            b_elem * F / (flops_per_mac * beta_bi * sqrt(n_axes_dp * n_axes_tp * d_ffn)),
        ),
        "compute grows with the batch, communication with its square root",
    )
    page.rewrite(
        Ge(
            n_gpu_tok,
            (b_elem * F / (flops_per_mac * beta_bi)) ** 2 / (n_axes_dp * n_axes_tp * d_ffn),
        ),
        "both sides squared",
    )


@derives(mixed_in_turn_hides_communication)
def both_axes_behind_compute(page):
    """Let both communications hide at the best degree."""
    page.start(Ge(T_comp, T_wt + T_at), "one axis after the other")
    _at_the_best_degree(page)
    page.rewrite(
        Ge(
            sqrt(n_gpu_tok),
            2 * b_elem * F / (flops_per_mac * beta_bi * sqrt(n_axes_dp * n_axes_tp * d_ffn)),
        ),
        "compute grows with the batch, communication with its square root",
    )
    page.rewrite(
        Ge(
            n_gpu_tok,
            4 * (b_elem * F / (flops_per_mac * beta_bi)) ** 2 / (n_axes_dp * n_axes_tp * d_ffn),
        ),
        "both sides squared",
    )


def _at_the_best_degree(page):
    """Compute and communication at the best degree, from the tokens per GPU."""
    page.put(block_compute_time, "the forward pass")
    page.put(block_weight_time.with_(N_dp=N_dp_opt), "weights, at the best degree")
    page.put(block_activation_time.with_(N_dp=N_dp_opt), "activations, at the best degree")
    page.put(best_data_parallel_degree, "which makes both equal")
    page.put(Eq(n_step, n_gpu_tok * N_gpu), "tokens of all GPUs")


editions = Variants(
    "mixed-parallelism",
    "Tokens per GPU that hide mixed parallelism, by what overlaps",
    {
        mixed_hides_communication: "both axes at once: later editions of the scaling book",
        mixed_in_turn_hides_communication: "one after the other: its first edition",
    },
    says="The rules of thumb of 100 and of 400 tokens per chip differ by this alone.",
)

TPU = {F: "459 TFLOP/s", beta_bi: "180 GB/s", b_elem: "2 byte", n_axes_dp: 2, n_axes_tp: 1}

worked = [
    Case(
        best_data_parallel_degree,
        {n_step: 48000, N_gpu: 64, d_ffn: 32768, n_axes_dp: 2, n_axes_tp: 1},
        gives="13.9",
        within="2 %",
        source=SCALING_BOOK.at("training, combining FSDP and tensor parallelism", opened=True),
        note="13.7",
    ),
    Case(
        mixed_hides_communication,
        {**TPU, d_ffn: 32768},
        gives="99",
        of=n_gpu_tok,
        source=LATER_EDITION,
    ),
    *(
        Case(
            mixed_in_turn_hides_communication,
            {**TPU, d_ffn: width},
            gives=printed,
            of=n_gpu_tok,
            within=within,
            source=SCALING_BOOK.at(f"training, {place}", opened=True),
        )
        for width, printed, within, place in (
            (32768, "396", "0.3 %", "mixed FSDP and tensor parallelism, commit 04d8de5"),
            (32768, "400", "0.8 %", "takeaway of mixed parallelism, first edition"),
            (30000, "432", "0.4 %", "scaling between pods, first edition"),
            (13824, "940", "0.1 %", "question 3, first edition"),
        )
    ),
]
