"""Parameter counts that papers and model files state, from their shapes."""

from derive.records import Case

from ...memory.memory import parameter_memory
from ...sources import (
    BLOOM,
    GPT3,
    GPT_NEOX,
    LLAMA2,
    LLAMA3,
    LORA,
    MEGATRON_2019,
    MEGATRON_2021,
    NANOGPT,
    PALM,
    QWEN25_CARDS,
    SCALING_BOOK,
)
from ...symbols.memory import b_param
from ...symbols.model import L, Psi, V, a, d_ffn, d_head, g, h, s
from ...symbols.parallelism import TP
from ...symbols.shape_numbers import gated_matrices, head_matrices
from ...symbols.shapes import V_unit, n_emb, n_fin, n_pos, n_vec
from .models import (
    chinchilla_parameters,
    embedding_parameters,
    gated_transformer_parameters,
    gpt_parameters,
    padded_vocabulary,
    plain_transformer_parameters,
    stack_parameters,
)
from .parts import COUNT_CODE

NETWORKS = stack_parameters.with_(Psi_layer=gated_matrices * h * d_ffn)
ATTENTIONS = stack_parameters.with_(Psi_layer=head_matrices * h * d_head * (a + g))

LLAMA_2_FILES = {
    size: LLAMA2.at(f"model files, {size}", opened=True) for size in ("7B", "13B", "70B")
}

gated = [
    Case(
        gated_transformer_parameters,
        {
            L: layers,
            h: width,
            a: heads,
            g: kv,
            d_head: head,
            d_ffn: ffn,
            V: vocabulary,
            n_emb: tables,
        },
        gives=printed,
        within=within,
        source=source,
    )
    for source, layers, width, heads, kv, head, ffn, vocabulary, tables, printed, within in (
        (LLAMA_2_FILES["7B"], 32, 4096, 32, 32, 128, 11008, 32000, 2, "6738415616", ""),
        (LLAMA_2_FILES["13B"], 40, 5120, 40, 40, 128, 13824, 32000, 2, "13015864320", ""),
        (LLAMA_2_FILES["70B"], 80, 8192, 64, 8, 128, 28672, 32000, 2, "68976648192", ""),
        (
            LLAMA3.at("table 3 and model files, 8B", opened=True),
            32,
            4096,
            32,
            8,
            128,
            14336,
            128256,
            2,
            "8.03e9",
            "",
        ),
        (
            LLAMA3.at("table 3 and model files, 70B", opened=True),
            80,
            8192,
            64,
            8,
            128,
            28672,
            128256,
            2,
            "70.55e9",
            "",
        ),
        (COUNT_CODE, 80, 8192, 64, 8, 128, 28672, 128256, 2, "70553706496", ""),
        (
            LLAMA3.at("table 3, 405B", opened=True),
            126,
            16384,
            128,
            8,
            128,
            53248,
            128256,
            2,
            "405e9",
            "0.3 %",
        ),
        (PALM.at("table 1, 8B", opened=True), 32, 4096, 16, 1, 256, 16384, 256000, 1, "8.63e9", ""),
        (
            PALM.at("table 1, 62B", opened=True),
            64,
            8192,
            32,
            1,
            256,
            32768,
            256000,
            1,
            "62.50e9",
            "",
        ),
        (
            PALM.at("table 1, 540B", opened=True),
            118,
            18432,
            48,
            1,
            256,
            73728,
            256000,
            1,
            "540.35e9",
            "0.002 %",
        ),
        (
            SCALING_BOOK.at("inference, question 1", opened=True),
            64,
            4096,
            32,
            8,
            256,
            16384,
            32128,
            1,
            "18.4e9",
            "",
        ),
        (
            SCALING_BOOK.at("transformers, question 1", opened=True),
            64,
            4096,
            32,
            32,
            128,
            16384,
            32000,
            2,
            "16e9",
            "10 %",
        ),
    )
]

parts = [
    Case(
        NETWORKS,
        {L: 80, h: 8192, d_ffn: 28672},
        gives="56.3e9",
        within="0.2 %",
        source=SCALING_BOOK.at("applied training, Llama 3 70B", opened=True),
        note="56.37e9, cut off in print",
    ),
    Case(
        NETWORKS,
        {L: 40, h: 5120, d_ffn: 13824},
        gives="8.5e9",
        source=SCALING_BOOK.at("training, question 1", opened=True),
    ),
    Case(
        ATTENTIONS,
        {L: 40, h: 5120, a: 40, g: 40, d_head: 128},
        gives="4.2e9",
        source=SCALING_BOOK.at("training, question 1", opened=True),
    ),
    Case(
        embedding_parameters,
        {n_emb: 2, V: 128256, h: 8192},
        gives="2.1e9",
        source=SCALING_BOOK.at("applied training, Llama 3 70B", opened=True),
    ),
    Case(
        padded_vocabulary,
        {V: 50257, V_unit: 128, TP: 8},
        gives="51200",
        source=MEGATRON_2019.at("section 5.1", opened=True),
    ),
]

megatron = [
    Case(
        gpt_parameters,
        {L: layers, h: width, V: 51200, s: 2048},
        gives=f"{printed}e9",
        source=MEGATRON_2021.at("table 1", opened=True),
    )
    for layers, width, printed in (
        (24, 2304, "1.7"),
        (30, 3072, "3.6"),
        (36, 4096, "7.5"),
        (40, 6144, "18.4"),
        (48, 8192, "39.1"),
        (60, 10240, "76.1"),
        (80, 12288, "145.6"),
        (96, 16384, "310.1"),
        (105, 20480, "529.6"),
        (128, 25600, "1008.0"),
    )
]

gpt_shapes = [
    Case(
        plain_transformer_parameters,
        {
            L: layers,
            h: width,
            V: 50257,
            s: positions,
            n_emb: 1,
            n_pos: 1,
            n_vec: vectors,
            n_fin: final,
        },
        gives=printed,
        source=source,
    )
    for layers, width, positions, vectors, final, printed, source in (
        (
            12,
            768,
            1024,
            2,
            1,
            "124337664",
            NANOGPT.at("transformer_sizing, GPT-2 without biases", opened=True),
        ),
        (12, 768, 2048, 13, 2, "125e6", GPT3.at("table 2.1, Small", opened=True)),
        (24, 1024, 2048, 13, 2, "356e6", GPT3.at("table D.1, Medium", opened=True)),
        (24, 1536, 2048, 13, 2, "760e6", GPT3.at("table D.1, Large", opened=True)),
        (24, 2048, 2048, 13, 2, "1.32e9", GPT3.at("table D.1, XL", opened=True)),
        (96, 12288, 2048, 13, 2, "174.6e9", GPT3.at("table D.1, 175B", opened=True)),
    )
]

without_positions = [
    Case(
        plain_transformer_parameters,
        {
            L: layers,
            h: width,
            V: vocabulary,
            s: 2048,
            n_emb: tables,
            n_pos: 0,
            n_vec: 13,
            n_fin: norms,
        },
        gives=printed,
        source=source,
    )
    for layers, width, vocabulary, tables, norms, printed, source in (
        (
            44,
            6144,
            50432,
            2,
            2,
            "20554567680",
            GPT_NEOX.at("model card, total parameters", opened=True),
        ),
        (
            70,
            14336,
            250880,
            1,
            4,
            "176247271424",
            BLOOM.at("model card, total parameters", opened=True),
        ),
    )
]

chinchilla = [
    Case(
        chinchilla_parameters,
        {L: layers, h: width, d_ffn: ffn, V: 32000, n_emb: 1},
        gives=printed,
        source=NANOGPT.at("scaling_laws, parameters of the Chinchilla models", opened=True),
    )
    for layers, width, ffn, printed in (
        (10, 640, 2560, "73825280"),
        (20, 1024, 4096, "305707008"),
        (24, 1280, 5120, "552604160"),
        (40, 3584, 14336, "6796274688"),
    )
]

bytes_of_gpt_3 = [
    Case(
        parameter_memory,
        {Psi: 175e9, b_param: "2 byte/param"},
        gives="350 GB",
        source=LORA.at("section 4.2", opened=True),
    ),
]
# The cards cut digits off, and count the biases of queries, keys and values as well.
qwen_2_5 = [
    Case(
        gated_transformer_parameters,
        {L: layers, h: width, a: heads, g: kv, d_head: head, d_ffn: ffn, V: table, n_emb: tables},
        gives=printed,
        within=within,
        source=QWEN25_CARDS.at(f"number of parameters, {size}", opened=size != "72B"),
    )
    for size, layers, width, heads, kv, head, ffn, table, tables, printed, within in (
        ("0.5B", 24, 896, 14, 2, 64, 4864, 151936, 1, "0.49e9", "1 %"),
        ("1.5B", 28, 1536, 12, 2, 128, 8960, 151936, 1, "1.54e9", "0.3 %"),
        ("3B", 36, 2048, 16, 2, 128, 11008, 151936, 1, "3.09e9", "0.3 %"),
        ("7B", 28, 3584, 28, 4, 128, 18944, 152064, 2, "7.61e9", "0.1 %"),
        ("14B", 48, 5120, 40, 8, 128, 13824, 152064, 2, "14.7e9", "0.5 %"),
        ("32B", 64, 5120, 40, 8, 128, 27648, 152064, 2, "32.5e9", "0.9 %"),
        ("72B", 80, 8192, 64, 8, 128, 29568, 152064, 2, "72.7e9", "0.1 %"),
    )
]
