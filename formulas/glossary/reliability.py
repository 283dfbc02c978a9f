"""Words of reliability: what breaks in a run, and how it goes on."""

from derive.records import Term

from ..sources import DISTRIBUTED_APPENDIX, FIELD_GUIDE, LAMPORT, LLAMA3, RAFT, TRAINING_BOOK

terms = [
    Term(
        "snapshot-interval",
        "checkpoint interval",
        "The time between two checkpoints. Short ones cost time to write, long ones lose more work "
        "at each failure; the best one is near the root of twice the writing time times the mean "
        "time between failures.",
        synonyms=("snapshot interval", "checkpoint frequency", "time between checkpoints"),
        not_to_confuse=(
            (
                "activation-checkpoint",
                "their spacing is counted in layers and follows another rule",
            ),
        ),
        symbols=("T_ckpt", "MTBF", "t_snapshot", "t_star", "f_waste"),
        formulas=("young_interval", "daly_interval", "snapshot_waste", "steps_between_snapshots"),
        sources=(FIELD_GUIDE.at("section 9.4, line 513, corrected"),),
    ),
    Term(
        "resume-correctness",
        "resume correctness",
        "A run that goes on from a checkpoint as if it had never stopped. Forgotten parts show as "
        "a jump in the loss or as data seen twice.",
        formulas=(
            "snapshot_size",
            "optimizer_memory",
        ),
        sources=(FIELD_GUIDE.at("section 8.5, line 475"),),
    ),
    Term(
        "elastic-training",
        "elastic training",
        "Training that goes on with fewer or more workers when machines leave or join. Spot "
        "instances, which their owner takes back at will (preemption), ask for it.",
        not_to_confuse=(("gang-scheduling", "all workers or none"),),
        symbols=("N_gpu",),
        formulas=(
            "spare_nodes",
            "system_mtbf",
            "global_batch",
        ),
        sources=(DISTRIBUTED_APPENDIX.at("C.2, line 55"),),
    ),
    Term(
        "gang-scheduling",
        "gang scheduling",
        "A rule of cluster schedulers: a job gets all its workers at once or waits. A collective "
        "cannot finish while one of its ranks is missing.",
        not_to_confuse=(("elastic-training", "it goes on with the workers there are"),),
        symbols=("N_gpu",),
        formulas=(
            "gpu_count",
            "synchronous_step_time",
        ),
        sources=(DISTRIBUTED_APPENDIX.at("C.2, line 67"),),
    ),
    Term(
        "straggler",
        "straggler",
        "A worker that is slower than the others. Where all must finish before the next step, its "
        "time is the time of the step.",
        plural="stragglers",
        not_to_confuse=(("byzantine-fault", "a worker that answers wrongly, not late"),),
        symbols=("T_step", "x_slow", "T_rank"),
        formulas=("synchronous_step_time", "straggler_step_time"),
        sources=(DISTRIBUTED_APPENDIX.at("C.2, line 107"), FIELD_GUIDE.at("section 6.5, line 374")),
    ),
    Term(
        "byzantine-fault",
        "Byzantine fault",
        "A fault in which a participant may do anything: fall silent, answer wrongly, or tell "
        "each of the others something else. A chip that computes wrongly without a sign, silent "
        "data corruption, is one.",
        synonyms=("Byzantine failure",),
        plural="Byzantine faults",
        not_to_confuse=(("straggler", "slow, but its answers are right"),),
        symbols=("n_faulty",),
        sources=(LAMPORT.at("section 1"), DISTRIBUTED_APPENDIX.at("C.2, line 37")),
    ),
    Term(
        "consensus",
        "consensus",
        "Agreement of several machines on one value, or on one order of events, although some "
        "fail and messages are late.",
        symbols=("n_faulty",),
        sources=(RAFT.at("section 1"), DISTRIBUTED_APPENDIX.at("C.2, line 43")),
        autolink=False,
    ),
    Term(
        "snapshot",
        "model checkpoint",
        "A copy of the training state in storage, from which a run can go on. It holds what a "
        "resume needs: parameters, optimizer state, schedule, random seeds and the place in the "
        "data.",
        synonyms=("snapshot", "snapshots", "state checkpoint", "training checkpoint"),
        plural="model checkpoints",
        not_to_confuse=(
            (
                "activation-checkpoint",
                "a tensor kept in memory for the backward pass of the same step",
            ),
            ("checkpoint", "the more common word, which has a second meaning"),
        ),
        symbols=("M_snap", "T_ckpt"),
        formulas=("snapshot_size", "snapshot_write_time", "background_snapshot_time"),
        sources=(
            DISTRIBUTED_APPENDIX.at("C.2, line 39"),
            FIELD_GUIDE.at("scale budget, line 84"),
            FIELD_GUIDE.at("section 8.5, line 475"),
            FIELD_GUIDE.at("section 9.4, line 513"),
        ),
    ),
    Term(
        "checkpoint",
        "checkpoint",
        "Something kept to come back to: a copy of the training state in storage, called a model "
        "checkpoint here, or a tensor that activation recomputation keeps.",
        plural="checkpoints",
        not_to_confuse=(
            ("snapshot", "the first of the two meanings"),
            ("activation-checkpoint", "the second of the two meanings"),
            ("activation-recomputation", "called activation or gradient checkpointing as well"),
        ),
        symbols=("M_snap", "M_ckpt"),
        sources=(
            DISTRIBUTED_APPENDIX.at("C.2, line 39"),
            FIELD_GUIDE.at("scale budget, line 84"),
            TRAINING_BOOK.at("notation appendix, line 99"),
        ),
        autolink=False,
    ),
    Term(
        "mean-time-between-failures",
        "mean time between failures",
        "The time that a system runs on average until the next failure. It shrinks as one over "
        "the number of parts: ten thousand reliable GPUs fail every few hours.",
        acronym="MTBF",
        symbols=("MTBF", "MTBF_one", "n_part"),
        formulas=(
            "mean_time_between_failures",
            "system_mtbf_of_equal_parts",
            "observed_mtbf",
            "failure_probability",
        ),
        sources=(TRAINING_BOOK.at("chapter 26, exercise 1"), LLAMA3.at("section 3.3.4")),
    ),
    Term(
        "goodput",
        "goodput",
        "The work that is kept, per time: throughput less what failures undo, and less the time "
        "for checkpoints and restarts.",
        not_to_confuse=(("throughput", "it also counts work that is lost later"),),
        symbols=("f_good", "R_good", "f_waste"),
        formulas=(
            "goodput_share",
            "goodput_from_waste",
            "token_goodput",
            "snapshot_waste",
            "cost_with_failures",
        ),
        sources=(LLAMA3.at("section 3.3.4, effective training time"),),
    ),
]
