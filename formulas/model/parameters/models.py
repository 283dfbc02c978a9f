"""Whole models, from the shape of their layers and their vocabulary."""

from sympy import Eq, ceiling

from derive.records import derives, divides, formula

from ...sources import (
    INFRA_MATH,
    KAPLAN,
    KORTHIKANTI,
    LLAMA3,
    MEGATRON_2019,
    MEGATRON_2021,
    NANOGPT,
    PALM,
    SCALING_BOOK,
)
from ...symbols.model import L, Psi, V, a, d_ffn, d_head, g, h, s
from ...symbols.parallelism import TP
from ...symbols.shape_numbers import (
    gated_matrices,
    head_matrices,
    layer_squares,
    layer_vectors,
    norms_per_layer,
    plain_matrices,
)
from ...symbols.shapes import (
    Psi_attn,
    Psi_emb,
    Psi_ffn,
    Psi_layer,
    Psi_stack,
    V_pad,
    V_unit,
    n_emb,
    n_fin,
    n_pos,
    n_vec,
)
from .layers import gated_layer_parameters, gpt_layer_parameters
from .parts import (
    COUNT_CODE,
    attention_parameters,
    plain_ffn_parameters,
)


@formula(
    source=SCALING_BOOK.at("transformers, global FLOPs and params", opened=True),
    status="definition",
    also_called=("non-embedding parameters of equal layers",),
)
def stack_parameters():
    """Parameters of all layers, with equal layers.

    Without embeddings.
    """
    return Eq(Psi_stack, L * Psi_layer)


@formula(
    source=(INFRA_MATH.at("line 125", opened=True), COUNT_CODE),
    status="definition",
    leaves_out="learned positions, padding of the vocabulary",
    also_called=(
        "vocabulary parameters",
        "embedding weights",
        "tied embeddings",
        "V h",
    ),
)
def embedding_parameters():
    """Embedding parameters.

    One vector for each entry of the vocabulary. Models that tie input and output
    have one such table, others have two.
    """
    return Eq(Psi_emb, n_emb * V * h)


@formula(
    source=MEGATRON_2019.at("section 5.1", opened=True),
    also_called=(
        "make-vocab-size-divisible-by",
        "vocab padding",
    ),
)
def padded_vocabulary():
    """Padded vocabulary size.

    Rounded up so that each tensor-parallel rank holds a multiple of `V_unit` rows
    of the table.
    """
    return Eq(V_pad, V_unit * TP * ceiling(V / (V_unit * TP)))


@formula(
    source=(COUNT_CODE, LLAMA3.at("table 3", opened=True), PALM.at("section 2", opened=True)),
    holds_when=lambda: [g <= a, divides(g, a)],
    leaves_out="biases, norms of queries and keys, padding of the vocabulary",
    also_called=(
        "Llama parameter count",
        "parameter count from config",
    ),
    holds_for={
        "layers": "dense",
        "feed_forward": "gated",
        "attention": "grouped",
        "parameter_count": "every",
        "biases": "none",
    },
)
def gated_transformer_parameters():
    """Parameters of a Llama-shaped model, from its config.

    Every layer has GQA with `g` key-value heads and a SwiGLU network. The last term
    is the norm before the output. The shape of PaLM, Llama and Mistral.
    """
    return Eq(
        Psi,
        L
        * (head_matrices * h * d_head * (a + g) + gated_matrices * h * d_ffn + norms_per_layer * h)
        + n_emb * V * h
        + h,
    )


@formula(
    source=(
        NANOGPT.at("transformer_sizing, parameters", opened=True),
        MEGATRON_2021.at("equation 2", opened=True),
    ),
    leaves_out="fewer key-value heads than query heads, padding of the vocabulary",
    also_called=(
        "GPT-2 parameter count",
        "GPT-3 parameter count",
    ),
    holds_for={
        "layers": "dense",
        "feed_forward": "standard",
        "attention": "grouped",
        "shape": "gpt",
        "parameter_count": "every",
    },
)
def plain_transformer_parameters():
    """Parameters of a GPT-shaped model, from its config.

    Multi-head attention and a feed-forward network of four times the hidden size.
    `n_vec` and `n_fin` say which biases and norms there are; GPT-2 and GPT-3 learn
    a vector for each of `s` positions.
    """
    return Eq(
        Psi,
        L * (layer_squares * h**2 + n_vec * h) + n_emb * V * h + n_pos * s * h + n_fin * h,
    )


# allow laws_keep_inherited_alternatives: parameter_count says which biases are counted
@formula(
    source=MEGATRON_2021.at("equation 2", opened=True),
    leaves_out="the final norm",
    also_called=(
        "Megatron-LM equation 2",
        "12Lh^2(1 + 13/12h + (V+s)/12Lh)",
    ),
    holds_for={
        "head_width": "split",
        "layers": "dense",
        "feed_forward": "standard",
        "attention": "grouped",
        "shape": "gpt",
        "parameter_count": "gpt",
    },
)
def gpt_parameters():
    """Parameters of a GPT model, as Megatron-LM counts them.

    12h^2 per layer; the second term is biases and norms, the third one
    table for the vocabulary and one for the positions.
    """
    return Eq(
        Psi,
        layer_squares
        * L
        * h**2
        * (1 + layer_vectors / (layer_squares * h) + (V + s) / (layer_squares * L * h)),
    )


@formula(
    source=(KAPLAN.at("section 2.1", opened=True), KORTHIKANTI.at("figure 1, parameters")),
    status="approximation",
    approximates=lambda: gpt_parameters,
    leaves_out="embeddings, biases, norms",
    also_called=(
        "12 L h^2",
        "12 n_layer d_model^2",
    ),
    holds_for={
        "head_width": "split",
        "layers": "dense",
        "feed_forward": "standard",
        "attention": "grouped",
        "shape": "gpt",
        "parameter_count": "matrices",
    },
)
def typical_model_parameters():
    """Model parameters from depth and width (12Lh^2).

    12h^2 per layer; embeddings are left out.
    """
    return Eq(Psi, layer_squares * L * h**2)


@formula(
    source=KAPLAN.at("equation 2.1", opened=True),
    leaves_out="biases, norms",
    also_called=(
        "Kaplan N",
        "2 d_model n_layer (2 d_attn + d_ff)",
    ),
    holds_for={
        "layers": "dense",
        "feed_forward": "standard",
        "attention": "grouped",
        "key_value_heads": "one-each",
        "parameter_count": "matrices",
    },
)
def non_embedding_parameters():
    """Non-embedding parameters, as Kaplan's scaling laws count them.

    Multi-head attention and a feed-forward network of any width; no embeddings and
    no positions.
    """
    return Eq(Psi_stack, L * (2 * head_matrices * h * d_head * a + plain_matrices * h * d_ffn))


@formula(
    source=NANOGPT.at("scaling_laws, parameters of the Chinchilla models", opened=True),
    also_called=("Chinchilla model table",),
    holds_for={
        "layers": "dense",
        "feed_forward": "standard",
        "attention": "grouped",
        "key_value_heads": "one-each",
        "head_width": "split",
        "parameter_count": "relative",
    },
)
def chinchilla_parameters():
    """Parameters of a Chinchilla-paper model.

    A GPT shape with relative positions: one more square and two more vectors per
    layer. Input and output share one table, so `n_emb` is 1.
    """
    return Eq(
        Psi, L * (5 * h**2 + plain_matrices * h * d_ffn + 11 * h + d_ffn) + n_emb * V * h + 2 * h
    )


@derives(gated_transformer_parameters)
def gated_layers_and_tables(page):
    """Stack the layers and add the tables."""
    page.start(Eq(Psi, Psi_stack + Psi_emb + h), "layers, embeddings, and the norm at the end")
    page.put(stack_parameters, "all layers are alike")
    page.put(gated_layer_parameters, "attention, a gated network, two norms")
    page.put(embedding_parameters, "one table or two")


@derives(plain_transformer_parameters)
def plain_layers_and_tables(page):
    """Stack the layers and add the tables."""
    page.start(
        Eq(Psi, Psi_stack + Psi_emb + n_pos * s * h + n_fin * h),
        "layers, token and position tables, and the norm at the end",
    )
    page.put(stack_parameters, "all layers are alike")
    page.put(
        Eq(Psi_layer, layer_squares * h**2 + n_vec * h),
        "the squares of any GPT layer, and as many vectors as it has biases and norms",
    )
    page.put(embedding_parameters, "one table or two")


@derives(gpt_parameters)
def gpt_layers_and_tables(page):
    """Stack the layers and add both tables."""
    page.start(Eq(Psi, Psi_stack + Psi_emb + s * h), "layers, token table, position table")
    page.put(stack_parameters, "all layers are alike")
    page.put(gpt_layer_parameters, "twelve squares and thirteen vectors")
    page.put(embedding_parameters.with_(n_emb=1), "input and output share one table")


@derives(typical_model_parameters)
def deep_and_wide(page):
    """Drop what does not grow with the square of the width."""
    page.start(gpt_parameters, "the full count")
    page.approximate(
        Eq(Psi, layer_squares * L * h**2), "the squares outgrow all else in wide models", large=h
    )


@derives(non_embedding_parameters)
def attention_and_network(page):
    """Add the matrices of a layer."""
    page.start(stack_parameters, "all layers are alike")
    page.put(Eq(Psi_layer, Psi_attn + Psi_ffn), "attention and a feed-forward network")
    page.put(attention_parameters.with_(g=a), "every query head has its own keys and values")
    page.put(plain_ffn_parameters, "two matrices")


@derives(chinchilla_parameters)
def relative_positions(page):
    """Count a layer with relative positions."""
    page.start(Eq(Psi, Psi_stack + Psi_emb + 2 * h), "layers, one table, a norm that also shifts")
    page.put(stack_parameters, "all layers are alike")
    page.put(
        Eq(Psi_layer, Psi_attn + h**2 + Psi_ffn + 11 * h + d_ffn),
        "a matrix for positions; 4 biases and 2 position vectors in attention, h + d_ffn biases "
        "in the network, two norms of 2 vectors",
    )
    page.put(attention_parameters.with_(g=a, d_head=h / a), "multi-head attention")
    page.put(plain_ffn_parameters, "two matrices")
    page.put(embedding_parameters, "the table of tokens")
