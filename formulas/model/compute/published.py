"""Operation counts that papers and notebooks state."""

from derive.records import Case

from ...scaling.scaling import training_flops
from ...sources import (
    CHINCHILLA,
    GPT3,
    KORTHIKANTI,
    LLAMA3,
    NANOGPT,
    PALM,
    SCALING_BOOK,
)
from ...symbols.batch import B
from ...symbols.compute import C
from ...symbols.flops import C_tok, r_attn, tokens_per_param
from ...symbols.model import L, Psi, Psi_act, V, a, d_ffn, d_head, h, s
from ...symbols.roofline import n_row
from ...symbols.scaling import D
from ...symbols.shapes import d_in, d_out
from ...symbols.tensor_parallel import C_gemm
from .attention import gated_attention_share
from .chinchilla import chinchilla_layers_flops
from .layers import (
    gpt_layer_forward_flops,
    gpt_sequence_forward_flops,
    output_layer_forward_flops,
)
from .products import matrix_product_flops
from .steps import gpt_step_flops
from .steps_overhead import selective_recompute_overhead_as_published
from .tokens import (
    flops_per_token,
    moe_training_flops,
    rule_of_thumb_parameters,
    total_training_flops,
    training_flops_with_attention,
    weight_flops_per_token,
)

runs = [
    Case(training_flops, {Psi: size, D: tokens}, gives=printed, source=source)
    for size, tokens, printed, source in (
        (356e6, 300e9, "6.41e20 FLOP", GPT3.at("table D.1, Medium", opened=True)),
        (760e6, 300e9, "1.37e21 FLOP", GPT3.at("table D.1, Large", opened=True)),
        (1.32e9, 300e9, "2.38e21 FLOP", GPT3.at("table D.1, XL", opened=True)),
        (12.85e9, 300e9, "2.31e22 FLOP", GPT3.at("table D.1, 13B", opened=True)),
        (174.6e9, 300e9, "3.14e23 FLOP", GPT3.at("table D.1, 175B", opened=True)),
        (174.6e9, 300e9, "3.64e3 PFday", GPT3.at("table D.1, 175B", opened=True)),
        (540e9, 780e9, "2527.2 ZFLOP", PALM.at("table 20, 540B", opened=True)),
        (62e9, 795e9, "295.7 ZFLOP", PALM.at("table 20, 62B", opened=True)),
        (405e9, 15.6e12, "3.8e25 FLOP", LLAMA3.at("section 3.2, training budget", opened=True)),
        (70e9, 15e12, "6.3e24 FLOP", SCALING_BOOK.at("applied training, Llama 3 70B", opened=True)),
    )
] + [
    Case(
        moe_training_flops,
        {Psi_act: 37e9, D: 14.8e12},
        gives="3.3e24 FLOP",
        source=SCALING_BOOK.at("transformers, question 7", opened=True),
    ),
    *(
        Case(
            total_training_flops,
            {C_tok: per_token, D: 780e9},
            gives=printed,
            source=PALM.at(place, opened=True),
        )
        for per_token, printed, place in (
            ("0.0550 TFLOP/token", "4.29e22 FLOP", "table 21, 8B"),
            ("3.28 TFLOP/token", "2.56e24 FLOP", "table 21, 540B"),
        )
    ),
    *(
        Case(
            training_flops_with_attention,
            {Psi: size, L: layers, a: heads, d_head: 256, s: 2048, D: 780e9},
            gives=printed,
            source=PALM.at(place, opened=True),
        )
        for size, layers, heads, printed, place in (
            (8.63e9, 32, 16, "4.29e22 FLOP", "table 21, 8B"),
            (540.35e9, 118, 48, "2.56e24 FLOP", "table 21, 540B"),
        )
    ),
]

tokens = [
    Case(
        weight_flops_per_token,
        {Psi: 70e9},
        gives="4.2e11 FLOP/token",
        source=SCALING_BOOK.at("applied training, Llama 3 70B", opened=True),
    ),
    *(
        Case(
            flops_per_token,
            {Psi: size, L: layers, a: heads, d_head: 256, s: 2048},
            gives=f"{printed} TFLOP/token",
            source=PALM.at(place, opened=True),
        )
        for size, layers, heads, printed, place in (
            (8.63e9, 32, 16, "0.0550", "table 21, 8B"),
            (62.5e9, 64, 32, "0.388", "table 21, 62B"),
            (540.35e9, 118, 48, "3.28", "table 21, 540B"),
        )
    ),
]

sizes = [
    Case(
        rule_of_thumb_parameters,
        {C: "1.21e20 FLOP", tokens_per_param: "20.2 token/param"},
        gives="1.0e9",
        source=CHINCHILLA.at("table 3, 1 billion parameters", opened=True),
    ),
]

sequences = [
    Case(
        gpt_sequence_forward_flops,
        {L: 12, h: 768, s: 1024, V: 50257},
        gives="291648307200 FLOP",
        source=NANOGPT.at("transformer_sizing, forward FLOPs of GPT-2", opened=True),
    ),
    *(
        Case(
            chinchilla_layers_flops,
            {L: layers, h: width, d_ffn: ffn, a: heads, s: 2048},
            gives=f"{printed} FLOP",
            source=NANOGPT.at("scaling_laws, FLOPs without embeddings", opened=True),
        )
        for layers, width, ffn, heads, printed in (
            (10, 640, 2560, 10, "929877196800"),
            (20, 1024, 4096, 16, "4135248199680"),
            (26, 1792, 7168, 14, "14670316437504"),
            (28, 2048, 8192, 16, "20220437594112"),
        )
    ),
]

overheads = [
    Case(
        selective_recompute_overhead_as_published,
        {s: 2048, h: width, L: layers, V: 51200},
        gives=printed,
        source=KORTHIKANTI.at(f"section 5, {name}", opened=True),
    )
    for width, layers, printed, name in (
        (12288, 96, "2.7 %", "GPT-3"),
        (20480, 105, "1.6 %", "MT-NLG"),
    )
]

SIZING = NANOGPT.at("transformer_sizing, forward FLOPs of GPT-2", opened=True)
GPT_2 = {h: 768, s: 1024}
gpt_2 = [
    Case(law, {**GPT_2, **more}, gives=printed, source=SIZING)
    for law, more, printed in (
        (gpt_layer_forward_flops, {}, "17716740096 FLOP"),
        (output_layer_forward_flops, {V: 50257}, "79047426048 FLOP"),
        (gpt_step_flops, {V: 50257, L: 12, B: 1}, "874944921600 FLOP"),
    )
]

parts = [
    Case(
        law,
        given,
        of=asked,
        gives=printed,
        source=SCALING_BOOK.at(place, opened=True),
        note=note,
    )
    for law, given, asked, printed, place, note in (
        (
            gated_attention_share,
            {h: 8192, r_attn: 1},
            s,
            "65536",
            "transformers, dot-product attention",
            "printed as 64K tokens: attention then costs as much as all weights",
        ),
        (
            matrix_product_flops,
            {n_row: 1, d_in: 4096, d_out: 16384},
            C_gemm,
            "1.3e8 FLOP",
            "TPUs, question 4",
            "for each row of activations",
        ),
    )
]
