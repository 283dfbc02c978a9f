"""Published numbers of what collectives and sharding move, and of how long it takes."""

from derive.records import Case

from ..parallelism.data_parallel.traffic import gradient_all_reduce_time
from ..parallelism.fsdp import unresharded_volume
from ..sources import ML_ENGINEERING
from ..symbols.memory import b_grad, b_param
from ..symbols.model import Psi
from ..symbols.network import N, beta, n
from ..symbols.parallelism import N_dp
from .collectives.volumes import (
    large_ring_all_reduce_volume,
    long_all_reduce_time,
    ring_all_gather_volume,
    ring_all_reduce_volume,
    ring_reduce_scatter_volume,
)
from .zero_traffic import data_parallel_volume, zero3_volume

BETWEEN_NODES = ML_ENGINEERING.at(
    "network, all-reduce of 4 GiB over 4 nodes of 8 accelerators", opened=True
)
SINGLE_NODE = ML_ENGINEERING.at("network, a model of 2 billion parameters on one node", opened=True)
FOUR_NODES = ML_ENGINEERING.at("network, multiple node training", opened=True)
ZERO_TRAFFIC = ML_ENGINEERING.at(
    "model parallelism, inter-node speed requirements to use ZeRO", opened=True
)
MANY_RANKS = "counted for very many ranks; over 512 it is 0.2 % less, as the page says"

collectives = [
    *(
        Case(law, {n: size, N: ranks}, gives=printed, source=BETWEEN_NODES)
        for law, size, ranks, printed in (
            (ring_reduce_scatter_volume, "4 GiB", 8, "3.5 GiB"),
            (ring_all_gather_volume, "4 GiB", 8, "3.5 GiB"),
            (ring_all_reduce_volume, "0.5 GiB", 4, "0.75 GiB"),
            (ring_all_reduce_volume, "4 GiB", 8, "7 GiB"),
            (ring_all_reduce_volume, "4 GiB", 32, "7.75 GiB"),
        )
    ),
    Case(
        large_ring_all_reduce_volume,
        {n: "8 GB"},
        gives="16 GB",
        source=SINGLE_NODE,
        note="the page says itself that it is 1.75 times the size over 8 GPUs",
    ),
    *(
        Case(
            long_all_reduce_time,
            {n: "4 GiB", N: 32, beta: rate},
            gives=printed,
            source=BETWEEN_NODES,
            note=note,
        )
        for rate, printed, note in (
            ("400 GB/s", "20.8 ms", "a ring through all 8 adapters of a node; 22.05 ms measured"),
            ("50 GB/s", "166.4 ms", "a ring through one adapter of a node"),
        )
    ),
]

HALF = {b_param: "2 byte/param", b_grad: "2 byte/param"}
sharding = [
    *(
        Case(
            law,
            {Psi: 10e9, N_dp: 512, **sizes},
            gives=printed,
            within="0.2 %",
            source=ZERO_TRAFFIC,
            note=MANY_RANKS,
        )
        for law, sizes, printed in (
            (data_parallel_volume, {b_grad: "2 byte/param"}, "40 GB"),
            (unresharded_volume, HALF, "40 GB"),
            (zero3_volume, HALF, "60 GB"),
        )
    ),
    Case(
        gradient_all_reduce_time,
        {Psi: 2e9, b_grad: "4 byte/param", N_dp: 32, beta: "200 Gbit/s"},
        gives="0.64 s",
        within="3.2 %",
        source=FOUR_NODES,
        note="twice the gradients, without the factor 31/32; the page's 8 GB are 4 bytes each",
    ),
]
