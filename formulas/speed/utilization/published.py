"""Throughputs, peaks and times that papers state."""

from derive.records import Case

from ...sources import (
    ATTENTION,
    DEEPSEEK_V3,
    KAPLAN,
    LLM_FOUNDRY,
    MEGATRON_2021,
    NVIDIA_SPECS,
    PALM,
    SCALING_BOOK,
    TINY_LLAMA,
    TPU_SPECS,
    TRAINING_BOOK,
)
from ...symbols.compute import MFU, C, F, F_ach
from ...symbols.flops import C_step
from ...symbols.model import L, Psi, V, h, s
from ...symbols.noise import n_steps
from ...symbols.parallelism import N_gpu
from ...symbols.scaling import D
from ...symbols.time import T_step, T_train
from ...symbols.utilization import (
    F_agg,
    F_hw,
    R_tok,
    T_ctx,
    T_gpu,
    T_post,
    T_pre,
    c_clk,
    f_clk,
    n_unit,
)
from .rates import (
    achieved_throughput,
    aggregate_throughput,
    compute_of_rate,
    peak_throughput,
    token_throughput_per_gpu,
)
from .shares import (
    hardware_flops_utilization,
)
from .times import (
    gpt_training_time,
    gpu_time_of_phases,
    megatron_training_time,
    prefill_time,
    training_time,
    training_time_from_size,
    training_time_from_steps,
    training_time_from_throughput,
    wall_time_of_gpu_time,
)

A100 = "312 TFLOP/s"

# Table 1 of the Megatron-LM paper of 2021: GPUs, teraFLOP/s per GPU, share of the peak,
# petaFLOP/s in total; the rate per GPU is printed without decimals.
TABLE_1 = (
    (32, 137, "44 %", "4.4"),
    (64, 138, "44 %", "8.8"),
    (128, 142, "46 %", "18.2"),
    (256, 135, "43 %", "34.6"),
    (512, 138, "44 %", "70.8"),
    (1024, 140, "45 %", "143.8"),
    (1536, 148, "47 %", "227.1"),
    (1920, 155, "50 %", "297.4"),
    (2520, 163, "52 %", "410.2"),
    (3072, 163, "52 %", "502.0"),
)
table_1 = [
    Case(
        hardware_flops_utilization,
        {F_hw: f"{rate} TFLOP/s", F: A100},
        gives=share,
        source=MEGATRON_2021.at(f"table 1, {gpus} GPUs", opened=True),
    )
    for gpus, rate, share, _ in TABLE_1
] + [
    Case(
        aggregate_throughput,
        {N_gpu: gpus, F_ach: f"{rate} TFLOP/s"},
        gives=f"{total} PFLOP/s",
        within="0.33 %" if gpus >= 512 else "",
        source=MEGATRON_2021.at(f"table 1, {gpus} GPUs", opened=True),
        note="the rate of one GPU is printed rounded, so the total comes out only nearly",
    )
    for gpus, rate, _, total in TABLE_1
]

# Table 2: layers, width, GPUs, executed teraFLOP/s per GPU, days for 300e9 tokens.
table_2 = [
    Case(
        gpt_training_time,
        {D: 300e9, L: layers, h: width, s: 2048, V: 51200, N_gpu: gpus, F_hw: f"{rate} TFLOP/s"},
        gives=f"{days} day",
        within="1.2 %",
        source=MEGATRON_2021.at(f"table 2, {name}, {gpus} GPUs", opened=True),
        note="equation 3 gives these days; the shorter equation 4 gives some 2.6 % less",
    )
    for layers, width, gpus, rate, days, name in (
        (96, 12288, 384, 153, 84, "pipeline and tensor parallelism"),
        (96, 12288, 768, 149, 43, "pipeline and tensor parallelism"),
        (96, 12288, 1536, 141, 23, "pipeline and tensor parallelism"),
        (105, 20480, 560, 171, 156, "pipeline and tensor parallelism"),
        (105, 20480, 1120, 167, 80, "pipeline and tensor parallelism"),
        (105, 20480, 2240, 159, 42, "pipeline and tensor parallelism"),
        (96, 12288, 384, 144, 90, "ZeRO-3"),
        (96, 12288, 768, 88, 74, "ZeRO-3"),
        (96, 12288, 1536, 44, 74, "ZeRO-3"),
        (105, 20480, 640, 138, 169, "ZeRO-3"),
        (105, 20480, 1120, 98, 137, "ZeRO-3"),
        (105, 20480, 2240, 48, 140, "ZeRO-3"),
    )
]

times = [
    Case(
        megatron_training_time,
        {D: 300e9, Psi: 175e9, N_gpu: 1024, F_hw: "140 TFLOP/s"},
        gives="34 day",
        source=MEGATRON_2021.at("section 5.1, GPT-3", opened=True),
    ),
    Case(
        megatron_training_time,
        {D: 450e9, Psi: 1008e9, N_gpu: 3072, F_hw: "163 TFLOP/s"},
        gives="84 day",
        source=MEGATRON_2021.at("section 5.1, a trillion parameters", opened=True),
    ),
    Case(
        training_time,
        {C: "6.3e24 FLOP", N_gpu: 1, F: "459 TFLOP/s", MFU: "100 %"},
        gives="435 year",
        source=SCALING_BOOK.at("applied training, Llama 3 70B on one TPU", opened=True),
    ),
    # A calculator begins with the last of them: years on one TPU are nobody's run.
    Case(
        training_time,
        {C: "6.3e24 FLOP", N_gpu: 18823, F: "459 TFLOP/s", MFU: "50 %"},
        gives="17 day",
        source=SCALING_BOOK.at(
            "training, Llama 3 70B on as many TPUs as the batch allows", opened=True
        ),
    ),
    Case(
        wall_time_of_gpu_time,
        {T_gpu: "180e3 GPU hour", N_gpu: 2048},
        gives="3.7 day",
        source=DEEPSEEK_V3.at("section 1, a trillion tokens", opened=True),
    ),
    Case(
        gpu_time_of_phases,
        {T_pre: "2664e3 GPU hour", T_ctx: "119e3 GPU hour", T_post: "5e3 GPU hour"},
        gives="2788e3 GPU hour",
        source=DEEPSEEK_V3.at("table 1", opened=True),
    ),
    Case(
        prefill_time,
        {Psi: 70e9, s: 8192, N_gpu: 16, F: "197 TFLOP/s", MFU: "40 %"},
        gives="0.91 s",
        source=SCALING_BOOK.at("applied inference, prefill", opened=True),
    ),
    Case(
        compute_of_rate,
        {F_agg: "1 PFLOP/s", T_train: "1 day"},
        gives="8.64e19 FLOP",
        source=KAPLAN.at("section 1.3, PF-days", opened=True),
    ),
    *(
        Case(
            compute_of_rate,
            {F_agg: "1 PFLOP/s", C: compute},
            gives=printed,
            of=T_train,
            source=PALM.at(place, opened=True),
            note="days at one petaFLOP/s: PF-days",
        )
        for compute, printed, place in (
            ("4.29e22 FLOP", "497 day", "table 21, 8B"),
            ("2.56e24 FLOP", "2.96e4 day", "table 21, 540B"),
        )
    ),
]

peaks = [
    Case(
        peak_throughput,
        {n_unit: units, f_clk: f"{clock} cycle/s", c_clk: f"{each} FLOP/cycle"},
        gives=f"{printed} TFLOP/s",
        source=source,
    )
    for units, clock, each, printed, source in (
        (640, "1.53e9", 128, "125", NVIDIA_SPECS.at("V100, tensor cores, fp16")),
        (
            108,
            "1.41e9",
            2048,
            "312",
            NVIDIA_SPECS.at(
                "A100, streaming multiprocessors and bf16, as Lockwood quotes them", opened=True
            ),
        ),
        (
            132,
            "1.83e9",
            4096,
            "989.4",
            NVIDIA_SPECS.at(
                "H100 SXM, multiprocessors, clock and bf16, as Lockwood quotes them", opened=True
            ),
        ),
        (132, "1.83e9", 4096, "989", TRAINING_BOOK.at("notation appendix, line 133", opened=True)),
        (
            8,
            "1.05e9",
            32768,
            "275",
            TPU_SPECS.at("v4, key specifications, matrix units of 128 by 128", opened=True),
        ),
        (
            8,
            "1.75e9",
            32768,
            "459",
            TPU_SPECS.at("v5p, key specifications, matrix units of 128 by 128", opened=True),
        ),
    )
]

# MosaicML's table of H100, sequences of 2,048 tokens: parameters, layers, width, GPUs, tokens of a
# step, tokens per second, and as printed: tokens per second and GPU, teraFLOP/s per GPU.
FOUNDRY = LLM_FOUNDRY.at("benchmarking, H100 80GB BF16 (large scale)", opened=True)
H100_RUNS = (
    (64862437376, 80, 8192, 512, 8388608, 515636, "1007", "408"),
    (64862437376, 80, 8192, 128, 2097152, 135490, "1058", "428"),
    (6658859008, 32, 4096, 512, 6291456, 4951479, "9670", "417"),
)
foundry = [
    case
    for size, layers, width, gpus, tokens, rate, each, achieved in H100_RUNS
    for case in (
        Case(
            token_throughput_per_gpu,
            {R_tok: f"{rate} token/second", N_gpu: gpus},
            gives=f"{each} token/second",
            truncated=True,
            source=FOUNDRY,
        ),
        Case(
            achieved_throughput,
            {
                C_step: f"{tokens * (6 * size + 12 * layers * width * 2048)} FLOP",
                N_gpu: gpus,
                T_step: f"{tokens / rate:.6f} s",
            },
            gives=f"{achieved} TFLOP/s",
            truncated=True,
            source=FOUNDRY,
            note="FLOPs of a step with attention in full, as the table counts them",
        ),
    )
]

basics = [
    Case(
        training_time_from_size,
        {Psi: 70e9, D: 15e12, N_gpu: 18823, F: "459 TFLOP/s", MFU: "50 %"},
        gives="17 day",
        source=SCALING_BOOK.at("training, Llama 3 70B", opened=True),
    ),
    Case(
        training_time_from_throughput,
        {D: 3e12, R_tok: f"{16 * 24000} token/second"},
        gives="90 day",
        source=TINY_LLAMA.at("README", opened=True),
        note="16 A100 at 24k tokens per second each",
    ),
    Case(
        training_time_from_steps,
        {n_steps: 300000, T_step: "1.0 second"},
        gives="3.5 day",
        source=ATTENTION.at("section 5.2, the big models", opened=True),
    ),
]
