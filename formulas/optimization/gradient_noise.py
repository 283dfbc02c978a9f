"""Gradient noise: how much a mini-batch gradient strays, and what one step can gain."""

from sympy import Eq, Sum

from derive.records import derives, formula

from ..sources import FIELD_GUIDE, GPT_NEOX_CODE, MCCANDLISH, TRAINING_BOOK
from ..symbols.batch import B
from ..symbols.noise import (
    B_big,
    B_noise,
    B_small,
    G_sq,
    H_grad,
    H_noise,
    V_noise,
    c_curv,
    drop_lim,
    drop_opt,
    eta,
    eta_opt,
    f_prog,
    i_ex,
    loss_drop,
    q_batch,
    q_big,
    q_small,
    tr_cov,
)


def formalized(place):
    """A place of the paper, as a Lean formalization states it."""
    return MCCANDLISH.at(f"{place}, as a Lean formalization states it", opened=True)


ESTIMATOR = GPT_NEOX_CODE.at("megatron/gradient_noise_scale/gradient_noise_scale.py", opened=True)
INDEPENDENT = "examples that are not drawn independently"
QUADRATIC = "terms of higher order in the learning rate, momentum, adaptive optimizers"


@formula(
    source=(
        formalized("equations 2.1 to 2.3"),
        FIELD_GUIDE.at("section 3.5, line 230, corrected", opened=True),
    ),
    leaves_out=INDEPENDENT,
    also_called=(
        "gradient noise",
        "SGD noise",
    ),
)
def gradient_variance():
    """Mini-batch gradient variance.

    It falls as one over the batch at every batch size. What saturates at large
    batches is not the noise but the benefit.
    """
    return Eq(V_noise, tr_cov / B)


@formula(
    source=MCCANDLISH.at("appendix A.1", opened=True),
    leaves_out=INDEPENDENT,
    also_called=("expected squared norm of the batch gradient", "E[G_B^2]"),
)
def mini_batch_gradient_norm():
    """Expected squared norm of the mini-batch gradient.

    Noise makes the gradient of a batch longer than the true one.
    """
    return Eq(q_batch, G_sq + tr_cov / B)


@formula(
    source=(MCCANDLISH.at("appendix A.1", opened=True), ESTIMATOR),
    holds_when=lambda: [B_big > B_small, B_big * q_big > B_small * q_small],
    leaves_out=INDEPENDENT,
    also_called=("unbiased estimate of the squared gradient norm", "G^2 estimate"),
)
def true_gradient_norm_estimate():
    """Squared norm of the true gradient, from two batch sizes.

    Data-parallel training has both at hand: the gradient of one rank and that of
    all ranks.
    """
    return Eq(G_sq, (B_big * q_big - B_small * q_small) / (B_big - B_small))


@formula(
    source=(MCCANDLISH.at("appendix A.1", opened=True), ESTIMATOR),
    holds_when=lambda: [B_big > B_small, q_small > q_big],
    leaves_out=INDEPENDENT,
    also_called=(
        "tr(Sigma) estimate",
        "S estimate",
    ),
)
def gradient_variance_estimate():
    """Gradient variance of one example, from two batch sizes.

    The second half of the usual estimator of the gradient noise scale.
    """
    return Eq(tr_cov, (q_small - q_big) / (1 / B_small - 1 / B_big))


@formula(
    source=formalized("equation 2.5"),
    leaves_out=QUADRATIC,
    also_called=("expected improvement of a step",),
)
def expected_loss_drop():
    """Expected loss decrease of one SGD step.

    The gradient pulls the loss down; the curvature, along the gradient and along
    the noise, pushes it up again.
    """
    return Eq(loss_drop, eta * G_sq - eta**2 / 2 * (H_grad + H_noise / B))


@formula(
    source=formalized("equation 2.6"),
    leaves_out=QUADRATIC,
    also_called=(
        "optimal step size",
        "learning rate versus batch size",
    ),
)
def best_learning_rate():
    """Optimal learning rate of one step, from the batch size.

    It grows with the batch, and hardly any more far above the gradient noise scale.
    """
    return Eq(eta_opt, G_sq / (H_grad + H_noise / B))


@formula(
    source=formalized("equation 2.7"),
    leaves_out=QUADRATIC,
    also_called=("optimal loss improvement",),
)
def best_loss_drop():
    """Largest expected loss decrease of one step, from the batch size.

    What the optimal learning rate gains.
    """
    return Eq(drop_opt, G_sq**2 / (2 * (H_grad + H_noise / B)))


@formula(
    source=MCCANDLISH.at("equation 2.8", opened=True),
    status="definition",
    leaves_out=QUADRATIC,
    also_called=(
        "B_noise",
        "noise scale",
    ),
)
def curvature_noise_scale():
    """Gradient noise scale, with the Hessian.

    Curvature along the noise over curvature along the gradient: the batch at which
    half of the possible progress is made.
    """
    return Eq(B_noise, H_noise / H_grad)


@formula(
    source=(
        formalized("equation 2.9"),
        TRAINING_BOOK.at("glossary, line 27", opened=True),
        ESTIMATOR,
    ),
    leaves_out="differences of curvature between directions",
    also_called=(
        "B_simple",
        "simple noise scale",
        "tr(Sigma)/G^2",
    ),
)
def gradient_noise_scale():
    """Gradient noise scale, simple (B_simple).

    The variance over examples, divided by the squared norm of the true gradient; no
    Hessian is needed. It estimates the critical batch size and grows during
    training, since the gradient shrinks.
    """
    return Eq(B_noise, tr_cov / G_sq)


@formula(
    source=formalized("equation 2.7"),
    leaves_out=QUADRATIC,
    also_called=("batch size progress",),
)
def progress_per_step():
    """Progress of one step relative to an unlimited batch.

    One half at the gradient noise scale.
    """
    return Eq(f_prog, 1 / (1 + B_noise / B))


@derives(gradient_variance)
def variances_add_up(page):
    """Add the variances of independent examples."""
    page.start(
        Eq(V_noise, Sum(tr_cov, (i_ex, 1, B)) / B**2),
        "a sum of independent gradients, divided by their number",
    )
    page.sum_up("the same for each example")


@derives(mini_batch_gradient_norm)
def signal_and_noise(page):
    """Add the noise to the true gradient."""
    page.start(Eq(q_batch, G_sq + V_noise), "noise is as often with the gradient as against it")
    page.put(gradient_variance, "a mean of independent examples")


@derives(gradient_variance_estimate)
def two_norms_subtracted(page):
    """Subtract the norms of two batch sizes."""
    page.start(
        mini_batch_gradient_norm.with_(q_batch=q_small, B=B_small), "the norm of the smaller batch"
    )
    page.put(
        mini_batch_gradient_norm.with_(q_batch=q_big, B=B_big),
        "the true gradient is in both",
        for_=G_sq,
    )
    page.solve_for(tr_cov, "what is left is noise")


@derives(true_gradient_norm_estimate)
def noise_removed(page):
    """Remove the noise from the norms of two batch sizes."""
    page.start(
        mini_batch_gradient_norm.with_(q_batch=q_small, B=B_small), "the norm of the smaller batch"
    )
    page.put(
        mini_batch_gradient_norm.with_(q_batch=q_big, B=B_big),
        "the noise is in both, in inverse proportion to the batch",
        for_=tr_cov,
    )
    page.solve_for(G_sq, "what is left is the true gradient")


@derives(best_learning_rate)
def top_of_the_parabola(page):
    """Maximise the expected fall over the learning rate."""
    page.start(expected_loss_drop, "the fall to be maximised")
    page.maximise(eta, "too small moves little, too large overshoots", call=eta_opt)


@derives(best_loss_drop)
def height_of_the_parabola(page):
    """Maximise the expected fall over the learning rate."""
    page.start(expected_loss_drop, "the fall to be maximised")
    page.maximise(eta, "too small moves little, too large overshoots", call=eta_opt)
    page.at_optimum("the fall at the best learning rate", call=drop_opt)


@derives(gradient_noise_scale)
def curvature_alike_everywhere(page):
    """Take the curvature as the same in all directions."""
    page.start(curvature_noise_scale, "curvature along the noise over that along the gradient")
    page.put(Eq(H_noise, c_curv * tr_cov), "the same curvature for all of the noise")
    page.put(Eq(H_grad, c_curv * G_sq), "and for the gradient")


@derives(progress_per_step)
def with_and_without_noise(page):
    """Divide the fall by the fall without noise."""
    page.start(Eq(f_prog, drop_opt / drop_lim), "what the batch reaches of what can be reached")
    page.put(best_loss_drop, "the best step of this batch")
    page.put(Eq(drop_lim, G_sq**2 / (2 * H_grad)), "the best step without noise")
    page.put(curvature_noise_scale, "name the ratio of the curvatures", for_=H_noise)
