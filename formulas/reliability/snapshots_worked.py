"""Published numbers of checkpoints: intervals, waste and times of writing."""

from derive.records import Case

from ..sources import DALY, MEGATRON_2021, MLSYSIM, RESILIENCY, TRAINING_BOOK
from ..symbols.capacity import B_host
from ..symbols.failures import MTBF, T_restart, T_wall, T_work
from ..symbols.memory import b_opt, b_param
from ..symbols.model import Psi
from ..symbols.overlap import beta_io
from ..symbols.snapshots import M_shard, M_snap, R_pack, T_ckpt, beta_rank, t_snapshot, x_pack
from ..symbols.time import T_step
from .snapshot_writing import (
    background_snapshot_time,
    blocking_snapshot_time,
    compressed_write_time,
    snapshot_size,
    snapshot_write_time,
)
from .snapshots import (
    daly_interval,
    goodput_share,
    snapshot_waste,
    steps_between_snapshots,
    young_interval,
)

EXERCISE_2 = TRAINING_BOOK.at("chapter 26, exercise 2", opened=True)
EXERCISE_3 = TRAINING_BOOK.at("chapter 26, exercise 3", opened=True)

young = [
    Case(young_interval, {T_ckpt: "30 s", MTBF: "7200 s"}, gives="657 s", source=EXERCISE_2),
    Case(
        young_interval,
        {T_ckpt: "1.56 s", MTBF: "7200 s"},
        gives="150 s",
        source=EXERCISE_3,
    ),
    Case(
        young_interval,
        {T_ckpt: "60 s", MTBF: "1.6 hour"},
        gives="830 s",
        within="0.2 %",
        source=TRAINING_BOOK.at("chapter 26, numerical example", opened=True),
    ),
    Case(
        young_interval,
        {T_ckpt: "120 s", MTBF: "3 hour"},
        gives="1609.97 s",
        source=MLSYSIM.at(
            "physics/reliability.py, calc_young_daly_interval, run with 120 s and 3 h", opened=True
        ),
    ),
]

# Daly's figures 3 to 5: (mean time between failures, best interval as printed).
daly = [
    Case(
        daly_interval,
        {T_ckpt: "5 min", MTBF: mtbf},
        gives=printed,
        source=DALY.at(place),
    )
    for mtbf, printed, place in (
        ("24 hour", "117 min", "figure 3"),
        ("6 hour", "57 min", "figure 4"),
        ("15 min", "9.1 min", "figure 5"),
    )
]

# The table of exercise 2: (time between snapshots, total overhead).
waste = [
    Case(
        snapshot_waste,
        {T_ckpt: "30 s", MTBF: "7200 s", T_restart: 0, t_snapshot: f"{interval} s"},
        gives=f"{printed} %",
        source=EXERCISE_2,
        within=within,
    )
    for interval, printed, within in (
        (200, "16.4", ""),
        (400, "10.3", ""),
        (657, "9.1", ""),
        (1000, "9.9", "0.6 %"),
        (2000, "15.4", ""),
    )
]

EXERCISE_5 = TRAINING_BOOK.at("chapter 26, exercise 5", opened=True)
LZ4 = {M_snap: "100 GB", R_pack: "4 GB/s", x_pack: "2.5"}
compressing = [
    Case(compressed_write_time, {**LZ4, beta_io: "10 GB/s"}, gives="25 s", source=EXERCISE_5),
    Case(compressed_write_time, {**LZ4, beta_io: "1.5 GB/s"}, gives="26.7 s", source=EXERCISE_5),
    Case(
        snapshot_write_time,
        {M_snap: "100 GB", beta_io: "10 GB/s"},
        gives="10 s",
        source=EXERCISE_5,
    ),
    Case(
        snapshot_write_time,
        {M_snap: "100 GB", beta_io: "1.5 GB/s"},
        gives="66.7 s",
        source=EXERCISE_5,
    ),
]

writing = [
    Case(
        blocking_snapshot_time,
        {M_shard: "50 GB", B_host: "32 GB/s", beta_rank: "2 GB/s"},
        gives="26.56 s",
        source=EXERCISE_3,
    ),
    Case(
        background_snapshot_time,
        {M_shard: "50 GB", B_host: "32 GB/s"},
        gives="1.56 s",
        source=EXERCISE_3,
    ),
    Case(
        steps_between_snapshots,
        {t_snapshot: "657 s", T_step: "0.5 s"},
        gives="1314",
        source=EXERCISE_2,
    ),
    Case(
        snapshot_size,
        {Psi: 1008e9, b_param: "2 byte/param", b_opt: "12 byte/param"},
        gives="13.8 TB",
        within="2.5 %",
        source=MEGATRON_2021.at("section 5.10", opened=True),
        note="14.1 TB from the rounded number of parameters",
    ),
]

shares = [
    Case(
        goodput_share,
        {T_work: "100 min", T_wall: "200 min"},
        gives="50 %",
        source=RESILIENCY.at(
            "examples/goodput_measurement/README.md, measuring goodput", opened=True
        ),
        note="50 steps of 2 minutes in a run of 200, with a crash, a restart and a straggler",
    ),
]
