"""Parts of a layer: its matrices, norms and biases."""

from sympy import Eq, Le, ceiling

from derive.records import Case, Variants, derives, divides, formula

from ...sources import (
    GLU_VARIANTS,
    GPT3,
    GQA,
    INFRA_MATH,
    LITGPT,
    LLAMA_CODE,
    MEGATRON_2021,
    MEGATRON_CODE,
    ML_ENGINEERING,
    SCALING_BOOK,
    TRAINING_BOOK,
)
from ...symbols.model import a, d_ffn, d_head, g, h
from ...symbols.shape_numbers import (
    gated_matrices,
    head_matrices,
    norms_per_layer,
    plain_matrices,
    square_head_matrices,
)
from ...symbols.shapes import (
    Psi_attn,
    Psi_bias,
    Psi_ffn,
    Psi_k,
    Psi_mat,
    Psi_norm,
    Psi_o,
    Psi_q,
    Psi_v,
    d_in,
    d_out,
    d_unit,
    kappa,
    v_norm,
)

COUNT_CODE = MEGATRON_CODE.at("megatron/training/theoretical_memory_usage.py", opened=True)


@formula(
    source=SCALING_BOOK.at("transformers, counting dots", opened=True),
    status="definition",
    leaves_out="bias",
    also_called=("linear layer parameters",),
)
def matrix_parameters():
    """Parameters of a weight matrix.

    Input width times output width; a bias is counted apart.
    """
    return Eq(Psi_mat, d_in * d_out)


@formula(
    source=(
        GQA.at("section 2.2", opened=True),
        TRAINING_BOOK.at("notation appendix, line 116", opened=True),
    ),
    status="bound",
    holds_when=lambda: [divides(g, a)],
    also_called=(
        "num_key_value_heads",
        "GQA",
        "MQA",
        "grouped-query attention",
    ),
)
def key_value_heads_bound():
    """GQA: largest number of key-value heads.

    Every key-value head serves one or more query heads, and all serve equally many,
    so `g` also divides `a`. With `g` equal to `a` attention is multi-head (MHA),
    with one key-value head multi-query (MQA).
    """
    return Le(g, a)


@formula(
    source=INFRA_MATH.at("line 152, the ratio in parentheses", opened=True),
    status="definition",
    holds_when=lambda: [g <= a, divides(g, a)],
    also_called=(
        "GQA group size",
        "kv sharing",
    ),
)
def key_value_head_ratio():
    """GQA ratio: key-value heads per query head.

    1 in multi-head attention, 1/8 in Llama 3 70B.
    """
    return Eq(kappa, g / a)


@formula(
    source=(
        SCALING_BOOK.at("transformers, question 1, which lets N H be D", opened=True),
        TRAINING_BOOK.at("notation appendix, lines 37 and 39, made explicit", opened=True),
    ),
    status="definition",
    holds_when=lambda: [divides(a, h)],
    leaves_out="models that choose the size of a head freely, such as PaLM 540B",
    also_called=(
        "head_dim",
        "kv_channels",
        "d_k",
    ),
    holds_for={"attention": "grouped", "head_width": "split"},
)
def head_size():
    """Attention head size (h / a).

    Holds where the heads share the hidden size, as in many models; some choose
    another size.
    """
    return Eq(d_head, h / a)


@formula(
    source=(COUNT_CODE, SCALING_BOOK.at("transformers, attention", opened=True)),
    holds_when=lambda: [g <= a, divides(g, a)],
    leaves_out="biases, norms of queries and keys",
    also_called=(
        "QKV parameters",
        "MHA parameters",
        "GQA parameters",
    ),
    holds_for={"attention": "grouped"},
)
def attention_parameters():
    """Attention parameters of one layer, with GQA.

    The query and output matrices grow with the `a` query heads, keys and values
    with the `g` key-value heads.
    """
    return Eq(Psi_attn, head_matrices * h * d_head * (a + g))


@formula(
    source=(COUNT_CODE, INFRA_MATH.at("line 181, the part of attention", opened=True)),
    holds_when=lambda: [g <= a, divides(g, a), divides(a, h)],
    leaves_out="biases, norms of queries and keys",
    also_called=(
        "4h^2",
        "2h^2(1 + kappa)",
    ),
    holds_for={"attention": "grouped", "head_width": "split"},
)
def grouped_attention_parameters():
    """Attention parameters of one layer, from hidden size and GQA ratio.

    4h^2 in multi-head attention, little more than 2h^2 if many query heads share
    keys and values.
    """
    return Eq(Psi_attn, square_head_matrices * h**2 * (1 + g / a))


@formula(
    source=(GLU_VARIANTS.at("section 1", opened=True), COUNT_CODE),
    leaves_out="biases",
    also_called=(
        "MLP parameters",
        "FFN parameters",
        "8h^2",
    ),
    holds_for={"feed_forward": "standard"},
)
def plain_ffn_parameters():
    """Feed-forward (MLP) parameters, two matrices.

    One matrix up to `d_ffn` units, one back down.
    """
    return Eq(Psi_ffn, plain_matrices * h * d_ffn)


@formula(
    source=(GLU_VARIANTS.at("section 2", opened=True), COUNT_CODE),
    leaves_out="biases",
    also_called=(
        "SwiGLU parameters",
        "GLU parameters",
        "gate_proj up_proj down_proj",
    ),
    holds_for={"feed_forward": "gated"},
)
def gated_ffn_parameters():
    """SwiGLU feed-forward (MLP) parameters, three matrices.

    A second matrix up makes the gate, so there are three matrices of the same size.
    """
    return Eq(Psi_ffn, gated_matrices * h * d_ffn)


@formula(
    source=MEGATRON_CODE.at("megatron/training/arguments.py, ffn_hidden_size", opened=True),
    status="definition",
    leaves_out="models that choose otherwise",
    also_called=(
        "4h",
        "ffn_hidden_size",
    ),
    holds_for={"ffn_width": "four"},
)
def fourfold_ffn_width():
    """Feed-forward width of four times the hidden size (4h).

    What Megatron-LM takes where nothing is said and no gate is asked for; with a
    gate, a network of this width is half as large again.
    """
    return Eq(d_ffn, 4 * h)


@formula(
    source=(GLU_VARIANTS.at("section 2", opened=True), INFRA_MATH.at("line 120", opened=True)),
    holds_when=lambda: [divides(3, h)],
    leaves_out="rounding to a multiple that suits the hardware, models that choose otherwise",
    also_called=(
        "8/3 h",
        "two-thirds rule",
        "intermediate_size",
    ),
    holds_for={"ffn_width": "eight-thirds", "feed_forward": "gated"},
)
def gated_ffn_width():
    """SwiGLU width that keeps the parameters (8/3 h).

    Three matrices of this width hold as much as two of four times the hidden size.
    Llama 3 is wider: 3.5 times the hidden size at 8B and 70B, 3.25 times at 405B.
    """
    return Eq(d_ffn, 8 * h / 3)


@formula(
    source=LLAMA_CODE.at("llama/model.py, FeedForward", opened=True),
    leaves_out="widening multipliers, the cut to whole units before rounding, "
    "which matters only where 4 does not divide the granularity",
    also_called=(
        "multiple_of",
        "intermediate_size rounding",
    ),
    holds_for={"ffn_width": "rounded", "feed_forward": "gated"},
)
def rounded_ffn_width():
    """SwiGLU width, rounded up to a multiple.

    8/3 of the hidden size, in whole multiples of `d_unit`.
    """
    return Eq(d_ffn, d_unit * ceiling(8 * h / (3 * d_unit)))


@formula(
    source=COUNT_CODE,
    status="definition",
    leaves_out="the final norm, norms of queries and keys",
    also_called=(
        "LayerNorm parameters",
        "RMSNorm parameters",
    ),
)
def norm_parameters():
    """LayerNorm or RMSNorm parameters of one layer.

    Two norms; RMSNorm scales only, LayerNorm also shifts.
    """
    return Eq(Psi_norm, norms_per_layer * v_norm * h)


@formula(
    source=MEGATRON_2021.at("equation 2, the term 13", opened=True),
    leaves_out="models without biases",
    also_called=("biases",),
    holds_for={
        "biases": "all",
        "attention": "grouped",
        "feed_forward": "standard",
        "layers": "dense",
    },
)
def bias_parameters():
    """Bias parameters of one layer.

    One bias for each output of each matrix: queries, keys, values, the attention
    output, and the two matrices of the feed-forward network.
    """
    return Eq(Psi_bias, d_head * (a + 2 * g) + 2 * h + d_ffn)


@derives(attention_parameters)
def four_matrices(page):
    """Add the four matrices of attention."""
    page.start(Eq(Psi_attn, Psi_q + Psi_k + Psi_v + Psi_o), "attention has four matrices")
    page.put(
        matrix_parameters.with_(Psi_mat=Psi_q, d_in=h, d_out=a * d_head),
        "the queries of all heads from one hidden vector",
    )
    page.put(matrix_parameters.with_(Psi_mat=Psi_k, d_in=h, d_out=g * d_head), "keys are fewer")
    page.put(matrix_parameters.with_(Psi_mat=Psi_v, d_in=h, d_out=g * d_head), "and so are values")
    page.put(
        matrix_parameters.with_(Psi_mat=Psi_o, d_in=a * d_head, d_out=h),
        "the outputs of all heads back into one hidden vector",
    )


@derives(grouped_attention_parameters)
def heads_share_the_width(page):
    """Let the heads share the hidden size."""
    page.start(attention_parameters, "the four matrices of attention")
    page.put(head_size, "the query heads together are as wide as the hidden vector")


@derives(plain_ffn_parameters)
def up_and_down(page):
    """Add two matrices."""
    page.start(Eq(Psi_ffn, 2 * Psi_mat), "one matrix up and one down, of the same size")
    page.put(matrix_parameters.with_(d_in=h, d_out=d_ffn), "from the hidden vector to the units")


@derives(gated_ffn_parameters)
def up_gate_and_down(page):
    """Add three matrices."""
    page.start(Eq(Psi_ffn, 3 * Psi_mat), "up, gate and down, all of the same size")
    page.put(matrix_parameters.with_(d_in=h, d_out=d_ffn), "from the hidden vector to the units")


@derives(gated_ffn_width)
def as_many_as_a_plain_one(page):
    """Hold the number of parameters fixed."""
    page.start(gated_ffn_parameters, "three matrices")
    page.put(plain_ffn_parameters.with_(d_ffn=4 * h), "as many as a plain network of width 4h")
    page.solve_for(d_ffn, "the width at which both are the same size")


@derives(bias_parameters)
def one_for_each_output(page):
    """Count the outputs of the matrices."""
    page.start(
        Eq(Psi_bias, a * d_head + g * d_head + g * d_head + h + d_ffn + h),
        "queries, keys, values, attention output, and the network up and down",
    )


feed_forward = Variants(
    "feed-forward-parameters",
    "Parameters of a feed-forward network by kind",
    {
        plain_ffn_parameters: "one activation function: GPT, Megatron-LM, OPT",
        gated_ffn_parameters: "gated: PaLM, Llama, Mixtral, DeepSeek",
    },
    says="At equal width a gated network is half as large again.",
)

worked = [
    *(
        Case(
            rounded_ffn_width,
            {h: width, d_unit: 256},
            gives=printed,
            source=LITGPT.at(f"litgpt/config.py, Llama-2-{name}-hf", opened=True),
        )
        for width, printed, name in ((4096, "11008", "7b"), (5120, "13824", "13b"))
    ),
    Case(
        fourfold_ffn_width,
        {h: 768},
        gives="3072",
        source=GLU_VARIANTS.at("section 3.1, before it was reduced", opened=True),
    ),
    Case(
        gated_ffn_width,
        {h: 768},
        gives="2048",
        source=GLU_VARIANTS.at("section 3.1, instead of 3072", opened=True),
    ),
    Case(
        key_value_head_ratio,
        {g: 8, a: 32},
        gives="0.25",
        source=ML_ENGINEERING.at("inference/README.md, cache of one token", opened=True),
        note="Llama 3.1 8B; printed as 1/4",
    ),
    *(
        Case(head_size, {h: width, a: heads}, gives="128", source=GPT3.at(place, opened=True))
        for width, heads, place in (
            (4096, 32, "table 2.1, 6.7B"),
            (12288, 96, "table 2.1, 175B"),
        )
    ),
]
