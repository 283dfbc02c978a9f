"""Hiding: the batch from which the communication of replicas hides behind compute."""

from sympy import Eq, Ge

from derive.records import Case, derives, formula

from ...communication.collectives.meshes import mesh_all_gather_time, mesh_all_reduce_time
from ...communication.collectives.volumes import long_all_reduce_time
from ...model.compute.tokens import backward_flops_per_token, forward_flops_per_token
from ...model.parameters.parts import gated_ffn_parameters
from ...sources import INFRA_MATH, PLAYBOOK, SCALING_BOOK, SCALING_BOOK_GPUS
from ...symbols.collectives import beta_bi, n_axes
from ...symbols.compute import F
from ...symbols.data_parallel import I_fsdp
from ...symbols.flop_numbers import forward_flops_per_param_token
from ...symbols.flops import C_bwd, C_fwd, n_step
from ...symbols.layout import n_mb
from ...symbols.memory import b_grad, b_param
from ...symbols.model import Psi, Psi_act, d_ffn, h, s
from ...symbols.network import T_ag, T_ar, beta
from ...symbols.parallelism import N_dp
from ...symbols.roofline import C_op, Q_net
from ...symbols.shapes import Psi_attn, Psi_ffn, kappa
from .traffic import gradient_message

IDEAL = "attention scores, latency, kernels below peak, the last gradients of the backward pass"


@formula(
    source=(
        SCALING_BOOK_GPUS.at("data parallelism", opened=True),
        PLAYBOOK.at("appendix A3, overlap of compute and communication", opened=True),
    ),
    status="bound",
    holds_when=lambda: [N_dp >= 2],
    leaves_out=IDEAL,
    also_called=("critical batch size for DP overlap",),
)
def data_parallel_hides_communication():
    """Minimum batch to hide the data-parallel gradient all-reduce.

    The all-reduce runs beside the backward pass, four FLOPs for each parameter and
    token. The model's size cancels: more parameters mean more gradients and more
    compute. The batch is that of one step, over all replicas; of several accumulated
    micro-batches the last one alone can hide the all-reduce.
    """
    return Ge(n_step, (N_dp - 1) * b_grad * F / (forward_flops_per_param_token * beta))


@formula(
    source=SCALING_BOOK.at("training, data parallelism", opened=True),
    status="bound",
    holds_when=lambda: [N_dp >= 2],
    leaves_out=f"what a chip holds itself of the vector, {IDEAL}",
    also_called=("TPU data-parallel roofline",),
)
def mesh_data_parallel_hides_communication():
    """Minimum batch to hide the gradient all-reduce on a torus.

    The backward pass hides it. Per chip it is the ridge of the network over the
    number of axes, with gradients of two bytes.
    """
    return Ge(n_step, N_dp * b_grad * F / (forward_flops_per_param_token * n_axes * beta_bi))


# allow laws_keep_inherited_alternatives: gradients and compute are shared alike
@formula(
    source=SCALING_BOOK_GPUS.at("data parallelism, mixture of experts", opened=True),
    status="bound",
    holds_when=lambda: [N_dp >= 2, Psi_act <= Psi],
    leaves_out=f"expert parallelism, which leaves experts fewer replicas, {IDEAL}",
    also_called=("MoE data-parallel roofline",),
    holds_for={
        "operation_count": "parameters",
        "collective": "ring",
        "latency": "neglected",
        "message": "gradients",
        "layers": "experts",
        "attention_count": "weights",
    },
)
def sparse_data_parallel_hides_communication():
    """Minimum batch to hide the gradient all-reduce of an MoE model.

    The backward pass hides it. All parameters have gradients, but a token computes
    with the active ones alone: the batch grows with their ratio.
    """
    return Ge(
        n_step,
        (Psi / Psi_act) * (N_dp - 1) * b_grad * F / (forward_flops_per_param_token * beta),
    )


@formula(
    source=SCALING_BOOK.at("training, fully sharded data parallelism", opened=True),
    status="bound",
    leaves_out=f"what a chip holds itself of the parameters, {IDEAL}",
    also_called=("FSDP communication-bound threshold",),
)
def fsdp_hides_communication():
    """Minimum micro-batch to hide the FSDP all-gather.

    In the forward pass; the backward pass computes twice as much, and gathers and
    reduces twice as many bytes where gradients are as wide as parameters. Parameters
    are gathered for every micro-batch, so gradient accumulation does not help.
    """
    return Ge(n_mb, b_param * F / (forward_flops_per_param_token * n_axes * beta_bi))


@formula(
    source=INFRA_MATH.at("line 181, corrected", opened=True),
    leaves_out="the share that a rank holds itself, the backward pass, norms, the output layer",
    also_called=("FSDP compute per byte", "ZeRO-3 compute-to-communication ratio"),
    holds_for={
        "attention": "grouped",
        "attention_count": "causal",
        "feed_forward": "gated",
        "head_width": "split",
        "layers": "dense",
    },
)
def fsdp_compute_to_communication():
    """FSDP arithmetic intensity: FLOPs per byte gathered.

    For the forward pass of layers with a gated feed-forward network of three
    matrices. It grows with the tokens of the micro-batch. Attention scores under a
    causal mask add a little; tensor parallelism cancels, since it shares the
    compute and the parameters alike.
    """
    return Eq(
        I_fsdp,
        forward_flops_per_param_token
        * n_mb
        * (1 + s / (2 * h * (1 + kappa) + 3 * d_ffn))
        / b_param,
    )


@derives(data_parallel_hides_communication)
def backward_as_long_as_all_reduce(page):
    """Compare two times."""
    page.start(Ge(C_bwd * n_step / (N_dp * F), T_ar), "the backward pass takes at least as long")
    page.put(backward_flops_per_token, "twice the forward pass")
    page.put(forward_flops_per_token, "one multiply-add per parameter")
    page.put(long_all_reduce_time.with_(N=N_dp), "one long vector over all replicas")
    page.put(gradient_message, "one gradient per parameter")
    page.solve_for(n_step, "the smallest batch for which that is so")


@derives(mesh_data_parallel_hides_communication)
def backward_as_long_as_mesh(page):
    """Compare two times."""
    page.start(Ge(C_bwd * n_step / (N_dp * F), T_ar), "the backward pass takes at least as long")
    page.put(backward_flops_per_token, "twice the forward pass")
    page.put(forward_flops_per_token, "one multiply-add per parameter")
    page.put(mesh_all_reduce_time, "one long vector over the mesh")
    page.put(gradient_message, "one gradient per parameter")
    page.solve_for(n_step, "the smallest batch for which that is so")


@derives(sparse_data_parallel_hides_communication)
def active_compute_all_gradients(page):
    """Compare two times."""
    page.start(Ge(C_bwd * n_step / (N_dp * F), T_ar), "the backward pass takes at least as long")
    page.put(backward_flops_per_token, "twice the forward pass")
    page.put(forward_flops_per_token.with_(Psi=Psi_act), "with the active parameters alone")
    page.put(long_all_reduce_time.with_(N=N_dp), "one long vector over all replicas")
    page.put(gradient_message, "one gradient for every parameter")
    page.solve_for(n_step, "the smallest batch for which that is so")


@derives(fsdp_hides_communication)
def forward_as_long_as_gather(page):
    """Compare two times."""
    page.start(Ge(C_fwd * n_mb / F, T_ag), "the forward pass takes at least as long")
    page.put(forward_flops_per_token, "one multiply-add per parameter")
    page.put(mesh_all_gather_time.with_(n=b_param * Psi), "all parameters, from their shares")
    page.solve_for(n_mb, "the smallest micro-batch for which that is so")


@derives(fsdp_compute_to_communication)
def forward_over_gathered(page):
    """Divide the FLOPs of a layer by its bytes."""
    page.start(Eq(I_fsdp, C_op / Q_net), "FLOPs per byte")
    page.put(
        Eq(C_op, forward_flops_per_param_token * n_mb * (Psi_attn + Psi_ffn + s * h)),
        "one multiply-add per parameter, and as many for half of the sequence, twice",
    )
    page.put(Eq(Q_net, b_param * (Psi_attn + Psi_ffn)), "the parameters of the layer")
    page.put(Eq(Psi_attn, 2 * h**2 * (1 + kappa)), "four matrices, two of them for fewer heads")
    page.put(gated_ffn_parameters, "three matrices")


TPU = {F: "459 TFLOP/s", beta_bi: "180 GB/s"}
HALF = {b_grad: "2 byte/param"}


worked = [
    *(
        Case(
            fsdp_hides_communication,
            {**TPU, n_axes: axes, b_param: "2 byte/param"},
            gives=printed,
            of=n_mb,
            source=SCALING_BOOK.at("training, data parallelism, takeaway", opened=True),
        )
        for axes, printed in ((1, "2550"), (3, "850"))
    ),
    *(
        Case(
            mesh_data_parallel_hides_communication,
            {**TPU, **HALF, n_axes: axes, known: amount},
            gives=printed,
            of=wanted,
            within=within,
            source=SCALING_BOOK.at(place, opened=True),
        )
        for axes, known, amount, wanted, printed, within, place in (
            (3, n_step, "16e6", N_dp, "18823", "0.01 %", "training, Llama 3 70B"),
            (3, n_step, "40e6", N_dp, "47000", "0.2 %", "training, DeepSeek-V2"),
            (3, n_step, "2e6", N_dp, "2400", "2.1 %", "training, scaling between pods"),
            (3, N_dp, 8960, n_step, "7.6e6", "", "training, data parallelism"),
            (3, N_dp, 4096, n_step, "3.48e6", "", "training, question 3"),
        )
    ),
    Case(
        data_parallel_hides_communication,
        {F: "990 TFLOP/s", beta: "300 GB/s", **HALF, N_dp: 2048},
        gives="6.7e6",
        of=n_step,
        within="1 %",
        source=SCALING_BOOK_GPUS.at("data parallelism, DeepSeek-V3", opened=True),
    ),
    Case(
        data_parallel_hides_communication,
        {F: "990 TFLOP/s", beta: "400 GB/s", **HALF, N_dp: 16000},
        gives="40e6",
        of=n_step,
        source=SCALING_BOOK_GPUS.at("data parallelism, Llama 3", opened=True),
        note="at least 40 million tokens; they used 16 million",
    ),
    Case(
        sparse_data_parallel_hides_communication,
        {F: "990 TFLOP/s", beta: "400 GB/s", **HALF, N_dp: 2, Psi: 128, Psi_act: 4},
        gives="79200",
        of=n_step,
        source=SCALING_BOOK_GPUS.at("data parallelism, mixture of experts", opened=True),
        note="per GPU beyond a few; 128 experts of which 4 are active, everything else left out",
    ),
]
