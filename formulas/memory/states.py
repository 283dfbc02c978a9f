"""States: bytes per parameter that training keeps, by convention."""

from sympy import Eq

from derive.records import Variants, derives, formula

from ..sources import (
    ADAM,
    DEEPSPEED,
    FIELD_GUIDE,
    INFRA_MATH,
    MEGATRON_CODE,
    ML_ENGINEERING,
    PLAYBOOK,
    SCALING_BOOK,
    TRAINING_BOOK,
    ZERO,
)
from ..symbols.memory import M_state, b_grad, b_opt, b_param
from ..symbols.model import Psi
from ..symbols.parallelism import CP, N_dp
from ..symbols.state import (
    b_acc,
    b_back,
    b_master,
    b_mom,
    b_state,
    b_var,
    full_width,
    half_width,
)
from .zero import data_parallel_memory, zero1_memory

PARTS = PLAYBOOK.at("mixed precision, table of FP8 recipes", opened=True)
BOOK = MEGATRON_CODE.at("megatron/training/theoretical_memory_usage.py", opened=True)


@formula(
    source=(
        ZERO.at("section 3.1", opened=True),
        ADAM.at("algorithm 1", opened=True),
        TRAINING_BOOK.at("notation appendix, line 97", opened=True),
    ),
    status="definition",
    holds_for={"optimizer": "adam"},
)
def optimizer_bytes():
    """Optimizer bytes per parameter, part by part.

    The two means of Adam take 8 bytes in single precision. The label
    "optimizer state" often counts the master weights in: 12 bytes.
    """
    return Eq(b_opt, b_master + b_mom + b_var)


@formula(source=(PARTS, INFRA_MATH.at("line 22", opened=True)), status="definition")
def gradient_bytes():
    """Gradient bytes per parameter, with an accumulation buffer.

    Frameworks that accumulate in single precision keep those gradients beside
    the ones that the backward pass writes; others accumulate in place, and
    then `b_acc` is 0.
    """
    return Eq(b_grad, b_back + b_acc)


# allow laws_keep_inherited_alternatives: a sum, whichever optimizer needs the parts
@formula(
    source=(PARTS, INFRA_MATH.at("lines 20 to 22", opened=True)),
    status="definition",
    leaves_out="buffers, fragmentation",
    also_called=("bytes per parameter",),
    holds_for={"sharding": "none", "precision_recipe": "by-parts"},
)
def state_bytes():
    """Model-state bytes per parameter, part by part.

    Parameters, both sets of gradients, master weights and the two moments.
    """
    return Eq(b_state, b_param + b_back + b_acc + b_master + b_mom + b_var)


# allow laws_keep_inherited_alternatives: a sum, whatever its parts are
@formula(
    source=(
        INFRA_MATH.at("lines 20 to 22", opened=True),
        PLAYBOOK.at("memory for weights, grads, optimizer", opened=True),
    ),
    status="definition",
    leaves_out="activations, communication buffers, fragmentation",
    also_called=("16 bytes per parameter", "18 bytes per parameter"),
    holds_for={"model_split": "whole", "offload": "none"},
)
def model_state_memory():
    """Model-state memory from bytes per parameter.

    Parameters, gradients and optimizer state of a GPU that shards nothing.
    """
    return Eq(M_state, b_state * Psi)


# allow laws_keep_inherited_alternatives: the law divides by the degrees
@formula(
    source=(BOOK, INFRA_MATH.at("line 50", opened=True)),
    leaves_out="parameters that data-parallel ranks hold in different numbers, such as experts",
    also_called=("6 + 12/d bytes per parameter",),
    holds_for={"sharding": "zero1", "precision_recipe": "by-parts"},
)
def distributed_optimizer_bytes():
    """Megatron-LM distributed optimizer: bytes per parameter.

    With half-precision parameters and fp32 gradients it is 6 plus 12 over the
    ranks that hold the same parameters: 18 on one rank, 6 on many. Megatron-LM's
    memory report counts `N_dp` of them and leaves `CP` out.
    """
    return Eq(b_state, b_param + b_grad + b_opt / (N_dp * CP))


@formula(
    source=INFRA_MATH.at("line 20", opened=True),
    leaves_out="half-precision copies",
    holds_for={"optimizer": "adam", "sharding": "none", "precision_recipe": "single"},
)
def single_precision_state_bytes():
    """FP32 training: bytes per parameter.

    Parameters, gradients, and Adam's momentum and variance: 16, like mixed precision
    with master weights, but made of other parts.
    """
    return Eq(b_state, 4 * full_width)


@formula(
    source=(
        ZERO.at("section 3.1", opened=True),
        DEEPSPEED.at("docs/code-docs/source/memory.rst", opened=True),
    ),
    leaves_out="gradients in single precision",
    holds_for={"optimizer": "adam", "sharding": "none", "precision_recipe": "mixed-16"},
)
def mixed_precision_state_bytes():
    """Mixed precision with half-precision gradients: bytes per parameter.

    Parameters and gradients at 2 bytes; master weights, momentum and variance
    at 4: 16 bytes.
    """
    return Eq(b_state, 2 * half_width + 3 * full_width)


@formula(
    source=(BOOK, ML_ENGINEERING.at("training/performance, anatomy of model memory", opened=True)),
    leaves_out="half-precision gradients kept beside the others",
    holds_for={"optimizer": "adam", "sharding": "none", "precision_recipe": "mixed-18"},
)
def single_gradient_state_bytes():
    """Mixed precision with FP32 gradients: bytes per parameter.

    Only the parameters have a half-precision copy; gradients, master weights,
    momentum and variance take 4 bytes each: 18 bytes.
    """
    return Eq(b_state, half_width + 4 * full_width)


@formula(
    source=(INFRA_MATH.at("line 22", opened=True), PARTS),
    holds_for={"optimizer": "adam", "sharding": "none", "precision_recipe": "mixed-20"},
)
def accumulated_gradient_state_bytes():
    """Mixed precision with two sets of gradients: bytes per parameter.

    Half-precision gradients are added into a single-precision set that stays:
    20 bytes.
    """
    return Eq(b_state, 2 * half_width + 4 * full_width)


@formula(
    source=(
        FIELD_GUIDE.at("section 4.1", opened=True),
        INFRA_MATH.at("lines 198 to 201", opened=True),
    ),
    leaves_out="master weights",
    holds_for={"optimizer": "adam", "sharding": "none", "precision_recipe": "masterless"},
)
def masterless_state_bytes():
    """Mixed precision without master weights: bytes per parameter.

    Parameters and gradients at 2 bytes, momentum and variance at 4: 12 bytes.
    Twelve is also what single-precision parameters, momentum and variance
    take without gradients; the two only look alike.
    """
    return Eq(b_state, 2 * half_width + 2 * full_width)


@formula(
    source=SCALING_BOOK.at("applied training, memory of Adam", opened=True),
    leaves_out="master weights, gradients, which live only during the backward pass",
    holds_for={"optimizer": "adam", "sharding": "none", "precision_recipe": "between-steps"},
)
def gradientless_state_bytes():
    """Model state between steps, without gradients: bytes per parameter.

    Parameters at 2 bytes, momentum and variance at 4: 10 bytes. An 8-bit
    recipe reaches the same number with all gradients counted.
    """
    return Eq(b_state, half_width + 2 * full_width)


@derives(state_bytes)
def part_by_part(page):
    """Split gradients and optimizer state."""
    page.start(Eq(b_state, b_param + b_grad + b_opt), "the model state has three parts")
    page.put(gradient_bytes, "gradients may be kept twice")
    page.put(optimizer_bytes, "the optimizer keeps up to three numbers per parameter")


@derives(model_state_memory)
def bytes_times_parameters(page):
    """Collect the bytes of one parameter."""
    page.start(data_parallel_memory, "what one replica keeps")
    page.put(Eq(b_opt, b_state - b_param - b_grad), "call the sum of the bytes b_state")


@derives(distributed_optimizer_bytes)
def share_of_the_optimizer(page):
    """Divide the memory under ZeRO-1 by the number of parameters."""
    page.start(model_state_memory, "bytes per parameter times parameters")
    page.put(
        zero1_memory.with_(N_dp=N_dp * CP), "the optimizer state is cut over replicas and context"
    )
    page.solve_for(b_state, "the bytes that one parameter costs on one GPU")


def _convention(page, *, param, back, acc, master, mean=full_width):
    """The parts of one convention, put in one after the other."""
    page.start(state_bytes, "the parts")
    page.put(Eq(b_param, param), "the copy that the layers compute with")
    page.put(Eq(b_back, back), "gradients as the backward pass writes them")
    page.put(Eq(b_acc, acc), "gradients that add up over micro-batches")
    page.put(Eq(b_master, master), "master weights")
    page.put(Eq(b_mom, mean), "momentum")
    page.put(Eq(b_var, mean), "variance")


@derives(single_precision_state_bytes)
def all_single(page):
    """Everything takes four bytes, and nothing is kept twice."""
    _convention(page, param=full_width, back=full_width, acc=0, master=0)


@derives(mixed_precision_state_bytes)
def half_gradients(page):
    """Half-precision parameters and gradients, single-precision optimizer."""
    _convention(page, param=half_width, back=half_width, acc=0, master=full_width)


@derives(single_gradient_state_bytes)
def single_gradients(page):
    """Gradients go straight into a single-precision buffer."""
    _convention(page, param=half_width, back=0, acc=full_width, master=full_width)


@derives(accumulated_gradient_state_bytes)
def both_gradients(page):
    """Half-precision gradients beside the single-precision buffer."""
    _convention(page, param=half_width, back=half_width, acc=full_width, master=full_width)


@derives(masterless_state_bytes)
def no_master(page):
    """The optimizer updates the half-precision parameters."""
    _convention(page, param=half_width, back=half_width, acc=0, master=0)


@derives(gradientless_state_bytes)
def no_gradients(page):
    """Gradients are gone between steps, and there are no master weights."""
    _convention(page, param=half_width, back=0, acc=0, master=0)


conventions = Variants(
    "state-conventions",
    "Bytes per parameter of the model state, by what is counted",
    {
        mixed_precision_state_bytes: "16: the ZeRO paper, DeepSpeed's documentation",
        single_gradient_state_bytes: "18: Megatron-LM, the Korthikanti paper, ML Engineering",
        accumulated_gradient_state_bytes: "20: nanotron and the Ultra-Scale Playbook",
        masterless_state_bytes: "12: estimates that leave master weights out",
        gradientless_state_bytes: "10: the scaling book, between steps",
    },
    says="With Adam in mixed precision; training purely in single precision also takes 16.",
)
