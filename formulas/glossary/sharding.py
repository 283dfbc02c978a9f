"""Words of sharding: states cut over ranks, or moved out of the GPU."""

from derive.records import Term

from ..sources import (
    DISTRIBUTED_APPENDIX,
    FIELD_GUIDE,
    FSDP,
    INFRA_MATH,
    MEGATRON_CODE,
    TRAINING_BOOK,
    ZERO,
)

terms = [
    Term(
        "shard",
        "shard",
        "One of several parts into which a tensor or a data set is cut so that each rank keeps "
        "only its own.",
        synonyms=("sharding",),
        plural="shards",
        not_to_confuse=(("replica", "a whole, where a shard is a part"),),
        formulas=(
            "zero3_memory",
            "column_shard_width",
            "row_shard_width",
            "sequence_block",
        ),
        sources=(DISTRIBUTED_APPENDIX.at("C.2, line 101"), ZERO.at("section 5")),
    ),
    Term(
        "zero",
        "Zero Redundancy Optimizer",
        "A family of methods that shards the model state over data-parallel ranks instead of "
        "keeping a copy on each. Stage 1 shards the optimizer state, stage 2 also the gradients, "
        "stage 3 also the parameters. Activations are not part of it.",
        acronym="ZeRO",
        not_to_confuse=(
            ("model-parallelism", "there, each GPU computes only a part of the model"),
            ("fsdp", "the program in PyTorch that does the same"),
            ("zero-bubble", "a pipeline schedule"),
            ("distributed-optimizer", "its first stage, as Megatron-LM calls it"),
        ),
        symbols=("N_dp",),
        formulas=(
            "zero1_memory",
            "zero2_memory",
            "zero3_memory",
            "zero3_volume",
            "zero3_volume_ratio",
            "zero3_training_memory",
        ),
        sources=(
            ZERO.at("section 5"),
            TRAINING_BOOK.at("glossary, line 87"),
            INFRA_MATH.at("line 45"),
            FIELD_GUIDE.at("section 4.4, line 271, corrected"),
        ),
    ),
    Term(
        "fsdp",
        "fully sharded data parallel",
        "Data parallelism in PyTorch with parameters, gradients and optimizer state cut into "
        "shards, and each layer gathered just before it is used. Its full sharding corresponds to "
        "stage 3 of ZeRO. Other modes keep the parameters gathered between forward and backward "
        "pass, or shard within each node and replicate across nodes.",
        acronym="FSDP",
        not_to_confuse=(("zero", "the method with its three stages; FSDP is a program for it"),),
        symbols=("N_dp",),
        formulas=(
            "zero3_memory",
            "zero3_volume",
            "forward_prefetch_memory",
            "backward_prefetch_memory",
            "sharded_training_memory",
            "fsdp_hides_communication",
            "fsdp_compute_to_communication",
        ),
        sources=(
            FSDP.at("abstract"),
            DISTRIBUTED_APPENDIX.at("C.2, line 65"),
            TRAINING_BOOK.at("glossary, line 41"),
            INFRA_MATH.at("line 52"),
            FIELD_GUIDE.at("section 4.4, line 271"),
        ),
    ),
    Term(
        "distributed-optimizer",
        "distributed optimizer",
        "The name in Megatron-LM for sharding the optimizer state over the data-parallel ranks, "
        "while parameters and gradients stay whole.",
        not_to_confuse=(("zero", "the family of methods; this is its first stage"),),
        symbols=("N_dp", "b_opt"),
        formulas=("distributed_optimizer_bytes", "distributed_optimizer_memory"),
        sources=(MEGATRON_CODE.at("megatron/training/theoretical_memory_usage.py", opened=True),),
    ),
    Term(
        "offload",
        "offload",
        "Keeping states in host memory or on disk and moving them to the GPU when they are "
        "needed. Once the transfer takes longer than the computation beside it, the step becomes "
        "as slow as the transfer.",
        synonyms=("offloading", "CPU offload"),
        symbols=("M_host", "T_step", "Q_off", "B_host"),
        formulas=(
            "zero2_offload_memory",
            "zero3_full_offload_memory",
            "offload_bandwidth_required",
            "offload_bounds_the_step",
            "zero3_offload_host_memory",
        ),
        sources=(FIELD_GUIDE.at("section 4.5, line 279"),),
        autolink=False,
    ),
]
