"""FLOPs per token, forward and backward, and of a whole run."""

from sympy import Eq, sqrt

from derive.records import Variants, derives, formula

from ...scaling.scaling import training_flops
from ...sources import (
    CHINCHILLA,
    INFRA_MATH,
    KAPLAN,
    LLM_FOUNDRY,
    MEGATRON_CODE,
    PALM,
    SCALING_BOOK,
)
from ...symbols.compute import C
from ...symbols.flop_numbers import (
    causal_score_flops,
    forward_flops_per_param_token,
    full_score_flops,
)
from ...symbols.flops import (
    C_attn,
    C_bwd,
    C_fwd,
    C_tok,
    tokens_per_param,
)
from ...symbols.model import L, Psi, Psi_act, a, d_head, s
from ...symbols.products import C_dw, C_dx
from ...symbols.roofline import n_row
from ...symbols.scaling import D, Psi_opt, flops_per_param_token
from ...symbols.shapes import d_in, d_out
from ...symbols.tensor_parallel import C_gemm
from .attention import attention_flops_per_token, causal_attention_flops_per_token
from .products import matrix_product_flops

NOT_WEIGHTS = "norms, activation functions, softmax, the optimizer, recomputation"


@formula(
    source=(
        KAPLAN.at("section 2.1", opened=True),
        SCALING_BOOK.at("transformers, forward and reverse FLOPs", opened=True),
    ),
    leaves_out=f"attention scores, {NOT_WEIGHTS}",
    also_called=(
        "2N",
        "2P",
        "inference FLOPs per token",
    ),
    holds_for={"layers": "dense", "operation_count": "parameters", "attention_count": "weights"},
)
def forward_flops_per_token():
    """Forward FLOPs per token (2N).

    Every parameter of a matrix takes part in one multiply-add per token. The
    embedding table is looked up, not multiplied, unless the output layer shares it.
    """
    return Eq(C_fwd, forward_flops_per_param_token * Psi)


@formula(
    source=(KAPLAN.at("section 2.1", opened=True), INFRA_MATH.at("line 127", opened=True)),
    leaves_out="recomputation, layers whose weights are not trained",
    also_called=(
        "4N",
        "backward is twice forward",
    ),
)
def backward_flops_per_token():
    """Backward FLOPs per token (4N).

    For each matrix product of the forward pass there are two of the same size: one
    for the gradient of its input, one for that of its weights.
    """
    return Eq(C_bwd, 2 * C_fwd)


@formula(
    source=(
        KAPLAN.at("table 1", opened=True),
        INFRA_MATH.at("line 127", opened=True),
        SCALING_BOOK.at("applied training", opened=True),
    ),
    status="approximation",
    approximates=lambda: flops_per_token,
    leaves_out=f"attention scores, {NOT_WEIGHTS}",
    also_called=(
        "6N",
        "6P",
        "6 FLOPs per parameter",
    ),
    holds_for={"attention_count": "weights", "layers": "dense", "operation_count": "parameters"},
)
def weight_flops_per_token():
    """Training FLOPs per token (6N).

    Three multiply-adds per parameter: one forward, two backward. Attention scores
    come on top.
    """
    return Eq(C_tok, flops_per_param_token * Psi)


@formula(
    source=(PALM.at("appendix B", opened=True), LLM_FOUNDRY.at("benchmarking, MFU", opened=True)),
    leaves_out=f"the causal mask, {NOT_WEIGHTS}",
    also_called=(
        "PaLM FLOPs per token",
        "6N + 12LHQT",
        "nanoGPT estimate",
    ),
    holds_for={"attention_count": "full", "layers": "dense", "operation_count": "parameters"},
)
def flops_per_token():
    """Training FLOPs per token, with full attention (6N + 12Lhs).

    The convention of the PaLM paper: attention as if every token saw the whole
    sequence. It uses the width of all heads together, which need not be the hidden
    size.
    """
    return Eq(C_tok, flops_per_param_token * Psi + full_score_flops * L * a * d_head * s)


@formula(
    source=MEGATRON_CODE.at(
        "megatron/training/training.py, floating-point operations", opened=True
    ),
    leaves_out=NOT_WEIGHTS,
    also_called=("causal FLOPs per token",),
    holds_for={
        "attention_count": "causal",
        "layers": "dense",
        "documents": "whole",
        "operation_count": "parameters",
    },
)
def causal_flops_per_token():
    """Training FLOPs per token, with causal attention (6N + 6Lhs).

    On average a token attends to half of the sequence, and good kernels compute
    nothing for the other half.
    """
    return Eq(C_tok, flops_per_param_token * Psi + causal_score_flops * L * a * d_head * s)


@formula(
    source=(
        SCALING_BOOK.at("transformers, question 7", opened=True),
        INFRA_MATH.at("line 149", opened=True),
    ),
    leaves_out=f"the causal mask, {NOT_WEIGHTS}",
    also_called=(
        "6 N_active",
        "MoE 6N",
    ),
    holds_for={
        "attention": "grouped",
        "attention_count": "full",
        "layers": "experts",
        "operation_count": "parameters",
    },
)
def moe_flops_per_token():
    """Training FLOPs per token of an MoE model, from active parameters.

    Only the parameters that the token passes are multiplied; attention is the same
    as in a dense model.
    """
    return Eq(C_tok, flops_per_param_token * Psi_act + full_score_flops * L * a * d_head * s)


@formula(
    source=PALM.at("table 21", opened=True),
    status="definition",
    also_called=("FLOPs of a run from FLOPs per token",),
)
def total_training_flops():
    """Training compute from FLOPs per token.

    FLOPs per token times the tokens of the run.
    """
    return Eq(C, C_tok * D)


@formula(
    source=(
        PALM.at("appendix B and table 21", opened=True),
        CHINCHILLA.at("appendix F", opened=True),
    ),
    leaves_out=f"the causal mask, {NOT_WEIGHTS}",
    also_called=(
        "exact training FLOPs",
        "6ND with attention",
    ),
    holds_for={"attention_count": "full", "layers": "dense", "operation_count": "parameters"},
)
def training_flops_with_attention():
    """Training compute with attention (6ND + attention).

    What 6ND approximates: the attention term is small while the sequence is much
    shorter than six or eight times the hidden size.
    """
    return Eq(C, (flops_per_param_token * Psi + full_score_flops * L * a * d_head * s) * D)


# allow laws_keep_inherited_alternatives: six FLOPs per active parameter, whatever attention is
@formula(
    source=SCALING_BOOK.at("transformers, question 7", opened=True),
    status="approximation",
    approximates=lambda: moe_training_flops_with_attention,
    leaves_out=f"attention scores, {NOT_WEIGHTS}",
    also_called=(
        "6 N_active D",
        "MoE training FLOPs",
    ),
    holds_for={"attention_count": "weights", "layers": "experts", "operation_count": "parameters"},
)
def moe_training_flops():
    """Training compute of an MoE model (6 N_active D).

    Active parameters count, not those that wait in memory.
    """
    return Eq(C, flops_per_param_token * Psi_act * D)


@formula(
    source=SCALING_BOOK.at("transformers, question 7", opened=True),
    leaves_out=f"the causal mask, {NOT_WEIGHTS}",
    also_called=("MoE FLOPs with attention",),
    holds_for={
        "attention": "grouped",
        "attention_count": "full",
        "layers": "experts",
        "operation_count": "parameters",
    },
)
def moe_training_flops_with_attention():
    """Training compute of an MoE model, with attention.

    Six per active parameter and token, and the attention scores in full.
    """
    return Eq(C, (flops_per_param_token * Psi_act + full_score_flops * L * a * d_head * s) * D)


@formula(
    source=CHINCHILLA.at("table 3", opened=True),
    leaves_out="the cost of serving, the fit of a scaling law to the data at hand",
    also_called=(
        "compute-optimal model size",
        "sqrt(C/120)",
    ),
)
def rule_of_thumb_parameters():
    """Chinchilla-optimal model size from compute, at fixed tokens per parameter.

    With 20 tokens per parameter it is the square root of the compute over 120.
    """
    return Eq(Psi_opt, sqrt(C / (flops_per_param_token * tokens_per_param)))


@derives(forward_flops_per_token)
def one_multiply_add_per_parameter(page):
    """Share the FLOPs of a matrix product out to its parameters and tokens."""
    page.start(
        Eq(C_fwd, Psi * C_gemm / (n_row * d_in * d_out)),
        "all matrices cost as much per token and parameter as one of them",
    )
    page.put(matrix_product_flops, "the FLOPs of one matrix product")


@derives(backward_flops_per_token)
def two_products_for_one(page):
    """Count the products of the backward pass."""
    page.start(Eq(C_bwd / C_fwd, (C_dx + C_dw) / C_gemm), "two products backward, one forward")
    page.put(
        matrix_product_flops.with_(C_gemm=C_dx, d_in=d_out, d_out=d_in),
        "the gradient of the input: the output's gradient times the transposed weights",
    )
    page.put(
        matrix_product_flops.with_(C_gemm=C_dw, n_row=d_in, d_in=n_row),
        "the gradient of the weights: the transposed input times the output's gradient",
    )
    page.put(matrix_product_flops, "the product of the forward pass")
    page.solve_for(C_bwd, "the backward pass in units of the forward pass")


@derives(weight_flops_per_token)
def three_multiply_adds(page):
    """Add forward and backward."""
    page.start(Eq(C_tok, C_fwd + C_bwd), "training goes forward and back")
    page.put(backward_flops_per_token, "back costs twice as much")
    page.put(forward_flops_per_token, "one multiply-add per parameter")


@derives(flops_per_token)
def weights_and_all_scores(page):
    """Add the attention scores to the weights."""
    page.start(
        Eq(C_tok, flops_per_param_token * Psi + C_attn), "weights as before, and scores without any"
    )
    page.put(attention_flops_per_token, "every pair of positions")


@derives(causal_flops_per_token)
def weights_and_visible_scores(page):
    """Add the attention scores to the weights."""
    page.start(
        Eq(C_tok, flops_per_param_token * Psi + C_attn), "weights as before, and scores without any"
    )
    page.put(causal_attention_flops_per_token, "the pairs that the mask leaves")


@derives(moe_flops_per_token)
def active_weights_and_scores(page):
    """Let only the active parameters take part."""
    page.start(flops_per_token, "a dense model")
    page.put(Eq(Psi, Psi_act), "a token passes only some of the experts")


@derives(training_flops_with_attention)
def tokens_times_cost(page):
    """Multiply by the tokens."""
    page.start(total_training_flops, "every token costs the same")
    page.put(flops_per_token, "weights and attention scores")


@derives(moe_training_flops_with_attention)
def tokens_times_active_cost(page):
    """Multiply by the tokens."""
    page.start(total_training_flops, "every token costs the same")
    page.put(moe_flops_per_token, "active weights and attention scores")


@derives(training_flops)
def six_per_parameter_and_token(page):
    """Multiply three multiply-adds by parameters and tokens."""
    page.start(total_training_flops, "every token costs the same")
    page.put(weight_flops_per_token, "one multiply-add forward, two backward")


@derives(moe_training_flops)
def six_per_active_parameter(page):
    """Drop the attention scores."""
    page.start(moe_training_flops_with_attention, "active weights and attention scores")
    page.approximate(
        Eq(C, flops_per_param_token * Psi_act * D), "weights outweigh scores", large=Psi_act
    )


@derives(rule_of_thumb_parameters)
def as_many_tokens_as_the_size_asks(page):
    """Tie the tokens to the parameters."""
    page.start(training_flops, "six FLOPs per parameter and token")
    page.put(Eq(D, tokens_per_param * Psi), "tokens grow with the model")
    page.solve_for(Psi, "the size that uses up the compute")
    page.rename(Psi, Psi_opt, "call it the size to choose")


attention_conventions = Variants(
    "attention-flops-conventions",
    "Training FLOPs per token by how attention is counted",
    {
        weight_flops_per_token: "not at all: scaling laws, first estimates",
        flops_per_token: "in full: PaLM, MosaicML, nanoGPT",
        causal_flops_per_token: "under its mask: Megatron-LM since 2024, FlashAttention",
    },
    says="Utilization figures can be compared only within one convention.",
)
