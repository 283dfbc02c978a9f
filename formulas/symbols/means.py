"""Letters of means over two parts."""

from derive.records import symbol

x_one = symbol(
    "x_one",
    "mean of the first part",
    "1",
    signed=True,
    typical="1.5..3",
    says="Over the members of the first part alone.",
)
x_two = symbol(
    "x_two",
    "mean of the second part",
    "1",
    signed=True,
    typical="1.5..3",
    says="Over the members of the second part alone.",
)
x_mean = symbol(
    "x_mean",
    "mean over both parts",
    "1",
    signed=True,
    typical="-10..10",
    says="Of a loss or a gradient; the laws differ in how they weight the parts.",
)
n_one = symbol(
    "n_one",
    "members of the first part",
    "1",
    typical="1..1e6",
    says="Tokens of a micro-batch, or examples of a worker or client.",
)
n_two = symbol(
    "n_two",
    "members of the second part",
    "1",
    typical="1..1e6",
    says="Tokens of a micro-batch, or examples of a worker or client.",
)
dx_mean = symbol(
    "dx_mean",
    "error of a mean of means",
    "1",
    latex=r"\Delta_{\mathrm{mean}}",
    signed=True,
    says="Mean of the parts' means, minus the mean over all members.",
)
