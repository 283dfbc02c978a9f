"""Rates: FLOPs and tokens per second, of one GPU and of all, and what chips can do."""

from sympy import Eq

from derive.records import derives, formula

from ...model.compute.steps import gpt_step_flops_full_recompute
from ...sources import KAPLAN, MEGATRON_2021, MT_NLG, NVIDIA_SPECS, PALM, TPU_SPECS
from ...symbols.batch import B
from ...symbols.compute import C, F, F_ach
from ...symbols.flop_numbers import recompute_logit_parity, recompute_step_flops, score_parity
from ...symbols.flops import C_hw, C_step, C_tok, n_step
from ...symbols.model import L, V, h, s
from ...symbols.parallelism import N_gpu
from ...symbols.time import T_step, T_train
from ...symbols.utilization import F_agg, F_hw, R_gpu, R_tok, c_clk, f_clk, n_unit


@formula(
    source=(PALM.at("appendix B", opened=True), MEGATRON_2021.at("section 5.1", opened=True)),
    status="definition",
    leaves_out="recomputed FLOPs, which it does not count",
    also_called=(
        "model TFLOP/s per GPU",
        "model TFLOPS",
    ),
)
def achieved_throughput():
    """Achieved model FLOP/s per GPU.

    Model FLOPs of a step over GPUs and step time; recomputed FLOPs do not count.
    """
    return Eq(F_ach, C_step / (N_gpu * T_step))


@formula(
    source=MEGATRON_2021.at("section 5.1", opened=True),
    status="definition",
    also_called=(
        "hardware TFLOP/s per GPU",
        "HFU TFLOPS",
    ),
)
def executed_throughput():
    """Achieved hardware FLOP/s per GPU.

    Hardware FLOPs, recomputed ones included, over GPUs and step time.
    """
    return Eq(F_hw, C_hw / (N_gpu * T_step))


@formula(
    source=(
        MT_NLG.at("section 2.4, as quoted", opened=True),
        MEGATRON_2021.at("equation 3, section 5.1", opened=True),
    ),
    leaves_out="the causal mask, biases, norms, activation functions, softmax",
    also_called=("Megatron-LM throughput per GPU",),
    holds_for={
        "attention": "grouped",
        "head_width": "split",
        "feed_forward": "standard",
        "shape": "gpt",
        "layers": "dense",
        "attention_count": "full",
        "recompute": "full",
        "operation_count": "products",
    },
)
def gpt_executed_throughput():
    """Megatron-LM TFLOP/s per GPU, with full recomputation.

    The figure that the Megatron-LM papers print as teraFLOP/s per GPU.
    """
    return Eq(
        F_hw,
        recompute_step_flops
        * B
        * s
        * L
        * h**2
        * (1 + s / (score_parity * h) + V / (recompute_logit_parity * L * h))
        / (N_gpu * T_step),
    )


@formula(
    source=MEGATRON_2021.at("table 1", opened=True),
    status="definition",
    also_called=(
        "total FLOP/s",
        "cluster FLOP/s",
    ),
)
def aggregate_throughput():
    """Aggregate throughput of all GPUs.

    It counts what the throughput of one GPU counts: model or hardware FLOPs.
    """
    return Eq(F_agg, N_gpu * F_ach)


@formula(
    source=KAPLAN.at("section 1.3, PF-days", opened=True),
    status="definition",
    also_called=(
        "petaflop/s-days",
        "PF-days",
    ),
)
def compute_of_rate():
    """Compute from throughput and time (PF-days).

    At one petaFLOP/s the time in days is the compute in petaFLOP/s-days.
    """
    return Eq(C, F_agg * T_train)


@formula(
    source=PALM.at("section 4.1", opened=True),
    status="definition",
    also_called=(
        "training throughput",
        "tokens/s",
        "TPS",
    ),
)
def token_throughput():
    """Tokens per second of a run.

    Tokens per step over the step time.
    """
    return Eq(R_tok, n_step / T_step)


@formula(
    source=PALM.at("appendix B", opened=True),
    status="definition",
    also_called=(
        "tokens/s/GPU",
        "TGS",
    ),
)
def token_throughput_per_gpu():
    """Tokens per second per GPU.

    Throughput of the run over its GPUs.
    """
    return Eq(R_gpu, R_tok / N_gpu)


@formula(
    source=PALM.at("appendix B", opened=True),
    leaves_out="recomputed FLOPs, which it does not count",
    also_called=("model TFLOP/s from tokens/s",),
    holds_for={},
)
def achieved_throughput_from_tokens():
    """Achieved model FLOP/s per GPU, from tokens per second.

    FLOPs per token times tokens per second, over the GPUs.
    """
    return Eq(F_ach, R_tok * C_tok / N_gpu)


@formula(
    source=(
        NVIDIA_SPECS.at(
            "A100 and H100 architecture papers, peak rates, as Lockwood quotes them", opened=True
        ),
        TPU_SPECS.at("v4, key specifications, matrix units of 128 by 128", opened=True),
    ),
    status="definition",
    leaves_out="clocks that fall under load, sparsity",
    also_called=(
        "peak TFLOPS",
        "tensor core peak",
    ),
)
def peak_throughput():
    """Peak FLOP/s of a chip, from its matrix units and clock.

    Every unit does `c_clk` FLOPs in every cycle, which no kernel quite reaches.
    """
    return Eq(F, n_unit * f_clk * c_clk)


@derives(gpt_executed_throughput)
def counted_operations_over_time(page):
    """Put the FLOPs of a step over its time."""
    page.start(executed_throughput, "FLOPs per second and GPU")
    page.put(gpt_step_flops_full_recompute, "four passes over the layers")


@derives(achieved_throughput_from_tokens)
def operations_of_the_tokens(page):
    """Count a step by its tokens."""
    page.start(achieved_throughput, "FLOPs per second and GPU")
    page.put(Eq(C_step, n_step * C_tok), "every token of the step costs the same")
    page.put(token_throughput, "tokens per second", for_=n_step)
