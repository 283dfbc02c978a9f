"""Words of hardware: memory, links and kernels."""

from derive.records import Term

from ..sources import (
    FAT_TREE,
    FIELD_GUIDE,
    FLASH_ATTENTION,
    INFRA_MATH,
    INTERCONNECTION,
    NVIDIA_SPECS,
    RAIL_ONLY,
    TRAINING_BOOK,
)

terms = [
    Term(
        "hbm",
        "high-bandwidth memory",
        "The main memory of a GPU, stacked beside the chip. Its bandwidth was about 3.35 TB/s on "
        "the H100 SXM, 4.8 TB/s on the H200 and 8 TB/s on the B200.",
        synonyms=("global memory",),
        acronym="HBM",
        not_to_confuse=(("sram", "on the chip itself; far smaller and faster"),),
        symbols=("B_hbm",),
        formulas=("memory_time", "memory_roofline"),
        sources=(
            NVIDIA_SPECS.at("H100, H200 and B200, memory bandwidth"),
            TRAINING_BOOK.at("glossary, line 49, corrected"),
            INFRA_MATH.at("line 89"),
        ),
    ),
    Term(
        "sram",
        "on-chip memory",
        "The small, fast memory on the chip itself, in which a kernel keeps what it works on.",
        synonyms=("shared memory",),
        acronym="SRAM",
        not_to_confuse=(("hbm", "beside the chip; far larger and slower"),),
        formulas=(
            "flash_attention_traffic",
            "standard_attention_traffic",
            "tile_intensity",
        ),
        sources=(FLASH_ATTENTION.at("section 2.1"), INFRA_MATH.at("line 89")),
    ),
    Term(
        "nvlink",
        "NVLink",
        "NVIDIA's links between the GPUs of one node, or of one rack. NVSwitch chips join them, so "
        "that any two GPUs talk at full speed. The 900 GB/s stated for an H100 are the sum "
        "of both directions; a collective has 450 GB/s in each.",
        symbols=("beta",),
        formulas=("gpu_link_bandwidth",),
        sources=(
            NVIDIA_SPECS.at("H100, NVLink bandwidth"),
            TRAINING_BOOK.at("glossary, line 63, corrected"),
            FIELD_GUIDE.at("section 6.4, line 369"),
        ),
    ),
    Term(
        "fused-kernel",
        "fused kernel",
        "One program on the GPU that does several operations in a row. What lies between them "
        "stays on the chip and does not travel to memory and back.",
        synonyms=("kernel fusion",),
        plural="fused kernels",
        not_to_confuse=(("flash-attention", "a fused kernel for attention in particular"),),
        symbols=("Q_mem",),
        sources=(INFRA_MATH.at("line 88"),),
    ),
    Term(
        "fat-tree",
        "fat tree",
        "A network of switches in tiers with as much bandwidth up as down, so that any half of "
        "the hosts can talk to the other half at full speed.",
        plural="fat trees",
        not_to_confuse=(("torus", "chips linked to their neighbours, without switches"),),
        symbols=("n_port", "n_host"),
        formulas=("fat_tree_hosts", "fat_tree_switches"),
        sources=(FAT_TREE.at("section on the fat-tree topology"),),
    ),
    Term(
        "rail",
        "rail-optimized network",
        "A network in which the first GPUs of all nodes share one leaf switch, the second ones the "
        "next, and so on; each such group is a rail. Ranks with the same place in their nodes "
        "talk without passing a spine, which is all that a hierarchical all-reduce asks between "
        "nodes; Rail-only designs have no spine at all.",
        synonyms=("rail-optimised topology", "multi-rail network", "rail-only network"),
        plural="rail-optimized networks",
        formulas=("hierarchical_all_reduce_time", "two_tier_hosts", "oversubscription"),
        sources=(RAIL_ONLY.at("abstract"),),
    ),
    Term(
        "torus",
        "torus",
        "A network in which every chip is linked to its neighbours along each axis of a grid, and "
        "the ends of each axis to each other.",
        plural="tori",
        not_to_confuse=(("fat-tree", "switches in tiers, any pair equally far"),),
        symbols=("n_dim", "n_side"),
        formulas=("torus_bisection", "torus_diameter"),
        sources=(INTERCONNECTION.at("chapter on torus networks"),),
    ),
]
