"""Attention scale: why scores are divided by the root of the head size."""

from sympy import Eq, Sum, sqrt

from derive.records import derives, formula

from ..sources import ATTENTION, FIELD_GUIDE
from ..symbols.attention_scale import i_entry, k_var, q_var, qk_dot, qk_var, score, score_var
from ..symbols.model import d_head

DEPENDENT = (
    "entries that depend on one another, as they do after training, and means that are not zero"
)


@formula(
    source=(
        ATTENTION.at("equation 1", opened=True),
        FIELD_GUIDE.at("section 8.3, line 456, corrected", opened=True),
    ),
    status="definition",
    also_called=(
        "1/sqrt(d_k)",
        "softmax scale",
        "scaled dot-product attention",
    ),
)
def scaled_attention_score():
    """Scaled dot-product attention score.

    The dot product of a query and a key over the square root of the head size: not
    of the hidden size, which would damp the scores by the root of the number of
    heads.
    """
    return Eq(score, qk_dot / sqrt(d_head))


@formula(
    source=ATTENTION.at("section 3.2.1", opened=True),
    leaves_out=DEPENDENT,
    also_called=("why attention is scaled",),
)
def dot_product_variance():
    """Variance of a query-key dot product.

    Independent entries of mean zero: each product adds its variance.
    """
    return Eq(qk_var, d_head * q_var * k_var)


@formula(
    source=ATTENTION.at("section 3.2.1", opened=True),
    leaves_out=DEPENDENT,
    also_called=("why divide by sqrt(d_k)",),
)
def scaled_score_variance():
    """Variance of a scaled attention score.

    The product of query and key, divided by the square root of the head size, for
    independent entries of mean zero. It no longer depends on that size, so the softmax
    stays in its sensitive range.
    """
    return Eq(score_var, q_var * k_var)


@derives(dot_product_variance)
def one_variance_for_each_entry(page):
    """Add the variances of all products."""
    page.start(
        Eq(qk_var, Sum(q_var * k_var, (i_entry, 1, d_head))),
        "independent products of mean zero: variances multiply in each and add up over all",
    )
    page.sum_up("the same for each entry")


@derives(scaled_score_variance)
def divisor_squared(page):
    """Divide the variance by the square of the divisor."""
    page.start(Eq(score_var, qk_var * (score / qk_dot) ** 2), "a factor enters squared")
    page.put(scaled_attention_score, "the factor")
    page.put(dot_product_variance, "the variance before")
