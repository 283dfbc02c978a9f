"""Utilizations that papers state."""

from derive.records import Case

from ...sources import (
    KORTHIKANTI,
    LLAMA3,
    LLM_FOUNDRY,
    MT_NLG,
    NANOGPT,
    PALM,
    SCALING_BOOK,
)
from ...symbols.batch import B
from ...symbols.compute import MFU, F, F_ach
from ...symbols.flops import C_seq, n_step
from ...symbols.model import L, Psi, V, a, d_head, h, s
from ...symbols.parallelism import N_gpu
from ...symbols.time import T_step
from ...symbols.utilization import (
    MFU_old,
    R_tok,
    T_old,
)
from .rates import (
    gpt_executed_throughput,
    token_throughput,
)
from .shares import (
    full_recompute_utilization_from_tokens,
    model_flops_utilization,
    palm_utilization,
    step_utilization,
    weight_utilization,
)
from .step_shares import (
    gpt_selective_utilization_as_published,
    gpt_utilization,
    throughput_gain,
    utilization_gain,
)

A100 = "312 TFLOP/s"
H100 = "989.5 TFLOP/s"

# Table 5 of the recomputation paper: batch, layers, width, GPUs, seconds per step.
table_5 = [
    Case(
        gpt_utilization,
        {B: batch, s: 2048, L: layers, h: width, V: 51200, T_step: time, N_gpu: gpus, F: A100},
        gives=printed,
        within="0.6 %",
        source=KORTHIKANTI.at(place, opened=True),
        note="the time of a step is printed with three or four digits",
    )
    for batch, layers, width, time, gpus, printed, place in (
        (4, 48, 6144, "1.10 s", 8, "41.5 %", "table 5, 22B"),
        (64, 96, 12288, "13.75 s", 64, "51.4 %", "table 5, 175B"),
        (280, 105, 20480, "37.83 s", 280, "56.0 %", "table 5, 530B"),
        (512, 128, 25600, "71.49 s", 512, "56.3 %", "table 5, 1T"),
        (2240, 105, 20480, "39.15 s", 2240, "54.2 %", "section 6.3, 530B on 2240 GPUs"),
    )
] + [
    *(
        Case(
            gpt_selective_utilization_as_published,
            {B: batch, s: 2048, L: layers, h: width, V: 51200, T_step: time, N_gpu: gpus, F: A100},
            gives=printed,
            within="0.6 %",
            source=KORTHIKANTI.at(f"table 5, {name}", opened=True),
        )
        for batch, layers, width, time, gpus, printed, name in (
            (4, 48, 6144, "1.10 s", 8, "43.7 %", "22B"),
            (64, 96, 12288, "13.75 s", 64, "52.8 %", "175B"),
            (280, 105, 20480, "37.83 s", 280, "57.0 %", "530B"),
            (512, 128, 25600, "71.49 s", 512, "57.0 %", "1T"),
        )
    ),
    *(
        Case(
            throughput_gain,
            {T_old: before, T_step: after},
            gives=printed,
            within="0.5 %",
            source=KORTHIKANTI.at(f"table 5, {name}", opened=True),
        )
        for before, after, printed, name in (
            ("1.42 s", "1.10 s", "29.0 %", "22B"),
            ("18.13 s", "13.75 s", "31.8 %", "175B"),
            ("49.05 s", "37.83 s", "29.7 %", "530B"),
            ("94.42 s", "71.49 s", "32.1 %", "1T"),
        )
    ),
    Case(
        utilization_gain,
        {MFU: "54.2 %", MFU_old: "42.1 %"},
        gives="29 %",
        source=KORTHIKANTI.at("abstract", opened=True),
    ),
]

from_tokens = (
    [
        Case(
            palm_utilization,
            {
                R_tok: rate,
                Psi: size,
                L: layers,
                a: heads,
                d_head: head,
                s: 2048,
                N_gpu: gpus,
                F: peak,
            },
            gives=printed,
            within=within,
            source=source,
            note=note,
        )
        for rate, size, layers, heads, head, gpus, peak, printed, within, source, note in (
            (
                238.3e3,
                540.35e9,
                118,
                48,
                256,
                6144,
                "275 TFLOP/s",
                "46.2 %",
                "",
                PALM.at("section 4.1", opened=True),
                "",
            ),
            (
                65.43e3,
                530e9,
                105,
                128,
                160,
                2240,
                A100,
                "30.2 %",
                "0.5 %",
                PALM.at("appendix B, MT-NLG", opened=True),
                "",
            ),
            (
                5647854,
                1315950592,
                24,
                16,
                128,
                128,
                H100,
                "40.6 %",
                "0.4 %",
                LLM_FOUNDRY.at("benchmarking, 1B", opened=True),
                "",
            ),
            (
                1340830,
                6658859008,
                32,
                32,
                128,
                128,
                H100,
                "45.71 %",
                "0.4 %",
                LLM_FOUNDRY.at("benchmarking, 7B", opened=True),
                "",
            ),
            (
                1083366,
                29975214080,
                48,
                56,
                128,
                512,
                H100,
                "40.27 %",
                "0.4 %",
                LLM_FOUNDRY.at("benchmarking, 30B", opened=True),
                "",
            ),
            (
                515636,
                64862437376,
                80,
                64,
                128,
                512,
                H100,
                "41.25 %",
                "0.4 %",
                LLM_FOUNDRY.at("benchmarking, 70B", opened=True),
                "",
            ),
        )
    ]
    + [
        Case(
            full_recompute_utilization_from_tokens,
            {
                R_tok: rate,
                Psi: size,
                L: layers,
                a: heads,
                d_head: 128,
                s: 2048,
                N_gpu: gpus,
                F: H100,
            },
            gives=printed,
            within="0.4 %",
            source=LLM_FOUNDRY.at(f"benchmarking, {name}", opened=True),
        )
        for rate, size, layers, heads, gpus, printed, name in (
            (1083366, 29975214080, 48, 56, 512, "53.69 %", "30B on 512 GPUs"),
            (135490, 64862437376, 80, 64, 128, "57.81 %", "70B on 128 GPUs"),
            (515636, 64862437376, 80, 64, 512, "55.0 %", "70B on 512 GPUs"),
        )
    ]
    + [
        Case(
            weight_utilization,
            {R_tok: 65.43e3, Psi: 530e9, N_gpu: 2240, F: A100},
            gives="29.7 %",
            truncated=True,
            source=PALM.at("appendix B, MT-NLG without attention", opened=True),
        ),
        Case(
            token_throughput,
            {n_step: 32, T_step: "0.017 s"},
            gives="1882 token/s",
            source=SCALING_BOOK.at(
                "applied inference, one token for each of 32 sequences", opened=True
            ),
        ),
    ]
)

others = [
    Case(
        model_flops_utilization,
        {F_ach: f"{rate} TFLOP/s", F: H100},
        gives=printed,
        source=LLAMA3.at("table 4", opened=True),
    )
    for rate, printed in ((380, "38 %"), (430, "43 %"))
] + [
    Case(
        step_utilization.with_(C_step=B * C_seq),
        {C_seq: "874944921600 FLOP", B: 100, N_gpu: 1, T_step: "0.755 s", F: A100},
        gives="37.14 %",
        source=NANOGPT.at("transformer_sizing, MFU of GPT-2 on one A100", opened=True),
    ),
    *(
        Case(
            gpt_executed_throughput,
            {B: 1920, s: 2048, L: 105, h: 20480, V: 51200, T_step: time, N_gpu: gpus},
            gives=printed,
            within=within,
            source=MT_NLG.at(f"section 2.4, {gpus} GPUs, as quoted", opened=True),
            note="the time of a step is printed with three digits",
        )
        for time, gpus, printed, within in (
            ("60.1 s", 2240, "126 TFLOP/s", ""),
            ("50.2 s", 2800, "121 TFLOP/s", "0.5 %"),
        )
    ),
]
