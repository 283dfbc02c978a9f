"""Words of roles: who takes part in a run, and under which name."""

from derive.records import Term

from ..sources import DISTRIBUTED_APPENDIX, FIELD_GUIDE, TRAINING_BOOK

terms = [
    Term(
        "worker",
        "worker",
        "A process that does a share of a job, as opposed to one that only hands out the work. In "
        "training it usually drives one GPU. Texts that speak of data parallelism alone let the "
        "word stand for the replica as well; once models are split, a replica takes many workers.",
        plural="workers",
        not_to_confuse=(
            ("replica", "a copy of the model, which may take many workers"),
            ("rank", "the number that a worker has within a group"),
            ("coordinator", "it hands out the work"),
            ("node", "a machine, which holds several workers"),
            ("process", "any running program, whatever it does"),
        ),
        symbols=("N_gpu",),
        sources=(
            DISTRIBUTED_APPENDIX.at("C.1, line 11, corrected"),
            DISTRIBUTED_APPENDIX.at("C.1, line 27"),
        ),
        autolink=False,
    ),
    Term(
        "coordinator",
        "coordinator",
        "The process that hands out the parts of a job and combines the results.",
        synonyms=("driver",),
        not_to_confuse=(("worker", "it does the work that is handed out"),),
        formulas=(
            "amdahl_speedup",
            "slowest_rank_time",
        ),
        sources=(DISTRIBUTED_APPENDIX.at("C.1, line 27"),),
        autolink=False,
    ),
    Term(
        "process",
        "process",
        "A running program with memory of its own. Launchers start one for each GPU as a rule, "
        "and number all of them across the nodes.",
        plural="processes",
        not_to_confuse=(
            ("rank", "the number of a process within a group"),
            ("worker", "a process that does a share of the work"),
            ("gpu", "the chip that a process drives"),
        ),
        symbols=("N_gpu",),
        formulas=(
            "gpu_count",
            "gpus_of_nodes",
        ),
        sources=(
            DISTRIBUTED_APPENDIX.at("C.1, line 12"),
            TRAINING_BOOK.at("notation appendix, line 41"),
        ),
        autolink=False,
    ),
    Term(
        "rank",
        "rank",
        "One process that takes part in a collective, as a rule one GPU. Ranks are numbered "
        "within a group, so one GPU has a rank in each group that it belongs to.",
        plural="ranks",
        not_to_confuse=(
            ("replica", "a copy of the model, which may span many ranks"),
            ("worker", "a process by what it does, not by its number"),
            ("process", "it exists without any group"),
            ("low-rank-adaptation", "there, the rank is that of a matrix"),
        ),
        symbols=("N",),
        sources=(
            TRAINING_BOOK.at("notation appendix, line 41"),
            FIELD_GUIDE.at("section 4.4, line 271"),
            FIELD_GUIDE.at("section 6.5, line 374"),
        ),
        autolink=False,
    ),
    Term(
        "replica",
        "replica",
        "One complete copy of the model, on one GPU or spread over several. Replicas see "
        "different data and hold the same parameters. Their number is the number of GPUs only if "
        "nothing else is split.",
        plural="replicas",
        not_to_confuse=(
            ("rank", "a replica may consist of many ranks"),
            ("worker", "a replica may take many workers"),
            ("gpu", "a replica may be spread over many GPUs"),
            ("shard", "a part, where a replica is whole"),
        ),
        symbols=("N_dp", "N_gpu"),
        formulas=("replica_size", "tokens_per_step_of_replicas"),
        sources=(
            DISTRIBUTED_APPENDIX.at("C.2, line 91, corrected"),
            DISTRIBUTED_APPENDIX.at("C.1, line 11, corrected"),
            TRAINING_BOOK.at("glossary, line 31"),
        ),
    ),
    Term(
        "gpu",
        "GPU",
        "The chip that computes, with memory of its own. Whatever is said of one holds for other "
        "accelerators too.",
        synonyms=("accelerator", "device"),
        not_to_confuse=(
            ("node", "a machine with several GPUs"),
            ("replica", "a copy of the model, which may take several GPUs"),
            ("process", "the program that drives the GPU"),
        ),
        symbols=("N_gpu", "G_node"),
        formulas=("gpu_count", "gpus_of_nodes"),
        sources=(
            TRAINING_BOOK.at("notation appendix, line 41"),
            DISTRIBUTED_APPENDIX.at("C.1, line 11, corrected"),
        ),
        autolink=False,
    ),
    Term(
        "node",
        "node",
        "A machine with several GPUs that share its fastest links.",
        plural="nodes",
        not_to_confuse=(
            ("gpu", "a node holds several, and some texts count GPUs as nodes"),
            ("worker", "a node runs several"),
        ),
        symbols=("N_node", "G_node"),
        formulas=("gpus_of_nodes",),
        sources=(
            TRAINING_BOOK.at("notation appendix, lines 85 and 86"),
            DISTRIBUTED_APPENDIX.at("C.1, line 12"),
        ),
        autolink=False,
    ),
]
