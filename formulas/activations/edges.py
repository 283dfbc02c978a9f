"""Edges: activations of the embedding, the output layer and the loss."""

from sympy import Eq

from derive.records import derives, formula

from ..sources import KORTHIKANTI, MEGATRON_CODE, ML_ENGINEERING
from ..symbols.activations import M_emb, M_head, M_hid, M_logit, b_logit, b_mask, id_bytes, n_fly
from ..symbols.compute import b_elem
from ..symbols.model import V, b, h, s
from ..symbols.parallelism import TP
from .operations import hidden_tensor_memory

REPORT = MEGATRON_CODE.at("megatron/training/theoretical_memory_usage.py")


@formula(
    source=(REPORT, KORTHIKANTI.at("section 4.3")),
    leaves_out="learned positions",
)
def embedding_activations():
    """Activation memory of the embedding, before tensor-parallel ranks share it.

    The token numbers, and the mask of the dropout behind the embedding, of
    every micro-batch in flight.
    """
    return Eq(M_emb, n_fly * s * b * (id_bytes + b_mask * h))


@formula(
    source=(ML_ENGINEERING.at("training/performance, logits"), KORTHIKANTI.at("section 4.3")),
    leaves_out="their gradient, kernels that never hold all logits",
)
def logits_memory():
    """Memory of the logits of one micro-batch.

    In fp32 4 bytes per token and entry of the vocabulary; 6 if the
    half-precision output lives beside the fp32 copy.
    """
    return Eq(M_logit, b_logit * s * b * V)


@formula(
    source=(REPORT, KORTHIKANTI.at("section 4.3")),
    leaves_out="the gradient of the logits",
)
def output_activations():
    """Activation memory of the output layer and the loss on one GPU.

    Inputs of the last norm and of the output matrix, and fp32 logits: with
    2-byte activations 4 bytes per token for each hidden unit and each entry
    of the vocabulary.
    """
    return Eq(M_head, s * b * (2 * b_elem * h + b_logit * V) / TP)


@derives(output_activations)
def inputs_and_logits(page):
    """Add two hidden tensors and the logits."""
    page.start(
        Eq(M_head, (2 * M_hid + M_logit) / TP),
        "the last norm and the output matrix keep their inputs, the loss keeps the logits",
    )
    page.put(hidden_tensor_memory, "a hidden tensor")
    page.put(logits_memory, "the logits")
