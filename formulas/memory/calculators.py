"""Calculators: what public ones answer for one model of 70 billion parameters, part by part.

Llama 3 70B on 512 GPUs: sequences of 8,192 tokens, one per micro-batch, tensor
parallelism 8 with sequence parallelism, pipeline 4, data parallelism 16,
optimizer state sharded. The answers of Megatron-LM are beside its formulas.
"""

from derive.records import Case

from ..sources import LLM_ANALYSIS, MLSYSIM
from ..symbols.activations import n_fly
from ..symbols.memory import M_act, M_grad, M_opt, M_param, b_grad, b_opt, b_param
from ..symbols.model import L, Psi, b, h, s
from ..symbols.parallelism import CP, TP, N_dp, p
from ..symbols.state import M_buf, Psi_gpu
from .activations.pipelines import stage_activation_memory_selective
from .megatron_memory import distributed_optimizer_memory
from .training_memory import training_memory
from .zero_splits import split_state_memory, split_zero1_memory

SIMULATOR = MLSYSIM.at("TrainingMemoryModel, Llama 3 70B", opened=True)
ANALYSIS = LLM_ANALYSIS.at("train, Llama 3 70B", opened=True)

# Half-precision gradients, an average GPU, and one micro-batch of one stage in flight.
mlsysim = [
    Case(
        split_state_memory.with_(b_grad=0, b_opt=0),
        {Psi: 70.6e9, TP: 8, p: 4, b_param: "2 byte/param"},
        gives="4.4125 GB",
        source=SIMULATOR,
        note="gradients, also at 2 bytes, come out the same",
    ),
    Case(
        split_zero1_memory.with_(b_param=0, b_grad=0),
        {Psi: 70.6e9, TP: 8, p: 4, N_dp: 16, b_opt: "12 byte/param"},
        gives="1.6546875 GB",
        source=SIMULATOR,
    ),
    Case(
        stage_activation_memory_selective,
        {L: 80, h: 8192, s: 8192, b: 1, TP: 8, p: 4, n_fly: 1},
        gives="5.70425344 GB",
        source=SIMULATOR,
        note="one micro-batch in flight; the first stage holds four",
    ),
    Case(
        training_memory,
        {
            M_param: "4.412500 GB",
            M_grad: "4.412500 GB",
            M_opt: "1.6546875 GB",
            M_act: "5.70425344 GB",
            M_buf: "0.489060456 GB",
        },
        gives="16.673001396 GB",
        source=SIMULATOR,
        within="1e-9",
    ),
]

# Single-precision gradients, the first stage, one of two vocabulary tables counted.
llm_analysis = [
    Case(
        distributed_optimizer_memory.with_(b_grad=0, b_opt=0),
        {Psi_gpu: 2270757888, b_param: "2 byte/param"},
        gives="4541515776 byte",
        source=ANALYSIS,
    ),
    Case(
        distributed_optimizer_memory.with_(b_param=0, b_opt=0),
        {Psi_gpu: 2270471168, b_grad: "4 byte/param"},
        gives="9081884672 byte",
        source=ANALYSIS,
        note="here it splits norms as well; its peak memory leaves gradients out",
    ),
    Case(
        distributed_optimizer_memory.with_(b_param=0, b_grad=0),
        {Psi_gpu: 2270757888, b_opt: "12 byte/param", N_dp: 16, CP: 1},
        gives="1703068416 byte",
        source=ANALYSIS,
    ),
]
