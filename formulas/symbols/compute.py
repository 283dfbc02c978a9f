"""Letters of compute: FLOPs, their rate, and intensities."""

from derive.records import constant, symbol

C = symbol(
    "C",
    "training compute",
    "FLOP",
    typical="1e18..1e26",
    aliases=("total_flops", "training_flops"),
    says="Floating-point operations of the whole run, counted as the model needs them.",
)
F = symbol(
    "F",
    "peak throughput of one GPU",
    "FLOP/second",
    typical="100e12..5e15",
    aliases=("peak_flops",),
    says="Dense peak in the precision that is computed with, as the maker states it.",
)
I_tp = symbol(
    "I_tp",
    "compute per byte communicated under tensor parallelism",
    "FLOP/byte",
    says="FLOPs of one GPU between two collectives, for each byte it sends in them.",
)
b_elem = symbol(
    "b_elem",
    "bytes per element of a tensor",
    "byte",
    default="2 byte",
    typical="1..4",
    says="2 for fp16 or bf16, 4 for fp32, 1 for an 8-bit format.",
)
flops_per_mac = constant(
    "flops_per_mac",
    2,
    "FLOP",
    "FLOPs of one multiply-add",
    says="A multiplication and an addition count as two FLOPs.",
)
MFU = symbol(
    "MFU",
    "model FLOPs utilization",
    "1",
    above=0,
    at_most=1,
    typical="0.2..0.6",
    says="FLOPs that the model needs, per second, as a share of the peak; no recomputation.",
)
HFU = symbol(
    "HFU",
    "hardware FLOPs utilization",
    "1",
    above=0,
    at_most=1,
    typical="0.2..0.7",
    says="FLOPs that were really executed, recomputation included, as a share of the peak.",
)
F_ach = symbol(
    "F_ach",
    "achieved throughput of one GPU",
    "FLOP/second",
    typical="50e12..1e15",
    says="FLOPs that the model needs, divided by the time and the number of GPUs.",
)
B_hbm = symbol(
    "B_hbm",
    "memory bandwidth of one GPU",
    "byte/second",
    typical="800e9..8e12",
    says="Bytes per second between the GPU's own memory and its cores.",
)
