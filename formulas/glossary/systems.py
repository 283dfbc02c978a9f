"""Words of systems: ways to organise a computation on many machines."""

from derive.records import Term

from ..sources import DISTBELIEF, DISTRIBUTED_APPENDIX, MAPREDUCE

terms = [
    Term(
        "mapreduce",
        "MapReduce",
        "A way to process data on many machines: a map turns each record into pairs of key and "
        "value, a reduction combines all values of one key. The system takes care of distribution "
        "and of machines that fail.",
        not_to_confuse=(("all-reduce", "a collective; nothing is grouped by key"),),
        formulas=(
            "slowest_rank_time",
            "straggler_probability",
        ),
        sources=(MAPREDUCE.at("section 2"), DISTRIBUTED_APPENDIX.at("C.2, line 77")),
    ),
    Term(
        "shuffle",
        "shuffle",
        "The exchange between map and reduction, in which all values of a key are brought to one "
        "machine. Every machine sends to every other, so the network sets the pace.",
        not_to_confuse=(
            ("all-to-all", "the collective with the same pattern, on tensors of known size"),
        ),
        formulas=(
            "all_to_all_volume",
            "all_to_all_time",
        ),
        sources=(MAPREDUCE.at("section 3"), DISTRIBUTED_APPENDIX.at("C.2, line 103")),
        autolink=False,
    ),
    Term(
        "parameter-server",
        "parameter server",
        "A process that holds parameters for workers, which fetch them and send back gradients. "
        "Servers are added as the parameters grow, and workers need not wait for each other.",
        plural="parameter servers",
        formulas=(
            "mean_staleness",
            "stale_learning_rate",
        ),
        sources=(DISTBELIEF.at("section 4.1"), DISTRIBUTED_APPENDIX.at("C.2, line 81")),
    ),
]
