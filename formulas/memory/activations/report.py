"""Report: the activation memory that Megatron-LM states before a run, term by term."""

from sympy import Eq

from derive.records import Case, Variants, derives, divides, formula

from ...sources import MEGATRON_CODE
from ...symbols.activations import (
    M_base,
    M_emb,
    M_head,
    M_hid,
    M_layer,
    M_logit,
    b_logit,
    b_mask,
    id_bytes,
    mask_bytes,
    n_fly,
    overhead_factor,
    r_fly,
)
from ...symbols.compute import b_elem
from ...symbols.memory import M_act
from ...symbols.model import L, V, b, d_ffn, h, s
from ...symbols.parallelism import TP, p
from .edges import embedding_activations, logits_memory, output_activations
from .layers import selective_layer_activations
from .operations import hidden_tensor_memory
from .strategies import activation_memory_tp_selective, input_bytes, split_bytes, whole_bytes

REPORT = MEGATRON_CODE.at(
    "megatron/training/theoretical_memory_usage.py, with sequence parallelism", opened=True
)
PLAIN = MEGATRON_CODE.at(
    "megatron/training/theoretical_memory_usage.py, without sequence parallelism", opened=True
)
IGNORED = "experts, the gate of a gated network, fewer key-value heads than query heads"


# allow counts_agree_in_kind: bytes of the layers and bytes of the embedding are added
@formula(
    source=REPORT,
    holds_when=lambda: [p >= 2, divides(TP, s)],
    leaves_out=IGNORED,
    also_called=(
        "report_theoretical_memory",
        "compute_activation_memory",
    ),
    # allow laws_keep_inherited_alternatives: the law divides by the degrees
    holds_for={
        "context_split": "whole",
        "feed_forward": "standard",
        "layers": "dense",
        "activation_count": "report",
        "recompute": "selective",
        "sequence": "shared",
        "pipelined": "yes",
    },
)
def first_stage_activations():
    """Megatron-LM report: activation memory of the first pipeline stage.

    All layers' worth of one micro-batch and the embedding's part for all in
    flight, times what `plain_activation_factor` or
    `interleaved_activation_factor` gives; attention cores are recomputed and
    everything is shared by the `TP` ranks.
    """
    return Eq(
        M_act,
        r_fly
        * (
            L * s * b * ((8 * b_elem + 2 * b_mask) * h + 2 * b_elem * d_ffn)
            + p * s * b * (id_bytes + b_mask * h)
        )
        / TP,
    )


# allow counts_agree_in_kind: bytes of the layers and bytes of both edges are added
@formula(
    source=REPORT,
    holds_when=lambda: [divides(TP, s)],
    leaves_out=f"padding of the vocabulary, {IGNORED}",
    # allow laws_keep_inherited_alternatives: the law divides by the degrees
    holds_for={
        "context_split": "whole",
        "feed_forward": "standard",
        "layers": "dense",
        "activation_count": "report",
        "recompute": "selective",
        "sequence": "shared",
        "pipelined": "no",
    },
)
def unpipelined_activations():
    """Megatron-LM report: activation memory without a pipeline.

    The only stage is the first and the last, so that embedding, output layer
    and loss are added.
    """
    return Eq(
        M_act,
        (
            L * s * b * ((8 * b_elem + 2 * b_mask) * h + 2 * b_elem * d_ffn)
            + s * b * (id_bytes + b_mask * h)
            + s * b * (2 * b_elem * h + b_logit * V)
        )
        / TP,
    )


@formula(
    source=PLAIN,
    holds_when=lambda: [p >= 2],
    leaves_out=f"attention scores, the width of the feed-forward network, {IGNORED}",
    holds_for={
        "context_split": "whole",
        "feed_forward": "standard",
        "layers": "dense",
        "activation_count": "report",
        "recompute": "selective",
        "sequence": "whole",
        "pipelined": "yes",
    },
)
def first_stage_activations_without_sp():
    """Megatron-LM report: first-stage activations without sequence parallelism.

    Megatron-LM adds 5 % for temporaries, does not share the
    embedding's part, and takes the feed-forward network as four times as wide
    as `h`.
    """
    return Eq(
        M_act,
        overhead_factor
        * r_fly
        * (
            L * s * b * h * (whole_bytes + split_bytes / TP)
            + p * s * b * (id_bytes + mask_bytes * h)
        ),
    )


# allow laws_keep_inherited_alternatives: the law divides by the degrees
@formula(
    source=PLAIN,
    leaves_out=f"attention scores, the width of the feed-forward network, {IGNORED}",
    holds_for={
        "context_split": "whole",
        "feed_forward": "standard",
        "layers": "dense",
        "activation_count": "report",
        "recompute": "selective",
        "sequence": "whole",
        "pipelined": "no",
    },
)
def unpipelined_activations_without_sp():
    """Megatron-LM report: activations without pipeline or sequence parallelism.

    What the first stage would hold with one micro-batch in flight and, at 2
    bytes each, the output of the last norm whole and one share of the logits;
    with sequence parallelism the same report takes 4 bytes for both.
    """
    return Eq(
        M_act,
        overhead_factor
        * (
            L * s * b * h * (whole_bytes + split_bytes / TP)
            + s * b * (id_bytes + mask_bytes * h)
            + input_bytes * s * b * (V / TP + h)
        ),
    )


@derives(first_stage_activations)
def layers_and_embedding(page):
    """Add the embedding to the layers."""
    page.start(
        Eq(M_act, (r_fly * L * M_layer + M_emb) / TP), "layers and embedding, shared by all ranks"
    )
    page.put(selective_layer_activations, "one layer without its attention core")
    page.put(embedding_activations, "token numbers and a mask for all in flight")
    page.put(Eq(n_fly, r_fly * p), "what is in flight, relative to the number of stages")


@derives(unpipelined_activations)
def layers_and_both_edges(page):
    """Add embedding and output layer to the layers."""
    page.start(Eq(M_act, (L * M_layer + M_emb) / TP + M_head), "layers and both edges")
    page.put(selective_layer_activations, "one layer without its attention core")
    page.put(embedding_activations.with_(n_fly=1), "one micro-batch is in flight")
    page.put(output_activations, "last norm, output matrix and logits")


@derives(first_stage_activations_without_sp)
def layers_and_embedding_whole(page):
    """Add the embedding, unshared, and the allowance."""
    page.start(
        Eq(M_act, overhead_factor * (r_fly * M_base + M_emb)), "layers and embedding, and a little"
    )
    page.put(activation_memory_tp_selective.with_(M_act=M_base), "layers, partly whole")
    page.put(embedding_activations, "token numbers and a mask for all in flight")
    page.put(Eq(n_fly, r_fly * p), "what is in flight, relative to the number of stages")
    page.put(Eq(b_mask, mask_bytes), "one byte for each entry of a mask")


@derives(unpipelined_activations_without_sp)
def layers_and_both_edges_whole(page):
    """Add both edges, and the allowance."""
    page.start(
        Eq(M_act, overhead_factor * (M_base + M_emb + M_logit / TP + M_hid)),
        "layers, embedding, logits of half precision, the output of the last norm",
    )
    page.put(activation_memory_tp_selective.with_(M_act=M_base), "layers, partly whole")
    page.put(embedding_activations.with_(n_fly=1), "one micro-batch is in flight")
    page.put(logits_memory.with_(b_logit=input_bytes), "logits in half precision")
    page.put(hidden_tensor_memory.with_(b_elem=input_bytes), "one hidden tensor")
    page.put(Eq(b_mask, mask_bytes), "one byte for each entry of a mask")


paths = Variants(
    "megatron-activation-reports",
    "Activation memory in Megatron-LM's report, by which path computes it",
    {
        first_stage_activations: "sequence parallelism and selective recomputation",
        first_stage_activations_without_sp: "all other settings",
    },
    says="The second path keeps norms and masks whole and adds an allowance.",
)

WIDE = {b_elem: "2 byte", b_mask: "1 byte"}
GPT3 = {L: 96, h: 12288, s: 2048, b: 1, p: 16, TP: 8, r_fly: 1}
LLAMA2 = {L: 32, h: 4096, s: 4096, b: 1, V: 32000, TP: 1}
LLAMA3 = {L: 80, h: 8192, s: 8192, b: 1, p: 4, TP: 8, r_fly: 1}
MIXTRAL = {L: 32, h: 4096, s: 4096, b: 1, p: 4, TP: 1, r_fly: 1}
TWO_EDGES = {**LLAMA2, d_ffn: 11008, b_logit: "4 byte", **WIDE}

# Givens, and what report_theoretical_memory prints for them, in MiB.
runs = [
    *(
        Case(first_stage_activations, {**given, d_ffn: ffn, **WIDE}, gives=printed, source=REPORT)
        for given, ffn, printed in (
            (GPT3, 49152, "9840.03125 MiB"),
            (LLAMA3, 28672, "20512.03125 MiB"),
            (MIXTRAL, 14336, "16448.125 MiB"),
        )
    ),
    Case(unpipelined_activations, TWO_EDGES, gives="15300.03125 MiB", source=REPORT),
    *(
        Case(first_stage_activations_without_sp, given, gives=printed, source=PLAIN)
        for given, printed in (
            (GPT3, "31853.0625 MiB"),
            (LLAMA3, "70157.0625 MiB"),
            (MIXTRAL, "18345.73125 MiB"),
        )
    ),
    Case(unpipelined_activations_without_sp, LLAMA2, gives="18591.3328125 MiB", source=PLAIN),
]
