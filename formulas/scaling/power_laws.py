"""Power laws: the loss from one resource at a time, and how resources grow together."""

from sympy import Eq, log

from derive.records import Case, ConstantSet, Variants, derives, formula

from ..sources import AI_AND_COMPUTE, FIELD_GUIDE, HENIGHAN, KAPLAN
from ..symbols.compute import C
from ..symbols.model import Psi
from ..symbols.noise import S_min
from ..symbols.power_laws import (
    A_C,
    C_c,
    C_ref,
    D_c,
    Psi_c,
    S_c,
    T_double,
    T_grow,
    alpha_batch,
    alpha_C,
    alpha_data,
    alpha_size,
    alpha_step,
    p_data,
    p_size,
    x_comp,
    x_data,
    x_grow,
    x_loss,
    x_size,
)
from ..symbols.scaling import D, loss, loss_floor

ONE_RESOURCE = "a floor, the embedding parameters, everything that may hold the run back besides"


@formula(
    source=KAPLAN.at("equation 1.1", opened=True),
    status="fitted",
    leaves_out=ONE_RESOURCE,
    also_called=(
        "L(N)",
        "Kaplan scaling law",
    ),
)
def size_limited_loss():
    """Kaplan loss from model size, L(N).

    Data and training time are taken as unlimited. `Psi` counts no embedding
    parameters here.
    """
    return Eq(loss, (Psi_c / Psi) ** alpha_size)


@formula(
    source=KAPLAN.at("equation 1.2", opened=True),
    status="fitted",
    leaves_out=ONE_RESOURCE,
    also_called=("L(D)",),
)
def data_limited_loss():
    """Kaplan loss from data size, L(D).

    The model is taken as large enough, and training as stopped before it overfits.
    """
    return Eq(loss, (D_c / D) ** alpha_data)


@formula(
    source=KAPLAN.at("equation 1.3", opened=True),
    status="fitted",
    leaves_out=ONE_RESOURCE,
    also_called=(
        "L(C)",
        "L(C_min)",
    ),
)
def compute_limited_loss():
    """Kaplan loss from compute, L(C).

    Model size and number of steps are taken as the best for this compute, which
    counts as spent with small batches; `least_compute` converts. Without a floor
    the law goes to zero, so it must fail in the end.
    """
    return Eq(loss, (C_c / C) ** alpha_C)


@formula(
    source=(
        HENIGHAN.at("equation 1.1", opened=True),
        FIELD_GUIDE.at("section 7.2, line 399", opened=True),
    ),
    status="fitted",
    leaves_out="the split of the compute between model and data",
    also_called=(
        "Henighan law",
        "L(C) with irreducible loss",
    ),
)
def compute_loss_with_floor():
    """Loss from compute, power law with irreducible loss.

    With a scale `C_ref` that is fitted, `A_C` is one nat. This form is sometimes
    named after Kaplan, whose law has no floor.
    """
    return Eq(loss, loss_floor + A_C * (C_ref / C) ** alpha_C)


@formula(
    source=KAPLAN.at("equation 1.5", opened=True),
    status="fitted",
    leaves_out="a floor, embedding parameters",
    also_called=("L(N,D)",),
)
def size_and_data_loss():
    """Kaplan loss from model size and data, L(N, D).

    With unlimited data it becomes L(N), with an unlimited model L(D).
    """
    return Eq(loss, ((Psi_c / Psi) ** (alpha_size / alpha_data) + D_c / D) ** alpha_data)


@formula(
    source=KAPLAN.at("equation 1.6", opened=True),
    status="fitted",
    leaves_out="a floor, embedding parameters, the learning-rate schedule, limited data",
    also_called=(
        "L(N,S_min)",
        "learning curve law",
    ),
)
def size_and_steps_loss():
    """Kaplan loss from model size and steps, L(N, S).

    The steps are those that a very large batch would need; `least_steps` converts
    from the batch that was used.
    """
    return Eq(loss, (Psi_c / Psi) ** alpha_size + (S_c / S_min) ** alpha_step)


@formula(
    source=KAPLAN.at("section 1.2", opened=True),
    leaves_out="a floor, whose share of the loss does not shrink, data and training time that hold "
    "the run back, embedding parameters",
    also_called=("loss improvement with scale",),
)
def loss_change_with_size():
    """Loss ratio when the model grows by a factor.

    A power law makes it independent of the size one starts from.
    """
    return Eq(x_loss, x_size ** (-alpha_size))


@formula(
    source=KAPLAN.at("equation 4.4", opened=True),
    leaves_out="the factor in front, which says when overfitting begins",
    also_called=("D ~ N^0.74",),
)
def data_exponent():
    """Exponent with which data must grow with the model (D ~ N^0.74).

    From the exponents of Kaplan's law.
    """
    return Eq(p_data, alpha_size / alpha_data)


@formula(
    source=KAPLAN.at("section 1.1", opened=True),
    status="definition",
    leaves_out="a floor",
    also_called=("overfitting boundary",),
)
def data_growth():
    """Data growth that a larger model needs (Kaplan).

    If the data grow less, they begin to hold the model back.
    """
    return Eq(x_data, x_size**p_data)


@formula(
    source=KAPLAN.at("equation 1.8, section 6.2", opened=True),
    leaves_out="a floor, limited data",
    also_called=("alpha_C^min",),
)
def compute_exponent():
    """Exponent of the loss in compute, from size, steps and batch.

    Each resource must grow by its own power of the loss, and compute is their
    product.
    """
    return Eq(alpha_C, 1 / (1 / alpha_step + 1 / alpha_batch + 1 / alpha_size))


@formula(
    source=KAPLAN.at("section 6.2", opened=True),
    leaves_out="a floor, limited data",
    also_called=("N ~ C^0.73",),
)
def size_exponent_of_compute():
    """Exponent of the best model size in compute (Kaplan).

    From two power laws of the loss: 0.71 with the exponents of the paper, which
    measured 0.73 in its runs.
    """
    return Eq(p_size, alpha_C / alpha_size)


@formula(
    source=AI_AND_COMPUTE.at("main text", opened=True),
    status="definition",
    also_called=(
        "doubling time",
        "compute trend",
    ),
)
def time_to_grow():
    """Time to grow by a factor at a constant doubling time.

    Compute used in the largest runs doubles every few months.
    """
    return Eq(T_grow, T_double * log(x_grow) / log(2))


@derives(loss_change_with_size)
def larger_over_smaller(page):
    """Divide the losses of two models."""
    page.start(
        Eq(x_loss, (Psi_c / (x_size * Psi)) ** alpha_size / loss), "the larger over the smaller"
    )
    page.put(size_limited_loss, "the smaller one")


@derives(data_exponent)
def growth_in_step(page):
    """Let both terms of the loss shrink in step."""
    page.start(
        Eq((1 / x_size) ** (alpha_size / alpha_data), 1 / x_data),
        "the term of the model and the term of the data shrink by the same factor",
    )
    page.put(data_growth, "the data grow by a power of the model's growth")
    page.solve_for(p_data, "compare the exponents")


@derives(compute_exponent)
def product_of_three_powers(page):
    """Multiply what each resource needs for a lower loss."""
    page.start(
        Eq(
            x_loss ** (-1 / alpha_C), x_loss ** (-1 / alpha_size - 1 / alpha_step - 1 / alpha_batch)
        ),
        "compute is model size times steps times batch, each a power of the loss",
    )
    page.solve_for(alpha_C, "compare the exponents")


@derives(size_exponent_of_compute)
def one_loss_two_laws(page):
    """Reach the same loss by compute and by size."""
    page.start(
        Eq(x_comp ** (-alpha_C), (x_comp**p_size) ** (-alpha_size)),
        "along the best path both laws give the same change of the loss",
    )
    page.solve_for(p_size, "compare the exponents")


kaplan = ConstantSet(
    "kaplan-2020",
    {
        Psi_c: "8.8e13",
        alpha_size: "0.076",
        D_c: "5.4e13",
        alpha_data: "0.095",
        C_c: "3.1e8 PFday",
        alpha_C: "0.050",
    },
    KAPLAN.at("equations 1.1 to 1.3"),
    says="Each resource fitted alone, with the least compute for each loss.",
)
kaplan_joint = ConstantSet(
    "kaplan-2020-joint",
    {Psi_c: "6.4e13", alpha_size: "0.076", D_c: "1.8e13", alpha_data: "0.103"},
    KAPLAN.at("table 2"),
    says="Model size and data fitted together, on smaller data sets.",
)
kaplan_steps = ConstantSet(
    "kaplan-2020-steps",
    {Psi_c: "6.5e13", alpha_size: "0.077", S_c: "2.1e3", alpha_step: "0.76"},
    KAPLAN.at("table 3"),
    says="Model size and steps fitted together.",
)

compute_laws = Variants(
    "compute-only-laws",
    "Loss from compute alone, with and without a floor",
    {
        compute_limited_loss: "no floor: Kaplan et al.",
        compute_loss_with_floor: "a floor: Henighan et al., and since then nearly everyone",
    },
    says="Without a floor the loss would reach zero. Fitted constants of one form mean nothing "
    "in the other.",
)

worked = [
    *(
        Case(
            size_limited_loss,
            {Psi: size},
            constants="kaplan-2020",
            gives=printed,
            source=KAPLAN.at("equation 1.1", opened=True),
            note="from the constants as printed; the paper prints no loss of this size",
        )
        for size, printed in ((1e9, "2.376"), (1e10, "1.994"))
    ),
    Case(
        loss_change_with_size,
        {x_size: 10, alpha_size: "0.076"},
        gives="0.839",
        source=KAPLAN.at("equation 1.1", opened=True),
        note="ten times the parameters, from the exponent as printed: 16 % less loss",
    ),
    Case(
        loss_change_with_size,
        {x_size: 2, alpha_size: "0.076"},
        gives="0.95",
        source=KAPLAN.at("section 1.2", opened=True),
        note="twice the parameters",
    ),
    Case(
        data_growth,
        {x_size: 8, p_data: "0.74"},
        gives="5",
        within="7 %",
        source=KAPLAN.at("section 1.1", opened=True),
        note="printed as roughly 5; it is 4.66",
    ),
    Case(
        data_exponent,
        {alpha_size: "0.076", alpha_data: "0.103"},
        gives="0.74",
        source=KAPLAN.at("equation 4.4", opened=True),
    ),
    Case(
        compute_exponent,
        {alpha_step: "0.76", alpha_batch: "0.21", alpha_size: "0.077"},
        gives="0.054",
        within="3.5 %",
        source=KAPLAN.at("equation 1.8, section 6.2", opened=True),
        note="0.0525 from the rounded exponents; the fit to the runs themselves gives 0.050",
    ),
    Case(
        size_exponent_of_compute,
        {alpha_C: "0.054", alpha_size: "0.076"},
        gives="0.71",
        source=KAPLAN.at("section 6.2", opened=True),
        note="predicted; the fit to the runs themselves gives 0.73",
    ),
    *(
        Case(
            time_to_grow,
            {x_grow: times, T_double: "3.4 month"},
            gives=span,
            within=within,
            source=AI_AND_COMPUTE.at(place, opened=True),
            note=note,
        )
        for times, span, within, place, note in (
            (10, "1 year", "6 %", "overview", "roughly a factor of 10 each year, as the page says"),
            (
                300000,
                "5.2 year",
                "2 %",
                "first paragraph",
                "from the growth and the doubling time as printed: the page prints no time",
            ),
        )
    ),
]
