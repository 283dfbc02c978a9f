"""Words of pipelines: stages, schedules and who waits for whom."""

from derive.records import Term

from ..sources import (
    DEEPSEEK_V3,
    DISTRIBUTED_APPENDIX,
    FIELD_GUIDE,
    GPIPE,
    INFRA_MATH,
    MEGATRON_2021,
    TRAINING_BOOK,
    ZERO_BUBBLE,
)

terms = [
    Term(
        "pipeline-parallelism",
        "pipeline parallelism",
        "Consecutive layers form stages on different GPUs, and micro-batches pass from stage to "
        "stage.",
        acronym="PP",
        not_to_confuse=(("tensor-parallelism", "there, every layer is cut"),),
        symbols=("p", "m"),
        formulas=(
            "bubble_ratio",
            "bubble_fraction",
            "pipeline_volume",
            "stage_message",
            "pipeline_step_time",
        ),
        sources=(
            GPIPE.at("section 2"),
            DISTRIBUTED_APPENDIX.at("C.2, line 83"),
            TRAINING_BOOK.at("glossary, line 67"),
            INFRA_MATH.at("line 75"),
            FIELD_GUIDE.at("section 5.3, line 309, corrected"),
        ),
    ),
    Term(
        "pipeline-stage",
        "pipeline stage",
        "A group of consecutive layers that one GPU, or one tensor-parallel group, computes.",
        synonyms=("number of pipeline stages",),
        plural="pipeline stages",
        symbols=("p", "i_stage"),
        formulas=("bubble_fraction", "stage_activation_memory", "parameters_per_gpu"),
        sources=(
            GPIPE.at("section 2"),
            DISTRIBUTED_APPENDIX.at("C.2, line 83"),
            INFRA_MATH.at("line 75"),
        ),
    ),
    Term(
        "pipeline-bubble",
        "pipeline bubble",
        "The time in which a stage waits because the pipeline is still filling or already "
        "draining. It is quoted as a time, as a ratio to the ideal time, or as a fraction of all "
        "time; the three are not interchangeable.",
        synonyms=("bubble",),
        not_to_confuse=(
            ("bubble-ratio", "the bubble relative to a step without waiting"),
            ("bubble-fraction", "the bubble relative to the step as it is"),
        ),
        symbols=("t_bubble", "r_bubble", "f_bubble"),
        formulas=(
            "bubble_time",
            "bubble_ratio",
            "bubble_fraction",
            "interleaved_bubble_ratio",
            "ideal_step_time",
            "interleaved_bubble_time",
            "pipeline_step_time",
            "uneven_bubble_time",
        ),
        sources=(
            MEGATRON_2021.at("section 2.2"),
            TRAINING_BOOK.at("glossary, line 17"),
            INFRA_MATH.at("line 75"),
            FIELD_GUIDE.at("section 5.3, line 309"),
        ),
    ),
    Term(
        "bubble-ratio",
        "bubble ratio",
        "The idle time of a stage over the time that a step would take without any waiting. It "
        "may exceed one.",
        not_to_confuse=(
            ("bubble-fraction", "relative to the whole step, waiting included; it stays below one"),
            ("pipeline-bubble", "the idle time itself"),
        ),
        symbols=("r_bubble", "p", "m"),
        formulas=("bubble_ratio", "interleaved_bubble_ratio"),
        sources=(
            MEGATRON_2021.at("section 2.2"),
            INFRA_MATH.at("line 75"),
            INFRA_MATH.at("line 80"),
        ),
    ),
    Term(
        "bubble-fraction",
        "bubble fraction",
        "The idle time of a stage as a fraction of the whole step, waiting included.",
        synonyms=("bubble overhead",),
        not_to_confuse=(
            ("bubble-ratio", "relative to a step without waiting; always the larger of the two"),
            ("pipeline-bubble", "the idle time itself"),
        ),
        symbols=("f_bubble", "p", "m"),
        formulas=("bubble_fraction", "interleaved_bubble_fraction"),
        sources=(GPIPE.at("section 2.3"), FIELD_GUIDE.at("section 5.3, line 309, corrected")),
    ),
    Term(
        "afab",
        "all forward, all backward",
        "The pipeline schedule in which all micro-batches of a step go forward before any goes "
        "backward. Every stage then holds the activations of all of them at once.",
        synonyms=("GPipe schedule",),
        acronym="AFAB",
        not_to_confuse=(("1f1b", "the same bubble with fewer micro-batches in memory"),),
        symbols=("m", "n_fly"),
        formulas=("all_forward_in_flight", "bubble_time"),
        sources=(GPIPE.at("section 2.3"), INFRA_MATH.at("line 82")),
    ),
    Term(
        "1f1b",
        "one forward, one backward",
        "The pipeline schedule in which a stage alternates between forward and backward passes "
        "once it is filled. A stage holds no more micro-batches than there are stages from itself "
        "to the last one; the bubble remains that of AFAB.",
        synonyms=("one-forward-one-backward",),
        acronym="1F1B",
        not_to_confuse=(("afab", "there, the activations of all micro-batches are held at once"),),
        symbols=("p", "m", "n_fly", "i_stage"),
        formulas=("one_forward_one_backward_in_flight", "first_stage_in_flight", "bubble_time"),
        sources=(MEGATRON_2021.at("section 2.2.1"), INFRA_MATH.at("line 82, corrected")),
    ),
    Term(
        "interleaved-schedule",
        "interleaved schedule",
        "A pipeline schedule in which each GPU holds several chunks of layers from different "
        "depths, so that the pipeline fills in smaller steps. The bubble shrinks by the number of "
        "chunks, while messages and activations in flight increase.",
        synonyms=("virtual pipeline", "VPP"),
        symbols=("v",),
        formulas=(
            "interleaved_bubble_ratio",
            "interleaved_in_flight",
            "interleaved_activation_factor",
            "interleaved_bubble_time",
            "interleaved_bubble_fraction",
        ),
        sources=(MEGATRON_2021.at("section 2.2.2"), TRAINING_BOOK.at("notation appendix, line 89")),
    ),
    Term(
        "zero-bubble",
        "zero-bubble schedule",
        "A pipeline schedule that cuts the backward pass in two: one part for the gradient of the "
        "input, which the stage before awaits, and one for the gradient of the weights, which "
        "can fill the gaps.",
        synonyms=("zero bubble", "ZB-H1"),
        not_to_confuse=(
            ("zero", "sharding of the model state, which has nothing to do with pipelines"),
        ),
        symbols=("t_b", "t_bubble"),
        formulas=("zb_h1_bubble_time", "zb_h2_bubble_time", "split_backward_time"),
        sources=(ZERO_BUBBLE.at("section 2"), INFRA_MATH.at("line 82")),
    ),
    Term(
        "dualpipe",
        "DualPipe",
        "A pipeline schedule that feeds micro-batches in from both ends, so that forward passes "
        "of one direction hide the communication of backward passes of the other. Each GPU holds "
        "two stages, which takes twice the parameters.",
        symbols=("p",),
        formulas=("dualpipe_bubble_time", "dualpipe_in_flight"),
        sources=(DEEPSEEK_V3.at("section 3.2.1"), INFRA_MATH.at("line 82")),
    ),
]
