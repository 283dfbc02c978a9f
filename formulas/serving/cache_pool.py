"""Cache pool: what parameters and activations leave for keys and values."""

from sympy import Eq

from derive.records import formula

from ..sources import VLLM
from ..symbols.catalog import M_drv, f_fill
from ..symbols.kv_cache import M_pool
from ..symbols.memory import M_act, M_param


@formula(
    source=VLLM.at(
        "source code, vllm/worker/worker.py, determine_num_available_blocks", opened=True
    ),
    status="definition",
    holds_when=lambda: [M_param + M_act <= f_fill * M_drv],
    leaves_out="buffers of communication, graphs of recorded kernels",
    also_called=("gpu_memory_utilization", "KV cache budget"),
)
def cache_pool_memory():
    """KV cache pool of a server (vLLM gpu_memory_utilization).

    A share `f_fill` of what the driver reports is taken at once. Parameters
    and the largest activations of one pass come first; all that is left
    becomes the cache.
    """
    return Eq(M_pool, f_fill * M_drv - M_param - M_act)
