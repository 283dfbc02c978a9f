"""Adaptation: the few parameters that are trained while the model stays as it is."""

from sympy import Eq

from derive.records import Case, derives, formula

from ..sources import ADAPTER_BERT, HOULSBY, LORA, PEFT, QLORA
from ..symbols.expert_parallel import b_scl, n_blk
from ..symbols.memory import M_state
from ..symbols.model import L, Psi, a, d_ffn, d_head, g, h
from ..symbols.number_formats import b_over, b_scl2, bit_bytes, n_blk2, w_fmt
from ..symbols.shape_numbers import gated_matrices
from ..symbols.shapes import (
    Psi_adapter,
    Psi_down,
    Psi_lora,
    Psi_up,
    b_base,
    b_train,
    d_adapter,
    d_in,
    d_out,
    n_adapter,
    n_lora,
    r_lora,
)
from .block_formats import double_quantized_scale_bytes
from .parameters.parts import matrix_parameters


@formula(
    source=LORA.at("section 4.1 and section 5.1", opened=True),
    leaves_out="adapted matrices of different shapes, which are counted apart",
    also_called=("LoRA parameters", "LoRA trainable parameters", "low-rank adaptation", "LoRA"),
)
def lora_parameters():
    """LoRA trainable parameters, with matrices of one shape.

    Beside each adapted matrix two thin ones are trained: from the input down
    to `r_lora` numbers, and from there up to the output.
    """
    return Eq(Psi_lora, L * n_lora * r_lora * (d_in + d_out))


@formula(
    source=(
        HOULSBY.at("section 2.1, as quoted", opened=True),
        ADAPTER_BERT.at("modeling.py, feedforward_adapter", opened=True),
        LORA.at("section 5.1", opened=True),
    ),
    leaves_out="norms that are trained along with the adapters",
    also_called=("Houlsby adapters", "bottleneck adapters"),
)
def adapter_parameters():
    """Adapter trainable parameters (bottleneck adapters).

    An adapter projects the hidden vector down to `d_adapter` units and back
    up, with a bias on each projection.
    """
    return Eq(Psi_adapter, L * n_adapter * (2 * h * d_adapter + d_adapter + h))


@formula(
    source=(
        LORA.at("section 4.2 and section 5.1", opened=True),
        PEFT.at("README, LoRA", opened=True),
    ),
    leaves_out="biases, layers that are not adapted",
    also_called=("LoRA q_proj v_proj parameters", "LoRA on query and value"),
)
def query_value_lora_parameters():
    """LoRA trainable parameters on the query and value matrices.

    The default of many recipes (q_proj and v_proj), with grouped key-value heads.
    """
    return Eq(Psi_lora, L * r_lora * ((h + a * d_head) + (h + g * d_head)))


@formula(
    source=(
        QLORA.at("section 4, adapters on all layers", opened=True),
        PEFT.at("README, LoRA", opened=True),
    ),
    leaves_out="embedding and output table, biases, experts",
    also_called=("LoRA all-linear", "all-linear LoRA", "QLoRA trainable parameters"),
)
def all_linear_lora_parameters():
    """LoRA trainable parameters on all linear layers of a gated model.

    Query, key, value and output, and the three matrices of a SwiGLU feed-forward
    network. Models with experts have more of those.
    """
    return Eq(
        Psi_lora,
        L * r_lora * (2 * (h + a * d_head) + 2 * (h + g * d_head) + gated_matrices * (h + d_ffn)),
    )


@formula(
    source=LORA.at("section 4.2, practical benefits", opened=True),
    leaves_out="activations, buffers, gradients of frozen parameters, which are not kept",
    also_called=("LoRA memory", "LoRA fine-tuning memory", "PEFT memory"),
    holds_for={"adapted": "lora", "model_split": "whole", "sharding": "none", "offload": "none"},
)
def lora_memory():
    """LoRA model-state memory: frozen base model and trained adapters.

    Only adapters keep gradients and optimizer state, so little is left beside
    the weights: 350 GB instead of 1.2 TB for GPT-3.
    """
    return Eq(M_state, b_base * Psi + b_train * Psi_lora)


@formula(
    source=QLORA.at("section 3", opened=True),
    leaves_out="activations, embeddings and norms in bf16, gradients of inputs, paging",
    also_called=(
        "QLoRA memory",
        "4-bit fine-tuning memory",
        "NF4 memory",
        "QLoRA fine-tuning memory",
    ),
    holds_for={"adapted": "qlora", "model_split": "whole", "sharding": "none", "offload": "none"},
)
def qlora_memory():
    """QLoRA model-state memory: 4-bit base model and adapters.

    Each frozen weight takes `w_fmt` bits and its share of two levels of scales
    (double quantization). QLoRA has 4-bit weights in blocks of 64 with 1-byte scales,
    and one fp32 number for 256 of those: 0.516 bytes per weight in all.
    """
    return Eq(
        M_state,
        (bit_bytes * w_fmt + b_scl / n_blk + b_scl2 / (n_blk * n_blk2)) * Psi + b_train * Psi_lora,
    )


@derives(query_value_lora_parameters)
def queries_and_values(page):
    """Add the two matrices."""
    page.start(Eq(Psi_lora, L * (Psi_down + Psi_up)), "one pair for queries, one for values")
    page.put(Eq(Psi_down, r_lora * (h + a * d_head)), "two thin matrices beside the query matrix")
    page.put(Eq(Psi_up, r_lora * (h + g * d_head)), "two thin matrices beside the value matrix")


@derives(qlora_memory)
def narrow_base_and_adapters(page):
    """Put in the bytes of a frozen weight."""
    page.start(
        Eq(M_state, (bit_bytes * w_fmt + b_over) * Psi + b_train * Psi_lora),
        "frozen weights with their scales, and adapters",
    )
    page.put(double_quantized_scale_bytes, "scales, and scales of scales")


@derives(lora_parameters)
def two_thin_matrices(page):
    """Add the two thin matrices."""
    page.start(
        Eq(Psi_lora, L * n_lora * (Psi_down + Psi_up)),
        "each adapted matrix gets one matrix down and one up",
    )
    page.put(
        matrix_parameters.with_(Psi_mat=Psi_down, d_out=r_lora), "from the input to the bottleneck"
    )
    page.put(
        matrix_parameters.with_(Psi_mat=Psi_up, d_in=r_lora), "from the bottleneck to the output"
    )


@derives(adapter_parameters)
def down_and_up_with_biases(page):
    """Add two matrices and two biases."""
    page.start(
        Eq(Psi_adapter, L * n_adapter * (Psi_down + d_adapter + Psi_up + h)),
        "each adapter has one matrix down and one up, and a bias for each output",
    )
    page.put(
        matrix_parameters.with_(Psi_mat=Psi_down, d_in=h, d_out=d_adapter), "into the bottleneck"
    )
    page.put(
        matrix_parameters.with_(Psi_mat=Psi_up, d_in=d_adapter, d_out=h), "and out of it again"
    )


worked = [
    Case(
        lora_parameters,
        {L: layers, n_lora: matrices, r_lora: rank, d_in: width, d_out: width},
        gives=f"{printed}e6",
        source=LORA.at(place, opened=True),
    )
    for layers, matrices, width, rank, printed, place in (
        (96, 2, 12288, 1, "4.7", "table 4, GPT-3"),
        (96, 2, 12288, 8, "37.7", "table 4, GPT-3"),
        (12, 2, 768, 8, "0.3", "table 2, RoBERTa base"),
        (24, 2, 1024, 8, "0.8", "table 2, RoBERTa large"),
        (48, 2, 1536, 16, "4.7", "table 2, DeBERTa XXL"),
    )
]

memories = [
    Case(
        lora_memory,
        {b_base: "2 byte/param", Psi: 175e9, b_train: "16 byte/param", Psi_lora: 18.9e6},
        gives="350 GB",
        source=LORA.at("section 4.2, GPT-3 175B", opened=True),
        note="the adapters are less than 1 GB of it",
    ),
    Case(
        query_value_lora_parameters,
        {L: 36, r_lora: 16, h: 2048, a: 16, d_head: 128, g: 2},
        gives="3686400",
        source=PEFT.at("README, LoRA on Qwen2.5-3B", opened=True),
    ),
    Case(
        all_linear_lora_parameters,
        {L: 32, r_lora: 16, h: 4096, a: 32, d_head: 128, g: 8, d_ffn: 14336},
        gives="41943040",
        source=PEFT.at(
            "print_trainable_parameters of Llama 3 8B, rank 16, as logs show it", opened=True
        ),
    ),
]
