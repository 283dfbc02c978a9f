"""Derivations arrive, and none of them arrives without one of its premises."""

from __future__ import annotations

import pytest
from algebra_laws import (
    A_N,
    B_D,
    HERE,
    C,
    D,
    D_opt,
    M,
    N,
    Psi,
    Psi_opt,
    T,
    T_ag,
    T_ar,
    T_c,
    T_m,
    T_rs,
    W,
    all_gather,
    all_reduce,
    alpha,
    alpha_N,
    beta,
    beta_D,
    bubble_fraction,
    compute_optimal_parameters,
    compute_optimal_tokens,
    delta,
    f,
    h,
    i,
    loss,
    loss_floor,
    loss_opt,
    m,
    n,
    p,
    r,
    reduce_scatter,
    scaling_law_loss,
    t_b,
    t_f,
    t_ideal,
    t_idle,
    tau,
    training_flops,
    x,
    y,
    young_interval,
    z,
)
from sympy import Eq, Ge, Le, Max, Sum, exp, oo, sqrt

from derive.algebra.proof import mutations, replay
from derive.records import derives, formula


def read(law):
    return law()


def law_of(relation, **more):
    @formula(source=HERE, **more)
    def law():
        """A law of this test."""
        return relation

    return law


@derives(all_reduce)
def two_walks_round_the_ring(page):
    page.start(Eq(T_ar, T_rs + T_ag), "an all-reduce is a reduce-scatter, then an all-gather")
    page.put(reduce_scatter, "N - 1 hops, each with one of N chunks")
    page.put(all_gather, "the same walk again")


@derives(compute_optimal_parameters)
def least_loss_for_the_budget(page):
    page.start(scaling_law_loss, "the loss of a model and its data")
    page.put(training_flops, "the budget leaves this many tokens", for_=D)
    page.minimise(Psi, "the best size", call=Psi_opt)


@derives(compute_optimal_tokens)
def tokens_that_the_budget_leaves(page):
    page.start(training_flops.with_(Psi=Psi_opt, D=D_opt), "the budget, spent at the optimum")
    page.solve_for(D_opt, "what is left for tokens")
    page.put(compute_optimal_parameters, "the best size")


@derives(young_interval)
def least_waste(page):
    page.start(Eq(W, delta / tau + tau / (2 * M)), "writing, and work lost at a failure")
    page.minimise(tau, "the best interval")


@derives(bubble_fraction)
def idle_time_over_all_time(page):
    page.start(Eq(f, t_idle / (t_idle + t_ideal)), "the share of the step that is idle")
    page.put(Eq(t_idle, (p - 1) * (t_f + t_b)), "the pipeline fills and drains")
    page.put(Eq(t_ideal, m * (t_f + t_b)), "m micro-batches")
    page.rewrite(Eq(f, (p - 1) / (p - 1 + m)), "the time of one micro-batch cancels")


@derives(law_of(Eq(loss_opt, 2 * sqrt(x * y))))
def least_value_itself(page):
    page.start(Eq(loss, x / z + y * z), "a cost that falls and one that rises")
    page.minimise(z, "the best place")
    page.at_optimum("and the value there", call=loss_opt)


@derives(law_of(Eq(W, z / (z + 1) ** 2)))
def largest_value(page):
    page.start(Eq(T, x * z * exp(-x)), "a value that rises, then falls")
    page.maximise(x, "the largest")
    page.start(Eq(x, y), "a second beginning is a mistake")


@derives(law_of(Eq(T, x * N * (N + 1) / 2)))
def a_sum_in_closed_form(page):
    page.start(Eq(T, Sum(i * x, (i, 1, N))), "one term for each")
    page.sum_up("the sum of the first N numbers")


@derives(law_of(Eq(T, 2 * n / beta)))
def many_ranks(page):
    page.start(all_reduce, "the ring")
    page.rename(T_ar, T, "the time")
    page.limit(alpha, 0, "no latency")
    page.limit(N, oo, "for many ranks")


@derives(law_of(Eq(T, n / beta)))
def long_messages(page):
    page.start(Eq(T, alpha + n / beta), "latency and transfer")
    page.approximate(Eq(T, n / beta), "the message is long", large=n)


@derives(law_of(Le(T, T_c + T_m)))
def no_worse_than_the_sum(page):
    page.start(Eq(T, Max(T_c, T_m) + 0 * x), "perfect overlap")
    page.put(Eq(T_m, y), "a letter that the bound does not need")


@derives(law_of(Le(x, 3 * y + 1)))
def bounded_above(page):
    page.start(Eq(x, 3 * z + 1), "a law that rises with z")
    page.bound(Le(z, y), "z is at most y")


@derives(law_of(Eq(r, (p - 1) / m)))
def ratio_of_two_laws(page):
    page.start(Eq(t_idle, (p - 1) * t_f), "idle time")
    page.divide(Eq(t_ideal, m * t_f), "over the ideal time")
    page.rename(t_idle / t_ideal, r, "the bubble")


ARRIVE = [
    (two_walks_round_the_ring, "exact"),
    (least_loss_for_the_budget, "exact"),
    (tokens_that_the_budget_leaves, "exact"),
    (least_waste, "exact"),
    (idle_time_over_all_time, "exact"),
    (least_value_itself, "exact"),
    (a_sum_in_closed_form, "exact"),
    (many_ranks, "exact"),
    (long_messages, "exact"),
    (bounded_above, "exact"),
    (ratio_of_two_laws, "exact"),
]


@pytest.mark.parametrize(
    ("derivation", "strength"), ARRIVE, ids=lambda value: getattr(value, "id", value)
)
def test_a_derivation_arrives(derivation, strength):
    replayed = replay(derivation, read, {})

    assert replayed.arrived, [str(failure) for failure in replayed.failures]
    assert replayed.strength == strength
    assert replayed.steps[-1].kind == "arrive"
    assert all(step.why for step in replayed.steps)


@pytest.mark.slow
@pytest.mark.parametrize("derivation", [one for one, _ in ARRIVE], ids=lambda one: one.id)
def test_no_derivation_arrives_without_or_with_another_premise(derivation):
    tried = list(mutations(derivation, read, {}))

    standing = [f"{one.said}: {one.change}" for one in tried if one.redundant]
    assert len(tried) >= 3
    assert not standing


def test_a_premise_that_nothing_needs_is_redundant():
    @derives(law_of(Eq(T, x)))
    def with_a_spare_premise(page):
        page.start(Eq(T, x), "this is all")
        page.assume(Ge(y, 3), "and this is not needed")

    assert {one.said for one in mutations(with_a_spare_premise, read, {}) if one.redundant} == {
        "y >= 3"
    }


def test_steps_carry_what_a_page_shows():
    start, put, minimum, arrived = replay(least_loss_for_the_budget, read, {}).steps

    assert (start.kind, start.premise, start.premise_id) == (
        "start",
        scaling_law_loss,
        "scaling_law_loss",
    )
    assert (put.premise, put.note) == (training_flops, "the law solved for D")
    assert put.before == start.after
    assert minimum.after.lhs == Psi_opt
    assert "derivative" in minimum.note
    assert arrived.after == compute_optimal_parameters()


def test_stated_premises_are_told_from_laws():
    replayed = replay(two_walks_round_the_ring, read, {})

    assert replayed.premises == (reduce_scatter, all_gather)
    assert replayed.stated == (Eq(T_ar, T_rs + T_ag),)


def test_conditions_of_used_laws_are_inherited_unless_stated():
    ((law, condition),) = replay(two_walks_round_the_ring, read, {}).inherited
    stated = law_of(Eq(T_ar, all_reduce().rhs), holds_when=lambda: [Ge(N, 2, evaluate=False)])

    @derives(stated)
    def the_same_with_the_condition(page):
        two_walks_round_the_ring.steps(page)

    assert (law, condition) == ("reduce_scatter", Ge(N, 2, evaluate=False))
    assert replay(the_same_with_the_condition, read, {}).inherited == ()


def test_approximations_are_flagged():
    assert replay(long_messages, read, {}).approximate
    assert not replay(least_waste, read, {}).approximate


def failures_of(law, steps):
    return replay(derives(law)(steps), read, {}).failures


def test_a_step_that_does_not_follow_shows_both_sides():
    def wrong(page):
        page.start(Eq(f, t_idle / (t_idle + t_ideal)), "the idle share")
        page.rewrite(Eq(f, t_idle / t_ideal), "not the same")

    first, last = failures_of(bubble_fraction, wrong)

    assert (first.number, first.kind, first.why) == (2, "rewrite", "not the same")
    assert (first.left, first.right) == (
        "f = t_idle/(t_ideal + t_idle)",
        "f = t_idle/t_ideal",
    )
    assert "against" in first.problem
    assert last.kind == "arrive"


FALSE_STEPS = {
    "always False": lambda page: page.put(Eq(x, -1), "a positive letter"),
    "does not occur": lambda page: page.put(Eq(z, x), "z is not there"),
    "with for_=": lambda page: page.put(Eq(x + y, z), "no single letter"),
    "put in with bound": lambda page: page.put(Le(x, y), "an inequality"),
    "begun already": lambda page: page.start(Eq(T, x), "twice"),
    "nothing was minimised": lambda page: page.at_optimum("too early"),
    "is not the left side": lambda page: page.rename(x, z, "not the left side"),
    "no sum with a known closed form": lambda page: page.sum_up("no sum here"),
    "no closed root": lambda page: page.minimise(x, "this has no smallest value"),
    "cannot be solved for z": lambda page: page.solve_for(z, "not there"),
    "ratio of both sides does not go to 1": lambda page: page.approximate(
        Eq(T, 2 * x), "twice as much", large=x
    ),
    "whole terms may be dropped": lambda page: page.approximate(Eq(T, 2 * x), "no term"),
    "no finite limit": lambda page: page.limit(x, oo, "it grows"),
    "alone": lambda page: page.bound(Le(x + y, z), "not one letter"),
    "AttributeError": lambda page: page.conclude("no such step"),
}


@pytest.mark.parametrize("problem", FALSE_STEPS)
def test_a_false_step_is_a_failure_and_not_a_crash(problem):
    def steps(page):
        page.start(Eq(T, x + y), "a law")
        FALSE_STEPS[problem](page)

    first, *_ = failures_of(law_of(Eq(T, 3 * x)), steps)

    assert problem in str(first) or problem == "alone"


def test_an_empty_page_does_not_arrive():
    (failure,) = failures_of(all_reduce, lambda page: page)

    assert failure.problem == "the page is empty"


def test_a_claimed_place_must_be_a_root_of_the_derivative():
    def steps(claimed):
        def fill(page):
            page.start(Eq(W, delta / tau + tau / (2 * M)), "the waste")
            page.minimise(tau, "claimed", at=claimed)

        return derives(young_interval)(fill)

    assert replay(steps(sqrt(2 * delta * M)), read, {}).arrived
    assert not replay(steps(sqrt(delta * M)), read, {}).arrived


def test_a_largest_value_is_no_smallest_one():
    def steps(page):
        page.start(Eq(W, delta / tau + tau / (2 * M)), "the waste")
        page.maximise(tau, "the wrong way")

    assert "wrong sign" in failures_of(young_interval, steps)[0].problem or failures_of(
        young_interval, steps
    )


def test_a_place_without_closed_form_is_tested_where_it_is_claimed():
    cost = x * exp(z) / z
    law = law_of(Eq(z, 1 + 0 * x))

    def steps(page):
        page.start(Eq(T, cost), "a cost with one valley")
        page.minimise(z, "its lowest place", at=x / x)

    assert replay(derives(law)(steps), read, {}).arrived


def test_a_pole_keeps_a_valley_from_being_proved():
    def steps(page):
        page.start(Eq(T, 1 / (x - 1) ** 2 + (x - 1) ** 2), "two valleys beside a pole")
        page.minimise(x, "the right one", at=2)

    replayed = replay(derives(law_of(Eq(x, 2)))(steps), read, {})

    assert replayed.strength == "tested"


def test_typed_constants_are_numbers_in_the_algebra():
    put = replay(least_loss_for_the_budget, read, {}).steps[1]

    assert {letter.name for letter in put.after.free_symbols} == {
        letter.name for letter in (loss, loss_floor, A_N, B_D, alpha_N, beta_D, Psi, C)
    }


def test_a_wrong_law_is_not_arrived_at():
    wrong = law_of(Eq(T_ar, 2 * N * (alpha + n / (N * beta))))

    (failure,) = failures_of(wrong, two_walks_round_the_ring.steps)

    assert failure.kind == "arrive"
    assert "the last line is not the law" in failure.problem


def test_a_second_start_and_a_forgotten_bound_do_not_arrive():
    assert not replay(largest_value, read, {}).arrived
    assert not replay(no_worse_than_the_sum, read, {}).arrived
    assert h != x
