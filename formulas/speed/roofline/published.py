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

ridges = [
    Case(
        memory_ridge,
        {F: "197 TFLOP/s", B_hbm: "820 GB/s"},
        gives="240 FLOP/byte",
        source=SCALING_BOOK.at("roofline, TPU v5e in bf16", opened=True),
    ),
    Case(
        memory_ridge,
        {F: "394 TFLOP/s", B_hbm: "810 GB/s"},
        gives="486 FLOP/byte",
        source=SCALING_BOOK.at("roofline, question 1, TPU v5e in int8", opened=True),
    ),
    Case(
        network_ridge,
        {F: "459 TFLOP/s", beta: "180 GB/s"},
        gives="2550 FLOP/byte",
        source=SCALING_BOOK.at("training, TPU v5p", opened=True),
    ),
    Case(
        network_ridge,
        {F: "989 TFLOP/s", beta: "900 GB/s"},
        gives="1099 FLOP/byte",
        source=TRAINING_BOOK.at("quick reference, H100", opened=True),
        note="900 GB/s counts both directions of NVLink; one direction alone gives twice as much",
    ),
    Case(
        critical_rows,
        {F: "394 TFLOP/s", B_hbm: "810 GB/s", b_elem: "1 byte"},
        gives="243",
        source=SCALING_BOOK.at("roofline, question 1", opened=True),
    ),
    Case(
        critical_rows,
        {F: "197 TFLOP/s", B_hbm: "820 GB/s", b_elem: "2 byte"},
        gives="240",
        source=SCALING_BOOK.at("roofline, matrix multiplication", opened=True),
    ),
    Case(
        split_sum_condition,
        {F: "197 TFLOP/s", beta: "45 GB/s", b_elem: "2 byte"},
        gives="8755",
        of=d_in,
        truncated=True,
        source=SCALING_BOOK.at("roofline, network communication", opened=True),
        note="the smallest length of the sums",
    ),
]

times = [
    Case(
        compute_time,
        {C_op: "1e12 FLOP", F: "989 TFLOP/s"},
        gives="1.01 ms",
        source=SCALING_BOOK.at("roofline, H100", opened=True),
    ),
    Case(
        memory_time,
        {Q_mem: "16 GB", B_hbm: "820 GB/s"},
        gives="19 ms",
        within="3 %",
        source=SCALING_BOOK.at("applied inference, one pass over the memory", opened=True),
        note="19.5 ms, cut off in print",
    ),
    Case(
        memory_time.with_(Q_mem=b_param * Psi / N_gpu),
        {b_param: "2 byte/param", Psi: 200e9, N_gpu: 32, B_hbm: "1.23 TB/s"},
        gives="10 ms",
        source=SCALING_BOOK.at("TPUs, question 1", opened=True),
    ),
    Case(
        network_time,
        {Q_net: "1.7e7 byte", beta: "90 GB/s"},
        gives="188 us",
        truncated=True,
        source=SCALING_BOOK.at("TPUs, question 5", opened=True),
        note="two links at once; the array of 16.8 MB takes 186 us before it is rounded to 1.7e7",
    ),
]

# A product turns compute-bound where its operations per byte reach the ridge.
bounds = [
    Case(
        compute_bound_condition,
        {F: peak, B_hbm: rate},
        gives=printed,
        of=I_mem,
        truncated=cut,
        source=SCALING_BOOK.at(place, opened=True),
    )
    for peak, rate, printed, cut, place in (
        ("1e15 FLOP/s", "3.35 TB/s", "298 FLOP/byte", True, "roofline, question 5, H100"),
        ("394 TFLOP/s", "810 GB/s", "486 FLOP/byte", False, "roofline, question 1"),
    )
] + [
    Case(
        network_hidden_condition,
        {F: peak, beta: rate},
        gives=printed,
        of=I_net,
        source=SCALING_BOOK.at(place, opened=True),
        note=note,
    )
    for peak, rate, printed, place, note in (
        ("459 TFLOP/s", "180 GB/s", "2550 FLOP/byte", "training, data parallelism", ""),
        (
            "3.8e18 FLOP/s",
            "50 TB/s",
            "76000 FLOP/byte",
            "training, scaling between pods",
            "a whole pod of TPU v5p against its data-center network",
        ),
    )
]

few = [
    Case(
        few_rows_intensity,
        {I_mem: ridge, b_elem: "1 byte"},
        gives=printed,
        of=n_few,
        source=SCALING_BOOK.at(place, opened=True),
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
