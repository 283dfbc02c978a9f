"""Memory of a stage: everything one GPU holds at its peak."""

from sympy import Eq

from derive.records import formula

from ..sources import DRIVER_READINGS, KORTHIKANTI, PYTORCH, ZERO
from ..symbols.capacity import M_gpu
from ..symbols.memory import M_act, M_grad, M_opt, M_param
from ..symbols.runs_step import M_frag
from ..symbols.stages_memory import M_all, M_fix, M_live, M_tables, x_frag


@formula(
    source=(ZERO.at("section 3", opened=True), KORTHIKANTI.at("section 4", opened=True)),
    status="definition",
    leaves_out="what the framework allocates outside the tensors named here",
    also_called=(
        "torch.cuda.max_memory_allocated",
        "allocated memory",
    ),
)
def tensor_memory():
    """Peak allocated memory on one GPU.

    What PyTorch reports as allocated.
    """
    return Eq(M_all, M_param + M_grad + M_opt + M_tables + M_act + M_live)


@formula(
    source=PYTORCH.at("notes, CUDA semantics, memory management", opened=True),
    status="fitted",
    also_called=(
        "reserved memory",
        "fragmentation",
    ),
)
def allocator_memory():
    """Allocator overhead: reserved beyond allocated memory.

    Fragmentation and rounding of the caching allocator.
    """
    return Eq(M_frag, x_frag * M_all)


@formula(
    source=(
        PYTORCH.at("notes, CUDA semantics, memory management", opened=True),
        DRIVER_READINGS.at("logs"),
    ),
    leaves_out="other processes on the GPU",
    also_called=(
        "nvidia-smi memory",
        "memory used",
    ),
    holds_for={"activation_count": "run"},
)
def run_memory():
    """Peak GPU memory as the driver (nvidia-smi) reports it.

    The allocator reserves more than the tensors take, and CUDA context and
    libraries hold something of their own.
    """
    return Eq(M_gpu, M_all + M_frag + M_fix)
