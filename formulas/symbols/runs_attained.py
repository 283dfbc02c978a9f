"""Letters of a whole run: numbers of its laws, attained shares of peaks, what waits."""

from derive.records import constant, symbol

gate_tensors = constant(
    "gate_tensors",
    2,
    "1/expert",
    "tensors of the width of an expert that enter its activation function",
    says="Gate and values.",
)
gradient_pass = constant(
    "gradient_pass",
    2,
    "1",
    "products backward for each one forward",
    says="Gradients of the input and of the weights.",
)
update_bytes = constant(
    "update_bytes",
    28,
    "byte/param",
    "bytes that an update of Adam moves per parameter",
    says="Gradient, master weight, momentum and variance read, the last three written: 7 times 4.",
)
copy_bytes = constant(
    "copy_bytes",
    6,
    "byte/param",
    "bytes that a step moves per parameter beside the update",
    says="Gradients set to zero, parameters written in half precision.",
)
loss_bytes = constant(
    "loss_bytes",
    14,
    "byte/token",
    "bytes that the loss moves per logit",
    says="Logits written and read in half and in single precision, and their gradient.",
)
exchanges_per_pass = constant(
    "exchanges_per_pass",
    4,
    "1/layer",
    "tensor-parallel exchanges of a layer in one pass",
    says="An all-gather and a reduce-scatter round each of the two blocks; an all-reduce is both.",
)
e_mm = symbol(
    "e_mm",
    "attainable share of the peak of matrix products",
    "1",
    ratio=True,
    typical="0.5..0.9",
    says="For large matrices; what small ones lose is the time of their bytes.",
)
e_att = symbol(
    "e_att",
    "attainable share of the peak in attention",
    "1",
    ratio=True,
    typical="0.2..0.6",
    says="Of the peak in half precision, for the scores that a causal mask leaves.",
)
e_mem = symbol(
    "e_mem",
    "attainable share of the memory bandwidth",
    "1",
    ratio=True,
    typical="0.4..0.9",
    says="Over all operations that do little but read and write.",
)
e_in = symbol(
    "e_in",
    "attainable share of the link bandwidth inside a node",
    "1",
    ratio=True,
    typical="0.4..0.9",
    says="Of one direction, in a collective of large messages.",
)
e_out = symbol(
    "e_out",
    "attainable share of the link bandwidth between nodes",
    "1",
    ratio=True,
    typical="0.4..0.95",
    says="Of one direction of one adapter, in a collective of large messages.",
)
F_mm = symbol(
    "F_mm",
    "peak throughput of one GPU in the precision of the layers",
    "FLOP/second",
    typical="100e12..15e15",
    says="Of dense matrices in the number format of the large products.",
)
t_host = symbol(
    "t_host",
    "least time of one pass through a layer",
    "second/layer",
    at_least=0,
    default="0.2 ms/layer",
    typical="1e-5..2e-3",
    says="The host needs it to start the kernels, however little each has to do.",
)
t_fix = symbol(
    "t_fix",
    "time of a step outside layers and optimizer",
    "second",
    at_least=0,
    default="10 ms",
    typical="0..0.1",
    says="Reading the batch, clipping, logging.",
)
t_stall = symbol(
    "t_stall",
    "wait for the slowest host per micro-batch, on 64 GPUs",
    "second",
    at_least=0,
    default="0 s",
    typical="0..1",
    says="Nothing on a network that keeps up.",
)
t_meet = symbol(
    "t_meet",
    "wait at the hand-over between stages per micro-batch, on 64 GPUs",
    "second",
    at_least=0,
    default="0 s",
    typical="0..1",
    says="Nothing where stages send and receive while they compute.",
)
n_ref = constant(
    "n_ref", 64, "GPU", "GPUs for which a wait is stated", says="Eight nodes of eight."
)
tp_ref = constant(
    "tp_ref", 8, "GPU", "tensor-parallel degree for which a wait is stated", says="One node."
)
