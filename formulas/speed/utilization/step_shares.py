"""Shares of the peak from the time of a step, and gains from one step to another."""

from sympy import Eq

from derive.records import derives, formula

from ...model.compute.steps import (
    gpt_step_flops,
    gpt_step_flops_selective_as_published,
)
from ...sources import (
    KORTHIKANTI,
)
from ...symbols.batch import B
from ...symbols.compute import HFU, MFU, F
from ...symbols.flop_numbers import (
    logit_parity,
    score_parity,
    score_parity_selective,
    step_flops,
)
from ...symbols.model import L, V, h, s
from ...symbols.parallelism import N_gpu
from ...symbols.time import T_step
from ...symbols.utilization import MFU_old, T_old, x_gain
from .rates import executed_throughput
from .shares import hardware_flops_utilization, step_utilization

SHAPE = "the causal mask, biases, norms, activation functions, softmax"


@formula(
    source=KORTHIKANTI.at("table 5 and appendix A", opened=True),
    holds_when=lambda: [
        step_flops * B * s * L * h**2 * (1 + s / (score_parity * h) + V / (logit_parity * L * h))
        <= N_gpu * T_step * F
    ],
    leaves_out=SHAPE,
    also_called=("Megatron-LM MFU",),
    holds_for={
        "attention": "grouped",
        "head_width": "split",
        "feed_forward": "standard",
        "shape": "gpt",
        "layers": "dense",
        "attention_count": "full",
        "operation_count": "products",
    },
)
def gpt_utilization():
    """MFU from step time, GPT (Megatron-LM).

    Model FLOPs of the Megatron-LM papers over what all GPUs could do.
    """
    return Eq(
        MFU,
        step_flops
        * B
        * s
        * L
        * h**2
        * (1 + s / (score_parity * h) + V / (logit_parity * L * h))
        / (N_gpu * T_step * F),
    )


@formula(
    source=KORTHIKANTI.at("table 5 and appendix A", opened=True),
    holds_when=lambda: [
        step_flops
        * B
        * s
        * L
        * h**2
        * (1 + s / (score_parity_selective * h) + V / (logit_parity * L * h))
        <= N_gpu * T_step * F
    ],
    leaves_out=SHAPE,
    also_called=("Korthikanti HFU",),
    holds_for={
        "attention": "grouped",
        "head_width": "split",
        "feed_forward": "standard",
        "shape": "gpt",
        "layers": "dense",
        "attention_count": "full",
        "recompute": "selective",
        "selective_count": "published",
        "operation_count": "products",
    },
)
def gpt_selective_utilization_as_published():
    """HFU with selective recomputation, as published.

    It follows the paper's equation, which counts the attention scores twice in
    full.
    """
    return Eq(
        HFU,
        step_flops
        * B
        * s
        * L
        * h**2
        * (1 + s / (score_parity_selective * h) + V / (logit_parity * L * h))
        / (N_gpu * T_step * F),
    )


@formula(
    source=KORTHIKANTI.at("table 5", opened=True),
    status="definition",
    also_called=("speedup in percent",),
)
def throughput_gain():
    """Throughput gain, from step times.

    Step time before over step time after, less one.
    """
    return Eq(x_gain, T_old / T_step - 1)


@formula(
    source=KORTHIKANTI.at("abstract", opened=True),
    leaves_out="changes of the model, the sequence length, the number of GPUs or their peak",
    also_called=("MFU improvement",),
)
def utilization_gain():
    """Throughput gain, from MFU.

    MFU after over MFU before, less one.
    """
    return Eq(x_gain, MFU / MFU_old - 1)


@derives(gpt_utilization)
def three_passes_over_time(page):
    """Put the FLOPs of a step over its time and the peak."""
    page.start(step_utilization, "needed FLOPs over possible ones")
    page.put(gpt_step_flops, "three passes over the layers")


@derives(gpt_selective_utilization_as_published)
def published_count_over_time(page):
    """Put the FLOPs of a step over its time and the peak."""
    page.start(hardware_flops_utilization, "executed over peak")
    page.put(executed_throughput, "FLOPs per second and GPU")
    page.put(gpt_step_flops_selective_as_published, "scores counted twice")


@derives(utilization_gain)
def same_work_in_less_time(page):
    """Compare two times of the same work."""
    page.start(throughput_gain, "the ratio of two times")
    page.put(step_utilization.with_(MFU=MFU_old, T_step=T_old), "the time before", for_=T_old)
    page.put(step_utilization, "the time after, for the same FLOPs", for_=T_step)
