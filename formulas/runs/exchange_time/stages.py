"""Hops between pipeline stages."""

from sympy import Eq, Min

from derive.records import divides, formula

from ...sources import (
    MEGATRON_2021,
    MEGATRON_CODE,
)
from ...symbols.compute import b_elem
from ...symbols.layout import n_mb
from ...symbols.model import h
from ...symbols.network import alpha
from ...symbols.parallelism import TP, N_gpu, p, v
from ...symbols.runs_exchanges import (
    beta_pp,
    x_seen,
)
from ...symbols.runs_layers import (
    T_tp,
    t_chop,
)
from ...symbols.runs_step import n_apart, t_hop


@formula(
    source=MEGATRON_CODE.at("megatron/core/parallel_state.py, order tp-cp-ep-dp-pp", opened=True),
    holds_when=lambda: [divides(p, N_gpu)],
    also_called=("pipeline rank stride",),
)
def stage_distance():
    """Rank stride between neighbouring pipeline stages.

    GPUs of one stage have consecutive ranks, as in Megatron-LM's default order, where
    pipeline stages come last.
    """
    return Eq(n_apart, N_gpu / p)


@formula(
    source=MEGATRON_2021.at("section 4.1", opened=True),
    also_called=("PP send and receive time",),
    holds_for={"sequence": "shared"},
)
def stage_hop_time():
    """Pipeline point-to-point time of a micro-batch, there and back.

    Activations forward and gradients backward between two stages; each
    tensor-parallel rank sends the share that it has.
    """
    return Eq(t_hop, 2 * (b_elem * n_mb * h / (TP * beta_pp) + alpha) * Min(1, p - 1))


@formula(
    source=MEGATRON_2021.at("section 4.1", opened=True),
    also_called=("PP send, scattered and gathered",),
    holds_for={"sequence": "whole"},
)
def scattered_stage_hop_time():
    """Pipeline point-to-point time with scatter-gather, without sequence parallelism.

    Each sends another share to the next stage, whose ranks gather the shares on the
    links of their node.
    """
    return Eq(t_hop, 2 * (b_elem * n_mb * h / (TP * beta_pp) + alpha + T_tp) * Min(1, p - 1))


@formula(source=MEGATRON_2021.at("section 2.2.2", opened=True))
def hops_of_chunks():
    """Interleaved 1F1B: point-to-point time of a micro-batch on one stage.

    A micro-batch comes to every stage once for each of its `v` chunks.
    """
    return Eq(t_hop, v * t_chop)


@formula(source=MEGATRON_2021.at("section 2.2.2", opened=True), status="approximation")
def seen_hops_of_chunks():
    """Interleaved 1F1B: exposed point-to-point time of a micro-batch on one stage.

    Other micro-batches keep the GPU busy in the meantime and hide part of it.
    """
    return Eq(t_hop, x_seen * v * t_chop)
