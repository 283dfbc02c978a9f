"""Letters of parallelism: into how many parts the work is cut."""

from derive.records import symbol

N_dp = symbol(
    "N_dp",
    "data-parallel degree",
    "GPU",
    integer=True,
    typical="1..1024",
    aliases=("DP", "N_d"),
    says="Replicas of the model that read different batches at the same time.",
)
TP = symbol(
    "TP",
    "tensor-parallel degree",
    "GPU",
    integer=True,
    typical="1..16",
    aliases=("N_tp", "t"),
    says="GPUs that share every matrix of a layer and work on the same tokens together.",
)
p = symbol(
    "p",
    "number of pipeline stages",
    "stage",
    integer=True,
    typical="1..64",
    aliases=("PP",),
    says="Groups of consecutive layers, each on GPUs of its own.",
)
m = symbol(
    "m",
    "number of micro-batches per step",
    "microbatch",
    integer=True,
    typical="1..512",
    aliases=("microbatches", "num_microbatches"),
    says="Micro-batches that one replica sends through its pipeline before the optimizer steps.",
)
v = symbol(
    "v",
    "number of virtual stages per GPU",
    "1",
    integer=True,
    typical="1..8",
    aliases=("vpp",),
    says="Chunks of layers that one GPU holds in an interleaved schedule.",
)
CP = symbol(
    "CP",
    "context-parallel degree",
    "GPU",
    integer=True,
    typical="1..32",
    aliases=("N_cp",),
    says="GPUs that share every sequence, attention included; each holds one part of it.",
)
EP = symbol(
    "EP",
    "expert-parallel degree",
    "GPU",
    integer=True,
    typical="1..64",
    says="GPUs over which the experts of a layer are dealt out.",
)
N_gpu = symbol(
    "N_gpu",
    "number of GPUs",
    "GPU",
    integer=True,
    typical="8..32768",
    aliases=("gpus", "n_gpus", "num_gpus", "world_size"),
    says="All GPUs of the run.",
)
N_node = symbol(
    "N_node",
    "number of nodes",
    "node",
    integer=True,
    typical="1..4096",
    aliases=("nodes", "n_nodes", "num_nodes", "nnodes"),
    says="Machines of the run.",
)
G_node = symbol(
    "G_node",
    "GPUs per node",
    "GPU",
    integer=True,
    typical="4..72",
    aliases=("gpus_per_node",),
    says="GPUs that share the fast links inside one machine.",
)
