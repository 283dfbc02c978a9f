"""Words of precision: formats of numbers, and how training survives with few bits."""

from derive.records import Term

from ..sources import (
    DEEPSEEK_V3,
    DISTRIBUTED_APPENDIX,
    FIELD_GUIDE,
    IEEE_754,
    INFRA_MATH,
    MIXED_PRECISION,
    OFP8,
    PLAYBOOK,
)

terms = [
    Term(
        "mixed-precision",
        "mixed precision",
        "Training in which matrices are multiplied in 16 bits or fewer, while sums, master "
        "weights and moments stay in fp32.",
        synonyms=("mixed-precision training", "FP16/BF16 training"),
        not_to_confuse=(
            ("fp8-training", "the products then use eight bits"),
            ("quantization", "a finished model is stored in fewer bits"),
        ),
        symbols=("b_param", "b_grad", "b_opt"),
        formulas=("mixed_precision_state_bytes",),
        sources=(
            MIXED_PRECISION.at("section 3"),
            INFRA_MATH.at("line 100, corrected"),
            FIELD_GUIDE.at("section 8.1, line 443"),
            FIELD_GUIDE.at("scale budget, line 80"),
        ),
    ),
    Term(
        "loss-scaling",
        "loss scaling",
        "Multiplying the loss by a large factor before the backward pass, so that small gradients "
        "do not vanish in fp16. The gradients are divided by it again before they are clipped or "
        "applied. With bf16, whose exponents reach as far as those of fp32, it is not needed.",
        symbols=("loss_scale",),
        formulas=("smallest_positive_number", "smallest_normal_number", "unscaled_gradient"),
        sources=(
            MIXED_PRECISION.at("section 3.2, as quoted", opened=True),
            FIELD_GUIDE.at("section 8.2, line 448, corrected"),
            INFRA_MATH.at("line 100, corrected"),
        ),
    ),
    Term(
        "float32",
        "float32",
        "The format of 32 bits with 8 for the exponent and 23 for the fraction.",
        synonyms=("single precision",),
        acronym="fp32",
        formulas=("format_bytes", "largest_number"),
        sources=(
            IEEE_754.at("section 3.6, table 3.5, as RawSpeed codes it", opened=True),
            INFRA_MATH.at("line 96"),
        ),
    ),
    Term(
        "bfloat16",
        "bfloat16",
        "The format of 16 bits with 8 for the exponent and 7 for the fraction. It reaches as far "
        "as fp32 and resolves about two to three decimal digits.",
        acronym="bf16",
        not_to_confuse=(("float16", "more digits, but a far smaller range"),),
        formulas=("format_bytes", "largest_number", "smallest_normal_number", "format_grain"),
        sources=(INFRA_MATH.at("line 97"),),
    ),
    Term(
        "float16",
        "float16",
        "The format of 16 bits with 5 for the exponent and 10 for the fraction. Gradients below "
        "its range vanish, so it needs loss scaling.",
        synonyms=("half precision",),
        acronym="fp16",
        not_to_confuse=(("bfloat16", "fewer digits, but the range of fp32"),),
        formulas=("format_bytes", "largest_number", "smallest_positive_number", "format_grain"),
        sources=(
            IEEE_754.at("section 3.6, table 3.5, as RawSpeed codes it", opened=True),
            MIXED_PRECISION.at("section 3.2, as quoted", opened=True),
        ),
    ),
    Term(
        "float8",
        "float8",
        "Either of two formats of 8 bits: e4m3 with 4 for the exponent and 3 for the fraction, "
        "e5m2 with 5 and 2. The first resolves more, the second reaches farther. Tensors need "
        "scales to stay in range.",
        synonyms=("e4m3", "e5m2"),
        acronym="fp8",
        formulas=("format_bytes", "largest_number", "largest_number_without_infinity"),
        sources=(
            OFP8.at("tables 1 and 2, as microfloat quotes them", opened=True),
            INFRA_MATH.at("line 98"),
        ),
    ),
    Term(
        "fp8-training",
        "FP8 training",
        "Training in which the matrix products take eight-bit inputs, at twice the peak "
        "throughput of bf16 on GPUs that offer it. What memory it saves depends on the states "
        "that stay in higher precision: two published recipes need 10 and 15 bytes per parameter.",
        not_to_confuse=(
            ("mixed-precision", "the general idea, with formats of 16 bits as a rule"),
        ),
        symbols=("b_state", "F"),
        formulas=("state_bytes", "format_speedup", "narrow_format_throughput"),
        sources=(
            INFRA_MATH.at("line 102, corrected"),
            DEEPSEEK_V3.at("section 3.3"),
            PLAYBOOK.at("mixed precision, table of FP8 recipes"),
        ),
    ),
    Term(
        "quantization",
        "quantization",
        "Storing values in fewer bits than they were trained with, as a rule as integers with a "
        "scale. It saves memory and bandwidth, chiefly when a model is served.",
        not_to_confuse=(
            ("gradient-compression", "there, what is rounded is only sent"),
            ("mixed-precision", "a way to train, not a step after it"),
        ),
        formulas=(
            "block_scaled_bytes",
            "block_scaled_weight_memory",
            "scale_bytes",
            "qlora_memory",
        ),
        sources=(DISTRIBUTED_APPENDIX.at("C.2, line 85"),),
    ),
]
