"""Words of performance: counting FLOPs, and the pace at which they are done."""

from derive.records import Term

from ..sources import (
    DEEPSEEK_V3,
    FIELD_GUIDE,
    INFRA_MATH,
    LLAMA1,
    NVIDIA_SPECS,
    PALM,
    ROOFLINE,
    TRAINING_BOOK,
)

terms = [
    Term(
        "floating-point-operations",
        "floating-point operations",
        "A number of additions and multiplications; a multiply-add counts as two. It measures "
        "work and has no time in it.",
        synonyms=("operations",),
        acronym="FLOPs",
        not_to_confuse=(("flop-rate", "FLOPs per second; in capitals, the two words look alike"),),
        symbols=("C", "C_tok"),
        formulas=(
            "flops_per_token",
            "training_flops",
            "matrix_product_flops",
            "weight_flops_per_token",
        ),
        sources=(
            TRAINING_BOOK.at("notation appendix, line 33"),
            FIELD_GUIDE.at("section 7.1, line 391"),
            INFRA_MATH.at("line 127"),
        ),
        autolink=False,
    ),
    Term(
        "flop-rate",
        "FLOP/s",
        "Floating-point operations per second, a pace. Some texts write FLOPS for it and FLOPs "
        "for the number of FLOPs, others the same for both.",
        synonyms=("FLOPs/s", "FLOPs/sec", "FLOP per second"),
        not_to_confuse=(("floating-point-operations", "how many in all, not how many per second"),),
        symbols=("F", "F_ach"),
        formulas=("achieved_throughput", "executed_throughput"),
        sources=(
            TRAINING_BOOK.at("notation appendix, line 42"),
            FIELD_GUIDE.at("section 7.4, line 415"),
        ),
        autolink=False,
    ),
    Term(
        "peak-throughput",
        "peak throughput",
        "The FLOPs per second that the maker states for one GPU and one precision, if all of "
        "its matrix units are busy. Figures for sparse matrices are twice as high and do not "
        "apply to dense training.",
        synonyms=("theoretical peak",),
        not_to_confuse=(("throughput", "what a run really achieves"),),
        symbols=("F",),
        formulas=("peak_throughput", "narrow_format_throughput"),
        sources=(
            TRAINING_BOOK.at("notation appendix, line 42"),
            NVIDIA_SPECS.at(
                "A100 and H100 architecture papers, peak rates, as Lockwood quotes them",
                opened=True,
            ),
        ),
    ),
    Term(
        "throughput",
        "throughput",
        "Tokens, or FLOPs, that a run completes per second.",
        not_to_confuse=(
            ("peak-throughput", "what the hardware could do at best"),
            ("convergence", "what the tokens teach"),
            ("goodput", "only what is kept after failures"),
        ),
        symbols=("R_tok", "F_ach"),
        formulas=("token_throughput", "achieved_throughput", "aggregate_throughput"),
        sources=(FIELD_GUIDE.at("section 1.4, line 124"), FIELD_GUIDE.at("section 10.4, line 562")),
        autolink=False,
    ),
    Term(
        "mfu",
        "model FLOPs utilization",
        "The FLOPs that the model needs per second, as a fraction of the peak throughput. "
        "Recomputed FLOPs do not count, so it compares runs by useful work alone.",
        synonyms=("model FLOP utilization",),
        acronym="MFU",
        not_to_confuse=(
            (
                "hfu",
                "it counts all FLOPs that the hardware carries out, recomputation included",
            ),
            ("parallel-efficiency", "relative to one machine, not to the peak of the hardware"),
        ),
        symbols=("MFU", "F"),
        formulas=(
            "model_flops_utilization",
            "step_utilization",
            "weight_utilization",
            "palm_utilization",
        ),
        sources=(
            PALM.at("section 4.1"),
            TRAINING_BOOK.at("glossary, line 57, corrected"),
            FIELD_GUIDE.at("section 7.4, line 415"),
            TRAINING_BOOK.at("notation appendix, line 43"),
        ),
    ),
    Term(
        "hfu",
        "hardware FLOPs utilization",
        "The FLOPs that the hardware carries out per second, as a fraction of the peak "
        "throughput. With full recomputation it is about a third higher than the MFU of the same "
        "run.",
        synonyms=("hardware FLOP utilization",),
        acronym="HFU",
        not_to_confuse=(("mfu", "it counts only what the model needs"),),
        symbols=("HFU", "F_ach", "F"),
        formulas=(
            "hardware_flops_utilization",
            "hardware_over_model_utilization",
            "full_recompute_utilization",
        ),
        sources=(
            PALM.at("section 4.1"),
            TRAINING_BOOK.at("glossary, line 57"),
            TRAINING_BOOK.at("notation appendix, line 44"),
        ),
    ),
    Term(
        "arithmetic-intensity",
        "arithmetic intensity",
        "FLOPs that are done for every byte moved to or from the memory of the GPU. Below "
        "the ratio of peak throughput to memory bandwidth, memory sets the pace.",
        synonyms=("operational intensity", "memory intensity"),
        not_to_confuse=(
            ("communication-intensity", "it counts bytes sent over the network instead"),
        ),
        symbols=("I_mem", "Q_mem", "F", "B_hbm", "I_ridge"),
        formulas=(
            "memory_intensity",
            "memory_ridge",
            "matrix_product_intensity",
            "attention_intensity",
        ),
        sources=(
            ROOFLINE.at("section 3", opened=True),
            TRAINING_BOOK.at("glossary, line 13"),
            TRAINING_BOOK.at("notation appendix, line 71"),
        ),
    ),
    Term(
        "roofline",
        "roofline model",
        "A bound on throughput: the smaller of the peak and the bandwidth times the FLOPs "
        "per byte. Drawn over the intensity, a sloping line meets a flat one at the ridge point. "
        "With network bandwidth in place of memory bandwidth it bounds communication alike.",
        synonyms=("roofline",),
        not_to_confuse=(("ridge-point", "the corner where its two lines meet"),),
        symbols=("F", "I_mem", "B_hbm", "F_att", "I_ridge"),
        formulas=("memory_roofline", "roofline", "memory_ridge", "network_ridge"),
        sources=(ROOFLINE.at("section 3", opened=True), TRAINING_BOOK.at("glossary, line 75")),
    ),
    Term(
        "limiting-resource",
        "limiting resource",
        "What keeps a run from being faster or larger: compute, bandwidth, memory, or data. "
        "Compute, communication and input each take a time, and the step lasts at least as long "
        "as the longest; memory takes none, but decides whether the run fits at all.",
        synonyms=("bottleneck",),
        plural="limiting resources",
        symbols=("T_comp", "T_comm", "T_step"),
        formulas=(
            "overlapped_step_time_with_input",
            "compute_bound_condition",
            "network_hidden_condition",
            "memory_fits",
        ),
        sources=(
            FIELD_GUIDE.at("section 1.2, line 105, corrected"),
            TRAINING_BOOK.at("notation appendix, lines 9 to 13"),
        ),
        autolink=False,
    ),
    Term(
        "step-time-breakdown",
        "step-time breakdown",
        "The time of a step, divided into what is spent on input, forward and backward pass, "
        "exposed communication, optimizer and checkpoints. Only times that nothing else overlaps "
        "add up to the step.",
        synonyms=("throughput decomposition",),
        symbols=("T_step", "T_comp", "T_comm", "T_fwd", "T_bwd", "T_update", "T_input"),
        formulas=("step_time_by_phases", "additive_step_time"),
        sources=(FIELD_GUIDE.at("section 10.4, line 562, corrected"),),
    ),
    Term(
        "compute-bound",
        "compute-bound",
        "Of work that takes longer to compute than its bytes take to move. A faster memory or "
        "network would not help it.",
        not_to_confuse=(("memory-bound", "the bytes take longer than the FLOPs"),),
        symbols=("T_comp", "I_ridge"),
        formulas=("compute_bound_condition", "network_hidden_condition"),
        sources=(TRAINING_BOOK.at("glossary, line 13"), ROOFLINE.at("section 3", opened=True)),
    ),
    Term(
        "memory-bound",
        "memory-bound",
        "Of work whose bytes take longer to pass the memory bus than its FLOPs take to compute.",
        synonyms=("bandwidth-bound",),
        not_to_confuse=(("compute-bound", "the FLOPs take longer than the bytes"),),
        symbols=("T_mem", "I_ridge"),
        formulas=("memory_time", "few_rows_intensity"),
        sources=(TRAINING_BOOK.at("glossary, line 13"), ROOFLINE.at("section 3", opened=True)),
    ),
    Term(
        "ridge-point",
        "ridge point",
        "The intensity at which computing takes as long as moving the bytes: peak throughput over "
        "bandwidth.",
        not_to_confuse=(("roofline", "the whole bound, of which this is the corner"),),
        symbols=("I_ridge", "I_ridge_net", "F", "B_hbm"),
        formulas=("memory_ridge", "network_ridge"),
        sources=(ROOFLINE.at("section 3", opened=True),),
    ),
    Term(
        "gpu-time",
        "GPU time",
        "The time of a run multiplied by the number of its GPUs, as a rule in GPU hours. It is "
        "what a run is billed for.",
        synonyms=("GPU hours",),
        symbols=("T_gpu", "N_gpu", "price_gpu"),
        formulas=("wall_time_of_gpu_time", "cost_of_gpu_time", "training_energy"),
        sources=(DEEPSEEK_V3.at("table 1"), TRAINING_BOOK.at("notation appendix, line 46")),
    ),
    Term(
        "power-usage-effectiveness",
        "power usage effectiveness",
        "The electricity of a whole data center over that of its computers. Cooling and "
        "conversion make it larger than one.",
        acronym="PUE",
        symbols=("PUE",),
        formulas=("training_energy",),
        sources=(LLAMA1.at("section 6"),),
    ),
]
