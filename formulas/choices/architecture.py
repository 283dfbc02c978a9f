"""What the layers of a model are, and what a count of its parameters or operations includes."""

from sympy import Eq

from derive.records import Choice

from ..symbols.experts import E, E_sh, L_moe, d_exp, k
from ..symbols.flops import S_doc, l_doc, n_doc
from ..symbols.latent_attention import d_nope, d_rope, d_v, r_kv, r_q
from ..symbols.model import a, d_ffn, d_head, g, h, s

feed_forward = Choice(
    "feed_forward",
    asks="What is the feed-forward network?",
    alternatives={
        "standard": "two matrices with an activation function between them",
        "gated": "three matrices, one of them a gate",
    },
    also=("network",),
    called={"plain": "standard", "mlp": "standard", "swiglu": "gated", "geglu": "gated"},
)

layers = Choice(
    "layers",
    asks="Do layers have experts?",
    alternatives={
        "dense": "no: every token passes the same network",
        "experts": "yes: a router chooses",
    },
    called={"moe": "experts", "mixture of experts": "experts"},
    shown_by={"experts": (E, k, E_sh, L_moe, d_exp)},
    assumed="dense",
)

attention = Choice(
    "attention",
    asks="How do heads get keys and values?",
    alternatives={
        "grouped": "each head, or each group of heads, has its own",
        "latent": "all heads compute them from one latent vector",
    },
    called={"mha": "grouped", "gqa": "grouped", "mqa": "grouped", "mla": "latent"},
    shown_by={"latent": (r_kv, r_q, d_rope, d_nope, d_v)},
    assumed="grouped",
)

key_value_heads = Choice(
    "key_value_heads",
    asks="Do several query heads share a key-value head?",
    alternatives={"one-each": "no: multi-head attention", "shared": "yes: grouped or multi-query"},
    when={"one-each": lambda: [Eq(g, a)]},
)

head_width = Choice(
    "head_width",
    asks="Are the heads together as wide as the hidden vector?",
    alternatives={
        "split": "yes: the hidden size is dealt out to the heads",
        "free": "no: the size of a head is chosen",
    },
    shown_by={"free": (d_head,)},
    assumed="split",
)

shape = Choice(
    "shape",
    asks="Are layers shaped as in the first GPTs?",
    alternatives={
        "gpt": "networks four times as wide as the hidden vector, keys and values for each head",
        "own": "no: they have widths of their own",
    },
    when={"gpt": lambda: [Eq(d_ffn, 4 * h), Eq(g, a)]},
)

ffn_width = Choice(
    "ffn_width",
    asks="How is the width of the feed-forward network chosen?",
    alternatives={
        "free": "freely",
        "four": "four times the hidden size",
        "eight-thirds": "8/3 of the hidden size, so that a gate costs nothing",
        "rounded": "8/3 of the hidden size, rounded to a granularity",
    },
    shown_by={"free": (d_ffn,)},
)

biases = Choice(
    "biases",
    asks="Do matrices have biases?",
    alternatives={"none": "no", "all": "yes, each of them"},
    assumed="none",
)

parameter_count = Choice(
    "parameter_count",
    asks="What does the parameter count include?",
    alternatives={
        "every": "every parameter",
        "gpt": "what GPT-2 has: biases, learned positions, one table; not the final norm",
        "relative": "relative positions, as Gopher and Chinchilla",
        "matrices": "the matrices of the layers alone",
        "products": "what tokens are multiplied with: matrices and the output layer",
    },
    assumed="every",
)

operation_count = Choice(
    "operation_count",
    asks="Of which parameters are operations counted?",
    alternatives={
        "parameters": "of all that the model has",
        "products": "of those in matrix products: no input table, no norms, no biases",
    },
    assumed="parameters",
    unless=(d_ffn,),
)

attention_count = Choice(
    "attention_count",
    asks="How are the operations of attention scores counted?",
    alternatives={
        "weights": "not at all: operations of the weights alone",
        "full": "in full, masked pairs included",
        "causal": "under the causal mask",
    },
    assumed="weights",
    unless=(s,),
)

documents = Choice(
    "documents",
    asks="Does a row hold several documents that do not see each other?",
    alternatives={"whole": "no", "packed": "yes"},
    shown_by={"packed": (S_doc, n_doc, l_doc)},
    assumed="whole",
)
