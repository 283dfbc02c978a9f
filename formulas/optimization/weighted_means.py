"""Weighted means: averages over parts of unequal size, as in accumulation and data parallelism."""

from sympy import Eq

from derive.records import Variants, derives, formula

from ..sources import DISTRIBUTED_APPENDIX, FEDAVG, FIELD_GUIDE
from ..symbols.means import dx_mean, n_one, n_two, x_mean, x_one, x_two

ACCUMULATION = FIELD_GUIDE.at("section 3.2, line 203, corrected", opened=True)


@formula(
    source=(
        ACCUMULATION,
        DISTRIBUTED_APPENDIX.at("C.1, line 15, corrected", opened=True),
        DISTRIBUTED_APPENDIX.at("C.2, line 62", opened=True),
        FEDAVG.at("algorithm 1", opened=True),
    ),
    status="definition",
    also_called=(
        "weighted average of losses",
        "per-token loss averaging",
    ),
)
def weighted_mean():
    """Token-weighted mean over two parts.

    The loss or gradient of a batch from two micro-batches or workers, weighted by
    tokens; repeat it for more parts.
    """
    return Eq(x_mean, (n_one * x_one + n_two * x_two) / (n_one + n_two))


@formula(
    source=(
        FIELD_GUIDE.at("section 3.2, line 203", opened=True),
        FIELD_GUIDE.at("section 5.1", opened=True),
        DISTRIBUTED_APPENDIX.at("C.1, line 15", opened=True),
    ),
    status="approximation",
    approximates=lambda: weighted_mean,
    leaves_out="unequal numbers of members",
    also_called=(
        "averaged all-reduce",
        "per-sample averaging",
    ),
)
def mean_of_means():
    """Mean of means over two parts.

    What an all-reduce with averaging gives. It is the mean over all members only
    where both parts have equally many.
    """
    return Eq(x_mean, (x_one + x_two) / 2)


@formula(
    source=ACCUMULATION,
    also_called=(
        "gradient accumulation bug",
        "loss normalization error",
    ),
)
def mean_of_means_error():
    """Error of a mean of means.

    It vanishes where both parts are equally large, or have the same mean.
    """
    return Eq(dx_mean, (n_two - n_one) * (x_one - x_two) / (2 * (n_one + n_two)))


@derives(mean_of_means_error)
def alike_minus_weighted(page):
    """Subtract the weighted mean from the plain one."""
    page.start(Eq(dx_mean, (x_one + x_two) / 2 - x_mean), "what equal weights get wrong")
    page.put(weighted_mean, "the mean over all members")


mean_weights = Variants(
    "mean-weights",
    "Mean of two parts by how they are weighted",
    {
        weighted_mean: "by tokens or examples: the loss over the whole batch, FedAvg",
        mean_of_means: "alike: gradient averaging in most data-parallel frameworks",
    },
    says="They differ where micro-batches, workers or clients have unequal numbers of tokens.",
)
