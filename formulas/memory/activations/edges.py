"""Edges: activations of the embedding, the output layer and the loss."""

from sympy import Eq

from derive.records import Case, derives, divides, formula

from ...sources import KORTHIKANTI, LIGER_BLOG, MEGATRON_CODE, ML_ENGINEERING
from ...symbols.activations import M_emb, M_head, M_hid, M_logit, b_logit, b_mask, id_bytes, n_fly
from ...symbols.compute import b_elem
from ...symbols.model import V, b, h, s
from ...symbols.parallelism import CP, TP
from .operations import hidden_tensor_memory

REPORT = MEGATRON_CODE.at("megatron/training/theoretical_memory_usage.py", opened=True)


@formula(
    source=(REPORT, KORTHIKANTI.at("section 4.3", opened=True)),
    leaves_out="learned positions",
    also_called=("embedding dropout memory",),
    holds_for={"sequence": "whole", "context_split": "whole"},
)
def embedding_activations():
    """Embedding activation memory, before tensor-parallel ranks share it.

    The token numbers, and the mask of the dropout behind the embedding, of every
    micro-batch in flight.
    """
    return Eq(M_emb, n_fly * s * b * (id_bytes + b_mask * h))


# allow laws_keep_inherited_alternatives: with nothing split, sequence parallelism changes nothing
@formula(
    source=(
        ML_ENGINEERING.at("training/performance, logits", opened=True),
        KORTHIKANTI.at("section 4.3", opened=True),
    ),
    leaves_out="their gradient, kernels that never hold all logits",
    also_called=("logits activation memory", "vocabulary logits memory"),
    holds_for={
        "activation_count": ("layers", "report"),
        "model_split": "whole",
        "context_split": "whole",
    },
)
def logits_memory():
    """Logits memory of one micro-batch.

    In fp32 4 bytes per token and entry of the vocabulary; 6 if the
    half-precision output lives beside the fp32 copy.
    """
    return Eq(M_logit, b_logit * s * b * V)


# allow laws_keep_inherited_alternatives: the law divides by the degrees
@formula(
    source=MEGATRON_CODE.at(
        "megatron/core/tensor_parallel/cross_entropy.py, tensors saved for the backward pass",
        opened=True,
    ),
    leaves_out="padding of the vocabulary, the half-precision output of the last matrix, fused "
    "losses that never hold logits",
    also_called=("vocab-parallel cross-entropy memory", "logits memory per GPU"),
    holds_for={"activation_count": ("layers", "report"), "model_split": "split"},
)
def sharded_logits_memory():
    """Logits memory of one GPU under vocabulary-parallel loss and context parallelism.

    The loss keeps the softmax of its own share of the vocabulary, for its own
    tokens. Its gradient is written into the same memory.
    """
    return Eq(M_logit, b_logit * s * b * V / (TP * CP))


# allow laws_keep_inherited_alternatives: the law divides by the degrees
@formula(
    source=(REPORT, KORTHIKANTI.at("section 4.3", opened=True)),
    holds_when=lambda: [divides(TP, s)],
    leaves_out="the gradient of the logits, padding of the vocabulary",
    also_called=("LM head activation memory", "cross-entropy activation memory"),
    holds_for={
        "context_split": "whole",
        "activation_count": ("layers", "report"),
        "sequence": "shared",
    },
)
def output_activations():
    """Output layer and loss activation memory of one GPU.

    On the last stage, for one micro-batch, with sequence parallelism. Inputs of the last
    norm and of the output matrix, and fp32 logits: with 2-byte activations 4 bytes per
    token for each hidden unit and each entry of the vocabulary.
    """
    return Eq(M_head, s * b * (2 * b_elem * h + b_logit * V) / TP)


@derives(sharded_logits_memory)
def a_share_of_the_vocabulary(page):
    """Share the vocabulary and the tokens."""
    page.start(
        logits_memory.with_(V=V / TP, s=s / CP), "one share of the vocabulary, and of the tokens"
    )


@derives(output_activations)
def inputs_and_logits(page):
    """Add two hidden tensors and the logits."""
    page.start(
        Eq(M_head, (2 * M_hid + M_logit) / TP),
        "the last norm and the output matrix keep their inputs, the loss keeps the logits",
    )
    page.put(hidden_tensor_memory, "a hidden tensor")
    page.put(logits_memory, "the logits")


logits = [
    Case(
        logits_memory,
        {b: 8, s: 4096, V: 256_000, b_logit: "2 byte"},
        gives="16.8 GB",
        source=LIGER_BLOG.at("fused linear cross entropy", opened=True),
    ),
]
