"""Letters of capacity: what a GPU holds, what is needed, and what moves to the host."""

from derive.records import symbol

M_gpu = symbol(
    "M_gpu",
    "memory in use on one GPU",
    "byte",
    typical="1e9..200e9",
    aliases=("vram", "gpu_memory", "peak_memory"),
    says="Model state, activations and buffers together, at the peak of a step.",
)
M_hbm = symbol(
    "M_hbm",
    "memory of one GPU",
    "byte",
    typical="16e9..288e9",
    says="What the GPU has; frameworks leave a little less for the model.",
)
M_need = symbol(
    "M_need",
    "memory needed in all",
    "byte",
    typical="1e9..100e12",
    says="Over all GPUs together.",
)
n_fit = symbol(
    "n_fit",
    "GPUs' worth of memory",
    "GPU",
    typical="1..1000",
    says="Not rounded up to whole GPUs.",
)
Q_off = symbol(
    "Q_off",
    "bytes moved between GPU and host in one step",
    "byte",
    at_least=0,
    typical="1e9..1e12",
    says="In the busier of the two directions.",
)
B_host = symbol(
    "B_host",
    "bandwidth between GPU and host",
    "byte/second",
    typical="10e9..450e9",
    says="In one direction, as one GPU can use it.",
)
Psi_block = symbol(
    "Psi_block",
    "parameters of one gathered layer",
    "param",
    typical="10e6..5e9",
    says="One whole layer, after tensor parallelism.",
)
