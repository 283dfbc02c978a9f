"""Words of communication: links, messages and what they cost."""

from derive.records import Term

from ..sources import (
    DISTRIBUTED_APPENDIX,
    FIELD_GUIDE,
    HOCKNEY,
    INFRA_MATH,
    NCCL_TESTS,
    POWER_SGD,
    QSGD,
    TRAINING_BOOK,
    ZERO,
)

terms = [
    Term(
        "alpha-beta-model",
        "alpha-beta model",
        "The model in which a message costs a fixed latency and a time proportional to its size. "
        "Some texts write the bandwidth as beta, others its inverse, the time per byte; here "
        "`beta` is the bandwidth.",
        synonyms=("Hockney model",),
        symbols=("alpha", "beta", "n"),
        formulas=("alpha_beta_time", "latency_bandwidth_crossover"),
        sources=(
            HOCKNEY.at("section 2"),
            TRAINING_BOOK.at("notation appendix, line 25"),
            DISTRIBUTED_APPENDIX.at("C.1, line 23"),
            FIELD_GUIDE.at("section 6.1, line 342, corrected"),
        ),
    ),
    Term(
        "bandwidth",
        "bandwidth",
        "Bytes per second that a link carries in one direction. Makers often quote both "
        "directions together.",
        not_to_confuse=(
            ("latency", "the time that even an empty message takes"),
            ("bus-bandwidth", "what a collective made of it"),
        ),
        symbols=("beta",),
        formulas=("bandwidth_share", "bus_bandwidth", "long_message_time"),
        sources=(TRAINING_BOOK.at("notation appendix, line 67"), HOCKNEY.at("section 2")),
        autolink=False,
    ),
    Term(
        "latency",
        "latency",
        "The time that a message takes however small it is.",
        not_to_confuse=(("bandwidth", "how fast the bytes follow once they flow"),),
        symbols=("alpha",),
        sources=(TRAINING_BOOK.at("notation appendix, line 66"), HOCKNEY.at("section 2")),
        autolink=False,
    ),
    Term(
        "bandwidth-hierarchy",
        "bandwidth hierarchy",
        "The order of memory and links by speed: on-chip memory, HBM, links inside a node, links "
        "between nodes, storage. The slower the link, the less often it should be crossed; so "
        "tensor parallelism stays inside a node, and data parallelism spans many.",
        symbols=("beta", "B_hbm"),
        formulas=("hierarchical_all_reduce_time", "two_level_all_gather_time"),
        sources=(FIELD_GUIDE.at("section 6.4, line 369"),),
    ),
    Term(
        "communication-intensity",
        "communication intensity",
        "FLOPs that are done for every byte sent over the network. Below the ratio of peak "
        "throughput to link bandwidth, the network sets the pace.",
        synonyms=("compute-to-communication ratio", "network-bound", "communication-bound"),
        not_to_confuse=(
            ("arithmetic-intensity", "it counts bytes of the GPU's own memory instead"),
        ),
        symbols=("I_net", "F", "beta", "Q_net", "I_ridge_net"),
        formulas=("network_intensity", "network_ridge", "network_hidden_condition"),
        sources=(
            TRAINING_BOOK.at("glossary, line 25"),
            TRAINING_BOOK.at("notation appendix, line 70"),
            INFRA_MATH.at("line 167, corrected"),
        ),
    ),
    Term(
        "bucket",
        "bucket",
        "Several small tensors joined into one message. One collective then pays its latency once "
        "for all of them, and can start as soon as they are ready.",
        plural="buckets",
        symbols=("n", "alpha", "n_bucket", "k_bkt"),
        formulas=(
            "gradient_message",
            "exposed_gradient_time",
            "zero_buffer_memory",
            "bucketed_all_reduce_time",
        ),
        sources=(TRAINING_BOOK.at("glossary, line 19"), ZERO.at("section 5.2")),
        autolink=False,
    ),
    Term(
        "overlap",
        "overlap",
        "Communication that runs while the GPU computes. Only the part that outlasts the "
        "computation adds to the step, which therefore takes at least the longer of the two times "
        "and at most their sum.",
        synonyms=("overlapped communication",),
        symbols=("T_comp", "T_comm", "T_step", "T_exp", "T_hid"),
        formulas=(
            "overlapped_step_time",
            "step_time_at_least",
            "step_time_at_most",
            "exposed_communication_time",
            "overlap_speedup",
            "data_parallel_hides_communication",
        ),
        sources=(
            FIELD_GUIDE.at("section 6.3, line 358, corrected"),
            TRAINING_BOOK.at("notation appendix, line 21"),
        ),
        autolink=False,
    ),
    Term(
        "gradient-compression",
        "gradient compression",
        "Sending gradients in fewer bytes: rounded to few levels, reduced to their largest "
        "entries, or as factors of low rank. It saves bandwidth at the price of an inexact sum.",
        not_to_confuse=(
            (
                "quantization",
                "there, the values that are computed with are rounded; here, those that are sent",
            ),
        ),
        symbols=("n", "r_compress"),
        formulas=("compressed_all_reduce_time", "low_rank_compression"),
        sources=(
            DISTRIBUTED_APPENDIX.at("C.2, line 71"),
            POWER_SGD.at("section 1"),
            QSGD.at("abstract"),
        ),
    ),
    Term(
        "bus-bandwidth",
        "bus bandwidth",
        "The bandwidth of a collective, converted to what each link must have carried. It can be "
        "held against the bandwidth of the link whatever the collective and the number of ranks.",
        not_to_confuse=(
            ("algorithm-bandwidth", "not converted: the vector over the time"),
            ("bandwidth", "of the link itself"),
        ),
        symbols=("beta_bus", "beta_alg", "f_bus"),
        formulas=("bus_bandwidth", "all_reduce_bus_factor", "all_gather_bus_factor"),
        sources=(NCCL_TESTS.at("bus bandwidth", opened=True),),
    ),
    Term(
        "algorithm-bandwidth",
        "algorithm bandwidth",
        "The size of the vector of a collective divided by the time that it took.",
        not_to_confuse=(("bus-bandwidth", "converted to what a link carried"),),
        symbols=("beta_alg",),
        formulas=("algorithm_bandwidth",),
        sources=(NCCL_TESTS.at("algorithm bandwidth", opened=True),),
    ),
]
