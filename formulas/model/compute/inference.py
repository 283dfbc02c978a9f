"""FLOPs of inference, and of a model's whole life."""

from sympy import Eq

from derive.records import derives, formula

from ...scaling.scaling import training_flops
from ...sources import FIELD_GUIDE, KAPLAN, SCALING_BOOK
from ...symbols.compute import C
from ...symbols.flop_numbers import (
    causal_forward_pair_flops,
    forward_flops_per_param_token,
    forward_score_flops,
)
from ...symbols.flops import C_decode, C_fwd, C_life, C_prefill, C_score, C_serve, D_serve, n_pair
from ...symbols.model import L, Psi, a, d_head, s
from ...symbols.scaling import D, flops_per_param_token
from .attention import masked_score_flops, score_flops
from .tokens import forward_flops_per_token


@formula(
    source=SCALING_BOOK.at("inference, prefill", opened=True),
    leaves_out="norms, activation functions, softmax, the pairs on the diagonal",
    also_called=(
        "prompt processing FLOPs",
        "inference FLOPs of a prompt",
    ),
    holds_for={"attention_count": "causal", "layers": "dense", "operation_count": "parameters"},
)
def prefill_flops():
    """Prefill FLOPs: one forward pass over the prompt.

    Two FLOPs per parameter and token, and the attention scores that a causal mask
    leaves.
    """
    return Eq(
        C_prefill,
        forward_flops_per_param_token * Psi * s + causal_forward_pair_flops * L * s**2 * a * d_head,
    )


@formula(
    source=SCALING_BOOK.at("inference, generation", opened=True),
    leaves_out="norms, activation functions, softmax, sampling",
    also_called=(
        "FLOPs per generated token",
        "generation FLOPs",
        "2N per token",
    ),
    holds_for={"attention_count": "full", "layers": "dense", "operation_count": "parameters"},
)
def decode_flops():
    """Decode FLOPs per generated token.

    Two FLOPs per parameter, and attention to all positions in the KV cache.
    """
    return Eq(
        C_decode, forward_flops_per_param_token * Psi + forward_score_flops * L * s * a * d_head
    )


@formula(
    source=(
        KAPLAN.at("section 2.1", opened=True),
        FIELD_GUIDE.at("section 7.5, made explicit", opened=True),
    ),
    leaves_out="attention scores, drafts that are thrown away, idle time",
    also_called=(
        "2ND",
        "inference compute",
        "lifetime inference FLOPs",
    ),
    holds_for={"layers": "dense", "operation_count": "parameters", "attention_count": "weights"},
)
def serving_flops():
    """Inference FLOPs of all tokens served (2ND).

    Two FLOPs per parameter and token, prompts and answers alike.
    """
    return Eq(C_serve, forward_flops_per_param_token * Psi * D_serve)


@formula(
    source=FIELD_GUIDE.at("section 7.5, made explicit", opened=True),
    leaves_out="attention scores, the lower utilization of serving, failed runs",
    also_called=(
        "inference-aware compute",
        "total compute",
    ),
)
def lifetime_flops():
    """Lifetime FLOPs: training and inference (6ND + 2ND).

    Three tokens served cost as much as one token trained on, so a model that will
    serve much is better small and trained for long.
    """
    return Eq(
        C_life, flops_per_param_token * Psi * D + forward_flops_per_param_token * Psi * D_serve
    )


@derives(prefill_flops)
def one_pass_over_the_prompt(page):
    """Go forward over all tokens."""
    page.start(
        Eq(C_prefill, s * C_fwd + L * C_score), "weights for each token, scores in each layer"
    )
    page.put(forward_flops_per_token, "one multiply-add per parameter")
    page.put(masked_score_flops, "only visible pairs")
    page.put(Eq(n_pair, s**2 / 2), "half of all pairs, the diagonal neglected")


@derives(decode_flops)
def one_row_of_scores(page):
    """Go forward for one token."""
    page.start(Eq(C_decode, C_fwd + L * C_score / s), "weights once, one row of scores per layer")
    page.put(forward_flops_per_token, "one multiply-add per parameter")
    page.put(score_flops, "scores of all positions, of which one row is new")


@derives(serving_flops)
def forward_for_each_token(page):
    """Go forward for each token."""
    page.start(Eq(C_serve, C_fwd * D_serve), "every token costs one forward pass")
    page.put(forward_flops_per_token, "one multiply-add per parameter")


@derives(lifetime_flops)
def train_then_serve(page):
    """Add training and serving."""
    page.start(Eq(C_life, C + C_serve), "a model is trained once and then serves")
    page.put(training_flops, "three multiply-adds per parameter and token")
    page.put(serving_flops, "one multiply-add per parameter and token")
