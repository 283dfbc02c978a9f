"""Derived laws that promise more than the laws that they follow from."""

from sympy import Eq

from derive.records import Source, derives, formula, symbol

PIPE = Source("pipe", "Pipelines")

p = symbol("p", "stages", "1", integer=True)
m = symbol("m", "micro-batches", "1", integer=True)
t = symbol("t", "time of one micro-batch on one stage", "second")
t_ideal = symbol("t_ideal", "ideal time", "second")
t_bubble = symbol("t_bubble", "idle time", "second", at_least=0)
r = symbol("r", "bubble ratio", "1", at_least=0)
r_full = symbol("r_full", "bubble ratio of a full pipeline", "1", at_least=0)


@formula(source=PIPE.at("section 2"))
def ideal_time():
    """Ideal time of a step."""
    return Eq(t_ideal, m * t)


@formula(source=PIPE.at("section 2"), holds_when=lambda: [m >= p])
def bubble_time():
    """Idle time of a step, with as many micro-batches as stages."""
    return Eq(t_bubble, (p - 1) * t)


@formula(source=PIPE.at("section 3"))
def bubble_ratio():
    """Idle time over ideal time, with the condition forgotten."""
    return Eq(r, (p - 1) / m)


@formula(source=PIPE.at("section 3"), holds_when=lambda: [m >= p])
def full_bubble_ratio():
    """Idle time over ideal time, with its condition."""
    return Eq(r_full, (p - 1) / m)


@derives(bubble_ratio)
def idle_over_ideal(page):
    """Divide the idle time by the ideal time."""
    page.start(Eq(r, t_bubble / t_ideal), "idle over ideal")
    page.put(bubble_time, "fill and drain")
    page.put(ideal_time, "all micro-batches")


@derives(full_bubble_ratio)
def idle_over_ideal_of_a_full_pipeline(page):
    """Divide the idle time by the ideal time."""
    page.start(Eq(r_full, t_bubble / t_ideal), "idle over ideal")
    page.put(bubble_time, "fill and drain")
    page.put(ideal_time, "all micro-batches")
