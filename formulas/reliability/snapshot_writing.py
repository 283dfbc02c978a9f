"""Writing checkpoints: their size, and the time until training goes on."""

from sympy import Eq, Lt, Max, Min

from derive.records import Variants, derives, formula

from ..memory.memory import optimizer_memory, parameter_memory
from ..sources import MEGATRON_2021, TRAINING_BOOK
from ..symbols.capacity import B_host
from ..symbols.memory import M_opt, M_param, b_opt, b_param
from ..symbols.model import Psi
from ..symbols.overlap import beta_io
from ..symbols.parallelism import N_gpu
from ..symbols.snapshots import (
    M_shard,
    M_snap,
    R_pack,
    T_ckpt,
    T_pack,
    T_write,
    beta_rank,
    beta_target,
    n_target,
    t_snapshot,
    x_pack,
)


# allow laws_keep_inherited_alternatives: the whole model, however it is split and sharded
@formula(
    source=(
        TRAINING_BOOK.at("chapter 26, checkpoint contents", opened=True),
        MEGATRON_2021.at("section 5.10", opened=True),
    ),
    leaves_out="scheduler, data position and random states, which are small",
    also_called=(
        "checkpoint file size",
        "14 bytes per parameter",
    ),
    holds_for={},
)
def snapshot_size():
    """Checkpoint size.

    Parameters and optimizer state of the whole model, once, however they are sharded;
    gradients are not kept. In mixed precision with Adam it is 14 bytes per parameter.
    """
    return Eq(M_snap, (b_param + b_opt) * Psi)


@formula(
    source=TRAINING_BOOK.at("chapter 26, I/O bandwidth analysis", opened=True),
    status="definition",
    leaves_out="the copy to the host, metadata",
    also_called=("checkpoint save time",),
)
def snapshot_write_time():
    """Checkpoint write time, from size and bandwidth.

    All ranks write their shards at the same time.
    """
    return Eq(T_ckpt, M_snap / beta_io)


@formula(
    source=TRAINING_BOOK.at("chapter 26, I/O bandwidth analysis", opened=True),
    leaves_out="the copy to the host, metadata",
    also_called=("Lustre checkpoint time",),
)
def parallel_write_time():
    """Checkpoint write time on a parallel file system.

    Ranks and storage targets work side by side; whichever are fewer set the pace.
    """
    return Eq(T_ckpt, M_snap / (Min(N_gpu, n_target) * beta_target))


@formula(
    source=TRAINING_BOOK.at("chapter 26, overhead analysis and exercise 3", opened=True),
    status="definition",
    also_called=(
        "synchronous checkpointing",
        "blocking checkpoint",
    ),
)
def blocking_snapshot_time():
    """Synchronous checkpoint: time that training is blocked.

    The state is copied to the host and written before training goes on.
    """
    return Eq(T_ckpt, M_shard / B_host + M_shard / beta_rank)


@formula(
    source=TRAINING_BOOK.at("chapter 26, overhead analysis and exercise 3", opened=True),
    status="definition",
    holds_when=lambda: [t_snapshot >= M_shard / beta_rank],
    leaves_out="memory of the host for the copy, traffic of the write beside training",
    also_called=(
        "async checkpointing",
        "asynchronous checkpoint",
    ),
)
def background_snapshot_time():
    """Asynchronous checkpoint: time that training is blocked.

    Only the copy to the host is waited for. The write must end before the next
    checkpoint.
    """
    return Eq(T_ckpt, M_shard / B_host)


@formula(
    source=TRAINING_BOOK.at("chapter 26, exercise 5", opened=True),
    leaves_out="start and end of the pipe, memory for the compressed parts",
    also_called=("checkpoint compression",),
)
def compressed_write_time():
    """Compressed checkpoint write time.

    Compressing and writing overlap; the slower of the two decides.
    """
    return Eq(T_ckpt, Max(M_snap / R_pack, M_snap / (x_pack * beta_io)))


@formula(
    source=TRAINING_BOOK.at("chapter 26, exercise 5, corrected", opened=True),
    status="bound",
    leaves_out="the load that compressing puts on the host",
    also_called=("checkpoint compression break-even",),
)
def compression_pays():
    """Storage bandwidth below which checkpoint compression pays.

    Compressing and writing overlap: above that bandwidth, compressing takes longer
    than writing everything. A source that
    divides this by the compression ratio answers another question: where
    compressing becomes slower than writing its result.
    """
    return Lt(beta_io, R_pack)


@derives(snapshot_size)
def everything_but_gradients(page):
    """Add what must be restored."""
    page.start(Eq(M_snap, M_param + M_opt), "parameters and optimizer state, no gradients")
    page.put(parameter_memory, "all parameters")
    page.put(optimizer_memory, "the whole optimizer state")


@derives(parallel_write_time)
def fewer_of_both(page):
    """Add the bandwidths that work side by side."""
    page.start(snapshot_write_time, "bytes over bandwidth")
    page.put(
        Eq(beta_io, Min(N_gpu, n_target) * beta_target), "as many servers as ranks can keep busy"
    )


@derives(compressed_write_time)
def slower_of_both(page):
    """Take the slower of compressing and writing."""
    page.start(Eq(T_ckpt, Max(T_pack, T_write)), "both go on at once")
    page.put(Eq(T_pack, M_snap / R_pack), "bytes that are compressed")
    page.put(
        snapshot_write_time.with_(T_ckpt=T_write, M_snap=M_snap / x_pack), "fewer bytes are written"
    )


@derives(compression_pays)
def faster_than_writing_all(page):
    """Compare with writing everything."""
    page.start(
        Lt(M_snap / R_pack, M_snap / beta_io),
        "compressing is faster than writing all bytes; what it makes is written faster anyway",
    )
    page.solve_for(beta_io, "the bandwidth below which that is so")


write_modes = Variants(
    "snapshot-write-modes",
    "Time that a checkpoint blocks training by how it is written",
    {
        blocking_snapshot_time: "at once: plain saving",
        background_snapshot_time: "in the background: asynchronous checkpoints",
    },
    says="The second blocks for the copy alone, and so calls for more frequent checkpoints.",
)
