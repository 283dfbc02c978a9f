"""Letters of time: a step and the whole run."""

from derive.records import symbol

T_step = symbol(
    "T_step",
    "time of one training step",
    "second",
    typical="0.1..60",
    aliases=("step_time", "iteration_time"),
    says="From one optimizer update to the next.",
)
T_comp = symbol(
    "T_comp",
    "compute time",
    "second",
    at_least=0,
    says="Time in which the GPU's arithmetic units are busy.",
)
T_comm = symbol(
    "T_comm",
    "communication time",
    "second",
    at_least=0,
    says="Time in which data move between GPUs.",
)
T_train = symbol(
    "T_train",
    "time of the training run",
    "second",
    typical="1e4..1e8",
    aliases=("train_time",),
    says="From the first step to the last, without pauses.",
)
