"""A group of conventions in which a time stands beside a ratio."""

from sympy import Eq

from derive.records import Source, Variants, formula, symbol

PIPE = Source("pipe", "Pipelines")

p = symbol("p", "stages", "1", integer=True)
m = symbol("m", "micro-batches", "1", integer=True)
t = symbol("t", "time of one micro-batch", "second")
r = symbol("r", "bubble ratio", "1", at_least=0)
t_bubble = symbol("t_bubble", "idle time", "second", at_least=0)


@formula(source=PIPE.at("section 2"))
def bubble_ratio():
    """Bubble ratio."""
    return Eq(r, (p - 1) / m)


@formula(source=PIPE.at("section 3"))
def bubble_time():
    """Idle time of a step."""
    return Eq(t_bubble, (p - 1) * t)


conventions = Variants(
    "conventions", "Bubble by convention", {bubble_ratio: "some", bubble_time: "others"}
)
