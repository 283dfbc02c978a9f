"""Ridge points and times that papers and books state."""

from derive.records import Case

from ...sources import SCALING_BOOK, SFEM, TRAINING_BOOK
from ...symbols.compute import B_hbm, F, b_elem
from ...symbols.memory import b_param
from ...symbols.model import Psi
from ...symbols.network import beta
from ...symbols.parallelism import N_gpu
from ...symbols.roofline import C_op, I_mem, I_net, Q_mem, Q_net, n_few
from ...symbols.shapes import d_in
from .limits import (
    compute_bound_condition,
    compute_time,
    memory_intensity,
    memory_ridge,
    memory_roofline,
    memory_time,
    network_hidden_condition,
    network_ridge,
    network_time,
)
from .products import critical_rows, few_rows_intensity, split_sum_condition

V5E_BF16 = {F: "197 TFLOP/s", B_hbm: "820 GB/s"}
V5E_INT8 = {F: "394 TFLOP/s", B_hbm: "810 GB/s"}
V5P_LINKS = {F: "459 TFLOP/s", beta: "180 GB/s"}


def _printed(law, given, printed, place, *, of=None, note="", truncated=False, within=""):
    """What the scaling book prints at a place that was read."""
    source = SCALING_BOOK.at(place, opened=True)
    return Case(
        law, given, gives=printed, source=source, of=of, note=note, truncated=truncated,
        within=within,
    )  # fmt: skip


ridges = [
    _printed(memory_ridge, V5E_BF16, "240 FLOP/byte", "roofline, TPU v5e in bf16"),
    _printed(memory_ridge, V5E_INT8, "486 FLOP/byte", "roofline, question 1, TPU v5e in int8"),
    _printed(network_ridge, V5P_LINKS, "2550 FLOP/byte", "training, TPU v5p"),
    Case(
        network_ridge,
        {F: "989 TFLOP/s", beta: "900 GB/s"},
        gives="1099 FLOP/byte",
        source=TRAINING_BOOK.at("quick reference, H100", opened=True),
        note="900 GB/s counts both directions of NVLink; one direction alone gives twice as much",
    ),
    _printed(critical_rows, {**V5E_INT8, b_elem: "1 byte"}, "243", "roofline, question 1"),
    _printed(
        critical_rows, {**V5E_BF16, b_elem: "2 byte"}, "240", "roofline, matrix multiplication"
    ),
    _printed(
        split_sum_condition,
        {F: "197 TFLOP/s", beta: "45 GB/s", b_elem: "2 byte"},
        "8755",
        "roofline, network communication",
        of=d_in,
        truncated=True,
        note="the smallest length of the sums",
    ),
]

times = [
    _printed(compute_time, {C_op: "1e12 FLOP", F: "989 TFLOP/s"}, "1.01 ms", "roofline, H100"),
    _printed(
        memory_time,
        {Q_mem: "16 GB", B_hbm: "820 GB/s"},
        "19 ms",
        "applied inference, one pass over the memory",
        within="3 %",
        note="19.5 ms, cut off in print",
    ),
    _printed(
        memory_time.with_(Q_mem=b_param * Psi / N_gpu),
        {b_param: "2 byte/param", Psi: 200e9, N_gpu: 32, B_hbm: "1.23 TB/s"},
        "10 ms",
        "TPUs, question 1",
    ),
    _printed(
        network_time,
        {Q_net: "1.7e7 byte", beta: "90 GB/s"},
        "188 us",
        "TPUs, question 5",
        truncated=True,
        note="two links at once; the array of 16.8 MB takes 186 us before it is rounded to 1.7e7",
    ),
]

# A product turns compute-bound where its operations per byte reach the ridge.
bounds = [
    _printed(
        compute_bound_condition,
        {F: "1e15 FLOP/s", B_hbm: "3.35 TB/s"},
        "298 FLOP/byte",
        "roofline, question 5, H100",
        of=I_mem,
        truncated=True,
    ),
    _printed(compute_bound_condition, V5E_INT8, "486 FLOP/byte", "roofline, question 1", of=I_mem),
    _printed(
        network_hidden_condition,
        V5P_LINKS,
        "2550 FLOP/byte",
        "training, data parallelism",
        of=I_net,
    ),
    _printed(
        network_hidden_condition,
        {F: "3.8e18 FLOP/s", beta: "50 TB/s"},
        "76000 FLOP/byte",
        "training, scaling between pods",
        of=I_net,
        note="a whole pod of TPU v5p against its data-center network",
    ),
]

few = [
    _printed(
        few_rows_intensity,
        {I_mem: ridge, b_elem: "1 byte"},
        printed,
        place,
        of=n_few,
        note=note,
    )
    for ridge, printed, place, note in (
        ("486 FLOP/byte", "243", "roofline, question 1", ""),
        ("240 FLOP/byte", "120", "roofline, question 2", "weights of 8 bits, 16-bit operations"),
    )
]

# Kernels of finite elements on a Grace CPU: operations and bytes of one element, and the
# most that a memory of 512 GB/s lets through.
KERNELS = (
    (348, 168, "2.07142857143", "1060.5714285722", "scalar, double precision"),
    (1044, 424, "2.4622641509", "1260.68", "vector, double precision"),
    (1044, 232, "4.5", "2304", "vector, single precision"),
)
attainable = [
    case
    for operations, size, intensity, rate, kernel in KERNELS
    for case in (
        Case(
            memory_intensity,
            {C_op: f"{operations} FLOP", Q_mem: f"{size} byte"},
            gives=f"{intensity} FLOP/byte",
            source=SFEM.at(f"notebook/compressed/LAPLACIAN.md, {kernel}", opened=True),
        ),
        Case(
            memory_roofline,
            {I_mem: f"{intensity} FLOP/byte", B_hbm: "512 GB/s", F: "3960 GFLOP/s"},
            gives=f"{rate} GFLOP/s",
            source=SFEM.at(f"notebook/compressed/LAPLACIAN.md, {kernel}", opened=True),
            note="a Grace CPU: the law holds for any memory; its nominal peak is 3960 GFLOP/s",
        ),
    )
]
