"""Decoding: the time of a step, throughput, and the time of a request."""

from sympy import Eq, Max

from derive.records import Case, Variants, derives, formula

from ..sources import MLSYSIM, SCALING_BOOK, VLLM_CODE
from ..speed.roofline.limits import compute_time, memory_time
from ..symbols.compute import B_hbm, F
from ..symbols.flop_numbers import forward_flops_per_param_token
from ..symbols.kv_cache import M_kv
from ..symbols.memory import b_param
from ..symbols.model import Psi
from ..symbols.parallelism import N_gpu
from ..symbols.roofline import C_op, Q_mem, T_mem
from ..symbols.serving import (
    R_dec,
    R_prefill,
    R_req,
    T_dec,
    T_req,
    n_dec,
    n_in,
    n_out,
)
from ..symbols.time import T_comp
from ..symbols.utilization import T_prefill

IDEAL = "attention scores, communication, latency of kernels, sampling"
DENSE = f"mixtures of experts (see `moe_decode_step_time`), {IDEAL}"


@formula(
    source=(
        SCALING_BOOK.at("inference, generation", opened=True),
        MLSYSIM.at("engine/solvers/serving.py, decode phase", opened=True),
    ),
    leaves_out=DENSE,
    also_called=("decode latency", "TPOT", "time per output token", "inter-token latency", "ITL"),
    holds_for={"layers": "dense"},
)
def decode_step_time():
    """Decode step time of a dense model: the longer of compute and memory traffic.

    On `N_gpu` GPUs that share one copy of the model, each reading its part: all weights
    and the whole KV cache are read once, and each sequence needs one forward pass. With
    small batches reading the weights decides.
    """
    return Eq(
        T_dec,
        Max(
            forward_flops_per_param_token * Psi * n_dec / (N_gpu * F),
            (b_param * Psi + M_kv) / (N_gpu * B_hbm),
        ),
    )


@formula(
    source=SCALING_BOOK.at("applied inference, latency against throughput", opened=True),
    leaves_out=f"overlap of reading the cache with anything else, {DENSE}",
    also_called=("TPOT with KV cache reads on top",),
    holds_for={"layers": "dense"},
)
def decode_step_time_cache_apart():
    """Decode step time of a dense model, KV cache reads on top.

    On `N_gpu` GPUs that share one copy of the model, each reading its part. Matrix
    products take the longer of computing and reading weights; reading the cache is
    added, since attention always waits for memory.
    """
    return Eq(
        T_dec,
        Max(
            forward_flops_per_param_token * Psi * n_dec / (N_gpu * F),
            b_param * Psi / (N_gpu * B_hbm),
        )
        + M_kv / (N_gpu * B_hbm),
    )


@formula(
    source=SCALING_BOOK.at("inference, generation", opened=True),
    leaves_out=DENSE,
    also_called=(
        "bandwidth-bound TPOT",
        "memory-bound decoding",
        "minimum TPOT",
    ),
    holds_for={"layers": "dense"},
)
def memory_bound_decode_time():
    """Memory-bound decode step time of a dense model.

    Weights and KV cache over the memory bandwidth of the `N_gpu` GPUs that share one
    copy of the model: what a small batch takes, and the least that any batch takes.
    """
    return Eq(T_dec, (b_param * Psi + M_kv) / (N_gpu * B_hbm))


@formula(
    source=SCALING_BOOK.at("applied inference, generation", opened=True),
    status="definition",
    leaves_out="prefill between the steps, speculative decoding",
    also_called=(
        "output tokens per second",
        "generation throughput",
    ),
)
def decoding_throughput():
    """Decode throughput: one token for each sequence in each step.

    Output tokens per second of one server, all sequences of its batch together.
    """
    return Eq(R_dec, n_dec / T_dec)


@formula(
    source=SCALING_BOOK.at("applied inference, throughput per chip", opened=True),
    leaves_out="prefill, waiting, places of the batch that stay empty",
    also_called=(
        "requests per second",
        "RPS",
    ),
)
def request_throughput():
    """Requests per second and GPU, with a full batch.

    Every request takes as many decoding steps as it generates tokens.
    """
    return Eq(R_req, n_dec / (T_dec * n_out * N_gpu))


@formula(
    source=SCALING_BOOK.at("applied inference, prefill", opened=True),
    status="definition",
    also_called=(
        "input tokens per second",
        "prompt throughput",
    ),
)
def prefill_throughput():
    """Prefill throughput: prompt tokens per second.

    Tokens of the prompt over the time of its prefill, without waiting in a queue.
    """
    return Eq(R_prefill, n_in / T_prefill)


@formula(
    source=(
        SCALING_BOOK.at("inference, what do we want", opened=True),
        VLLM_CODE.at("vllm/benchmarks/serve.py, time per output token", opened=True),
    ),
    status="definition",
    holds_when=lambda: [n_out >= 1],
    leaves_out="waiting in a queue, other requests that come and go",
    also_called=(
        "end-to-end latency",
        "TTFT plus TPOT",
    ),
)
def request_time():
    """Request latency: TTFT, then one decode step per further token.

    Prefill already yields the first output token; each further one takes a decode
    step (TPOT). Guides that multiply all output tokens count one step too many.
    """
    return Eq(T_req, T_prefill + (n_out - 1) * T_dec)


@derives(decode_step_time)
def compute_or_memory(page):
    """Take the longer of two times."""
    page.start(Eq(T_dec, Max(T_comp, T_mem)), "computing and reading overlap")
    page.put(compute_time, "FLOPs over rate")
    page.put(memory_time, "bytes over bandwidth")
    page.put(
        Eq(C_op, forward_flops_per_param_token * Psi * n_dec / N_gpu),
        "one forward pass for each sequence, shared by all GPUs",
    )
    page.put(Eq(Q_mem, (b_param * Psi + M_kv) / N_gpu), "weights and cache, shared by all GPUs")


@derives(decode_step_time_cache_apart)
def products_then_attention(page):
    """Add the time of reading the cache."""
    page.start(
        Eq(T_dec, Max(T_comp, T_mem) + M_kv / (N_gpu * B_hbm)), "attention comes after the products"
    )
    page.put(compute_time, "FLOPs over rate")
    page.put(memory_time, "bytes over bandwidth")
    page.put(
        Eq(C_op, forward_flops_per_param_token * Psi * n_dec / N_gpu),
        "one forward pass for each sequence, shared by all GPUs",
    )
    page.put(Eq(Q_mem, b_param * Psi / N_gpu), "the weights alone, shared by all GPUs")


@derives(request_throughput)
def tokens_over_length(page):
    """Divide the tokens by the length of a request."""
    page.start(Eq(R_req, R_dec / (n_out * N_gpu)), "each request takes so many tokens")
    page.put(decoding_throughput, "one token for each sequence in each step")


@derives(memory_bound_decode_time)
def reading_decides(page):
    """Let reading take longer."""
    page.start(Eq(T_dec, T_mem), "computing hides behind reading")
    page.put(memory_time, "bytes over bandwidth")
    page.put(Eq(Q_mem, (b_param * Psi + M_kv) / N_gpu), "weights and cache, shared by all GPUs")


decode_times = Variants(
    "decode-step-times",
    "Time of one decoding step by what overlaps",
    {
        decode_step_time: "all reading overlaps with computing: mlsysim",
        decode_step_time_cache_apart: "the cache is read apart: the scaling book",
    },
    says="They agree while reading the weights takes longer than computing.",
)

# Weights of 8 bits and operations of 16 on a 4 x 4 slice; weights of 16 bits on eight chips.
POP_QUIZ = {
    Psi: 30e9,
    b_param: "1 byte/param",
    N_gpu: 16,
    B_hbm: "810 GB/s",
    F: "197 TFLOP/s",
}
LLAMA_2_13B = {
    Psi: 13e9,
    b_param: "2 byte/param",
    N_gpu: 8,
    B_hbm: "820 GB/s",
    F: "200 TFLOP/s",
}
serving = [
    Case(
        decoding_throughput,
        {n_dec: 32, T_dec: "0.017 s"},
        gives="1882 token/second",
        source=SCALING_BOOK.at("applied inference, generation", opened=True),
    ),
    Case(
        memory_bound_decode_time,
        {b_param: "1 byte/param", Psi: 70e9, M_kv: "42 GB", N_gpu: 8, B_hbm: "820 GB/s"},
        gives="17 ms",
        source=SCALING_BOOK.at("applied inference, generation", opened=True),
    ),
    *(
        Case(
            request_throughput,
            {n_dec: batch, T_dec: "0.019 s", n_out: 512, N_gpu: chips},
            gives=f"{printed} 1/second",
            truncated=printed in ("0.27", "0.66"),
            source=SCALING_BOOK.at("applied inference, throughput per chip", opened=True),
        )
        for batch, chips, printed in ((43, 16, "0.27"), (52, 8, "0.66"), (67, 4, "1.72"))
    ),
    *(
        Case(
            law,
            {**POP_QUIZ, n_dec: batch, M_kv: cache},
            gives=printed,
            truncated=cut,
            source=SCALING_BOOK.at("inference, pop quiz", opened=True),
            note=note,
        )
        for law, batch, cache, printed, cut, note in (
            (decode_step_time, 4, "3.276 GB", "2.5 ms", True, "2.57 ms, cut off in print"),
            (
                decode_step_time_cache_apart,
                256,
                "209.664 GB",
                "21 ms",
                False,
                "256 caches of 819 MB",
            ),
        )
    ),
    *(
        Case(
            decode_step_time,
            {**LLAMA_2_13B, n_dec: batch, M_kv: cache},
            gives=f"{printed} ms",
            source=SCALING_BOOK.at("inference, Llama 2 13B on 8 TPU v5e", opened=True),
        )
        for batch, cache, printed in (
            (1, "6.7 GB", "4.98"),
            (8, "53.6 GB", "12.13"),
            (64, "428.8 GB", "69.33"),
        )
    ),
]
