"""Speculative decoding: a small model drafts, the large one checks."""

from sympy import Eq, Sum

from derive.records import Case, derives, formula

from ..sources import DEEPSEEK_INSIGHTS, MLSYSIM, SPECULATIVE
from ..symbols.serving import c_draft, i_draft, n_draft, n_kept, o_draft, p_accept, x_ops, x_spec


@formula(
    source=(
        SPECULATIVE.at("equation 1", opened=True),
        MLSYSIM.at("serving, speculative decoding", opened=True),
    ),
    leaves_out="acceptance that differs between tokens",
    also_called=(
        "acceptance length",
        "mean accepted tokens",
        "MTP accepted tokens",
    ),
)
def tokens_per_verification():
    """Speculative decoding: expected tokens per target pass.

    Drafts are kept up to the first that is rejected, and the target model adds one
    of its own.
    """
    return Eq(n_kept, (1 - p_accept ** (n_draft + 1)) / (1 - p_accept))


@formula(
    source=SPECULATIVE.at("theorem 3.8", opened=True),
    leaves_out="a large model that takes longer for several tokens than for one, acceptance that "
    "differs between tokens",
    also_called=(
        "speculative sampling speedup",
        "draft model speedup",
    ),
)
def speculative_speedup():
    """Speculative decoding speedup.

    Below 1 where drafts are seldom accepted or cost too much.
    """
    return Eq(
        x_spec,
        (1 - p_accept ** (n_draft + 1)) / ((1 - p_accept) * (n_draft * c_draft + 1)),
    )


@formula(
    source=SPECULATIVE.at("theorem 3.11", opened=True),
    leaves_out="attention scores, acceptance that differs between tokens",
    also_called=("speculative decoding overhead",),
)
def speculative_operations():
    """Speculative decoding: growth of FLOPs per token.

    The FLOPs of the drafts and of their verification, over those of decoding without
    drafts. Rejected drafts are computed in vain, so FLOPs rise while time falls.
    """
    return Eq(
        x_ops,
        (1 - p_accept) * (n_draft * o_draft + n_draft + 1) / (1 - p_accept ** (n_draft + 1)),
    )


@derives(tokens_per_verification)
def up_to_the_first_rejection(page):
    """Add up the chances that a draft is kept."""
    page.start(
        Eq(n_kept, Sum(p_accept**i_draft, (i_draft, 0, n_draft))),
        "one token is certain; each further one needs all before it to be accepted",
    )
    page.sum_up("a geometric sum")


@derives(speculative_speedup)
def tokens_over_time(page):
    """Divide the tokens by the time, in passes of the large model."""
    page.start(
        Eq(x_spec, n_kept / (n_draft * c_draft + 1)), "drafting, and one pass of the large model"
    )
    page.put(tokens_per_verification, "expected tokens of that time")


@derives(speculative_operations)
def operations_over_tokens(page):
    """Divide the FLOPs by the tokens that are kept."""
    page.start(
        Eq(x_ops, (n_draft * o_draft + n_draft + 1) / n_kept),
        "drafts by the small model, all of them and one more by the large one",
    )
    page.put(tokens_per_verification, "expected tokens")


# Leviathan et al., table 1: (acceptance, drafts, operations, speedup), drafting for free.
TABLE_1 = (
    ("0.6", 2, "1.53", "1.96"),
    ("0.7", 3, "1.58", "2.53"),
    ("0.8", 2, "1.23", "2.44"),
    ("0.8", 5, "1.63", "3.69"),
    ("0.9", 2, "1.11", "2.71"),
    ("0.9", 10, "1.60", "6.86"),
)
table_1 = [
    *(
        Case(
            speculative_operations,
            {p_accept: rate, n_draft: drafts, o_draft: 0},
            gives=operations,
            source=SPECULATIVE.at("table 1", opened=True),
        )
        for rate, drafts, operations, _ in TABLE_1
    ),
    *(
        Case(
            speculative_speedup,
            {p_accept: rate, n_draft: drafts, c_draft: 0},
            gives=speedup,
            source=SPECULATIVE.at("table 1", opened=True),
        )
        for rate, drafts, _, speedup in TABLE_1
    ),
    Case(
        speculative_speedup,
        {p_accept: "0.2", n_draft: 3, c_draft: 0},
        gives="1.25",
        source=SPECULATIVE.at("section 3.6", opened=True),
        note="a table of word pairs drafts translations",
    ),
    Case(
        tokens_per_verification,
        {p_accept: "0.8", n_draft: 1},
        gives="1.8",
        source=DEEPSEEK_INSIGHTS.at("section 2.3.3", opened=True),
        note="one module of multi-token prediction; measured as 80 % to 90 % accepted and "
        "1.8 times the tokens per second",
    ),
]
