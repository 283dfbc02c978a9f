"""Letters of overlap: the phases of a step, and what of them is really waited for."""

from derive.records import symbol

T_input = symbol(
    "T_input",
    "input time",
    "second",
    at_least=0,
    typical="0.001..10",
    says="Time in which the data of one step are read and prepared.",
)
T_fwd = symbol(
    "T_fwd",
    "time of the forward passes of one step",
    "second",
    at_least=0,
    typical="0.01..20",
    says="All micro-batches of one rank together.",
)
T_bwd = symbol(
    "T_bwd",
    "time of the backward passes of one step",
    "second",
    at_least=0,
    typical="0.02..40",
    says="All micro-batches of one rank together; about twice the forward passes.",
)
T_update = symbol(
    "T_update",
    "time of the optimizer update",
    "second",
    at_least=0,
    typical="0.001..1",
    says="From the finished gradients to the new parameters.",
)
T_exp = symbol(
    "T_exp",
    "exposed communication time",
    "second",
    at_least=0,
    typical="0..10",
    says="Communication during which nothing is computed: the part that lengthens the step.",
)
T_hid = symbol(
    "T_hid",
    "hidden communication time",
    "second",
    at_least=0,
    typical="0..10",
    says="Communication during which the GPU computes.",
)
T_win = symbol(
    "T_win",
    "compute time that communication can hide behind",
    "second",
    at_least=0,
    typical="0.001..40",
    says="Work that neither needs the communicated data nor delays them.",
)
T_out = symbol(
    "T_out",
    "exposed input time",
    "second",
    at_least=0,
    typical="0..10",
    says="Time in which the GPU waits for data.",
)
f_hid = symbol(
    "f_hid",
    "share of communication that is hidden",
    "1",
    ratio=True,
    typical="0..1",
    says="0 if compute waits for every byte, 1 if nobody notices the communication.",
)
x_over = symbol(
    "x_over",
    "speedup by overlap",
    "1",
    at_least=1,
    typical="1..2",
    says="Step time without any overlap over step time with it.",
)
T_rank = symbol(
    "T_rank",
    "step time of one rank",
    "second",
    typical="0.1..60",
    says="What the rank would need if it never waited for the others.",
)
T_rest = symbol(
    "T_rest",
    "longest step time among the other ranks",
    "second",
    typical="0.1..60",
    says="All ranks but the one that is looked at.",
)
x_slow = symbol(
    "x_slow",
    "delay of the slowest rank",
    "1",
    at_least=0,
    typical="0..1",
    says="Share by which the slowest rank needs longer than the others.",
)
Q_blk = symbol(
    "Q_blk",
    "bytes offloaded in one block",
    "byte",
    at_least=0,
    typical="1e6..1e11",
    says="What moves between a GPU and its host while one block of the model is computed.",
)
T_blk = symbol(
    "T_blk",
    "compute time of one block",
    "second",
    typical="1e-4..1",
    says="One layer or stage: the time in which the offloaded bytes must move.",
)
beta_io = symbol(
    "beta_io",
    "bandwidth of the storage",
    "byte/second",
    typical="1e8..1e12",
    says="What all ranks together read, or write, in a second.",
)
