"""Times: how long a training run and a prompt take at a given utilization."""

from sympy import Eq

from derive.records import derives, formula

from ...model.compute.attention import attention_flops_per_token
from ...model.compute.steps import gpt_step_flops_full_recompute
from ...model.compute.tokens import flops_per_token, forward_flops_per_token
from ...scaling.scaling import training_flops
from ...sources import (
    ATTENTION,
    DEEPSEEK_V3,
    LLM_FOUNDRY,
    MEGATRON_2021,
    SCALING_BOOK,
    TINY_LLAMA,
)
from ...symbols.batch import B
from ...symbols.compute import MFU, C, F, F_ach
from ...symbols.flop_numbers import (
    forward_flops_per_param_token,
    recompute_flops_per_param_token,
    recompute_logit_parity,
    recompute_score_flops,
    recompute_token_layer_flops,
    score_parity,
)
from ...symbols.flops import C_attn, C_fwd, C_tok, n_step
from ...symbols.model import L, Psi, V, a, d_head, h, s
from ...symbols.noise import n_steps
from ...symbols.parallelism import N_gpu
from ...symbols.scaling import D, flops_per_param_token
from ...symbols.time import T_step, T_train
from ...symbols.utilization import F_hw, R_tok, T_ctx, T_gpu, T_post, T_pre, T_prefill
from .rates import aggregate_throughput, compute_of_rate, executed_throughput
from .shares import model_flops_utilization

PAUSES = "evaluation, checkpoints, failures and restarts"


@formula(
    source=SCALING_BOOK.at("applied training", opened=True),
    leaves_out=PAUSES,
    also_called=(
        "time to train from FLOPs",
        "days to train from MFU",
        "days to train",
        "training time",
    ),
    holds_for={},
)
def training_time():
    """Training time from compute and MFU.

    FLOPs of the run over peak, GPUs and MFU.
    """
    return Eq(T_train, C / (N_gpu * F * MFU))


@formula(
    source=SCALING_BOOK.at("applied training", opened=True),
    leaves_out=f"attention scores, {PAUSES}",
    also_called=(
        "6ND training time",
        "time to train a model",
    ),
    holds_for={"attention_count": "weights", "layers": "dense", "operation_count": "parameters"},
)
def training_time_from_size():
    """Training time from model size, tokens and MFU (6ND).

    6ND over peak, GPUs and MFU.
    """
    return Eq(T_train, flops_per_param_token * Psi * D / (N_gpu * F * MFU))


@formula(
    source=MEGATRON_2021.at("equation 4", opened=True),
    status="approximation",
    approximates=lambda: recompute_training_time,
    leaves_out=f"attention scores, the output layer, {PAUSES}",
    also_called=(
        "8TP/(nX)",
        "Megatron-LM equation 4",
    ),
    holds_for={
        "recompute": "full",
        "attention_count": "weights",
        "layers": "dense",
        "operation_count": "parameters",
    },
)
def megatron_training_time():
    """Training time with full recomputation (8TP/nX, Megatron-LM).

    Eight FLOPs per parameter and token are executed, two of them recomputed; `F_hw`
    counts those as well.
    """
    return Eq(T_train, recompute_flops_per_param_token * D * Psi / (N_gpu * F_hw))


@formula(
    source=(
        MEGATRON_2021.at("equation 4, with attention", opened=True),
        LLM_FOUNDRY.at("benchmarking, HFU", opened=True),
    ),
    leaves_out=f"the causal mask, norms, activation functions, softmax, {PAUSES}",
    also_called=("training time with activation checkpointing",),
    holds_for={
        "recompute": "full",
        "attention_count": "full",
        "layers": "dense",
        "operation_count": "parameters",
    },
)
def recompute_training_time():
    """Training time with full recomputation and attention.

    Eight FLOPs per parameter and token, and attention four times over.
    """
    return Eq(
        T_train,
        (recompute_flops_per_param_token * Psi + recompute_score_flops * L * a * d_head * s)
        * D
        / (N_gpu * F_hw),
    )


@formula(
    source=MEGATRON_2021.at("equation 3 and table 2", opened=True),
    leaves_out=f"the causal mask, biases, norms, softmax, {PAUSES}",
    also_called=("Megatron-LM training time",),
    holds_for={
        "attention": "grouped",
        "head_width": "split",
        "recompute": "full",
        "feed_forward": "standard",
        "shape": "gpt",
        "layers": "dense",
        "attention_count": "full",
        "operation_count": "products",
    },
)
def gpt_training_time():
    """Training time with full recomputation, GPT (Megatron-LM equation 3).

    With attention scores and logits.
    """
    return Eq(
        T_train,
        recompute_token_layer_flops
        * D
        * L
        * h**2
        * (1 + s / (score_parity * h) + V / (recompute_logit_parity * L * h))
        / (N_gpu * F_hw),
    )


@formula(
    source=(
        TINY_LLAMA.at("README, throughput", opened=True),
        SCALING_BOOK.at("applied training", opened=True),
    ),
    status="definition",
    leaves_out=PAUSES,
    also_called=("training time from tokens per second", "days at a throughput"),
)
def training_time_from_throughput():
    """Training time from tokens and throughput.

    Tokens of the run over tokens per second.
    """
    return Eq(T_train, D / R_tok)


@formula(
    source=ATTENTION.at("section 5.2, hardware and schedule", opened=True),
    status="definition",
    leaves_out=PAUSES,
    also_called=("training time from step time", "ETA of a run"),
)
def training_time_from_steps():
    """Training time from steps and step time.

    Number of steps times the time of one.
    """
    return Eq(T_train, n_steps * T_step)


@derives(training_time_from_throughput)
def steps_of_so_many_tokens(page):
    """Take as many steps as the tokens need."""
    page.start(training_time_from_steps, "steps, one after the other")
    page.put(Eq(n_steps, D / n_step), "each step consumes its tokens")
    page.put(Eq(T_step, n_step / R_tok), "at a steady throughput")


@formula(
    source=DEEPSEEK_V3.at("section 1 and table 1", opened=True),
    status="definition",
    leaves_out=PAUSES,
    also_called=("GPU-hours to days",),
)
def wall_time_of_gpu_time():
    """Training time from GPU-hours.

    GPU-hours over GPUs.
    """
    return Eq(T_train, T_gpu / N_gpu)


@formula(
    source=DEEPSEEK_V3.at("table 1", opened=True),
    status="definition",
    leaves_out="experiments before it",
    also_called=("total GPU-hours",),
)
def gpu_time_of_phases():
    """GPU-hours of pre-training, context extension and post-training.

    What a model card adds up.
    """
    return Eq(T_gpu, T_pre + T_ctx + T_post)


@formula(
    source=SCALING_BOOK.at("applied inference, prefill", opened=True),
    leaves_out="mixtures of experts (see `moe_prefill_time`), attention scores, waiting, "
    "communication that is not hidden",
    also_called=("time to first token", "TTFT", "prompt processing time"),
    holds_for={"operation_count": "parameters", "attention_count": "weights", "layers": "dense"},
)
def prefill_time():
    """Prefill time of a dense model, from its size and MFU.

    One forward pass over one prompt of `s` tokens, on `N_gpu` GPUs that share one copy
    of the model: two FLOPs per parameter and token.
    """
    return Eq(T_prefill, forward_flops_per_param_token * Psi * s / (N_gpu * F * MFU))


@derives(training_time)
def compute_over_rate(page):
    """Divide the compute by the rate."""
    page.start(compute_of_rate, "a steady rate")
    page.put(aggregate_throughput, "the same for every GPU")
    page.put(model_flops_utilization, "a share of the peak", for_=F_ach)
    page.solve_for(T_train, "the time that it takes")


@derives(training_time_from_size)
def six_operations_over_rate(page):
    """Put in the compute."""
    page.start(training_time, "compute over rate")
    page.put(training_flops, "six FLOPs per parameter and token")


@derives(gpt_training_time)
def steps_of_a_run(page):
    """Take as many steps as there are batches."""
    page.start(Eq(T_train, T_step * D / (B * s)), "steps until the tokens are used up")
    page.put(executed_throughput, "the time of a step", for_=T_step)
    page.put(gpt_step_flops_full_recompute, "FLOPs of a step")


@derives(recompute_training_time)
def four_passes_over_every_token(page):
    """Execute one forward pass more than the model needs."""
    page.start(
        Eq(T_train, (C_tok + C_fwd + C_attn / 3) * D / (N_gpu * F_hw)),
        "training, and the forward pass once more: weights, and a third of the scores",
    )
    page.put(flops_per_token, "weights and scores, forward and backward")
    page.put(forward_flops_per_token, "one multiply-add per parameter")
    page.put(attention_flops_per_token, "scores, forward and backward")


@derives(megatron_training_time)
def weights_alone(page):
    """Neglect the scores."""
    page.start(recompute_training_time, "four passes over weights and scores")
    page.approximate(
        Eq(T_train, recompute_flops_per_param_token * D * Psi / (N_gpu * F_hw)),
        "weights outweigh scores in large models",
        large=Psi,
    )


@derives(prefill_time)
def prompt_over_rate(page):
    """Divide the FLOPs of the prompt by the rate."""
    page.start(Eq(T_prefill, s * C_fwd / (N_gpu * F_ach)), "every token costs one forward pass")
    page.put(forward_flops_per_token, "one multiply-add per parameter")
    page.put(model_flops_utilization, "a share of the peak", for_=F_ach)
