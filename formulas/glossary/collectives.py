"""Words of collectives: what a group of ranks does together, and in what order."""

from derive.records import Term

from ..sources import (
    DISTRIBUTED_APPENDIX,
    FIELD_GUIDE,
    GSHARD,
    INFRA_MATH,
    PATARASUK,
    THAKUR,
    TRAINING_BOOK,
)

terms = [
    Term(
        "collective",
        "collective",
        "An exchange of data in which all ranks of a group take part together. The opposite is a "
        "message from one rank to one other.",
        synonyms=("collective operation", "collective communication"),
        plural="collectives",
        symbols=("N",),
        formulas=("algorithm_bandwidth", "bus_bandwidth"),
        sources=(THAKUR.at("section 1"), DISTRIBUTED_APPENDIX.at("C.2, line 41")),
    ),
    Term(
        "broadcast",
        "broadcast",
        "A collective after which every rank holds what one of them sent.",
        not_to_confuse=(("all-gather", "there, every rank has something to send"),),
        symbols=("N", "T_bc"),
        formulas=("tree_broadcast_time", "scatter_gather_broadcast_time"),
        sources=(DISTRIBUTED_APPENDIX.at("C.2, line 41"), THAKUR.at("broadcast, binomial tree")),
        autolink=False,
    ),
    Term(
        "all-reduce",
        "all-reduce",
        "A collective after which every rank holds the sum of what all ranks contributed. It does "
        "the work of a reduce-scatter and an all-gather one after the other, and moves the bytes "
        "of both.",
        synonyms=("AllReduce",),
        not_to_confuse=(
            ("reduce-scatter", "there, each rank ends with one share of the sum"),
            ("all-gather", "there, nothing is added up; the shares are only put side by side"),
            ("mapreduce", "a way to process records by their keys"),
        ),
        symbols=("T_ar",),
        formulas=(
            "ring_all_reduce_time",
            "ring_all_reduce_volume",
            "tree_all_reduce_time",
            "all_reduce_bandwidth_bound",
            "hierarchical_all_reduce_time",
        ),
        sources=(
            PATARASUK.at("section 1"),
            DISTRIBUTED_APPENDIX.at("C.2, line 33"),
            TRAINING_BOOK.at("glossary, line 9"),
            FIELD_GUIDE.at("section 6.1, line 342, corrected"),
        ),
    ),
    Term(
        "reduce-scatter",
        "reduce-scatter",
        "A collective after which each rank holds one share of the sum of what all contributed. "
        "It is the first half of an all-reduce, and what ZeRO does with gradients.",
        synonyms=("ReduceScatter",),
        not_to_confuse=(
            ("all-reduce", "there, every rank ends with the whole sum"),
            ("scatter-gather", "there, one process deals out the parts and collects the results"),
        ),
        symbols=("T_rs",),
        formulas=(
            "ring_reduce_scatter_time",
            "ring_reduce_scatter_volume",
            "recursive_halving_reduce_scatter_time",
        ),
        sources=(
            THAKUR.at("reduce-scatter"),
            DISTRIBUTED_APPENDIX.at("C.2, line 89"),
            TRAINING_BOOK.at("glossary, line 71"),
            FIELD_GUIDE.at("section 6.2, line 350, corrected"),
        ),
    ),
    Term(
        "all-gather",
        "all-gather",
        "A collective after which every rank holds the shares of all ranks, joined. It is the "
        "second half of an all-reduce, and how ZeRO-3 brings a layer's parameters together before "
        "they are used.",
        synonyms=("AllGather",),
        not_to_confuse=(
            ("all-reduce", "there, what arrives is added up"),
            ("broadcast", "there, only one rank has something to send"),
            ("all-to-all", "there, each rank receives other pieces than its neighbour"),
        ),
        symbols=("T_ag",),
        formulas=(
            "ring_all_gather_time",
            "ring_all_gather_volume",
            "recursive_doubling_all_gather_time",
        ),
        sources=(
            THAKUR.at("all-gather"),
            DISTRIBUTED_APPENDIX.at("C.2, line 31"),
            TRAINING_BOOK.at("glossary, line 7"),
            FIELD_GUIDE.at("section 6.2, line 350, corrected"),
        ),
    ),
    Term(
        "all-to-all",
        "all-to-all",
        "A collective in which every rank has a different piece for each of the others. Laid out "
        "as a grid of senders and receivers, the pieces change rows with columns. Tokens reach "
        "their experts this way.",
        synonyms=("AlltoAll", "all to all"),
        not_to_confuse=(
            ("all-gather", "there, everyone receives the same pieces"),
            ("shuffle", "records that change places by their keys"),
        ),
        symbols=("N", "EP", "T_a2a"),
        formulas=("all_to_all_time", "all_to_all_volume", "expert_dispatch_volume"),
        sources=(
            TRAINING_BOOK.at("glossary, line 11"),
            INFRA_MATH.at("line 71"),
            GSHARD.at("section 3"),
        ),
    ),
    Term(
        "ring-algorithm",
        "ring algorithm",
        "A way to carry out a collective in which every rank sends only to one neighbour. It uses "
        "the bandwidth fully and pays the latency once per hop.",
        not_to_confuse=(
            ("ring-attention", "attention over a sequence that is cut over a ring of GPUs"),
            ("tree-algorithm", "it pays the latency once per level, and wins for small messages"),
        ),
        formulas=(
            "ring_reduce_scatter_time",
            "ring_all_gather_time",
            "ring_all_reduce_time",
            "ring_tree_crossover",
        ),
        sources=(PATARASUK.at("section 3"), TRAINING_BOOK.at("glossary, line 73")),
    ),
    Term(
        "ring-all-reduce",
        "ring all-reduce",
        "An all-reduce along a ring: partial sums travel around once, then the finished sums do. "
        "What a rank sends grows with the number of ranks, but stays below twice the message.",
        symbols=("T_ar", "N", "n"),
        formulas=(
            "ring_all_reduce_time",
            "ring_all_reduce_volume",
            "large_ring_all_reduce_volume",
            "ring_half_performance_size",
        ),
        sources=(
            PATARASUK.at("section 3"),
            DISTRIBUTED_APPENDIX.at("C.2, line 93, corrected"),
            FIELD_GUIDE.at("section 6.1, line 342, corrected"),
        ),
    ),
    Term(
        "tree-algorithm",
        "tree algorithm",
        "A way to carry out a collective along a tree of ranks. The latency is paid once per "
        "level, so that it grows with the logarithm of the number of ranks.",
        not_to_confuse=(
            ("ring-algorithm", "it moves fewer bytes per link, and wins for large messages"),
        ),
        symbols=("alpha", "N"),
        formulas=(
            "tree_all_reduce_time",
            "double_tree_all_reduce_time",
            "tree_rounds",
            "ring_tree_crossover",
        ),
        sources=(
            THAKUR.at("broadcast, binomial tree"),
            FIELD_GUIDE.at("section 6.1, line 342, corrected"),
        ),
    ),
    Term(
        "scatter-gather",
        "scatter-gather",
        "A pattern of work in which a coordinator sends out the parts of a job and later collects "
        "the answers.",
        not_to_confuse=(("reduce-scatter", "a collective among equals, without a coordinator"),),
        formulas=(
            "slowest_rank_time",
            "tree_scatter_time",
        ),
        sources=(DISTRIBUTED_APPENDIX.at("C.2, line 99"),),
    ),
]
