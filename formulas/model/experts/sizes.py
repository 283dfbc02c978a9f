"""How large models with experts are, in all and for one token."""

from sympy import Eq, ceiling

from derive.records import Case, derives, divides, formula

from ...sources import DEEPSEEK_V3, DEEPSPEED_MOE, MIXTRAL, QWEN3, SWITCH
from ...symbols.experts import (
    E,
    E_sh,
    L_moe,
    Psi_moe,
    Psi_moe_act,
    d_exp,
    f_moe,
    k,
)
from ...symbols.model import L, Psi, Psi_act, V, a, d_ffn, d_head, g, h
from ...symbols.shape_numbers import (
    expert_matrices,
    gated_matrices,
    head_matrices,
    norms_per_layer,
    plain_expert_matrices,
)
from ...symbols.shapes import Psi_emb, Psi_ffn, n_emb
from ...symbols.state import Psi_exp_all
from ..parameters.models import embedding_parameters
from ..parameters.parts import (
    COUNT_CODE,
    gated_ffn_parameters,
)


@formula(
    source=(COUNT_CODE, DEEPSEEK_V3.at("section 2.1.2", opened=True)),
    leaves_out="correction biases of the router",
    also_called=("expert and router parameters",),
)
def expert_parameters():
    """MoE parameters of one layer.

    Every routed expert brings three matrices and one row of the router; a
    shared expert needs no router.
    """
    return Eq(Psi_moe, h * E * (expert_matrices * d_exp + 1) + expert_matrices * h * d_exp * E_sh)


@formula(
    source=(COUNT_CODE, DEEPSEEK_V3.at("section 2.1.2", opened=True)),
    holds_when=lambda: [k <= E, expert_matrices * h * d_exp * E <= Psi_moe],
    leaves_out="correction biases of the router",
    also_called=(
        "active MoE parameters",
        "activated expert parameters",
    ),
)
def active_expert_parameters():
    """Active MoE parameters of one layer.

    All that the layer holds, but for the experts that the router does not choose.
    The router itself is used whole.
    """
    return Eq(Psi_moe_act, Psi_moe - expert_matrices * h * d_exp * (E - k))


@formula(
    source=COUNT_CODE,
    leaves_out="patterns of layers other than every so many",
    also_called=("moe_layer_freq",),
)
def expert_layer_count():
    """Number of MoE layers.

    The first layer is one of them.
    """
    return Eq(L_moe, ceiling(L / f_moe))


@formula(
    source=(COUNT_CODE, MIXTRAL.at("table 1", opened=True)),
    holds_when=lambda: [L_moe <= L, g <= a, divides(g, a)],
    leaves_out="biases, norms of queries and keys, padding of the vocabulary",
    also_called=("mixture-of-experts parameter count",),
    holds_for={
        "layers": "experts",
        "feed_forward": "gated",
        "attention": "grouped",
        "parameter_count": "every",
        "biases": "none",
    },
)
def moe_transformer_parameters():
    """MoE transformer parameters, total.

    All layers have attention and two scaling norms; `L_moe` layers have
    experts, the others one gated feed-forward network. The last term is the
    norm before the output.
    """
    return Eq(
        Psi,
        L * (head_matrices * h * d_head * (a + g) + norms_per_layer * h)
        + (L - L_moe) * gated_matrices * h * d_ffn
        + L_moe * h * (E * (expert_matrices * d_exp + 1) + expert_matrices * d_exp * E_sh)
        + n_emb * V * h
        + h,
    )


@formula(
    source=(
        COUNT_CODE,
        MIXTRAL.at("section 2.1", opened=True),
        DEEPSEEK_V3.at("section 2.1.2", opened=True),
    ),
    holds_when=lambda: [k <= E, L_moe * expert_matrices * h * d_exp * E <= Psi],
    also_called=("activated parameters",),
    holds_for={"feed_forward": "gated", "layers": "experts", "parameter_count": "every"},
)
def active_parameters():
    """Active parameters of an MoE transformer.

    All parameters, but for the experts that are not chosen: `E` - `k` of them
    in each of `L_moe` layers. Compute grows with this count, memory with the
    whole.
    """
    return Eq(Psi_act, Psi - L_moe * expert_matrices * h * d_exp * (E - k))


@formula(
    source=(SWITCH.at("table 9, Switch-C", opened=True), DEEPSPEED_MOE.at("table 1")),
    leaves_out="biases, the router",
    also_called=("non-gated expert parameters", "Switch Transformer parameters", "GeLU experts"),
    holds_for={"feed_forward": "standard", "layers": "experts"},
)
def plain_expert_parameters():
    """Parameters of plain (non-gated) experts, over all layers.

    Two matrices each, one up and one down, as in GShard, Switch Transformers
    and DeepSpeed-MoE.
    """
    return Eq(Psi_exp_all, L_moe * E * plain_expert_matrices * h * d_exp)


@derives(expert_parameters)
def experts_and_router(page):
    """Add the experts and the router."""
    page.start(
        Eq(Psi_moe, (E + E_sh) * Psi_ffn + E * h),
        "routed and shared experts, and a router with one output for each routed expert",
    )
    page.put(gated_ffn_parameters.with_(d_ffn=d_exp), "each expert is a gated network")


@derives(active_expert_parameters)
def without_idle_experts(page):
    """Leave out the experts that are not chosen."""
    page.start(Eq(Psi_moe_act, Psi_moe - (E - k) * Psi_ffn), "one token passes k of E experts")
    page.put(gated_ffn_parameters.with_(d_ffn=d_exp), "each expert is a gated network")


@derives(moe_transformer_parameters)
def layers_of_two_kinds(page):
    """Add layers with and without experts."""
    page.start(
        Eq(
            Psi,
            L * (head_matrices * h * d_head * (a + g) + norms_per_layer * h)
            + (L - L_moe) * Psi_ffn
            + L_moe * Psi_moe
            + Psi_emb
            + h,
        ),
        "attention and norms everywhere, experts in some layers, tables, the final norm",
    )
    page.put(gated_ffn_parameters, "the dense layers")
    page.put(expert_parameters, "the layers with experts")
    page.put(embedding_parameters, "one table or two")


@derives(active_parameters)
def idle_experts_of_all_layers(page):
    """Leave out the experts that are not chosen."""
    page.start(
        Eq(Psi_act, Psi - L_moe * (Psi_moe - Psi_moe_act)), "what is idle in each of the layers"
    )
    page.put(active_expert_parameters, "the experts that the router does not choose")


MIXTRAL_SHAPE = {L: 32, L_moe: 32, h: 4096, a: 32, g: 8, d_head: 128, E: 8, E_sh: 0, V: 32000}

worked = [
    Case(
        moe_transformer_parameters,
        {**MIXTRAL_SHAPE, d_exp: 14336, d_ffn: 14336, n_emb: 2},
        gives="46.7e9",
        source=MIXTRAL.at("announcement and model files", opened=True),
    ),
    Case(
        moe_transformer_parameters,
        {
            L: 56,
            L_moe: 56,
            h: 6144,
            a: 48,
            g: 8,
            d_head: 128,
            E: 8,
            E_sh: 0,
            d_exp: 16384,
            d_ffn: 16384,
            V: 32768,
            n_emb: 2,
        },
        gives="141e9",
        source=MIXTRAL.at("announcement and model files of 8x22B", opened=True),
    ),
    Case(
        active_parameters,
        {Psi: "141e9", L_moe: 56, h: 6144, d_exp: 16384, E: 8, k: 2},
        gives="39e9",
        within="2 %",
        source=MIXTRAL.at("announcement of 8x22B", opened=True),
    ),
    Case(
        active_parameters,
        {Psi: "46.7e9", L_moe: 32, h: 4096, d_exp: 14336, E: 8, k: 2},
        gives="12.9e9",
        source=MIXTRAL.at("announcement: parameters per token", opened=True),
    ),
    *(
        Case(
            moe_transformer_parameters,
            {
                L: layers,
                L_moe: layers,
                h: width,
                a: heads,
                g: 4,
                d_head: 128,
                E: 128,
                E_sh: 0,
                d_exp: expert,
                d_ffn: expert,
                V: 151936,
                n_emb: 2,
            },
            gives=printed,
            source=QWEN3.at(f"model card and model files, {name}", opened=True),
        )
        for layers, width, heads, expert, printed, name in (
            (48, 2048, 32, 768, "30.5e9", "30B-A3B"),
            (94, 4096, 64, 1536, "235e9", "235B-A22B"),
        )
    ),
    Case(
        active_parameters,
        {Psi: "30.5e9", L_moe: 48, h: 2048, d_exp: 768, E: 128, k: 8},
        gives="3.3e9",
        source=QWEN3.at("model card, 30B-A3B", opened=True),
    ),
    Case(
        active_parameters,
        {Psi: "235e9", L_moe: 94, h: 4096, d_exp: 1536, E: 128, k: 8},
        gives="22e9",
        source=QWEN3.at("model card, 235B-A22B", opened=True),
    ),
    Case(
        active_parameters,
        {Psi: "671e9", L_moe: 58, h: 7168, d_exp: 2048, E: 256, k: 8},
        gives="37e9",
        within="3 %",
        source=DEEPSEEK_V3.at("section 1", opened=True),
        note="37.5e9 with both vocabulary tables, 36.6e9 without the one at the input",
    ),
]

plain_experts = [
    Case(
        plain_expert_parameters,
        {L_moe: 30, E: 2048, h: 2080, d_exp: 6144},
        gives="1571e9",
        within="0.1 %",
        source=SWITCH.at("table 9, Switch-C", opened=True),
        note="15 layers each of encoder and decoder; attention and tables are a thousandth",
    ),
]
