"""How tokens are dealt out to experts, and kept in balance."""

from sympy import Eq

from derive.records import Case, Variants, derives, formula

from ...sources import CAPACITY_FACTOR, MEGATRON_CODE, SWITCH, TRAINING_BOOK, TRANSFORMERS_CODE
from ...symbols.experts import (
    E,
    c_f,
    f_expert,
    k,
    lambda_aux,
    loss_aux,
    loss_expert,
    n_cap,
    n_route,
    p_expert,
    q_load,
)


@formula(
    source=(
        SWITCH.at("equation 3", opened=True),
        TRAINING_BOOK.at("notation appendix, line 107", opened=True),
    ),
    status="definition",
    leaves_out="rounding up to whole tokens",
    also_called=("token capacity per expert", "token dropping"),
)
def expert_capacity():
    """Expert capacity (capacity factor).

    An equal share of all assignments, times the capacity factor `c_f`. With a
    factor of 1 any imbalance drops tokens.
    """
    return Eq(n_cap, c_f * k * n_route / E)


@formula(
    source=(
        SWITCH.at("equation 4", opened=True),
        TRAINING_BOOK.at("notation appendix, line 108", opened=True),
    ),
    status="definition",
    leaves_out="losses for single sequences or devices, balancing by biases instead of a loss",
    also_called=("auxiliary loss", "Switch Transformer auxiliary loss"),
)
def load_balancing_loss():
    """MoE load-balancing (auxiliary) loss.

    It grows when the experts that get many tokens are those that the router
    likes. The factor `E` keeps it independent of the number of experts.
    """
    return Eq(loss_aux, lambda_aux * E * q_load)


@formula(
    source=(
        SWITCH.at("equation 4", opened=True),
        TRAINING_BOOK.at("notation appendix, line 108", opened=True),
    ),
    status="definition",
    also_called=("f_i P_i",),
)
def load_balancing_term():
    """MoE load-balancing loss: part of one expert.

    Large for an expert that the router likes and that gets many tokens. The
    gradient flows through the probability alone, since a count has none.
    """
    return Eq(loss_expert, lambda_aux * E * f_expert * p_expert)


@formula(
    source=(
        SWITCH.at("section 2.2, with one expert per token", opened=True),
        TRANSFORMERS_CODE.at(
            "src/transformers/models/mixtral/modeling_mixtral.py, load_balancing_loss_func",
            opened=True,
        ),
    ),
    leaves_out="layers: one loss for each, or one of all taken together",
    also_called=("auxiliary loss at balance", "Mixtral auxiliary loss at balance"),
)
def balanced_load_balancing_loss():
    """MoE load-balancing loss at perfect balance.

    Where the shares of the tokens add up to `k`, as in Transformers. An
    implementation that divides them by `k` first, as Megatron-LM does, has
    `normalized_balanced_loss`.
    """
    return Eq(loss_aux, lambda_aux * k)


@formula(
    source=MEGATRON_CODE.at(
        "megatron/core/transformer/moe/moe_utils.py, switch_load_balancing_loss_func", opened=True
    ),
    also_called=("auxiliary loss at balance, divided by top-k",),
)
def normalized_balanced_loss():
    """MoE load-balancing loss at perfect balance, in Megatron-LM.

    The shares of the tokens are divided by the experts per token, so that they
    add up to 1 and the loss at balance is its weight, whatever `k` is.
    """
    return Eq(loss_aux, lambda_aux)


@derives(balanced_load_balancing_loss)
def equal_shares(page):
    """Give every expert the same share."""
    page.start(Eq(loss_aux, E * loss_expert), "all experts are alike")
    page.put(load_balancing_term, "the part of one")
    page.put(Eq(f_expert, k / E), "each token goes to k experts, so each expert gets this share")
    page.put(Eq(p_expert, 1 / E), "and has this probability")


@derives(normalized_balanced_loss)
def equal_shares_of_assignments(page):
    """Give every expert the same share of the assignments."""
    page.start(Eq(loss_aux, E * loss_expert), "all experts are alike")
    page.put(load_balancing_term, "the part of one")
    page.put(Eq(f_expert, 1 / E), "shares of all assignments, k for each token, add up to one")
    page.put(Eq(p_expert, 1 / E), "and has this probability")


conventions = Variants(
    "load-balancing-loss-at-balance",
    "Load-balancing loss at balance, by what the shares of the tokens add up to",
    {
        balanced_load_balancing_loss: "to the experts per token: the Switch paper's sum",
        normalized_balanced_loss: "to 1: Megatron-LM divides by top-k",
    },
    says="With one expert per token both agree; a weight that is moved from one to the other "
    "must be multiplied by `k`.",
)

worked = [
    Case(
        expert_capacity,
        {k: 1, n_route: 2048, E: 8, c_f: factor},
        gives=printed,
        source=CAPACITY_FACTOR.at("how it works", opened=True),
    )
    for factor, printed in (("1.0", "256"), ("1.5", "384"))
]
