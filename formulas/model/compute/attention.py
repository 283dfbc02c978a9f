"""FLOPs of attention scores: full, causal, in a window, in packed documents."""

from sympy import Eq, Sum

from derive.records import Variants, derives, formula

from ...sources import KORTHIKANTI, MEGATRON_2021, MEGATRON_CODE, MISTRAL, PALM, SCALING_BOOK
from ...symbols.flop_numbers import (
    causal_score_flops,
    forward_score_flops,
    full_score_flops,
    gated_score_parity,
    score_parity,
)
from ...symbols.flops import (
    C_attn,
    C_score,
    C_step,
    S_doc,
    l_doc,
    n_doc,
    n_pair,
    n_step,
    r_attn,
    w_att,
)
from ...symbols.model import L, Psi, a, d_ffn, d_head, h, s
from ...symbols.products import C_av, C_qk, i_pos
from ...symbols.scaling import flops_per_param_token
from ...symbols.shapes import Psi_layer
from ..parameters.layers import typical_layer_parameters
from ..parameters.parts import head_size
from .products import matrix_product_flops


@formula(
    source=(
        KORTHIKANTI.at("appendix A", opened=True),
        SCALING_BOOK.at("transformers, dot-product attention", opened=True),
    ),
    leaves_out="softmax, masking",
    also_called=(
        "QK^T and AV FLOPs",
        "attention core FLOPs",
        "4 s^2 h",
    ),
    holds_for={"attention_count": "full"},
)
def score_flops():
    """Attention score FLOPs of one layer, forward.

    Queries times keys, then scores times values, for every pair of positions of one
    sequence. Fewer key-value heads (GQA) do not lower it.
    """
    return Eq(C_score, forward_score_flops * s**2 * a * d_head)


@formula(
    source=(
        PALM.at("appendix B", opened=True),
        SCALING_BOOK.at("transformers, dot-product attention", opened=True),
    ),
    leaves_out="softmax, the causal mask",
    also_called=(
        "12 L h s",
        "12 L H Q T",
        "PaLM attention FLOPs",
    ),
    holds_for={"attention_count": "full"},
)
def attention_flops_per_token():
    """Attention score FLOPs per token in training, counted in full.

    As if every token attended to the whole sequence: the convention of the PaLM
    paper.
    """
    return Eq(C_attn, full_score_flops * L * a * d_head * s)


@formula(
    source=MEGATRON_CODE.at(
        "megatron/training/training.py, floating-point operations", opened=True
    ),
    leaves_out="softmax, the pairs on the diagonal",
    also_called=(
        "6 L h s",
        "causal attention FLOPs",
    ),
)
def causal_attention_flops_per_token():
    """Attention score FLOPs per token in training, with causal mask.

    On average a token attends to half of the sequence: the convention of
    Megatron-LM.
    """
    return Eq(C_attn, causal_score_flops * L * a * d_head * s)


@formula(
    source=MEGATRON_CODE.at(
        "megatron/training/training.py, floating-point operations", opened=True
    ),
    leaves_out="sequences that hold several documents",
    also_called=("causal mask area",),
)
def causal_pairs():
    """Attended query-key pairs under a causal mask.

    Half of all pairs, and half of the diagonal.
    """
    return Eq(n_pair, s * (s + 1) / 2)


@formula(
    source=MISTRAL.at("section 2, sliding window attention", opened=True),
    holds_when=lambda: [w_att <= s],
    leaves_out="sequences that hold several documents, tokens that every token attends to (sinks)",
    also_called=(
        "sliding window attention",
        "SWA",
        "local attention pairs",
    ),
)
def window_pairs():
    """Attended query-key pairs under sliding-window attention.

    A token attends to itself and to up to `w_att` - 1 tokens before it; the first
    tokens of a sequence to fewer. Positions i - W to i, as the Mistral paper writes
    them, are a window of W + 1.
    """
    return Eq(n_pair, s * w_att - w_att * (w_att - 1) / 2)


@formula(
    source=MEGATRON_CODE.at("megatron/training/training.py, packed sequences", opened=True),
    leaves_out="documents of unequal length",
    also_called=(
        "document masking",
        "block-diagonal mask",
        "intra-document masking",
    ),
)
def packed_pairs():
    """Attended query-key pairs with document masking, equal documents.

    A causal mask that ends at the borders of each document, so that packing many
    short ones saves most of the attention.
    """
    return Eq(n_pair, n_doc * l_doc * (l_doc + 1) / 2)


@formula(
    source=MEGATRON_CODE.at("megatron/training/training.py, packed sequences", opened=True),
    also_called=("masked attention FLOPs",),
    holds_for={"attention_count": "causal"},
)
def masked_score_flops():
    """Attention score FLOPs of one layer under any mask, forward.

    Only the pairs that the mask leaves are computed: those of one sequence.
    """
    return Eq(C_score, forward_score_flops * n_pair * a * d_head)


@formula(
    source=MEGATRON_CODE.at("megatron/training/training.py, packed sequences", opened=True),
    leaves_out="norms, activation functions, softmax, recomputation",
    also_called=(
        "packed sequence FLOPs",
        "THD FLOPs",
    ),
    holds_for={
        "attention_count": "causal",
        "documents": "packed",
        "layers": "dense",
        "operation_count": "parameters",
    },
)
def packed_step_flops():
    """Model FLOPs per step with packed documents.

    The weights cost the same for every token; attention costs the squared length of
    each document instead of that of the sequence.
    """
    return Eq(
        C_step, flops_per_param_token * Psi * n_step + causal_score_flops * L * a * d_head * S_doc
    )


@formula(
    source=SCALING_BOOK.at("transformers, dot-product attention", opened=True),
    leaves_out="the causal mask, the output layer, fewer key-value heads",
    also_called=("attention FLOPs fraction of Llama",),
    holds_for={
        "attention": "grouped",
        "head_width": "split",
        "layers": "dense",
        "feed_forward": "gated",
        "shape": "gpt",
        "attention_count": "full",
    },
)
def gated_attention_share():
    """Attention score FLOPs over weight FLOPs, gated model.

    With a SwiGLU network of four times the hidden size, attention costs as much as
    the weights when the sequence is eight times as long as the hidden size.
    """
    return Eq(r_attn, s / (gated_score_parity * h))


# allow laws_keep_inherited_alternatives: a ratio of FLOPs, of layers of either count
@formula(
    source=(
        MEGATRON_2021.at("equation 3, second term", opened=True),
        KORTHIKANTI.at("appendix A", opened=True),
    ),
    leaves_out="the causal mask, the output layer",
    also_called=(
        "attention to weight FLOPs ratio",
        "s/6h",
    ),
    holds_for={
        "attention": "grouped",
        "head_width": "split",
        "layers": "dense",
        "feed_forward": "standard",
        "shape": "gpt",
        "attention_count": "full",
    },
)
def gpt_attention_share():
    """Attention score FLOPs over weight FLOPs, GPT.

    A ratio to the weights, not a share of the whole. The weights of a layer are
    12h^2, so attention costs as much as they do when the sequence is six times as
    long as the hidden size.
    """
    return Eq(r_attn, s / (score_parity * h))


@derives(score_flops)
def two_products_per_head(page):
    """Add the two products of every head."""
    page.start(Eq(C_score, a * (C_qk + C_av)), "two products in each head")
    page.put(
        matrix_product_flops.with_(C_gemm=C_qk, n_row=s, d_in=d_head, d_out=s),
        "a score for every pair of positions",
    )
    page.put(
        matrix_product_flops.with_(C_gemm=C_av, n_row=s, d_in=s, d_out=d_head),
        "a mean of the values for every position",
    )


@derives(attention_flops_per_token)
def forward_and_twice_back(page):
    """Train all layers, and share the cost out to the tokens."""
    page.start(Eq(C_attn, L * 3 * C_score / s), "forward once, backward twice, in every layer")
    page.put(score_flops, "every pair of positions")


@derives(causal_attention_flops_per_token)
def half_of_the_pairs(page):
    """Train all layers, and count the visible pairs."""
    page.start(Eq(C_attn, L * 3 * C_score / s), "forward once, backward twice, in every layer")
    page.put(masked_score_flops, "only visible pairs")
    page.put(causal_pairs, "a triangle of them")
    page.approximate(
        Eq(C_attn, causal_score_flops * L * a * d_head * s),
        "the diagonal vanishes in long sequences",
        large=s,
    )


@derives(causal_pairs)
def one_more_for_each_token(page):
    """Add up what each token sees."""
    page.start(Eq(n_pair, Sum(i_pos, (i_pos, 1, s))), "a token sees as many as its position says")
    page.sum_up("the sum of the first integers")


@derives(window_pairs)
def growing_then_full(page):
    """Add up what each token sees."""
    page.start(
        Eq(n_pair, Sum(i_pos, (i_pos, 1, w_att)) + (s - w_att) * w_att),
        "the first tokens see as many as their position says, all others a full window",
    )
    page.sum_up("the sum of the first integers")


@derives(packed_pairs)
def a_triangle_for_each_document(page):
    """Add the triangles of the documents."""
    page.start(Eq(n_pair, n_doc * Sum(i_pos, (i_pos, 1, l_doc))), "each document is masked alone")
    page.sum_up("the sum of the first integers")


@derives(masked_score_flops)
def cost_of_a_pair(page):
    """Share the scores out to the pairs."""
    page.start(
        Eq(C_score, n_pair * (a * (C_qk + C_av)) / s**2), "each of s times s pairs costs the same"
    )
    page.put(
        matrix_product_flops.with_(C_gemm=C_qk, n_row=s, d_in=d_head, d_out=s),
        "a score for every pair of positions",
    )
    page.put(
        matrix_product_flops.with_(C_gemm=C_av, n_row=s, d_in=s, d_out=d_head),
        "a mean of the values for every position",
    )


@derives(packed_step_flops)
def weights_and_scores_of_documents(page):
    """Let every token attend within its document."""
    page.start(
        Eq(C_step, n_step * (flops_per_param_token * Psi + C_attn)),
        "every token passes the weights, and attends to others",
    )
    page.put(
        causal_attention_flops_per_token.with_(s=S_doc / n_step),
        "on average over a document of this length, long documents counting more",
    )


@derives(gated_attention_share)
def scores_over_gated_weights(page):
    """Divide the scores by the weights."""
    page.start(Eq(r_attn, 3 * C_score / (6 * s * Psi_layer)), "training FLOPs of both")
    page.put(score_flops, "every pair of positions")
    page.put(Eq(Psi_layer, 4 * h**2 + 3 * h * d_ffn), "four square matrices, three of the network")
    page.put(Eq(d_ffn, 4 * h), "the network is four times as wide")
    page.put(head_size, "the heads together are as wide as the hidden vector")


@derives(gpt_attention_share)
def scores_over_plain_weights(page):
    """Divide the scores by the weights."""
    page.start(Eq(r_attn, 3 * C_score / (6 * s * Psi_layer)), "training FLOPs of both")
    page.put(score_flops, "every pair of positions")
    page.put(typical_layer_parameters, "twelve square matrices")
    page.put(head_size, "the heads together are as wide as the hidden vector")


masks = Variants(
    "attended-pairs",
    "Attended pairs of positions by mask",
    {
        causal_pairs: "causal: every token sees all before it",
        window_pairs: "sliding window: Mistral 7B, Gemma, gpt-oss in some layers",
        packed_pairs: "packed documents: each token sees its own document",
    },
    says="With a window or a document as long as the sequence all agree.",
)
