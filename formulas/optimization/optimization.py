"""Optimization: moments, bias correction, decoupled decay, clipping, loss scaling."""

from sympy import Eq, Min, Sum, sqrt

from derive.records import Variants, derives, formula

from ..sources import ADAM, ADAMW, FIELD_GUIDE, MIXED_PRECISION, PASCANU, PYTORCH
from ..symbols.batch import B
from ..symbols.model import Psi
from ..symbols.noise import eta
from ..symbols.optimizer import (
    beta_1,
    beta_2,
    clip_norm,
    eps_adam,
    eps_clip,
    eta_base,
    f_clip,
    g_clip,
    g_norm,
    g_part,
    g_rest,
    grad,
    grad_scaled,
    grad_sum,
    grad_true,
    i_step,
    loss_scale,
    m_hat,
    m_new,
    m_old,
    r_adam,
    theta_new,
    theta_old,
    u_norm,
    v_hat,
    v_new,
    v_old,
    weight_decay,
)
from ..symbols.schedules import t_now


@formula(
    source=FIELD_GUIDE.at("section 2.1, line 146", opened=True),
    status="definition",
    also_called=("gradient averaging",),
)
def mini_batch_gradient():
    """Mini-batch gradient: the mean over the examples.

    Summed gradients over the global batch; with unequal micro-batches divide by the
    tokens of all.
    """
    return Eq(grad, grad_sum / B)


@formula(
    source=(
        ADAM.at("algorithm 1", opened=True),
        FIELD_GUIDE.at("section 2.2, line 154", opened=True),
    ),
    status="definition",
    also_called=(
        "Adam",
        "exp_avg",
        "m_t",
        "beta_1",
    ),
)
def adam_first_moment():
    """Adam first moment (momentum) update.

    An exponential moving average of the gradient.
    """
    return Eq(m_new, beta_1 * m_old + (1 - beta_1) * grad)


@formula(
    source=(
        ADAM.at("algorithm 1", opened=True),
        FIELD_GUIDE.at("section 2.2, line 154", opened=True),
    ),
    status="definition",
    also_called=(
        "exp_avg_sq",
        "v_t",
        "beta_2",
    ),
)
def adam_second_moment():
    """Adam second moment (variance) update.

    An exponential moving average of the squared gradient.
    """
    return Eq(v_new, beta_2 * v_old + (1 - beta_2) * grad**2)


@formula(
    source=(
        ADAM.at("section 3", opened=True),
        FIELD_GUIDE.at("section 2.3, line 162", opened=True),
    ),
    holds_when=lambda: [t_now >= 1],
    leaves_out="a gradient that changes its mean from step to step",
    also_called=(
        "m_hat",
        "bias correction",
    ),
)
def bias_corrected_first_moment():
    """Adam bias correction, first moment.

    Corrects the start at zero. Steps are counted from 1; after many steps nothing
    is left to correct.
    """
    return Eq(m_hat, m_new / (1 - beta_1**t_now))


@formula(
    source=(
        ADAM.at("section 3", opened=True),
        FIELD_GUIDE.at("section 2.3, line 162", opened=True),
    ),
    holds_when=lambda: [t_now >= 1],
    leaves_out="a gradient that changes its size from step to step",
    also_called=(
        "v_hat",
        "bias correction of the variance",
    ),
)
def bias_corrected_second_moment():
    """Adam bias correction, second moment.

    Corrects the start at zero. Steps are counted from 1.
    """
    return Eq(v_hat, v_new / (1 - beta_2**t_now))


@formula(
    source=(
        PYTORCH.at("torch.optim.AdamW", opened=True),
        FIELD_GUIDE.at("section 2.4, line 170", opened=True),
    ),
    status="definition",
    also_called=(
        "AdamW",
        "decoupled weight decay",
        "PyTorch AdamW",
    ),
)
def adamw_update():
    """AdamW update (PyTorch): decay multiplied by the learning rate.

    The decay stands beside the quotient of the moments, not inside the gradient.
    """
    return Eq(
        theta_new,
        theta_old - eta * m_hat / (sqrt(v_hat) + eps_adam) - eta * weight_decay * theta_old,
    )


@formula(
    source=ADAMW.at("algorithm 2", opened=True),
    status="definition",
    also_called=(
        "AdamW paper",
        "Loshchilov Hutter weight decay",
    ),
)
def adamw_update_as_published():
    """AdamW update as published: decay multiplied by the schedule alone.

    The schedule is `eta / eta_base`, so the base learning rate does not touch the
    decay. The same decay needs a value smaller by the factor `eta_base` than in the
    PyTorch convention: a thousand times smaller at a base learning rate of 1e-3,
    3000 times at 3e-4.
    """
    return Eq(
        theta_new,
        theta_old
        - eta * m_hat / (sqrt(v_hat) + eps_adam)
        - eta / eta_base * weight_decay * theta_old,
    )


@formula(
    source=ADAM.at("section 2.1", opened=True),
    status="approximation",
    leaves_out="weight decay, parameters whose gradient changes sign from step to step",
    also_called=(
        "Adam step size",
        "update RMS",
    ),
)
def adam_update_norm():
    """Adam update norm while all parameters move at full rate.

    Each parameter moves by about the learning rate, whatever the size of its
    gradient, so clipping the gradient does not shorten the step.
    """
    return Eq(u_norm, eta * sqrt(Psi))


@formula(
    source=(
        PASCANU.at("algorithm 1", opened=True),
        FIELD_GUIDE.at("section 2.5, line 178", opened=True),
    ),
    status="definition",
    also_called=(
        "gradient clipping",
        "clip_grad_norm",
        "max_norm",
    ),
)
def clipping_factor():
    """Gradient clipping factor, by global norm.

    It caps the norm of the gradient, not that of the update.
    """
    return Eq(f_clip, Min(1, clip_norm / g_norm))


@formula(
    source=PYTORCH.at("torch.nn.utils.clip_grads_with_norm_", opened=True),
    status="definition",
    also_called=(
        "torch.nn.utils.clip_grad_norm_",
        "clip_coef",
    ),
)
def clipping_factor_stabilized():
    """Gradient clipping factor in PyTorch, with epsilon.

    Adds 1e-6 to the norm before dividing.
    """
    return Eq(f_clip, Min(1, clip_norm / (g_norm + eps_clip)))


@formula(
    source=PASCANU.at("algorithm 1", opened=True),
    also_called=("clipped gradient norm",),
)
def clipped_norm():
    """Gradient norm after clipping.

    The norm itself, or the limit where it is larger.
    """
    return Eq(g_clip, Min(clip_norm, g_norm))


@formula(
    source=FIELD_GUIDE.at("section 10.2, line 546", opened=True),
    status="definition",
    also_called=(
        "distributed gradient norm",
        "global grad norm",
    ),
)
def sharded_gradient_norm():
    """Global gradient norm from two shards.

    Squares add up, norms do not; repeat it for more shards. A rank that clips by
    the norm of its own shard clips by too little.
    """
    return Eq(g_norm, sqrt(g_part**2 + g_rest**2))


@formula(
    source=(
        MIXED_PRECISION.at("section 3.2, as quoted", opened=True),
        FIELD_GUIDE.at("section 8.2, line 448, corrected", opened=True),
    ),
    leaves_out="overflow, after which the step is skipped",
    also_called=(
        "loss scaling",
        "GradScaler",
        "dynamic loss scale",
    ),
)
def unscaled_gradient():
    """Loss scaling: the gradient after unscaling.

    The scale must come off before the gradient is clipped or handed to the
    optimizer. Only fp16 needs it.
    """
    return Eq(grad, grad_scaled / loss_scale)


@derives(bias_corrected_first_moment)
def weights_of_the_past(page):
    """Add up the weights of all gradients since the start."""
    page.start(
        Eq(m_new, (1 - beta_1) * grad_true * Sum(beta_1**i_step, (i_step, 0, t_now - 1))),
        "from zero, each step adds a gradient, and older ones fade; all have the same mean",
    )
    page.sum_up("a geometric sum")
    page.solve_for(grad_true, "the mean that the moment should show")
    page.rename(grad_true, m_hat, "call it the corrected moment")


@derives(bias_corrected_second_moment)
def weights_of_past_squares(page):
    """Add up the weights of all squares since the start."""
    page.start(
        Eq(v_new, (1 - beta_2) * v_hat * Sum(beta_2**i_step, (i_step, 0, t_now - 1))),
        "from zero, each step adds a square, and older ones fade; all have the same mean",
    )
    page.sum_up("a geometric sum")
    page.solve_for(v_hat, "the mean that the moment should show")


@derives(adam_update_norm)
def every_parameter_by_the_learning_rate(page):
    """Add the squares of all parameters."""
    page.start(Eq(u_norm, sqrt(Psi * (eta * r_adam) ** 2)), "the same for every parameter")
    page.put(Eq(r_adam, 1), "the moments agree: the gradient keeps its sign and size")


@derives(clipped_norm)
def factor_times_norm(page):
    """Multiply the norm by the factor."""
    page.start(Eq(g_clip, f_clip * g_norm), "all gradients shrink by one factor")
    page.put(clipping_factor, "nothing, or down to the largest norm")


@derives(unscaled_gradient)
def linear_in_the_loss(page):
    """Let the scale pass through the derivative."""
    page.start(Eq(grad_scaled, loss_scale * grad), "the gradient of s times the loss")
    page.solve_for(grad, "what the gradient would have been")


decay_conventions = Variants(
    "weight-decay-conventions",
    "AdamW by what multiplies the weight decay",
    {
        adamw_update: "the learning rate: PyTorch, Megatron-LM, most recipes",
        adamw_update_as_published: "the schedule alone: the AdamW paper",
    },
    says="A weight decay found with one convention is wrong in the other.",
)
clipping_conventions = Variants(
    "clipping-conventions",
    "Clipping factor with and without a stabilizer",
    {
        clipping_factor: "the definition",
        clipping_factor_stabilized: "PyTorch, which adds 1e-6 to the norm",
    },
    says="They differ by about one part in a million.",
)
